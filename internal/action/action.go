// Package action is the closed set of deeds. Each carries its Key, which says
// why it is owed, and what it Expects to find when it is done.
//
// The package promises that two wishes for the same reason have the same key,
// in every release: the formulas are a golden file. It performs nothing.
package action

import (
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// Kind of a deed. Work is inward; the nine others leave the house.
type Kind string

// The ten kinds.
const (
	Work     Kind = "work"
	Push     Kind = "push"
	Reply    Kind = "reply"
	Resolve  Kind = "resolve"
	Ask      Kind = "ask"
	Rerun    Kind = "rerun"
	FollowUp Kind = "followup"
	Ready    Kind = "ready"
	Tell     Kind = "tell"
	Retract  Kind = "retract"
)

// Task of a work.
type Task string

// The seven tasks.
const (
	Triage Task = "triage"
	Fix    Task = "fix"
	Repair Task = "repair"
	Rebase Task = "rebase"
	Update Task = "update"
	Verify Task = "verify"
	Audit  Task = "audit"
)

// Action is one wish: what to do, why (Key), and under which circumstances
// (Expect). Exactly the payload of its kind is set.
type Action struct {
	Kind   Kind   `json:"kind"`
	Key    Key    `json:"key"`
	Expect Expect `json:"expect"`

	Work    *WorkOrder  `json:"work,omitempty"`
	Say     *Say        `json:"say,omitempty"` // reply, tell
	Push    *PushOrder  `json:"push,omitempty"`
	Ask     *AskOrder   `json:"ask,omitempty"`
	Rerun   *RerunOrder `json:"rerun,omitempty"`
	Thread  *ThreadRef  `json:"thread,omitempty"`  // resolve
	Comment *CommentRef `json:"comment,omitempty"` // retract

	FollowUp *FollowUpOrder `json:"followup,omitempty"`
}

// Expect is re-checked by perform right before the effect. A zero field is not
// asked. It narrows the race with the world; it does not close it.
type Expect struct {
	Head    pull.Oid     `json:"head,omitempty"`    // the head ref is here
	At      *feedback.At `json:"at,omitempty"`      // no newer foreign word on the item
	Reaches pull.Oid     `json:"reaches,omitempty"` // this commit is reachable from the head
	Reply   bool         `json:"reply,omitempty"`   // a visible reply of ours stands in the thread
	Draft   *bool        `json:"draft,omitempty"`
}

// WorkOrder is an agent's or a verification's job. Items are the open asks at
// their versions, with the bodies; they are not stored with the verdict.
type WorkOrder struct {
	Task     Task                `json:"task"`
	Head     pull.Oid            `json:"head"`
	Base     pull.Oid            `json:"base,omitempty"`
	Commit   pull.Oid            `json:"commit,omitempty"` // verify: what to check
	From     Key                 `json:"from,omitempty"`   // verify, repair: the work whose bundle holds Commit
	Onto     pull.Oid            `json:"onto,omitempty"`   // verify, repair of an update or rebase: the base commit that it brought in
	Standing []feedback.Standing `json:"-"`
	Clusters []feedback.Cluster  `json:"-"` // context of triage and fix: which items belong together
	Items    []feedback.At       `json:"items,omitempty"`
	Broken   *feedback.Proof     `json:"-"` // repair: what refused Commit
}

// Say is what a reply or a tell says, as facts; view makes the sentence.
type Say struct {
	Item        feedback.At          `json:"item,omitzero"`
	Disposition feedback.Disposition `json:"disposition,omitempty"`
	Standing    *feedback.Standing   `json:"-"`
	Primary     *feedback.Standing   `json:"-"`                  // the item that this one duplicates
	ReplyTo     int64                `json:"reply_to,omitempty"` // root comment; 0: a conversation comment
	Standings   []feedback.Standing  `json:"-"`                  // tell report: every item; tell question: those that wait for a person
	Audience    string               `json:"audience,omitempty"` // tell: label, report, question, notice, issue
	Subject     string               `json:"subject,omitempty"`
	Text        string               `json:"text,omitempty"`   // tell: label's name
	Place       string               `json:"place,omitempty"`  // tell question, notice: policy.Place
	Notice      *Notice              `json:"notice,omitempty"` // tell notice
	From        pull.Oid             `json:"from,omitempty"`   // tell correction: the commit that our comment cites,
	To          pull.Oid             `json:"to,omitempty"`     // and what it has become
}

// Notice is what a person is told of a phase, as facts: those of the verdict.
type Notice struct {
	Phase   string    `json:"phase"`
	Code    string    `json:"code"`
	Subject string    `json:"subject,omitempty"`
	Until   time.Time `json:"until,omitzero"`
}

// PushOrder moves the head branch from Parent to Commit, compare-and-swap.
type PushOrder struct {
	Commit  pull.Oid      `json:"commit"`
	Parent  pull.Oid      `json:"parent"`
	Rewrite bool          `json:"rewrite,omitempty"` // Commit does not build on Parent: a rebase of our own branch
	From    Key           `json:"from"`              // the work whose bundle holds Commit
	Items   []feedback.At `json:"items"`             // what the commits answer
}

// RerunOrder starts a check that broke off once more.
type RerunOrder struct {
	Check int64  `json:"check"` // check run, and job of Actions
	Name  string `json:"name"`
}

// AskOrder asks a reviewer for a verdict on Head, the Nth time.
type AskOrder struct {
	Reviewer string              `json:"reviewer"`
	Head     pull.Oid            `json:"head"`
	N        int                 `json:"n"`
	Comment  string              `json:"comment,omitempty"` // phrase
	Request  string              `json:"request,omitempty"` // login
	Exact    bool                `json:"exact,omitempty"`
	Told     []feedback.Standing `json:"-"` // what became of its findings; for the table of an ask that is not exact
}

// FollowUpOrder opens a draft pull request from Head with what a last reviewer
// found, as a list to tick off.
type FollowUpOrder struct {
	Reviewer string              `json:"reviewer"`
	Head     pull.Oid            `json:"head"`
	Items    []feedback.At       `json:"items"`
	Standing []feedback.Standing `json:"-"`
}

// ThreadRef is a thread to resolve.
type ThreadRef struct {
	Item   feedback.At `json:"item"`
	NodeID string      `json:"node_id"`
}

// CommentRef is a comment of ours to take back.
type CommentRef struct {
	ID     int64  `json:"id"`
	NodeID string `json:"node_id"`
	Inline bool   `json:"inline"` // a review comment, not a conversation comment
}
