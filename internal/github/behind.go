package github

import (
	"context"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Behind reports that a commit is the tip of a branch of the base repository, or
// an ancestor of it. A commit that the host does not know is none.
func (c *Client) Behind(ctx context.Context, ref pull.Ref, commit pull.Oid, branch string) (bool, error) {
	ctx = about(ctx, ref)
	compared, _, err := c.rest.Repositories.CompareCommits(ctx, ref.Owner, ref.Repo, string(commit), branch, nil)
	if err != nil {
		failure := c.restFailure(err)
		if class := action.ClassOf(failure); class == action.Gone || class == action.Refused {
			return false, nil
		}
		return false, failure
	}
	return compared.GetStatus() == "ahead" || compared.GetStatus() == "identical", nil
}
