package simtest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reconcile"
)

// land makes an effect happen in the world, and holds it against the
// invariants that speak of effects. It reports whether the host took it.
func (s *Sim) land(scene reconcile.Scene, late bool) bool {
	a := scene.Action
	switch a.Kind {
	case action.Push:
		if !s.landPush(a.Push, late) {
			return false
		}
	case action.Reply:
		s.landReply(a, late)
	case action.Resolve:
		s.landResolve(a, late)
	case action.Ask:
		s.w.say(a.Key, 0, a.Ask.Comment+"\n"+string(a.Key))
		s.w.due = append(s.w.due, due{at: s.w.now.Add(2 * time.Minute), who: a.Ask.Reviewer, head: s.w.head})
	case action.Ready:
		s.landReady(a, late)
	case action.Tell:
		s.w.labels = append(s.w.labels, a.Say.Text)
	case action.Retract:
		s.retract(a.Comment.ID)
	case action.Rerun:
		s.w.ci, s.w.runs = pull.CheckSuccess, s.w.runs+1
	case action.FollowUp:
		s.w.beside = 1 // the host has one branch of that name, and refuses a second
	}
	s.w.landed = append(s.w.landed, landing{s.w.now, a.Key, late})
	s.once(a.Key)
	return true
}

// once is invariant 3: nothing lands twice, unless one of the two was frozen
// for longer than the doubt window; then a twin may be seen, and must go.
func (s *Sim) once(key action.Key) {
	kind := key.Kind()
	if kind != action.Reply && kind != action.Ask && kind != action.Push {
		return
	}
	times, late := 0, false
	for _, l := range s.w.landed {
		if l.key == key {
			times++
			late = late || l.late
		}
	}
	switch {
	case times > 1 && (late || kind == action.Push && s.w.resets > 0):
		s.Soft++
	case times > 1:
		s.fail("3 once: %s landed %d times", key, times)
	}
}

func (s *Sim) landPush(p *action.PushOrder, late bool) bool {
	if s.w.head != p.Parent {
		return false
	}
	s.pushes++
	if s.pushes > 1 && !late {
		s.fail("7 one writer: two pushes in one tick")
	}
	s.w.moved(p.Commit)
	if s.w.commits[p.Commit].joins {
		s.w.merge = pull.MergeClean
	}
	return true
}

func (s *Sim) landReply(a action.Action, late bool) {
	if a.Say.Disposition == feedback.Fixed && !s.wasFixed(a.Say.Item.String()) {
		if s.w.resets > 0 || late {
			s.Soft++
		} else {
			s.fail("6 evidence: %s although its commit is not in the head", a.Key)
		}
	}
	thread := a.Say.ReplyTo
	s.w.say(a.Key, thread, string(a.Key))
}

func (s *Sim) wasFixed(item string) bool {
	since := s.w.now.Add(-s.rules.Timing.Lag)
	return slices.ContainsFunc(s.w.truths, func(t truth) bool {
		return !t.at.Before(since) && slices.Contains(t.fixed, item)
	}) || slices.ContainsFunc(s.w.snapshot().Ours, func(t pull.Trailer) bool { return slices.Contains(t.Items, item) })
}

func (s *Sim) landResolve(a action.Action, late bool) {
	for i, t := range s.w.threads {
		if t.NodeID != a.Thread.NodeID {
			continue
		}
		if !slices.ContainsFunc(t.Comments, func(c pull.Comment) bool { return c.Ours }) {
			s.fail("5 no silent close: %s without a reply", a.Key)
		}
		if s.w.version(a.Thread.Item.Item) != a.Thread.Item.Version {
			if late {
				s.Soft++
			} else {
				s.fail("5 no silent close: %s over a word that was not seen", a.Key)
			}
		}
		s.w.threads[i].Resolved, s.w.threads[i].ResolvedBy = true, us
	}
}

// landReady is invariant 1: somewhere within the lag and the deadline before,
// everything that ready means was true of this head.
func (s *Sim) landReady(a action.Action, late bool) {
	head := pull.Oid(a.Key.Subject())
	since := s.w.now.Add(-s.rules.Timing.Doubt())
	true1 := s.w.head == head && s.w.readyIsTrue()
	for _, t := range s.w.truths {
		true1 = true1 || !t.at.Before(since) && t.head == head && t.ready
	}
	switch {
	case true1:
	case late:
		s.Soft++
	default:
		s.fail("1 ready is true: said at %s, and it was not", head)
	}
	s.w.draft = false
}

func (s *Sim) retract(id int64) {
	drop := func(c pull.Comment) bool { return c.ID == id && c.Ours }
	for i := range s.w.threads {
		s.w.threads[i].Comments = slices.DeleteFunc(s.w.threads[i].Comments, drop)
	}
	s.w.talk = slices.DeleteFunc(s.w.talk, drop)
}

// twins counts marks that two visible comments carry.
func (s *Sim) twins() int {
	seen, twins := map[mark.Digest]bool{}, 0
	count := func(c pull.Comment) {
		for _, m := range c.Marks {
			if seen[m.Digest] {
				twins++
			}
			seen[m.Digest] = true
		}
	}
	for _, t := range s.w.threads {
		for _, c := range t.Comments {
			count(c)
		}
	}
	for _, c := range s.w.talk {
		count(c)
	}
	return twins
}

