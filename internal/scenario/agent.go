package scenario

import (
	"slices"

	"github.com/settlehq/settle/internal/strictyaml"
)

// Agent is what a scripted coding agent says and does.
type Agent struct {
	Triage []Triage `yaml:"triage"`
	Fix    []Fix    `yaml:"fix"`
	Audit  []Audit  `yaml:"audit"`
	Review []Review `yaml:"review"`
}

// Triage is a judgment of some items.
type Triage struct {
	For      []string  `yaml:"for,orlist"` // ids of findings or acts
	Class    string    `yaml:"class"`
	Reason   string    `yaml:"reason"`
	Primary  string    `yaml:"primary"` // of several with one cause, the one that is fixed
	Question *Question `yaml:"question"`
}

// Question is what a person is asked where the agent cannot decide.
type Question struct {
	Text           string   `yaml:"text"`
	Investigated   string   `yaml:"investigated"`
	Options        []Option `yaml:"options"`
	Recommendation string   `yaml:"recommendation"`
}

// Option is one way to answer.
type Option struct {
	Option   string `yaml:"option"`
	Tradeoff string `yaml:"tradeoff"`
}

// DecodeYAML reads a text, or the whole question.
func (q *Question) DecodeYAML(n strictyaml.Node) {
	if n.Kind() == strictyaml.Text {
		n.Decode(&q.Text)
		return
	}
	type plain Question
	n.Decode((*plain)(q))
}

// Fix is what the agent does about one or several items. An item that no fix
// lists is reported as failed.
type Fix struct {
	For       []string          `yaml:"for,orlist"` // ids, check:NAME, or conflict
	Summary   string            `yaml:"summary"`    // what changed, in the agent\'s words; empty: the paths
	Reading   string            `yaml:"reading"`    // of the cluster that the items are in; empty: another matter than what was settled before
	Searched  []string          `yaml:"searched"`   // the files that were looked through for siblings
	Replace   []Replace         `yaml:"replace"`
	Write     map[string]string `yaml:"write"` // path to content
	Delete    []string          `yaml:"delete"`
	Tree      string            `yaml:"tree"`    // a tree of sections laid over the work
	Commits   int               `yaml:"commits"` // 0: the edits are left uncommitted
	Takes     Span              `yaml:"takes"`
	Meets     string            `yaml:"meets"` // two entries of one name wait for each other, in two runs at the same time
	CostUSD   float64           `yaml:"cost_usd"`
	Report    *FixReport        `yaml:"report"` // nil: what was done is reported truly
	Misbehave []Misbehaviour    `yaml:"misbehave,orlist"`
}

// Defaults commit once.
func (f *Fix) Defaults() { f.Commits = 1 }

// Replace puts a new text where an old one occurs exactly once.
type Replace struct {
	Path string `yaml:"path"`
	Old  string `yaml:"old"`
	New  string `yaml:"new"`
}

// FixReport overrides what the agent claims.
type FixReport struct {
	Outcome  string `yaml:"outcome"`
	Commit   string `yaml:"commit"`
	Evidence string `yaml:"evidence"`
	Test     string `yaml:"test"`
}

// Misbehaviour is something an agent must not do.
type Misbehaviour string

// Words are all of them.
func (Misbehaviour) Words() []string {
	return []string{"hang", "exit", "flood", "background", "fork", "outside", "skip_hooks", "delete_tests", "push",
		"rewrite_history", "plant_hook", "read_env", "network", "wrong_commit", "no_commit", "claims_success",
		"weaken_tests", "switch_branch", "push_mirror", "plant_config", "symlink", "nested_repository", "unlink_git", "no_report", "bad_report"}
}

// Audit is what the agent finds when it looks over the whole diff; a look that
// nothing lists is clean.
type Audit struct {
	Reviews  Reviews   `yaml:"reviews"`
	Findings []Finding `yaml:"findings"`
}

// Defaults mean every look.
func (a *Audit) Defaults() { a.Reviews = Reviews{All: true} }

// Text is what somebody says in a scenario under a name.
type Text struct{ ID, Body string }

// Texts are the words of all findings and acts that have a name: of reviewers,
// of people, of our own auditor.
func (f *File) Texts() []Text {
	var texts []Text
	for _, finding := range f.Findings {
		texts = append(texts, Text{finding.ID, finding.Body})
	}
	for _, act := range f.Timeline {
		texts = append(texts, Text{act.ID, act.Body})
	}
	for _, audit := range f.Agent.Audit {
		for _, finding := range audit.Findings {
			texts = append(texts, Text{finding.ID, finding.Body})
		}
	}
	return slices.DeleteFunc(texts, func(t Text) bool { return t.ID == "" || t.Body == "" })
}
