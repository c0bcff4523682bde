package play

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/agentsim"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/scenario"
	"github.com/settlehq/settle/internal/view"
)

// published is what the host shows of the reviews of actors with a program.
type published struct {
	threads map[string][]string // states by finding or act, in the order of the host; what is neither, by its first line
	summary string              // the newest comment in the conversation
}

// published reads it out of the world, whatever any process believes.
func (p *play) published() published {
	found := published{threads: map[string][]string{}}
	_ = p.sim.World.View(time.Time{}, func(w *world.World) error {
		r := w.Repository(p.File.Repo)
		if r == nil || r.Pull(p.ref.Number) == nil {
			return nil
		}
		one := r.Pull(p.ref.Number)
		for _, t := range one.Threads {
			if len(t.Comments) == 0 {
				continue
			}
			id := p.wordsOf(t.Comments[0].Body)
			if _, expected := p.File.Expect.Threads[id]; !expected && !p.isProgram(t.Comments[0].Author) {
				continue
			}
			state := "open"
			if t.Resolved {
				state = "resolved"
			}
			found.threads[id] = append(found.threads[id], state)
		}
		for _, c := range one.Comments {
			if p.isProgram(c.Author) && receipt.MatchString(c.Body) {
				found.summary = c.Body
			}
		}
		return nil
	})
	for _, f := range p.File.Findings {
		if len(found.threads[f.ID]) == 0 && agentsim.Says(found.summary, f.Body) {
			found.threads[f.ID] = []string{"summary"}
		}
	}
	return found
}

func (p *play) isProgram(login string) bool {
	for _, actor := range p.File.Actors {
		if actor.Program != "" && actor.Login == login {
			return true
		}
	}
	return false
}

// wordsOf is the finding or act whose words stand in a text; else the text's
// first line.
func (p *play) wordsOf(body string) string {
	for _, text := range p.File.Texts() {
		if agentsim.Says(body, text.Body) {
			return text.ID
		}
	}
	first, _, _ := strings.Cut(body, "\n")
	return first
}

// threadExpectations holds what the reviewers' threads came to against the
// scenario: the set is exact.
func (p *play) threadExpectations() []view.Expectation {
	expect := p.File.Expect
	if expect.Threads == nil && expect.Summary == nil {
		return nil
	}
	is := p.published()
	var met []view.Expectation
	for _, id := range slices.Sorted(maps.Keys(expect.Threads)) {
		want, got := worded(expect.Threads[id]), strings.Join(is.threads[id], ", ")
		if got == "" {
			got = "none"
		}
		met = append(met, view.Expectation{Key: "threads." + id, Want: want, Got: got, OK: got == want})
	}
	for _, id := range slices.Sorted(maps.Keys(is.threads)) {
		if _, named := expect.Threads[id]; !named && expect.Threads != nil {
			met = append(met, view.Expectation{Key: "threads", Want: "no more", Got: id + ": " + strings.Join(is.threads[id], ", ")})
		}
	}
	if expect.Summary != nil {
		met = append(met, view.Expectation{Key: "summary", Want: conditionText(*expect.Summary), Got: is.summary, OK: expect.Summary.Holds(is.summary, is.summary != "")})
	}
	return met
}

func worded(states scenario.Threads) string {
	words := make([]string, len(states))
	for i, state := range states {
		words[i] = string(state)
	}
	return strings.Join(words, ", ")
}

// conditionText is a condition as a reader is told it.
func conditionText(c scenario.Condition) string {
	var parts []string
	for _, text := range c.Contains {
		parts = append(parts, fmt.Sprintf("with %q", text))
	}
	for _, text := range c.Lacks {
		parts = append(parts, fmt.Sprintf("without %q", text))
	}
	for _, pattern := range c.Matches {
		parts = append(parts, "like "+pattern.String())
	}
	return strings.Join(parts, ", ")
}

// foundTwice counts findings whose comment stands more than once.
func (p *play) foundTwice() int {
	seen := map[string]int{}
	_ = p.sim.World.View(time.Time{}, func(w *world.World) error {
		for _, actor := range p.File.Actors {
			if actor.Program == "" {
				continue
			}
			for _, body := range ourWords(w, p.File.Repo, p.ref.Number, actor.Login) {
				for _, m := range findingMark.FindAllString(body, -1) {
					seen[m]++
				}
			}
		}
		return nil
	})
	n := 0
	for _, times := range seen {
		n += times - 1
	}
	return n
}

// findingMark names a published finding.
var findingMark = regexp.MustCompile(`<!-- settle:v1 finding:[0-9a-f]{16}`)
