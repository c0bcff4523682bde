package perform_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/github"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/perform"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// TestMain lets the test binary be a process that publishes and is killed.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "publish" {
		if err := doomed(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	_ = os.Setenv("GORACE", "atexit_sleep_ms=0") // of processes that inherit it: they end at once
	os.Exit(m.Run())
}

// run is one process that publishes: where, what, when, and at which boundary it
// is killed, counted from 1; 0: at none.
type run struct {
	URL, Notebook string
	Plan          review.Plan
	Now           time.Time
	At            int
}

// hands is the time of one process: it passes only while the process waits.
type hands struct{ at time.Time }

func (h *hands) Now() time.Time { return h.at }

func (h *hands) Pause(_ context.Context, d time.Duration) error {
	h.at = h.at.Add(d)
	return nil
}

// notebook is a memory in a file, which outlives a killed process. That a store
// does is shown by its own exam, and costs the disk more than these many runs are worth.
type notebook string

func (n notebook) PutReviewing(_ context.Context, _ journal.Lease, _ pull.Ref, r journal.Reviewing) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return os.WriteFile(string(n), text, 0o600)
}

func (n notebook) Reviewing(context.Context, pull.Ref) (r journal.Reviewing, err error) {
	text, err := os.ReadFile(string(n))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return r, journal.ErrAbsent
	case err != nil:
		return r, err
	}
	return r, json.Unmarshal(text, &r)
}

// mortal ends its process at a boundary: before a change of the host, after it,
// and before the line that says that one is about to be made.
type mortal struct {
	*github.Client
	notebook
	passed, at int
}

func (m *mortal) pass() {
	if m.passed++; m.passed == m.at {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {} // nothing is done any more, whenever the signal arrives
	}
}

func (m *mortal) PutReviewing(ctx context.Context, lease journal.Lease, ref pull.Ref, r journal.Reviewing) error {
	m.pass()
	return m.notebook.PutReviewing(ctx, lease, ref, r)
}

func posting(m *mortal, post func() (pull.Posted, error)) (pull.Posted, error) {
	m.pass()
	posted, err := post()
	m.pass()
	return posted, err
}

func (m *mortal) Review(ctx context.Context, ref pull.Ref, draft pull.ReviewDraft) (pull.Posted, error) {
	return posting(m, func() (pull.Posted, error) { return m.Client.Review(ctx, ref, draft) })
}

func (m *mortal) ReviewComment(ctx context.Context, ref pull.Ref, head pull.Oid, one pull.Inline) (pull.Posted, error) {
	return posting(m, func() (pull.Posted, error) { return m.Client.ReviewComment(ctx, ref, head, one) })
}

func (m *mortal) Comment(ctx context.Context, ref pull.Ref, body string) (pull.Posted, error) {
	return posting(m, func() (pull.Posted, error) { return m.Client.Comment(ctx, ref, body) })
}

func (m *mortal) EditComment(ctx context.Context, ref pull.Ref, id int64, body string) (pull.Posted, error) {
	return posting(m, func() (pull.Posted, error) { return m.Client.EditComment(ctx, ref, id, body) })
}

func (m *mortal) Resolve(ctx context.Context, ref pull.Ref, thread string) error {
	_, err := posting(m, func() (pull.Posted, error) { return pull.Posted{}, m.Client.Resolve(ctx, ref, thread) })
	return err
}

func doomed(text string) error {
	var r run
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return err
	}
	_, _, err := r.publish(context.Background())
	return err
}

// publish is the whole life of such a process; passed tells its boundaries.
func (r run) publish(ctx context.Context) (out perform.Published, passed int, err error) {
	now := &hands{r.Now}
	client, err := github.New(github.Options{
		API: r.URL, Token: "x", Marks: secret, Now: now.Now, Policies: [2]string{".settle.yaml", ".github/settle.yaml"}, Agent: "settle/test", Pause: now.Pause,
	})
	if err != nil {
		return out, 0, err
	}
	m := &mortal{Client: client, notebook: notebook(r.Notebook), at: r.At}
	reviews := &perform.Reviews{Host: m, Memory: m, Clock: now, Pause: now.Pause, Marks: secret, Doubt: doubt}
	out, err = reviews.Publish(ctx, journal.Lease{}, r.Plan)
	return out, m.passed, err
}

// killed runs a process that ends itself with SIGKILL at a boundary, and tells
// whether it came to that boundary.
func (s *salon) killed(r run) bool {
	s.t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		s.t.Fatal(err)
	}
	cmd := exec.CommandContext(s.t.Context(), os.Args[0], "publish", string(text))
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		s.t.Fatal(err)
	}
	status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if died := status.Signaled() && status.Signal() == syscall.SIGKILL; died || err == nil {
		return died
	}
	s.t.Fatalf("the process ended otherwise: %v: %s", err, out)
	return false
}

// A process that is killed at any boundary of its effects leaves what the next
// one completes: nothing twice, nothing lost, and nothing closed before.
func TestAPublicationThatIsKilledIsFinishedByTheNext(t *testing.T) {
	s := newSalon(t, false)
	at := 1
	for ; ; at++ {
		r := s.begin()
		r.At = at
		died := s.killed(r)
		if died {
			s.finish(r)
		}
		if got := s.stands(); got != inTheEnd {
			t.Fatalf("killed at boundary %d:\n%s\nwant\n%s", at, got, inTheEnd)
		}
		if !died {
			break
		}
	}
	if at < 20 {
		t.Errorf("only %d boundaries", at-1)
	}
	t.Logf("killed at each of %d boundaries", at-1)
}
