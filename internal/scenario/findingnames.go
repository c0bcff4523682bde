package scenario

import (
	"fmt"
	"slices"
	"strings"
)

// ids collects the names of items and refuses one that names two.
func (r *reader) ids() {
	add := func(id string, path ...any) {
		if slices.Contains(r.items, id) {
			r.refuse(fmt.Sprintf("id %q is taken", id), path...)
		}
		r.items = append(r.items, id)
	}
	for i, f := range r.file.Findings {
		if f.ID == "" {
			r.refuse("a finding needs an id", "findings", i)
			continue
		}
		add(f.ID, "findings", i, "id")
	}
	for i, a := range r.file.Timeline {
		if a.ID != "" {
			add(a.ID, "timeline", i, "id")
		}
	}
	for i, a := range r.file.Agent.Audit {
		for k, f := range a.Findings {
			if f.ID != "" {
				add(f.ID, "agent", "audit", i, "findings", k, "id")
			}
		}
	}
}

func (r *reader) findings() {
	for i, f := range r.file.Findings {
		r.known("reviewer", f.By, r.actors, "findings", i, "by")
		r.pull(f.Pull, "findings", i)
		if f.Body == "" {
			r.refuse("a finding needs a body", "findings", i)
		}
		r.place(i, f)
	}
	r.ambiguous()
}

// place checks that a finding has the place that its surface needs.
func (r *reader) place(i int, f Finding) {
	switch {
	case f.Path == "" && (f.Surface == "inline" || f.Surface == "file"):
		r.refuse("a finding on code needs a path", "findings", i)
	case f.At == "" && f.Surface == "inline":
		r.refuse("an inline finding needs the text of its line: at", "findings", i)
	case f.Lines < 1:
		r.refuse("a finding covers at least one line", "findings", i, "lines")
	case f.Suggestion != nil && f.Surface != "inline":
		r.refuse("only an inline finding can carry a suggestion", "findings", i, "suggestion")
	}
	if f.Path != "" && len(r.file.Recorded) == 0 {
		r.known("file", f.Path, r.paths(), "findings", i, "path")
	}
	if f.While != nil && f.While.Path == "" && f.Path == "" {
		r.refuse("a condition needs a path", "findings", i, "while")
	}
}

// paths are all files that can ever be in a head.
func (r *reader) paths() []string {
	var paths []string
	for _, name := range r.file.Sections.Names() {
		if _, path, below := strings.Cut(name, "/"); below {
			paths = append(paths, path)
		}
	}
	for _, fix := range r.file.Agent.Fix {
		for path := range fix.Write {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// ambiguous refuses texts of which one stands within another: the agent knows
// an item by them.
func (r *reader) ambiguous() {
	type said struct {
		id, body string
		path     []any
	}
	var all []said
	for i, f := range r.file.Findings {
		all = append(all, said{f.ID, f.Body, []any{"findings", i, "body"}})
	}
	for i, a := range r.file.Timeline {
		if a.ID != "" && a.Body != "" {
			all = append(all, said{a.ID, a.Body, []any{"timeline", i, "body"}})
		}
	}
	for i, a := range r.file.Agent.Audit {
		for k, f := range a.Findings {
			all = append(all, said{f.ID, f.Body, []any{"agent", "audit", i, "findings", k, "body"}})
		}
	}
	for i, one := range all {
		for j, other := range all {
			if one.body != "" && i != j && strings.Contains(other.body, one.body) && (one.body != other.body || i > j) {
				r.refuse(fmt.Sprintf("the text of %q stands within the text of %q: the agent could not tell them apart",
					one.id, other.id), one.path...)
				break
			}
		}
	}
}
