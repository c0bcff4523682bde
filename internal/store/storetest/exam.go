// Package storetest is the exam that every store passes.
package storetest

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/store"
	"github.com/settlehq/settle/internal/verdict"
)

var (
	ref  = pull.Ref{Owner: "acme", Repo: "shop", Number: 42}
	noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
)

// desk is one store with a lease taken.
type desk struct {
	*testing.T
	store.Store
	ctx   context.Context
	lease journal.Lease
}

// Run examines the stores that open gives: each call a new, empty one.
func Run(t *testing.T, open func(*testing.T) store.Store) {
	for name, exam := range map[string]func(*desk){
		"lines are read again in order":                 linesInOrder,
		"a stale holder is refused everywhere":          staleHolder,
		"terms rise and never fall":                     termsRise,
		"a lease is held until it runs out":             heldLease,
		"a seized lease is the new holder's":            seized,
		"an intention is whole or not at all":           wholeIntention,
		"nothing begins after a person's word":          toldWins,
		"a deed takes legal steps only":                 legalSteps,
		"a job's end is fenced by its try":              fencedJob,
		"verdicts, observations, blobs are kept":        keeps,
		"the newest record of ready is kept":            recorded,
		"what a review was about to say is kept":        reviewing,
		"the secret is made once":                       oneSecret,
		"a budget has room for so many":                 budgeted,
		"what ended long ago loses its bodies":          prunes,
		"a wake in a transaction that fails is not set": wakeRolledBack,
	} {
		t.Run(name, func(t *testing.T) {
			d := &desk{T: t, Store: open(t), ctx: t.Context()}
			d.lease = d.take("one", noon)
			exam(d)
		})
	}
}

func (d *desk) take(nonce string, now time.Time) journal.Lease {
	d.Helper()
	lease, err := d.Acquire(d.ctx, journal.TickLease(ref), journal.Holder{Nonce: nonce}, now, time.Minute)
	d.must(err)
	return lease
}

func (d *desk) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

func (d *desk) refused(err, want error) {
	d.Helper()
	if !errors.Is(err, want) {
		d.Fatalf("got %v, want %v", err, want)
	}
}

// want records a wish for a key.
func (d *desk) want(key action.Key, try int) {
	d.Helper()
	d.must(d.Intend(d.ctx, d.lease, ref, noon, store.Intention{
		Verdict: verdict.Verdict{Phase: verdict.Working},
		Steps:   []journal.Did{{Key: key, Try: try, State: journal.Wanted}},
	}))
}

func (d *desk) lines() []journal.Entry {
	d.Helper()
	entries, err := d.Recall(d.ctx, ref)
	d.must(err)
	return entries
}

func linesInOrder(d *desk) {
	_, err := d.Note(d.ctx, d.lease, ref, noon, journal.Saw{Digest: "a", Head: "h1"})
	d.must(err)
	_, err = d.Tell(d.ctx, ref, noon, journal.Told{Who: "maria", Word: journal.Pause}, nil)
	d.must(err)
	d.want("ready/h1", 1)
	got := d.lines()
	if len(got) != 3 || got[0].Saw.Head != "h1" || got[1].Told.Who != "maria" || got[2].Did.Key != "ready/h1" {
		d.Fatalf("got %+v", got)
	}
	for i, e := range got {
		if e.Seq != int64(i+1) || !e.At.Equal(noon) {
			d.Errorf("line %d has number %d and time %s", i, e.Seq, e.At)
		}
	}
	if got[0].Term != d.lease.Term || got[1].Term != 0 {
		d.Errorf("terms are %d and %d", got[0].Term, got[1].Term)
	}
}

func staleHolder(d *desk) {
	d.want("ready/h1", 1)
	d.take("two", noon.Add(2*time.Minute))
	_, err := d.Note(d.ctx, d.lease, ref, noon, journal.Saw{})
	d.refused(err, store.ErrStale)
	d.refused(d.Intend(d.ctx, d.lease, ref, noon, store.Intention{}), store.ErrStale)
	_, err = d.Begin(d.ctx, d.lease, ref, noon, "ready/h1", 9)
	d.refused(err, store.ErrStale)
	_, err = d.Settle(d.ctx, d.lease, ref, noon, journal.Did{Key: "ready/h1", Try: 1, State: journal.Lapsed})
	d.refused(err, store.ErrStale)
	_, err = d.Renew(d.ctx, d.lease, noon, time.Minute)
	d.refused(err, store.ErrStale)
	d.refused(d.Release(d.ctx, d.lease), store.ErrStale)
	if len(d.lines()) != 1 {
		d.Error("a refused write left a line")
	}
}

