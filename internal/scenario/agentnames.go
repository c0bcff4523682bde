package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/strictyaml"
	"github.com/settlehq/settle/internal/verdict"
)

func words[T ~string](list ...T) []string {
	texts := make([]string, len(list))
	for i, w := range list {
		texts[i] = string(w)
	}
	return texts
}

var classes = words(feedback.Valid, feedback.Invalid, feedback.Stale, feedback.AlreadyFixed, feedback.NeedsHuman)

var readings = words(feedback.BandAid, feedback.CorrectButIncomplete, feedback.SoundAndIndependent, feedback.Systemic, feedback.Coincidental)

var dispositions = words(feedback.Open, feedback.Fixed, feedback.AlreadyAddressed, feedback.Declined,
	feedback.Deferred, feedback.Escalated, feedback.Failed)

var phases = words(verdict.Working, verdict.Waiting, verdict.NeedsYou, verdict.Blocked, verdict.Paused,
	verdict.Ready, verdict.Ended)

func (r *reader) agent() {
	for i, t := range r.file.Agent.Triage {
		r.forItems(t.For, "agent", "triage", i)
		r.known("class", t.Class, classes, "agent", "triage", i, "class")
		if t.Primary != "" {
			r.known("item", t.Primary, r.items, "agent", "triage", i, "primary")
		}
	}
	for i, fix := range r.file.Agent.Fix {
		r.forItems(fix.For, "agent", "fix", i)
		if fix.Reading != "" {
			r.known("reading", fix.Reading, readings, "agent", "fix", i, "reading")
		}
		if fix.Tree != "" {
			r.known("tree", fix.Tree, r.file.Sections.folders(), "agent", "fix", i, "tree")
		}
		for j, one := range fix.Replace {
			if one.Path == "" || one.Old == "" {
				r.refuse("a replacement needs path and old", "agent", "fix", i, "replace", j)
			}
		}
		if fix.Meets != "" {
			r.meeting(fix.Meets, i)
		}
		if fix.Report != nil && fix.Report.Outcome != "" {
			r.known("outcome", fix.Report.Outcome, dispositions, "agent", "fix", i, "report", "outcome")
		}
	}
}

// meeting: a name of letters, and one other entry that has it too.
func (r *reader) meeting(name string, i int) {
	others := 0
	for _, fix := range r.file.Agent.Fix {
		if fix.Meets == name {
			others++
		}
	}
	switch {
	case strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") != "":
		r.refuse("the name of a meeting is of small letters", "agent", "fix", i, "meets")
	case others != 2:
		r.refuse(fmt.Sprintf("two entries meet, and %d have the name %s", others, name), "agent", "fix", i, "meets")
	}
}

// forItems checks whom an entry of the agent is for.
func (r *reader) forItems(names []string, path ...any) {
	if len(names) == 0 {
		r.refuse("says for which items it is: for", path...)
	}
	for i, name := range names {
		at := append(append([]any{}, path...), "for")
		if r.doc.Find(at...).Kind() == strictyaml.List {
			at = append(at, i)
		}
		check, isCheck := strings.CutPrefix(name, "check:")
		switch {
		case isCheck:
			r.known("check", check, r.checkNames(), at...)
		case name != "conflict":
			r.known("item", name, r.items, at...)
		}
	}
}

// gates refuse a change before it is pushed; a repair is for one of them.
var gates = []string{feedback.GateFull, feedback.GateLite, feedback.GateTests, feedback.GateLook, "pre-commit", "commit-msg", "pre-push"}

func (r *reader) checkNames() []string {
	names := slices.Clone(gates)
	for _, c := range r.file.Checks {
		names = append(names, c.Name)
	}
	for _, a := range r.file.Timeline {
		if a.Do == "check" {
			names = append(names, a.Name)
		}
	}
	return names
}

func (r *reader) expect() {
	for i, deed := range r.file.Expect.Never {
		r.known("deed", deed, deedWords(), "expect", "never", i)
	}
	for item, state := range r.file.Expect.State {
		r.known("disposition", state, dispositions, "expect", "state", item)
		r.known("item", item, r.items, "expect", "state", item)
	}
	for id := range r.file.Expect.Threads {
		r.known("item", id, r.items, "expect", "threads", id)
	}
	for _, w := range r.file.Expect.Wants {
		switch {
		case w.Key == "phase":
			r.known("phase", w.Word, phases, "expect", "phase")
		case w.Min == nil && w.Max == nil:
			r.refuse(fmt.Sprintf("%s wants a number, or {min, max}", w.Key), "expect", w.Key)
		}
	}
}
