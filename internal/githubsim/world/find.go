package world

import (
	"fmt"
	"time"

	"github.com/settlehq/settle/internal/githubsim/gitrepo"
)

func mergeBy(p *Pull, by string, at time.Time) gitrepo.New {
	return gitrepo.New{
		Message: fmt.Sprintf("Merge pull request #%d from %s\n\n%s\n", p.Number, p.HeadRef, p.Title),
		By:      PersonOf(by), At: at,
	}
}

// PersonOf is how an account signs its commits.
func PersonOf(login string) gitrepo.Person {
	return gitrepo.Person{Name: login, Email: login + "@users.noreply.example.com"}
}

// Found is an object by its node id: exactly one of the last is set.
type Found struct {
	Repo    *Repository
	Pull    *Pull
	Account *Account
	Thread  *Thread
	Comment *Comment
	Review  *Review
	Check   *Check
	Label   *Label
}

// Node finds an object by its node id.
func (s *State) Node(id string) (Found, bool) {
	for _, a := range s.Accounts {
		if a.NodeID == id {
			return Found{Account: a}, true
		}
	}
	for _, r := range s.Repos {
		if found, ok := r.node(id); ok {
			found.Repo = r
			return found, true
		}
	}
	return Found{}, false
}

func (r *Repository) node(id string) (Found, bool) {
	if r.NodeID == id {
		return Found{}, true
	}
	for _, l := range r.Labels {
		if l.NodeID == id {
			return Found{Label: l}, true
		}
	}
	for _, c := range r.Checks {
		if c.NodeID == id {
			return Found{Check: c}, true
		}
	}
	for _, p := range r.Pulls {
		if found, ok := p.node(id); ok {
			found.Pull = p
			return found, true
		}
	}
	return Found{}, false
}

func (p *Pull) node(id string) (Found, bool) {
	if p.NodeID == id {
		return Found{}, true
	}
	for _, t := range p.Threads {
		if t.NodeID == id {
			return Found{Thread: t}, true
		}
		for _, c := range t.Comments {
			if c.NodeID == id {
				return Found{Thread: t, Comment: c}, true
			}
		}
	}
	for _, c := range p.Comments {
		if c.NodeID == id {
			return Found{Comment: c}, true
		}
	}
	for _, review := range p.Reviews {
		if review.NodeID == id {
			return Found{Review: review}, true
		}
	}
	return Found{}, false
}

// CommentNumbered finds a comment of the conversation, or of a thread, by number.
func (r *Repository) CommentNumbered(id int64, inline bool) (*Pull, *Thread, *Comment) {
	for _, p := range r.Pulls {
		for _, c := range p.Comments {
			if c.ID == id && !inline {
				return p, nil, c
			}
		}
		for _, t := range p.Threads {
			for _, c := range t.Comments {
				if c.ID == id && inline {
					return p, t, c
				}
			}
		}
	}
	return nil, nil, nil
}

// Sees tells whether an account sees a review, and so its comments: a draft is
// its author's alone.
func (p *Pull) Sees(login string, review int64) bool {
	r := p.Review(review)
	return r == nil || r.State != "PENDING" || r.Author == login
}

// Shown are the comments of a thread that an account sees.
func (p *Pull) Shown(t *Thread, login string) []*Comment {
	var shown []*Comment
	for _, c := range t.Comments {
		if p.Sees(login, c.Review) {
			shown = append(shown, c)
		}
	}
	return shown
}

// May tells whether the viewer's token may do something: a scope such as
// contents:write, or a role.
func (v Viewer) May(scope string) bool {
	for _, gone := range v.Revoked {
		if gone == scope {
			return false
		}
	}
	if v.Scopes != nil {
		for _, given := range v.Scopes {
			if given == scope || given == "repo" {
				return true
			}
		}
		return false
	}
	need := map[string]int{"read": 1, "triage": 2, "pull_requests:write": 1, "issues:write": 1, "contents:write": 3, "write": 3, "maintain": 4, "admin": 5}[scope]
	have := map[string]int{"read": 1, "triage": 2, "write": 3, "maintain": 4, "admin": 5}[v.Permission]
	return have >= max(need, 1)
}
