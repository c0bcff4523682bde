package perform

import (
	"context"
	"errors"
	"fmt"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/view"
)

var errNoReady = errors.New("marking ready is left to a person by --no-ready")

// tell lets people know: a label while they are waited for, letters wherever
// policy sends them, a report at the end.
func (d deed) tell(ctx context.Context) (*journal.Outcome, error) {
	say := d.Action.Say
	switch say.Audience {
	case "label":
		return nil, d.Host.AddLabel(ctx, d.Snapshot.Ref, say.Text)
	case "report":
		return d.report(ctx)
	case "check":
		return nil, d.publish(ctx)
	case "correction":
		return d.correct(ctx)
	case "question", "notice":
		return nil, d.letter(ctx)
	case "issue":
		return d.issue(ctx)
	}
	return nil, action.Fail(action.Refused, fmt.Errorf("no way to tell %q", say.Audience))
}

// report writes the closing report; an earlier one of ours is rewritten, so
// that one stands at most.
func (d deed) report(ctx context.Context) (*journal.Outcome, error) {
	text, err := view.ClosingReport(d.told(), d.Action.Say.Standings)
	if err != nil {
		return nil, action.Fail(action.Refused, err)
	}
	body := d.marked(mark.Report, "", text)
	for _, c := range d.Snapshot.Comments {
		for _, m := range c.Marks {
			if c.Ours && m.Kind == mark.Report && m.Proved {
				posted, err := d.Host.EditComment(ctx, d.Snapshot.Ref, c.ID, body)
				return d.posted(posted, err)
			}
		}
	}
	posted, err := d.Host.Comment(ctx, d.Snapshot.Ref, body)
	return d.posted(posted, err)
}
