package clock

import (
	"container/heap"
	"encoding/binary"
	"hash/fnv"
	"time"
)

// agenda is what is planned, earliest first. What is planned for one instant
// is ordered by the seed and the label, whoever planned it first.
type agenda struct {
	seed    int64
	planned plans
	count   int
}

type plan struct {
	at    time.Time
	rank  uint64
	label string
	nth   int
	event func()
}

func (a *agenda) add(at time.Time, label string, event func()) {
	a.count++
	heap.Push(&a.planned, plan{at: at, rank: a.rank(label), label: label, nth: a.count, event: event})
}

func (a *agenda) rank(label string) uint64 {
	h := fnv.New64a()
	_ = binary.Write(h, binary.BigEndian, a.seed)
	_, _ = h.Write([]byte(label))
	return h.Sum64()
}

func (a *agenda) next() (time.Time, bool) {
	if len(a.planned) == 0 {
		return time.Time{}, false
	}
	return a.planned[0].at, true
}

// due takes the first event whose time has come; nil for none.
func (a *agenda) due(now time.Time) func() {
	if at, ok := a.next(); !ok || at.After(now) {
		return nil
	}
	return heap.Pop(&a.planned).(plan).event
}

type plans []plan

func (p plans) Len() int { return len(p) }

func (p plans) Less(i, j int) bool {
	a, b := p[i], p[j]
	switch {
	case !a.at.Equal(b.at):
		return a.at.Before(b.at)
	case a.rank != b.rank:
		return a.rank < b.rank
	case a.label != b.label:
		return a.label < b.label
	}
	return a.nth < b.nth
}

func (p plans) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p *plans) Push(x any)   { *p = append(*p, x.(plan)) }
func (p *plans) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}
