package view

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
)

func TestNoOpenAskIsNotCalledReady(t *testing.T) {
	f := story()
	f.Verdict.Items = nil
	got := NewTriaged(f, nil, "", nil, false).Text(Page{})
	if !strings.Contains(got, "no ask is open; settle status tells whether it is ready") {
		t.Errorf("got %q", got)
	}
}

// A person's own words are said of the end that they meant, and of no other.
func TestOwnWordsAreNotSaidOfAnotherEnd(t *testing.T) {
	own := &feedback.Judgment{Class: feedback.Valid, Source: feedback.ByPerson, Commit: fixCommit, Reason: "Rounded once", Reply: "Done in my last commit."}
	st := feedback.Standing{Judgment: own, Disposition: feedback.Fixed, Commit: fixCommit}
	said := func(st feedback.Standing) string {
		text, err := Reply(action.Say{Disposition: st.Disposition, Standing: &st, ReplyTo: 1}, policy.Answers{})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if got := said(st); got != own.Reply {
		t.Errorf("fixed: %q", got)
	}
	lost := st
	lost.Disposition, lost.Why, lost.Commit = feedback.Escalated, "not_in_head", ""
	if got := said(lost); strings.Contains(got, "Done") || !strings.Contains(got, "which one is it?") {
		t.Errorf("the commit is gone: %q", got)
	}
	plain := *own
	plain.Reply, st.Judgment = "", &plain
	if got := said(st); got != "Fixed in "+fixCommit.Short()+": Rounded once." {
		t.Errorf("without own words: %q", got)
	}
}
