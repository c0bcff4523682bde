package github

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/settlehq/settle/internal/pull"
)

// nodesAtOnce is the most that GitHub takes in nodes(ids:).
const nodesAtOnce = 100

// parts are what the second document reads beside nodes, and where they count.
var parts = map[string]pull.Surface{
	"commits": pull.SurfaceCommits, "timeline": pull.SurfaceTimeline, "reactions": pull.SurfaceComments, "base": pull.SurfacePolicy,
}

// details reads in full what the ordinary look shows to be new or changed.
func (l *look) details(ctx context.Context) {
	changed, want, reason := l.changed(), l.wanted(), "GitHub listed it and did not show it"
	for len(changed) > 0 || slices.Contains(slices.Collect(maps.Values(want)), any(true)) {
		some := changed[:min(len(changed), nodesAtOnce)]
		changed = changed[len(some):]
		v := l.vars()
		v["ids"] = append([]string{}, some...)
		maps.Copy(v, want)
		var d detail
		problems, err := l.read(ctx, "detail", v, &d)
		if err != nil {
			reason = err.Error()
			l.unread(want, reason)
		} else {
			problems, d.houseless = apart(problems)
			l.gaps.problems(problems)
			l.take(ctx, d, problems, want)
		}
		for part := range want {
			want[part] = false
		}
	}
	l.unreadNodes(reason)
}

// wanted are the parts that the ordinary look shows to have changed. Rules can
// change without the base branch: that is read again when it is old.
func (l *look) wanted() vars {
	m := l.memory
	return vars{
		"commits": l.row.HeadRefOid != m.head, "timeline": l.timelinePrint() != m.timeline,
		"reactions": l.reactionsPrint() != m.reactions, "base": l.basePrint() != m.base || l.at.Sub(m.baseAt) >= rulesAge,
	}
}

// changed lists the nodes that have to be read: those whose print is not the
// one they were read at, and those whose print cannot tell.
func (l *look) changed() []string {
	var ids []string
	for _, id := range slices.Sorted(maps.Keys(l.prints)) {
		known := l.memory.nodes[id]
		if known.print == l.prints[id] && !known.soft {
			continue
		}
		if known.node != nil { // until it is read again it is not known
			l.memory.nodes[id] = kept{node: known.node}
		}
		ids = append(ids, id)
	}
	return ids
}

func text(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain data only; this cannot happen
	}
	return string(raw)
}

func (l *look) timelinePrint() string  { return text(l.row.TimelineItems) }
func (l *look) reactionsPrint() string { return text(l.row.Reactions) }
func (l *look) basePrint() string      { return text(l.row.BaseRef) }

func (l *look) unread(want vars, reason string) {
	for part, surface := range parts {
		if want[part] == true {
			l.gaps.add(surface, "what changed", reason)
		}
	}
}

// unreadNodes: whatever is shown and was not read as it is now is a gap,
// whoever is to blame.
func (l *look) unreadNodes(reason string) {
	for _, list := range []struct {
		nodes   []json.RawMessage
		surface pull.Surface
	}{{l.threads, pull.SurfaceThreads}, {l.comments, pull.SurfaceComments}, {l.reviews, pull.SurfaceReviews}} {
		for _, raw := range list.nodes {
			var named struct{ ID, State string }
			if json.Unmarshal(raw, &named) != nil || named.State == "PENDING" {
				continue
			}
			if known := l.memory.nodes[named.ID]; known.node == nil || known.print != l.prints[named.ID] {
				l.gaps.add(list.surface, "an entry", reason)
			}
		}
	}
}

// take keeps what was read whole. What stands beside an error is not kept: it
// would look like an answer at the next look.
func (l *look) take(ctx context.Context, d detail, problems []problem, want vars) {
	for i, node := range d.Nodes {
		if node == nil || node.ID == "" || marred(problems, i) {
			continue
		}
		if !l.rest(ctx, node) {
			continue
		}
		if l.older(node) {
			l.gaps.add(surfaceOfNode(node), "an entry that changed", "GitHub answered from before the change")
			continue
		}
		l.memory.nodes[node.ID] = kept{print: l.prints[node.ID], node: node, soft: l.soft(node)}
	}
	if d.Repository == nil || d.Repository.PullRequest == nil {
		l.unread(want, why(nil, problems))
		return
	}
	p := d.Repository.PullRequest
	if p.HeadRefOid != "" && p.HeadRefOid != l.row.HeadRefOid {
		l.gaps.add(pull.SurfaceHead, "the head", "it moved while it was read")
		l.unread(want, "the head moved while it was read")
		return
	}
	l.takeParts(ctx, d, problems, want)
}

// apart takes the errors about the owner's .github repository out: they count
// only where the base branch has no policy file. That there is no such
// repository, or none for us, is no error.
func apart(problems []problem) (others, house []problem) {
	for _, p := range problems {
		switch {
		case !p.at("house"):
			others = append(others, p)
		case p.Type != "NOT_FOUND":
			house = append(house, p)
		}
	}
	return others, house
}

