package github

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// look is one observation as it is being made.
type look struct {
	*Client
	memory *memory
	ref    pull.Ref
	at     time.Time
	host   time.Time // at the latest, by the host's own clock
	tick   tick
	row    *row
	gaps   gaps

	reviews, comments, threads, checks, suites []json.RawMessage
	prints                                     map[string]string // of each node, by id
}

// Observe reads a pull request. What could not be read is a gap; a pull request
// that is not there, or may not be seen, has the state Gone. An error means
// that nothing at all could be read.
func (c *Client) Observe(ctx context.Context, ref pull.Ref) (pull.Snapshot, error) {
	ctx = about(ctx, ref)
	m := c.memoryOf(ref)
	m.mu.Lock()
	defer m.mu.Unlock()
	l := &look{Client: c, memory: m, ref: ref, at: c.options.Now(), prints: map[string]string{}}
	if err := l.first(ctx); err != nil {
		return pull.Snapshot{}, err
	}
	if l.row == nil {
		return l.gone(), nil
	}
	if name := l.tick.Repository.NameWithOwner; name != "" && !strings.EqualFold(name, ref.Slug()) {
		return pull.Snapshot{Ref: ref, At: l.at, State: pull.Gone, MovedTo: name}, nil // the host follows renames
	}
	l.lists(ctx)
	l.details(ctx)
	l.logs(ctx)
	l.memory.forget(l.prints)
	return l.snapshot(c.rulesOf(ctx, l)), nil
}

// gone is what is seen of a pull request that is not there. Where not even its
// repository is shown, the viewer has no permission.
func (l *look) gone() pull.Snapshot {
	s := pull.Snapshot{Ref: l.ref, At: l.at, State: pull.Gone, Viewer: pull.Viewer{Login: pull.NormalLogin(l.tick.Viewer.Login), ID: l.tick.Viewer.DatabaseID}}
	if l.tick.Repository != nil {
		s.Viewer.Permission = strings.ToLower(l.tick.Repository.ViewerPermission)
	}
	return s
}

func (l *look) vars() vars {
	return vars{"owner": l.ref.Owner, "name": l.ref.Repo, "number": l.ref.Number, "policy": l.options.Policies[0], "elsewhere": l.options.Policies[1]}
}

// tickVars ask for runs that wait for an approval only where the host may hold
// some back: whose head is a fork's, or whose author is a program. Before the
// first look nobody knows.
func (l *look) tickVars() vars {
	v := l.vars()
	v["held"] = l.memory.head == "" || l.memory.heldBack
	return v
}

// first is the ordinary look. That a pull request is not there is asked twice,
// because it ends everything.
func (l *look) first(ctx context.Context) error {
	for attempt := range 2 {
		l.tick = tick{}
		problems, err := l.read(ctx, "tick", l.tickVars(), &l.tick)
		if err != nil && action.ClassOf(err) != action.Gone {
			return fmt.Errorf("read %s: %w", l.ref, err)
		}
		if l.tick.Repository != nil {
			l.row = l.tick.Repository.PullRequest
		}
		if l.row != nil {
			l.memory.heldBack = l.row.IsCrossRepository || l.row.Author != nil && l.row.Author.Typename == "Bot"
			if !l.memory.heldBack { // what it was asked to be sure is of no use here
				problems = slices.DeleteFunc(problems, func(p problem) bool { return p.at("tip") })
			}
			l.host = l.meter.byHost(l.at)
			l.gaps.problems(problems)
			return nil
		}
		if attempt > 0 && err == nil && !missing(problems) {
			return fmt.Errorf("read %s: %w", l.ref, action.Fail(classOfProblems(problems), fmt.Errorf("GitHub shows no pull request: %s", sentences(problems))))
		}
	}
	return nil
}

// missing: the host says of everything asked that it is not there.
func missing(problems []problem) bool {
	for _, p := range problems {
		if p.Type != "NOT_FOUND" {
			return false
		}
	}
	return len(problems) > 0
}

