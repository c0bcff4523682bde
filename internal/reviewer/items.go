package reviewer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// Items finds every ask of a snapshot: threads, findings in review bodies,
// conversation comments. The author of an ask never decides whether it is one,
// only what its words and its place are; our own words never are.
func Items(s pull.Snapshot, reviewers []policy.Reviewer) []feedback.Item {
	var items []feedback.Item
	for _, t := range s.Threads {
		if item, ok := threadItem(s, t, reviewers); ok {
			items = append(items, item)
		}
	}
	for _, r := range s.Reviews {
		items = append(items, reviewItems(r, reviewers)...)
	}
	for _, c := range s.Comments {
		if item, ok := conversationItem(c, reviewers); ok {
			items = append(items, item)
		}
	}
	return items
}

func threadItem(s pull.Snapshot, t pull.Thread, reviewers []policy.Reviewer) (feedback.Item, bool) {
	root := t.Root()
	if root.ID == 0 || root.Pending || root.Said() {
		return feedback.Item{}, false
	}
	by := root.Author
	name, known := NameOf(reviewers, by, root.Body)
	if auditor := publishing(reviewers); auditor != "" && (!known || name == policy.People) && root.Found() {
		name, by.Kind = auditor, pull.Bot // it speaks as we do, and no person has said it
	}
	def := find(reviewers, name).Define
	item := feedback.Item{
		ID: feedback.ItemID("t" + decimal(root.ID)), By: by, Reviewer: name,
		Where: place(t), Title: title(def, root.Body), Severity: severity(def, root.Body),
		Hunk: root.Hunk, URL: root.URL, Thread: t.NodeID, ReplyTo: root.ID,
		Resolved: t.Resolved, ResolvedBy: t.ResolvedBy, Outdated: t.Outdated,
		Commit: root.Commit, Asked: root.CreatedAt,
	}
	item.Version, item.Body = words(t.Comments)
	item.Suggestion = Suggestion(t)
	item.FYI = closedByOthers(s, t) || name != policy.People && skipped(def, root.Body)
	return item, true
}

// publishing is our own auditor, where policy lets its findings be threads.
func publishing(reviewers []policy.Reviewer) string {
	for _, r := range reviewers {
		if r.Define.Kind == "auditor" && r.Publish {
			return r.Name
		}
	}
	return ""
}

// closedByOthers: nothing is asked any more. A reviewer that acts under our
// account closes what it drops; we close nothing without an answer.
func closedByOthers(s pull.Snapshot, t pull.Thread) bool {
	if !t.Resolved {
		return false
	}
	return pull.NormalLogin(t.ResolvedBy) != pull.NormalLogin(s.Viewer.Login) || t.Root().Found() && !slices.ContainsFunc(t.Comments, pull.Comment.Said)
}

// words gives the newest foreign word and the text of all of them.
func words(comments []pull.Comment) (feedback.Version, string) {
	var version feedback.Version
	var texts []string
	for _, c := range comments {
		if c.Said() || c.Pending {
			continue
		}
		if v := (feedback.Version{Comment: c.ID, Unix: c.LastWord().Unix()}); version.Less(v) {
			version = v
		}
		texts = append(texts, mark.Strip(c.Body))
	}
	return version, strings.Join(texts, "\n\n")
}

func place(t pull.Thread) feedback.Place {
	where := feedback.Place{Path: t.Path, Line: t.Line, Start: t.StartLine, Side: t.Side}
	if where.Line == 0 && t.Subject != "FILE" {
		where.Line, where.Start = t.OriginalLine, t.OriginalStart
	}
	return where
}

// reviewItems makes items of a review's body: one of a person's words, always;
// of a bot's where its definition says that findings live there, one for each.
func reviewItems(r pull.Review, reviewers []policy.Reviewer) []feedback.Item {
	body := strings.TrimSpace(mark.Strip(r.Body))
	if r.Ours || body == "" || r.State == pull.PendingReview || r.State == pull.Dismissed {
		return nil
	}
	name, known := NameOf(reviewers, r.Author, r.Body)
	def := find(reviewers, name).Define
	if name != policy.People && (!known || !livesIn(def, "review_body") || skipped(def, body)) {
		return nil
	}
	last := r.SubmittedAt
	if r.EditedAt != nil && name == policy.People {
		last = *r.EditedAt
	}
	parts := []entry{{text: body}}
	if def.Findings.InBody != nil {
		parts = entries(*def.Findings.InBody, body)
	}
	var items []feedback.Item
	for i, part := range parts {
		items = append(items, feedback.Item{
			ID: feedback.ItemID("r" + decimal(r.ID) + "." + strconv.Itoa(i+1)), Version: feedback.Version{Comment: r.ID, Unix: last.Unix()},
			By: r.Author, Reviewer: name, Where: part.where, Title: title(def, part.text), Severity: severity(def, part.text), Body: part.text,
			URL: r.URL, Commit: r.Commit, Asked: r.SubmittedAt, FYI: r.State == pull.Approved && def.Findings.InBody == nil,
		})
	}
	return items
}

// conversationItem: a person's comment asks unless it is a phrase that wakes a
// reviewer; a bot's only where its definition says so, because most bots rewrite
// summaries there.
func conversationItem(c pull.Comment, reviewers []policy.Reviewer) (feedback.Item, bool) {
	body := strings.TrimSpace(mark.Strip(c.Body))
	if c.Said() || c.Found() || c.Minimized || body == "" || isPhrase(reviewers, body) {
		return feedback.Item{}, false
	}
	name, known := NameOf(reviewers, c.Author, c.Body)
	def := find(reviewers, name).Define
	if name != policy.People && (!known || !livesIn(def, "conversation") || skipped(def, body)) {
		return feedback.Item{}, false
	}
	version, _ := words([]pull.Comment{c})
	return feedback.Item{
		ID: feedback.ItemID("c" + decimal(c.ID)), Version: version, By: c.Author, Reviewer: name,
		Title: title(def, body), Severity: severity(def, body), Body: body, URL: c.URL, Asked: c.CreatedAt,
	}, true
}

func isPhrase(reviewers []policy.Reviewer, body string) bool {
	for _, r := range reviewers {
		if ask := r.Define.Ask.Comment; ask != "" && strings.EqualFold(strings.TrimSpace(ask), body) {
			return true
		}
	}
	return false
}
