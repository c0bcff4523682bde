package github

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	rest "github.com/google/go-github/v92/github"

	"github.com/settlehq/settle/internal/pull"
)

// rules is what the host asks of a branch, by both of its mechanisms: classic
// protection, as every reader may see it, and rulesets.
type rules struct {
	base          pull.Oid
	at            time.Time
	required      []pull.Requirement
	conversations bool
	restrictions  []string
}

// rulesAge is how long rules are believed at one base commit: they can change
// without it.
const rulesAge = 15 * time.Minute

// rulesOf gives the rules of the pull request's base branch, read again when
// that has moved. What cannot be read is a gap.
func (c *Client) rulesOf(ctx context.Context, l *look) rules {
	name := l.ref.Slug() + "\x00" + l.row.BaseRefName
	tip := l.row.BaseRefOid
	if l.row.BaseRef != nil && l.row.BaseRef.Target != nil {
		tip = l.row.BaseRef.Target.Oid
	}
	c.mu.Lock()
	known := c.rules[name]
	c.mu.Unlock()
	if known != nil && known.base == tip && l.at.Sub(known.at) < rulesAge {
		return *known
	}
	fresh := rules{base: tip, at: l.at}
	if err := c.readRules(ctx, l, &fresh); err != nil {
		l.gaps.add(pull.SurfaceRules, "rules of "+l.row.BaseRefName, err.Error())
		return fresh
	}
	c.mu.Lock()
	c.rules[name] = &fresh
	c.mu.Unlock()
	return fresh
}

func (c *Client) readRules(ctx context.Context, l *look, r *rules) error {
	branch, _, err := c.rest.Repositories.GetBranch(ctx, l.ref.Owner, l.ref.Repo, l.row.BaseRefName, 2)
	if err != nil {
		return c.restFailure(err)
	}
	if checks := branch.GetProtection().GetRequiredStatusChecks(); checks != nil {
		r.classic(checks)
	}
	options := &rest.ListOptions{PerPage: 100}
	for {
		page, answer, err := c.rest.Repositories.ListRulesForBranch(ctx, l.ref.Owner, l.ref.Repo, l.row.BaseRefName, options)
		if notOnPlan(err) {
			return nil // rulesets do not exist for this repository
		}
		if err != nil {
			return c.restFailure(err)
		}
		r.rulesets(page)
		if answer.NextPage == 0 {
			return nil
		}
		options.Page = answer.NextPage
	}
}

// notOnPlan: the host says that the repository's plan has no rules at all.
func notOnPlan(err error) bool {
	var answered *rest.ErrorResponse
	return errors.As(err, &answered) && answered.Response.StatusCode == http.StatusForbidden && strings.HasPrefix(answered.Message, "Upgrade to GitHub")
}

func (r *rules) classic(checks *rest.RequiredStatusChecks) {
	for _, check := range checks.GetChecks() {
		r.require(check.Context, check.GetAppID())
	}
	for _, name := range checks.GetContexts() {
		if !slices.ContainsFunc(r.required, func(have pull.Requirement) bool { return have.Name == name }) {
			r.require(name, 0)
		}
	}
}

func (r *rules) rulesets(page *rest.BranchRules) {
	for _, rule := range page.RequiredStatusChecks {
		for _, check := range rule.Parameters.RequiredStatusChecks {
			r.require(check.Context, check.GetIntegrationID())
		}
	}
	for _, rule := range page.PullRequest {
		r.conversations = r.conversations || rule.Parameters.RequiredReviewThreadResolution
	}
	r.restrict("required_deployments", len(page.RequiredDeployments))
	r.restrict("required_signatures", len(page.RequiredSignatures))
	r.restrict("required_linear_history", len(page.RequiredLinearHistory))
	r.restrict("code_scanning", len(page.CodeScanning))
	r.restrict("workflows", len(page.Workflows))
	r.restrict("update", len(page.Update))
}

// restrict notes a rule that may hold up a merge without a check that shows it.
func (r *rules) restrict(word string, count int) {
	if count > 0 && !slices.Contains(r.restrictions, word) {
		r.restrictions = append(r.restrictions, word)
	}
}

// require adds a check; -1 is the host's word for any app.
func (r *rules) require(name string, app int64) {
	need := pull.Requirement{Name: name, AppID: max(app, 0)}
	if !slices.Contains(r.required, need) {
		r.required = append(r.required, need)
	}
}
