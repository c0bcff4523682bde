package graphql

import (
	"errors"
	"strings"

	"github.com/settlehq/settle/internal/githubsim/world"
)

func (v *Viewpoint) addComment(in Args) (payload, error) {
	f, err := v.pullOf(in, "subjectId", "pull_requests:write")
	if err != nil {
		return payload{}, err
	}
	c, err := v.World.Comment(f.Pull, v.Me, in.Text("body"))
	if err != nil {
		return payload{}, err
	}
	node := v.issueComment(f.Pull, c)
	edge := &Object{Type: "IssueCommentEdge", Fields: Fields{"node": node, "cursor": cursor(len(f.Pull.Comments) - 1)}}
	subject := resolver(func(Args) (any, error) { return v.pull(f.Repo, f.Pull), nil })
	return payload{"AddComment", Fields{"commentEdge": edge, "subject": subject, "timelineEdge": nil}}, nil
}

// own finds a comment that the viewer wrote.
func (v *Viewpoint) own(id string) (world.Found, error) {
	f, err := v.find(id, isComment)
	if err == nil && f.Comment.Author != v.Me {
		err = world.Forbidden("%s does not have the correct permissions to execute this mutation", v.Me)
	}
	return f, err
}

func (v *Viewpoint) editComment(in Args) (payload, error) {
	f, err := v.own(in.Text("id"))
	if err != nil {
		return payload{}, err
	}
	return payload{"UpdateIssueComment", Fields{"issueComment": resolver(func(Args) (any, error) { return v.issueComment(f.Pull, f.Comment), nil })}},
		v.World.Edit(f.Pull, f.Comment, v.Me, in.Text("body"))
}

func (v *Viewpoint) editReviewComment(in Args) (payload, error) {
	f, err := v.own(in.Text("pullRequestReviewCommentId"))
	if err != nil {
		return payload{}, err
	}
	comment := resolver(func(Args) (any, error) { return v.reviewComment(f.Pull, f.Thread, f.Comment), nil })
	return payload{"UpdatePullRequestReviewComment", Fields{"pullRequestReviewComment": comment}},
		v.World.Edit(f.Pull, f.Comment, v.Me, in.Text("body"))
}

func (v *Viewpoint) deleteComment(in Args) (payload, error) {
	f, err := v.own(in.Text("id"))
	if err != nil {
		return payload{}, err
	}
	v.World.Delete(f.Pull, f.Comment, v.Me)
	if f.Thread == nil {
		return payload{"DeleteIssueComment", Fields{}}, nil
	}
	return payload{"DeletePullRequestReviewComment", Fields{"pullRequestReviewComment": nil, "pullRequestReview": nil}}, nil
}

func (v *Viewpoint) minimize(in Args) (payload, error) {
	reason := strings.ReplaceAll(strings.ToLower(in.Text("classifier")), "_", "-")
	f, err := v.hide(in, reason)
	return payload{"MinimizeComment", Fields{"minimizedComment": f}}, err
}

func (v *Viewpoint) unminimize(in Args) (payload, error) {
	f, err := v.hide(in, "")
	return payload{"UnminimizeComment", Fields{"unminimizedComment": f}}, err
}

func (v *Viewpoint) hide(in Args, reason string) (*Object, error) {
	if err := v.needs("pull_requests:write"); err != nil {
		return nil, err
	}
	f, err := v.find(in.Text("subjectId"), isComment)
	if err != nil {
		return nil, err
	}
	v.World.Minimize(f.Pull, f.Comment, v.Me, reason)
	if f.Thread != nil {
		return v.reviewComment(f.Pull, f.Thread, f.Comment), nil
	}
	return v.issueComment(f.Pull, f.Comment), nil
}

// reactable finds what a reaction is put on.
func (v *Viewpoint) reactable(id string) (world.Found, *[]*world.Reaction, error) {
	f, err := v.find(id, func(f world.Found) bool { return isPull(f) || isComment(f) || isReview(f) })
	switch {
	case err != nil:
		return f, nil, err
	case f.Comment != nil:
		return f, &f.Comment.Reactions, nil
	case f.Review != nil:
		return f, &f.Review.Reactions, nil
	}
	return f, &f.Pull.Reactions, nil
}

func (v *Viewpoint) addReaction(in Args) (payload, error) {
	f, on, err := v.reactable(in.Text("subjectId"))
	if err != nil {
		return payload{}, err
	}
	r := v.World.React(f.Pull, on, v.Me, in.Text("content"))
	node := v.reactions([]*world.Reaction{r}, nil).Nodes[0]
	return payload{"AddReaction", Fields{"reaction": node, "subject": nil, "reactionGroups": v.reactionGroups(*on)}}, nil
}

func (v *Viewpoint) removeReaction(in Args) (payload, error) {
	f, on, err := v.reactable(in.Text("subjectId"))
	if err != nil {
		return payload{}, err
	}
	v.World.Unreact(f.Pull, on, v.Me, in.Text("content"))
	return payload{"RemoveReaction", Fields{"reaction": nil, "subject": nil, "reactionGroups": v.reactionGroups(*on)}}, nil
}