func termsRise(d *desk) {
	d.must(d.Release(d.ctx, d.lease))
	_, err := d.Note(d.ctx, d.lease, ref, noon, journal.Saw{})
	d.refused(err, store.ErrStale)
	if next := d.take("two", noon); next.Term <= d.lease.Term {
		d.Errorf("term %d after %d", next.Term, d.lease.Term)
	}
}

func heldLease(d *desk) {
	_, err := d.Acquire(d.ctx, d.lease.Name, journal.Holder{Nonce: "two", PID: 7}, noon.Add(59*time.Second), time.Minute)
	var held *store.HeldError
	if !errors.As(err, &held) || held.Lease.Holder.Nonce != "one" || !held.Lease.Until.Equal(noon.Add(time.Minute)) {
		d.Fatalf("got %v", err)
	}
	again := d.take("one", noon.Add(time.Second))
	if again.Term <= d.lease.Term {
		d.Error("taking one's own lease again did not raise the term")
	}
	leases, err := d.Leases(d.ctx, "tick/")
	d.must(err)
	if len(leases) != 1 || leases[0].Holder.Nonce != "one" {
		d.Errorf("listed %+v", leases)
	}
	if none, err := d.Leases(d.ctx, "job/"); err != nil || len(none) != 0 {
		d.Errorf("listed %+v, %v", none, err)
	}
}

func seized(d *desk) {
	lease, err := d.Seize(d.ctx, d.lease.Name, journal.Holder{Nonce: "two"}, noon, time.Minute)
	d.must(err)
	_, err = d.Note(d.ctx, d.lease, ref, noon, journal.Saw{})
	d.refused(err, store.ErrStale)
	_, err = d.Note(d.ctx, lease, ref, noon, journal.Saw{})
	d.must(err)
}

func wholeIntention(d *desk) {
	err := d.Intend(d.ctx, d.lease, ref, noon, store.Intention{
		Verdict: verdict.Verdict{Phase: verdict.Working},
		Steps: []journal.Did{
			{Key: "ready/h1", Try: 1, State: journal.Wanted},
			{Key: "ready/h2", Try: 1, State: journal.Barred}, // not legal from nothing
		},
	})
	d.refused(err, store.ErrState)
	if len(d.lines()) != 0 {
		d.Error("half an intention was written")
	}
	if _, err := d.Last(d.ctx, ref); !errors.Is(err, store.ErrAbsent) {
		d.Errorf("the verdict of a failed intention is there: %v", err)
	}
}

func toldWins(d *desk) {
	d.want("ready/h1", 1)
	told, err := d.Tell(d.ctx, ref, noon, journal.Told{Who: "maria", Word: journal.Pause}, nil)
	d.must(err)
	_, err = d.Begin(d.ctx, d.lease, ref, noon, "ready/h1", told.Seq-1)
	d.refused(err, store.ErrTold)
	_, err = d.Begin(d.ctx, d.lease, ref, noon, "ready/h1", told.Seq)
	d.must(err)
}

func legalSteps(d *desk) {
	_, err := d.Begin(d.ctx, d.lease, ref, noon, "ready/h1", 9)
	d.refused(err, store.ErrState)
	d.want("ready/h1", 1)
	entry, err := d.Begin(d.ctx, d.lease, ref, noon, "ready/h1", 9)
	d.must(err)
	if entry.Did.Try != 1 || entry.Did.State != journal.Started {
		d.Fatalf("began %+v", entry.Did)
	}
	_, err = d.Begin(d.ctx, d.lease, ref, noon, "ready/h1", 9)
	d.refused(err, store.ErrState)
	_, err = d.Settle(d.ctx, d.lease, ref, noon, journal.Did{Key: "ready/h1", Try: 1, State: journal.Done})
	d.must(err)
	_, err = d.Settle(d.ctx, d.lease, ref, noon, journal.Did{Key: "ready/h1", Try: 1, State: journal.Lapsed})
	d.refused(err, store.ErrState)
}

