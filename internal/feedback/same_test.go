package feedback

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/pull"
)

func TestTheSameAskIsKnownWhereverItsLineStands(t *testing.T) {
	first := Item{
		ID: "t1", Reviewer: "bugbot", By: pull.Author{Login: "cursor"}, Title: "Use `float64` for Price.",
		Where: Place{Path: "cart.go", Line: 8}, Hunk: "@@ -1,3 +1,4 @@\n package cart\n+type Line struct{ Price int }",
	}
	cases := map[string]struct {
		change func(*Item)
		want   bool
	}{
		"at another line":           {func(i *Item) { i.Where.Line = 31; i.Hunk = "@@ -9 +9 @@\n \ttype Line struct{ Price int }" }, true},
		"worded with other marks":   {func(i *Item) { i.Title = "**Use float64 for Price**" }, true},
		"about another line":        {func(i *Item) { i.Hunk = "@@ -1 +1 @@\n+type Cart struct{}" }, false},
		"in another file":           {func(i *Item) { i.Where.Path = "money.go" }, false},
		"by another reviewer":       {func(i *Item) { i.Reviewer = "copilot" }, false},
		"by another person":         {func(i *Item) { i.By.Login = "maria" }, false},
		"of other words":            {func(i *Item) { i.Title = "Use int64 for Price." }, false},
		"without any words":         {func(i *Item) { i.Title = "!" }, false},
		"about a line taken out":    {func(i *Item) { i.Hunk = "@@ -1 +1 @@\n-type Line struct{ Price int }" }, false},
		"about nothing in the code": {func(i *Item) { i.Hunk = "" }, false},
	}
	for name, c := range cases {
		again := first
		c.change(&again)
		if SameAsk(first, again) != c.want || SameAsk(again, first) != c.want {
			t.Errorf("%s: got %v", name, !c.want)
		}
		if key := AskKey(again); (key != "" && key == AskKey(first)) != c.want {
			t.Errorf("%s: by its key: %v", name, !c.want)
		}
	}
}

func TestACheckIsKnownToFailAsItFailedBefore(t *testing.T) {
	first := Item{ID: "k1", Title: "ci", By: pull.Author{Login: "github-actions"}, Body: "The check \"ci\" ended with failure.\n\n--- FAIL: TestTotal (0.03s)\n    cart_test.go:7: got 8, want 9"}
	for name, c := range map[string]struct {
		change func(*Item)
		want   bool
	}{
		"in another run":    {func(i *Item) { i.ID = "k2" }, true},
		"in another time":   {func(i *Item) { i.Body = strings.Replace(i.Body, "0.03s", "1.5s", 1) }, true},
		"at another line":   {func(i *Item) { i.Body = strings.Replace(i.Body, ":7:", ":31:", 1) }, true},
		"by another test":   {func(i *Item) { i.Body = strings.Replace(i.Body, "TestTotal", "TestPrice", 1) }, false},
		"under a new name":  {func(i *Item) { i.Title = "lint" }, false},
		"by another app":    {func(i *Item) { i.By.Login = "circleci" }, false},
		"ended by its time": {func(i *Item) { i.Body = strings.Replace(i.Body, "failure", "timed out", 1) }, false},
	} {
		again := first
		c.change(&again)
		if got := FailureKey(first) == FailureKey(again); got != c.want {
			t.Errorf("%s: the same: %v", name, got)
		}
	}
}