func (v *Viewpoint) addReply(in Args) (payload, error) {
	if err := v.needs("pull_requests:write"); err != nil {
		return payload{}, err
	}
	f, err := v.find(in.Text("pullRequestReviewThreadId"), isThread)
	if err != nil {
		return payload{}, err
	}
	c, err := v.World.Reply(f.Pull, f.Thread, v.Me, in.Text("body"))
	if err != nil {
		return payload{}, err
	}
	return payload{"AddPullRequestReviewThreadReply", Fields{"comment": v.reviewComment(f.Pull, f.Thread, c)}}, nil
}

func placeOf(in Args) world.Place {
	line, _ := in.Number("line")
	start, _ := in.Number("startLine")
	if in.Text("subjectType") == "FILE" {
		line, start = 0, 0
	}
	return world.Place{Path: in.Text("path"), Line: line, Start: start, Left: in.Text("side") == "LEFT"}
}

func (v *Viewpoint) addThread(in Args) (payload, error) {
	if err := v.needs("pull_requests:write"); err != nil {
		return payload{}, err
	}
	id := in.Text("pullRequestReviewId")
	if id == "" {
		id = in.Text("pullRequestId")
	}
	f, err := v.find(id, func(f world.Found) bool { return isPull(f) || isReview(f) })
	if err != nil {
		return payload{}, err
	}
	review := f.Review
	if review == nil {
		if review = f.Pull.PendingOf(v.Me); review == nil {
			if review, err = v.World.StartReview(f.Pull, v.Me, "", ""); err != nil {
				return payload{}, err
			}
		}
	}
	t, err := v.World.Thread(f.Pull, review, placeOf(in), in.Text("body"))
	if err != nil {
		return payload{}, err
	}
	return payload{"AddPullRequestReviewThread", Fields{"thread": v.thread(f.Pull, t)}}, nil
}

func (v *Viewpoint) addReview(in Args) (payload, error) {
	f, err := v.pullOf(in, "pullRequestId", "pull_requests:write")
	if err != nil {
		return payload{}, err
	}
	review, err := v.World.StartReview(f.Pull, v.Me, in.Text("body"), in.Text("commitOID"))
	if err != nil {
		return payload{}, err
	}
	if err := v.fill(f.Pull, review, in); err != nil { // all of it, or nothing
		return payload{}, errors.Join(err, v.World.DeleteReview(f.Pull, review))
	}
	return payload{"AddPullRequestReview", Fields{"pullRequestReview": v.review(f.Pull, review), "reviewEdge": nil}}, nil
}

func (v *Viewpoint) fill(p *world.Pull, review *world.Review, in Args) error {
	for _, t := range in.Inputs("threads") {
		if _, err := v.World.Thread(p, review, placeOf(t), t.Text("body")); err != nil {
			return err
		}
	}
	if event := in.Text("event"); event != "" {
		return v.World.SubmitReview(p, review, stateOf(event))
	}
	return nil
}

// stateOf is the state that a submitting event leads to.
func stateOf(event string) string {
	return map[string]string{"APPROVE": "APPROVED", "REQUEST_CHANGES": "CHANGES_REQUESTED", "COMMENT": "COMMENTED"}[event]
}

func (v *Viewpoint) submitReview(in Args) (payload, error) {
	id := in.Text("pullRequestReviewId")
	if id == "" {
		id = in.Text("pullRequestId")
	}
	f, err := v.find(id, func(f world.Found) bool { return isPull(f) || isReview(f) })
	if err != nil {
		return payload{}, err
	}
	review := f.Review
	if review == nil {
		review = f.Pull.PendingOf(v.Me)
	}
	if review == nil || review.Author != v.Me {
		return payload{}, world.NotFound("Could not find a pending review of %s", v.Me)
	}
	if body := in.Text("body"); body != "" {
		review.Body = body
	}
	err = v.World.SubmitReview(f.Pull, review, stateOf(in.Text("event")))
	return payload{"SubmitPullRequestReview", Fields{"pullRequestReview": v.review(f.Pull, review)}}, err
}

func (v *Viewpoint) deleteReview(in Args) (payload, error) {
	f, err := v.find(in.Text("pullRequestReviewId"), isReview)
	if err != nil {
		return payload{}, err
	}
	return payload{"DeletePullRequestReview", Fields{"pullRequestReview": v.review(f.Pull, f.Review)}}, v.World.DeleteReview(f.Pull, f.Review)
}

func (v *Viewpoint) dismissReview(in Args) (payload, error) {
	if err := v.needs("write"); err != nil {
		return payload{}, err
	}
	f, err := v.find(in.Text("pullRequestReviewId"), isReview)
	if err != nil {
		return payload{}, err
	}
	err = v.World.Dismiss(f.Pull, f.Review, v.Me, in.Text("message"))
	return payload{"DismissPullRequestReview", Fields{"pullRequestReview": v.review(f.Pull, f.Review)}}, err
}
