package github

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/settlehq/settle/internal/pull"
)

// Unchanged asks by a conditional request whether the pull request's own object
// is as it was the last time this was asked; the first time it never is. An
// answer that nothing changed costs nothing of the hourly budget (docs.github.com,
// "Best practices for using the REST API"). Like a glance it is no observation:
// a check run or a resolved thread does not change that object.
func (c *Client) Unchanged(ctx context.Context, ref pull.Ref) (bool, error) {
	ctx = about(ctx, ref)
	m := c.memoryOf(ref)
	m.mu.Lock()
	defer m.mu.Unlock()
	address := fmt.Sprintf("%srepos/%s/pulls/%d", c.meter.base, ref.Slug(), ref.Number)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return false, err
	}
	if m.tag != "" {
		request.Header.Set("If-None-Match", m.tag)
	}
	answer, err := c.http.Do(request)
	if err != nil {
		return false, unreached(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, largestAnswer))
	switch {
	case err != nil:
		return false, unreached(err)
	case answer.StatusCode == http.StatusNotModified:
		return true, nil
	case answer.StatusCode != http.StatusOK:
		return false, refusal(answer, text, c.options.Now())
	}
	m.tag = answer.Header.Get("ETag")
	return false, nil
}
