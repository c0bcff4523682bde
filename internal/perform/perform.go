// Package perform carries out one action: one file for each kind.
//
// It promises that what a deed expects is read again right before its effect,
// that every word which leaves the house carries our mark, and that the end is
// told truthfully: done only when the host said so, doubtful when the answer
// was lost. It refuses to judge whether a deed should be done.
package perform

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
	"github.com/settlehq/settle/internal/view"
)

// Performer carries out deeds. All fields but Line, Post and Says are required. Safe
// for use by several goroutines.
type Performer struct {
	Host   Host
	Repo   Repo
	Checks Checks
	Agents Agents
	Blobs  Blobs
	Clock  Clock
	Marks  mark.Secret
	Post   Post              // nil: what would be told beside GitHub is barred
	Says   Says              // nil: what our auditor finds is published nowhere
	Line   func(line string) // output of agents as it comes: untrusted text; may be nil
}

// Scene is what a deed is given: what was seen and decided, the begun deed and
// the journal that it rests on.
type Scene struct {
	Snapshot pull.Snapshot
	Policy   policy.Policy
	History  journal.History
	Deed     journal.Deed
	Action   action.Action
	From     journal.Deed // for verify and push: the deed whose outcome holds the commit
	Verdict  verdict.Verdict
}

// Do carries out one begun deed. The result has the state done, lapsed, barred
// or doubtful.
func (p *Performer) Do(ctx context.Context, s Scene) journal.Did {
	d := deed{Performer: p, Scene: s}
	outcome, err := d.do(ctx)
	did := settled(s.Deed, err)
	did.Outcome = outcome
	if did.Outcome == nil && err != nil {
		did.Outcome = &journal.Outcome{Text: said(err)}
	}
	return did
}

// deed is one deed being carried out.
type deed struct {
	*Performer
	Scene
}

func (d deed) do(ctx context.Context) (*journal.Outcome, error) {
	switch d.Action.Kind {
	case action.Reply:
		return d.reply(ctx)
	case action.Resolve:
		return d.resolve(ctx)
	case action.Ask:
		return d.ask(ctx)
	case action.Push:
		return d.push(ctx)
	case action.Rerun:
		return d.rerun(ctx)
	case action.Ready:
		return d.ready(ctx)
	case action.Tell:
		return d.tell(ctx)
	case action.FollowUp:
		return d.followUp(ctx)
	case action.Retract:
		return d.retract(ctx)
	case action.Work:
		return d.work(ctx)
	}
	return nil, action.Fail(action.Refused, fmt.Errorf("%s is not carried out by this release", d.Action.Kind))
}

// settled tells the end of a deed from its error.
func settled(deed journal.Deed, err error) journal.Did {
	did := journal.Did{Key: deed.Key, Try: deed.Try, State: journal.Done}
	if err == nil {
		return did
	}
	did.State = journal.Lapsed
	switch action.ClassOf(err) {
	case action.Lost:
		did.State = journal.Doubtful
	case action.Limited, action.Later:
		did.Why, did.NotBefore = journal.Limited, until(err)
	case action.Moved, action.Gone:
		did.Why = journal.Moved
	case action.NotAllowed, action.Refused:
		did.State, did.Why = journal.Barred, journal.Refused
	case action.Broken:
		did.Why = journal.Failed
	}
	if deed.Key.Kind() == action.Work && did.State == journal.Doubtful {
		did.State, did.Why = journal.Lapsed, journal.Failed // a work has no effect outside
	}
	return did
}

func until(err error) time.Time {
	var failure *action.Failure
	if errors.As(err, &failure) {
		return failure.Until
	}
	return time.Time{}
}

// textLimit bounds what is kept of an error, in bytes.
const textLimit = 2000

func said(err error) string {
	text := strings.ToValidUTF8(err.Error(), "?")
	if len(text) > textLimit {
		text = strings.ToValidUTF8(text[:textLimit], "") + " …"
	}
	return text
}

// marked appends the receipt of this deed to a text.
func (d deed) marked(kind mark.Kind, word, text string) string {
	receipt := d.Marks.Write(d.Snapshot.Ref.String(), mark.Mark{Kind: kind, Digest: d.Deed.Key.Digest(), Word: word})
	return text + "\n\n" + receipt
}

// told is what a public text about the whole pull request is made of.
func (d deed) told() view.Facts {
	return view.Facts{
		Ref: d.Snapshot.Ref, Now: d.Clock.Now(), Snapshot: &d.Snapshot, ObservedAt: d.Snapshot.At,
		Verdict: d.Verdict, Policy: d.Policy, History: d.History,
	}
}
