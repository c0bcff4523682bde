package cluster

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// rounded is an ask about arithmetic; unopened one about nothing on the list.
const (
	rounded  = "Totals are rounded once a line."
	unopened = "Please reconsider."
)

// talk is a pull request under review: what was said in which round.
type talk struct {
	s     pull.Snapshot
	h     journal.History
	items []feedback.Standing
}

func newTalk() *talk { return &talk{h: journal.History{Deeds: map[action.Key]journal.Deed{}}} }

// asks opens a thread with an ask, and gives what stands of it to change.
func (w *talk) asks(id int64, path, body string, more ...func(*feedback.Standing)) {
	said := noon.Add(time.Duration(id) * time.Minute)
	st := feedback.Standing{Disposition: feedback.Open, Item: feedback.Item{
		ID: feedback.ItemID(fmt.Sprintf("t%d", id)), Version: feedback.Version{Comment: id, Unix: said.Unix()}, Thread: fmt.Sprintf("T%d", id),
		By: pull.Author{Login: "cursor", Kind: pull.Bot}, Reviewer: "bugbot", Title: body, Body: body, Where: feedback.Place{Path: path, Line: int(id)},
	}}
	for _, change := range more {
		change(&st)
	}
	w.items = append(w.items, st)
	w.s.Threads = append(w.s.Threads, pull.Thread{
		NodeID: st.Item.Thread, Path: path, Resolved: st.Item.Resolved, Outdated: st.Item.Outdated, Comments: []pull.Comment{{ID: id, CreatedAt: said}},
	})
}

// round judges the items that came last, so many.
func (w *talk) round(count int) {
	w.h.Rounds++
	var at []feedback.At
	for i := len(w.items) - count; i < len(w.items); i++ {
		at = append(at, w.items[i].Item.At())
	}
	key := action.TriageKey(at)
	w.h.Deeds[key] = journal.Deed{Key: key, State: journal.Done, StartedAt: noon.Add(time.Duration(w.h.Rounds) * time.Hour), Items: at}
}

// What a standing may be beside open and new.
func resolved(st *feedback.Standing) { st.Item.Resolved, st.Item.FYI = true, true } // by somebody else
func outdated(st *feedback.Standing) { st.Item.Outdated = true }
func fyi(st *feedback.Standing)      { st.Item.FYI = true }
func escalated(st *feedback.Standing) {
	st.Disposition, st.Judgment = feedback.Escalated, &feedback.Judgment{Class: feedback.NeedsHuman}
}

func fixed(st *feedback.Standing) {
	st.Disposition, st.Commit, st.Item.Resolved = feedback.Fixed, "c07be21aaaa", true
	st.Judgment = &feedback.Judgment{Class: feedback.Valid}
}

func declined(st *feedback.Standing) {
	st.Disposition, st.Judgment = feedback.Declined, &feedback.Judgment{Class: feedback.Invalid}
}

// found prints the clusters: theme@area: open | settled before.
func (w *talk) found() string {
	var lines []string
	for _, c := range Find(w.s, w.h, w.items) {
		line := c.ID + ":"
		for _, id := range c.Items {
			line += " " + string(id)
		}
		line += " |"
		for _, p := range c.Prior {
			line += " " + string(p.ID)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

func (w *talk) want(t *testing.T, want string) {
	t.Helper()
	if got := w.found(); got != want {
		t.Errorf("found %q, want %q", got, want)
	}
}

// shuffled must find the same whatever the order of the items.
func (w *talk) shuffled(t *testing.T) {
	t.Helper()
	want := len(strings.Fields(w.found()))
	slices.Reverse(w.items)
	if got := len(strings.Fields(w.found())); got != want {
		t.Errorf("in another order %d words are found, want %d: %s", got, want, w.found())
	}
	slices.Reverse(w.items)
}
