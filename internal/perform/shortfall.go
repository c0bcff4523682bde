package perform

import (
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
)

// shortfall is why an agent did not get to an end with some items.
type shortfall struct {
	items []feedback.Standing
	err   error
}

// fallShort keeps what others have settled. It is the failure of the whole work
// where nothing was settled and all failed alike.
func (f *fixing) fallShort(all []shortfall) error {
	if len(all) == 0 {
		return nil
	}
	attempts := len(slices.DeleteFunc(slices.Clone(all), func(s shortfall) bool { return !s.attempt() }))
	if len(f.claims) == 0 && (attempts == 0 || attempts == len(all)) {
		return all[0].err
	}
	var lacks []string
	for _, s := range all {
		if s.attempt() {
			f.attempted(s)
		} else if text := said(s.err); !slices.Contains(lacks, text) {
			lacks = append(lacks, text)
		}
	}
	f.undone = strings.Join(lacks, "; ")
	return nil
}

// attempt: an agent has tried. A lack of agents is not the items' fault, and they
// stay open for another try.
func (s shortfall) attempt() bool { return action.ClassOf(s.err) == action.Broken }

// attempted spends an attempt of what was not settled before the failure.
func (f *fixing) attempted(s shortfall) {
	for _, st := range s.items {
		at := st.Item.At()
		if !slices.ContainsFunc(f.claims, func(c feedback.Claim) bool { return c.At == at }) {
			f.claims = append(f.claims, feedback.Claim{At: at, Outcome: feedback.Failed, Why: said(s.err)})
		}
	}
}
