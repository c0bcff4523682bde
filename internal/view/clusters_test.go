package view

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

// recurring is a pull request on which a cause came back once more.
func recurring() Facts {
	f := world()
	last := &f.Verdict.Items[8]
	last.Disposition, last.Cluster = feedback.Open, "arithmetic@cart.go"
	last.Recurrence = &feedback.Recurrence{Raised: 2, Prior: feedback.Declined, Commits: []pull.Oid{fixCommit}, FirstRound: 3}
	f.Verdict.Items[7].Recurrence = &feedback.Recurrence{Reopened: true, Attempts: 1, FirstRound: 1}
	f.Verdict.Clusters = []feedback.Cluster{{
		Schema: feedback.ClusterSchema, ID: "arithmetic@cart.go", Theme: "arithmetic", Area: "cart.go", Files: []string{"cart.go"}, Items: []feedback.ItemID{last.Item.ID},
		Prior: []feedback.Prior{{ID: "t2203844821", Category: "arithmetic", Path: "cart.go", Status: feedback.PreviouslyResolved}}, Hypothesis: "The cause may stand.",
	}}
	f.History.Deeds["fix/1"] = journal.Deed{Key: action.FixKey(oldOid, []feedback.At{last.Item.At()}, 0), State: journal.Done, Seq: 7, Round: 2, Outcome: journal.Outcome{
		Clusters: []feedback.ClusterClaim{{ID: "arithmetic@cart.go", Reading: feedback.CorrectButIncomplete, Items: []feedback.ItemID{"t2203844827"}, Prior: []feedback.ItemID{"t2203844821"}, Searched: []string{"tax.go", "fee.go"}}},
	}}
	f.History.Deeds["fix/2"] = journal.Deed{Key: action.FixKey(oldOid, nil, 1), State: journal.Lapsed, Seq: 8, Outcome: journal.Outcome{Clusters: []feedback.ClusterClaim{{ID: "never done"}}}}
	return f
}

func TestWhatBelongsTogetherIsShownWithItsReading(t *testing.T) {
	got := NewThreads(recurring())
	for _, want := range []string{
		"  together   arithmetic in cart.go: t4841; settled before: t4821\n",
		"  read       t4827 after t4821: correct but incomplete; searched tax.go, fee.go\n",
		"Overflow of", "(settled before)",
	} {
		if page := got.Text(Page{Width: 120, Unicode: true, Live: true}); !strings.Contains(page, want) {
			t.Errorf("lacks %q:\n%s", want, page)
		}
	}
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"clusters":[{"schema":"settle.cluster/1","id":"arithmetic@cart.go"`, `"cluster":"arithmetic@cart.go","duplicate_of"`,
		`"readings":[{"cluster":"arithmetic@cart.go","reading":"correct_but_incomplete","items":["t2203844827"],"searched":["tax.go","fee.go"],"prior":["t2203844821"],"round":2}]`,
		`"recurrence":{"reopened":false,"attempt_count":0,"raised_before":2,"prior_disposition":"declined","prior_commits":["` + string(fixCommit) + `"],"first_seen_round":3}`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("lacks %s:\n%s", want, text)
		}
	}
}

func TestWhatCameBackIsCounted(t *testing.T) {
	if n := NewStatus(recurring()).Recurrences; n == nil || *n != 2 {
		t.Errorf("counted %v", n)
	}
	if s := NewStatus(recurring()); len(s.Clusters) != 1 || len(s.Readings) != 1 || s.Readings[0].Reading != "correct_but_incomplete" {
		t.Errorf("the status has %+v, read as %+v", s.Clusters, s.Readings)
	}
	if d := DeedOf(recurring(), "fix/1"); len(d.Readings) != 1 || len(d.Readings[0].Searched) != 2 {
		t.Errorf("the deed has %+v", d.Readings)
	}
	if n := NewStatus(world()).Recurrences; n == nil || *n != 0 {
		t.Errorf("where nothing came back: %v", n)
	}
	if n := NewStatus(pausedFacts()).Recurrences; n != nil {
		t.Errorf("where nothing was judged: %d", *n)
	}
}

func TestExplainTellsHowAnAgentReadACluster(t *testing.T) {
	f := story()
	for i, e := range f.Entries {
		if e.Did != nil && e.Did.Key.Task() == action.Fix && e.Did.State == journal.Done {
			out := *e.Did.Outcome
			out.Clusters = []feedback.ClusterClaim{{ID: "arithmetic@cart.go", Reading: feedback.BandAid, Items: []feedback.ItemID{"t2203844821"}, Prior: []feedback.ItemID{"t2203844829"}}}
			f.Entries[i].Did.Outcome = &out
		}
	}
	if page := NewExplain(f, noon.AddDate(-1, 0, 0)).Text(live); !strings.Contains(page, "arithmetic@cart.go  t4821 after t4829: band aid") {
		t.Errorf("the page:\n%s", page)
	}
}

// One decision for several asks is asked for once; the others point to it.
func TestOneMatterIsOneQuestion(t *testing.T) {
	f := world()
	for i := range 3 {
		st := &f.Verdict.Items[i]
		st.Disposition, st.Judgment.Class = feedback.Escalated, feedback.NeedsHuman
		st.Judgment.Question = &feedback.Question{Text: "One cause: shall totals be kept in cents?"}
		if i > 0 {
			st.Judgment.Primary = f.Verdict.Items[0].Item.ID
		}
	}
	if questions := NewStatus(f).Questions; len(questions) != 1 || questions[0].Item != "t2203844821" {
		t.Errorf("asked is %+v", questions)
	}
	st := f.Verdict.Items[1]
	got, err := Reply(action.Say{Disposition: feedback.Escalated, Standing: &st, Primary: &f.Verdict.Items[0], ReplyTo: 1}, f.Policy.Answers)
	want := "Same matter as https://github.com/acme/shop/pull/42#discussion_r99; it waits for the decision that is asked for there. Left open."
	if err != nil || got != want {
		t.Errorf("said is %q, %v", got, err)
	}
}
