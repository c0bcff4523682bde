// Package queue is the contract of waking up: a wake carries a name and a
// time, and no facts.
//
// It promises: at least once after the transaction commits; wakes for one pull
// request merge to the earliest; a wake during a run causes another run; order
// is not promised. A wake may come early, late by seconds, or twice.
package queue

import (
	"context"
	"time"

	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/store"
)

// Handler looks at one pull request and says when it wants to look again; the
// zero time means never. An error is tried again with a growing delay.
type Handler func(ctx context.Context, ref pull.Ref) (next time.Time, err error)

// Queue wakes pull requests. Safe for several goroutines.
type Queue interface {
	// Wake asks for a run at or after a time, inside a transaction of the store.
	Wake(ctx context.Context, tx store.Tx, ref pull.Ref, at time.Time) error
	// Run calls the handler for each due pull request until ctx ends, at most
	// parallel at once and never two for one pull request.
	Run(ctx context.Context, handler Handler) error
}

// Clock is time as the program lives it: the system's, or a play's.
type Clock interface {
	Now() time.Time
	// Until returns when the time has come or ctx has ended.
	Until(ctx context.Context, at time.Time) error
	// Busy says that something is under way which needs no waiting, until the
	// returned function is called. A scripted clock does not jump meanwhile; the
	// system's takes no notice. A goroutine whose Until has ended counts as busy
	// until its process waits again or ends a Busy, so a dispatcher needs none.
	Busy() (idle func())
}
