package rest

import (
	"net/http"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/githubsim/gitrepo"
	"github.com/settlehq/settle/internal/githubsim/world"
)

func pulls(c *call) (answer, error) {
	r, err := c.repo()
	if err != nil {
		return answer{}, err
	}
	q := c.r.URL.Query()
	want := q.Get("state")
	if want == "" {
		want = "open"
	}
	var fit []*world.Pull
	for _, p := range r.Pulls {
		_, head, _ := strings.Cut(q.Get("head"), ":")
		if (want == "all" || state(p) == want) && (head == "" || head == p.HeadRef) && (q.Get("base") == "" || q.Get("base") == p.BaseRef) {
			fit = append(fit, p)
		}
	}
	var list []any
	for _, p := range page(c, fit) {
		list = append(list, c.pullObject(r, p))
	}
	return ok(orEmpty(list))
}

func onePull(c *call) (answer, error) {
	r, p, err := c.pull()
	if err != nil {
		return answer{}, err
	}
	return ok(c.wholePull(r, p))
}

// wholePull has what lists leave out: the merge state and counts.
func (c *call) wholePull(r *world.Repository, p *world.Pull) object {
	out := c.pullObject(r, p)
	out["mergeable"] = nil
	switch c.Mergeable(p, c.Unknown) {
	case "MERGEABLE":
		out["mergeable"] = true
	case "CONFLICTING":
		out["mergeable"] = false
	}
	out["mergeable_state"] = strings.ToLower(c.MergeState(p, c.Unknown))
	inline := 0
	for _, t := range p.Threads {
		inline += len(p.Shown(t, c.me))
	}
	out["comments"], out["review_comments"] = len(p.Comments), inline
	if repo, err := c.Git(r.Slug()); err == nil {
		if diff, err := repo.Compare(p.Base, p.Head); err == nil {
			out["changed_files"], out["additions"], out["deletions"] = totals(diff)
		}
		if log, err := repo.Log(p.Base, p.Head); err == nil {
			out["commits"] = len(log)
		}
	}
	return out
}

func totals(diff []gitrepo.FileDiff) (files, additions, deletions int) {
	for _, f := range diff {
		additions, deletions = additions+f.Additions, deletions+f.Deletions
	}
	return len(diff), additions, deletions
}

func editPull(c *call) (answer, error) {
	r, p, err := c.pull()
	if err == nil {
		err = c.needs("pull_requests:write")
	}
	if err != nil {
		return answer{}, err
	}
	var in struct {
		Title, Body, State, Base *string
	}
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	if in.Title != nil {
		p.Title = *in.Title
	}
	if in.Body != nil {
		p.Body = *in.Body
	}
	if in.Base != nil && *in.Base != p.BaseRef {
		if err := c.Retarget(p, c.me, *in.Base); err != nil {
			return answer{}, err
		}
	}
	if in.State != nil {
		if err := c.Close(p, c.me, *in.State == "closed"); err != nil {
			return answer{}, err
		}
	}
	return ok(c.wholePull(r, p))
}

func files(c *call) (answer, error) {
	r, p, err := c.pull()
	if err != nil {
		return answer{}, err
	}
	repo, err := c.Git(r.Slug())
	if err != nil {
		return answer{}, err
	}
	diff, err := repo.Compare(p.Base, p.Head)
	if err != nil {
		return answer{}, err
	}
	var list []any
	for _, f := range page(c, diff) {
		one := object{
			"filename": f.Path, "status": f.Status, "additions": f.Additions, "deletions": f.Deletions, "changes": f.Additions + f.Deletions,
			"patch": f.Patch, "sha": repo.Blob(p.Head, f.Path),
		}
		if f.Old != "" {
			one["previous_filename"] = f.Old
		}
		list = append(list, one)
	}
	return ok(orEmpty(list))
}

func commits(c *call) (answer, error) {
	r, p, err := c.pull()
	if err != nil {
		return answer{}, err
	}
	repo, err := c.Git(r.Slug())
	if err != nil {
		return answer{}, err
	}
	log, err := repo.Log(p.Base, p.Head)
	if err != nil {
		return answer{}, err
	}
	var list []any
	for _, one := range page(c, log) {
		list = append(list, c.commitObject(r, one))
	}
	return ok(orEmpty(list))
}

func (c *call) commitObject(r *world.Repository, one gitrepo.Commit) object {
	by := func(p gitrepo.Person, at any) object { return object{"name": p.Name, "email": p.Email, "date": at} }
	var parents []any
	for _, parent := range one.Parents {
		parents = append(parents, object{"sha": parent})
	}
	return object{
		"sha": one.Oid, "node_id": "C_" + one.Oid, "html_url": c.World.Host + "/" + r.Slug() + "/commit/" + one.Oid,
		"author": c.account(one.Author.Name), "committer": c.account(one.Committer.Name), "parents": orEmpty(parents),
		"commit": object{
			"message": one.Message, "tree": object{"sha": one.Tree},
			"author": by(one.Author, stamp(one.Authored)), "committer": by(one.Committer, stamp(one.Committed)),
		},
	}
}

