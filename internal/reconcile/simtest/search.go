package simtest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Found is what a search saw.
type Found struct {
	States   int
	Complete bool
	Peaceful int      // states from which the run was let go on in peace
	Broken   []string // with the way there
}

// Search walks every choice from a run, depth first, until no new state is
// left or the limit is reached. Every tenth state is left in peace and must
// come to rest: the check against running in circles.
func Search(start *Sim, budget Budget, limit int) Found {
	type node struct {
		sim    *Sim
		budget Budget
		way    string
	}
	found := Found{Complete: true}
	seen := map[string]bool{}
	stack := []node{{start, budget, ""}}
	for len(stack) > 0 && len(found.Broken) == 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		print := n.sim.fingerprint() + fmt.Sprint(n.budget)
		if seen[print] {
			continue
		}
		seen[print] = true
		if found.States++; found.States > limit {
			found.Complete = false
			break
		}
		if found.States%10 == 0 {
			found.Peaceful++
			calm := n.sim.Clone()
			calm.Peace()
			found.note(calm, n.way+" peace")
		}
		if n.sim.atRest() && spent(n.budget) {
			continue
		}
		for _, c := range n.sim.Choices(n.budget) {
			next := n.sim.Clone()
			if !next.Take(c) {
				continue
			}
			left := maps.Clone(n.budget)
			if left[c.Name] > 0 {
				left[c.Name]--
			}
			way := n.way + " " + c.String()
			found.note(next, way)
			stack = append(stack, node{next, left, way})
		}
	}
	return found
}

func (f *Found) note(s *Sim, way string) {
	for _, broken := range s.Broken {
		f.Broken = append(f.Broken, broken+" after"+way)
	}
}

func spent(b Budget) bool {
	for _, n := range b {
		if n > 0 {
			return false
		}
	}
	return true
}

// fingerprint names a state with times relative to now, so that the same
// situation an hour later is the same state. What is older than every window of
// the rules counts as equally old.
func (s *Sim) fingerprint() string {
	var b strings.Builder
	w := &s.w
	ago := func(t time.Time) string {
		d := t.Sub(w.now)
		if t.IsZero() || d < -30*time.Minute {
			return "-"
		}
		return d.String()
	}
	fmt.Fprint(&b, w.queued, w.ci, w.runs, w.barred, w.beside, w.later, s.skew, w.state, w.draft, w.head, ago(w.headAt), w.merge, w.tangled, w.labels, w.script, w.resets)
	for _, t := range w.threads {
		fmt.Fprint(&b, "|", t.Resolved, t.ResolvedBy)
		for _, c := range t.Comments {
			fmt.Fprint(&b, ",", c.ID, c.Body, c.EditedAt != nil)
		}
	}
	for _, c := range w.talk {
		fmt.Fprint(&b, ";", c.ID, c.Body)
	}
	for _, r := range w.reviews {
		fmt.Fprint(&b, "r", r.Commit, r.Body)
	}
	for _, d := range w.due {
		fmt.Fprint(&b, "d", d.who, d.head, ago(d.at))
	}
	for _, f := range s.flying {
		fmt.Fprint(&b, "f", f.scene.Deed.Key, ago(f.lands))
	}
	for _, j := range s.jobs {
		fmt.Fprint(&b, "j", j.scene.Deed.Key, ago(j.begun))
	}
	for _, p := range w.past {
		fmt.Fprint(&b, "p", p.Identity(), ago(p.At))
	}
	h := s.m.history()
	for _, key := range slices.Sorted(maps.Keys(h.Deeds)) {
		d := h.Deeds[key]
		fmt.Fprint(&b, "\n", key, d.State, d.Why, d.Try, ago(d.NotBefore), ago(d.StartedAt), ago(d.SettledAt))
	}
	fmt.Fprint(&b, h.Told, h.Rounds, ago(h.Change), h.High.Pushed, ago(h.High.PushedAt), ago(s.m.wake), s.m.verdict.Phase)
	for _, name := range slices.Sorted(maps.Keys(s.m.leases)) {
		fmt.Fprint(&b, "l", name, ago(s.m.leases[name].Until))
	}
	return b.String()
}
