package world

import "unicode/utf8"

// PendingOf is the draft review of an account, which only it can see.
func (p *Pull) PendingOf(login string) *Review {
	for _, r := range p.Reviews {
		if r.State == "PENDING" && r.Author == login {
			return r
		}
	}
	return nil
}

// Review finds a review by number.
func (p *Pull) Review(id int64) *Review {
	for _, r := range p.Reviews {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// StartReview begins a draft; an account has one at most for a pull request.
func (w *World) StartReview(p *Pull, by, body, commit string) (*Review, error) {
	switch {
	case p.PendingOf(by) != nil:
		return nil, Invalid("User can only have one pending review per pull request")
	case utf8.RuneCountInString(body) > longest:
		return nil, tooLong()
	}
	return w.newReview(p, by, body, commit), nil
}

func (w *World) newReview(p *Pull, by, body, commit string) *Review {
	if commit == "" {
		commit = p.Head
	}
	id := w.number("review")
	r := &Review{ID: id, NodeID: NodeID("review", id), Author: by, State: "PENDING", Body: body, Commit: commit, Created: w.Now()}
	p.Reviews = append(p.Reviews, r)
	return r
}

// SubmitReview publishes a draft as COMMENTED, APPROVED or CHANGES_REQUESTED.
// Who is the author of a pull request can only comment on it.
func (w *World) SubmitReview(p *Pull, r *Review, state string) error {
	switch {
	case r.State != "PENDING":
		return Invalid("Can not submit a review that is not pending")
	case r.Author == p.Author && state == "APPROVED":
		return Invalid("Can not approve your own pull request")
	case r.Author == p.Author && state == "CHANGES_REQUESTED":
		return Invalid("Can not request changes on your own pull request")
	case r.Body == "" && state == "CHANGES_REQUESTED":
		return Invalid("Body cannot be blank")
	case r.Body == "" && state == "COMMENTED" && w.inline(p, r) == 0:
		return Invalid("Review must have a body or comments")
	}
	w.submit(p, r, state)
	w.told("review", p, r.Author, state+" "+r.Body, 0)
	return nil
}

func (w *World) submit(p *Pull, r *Review, state string) {
	now := w.Now()
	r.State, r.Submitted, p.Updated = state, &now, now
	kept := p.Requested[:0:0]
	for _, asked := range p.Requested { // a review answers the request
		if asked.Login != r.Author {
			kept = append(kept, asked)
		}
	}
	p.Requested = kept
}

func (w *World) inline(p *Pull, r *Review) int {
	count := 0
	for _, t := range p.Threads {
		for _, c := range t.Comments {
			if c.Review == r.ID {
				count++
			}
		}
	}
	return count
}

// Dismiss takes an opinion back.
func (w *World) Dismiss(p *Pull, r *Review, by, message string) error {
	if r.State != "APPROVED" && r.State != "CHANGES_REQUESTED" {
		return Invalid("Can not dismiss a %s pull request review", r.State)
	}
	r.State = "DISMISSED"
	w.event(p, "review_dismissed", by, r.NodeID).After = message
	w.told("dismiss", p, by, message, 0)
	return nil
}

// DeleteReview drops a draft with its comments.
func (w *World) DeleteReview(p *Pull, r *Review) error {
	if r.State != "PENDING" {
		return Invalid("Can not delete a non-pending pull request review")
	}
	kept := p.Reviews[:0:0]
	for _, other := range p.Reviews {
		if other != r {
			kept = append(kept, other)
		}
	}
	p.Reviews = kept
	for _, t := range p.Threads {
		for _, c := range t.Comments {
			if c.Review == r.ID {
				w.Delete(p, c, r.Author)
			}
		}
	}
	return nil
}