func requested(c *call) (answer, error) {
	_, p, err := c.pull()
	if err != nil {
		return answer{}, err
	}
	var users []any
	for _, asked := range p.Requested {
		users = append(users, c.account(asked.Login))
	}
	return ok(object{"users": orEmpty(users), "teams": []any{}})
}

type reviewers struct {
	Reviewers []string `json:"reviewers"`
}

func request(c *call) (answer, error) {
	r, p, err := c.pull()
	if err == nil {
		err = c.needs("pull_requests:write")
	}
	if err != nil {
		return answer{}, err
	}
	var in reviewers
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	for _, login := range in.Reviewers {
		if err := c.Request(p, c.me, login); err != nil {
			return answer{}, err
		}
	}
	return created(c.pullObject(r, p))
}

func unrequest(c *call) (answer, error) {
	r, p, err := c.pull()
	if err == nil {
		err = c.needs("pull_requests:write")
	}
	if err != nil {
		return answer{}, err
	}
	var in reviewers
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	for _, login := range in.Reviewers {
		c.Unrequest(p, c.me, login)
	}
	return ok(c.pullObject(r, p))
}

// updateBranch merges the base into the head.
func updateBranch(c *call) (answer, error) {
	r, p, err := c.pull()
	if err == nil {
		err = c.needs("contents:write")
	}
	if err != nil {
		return answer{}, err
	}
	var in struct {
		Expected string `json:"expected_head_sha"`
	}
	if err := c.body(&in); err != nil {
		return answer{}, err
	}
	if in.Expected != "" && in.Expected != p.Head {
		return answer{}, world.Invalid("expected head sha didn't match current head ref.")
	}
	repo, err := c.Git(r.Slug())
	if err != nil {
		return answer{}, err
	}
	if repo.Contains(p.Head, p.Base) || !repo.Merges(p.Head, p.Base) {
		return answer{}, world.Invalid("There are no new commits on the base branch, or they conflict.")
	}
	merged, err := repo.Merge(p.Head, p.Base, gitrepo.New{
		Message: "Merge branch '" + p.BaseRef + "' into " + p.HeadRef + "\n", By: world.PersonOf(c.me), At: c.Now(),
	})
	if err != nil {
		return answer{}, err
	}
	if err := repo.SetRef("refs/heads/"+p.HeadRef, merged); err != nil {
		return answer{}, err
	}
	return answer{http.StatusAccepted, object{"message": "Updating pull request branch.", "url": c.pullURL(r, p)}}, c.Refs(r.Slug(), c.me)
}

func oneIssue(c *call) (answer, error) {
	r, p, err := c.pull()
	if err != nil {
		return answer{}, err
	}
	out := c.pullObject(r, p)
	out["comments"] = len(p.Comments)
	out["pull_request"] = object{"url": out["url"], "html_url": out["html_url"]}
	return ok(out)
}

func events(c *call) (answer, error) {
	_, p, err := c.pull()
	if err != nil {
		return answer{}, err
	}
	var list []any
	for _, e := range page(c, p.Timeline) {
		list = append(list, c.eventObject(e))
	}
	return ok(orEmpty(list))
}

func (c *call) eventObject(e *world.Event) object {
	out := object{"id": e.ID, "node_id": e.NodeID, "event": e.Kind, "actor": c.account(e.Actor), "created_at": stamp(e.At), "commit_id": nil}
	switch e.Kind {
	case "review_requested", "review_request_removed":
		out["review_requester"], out["requested_reviewer"] = c.account(e.Actor), c.account(e.Subject)
	case "labeled", "unlabeled":
		out["label"] = object{"name": e.Subject}
	case "head_ref_force_pushed":
		out["commit_id"] = e.After
	case "merged":
		out["commit_id"] = e.Subject
	}
	return out
}

// timeline mixes events, comments and reviews by their time.
func timeline(c *call) (answer, error) {
	r, p, err := c.pull()
	if err != nil {
		return answer{}, err
	}
	type moment struct {
		at  int64
		one object
	}
	var all []moment
	for _, e := range p.Timeline {
		all = append(all, moment{e.At.Unix(), c.eventObject(e)})
	}
	for _, one := range p.Comments {
		out := c.commentObject(p, one)
		out["event"], out["actor"] = "commented", out["user"]
		all = append(all, moment{one.Created.Unix(), out})
	}
	for _, one := range p.Reviews {
		if one.Submitted != nil {
			out := c.reviewObject(p, one)
			out["event"] = "reviewed"
			all = append(all, moment{one.Submitted.Unix(), out})
		}
	}
	if repo, err := c.Git(r.Slug()); err == nil {
		log, err := repo.Log(p.Base, p.Head)
		if err != nil {
			return answer{}, err
		}
		for _, one := range log {
			all = append(all, moment{one.Committed.Unix(), object{"event": "committed", "sha": one.Oid, "message": one.Message}})
		}
	}
	slices.SortStableFunc(all, func(a, b moment) int { return int(a.at - b.at) })
	var list []any
	for _, m := range page(c, all) {
		list = append(list, m.one)
	}
	return ok(orEmpty(list))
}
