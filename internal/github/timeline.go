package github

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/settlehq/settle/internal/pull"
)

// takeTimeline keeps the timeline, with the pages before its newest.
func (l *look) takeTimeline(ctx context.Context, newest moments) {
	all, cursor := newest.Nodes, ""
	gap := func(reason string) {
		l.gaps.add(pull.SurfaceTimeline, fmt.Sprintf("%d of %d events", len(all), newest.FilteredCount), reason)
	}
	for page := newest.PageInfo; page.HasPreviousPage; {
		if page.StartCursor == "" || page.StartCursor == cursor {
			gap(samePlace)
			return
		}
		cursor = page.StartCursor
		var answer struct {
			Node *struct{ TimelineItems *moments }
		}
		problems, err := l.read(ctx, "timeline", vars{"id": l.row.ID, "before": cursor}, &answer)
		if err != nil || len(problems) > 0 || answer.Node == nil || answer.Node.TimelineItems == nil {
			gap(why(err, problems))
			return
		}
		all, page = append(answer.Node.TimelineItems.Nodes, all...), answer.Node.TimelineItems.PageInfo
	}
	if shown := l.row.TimelineItems; len(all) != newest.FilteredCount || shown != nil && shown.FilteredCount != len(all) {
		gap("the list changed while it was read")
		return
	}
	l.memory.moments, l.memory.timeline = all, l.timelinePrint()
}

// events turns the timeline into nouns; an unknown kind is kept by its name.
func (l *look) events() []pull.Event {
	var all []pull.Event
	for _, m := range l.memory.moments {
		e := pull.Event{Kind: kindOf(m.Typename), At: m.CreatedAt, Actor: m.Actor.author("")}
		if m.AfterCommit != nil {
			e.Commit = m.AfterCommit.Oid
		}
		if m.RequestedReviewer != nil {
			e.Subject = nameOf(m.RequestedReviewer)
		}
		if m.Label != nil {
			e.Subject = m.Label.Name
		}
		all = append(all, e)
	}
	return all
}

// kindOf writes HeadRefForcePushedEvent as head_ref_force_pushed.
func kindOf(typename string) string {
	var out strings.Builder
	for i, r := range strings.TrimSuffix(typename, "Event") {
		if unicode.IsUpper(r) && i > 0 {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}

// nameOf is a reviewer's login, or a team's slug.
func nameOf(w *who) string {
	if w.Slug != "" {
		return w.Slug
	}
	return pull.NormalLogin(w.Login)
}

// headAt is when the head became the head, where a forced push tells.
func headAt(moments []moment, head pull.Oid) time.Time {
	for i := len(moments) - 1; i >= 0; i-- {
		if m := moments[i]; m.AfterCommit != nil && m.AfterCommit.Oid == head {
			return m.CreatedAt
		}
	}
	return time.Time{}
}

// asked are the pending requests, with who asked and when by the timeline.
func (l *look) asked(events []pull.Event) []pull.Asked {
	if l.row.ReviewRequests == nil {
		l.gaps.add(pull.SurfaceRequests, "the list", "GitHub left it out")
		return nil
	}
	if more := l.row.ReviewRequests.TotalCount - len(l.row.ReviewRequests.Nodes); more > 0 {
		l.gaps.add(pull.SurfaceRequests, "the list", "more than 100 reviewers are asked")
	}
	var all []pull.Asked
	for _, n := range l.row.ReviewRequests.Nodes {
		if n.RequestedReviewer == nil {
			continue // a team that this account may not see
		}
		a := pull.Asked{Login: nameOf(n.RequestedReviewer), ID: n.RequestedReviewer.DatabaseID}
		for _, e := range events {
			if e.Kind == "review_requested" && e.Subject == a.Login {
				a.At, a.By = e.At, e.Actor.Login
			}
		}
		all = append(all, a)
	}
	return all
}
