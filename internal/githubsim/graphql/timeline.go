package graphql

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/githubsim/world"
)

// moment is one entry of a timeline before it is sorted and cut.
type moment struct {
	at   time.Time
	kind string // GraphQL's item type, as in itemTypes
	node *Object
}

// eventTypes maps REST's words to GraphQL's. What is not here (events that the
// schema lacks) shows in REST alone, as on the host.
var eventTypes = map[string]string{
	"review_requested": "ReviewRequestedEvent", "review_request_removed": "ReviewRequestRemovedEvent",
	"ready_for_review": "ReadyForReviewEvent", "convert_to_draft": "ConvertToDraftEvent",
	"head_ref_force_pushed": "HeadRefForcePushedEvent", "closed": "ClosedEvent", "reopened": "ReopenedEvent", "merged": "MergedEvent",
	"base_ref_changed": "BaseRefChangedEvent", "labeled": "LabeledEvent", "unlabeled": "UnlabeledEvent",
	"review_dismissed": "ReviewDismissedEvent", "head_ref_deleted": "HeadRefDeletedEvent", "transferred": "TransferredEvent",
	"added_to_merge_queue": "AddedToMergeQueueEvent", "removed_from_merge_queue": "RemovedFromMergeQueueEvent",
}

func (v *Viewpoint) timeline(r *world.Repository, p *world.Pull, a Args) (any, error) {
	moments, err := v.moments(r, p)
	if err != nil {
		return nil, err
	}
	wanted, since := a.Texts("itemTypes"), sinceOf(a)
	moments = slices.DeleteFunc(moments, func(m moment) bool {
		return len(wanted) > 0 && !slices.Contains(wanted, m.kind) || m.at.Before(since)
	})
	var nodes []*Object
	for _, m := range moments {
		nodes = append(nodes, m.node)
	}
	return &List{Nodes: nodes, More: Fields{"filteredCount": len(nodes), "pageCount": len(nodes), "updatedAt": clock(p.Updated)}}, nil
}

func sinceOf(a Args) time.Time {
	at, err := time.Parse(time.RFC3339, a.Text("since"))
	if err != nil {
		return time.Time{}
	}
	return at
}

func (v *Viewpoint) moments(r *world.Repository, p *world.Pull) ([]moment, error) {
	var all []moment
	repo, err := v.World.Git(r.Slug())
	if err != nil {
		return nil, err
	}
	log, err := repo.Log(p.Base, p.Head)
	if err != nil {
		return nil, err
	}
	for _, c := range log {
		all = append(all, moment{c.Committed, "PULL_REQUEST_COMMIT", v.pullCommit(r, p, c.Oid)})
	}
	for _, c := range p.Comments {
		all = append(all, moment{c.Created, "ISSUE_COMMENT", v.issueComment(p, c)})
	}
	for _, review := range p.Reviews {
		if p.Sees(v.Me, review.ID) && review.Submitted != nil {
			all = append(all, moment{*review.Submitted, "PULL_REQUEST_REVIEW", v.review(p, review)})
		}
	}
	for _, e := range p.Timeline {
		if kind := eventTypes[e.Kind]; kind != "" {
			all = append(all, moment{e.At, itemType(kind), v.event(r, p, e, kind)})
		}
	}
	slices.SortStableFunc(all, func(a, b moment) int { return a.at.Compare(b.at) })
	return all, nil
}

// itemType writes HeadRefForcePushedEvent as HEAD_REF_FORCE_PUSHED_EVENT.
func itemType(kind string) string {
	var out strings.Builder
	for i, c := range kind {
		if i > 0 && c >= 'A' && c <= 'Z' {
			out.WriteByte('_')
		}
		out.WriteRune(c)
	}
	return strings.ToUpper(out.String())
}

func (v *Viewpoint) event(r *world.Repository, p *world.Pull, e *world.Event, kind string) *Object {
	url := fmt.Sprintf("%s#event-%d", v.pullURL(r, p), e.ID)
	fields := Fields{
		"id": e.NodeID, "databaseId": e.ID, "actor": v.actor(e.Actor), "createdAt": clock(e.At), "url": url, "resourcePath": strings.TrimPrefix(url, v.World.Host),
		"pullRequest": resolver(func(Args) (any, error) { return v.pull(r, p), nil }),
	}
	switch e.Kind {
	case "review_requested", "review_request_removed":
		fields["requestedReviewer"] = v.actor(e.Subject)
	case "head_ref_force_pushed":
		fields["beforeCommit"], fields["afterCommit"], fields["ref"] = v.commit(r, e.Before), v.commit(r, e.After), v.ref(r, e.Subject)
	case "labeled", "unlabeled":
		fields["label"] = v.label(r, r.Label(e.Subject))
	case "base_ref_changed":
		fields["previousRefName"], fields["currentRefName"] = e.Before, e.After
	case "merged":
		fields["commit"], fields["mergeRefName"] = v.commit(r, e.Subject), p.BaseRef
	case "review_dismissed":
		fields["dismissalMessage"], fields["previousReviewState"] = e.After, "CHANGES_REQUESTED"
	case "head_ref_deleted":
		fields["headRefName"] = e.Subject
	}
	return &Object{Type: kind, Fields: fields}
}
