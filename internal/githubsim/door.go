package githubsim

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/githubsim/clock"
	"github.com/settlehq/settle/internal/githubsim/rest"
	"github.com/settlehq/settle/internal/githubsim/world"
)

// handler routes a request to its door. GitHub serves its APIs at the root of
// api.github.com; an Enterprise Server below /api/v3 and /api/graphql; git has
// the paths of the web. All are served here, whatever the Host header says.
func (s *Sim) handler() http.Handler {
	api := &rest.API{
		World: s.World, Me: s.me, AsOf: s.asOf, Unknown: time.Duration(s.file.Host.MergeableUnknown), Page: s.file.Host.PageSize,
		Limits: s.ledger.report,
	}
	routes := api.Handler()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == clock.Path:
			s.Clock.ServeHTTP(w, r)
		case r.URL.Path == statsPath:
			s.stats.serve(w)
		case strings.HasPrefix(r.URL.Path, rest.LogPath):
			s.serveLog(w, r)
		case gitService(r.URL.Path) != "":
			s.serveGit(w, r)
		default:
			s.serveAPI(w, r, routes)
		}
	})
}

// serveLog serves what an address of a log leads to. The live service keeps
// logs with another host, which refuses every credential but the address itself.
func (s *Sim) serveLog(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "" {
		http.Error(w, "only one authentication mechanism is allowed", http.StatusBadRequest)
		return
	}
	var text string
	var found bool
	err := s.World.View(time.Time{}, func(w *world.World) error {
		text, found = rest.Log(w, r.URL.Path)
		return nil
	})
	if err != nil || !found {
		http.NotFound(w, r)
		return
	}
	_, _ = w.Write([]byte(text))
}

// serveAPI serves REST and GraphQL: refusals of the host first, then faults,
// then the effect and the answer.
func (s *Sim) serveAPI(w http.ResponseWriter, r *http.Request, routes http.Handler) {
	begun := time.Now()
	answer := &reply{header: http.Header{}}
	c := newCall(r)
	switch {
	case s.serveApp(answer, c):
	case !s.admits(r):
		answer.fail(http.StatusUnauthorized, "Requires authentication")
	case c.problem != "":
		answer.fail(http.StatusBadRequest, c.problem)
	case s.ledger.refuses(answer, c):
	default:
		s.withFaults(w, answer, c, func() {
			if c.graphql {
				s.execute(answer, c)
			} else {
				routes.ServeHTTP(answer, c.request)
			}
			if c.changes() {
				s.Clock.Drain()
			}
		})
	}
	s.ledger.charge(answer, c)
	own := time.Since(begun) - c.slept
	time.Sleep(s.wait)
	answer.header.Set("Date", s.Clock.Now().UTC().Format(http.TimeFormat))
	size := 0
	if !c.dropped {
		size = answer.send(w, r)
	}
	s.stats.count(c, size, own)
}

// asOf is the time whose world a read is answered from.
func (s *Sim) asOf(r *http.Request) time.Time {
	if at, ok := r.Context().Value(staleKey{}).(time.Time); ok {
		return at
	}
	if lag := time.Duration(s.file.Host.Propagation); lag > 0 {
		return s.Clock.Now().Add(-lag)
	}
	return time.Time{}
}

// me is the account of a request's token: the viewer's for any token but
// as-LOGIN, which is that account's.
func (s *Sim) me(r *http.Request) string {
	if login, ok := strings.CutPrefix(token(r), "as-"); ok {
		return login
	}
	return s.file.Viewer.Login
}

// token reads the credential of a request, in any of the forms that GitHub takes.
func token(r *http.Request) string {
	kind, value, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(kind, "basic") {
		return strings.TrimSpace(value)
	}
	raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(value))
	if err != nil {
		return ""
	}
	_, password, _ := strings.Cut(string(raw), ":")
	return password
}

func authorized(r *http.Request) bool { return token(r) != "" }

// reply is an answer that is held back until all is known of it.
type reply struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *reply) Header() http.Header { return a.header }

func (a *reply) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *reply) Write(data []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(data)
}

// reset forgets what was answered, not what was done.
func (a *reply) reset() {
	a.status = 0
	a.body.Reset()
	a.header = http.Header{}
}

// fail answers an error in the form of both APIs.
func (a *reply) fail(status int, message string) {
	a.header.Set("Content-Type", "application/json; charset=utf-8")
	a.WriteHeader(status)
	a.body.WriteString(`{"message":` + strconv.Quote(message) + `,"documentation_url":"https://docs.github.com/rest","status":"` + strconv.Itoa(status) + `"}`)
}

// send writes the answer, compressed where the client takes that, and gives
// the size of its body on the wire.
func (a *reply) send(w http.ResponseWriter, r *http.Request) int {
	for name, values := range a.header {
		w.Header()[name] = values
	}
	a.WriteHeader(http.StatusOK)
	body := a.body.Bytes()
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && len(body) > 0 {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, _ = z.Write(body)
		_ = z.Close()
		w.Header().Set("Content-Encoding", "gzip")
		body = packed.Bytes()
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(a.status)
	_, _ = w.Write(body)
	return len(body)
}
