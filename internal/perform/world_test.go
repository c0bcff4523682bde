package perform_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/git"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/perform"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verify"
)

var (
	shop   = pull.Ref{Owner: "acme", Repo: "shop", Number: 42}
	noon   = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	secret = mark.Secret("a key of thirty-two bytes, or so")
)

// clock shows one minute more each time it is asked.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(time.Minute)
	return c.at
}

// blobs keeps bundles in memory, or refuses to.
type blobs struct {
	kept map[string][]byte
	full bool
}

func (b *blobs) PutBlob(_ context.Context, data []byte) (string, error) {
	if b.full {
		return "", errors.New("no space left")
	}
	digest := fmt.Sprintf("blob-%d", len(b.kept)+1)
	b.kept[digest] = data
	return digest, nil
}

func (b *blobs) Blob(_ context.Context, digest string) ([]byte, error) {
	data, ok := b.kept[digest]
	if !ok {
		return nil, fmt.Errorf("no blob %s", digest)
	}
	return data, nil
}

// repo is real git against a bare repository on this machine.
type repo struct{ *git.Repos }

func (r repo) Open(ctx context.Context, ref pull.Ref, commit pull.Oid, bundle []byte) (perform.Tree, error) {
	return r.Repos.Open(ctx, ref, commit, bundle)
}

// world is all that a deed can reach: a host with state, a real repository, the
// agents of this machine, our own memory.
type world struct {
	t       *testing.T
	host    *host
	bare    string
	desk    string // where a person works
	agents  *agents
	blobs   *blobs
	policy  policy.Policy
	history journal.History
	do      *perform.Performer
}

// files of a repository, by path.
type files map[string]string

// newTalk is a world in which nobody works on code: it has no repository.
func newTalk(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, agents: &agents{t: t}, blobs: &blobs{kept: map[string][]byte{}}, host: newHost("4242424242424242424242424242424242424242")}
	w.policy = policy.Default()
	w.policy.Agents.Triage = []policy.AgentUse{{Use: "one"}}
	w.policy.Agents.Fix = []policy.AgentUse{{Use: "one"}, {Use: "two", Model: "large", MaxTurns: 7}}
	w.policy.Verify = policy.Verify{Full: "test -e cart.go", Tests: "prefer", Timeout: time.Minute}
	w.history = journal.Fold(nil)
	w.do = &perform.Performer{
		Host: w.host, Repo: repo{w.repos()}, Checks: &verify.Checks{}, Agents: w.agents, Blobs: w.blobs, Clock: &clock{at: noon}, Marks: secret,
	}
	return w
}

// newWorld has one commit on main and these files on the head branch.
func newWorld(t *testing.T, head files) *world {
	t.Helper()
	w := newTalk(t)
	dir := t.TempDir()
	w.bare, w.desk = filepath.Join(dir, "shop.git"), filepath.Join(dir, "desk")
	w.git("", "init", "-q", "--bare", "-b", "main", w.bare)
	w.git("", "init", "-q", "-b", "cart", w.desk)
	w.commit(head)
	w.git(w.desk, "push", "-q", w.bare, "cart", "cart:main")
	w.host.head = w.tip()
	return w
}

func (w *world) repos() *git.Repos {
	return &git.Repos{
		Root: w.t.TempDir(), Author: git.Identity{Name: "dev", Email: "dev@example.com"}, Now: func() time.Time { return noon },
		Remote: func(context.Context, pull.Ref) (git.Remote, error) { return git.Remote{URL: w.bare}, nil },
	}
}

// git runs as a person with a clean machine would.
func (w *world) git(dir string, args ...string) string {
	w.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=Maria",
		"GIT_AUTHOR_EMAIL=maria@example.com", "GIT_COMMITTER_NAME=Maria", "GIT_COMMITTER_EMAIL=maria@example.com")
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// commit adds files at the desk; a text "-> X" is a symbolic link to X.
func (w *world) commit(add files) {
	w.t.Helper()
	for path, text := range add {
		full := filepath.Join(w.desk, path)
		err := os.MkdirAll(filepath.Dir(full), 0o755)
		if target, link := strings.CutPrefix(text, "-> "); link && err == nil {
			err = os.Symlink(target, full)
		} else if err == nil {
			err = os.WriteFile(full, []byte(text), 0o644)
		}
		if err != nil {
			w.t.Fatal(err)
		}
	}
	w.git(w.desk, "add", "-A")
	w.git(w.desk, "-c", "core.autocrlf=false", "commit", "-q", "-m", "Work")
}

// pushed: a person pushes one more commit.
func (w *world) pushed(add files) {
	w.t.Helper()
	w.commit(add)
	w.git(w.desk, "push", "-q", w.bare, "cart")
}

// tip is where the head branch of the host is.
func (w *world) tip() pull.Oid {
	w.t.Helper()
	return pull.Oid(strings.TrimSpace(w.git(w.bare, "rev-parse", "refs/heads/cart")))
}

// perform carries one deed out against what was seen now.
func (w *world) perform(a action.Action, more ...func(*perform.Scene)) journal.Did {
	w.t.Helper()
	return w.performAt(w.host.snapshot(), a, more...)
}

// performAt carries one deed out against what was seen earlier.
func (w *world) performAt(seen pull.Snapshot, a action.Action, more ...func(*perform.Scene)) journal.Did {
	w.t.Helper()
	scene := perform.Scene{
		Snapshot: seen, Policy: w.policy, History: w.history, Action: a, Deed: journal.Deed{Key: a.Key, State: journal.Started, Try: 1},
	}
	for _, change := range more {
		change(&scene)
	}
	did := w.do.Do(w.t.Context(), scene)
	if did.Key != a.Key || did.Try != scene.Deed.Try {
		w.t.Errorf("the end is told of %s try %d, begun was %s try %d", did.Key, did.Try, a.Key, scene.Deed.Try)
	}
	return did
}

// want checks how a deed ended.
func want(t *testing.T, did journal.Did, state journal.State, why journal.Why) {
	t.Helper()
	if did.State != state || did.Why != why {
		text := ""
		if did.Outcome != nil {
			text = did.Outcome.Text
		}
		t.Fatalf("ended %s (%s), want %s (%s): %s", did.State, did.Why, state, why, text)
	}
}

// thread is a standing of one thread that is open at its first word.
func (w *world) thread(id int64, more ...func(*feedback.Standing)) feedback.Standing {
	st := feedback.Standing{
		Item: feedback.Item{
			ID: feedback.ItemID(fmt.Sprintf("t%d", id)), Version: feedback.Version{Comment: id, Unix: noon.Unix()},
			Reviewer: "bugbot", By: pull.Author{Login: "bugbot", Kind: pull.Bot}, Title: "Rounding loses a cent", Body: "Each line is rounded on its own.",
			Where: feedback.Place{Path: "cart.go", Line: 2}, ReplyTo: id, Thread: fmt.Sprintf("node-t%d", id), Commit: w.host.head,
		},
		Judgment: &feedback.Judgment{Class: feedback.Valid, Reason: "The sum is rounded once a line.", Source: feedback.ByAgent},
	}
	for _, change := range more {
		change(&st)
	}
	st.Judgment.At = st.Item.At()
	if !slices.ContainsFunc(w.host.threads, func(t *pull.Thread) bool { return t.NodeID == st.Item.Thread }) {
		w.host.opened(id, st.Item.Where.Path, st.Item.Body)
	}
	return st
}
