package graphql

import (
	"strings"

	"github.com/settlehq/settle/internal/githubsim/world"
)

// rollup is the state of all checks of a commit; nil where it has none.
func (v *Viewpoint) rollup(r *world.Repository, oid string) *Object {
	checks, statuses := r.ChecksAt(oid), r.StatusesAt(oid)
	if len(checks)+len(statuses) == 0 {
		return nil
	}
	return &Object{Type: "StatusCheckRollup", Fields: Fields{
		"id": "SCR_" + oid, "state": rollupState(checks, statuses),
		"commit": resolver(func(Args) (any, error) { return v.commit(r, oid), nil }),
		"contexts": resolver(func(Args) (any, error) {
			var nodes []*Object
			for _, c := range checks {
				nodes = append(nodes, v.checkRun(r, c))
			}
			for _, s := range statuses {
				nodes = append(nodes, v.statusContext(r, s))
			}
			return &List{Nodes: nodes, More: Fields{
				"checkRunCount": len(checks), "statusContextCount": len(statuses),
				"checkRunCountsByState": runCounts(checks), "statusContextCountsByState": statusCounts(statuses),
			}}, nil
		}),
	}}
}

// rollupState is the worst of all: failure, then pending, then success.
func rollupState(checks []*world.Check, statuses []*world.Status) string {
	pending := false
	for _, c := range checks {
		switch {
		case c.Status != "completed":
			pending = true
		case c.Conclusion != "success" && c.Conclusion != "neutral" && c.Conclusion != "skipped":
			return "FAILURE"
		}
	}
	for _, s := range statuses {
		switch s.State {
		case "pending":
			pending = true
		case "failure", "error":
			return "FAILURE"
		}
	}
	if pending {
		return "PENDING"
	}
	return "SUCCESS"
}

func runCounts(checks []*world.Check) []*Object {
	counts := map[string]int{}
	var order []string
	for _, c := range checks {
		word := strings.ToUpper(c.Conclusion)
		if c.Status != "completed" {
			word = strings.ToUpper(c.Status)
		}
		if counts[word] == 0 {
			order = append(order, word)
		}
		counts[word]++
	}
	list := []*Object{}
	for _, word := range order {
		list = append(list, &Object{Type: "CheckRunStateCount", Fields: Fields{"state": word, "count": counts[word]}})
	}
	return list
}

func statusCounts(statuses []*world.Status) []*Object {
	counts := map[string]int{}
	var order []string
	for _, s := range statuses {
		word := strings.ToUpper(s.State)
		if counts[word] == 0 {
			order = append(order, word)
		}
		counts[word]++
	}
	list := []*Object{}
	for _, word := range order {
		list = append(list, &Object{Type: "StatusContextStateCount", Fields: Fields{"state": word, "count": counts[word]}})
	}
	return list
}

func (v *Viewpoint) checkRun(r *world.Repository, c *world.Check) *Object {
	return &Object{Type: "CheckRun", Fields: Fields{
		"id": c.NodeID, "databaseId": c.ID, "name": c.Name, "status": strings.ToUpper(c.Status), "conclusion": given(strings.ToUpper(c.Conclusion)),
		"detailsUrl": c.URL, "url": c.URL, "permalink": c.URL, "resourcePath": strings.TrimPrefix(c.URL, v.World.Host), "title": given(c.Title), "summary": given(c.Summary),
		"text": given(c.Text), "startedAt": clockOr(c.Started), "completedAt": clockOr(c.Completed), "externalId": "",
		"isRequired": resolver(func(a Args) (any, error) { return v.required(r, c.Name, c.Head, a), nil }),
		"checkSuite": resolver(func(Args) (any, error) { return v.suite(r, c), nil }),
		"repository": resolver(func(Args) (any, error) { return v.repository(r), nil }),
	}}
}

// required tells whether a check must pass, as the viewer may see it.
func (v *Viewpoint) required(r *world.Repository, name, head string, a Args) bool {
	number, given := a.Number("pullRequestNumber")
	for _, p := range r.Pulls {
		switch {
		case given && p.Number != number:
		case a.Text("pullRequestId") != "" && a.Text("pullRequestId") != p.NodeID:
		case !given && a.Text("pullRequestId") == "" && p.Head != head:
		default:
			return r.Requires(p.BaseRef, name)
		}
	}
	return false
}

