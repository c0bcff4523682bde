// Package rest is the REST door of the stand-in: the paths that settle and
// common clients use.
//
// It promises the host's shapes: pages with Link, ETag and 304, the [bot]
// suffix on logins, numbers and node ids apart, errors with a message and a
// documentation address. A path that it does not serve answers 404 with a
// sentence that says so. What is true comes from world.
package rest

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"github.com/settlehq/settle/internal/githubsim/gitrepo"
	"github.com/settlehq/settle/internal/githubsim/world"
)

// API serves the paths below a base without prefix.
type API struct {
	World   *world.World
	Me      func(*http.Request) string    // login of the token's account
	AsOf    func(*http.Request) time.Time // zero: now; else a read shows the world as it was
	Unknown time.Duration                 // how long after a push the merge state is unknown
	Page    int                           // largest page; 0: 100
	Limits  func() any                    // the answer of /rate_limit
}

// Handler gives the routes.
func (a *API) Handler() http.Handler {
	// Where a number may stand the host also has the word comments, which one
	// table of patterns cannot tell apart; so these paths have their own.
	comments, others := http.NewServeMux(), http.NewServeMux()
	for pattern, h := range routes() {
		if commentPath.MatchString(pattern) {
			comments.HandleFunc(pattern, a.serve(h))
		} else {
			others.HandleFunc(pattern, a.serve(h))
		}
	}
	for _, mux := range []*http.ServeMux{comments, others} {
		mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
			fail(w, &world.Refusal{Status: http.StatusNotFound, Message: "Not Found: this stand-in does not serve " + r.Method + " " + r.URL.Path})
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if commentPath.MatchString(r.URL.Path) {
			comments.ServeHTTP(w, r)
			return
		}
		others.ServeHTTP(w, r)
	})
}

var commentPath = regexp.MustCompile("/(pulls|issues)/comments(/|$)")

// call is one request with the world it reads or changes.
type call struct {
	*API
	*world.World
	r    *http.Request
	me   string
	from int // the page, as a range of a list
	size int
	more bool // there is a next page
	last int  // number of the last page

	location string // where the answer is instead
}

// answer of a route: a body, and a status other than 200.
type answer struct {
	status int
	body   any
}

type route func(*call) (answer, error)

func ok(body any) (answer, error)      { return answer{http.StatusOK, body}, nil }
func created(body any) (answer, error) { return answer{http.StatusCreated, body}, nil }
func gone() (answer, error)            { return answer{http.StatusNoContent, nil}, nil }

func (a *API) serve(h route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c := &call{API: a, r: r, me: a.Me(r), from: 0}
		c.size = min(atoi(r.URL.Query().Get("per_page"), 30), 100)
		if a.Page > 0 {
			c.size = min(c.size, a.Page)
		}
		c.from = (max(atoi(r.URL.Query().Get("page"), 1), 1) - 1) * c.size
		var out answer
		run := func(w *world.World) (err error) {
			c.World = w
			if w.Viewer.Permission == "" && r.PathValue("owner") != "" {
				return world.NotFound("Not Found")
			}
			out, err = h(c)
			return err
		}
		var err error
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			err = a.World.View(a.AsOf(r), run)
		} else {
			err = a.World.Do(func() error { return run(a.World) })
		}
		if err != nil {
			fail(w, err)
			return
		}
		c.write(w, out)
	}
}

func (c *call) write(w http.ResponseWriter, out answer) {
	if c.location != "" {
		w.Header().Set("Location", c.location)
	}
	if out.body == nil {
		w.WriteHeader(out.status)
		return
	}
	text, err := json.Marshal(out.body)
	if err != nil {
		fail(w, err)
		return
	}
	c.links(w)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	tag := fmt.Sprintf(`W/"%x"`, sha256.Sum256(text))
	w.Header().Set("ETag", tag)
	if out.status == http.StatusOK && c.r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.WriteHeader(out.status)
	_, _ = w.Write(text)
}

// links writes the Link header of a page.
func (c *call) links(w http.ResponseWriter) {
	if c.last <= 1 {
		return
	}
	page := c.from/c.size + 1
	link := ""
	add := func(to int, rel string) {
		u := *c.r.URL
		q := u.Query()
		q.Set("page", strconv.Itoa(to))
		u.RawQuery = q.Encode()
		if link != "" {
			link += ", "
		}
		link += fmt.Sprintf(`<%s://%s%s>; rel="%s"`, "http", c.r.Host, u.RequestURI(), rel)
	}
	if page > 1 {
		add(page-1, "prev")
		add(1, "first")
	}
	if page < c.last {
		add(page+1, "next")
		add(c.last, "last")
	}
	w.Header().Set("Link", link)
}

// page cuts the asked page out of a list.
func page[T any](c *call, list []T) []T {
	c.last = (len(list) + c.size - 1) / c.size
	from := min(c.from, len(list))
	return list[from:min(from+c.size, len(list))]
}

// fail writes an error as the host does.
func fail(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	said := object{"message": err.Error(), "documentation_url": "https://docs.github.com/rest"}
	var refused *world.Refusal
	var more *detailed
	switch {
	case errors.As(err, &more):
		status = more.Status
		said["errors"] = more.errors
	case errors.As(err, &refused):
		status = refused.Status
	}
	said["status"] = strconv.Itoa(status)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(said)
}

// detailed is a refusal whose reason stands in a list.
type detailed struct {
	world.Refusal
	errors []any
}

func atoi(text string, otherwise int) int {
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		return n
	}
	return otherwise
}

// body decodes what was posted.
func (c *call) body(into any) error {
	if err := json.NewDecoder(c.r.Body).Decode(into); err != nil {
		return &world.Refusal{Status: http.StatusBadRequest, Message: "Problems parsing JSON"}
	}
	return nil
}

// repo finds the repository of the path; one that moved answers where it is now.
func (c *call) repo() (*world.Repository, error) {
	r := c.Repository(c.r.PathValue("owner") + "/" + c.r.PathValue("repo"))
	switch {
	case r == nil:
		return nil, world.NotFound("Not Found")
	case r.MovedTo != "":
		return nil, &world.Refusal{Status: http.StatusMovedPermanently, Message: "Moved Permanently"}
	}
	return r, nil
}

// store is the repository of the path, with its git.
func (c *call) store() (*world.Repository, *gitrepo.Repo, error) {
	r, err := c.repo()
	if err != nil {
		return nil, nil, err
	}
	git, err := c.Git(r.Slug())
	return r, git, err
}

func (c *call) pull() (*world.Repository, *world.Pull, error) {
	r, err := c.repo()
	if err != nil {
		return nil, nil, err
	}
	p := r.Pull(atoi(c.r.PathValue("number"), 0))
	if p == nil {
		return nil, nil, world.NotFound("Not Found")
	}
	return r, p, nil
}

// needs refuses what the token may not do.
func (c *call) needs(scope string) error {
	if c.me == c.Viewer.Login && !c.Viewer.May(scope) {
		return world.Forbidden("Resource not accessible by personal access token")
	}
	return nil
}

func (c *call) id(name string) int64 {
	n, _ := strconv.ParseInt(c.r.PathValue(name), 10, 64)
	return n
}
