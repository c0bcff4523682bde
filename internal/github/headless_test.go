package github_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/github"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/pull"
)

var headOid = regexp.MustCompile(`"headRefOid":\s*"[0-9a-f]+"`)

// headless is a door to the stand-in behind which the head reads null for as
// long as missing says so.
func headless(t *testing.T, h *house, missing *bool) *github.Client {
	t.Helper()
	target, err := url.Parse(h.sim.URL)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Header.Set("Accept-Encoding", "identity")
		},
		ModifyResponse: func(r *http.Response) error {
			text, err := io.ReadAll(r.Body)
			if *missing {
				text = headOid.ReplaceAll(text, []byte(`"headRefOid":null`))
			}
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
			r.Header.Del("Content-Length")
			return err
		},
	})
	t.Cleanup(server.Close)
	client, err := github.New(github.Options{
		API: server.URL, Token: "x", Marks: secret, Now: h.sim.Clock.Now, Policies: [2]string{".settle.yaml", ".github/settle.yaml"}, Agent: "settle/test", Pause: noPause,
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// The host shows no head for a moment: that is no head that moved away, and
// nothing may rest on it.
func TestAHeadThatReadsNullForAMomentIsAGap(t *testing.T) {
	h := open(t, cart(t))
	missing := false
	client := headless(t, h, &missing)
	look := func() (pull.Snapshot, error) { return client.Observe(t.Context(), h.ref) }
	before, err := look()
	if err != nil || before.Head == "" || len(before.Gaps) > 0 {
		t.Fatalf("head %q, gaps %v, %v", before.Head, before.Gaps, err)
	}
	missing = true
	h.after(time.Minute)
	if s, err := look(); err == nil && !slices.ContainsFunc(s.Gaps, func(g pull.Gap) bool { return g.Surface == pull.SurfaceHead }) {
		t.Errorf("head %q, gaps %v", s.Head, s.Gaps)
	}
	missing = false
	if after, err := look(); err != nil || after.Head != before.Head || len(after.Gaps) > 0 {
		t.Errorf("then head %q, gaps %v, %v", after.Head, after.Gaps, err)
	}
}

// A workflow's matrix may have two jobs of one name: one that passed hides none
// that failed.
func TestTwoChecksOfOneNameAreBothSeen(t *testing.T) {
	h := open(t, strings.Replace(cart(t), "checks: [ci]", "checks: [test]", 1))
	err := h.sim.World.Do(func() error {
		p := h.sim.World.Repository("acme/shop").Pulls[0]
		for i, conclusion := range []string{"failure", "success"} {
			h.sim.World.RecordCheck(h.sim.World.RepoOf(p), world.Check{Name: "test", App: "github-actions", Head: p.Head, Suite: int64(i + 1), Status: "completed", Conclusion: conclusion})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for _, c := range h.look().Checks {
		if c.Name == "test" && c.Required {
			seen = append(seen, string(c.Status))
		}
	}
	if got := strings.Join(seen, " "); got != "failure success" {
		t.Errorf("seen: %q", got)
	}
}