func fencedJob(d *desk) {
	key := action.Key("verify/c1")
	d.want(key, 1)
	_, err := d.Begin(d.ctx, d.lease, ref, noon, key, 9)
	d.must(err)
	job, err := d.Acquire(d.ctx, journal.JobLease(ref, key, 1), journal.Holder{Nonce: "one"}, noon, time.Minute)
	d.must(err)
	_, err = d.Settle(d.ctx, d.lease, ref, noon, journal.Did{Key: key, Try: 1, State: journal.Lapsed, Why: journal.Void})
	d.must(err)
	d.want(key, 2)
	_, err = d.Begin(d.ctx, d.lease, ref, noon, key, 9)
	d.must(err)
	_, err = d.Finish(d.ctx, job, ref, noon, journal.Did{Key: key, Try: 1, State: journal.Done}, nil)
	d.refused(err, store.ErrState)
}

func keeps(d *desk) {
	d.want("ready/h1", 1)
	last, err := d.Last(d.ctx, ref)
	d.must(err)
	if last.Verdict.Phase != verdict.Working || !last.At.Equal(noon) {
		d.Errorf("last verdict is %+v", last)
	}
	seen := pull.Snapshot{Ref: ref, Head: "h1", Title: "Totals"}
	d.must(d.Observe(d.ctx, ref, "digest", seen))
	d.must(d.Observe(d.ctx, ref, "digest", seen))
	back, err := d.Observation(d.ctx, ref, "digest")
	d.must(err)
	if back.Title != "Totals" {
		d.Errorf("observed %+v", back)
	}
	digest, err := d.PutBlob(d.ctx, []byte("bundle"))
	d.must(err)
	data, err := d.Blob(d.ctx, digest)
	d.must(err)
	if string(data) != "bundle" {
		d.Errorf("blob is %q", data)
	}
	_, err = d.Blob(d.ctx, "unknown")
	d.refused(err, store.ErrAbsent)
	refs, err := d.Refs(d.ctx)
	d.must(err)
	if len(refs) != 1 || refs[0] != ref {
		d.Errorf("refs are %v", refs)
	}
}

func oneSecret(d *desk) {
	first, err := d.Secret(d.ctx)
	d.must(err)
	second, err := d.Secret(d.ctx)
	d.must(err)
	if len(first) != 32 || !bytes.Equal(first, second) {
		d.Errorf("secrets of %d and %d bytes differ", len(first), len(second))
	}
}

func prunes(d *desk) {
	d.must(d.Observe(d.ctx, ref, "digest", pull.Snapshot{Ref: ref}))
	digest, err := d.PutBlob(d.ctx, []byte("old bundle"))
	d.must(err)
	d.want("verify/c1", 1)
	d.must(d.Intend(d.ctx, d.lease, ref, noon, store.Intention{Verdict: verdict.Verdict{Phase: verdict.Ended}}))
	d.must(d.Prune(d.ctx, noon))
	if _, err := d.Observation(d.ctx, ref, "digest"); err != nil {
		d.Errorf("dropped too early: %v", err)
	}
	d.must(d.Prune(d.ctx, noon.Add(time.Second)))
	_, err = d.Observation(d.ctx, ref, "digest")
	d.refused(err, store.ErrAbsent)
	_, err = d.Blob(d.ctx, digest)
	d.refused(err, store.ErrAbsent)
	if len(d.lines()) == 0 {
		d.Error("journal lines were dropped")
	}
}

func wakeRolledBack(d *desk) {
	refuse := func(context.Context, store.Tx) error { return errors.New("no") }
	if _, err := d.Tell(d.ctx, ref, noon, journal.Told{Word: journal.Pause}, refuse); err == nil {
		d.Fatal("a failing wake was swallowed")
	}
	if len(d.lines()) != 0 {
		d.Error("the line stayed although its wake failed")
	}
}

