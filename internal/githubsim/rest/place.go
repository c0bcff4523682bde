package rest

import (
	"errors"
	"net/http"

	"github.com/settlehq/settle/internal/githubsim/world"
)

// place is where a posted comment goes.
type place struct {
	Path      string `json:"path"`
	Line      int    `json:"line"`
	Side      string `json:"side"`
	StartLine int    `json:"start_line"`
	Subject   string `json:"subject_type"`
	Body      string `json:"body"`
}

func (p place) place() world.Place {
	at := world.Place{Path: p.Path, Line: p.Line, Start: p.StartLine, Left: p.Side == "LEFT"}
	if p.Subject == "file" {
		at.Line, at.Start = 0, 0
	}
	return at
}

func addReviewComment(c *call) (answer, error) {
	_, p, err := c.pull()
	if err == nil {
		err = c.needs("pull_requests:write")
	}
	if err != nil {
		return answer{}, err
	}
	var in struct {
		place
		Commit    string `json:"commit_id"`
		InReplyTo int64  `json:"in_reply_to"` // then all but the body is ignored
	}
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	if in.InReplyTo != 0 {
		return c.replyTo(p, in.InReplyTo, in.Body)
	}
	t, err := c.alone(p, in.Commit, in.place)
	if err != nil {
		return answer{}, invalid(err)
	}
	return created(c.reviewCommentObject(p, t, t.Comments[0]))
}

// alone makes a comment with a review of its own, or nothing.
func (c *call) alone(p *world.Pull, commit string, at place) (*world.Thread, error) {
	if at.Line == 0 && at.Subject != "file" {
		return nil, world.Invalid(`No subschema in "oneOf" matched. "line" wasn't supplied.`)
	}
	if err := c.Takes(p, commit, at.place(), at.Body); err != nil {
		return nil, err
	}
	review, err := c.StartReview(p, c.me, "", commit)
	if err != nil {
		return nil, err
	}
	t, err := c.Thread(p, review, at.place(), at.Body)
	if err == nil {
		err = c.SubmitReview(p, review, "COMMENTED")
	}
	if err != nil {
		_ = c.DeleteReview(p, review)
		return nil, err
	}
	return t, nil
}

// invalid gives the refusal of a comment the form that its endpoint has
// (PyGithub/PyGithub#2501, cloudflare/pint#640).
func invalid(err error) error {
	var refused *world.Refusal
	if !errors.As(err, &refused) || refused.Status != http.StatusUnprocessableEntity {
		return err
	}
	return &detailed{
		Refusal: world.Refusal{Status: refused.Status, Message: "Validation Failed"},
		errors:  []any{object{"resource": "PullRequestReviewComment", "code": "custom", "field": refused.Field, "message": refused.Message}},
	}
}
