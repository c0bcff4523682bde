package github_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/decide"
	"github.com/settlehq/settle/internal/githubsim/gitrepo"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/scenario"
	"github.com/settlehq/settle/internal/verdict"
)

// The large pull request.
const (
	manyThreads  = 250
	manyReplies  = 139 // in one thread, beside its first comment
	manyTalk     = 31
	manyReviews  = 12 // beside those that replies make
	manyChecks   = 120
	manyStatuses = 7
	manyCommits  = 110
	manyLabels   = 9
	manyEvents   = 130
)

// large makes it.
func large(t *testing.T) *lot {
	t.Helper()
	s := openStreet(t, 100, false)
	l := s.newLot(1)
	for _, part := range []func(*world.World, *world.Pull) error{l.manyCommits, l.manyThreads, l.manyWords, l.manyRuns, l.manyMoments} {
		if err := s.sim.World.Do(func() error { return part(s.sim.World, l.p) }); err != nil {
			t.Fatal(err)
		}
		l.after(time.Hour)
	}
	return l
}

func (l *lot) manyCommits(w *world.World, p *world.Pull) error {
	repo, err := w.Git("acme/shop")
	for n := 0; n < manyCommits && err == nil; n++ {
		message := fmt.Sprintf("Step %d\n", n)
		if n%10 == 0 {
			message += "\n" + mark.Trailers([]string{fmt.Sprintf("i%d@v1", n)}, fmt.Sprintf("fix/%d", n))
		}
		p.Head, err = repo.Commit(gitrepo.New{Parents: []string{p.Head}, Message: message, By: world.PersonOf("dev"), At: w.Now()})
	}
	return err
}

func (l *lot) manyThreads(w *world.World, p *world.Pull) error {
	for n := range manyReviews {
		r, err := w.StartReview(p, speakers[1+n%5], fmt.Sprintf("Review %d.", n), "")
		for i := n; i < manyThreads && err == nil; i += manyReviews {
			_, err = w.Thread(p, r, world.Place{Path: "code.txt", Line: 1 + i%40}, fmt.Sprintf("Finding %d. %s", i, l.words()))
		}
		if err == nil {
			err = w.SubmitReview(p, r, "COMMENTED")
		}
		if err != nil {
			return err
		}
	}
	for n := range manyReplies {
		if _, err := w.Reply(p, p.Threads[77], speakers[n%6], fmt.Sprintf("Answer %d. %s", n, l.words())); err != nil {
			return err
		}
	}
	return nil
}

func (l *lot) manyWords(w *world.World, p *world.Pull) error {
	for n := range manyTalk {
		if _, err := w.Comment(p, speakers[n%6], fmt.Sprintf("Talk %d. %s", n, l.words())); err != nil {
			return err
		}
	}
	for n := range 240 { // more than two pages of one kind
		w.React(p, &p.Comments[3].Reactions, w.AddAccount(fmt.Sprintf("fan-%d", n), world.User, "NONE", 0).Login, "THUMBS_UP")
	}
	return nil
}

func (l *lot) manyRuns(w *world.World, p *world.Pull) error {
	for n := range manyChecks {
		w.PutCheck(l.repo, world.Check{Name: fmt.Sprintf("check-%d", n), App: []string{"github-actions", "own-ci"}[n%2], Head: p.Head, Status: "completed", Conclusion: "success"})
	}
	for n := range manyStatuses {
		w.PutStatus(l.repo, world.Status{Context: fmt.Sprintf("ci/%d", n), State: "success", Head: p.Head, By: "lint"})
	}
	return nil
}

func (l *lot) manyMoments(w *world.World, p *world.Pull) error {
	for n := range manyLabels {
		w.SetLabel(p, "maria", fmt.Sprintf("label %d", n), true)
	}
	for n := range manyEvents {
		if err := w.SetDraft(p, "dev", p.Draft == (n%2 == 1)); err != nil {
			return err
		}
		w.SetLabel(p, "dev", "busy", n%2 == 0)
	}
	return nil
}

