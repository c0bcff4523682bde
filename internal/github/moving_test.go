package github_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/github"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/pull"
)

// between is a door to the stand-in at which something happens after the first
// request of a look, before the second.
func between(t *testing.T, s *street, happens func()) *github.Client {
	t.Helper()
	target, err := url.Parse(s.sim.URL)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	door := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		if asked++; asked == 2 {
			happens()
		}
	}}
	server := httptest.NewServer(http.Handler(door))
	t.Cleanup(server.Close)
	client, err := github.New(github.Options{
		API: server.URL, Token: "x", Marks: secret, Now: s.sim.Clock.Now, Policies: [2]string{".settle.yaml", ".github/settle.yaml"}, Agent: "settle/test", Pause: noPause,
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func TestWhatMovesWhileItIsReadIsAGapAndThenTheTruth(t *testing.T) {
	moves := map[string]struct {
		page  int
		gap   pull.Surface
		moved func(*lot, *world.World, *world.Pull) error
	}{
		"the head":                  {100, pull.SurfaceHead, func(l *lot, w *world.World, p *world.Pull) error { return w.Synchronize(p, l.heads[1], "dev") }},
		"the head, among the pages": {2, pull.SurfaceThreads, func(l *lot, w *world.World, p *world.Pull) error { return w.Synchronize(p, l.heads[1], "dev") }},
		"a new comment": {100, pull.SurfaceThreads, func(_ *lot, w *world.World, p *world.Pull) error {
			_, err := w.Reply(p, p.Threads[0], "carl", "late")
			return err
		}},
		"a deleted comment": {100, pull.SurfaceThreads, func(_ *lot, w *world.World, p *world.Pull) error {
			w.Delete(p, p.Threads[0].Comments[0], "maria")
			return nil
		}},
		"a thread less": {2, pull.SurfaceThreads, func(_ *lot, w *world.World, p *world.Pull) error {
			w.Delete(p, p.Threads[0].Comments[0], "maria")
			return nil
		}},
		"a reaction": {100, pull.SurfaceComments, func(_ *lot, w *world.World, p *world.Pull) error {
			w.React(p, &p.Reactions, "carl", "HEART")
			return nil
		}},
	}
	s := openStreet(t, 100, false)
	for name, move := range moves {
		t.Run(name, func(t *testing.T) {
			l := s.newLot(3)
			s.file.Host.PageSize = move.page
			l.do(func() error {
				s.sim.World.React(l.p, &l.p.Reactions, "lint", "EYES")
				for len(l.p.Threads) < 5 {
					if err := l.raise(s.sim.World, l.p, 3); err != nil {
						return err
					}
				}
				return nil
			})
			l.after(time.Minute)
			client := between(t, s, func() { l.do(func() error { return move.moved(l, s.sim.World, l.p) }) })
			first, err := client.Observe(t.Context(), l.ref)
			if err != nil {
				t.Fatal(err)
			}
			if _, named := first.Missing(move.gap); !named {
				t.Errorf("gaps %v", first.Gaps)
			}
			actsOnNothing(t, first, name)
			second, err := client.Observe(t.Context(), l.ref)
			if err != nil || len(second.Gaps) > 0 {
				t.Fatalf("%v, gaps %v", err, second.Gaps)
			}
			if wrong := untrue(t, second, truthOf(t, s.sim, l.ref)); len(wrong) > 0 {
				t.Error(strings.Join(wrong, "\n"))
			}
		})
	}
}
