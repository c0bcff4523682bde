package cli_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/store/sqlite"
)

// home is a person's machine with a database that knows something.
type home struct {
	t        *testing.T
	dir      string
	database string
	env      map[string]string
}

func newHome(t *testing.T, url string) *home {
	t.Helper()
	h := &home{t: t, dir: t.TempDir()}
	h.database = filepath.Join(h.dir, "state", "settle.db")
	h.env = map[string]string{
		"PATH": os.Getenv("PATH"), "HOME": h.dir, "GORACE": quickRace, "SETTLE_GITHUB_URL": url, "GH_TOKEN": "any", "SETTLE_DATABASE": h.database,
		"XDG_STATE_HOME": filepath.Join(h.dir, "state"), "XDG_CONFIG_HOME": filepath.Join(h.dir, "config"),
	}
	if code, _, stderr := h.settle("pause", "acme/shop#7"); code != 0 {
		t.Fatalf("the database was not made: %s", stderr)
	}
	return h
}

// served is a host with the world of a scenario, for as long as the test.
func served(t *testing.T, scenario string) *githubsim.Sim {
	t.Helper()
	sim, err := serve(scenario, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	return sim
}

// settle runs the program as a process of its own.
func (h *home) settle(args ...string) (code int, stdout, stderr string) {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "settle", args...)
	cmd.Dir = h.dir
	for name, value := range h.env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	if failed := cmd.Run(); failed != nil && cmd.ProcessState == nil {
		h.t.Fatal(failed)
	}
	return cmd.ProcessState.ExitCode(), out.String(), err.String()
}

