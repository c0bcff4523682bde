package decide

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reviewer"
	"github.com/settlehq/settle/internal/verdict"
)

// Record writes down what a verdict that says ready rested on. It is not sealed.
func Record(s pull.Snapshot, v verdict.Verdict, p policy.Policy) verdict.Record {
	all := factsOf(s)
	r := verdict.Record{
		Schema: verdict.RecordSchema, At: v.Basis.Now.UTC().Truncate(time.Second), Ref: s.Ref.String(), URL: s.URL, Head: s.Head, Base: s.Base, PolicyDigest: p.Digest,
		Gates: []verdict.RecordGate{}, Reviewers: []verdict.RecordReviewer{}, Items: []verdict.RecordItem{},
	}
	for _, g := range v.Gates {
		r.Gates = append(r.Gates, verdict.RecordGate{Name: g.Name, Holds: g.Holds == verdict.Yes, Evidence: all.ofGate(g.Name, s, p)})
	}
	for _, reading := range v.Readings {
		r.Reviewers = append(r.Reviewers, verdict.RecordReviewer{
			Name: reading.Reviewer, Reading: reading.Word, Commit: reading.Commit, Evidence: all.ofReading(reading, p),
		})
	}
	for _, st := range v.Items {
		if !st.Item.FYI {
			r.Items = append(r.Items, verdict.RecordItem{ID: st.Item.ID, Version: st.Item.Version, Disposition: st.Disposition, Evidence: all.ofItem(st)})
		}
	}
	return r
}

// facts are all that a snapshot shows, each once.
type facts []verdict.Fact

// factsOf lists them. Times are whole seconds, as the host tells them.
func factsOf(s pull.Snapshot) facts {
	var all facts
	add := func(f verdict.Fact) {
		f.At = f.At.UTC().Truncate(time.Second)
		all = append(all, f)
	}
	for _, c := range s.Checks {
		if !c.Ours {
			add(verdict.Fact{Kind: "check", ID: c.ID, Name: c.Name, Author: c.App, Commit: s.Head, At: c.CompletedAt, Text: string(c.Status), URL: c.URL})
		}
	}
	for _, r := range s.Reviews {
		add(verdict.Fact{Kind: "review", ID: r.ID, Author: r.Author.Login, Commit: r.Commit, At: r.SubmittedAt, Text: string(r.State), URL: r.URL})
	}
	for _, c := range s.Comments {
		add(wordFact(s, c))
	}
	for _, t := range s.Threads {
		for _, c := range t.Comments {
			add(wordFact(s, c))
		}
		if t.Resolved {
			add(verdict.Fact{Kind: "thread", ID: t.Root().ID, Author: t.ResolvedBy, Text: "resolved", URL: t.Root().URL})
		}
	}
	for _, r := range s.Reactions {
		add(verdict.Fact{Kind: "reaction", Name: r.Content, Author: r.By.Login, At: r.At})
	}
	for _, e := range s.Events {
		add(verdict.Fact{Kind: "event", Name: e.Kind, Author: e.Actor.Login, At: e.At, Text: e.Subject})
	}
	for _, commit := range s.Commits {
		add(verdict.Fact{Kind: "commit", Commit: commit, Text: answeredBy(s, commit)})
	}
	return all
}

// wordFact is a comment; of one of ours, or of somebody else's settle, the text
// is its mark, which says what it answered and how.
func wordFact(s pull.Snapshot, c pull.Comment) verdict.Fact {
	f := verdict.Fact{Kind: "comment", ID: c.ID, Author: c.Author.Login, Commit: c.Commit, At: c.LastWord(), URL: c.URL}
	for _, m := range (mark.Secret{}).Read(s.Ref.String(), c.Body) {
		f.Text = marked(m)
	}
	return f
}

func marked(m mark.Mark) string { return string(m.Kind) + ":" + string(m.Digest) + ":" + m.Word }

// answeredBy names the items of a commit's trailers.
func answeredBy(s pull.Snapshot, commit pull.Oid) string {
	var items []string
	for _, t := range s.Ours {
		if t.Commit == commit {
			items = append(items, t.Items...)
		}
	}
	slices.Sort(items)
	return strings.Join(items, ",")
}

func (all facts) where(match func(verdict.Fact) bool) []verdict.Fact {
	found := []verdict.Fact{}
	for _, f := range all {
		if match(f) {
			found = append(found, f)
		}
	}
	return found
}

// ofGate are the facts of the gates that rest on something of the host's.
func (all facts) ofGate(name verdict.GateName, s pull.Snapshot, p policy.Policy) []verdict.Fact {
	switch name {
	case verdict.GateChecks:
		counts := map[string]bool{}
		for _, c := range s.Checks {
			if !c.Ours && (c.Required || p.Gates.Checks == "all") && p.Gates.Checks != "none" {
				counts[checkName(c.ID, c.Name)] = true
			}
		}
		return all.where(func(f verdict.Fact) bool { return f.Kind == "check" && counts[checkName(f.ID, f.Name)] })
	case verdict.GateThreads:
		return all.where(func(f verdict.Fact) bool { return f.Kind == "thread" })
	}
	return []verdict.Fact{}
}

func checkName(id int64, name string) string { return strconv.FormatInt(id, 10) + "/" + name }

// ofReading finds the sign that a reading rests on, among what its reviewer did.
func (all facts) ofReading(reading feedback.Reading, p policy.Policy) []verdict.Fact {
	e := reading.Evidence
	return all.where(func(f verdict.Fact) bool {
		switch e.Kind {
		case "check", "review":
			return f.Kind == e.Kind && f.URL == e.URL && e.URL != ""
		case "thread", "comment":
			return f.Kind == "comment" && f.URL == e.URL && e.URL != ""
		case "reaction", "event":
			at := reading.AnsweredAt
			return f.Kind == e.Kind && f.Name == e.Text && (at.IsZero() || f.At.Equal(at.UTC().Truncate(time.Second))) && speaksFor(p, reading.Reviewer, f)
		}
		return false
	})
}

// speaksFor: the fact's author is the reviewer. Nobody stands behind a check but
// its app, whose name the definition tells.
func speaksFor(p policy.Policy, name string, f verdict.Fact) bool {
	if f.Kind == "check" || name == policy.People {
		return true
	}
	for _, r := range p.Reviewers {
		if r.Name == name {
			return slices.ContainsFunc(r.Define.Accounts, func(a policy.Account) bool { return same(a.Login, f.Author) }) ||
				reviewer.Is(r.Define, pull.Author{Login: f.Author})
		}
	}
	return false
}

// ofItem are the ask's own words, our answer to it, and the commit that fixed it.
func (all facts) ofItem(st feedback.Standing) []verdict.Fact {
	answer := mark.DigestOf(st.ReplyKey)
	return all.where(func(f verdict.Fact) bool {
		switch f.Kind {
		case "comment":
			return f.ID == st.Item.Version.Comment || st.ReplyKey != "" && strings.HasPrefix(f.Text, "reply:"+string(answer)+":")
		case "review":
			return f.ID == st.Item.Version.Comment
		case "commit":
			return st.Commit != "" && f.Commit == st.Commit
		}
		return false
	})
}
