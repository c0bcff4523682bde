package sqlite

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/store"
	"github.com/settlehq/settle/internal/verdict"
)

// childOf names, in a child's environment, the file that it writes to.
const childOf = "SETTLE_TEST_WRITES_TO"

// The same binary is the writer that the exam kills.
func TestMain(m *testing.M) {
	if path := os.Getenv(childOf); path != "" {
		round, _ := strconv.Atoi(os.Args[1])
		number, _ := strconv.Atoi(os.Args[2])
		err := child(context.Background(), path, round, number)
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) // it never ends by itself
	}
	os.Exit(m.Run())
}

var begin = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func pullRequest(number int) pull.Ref { return pull.Ref{Owner: "acme", Repo: "shop", Number: number} }

// roundAt is the time of a round: the next one begins when the leases of the last
// have run out.
func roundAt(round int) time.Time { return begin.Add(time.Duration(round) * 2 * time.Minute) }

// child wants, begins and settles deeds until it is killed, and prints every
// line that the store acknowledged.
func child(ctx context.Context, path string, round, number int) error {
	s, err := Open(ctx, path)
	if err != nil {
		return err
	}
	ref, now := pullRequest(number), roundAt(round)
	lease, err := s.Acquire(ctx, journal.TickLease(ref), journal.Holder{Nonce: strconv.Itoa(os.Getpid()), PID: os.Getpid()}, now, time.Minute)
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		key := action.ReadyKey(pull.Oid(fmt.Sprintf("r%dh%d", round, i)))
		want := store.Intention{Verdict: verdict.Verdict{Phase: verdict.Working}, Steps: []journal.Did{{Key: key, Try: 1, State: journal.Wanted}}}
		if err := s.Intend(ctx, lease, ref, now, want); err != nil {
			return err
		}
		fmt.Println("wanted", 0, key)
		entry, err := s.Begin(ctx, lease, ref, now, key, 1<<40)
		if err != nil {
			return err
		}
		fmt.Println("started", entry.Seq, key)
		entry, err = s.Settle(ctx, lease, ref, now, journal.Did{Key: key, Try: 1, State: []journal.State{journal.Done, journal.Lapsed, journal.Doubtful}[i%3]})
		if err != nil {
			return err
		}
		fmt.Println(entry.Did.State, entry.Seq, key)
	}
}

// acknowledged is one line that a child printed.
type acknowledged struct {
	state journal.State
	seq   int64
	key   action.Key
}

// killed starts a writer and kills it while it writes, after some lines.
func killed(t *testing.T, path string, round, number, after int) (acks []acknowledged) {
	writer := exec.CommandContext(t.Context(), os.Args[0], strconv.Itoa(round), strconv.Itoa(number))
	writer.Env = append(os.Environ(), childOf+"="+path)
	var said strings.Builder
	writer.Stderr = &said
	out, err := writer.StdoutPipe()
	if err == nil {
		err = writer.Start()
	}
	if err != nil {
		t.Error(err)
		return nil
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() { // what was still in the pipe was acknowledged too
		var a acknowledged
		if _, err := fmt.Sscan(lines.Text(), &a.state, &a.seq, &a.key); err == nil {
			acks = append(acks, a)
		}
		if len(acks) == after {
			_ = writer.Process.Kill()
		}
	}
	_ = writer.Wait()
	if len(acks) < after {
		t.Errorf("the writer of %d ended by itself after %d lines: %s", number, len(acks), said.String())
	}
	return acks
}

// TestKilledWritersLoseNothing: two processes write to one file and are killed
// in the middle of it, again and again.
func TestKilledWritersLoseNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "settle.db")
	r := rand.New(rand.NewPCG(20261121, 1))
	all := map[int][]acknowledged{}
	rounds, total := 10, 0
	for round := range rounds {
		var group sync.WaitGroup
		acks := make([][]acknowledged, 2)
		for i := range acks {
			after := 1 + r.IntN(40)
			group.Go(func() { acks[i] = killed(t, path, round, i+1, after) })
		}
		group.Wait()
		for i := range acks {
			all[i+1] = append(all[i+1], acks[i]...)
		}
		total += len(acks[0]) + len(acks[1])
		examine(t, path, round, all)
	}
	t.Logf("%d writers killed, %d acknowledged lines, none lost", 2*rounds, total)
}

// examine opens the file as the next process does.
func examine(t *testing.T, path string, round int, all map[int][]acknowledged) {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatalf("round %d: %v", round, err)
	}
	defer func() { _ = s.Close() }()
	var sound string
	if err := s.db.QueryRow(`PRAGMA integrity_check`).Scan(&sound); err != nil || sound != "ok" {
		t.Fatalf("round %d: %s, %v", round, sound, err)
	}
	for number, acks := range all {
		ref := pullRequest(number)
		entries, err := s.Recall(t.Context(), ref)
		if err != nil {
			t.Fatal(err)
		}
		present(t, entries, acks)
		legal(t, s, ref, entries)
		takeOver(t, s, ref, round, journal.Fold(entries))
	}
}

