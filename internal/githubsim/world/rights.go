package world

import "strings"

// Started shows that a reviewer of the host has begun to work.
func (w *World) Started(p *Pull, login string) {
	w.event(p, "copilot_work_started", login, "")
	w.told("started", p, login, "", 0)
}

// Enqueue puts a pull request into the merge queue, or takes it out.
func (w *World) Enqueue(p *Pull, by string, in bool) {
	p.Queued = in
	kind, word := "removed_from_merge_queue", "dequeued"
	if in {
		kind, word = "added_to_merge_queue", "enqueued"
	}
	w.event(p, kind, by, "")
	w.told(word, p, by, "", 0)
}

// Transfer gives a repository another owner and name; the old one points there.
func (w *World) Transfer(r *Repository, to string) error {
	owner, name, ok := strings.Cut(to, "/")
	if !ok {
		return Invalid("%q is no repository", to)
	}
	old := *r
	old.MovedTo, old.Pulls, old.Checks, old.Statuses = to, nil, nil, nil
	repo, err := w.Git(r.Slug())
	if err != nil {
		return err
	}
	w.AddAccount(owner, Organization, "", 0)
	r.Owner, r.Name = owner, name
	w.repos[r.Slug()] = repo
	w.Repos = append(w.Repos, &old)
	for _, p := range r.Pulls {
		w.event(p, "transferred", w.Viewer.Login, to)
		w.told("transfer", p, w.Viewer.Login, to, 0)
	}
	return nil
}

// roles of a repository, from which `grant` and `revoke` tell scopes apart.
var roles = []string{"read", "triage", "write", "maintain", "admin"}

// Allow gives the viewer's token a role, access or a scope, or takes it away.
func (w *World) Allow(permission string, allowed bool) {
	v := &w.Viewer
	for i, role := range roles {
		if permission != role {
			continue
		}
		v.Permission = role
		if !allowed { // without this role the one below it is left
			v.Permission = ""
			if i > 0 {
				v.Permission = roles[i-1]
			}
		}
		return
	}
	if permission == "access" {
		v.Permission = map[bool]string{true: "write"}[allowed]
		return
	}
	kept := v.Revoked[:0:0]
	for _, gone := range v.Revoked {
		if gone != permission {
			kept = append(kept, gone)
		}
	}
	v.Revoked = kept
	if !allowed {
		v.Revoked = append(v.Revoked, permission)
	}
}
