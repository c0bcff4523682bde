// Package feedback holds what reviewers asked and what became of it.
//
// The unit of everything is At: an item at a version. A judgment, a reply, a
// fix belong to one version; a newer word of the reviewer makes a new version
// and so opens the item again. The package promises that Disposition is
// derived, never stored: only decide makes it.
package feedback

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/pull"
)

// ItemID names an ask: t<root comment id> for a thread, r<review id>.<n> for a
// finding in a review body, c<comment id> for a conversation comment,
// k<check id> for a failing check, a<commit>.<n> for a finding of our own auditor
// at a commit.
type ItemID string

// Kind of an item, by the letter of its id.
type Kind string

// Kinds of item (ux.md 6).
const (
	Thread        Kind = "thread"
	ReviewFinding Kind = "review_finding"
	Conversation  Kind = "conversation"
	CheckItem     Kind = "check"
	AuditFinding  Kind = "audit"
)

// Kind tells what the id names; an id of no known form is a conversation.
func (id ItemID) Kind() Kind {
	switch {
	case strings.HasPrefix(string(id), "t"):
		return Thread
	case strings.HasPrefix(string(id), "r"):
		return ReviewFinding
	case strings.HasPrefix(string(id), "k"):
		return CheckItem
	case strings.HasPrefix(string(id), "a"):
		return AuditFinding
	}
	return Conversation
}

// Version is the last word on an item that is not ours: the greatest (time,
// comment id). Time is the last edit of that word, else its creation, in
// seconds, as GitHub gives it.
type Version struct {
	Comment int64 `json:"comment"`
	Unix    int64 `json:"unix"`
}

// Less orders versions by time, then by comment.
func (v Version) Less(w Version) bool {
	if v.Unix != w.Unix {
		return v.Unix < w.Unix
	}
	return v.Comment < w.Comment
}

func (v Version) String() string { return fmt.Sprintf("%d.%d", v.Comment, v.Unix) }

// At is an item at a version, printed t2203844821@2203844901.1763733122.
type At struct {
	Item    ItemID  `json:"item"`
	Version Version `json:"version"`
}

func (a At) String() string { return string(a.Item) + "@" + a.Version.String() }

// ParseAt reads what String printed.
func ParseAt(text string) (At, error) {
	id, rest, ok := strings.Cut(text, "@")
	comment, unix, dot := strings.Cut(rest, ".")
	c, errC := strconv.ParseInt(comment, 10, 64)
	u, errU := strconv.ParseInt(unix, 10, 64)
	if !ok || !dot || errC != nil || errU != nil || id == "" {
		return At{}, fmt.Errorf("%q is not an item at a version", text)
	}
	return At{Item: ItemID(id), Version: Version{Comment: c, Unix: u}}, nil
}

// MarshalText lets At be a key of a JSON object.
func (a At) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText is the inverse of MarshalText.
func (a *At) UnmarshalText(text []byte) (err error) {
	*a, err = ParseAt(string(text))
	return err
}

// Place is where in the code an item points. Line 0: the whole file; Path
// empty: no place at all.
type Place struct {
	Path  string `json:"path,omitempty"`
	Line  int    `json:"line,omitempty"`
	Start int    `json:"start_line,omitempty"`
	Side  string `json:"side,omitempty"`
}

// Item is one ask of one reviewer as the snapshot shows it.
type Item struct {
	ID         ItemID      `json:"id"`
	Version    Version     `json:"version"`
	By         pull.Author `json:"by"`
	Reviewer   string      `json:"reviewer"` // name in the policy; "people" for a person
	Where      Place       `json:"where"`
	Title      string      `json:"title"`
	Severity   string      `json:"severity,omitempty"`
	Body       string      `json:"body"` // the ask and every later foreign word, marks stripped
	Hunk       string      `json:"hunk,omitempty"`
	URL        string      `json:"url"`
	Suggestion *Suggestion `json:"suggestion,omitempty"`

	Thread     string    `json:"thread,omitempty"`   // node id, for the resolve
	ReplyTo    int64     `json:"reply_to,omitempty"` // root comment id; 0: answered in the conversation
	Resolved   bool      `json:"resolved"`
	ResolvedBy string    `json:"resolved_by,omitempty"`
	Outdated   bool      `json:"outdated"`
	Commit     pull.Oid  `json:"commit,omitempty"` // what the reviewer looked at
	Asked      time.Time `json:"asked"`
	FYI        bool      `json:"fyi,omitempty"` // praise or information: listed, never answered
}

// At is the item at its version.
func (i Item) At() At { return At{Item: i.ID, Version: i.Version} }

// Suggestion is a committable change: the new text for lines Start to End of
// Path in the file at the commit that the comment was made at.
type Suggestion struct {
	Path  string `json:"path"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`            // without the final newline; empty deletes the lines
	Blank bool   `json:"blank,omitempty"` // the text is one empty line
}
