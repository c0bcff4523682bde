package git

import (
	"context"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// host is a repository on the other side: a bare one, and a clone in which
// other people work.
type host struct {
	t     *testing.T
	bare  string
	clone string
}

var shop = pull.Ref{Owner: "acme", Repo: "shop", Number: 42}

// newHost has one commit on main and one more on the branch "cart".
func newHost(t *testing.T) *host {
	t.Helper()
	dir := t.TempDir()
	h := &host{t: t, bare: filepath.Join(dir, "shop.git"), clone: filepath.Join(dir, "clone")}
	h.git("", "init", "-q", "--bare", "-b", "main", h.bare)
	h.git("", "init", "-q", "-b", "main", h.clone)
	h.git(h.clone, "remote", "add", "origin", h.bare)
	h.commit("cart.go", "package shop\n", "Start")
	h.git(h.clone, "push", "-q", "origin", "main")
	h.git(h.clone, "switch", "-q", "-c", "cart")
	h.commit("cart.go", "package shop\n\nvar total = 1\n", "Count")
	h.git(h.clone, "push", "-q", "origin", "cart")
	return h
}

// git runs as a person with a clean machine would.
func (h *host) git(dir string, args ...string) string {
	h.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=Maria",
		"GIT_AUTHOR_EMAIL=maria@example.com", "GIT_COMMITTER_NAME=Maria", "GIT_COMMITTER_EMAIL=maria@example.com")
	out, err := cmd.CombinedOutput()
	if err != nil {
		h.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func (h *host) commit(path, text, message string) pull.Oid {
	h.t.Helper()
	write(h.t, filepath.Join(h.clone, path), text)
	h.git(h.clone, "add", "-A")
	h.git(h.clone, "commit", "-q", "-m", message)
	return pull.Oid(h.git(h.clone, "rev-parse", "HEAD"))
}

// tip is where a branch of the host is.
func (h *host) tip(branch string) pull.Oid {
	return pull.Oid(h.git(h.bare, "rev-parse", "refs/heads/"+branch))
}

func (h *host) remote() Remote { return Remote{URL: h.bare} }

// repos works on the host by remote.
func (h *host) repos(remote Remote) *Repos {
	at := time.Date(2026, 11, 21, 14, 0, 0, 0, time.UTC)
	return &Repos{
		Root: h.t.TempDir(), Author: Identity{"settle", "settle@example.com"},
		Now:    func() time.Time { return at },
		Remote: func(context.Context, pull.Ref) (Remote, error) { return remote, nil },
	}
}

// open gives a tree at the tip of the branch "cart".
func (h *host) open(r *Repos) *Tree {
	h.t.Helper()
	tree, err := r.Open(h.t.Context(), shop, h.tip("cart"), nil)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { tree.Close(h.t.Context()) })
	return tree
}

// serve lets git speak HTTP to the host, through the same program that real
// servers use, to those who show the header.
func (h *host) serve(header string) (url string, seen *[]string) {
	h.t.Helper()
	path, err := exec.LookPath("git")
	if err != nil {
		h.t.Fatal(err)
	}
	h.git(h.bare, "config", "http.receivepack", "true")
	backend := &cgi.Handler{Path: path, Args: []string{"http-backend"}, Env: []string{
		"GIT_PROJECT_ROOT=" + filepath.Dir(h.bare), "GIT_HTTP_EXPORT_ALL=1", "GIT_CONFIG_GLOBAL=/dev/null",
	}}
	seen = &[]string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*seen = append(*seen, r.Header.Get("Authorization"))
		if "Authorization: "+r.Header.Get("Authorization") != header {
			w.Header().Set("WWW-Authenticate", `Basic realm="shop"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		backend.ServeHTTP(w, r)
	}))
	h.t.Cleanup(server.Close)
	return server.URL + "/shop.git", seen
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func wantClass(t *testing.T, err error, class action.FailureClass) {
	t.Helper()
	if err == nil || action.ClassOf(err) != class {
		t.Errorf("got %v, want a failure of class %s", err, class)
	}
}
