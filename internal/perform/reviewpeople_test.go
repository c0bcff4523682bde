package perform_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/perform"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

func TestWhatIsNotAsItWasReviewedIsLeftAlone(t *testing.T) {
	draft := func(err error) bool {
		return errors.Is(err, perform.ErrOwnDraft) && action.ClassOf(err) == action.Refused
	}
	moved := func(err error) bool { return action.ClassOf(err) == action.Moved }
	for name, c := range map[string]struct {
		change func(*gallery)
		want   func(error) bool
	}{
		"a draft review of ours is open": {func(g *gallery) { g.drafting = true }, draft},
		"somebody pushed":                {func(g *gallery) { g.head = pull.Oid(strings.Repeat("b", 40)) }, moved},
		"it was merged":                  {func(g *gallery) { g.state = pull.Merged }, moved},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGallery(t, exhibits(4))
			g.plan.Resolve = g.earlier(1)
			c.change(g)
			if _, err := g.publish(); !c.want(err) {
				t.Errorf("got %v", err)
			}
			if slices.ContainsFunc(g.requests, func(r string) bool { return r != "look" }) {
				t.Errorf("sent %q", g.requests)
			}
		})
		t.Run(name+" meanwhile", func(t *testing.T) {
			g := newGallery(t, exhibits(4))
			g.plan.Resolve = g.earlier(1)
			delete(g.places, placeOf("file0.go", 1)) // so that each is posted alone
			g.meanwhile = func(request string) {
				if request == "comment" && g.count("comment") == 2 {
					c.change(g)
					clear(g.places)
				}
			}
			if _, err := g.publish(); !c.want(err) {
				t.Errorf("got %v", err)
			}
			if g.count("summary") > 0 || g.count("resolve") > 0 {
				t.Errorf("sent %q", g.requests)
			}
		})
	}
}

// Until the last moment a person's word keeps a thread open.
func TestAThreadIsClosedOnlyWhereNobodyHasSpokenMeanwhile(t *testing.T) {
	g := newGallery(t, exhibits(1))
	g.plan.Resolve = g.earlier(5)
	threads := g.threads
	bot := pull.Comment{ID: 1, Author: pull.Author{Login: "bugbot", Kind: pull.Bot}, Body: "Noted."}
	threads[1].Comments = append(threads[1].Comments, g.said("Declined.\n\n"+secret.Write(shop.String(), markReply)), bot)
	g.meanwhile = func(request string) {
		if request != "resolve" || g.count("resolve") > 1 {
			return
		}
		g.spoken(threads[2].NodeID, "I do not think so.")
		threads[3].Resolved = true
		g.threads = slices.DeleteFunc(g.threads, func(t *pull.Thread) bool { return t == threads[4] })
	}
	out, err := g.publish()
	if got := sorted(out); err != nil || got != "1 inline, 0 on files, 0 in the summary, 0 already, 2 resolved, 0 failed" {
		t.Fatalf("%s: %v", got, err)
	}
	if !threads[0].Resolved || !threads[1].Resolved || threads[2].Resolved {
		t.Errorf("resolved %v, %v; discussed %v", threads[0].Resolved, threads[1].Resolved, threads[2].Resolved)
	}
	g.wantInSummary("4 closed", "1 left open")
	if len(out.Left) != 1 || out.Left[0].Published.Thread != threads[2].NodeID || out.Left[0].Why != review.Discussed {
		t.Errorf("left %+v", out.Left)
	}
}

// GitHub lets the token of a job publish and not close: everything is said, it
// is asked once, and the summary counts as closed what is closed.
func TestWhoMayNotCloseThreadsPublishesAllTheSame(t *testing.T) {
	g := newGallery(t, exhibits(2))
	g.plan.Resolve = g.earlier(3)
	allowed := 1
	g.disturb = func(request string) (before, after error) {
		if request == "resolve" && g.count("resolve") > allowed {
			return action.Fail(action.NotAllowed, errors.New("Resource not accessible by integration")), nil
		}
		return nil, nil
	}
	out, err := g.publish()
	if got := sorted(out); err != nil || got != "2 inline, 0 on files, 0 in the summary, 0 already, 1 resolved, 0 failed" || g.count("resolve") != 2 {
		t.Fatalf("%s after %d requests to close: %v", got, g.count("resolve"), err)
	}
	if len(out.Left) != 2 || out.Left[0].Why != review.NotAllowed || out.Left[1].Why != review.NotAllowed {
		t.Errorf("left %+v", out.Left)
	}
	g.wantInSummary("1 closed", "2 left open", ".2.2.0 mac=")
}