func budgeted(d *desk) {
	limits := []store.Limit{{Within: time.Minute, Most: 3}, {Within: time.Hour, Most: 5}}
	book := func(after time.Duration) time.Duration {
		until, err := d.Book(d.ctx, "writes", noon.Add(after), limits...)
		d.must(err)
		if until.IsZero() {
			return 0
		}
		return until.Sub(noon)
	}
	for i, want := range []struct{ after, until time.Duration }{
		{0, 0}, {time.Second, 0}, {2 * time.Second, 0},
		{3 * time.Second, time.Minute}, // the first of three leaves the minute then
		{time.Minute, 0}, {time.Minute + time.Second, 0},
		{2*time.Minute + 2*time.Second, time.Hour}, // five in this hour
		{time.Hour, 0},
	} {
		if got := book(want.after); got != want.until {
			d.Errorf("booking %d, %s after noon: wait until %s after noon, want %s", i, want.after, got, want.until)
		}
	}
	if until, err := d.Book(d.ctx, "of another account", noon.Add(2*time.Second), limits...); err != nil || !until.IsZero() {
		d.Errorf("another budget: %v, %v", until, err)
	}
}

func recorded(d *desk) {
	if _, err := d.Record(d.ctx, ref); !errors.Is(err, store.ErrAbsent) {
		d.Errorf("none was written, and read: %v", err)
	}
	first := verdict.Record{Schema: verdict.RecordSchema, At: noon, Ref: ref.String(), Head: "h1", MAC: "k:1"}
	second := verdict.Record{Schema: verdict.RecordSchema, At: noon.Add(time.Hour), Ref: ref.String(), Head: "h2", MAC: "k:2"}
	again := first
	again.At, again.MAC = noon.Add(2*time.Hour), "k:3"
	for _, r := range []verdict.Record{second, first} {
		d.must(d.PutRecord(d.ctx, ref, r))
	}
	if got, err := d.Record(d.ctx, ref); err != nil || got.MAC != "k:2" {
		d.Errorf("the newest is %q, %v", got.MAC, err)
	}
	d.must(d.PutRecord(d.ctx, ref, again))
	if got, err := d.Record(d.ctx, ref); err != nil || got.MAC != "k:3" || !got.At.Equal(again.At) {
		d.Errorf("after the same head was ready again: %q, %v", got.MAC, err)
	}
}

func reviewing(d *desk) {
	if _, err := d.Reviewing(d.ctx, ref); !errors.Is(err, store.ErrAbsent) {
		d.Errorf("none was written, and read: %v", err)
	}
	lease, err := d.Acquire(d.ctx, journal.ReviewLease(ref), journal.Holder{Nonce: "reviewer"}, noon, time.Minute)
	d.must(err)
	first := journal.Reviewing{Head: "h1", At: noon, IDs: []mark.Digest{"0123456789abcdef", "fedcba9876543210"}}
	second := journal.Reviewing{Head: "h2", At: noon.Add(time.Second), IDs: first.IDs[:1]}
	for _, want := range []journal.Reviewing{first, second} {
		d.must(d.PutReviewing(d.ctx, lease, ref, want))
		if got, err := d.Reviewing(d.ctx, ref); err != nil || !reflect.DeepEqual(got, want) {
			d.Errorf("got %+v, %v, want %+v", got, err, want)
		}
	}
	other := pull.Ref{Owner: ref.Owner, Repo: ref.Repo, Number: ref.Number + 1}
	if _, err := d.Reviewing(d.ctx, other); !errors.Is(err, store.ErrAbsent) {
		d.Errorf("another pull request has it too: %v", err)
	}
	renewed, err := d.Renew(d.ctx, lease, noon, time.Hour)
	d.must(err)
	d.must(d.PutReviewing(d.ctx, renewed, ref, first))
	if _, err := d.Seize(d.ctx, lease.Name, journal.Holder{Nonce: "another"}, noon, time.Minute); err != nil {
		d.Fatal(err)
	}
	d.refused(d.PutReviewing(d.ctx, renewed, ref, second), store.ErrStale)
	if got, err := d.Reviewing(d.ctx, ref); err != nil || got.Head != first.Head {
		d.Errorf("a stale holder has written: %+v, %v", got, err)
	}
}
