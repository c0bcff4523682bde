package graphql

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/githubsim/gitrepo"
	"github.com/settlehq/settle/internal/githubsim/world"
)

// commit reads one commit from git. One that git does not have (of a recorded
// world) has its id alone.
func (v *Viewpoint) commit(r *world.Repository, oid string) *Object {
	if oid == "" || r == nil {
		return nil
	}
	path := "/" + r.Slug() + "/commit/" + oid
	fields := Fields{
		"id": "C_" + oid, "oid": oid, "abbreviatedOid": short(oid), "url": v.World.Host + path, "commitUrl": v.World.Host + path, "resourcePath": path,
		"repository":        resolver(func(Args) (any, error) { return v.repository(r), nil }),
		"statusCheckRollup": resolver(func(Args) (any, error) { return v.rollup(r, oid), nil }),
		"checkSuites":       resolver(func(Args) (any, error) { return v.suites(r, oid), nil }),
		"file":              resolver(func(a Args) (any, error) { return v.treeEntry(r, oid, a.Text("path")) }),
		"status":            nil, "signature": nil,
	}
	for _, name := range []string{"message", "messageHeadline", "messageBody", "authoredDate", "committedDate", "author", "committer", "authors", "parents"} {
		fields[name] = resolver(func(Args) (any, error) { return v.told(r, oid, name) })
	}
	return &Object{Type: "Commit", Fields: fields}
}

// treeEntry is a file as a commit has it.
func (v *Viewpoint) treeEntry(r *world.Repository, oid, path string) (any, error) {
	blob, err := v.gitObject(r, oid+":"+path, "")
	o, ok := blob.(*Object)
	if err != nil || !ok || o == nil {
		return nil, err
	}
	return &Object{Type: "TreeEntry", Fields: Fields{
		"name": path[strings.LastIndex(path, "/")+1:], "path": path, "mode": 0o100644, "type": "blob", "size": o.Fields["byteSize"],
		"oid": o.Fields["oid"], "object": o, "repository": v.repository(r),
	}}, nil
}

func short(oid string) string { return oid[:min(7, len(oid))] }

func (v *Viewpoint) told(r *world.Repository, oid, name string) (any, error) {
	repo, err := v.World.Git(r.Slug())
	if err != nil {
		return nil, err
	}
	one, err := repo.One(oid)
	if err != nil {
		return nil, fmt.Errorf("commit %s: its content is not known here", short(oid))
	}
	headline, body, _ := strings.Cut(one.Message, "\n")
	switch name {
	case "message":
		return one.Message, nil
	case "messageHeadline":
		return headline, nil
	case "messageBody":
		return strings.TrimSpace(body), nil
	case "authoredDate":
		return clock(one.Authored), nil
	case "committedDate":
		return clock(one.Committed), nil
	case "author":
		return v.gitActor(one.Author, clock(one.Authored)), nil
	case "committer":
		return v.gitActor(one.Committer, clock(one.Committed)), nil
	case "authors":
		return list([]*Object{v.gitActor(one.Author, clock(one.Authored))}), nil
	}
	var parents []*Object
	for _, parent := range one.Parents {
		parents = append(parents, v.commit(r, parent))
	}
	return list(parents), nil
}

func (v *Viewpoint) gitActor(by gitrepo.Person, date any) *Object {
	return &Object{Type: "GitActor", Fields: Fields{"name": by.Name, "email": by.Email, "date": date, "user": v.user(by.Name), "avatarUrl": v.World.Host + "/avatars/0"}}
}

// commits are those of the pull request, oldest first, at most 250 as on the host.
func (v *Viewpoint) commits(r *world.Repository, p *world.Pull) (any, error) {
	repo, err := v.World.Git(r.Slug())
	if err != nil {
		return nil, err
	}
	log, err := repo.Log(p.Base, p.Head)
	if err != nil {
		return nil, err
	}
	var nodes []*Object
	for _, one := range log[max(0, len(log)-250):] {
		nodes = append(nodes, v.pullCommit(r, p, one.Oid))
	}
	return list(nodes), nil
}

func (v *Viewpoint) pullCommit(r *world.Repository, p *world.Pull, oid string) *Object {
	path := fmt.Sprintf("/%s/pull/%d/commits/%s", r.Slug(), p.Number, oid)
	return &Object{Type: "PullRequestCommit", Fields: Fields{
		"id": "PURC_" + oid, "commit": v.commit(r, oid), "url": v.World.Host + path, "resourcePath": path,
		"pullRequest": resolver(func(Args) (any, error) { return v.pull(r, p), nil }),
	}}
}
