package sandbox

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// eachWall runs a story behind each kind of wall that this machine has.
func eachWall(t *testing.T, story func(t *testing.T)) {
	t.Helper()
	best := strongest()
	var kinds []Isolation
	if best == Bubblewrap {
		kinds = append(kinds, Bubblewrap)
	}
	if landlockVersion() > 0 {
		kinds = append(kinds, Landlock)
	}
	if len(kinds) == 0 {
		t.Skip("this machine has neither bubblewrap nor landlock")
	}
	t.Cleanup(func() { offered.best = best })
	for _, kind := range kinds {
		offered.best = kind
		t.Run(string(kind), story)
	}
}

// walled is a script behind walls, in a folder of its own.
func walled(t *testing.T, script string, ports ...int) Command {
	t.Helper()
	c := shell(script)
	c.Dir = t.TempDir()
	c.Untrusted = true
	c.Env.Home, c.Env.Temp = c.Dir, c.Dir
	c.Walls = &Walls{Want: Required, Write: []string{c.Dir}, Ports: ports}
	return c
}

func TestBehindWallsAChildHasOnlyItsOwnPlaces(t *testing.T) {
	outside := t.TempDir()
	secret := filepath.Join(outside, "secret")
	if err := os.WriteFile(secret, []byte("s3cret"), 0o600); err != nil {
		t.Fatal(err)
	}
	eachWall(t, func(t *testing.T) {
		c := walled(t, `echo mine >file; cat file; cat "$1"; ls "$2"; echo no >"$2/new"; cat /etc/hostname >/dev/null && echo system`)
		c.Args = append(c.Args, "sh", secret, outside)
		c.Merge = true
		r, err := Run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if out := string(r.Stdout); !strings.Contains(out, "mine\n") || !strings.Contains(out, "system") || strings.Contains(out, "s3cret") {
			t.Errorf("it said\n%s", out)
		}
		if _, err := os.Stat(filepath.Join(outside, "new")); err == nil {
			t.Error("it wrote outside")
		}
		c = walled(t, `cat "$1"`)
		c.Args, c.Walls.Read = append(c.Args, "sh", secret), []string{secret}
		if r, err := Run(t.Context(), c); err != nil || string(r.Stdout) != "s3cret" {
			t.Errorf("what it may read: %q, %v %s", r.Stdout, err, r.Stderr)
		}
	})
}

// Our own environment holds the token; it must not be read by way of /proc.
func TestBehindWallsTheParentsEnvironmentIsClosed(t *testing.T) {
	c := Command{Args: []string{os.Args[0], "-test.run=^TestReadingTheParent$"}, Env: Env{Set: []string{"SANDBOX_TEST_SECRET=s3cret"}}}
	r, err := Run(t.Context(), c)
	if err != nil || r.Exit != 0 {
		t.Errorf("exit %d, %v\n%s", r.Exit, err, r.Stdout)
	}
}

// TestReadingTheParent runs with a secret in the environment that it was started with.
func TestReadingTheParent(t *testing.T) {
	if os.Getenv("SANDBOX_TEST_SECRET") == "" {
		t.Skip("a part of TestBehindWallsTheParentsEnvironmentIsClosed")
	}
	eachWall(t, func(t *testing.T) {
		for range 2 {
			r, err := Run(t.Context(), walled(t, `cat /proc/[0-9]*/environ; cat /proc/[0-9]*/task/*/environ`))
			if err != nil || strings.Contains(string(r.Stdout), "s3cret") {
				t.Fatalf("%v: it found the secret", err)
			}
		}
	})
}

func TestBehindWallsOnlyNamedPortsAreReached(t *testing.T) {
	if landlockVersion() < landlockPorts {
		t.Skip("this kernel cannot wall off ports")
	}
	open, closed := listen(t), listen(t)
	eachWall(t, func(t *testing.T) {
		c := walled(t, `for p in "$@"; do (exec 3<>/dev/tcp/127.0.0.1/$p) 2>/dev/null && echo "$p open" || echo "$p closed"; done`, open)
		c.Args[0] = "bash"
		c.Args = append(c.Args, "bash", fmt.Sprint(open), fmt.Sprint(closed))
		r, err := Run(t.Context(), c)
		want := fmt.Sprintf("%d open\n%d closed\n", open, closed)
		if err != nil || string(r.Stdout) != want {
			t.Errorf("got %q, %v %s", r.Stdout, err, r.Stderr)
		}
	})
}