// takeParts keeps the parts that were asked for and came without an error.
func (l *look) takeParts(ctx context.Context, d detail, problems []problem, want vars) {
	p := d.Repository.PullRequest
	asked := func(part string, came bool, fields ...string) bool {
		if want[part] != true {
			return false
		}
		for _, problem := range problems {
			came = came && !problem.at(fields...)
		}
		if !came {
			l.gaps.add(parts[part], "what changed", why(nil, problems))
		}
		return came
	}
	if asked("commits", p.Commits != nil, "commits") {
		l.takeCommits(ctx, *p.Commits)
	}
	if asked("timeline", p.TimelineItems != nil, "timelineItems") {
		l.takeTimeline(ctx, *p.TimelineItems)
	}
	whole := p.ReactionGroups != nil && l.row.Reactions != nil && reactionsIn(p.ReactionGroups) == l.row.Reactions.TotalCount
	if asked("reactions", whole, "reactionGroups") && l.restOfReactions(ctx, l.row.ID, pull.SurfaceComments, p.ReactionGroups) {
		l.memory.reacted, l.memory.reactions = reactionsOf(p.ReactionGroups), l.reactionsPrint()
	}
	if asked("base", true, "baseRef") {
		l.takeBase(d)
	}
}

// marred: an error stands beside the node of this place in the answer.
func marred(problems []problem, place int) bool {
	for _, p := range problems {
		if len(p.Path) == 0 || p.Path[0] == "nodes" && (len(p.Path) == 1 || p.Path[1] == float64(place)) {
			return true
		}
	}
	return false
}

func surfaceOfNode(node *whole) pull.Surface {
	switch node.Typename {
	case "PullRequestReviewThread":
		return pull.SurfaceThreads
	case "PullRequestReview":
		return pull.SurfaceReviews
	}
	return pull.SurfaceComments
}

// older reports that what was read is not what the row that made us read it
// shows: it came from a replica that is behind, or changed in between.
func (l *look) older(node *whole) bool {
	print := []byte(l.prints[node.ID])
	if node.Typename != "PullRequestReviewThread" {
		var row commentRow
		return json.Unmarshal(print, &row) != nil || node.UpdatedAt.Before(row.UpdatedAt) || node.AuthorAssociation != row.Trust ||
			node.Typename == "PullRequestReview" && node.State != row.State || reactionsIn(node.ReactionGroups) != row.Reactions.TotalCount
	}
	var row threadRow
	if json.Unmarshal(print, &row) != nil || node.Comments.TotalCount != row.Comments.TotalCount {
		return true
	}
	read := map[int64]word{}
	for _, w := range node.Comments.Nodes {
		read[w.DatabaseID] = w
	}
	for _, w := range row.Comments.Nodes {
		got, ok := read[w.DatabaseID]
		if !ok || got.UpdatedAt.Before(w.UpdatedAt) || got.IsMinimized != w.IsMinimized || got.AuthorAssociation != w.Trust {
			return true
		}
	}
	return false
}

func reactionsIn(groups []reactionGroup) int {
	sum := 0
	for _, g := range groups {
		sum += g.Reactors.TotalCount
	}
	return sum
}

// takeBase keeps the policy file at the tip of the base branch, or where that
// has none that of the owner's .github repository.
func (l *look) takeBase(d detail) {
	base := d.Repository.PullRequest.BaseRef
	if base == nil || base.Target == nil || l.row.BaseRef == nil || l.row.BaseRef.Target == nil {
		l.gaps.add(pull.SurfacePolicy, "the base branch", "it is not there")
		return
	}
	if base.Target.Oid != l.row.BaseRef.Target.Oid {
		l.gaps.add(pull.SurfacePolicy, "the policy file", "the base branch moved while it was read")
		return
	}
	file := policyFile{conversations: base.BranchProtectionRule != nil && base.BranchProtectionRule.RequiresConversationResolution}
	content, path := l.policyAt(base.Target)
	if content == nil && len(d.houseless) > 0 {
		l.gaps.add(pull.SurfacePolicy, "the owner's policy file", sentences(d.houseless))
		return
	}
	if house := d.House; content == nil && house != nil && house.DefaultBranchRef != nil {
		content, path = l.policyAt(house.DefaultBranchRef.Target)
		file.repo = house.NameWithOwner
	}
	switch {
	case content == nil:
		file.repo = ""
	case content.IsBinary || content.IsTruncated:
		l.gaps.add(pull.SurfacePolicy, "the policy file", "it is no readable text")
		return
	default:
		file.path, file.text = path, content.Text
	}
	l.memory.policy, l.memory.base, l.memory.baseAt = file, l.basePrint(), l.at
}

// policyAt finds the policy file of a commit, and where it stands; nil: none.
func (l *look) policyAt(at *rulesAt) (*blob, string) {
	switch {
	case at == nil:
	case at.File != nil:
		return shown(at.File.Object), l.options.Policies[0]
	case at.Elsewhere != nil:
		return shown(at.Elsewhere.Object), l.options.Policies[1]
	}
	return nil, ""
}

// shown is the content of a file; what is there and not shown cannot be read.
func shown(content *blob) *blob {
	if content == nil {
		return &blob{IsBinary: true}
	}
	return content
}
