package graphql

import (
	"fmt"
	"strconv"
	"time"

	"github.com/settlehq/settle/internal/githubsim/world"
)

// Viewpoint is who looks at which world: what a document's answer depends on
// beside the document. Make one for each request; it is used inside World.Do or
// World.View.
type Viewpoint struct {
	World   *world.World
	Me      string        // login of the token's account
	Unknown time.Duration // how long after a push the merge state is unknown
	Budget  Budget
	Refresh func(slug string) error // reads branches again after a mutation moved one
}

// Budget of GraphQL points, for rateLimit.
type Budget struct {
	Limit, Remaining, Used int
	Reset                  time.Time
	Cost                   Cost
}

// Query gives the fields of the root.
func (v *Viewpoint) Query() Fields {
	return Fields{
		"id": "Q_kwDO", "viewer": resolver(func(Args) (any, error) { return v.account(v.World.Account(v.Me)), nil }),
		"rateLimit":       resolver(func(Args) (any, error) { return v.rateLimit(), nil }),
		"repository":      resolver(v.findRepository),
		"repositoryOwner": resolver(func(a Args) (any, error) { return v.owner(a.Text("login"), "RepositoryOwner") }),
		"user":            resolver(func(a Args) (any, error) { return v.owner(a.Text("login"), "User") }),
		"organization":    resolver(func(a Args) (any, error) { return v.owner(a.Text("login"), "Organization") }),
		"node":            resolver(func(a Args) (any, error) { return v.node(a.Text("id")) }),
		"nodes":           resolver(v.findNodes),
	}
}

func (v *Viewpoint) rateLimit() *Object {
	b := v.Budget
	return &Object{Type: "RateLimit", Fields: Fields{
		"cost": b.Cost.Points, "limit": b.Limit, "nodeCount": b.Cost.Nodes, "remaining": b.Remaining, "used": b.Used, "resetAt": clock(b.Reset),
	}}
}

func (v *Viewpoint) findRepository(a Args) (any, error) {
	slug := a.Text("owner") + "/" + a.Text("name")
	r := v.World.Repository(slug)
	if r != nil && r.MovedTo != "" {
		r = v.World.Repository(r.MovedTo) // the host follows renames
	}
	if r == nil || v.World.Viewer.Permission == "" {
		return nil, world.NotFound("Could not resolve to a Repository with the name '%s'.", slug)
	}
	return v.repository(r), nil
}

func (v *Viewpoint) owner(login, kind string) (any, error) {
	account := v.World.Account(login)
	if account == nil || kind != "RepositoryOwner" && account.Kind != kind {
		return nil, world.NotFound("Could not resolve to a %s with the login of '%s'.", kind, login)
	}
	return v.account(account), nil
}

func (v *Viewpoint) findNodes(a Args) (any, error) {
	var found []*Object
	var problem error
	for _, id := range a.Texts("ids") {
		one, err := v.node(id)
		if err != nil {
			problem = err
		}
		o, _ := one.(*Object)
		found = append(found, o)
	}
	if len(found) > 0 && problem != nil { // what is found is still answered
		return found, nil
	}
	return found, problem
}

func (v *Viewpoint) node(id string) (any, error) {
	f, ok := v.World.Node(id)
	missing := world.NotFound("Could not resolve to a node with the global id of '%s'", id)
	if !ok || v.World.Viewer.Permission == "" {
		return nil, missing
	}
	switch {
	case f.Account != nil:
		return v.account(f.Account), nil
	case f.Comment != nil && f.Thread != nil:
		if !f.Pull.Sees(v.Me, f.Comment.Review) {
			return nil, missing
		}
		return v.reviewComment(f.Pull, f.Thread, f.Comment), nil
	case f.Comment != nil:
		return v.issueComment(f.Pull, f.Comment), nil
	case f.Thread != nil:
		return v.thread(f.Pull, f.Thread), nil
	case f.Review != nil:
		return v.review(f.Pull, f.Review), nil
	case f.Check != nil:
		return v.checkRun(f.Repo, f.Check), nil
	case f.Label != nil:
		return v.label(f.Repo, f.Label), nil
	case f.Pull != nil:
		return v.pull(f.Repo, f.Pull), nil
	}
	return v.repository(f.Repo), nil
}

// account gives the object of an account; nil for one that is gone.
func (v *Viewpoint) account(a *world.Account) *Object {
	if a == nil {
		return nil
	}
	url := v.World.Host + "/" + a.Login
	fields := Fields{
		"id": a.NodeID, "login": a.Login, "databaseId": a.ID, "url": url, "resourcePath": "/" + a.Login,
		"avatarUrl": v.World.Avatar(a), "createdAt": clock(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)), "name": nil, "email": "",
	}
	switch a.Kind {
	case world.Bot:
		fields["url"], fields["resourcePath"] = v.World.Host+"/apps/"+a.Login, "/apps/"+a.Login
	case world.User:
		fields["isViewer"] = a.Login == v.Me
	}
	return &Object{Type: a.Kind, Fields: fields}
}

func (v *Viewpoint) actor(login string) *Object { return v.account(v.World.Account(login)) }

// user is an account where the schema allows persons only.
func (v *Viewpoint) user(login string) *Object {
	if a := v.World.Account(login); a != nil && a.Kind == world.User {
		return v.account(a)
	}
	return nil
}

func (v *Viewpoint) association(p *world.Pull, login string) string {
	a := v.World.Account(login)
	switch {
	case a == nil:
		return "NONE"
	case a.Association == "" && p != nil && a.Login == p.Author:
		return "CONTRIBUTOR"
	case a.Association == "":
		return "NONE"
	}
	return a.Association
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

func (v *Viewpoint) pullURL(r *world.Repository, p *world.Pull) string {
	return fmt.Sprintf("%s/%s/pull/%d", v.World.Host, r.Slug(), p.Number)
}
