package graphql

import (
	"strings"

	"github.com/settlehq/settle/internal/githubsim/world"
)

// Mutation gives the fields of the root of mutations. A mutation of the schema
// that is not here answers that it is not modelled.
func (v *Viewpoint) Mutation() Fields {
	return Fields{
		"addComment":                      v.change(v.addComment),
		"updateIssueComment":              v.change(v.editComment),
		"updatePullRequestReviewComment":  v.change(v.editReviewComment),
		"deleteIssueComment":              v.change(v.deleteComment),
		"deletePullRequestReviewComment":  v.change(v.deleteComment),
		"minimizeComment":                 v.change(v.minimize),
		"unminimizeComment":               v.change(v.unminimize),
		"addReaction":                     v.change(v.addReaction),
		"removeReaction":                  v.change(v.removeReaction),
		"addPullRequestReviewThreadReply": v.change(v.addReply),
		"addPullRequestReviewThread":      v.change(v.addThread),
		"addPullRequestReview":            v.change(v.addReview),
		"submitPullRequestReview":         v.change(v.submitReview),
		"deletePullRequestReview":         v.change(v.deleteReview),
		"dismissPullRequestReview":        v.change(v.dismissReview),
		"resolveReviewThread":             v.change(v.resolveThread(true)),
		"unresolveReviewThread":           v.change(v.resolveThread(false)),
		"markPullRequestReadyForReview":   v.change(v.setDraft(false)),
		"convertPullRequestToDraft":       v.change(v.setDraft(true)),
		"closePullRequest":                v.change(v.close(true)),
		"reopenPullRequest":               v.change(v.close(false)),
		"requestReviews":                  v.change(v.requestReviews),
		"requestReviewsByLogin":           v.change(v.requestByLogin),
		"addLabelsToLabelable":            v.change(v.setLabels(true)),
		"removeLabelsFromLabelable":       v.change(v.setLabels(false)),
		"updatePullRequest":               v.change(v.updatePull),
	}
}

// payload is the answer of a mutation: its type's name and fields.
type payload struct {
	kind   string
	fields Fields
}

// change runs one mutation: every one takes an input and gives back what the
// client called it.
func (v *Viewpoint) change(body func(Args) (payload, error)) resolver {
	return func(a Args) (any, error) {
		input := a.Input("input")
		out, err := body(input)
		if err != nil {
			return nil, err
		}
		out.fields["clientMutationId"] = given(input.Text("clientMutationId"))
		return &Object{Type: out.kind + "Payload", Fields: out.fields}, nil
	}
}

// find resolves a node that must be of a kind.
func (v *Viewpoint) find(id string, fits func(world.Found) bool) (world.Found, error) {
	found, ok := v.World.Node(id)
	if !ok || !fits(found) || v.World.Viewer.Permission == "" {
		return world.Found{}, world.NotFound("Could not resolve to a node with the global id of '%s'", id)
	}
	return found, nil
}

func isPull(f world.Found) bool {
	return f.Pull != nil && f.Thread == nil && f.Comment == nil && f.Review == nil
}
func isThread(f world.Found) bool  { return f.Thread != nil && f.Comment == nil }
func isComment(f world.Found) bool { return f.Comment != nil }
func isReview(f world.Found) bool  { return f.Review != nil }

// needs refuses what the token may not do.
func (v *Viewpoint) needs(scope string) error {
	if v.World.Viewer.Login == v.Me && !v.World.Viewer.May(scope) {
		return world.Forbidden("Resource not accessible by personal access token")
	}
	return nil
}

func (v *Viewpoint) pullOf(in Args, key, scope string) (world.Found, error) {
	if err := v.needs(scope); err != nil {
		return world.Found{}, err
	}
	return v.find(in.Text(key), isPull)
}

func (v *Viewpoint) resolveThread(resolved bool) func(Args) (payload, error) {
	return func(in Args) (payload, error) {
		f, err := v.find(in.Text("threadId"), isThread)
		if err != nil {
			return payload{}, err
		}
		if f.Pull.Author != v.Me {
			if err := v.needs("contents:write"); err != nil {
				return payload{}, err
			}
		}
		v.World.Resolve(f.Pull, f.Thread, v.Me, resolved)
		kind := map[bool]string{true: "ResolveReviewThread", false: "UnresolveReviewThread"}[resolved]
		return payload{kind, Fields{"thread": v.thread(f.Pull, f.Thread)}}, nil
	}
}

