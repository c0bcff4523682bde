package app_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/reconcile"
	"github.com/settlehq/settle/internal/verdict"
	"github.com/settlehq/settle/internal/view"
)

// napping is the clock of a machine that may sleep: what waits for a time goes
// on when that has come and the machine is awake.
type napping struct {
	reconcile.Clock
	mu    sync.Mutex
	awake time.Time
}

func (n *napping) sleep(until time.Time) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.awake = until
}

func (n *napping) Until(ctx context.Context, at time.Time) error {
	for {
		if err := n.Clock.Until(ctx, at); err != nil {
			return err
		}
		n.mu.Lock()
		awake := n.awake
		n.mu.Unlock()
		if !n.Clock.Now().Before(awake) {
			return nil
		}
		at = awake
	}
}

// A machine that slept looks again at once, and does not wait for the time that
// it had in mind before.
func TestAMachineThatSleptLooksAgainAtOnce(t *testing.T) {
	text := strings.Replace(review, "{preset: bugbot}", "{preset: bugbot, after: 3m}", 1)
	text = strings.Replace(text, "  - {at: -20m, by: bugbot, do: review}\n", "", 1)
	w := worldOf(t, text)
	var clock *napping
	house := w.open(func(o *app.Options) {
		clock = &napping{Clock: o.Clock}
		o.Clock = clock
	})
	var slept, woke, planned, looked time.Time
	facts, err := house.Run(t.Context(), shop, app.RunOptions{Tell: func(f view.Facts, deed *journal.Did) {
		switch {
		case deed != nil:
		case slept.IsZero() && f.Verdict.Why.Code == "reviewer_pending":
			slept, planned = f.Now, f.Verdict.Wake
			woke = slept.Add(planned.Sub(slept) - time.Minute) // a minute before it meant to look
			clock.sleep(woke)
		case !slept.IsZero() && looked.IsZero():
			looked = f.Now
		}
	}})
	if err != nil || facts.Verdict.Phase != verdict.Ready {
		t.Fatalf("%s, %v", facts.Verdict.Phase, err)
	}
	if late := looked.Sub(woke); late < 0 || late > 15*time.Second || !looked.Before(planned) {
		t.Errorf("slept from %s to %s, looked at %s; it had planned %s", slept, woke, looked, planned)
	}
}
