//go:build unix

package github_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/github"
	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/scenario"
)

// The pull request that the figures are for.
const (
	benchThreads  = 30
	benchResolved = 10
	benchReviews  = 4
	benchTalk     = 3
	benchChecks   = 12
	benchLatency  = 80 * time.Millisecond
)

// Targets of an ordinary tick. Time depends on the machine and is only shown.
const (
	mostRequests = 1
	mostBytes    = 25_000
)

// prose is text of about a size that does not compress to nothing.
func prose(size int, about string) string {
	var b strings.Builder
	for n := uint32(len(about)); b.Len() < size; n = n*1664525 + 1013904223 {
		fmt.Fprintf(&b, "%s %x reads ahead of line %d. ", about, n, n>>20)
	}
	return b.String()[:size]
}

// reviewed is a stand-in with 30 threads of two comments, reviews, talk and
// checks on one pull request.
func reviewed(b *testing.B) *githubsim.Sim {
	b.Helper()
	var code strings.Builder
	for i := range 3 * benchThreads {
		fmt.Fprintf(&code, "line %d of the file under review does its part\n", i)
	}
	text := "scenario: 1\nclock: step\nviewer: {login: dev}\npulls: [{number: 42, author: dev, head: topic, draft: true}]\nprotect: {checks: [check-1]}\n" +
		"actors: {maria: {kind: person, association: MEMBER}, lint: {kind: bot}}\n-- base/.settle.yaml --\nversion: 1\n-- head/code.txt --\n" + code.String()
	sim := started(b, text)
	w := sim.World
	for _, part := range []func(*world.World, *world.Pull, int) error{findings, answers, talk, runs} {
		for n := range benchThreads {
			sim.Clock.Advance(sim.Clock.Now().Add(17 * time.Second)) // everything has a time of its own
			if err := w.Do(func() error { return part(w, w.Repository("acme/shop").Pulls[0], n) }); err != nil {
				b.Fatal(err)
			}
		}
	}
	return sim
}

func started(b *testing.B, text string) *githubsim.Sim {
	b.Helper()
	file, err := scenario.Parse("bench.txtar", []byte(text))
	if err != nil {
		b.Fatal(err)
	}
	sim, err := githubsim.Start(b.Context(), githubsim.Options{
		Scenario: file, Dir: b.TempDir(), Start: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), Latency: benchLatency,
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = sim.Close() })
	return sim
}

// findings are raised in four reviews.
func findings(w *world.World, p *world.Pull, n int) error {
	if n >= benchReviews {
		return nil
	}
	review, err := w.StartReview(p, []string{"lint", "maria"}[n%2], prose(3000, "the review"), "")
	if err != nil {
		return err
	}
	for i := n; i < benchThreads; i += benchReviews {
		if _, err := w.Thread(p, review, world.Place{Path: "code.txt", Line: 3*i + 1}, prose(1500, "the finding")); err != nil {
			return err
		}
	}
	return w.SubmitReview(p, review, "COMMENTED")
}

// answers are, as on the host, each a review of its own without a body.
func answers(w *world.World, p *world.Pull, n int) error {
	if _, err := w.Reply(p, p.Threads[n], "dev", prose(1500, "the answer")); err != nil {
		return err
	}
	w.Resolve(p, p.Threads[n], "dev", n < benchResolved)
	return nil
}

func talk(w *world.World, p *world.Pull, n int) error {
	if n >= benchTalk {
		return nil
	}
	_, err := w.Comment(p, "maria", prose(4000, "the talk"))
	return err
}

func runs(w *world.World, p *world.Pull, n int) error {
	if n < benchChecks {
		w.PutCheck(w.RepoOf(p), world.Check{
			Name: fmt.Sprintf("check-%d", n+1), App: "github-actions", Head: p.Head, Status: "completed", Conclusion: "success", Summary: prose(500, "the summary"),
		})
	}
	return nil
}

func benchClient(b *testing.B, sim *githubsim.Sim, api string) *github.Client {
	b.Helper()
	client, err := github.New(github.Options{
		API: api, Token: "x", Marks: secret, Now: sim.Clock.Now, Policies: [2]string{".settle.yaml", ".github/settle.yaml"}, Agent: "settle/bench",
		Pause: func(context.Context, time.Duration) error { return nil },
	})
	if err != nil {
		b.Fatal(err)
	}
	return client
}

