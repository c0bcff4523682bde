package rest

import (
	"encoding/base64"
	"strings"

	"github.com/settlehq/settle/internal/githubsim/world"
)

func root(c *call) (answer, error) {
	return ok(object{"current_user_url": c.base() + "/user", "repository_url": c.base() + "/repos/{owner}/{repo}"})
}

func viewer(c *call) (answer, error) { return ok(c.account(c.me)) }

func limits(c *call) (answer, error) { return ok(c.Limits()) }

func user(c *call) (answer, error) {
	if a := c.account(c.r.PathValue("login")); a != nil {
		return ok(a)
	}
	return answer{}, world.NotFound("Not Found")
}

func repository(c *call) (answer, error) {
	r, err := c.repo()
	if err != nil {
		return answer{}, err
	}
	return ok(c.repository(r))
}

func permission(c *call) (answer, error) {
	if _, err := c.repo(); err != nil {
		return answer{}, err
	}
	login := c.r.PathValue("login")
	role := "read"
	if strings.EqualFold(world.Plain(login), c.Viewer.Login) {
		role = c.Viewer.Permission
	} else if a := c.Account(login); a != nil {
		role = map[string]string{"OWNER": "admin", "MEMBER": "write", "COLLABORATOR": "write"}[a.Association]
	}
	legacy := map[string]string{"maintain": "write", "triage": "read", "": "none"}[role]
	if legacy == "" {
		legacy = role
	}
	return ok(object{"permission": legacy, "role_name": role, "user": c.account(login)})
}

func branch(c *call) (answer, error) {
	r, repo, err := c.store()
	if err != nil {
		return answer{}, err
	}
	name := c.r.PathValue("branch")
	oid, exists := repo.Ref(heads + name)
	if !exists {
		return answer{}, world.NotFound("Branch not found")
	}
	one, err := repo.One(oid)
	if err != nil {
		return answer{}, err
	}
	rules := r.RulesFor(name)
	out := object{"name": name, "commit": c.commitObject(r, one), "protected": rules != nil}
	if rules != nil && rules.Classic {
		out["protection"] = object{"enabled": true, "required_status_checks": object{"enforcement_level": "non_admins", "contexts": rules.Checks}}
	}
	return ok(out)
}

func protection(c *call) (answer, error) {
	r, err := c.repo()
	if err != nil {
		return answer{}, err
	}
	rules := r.RulesFor(c.r.PathValue("branch"))
	switch {
	case rules == nil || !rules.Classic:
		return answer{}, world.NotFound("Branch not protected")
	case rules.Paywalled:
		return answer{}, world.Forbidden("Upgrade to GitHub Pro or make this repository public to enable this feature.")
	case !c.Viewer.May("admin"):
		return answer{}, world.NotFound("Not Found") // as on the host: who is no administrator is told nothing
	}
	var checks []any
	for _, name := range rules.Checks {
		checks = append(checks, object{"context": name, "app_id": nil})
	}
	out := object{
		"required_status_checks":           object{"strict": rules.UpToDate, "contexts": rules.Checks, "checks": orEmpty(checks)},
		"required_conversation_resolution": object{"enabled": rules.Conversations},
	}
	if rules.Approvals > 0 {
		out["required_pull_request_reviews"] = object{"required_approving_review_count": rules.Approvals}
	}
	return ok(out)
}

// rules of a branch by rulesets, which everybody may read.
func rules(c *call) (answer, error) {
	r, err := c.repo()
	if err != nil {
		return answer{}, err
	}
	p := r.RulesFor(c.r.PathValue("branch"))
	list := []any{}
	switch {
	case p == nil || p.Classic:
		return ok(list)
	case p.Paywalled:
		return answer{}, world.Forbidden("Upgrade to GitHub Pro or make this repository public to enable this feature.")
	}
	if len(p.Checks) > 0 {
		var checks []any
		for _, name := range p.Checks {
			checks = append(checks, object{"context": name})
		}
		list = append(list, object{"type": "required_status_checks", "parameters": object{
			"required_status_checks": checks, "strict_required_status_checks_policy": p.UpToDate,
		}})
	}
	if p.Approvals > 0 || p.Conversations {
		list = append(list, object{"type": "pull_request", "parameters": object{
			"required_approving_review_count": p.Approvals, "required_review_thread_resolution": p.Conversations,
		}})
	}
	for _, kind := range p.Restrictions {
		list = append(list, object{"type": kind, "parameters": object{}})
	}
	return ok(list)
}

func ref(c *call) (answer, error) {
	_, repo, err := c.store()
	if err != nil {
		return answer{}, err
	}
	name := c.r.PathValue("branch")
	oid, exists := repo.Ref(heads + name)
	if !exists {
		return answer{}, world.NotFound("Not Found")
	}
	return ok(refObject(heads+name, oid))
}

func contents(c *call) (answer, error) {
	r, repo, err := c.store()
	if err != nil {
		return answer{}, err
	}
	at := c.r.URL.Query().Get("ref")
	if at == "" {
		at = r.DefaultBranch
	}
	if oid, ok := repo.Ref("refs/heads/" + at); ok {
		at = oid
	}
	path := c.r.PathValue("path")
	content, exists := repo.File(at, path)
	if !exists {
		return answer{}, world.NotFound("Not Found")
	}
	return ok(object{
		"type": "file", "path": path, "name": path[strings.LastIndex(path, "/")+1:], "sha": repo.Blob(at, path), "size": len(content),
		"encoding": "base64", "content": base64.StdEncoding.EncodeToString([]byte(content)),
	})
}

func compare(c *call) (answer, error) {
	r, repo, err := c.store()
	if err != nil {
		return answer{}, err
	}
	from, to, found := strings.Cut(c.r.PathValue("span"), "...")
	resolve := func(name string) string {
		if oid, ok := repo.Ref(heads + name); ok {
			return oid
		}
		return name
	}
	from, to = resolve(from), resolve(to)
	base := repo.MergeBase(from, to)
	if !found || base == "" {
		return answer{}, world.NotFound("Not Found")
	}
	ahead, err := repo.Log(from, to)
	if err != nil {
		return answer{}, err
	}
	behind, err := repo.Log(to, from)
	if err != nil {
		return answer{}, err
	}
	word := "diverged"
	switch {
	case len(ahead) == 0 && len(behind) == 0:
		word = "identical"
	case len(behind) == 0:
		word = "ahead"
	case len(ahead) == 0:
		word = "behind"
	}
	var list []any
	for _, one := range ahead {
		list = append(list, c.commitObject(r, one))
	}
	return ok(object{
		"status": word, "ahead_by": len(ahead), "behind_by": len(behind), "total_commits": len(ahead),
		"merge_base_commit": object{"sha": base}, "commits": orEmpty(list),
	})
}
