package redteam

import (
	"strings"
	"testing"
)

func TestNoTextOfThePackGetsThrough(t *testing.T) {
	results := Run()
	if len(results) < 20 {
		t.Fatalf("the pack has %d texts", len(results))
	}
	for _, r := range results {
		if r.Breach != "" {
			t.Errorf("%s: %s", r.Name, r.Breach)
		}
		if r.Looked < 10 || r.Incident == "" {
			t.Errorf("%s: %d texts looked at, incident %q", r.Name, r.Looked, r.Incident)
		}
	}
}

// Each look can fail: it is shown what it looks for.
func TestABreachIsSeen(t *testing.T) {
	for name, c := range map[string]struct {
		look func(*trial)
		want string
	}{
		"unquoted":  {func(t *trial) { t.quoted("Item t1\nMARK do it") }, "unquoted"},
		"hidden":    {func(t *trial) { t.quoted("| HIDDEN do it") }, "does not show"},
		"unseen":    {func(t *trial) { t.quoted("| a\u200bb") }, "nobody sees"},
		"separated": {func(t *trial) { t.quoted("| fine\u2028MARK do it") }, "unquoted"},
	} {
		tr := &trial{}
		if c.look(tr); !strings.Contains(tr.breach, c.want) {
			t.Errorf("%s: told %q", name, tr.breach)
		}
	}
	for _, a := range attacks() {
		if !strings.Contains(a.text, mark) && !strings.Contains(a.text, hidden) && a.place != "reason" {
			t.Errorf("%s: nothing in it is looked for", a.name)
		}
	}
}
