package perform

import (
	"context"

	"github.com/settlehq/settle/internal/journal"
)

// rerun starts a check that broke off once more. The host refuses what runs
// already, so that nothing is started twice.
func (d deed) rerun(ctx context.Context) (*journal.Outcome, error) {
	if _, err := d.expect(ctx, ""); err != nil {
		return nil, err
	}
	return nil, d.Host.Rerun(ctx, d.Snapshot.Ref, d.Action.Rerun.Check)
}