// finish ends the oldest running work with what its task gives.
func (s *Sim) finish() {
	j := s.jobs[0]
	s.jobs = s.jobs[1:]
	if s.w.now.After(j.lease.Until) { // a live process renews its lease
		j.lease, _ = s.m.Renew(nil, j.lease, s.w.now, reconcile.JobTTL)
	}
	did := journal.Did{Key: j.scene.Deed.Key, Try: j.scene.Deed.Try, State: journal.Done, Outcome: s.result(j.scene)}
	if _, err := s.m.Finish(nil, j.lease, ref, s.w.now, did); err != nil {
		s.Idle++
		return
	}
	delete(s.m.leases, j.lease.Name)
}

func (s *Sim) result(scene reconcile.Scene) *journal.Outcome {
	order := scene.Action.Work
	switch order.Task {
	case action.Triage:
		return s.triaged(order)
	case action.Fix:
		return s.fixed(order)
	case action.Repair:
		return s.repaired(order)
	case action.Update, action.Rebase:
		oid := pull.Oid(fmt.Sprintf("u%d", s.w.id()))
		if s.w.tangled {
			oid, s.w.tangled = oid+"red", false
		}
		s.w.commits[oid] = commit{parent: order.Head, joins: true}
		return &journal.Outcome{Commit: oid}
	}
	return &journal.Outcome{Proof: &feedback.Proof{Commit: order.Commit, Green: !strings.Contains(string(order.Commit), "red")}}
}

// triaged judges by the words of each item: "twin" repeats the first of the
// others, and "born" is about lines of our own head.
func (s *Sim) triaged(order *action.WorkOrder) *journal.Outcome {
	o := &journal.Outcome{}
	for _, at := range order.Items {
		words := s.wordsOf(at.Item)
		j := feedback.Judgment{At: at, Class: s.classOf(at.Item), Source: feedback.ByAgent}
		for _, other := range order.Items {
			if strings.Contains(words, "twin") && !strings.Contains(s.wordsOf(other.Item), "twin") {
				j.Primary = other.Item
				break
			}
		}
		commit, ours := s.oursAt(order.Head)
		born := ours && strings.Contains(words, "born")
		if born {
			o.Origins = append(o.Origins, feedback.Origin{At: at, Commit: commit})
		}
		if j.Class == feedback.Valid {
			s.w.right(at.Item, born)
		}
		o.Judgments = append(o.Judgments, j)
	}
	return o
}

// oursAt is the newest commit of ours that a head holds.
func (s *Sim) oursAt(head pull.Oid) (pull.Oid, bool) {
	for oid := head; oid != ""; oid = s.w.commits[oid].parent {
		if len(s.w.commits[oid].items) > 0 {
			return oid, true
		}
	}
	return "", false
}

// fixed commits what can be fixed: words with "hopeless" fail, words with "red"
// give a commit that the checks refuse.
func (s *Sim) fixed(order *action.WorkOrder) *journal.Outcome {
	oid := pull.Oid(fmt.Sprintf("f%d", s.w.id()))
	o := &journal.Outcome{}
	var items []string
	for _, at := range order.Items {
		words := s.wordsOf(at.Item)
		claim := feedback.Claim{At: at, Outcome: feedback.Fixed, Commit: oid}
		if strings.Contains(words, "hopeless") {
			claim.Outcome, claim.Commit = feedback.Failed, ""
		} else {
			items = append(items, at.String())
		}
		if strings.Contains(words, "red") {
			oid += "red"
			claim.Commit = oid
		}
		o.Claims = append(o.Claims, claim)
	}
	if len(items) > 0 {
		o.Commit = oid
		s.w.commits[oid] = commit{parent: order.Head, items: items}
	}
	return o
}

// repaired mends every second branch that it is given, and leaves the others red.
func (s *Sim) repaired(order *action.WorkOrder) *journal.Outcome {
	oid := pull.Oid(fmt.Sprintf("f%d", s.w.id()))
	if s.w.id()%2 == 0 {
		oid += "red"
	}
	o := &journal.Outcome{Commit: oid}
	var items []string
	for _, at := range order.Items {
		o.Claims = append(o.Claims, feedback.Claim{At: at, Outcome: feedback.Fixed, Commit: oid})
		items = append(items, at.String())
	}
	s.w.commits[oid] = commit{parent: order.Head, items: items, joins: order.Onto != ""}
	return o
}

func (s *Sim) wordsOf(id feedback.ItemID) string {
	if id.Kind() == feedback.CheckItem {
		return "valid check"
	}
	for _, t := range s.w.threads {
		if id == feedback.ItemID(fmt.Sprintf("t%d", t.Root().ID)) {
			return t.Root().Body
		}
	}
	for _, r := range s.w.reviews {
		if id == feedback.ItemID(fmt.Sprintf("r%d.1", r.ID)) {
			return r.Body
		}
	}
	return ""
}

func (s *Sim) classOf(id feedback.ItemID) feedback.Class {
	switch words := s.wordsOf(id); {
	case strings.Contains(words, "wrong"):
		return feedback.Invalid
	case strings.Contains(words, "question"):
		return feedback.NeedsHuman
	case words == "":
		return feedback.Invalid // talk
	}
	return feedback.Valid
}
