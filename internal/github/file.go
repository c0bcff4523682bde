package github

import (
	"context"
	"errors"
	"fmt"

	rest "github.com/google/go-github/v92/github"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// largestFile bounds what File reads, in bytes.
const largestFile = 64 << 10

// File reads one text file of the repository of ref as it is in a commit. A path
// that is no file there, and a file that is too large, are Gone and Refused.
func (c *Client) File(ctx context.Context, ref pull.Ref, path string, at pull.Oid) (string, error) {
	ctx = about(ctx, ref)
	file, _, _, err := c.rest.Repositories.GetContents(ctx, ref.Owner, ref.Repo, path, &rest.RepositoryContentGetOptions{Ref: string(at)})
	switch {
	case err != nil:
		return "", c.restFailure(err)
	case file == nil:
		return "", action.Fail(action.Gone, errors.New("it is a folder"))
	case file.GetSize() > largestFile:
		return "", action.Fail(action.Refused, fmt.Errorf("it has %d bytes, more than %d", file.GetSize(), largestFile))
	}
	text, err := file.GetContent()
	if err != nil {
		return "", action.Fail(action.Refused, fmt.Errorf("decode it: %w", err))
	}
	return text, nil
}
