package view

import (
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

func TestAHeadOfSomebodyElseIsTold(t *testing.T) {
	began := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	saw := func(seq int64, head pull.Oid) journal.Entry {
		return journal.Entry{Seq: seq, At: began.Add(time.Duration(seq) * time.Minute), Saw: &journal.Saw{Digest: string(head), Head: head}}
	}
	did := func(seq int64, state journal.State) journal.Entry {
		return journal.Entry{Seq: seq, At: began.Add(time.Duration(seq) * time.Minute), Did: &journal.Did{
			Key: action.PushKey("2222222abc"), Try: 1, State: state, Outcome: &journal.Outcome{Commit: "2222222abc"},
		}}
	}
	entries := []journal.Entry{saw(1, "1111111abc"), did(2, journal.Wanted), did(3, journal.Started), did(4, journal.Done), saw(5, "2222222abc"), saw(6, "3333333abc")}
	f := Facts{Now: began.Add(time.Hour), Entries: entries, History: journal.Fold(entries)}
	var told []string
	for _, m := range momentsOf(f, began) {
		if m.foreign != "" {
			told = append(told, strings.Join(m.lines(f, Page{}), "\n"))
		}
	}
	if len(told) != 1 || !strings.Contains(strings.Join(strings.Fields(told[0]), " "), "moved somebody else brought the head to 3333333;") {
		t.Errorf("told %q", told)
	}
	if after := momentsOf(f, began.Add(7*time.Minute)); len(after) != 0 {
		t.Errorf("%d entries from before the time that was asked for", len(after))
	}
}
