package view

import (
	"strings"
	"time"

	"github.com/settlehq/settle/internal/pull"
)

// Script is what scripts of the resolver family read: four keys, inside them
// the host's own names. A list that was not read whole and is empty is null.
// Who said a thing never decides whether it is here; only blank bodies are
// left out.
type Script struct {
	ReviewThreads   []ScriptThread  `json:"review_threads"`
	PRComments      []ScriptComment `json:"pr_comments"`
	ReviewBodies    []ScriptReview  `json:"review_bodies"`
	CrossInvocation CrossInvocation `json:"cross_invocation"`
}

// ScriptThread is a thread and the number that replies go to.
type ScriptThread struct {
	RootCommentID *int64     `json:"root_comment_id"`
	Node          ScriptNode `json:"node"`
}

// ScriptNode is GitHub's PullRequestReviewThread.
type ScriptNode struct {
	ID                string         `json:"id"`
	IsResolved        bool           `json:"isResolved"`
	IsOutdated        bool           `json:"isOutdated"`
	Path              string         `json:"path"`
	Line              *int           `json:"line"`
	OriginalLine      *int           `json:"originalLine"`
	StartLine         *int           `json:"startLine"`
	OriginalStartLine *int           `json:"originalStartLine"`
	Comments          ScriptComments `json:"comments"`
}

// ScriptComments are all comments of a thread, oldest first.
type ScriptComments struct {
	Nodes []ScriptComment `json:"nodes"`
}

// ScriptComment is a comment with GitHub's names.
type ScriptComment struct {
	ID        string       `json:"id"`
	Author    *ScriptLogin `json:"author"`
	Body      string       `json:"body"`
	CreatedAt *time.Time   `json:"createdAt"`
	URL       *string      `json:"url"`
}

// ScriptReview is a review that says something.
type ScriptReview struct {
	ID          string       `json:"id"`
	Author      *ScriptLogin `json:"author"`
	Body        string       `json:"body"`
	State       string       `json:"state"`
	SubmittedAt *time.Time   `json:"submittedAt"`
	URL         *string      `json:"url"`
}

// ScriptLogin is an account; null where it is gone.
type ScriptLogin struct {
	Login string `json:"login"`
}

// Script turns the list into what such scripts read.
func (t Threads) Script() Script {
	out := Script{CrossInvocation: t.CrossInvocation}
	s := t.facts.Snapshot
	if s == nil {
		return out
	}
	out.ReviewThreads = read(*s, pull.SurfaceThreads, each(s.Threads, scriptThread))
	out.PRComments = read(*s, pull.SurfaceComments, each(visible(s.Comments), scriptComment))
	out.ReviewBodies = read(*s, pull.SurfaceReviews, scriptReviews(s.Reviews))
	return out
}

func scriptThread(t pull.Thread) ScriptThread {
	return ScriptThread{RootCommentID: known(t.Root().ID), Node: ScriptNode{
		ID: t.NodeID, IsResolved: t.Resolved, IsOutdated: t.Outdated, Path: t.Path, Line: known(t.Line), OriginalLine: known(t.OriginalLine),
		StartLine: known(t.StartLine), OriginalStartLine: known(t.OriginalStart), Comments: ScriptComments{Nodes: each(visible(t.Comments), scriptComment)},
	}}
}

// visible leaves out drafts of ours and blank bodies.
func visible(comments []pull.Comment) []pull.Comment {
	var out []pull.Comment
	for _, c := range comments {
		if !c.Pending && strings.TrimSpace(c.Body) != "" {
			out = append(out, c)
		}
	}
	return out
}

func scriptComment(c pull.Comment) ScriptComment {
	return ScriptComment{ID: c.NodeID, Author: scriptLogin(c.Author), Body: c.Body, CreatedAt: when(c.CreatedAt), URL: known(c.URL)}
}

func scriptReviews(reviews []pull.Review) []ScriptReview {
	rows := []ScriptReview{}
	for _, r := range reviews {
		if r.State != pull.PendingReview && strings.TrimSpace(r.Body) != "" {
			rows = append(rows, ScriptReview{
				ID: r.NodeID, Author: scriptLogin(r.Author), Body: r.Body, State: strings.ToUpper(string(r.State)), SubmittedAt: when(r.SubmittedAt), URL: known(r.URL),
			})
		}
	}
	return rows
}

func scriptLogin(a pull.Author) *ScriptLogin {
	if a.Login == "" {
		return nil
	}
	return &ScriptLogin{Login: a.Login}
}
