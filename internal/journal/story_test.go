package journal

import (
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

var (
	noon  = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	first = at("t1", 100)
	other = at("t2", 100)
)

func at(id feedback.ItemID, unix int64) feedback.At {
	return feedback.At{Item: id, Version: feedback.Version{Comment: 1, Unix: unix}}
}

// story writes a journal line by line, one minute apart.
type story struct{ lines []Entry }

func (s *story) add(e Entry) *story {
	e.Seq = int64(len(s.lines) + 1)
	e.At = s.at(e.Seq)
	s.lines = append(s.lines, e)
	return s
}

func (s *story) at(seq int64) time.Time { return noon.Add(time.Duration(seq) * time.Minute) }

func (s *story) saw(head pull.Oid, versions ...feedback.At) *story {
	saw := &Saw{Digest: string(head), Head: head, Versions: map[feedback.ItemID]feedback.Version{}}
	for _, v := range versions {
		saw.Versions[v.Item] = v.Version
	}
	return s.add(Entry{Saw: saw})
}

func (s *story) told(word Word) *story {
	return s.add(Entry{Told: &Told{Who: "maria", Word: word}})
}

func (s *story) answered(j feedback.Judgment) *story {
	j.Source = feedback.ByPerson
	return s.add(Entry{Told: &Told{Who: "maria", Word: Answer, Judgment: &j}})
}

func (s *story) did(d Did) *story {
	d.Try = max(d.Try, 1)
	return s.add(Entry{Term: 3, Did: &d})
}

// work wants and starts a deed for items, and settles it as told.
func (s *story) work(key action.Key, items []feedback.At, end Did) *story {
	s.did(Did{Key: key, Try: end.Try, State: Wanted, Items: items})
	s.did(Did{Key: key, Try: end.Try, State: Started})
	end.Key = key
	return s.did(end)
}

func (s *story) judged(j feedback.Judgment) *story {
	j.Source = feedback.ByAgent
	return s.work(action.TriageKey([]feedback.At{j.At}), []feedback.At{j.At}, Did{State: Done, Outcome: &Outcome{Judgments: []feedback.Judgment{j}}})
}

func (s *story) history() History { return Fold(s.lines) }
