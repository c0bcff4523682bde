package simtest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// memory keeps the journal as a store does: terms, legality, the refusal of a
// verdict that has not read a person's word. It lives through crashes.
type memory struct {
	entries []journal.Entry
	leases  map[string]journal.Lease
	terms   int64
	wake    time.Time
	verdict verdict.Verdict
	folded  journal.History
	deaf    bool // variant: Begin does not look for a person's word
}

func newMemory() memory { return memory{leases: map[string]journal.Lease{}} }

func (m memory) clone() memory {
	m.entries = slices.Clone(m.entries)
	m.leases = maps.Clone(m.leases)
	return m
}

// history folds anew only when a line was added.
func (m *memory) history() journal.History {
	if m.folded.Seq != int64(len(m.entries)) || m.folded.Deeds == nil {
		m.folded = journal.Fold(m.entries)
	}
	return m.folded
}

func (m *memory) add(e journal.Entry) journal.Entry {
	e.Seq = int64(len(m.entries) + 1)
	m.entries = append(m.entries, e)
	return e
}

func (m *memory) Acquire(_ context.Context, name string, holder journal.Holder, now time.Time, ttl time.Duration) (journal.Lease, error) {
	if old, ok := m.leases[name]; ok && old.Until.After(now) && old.Holder.Nonce != holder.Nonce {
		return journal.Lease{}, &journal.HeldError{Lease: old}
	}
	m.terms++
	lease := journal.Lease{Name: name, Term: m.terms, Until: now.Add(ttl), Holder: holder}
	m.leases[name] = lease
	return lease, nil
}

func (m *memory) current(lease journal.Lease) error {
	if m.leases[lease.Name].Term != lease.Term {
		return journal.ErrStale
	}
	return nil
}

func (m *memory) Renew(_ context.Context, lease journal.Lease, now time.Time, ttl time.Duration) (journal.Lease, error) {
	if err := m.current(lease); err != nil {
		return lease, err
	}
	lease.Until = now.Add(ttl)
	m.leases[lease.Name] = lease
	return lease, nil
}

func (m *memory) Release(_ context.Context, lease journal.Lease) error {
	if err := m.current(lease); err != nil {
		return err
	}
	delete(m.leases, lease.Name)
	return nil
}

func (m *memory) Leases(_ context.Context, prefix string) ([]journal.Lease, error) {
	var found []journal.Lease
	for _, name := range slices.Sorted(maps.Keys(m.leases)) {
		if strings.HasPrefix(name, prefix) {
			found = append(found, m.leases[name])
		}
	}
	return found, nil
}

func (m *memory) Recall(context.Context, pull.Ref) ([]journal.Entry, error) {
	return slices.Clone(m.entries), nil
}

func (m *memory) Note(_ context.Context, lease journal.Lease, _ pull.Ref, now time.Time, saw journal.Saw) (journal.Entry, error) {
	if err := m.current(lease); err != nil {
		return journal.Entry{}, err
	}
	return m.add(journal.Entry{At: now, Term: lease.Term, Saw: &saw}), nil
}

func (m *memory) Intend(_ context.Context, lease journal.Lease, _ pull.Ref, now time.Time, v verdict.Verdict, steps []journal.Did) error {
	if err := m.current(lease); err != nil {
		return err
	}
	for _, step := range steps {
		if _, err := m.step(lease, now, step); err != nil {
			return err
		}
	}
	m.wake, m.verdict = v.Wake, v
	return nil
}

func (m *memory) Begin(_ context.Context, lease journal.Lease, _ pull.Ref, now time.Time, key action.Key, seq int64) (journal.Entry, error) {
	h := m.history()
	if h.Told.Seq > seq && !m.deaf {
		return journal.Entry{}, journal.ErrTold
	}
	if err := m.current(lease); err != nil {
		return journal.Entry{}, err
	}
	deed := h.Deed(key)
	return m.step(lease, now, journal.Did{Key: key, Try: deed.Try, State: journal.Started})
}

func (m *memory) Settle(_ context.Context, lease journal.Lease, _ pull.Ref, now time.Time, did journal.Did) (journal.Entry, error) {
	if err := m.current(lease); err != nil {
		return journal.Entry{}, err
	}
	return m.step(lease, now, did)
}

func (m *memory) Finish(_ context.Context, job journal.Lease, _ pull.Ref, now time.Time, did journal.Did) (journal.Entry, error) {
	if err := m.current(job); err != nil {
		return journal.Entry{}, err
	}
	if deed := m.history().Deed(did.Key); deed.Try != did.Try {
		return journal.Entry{}, journal.ErrState
	}
	m.wake = now
	return m.step(job, now, did)
}

func (m *memory) step(lease journal.Lease, now time.Time, did journal.Did) (journal.Entry, error) {
	if err := journal.Check(m.history().Deed(did.Key).State, did); err != nil {
		return journal.Entry{}, fmt.Errorf("%w: %w", journal.ErrState, err)
	}
	return m.add(journal.Entry{At: now, Term: lease.Term, Did: &did}), nil
}

func (m *memory) Observe(context.Context, pull.Ref, string, pull.Snapshot) error { return nil }

// tell is a person's line.
func (m *memory) tell(now time.Time, told journal.Told) {
	m.add(journal.Entry{At: now, Told: &told})
	m.wake = now
}
