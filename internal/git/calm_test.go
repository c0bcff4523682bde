package git

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
)

func TestWordsAndPathsAreReadAlikeInEveryLocale(t *testing.T) {
	for _, locale := range []string{"C", "POSIX", "de_DE.ISO-8859-1", "ja_JP.SJIS", "no such locale"} {
		t.Run(locale, func(t *testing.T) {
			t.Setenv("LC_ALL", locale)
			t.Setenv("LANG", locale)
			h := newHost(t)
			tree := h.open(h.repos(h.remote()))
			before := tree.Head()
			write(t, filepath.Join(tree.Dir(), "größe/日本.txt"), "prüfen\n")
			if changed, err := tree.Changed(t.Context()); err != nil || !slices.Equal(changed, []string{"größe/日本.txt"}) {
				t.Errorf("changed %q, %v", changed, err)
			}
			commit, err := tree.Commit(t.Context(), "Größe prüfen: 日本")
			if err != nil {
				t.Fatal(err)
			}
			text, err := tree.Text(t.Context(), before, commit)
			if err != nil || !strings.Contains(text, "größe/日本.txt") || !strings.Contains(text, "+prüfen") {
				t.Errorf("read as %q, %v", text, err)
			}
			if said := h.git(tree.Dir(), "log", "-1", "--format=%s", string(commit)); said != "Größe prüfen: 日本" {
				t.Errorf("said %q", said)
			}
			if text := h.git(tree.Dir(), "show", "--format=", string(commit)+":größe/日本.txt"); text != "prüfen" {
				t.Errorf("kept %q", text)
			}
		})
	}
}

// Code is read through git alone, whatever the API shows of a branch. Git asks
// nobody for a password, and a host that takes a question and never answers is
// waited for no longer than its caller waits.
func TestAHostThatNeverAnswersIsLeftWithItsCaller(t *testing.T) {
	h := newHost(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		cancel()
		<-done
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(done) })
	_, err := h.repos(Remote{URL: server.URL + "/shop.git"}).Open(ctx, shop, h.tip("cart"), nil)
	if err == nil || ctx.Err() == nil || action.ClassOf(err) == action.NotAllowed {
		t.Errorf("got %v", err)
	}
}
