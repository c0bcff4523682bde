package github

import (
	"context"
	"net/http"

	"github.com/settlehq/settle/internal/pull"
)

// aboutKey carries the pull request that a request is about: an App has another
// token for each installation.
type aboutKey struct{}

func about(ctx context.Context, ref pull.Ref) context.Context {
	return context.WithValue(ctx, aboutKey{}, ref)
}

// Token is what opens a repository to us now: for git, which has no client here.
func (c *Client) Token(ctx context.Context, ref pull.Ref) (string, error) {
	return c.meter.tokenFor(about(ctx, ref))
}

func (m *meter) tokenFor(ctx context.Context) (string, error) {
	if m.apps == nil {
		return m.token, nil
	}
	ref, _ := ctx.Value(aboutKey{}).(pull.Ref)
	return m.apps.token(ctx, ref)
}

// signed sends a request with our token. An installation's token that is not
// taken any more is renewed once: such a refusal has had no effect.
func (m *meter) signed(r *http.Request) (*http.Response, error) {
	token, err := m.tokenFor(r.Context())
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := m.next.RoundTrip(r)
	if err != nil || m.apps == nil || answer.StatusCode != http.StatusUnauthorized || r.Body != nil && r.GetBody == nil {
		return answer, err
	}
	_ = answer.Body.Close()
	m.apps.drop(token)
	if token, err = m.tokenFor(r.Context()); err != nil {
		return nil, err
	}
	again := r.Clone(r.Context())
	if r.GetBody != nil {
		if again.Body, err = r.GetBody(); err != nil {
			return nil, err
		}
	}
	again.Header.Set("Authorization", "Bearer "+token)
	return m.next.RoundTrip(again)
}
