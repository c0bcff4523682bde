package simtest

import (
	"fmt"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

// Adversities of people: what others push, say and decide meanwhile.

func (s *Sim) humanPush() bool {
	oid := pull.Oid(fmt.Sprintf("p%d", s.w.id()))
	s.w.commits[oid] = commit{parent: s.w.head}
	s.w.now = s.w.now.Add(time.Second)
	s.w.moved(oid)
	s.w.person = s.w.now
	return s.stir()
}

func (s *Sim) reset() bool {
	parent := s.w.commits[s.w.head].parent
	if parent == "" {
		return false
	}
	s.w.resets++
	s.w.now = s.w.now.Add(time.Second)
	s.w.moved(parent)
	s.w.person = s.w.now
	return s.stir()
}

func (s *Sim) comment() bool {
	if len(s.w.threads) == 0 {
		return false
	}
	s.w.now = s.w.now.Add(time.Second)
	t := &s.w.threads[len(s.w.threads)-1]
	t.Comments = append(t.Comments, pull.Comment{ID: s.w.id(), Author: account("maria"), CreatedAt: s.w.now, Body: "and what about this?"})
	return s.stir()
}

func (s *Sim) talk() bool {
	s.w.now = s.w.now.Add(time.Second)
	s.w.talk = append(s.w.talk, pull.Comment{ID: s.w.id(), Author: account("maria"), CreatedAt: s.w.now, Body: "a general remark"})
	return s.stir()
}

func (s *Sim) edit() bool {
	if len(s.w.threads) == 0 {
		return false
	}
	s.w.now = s.w.now.Add(time.Second)
	at := s.w.now
	s.w.threads[0].Comments[0].EditedAt = &at
	return s.stir()
}

func (s *Sim) reopen() bool {
	for i, t := range s.w.threads {
		if t.Resolved {
			s.w.threads[i].Resolved, s.w.threads[i].ResolvedBy = false, ""
			return s.stir()
		}
	}
	return false
}

func (s *Sim) redraft() bool {
	if s.w.draft {
		return false
	}
	s.w.draft = true
	return s.stir()
}

func (s *Sim) pause() bool {
	return s.tell(journal.Told{Word: journal.Pause})
}

func (s *Sim) resume() bool {
	return s.tell(journal.Told{Word: journal.Resume})
}

// tell is a person's word at our own machine.
func (s *Sim) tell(told journal.Told) bool {
	told.Who = "maria"
	s.m.tell(s.w.now, told)
	s.w.person = s.w.now
	return true
}

func (s *Sim) answer() bool {
	for _, st := range s.m.verdict.Items {
		if st.Disposition == feedback.Escalated && st.Judgment != nil {
			j := feedback.Judgment{At: st.Item.At(), Class: feedback.Invalid, Source: feedback.ByPerson, Reason: "keep it"}
			return s.tell(journal.Told{Word: journal.Answer, Judgment: &j})
		}
	}
	return false
}

func (s *Sim) conflict() bool {
	if s.w.merge == pull.MergeDirty {
		s.w.merge = pull.MergeClean
	} else {
		s.w.merge = pull.MergeDirty
	}
	return s.stir()
}

// tangle is a conflict whose first solution the checks refuse.
func (s *Sim) tangle() bool {
	s.w.tangled = true
	return s.conflict()
}

// reviewBody is a person's review that asks for something and points at no line.
func (s *Sim) reviewBody() bool {
	s.w.now = s.w.now.Add(time.Second)
	s.w.reviews = append(s.w.reviews, pull.Review{
		ID: s.w.id(), Author: account("maria"), State: pull.Commented, Commit: s.w.head, SubmittedAt: s.w.now, Body: "wrong in general: a review",
	})
	return s.stir()
}