// lists reads the further pages of what the ordinary look began, and takes the
// prints of all that it shows.
func (l *look) lists(ctx context.Context) {
	var checks *list
	if l.row.StatusCheckRollup != nil {
		checks = l.row.StatusCheckRollup.Contexts
	} else {
		checks = &list{} // no check has ever run at this head
	}
	l.threads = l.pages(ctx, "threads", l.row.ReviewThreads)
	l.comments = l.pages(ctx, "comments", l.row.Comments)
	l.reviews = l.pages(ctx, "reviews", l.row.Reviews)
	l.checks = l.pages(ctx, "checks", checks)
	if l.memory.heldBack {
		l.suites = l.pages(ctx, "suites", l.row.Tip.suites(l.row.HeadRefOid))
	}
	for _, nodes := range [][]json.RawMessage{l.threads, l.comments, l.reviews} {
		for _, node := range nodes {
			var named struct{ ID string }
			if json.Unmarshal(node, &named) == nil && named.ID != "" {
				l.prints[named.ID] = string(node)
			}
		}
	}
}

// longLists are those that may have further pages, by the flag that chooses one,
// each with its surface.
var longLists = map[string]pull.Surface{
	"threads": pull.SurfaceThreads, "comments": pull.SurfaceComments, "reviews": pull.SurfaceReviews, "checks": pull.SurfaceChecks, "suites": pull.SurfaceChecks,
}

// more is the answer to the look at another page.
type more struct {
	Repository *struct {
		PullRequest *struct {
			HeadRefOid                       pull.Oid
			ReviewThreads, Comments, Reviews *list
			StatusCheckRollup                *struct{ Contexts *list }
			Tip                              *tip
		}
	}
}

func (m more) list(flag string) *list {
	if m.Repository == nil || m.Repository.PullRequest == nil {
		return nil
	}
	p := m.Repository.PullRequest
	switch flag {
	case "threads":
		return p.ReviewThreads
	case "comments":
		return p.Comments
	case "reviews":
		return p.Reviews
	case "suites":
		return p.Tip.suites(p.HeadRefOid)
	}
	if p.StatusCheckRollup == nil {
		return nil
	}
	return p.StatusCheckRollup.Contexts
}

// pages follows a list to its end. A page that cannot be read, a cursor that
// does not move and a list that changed under our hands are gaps.
func (l *look) pages(ctx context.Context, flag string, page *list) []json.RawMessage {
	surface := longLists[flag]
	if page == nil {
		l.gaps.add(surface, "the list", "GitHub left it out")
		return nil
	}
	nodes, total, cursor := page.Nodes, page.TotalCount, ""
	for n := 2; page.PageInfo.HasNextPage; n++ {
		where := fmt.Sprintf("page %d of %d", n, (total+99)/100)
		if page.PageInfo.EndCursor == "" || page.PageInfo.EndCursor == cursor {
			l.gaps.add(surface, where, "GitHub gave the same place in the list again")
			return nodes
		}
		cursor = page.PageInfo.EndCursor
		v := l.vars()
		delete(v, "policy")
		delete(v, "elsewhere")
		v["after"] = cursor
		for other := range longLists {
			v[other] = other == flag
		}
		var answer more
		problems, err := l.read(ctx, "more", v, &answer)
		if page = answer.list(flag); err != nil || len(problems) > 0 || page == nil {
			l.gaps.add(surface, where, why(err, problems))
			return nodes
		}
		if answer.Repository.PullRequest.HeadRefOid != l.row.HeadRefOid {
			l.gaps.add(surface, where, "the head moved while it was read")
			return nodes
		}
		nodes, total = append(nodes, page.Nodes...), page.TotalCount
	}
	if len(nodes) != total || distinct(nodes) != total {
		l.gaps.add(surface, fmt.Sprintf("%d of %d", distinct(nodes), total), "the list changed while it was read")
	}
	return nodes
}

// distinct counts the entries of a list that are different ones.
func distinct(nodes []json.RawMessage) int {
	seen := map[string]bool{}
	for _, raw := range nodes {
		name := idOf(raw)
		if name == "" {
			name = string(raw)
		}
		seen[name] = true
	}
	return len(seen)
}

// why words a failed read.
func why(err error, problems []problem) string {
	switch {
	case err != nil:
		return err.Error()
	case len(problems) > 0:
		return sentences(problems)
	}
	return "GitHub left it out"
}
