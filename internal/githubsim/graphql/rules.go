package graphql

import "github.com/settlehq/settle/internal/githubsim/world"

// updateRule is what the host asks of who pushes to a branch; nil where nothing.
func (v *Viewpoint) updateRule(rules *world.Protection) *Object {
	if rules == nil {
		return nil
	}
	return &Object{Type: "RefUpdateRule", Fields: Fields{
		"pattern": pattern(rules), "requiredStatusCheckContexts": texts(rules.Checks), "requiredApprovingReviewCount": positive(rules.Approvals),
		"requiresConversationResolution": rules.Conversations, "requiresCodeOwnerReviews": false, "requiresLinearHistory": false,
		"requiresSignatures": false, "allowsDeletions": false, "allowsForcePushes": false, "blocksCreations": false,
		"viewerAllowedToDismissReviews": false, "viewerCanPush": v.World.Viewer.Permission == "admin",
	}}
}

func pattern(rules *world.Protection) string {
	if len(rules.Patterns) == 0 {
		return "main"
	}
	return rules.Patterns[0]
}

func texts(list []string) []any {
	out := make([]any, 0, len(list))
	for _, text := range list {
		out = append(out, text)
	}
	return out
}

// protections are the classic rules, which only administrators may list.
func (v *Viewpoint) protections(r *world.Repository) (any, error) {
	if r.Protect == nil || !r.Protect.Classic {
		return list(nil), nil
	}
	one, err := v.protection(r, r.Protect)
	if err != nil {
		return nil, err
	}
	return list([]*Object{one}), nil
}

func (v *Viewpoint) protection(r *world.Repository, rules *world.Protection) (*Object, error) {
	switch {
	case rules.Paywalled:
		return nil, world.Forbidden("Upgrade to GitHub Pro or make this repository public to enable this feature.")
	case v.World.Viewer.Permission != "admin" && v.World.Viewer.Permission != "maintain" && v.World.Viewer.Permission != "write":
		return nil, world.Forbidden("Resource not accessible by personal access token")
	}
	var checks []*Object
	for _, name := range rules.Checks {
		checks = append(checks, &Object{Type: "RequiredStatusCheckDescription", Fields: Fields{"context": name, "app": nil}})
	}
	return &Object{Type: "BranchProtectionRule", Fields: Fields{
		"id": "BPR_" + r.NodeID, "databaseId": r.ID, "pattern": pattern(rules), "requiresStatusChecks": len(rules.Checks) > 0,
		"requiredStatusChecks": checks, "requiredStatusCheckContexts": texts(rules.Checks), "requiresStrictStatusChecks": rules.UpToDate,
		"requiresApprovingReviews": rules.Approvals > 0, "requiredApprovingReviewCount": positive(rules.Approvals),
		"requiresConversationResolution": rules.Conversations, "repository": v.repository(r),
	}}, nil
}

// rules are those of a ruleset.
func (v *Viewpoint) rules(p *world.Protection) (any, error) {
	switch {
	case p == nil || p.Classic:
		return list(nil), nil
	case p.Paywalled:
		return nil, world.Forbidden("Upgrade to GitHub Pro or make this repository public to enable this feature.")
	}
	var nodes []*Object
	add := func(kind string, parameters *Object) {
		nodes = append(nodes, &Object{Type: "RepositoryRule", Fields: Fields{"id": "RR_" + kind, "type": kind, "parameters": parameters, "repositoryRuleset": nil}})
	}
	if len(p.Checks) > 0 {
		var checks []*Object
		for _, name := range p.Checks {
			checks = append(checks, &Object{Type: "StatusCheckConfiguration", Fields: Fields{"context": name, "integrationId": nil}})
		}
		add("REQUIRED_STATUS_CHECKS", &Object{Type: "RequiredStatusChecksParameters", Fields: Fields{
			"requiredStatusChecks": checks, "strictRequiredStatusChecksPolicy": p.UpToDate, "doNotEnforceOnCreate": false,
		}})
	}
	if p.Approvals > 0 || p.Conversations {
		add("PULL_REQUEST", &Object{Type: "PullRequestParameters", Fields: Fields{
			"requiredApprovingReviewCount": p.Approvals, "requiredReviewThreadResolution": p.Conversations, "dismissStaleReviewsOnPush": false,
			"requireCodeOwnerReview": false, "requireLastPushApproval": false, "allowedMergeMethods": nil,
		}})
	}
	if p.Queue {
		add("MERGE_QUEUE", nil)
	}
	return list(nodes), nil
}
