package github_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/github"
	"github.com/settlehq/settle/internal/pull"
)

// hostile is a host that answers everything in one way, with a client of it and
// a desk whose thread and comment exist nowhere.
func hostile(t *testing.T, answer http.HandlerFunc) (*desk, *github.Client) {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	client, err := github.New(github.Options{
		API: server.URL, Token: "x", Marks: secret, Now: time.Now, Agent: "settle/test", Pause: noPause,
	})
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, openStreet(t, 100, false), 5)
	return d, client
}

func TestNoWriteFollowsARedirect(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		var followed atomic.Int32
		d, client := hostile(t, func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/moved") {
				if r.Method != http.MethodGet {
					followed.Add(1)
				}
				_, _ = w.Write([]byte("[]"))
				return
			}
			http.Redirect(w, r, "/moved"+r.URL.Path, status)
		})
		for name, w := range writes {
			if err := w.do(d, client); action.ClassOf(err) != action.Gone {
				t.Errorf("%d, %s: class %q: %v", status, name, action.ClassOf(err), err)
			}
		}
		if n := followed.Load(); n > 0 {
			t.Errorf("%d: %d writes were carried on", status, n)
		}
	}
}

// pour writes a text over and over until nobody reads any more, or it is enough.
func pour(w io.Writer, text string, most int) {
	block := []byte(strings.Repeat(text, 1+(1<<16)/len(text)))
	for sent := 0; sent < most; sent += len(block) {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
}

// hostileAnswers would cost much memory to believe: 128 MB as it is, 128 MB in a
// few kilobytes, and lists in lists without end.
var hostileAnswers = map[string]http.HandlerFunc{
	"endless": func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"data":{"viewer":{"login":"`)
		pour(w, "a", 128<<20)
	},
	"a bomb": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(bomb())
	},
	"deep": func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"data":`)
		pour(w, "[", 1<<20)
	},
}

// bomb is 128 MB in some hundred kilobytes.
var bomb = sync.OnceValue(func() []byte {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = io.WriteString(z, `{"id":1,"body":"`)
	pour(z, "a", 128<<20)
	_ = z.Close()
	return packed.Bytes()
})

// mostMemory is what a refused answer may cost in all, in bytes: some times the
// bound of one answer, because a growing buffer is copied.
const mostMemory = 10 * (32 << 20)

func TestAHostileAnswerIsRefusedAtLittleCost(t *testing.T) {
	for name, answer := range hostileAnswers {
		t.Run(name, func(t *testing.T) {
			d, client := hostile(t, answer)
			deeds := map[string]func() error{
				"read":  func() error { _, err := client.Observe(t.Context(), d.ref); return err },
				"rest":  func() error { _, err := client.PullOf(t.Context(), "acme", "shop", "topic"); return err },
				"reply": func() error { return writes["reply"].do(d, client) },
				"ready": func() error { return writes["ready"].do(d, client) },
				"tip":   func() error { _, err := client.Tip(t.Context(), d.ref, "PR_x", ""); return err },
				"glance": func() error {
					_, err := client.Glance(t.Context(), []pull.Ref{d.ref})
					return err
				},
			}
			for deed, do := range deeds {
				if testing.Short() && deed != "read" && deed != "reply" {
					continue // one by GraphQL, one by REST
				}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				err := do()
				runtime.ReadMemStats(&after)
				if err == nil || action.ClassOf(err) != action.Lost {
					t.Errorf("%s: class %q: %.200v", deed, action.ClassOf(err), err)
				}
				if spent := after.TotalAlloc - before.TotalAlloc; spent > mostMemory {
					t.Errorf("%s took %d MB", deed, spent>>20)
				}
				if err != nil && len(err.Error()) > 1000 {
					t.Errorf("%s: an error of %d characters", deed, len(err.Error()))
				}
			}
		})
	}
}

func noPause(context.Context, time.Duration) error { return nil }
