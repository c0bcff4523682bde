package world

import (
	"strings"
	"time"
)

// State is all there is, as plain data.
type State struct {
	Next     map[string]int64 // last number given, by kind
	Viewer   Viewer
	Accounts []*Account
	Repos    []*Repository
}

// Viewer is the account of the token, and what it may do.
type Viewer struct {
	Login      string
	Permission string // read, triage, write, maintain, admin; "" when access was revoked
	App        bool
	Scopes     []string // nil: all that the permission allows
	Revoked    []string // scopes taken away, such as contents:write
}

// Kinds of account.
const (
	User         = "User"
	Bot          = "Bot"
	Organization = "Organization"
)

// Account is a person, a bot or an organisation. Login is without [bot].
type Account struct {
	ID          int64
	NodeID      string
	Login       string
	Kind        string
	Association string // to every repository of this world
}

// Repository is one repository of the host.
type Repository struct {
	ID            int64
	NodeID        string
	Owner, Name   string
	DefaultBranch string
	ForkOf        string // owner/name
	MovedTo       string // owner/name after a transfer
	Protect       *Protection
	Labels        []*Label
	Pulls         []*Pull
	Issues        []*Issue
	Checks        []*Check
	Withheld      []*Suite
	Statuses      []*Status
}

// Issue is a plain issue of a repository.
type Issue struct {
	ID          int64
	NodeID      string
	Number      int
	Title, Body string
	Author      string
	Created     time.Time
}

// NextNumber is the number of the next issue or pull request.
func (r *Repository) NextNumber() int {
	next := 1
	for _, p := range r.Pulls {
		next = max(next, p.Number+1)
	}
	for _, i := range r.Issues {
		next = max(next, i.Number+1)
	}
	return next
}

// Slug is owner/name.
func (r *Repository) Slug() string { return r.Owner + "/" + r.Name }

// Protection is what the host asks of branches.
type Protection struct {
	Checks        []string
	Classic       bool
	Approvals     int
	Conversations bool
	UpToDate      bool
	Queue         bool
	Patterns      []string
	Paywalled     bool
	Restrictions  []string // kinds of rule that nothing satisfies here, such as required_deployments
}

// Label of a repository.
type Label struct {
	ID     int64
	NodeID string
	Name   string
}

// Pull is one pull request.
type Pull struct {
	ID            int64
	NodeID        string
	Number        int
	Title, Body   string
	Author        string
	State         string // OPEN, CLOSED, MERGED
	Draft         bool
	BaseRef       string
	HeadRef       string
	HeadRepo      string // owner/name; empty when the fork was deleted
	OrgFork       bool
	Maintainer    bool // maintainers may edit
	Head, Base    string
	Created       time.Time
	Updated       time.Time
	Pushed        time.Time // when the head came
	Closed        *time.Time
	MergeCommit   string
	MergedBy      string
	Queued        bool
	Labels        []string
	Threads       []*Thread
	Comments      []*Comment
	Reviews       []*Review
	Requested     []Request
	Timeline      []*Event
	Reactions     []*Reaction
	ChangedFiles  int // of a recorded pull request whose content is unknown
	MergeStatus   string
	MergeableWord string
}

// Request is a review request that stands.
type Request struct {
	NodeID string
	Login  string
	By     string
	At     time.Time
}

// Thread is a review thread. Line is 0 when it is outdated or about a file.
type Thread struct {
	NodeID        string
	Path          string
	Line          int
	Start         int
	OriginalLine  int
	OriginalStart int
	Side          string // LEFT, RIGHT
	Subject       string // LINE, FILE
	Resolved      bool
	ResolvedBy    string
	Outdated      bool
	At            string // the head that Line speaks of
	Comments      []*Comment
}

// Comment is a review comment, or one of the conversation (Thread empty).
type Comment struct {
	ID        int64
	NodeID    string
	Author    string // empty: the account is gone
	Body      string
	Created   time.Time
	Edited    *time.Time
	Minimized string // reason; empty: it is shown
	Reactions []*Reaction

	Thread  string // node id of its thread
	Review  int64
	ReplyTo int64
	Commit  string // the head that it is shown at
	Origin  string // the commit it was made at
	Hunk    string
}

// Review of a pull request.
type Review struct {
	ID        int64
	NodeID    string
	Author    string
	State     string // PENDING, COMMENTED, APPROVED, CHANGES_REQUESTED, DISMISSED
	Body      string
	Commit    string
	Created   time.Time
	Submitted *time.Time
	Edited    *time.Time
	Reactions []*Reaction
}

// Reaction on a comment, a review or a pull request. Content is GraphQL's word.
type Reaction struct {
	ID      int64
	NodeID  string
	Content string
	By      string
	At      time.Time
}

// Event of the timeline. Kind is REST's word: review_requested, ….
type Event struct {
	ID      int64
	NodeID  string
	Kind    string
	Actor   string
	At      time.Time
	Subject string // a login, a label, a branch, a review's node id
	Before  string
	After   string
}

// Check is a check run. Status and Conclusion are REST's words.
type Check struct {
	ID         int64
	NodeID     string
	Suite      int64
	Name       string
	App        string // slug
	AppID      int64
	Head       string
	Status     string
	Conclusion string
	Title      string
	Summary    string
	Text       string
	URL        string
	Started    *time.Time
	Completed  *time.Time
	Attempt    int
}

// Suite is a run of a workflow that the host withholds until a maintainer
// approves it. It has made no check run: that is all there is of it.
type Suite struct {
	ID   int64
	Name string // of the workflow
	App  string
	Head string
	URL  string
	At   time.Time
}

// Status is a commit status.
type Status struct {
	ID      int64
	NodeID  string
	Context string
	State   string // error, failure, pending, success
	Text    string
	URL     string
	Head    string
	By      string
	At      time.Time
}

// Happened is one change, as listeners hear it.
type Happened struct {
	Kind    string // push, comment, reply, resolve, request, ready, check, review, opened, label, …
	At      time.Time
	Repo    string
	Pull    int
	Actor   string
	Commit  string
	Comment int64
	Text    string // what was said; the login that was asked; the label
}

// Account finds an account by login, with or without [bot].
func (s *State) Account(login string) *Account {
	login = Plain(login)
	for _, a := range s.Accounts {
		if strings.EqualFold(a.Login, login) {
			return a
		}
	}
	return nil
}

// Plain is a login without the suffix that REST gives to bots.
func Plain(login string) string { return strings.TrimSuffix(login, "[bot]") }

// Repository finds a repository by owner/name.
func (s *State) Repository(slug string) *Repository {
	for _, r := range s.Repos {
		if strings.EqualFold(r.Slug(), slug) {
			return r
		}
	}
	return nil
}

// Pull finds a pull request by number.
func (r *Repository) Pull(number int) *Pull {
	for _, p := range r.Pulls {
		if p.Number == number {
			return p
		}
	}
	return nil
}
