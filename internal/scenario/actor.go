package scenario

import (
	"slices"
	"strconv"
	"strings"

	"github.com/settlehq/settle/internal/strictyaml"
)

// Actor is an account beside the viewer: a reviewer that lives by rules, or a
// person who only does what the timeline says.
type Actor struct {
	Name        string      `yaml:"-"` // the key in the file
	Preset      string      `yaml:"preset"`
	Program     Program     `yaml:"program"` // what makes its reviews; empty: its rules
	Kind        ActorKind   `yaml:"kind"`
	Login       string      `yaml:"login"` // without [bot]; default the key
	ID          int64       `yaml:"id"`    // the account's number; 0: the stand-in chooses
	Association Association `yaml:"association"`
	Starts      []Start     `yaml:"starts,orlist"`
	Ack         []Ack       `yaml:"ack,orlist"`
	After       Span        `yaml:"after"` // from the start to the verdict
	Lag         Span        `yaml:"lag"`   // from the verdict to its inline findings
	Clean       []Signal    `yaml:"clean,orlist"`
	Dirty       []Signal    `yaml:"dirty,orlist"`
	Silent      Reviews     `yaml:"silent"`
	Refuse      []Refusal   `yaml:"refuse,orlist"`
	Reads       Reads       `yaml:"reads"`
	Repeats     Repeats     `yaml:"repeats"`
	Finding     string      `yaml:"finding"` // how a finding is worded; see Wording
	InBody      string      `yaml:"in_body"` // how one in a review's body is; empty: as any
}

// blank is an actor of which a file says nothing.
var blank = Actor{Kind: "bot", Association: "NONE", Reads: "diff", Repeats: "never", Finding: "{body}"}

// plainActor has the fields of an Actor and is read by them alone.
type plainActor Actor

// DecodeYAML lays the file's own keys over those of the preset.
func (a *Actor) DecodeYAML(n strictyaml.Node) {
	if !n.Wants(strictyaml.Map) {
		return
	}
	*a = blank
	if p := n.Key("preset"); p.Kind() != strictyaml.Missing && p.Among(PresetNames()) {
		name, _ := p.Text()
		*a = Preset(name)
	}
	n.Decode((*plainActor)(a))
	a.Name = n.Name()
	if a.Login == "" {
		a.Login = a.Name
	}
	for i := range a.Starts {
		a.Starts[i].Request = strings.ReplaceAll(a.Starts[i].Request, "{login}", a.Login)
	}
}

// ActorKind is what the host calls the account.
type ActorKind string

// Words are the two kinds.
func (ActorKind) Words() []string { return []string{"bot", "person"} }

// Association is an account's relation to the repository, in GitHub's words.
type Association string

// Words are GitHub's author associations.
func (Association) Words() []string {
	return []string{"OWNER", "MEMBER", "COLLABORATOR", "CONTRIBUTOR", "FIRST_TIME_CONTRIBUTOR", "FIRST_TIMER", "MANNEQUIN", "NONE"}
}

// Start is one thing that wakes an actor: exactly one field is set.
type Start struct {
	Event   string // push, opened or ready
	Comment string // a comment that is this phrase, by anybody but the actor
	Request string // a review request to this login; {login} is the actor's own
	Label   string // this label put on
}

// DecodeYAML reads a word or one of the three maps.
func (s *Start) DecodeYAML(n strictyaml.Node) {
	if n.Kind() != strictyaml.Map {
		s.Event = wordOr(n, []string{"push", "opened", "ready"}, "{comment: …}", "{request: …}", "{label: …}")
		return
	}
	var m struct {
		Comment string `yaml:"comment"`
		Request string `yaml:"request"`
		Label   string `yaml:"label"`
	}
	n.Decode(&m)
	if onlyOne(n, m.Comment != "", m.Request != "", m.Label != "") {
		*s = Start{Comment: m.Comment, Request: m.Request, Label: m.Label}
	}
}

// Ack is how an actor shows that it has begun: exactly one of React, Check,
// Event and Edit is set.
type Ack struct {
	React  string `yaml:"react"`
	Target Target `yaml:"target"`
	Check  string `yaml:"check"` // a check run in progress, finished by the verdict
	Event  string `yaml:"event"` // `started`: the host's own timeline event
	Edit   string `yaml:"edit"`  // the actor's own standing comment, written or rewritten
	After  Span   `yaml:"after"` // from the start
}

