package rest

import (
	"errors"
	"net/http"

	"github.com/settlehq/settle/internal/githubsim/world"
)

func reviews(c *call) (answer, error) {
	_, p, err := c.pull()
	if err != nil {
		return answer{}, err
	}
	var shown []*world.Review
	for _, r := range p.Reviews {
		if p.Sees(c.me, r.ID) {
			shown = append(shown, r)
		}
	}
	var list []any
	for _, r := range page(c, shown) {
		list = append(list, c.reviewObject(p, r))
	}
	return ok(orEmpty(list))
}

func (c *call) review() (*world.Pull, *world.Review, error) {
	_, p, err := c.pull()
	if err != nil {
		return nil, nil, err
	}
	r := p.Review(c.id("id"))
	if r == nil || !p.Sees(c.me, r.ID) {
		return nil, nil, world.NotFound("Not Found")
	}
	return p, r, nil
}

func oneReview(c *call) (answer, error) {
	p, r, err := c.review()
	if err != nil {
		return answer{}, err
	}
	return ok(c.reviewObject(p, r))
}

func commentsOfReview(c *call) (answer, error) {
	p, r, err := c.review()
	if err != nil {
		return answer{}, err
	}
	var list []any
	for _, t := range p.Threads {
		for _, one := range t.Comments {
			if one.Review == r.ID {
				list = append(list, c.reviewCommentObject(p, t, one))
			}
		}
	}
	return ok(orEmpty(page(c, list)))
}

// states that a submitting event leads to.
var states = map[string]string{"APPROVE": "APPROVED", "REQUEST_CHANGES": "CHANGES_REQUESTED", "COMMENT": "COMMENTED"}

func addReview(c *call) (answer, error) {
	_, p, err := c.pull()
	if err == nil {
		err = c.needs("pull_requests:write")
	}
	if err != nil {
		return answer{}, err
	}
	var in wanted
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	review, err := c.newReview(p, in)
	if err != nil {
		return answer{}, unprocessable(err)
	}
	return ok(c.reviewObject(p, review))
}

// wanted is a review as it is posted.
type wanted struct {
	text
	Commit   string  `json:"commit_id"`
	Event    string  `json:"event"`
	Comments []place `json:"comments"`
}

// newReview makes all of a review, or nothing of it: the host refuses the whole
// for one comment whose place is wrong, and does not say which.
func (c *call) newReview(p *world.Pull, in wanted) (*world.Review, error) {
	if in.Event != "" && states[in.Event] == "" {
		return nil, world.Invalid("%q is no event of a review", in.Event)
	}
	if err := c.Holds(p, in.Commit); err != nil {
		return nil, err
	}
	for _, one := range in.Comments {
		switch {
		case one.Subject != "": // comments of a review are about lines: the table of the endpoint has no such key
			return nil, world.Invalid(`"subject_type" is not a permitted key.`)
		case one.Line == 0:
			return nil, world.Invalid(`"line" wasn't supplied.`)
		}
		if err := c.Takes(p, in.Commit, one.place(), one.Body); err != nil {
			return nil, err
		}
	}
	review, err := c.StartReview(p, c.me, in.Body, in.Commit)
	if err != nil {
		return nil, err
	}
	for _, one := range in.Comments {
		if _, err = c.Thread(p, review, one.place(), one.Body); err != nil {
			break
		}
	}
	if err == nil && in.Event != "" {
		err = c.SubmitReview(p, review, states[in.Event])
	}
	if err != nil {
		_ = c.DeleteReview(p, review)
		return nil, err
	}
	return review, nil
}

// unprocessable gives a refusal the form of the endpoint for reviews: the
// reason stands in a list beside a message that says nothing.
func unprocessable(err error) error {
	var refused *world.Refusal
	if !errors.As(err, &refused) || refused.Status != http.StatusUnprocessableEntity {
		return err
	}
	return &detailed{Refusal: world.Refusal{Status: refused.Status, Message: "Unprocessable Entity"}, errors: []any{refused.Message}}
}

func submitReview(c *call) (answer, error) {
	p, r, err := c.review()
	if err != nil {
		return answer{}, err
	}
	var in struct {
		text
		Event string `json:"event"`
	}
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	if in.Body != "" {
		r.Body = in.Body
	}
	if err := c.SubmitReview(p, r, states[in.Event]); err != nil {
		return answer{}, err
	}
	return ok(c.reviewObject(p, r))
}

func deleteReview(c *call) (answer, error) {
	p, r, err := c.review()
	if err == nil {
		err = c.DeleteReview(p, r)
	}
	if err != nil {
		return answer{}, err
	}
	return ok(c.reviewObject(p, r))
}

func dismiss(c *call) (answer, error) {
	p, r, err := c.review()
	if err == nil {
		err = c.needs("write")
	}
	if err != nil {
		return answer{}, err
	}
	var in struct {
		Message string `json:"message"`
	}
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	if err := c.Dismiss(p, r, c.me, in.Message); err != nil {
		return answer{}, err
	}
	return ok(c.reviewObject(p, r))
}
