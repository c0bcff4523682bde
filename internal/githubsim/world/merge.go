package world

import (
	"strconv"
	"time"
)

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// Mergeable is GraphQL's word: MERGEABLE, CONFLICTING or UNKNOWN.
func (w *World) Mergeable(p *Pull, unknown time.Duration) string {
	switch {
	case p.MergeableWord != "":
		return p.MergeableWord
	case p.State != "OPEN" || settled(p, w.now()) < unknown:
		return "UNKNOWN"
	}
	repo, err := w.Git(w.RepoOf(p).Slug())
	if err != nil {
		return "UNKNOWN"
	}
	if repo.Merges(p.Base, p.Head) {
		return "MERGEABLE"
	}
	return "CONFLICTING"
}

// MergeState is GraphQL's mergeStateStatus, worked out as the host does.
func (w *World) MergeState(p *Pull, unknown time.Duration) string {
	if p.MergeStatus != "" {
		return p.MergeStatus
	}
	switch w.Mergeable(p, unknown) {
	case "UNKNOWN":
		return "UNKNOWN"
	case "CONFLICTING":
		return "DIRTY"
	}
	r := w.RepoOf(p)
	rules := r.RulesFor(p.BaseRef)
	switch {
	case p.Draft:
		return "DRAFT"
	case rules != nil && rules.UpToDate && w.behind(r, p):
		return "BEHIND"
	case rules != nil && w.blocked(r, p, rules):
		return "BLOCKED"
	case !w.green(r, p):
		return "UNSTABLE"
	}
	return "CLEAN"
}

func (w *World) behind(r *Repository, p *Pull) bool {
	repo, err := w.Git(r.Slug())
	return err == nil && !repo.Contains(p.Head, p.Base)
}

func (w *World) blocked(r *Repository, p *Pull, rules *Protection) bool {
	for _, name := range rules.Checks {
		if !passed(r, p.Head, name) {
			return true
		}
	}
	if len(rules.Restrictions) > 0 {
		return true
	}
	if p.approvals() < rules.Approvals || w.changesRequested(p) {
		return true
	}
	for _, t := range p.Threads {
		if rules.Conversations && !t.Resolved {
			return true
		}
	}
	return false
}

func passed(r *Repository, head, name string) bool {
	ran := false
	for _, c := range r.ChecksAt(head) {
		if c.Name != name {
			continue
		}
		if ran = c.Status == "completed" && good(c.Conclusion); !ran {
			return false
		}
	}
	if ran {
		return true
	}
	for _, s := range r.StatusesAt(head) {
		if s.Context == name {
			return s.State == "success"
		}
	}
	return false
}

func good(conclusion string) bool {
	return conclusion == "success" || conclusion == "neutral" || conclusion == "skipped"
}

func (w *World) green(r *Repository, p *Pull) bool {
	for _, c := range r.ChecksAt(p.Head) {
		if c.Status != "completed" || !good(c.Conclusion) {
			return false
		}
	}
	for _, s := range r.StatusesAt(p.Head) {
		if s.State != "success" {
			return false
		}
	}
	return true
}

// opinions are the last opinions by account.
func (p *Pull) opinions() map[string]string {
	last := map[string]string{}
	for _, r := range p.Reviews {
		if r.State == "APPROVED" || r.State == "CHANGES_REQUESTED" || r.State == "DISMISSED" {
			last[r.Author] = r.State
		}
	}
	return last
}

func (p *Pull) approvals() int {
	count := 0
	for _, state := range p.opinions() {
		if state == "APPROVED" {
			count++
		}
	}
	return count
}

func (w *World) changesRequested(p *Pull) bool {
	for login, state := range p.opinions() {
		if account := w.Account(login); state == "CHANGES_REQUESTED" && account != nil && account.Kind == User {
			return true
		}
	}
	return false
}

// Decision is GraphQL's reviewDecision; empty where no review is required.
func (w *World) Decision(p *Pull) string {
	rules := w.RepoOf(p).RulesFor(p.BaseRef)
	switch {
	case w.changesRequested(p):
		return "CHANGES_REQUESTED"
	case rules == nil || rules.Approvals == 0:
		return ""
	case p.approvals() >= rules.Approvals:
		return "APPROVED"
	}
	return "REVIEW_REQUIRED"
}

// Merge a pull request, as a person does.
func (w *World) Merge(p *Pull, by string) error {
	r := w.RepoOf(p)
	repo, err := w.Git(r.Slug())
	if err != nil {
		return err
	}
	if p.State != "OPEN" || !repo.Merges(p.Base, p.Head) {
		return &Refusal{Status: 405, Type: "UNPROCESSABLE", Message: "Pull Request is not mergeable"}
	}
	now := w.Now()
	commit, err := repo.Merge(p.Base, p.Head, mergeBy(p, by, now))
	if err != nil {
		return err
	}
	if err := repo.SetRef("refs/heads/"+p.BaseRef, commit); err != nil {
		return err
	}
	p.State, p.Closed, p.MergeCommit, p.MergedBy = "MERGED", &now, commit, by
	w.event(p, "merged", by, commit)
	w.told("merge", p, by, commit, 0)
	return nil
}