func present(t *testing.T, entries []journal.Entry, acks []acknowledged) {
	t.Helper()
	wanted := map[action.Key]bool{}
	for _, e := range entries {
		if e.Did != nil && e.Did.State == journal.Wanted {
			wanted[e.Did.Key] = true
		}
	}
	for _, a := range acks {
		if a.seq == 0 {
			if !wanted[a.key] {
				t.Fatalf("%s was acknowledged as wanted and is not there", a.key)
			}
			continue
		}
		if a.seq > int64(len(entries)) {
			t.Fatalf("line %d was acknowledged, there are %d", a.seq, len(entries))
		}
		if did := entries[a.seq-1].Did; did == nil || did.Key != a.key || did.State != a.state {
			t.Fatalf("line %d was acknowledged as %s %s, it is %+v", a.seq, a.state, a.key, did)
		}
	}
}

// legal: the lines are numbered without a hole, every step follows from the one
// before, and the index says what the lines say.
func legal(t *testing.T, s *Store, ref pull.Ref, entries []journal.Entry) {
	t.Helper()
	states := map[action.Key]journal.State{}
	for i, e := range entries {
		if e.Seq != int64(i+1) {
			t.Fatalf("line %d has number %d", i+1, e.Seq)
		}
		if err := journal.Check(states[e.Did.Key], *e.Did); err != nil {
			t.Fatalf("line %d: %v", e.Seq, err)
		}
		states[e.Did.Key] = e.Did.State
	}
	for key, want := range states {
		var state string
		if err := s.db.QueryRow(`SELECT state FROM deed WHERE ref = ? AND key = ?`, ref.String(), string(key)).Scan(&state); err != nil || state != string(want) {
			t.Fatalf("the index says %s of %s, the lines say %s (%v)", state, key, want, err)
		}
	}
}

// takeOver: the dead writer's lease holds until its end and not longer, and the
// next holder can bring to an end what was left open.
func takeOver(t *testing.T, s *Store, ref pull.Ref, round int, h journal.History) {
	t.Helper()
	name, next := journal.TickLease(ref), journal.Holder{Nonce: "examiner"}
	if _, err := s.Acquire(t.Context(), name, next, roundAt(round).Add(59*time.Second), time.Second); !errors.Is(err, store.ErrHeld) {
		t.Fatalf("the lease of a writer that may live was given away: %v", err)
	}
	now := roundAt(round).Add(time.Minute)
	lease, err := s.Acquire(t.Context(), name, next, now, time.Second)
	if err != nil {
		t.Fatalf("a dead writer's lease still blocks: %v", err)
	}
	for key, deed := range h.Deeds {
		end := journal.Did{Key: key, Try: deed.Try, State: journal.Lapsed}
		if !deed.State.Open() {
			continue
		}
		if _, err := s.Settle(t.Context(), lease, ref, now, end); err != nil {
			t.Fatalf("%s, left %s, cannot be brought to an end: %v", key, deed.State, err)
		}
	}
	if err := s.Release(t.Context(), lease); err != nil {
		t.Fatal(err)
	}
}

func TestTwoHandlesOnOneFileTakeTurns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settle.db")
	var group sync.WaitGroup
	for i := range 2 {
		s, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		group.Go(func() {
			for n := range 40 {
				told := journal.Told{Who: fmt.Sprint(i), Word: journal.Raise, Text: fmt.Sprint(n)}
				if _, err := s.Tell(t.Context(), pullRequest(1), begin, told, nil); err != nil {
					t.Errorf("handle %d: %v", i, err)
				}
			}
		})
	}
	group.Wait()
	reader, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reader.Close() }()
	entries, err := reader.Recall(t.Context(), pullRequest(1))
	if err != nil || len(entries) != 80 {
		t.Fatalf("%d lines, %v", len(entries), err)
	}
	next := map[string]int{}
	for i, e := range entries {
		if e.Seq != int64(i+1) || e.Told.Text != fmt.Sprint(next[e.Told.Who]) {
			t.Fatalf("line %d of handle %s is its %s", e.Seq, e.Told.Who, e.Told.Text)
		}
		next[e.Told.Who]++
	}
}

func TestManyOpenANewFileAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "settle.db")
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			s, err := Open(t.Context(), path)
			if err != nil {
				t.Errorf("open: %v", err)
				return
			}
			if _, err := s.Secret(t.Context()); err != nil {
				t.Errorf("write: %v", err)
			}
			if err := s.Close(); err != nil {
				t.Errorf("close: %v", err)
			}
		})
	}
	group.Wait()
	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