func benchLook(b *testing.B, client *github.Client) pull.Snapshot {
	b.Helper()
	s, err := client.Observe(b.Context(), pull.Ref{Owner: "acme", Repo: "shop", Number: 42})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// answersEveryGate holds that a look shows all that a gate asks for.
func answersEveryGate(b *testing.B, s pull.Snapshot) {
	b.Helper()
	resolved, bytes := 0, 0
	for _, t := range s.Threads {
		if t.Resolved {
			resolved++
		}
		for _, c := range t.Comments {
			bytes += len(c.Body)
		}
	}
	if len(s.Gaps) > 0 || len(s.Threads) != benchThreads || resolved != benchResolved || bytes != 2*benchThreads*1500 ||
		len(s.Comments) != benchTalk || len(s.Checks) != benchChecks || len(s.Required) != 1 || s.Mergeable == nil || s.PolicyText == "" {
		b.Fatalf("the look is not whole: %d threads, %d resolved, %d bytes, %d comments, %d checks, required %v, gaps %v",
			len(s.Threads), resolved, bytes, len(s.Comments), len(s.Checks), s.Required, s.Gaps)
	}
}

// plainBytes is the size of one ordinary tick without compression, read by a
// client of its own through a door that counts.
func plainBytes(b *testing.B, sim *githubsim.Sim) int64 {
	b.Helper()
	target, err := url.Parse(sim.URL)
	if err != nil {
		b.Fatal(err)
	}
	var size atomic.Int64
	door := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Header.Set("Accept-Encoding", "identity")
		},
		ModifyResponse: func(r *http.Response) error { size.Add(r.ContentLength); return nil },
	}
	server := httptest.NewServer(door)
	defer server.Close()
	client := benchClient(b, sim, server.URL)
	benchLook(b, client)
	size.Store(0)
	benchLook(b, client)
	return size.Load()
}

// childFaults counts page faults of children that have ended: every child has
// some, so that no change means no child. Stand-in and client are one process
// here: this counts both.
func childFaults(b *testing.B) int64 {
	b.Helper()
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &use); err != nil {
		b.Fatal(err)
	}
	return int64(use.Minflt)
}

const notCarried = "what this tick does not carry: bodies, hunks and authors of what did not change since the last look (it carries their ids and times of change), " +
	"who reacted (it carries the number and the newest reaction), the timeline before its newest event, commits of an unchanged head, " +
	"rules of the base branch and the policy file while the base stands (both are kept), summaries of check runs (never read)"

var sayOnce atomic.Bool

// BenchmarkTick is one ordinary look at a pull request that nobody touched,
// over a kept connection with 80 ms latency.
func BenchmarkTick(b *testing.B) {
	sim := reviewed(b)
	client := benchClient(b, sim, sim.URL)
	answersEveryGate(b, benchLook(b, client))
	first := client.Stats()
	answersEveryGate(b, benchLook(b, client)) // what the first look left to be kept
	plain := plainBytes(b, sim)

	before, host, faults := client.Stats(), sim.Stats(), childFaults(b)
	b.ResetTimer()
	var last pull.Snapshot
	for range b.N {
		last = benchLook(b, client)
	}
	b.StopTimer()
	answersEveryGate(b, last)

	ticks := float64(b.N)
	after, hostAfter := client.Stats(), sim.Stats()
	requests, bytes := float64(after.Requests-before.Requests)/ticks, float64(after.Bytes-before.Bytes)/ticks
	b.ReportMetric(float64(first.Requests), "first-requests")
	b.ReportMetric(requests, "requests/tick")
	b.ReportMetric(bytes, "bytes/tick")
	b.ReportMetric(float64(plain), "plain-bytes/tick")
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/ticks, "ms/tick")
	b.ReportMetric(float64((hostAfter.Own-host.Own).Microseconds())/1000/ticks, "host-ms/tick")
	children := 0.0
	if childFaults(b) != faults {
		children = 1 // at least
	}
	b.ReportMetric(children, "children")
	if requests > mostRequests || bytes > mostBytes || children > 0 {
		b.Errorf("%.1f requests, %.0f bytes (%d plain), children %v: over the target of %d, %d, none", requests, bytes, plain, children > 0, mostRequests, mostBytes)
	}
	if !sayOnce.Swap(true) {
		b.Logf("%d threads, %d reviews, %d checks; %s", len(last.Threads), len(last.Reviews), len(last.Checks), notCarried)
	}
}
