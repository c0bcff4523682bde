package github

import (
	"testing"

	"github.com/settlehq/settle/internal/pull"
)

// The ordinary look at a branch of the repository itself asks for no runs that
// wait for an approval: it would cost a point, and there are none.
func TestOnlyWhereRunsMayBeHeldBackTheyAreAskedFor(t *testing.T) {
	for name, c := range map[string]struct {
		head pull.Oid
		back bool
		want bool
	}{
		"the first look":         {want: true},
		"a branch of its own":    {head: "h1"},
		"a fork, or a program's": {head: "h1", back: true, want: true},
	} {
		client, err := New(Options{API: "http://127.0.0.1:1"})
		if err != nil {
			t.Fatal(err)
		}
		l := &look{Client: client, memory: &memory{head: c.head, heldBack: c.back}}
		if l.tickVars()["held"] != c.want {
			t.Errorf("%s: asked %v", name, !c.want)
		}
	}
}