// DecodeYAML reads one map.
func (a *Ack) DecodeYAML(n strictyaml.Node) {
	type plain Ack
	a.Target = "ask"
	n.Decode((*plain)(a))
	onlyOne(n, a.React != "", a.Check != "", a.Event != "", a.Edit != "")
	if a.Event != "" && a.Event != "started" {
		n.Key("event").Among([]string{"started"})
	}
}

// Target is what a reaction is put on.
type Target string

// Words are the asking comment and the pull request's own text.
func (Target) Words() []string { return []string{"ask", "pull"} }

// Signal is one visible part of a verdict: exactly one of Word, Check, Review,
// React, Comment and Edit is set.
type Signal struct {
	Word       string     `yaml:"-"` // inline, review_body or none
	Check      string     `yaml:"check"`
	Conclusion string     `yaml:"conclusion"`
	Summary    string     `yaml:"summary"` // of the check run's output
	Review     ReviewWord `yaml:"review"`
	Body       string     `yaml:"body"`
	React      string     `yaml:"react"`
	Target     Target     `yaml:"target"`
	Comment    string     `yaml:"comment"`
	Edit       string     `yaml:"edit"`  // the actor's own standing comment, written or rewritten
	Asked      *bool      `yaml:"asked"` // only where a comment or a request asked, or only where none did; nil: both
}

// ReviewWord is the state of a submitted review.
type ReviewWord string

// Words are the three states that a review can be submitted in.
func (ReviewWord) Words() []string { return []string{"approved", "commented", "changes_requested"} }

// DecodeYAML reads a word or a map.
func (s *Signal) DecodeYAML(n strictyaml.Node) {
	if n.Kind() != strictyaml.Map {
		s.Word = wordOr(n, []string{"inline", "review_body", "none"},
			"{check: …}", "{review: …}", "{react: …}", "{comment: …}", "{edit: …}")
		return
	}
	type plain Signal
	s.Target = "pull"
	n.Decode((*plain)(s))
	onlyOne(n, s.Check != "", s.Review != "", s.React != "", s.Comment != "", s.Edit != "")
}

// Reviews picks some of an actor's reviews, counted from 1 for each pull request.
type Reviews struct {
	All   bool
	These []int
}

// DecodeYAML reads true, false, a number or a list of numbers.
func (r *Reviews) DecodeYAML(n strictyaml.Node) {
	*r = Reviews{}
	switch n.Kind() {
	case strictyaml.Bool:
		n.Decode(&r.All)
	case strictyaml.Whole:
		r.These = make([]int, 1)
		n.Decode(&r.These[0])
	case strictyaml.List:
		n.Decode(&r.These)
	default:
		n.Wants(strictyaml.Bool, strictyaml.Whole, strictyaml.List)
	}
}

// Has tells whether the nth review is picked.
func (r Reviews) Has(nth int) bool { return r.All || slices.Contains(r.These, nth) }

// None tells that nothing is picked.
func (r Reviews) None() bool { return !r.All && len(r.These) == 0 }

// Refusal is an answer that is no review: quota, paused, too large, down.
type Refusal struct {
	Reviews Reviews  `yaml:"reviews"`
	Body    string   `yaml:"body"`  // said as a comment; {until} is the time
	Until   Duration `yaml:"until"` // refused for this long; 0: not said
	As      Surface  `yaml:"as"`    // conversation (default) or review_body
}

// Defaults refuse every review, in the conversation.
func (r *Refusal) Defaults() { r.Reviews, r.As = Reviews{All: true}, "conversation" }

// Reads is what an actor looks at: the whole diff, or the last push alone.
type Reads string

// Words are the two.
func (Reads) Words() []string { return []string{"diff", "push"} }

// Repeats is when an actor raises a settled finding again.
type Repeats string

// Words: never, at every review, or unless the ask carried a table of outcomes.
func (Repeats) Words() []string { return []string{"never", "always", "without_table"} }

// wordOr reads one of the words; the maps are named where none fits.
func wordOr(n strictyaml.Node, words []string, maps ...string) string {
	text, _ := n.Text()
	if slices.Contains(words, text) {
		return text
	}
	n.Refuse(strictyaml.Problem{
		What: n.Name() + " cannot be " + strconv.Quote(text), Allowed: slices.Concat(words, maps),
		Hint: strictyaml.DidYouMean(text, words),
	})
	return ""
}

func onlyOne(n strictyaml.Node, set ...bool) bool {
	count := 0
	for _, yes := range set {
		if yes {
			count++
		}
	}
	if count == 1 {
		return true
	}
	n.Refuse(strictyaml.Problem{What: "an entry of " + n.Name() + " says exactly one thing"})
	return false
}
