package scenario

import (
	"fmt"
	"slices"

	"github.com/settlehq/settle/internal/strictyaml"
)

// Program is what makes the reviews of an actor: its own rules, or the real
// program under the actor's account.
type Program string

// Words are the programs that a play can start.
func (Program) Words() []string { return []string{"settle"} }

// Review scripts the agent of a program's review, where it does not say what is
// true: of the actor's findings those that the head shows, and of the earlier
// ones that it is told of those that it still shows and no reply refutes.
type Review struct {
	By      string       `yaml:"by"`      // an actor with a program
	Reviews Reviews      `yaml:"reviews"` // which of its reviews
	Answer  ReviewAnswer `yaml:"answer"`
	Keeps   []string     `yaml:"keeps,orlist"`   // names these too among what remains: findings, or ids that nobody has
	Drops   []string     `yaml:"drops,orlist"`   // does not speak of these findings, though they are there
	Rewords []string     `yaml:"rewords,orlist"` // finds these again in place of saying that they remain
}

// Defaults mean every review, and an answer of the usual form.
func (r *Review) Defaults() { r.Reviews, r.Answer = Reviews{All: true}, "whole" }

// ReviewAnswer is the form of a reviewer's answer.
type ReviewAnswer string

// Words: whole; without a word on what remains; no answer that can be read; none.
func (ReviewAnswer) Words() []string { return []string{"whole", "unstated", "garbage", "fails"} }

// Threads are the states of a finding's threads at the end, in the order in
// which they were opened.
type Threads []ThreadState

// ThreadState is where a finding stands at the end.
type ThreadState string

// Words: its thread is open or resolved, it has none, or it stands in the
// summary comment only.
func (ThreadState) Words() []string { return []string{"open", "resolved", "none", "summary"} }

// DecodeYAML reads one word or a list of them.
func (t *Threads) DecodeYAML(n strictyaml.Node) {
	*t = nil
	items := []strictyaml.Node{n}
	if n.Kind() == strictyaml.List {
		items = n.Items()
	}
	for _, item := range items {
		var state ThreadState
		item.Decode(&state)
		*t = append(*t, state)
	}
}

// lifeless are the keys of an actor by which rules make its reviews; a program
// says everything itself.
var lifeless = []string{"preset", "ack", "lag", "clean", "dirty", "silent", "refuse", "reads", "repeats", "finding", "in_body"}

// programs checks what belongs to actors with a program.
func (r *reader) programs() {
	for name, actor := range r.file.Actors {
		if actor.Program == "" {
			continue
		}
		for _, f := range r.doc.Find("actors", name).Fields() {
			if slices.Contains(lifeless, f.Name) {
				f.Key.Refuse(strictyaml.Problem{What: fmt.Sprintf("%s has no meaning for an actor with a program", f.Name)})
			}
		}
	}
	for i, f := range r.file.Findings {
		if f.Refuted != nil && r.program(f.By) == "" {
			r.refuse("only an actor with a program reads replies", "findings", i, "refuted")
		}
	}
	for i, a := range r.file.Timeline {
		if a.Do == "review" && a.At != nil && *a.At < 0 && slices.ContainsFunc(a.By, func(who string) bool { return r.program(who) != "" }) {
			r.refuse("a program does not run in history", "timeline", i, "at")
		}
	}
	r.agentReviews()
}

func (r *reader) program(actor string) Program {
	if a := r.file.Actors[actor]; a != nil {
		return a.Program
	}
	return ""
}

func (r *reader) agentReviews() {
	for i, review := range r.file.Agent.Review {
		r.known("reviewer", review.By, r.actors, "agent", "review", i, "by")
		if slices.Contains(r.actors, review.By) && r.program(review.By) == "" {
			r.refuse("only an actor with a program reviews by an agent", "agent", "review", i, "by")
		}
		for key, ids := range map[string][]string{"drops": review.Drops, "rewords": review.Rewords} {
			for k, id := range ids {
				r.known("item", id, r.items, r.each(key, k, "agent", "review", i)...)
			}
		}
	}
}

// each is the place of the nth value of a key that may hold one or a list.
func (r *reader) each(key string, n int, path ...any) []any {
	at := append(slices.Clone(path), key)
	if r.doc.Find(at...).Kind() == strictyaml.List {
		at = append(at, n)
	}
	return at
}
