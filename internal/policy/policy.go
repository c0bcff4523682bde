// Package policy says what "ready" means here, and the limits on getting there.
//
// A Policy is one validated value, read by config from the policy file at the
// tip of the base branch. The package holds data and small pure methods; it
// promises no defaults of its own beyond Default, and reads no file.
package policy

import (
	"time"

	"github.com/settlehq/settle/internal/feedback"
)

// Role of a reviewer.
type Role string

// Roles. Last reviewers are asked when all else holds.
const (
	Required Role = "required"
	Optional Role = "optional"
	Last     Role = "last"
	Ignore   Role = "ignore"
)

// When says what to do about a reviewer who does not answer.
type When string

// What to do when refused or silent.
const (
	Wait    When = "wait"
	Proceed When = "proceed"
	Block   When = "block"
)

// People is the name under which all persons are one reviewer.
const People = "people"

// Policy is every rule of one repository.
type Policy struct {
	Version    int
	Reviewers  []Reviewer // in the file's order
	Unlisted   bool       // no list was given: every adapter seen takes part in its own role
	Gates      Gates
	Agents     Agents
	Verify     Verify
	Limits     Limits
	Answers    Answers
	Branch     Branch
	Escalation Escalation
	Notify     Notify
	Timing     Timing
	Report     Report
	Review     Review
	AfterReady string // stop | watch: what a run does once the pull request is ready
	NoEdit     bool   // by flag: answer, but let edits wait for a person
	NoReady    bool   // by flag: never mark ready for review
	Digest     string // of the file's text and the built-in definitions in use
	Source     string // "main:.settle.yaml", "flag:FILE", "defaults"
	Broken     string // the file's problem; nothing is edited or said while it stands
}

// Reviewer is one reviewer's part in the policy.
type Reviewer struct {
	Name        string
	Role        Role
	After       []string // asked only when these pass at the head
	FollowUp    bool     // findings: follow_up
	Waits       int      // looks before a last reviewer counts as silent
	Asks        int      // asks per head
	Answered    bool     // all findings answered counts as passing
	WhenRefused When
	WhenSilent  When
	MaxWait     time.Duration
	Approvals   int    // people only: approvals wanted
	Agent       string // auditor only: who audits; empty: the first of agents.triage
	Publish     bool   // auditor only: findings are published as review comments
	Define      Definition
	Learned     Learned
}

// Passes reports whether a reading lets the gate hold.
func (r Reviewer) Passes(word feedback.ReadingWord) bool {
	switch word {
	case feedback.Clean:
		return true
	case feedback.Answered:
		return r.Answered
	case feedback.Silent:
		return r.WhenSilent == Proceed
	case feedback.Refused:
		return r.WhenRefused == Proceed
	}
	return false
}

// Stages orders the reviewers: those who take part at once, then the last
// ones. A reviewer with After stands in the stage behind all it names.
func (p Policy) Stages() [][]Reviewer {
	depth := map[string]int{}
	for range p.Reviewers { // as many passes as the longest chain can have
		for _, r := range p.Reviewers {
			for _, name := range r.After {
				depth[r.Name] = max(depth[r.Name], depth[name]+1)
			}
		}
	}
	var stages [][]Reviewer
	var last []Reviewer
	for _, r := range p.Reviewers {
		switch {
		case r.Role == Ignore:
		case r.Role == Last:
			last = append(last, r)
		default:
			for len(stages) <= depth[r.Name] {
				stages = append(stages, nil)
			}
			stages[depth[r.Name]] = append(stages[depth[r.Name]], r)
		}
	}
	if len(last) > 0 {
		stages = append(stages, last)
	}
	return stages
}

// Gates are the host-side conditions.
type Gates struct {
	Threads  string // by_policy | all_resolved
	Checks   string // required | all | none
	NoChecks string // wait | pass
	Behind   string // update | ignore | block
	Unstable string // ignore | block
}

