// Package gitrepo is the real git behind the stand-in: bare repositories, read
// and written with git itself.
//
// It promises that what it answers about commits comes from the objects on
// disk, so that a push over HTTP, a scripted push and an API answer can never
// disagree. Answers about immutable objects are kept. It refuses to know pull
// requests: that is world's.
package gitrepo

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// Repo is one bare repository. Safe for several goroutines.
type Repo struct {
	Dir string

	mu    sync.Mutex
	known map[string]string // answers about immutable objects, by the question
}

// Init makes an empty bare repository whose HEAD names the default branch. It
// serves any object that is asked for, as the hosted service does.
func Init(dir, branch string) (*Repo, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	r := &Repo{Dir: dir, known: map[string]string{}}
	if _, err := r.git("", "init", "--quiet", "--bare", "--template=", "--initial-branch="+branch, "."); err != nil {
		return nil, err
	}
	for _, setting := range [][2]string{
		{"uploadpack.allowAnySHA1InWant", "true"}, {"uploadpack.allowFilter", "true"}, {"http.receivepack", "true"},
		{"receive.advertisePushOptions", "true"}, {"gc.auto", "0"}, {"core.logAllRefUpdates", "false"},
	} {
		if _, err := r.git("", "config", setting[0], setting[1]); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// Borrow lets this repository read the objects of another, as a fork does.
func (r *Repo) Borrow(from *Repo) error {
	info := filepath.Join(r.Dir, "objects", "info")
	if err := os.MkdirAll(info, 0o700); err != nil {
		return err
	}
	objects, err := filepath.Abs(filepath.Join(from.Dir, "objects"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(info, "alternates"), []byte(objects+"\n"), 0o600)
}

// git runs one command in the repository, deaf to any configuration but its own.
func (r *Repo) git(stdin string, args ...string) (string, error) {
	return r.gitEnv(nil, stdin, args...)
}

func (r *Repo) gitEnv(env []string, stdin string, args ...string) (string, error) {
	cmd := exec.CommandContext(context.Background(), "git", args...)
	cmd.Dir = r.Dir
	cmd.Env = append(Environment(), env...)
	cmd.Stdin = strings.NewReader(stdin)
	var out, problem bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problem
	if err := cmd.Run(); err != nil {
		return out.String(), fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(problem.String()))
	}
	return out.String(), nil
}

// Environment is what every git of the stand-in sees: its path, and nothing of
// the user's configuration.
func Environment() []string {
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent", "LC_ALL=C", "TZ=UTC",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_TERMINAL_PROMPT=0",
	}
}

// ask answers a question about immutable objects once.
func (r *Repo) ask(question string, answer func() (string, error)) (string, error) {
	r.mu.Lock()
	text, ok := r.known[question]
	r.mu.Unlock()
	if ok {
		return text, nil
	}
	text, err := answer()
	if err != nil {
		return "", err
	}
	r.mu.Lock()
	r.known[question] = text
	r.mu.Unlock()
	return text, nil
}

func (r *Repo) line(args ...string) (string, error) {
	out, err := r.git("", args...)
	return strings.TrimSpace(out), err
}
