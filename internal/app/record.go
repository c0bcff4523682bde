package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/decide"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/store"
	"github.com/settlehq/settle/internal/verdict"
	"github.com/settlehq/settle/internal/view"
)

// keepRecord writes down, under our seal, what a verdict that says ready rested
// on. It stays when what was seen is dropped.
func (a *App) keepRecord(ctx context.Context, ref pull.Ref, v verdict.Verdict) error {
	snapshot, err := a.store.Observation(ctx, ref, v.Basis.Snapshot)
	if err != nil {
		return fmt.Errorf("write record of %s: %w", ref, err)
	}
	r := decide.Record(snapshot, v, policies{a}.For(snapshot))
	r.MAC = a.marks.Seal(r.Sealing())
	return a.store.PutRecord(ctx, ref, r)
}

// Record is what the newest ready of a pull request rested on; nil where it never
// was ready here.
func (a *App) Record(ctx context.Context, ref pull.Ref) (*verdict.Record, error) {
	if a.store == nil {
		return nil, nil
	}
	r, err := a.store.Record(ctx, ref)
	if errors.Is(err, store.ErrAbsent) {
		return nil, nil
	}
	return &r, err
}

// Confirm reads every fact of a record again from the host, with nothing that
// was known before, and tells what differs. What could not be read leaves the
// answer open; it is then no difference.
func (a *App) Confirm(ctx context.Context, ref pull.Ref, r verdict.Record) (view.Confirmation, error) {
	c := view.Confirmation{Ref: ref, At: a.clock.Now(), Head: r.Head, Seal: "unknown"}
	if ours, whole := a.marks.Sealed(r.Sealing(), r.MAC); ours {
		c.Seal = map[bool]string{true: "good", false: "broken"}[whole]
	}
	snapshot, err := observer{a}.Observe(ctx, ref)
	if err != nil {
		return c, err
	}
	c.Snapshot, c.Gaps = &snapshot, snapshot.Gaps
	if snapshot.State == pull.Gone {
		c.Differs = []verdict.Difference{{Where: "ref", Want: r.Ref}}
		return c, nil
	}
	c.Found, c.Differs = decide.Confirm(r, snapshot, policies{a}.For(snapshot), c.At)
	base, err := a.baseHolds(ctx, ref, r.Base, snapshot)
	if err != nil {
		return c, err
	}
	if base != "" {
		c.Differs = append(c.Differs, verdict.Difference{Where: "base", Want: string(r.Base), Got: base})
	}
	if c.Seal == "broken" {
		c.Differs = append(c.Differs, verdict.Difference{Where: "mac", Want: r.MAC, Got: "made of another text"})
	}
	return c, nil
}

// baseHolds: the recorded base is where the base branch was: its tip, or behind
// it. It gives what is wrong with it.
func (a *App) baseHolds(ctx context.Context, ref pull.Ref, base pull.Oid, s pull.Snapshot) (wrong string, err error) {
	if base == s.Base {
		return "", nil
	}
	if len(base) < 40 || strings.Trim(string(base), "0123456789abcdef") != "" {
		return "no commit", nil
	}
	behind, err := a.client.Behind(ctx, ref, base, s.BaseRef)
	if err != nil || behind {
		return "", err
	}
	return s.BaseRef + " never was there", nil
}
