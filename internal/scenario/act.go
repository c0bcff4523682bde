package scenario

import (
	"slices"

	"github.com/settlehq/settle/internal/strictyaml"
)

// Act is something done at a time or after an event, by one or several
// accounts. Which of the later fields an act uses is in its row of Acts.
type Act struct {
	On
	At      *Duration `yaml:"at"`   // since the start of the play; negative: history. nil: When decides
	When    *When     `yaml:"when"` // nil: At decides
	Nth     int       `yaml:"nth"`  // short for when.nth
	Matches *Pattern  `yaml:"matches"`
	After   Span      `yaml:"after"` // since the event
	By      []string  `yaml:"by,orlist"`
	Do      string    `yaml:"do"`
	Times   int       `yaml:"times"` // how often, one after the other
	ID      string    `yaml:"id"`    // the name of what it makes, for the agent and for later acts

	Item       string     `yaml:"item"` // the finding or act that it is about
	Body       string     `yaml:"body"`
	Path       string     `yaml:"path"`
	Line       string     `yaml:"line"` // a text on the line
	Commit     string     `yaml:"commit"`
	State      ReviewWord `yaml:"state"`
	Content    string     `yaml:"content"` // a reaction
	Tree       string     `yaml:"tree"`
	Delete     []string   `yaml:"delete"`
	To         string     `yaml:"to"`
	Base       string     `yaml:"base"`
	Name       string     `yaml:"name"` // a check or a label
	Conclusion string     `yaml:"conclusion"`
	Reviewer   string     `yaml:"reviewer"` // a login
	Permission string     `yaml:"permission"`
	For        Duration   `yaml:"for"`
	Fix        string     `yaml:"fix"`
	Decline    string     `yaml:"decline"`
	Defer      string     `yaml:"defer"`
}

// Defaults do an act once.
func (a *Act) Defaults() { a.Times = 1 }

// When is the event that an act waits for.
type When struct {
	Event   Event    `yaml:"event"`
	Nth     int      `yaml:"nth"`     // the nth such event, from 1
	By      string   `yaml:"by"`      // of this account only; empty: anybody's
	Matches *Pattern `yaml:"matches"` // in the event's text
}

// DecodeYAML reads `when: push` or `when: {event: push, by: maria, nth: 2}`.
func (w *When) DecodeYAML(n strictyaml.Node) {
	w.Nth = 1
	if n.Kind() != strictyaml.Map {
		n.Decode(&w.Event)
		return
	}
	type plain When
	n.Decode((*plain)(w))
	if n.Key("event").Kind() == strictyaml.Missing {
		n.Refuse(strictyaml.Problem{What: "when names no event", Allowed: w.Event.Words()})
	}
}

// Event is something that happens in a play.
type Event string

// Words are all events.
func (Event) Words() []string {
	return []string{"push", "comment", "reply", "resolve", "request", "ready", "check", "review",
		"clean", "dirty", "enqueued", "waiting", "needs_you"}
}

// ActRow says what one act needs and may have beside the keys of every act.
type ActRow struct {
	Needs, May []string
	Machine    bool // done at settle's own machine, not on the host
}

// Acts is the closed list of acts, by the word in `do`.
var Acts = map[string]ActRow{
	"review":          {May: []string{"commit"}},
	"comment":         {Needs: []string{"body"}, May: []string{"path", "line", "commit"}},
	"reply":           {Needs: []string{"item", "body"}},
	"edit":            {Needs: []string{"item", "body"}},
	"delete":          {Needs: []string{"item"}},
	"minimize":        {Needs: []string{"item"}},
	"react":           {Needs: []string{"content"}, May: []string{"item"}},
	"unreact":         {Needs: []string{"content"}, May: []string{"item"}},
	"resolve":         {Needs: []string{"item"}},
	"unresolve":       {Needs: []string{"item"}},
	"approve":         {May: []string{"body", "commit"}},
	"request_changes": {Needs: []string{"body"}, May: []string{"commit"}},
	"dismiss":         {Needs: []string{"item"}, May: []string{"body"}},
	"start_review":    {May: []string{"body", "path", "line", "commit"}},
	"submit_review":   {May: []string{"body", "state"}},
	"paste_marker":    {Needs: []string{"item"}, May: []string{"body"}},

	"push":          {Needs: []string{"tree"}, May: []string{"delete", "body"}},
	"force_push":    {May: []string{"tree", "to", "delete", "body"}},
	"rebase":        {},
	"push_base":     {Needs: []string{"tree"}, May: []string{"delete", "body"}},
	"check":         {Needs: []string{"name", "conclusion"}, May: []string{"commit", "body"}},
	"close":         {},
	"reopen":        {},
	"merge":         {},
	"retarget":      {Needs: []string{"base"}},
	"transfer":      {Needs: []string{"to"}},
	"delete_branch": {},
	"ready":         {},
	"draft":         {},
	"request":       {Needs: []string{"reviewer"}},
	"unrequest":     {Needs: []string{"reviewer"}},
	"enqueue":       {},
	"dequeue":       {},
	"label":         {Needs: []string{"name"}},
	"revoke":        {Needs: []string{"permission"}},
	"grant":         {Needs: []string{"permission"}},

	"answer":     {Needs: []string{"item"}, May: []string{"fix", "decline", "defer"}, Machine: true},
	"pause":      {Machine: true},
	"resume":     {Machine: true},
	"stop":       {Machine: true},
	"second_run": {Machine: true},
	"sleep":      {Needs: []string{"for"}, Machine: true},
	"disk_full":  {Machine: true},
}

// ActNames are the words that `do` may have, sorted.
func ActNames() []string {
	names := make([]string, 0, len(Acts))
	for name := range Acts {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
