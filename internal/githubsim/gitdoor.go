package githubsim

import (
	"context"
	"net/http"
	"net/http/cgi"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/settlehq/settle/internal/githubsim/gitrepo"
	"github.com/settlehq/settle/internal/githubsim/world"
)

// gitService names the part of smart HTTP that a path is; empty for none.
func gitService(path string) string {
	for _, service := range []string{"/info/refs", "/git-upload-pack", "/git-receive-pack"} {
		if strings.HasSuffix(path, service) {
			return service[1:]
		}
	}
	return ""
}

// gitBinary is where git keeps its own programs.
var gitBinary = sync.OnceValues(func() (string, error) {
	out, err := exec.CommandContext(context.Background(), "git", "--exec-path").Output()
	return filepath.Join(strings.TrimSpace(string(out)), "git-http-backend"), err
})

// serveGit lets git itself serve a repository over smart HTTP. A push that
// moved a branch is a change of the world before its answer leaves.
func (s *Sim) serveGit(w http.ResponseWriter, r *http.Request) {
	s.stats.countGit()
	service := gitService(r.URL.Path)
	pushes := service == "git-receive-pack" || r.URL.Query().Get("service") == "git-receive-pack"
	slug := strings.TrimSuffix(strings.Trim(strings.TrimSuffix(r.URL.Path, service), "/"), ".git")
	dir, allowed, ok := s.gitAccess(slug, s.me(r), pushes)
	switch {
	case !s.admits(r):
		w.Header().Set("WWW-Authenticate", `Basic realm="GitHub"`)
		http.Error(w, "Authentication failed.", http.StatusUnauthorized)
		return
	case !ok:
		http.Error(w, "Repository not found.", http.StatusNotFound)
		return
	case !allowed:
		http.Error(w, "Permission to "+slug+".git denied to "+s.me(r)+".", http.StatusForbidden)
		return
	}
	push := func(w http.ResponseWriter) { s.runGit(w, r, dir, service) }
	if service != "git-receive-pack" {
		push(w)
		return
	}
	s.servePush(w, r, slug, push)
}

// gitAccess finds the repository on disk, and whether the account may do that.
func (s *Sim) gitAccess(slug, me string, pushes bool) (dir string, allowed, ok bool) {
	_ = s.World.View(time.Time{}, func(w *world.World) error {
		r := w.Repository(slug)
		if r != nil && r.MovedTo != "" {
			r = w.Repository(r.MovedTo)
		}
		if r == nil || me == w.Viewer.Login && w.Viewer.Permission == "" {
			return nil
		}
		repo, err := w.Git(r.Slug())
		if err != nil {
			return err
		}
		ok, dir = true, repo.Dir
		allowed = !pushes || me != w.Viewer.Login || w.Viewer.May("contents:write") || s.mayEditFork(w, slug)
		return nil
	})
	return dir, allowed, ok
}

// mayEditFork tells whether maintainers may push to a fork's branch.
func (s *Sim) mayEditFork(w *world.World, slug string) bool {
	for _, r := range w.Repos {
		for _, p := range r.Pulls {
			if p.HeadRepo == slug && p.HeadRepo != r.Slug() && p.Maintainer {
				return true
			}
		}
	}
	return false
}

// servePush lets a push happen as the scenario lets it go wrong.
func (s *Sim) servePush(w http.ResponseWriter, r *http.Request, slug string, push func(http.ResponseWriter)) {
	answer := &reply{header: http.Header{}}
	c := &call{request: r, deed: "push"}
	s.withFaults(w, answer, c, func() {
		push(answer)
		if err := s.World.Do(func() error { return s.World.Refs(slug, s.me(r)) }); err != nil && s.Script.Wrong != nil {
			s.Script.Wrong("after a push: " + err.Error())
		}
		s.Clock.Drain()
	})
	if c.dropped {
		return
	}
	for name, values := range answer.header {
		w.Header()[name] = values
	}
	answer.WriteHeader(http.StatusOK)
	w.Header().Set("Content-Length", strconv.Itoa(answer.body.Len()))
	w.WriteHeader(answer.status)
	_, _ = w.Write(answer.body.Bytes())
}

// runGit hands a request to git's own server program.
func (s *Sim) runGit(w http.ResponseWriter, r *http.Request, dir, service string) {
	binary, err := gitBinary()
	if err != nil {
		http.Error(w, "git is not installed", http.StatusInternalServerError)
		return
	}
	inner := r.Clone(r.Context())
	inner.URL.Path = path.Join("/", filepath.Base(dir), service)
	inner.Header.Del("Authorization")
	handler := &cgi.Handler{
		Path: binary, Root: "/", Dir: dir,
		Env: append(gitrepo.Environment(), "GIT_PROJECT_ROOT="+filepath.Dir(dir), "GIT_HTTP_EXPORT_ALL=1", "REMOTE_USER="+s.me(r)),
	}
	handler.ServeHTTP(w, inner)
}
