package view

import (
	"strconv"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// Threads is settle.threads/1: all that was said on the pull request and what
// became of each ask. A list that was not read whole and is empty is null.
type Threads struct {
	Schema          string             `json:"schema"`
	At              time.Time          `json:"at"`
	Ref             string             `json:"ref"`
	URL             string             `json:"url"`
	Head            *string            `json:"head"`
	Complete        bool               `json:"complete"`
	Threads         []Thread           `json:"threads"`
	Reviews         []Review           `json:"reviews"`
	Comments        []Comment          `json:"comments"`
	Items           []Item             `json:"items"`
	Clusters        []feedback.Cluster `json:"clusters"`
	Readings        []ClusterReading   `json:"readings"`
	CrossInvocation CrossInvocation    `json:"cross_invocation"`
	Gaps            []Gap              `json:"gaps"`

	facts Facts
}

// Thread of the interface. ID is the item's id, RootCommentID what replies go
// to; both are null once every comment was deleted.
type Thread struct {
	ID            *string   `json:"id"`
	NodeID        string    `json:"node_id"`
	RootCommentID *int64    `json:"root_comment_id"`
	URL           *string   `json:"url"`
	Path          string    `json:"path"`
	Line          *int      `json:"line"`
	StartLine     *int      `json:"start_line"`
	OriginalLine  *int      `json:"original_line"`
	Side          *string   `json:"side"`
	SubjectType   *string   `json:"subject_type"`
	Resolved      bool      `json:"resolved"`
	ResolvedBy    *string   `json:"resolved_by"`
	Outdated      bool      `json:"outdated"`
	OpenedBy      *Author   `json:"opened_by"`
	CommentsTotal int       `json:"comments_total"`
	Comments      []Comment `json:"comments"`
}

// Author is an account; null where it is gone or was not told.
type Author struct {
	Login       string  `json:"login"`
	ID          *int64  `json:"id"`
	Kind        string  `json:"kind"`
	Association *string `json:"association"`
	Trust       *string `json:"trust"`
}

// Comment of a thread or of the conversation. Body is as GitHub has it.
type Comment struct {
	ID        int64      `json:"id"`
	NodeID    string     `json:"node_id"`
	Author    *Author    `json:"author"`
	CreatedAt *time.Time `json:"created_at"`
	EditedAt  *time.Time `json:"edited_at"`
	Body      string     `json:"body"`
	URL       *string    `json:"url"`
	Ours      bool       `json:"ours"`
	Pending   bool       `json:"pending"`
	Minimized bool       `json:"minimized"`
}

// Review is a submitted review. Commit is null where the host lost it.
type Review struct {
	ID             int64      `json:"id"`
	NodeID         string     `json:"node_id"`
	URL            *string    `json:"url"`
	Author         *Author    `json:"author"`
	State          string     `json:"state"`
	Commit         *string    `json:"commit"`
	SubmittedAt    *time.Time `json:"submitted_at"`
	EditedAt       *time.Time `json:"edited_at"`
	Body           string     `json:"body"`
	Ours           bool       `json:"ours"`
	CommentsInline int        `json:"comments_inline"`
}

// NewThreads lists what the snapshot shows and what the verdict made of it.
func NewThreads(f Facts) Threads {
	t := Threads{
		Schema: "settle.threads/1", At: stamp(f.Now), Ref: f.Ref.String(), URL: f.url(), Head: oid(f.head()),
		Readings: readings(f), Gaps: f.gaps(), facts: f,
	}
	if f.Snapshot == nil {
		return t
	}
	s := *f.Snapshot
	t.Complete, t.CrossInvocation = len(s.Gaps) == 0, crossInvocation(s)
	t.Threads = read(s, pull.SurfaceThreads, each(s.Threads, threadRow))
	t.Reviews = read(s, pull.SurfaceReviews, each(s.Reviews, reviewRow))
	t.Comments = read(s, pull.SurfaceComments, each(s.Comments, commentRow))
	t.Gaps = append(t.Gaps, nameless(s)...)
	if f.judged() {
		t.Items, t.Clusters = each(f.Verdict.Items, f.item), none(f.Verdict.Clusters)
	}
	return t
}

// read gives null for a list that is empty only because it was not read.
func read[T any](s pull.Snapshot, surface pull.Surface, list []T) []T {
	if _, missing := s.Missing(surface); missing && len(list) == 0 {
		return nil
	}
	return list
}

func threadRow(t pull.Thread) Thread {
	root := t.Root()
	row := Thread{
		NodeID: t.NodeID, RootCommentID: known(root.ID), URL: known(root.URL), Path: t.Path, Line: known(t.Line),
		StartLine: known(t.StartLine), OriginalLine: known(t.OriginalLine), Side: known(t.Side), SubjectType: known(t.Subject),
		Resolved: t.Resolved, ResolvedBy: known(t.ResolvedBy), Outdated: t.Outdated, OpenedBy: authorRow(root.Author),
		CommentsTotal: t.Total, Comments: each(t.Comments, commentRow),
	}
	if root.ID != 0 {
		row.ID = known("t" + strconv.FormatInt(root.ID, 10))
	}
	return row
}

func authorRow(a pull.Author) *Author {
	if a.Login == "" {
		return nil
	}
	return &Author{
		Login: a.Login, ID: known(a.ID), Kind: string(a.Kind), Association: known(a.Association), Trust: known(string(a.Trust)),
	}
}

func commentRow(c pull.Comment) Comment {
	row := Comment{
		ID: c.ID, NodeID: c.NodeID, Author: authorRow(c.Author), CreatedAt: when(c.CreatedAt), Body: c.Body, URL: known(c.URL),
		Ours: c.Ours, Pending: c.Pending, Minimized: c.Minimized,
	}
	if c.EditedAt != nil {
		row.EditedAt = when(*c.EditedAt)
	}
	return row
}

func reviewRow(r pull.Review) Review {
	row := Review{
		ID: r.ID, NodeID: r.NodeID, URL: known(r.URL), Author: authorRow(r.Author), State: string(r.State), Commit: oid(r.Commit),
		SubmittedAt: when(r.SubmittedAt), Body: r.Body, Ours: r.Ours, CommentsInline: r.Inline,
	}
	if r.EditedAt != nil {
		row.EditedAt = when(*r.EditedAt)
	}
	return row
}

// nameless has a gap for each author that GitHub no longer names.
func nameless(s pull.Snapshot) []Gap {
	var gaps []Gap
	miss := func(surface pull.Surface, kind string, id int64, a pull.Author) {
		if a.Login == "" {
			gaps = append(gaps, Gap{Surface: string(surface), What: "author of " + kind + " " + strconv.FormatInt(id, 10), Why: "GitHub names none: the account is gone"})
		}
	}
	for _, t := range s.Threads {
		for _, c := range t.Comments {
			miss(pull.SurfaceThreads, "comment", c.ID, c.Author)
		}
	}
	for _, c := range s.Comments {
		miss(pull.SurfaceComments, "comment", c.ID, c.Author)
	}
	for _, r := range s.Reviews {
		miss(pull.SurfaceReviews, "review", r.ID, r.Author)
	}
	return gaps
}