// listen gives a port of this machine that somebody answers at.
func listen(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_ = conn.Close()
		}
	}()
	return l.Addr().(*net.TCPAddr).Port
}

func TestBehindWallsNobodyOutsideIsSignalled(t *testing.T) {
	if landlockVersion() < landlockScopes {
		t.Skip("this kernel cannot wall off signals")
	}
	eachWall(t, func(t *testing.T) {
		if r, err := Run(t.Context(), walled(t, fmt.Sprintf("kill -0 %d", os.Getpid()))); err != nil || r.Exit == 0 {
			t.Errorf("exit %d, %v", r.Exit, err)
		}
	})
}

// The thread that put the walls up is gone: what we do afterwards is free, and
// so is the next command.
func TestWallsAreRoundTheChildOnly(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "file")
	eachWall(t, func(t *testing.T) {
		for range 2 {
			if r, err := Run(t.Context(), walled(t, "true")); err != nil || r.Exit != 0 {
				t.Fatalf("exit %d, %v: %s", r.Exit, err, r.Stderr)
			}
			if err := os.WriteFile(outside, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if r, err := Run(t.Context(), shell("echo x >"+outside)); err != nil || r.Exit != 0 {
				t.Fatalf("exit %d, %v: %s", r.Exit, err, r.Stderr)
			}
		}
	})
}

func TestWallsThatMustBeAreNeverLeftOut(t *testing.T) {
	best := strongest()
	t.Cleanup(func() { offered.best = best })
	offered.best = None
	c := walled(t, "true")
	if _, err := Run(t.Context(), c); !errors.Is(err, ErrNoWalls) {
		t.Errorf("required: got %v", err)
	}
	c.Walls.Want = Auto
	if r, err := Run(t.Context(), c); err != nil || r.Exit != 0 {
		t.Errorf("auto: got %+v, %v", r, err)
	}
}

const bomb = `bomb() { bomb | bomb & }; bomb; while :; do :; done`

func TestAForkBombIsBounded(t *testing.T) {
	if !fencesWork() {
		t.Skip("this machine gives us no control groups")
	}
	c := shell(`i=0; while [ $i -lt 80 ]; do sleep 60 & i=$((i+1)); done; echo all started`)
	c.Untrusted, c.Bounds = true, Bounds{Processes: 40, Grace: 50 * time.Millisecond}
	r, err := Run(t.Context(), c)
	if err != nil || strings.Contains(string(r.Stdout), "all started") {
		t.Errorf("eighty processes within a bound of forty: %+v, %v", r, err)
	}
	c = shell(bomb)
	c.Untrusted, c.Bounds = true, Bounds{Processes: 40, Time: 300 * time.Millisecond, Grace: 50 * time.Millisecond}
	c.Dir = t.TempDir()
	if _, err := Run(t.Context(), c); !errors.Is(err, ErrTimedOut) && !errors.Is(err, ErrKilled) && err != nil {
		t.Errorf("got %v", err)
	}
}

// Without a control group they are counted, and ended within a second.
func TestACrowdIsEnded(t *testing.T) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("this machine does not show the environment of a process")
	}
	c := shell(`for i in 1 2 3 4 5 6 7 8 9 10; do sleep 60 & done; wait`)
	c.Untrusted, c.Bounds = true, Bounds{Processes: 5, Time: time.Minute, Grace: 50 * time.Millisecond}
	p, err := prepare(c)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	r, err := p.guard(t.Context())
	if !errors.Is(err, ErrKilled) || !strings.Contains(err.Error(), "more than 5 processes") {
		t.Errorf("got %+v, %v", r, err)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
	if left := carriers(p.cookie); len(left) > 0 {
		t.Errorf("%d live on", len(left))
	}
}

// A process that hides from our search is still in its control group.
func TestAStrayWithoutAnEnvironmentIsEnded(t *testing.T) {
	if !fencesWork() {
		t.Skip("this machine gives us no control groups")
	}
	c := shell(`env -i setsid sh -c 'echo $$ >pid; exec sleep 60' & while [ ! -s pid ]; do :; done`)
	c.Dir, c.Untrusted, c.Bounds.Grace = t.TempDir(), true, 200*time.Millisecond
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if alive(t, filepath.Join(c.Dir, "pid")) {
		t.Error("the stray lives on")
	}
}

func TestProbeSaysWhatIsThere(t *testing.T) {
	o := Probe()
	if o.Isolation == "" || o.Files == "" || o.Network == "" || o.Processes == "" {
		t.Errorf("got %+v", o)
	}
}
