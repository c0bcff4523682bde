package github_test

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/pull"
)

func TestTheOpenPullRequestsOfARepositoryAreListedByPages(t *testing.T) {
	text, refs := fleet(12)
	text = strings.Replace(text, "title: Change 7,", "title: Change 7, author: maria,", 1)
	text = strings.Replace(text, "pulls:", "host: {page_size: 10}\nactors: {maria: {kind: person, association: MEMBER}}\npulls:", 1)
	h := open(t, text)
	in := pull.Ref{Owner: "acme", Repo: "shop"}
	for author, want := range map[string]int{"": len(refs), "@me": len(refs) - 1, "Maria": 1, "nobody": 0} {
		before := h.client.Stats().Requests
		got, err := h.client.Pulls(t.Context(), in, author)
		if err != nil || len(got) != want {
			t.Errorf("by %q: %d, %v; want %d", author, len(got), err, want)
		}
		if n := h.client.Stats().Requests - before; n != 2 {
			t.Errorf("by %q: %d requests", author, n)
		}
		if author == "Maria" && got[0] != refs[6] {
			t.Errorf("got %v", got)
		}
	}
	if _, err := h.client.Pulls(t.Context(), pull.Ref{Owner: "acme", Repo: "gone"}, ""); err == nil {
		t.Error("a repository that is not there has a list")
	}
}