// Agents names who works. Entries are tried in order.
type Agents struct {
	Triage, Fix, SecondLook []AgentUse
	Timeout                 time.Duration
	Parallel                int
	Sandbox                 string
	Clusters                string              // auto: agents are told which asks belong together; none
	Define                  map[string][]string // name -> command; personal file only
}

// AgentUse is one entry of a chain.
type AgentUse struct {
	Use      string
	Model    string
	MaxTurns int
}

// Verify holds the repository's own checks. None is true for `verify: none`;
// Full empty and None false: nothing is edited.
type Verify struct {
	None    bool
	Setup   string
	Full    string
	Lite    string
	Tests   string // required | prefer | none
	Timeout time.Duration
	Repairs int
}

// Given reports that edits may be made at all.
func (v Verify) Given() bool { return v.None || v.Full != "" }

// Limits bound one pull request, across restarts.
type Limits struct {
	Rounds                  int
	Attempts                int // per item at a version
	ActiveTime              time.Duration
	WallTime                time.Duration
	Cost                    Money
	BornAtLeast, BornOfLast int
	Alternations            int
	Reruns                  int // of a check that broke off, at one head
}

// Money in millionths of a US dollar.
type Money int64

// USD is the amount in dollars.
func (m Money) USD() float64 { return float64(m) / 1e6 }

// Timing of waits. Deadline bounds one request; Lag is how far a replica may
// be behind; Quiet is how long nothing may change before ready.
type Timing struct {
	Deadline, Lag, Quiet, Poll time.Duration
}

// Doubt is how long the absence of an effect proves nothing.
func (t Timing) Doubt() time.Duration { return t.Deadline + t.Lag }

// Branch rules.
type Branch struct {
	Conflict         string // merge | rebase | ask
	RebaseMaxCommits int
	OnForeignPush    string // restart | stop
	OnRetarget       string
	Dequeue          string
}

// Escalation says how people are asked, and whose words may start work.
type Escalation struct {
	Mode  string   // file | prompt
	To    []string // comment, label, command, webhook, bd
	Label string
	Steer []string // write | maintain | admin | logins
	Paths []string // globs; edits here wait for a person
	Issue string   // of the bd tracker that belongs to this work; empty: none is named
}

// Notify says when and where a person hears of it.
type Notify struct {
	When     []string       // phases
	To       []string       // desktop, webhook_env:NAME
	Commands [][]string     // programs with arguments; personal file only
	Quiet    string         // hours of the clock in which nothing is sent, "22:00-07:00"; empty: none
	Zone     *time.Location // of that clock; nil: UTC
}

// Report says what is published.
type Report struct {
	Comment bool
	When    []string // phases at which the comment is written: ready, blocked
	Check   string   // auto | none
}

// Review says how a reviewer of ours looks at what it found before it says it.
type Review struct {
	Verify        bool // put each finding to the question first
	MinConfidence int  // findings that are less sure are dropped, 1 to 10; one without a word on it stays
}

// Answers says how items are answered and which threads may be closed.
type Answers struct {
	Resolve        CloseTable
	Templates      map[string]string                 // paths in the repository, by disposition
	Wording        map[feedback.Disposition]Template // what stands in them; without an entry the built-in wording
	Signature      string
	ResolveInvalid bool // the flag --resolve-invalid was given
}

// CloseRule says when a thread may be resolved.
type CloseRule string

// Never; with proof (commit in the head, checks newer than it); once answered.
const (
	CloseNever    CloseRule = "never"
	CloseProven   CloseRule = "proven"
	CloseAnswered CloseRule = "answered"
)

// CloseTable is class x who opened -> rule.
type CloseTable map[feedback.Class]struct{ Bot, Person CloseRule }

// For gives the rule of a class; stale follows already_fixed, needs_human is never closed.
func (t CloseTable) For(class feedback.Class, person bool) CloseRule {
	if class == feedback.NeedsHuman {
		return CloseNever
	}
	row, ok := t[class]
	if !ok && class == feedback.Stale {
		row, ok = t[feedback.AlreadyFixed]
	}
	switch {
	case !ok:
		return CloseNever
	case person:
		return row.Person
	}
	return row.Bot
}
