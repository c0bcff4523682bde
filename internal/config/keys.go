package config

import (
	"fmt"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/strictyaml"
	"github.com/settlehq/settle/internal/verdict"
)

// policyKeys is the policy file, key by key, each with its place in p. The
// defaults are what p already holds.
func policyKeys(p *policy.Policy) reader {
	return object(
		key{"version", plain(&p.Version).shaped(func(s *jsonschema.Schema) { s.Const = formatVersion })},
		key{"reviewers", reviewers(p)},
		key{"gates", gates(&p.Gates)},
		key{"agents", agents(&p.Agents).and(noPrograms).shaped(func(s *jsonschema.Schema) {
			s.Properties.Value("define").MaxProperties = number(0)
		})},
		key{"verify", verify(&p.Verify)},
		key{"limits", limits(&p.Limits).and(bornFits(&p.Limits))},
		key{"answers", answers(&p.Answers)},
		key{"branch", branch(&p.Branch)},
		key{"escalation", escalation(&p.Escalation)},
		key{"notify", notify(&p.Notify).and(noCommands(&p.Notify)).shaped(func(s *jsonschema.Schema) {
			s.Properties.Value("to").Items.AllOf = []*jsonschema.Schema{{Not: &jsonschema.Schema{Type: "object", Required: []string{"command"}}}}
		})},
		key{"timing", timing(&p.Timing)},
		key{"report", report(&p.Report)},
		key{"review", review(&p.Review)},
		key{"after_ready", oneOf(&p.AfterReady, "stop", "watch")},
	)
}

func gates(g *policy.Gates) reader {
	return object(
		key{"threads", oneOf(&g.Threads, "by_policy", "all_resolved")},
		key{"checks", oneOf(&g.Checks, "required", "all", "none")},
		key{"no_checks", oneOf(&g.NoChecks, "wait", "pass")},
		key{"behind", oneOf(&g.Behind, "update", "ignore", "block")},
		key{"unstable", oneOf(&g.Unstable, "ignore", "block")},
	)
}

// verify is one command, the word none, or a map.
func verify(v *policy.Verify) reader {
	keys := object(
		key{"setup", plain(&v.Setup)},
		key{"full", plain(&v.Full)},
		key{"lite", plain(&v.Lite)},
		key{"tests", oneOf(&v.Tests, "required", "prefer", "none")},
		key{"timeout", span(&v.Timeout)},
		key{"repairs", whole(&v.Repairs, 0)},
	).and(func(n strictyaml.Node) {
		if v.Lite != "" && v.Full == "" {
			n.Key("lite").Refuse(strictyaml.Problem{What: "lite stands without full", Why: "nothing is edited without full"})
		}
	})
	return reader{
		shape: func() *jsonschema.Schema {
			return either(&jsonschema.Schema{Const: "none"}, text(), keys.schema())
		},
		value: func() any { return "none" },
		keys: func() []key {
			if v.None {
				return nil
			}
			return keys.keys()
		},
		short: "full",
		read: func(n strictyaml.Node) {
			text, _ := n.Text()
			switch {
			case n.Kind() == strictyaml.Map:
				keys.read(n)
			case text == "none":
				v.None = true
			case n.Wants(strictyaml.Text, strictyaml.Map):
				filled(&v.Full).read(n)
			}
		},
	}
}

func limits(l *policy.Limits) reader {
	return object(
		key{"rounds", whole(&l.Rounds, 1)},
		key{"attempts_per_item", whole(&l.Attempts, 1)},
		key{"active_time", span(&l.ActiveTime)},
		key{"wall_time", span(&l.WallTime)},
		key{"cost_usd", usd(&l.Cost)},
		key{"born_from_fix", object(
			key{"at_least", whole(&l.BornAtLeast, 1)},
			key{"of_last", whole(&l.BornOfLast, 1)},
		)},
		key{"alternations", whole(&l.Alternations, 1)},
		key{"reruns", whole(&l.Reruns, 0)},
	)
}

func bornFits(l *policy.Limits) func(strictyaml.Node) {
	return func(n strictyaml.Node) {
		if l.BornAtLeast > l.BornOfLast {
			n.Key("born_from_fix").Refuse(strictyaml.Problem{
				What: fmt.Sprintf("born_from_fix cannot be at least %d of the last %d", l.BornAtLeast, l.BornOfLast),
			})
		}
	}
}