// wantInSummary: the one summary says it.
func (g *gallery) wantInSummary(words ...string) {
	g.t.Helper()
	if len(g.comments) != 1 {
		g.t.Fatalf("%d summaries", len(g.comments))
	}
	for _, word := range words {
		if !strings.Contains(g.comments[0].Body, word) {
			g.t.Errorf("no %q in the summary:\n%s", word, g.comments[0].Body)
		}
	}
}

func TestAThreadThatIsDeletedWhileItIsClosedIsNoFailure(t *testing.T) {
	g := newGallery(t, exhibits(1))
	g.plan.Resolve = g.earlier(2)
	g.meanwhile = func(request string) {
		if request == "resolve" && g.count("resolve") == 1 {
			g.threads = slices.DeleteFunc(g.threads, func(t *pull.Thread) bool { return t.NodeID == g.plan.Resolve[0].Thread })
		}
	}
	g.wantPublished("1 inline, 0 on files, 0 in the summary, 0 already, 1 resolved, 0 failed")
}

func TestAPushAfterThePostsKeepsEveryThreadOpen(t *testing.T) {
	g := newGallery(t, exhibits(2))
	g.plan.Resolve = g.earlier(2)
	g.meanwhile = func(request string) {
		if request == "summary" {
			g.head = pull.Oid(strings.Repeat("b", 40))
		}
	}
	out, err := g.publish()
	if action.ClassOf(err) != action.Moved || g.count("resolve") != 0 || out.Inline != 2 || out.Summary.ID == 0 {
		t.Errorf("%s, sent %q: %v", sorted(out), g.requests, err)
	}
	g.wantInSummary("2 left open")
}

// Our summary is ours: deleted it is made anew, rewritten it says again what is
// true, and of two the older is kept.
func TestTheSummaryIsOneAndOurs(t *testing.T) {
	g := newGallery(t, exhibits(2))
	clear(g.places)
	g.wantPublished("0 inline, 0 on files, 2 in the summary, 0 already, 0 resolved, 0 failed")
	first := g.comments[0].Body
	for name, meddle := range map[string]func(){
		"edited by a person":         func() { g.comments[0].Body = "Rubbish.\n\n" + first },
		"deleted by a person":        func() { g.comments = nil },
		"deleted while it is edited": func() { g.comments[0].Body = "x\n" + first; g.meanwhile = func(r string) { g.deleteAt(r, "edit") } },
	} {
		meddle()
		g.keep()
		g.time = g.time.Add(time.Hour)
		if _, err := g.publish(); err != nil || len(g.comments) != 1 || g.comments[0].Body != first {
			t.Errorf("%s: %v, %d comments", name, err, len(g.comments))
		}
		g.meanwhile = nil
	}
	second := g.said(first)
	g.comments = append(g.comments, &second)
	g.keep()
	out, err := g.publish()
	if err != nil || len(out.Others) != 1 || out.Others[0].ID != second.ID || len(g.comments) != 2 {
		t.Errorf("of two: %v, others %+v", err, out.Others)
	}
}

func (g *gallery) deleteAt(request, at string) {
	if request == at {
		g.comments = nil
	}
}

// Whoever copies our marks says nothing for us: neither a finding nor a summary
// of somebody else stands for ours.
func TestAForgedMarkIsNotOurWord(t *testing.T) {
	real := newGallery(t, exhibits(3))
	real.wantPublished("3 inline, 0 on files, 0 in the summary, 0 already, 0 resolved, 0 failed")
	g := newGallery(t, exhibits(3))
	for _, thread := range real.threads {
		thread.Comments[0].Ours, thread.Comments[0].Author.Login = false, "mallory"
		g.threads = append(g.threads, thread)
	}
	summary := *real.comments[0]
	summary.Ours, summary.Author.Login = false, "mallory"
	g.comments = append(g.comments, &summary)
	g.keep()
	g.wantPublished("3 inline, 0 on files, 0 in the summary, 0 already, 0 resolved, 0 failed")
	if len(g.threads) != 6 || len(g.comments) != 2 {
		t.Errorf("%d threads, %d comments", len(g.threads), len(g.comments))
	}
}
