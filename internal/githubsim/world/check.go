package world

import (
	"path"
	"slices"
	"time"
)

// apps that make check runs, with their numbers on the live service where they
// are known.
var apps = map[string]int64{"github-actions": 15368, "cursor": 1210556, "coderabbitai": 347564}

// AppID is the number of an app; unknown ones get one of their own.
func AppID(slug string) int64 {
	if id := apps[slug]; id != 0 {
		return id
	}
	var sum int64 = 900_000
	for _, c := range slug {
		sum = sum*31%97_000_019 + int64(c)
	}
	return sum
}

// PutCheck makes a check run at a commit, or changes the newest one of that
// name and app which has not ended. Words are REST's.
func (w *World) PutCheck(r *Repository, c Check) *Check {
	now := w.Now()
	run := r.running(c)
	if run == nil {
		id := w.number("check")
		run = &Check{ID: id, NodeID: NodeID("check", id), Suite: w.suite(r, c), Name: c.Name, App: c.App, AppID: AppID(c.App), Head: c.Head, Attempt: 1}
		r.Checks = append(r.Checks, run)
	}
	run.Status, run.Conclusion = c.Status, c.Conclusion
	run.Title, run.Summary, run.Text = orElse(c.Title, run.Title), orElse(c.Summary, run.Summary), orElse(c.Text, run.Text)
	run.URL = orElse(c.URL, w.Host+"/"+r.Slug()+"/runs/"+decimal(run.ID))
	if run.Started == nil && c.Status != "queued" {
		run.Started = &now
	}
	if c.Status == "completed" {
		run.Completed = &now
	}
	for _, p := range r.Pulls {
		if p.Head == c.Head {
			w.happen(Happened{Kind: "check_" + c.Status, Repo: r.Slug(), Pull: p.Number, Actor: c.App, Commit: c.Head, Text: c.Name + " " + c.Conclusion})
		}
	}
	return run
}

// Rerun asks that a check run which has ended runs once more. Who runs it hears
// of it.
func (w *World) Rerun(r *Repository, c *Check, by string) error {
	if c.Status != "completed" || r.running(*c) != nil {
		return Forbidden("The workflow run containing this job is already running")
	}
	again := w.PutCheck(r, Check{Name: c.Name, App: c.App, Head: c.Head, Status: "queued"})
	again.Attempt = c.Attempt + 1
	for _, p := range r.Pulls {
		if p.Head == c.Head {
			w.happen(Happened{Kind: "rerun", Repo: r.Slug(), Pull: p.Number, Actor: by, Commit: c.Head, Text: c.Name})
		}
	}
	return nil
}

func (r *Repository) running(c Check) *Check {
	for i := len(r.Checks) - 1; i >= 0; i-- {
		old := r.Checks[i]
		if old.Head == c.Head && old.Name == c.Name && old.App == c.App && old.Status != "completed" {
			return old
		}
	}
	return nil
}

// Withhold makes a run of a workflow that waits for a maintainer's approval, as
// the host does at the head of a fork.
func (w *World) Withhold(r *Repository, name, app, head string) {
	id := w.number("suite")
	r.Withheld = append(r.Withheld, &Suite{ID: id, Name: name, App: app, Head: head, URL: w.Host + "/" + r.Slug() + "/actions/runs/" + decimal(id), At: w.Now()})
}

// WithheldAt are the runs that wait for an approval at a commit.
func (r *Repository) WithheldAt(head string) []*Suite {
	var list []*Suite
	for _, s := range r.Withheld {
		if s.Head == head {
			list = append(list, s)
		}
	}
	return list
}

// approved gives the suite of a withheld run that makes a check now, and holds
// it back no more.
func (r *Repository) approved(c Check) (int64, bool) {
	for i, s := range r.Withheld {
		if s.Head == c.Head && s.Name == c.Name && s.App == c.App {
			r.Withheld = slices.Delete(r.Withheld, i, i+1)
			return s.ID, true
		}
	}
	return 0, false
}

// suite is where a run belongs: a later run of a check is in the suite of the
// one before it.
func (w *World) suite(r *Repository, c Check) int64 {
	if id, ok := r.approved(c); ok {
		return id
	}
	for i := len(r.Checks) - 1; i >= 0; i-- {
		if old := r.Checks[i]; old.Head == c.Head && old.Name == c.Name && old.App == c.App {
			return old.Suite
		}
	}
	return w.number("suite")
}

func orElse(given, otherwise string) string {
	if given == "" {
		return otherwise
	}
	return given
}

// ChecksAt are the newest check runs of each suite and name at a commit. Two
// workflows may have a job of one name; both are shown.
func (r *Repository) ChecksAt(head string) []*Check {
	type place struct {
		suite int64
		name  string
	}
	newest := map[place]*Check{}
	var order []place
	for _, c := range r.Checks {
		if c.Head != head {
			continue
		}
		key := place{c.Suite, c.Name}
		if newest[key] == nil {
			order = append(order, key)
		}
		newest[key] = c
	}
	var list []*Check
	for _, key := range order {
		list = append(list, newest[key])
	}
	return list
}

// PutStatus sets a commit status; the newest of a context counts.
func (w *World) PutStatus(r *Repository, s Status) *Status {
	id := w.number("status")
	s.ID, s.NodeID, s.At = id, NodeID("status", id), w.Now()
	r.Statuses = append(r.Statuses, &s)
	for _, p := range r.Pulls {
		if p.Head == s.Head {
			w.happen(Happened{Kind: "status", Repo: r.Slug(), Pull: p.Number, Actor: s.By, Commit: s.Head, Text: s.Context + " " + s.State})
		}
	}
	return &s
}

// StatusesAt are the newest statuses of each context at a commit.
func (r *Repository) StatusesAt(head string) []*Status {
	var list []*Status
	seen := map[string]bool{}
	for i := len(r.Statuses) - 1; i >= 0; i-- {
		if s := r.Statuses[i]; s.Head == head && !seen[s.Context] {
			seen[s.Context] = true
			list = append([]*Status{s}, list...)
		}
	}
	return list
}

// Protects tells whether the rules are for a branch.
func (p *Protection) Protects(branch, standard string) bool {
	if p == nil {
		return false
	}
	if len(p.Patterns) == 0 {
		return branch == standard
	}
	for _, pattern := range p.Patterns {
		if ok, err := path.Match(pattern, branch); ok && err == nil {
			return true
		}
	}
	return false
}

// RulesFor gives the protection of a branch, nil where there is none.
func (r *Repository) RulesFor(branch string) *Protection {
	if r.Protect.Protects(branch, r.DefaultBranch) {
		return r.Protect
	}
	return nil
}

// Requires tells whether a check of that name must pass on a branch.
func (r *Repository) Requires(branch, name string) bool {
	rules := r.RulesFor(branch)
	if rules == nil {
		return false
	}
	for _, check := range rules.Checks {
		if check == name {
			return true
		}
	}
	return false
}

// settled tells how long ago the head came.
func settled(p *Pull, now time.Time) time.Duration { return now.Sub(p.Pushed) }