func branch(b *policy.Branch) reader {
	return object(
		key{"conflict", oneOf(&b.Conflict, "merge", "rebase", "ask")},
		key{"rebase_max_commits", whole(&b.RebaseMaxCommits, 0)},
		key{"on_foreign_push", oneOf(&b.OnForeignPush, "restart", "stop")},
		key{"on_retarget", oneOf(&b.OnRetarget, "restart", "stop")},
		key{"dequeue", oneOf(&b.Dequeue, "never")},
	)
}

// timing also sees to it that one read torn over two replicas cannot pass for quiet.
func timing(t *policy.Timing) reader {
	return object(
		key{"deadline", span(&t.Deadline)},
		key{"lag", span(&t.Lag)},
		key{"quiet", span(&t.Quiet)},
		key{"poll", span(&t.Poll)},
	).and(func(n strictyaml.Node) {
		if t.Quiet <= t.Lag {
			n.Key("quiet").Refuse(strictyaml.Problem{
				What: fmt.Sprintf("quiet (%s) must be longer than lag (%s)", t.Quiet, t.Lag), Why: "else an old read could pass for quiet",
			})
		}
	})
}

func report(r *policy.Report) reader {
	return object(
		key{"comment", plain(&r.Comment)},
		key{"when", orList(&r.When, func(s *string) reader { return oneOf(s, string(verdict.Ready), string(verdict.Blocked)) })},
		key{"check", oneOf(&r.Check, "auto", "none")},
	)
}

func review(r *policy.Review) reader {
	return object(
		key{"verify", plain(&r.Verify)},
		key{"min_confidence", between(&r.MinConfidence, 0, mostConfidence)},
	)
}

// mostConfidence is how sure a finding can be.
const mostConfidence = 10

func answers(a *policy.Answers) reader {
	var rows []key
	for _, class := range []feedback.Class{feedback.Valid, feedback.AlreadyFixed, feedback.Invalid} {
		rows = append(rows, key{string(class), closeRow(a.Resolve, class)})
	}
	return object(
		key{"resolve", object(rows...)},
		key{"templates", templates(&a.Templates)},
		key{"signature", plain(&a.Signature)},
	)
}

func closeRow(table policy.CloseTable, class feedback.Class) reader {
	row := table[class]
	rules := []policy.CloseRule{policy.CloseNever, policy.CloseProven, policy.CloseAnswered}
	return object(key{"bot", oneOf(&row.Bot, rules...)}, key{"person", oneOf(&row.Person, rules...)}).
		and(func(strictyaml.Node) { table[class] = row })
}

// templates are files of the repository, by the disposition they word.
func templates(into *map[string]string) reader {
	words := []feedback.Disposition{
		feedback.Fixed, feedback.AlreadyAddressed, feedback.Declined, feedback.Deferred, feedback.Escalated, feedback.Failed,
	}
	paths := map[string]string{}
	var keys []key
	for _, w := range words {
		keys = append(keys, key{string(w), template(paths, string(w))})
	}
	all := object(keys...).and(func(strictyaml.Node) { *into = paths })
	all.keys, all.value = nil, func() any {
		named := map[string]any{}
		for word, path := range *into {
			named[word] = path
		}
		return named
	}
	return all
}

func template(paths map[string]string, word string) reader {
	return reader{shape: func() *jsonschema.Schema {
		s := text()
		s.Not = &jsonschema.Schema{Pattern: `^/|(^|/)\.\.(/|$)`}
		return s
	}, read: func(n strictyaml.Node) {
		path := ""
		filled(&path).read(n)
		if strings.HasPrefix(path, "/") || strings.Contains("/"+path+"/", "/../") {
			n.Refuse(strictyaml.Problem{What: fmt.Sprintf("%s cannot be %q", n.Name(), path), Why: "a path within the repository"})
			return
		}
		if path != "" {
			paths[word] = path
		}
	}}
}

// phases are the words that `notify.when` may hold.
var phases = []string{
	string(verdict.Working), string(verdict.Waiting), string(verdict.NeedsYou), string(verdict.Blocked),
	string(verdict.Paused), string(verdict.Ready), string(verdict.Ended),
}