func (v *Viewpoint) setDraft(draft bool) func(Args) (payload, error) {
	return func(in Args) (payload, error) {
		f, err := v.pullOf(in, "pullRequestId", "pull_requests:write")
		if err != nil {
			return payload{}, err
		}
		kind := map[bool]string{true: "ConvertPullRequestToDraft", false: "MarkPullRequestReadyForReview"}[draft]
		return payload{kind, v.pullFields(f)}, v.World.SetDraft(f.Pull, v.Me, draft)
	}
}

func (v *Viewpoint) pullFields(f world.Found) Fields {
	return Fields{
		"pullRequest": resolver(func(Args) (any, error) { return v.pull(f.Repo, f.Pull), nil }),
		"actor":       v.actor(v.Me),
	}
}

func (v *Viewpoint) close(closed bool) func(Args) (payload, error) {
	return func(in Args) (payload, error) {
		f, err := v.pullOf(in, "pullRequestId", "write")
		if err != nil {
			return payload{}, err
		}
		kind := map[bool]string{true: "ClosePullRequest", false: "ReopenPullRequest"}[closed]
		return payload{kind, v.pullFields(f)}, v.World.Close(f.Pull, v.Me, closed)
	}
}

func (v *Viewpoint) requestReviews(in Args) (payload, error) {
	f, err := v.pullOf(in, "pullRequestId", "pull_requests:write")
	if err != nil {
		return payload{}, err
	}
	for _, id := range append(in.Texts("userIds"), in.Texts("botIds")...) {
		account, err := v.find(id, func(f world.Found) bool { return f.Account != nil })
		if err != nil {
			return payload{}, err
		}
		if err := v.World.Request(f.Pull, v.Me, account.Account.Login); err != nil {
			return payload{}, err
		}
	}
	fields := v.pullFields(f)
	fields["requestedReviewersEdge"] = nil
	return payload{"RequestReviews", fields}, nil
}

func (v *Viewpoint) requestByLogin(in Args) (payload, error) {
	f, err := v.pullOf(in, "pullRequestId", "pull_requests:write")
	if err != nil {
		return payload{}, err
	}
	for _, login := range append(in.Texts("userLogins"), in.Texts("botLogins")...) {
		if err := v.World.Request(f.Pull, v.Me, login); err != nil {
			return payload{}, err
		}
	}
	return payload{"RequestReviewsByLogin", v.pullFields(f)}, nil
}

func (v *Viewpoint) setLabels(on bool) func(Args) (payload, error) {
	return func(in Args) (payload, error) {
		f, err := v.pullOf(in, "labelableId", "triage")
		if err != nil {
			return payload{}, err
		}
		for _, id := range in.Texts("labelIds") {
			label, err := v.find(id, func(f world.Found) bool { return f.Label != nil })
			if err != nil {
				return payload{}, err
			}
			v.World.SetLabel(f.Pull, v.Me, label.Label.Name, on)
		}
		kind := map[bool]string{true: "AddLabelsToLabelable", false: "RemoveLabelsFromLabelable"}[on]
		return payload{kind, Fields{"labelable": resolver(func(Args) (any, error) { return v.pull(f.Repo, f.Pull), nil })}}, nil
	}
}

func (v *Viewpoint) updatePull(in Args) (payload, error) {
	f, err := v.pullOf(in, "pullRequestId", "pull_requests:write")
	if err != nil {
		return payload{}, err
	}
	if title := strings.TrimSpace(in.Text("title")); title != "" {
		f.Pull.Title = title
	}
	if body, ok := in["body"].(string); ok {
		f.Pull.Body = body
	}
	if base := in.Text("baseRefName"); base != "" && base != f.Pull.BaseRef {
		if err := v.World.Retarget(f.Pull, v.Me, base); err != nil {
			return payload{}, err
		}
	}
	f.Pull.Updated = v.World.Now()
	return payload{"UpdatePullRequest", v.pullFields(f)}, nil
}