func (v *Viewpoint) suite(r *world.Repository, c *world.Check) *Object {
	o := v.suiteOf(r, world.Suite{ID: c.Suite, Name: c.Name, App: c.App, Head: c.Head, URL: c.URL}, c.Attempt, clockOr(c.Started))
	o.Fields["status"], o.Fields["conclusion"], o.Fields["app"] = strings.ToUpper(c.Status), given(strings.ToUpper(c.Conclusion)), v.app(c)
	return o
}

// withheld is a run that waits for an approval, as the host shows it: a suite
// that has ended, and asks for an action.
func (v *Viewpoint) withheld(r *world.Repository, s *world.Suite) *Object {
	o := v.suiteOf(r, *s, 1, clock(s.At))
	o.Fields["status"], o.Fields["conclusion"] = "COMPLETED", "ACTION_REQUIRED"
	o.Fields["app"] = v.app(&world.Check{App: s.App, AppID: world.AppID(s.App)})
	return o
}

func (v *Viewpoint) suiteOf(r *world.Repository, s world.Suite, attempt int, at any) *Object {
	path := strings.TrimPrefix(s.URL, v.World.Host)
	var run *Object
	if s.App == "github-actions" {
		workflow := &Object{Type: "Workflow", Fields: Fields{"id": "W_" + s.Name, "databaseId": s.ID, "name": s.Name}}
		run = &Object{Type: "WorkflowRun", Fields: Fields{
			"id": "WFR_" + decimal(s.ID), "databaseId": s.ID, "event": "pull_request", "runNumber": attempt, "workflow": workflow,
			"url": s.URL, "resourcePath": path, "createdAt": at, "updatedAt": at,
		}}
	}
	return &Object{Type: "CheckSuite", Fields: Fields{
		"id": world.NodeID("suite", s.ID), "databaseId": s.ID, "workflowRun": run, "commit": v.commit(r, s.Head), "repository": v.repository(r), "url": s.URL,
		"resourcePath": path, "createdAt": at, "updatedAt": at, "creator": nil, "push": nil,
		"checkRuns": resolver(func(Args) (any, error) { return v.runsOf(r, s.Head, s.ID), nil }),
	}}
}

func (v *Viewpoint) runsOf(r *world.Repository, head string, suite int64) *List {
	var nodes []*Object
	for _, c := range r.ChecksAt(head) {
		if c.Suite == suite {
			nodes = append(nodes, v.checkRun(r, c))
		}
	}
	return list(nodes)
}

func (v *Viewpoint) app(c *world.Check) *Object {
	if c.App == "" {
		return nil
	}
	return &Object{Type: "App", Fields: Fields{
		"id": "A_" + c.App, "databaseId": c.AppID, "slug": c.App, "name": c.App, "description": nil, "url": v.World.Host + "/apps/" + c.App,
	}}
}

func (v *Viewpoint) suites(r *world.Repository, oid string) *List {
	var nodes []*Object
	seen := map[int64]bool{}
	for _, c := range r.ChecksAt(oid) {
		if !seen[c.Suite] {
			seen[c.Suite] = true
			nodes = append(nodes, v.suite(r, c))
		}
	}
	for _, s := range r.WithheldAt(oid) {
		nodes = append(nodes, v.withheld(r, s))
	}
	return list(nodes)
}

func (v *Viewpoint) statusContext(r *world.Repository, s *world.Status) *Object {
	return &Object{Type: "StatusContext", Fields: Fields{
		"id": s.NodeID, "context": s.Context, "state": strings.ToUpper(s.State), "description": given(s.Text), "targetUrl": given(s.URL),
		"createdAt": clock(s.At), "creator": v.actor(s.By), "avatarUrl": nil,
		"commit":     resolver(func(Args) (any, error) { return v.commit(r, s.Head), nil }),
		"isRequired": resolver(func(a Args) (any, error) { return v.required(r, s.Context, s.Head, a), nil }),
	}}
}
