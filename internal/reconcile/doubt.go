package reconcile

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
)

// reconcileDoubts finds out what became of deeds whose end nobody wrote down:
// those of an older term are doubtful, doubtful ones are looked up in the
// snapshot, jobs whose lease ran out have died. A rebuilt memory adopts what
// our marks show.
func (p *pass) reconcileDoubts(ctx context.Context) error {
	if p.DryRun {
		return nil
	}
	for _, did := range p.Judge.Adopt(p.snapshot, p.history, p.policy, p.Clock.Now()) {
		if err := p.settle(ctx, did); err != nil {
			return err
		}
	}
	jobs, err := p.liveJobs(ctx)
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(p.history.Deeds)) {
		if err := p.lookUp(ctx, key, jobs); err != nil {
			return err
		}
	}
	return nil
}

func (p *pass) lookUp(ctx context.Context, key action.Key, jobs map[string]bool) error {
	deed := p.history.Deed(key)
	if key.Kind() == action.Work {
		if deed.State != journal.Started || jobs[journal.JobLease(p.ref, key, deed.Try)] {
			return nil
		}
		return p.settle(ctx, journal.Did{Key: key, Try: deed.Try, State: journal.Lapsed, Why: journal.Died})
	}
	if deed.State == journal.Started {
		// No deed of this term can still be started here: act settles before it
		// goes on. So whoever began it is gone, and the answer with them.
		if err := p.settle(ctx, journal.Did{Key: key, Try: deed.Try, State: journal.Doubtful}); err != nil {
			return err
		}
		deed = p.history.Deed(key)
	}
	if deed.State != journal.Doubtful {
		return nil
	}
	did, known := p.Judge.Look(p.snapshot, deed, p.policy, p.Clock.Now())
	if !known {
		return nil
	}
	return p.settle(ctx, did)
}

// liveJobs names the job leases that have not run out.
func (p *pass) liveJobs(ctx context.Context) (map[string]bool, error) {
	leases, err := p.Memory.Leases(ctx, "job/"+p.ref.String()+"/")
	if err != nil {
		return nil, fmt.Errorf("list jobs: %w", err)
	}
	live := map[string]bool{}
	for _, lease := range leases {
		live[lease.Name] = lease.Until.After(p.Clock.Now())
	}
	return live, nil
}
