package rest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/githubsim/world"
)

const heads = "refs/heads/"

func refObject(name, oid string) object {
	return object{"ref": name, "object": object{"sha": oid, "type": "commit"}}
}

// matchingRefs lists the branches whose names begin as the path does; none is
// an empty list and no error.
func matchingRefs(c *call) (answer, error) {
	_, repo, err := c.store()
	if err != nil {
		return answer{}, err
	}
	all, err := repo.Refs(heads)
	if err != nil {
		return answer{}, err
	}
	var list []any
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if strings.HasPrefix(name, heads+c.r.PathValue("branch")) {
			list = append(list, refObject(name, all[name]))
		}
	}
	return ok(orEmpty(page(c, list)))
}

// createRef makes a branch at a commit that the repository has.
func createRef(c *call) (answer, error) {
	_, repo, err := c.store()
	if err == nil {
		err = c.needs("contents:write")
	}
	if err != nil {
		return answer{}, err
	}
	var in struct{ Ref, Sha string }
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	if !strings.HasPrefix(in.Ref, heads) {
		return answer{}, world.Invalid("Reference name must start with 'refs/heads/'")
	}
	if _, exists := repo.Ref(in.Ref); exists {
		return answer{}, world.Invalid("Reference already exists")
	}
	if _, err := repo.Resolve(in.Sha, "", ""); err != nil {
		return answer{}, world.Invalid("Object does not exist")
	}
	if err := repo.SetRef(in.Ref, in.Sha); err != nil {
		return answer{}, err
	}
	return created(refObject(in.Ref, in.Sha))
}

// openPull opens a pull request between two branches of the repository; one
// that is open between them, or brings nothing, is refused.
func openPull(c *call) (answer, error) {
	r, repo, err := c.store()
	if err == nil {
		err = c.needs("pull_requests:write")
	}
	if err != nil {
		return answer{}, err
	}
	var in struct {
		Title, Head, Base, Body string
		Draft                   bool
	}
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	head, known := repo.Ref(heads + in.Head)
	base, target := repo.Ref(heads + in.Base)
	number := r.NextNumber()
	for _, p := range r.Pulls {
		if p.State == "OPEN" && p.HeadRef == in.Head && p.BaseRef == in.Base {
			return answer{}, world.Invalid("A pull request already exists for %s:%s.", r.Owner, in.Head)
		}
	}
	switch {
	case !known || !target:
		return answer{}, world.Invalid("Validation Failed: head or base is no branch")
	case repo.Contains(base, head):
		return answer{}, world.Invalid("No commits between %s and %s", in.Base, in.Head)
	}
	opened := c.AddPull(r, &world.Pull{
		Number: number, Title: in.Title, Body: in.Body, Author: c.me, Draft: in.Draft,
		BaseRef: in.Base, HeadRef: in.Head, Head: head, Base: base,
	})
	if err := repo.SetRef(fmt.Sprintf("refs/pull/%d/head", number), head); err != nil {
		return answer{}, err
	}
	return created(c.pullObject(r, opened))
}
