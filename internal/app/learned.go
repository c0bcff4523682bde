package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reviewer"
)

// policies are the repository's rules with the waits that were learned there.
// What was learned is read once for each repository, so that no wait stretches
// while it lasts.
type policies struct{ *App }

// For gives the policy in force for what a snapshot shows.
func (p policies) For(snapshot pull.Snapshot) policy.Policy {
	return reviewer.Sized(p.worded(p.options.Policies.For(snapshot), snapshot), p.learned(snapshot.Ref))
}

// mostLearnedFrom is how many pull requests of a repository are read for it.
const mostLearnedFrom = 50

func (a *App) learned(ref pull.Ref) map[string]policy.Learned {
	a.learning.Lock()
	defer a.learning.Unlock()
	name := ref.Host + "/" + ref.Slug()
	if known, ok := a.latencies[name]; ok {
		return known
	}
	readings, err := a.readingsOf(context.Background(), ref)
	if err != nil {
		return nil // not known now; the definitions' own figures count
	}
	if a.latencies == nil {
		a.latencies = map[string]map[string]policy.Learned{}
	}
	a.latencies[name] = reviewer.Learn(readings)
	return a.latencies[name]
}

// readingsOf are the readings recorded on a repository's pull requests.
func (a *App) readingsOf(ctx context.Context, ref pull.Ref) ([]feedback.Reading, error) {
	known, err := a.Known(ctx)
	if err != nil {
		return nil, err
	}
	var all []feedback.Reading
	read := 0
	for _, other := range known {
		if other.Host != ref.Host || !strings.EqualFold(other.Slug(), ref.Slug()) || read == mostLearnedFrom {
			continue
		}
		read++
		stored, err := a.store.Verdicts(ctx, other)
		if err != nil {
			return nil, fmt.Errorf("read verdicts of %s: %w", other, err)
		}
		for _, v := range stored {
			all = append(all, v.Verdict.Readings...)
		}
	}
	return all, nil
}
