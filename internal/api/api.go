// Package api holds the questions that every door asks, and the words that a
// person can say at one.
//
// It promises that all doors get the same answer to the same question. It
// refuses to act: what a person says is written down, and the loop reads it.
package api

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// House is what questions are answered from.
type House interface {
	// Look observes now and judges; it writes nothing.
	Look(ctx context.Context, ref pull.Ref) (view.Facts, error)
	// Remembered gives the last observation, without asking the host.
	Remembered(ctx context.Context, ref pull.Ref) (view.Facts, error)
	Known(ctx context.Context) ([]pull.Ref, error)
	Tell(ctx context.Context, ref pull.Ref, told journal.Told) error
}

// API answers for one house. Safe for several goroutines.
type API struct{ House House }

// ErrNoItem says that a text names no item, or several.
var ErrNoItem = errors.New("no such item")

// Facts looks now, or, offline, at what is remembered.
func (a API) Facts(ctx context.Context, ref pull.Ref, offline bool) (view.Facts, error) {
	if offline {
		return a.House.Remembered(ctx, ref)
	}
	return a.House.Look(ctx, ref)
}

// Explain tells every decision and the deeds after it, about one item where
// that is not empty.
func (a API) Explain(ctx context.Context, ref pull.Ref, item string, since time.Time) (view.Explain, error) {
	facts, err := a.House.Remembered(ctx, ref)
	if err != nil {
		return view.Explain{}, err
	}
	explain := view.NewExplain(facts, since)
	if item == "" {
		return explain, nil
	}
	st, err := Find(facts, item)
	if err != nil {
		return view.Explain{}, err
	}
	return explain.About(st.Item.ID), nil
}

// Find resolves an item: its id, or an unambiguous tail of it behind its letter.
func Find(f view.Facts, text string) (feedback.Standing, error) {
	var found []feedback.Standing
	for _, st := range f.Verdict.Items {
		id := string(st.Item.ID)
		if id == text {
			return st, nil
		}
		if len(text) > 1 && id[0] == text[0] && strings.HasSuffix(id, text[1:]) || strings.HasSuffix(id, text) {
			found = append(found, st)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return feedback.Standing{}, fmt.Errorf("%w: %q is none of the %d items of %s", ErrNoItem, text, len(f.Verdict.Items), f.Ref)
	}
	return feedback.Standing{}, fmt.Errorf("%w: %q could be %s or %s", ErrNoItem, text, found[0].Item.ID, found[1].Item.ID)
}

// Say writes down that a person pauses, resumes or stops a pull request. What is
// under way when it is paused or stopped may end, and is kept.
func (a API) Say(ctx context.Context, ref pull.Ref, who string, word journal.Word) error {
	return a.House.Tell(ctx, ref, journal.Told{Who: who, Word: word})
}

// StopNow writes down that a person stops a pull request with what is under way
// there: a running agent is ended, and its work is lost.
func (a API) StopNow(ctx context.Context, ref pull.Ref, who string) error {
	return a.House.Tell(ctx, ref, journal.Told{Who: who, Word: journal.Stop, Now: true})
}
