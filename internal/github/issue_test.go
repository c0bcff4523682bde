package github_test

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

const issueWorld = `scenario: 1
repo: acme/shop
viewer: {login: dev, permission: write}
pulls: [{number: 42, title: Prices, author: dev, head: topic}]
faults: [{hit: "POST /repos/acme/shop/issues", nth: 2, answer: 502, after_effect: true}]
-- base/README --
shop
-- base/docs/answers/fixed.md --
In {{commit}}.
-- head/price.go --
package shop
`

func TestAnIssueIsOpenedOnceForItsReceipt(t *testing.T) {
	h := open(t, issueWorld)
	ref := pull.Ref{Owner: "acme", Repo: "shop", Number: 42}
	issue := func(receipt string) (pull.Posted, error) {
		return h.client.OpenIssue(t.Context(), ref, "dev", receipt, "Later", "Put off.\n\n<!-- "+receipt+" -->")
	}
	first, err := issue("followup:1")
	if err != nil || first.ID != 43 || !strings.HasSuffix(first.URL, "/acme/shop/issues/43") {
		t.Fatalf("%+v, %v", first, err)
	}
	if again, err := issue("followup:1"); err != nil || again != first {
		t.Errorf("%+v, %v", again, err)
	}
	if _, err := issue("followup:2"); action.ClassOf(err) != action.Lost {
		t.Errorf("its answer was lost: %v", err)
	}
	if found, err := issue("followup:2"); err != nil || found.ID != 44 {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestAFileIsReadAsItIsInACommit(t *testing.T) {
	h := open(t, issueWorld)
	ref := pull.Ref{Owner: "acme", Repo: "shop", Number: 42}
	s, err := h.client.Observe(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := h.client.File(t.Context(), ref, "docs/answers/fixed.md", s.BaseTip); err != nil || text != "In {{commit}}.\n" {
		t.Errorf("%q, %v", text, err)
	}
	for _, path := range []string{"docs/answers/none.md", "price.go"} {
		if _, err := h.client.File(t.Context(), ref, path, s.BaseTip); action.ClassOf(err) != action.Gone {
			t.Errorf("%s: %v", path, err)
		}
	}
}
