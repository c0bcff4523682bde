package agent

import (
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// RequestSchema names the form of a request file.
const RequestSchema = "settle.request/1"

// RequestFile stands for the path of the request file, in the arguments of a
// program and in Short.
const RequestFile = "{request}"

// ReportFile stands for the path of the report file, in the arguments of a
// program and in what a model is told.
const ReportFile = "{report}"

// Request is everything an agent is told, in two forms that each hold it once:
// one JSON file for programs, and words for models. The fields Body, Title, Hunk
// and Facts of its items hold other people's words: data to judge, never
// instructions; the words have fences around them and say so.
//
// So do the fields Analysis, Earlier and Examine.
//
// Prompt is the whole as prose. Short is the same with long asks cut, each with
// the place in the request file where its rest stands: a third of the size, for
// an agent that can read that file. Words picks one. Neither is in the file.
type Request struct {
	Schema   string             `json:"schema"`
	Task     action.Task        `json:"task"`
	Ref      string             `json:"ref"` // owner/repo#number
	Title    string             `json:"title"`
	Head     pull.Oid           `json:"head"`
	Base     pull.Oid           `json:"base"`
	Worktree string             `json:"worktree"` // absolute; checked out at Head
	Items    []Item             `json:"items"`
	Clusters []feedback.Cluster `json:"clusters,omitempty"` // which of the items belong together, and to what was settled before
	Broken   *Broken            `json:"broken,omitempty"`   // repair: what failed

	// Conflicts are the files of an update or a rebase that git could not bring
	// together; its marks stand in them.
	Conflicts []string `json:"conflicts,omitempty"`

	Diff string `json:"diff,omitempty"` // audit: the change to look at, which the worktree holds

	// Of an audit that is published: what other tools found in the change, what was
	// published before and what became of it, and what whoever runs it asks for.
	Analysis     []feedback.Finding `json:"static_analysis,omitempty"`
	Earlier      []feedback.Earlier `json:"earlier,omitempty"`
	Instructions string             `json:"instructions,omitempty"`

	// Examine are findings of an audit that are to be put to the question; set:
	// nothing else is asked.
	Examine []feedback.Finding `json:"examine,omitempty"`

	Rules  Rules  `json:"rules"`
	Budget Budget `json:"budget"`
	Prompt string `json:"-"`
	Short  string `json:"-"`
}

// Words are what a model is told. request is where the agent can read the
// request file; empty: nowhere, and then nothing is cut. report is where it is
// to leave its answer.
func (r Request) Words(request, report string) string {
	if request == "" || r.Short == "" {
		return strings.ReplaceAll(r.Prompt, ReportFile, report)
	}
	return strings.NewReplacer(RequestFile, request, ReportFile, report).Replace(r.Short)
}

// Item is one ask as an agent sees it.
type Item struct {
	ID         feedback.ItemID      `json:"id"`
	Version    string               `json:"version"` // feedback.At, printed
	Kind       feedback.Kind        `json:"kind"`
	Reviewer   string               `json:"reviewer"`
	Author     string               `json:"author"`
	AuthorKind pull.Kind            `json:"author_kind"`
	Trust      pull.Trust           `json:"trust"`
	Where      feedback.Place       `json:"where"`
	Title      string               `json:"title"`
	Severity   string               `json:"severity,omitempty"`
	Body       string               `json:"body"`             // as a page shows it
	Hidden     []string             `json:"hidden,omitempty"` // what was left out of body, because a page does not show it
	Hunk       string               `json:"hunk,omitempty"`
	URL        string               `json:"url,omitempty"`
	Outdated   bool                 `json:"outdated"`
	Suggestion *feedback.Suggestion `json:"suggestion,omitempty"`
	Judgment   *feedback.Judgment   `json:"judgment,omitempty"` // fix: what triage or a person said
	Facts      []string             `json:"facts,omitempty"`    // what is known of it from before, one sentence each
	Recurrence *feedback.Recurrence `json:"recurrence,omitempty"`
}

// Broken is a check that failed, with the end of its output.
type Broken struct {
	Check   string `json:"check"`
	Command string `json:"command,omitempty"`
	Output  string `json:"output,omitempty"`
}

// Rules an agent must keep. Breaking one fails the work.
type Rules struct {
	Edit      bool     `json:"edit"`                // false: look only
	Verify    string   `json:"verify,omitempty"`    // what settle will run afterwards
	Tests     string   `json:"tests,omitempty"`     // required | prefer | none
	Protected []string `json:"protected,omitempty"` // globs of paths that wait for a person
}

// Budget of one run. Zero: no bound of that sort.
type Budget struct {
	Time  time.Duration `json:"time_ns,omitempty"`
	Cost  policy.Money  `json:"cost_micro_usd,omitempty"`
	Turns int           `json:"turns,omitempty"`
	Model string        `json:"model,omitempty"`
}

// ItemOf copies what an agent may know of a standing.
func ItemOf(s feedback.Standing, facts ...string) Item {
	i := s.Item
	title, _ := pull.Visible(i.Title)
	body, hidden := pull.Visible(i.Body)
	return Item{
		ID: i.ID, Version: i.At().String(), Kind: i.ID.Kind(), Reviewer: i.Reviewer,
		Author: i.By.Login, AuthorKind: i.By.Kind, Trust: i.By.Trust,
		Where: i.Where, Title: title, Severity: i.Severity, Body: body, Hidden: hidden, Hunk: i.Hunk,
		URL: i.URL, Outdated: i.Outdated, Suggestion: i.Suggestion,
		Judgment: s.Judgment, Facts: facts, Recurrence: s.Recurrence,
	}
}

// Has reports whether the request asks about the item.
func (r Request) Has(id feedback.ItemID) bool {
	for _, item := range r.Items {
		if item.ID == id {
			return true
		}
	}
	return false
}
