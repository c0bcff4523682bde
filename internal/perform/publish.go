package perform

import (
	"context"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
	"github.com/settlehq/settle/internal/view"
)

// publish says outside, at the head that was judged, how the pull request
// stands. Only ready is a success; what no waiting changes is a failure. Nothing
// is read again before: it speaks of a commit, and is true of that one.
func (d deed) publish(ctx context.Context) error {
	facts := d.told()
	text, err := view.CheckText(facts)
	if err != nil {
		return action.Fail(action.Refused, err)
	}
	said := pull.Publication{Head: d.Snapshot.Head, Status: pull.CheckRunning, Title: view.CheckTitle(facts), Text: text, URL: d.Snapshot.URL}
	switch d.Verdict.Phase {
	case verdict.Ready:
		said.Status = pull.CheckSuccess
	case verdict.Blocked:
		said.Status = pull.CheckFailure
	}
	for _, c := range d.Snapshot.Checks {
		if c.Ours && c.Head == d.Snapshot.Head {
			said.ID = c.ID
		}
	}
	return d.Host.Publish(ctx, d.Snapshot.Ref, said)
}
