package rest

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/settlehq/settle/internal/githubsim/world"
)

// text is the body of most posts.
type text struct {
	Body string `json:"body"`
}

func comments(c *call) (answer, error) {
	_, p, err := c.pull()
	if err != nil {
		return answer{}, err
	}
	var list []any
	for _, one := range page(c, p.Comments) {
		list = append(list, c.commentObject(p, one))
	}
	return ok(orEmpty(list))
}

func addComment(c *call) (answer, error) {
	_, p, err := c.pull()
	if err == nil {
		err = c.needs("pull_requests:write")
	}
	if err != nil {
		return answer{}, err
	}
	var in text
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	one, err := c.World.Comment(p, c.me, in.Body)
	if err != nil {
		return answer{}, err
	}
	return created(c.commentObject(p, one))
}

// comment finds a comment by the number in the path; mine only where it is to
// be changed.
func (c *call) comment(inline, mine bool) (*world.Pull, *world.Thread, *world.Comment, error) {
	r, err := c.repo()
	if err != nil {
		return nil, nil, nil, err
	}
	p, t, one := r.CommentNumbered(c.id("id"), inline)
	switch {
	case one == nil || !p.Sees(c.me, one.Review):
		return nil, nil, nil, world.NotFound("Not Found")
	case mine && one.Author != c.me:
		return nil, nil, nil, world.Forbidden("You cannot update this comment.")
	}
	return p, t, one, nil
}

func oneComment(c *call) (answer, error) {
	p, _, one, err := c.comment(false, false)
	if err != nil {
		return answer{}, err
	}
	return ok(c.commentObject(p, one))
}

func editComment(c *call) (answer, error) {
	p, _, one, err := c.comment(false, true)
	if err != nil {
		return answer{}, err
	}
	var in text
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	if err := c.Edit(p, one, c.me, in.Body); err != nil {
		return answer{}, err
	}
	return ok(c.commentObject(p, one))
}

func deleteComment(c *call) (answer, error) {
	p, _, one, err := c.comment(false, true)
	if err != nil {
		return answer{}, err
	}
	c.Delete(p, one, c.me)
	return gone()
}

func oneReviewComment(c *call) (answer, error) {
	p, t, one, err := c.comment(true, false)
	if err != nil {
		return answer{}, err
	}
	return ok(c.reviewCommentObject(p, t, one))
}

func editReviewComment(c *call) (answer, error) {
	p, t, one, err := c.comment(true, true)
	if err != nil {
		return answer{}, err
	}
	var in text
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	if err := c.Edit(p, one, c.me, in.Body); err != nil {
		return answer{}, err
	}
	return ok(c.reviewCommentObject(p, t, one))
}

func deleteReviewComment(c *call) (answer, error) {
	p, _, one, err := c.comment(true, true)
	if err != nil {
		return answer{}, err
	}
	c.Delete(p, one, c.me)
	return gone()
}

func reviewComments(c *call) (answer, error) {
	_, p, err := c.pull()
	if err != nil {
		return answer{}, err
	}
	type placed struct {
		t   *world.Thread
		one *world.Comment
	}
	var all []placed
	for _, t := range p.Threads {
		for _, one := range p.Shown(t, c.me) {
			all = append(all, placed{t, one})
		}
	}
	var list []any
	for _, one := range page(c, all) {
		list = append(list, c.reviewCommentObject(p, one.t, one.one))
	}
	return ok(orEmpty(list))
}

// reply adds to a thread by the number of its root. While the account has a
// draft review the host refuses a second one.
func reply(c *call) (answer, error) {
	_, p, err := c.pull()
	if err == nil {
		err = c.needs("pull_requests:write")
	}
	if err != nil {
		return answer{}, err
	}
	var in text
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	return c.replyTo(p, c.id("id"), in.Body)
}