func TestALargePullRequestIsReadWordForWord(t *testing.T) {
	l := large(t)
	s, err := l.client.Observe(t.Context(), l.ref)
	if err != nil || len(s.Gaps) > 0 {
		t.Fatalf("%v, gaps %v", err, s.Gaps)
	}
	longest, words, reacted := 0, 0, 0
	for _, thread := range s.Threads {
		longest = max(longest, len(thread.Comments))
		words += len(thread.Comments)
	}
	for _, c := range s.Comments {
		reacted += len(c.Reactions)
	}
	got := []int{len(s.Threads), longest, len(s.Comments), len(s.Reviews), len(s.Checks), len(s.Ours), reacted, len(s.Labels)}
	want := []int{manyThreads, manyReplies + 1, manyTalk, manyReviews + manyReplies, manyChecks + manyStatuses, manyCommits / 10, 240, manyLabels}
	if fmt.Sprint(got) != fmt.Sprint(want) || len(s.Events) < manyEvents {
		t.Errorf("threads, comments of the longest, talk, reviews, checks, our commits, reactions, labels: %v, made were %v; %d events", got, want, len(s.Events))
	}
	if wrong := untrue(t, s, truthOf(t, l.sim, l.ref)); len(wrong) > 0 {
		t.Error(strings.Join(wrong, "\n"))
	}
	first := l.client.Stats()
	if _, err := l.client.Observe(t.Context(), l.ref); err != nil {
		t.Fatal(err)
	}
	again := l.client.Stats()
	t.Logf("%d threads with %d comments, %d reviews, %d checks, %d events: %d requests, %d points; another look %d requests, %d points",
		len(s.Threads), words, len(s.Reviews), len(s.Checks), len(s.Events), first.Requests, first.Points, again.Requests-first.Requests, again.Points-first.Points)
}

// lost are the ways in which one request of a look goes wrong for good: as many
// times as it is sent again.
var lost = map[string]scenario.Fault{
	"502": {Times: 4, Answer: 502}, "no answer": {Times: 4, Drop: true}, "the same cursor": {Times: 1, Cursor: "repeat"},
	"threads null": {Times: 1, Partial: "repository.pullRequest.reviewThreads"}, "comments null": {Times: 4, Partial: "repository.pullRequest.comments"},
	"reviews null": {Times: 1, Partial: "repository.pullRequest.reviews"}, "checks null": {Times: 1, Partial: "repository.pullRequest.statusCheckRollup"},
	"nodes null": {Times: 1, Partial: "nodes"}, "node null": {Times: 1, Partial: "node"},
	"timeline null": {Times: 1, Partial: "repository.pullRequest.timelineItems"}, "commits null": {Times: 1, Partial: "repository.pullRequest.commits"},
}

func TestAnyOnePageThatFailsIsAGapAndNothingIsDone(t *testing.T) {
	l := large(t)
	is := truthOf(t, l.sim, l.ref)
	if _, err := l.client.Observe(t.Context(), l.ref); err != nil {
		t.Fatal(err)
	}
	requests, gaps, blind, whole, long := l.client.Stats().Requests, map[pull.Surface]int{}, 0, 0, os.Getenv("SETTLE_LONG") != ""
	for i, way := range slices.Sorted(maps.Keys(lost)) {
		fault, struck := lost[way], 0
		for n := 1; n <= requests; n++ {
			if !long && n%requests != i && (way != "502" || testing.Short() && n%3 != 0) {
				continue // each page in every way only where there is time
			}
			fault.Hit, fault.Nth = "observe", n
			l.sim.Break(fault)
			s, err := newClient(t, l.sim).Observe(t.Context(), l.ref)
			switch {
			case err != nil: // nothing was read at all
				blind++
				struck++
				continue
			case len(s.Gaps) == 0:
				if wrong := untrue(t, s, is); len(wrong) > 0 || fault.Answer != 0 || fault.Drop {
					t.Errorf("%s at request %d of %d is not told: %s", way, n, requests, strings.Join(wrong, "\n"))
				}
				whole++
				continue
			}
			struck++
			gaps[s.Gaps[0].Surface]++
			if wrong := untrue(t, s, is); len(wrong) > 0 {
				t.Errorf("%s at request %d: beside the gaps %v: %s", way, n, s.Gaps, strings.Join(wrong, "\n"))
			}
			actsOnNothing(t, s, way)
		}
		if long && struck == 0 {
			t.Errorf("%s struck no request", way)
		}
	}
	t.Logf("%d requests, each failing: %v gaps by surface, %d looks gave an error, %d were not concerned", requests, gaps, blind, whole)
}

func actsOnNothing(t *testing.T, s pull.Snapshot, way string) {
	t.Helper()
	v := decide.Next(s, journal.History{}, policy.Default(), s.At)
	if len(v.Actions) > 0 || v.Phase != verdict.Waiting || v.Why.Code != "gap" {
		t.Errorf("%s: %d wishes, %s because of %s", way, len(v.Actions), v.Phase, v.Why.Code)
	}
}
