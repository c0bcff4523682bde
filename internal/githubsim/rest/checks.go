package rest

import (
	"github.com/settlehq/settle/internal/githubsim/world"
)

// oid resolves the commit of the path: a digest or a branch.
func (c *call) oid(name string) (*world.Repository, string, error) {
	r, err := c.repo()
	if err != nil {
		return nil, "", err
	}
	at := c.r.PathValue(name)
	repo, err := c.Git(r.Slug())
	if err != nil {
		return nil, "", err
	}
	if oid, ok := repo.Ref("refs/heads/" + at); ok {
		at = oid
	}
	return r, at, nil
}

func commit(c *call) (answer, error) {
	r, oid, err := c.oid("ref")
	if err != nil {
		return answer{}, err
	}
	repo, err := c.Git(r.Slug())
	if err != nil {
		return answer{}, err
	}
	one, err := repo.One(oid)
	if err != nil {
		return answer{}, world.Invalid("No commit found for SHA: %s", oid)
	}
	return ok(c.commitObject(r, one))
}

func checkRuns(c *call) (answer, error) {
	r, oid, err := c.oid("ref")
	if err != nil {
		return answer{}, err
	}
	all := r.ChecksAt(oid)
	list := []any{}
	for _, one := range page(c, all) {
		list = append(list, c.checkObject(r, one))
	}
	return ok(object{"total_count": len(all), "check_runs": list})
}

func statuses(c *call) (answer, error) {
	r, oid, err := c.oid("ref")
	if err != nil {
		return answer{}, err
	}
	list := []any{}
	for _, s := range page(c, r.StatusesAt(oid)) {
		list = append(list, c.statusObject(s))
	}
	return ok(list)
}

func combinedStatus(c *call) (answer, error) {
	r, oid, err := c.oid("ref")
	if err != nil {
		return answer{}, err
	}
	word := "success"
	all := r.StatusesAt(oid)
	list := []any{}
	for _, s := range all {
		list = append(list, c.statusObject(s))
		if s.State != "success" && word != "failure" {
			word = map[string]string{"pending": "pending"}[s.State]
			if word == "" {
				word = "failure"
			}
		}
	}
	if len(all) == 0 {
		word = "pending" // what the host says of a commit without statuses
	}
	return ok(object{"state": word, "statuses": list, "total_count": len(all), "sha": oid})
}

func addStatus(c *call) (answer, error) {
	r, err := c.repo()
	if err == nil {
		err = c.needs("write")
	}
	if err != nil {
		return answer{}, err
	}
	var in struct {
		State, Context, Description string
		URL                         string `json:"target_url"`
	}
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	if in.Context == "" {
		in.Context = "default"
	}
	return created(c.statusObject(c.PutStatus(r, world.Status{
		Context: in.Context, State: in.State, Text: in.Description, URL: in.URL, Head: c.r.PathValue("sha"), By: c.me,
	})))
}

// posted is a check run as apps post it.
type posted struct {
	Name       string `json:"name"`
	Head       string `json:"head_sha"`
	Status     string `json:"status"`
	Conclusion string `json:"conclusion"`
	URL        string `json:"details_url"`
	Output     struct{ Title, Summary, Text string }
}

func (c *call) put(r *world.Repository, in posted) (answer, error) {
	if !c.Viewer.App {
		return answer{}, world.Forbidden("You must authenticate via a GitHub App.")
	}
	if in.Status == "" {
		in.Status = "queued"
	}
	if in.Conclusion != "" {
		in.Status = "completed"
	}
	return created(c.checkObject(r, c.PutCheck(r, world.Check{
		Name: in.Name, App: c.me, Head: in.Head, Status: in.Status, Conclusion: in.Conclusion, URL: in.URL,
		Title: in.Output.Title, Summary: in.Output.Summary, Text: in.Output.Text,
	})))
}

func addCheck(c *call) (answer, error) {
	r, err := c.repo()
	if err != nil {
		return answer{}, err
	}
	var in posted
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	return c.put(r, in)
}

func editCheck(c *call) (answer, error) {
	r, err := c.repo()
	if err != nil {
		return answer{}, err
	}
	var in posted
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	for _, one := range r.Checks {
		if one.ID == c.id("id") {
			in.Name, in.Head = one.Name, one.Head
			return c.put(r, in)
		}
	}
	return answer{}, world.NotFound("Not Found")
}
