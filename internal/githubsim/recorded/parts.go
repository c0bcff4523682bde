package recorded

import (
	"strings"

	"github.com/settlehq/settle/internal/githubsim/rest"
	"github.com/settlehq/settle/internal/githubsim/world"
)

// thread takes a GraphQL PullRequestReviewThread. The place may stand in the
// thread or only in its comments.
func (l *loader) thread(o object) {
	t := &world.Thread{
		NodeID: text(o, "id"), Resolved: truth(o, "isResolved"), Outdated: truth(o, "isOutdated"), Path: text(o, "path"),
		Line: number(o, "line"), Start: number(o, "startLine"), OriginalLine: number(o, "originalLine"), Side: text(o, "diffSide"),
		Subject: text(o, "subjectType"),
	}
	if by, ok := o["resolvedBy"].(object); ok {
		t.ResolvedBy = l.account(by)
	}
	for _, c := range nodes(o["comments"]) {
		if t.Path == "" {
			t.Path = text(c, "path")
		}
		if t.Line == 0 && !t.Outdated {
			t.Line = number(c, "line")
		}
		t.Comments = append(t.Comments, l.said(c))
	}
	l.w.RecordThread(l.p, t)
	l.found++
}

// inline takes REST's review comments, which say whom they answer.
func (l *loader) inline(list []object) {
	threads := map[int64]*world.Thread{}
	var order []*world.Thread
	for _, o := range list {
		root := large(o, "in_reply_to_id")
		t := threads[root]
		if root == 0 || t == nil {
			t = &world.Thread{
				Path: text(o, "path"), Line: number(o, "line"), Start: number(o, "start_line"), OriginalLine: number(o, "original_line"),
				OriginalStart: number(o, "original_start_line"), Side: text(o, "side"), Subject: strings.ToUpper(text(o, "subject_type")),
			}
			t.Outdated = t.Line == 0 && t.Subject != "FILE" && has(o, "line")
			threads[large(o, "id")] = t
			order = append(order, t)
		}
		t.Comments = append(t.Comments, l.said(o))
	}
	for _, t := range order {
		l.w.RecordThread(l.p, t)
		l.found++
	}
}

// said takes a comment of either API.
func (l *loader) said(o object) *world.Comment {
	c := &world.Comment{
		Body: text(o, "body"), Author: l.author(o), Created: moment(o, "createdAt", "created_at"), Hunk: text(o, "diffHunk", "diff_hunk"),
		Commit: text(o, "commit_id"), Origin: text(o, "original_commit_id"), Review: large(o, "pull_request_review_id"),
	}
	c.ID, c.NodeID = ids(o)
	if edited := moment(o, "lastEditedAt", "updated_at"); edited.After(c.Created) {
		c.Edited = &edited
	}
	if truth(o, "isMinimized") {
		c.Minimized = strings.ToLower(text(o, "minimizedReason"))
	}
	c.Reactions = l.reactions(o)
	return c
}

// reactions that REST counts have no known author but the viewer's own world.
func (l *loader) reactions(o object) []*world.Reaction {
	counts, _ := o["reactions"].(object)
	var list []*world.Reaction
	for _, word := range sorted(counts) {
		content := rest.Content(word)
		if content == "" {
			continue
		}
		for range number(counts, word) {
			list = append(list, &world.Reaction{Content: content, At: l.w.Now()})
		}
	}
	return list
}

func (l *loader) comment(o object) {
	l.w.RecordComment(l.p, l.said(o))
	l.found++
}

func (l *loader) review(o object) {
	r := &world.Review{
		Author: l.author(o), State: strings.ToUpper(text(o, "state")), Body: text(o, "body"),
		Created: moment(o, "createdAt", "submittedAt", "submitted_at"), Commit: text(o, "commit_id"),
	}
	r.ID, r.NodeID = ids(o)
	if commit, ok := o["commit"].(object); ok {
		r.Commit = text(commit, "oid")
	}
	if at := moment(o, "submittedAt", "submitted_at"); !at.IsZero() {
		r.Submitted = &at
	}
	l.w.RecordReview(l.p, r)
	l.found++
}

// check takes a check run; it is shown at the head, whatever commit it was at.
func (l *loader) check(o object) {
	app, _ := o["app"].(object)
	output, _ := o["output"].(object)
	c := world.Check{
		Name: text(o, "name"), App: text(app, "slug"), AppID: large(app, "id"), Head: l.p.Head, Status: text(o, "status"),
		Conclusion: text(o, "conclusion"), Title: text(output, "title"), Summary: text(output, "summary"), Text: text(output, "text"),
		URL: text(o, "details_url"),
	}
	c.ID, c.NodeID = ids(o)
	if suite, ok := o["check_suite"].(object); ok {
		c.Suite = large(suite, "id")
	}
	if at := moment(o, "started_at"); !at.IsZero() {
		c.Started = &at
	}
	if at := moment(o, "completed_at"); !at.IsZero() {
		c.Completed = &at
	}
	l.w.RecordCheck(l.r, c)
	l.found++
}

// author is the login of who said something, empty where nobody is told.
func (l *loader) author(o object) string {
	for _, key := range []string{"author", "user"} {
		if who, ok := o[key].(object); ok {
			login := l.account(who)
			if a := l.w.Account(login); a != nil && a.Association == "" {
				a.Association = text(o, "authorAssociation", "author_association")
			}
			return login
		}
	}
	return ""
}

// account makes the account of an actor. GraphQL does not always tell its kind.
func (l *loader) account(o object) string {
	login := text(o, "login")
	if login == "" {
		return ""
	}
	kind := world.User
	if text(o, "__typename", "type") == world.Bot || truth(o, "is_bot") || strings.HasSuffix(login, "[bot]") {
		kind = world.Bot
	}
	return l.w.AddAccount(login, kind, "", large(o, "id", "databaseId")).Login
}
