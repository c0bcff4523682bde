package simtest

import (
	"time"

	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

// Adversities of machines: permissions, clocks, other workers, the host's checks
// and its merge queue.

// forbid takes the right to write away, as a token that expired does.
func (s *Sim) forbid() bool {
	s.w.barred = true
	return true
}

// allow gives it back; a person tells us so.
func (s *Sim) allow() bool {
	if !s.w.barred {
		return false
	}
	s.w.barred = false
	return s.tell(journal.Told{Word: journal.Resume})
}

// mostSkew is how far the clock of a machine is off, in either direction.
const mostSkew = 5 * time.Second

// skewed lets this process's clock go wrong, each time in another way.
func (s *Sim) skewed() bool {
	switch s.skew {
	case 0:
		s.skew = mostSkew
	case mostSkew:
		s.skew = -mostSkew
	default:
		s.skew = 0
	}
	return true
}

// asleep is for how long a worker is frozen: longer than its lease lives.
const asleep = 70 * time.Second

// workers freezes this process; two others do its work meanwhile, one after the
// other, and it wakes as if nothing had been.
func (s *Sim) workers() bool {
	frozen := *s
	for range 2 {
		s.w.now = s.w.now.Add(asleep)
		s.others++
		s.nonce, s.skew = -s.others, 0
		s.tick(plan{})
	}
	s.nonce, s.skew, s.plan, s.steps, s.writes, s.pushes, s.dead = frozen.nonce, frozen.skew, frozen.plan, frozen.steps, frozen.writes, frozen.pushes, false
	s.frozen = true
	return true
}

// checked lets ci end otherwise at this head.
func (s *Sim) checked(status pull.CheckStatus) bool {
	s.w.ci = status
	return s.stir()
}

// queue puts the pull request into the host's merge queue, or takes it out.
func (s *Sim) queue() bool {
	s.w.queued = !s.w.queued
	return s.stir()
}
