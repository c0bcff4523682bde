package perform_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// claim is what somebody's program says in a thread: it is fixed.
func (g *gallery) claim(id int64) {
	line := mark.Secret("theirs").Write("acme/shop#42", mark.Mark{Kind: mark.Reply, Digest: mark.DigestOf("theirs"), Word: "fixed"})
	g.threads[0].Comments = append(g.threads[0].Comments, pull.Comment{
		ID: id, Author: pull.Author{Login: "lee", Kind: pull.Person}, CreatedAt: g.time, Body: "Fixed in c07be21.\n\n" + line,
	})
	g.keep()
}

func (g *gallery) told() (n int) {
	for _, c := range g.threads[0].Comments {
		if strings.HasPrefix(c.Body, "Still the case at ") {
			n++
		}
	}
	return n
}

// A finding that remains though a program said that it is fixed is not described
// again; its thread is told so in a line, once for each such word, whatever
// answers are lost.
func TestAThreadThatIsSaidToBeFixedIsToldOnceThatItIsNot(t *testing.T) {
	lost := false
	for name, disturb := range map[string]func(string) (error, error){
		"undisturbed": nil,
		"an answer is lost": func(request string) (error, error) {
			if request != "reply" || lost {
				return nil, nil
			}
			lost = true
			return nil, action.Fail(action.Lost, errors.New("502"))
		},
		"the conversation is locked": func(request string) (error, error) {
			if request == "reply" {
				return action.Fail(action.Refused, errors.New("locked")), nil
			}
			return nil, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGallery(t, exhibits(1))
			g.wantPublished("1 inline, 0 on files, 0 in the summary, 0 already, 0 resolved, 0 failed")
			want := 0
			for round := range 2 {
				g.time, g.disturb = g.time.Add(time.Hour), disturb
				g.claim(int64(9000 + round))
				if name != "the conversation is locked" {
					want++
				}
				before := review.Recall(g.snapshot()).Published
				if len(before) != 1 || !before[0].Claimed || before[0].Resolved {
					t.Fatalf("remembered: %+v", before)
				}
				g.plan = review.Plan{Ref: g.plan.Ref, Head: g.plan.Head, Retained: before, Still: before}
				for range 2 { // the second run finds its own word
					if _, err := g.publish(); err != nil {
						t.Fatal(err)
					}
				}
				if g.told() != want {
					t.Errorf("round %d: told %d times, want %d", round, g.told(), want)
				}
			}
			if after := review.Recall(g.snapshot()).Published; len(after) != 1 || after[0].Discussed() != true {
				t.Errorf("remembered: %+v", after)
			}
		})
	}
}
