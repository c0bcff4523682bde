package graphql

import (
	"strings"
	"time"

	"github.com/settlehq/settle/internal/githubsim/world"
)

func (v *Viewpoint) repository(r *world.Repository) *Object {
	if r == nil {
		return nil
	}
	return &Object{Type: "Repository", Fields: Fields{
		"id": r.NodeID, "databaseId": r.ID, "name": r.Name, "nameWithOwner": r.Slug(), "url": v.World.Host + "/" + r.Slug(),
		"resourcePath": "/" + r.Slug(), "owner": v.actor(r.Owner), "isPrivate": false, "isFork": r.ForkOf != "", "isArchived": false,
		"isInOrganization": v.ownedByOrganization(r), "description": nil, "visibility": "PUBLIC",
		"hasIssuesEnabled": true, "hasWikiEnabled": false, "mergeCommitAllowed": true, "rebaseMergeAllowed": true, "squashMergeAllowed": true,
		"autoMergeAllowed": false, "deleteBranchOnMerge": false, "allowUpdateBranch": true, "viewerPermission": given(strings.ToUpper(v.World.Viewer.Permission)),
		"viewerCanAdminister": v.World.Viewer.Permission == "admin", "createdAt": clock(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)),
		"parent":           resolver(func(Args) (any, error) { return v.repository(v.World.Repository(r.ForkOf)), nil }),
		"defaultBranchRef": resolver(func(Args) (any, error) { return v.ref(r, r.DefaultBranch), nil }),
		"ref":              resolver(func(a Args) (any, error) { return v.ref(r, branchOf(a.Text("qualifiedName"))), nil }),
		"object":           resolver(func(a Args) (any, error) { return v.gitObject(r, a.Text("expression"), a.Text("oid")) }),
		"pullRequest": resolver(func(a Args) (any, error) {
			number, _ := a.Number("number")
			if p := r.Pull(number); p != nil {
				return v.pull(r, p), nil
			}
			return nil, world.NotFound("Could not resolve to a PullRequest with the number of %d.", number)
		}),
		"issueOrPullRequest": resolver(func(a Args) (any, error) {
			number, _ := a.Number("number")
			if p := r.Pull(number); p != nil {
				return v.pull(r, p), nil
			}
			return nil, world.NotFound("Could not resolve to an issue or pull request with the number of %d.", number)
		}),
		"pullRequests": resolver(func(a Args) (any, error) { return v.pulls(r, a), nil }),
		"label":        resolver(func(a Args) (any, error) { return v.label(r, r.Label(a.Text("name"))), nil }),
		"labels": resolver(func(Args) (any, error) {
			var nodes []*Object
			for _, l := range r.Labels {
				nodes = append(nodes, v.label(r, l))
			}
			return list(nodes), nil
		}),
		"branchProtectionRules": resolver(func(Args) (any, error) { return v.protections(r) }),
		"mergeQueue":            nil,
	}}
}

func (v *Viewpoint) ownedByOrganization(r *world.Repository) bool {
	owner := v.World.Account(r.Owner)
	return owner != nil && owner.Kind == world.Organization
}

func branchOf(name string) string { return strings.TrimPrefix(name, "refs/heads/") }

func (v *Viewpoint) pulls(r *world.Repository, a Args) *List {
	var nodes []*Object
	for _, p := range r.Pulls {
		if matches(p, a) {
			nodes = append(nodes, v.pull(r, p))
		}
	}
	return list(nodes)
}

// pullsOf are the pull requests whose head a branch is.
func (v *Viewpoint) pullsOf(r *world.Repository, branch string, a Args) *List {
	var nodes []*Object
	for _, p := range r.Pulls {
		if p.HeadRef == branch && p.HeadRepo == r.Slug() && matches(p, a) {
			nodes = append(nodes, v.pull(r, p))
		}
	}
	return list(nodes)
}

func matches(p *world.Pull, a Args) bool {
	if states := a.Texts("states"); len(states) > 0 && !contains(states, p.State) {
		return false
	}
	if head := a.Text("headRefName"); head != "" && head != p.HeadRef {
		return false
	}
	base := a.Text("baseRefName")
	return base == "" || base == p.BaseRef
}

func contains(list []string, one string) bool {
	for _, text := range list {
		if text == one {
			return true
		}
	}
	return false
}

// ref is a branch; nil where there is none.
func (v *Viewpoint) ref(r *world.Repository, branch string) *Object {
	repo, err := v.World.Git(r.Slug())
	if err != nil {
		return nil
	}
	oid, ok := repo.Ref("refs/heads/" + branch)
	if !ok {
		return nil
	}
	rules := r.RulesFor(branch)
	return &Object{Type: "Ref", Fields: Fields{
		"id": "REF_" + r.NodeID + branch, "name": branch, "prefix": "refs/heads/", "repository": v.repository(r),
		"target":                 v.commit(r, oid),
		"refUpdateRule":          v.updateRule(rules),
		"rules":                  resolver(func(Args) (any, error) { return v.rules(rules) }),
		"compare":                nil,
		"associatedPullRequests": resolver(func(a Args) (any, error) { return v.pullsOf(r, branch, a), nil }),
		"branchProtectionRule": resolver(func(Args) (any, error) {
			if rules == nil || !rules.Classic {
				return nil, nil
			}
			return v.protection(r, rules)
		}),
	}}
}

func (v *Viewpoint) gitObject(r *world.Repository, expression, oid string) (any, error) {
	repo, err := v.World.Git(r.Slug())
	if err != nil {
		return nil, err
	}
	revision, path, file := strings.Cut(expression, ":")
	if oid != "" {
		revision, file = oid, false
	}
	if at, ok := repo.Ref("refs/heads/" + revision); ok {
		revision = at
	}
	if !file {
		if one, err := repo.One(revision); err == nil {
			return v.commit(r, one.Oid), nil
		}
		return nil, nil
	}
	text, exists := repo.File(revision, path)
	if !exists {
		return nil, nil
	}
	return &Object{Type: "Blob", Fields: Fields{
		"id": "B_" + repo.Blob(revision, path), "oid": repo.Blob(revision, path), "text": text, "byteSize": len(text),
		"isBinary": false, "isTruncated": false, "repository": v.repository(r),
	}}, nil
}

func (v *Viewpoint) label(r *world.Repository, l *world.Label) *Object {
	if l == nil {
		return nil
	}
	return &Object{Type: "Label", Fields: Fields{
		"id": l.NodeID, "name": l.Name, "color": "ededed", "description": nil, "isDefault": false,
		"url": v.World.Host + "/" + r.Slug() + "/labels/" + l.Name, "resourcePath": "/" + r.Slug() + "/labels/" + l.Name, "repository": v.repository(r),
	}}
}
