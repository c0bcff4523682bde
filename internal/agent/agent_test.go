package agent

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

func asked(task action.Task) Request {
	return Request{Schema: RequestSchema, Task: task, Items: []Item{{ID: "t1"}, {ID: "t2"}}}
}

func TestAReportSpeaksOfExactlyTheItemsAsked(t *testing.T) {
	const head = `{"schema":"settle.report/1","task":"triage","judgments":[`
	const one = `{"item":"t1","class":"valid","reason":"true"}`
	const two = `{"item":"t2","class":"invalid","reason":"whole cents"}`
	cases := map[string]struct{ text, wrong string }{
		"good":                {head + one + "," + two + "]}", ""},
		"duplicate":           {head + one + `,{"item":"t2","class":"valid","reason":"same","primary":"t1"}]}`, ""},
		"missing":             {head + one + "]}", "no judgment of t2"},
		"unknown":             {head + one + "," + two + `,{"item":"t9","class":"valid","reason":"x"}]}`, `"t9", which was not asked`},
		"twice":               {head + one + "," + one + "," + two + "]}", "second judgment of t1"},
		"class":               {head + one + `,{"item":"t2","class":"maybe","reason":"x"}]}`, `unknown class "maybe"`},
		"no reason":           {head + one + `,{"item":"t2","class":"valid","reason":""}]}`, "no reason"},
		"itself":              {head + one + `,{"item":"t2","class":"valid","reason":"x","primary":"t2"}]}`, "duplicates itself"},
		"foreign primary":     {head + one + `,{"item":"t2","class":"valid","reason":"x","primary":"t7"}]}`, "t7, which was not asked"},
		"circle":              {head + `{"item":"t1","class":"valid","reason":"x","primary":"t2"},{"item":"t2","class":"valid","reason":"x","primary":"t1"}]}`, "duplicate too"},
		"no question":         {head + one + `,{"item":"t2","class":"needs_human","reason":"x"}]}`, "without a question"},
		"nothing looked into": {head + one + `,{"item":"t2","class":"needs_human","reason":"x","question":{"text":"a or b?","options":[{"option":"a","tradeoff":"no b"}]}}]}`, "what was looked into"},
		"no options":          {head + one + `,{"item":"t2","class":"needs_human","reason":"x","question":{"text":"a or b?","investigated":"c"}}]}`, "no options"},
		"an option for free":  {head + one + `,{"item":"t2","class":"needs_human","reason":"x","question":{"text":"a or b?","investigated":"c","options":[{"option":"a","tradeoff":""}]}}]}`, "option 1"},
		"a whole question":    {head + one + `,{"item":"t2","class":"needs_human","reason":"x","question":{"text":"a or b?","investigated":"c","options":[{"option":"a","tradeoff":"no b"}]}}]}`, ""},
		"other task":          {strings.Replace(head, "triage", "fix", 1) + "]}", `about a "fix"`},
		"other schema":        {strings.Replace(head, "report/1", "report/2", 1) + one + "," + two + "]}", "schema"},
		"unknown field":       {head + one + "," + two + `],"confidence":1}`, "confidence"},
		"two values":          {head + one + "," + two + "]} {}", "something follows"},
		"cut in the middle":   {head + one, "unexpected EOF"},
	}
	for name, c := range cases {
		_, err := DecodeReport([]byte(c.text), asked(action.Triage))
		switch {
		case c.wrong == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)):
			t.Errorf("%s: got %v, want %q", name, err, c.wrong)
		}
	}
}

func TestEveryOutcomeSaysWhatOrWhy(t *testing.T) {
	good := Outcome{Item: "t1", Outcome: feedback.Fixed, Summary: "rounded once"}
	cases := map[string]struct {
		second Outcome
		wrong  string
	}{
		"good":       {Outcome{Item: "t2", Outcome: feedback.Failed, Why: "not reproduced"}, ""},
		"no summary": {Outcome{Item: "t2", Outcome: feedback.Fixed}, "without a summary"},
		"no why":     {Outcome{Item: "t2", Outcome: feedback.Declined}, "without a why"},
		"not ours":   {Outcome{Item: "t2", Outcome: feedback.Escalated, Why: "x"}, "unknown word"},
	}
	for name, c := range cases {
		r := Report{Schema: ReportSchema, Task: action.Fix, Outcomes: []Outcome{good, c.second}}
		err := r.Check(asked(action.Fix))
		if (err == nil) != (c.wrong == "") || (err != nil && !strings.Contains(err.Error(), c.wrong)) {
			t.Errorf("%s: got %v, want %q", name, err, c.wrong)
		}
	}
}

func TestAnAuditMayFindNothing(t *testing.T) {
	r := Report{Schema: ReportSchema, Task: action.Audit}
	if err := r.Check(asked(action.Audit)); err != nil {
		t.Error(err)
	}
	r.Findings = []feedback.Finding{{Title: "no body"}}
	if err := r.Check(asked(action.Audit)); err == nil {
		t.Error("a finding without a body was taken")
	}
}

func TestARequestIsReadBackAsItWasWritten(t *testing.T) {
	s := feedback.Standing{
		Item:     feedback.Item{ID: "t5", Version: feedback.Version{Comment: 6, Unix: 7}, By: pull.Author{Login: "maria", Trust: pull.Maintainer}, Body: "Why?", Where: feedback.Place{Path: "cart.go", Line: 3}},
		Judgment: &feedback.Judgment{At: feedback.At{Item: "t5"}, Class: feedback.Valid},
	}
	want := Request{Task: action.Fix, Head: "abc", Worktree: "/w", Items: []Item{ItemOf(s, "asked before")}, Budget: Budget{Time: time.Minute}}
	first, err := want.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := DecodeRequest(first)
	if err != nil {
		t.Fatal(err)
	}
	second, err := got.Encode()
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("%v, read back as\n%s\nwant\n%s", err, second, first)
	}
	if item := got.Items[0]; item.Version != "t5@6.7" || item.Trust != pull.Maintainer || item.Facts[0] != "asked before" {
		t.Errorf("item is %+v", item)
	}
	if _, err := DecodeRequest([]byte(`{"schema":"settle.request/2"}`)); err == nil {
		t.Error("another schema was taken")
	}
	if _, err := DecodeReport(make([]byte, MaxReport+1), want); err == nil || !strings.Contains(err.Error(), "over the limit") {
		t.Errorf("a huge report: %v", err)
	}
}

func TestTroubleIsToldApart(t *testing.T) {
	until := time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)
	err := error(&Trouble{Kind: Quota, Agent: "codex", Until: until, Err: errors.New("limit reached")})
	if KindOf(err) != Quota || KindOf(errors.New("else")) != "" {
		t.Error("kinds are mixed up")
	}
	if want := "agent codex: quota until 2026-11-21T18:00:00Z: limit reached"; err.Error() != want {
		t.Errorf("got %q", err)
	}
}
