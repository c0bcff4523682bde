// Package github reads and writes pull requests of one GitHub host.
//
// It promises that Observe shows everything that was said, or names what it
// could not read as a gap; that an ordinary look costs one request, because
// only what changed since the last one is read in full; and that the error of
// a write tells whether the effect may exist. It refuses to judge, and to
// decide when to look or to write.
package github

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	rest "github.com/google/go-github/v92/github"

	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
)

// Options of a Client. API, Marks, Now and one of Token and App are required.
type Options struct {
	API   string // https://api.github.com, https://HOST/api/v3, http://…, or unix:PATH
	Token string
	App   *App // acts as a GitHub App instead of with Token
	Marks mark.Secret
	Now   func() time.Time
	Agent string // User-Agent

	// Policies are the two paths at which the base branch may have the policy
	// file; the first that is there counts.
	Policies [2]string

	// Pause waits between the attempts of a read; nil: in real time.
	Pause func(ctx context.Context, d time.Duration) error
}

// Client speaks to one host as one account. Safe for several goroutines.
type Client struct {
	options Options
	graphql string // address
	http    *http.Client
	rest    *rest.Client
	meter   *meter
	logHost *http.Client // where logs are kept: another host, which never sees the token

	mu    sync.Mutex
	pulls map[pull.Ref]*memory
	rules map[string]*rules
}

// New makes a client; it sends nothing.
func New(o Options) (*Client, error) {
	if o.Pause == nil {
		o.Pause = pause
	}
	base, transport := o.API, http.DefaultTransport.(*http.Transport).Clone()
	if path, ok := strings.CutPrefix(o.API, "unix:"); ok {
		base = "http://api.github.com"
		transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "unix", path)
		}
	}
	m := &meter{next: transport, token: o.Token, agent: o.Agent, now: o.Now}
	client := &http.Client{Transport: m, CheckRedirect: stay}
	root := strings.TrimRight(base, "/") + "/"
	m.base = root
	if o.App != nil {
		apps, err := newInstallations(*o.App, root, transport, o.Now)
		if err != nil {
			return nil, err
		}
		m.apps = apps
	}
	api, err := rest.NewClient(rest.WithHTTPClient(client), rest.WithURLs(&root, &root), rest.WithDisableRateLimitCheck())
	if err != nil {
		return nil, fmt.Errorf("address of the API: %w", err)
	}
	return &Client{
		options: o, graphql: graphqlAddress(base), http: client, rest: api, meter: m, logHost: &http.Client{Transport: transport},
		pulls: map[pull.Ref]*memory{}, rules: map[string]*rules{},
	}, nil
}

// graphqlAddress stands beside REST's: an Enterprise Server has /api/graphql.
func graphqlAddress(base string) string {
	if root, ok := strings.CutSuffix(strings.TrimRight(base, "/"), "/api/v3"); ok {
		return root + "/api/graphql"
	}
	return strings.TrimRight(base, "/") + "/graphql"
}

// stay follows redirects of reads only, and never to another host: the token
// belongs to this one. The method is that of the first request: a write that is
// redirected would go on as a read, whose success means nothing.
func stay(r *http.Request, via []*http.Request) error {
	if via[0].Method != http.MethodGet || r.URL.Host != via[0].URL.Host || len(via) > 3 {
		return http.ErrUseLastResponse
	}
	return nil
}

// pause waits in real time.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// Stats is what a client has cost so far.
type Stats struct {
	Requests  int
	Points    int   // of the GraphQL budget, as the host counted
	Bytes     int64 // of answers' bodies on the wire
	Remaining int   // points left in this hour, as last told; -1: never told

	// Budgets of the hour by the host's word for them (core, graphql), as the
	// headers of the last answer told.
	Budgets map[string]Budget
}

// Budget is what is left of an hour's requests or points.
type Budget struct {
	Limit, Remaining int
	Reset            time.Time
}

// Stats tells what was asked of the host so far.
func (c *Client) Stats() Stats { return c.meter.stats() }
