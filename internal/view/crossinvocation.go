package view

import (
	"time"

	"github.com/settlehq/settle/internal/pull"
)

// CrossInvocation says whether a review goes on over several rounds: a thread
// was resolved, and another, whose code still stands, is not. Both keys are null
// where the threads were not read whole.
type CrossInvocation struct {
	Signal          *bool            `json:"signal"`
	ResolvedThreads []ResolvedThread `json:"resolved_threads"`
}

// ResolvedThread is one of the last ten that were resolved, the youngest word
// first. It is context: nothing is done about it.
type ResolvedThread struct {
	ThreadID         string     `json:"thread_id"`
	Path             string     `json:"path"`
	Line             *int       `json:"line"`
	FirstCommentBody string     `json:"first_comment_body"`
	LastCommentAt    *time.Time `json:"last_comment_at"`
}

func crossInvocation(s pull.Snapshot) CrossInvocation {
	if _, missing := s.Missing(pull.SurfaceThreads); missing {
		return CrossInvocation{}
	}
	signal := s.CrossInvocation()
	return CrossInvocation{Signal: &signal, ResolvedThreads: each(s.LastResolved(), func(t pull.Thread) ResolvedThread {
		line := t.Line
		if line == 0 {
			line = t.OriginalLine
		}
		return ResolvedThread{
			ThreadID: t.NodeID, Path: t.Path, Line: known(line), FirstCommentBody: t.Root().Body, LastCommentAt: when(t.LastComment()),
		}
	})}
}
