// Package inventory is the version 1 inventory file: what one tool hands to
// another after it has fixed and before it has answered.
//
// It promises that a file is taken whole or refused, with the guard and the item
// named (nine guards), that words are turned both ways by one table
// (docs/inventory.md), and that what the file has no word for stands in a key of
// its own, so that nothing is lost on the way there and back. A pair outside the
// table is refused, never rounded. What a file says is a person's word: decide
// weighs it. The package reads no file and writes none.
package inventory

import (
	_ "embed"
	"encoding/json"

	"github.com/settlehq/settle/internal/strictjson"
)

//go:embed schema.json
var published string

// Schema is the published JSON Schema of the file.
var Schema = strictjson.New(published, strictjson.Limits{})

// File is a version 1 inventory. The keys are the published schema's.
type File struct {
	Version  int      `json:"schema_version"`
	PR       PR       `json:"pr"`
	Polling  Polling  `json:"polling"`
	Items    []Item   `json:"items"`
	Recovery Recovery `json:"crash_recovery"`
}

// PR says which pull request, and which commits the work stands between.
type PR struct {
	Owner  string `json:"owner"`
	Repo   string `json:"repo"`
	Number int    `json:"number"`
	Before string `json:"head_sha_at_inventory"`
	After  string `json:"head_sha_after_push"`
}

// Polling says how waiting for Copilot ended.
type Polling struct {
	Copilot string `json:"copilot_status"`
}

// Recovery says how far the tools came.
type Recovery struct {
	Handed bool   `json:"skill_a_completed"` // everything is judged and pushed
	Phase  string `json:"last_completed_phase"`
}

// Item is one ask. A pointer that is nil is null in the file.
type Item struct {
	Kind           string  `json:"kind"`
	ThreadID       *string `json:"thread_id"`
	ReplyTo        *int64  `json:"reply_to_comment_id"`
	IssueComment   *int64  `json:"issue_comment_id"`
	Review         *int64  `json:"review_id,omitempty"`
	Outdated       bool    `json:"is_outdated"`
	Author         string  `json:"author"`
	Excerpt        string  `json:"body_excerpt"`
	Classification string  `json:"classification"`
	Filed          bool    `json:"escalation_filed"`
	Rationale      string  `json:"rationale"`
	Outcome        *string `json:"fix_outcome"`
	Commit         *string `json:"fix_commit_sha"`
	Summary        *string `json:"fix_summary"`
	Gate           *string `json:"fix_gate_variant"`
	DuplicateOf    *string `json:"duplicate_of"`
	Ours           *Ours   `json:"settle,omitempty"`
}

// Ours is what the file has no word for.
type Ours struct {
	At          string `json:"at"` // the item at its version
	Class       string `json:"class"`
	Disposition string `json:"disposition"`
	Reason      string `json:"reason,omitempty"` // where the rationale is the public answer instead
	Defer       string `json:"defer,omitempty"`  // where it is tracked
}

// Parse reads a file; the error is a *strictjson.Refusal.
func Parse(data []byte) (File, error) {
	var f File
	if err := Schema.Read(data, &f); err != nil {
		return f, err
	}
	return f, f.Check()
}

// Encode is the file's text, the same for the same content.
func (f File) Encode() ([]byte, error) {
	text, err := json.MarshalIndent(f, "", "  ")
	return append(text, '\n'), err
}
