package pull

import (
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/mark"
)

// Kind of an account. Unknown: deleted, or not told.
type Kind string

// Kinds of account (GraphQL Actor types).
const (
	Person  Kind = "person"
	Bot     Kind = "bot"
	Unknown Kind = "unknown"
)

// Trust is how far a person's words may start work. It comes from GitHub's
// author association, never from the words.
type Trust string

// Tiers of trust, strongest first.
const (
	Maintainer  Trust = "maintainer"  // OWNER, MEMBER, COLLABORATOR
	Contributor Trust = "contributor" // CONTRIBUTOR
	Outsider    Trust = "outsider"    // NONE, FIRST_TIMER, FIRST_TIME_CONTRIBUTOR, MANNEQUIN
)

// TrustOf maps a CommentAuthorAssociation to a tier; an unknown word is an outsider's.
func TrustOf(association string) Trust {
	switch strings.ToUpper(association) {
	case "OWNER", "MEMBER", "COLLABORATOR":
		return Maintainer
	case "CONTRIBUTOR":
		return Contributor
	}
	return Outsider
}

// Author is who said something. Login is without the [bot] suffix, as GraphQL
// gives it; ID is the account's database id, 0 when not told.
type Author struct {
	Login       string `json:"login"`
	ID          int64  `json:"id"`
	Kind        Kind   `json:"kind"`
	Association string `json:"association,omitempty"`
	Trust       Trust  `json:"trust,omitempty"`
}

// NormalLogin makes REST's and GraphQL's spellings of a login equal.
func NormalLogin(login string) string {
	return strings.ToLower(strings.TrimSuffix(login, "[bot]"))
}

// Viewer is the account we act as. Permission is GitHub's repository
// permission in lower case: admin, maintain, write, triage, read or "".
type Viewer struct {
	Login         string `json:"login"`
	ID            int64  `json:"id"`
	Permission    string `json:"permission"`
	PendingReview string `json:"pending_review,omitempty"` // node id of our own unsubmitted review
}

// Comment is one comment of a thread or of the conversation. ID is the
// database id. Mark is set only for comments of our own account; a mark that
// somebody else wrote is only Foreign.
type Comment struct {
	ID        int64       `json:"id"`
	NodeID    string      `json:"node_id"`
	URL       string      `json:"url"`
	Author    Author      `json:"author"`
	CreatedAt time.Time   `json:"created_at"`
	EditedAt  *time.Time  `json:"edited_at,omitempty"`
	Body      string      `json:"body"`
	Commit    Oid         `json:"commit,omitempty"` // the commit it was written at (review comments)
	Review    int64       `json:"review,omitempty"` // database id of its review
	Hunk      string      `json:"hunk,omitempty"`   // diff hunk (review comments)
	Ours      bool        `json:"ours"`
	Pending   bool        `json:"pending"`
	Minimized bool        `json:"minimized"`
	Marks     []mark.Mark `json:"marks,omitempty"`
	Foreign   bool        `json:"foreign_mark,omitempty"`
	Reactions []Reaction  `json:"reactions,omitempty"`
}

// Said: the comment is a word of ours, known by the mark that it carries. What
// a person writes by hand under the account that we act as is theirs: never the
// login tells (F2.48). What a reviewer of ours found asks, and answers nothing.
func (c Comment) Said() bool {
	return c.Ours && slices.ContainsFunc(c.Marks, func(m mark.Mark) bool { return !m.Kind.Asks() })
}

// Found: the comment is a reviewer's word under the account that we act as: a
// finding, or the summary of its findings.
func (c Comment) Found() bool {
	return c.Ours && slices.ContainsFunc(c.Marks, func(m mark.Mark) bool { return m.Kind.Asks() })
}

// LastWord is the time of the last edit, else of creation.
func (c Comment) LastWord() time.Time {
	if c.EditedAt != nil && c.EditedAt.After(c.CreatedAt) {
		return *c.EditedAt
	}
	return c.CreatedAt
}

// Thread is a review thread with all its comments, oldest first. Line is 0 for
// a file-level or outdated thread. Side is LEFT or RIGHT, Subject LINE or FILE.
type Thread struct {
	NodeID        string    `json:"node_id"`
	Path          string    `json:"path"`
	Line          int       `json:"line"`
	StartLine     int       `json:"start_line"`
	OriginalLine  int       `json:"original_line"`
	OriginalStart int       `json:"original_start_line"`
	Side          string    `json:"side"`
	Subject       string    `json:"subject_type"`
	Resolved      bool      `json:"resolved"`
	ResolvedBy    string    `json:"resolved_by,omitempty"`
	Outdated      bool      `json:"outdated"`
	Comments      []Comment `json:"comments"`
	Total         int       `json:"comments_total"`
}

// Root is the comment that opened the thread. A thread without comments (all
// deleted) has the zero Comment.
func (t Thread) Root() Comment {
	if len(t.Comments) == 0 {
		return Comment{}
	}
	return t.Comments[0]
}

// ReviewState is GitHub's PullRequestReviewState in lower case.
type ReviewState string

// States of a review.
const (
	Approved         ReviewState = "approved"
	ChangesRequested ReviewState = "changes_requested"
	Commented        ReviewState = "commented"
	Dismissed        ReviewState = "dismissed"
	PendingReview    ReviewState = "pending"
)

// Review is a submitted review. Commit is what it was made at, empty when the
// host lost it.
type Review struct {
	ID          int64       `json:"id"`
	NodeID      string      `json:"node_id"`
	URL         string      `json:"url"`
	Author      Author      `json:"author"`
	State       ReviewState `json:"state"`
	Commit      Oid         `json:"commit"`
	SubmittedAt time.Time   `json:"submitted_at"`
	EditedAt    *time.Time  `json:"edited_at,omitempty"`
	Body        string      `json:"body"`
	Ours        bool        `json:"ours"`
	Inline      int         `json:"inline"` // comments that belong to it
	Reactions   []Reaction  `json:"reactions,omitempty"`
}

// Reaction on a comment, review or the pull request. Content is GitHub's
// ReactionContent in lower case: thumbs_up, eyes, ….
type Reaction struct {
	Content string    `json:"content"`
	By      Author    `json:"by"`
	At      time.Time `json:"at"`
}

// Asked is a review request that is still pending.
type Asked struct {
	Login string    `json:"login"`
	ID    int64     `json:"id"`
	At    time.Time `json:"at"` // zero when the timeline did not tell
	By    string    `json:"by"`
}

// Event is a timeline item. Kind is snake case of GitHub's type without the
// word Event: head_ref_force_pushed, review_requested, ready_for_review,
// convert_to_draft, …; an unknown kind is kept.
type Event struct {
	Kind    string    `json:"kind"`
	At      time.Time `json:"at"`
	Actor   Author    `json:"actor"`
	Subject string    `json:"subject,omitempty"` // the requested reviewer, the label
	Commit  Oid       `json:"commit,omitempty"`
}
