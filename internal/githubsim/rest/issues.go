package rest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/githubsim/world"
)

// issues lists the issues of a repository, newest first; creator narrows. Pull
// requests, which the live service lists among them, are left to their own list.
func issues(c *call) (answer, error) {
	r, err := c.repo()
	if err != nil {
		return answer{}, err
	}
	creator := c.r.URL.Query().Get("creator")
	var list []any
	for _, i := range slices.Backward(r.Issues) {
		if creator == "" || strings.EqualFold(creator, i.Author) {
			list = append(list, c.issueObject(r, i))
		}
	}
	return ok(orEmpty(page(c, list)))
}

// openIssue opens an issue.
func openIssue(c *call) (answer, error) {
	r, err := c.repo()
	if err == nil {
		err = c.needs("issues:write")
	}
	if err != nil {
		return answer{}, err
	}
	var in struct{ Title, Body string }
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	if in.Title == "" {
		return answer{}, world.Invalid("Validation Failed: title is missing")
	}
	return created(c.issueObject(r, c.AddIssue(r, &world.Issue{Title: in.Title, Body: in.Body, Author: c.me})))
}

func (c *call) issueObject(r *world.Repository, i *world.Issue) object {
	return object{
		"id": i.ID, "node_id": i.NodeID, "number": i.Number, "title": i.Title, "body": i.Body, "state": "open", "user": c.account(i.Author),
		"html_url": fmt.Sprintf("%s/%s/issues/%d", c.World.Host, r.Slug(), i.Number), "created_at": stamp(i.Created), "updated_at": stamp(i.Created),
	}
}