// replyTo answers the comment that opened a thread.
func (c *call) replyTo(p *world.Pull, root int64, body string) (answer, error) {
	var thread *world.Thread
	for _, t := range p.Threads {
		if len(t.Comments) > 0 && t.Comments[0].ID == root {
			thread = t
		}
	}
	switch {
	case thread == nil:
		return answer{}, world.NotFound("Not Found")
	case p.PendingOf(c.me) != nil:
		return answer{}, world.Invalid("Validation Failed: user_id can only have one pending review per pull request")
	}
	one, err := c.Reply(p, thread, c.me, body)
	if err != nil {
		return answer{}, err
	}
	return created(c.reviewCommentObject(p, thread, one))
}

func (c *call) react(p *world.Pull, on *[]*world.Reaction) (answer, error) {
	var in struct {
		Content string `json:"content"`
	}
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	content := Content(in.Content)
	if content == "" {
		return answer{}, world.Invalid("Validation Failed: %q is no reaction", in.Content)
	}
	return created(c.reactionObject(c.React(p, on, c.me, content)))
}

func (c *call) reactions(all []*world.Reaction) (answer, error) {
	want := Content(c.r.URL.Query().Get("content"))
	var list []any
	for _, r := range page(c, all) {
		if want == "" || r.Content == want {
			list = append(list, c.reactionObject(r))
		}
	}
	return ok(orEmpty(list))
}

func commentReactions(c *call) (answer, error) {
	_, _, one, err := c.comment(false, false)
	if err != nil {
		return answer{}, err
	}
	return c.reactions(one.Reactions)
}

func reactToComment(c *call) (answer, error) {
	p, _, one, err := c.comment(false, false)
	if err != nil {
		return answer{}, err
	}
	return c.react(p, &one.Reactions)
}

func reviewCommentReactions(c *call) (answer, error) {
	_, _, one, err := c.comment(true, false)
	if err != nil {
		return answer{}, err
	}
	return c.reactions(one.Reactions)
}

func reactToReviewComment(c *call) (answer, error) {
	p, _, one, err := c.comment(true, false)
	if err != nil {
		return answer{}, err
	}
	return c.react(p, &one.Reactions)
}

func pullReactions(c *call) (answer, error) {
	_, p, err := c.pull()
	if err != nil {
		return answer{}, err
	}
	return c.reactions(p.Reactions)
}

func reactToPull(c *call) (answer, error) {
	_, p, err := c.pull()
	if err != nil {
		return answer{}, err
	}
	return c.react(p, &p.Reactions)
}

func labels(c *call) (answer, error) {
	r, p, err := c.pull()
	if err != nil {
		return answer{}, err
	}
	return ok(c.labelObjects(r, p))
}

func addLabels(c *call) (answer, error) {
	r, p, err := c.pull()
	if err == nil {
		err = c.needs("triage")
	}
	if err != nil {
		return answer{}, err
	}
	names, err := c.labelNames()
	if err != nil {
		return answer{}, err
	}
	for _, name := range names {
		if strings.TrimSpace(name) == "" {
			return answer{}, world.Invalid("Validation Failed: a label needs a name")
		}
		c.SetLabel(p, c.me, name, true)
	}
	return ok(c.labelObjects(r, p))
}

// labelNames are posted as a list, or as a list under "labels".
func (c *call) labelNames() ([]string, error) {
	var raw json.RawMessage
	if err := c.body(&raw); err != nil {
		return nil, err
	}
	var in struct {
		Labels []string `json:"labels"`
	}
	if json.Unmarshal(raw, &in.Labels) == nil {
		return in.Labels, nil
	}
	if json.Unmarshal(raw, &in) != nil {
		return nil, &world.Refusal{Status: http.StatusBadRequest, Message: "Problems parsing JSON"}
	}
	return in.Labels, nil
}

func removeLabel(c *call) (answer, error) {
	r, p, err := c.pull()
	if err == nil {
		err = c.needs("triage")
	}
	if err != nil {
		return answer{}, err
	}
	for _, name := range p.Labels {
		if name == c.r.PathValue("name") {
			c.SetLabel(p, c.me, name, false)
			return ok(c.labelObjects(r, p))
		}
	}
	return answer{}, &world.Refusal{Status: http.StatusNotFound, Message: "Label does not exist"}
}
