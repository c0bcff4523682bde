package perform_test

import (
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

// triage asks for a judgment of the last n of these standings; all are known.
func (w *world) triage(n int, standings ...feedback.Standing) action.Action {
	order := &action.WorkOrder{Task: action.Triage, Head: w.host.head, Standing: standings}
	for _, st := range standings[len(standings)-n:] {
		order.Items = append(order.Items, st.Item.At())
	}
	return action.Action{Kind: action.Work, Key: action.TriageKey(order.Items), Work: order}
}

// raised is a bot's finding about a line of cart.go that nobody has judged.
func (w *world) raised(id int64, line string, more ...func(*feedback.Standing)) feedback.Standing {
	st := w.thread(id, func(st *feedback.Standing) { st.Item.Hunk = "@@ -1 +1 @@\n+" + line })
	for _, change := range more {
		change(&st)
	}
	st.Judgment = nil
	return st
}

// declined was answered with a reason.
func (w *world) declined(st feedback.Standing) feedback.Standing {
	st.Judgment = &feedback.Judgment{At: st.Item.At(), Class: feedback.Invalid, Reason: "amounts are whole cents", Source: feedback.ByAgent}
	st.Disposition, st.Replied = feedback.Declined, true
	return st
}

func TestWhatNeedsNoJudgmentAsksNoAgent(t *testing.T) {
	type standings = []feedback.Standing
	outdated := func(st *feedback.Standing) { st.Item.Outdated = true }
	cases := map[string]struct {
		head    files
		given   func(w *world) standings // the last one is new
		class   feedback.Class           // empty: an agent was asked
		primary feedback.ItemID
	}{
		"raised again after it was declined": {nil, func(w *world) standings {
			return standings{w.declined(w.raised(101, "var price int")), w.raised(102, "var price int")}
		}, feedback.Invalid, "t101"},
		"raised for the third time": {nil, func(w *world) standings {
			second := w.declined(w.raised(102, "var price int"))
			second.Judgment.Primary = "t101"
			return standings{second, w.raised(103, "var price int")}
		}, feedback.Invalid, "t101"},
		"raised again about other code": {nil, func(w *world) standings {
			return standings{w.declined(w.raised(101, "var price int")), w.raised(102, "var total int")}
		}, "", ""},
		"raised again before it was answered": {nil, func(w *world) standings {
			first := w.declined(w.raised(101, "var price int"))
			first.Replied = false
			return standings{first, w.raised(102, "var price int")}
		}, "", ""},
		"raised again by a person": {nil, func(w *world) standings {
			person := func(st *feedback.Standing) {
				st.Item.By, st.Item.Reviewer = pull.Author{Login: "maria", Kind: pull.Person}, "people"
			}
			return standings{w.declined(w.raised(101, "var price int", person)), w.raised(102, "var price int", person)}
		}, "", ""},
		"raised again after the code was gone": {nil, func(w *world) standings {
			first := w.declined(w.raised(101, "var price int"))
			first.Judgment.Class = feedback.Stale
			return standings{first, w.raised(102, "var price int")}
		}, "", ""},
		"its line is in no file any more": {nil, func(w *world) standings {
			return standings{w.raised(101, "var price float64", outdated)}
		}, feedback.Stale, ""},
		"its line has moved to another file": {files{"money/money.go": "package money\n\n\tvar price float64\n"}, func(w *world) standings {
			return standings{w.raised(101, "var price float64", outdated)}
		}, "", ""},
		"its line is too short to be looked for": {nil, func(w *world) standings {
			return standings{w.raised(101, "}", outdated)}
		}, "", ""},
		"its line is gone, but somebody has answered": {nil, func(w *world) standings {
			return standings{w.raised(101, "var price float64", outdated, func(st *feedback.Standing) { st.Item.Version.Comment = 109 })}
		}, "", ""},
		"a person spoke of the line that is gone": {nil, func(w *world) standings {
			return standings{w.raised(101, "var price float64", outdated, func(st *feedback.Standing) { st.Item.By.Kind = pull.Person })}
		}, "", ""},
		"a maintainer wrote the change out": {nil, func(w *world) standings {
			return standings{w.written(101, pull.Maintainer, "Like this:")}
		}, feedback.Valid, ""},
		"a maintainer asks beside it": {nil, func(w *world) standings {
			return standings{w.written(101, pull.Maintainer, "Or is that too long?")}
		}, "", ""},
		"a stranger wrote a change out": {nil, func(w *world) standings {
			return standings{w.written(101, pull.Outsider, "Like this:")}
		}, "", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, files{"cart.go": "package cart\n"})
			if c.head != nil {
				w.pushed(c.head)
				w.host.head = w.tip()
			}
			w.agents.are(map[string]hand{"one": func(_ *testing.T, _ string, r agent.Request) (agent.Report, error) {
				return agent.Report{Judgments: []agent.Judgment{{Item: r.Items[0].ID, Class: feedback.NeedsHuman, Reason: "unclear", Question: &feedback.Question{Text: "which?", Investigated: "both", Options: []feedback.Option{{Option: "this", Tradeoff: "not that"}}}}}}, nil
			}})
			did := w.perform(w.triage(1, c.given(w)...))
			want(t, did, journal.Done, "")
			got := did.Outcome.Judgments[0]
			if c.class == "" {
				if len(w.agents.asked) != 1 || got.Source != feedback.ByAgent {
					t.Errorf("no agent was asked: %+v", got)
				}
				return
			}
			if len(w.agents.asked) != 0 || did.Outcome.Runs != 0 || got.Source != feedback.ByRule || got.Class != c.class || got.Primary != c.primary || got.Reason == "" {
				t.Errorf("%d agents were asked; judged %+v", len(w.agents.asked), got)
			}
		})
	}
}

// written is a person's comment that holds the new text.
func (w *world) written(id int64, trust pull.Trust, words string) feedback.Standing {
	st := w.suggests(id, "cart.go", 1, 1, "package shop")
	st.Item.By, st.Item.Reviewer = pull.Author{Login: "maria", Kind: pull.Person, Trust: trust}, "people"
	st.Item.Body = words + "\n```suggestion\npackage shop // why not?\n```\n"
	st.Judgment = nil
	return st
}

func TestAnAgentIsAskedOnlyWhatNoRuleKnows(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.agents.are(map[string]hand{"one": func(_ *testing.T, _ string, r agent.Request) (agent.Report, error) {
		return agent.Report{CostUSD: 0.25, Judgments: []agent.Judgment{{Item: r.Items[0].ID, Class: feedback.Valid, Reason: "true"}}}, nil
	}})
	did := w.perform(w.triage(2, w.declined(w.raised(101, "var price int")), w.raised(102, "var price int"), w.raised(103, "var total int")))
	want(t, did, journal.Done, "")
	if len(w.agents.asked) != 1 || len(w.agents.asked[0].Items) != 1 || w.agents.asked[0].Items[0].ID != "t103" {
		t.Fatalf("asked %+v", w.agents.asked)
	}
	if js := did.Outcome.Judgments; len(js) != 2 || js[0].At.Item != "t102" || js[1].At.Item != "t103" || did.Outcome.Spent != 250000 {
		t.Errorf("%+v", did.Outcome)
	}
}
