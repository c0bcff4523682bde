package play

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agentsim"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/view"
)

// summarize works out what the play came to: the journal's side, what the world
// shows was said twice, and every expectation.
func (p *play) summarize(r *Result) {
	exit := view.ExitCode(r.Facts.Verdict, r.Facts.Snapshot)
	run := view.NewRun(r.Facts, exit)
	took := p.sim.Clock.Now().Sub(beginning)
	doubled := p.doubled(r.Facts.History) + p.foundTwice()
	demo := view.NewDemo(run, filepath.Base(p.Path), took.Seconds(), recovered(r.Facts.History), doubled, nil, "")
	demo.Expectations = p.expectations(demo, r.Facts)
	r.Demo = demo
}

// recovered counts deeds whose answer was lost and that were found again.
func recovered(h journal.History) int {
	n := 0
	for _, deed := range h.Deeds {
		if deed.Why == journal.Found || deed.Why == journal.Adopted {
			n++
		}
	}
	return n
}

// receipt is the hidden line in words of the program; its digest names the deed.
var receipt = regexp.MustCompile(`<!-- settle:v1 ([a-z]+:[0-9a-f]{16})`)

// doubled counts what stands twice in the world: words with one receipt, and
// phrases without any beyond the asks that the journal knows.
func (p *play) doubled(h journal.History) int {
	seen := map[string]int{}
	phrases := 0
	_ = p.sim.World.View(time.Time{}, func(w *world.World) error {
		for _, body := range ourWords(w, p.File.Repo, p.ref.Number, p.File.Viewer.Login) {
			if m := receipt.FindStringSubmatch(body); m != nil {
				seen[m[1]]++
			} else if p.isPhrase(body) {
				phrases++
			}
		}
		return nil
	})
	n := 0
	for _, times := range seen {
		n += times - 1
	}
	asks := 0
	for key, deed := range h.Deeds {
		if key.Kind() == action.Ask && deed.State == journal.Done && deed.Outcome.ID != 0 {
			asks++
		}
	}
	return n + max(0, phrases-asks)
}

func ourWords(w *world.World, slug string, number int, login string) []string {
	r := w.Repository(slug)
	if r == nil || r.Pull(number) == nil {
		return nil
	}
	pull := r.Pull(number)
	var all []string
	for _, c := range pull.Comments {
		if c.Author == login {
			all = append(all, c.Body)
		}
	}
	for _, t := range pull.Threads {
		for _, c := range t.Comments {
			if c.Author == login {
				all = append(all, c.Body)
			}
		}
	}
	return all
}

// isPhrase: the body wakes a reviewer of the scenario.
func (p *play) isPhrase(body string) bool {
	for _, actor := range p.File.Actors {
		for _, start := range actor.Starts {
			if start.Comment != "" && strings.EqualFold(strings.TrimSpace(body), strings.TrimSpace(start.Comment)) {
				return true
			}
		}
	}
	return false
}

// expectations holds the end against the scenario's own words.
func (p *play) expectations(demo view.Demo, f view.Facts) []view.Expectation {
	text, err := json.Marshal(demo)
	if err != nil {
		panic(err) // plain data only; this cannot happen
	}
	var summary map[string]any
	if err := json.Unmarshal(text, &summary); err != nil {
		panic(err)
	}
	var met []view.Expectation
	for _, want := range p.File.Expect.Wants {
		met = append(met, meets(want.Key, want.String(), summary[want.Key], want.Holds))
	}
	if p.File.Expect.SaidOnce {
		met = append(met, view.Expectation{Key: "said_once", Want: "true", Got: fmt.Sprintf("%d said twice", demo.Doubled), OK: demo.Doubled == 0})
	}
	met = append(met, p.threadExpectations()...)
	for _, never := range p.File.Expect.Never {
		keys := happened(f.History, never)
		met = append(met, view.Expectation{Key: "never", Want: "no " + never, Got: strings.Join(keys, ", "), OK: len(keys) == 0})
	}
	for _, id := range slices.Sorted(maps.Keys(p.File.Expect.State)) {
		want := p.File.Expect.State[id]
		got := p.dispositionOf(f.Verdict.Items, id)
		met = append(met, view.Expectation{Key: "state." + id, Want: want, Got: got, OK: got == want})
	}
	return met
}

func meets(key, want string, value any, holds func(string, float64, bool) bool) view.Expectation {
	e := view.Expectation{Key: key, Want: want, Got: fmt.Sprint(value)}
	number, isNumber := value.(float64)
	e.OK = value != nil && holds(fmt.Sprint(value), number, isNumber)
	return e
}

// happened lists the deeds of a kind or task that were begun.
func happened(h journal.History, word string) []string {
	var keys []string
	for _, key := range slices.Sorted(maps.Keys(h.Deeds)) {
		if deed := h.Deeds[key]; !deed.StartedAt.IsZero() && (string(key.Kind()) == word || string(key.Task()) == word) {
			keys = append(keys, string(key))
		}
	}
	return keys
}

func (p *play) dispositionOf(items []feedback.Standing, id string) string {
	found, ok := p.itemOf(items, id)
	if !ok {
		return "no such item"
	}
	for _, st := range items {
		if st.Item.ID == found {
			return string(st.Disposition)
		}
	}
	return "no such item"
}

// itemOf finds the newest item in which the text of a finding or act stands.
func (p *play) itemOf(items []feedback.Standing, id string) (feedback.ItemID, bool) {
	body := ""
	for _, t := range p.File.Texts() {
		if t.ID == id {
			body = t.Body
		}
	}
	var newest *feedback.Item
	for i := range items {
		item := &items[i].Item
		if agentsim.Says(item.Title+"\n"+item.Body, body) && (newest == nil || newest.Asked.Before(item.Asked)) {
			newest = item
		}
	}
	if newest == nil {
		return "", false
	}
	return newest.ID, true
}
