package policy

import "testing"

func TestGuardedPaths(t *testing.T) {
	cases := []struct {
		glob, path string
		guarded    bool
	}{
		{"db/**", "db/schema.sql", true}, {"db/**", "db/a/b.sql", true}, {"db/**", "dbx/a", false}, {"db/**", "db", false},
		{"db", "db/schema.sql", true}, {"db/", "db/schema.sql", true}, {"*.sql", "db/schema.sql", false}, {"**/*.sql", "db/schema.sql", true},
		{"**/*.sql", "schema.sql", true}, {".github/workflows/*", ".github/workflows/ci.yml", true}, {".github/workflows/*", ".github/FUNDING.yml", false},
		{"/go.mod", "go.mod", true}, {"go.mod", "sub/go.mod", false}, {"a?c", "abc", true}, {"a?c", "ac", false}, {"a/**/z", "a/z", true}, {"a/**/z", "a/b/c/z", true},
	}
	for _, c := range cases {
		if got := (Escalation{Paths: []string{c.glob}}).Guards(c.path); got != c.guarded {
			t.Errorf("%s guards %s: %v, want %v", c.glob, c.path, got, c.guarded)
		}
	}
}
