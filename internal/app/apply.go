package app

import (
	"context"
	"slices"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/decide"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reconcile"
	"github.com/settlehq/settle/internal/verdict"
	"github.com/settlehq/settle/internal/view"
)

// fileApplied is the reason of a run that has done what a file asks for.
const fileApplied = "file_applied"

// ApplyOptions say what of a file is carried out; with neither Replies nor
// Resolutions it is a dry run.
type ApplyOptions struct {
	Replies     bool
	Resolutions bool
	Tell        func(f view.Facts, deed *journal.Did) // as in RunOptions
	Failed      func(err error, until time.Time)      // as in RunOptions
}

// Apply carries out another tool's file by the loop that carries out everything:
// its rows become a person's judgments, decide says what follows from them, and
// of that only the replies and resolves that were asked for are done. A dry run
// gives the facts with the deeds that would be begun, and writes nothing.
func (a *App) Apply(ctx context.Context, ref pull.Ref, from Source, o ApplyOptions) (view.Facts, view.Applied, error) {
	facts, judgments, err := a.held(ctx, ref, from)
	if err != nil {
		return facts, view.Applied{}, err
	}
	asked := application(from, facts, judgments, o)
	switch {
	case !isJudged(facts):
	case asked.Dry():
		facts = rehearsed(facts, from, judgments)
	default:
		facts, err = a.Run(ctx, ref, RunOptions{
			Tell: o.Tell, Failed: o.Failed, narrow: o.narrow(asked.Items),
			first: func(ctx context.Context) error { return a.tellOf(ctx, ref, from, facts.History, judgments) },
		})
	}
	return facts, view.NewApplied(facts, asked), err
}

func application(from Source, f view.Facts, judgments []feedback.Judgment, o ApplyOptions) view.Application {
	asked := view.Application{File: from.Name, Replies: o.Replies, Resolutions: o.Resolutions, Seq: f.History.Seq}
	for _, j := range judgments {
		asked.Items = append(asked.Items, j.At.Item)
		if j.KeepOpen {
			asked.Keep = append(asked.Keep, j.At.Item)
		}
	}
	return asked
}

// narrow lets only the deeds through that the file asks for. The loop is at rest
// when none of them is due, under way or to be tried again.
func (o ApplyOptions) narrow(items []feedback.ItemID) func(reconcile.Judge) reconcile.Judge {
	return func(judge reconcile.Judge) reconcile.Judge {
		next := judge.Next
		judge.Next = func(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
			v := next(s, h, p, now)
			v.Actions = slices.DeleteFunc(v.Actions, func(wish action.Action) bool { return !o.asks(wish, items) })
			if v.Phase == verdict.Ended || v.Phase == verdict.Paused || v.Gate(verdict.GateFeedback).Holds == verdict.Maybe {
				return v
			}
			v.Phase = verdict.Waiting
			if len(v.Actions) > 0 {
				v.Phase = verdict.Working
			} else if !o.unsettled(v, h, items, now) {
				v.Why = verdict.Reason{Code: fileApplied, Holds: verdict.Maybe}
			}
			return v
		}
		return judge
	}
}

func (o ApplyOptions) asks(wish action.Action, items []feedback.ItemID) bool {
	switch {
	case wish.Kind == action.Reply && wish.Say != nil:
		return o.Replies && slices.Contains(items, wish.Say.Item.Item)
	case wish.Kind == action.Resolve && wish.Thread != nil:
		return o.Resolutions && slices.Contains(items, wish.Thread.Item.Item)
	}
	return false
}

// unsettled: a deed of the file is in doubt, or failed and is tried again later.
func (o ApplyOptions) unsettled(v verdict.Verdict, h journal.History, items []feedback.ItemID, now time.Time) bool {
	for _, st := range v.Items {
		if !slices.Contains(items, st.Item.ID) {
			continue
		}
		for _, key := range []action.Key{action.ReplyKey(st.Item.At(), st.Disposition), action.ResolveKey(st.Item.At(), st.Disposition)} {
			deed := h.Deed(key)
			if deed.State.InFlight() || deed.State == journal.Lapsed && deed.NotBefore.After(now) {
				return true
			}
		}
	}
	return false
}

// rehearsed gives the facts as they would be with a file's judgments: first the
// replies that would be begun, then the resolves that follow when they stand.
func rehearsed(f view.Facts, from Source, judgments []feedback.Judgment) view.Facts {
	asked := ApplyOptions{Replies: true, Resolutions: true}
	items := application(from, f, judgments, asked).Items
	keep := func(v verdict.Verdict) []action.Action {
		return slices.DeleteFunc(v.Actions, func(wish action.Action) bool { return !asked.asks(wish, items) })
	}
	file := told(from, judgments)
	known := f.History.With(journal.Entry{Seq: f.History.Seq + 1, At: f.Now, Told: &file})
	f.Verdict = decide.Next(*f.Snapshot, known, f.Policy, f.Now)
	replies := keep(f.Verdict)
	answered := known
	for _, wish := range replies {
		done := journal.Did{Key: wish.Key, Try: 1, State: journal.Done}
		answered = answered.With(journal.Entry{Seq: answered.Seq + 1, At: f.Now, Did: &done})
	}
	then := decide.Next(*f.Snapshot, answered, f.Policy, f.Now)
	f.Verdict.Actions, f.Verdict.Items = append(replies, keep(then)...), then.Items
	f.DryRun = true
	return f
}