// file writes a file of this home and gives its path.
func (h *home) file(name, text string) string {
	h.t.Helper()
	path := filepath.Join(h.dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
	return path
}

// write changes the database behind the program's back.
func (h *home) write(statement string) {
	h.t.Helper()
	db, err := sql.Open("sqlite", h.database)
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := db.Exec(statement); err != nil {
		h.t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		h.t.Fatal(err)
	}
}

// holds lets a living process hold a pull request: this one.
func (h *home) holds(ref pull.Ref) {
	h.t.Helper()
	store, err := sqlite.Open(h.t.Context(), h.database)
	if err != nil {
		h.t.Fatal(err)
	}
	host, err := os.Hostname()
	if err != nil {
		h.t.Fatal(err)
	}
	now := time.Now()
	_, err = store.Acquire(h.t.Context(), journal.RunLease(ref), journal.Holder{Host: host, PID: os.Getpid(), Nonce: "0123", Since: now}, now, time.Hour)
	if err = errors.Join(err, store.Close()); err != nil {
		h.t.Fatal(err)
	}
}

// fill leaves no room where the database is: a small file system of its own
// where this user may mount one, else a folder that cannot be written.
func (h *home) fill() {
	h.t.Helper()
	before, err := os.ReadFile(h.database)
	if err != nil {
		h.t.Fatal(err)
	}
	full := filepath.Join(h.dir, "full")
	if err := os.Mkdir(full, 0o700); err != nil {
		h.t.Fatal(err)
	}
	h.database = filepath.Join(full, "settle.db")
	h.env["SETTLE_DATABASE"] = h.database
	mounted := syscall.Mount("settle-test", full, "tmpfs", 0, "size=2m") == nil
	if mounted {
		h.t.Cleanup(func() { _ = syscall.Unmount(full, 0) })
	}
	if err := os.WriteFile(h.database, before, 0o600); err != nil {
		h.t.Fatal(err)
	}
	if !mounted {
		h.t.Log("full disk: no file system can be mounted here; the folder is made read-only instead")
		if err := os.Chmod(full, 0o500); err != nil {
			h.t.Fatal(err)
		}
		h.t.Cleanup(func() { _ = os.Chmod(full, 0o700) })
		return
	}
	h.t.Log("full disk: a tmpfs of 2 MB, filled to its last byte")
	rest, err := os.Create(filepath.Join(full, "rest"))
	if err != nil {
		h.t.Fatal(err)
	}
	for block := make([]byte, 4096); err == nil; {
		_, err = rest.Write(block)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		h.t.Fatalf("the file system did not fill up: %v", err)
	}
	_ = rest.Close()
}

var shop = pull.Ref{Owner: "acme", Repo: "shop", Number: 42}

// Bad input: one clear sentence with what, why and what to do, the exit code
// that scripts rely on, and nothing lost: the database stays as it was, byte
// for byte.
func TestBadInput(t *testing.T) {
	t.Parallel()
	const house = "testdata/house.txtar"
	sim := served(t, house)
	refuses := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte(`{"message":"Bad credentials"}`))
	}))
	t.Cleanup(refuses.Close)
	scenario, err := os.ReadFile(house)
	if err != nil {
		t.Fatal(err)
	}
	rows := []struct {
		name  string
		bad   func(h *home) []string
		code  int
		word  string
		wants []string // of what the error says
	}{
		{"a scenario with a syntax error", func(h *home) []string {
			return []string{"demo", h.file("bad.txtar", strings.Replace(string(scenario), "clock: step", "clock: [step", 1))}
		}, 3, "bad_file", []string{"bad.txtar:"}},
		{"a scenario with an unknown key", func(h *home) []string {
			return []string{"demo", h.file("bad.txtar", strings.Replace(string(scenario), "clock:", "clok:", 1))}
		}, 3, "bad_file", []string{"bad.txtar:3:1", "clok"}},
		{"a scenario with an unknown reviewer", func(h *home) []string {
			return []string{"demo", h.file("bad.txtar", strings.Replace(string(scenario), "by: bugbot, path", "by: bugbto, path", 1))}
		}, 3, "bad_file", []string{`unknown reviewer "bugbto"`, `did you mean "bugbot"?`}},
		{"a scenario that is not there", func(*home) []string { return []string{"demo", "nowhere.txtar"} }, 3, "bad_file", []string{"nowhere.txtar"}},
		{"a policy file that is broken", func(h *home) []string {
			return []string{"run", "acme/shop#42", "--policy", h.file("bad.yaml", "version: 1\nverfiy: make test\n")}
		}, 3, "bad_file", []string{"bad.yaml:2:1", "verfiy"}},
		{"a pull request that does not exist", func(*home) []string { return []string{"run", "acme/shop#4200"} }, 11, "not_found",
			[]string{"acme/shop#4200 does not exist for", "settle doctor acme/shop#4200"}},
		{"the status of a pull request that does not exist", func(*home) []string { return []string{"status", "acme/shop#4200"} }, 11, "not_found", []string{"acme/shop#4200"}},
		{"a repository that does not exist", func(*home) []string { return []string{"run", "acme/nothing#1"} }, 11, "not_found", []string{"acme/nothing#1"}},
		{"a database of a newer version", func(h *home) []string {
			h.write(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (9, 1)`)
			return []string{"run", "acme/shop#42"}
		}, 14, "storage", []string{"database is of version 9, this settle knows ", "newer settle"}},
		{"a damaged database", func(h *home) []string {
			text, err := os.ReadFile(h.database)
			if err != nil {
				h.t.Fatal(err)
			}
			copy(text[:4096], bytes.Repeat([]byte{0xa5}, 4096))
			if err := os.WriteFile(h.database, text, 0o600); err != nil {
				h.t.Fatal(err)
			}
			return []string{"run", "acme/shop#42"}
		}, 14, "storage", []string{"database"}},
		{"a file that is no database", func(h *home) []string {
			h.database = h.file("notes.txt", strings.Repeat("dear diary\n", 500))
			h.env["SETTLE_DATABASE"] = h.database
			return []string{"run", "acme/shop#42"}
		}, 14, "storage", []string{"database"}},
		{"a full disk", func(h *home) []string {
			h.fill()
			return []string{"run", "acme/shop#42"}
		}, 15, "disk", nil},
		{"a second run on the same pull request", func(h *home) []string {
			h.holds(shop)
			return []string{"run", "acme/shop#42"}
		}, 10, "busy", []string{"another settle is working on acme/shop#42", "settle stop acme/shop#42", "nothing was started"}},
		{"no token", func(h *home) []string {
			delete(h.env, "GH_TOKEN")
			return []string{"run", "acme/shop#42"}
		}, 4, "no_auth", []string{"no GitHub token for github.com", "gh auth login"}},
		{"a token that is refused", func(h *home) []string {
			h.env["SETTLE_GITHUB_URL"] = refuses.URL
			return []string{"run", "acme/shop#42"}
		}, 4, "no_auth", []string{"gh auth login"}},
		{"a host that is not there", func(h *home) []string {
			h.env["SETTLE_GITHUB_URL"] = "http://127.0.0.1:1"
			return []string{"run", "acme/shop#42"}
		}, 12, "unreachable", []string{"cannot be reached"}},
		{"no number of a pull request", func(*home) []string { return []string{"run", "42x"} }, 2, "usage",
			[]string{`"42x" is not a pull request`, "owner/repo#42"}},
		{"an address that is none", func(h *home) []string {
			h.env["SETTLE_GITHUB_URL"] = "ftp://example.com"
			return []string{"run", "acme/shop#42"}
		}, 3, "bad_file", []string{"SETTLE_GITHUB_URL"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t, sim.URL)
			args := row.bad(h)
			before, err := os.ReadFile(h.database)
			if err != nil {
				t.Fatal(err)
			}
			code, stdout, stderr := h.settle(args...)
			if code != row.code || stdout != "" {
				t.Errorf("exit code %d, want %d\n%s%s", code, row.code, stdout, stderr)
			}
			plain := strings.Join(strings.Fields(stderr), " ")
			for _, part := range append([]string{"error: ", " why: ", " do: "}, row.wants...) {
				if !strings.Contains(plain, part) {
					t.Errorf("the error does not say %q:\n%s", part, stderr)
				}
			}
			h.wantError(row.code, row.word, args)
			after, err := os.ReadFile(h.database)
			if err != nil || !bytes.Equal(before, after) {
				t.Errorf("the database is changed (%v)", err)
			}
		})
	}
}

// wantError runs the command once more for a program: the same facts as one
// object on stdout.
func (h *home) wantError(code int, word string, args []string) {
	h.t.Helper()
	got, stdout, _ := h.settle(append(args, "--json")...)
	var said struct {
		Schema, Code, What, Why, Do string
		ExitCode                    int `json:"exit_code"`
	}
	if err := json.Unmarshal([]byte(stdout), &said); err != nil {
		h.t.Errorf("%v: %s", err, stdout)
	}
	if got != code || said.Schema != "settle.error/1" || said.Code != word || said.ExitCode != code || said.What == "" || said.Why == "" || said.Do == "" {
		h.t.Errorf("exit code %d, %+v", got, said)
	}
}

// A command that fails before it has anything to remember makes no database.
func TestNoDatabaseIsMadeForNothing(t *testing.T) {
	t.Parallel()
	h := &home{t: t, dir: t.TempDir()}
	h.database = filepath.Join(h.dir, "state", "settle.db")
	h.env = map[string]string{"PATH": os.Getenv("PATH"), "HOME": h.dir, "SETTLE_DATABASE": h.database, "SETTLE_GITHUB_URL": "http://127.0.0.1:1"}
	for _, args := range [][]string{{"run", "acme/shop#42"}, {"run", "42x"}, {"status", "42x"}, {"explain", "acme/shop#42"}, {"doctor"}, {"run", "acme/shop#42", "--frob"}} {
		h.settle(args...)
		if _, err := os.Stat(h.database); err == nil {
			t.Fatalf("settle %s has made a database", strings.Join(args, " "))
		}
	}
}
