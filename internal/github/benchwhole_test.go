//go:build unix

package github_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/github"
	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/pull"
)

// What one run of other programs costs at a pull request of the same size, 80 ms
// a request (measured against a stand-in, medians of five; processes by strace):
//
//	program, one run                         processes  requests  bytes down   wall
//	gh pr view --json, 9 fields                      1         1      29,214    148 ms
//	get-pr-comments (EveryInc)                      11         3     129,652    448 ms
//	get-thread-for-comment (EveryInc)                7         1     104,863    197 ms
//	reply-to-pr-thread (EveryInc)                    6         2      13,293    289 ms
//	resolve-pr-thread (EveryInc)                     2         1         102    141 ms
//	check_convergence.py (jl-cmd)                    9         8      47,693  1,156 ms
//	review view (agynio/gh-pr-review)                2         1     118,736    154 ms
//	poll-copilot-review.sh, an empty tick        21-23         6      25,646  1,117 ms
//	go-github, five calls in a row                   1         5     180,818    415 ms
//	Octokit, three REST at once and a GraphQL        1         4     178,793    432 ms
//	one query by curl (the floor)                    1         1      20,571     89 ms
//
// Bytes of ours are those on the wire, compressed; theirs were not.

// measure runs body b.N times and reports what each cost the host.
func measure(b *testing.B, client func() *github.Client, body func(*github.Client, int)) {
	b.Helper()
	var requests, points, bytes float64
	faults := childFaults(b)
	b.ResetTimer()
	for n := range b.N {
		c := client()
		before := c.Stats()
		body(c, n)
		after := c.Stats()
		requests += float64(after.Requests - before.Requests)
		points += float64(after.Points - before.Points)
		bytes += float64(after.Bytes - before.Bytes)
	}
	b.StopTimer()
	runs, children := float64(b.N), 0.0
	if childFaults(b) != faults {
		children = 1 // at least
	}
	b.ReportMetric(requests/runs, "requests/op")
	b.ReportMetric(points/runs, "points/op")
	b.ReportMetric(bytes/runs, "bytes/op")
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/runs, "ms/op")
	b.ReportMetric(children, "children")
}

// BenchmarkFullRead is everything there is, by a client that knows nothing yet.
func BenchmarkFullRead(b *testing.B) {
	sim := reviewed(b)
	answersEveryGate(b, benchLook(b, benchClient(b, sim, sim.URL))) // the stand-in asks git once, in the same process
	measure(b, func() *github.Client { return benchClient(b, sim, sim.URL) }, func(c *github.Client, _ int) {
		answersEveryGate(b, benchLook(b, c))
	})
}

// BenchmarkReplyAndResolve answers a thread and closes it, each after a look at
// what it expects.
func BenchmarkReplyAndResolve(b *testing.B) {
	sim := reviewed(b)
	client := benchClient(b, sim, sim.URL)
	open := benchLook(b, client).Threads[benchResolved:]
	ref, node := pull.Ref{Owner: "acme", Repo: "shop", Number: 42}, pullNode(b, sim)
	measure(b, func() *github.Client { return client }, func(c *github.Client, n int) {
		thread := open[n%len(open)]
		if err := replyAndResolve(b.Context(), c, ref, node, thread); err != nil {
			b.Fatal(err)
		}
		if n%len(open) == len(open)-1 { // all are closed: open them again
			reopen(b, sim)
		}
	})
}

func pullNode(b *testing.B, sim *githubsim.Sim) string {
	b.Helper()
	return sim.World.Repository("acme/shop").Pulls[0].NodeID
}

func replyAndResolve(ctx context.Context, c *github.Client, ref pull.Ref, node string, thread pull.Thread) error {
	tip, err := c.Tip(ctx, ref, node, thread.NodeID)
	if err != nil || tip.PendingReview || tip.Thread.Resolved {
		return fmt.Errorf("before the reply: %w, draft %v, resolved %v", err, tip.PendingReview, tip.Thread.Resolved)
	}
	posted, err := c.Reply(ctx, ref, thread.Root().ID, "Fixed.")
	if err != nil {
		return err
	}
	tip, err = c.Tip(ctx, ref, node, thread.NodeID)
	if err != nil {
		return err
	}
	if last := tip.Thread.Comments[len(tip.Thread.Comments)-1]; last.ID != posted.ID || last.Pending || last.Body != "Fixed." {
		return fmt.Errorf("the reply reads %+v", last)
	}
	return c.Resolve(ctx, ref, thread.NodeID)
}

// reopen gives the threads back, and an hour in which to write.
func reopen(b *testing.B, sim *githubsim.Sim) {
	b.Helper()
	b.StopTimer()
	err := sim.World.Do(func() error {
		p := sim.World.Repository("acme/shop").Pulls[0]
		for _, t := range p.Threads[benchResolved:] {
			sim.World.Resolve(p, t, "dev", false)
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	sim.Clock.Advance(sim.Clock.Now().Add(time.Hour))
	b.StartTimer()
}

// BenchmarkGlanceAtFifty asks of fifty quiet pull requests whether one changed.
func BenchmarkGlanceAtFifty(b *testing.B) {
	text, refs := fleet(50)
	sim := started(b, text)
	client := benchClient(b, sim, sim.URL)
	if _, err := client.Glance(b.Context(), refs); err != nil { // the stand-in asks git once, in the same process
		b.Fatal(err)
	}
	measure(b, func() *github.Client { return client }, func(c *github.Client, _ int) {
		if seen, err := c.Glance(b.Context(), refs); err != nil || len(seen) != len(refs) {
			b.Fatalf("%d seen: %v", len(seen), err)
		}
	})
}
