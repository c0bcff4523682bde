package github

import (
	"context"

	"github.com/settlehq/settle/internal/pull"
)

// Rerun starts a job of Actions that has ended once more; its number is that of
// its check run. The host refuses what runs already. Check runs of other apps
// can be started again by these apps alone.
func (c *Client) Rerun(ctx context.Context, ref pull.Ref, check int64) error {
	ctx = about(ctx, ref)
	_, err := c.rest.Actions.RerunJobByID(ctx, ref.Owner, ref.Repo, check)
	return c.restFailure(err)
}
