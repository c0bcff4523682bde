package app

import (
	"context"
	"reflect"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/payload"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/strictjson"
	"github.com/settlehq/settle/internal/verdict"
	"github.com/settlehq/settle/internal/view"
)

// File is a file of another tool that was read and not yet held against a pull
// request. It answers with judgments in a person's name, or a *Refusal.
type File interface {
	Judgments(payload.Asks) ([]feedback.Judgment, error)
}

// Refusal says what is wrong with a file of another tool.
type Refusal = strictjson.Refusal

// ReadTriage reads a triage payload; the error is a *Refusal.
func ReadTriage(data []byte) (File, error) { return payload.ReadTriage(data) }

// ReadFix reads a fix payload; the error is a *Refusal.
func ReadFix(data []byte) (File, error) { return payload.ReadFix(data) }

// Triage gives the triage payload of what is known now. It writes nothing.
func (a *App) Triage(ctx context.Context, ref pull.Ref) (view.Facts, view.Triaged, error) {
	facts, err := a.Look(ctx, ref)
	if err != nil {
		return facts, view.Triaged{}, err
	}
	return facts, view.NewTriaged(facts, payload.Known(facts.Verdict.Items, facts.Policy), "", nil, false), nil
}

// Source is a file with its name and the person who gives it.
type Source struct {
	File
	Name     string
	Who      string
	Detached bool // what was stored about the asks is not asked for
}

// Judge takes another tool's judgments of a pull request's asks: all of them or
// none. Without record they are only held against it.
func (a *App) Judge(ctx context.Context, ref pull.Ref, from Source, record bool) (view.Facts, view.Triaged, error) {
	facts, judgments, err := a.held(ctx, ref, from)
	record = record && isJudged(facts)
	if err == nil && record {
		err = a.tellOf(ctx, ref, from, facts.History, judgments)
	}
	if err != nil {
		return facts, view.Triaged{}, err
	}
	return facts, view.NewTriaged(facts, nil, from.Name, judgments, record), nil
}

// held looks, and holds a file against what is seen. Where the asks are not
// known (a gap, a pause) there are no judgments, and the facts say why.
func (a *App) held(ctx context.Context, ref pull.Ref, from Source) (view.Facts, []feedback.Judgment, error) {
	facts, err := a.Look(ctx, ref)
	if err != nil || !isJudged(facts) {
		return facts, nil, err
	}
	judgments, err := from.Judgments(payload.Asks{
		Ref: ref, Standings: facts.Verdict.Items, Judged: facts.History.Judged, Snapshot: *facts.Snapshot, Detached: from.Detached,
	})
	return facts, judgments, err
}

// isJudged: the verdict knows the asks.
func isJudged(f view.Facts) bool {
	return f.Snapshot != nil && f.Verdict.Gate(verdict.GateFeedback).Holds != verdict.Maybe
}

// tellOf writes the judgments of a file down as one line; what is known already
// is not said again.
func (a *App) tellOf(ctx context.Context, ref pull.Ref, from Source, h journal.History, judgments []feedback.Judgment) error {
	if isKnown(h, judgments) {
		return nil
	}
	return a.Tell(ctx, ref, told(from, judgments))
}

func told(from Source, judgments []feedback.Judgment) journal.Told {
	return journal.Told{Who: from.Who, Word: journal.Answer, Judgments: judgments, Text: from.Name}
}

func isKnown(h journal.History, judgments []feedback.Judgment) bool {
	for _, j := range judgments {
		if !reflect.DeepEqual(h.Judged[j.At.Item], j) {
			return false
		}
	}
	return true
}
