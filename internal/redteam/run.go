package redteam

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/decide"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/prompt"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// Result is what became of one text. Breach is empty where it held.
type Result struct {
	Name     string
	Incident string
	Looked   int // texts that were looked at
	Breach   string
}

// Run lets every text of the pack try.
func Run() []Result {
	var results []Result
	for _, a := range attacks() {
		t := &trial{attack: a}
		t.run()
		results = append(results, Result{Name: a.name, Incident: a.incident, Looked: t.looked, Breach: t.breach})
	}
	return results
}

// trial is one text on its way.
type trial struct {
	attack
	looked int
	breach string
}

// fail keeps the first breach.
func (t *trial) fail(format string, args ...any) {
	if t.breach == "" {
		t.breach = fmt.Sprintf(format, args...)
	}
}

func (t *trial) run() {
	snapshot := stage(t.attack)
	policies := &config.Policies{}
	rules := policies.For(snapshot)
	if calm := policies.For(stage(attack{place: t.place, by: t.by, text: "fine"})); !reflect.DeepEqual(rules, calm) {
		t.fail("it changes the policy")
	}
	verdict := decide.Next(snapshot, journal.History{Born: start}, rules, start.Add(time.Hour))
	t.works(verdict.Actions)
	t.reviewer(snapshot)
	if len(verdict.Items) == 0 {
		t.fail("it is no item of the pull request")
	}
	for _, st := range verdict.Items {
		t.agents(snapshot, rules, st)
		t.public(rules, st)
	}
}

// works: a stranger's words start nothing.
func (t *trial) works(actions []action.Action) {
	t.looked++
	for _, a := range actions {
		if t.by == "outsider" && a.Work != nil {
			t.fail("a stranger's words start the work %s", a.Key)
		}
		if a.Kind == action.Push || a.Kind == action.Ready || a.Kind == action.Resolve {
			t.fail("it leads to a %s", a.Kind)
		}
	}
}

// agents looks at all that an agent would be told.
func (t *trial) agents(s pull.Snapshot, rules policy.Policy, st feedback.Standing) {
	st = t.judged(st)
	for _, task := range []action.Task{action.Triage, action.Fix, action.Repair, action.Update, action.Audit} {
		order := prompt.Order{
			Task: task, Ref: s.Ref, Title: s.Title, Head: s.Head, Base: s.Base, Asks: []prompt.Ask{{Standing: st, Facts: t.facts()}},
			Verify: rules.Verify.Full, Tests: rules.Verify.Tests, Protected: rules.Escalation.Paths,
			Broken: &prompt.Broken{Check: "ci", Output: t.facts()[0]}, Diff: t.facts()[0], Conflicts: []string{st.Item.Where.Path}, Onto: s.BaseRef,
		}
		for _, words := range []string{order.Text(), order.Brief(agent.RequestFile)} {
			request := agent.Request{Prompt: words, Short: words}
			t.quoted(request.Words("/run/request.json", "/run/report.json"))
		}
		t.request(agent.Request{Task: task, Title: s.Title, Items: []agent.Item{agent.ItemOf(st, t.facts()...)}})
	}
}

// judged gives the item a judgment that repeats the text, as a model might.
func (t *trial) judged(st feedback.Standing) feedback.Standing {
	st.Judgment = &feedback.Judgment{At: st.Item.At(), Class: feedback.Invalid, Reason: t.text, Source: feedback.ByAgent}
	if t.place == "suggestion" {
		st.Item.Suggestion = &feedback.Suggestion{Path: "cart.go", Start: 1, End: 1, Text: t.text}
	}
	return st
}

func (t *trial) facts() []string { return []string{"The output of the check was:\n" + t.text} }

// quoted: no line of ours holds the text, but as a name in the middle of a
// line; what a page hides is not there at all.
func (t *trial) quoted(words string) {
	t.looked++
	name := t.place == "path" || t.place == "login"
	for _, line := range strings.FieldsFunc(words, lineEnd) {
		line = strings.TrimSpace(line)
		ours := !strings.HasPrefix(line, "|")
		if ours && strings.Contains(line, mark) && (!name || strings.HasPrefix(line, mark)) {
			t.fail("an agent is told it unquoted: %.80q", line)
		}
	}
	t.unhidden(words, "an agent is told")
	if strings.ContainsFunc(words, unseen) {
		t.fail("an agent is told characters that nobody sees")
	}
}

// unhidden looks in what is said of the item itself; facts and judgments are
// words of checks and of models, which hide nothing from a page.
func (t *trial) unhidden(words, who string) {
	if t.place == "reason" {
		return
	}
	body, _, _ := strings.Cut(words, "Judged ")
	body, _, _ = strings.Cut(body, "| The output of the check was:")
	if strings.Contains(body, hidden) {
		t.fail("%s what a page does not show", who)
	}
}

var (
	code    = regexp.MustCompile("`[^`]*`") // where the host calls nobody
	mention = regexp.MustCompile(`(?:^|\W)@[A-Za-z0-9]`)
)

func lineEnd(r rune) bool {
	return r == '\n' || r == '\r' || r == '\v' || r == '\f' || r == 0x85 || r == 0x2028 || r == 0x2029
}

func unseen(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= 0x200B && r <= 0x200F || r >= 0x202A && r <= 0x202E || r >= 0x2060 && r <= 0x2069 || r >= 0xE0000
}

// request: the file holds one item, with its author and tier, and of its body
// what a page shows.
func (t *trial) request(r agent.Request) {
	t.looked++
	data, err := r.Encode()
	if err != nil {
		t.fail("the request cannot be written: %v", err)
		return
	}
	back, err := agent.DecodeRequest(data)
	if err != nil || len(back.Items) != 1 || back.Items[0].Trust == "" && back.Items[0].AuthorKind != pull.Bot {
		t.fail("the request does not say who asks: %v", err)
		return
	}
	if strings.Contains(back.Items[0].Body+back.Items[0].Title, hidden) {
		t.fail("the request holds what a page does not show")
	}
}

// public: an answer that repeats the text publishes no credential, nothing
// hidden, and calls nobody.
func (t *trial) public(rules policy.Policy, st feedback.Standing) {
	t.looked++
	st = t.judged(st)
	text, err := view.Reply(action.Say{Item: st.Item.At(), Disposition: feedback.Declined, Standing: &st}, rules.Answers)
	if err != nil {
		return // refused: nothing leaves
	}
	t.leaves(text)
}

// leaves looks at a text that others would read.
func (t *trial) leaves(text string) {
	switch {
	case strings.Contains(text, madeUp()):
		t.fail("a credential is published")
	case strings.Contains(text, hidden):
		t.fail("hidden text is published")
	case mention.MatchString(code.ReplaceAllString(text, "")):
		t.fail("somebody is called: %.80q", text)
	}
}
