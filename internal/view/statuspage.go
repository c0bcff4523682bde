package view

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/verdict"
)

// Text is the page of status: the answer in line one, then a line for each
// gate, then what comes next. It ends with a line feed.
func (s Status) Text(p Page) string {
	f := s.facts
	if f.Snapshot == nil {
		return p.spread(s.Ref, "unknown") + "\n" + p.wrap("Never observed: nothing is known of it yet. settle status "+s.Ref+" looks.", 0, 0) + "\n"
	}
	lines := []string{p.title(f), p.end(vitals(f, p), p.width())}
	if f.Verdict.Phase != verdict.Ended && f.Verdict.Phase != verdict.Paused {
		lines = append(lines, gateLines(f, p)...)
	}
	lines = append(lines, p.wrap(next(f, p), 0, 0))
	return strings.Join(lines, "\n") + "\n"
}

// title is line one: name, title, phase.
func (p Page) title(f Facts) string {
	phase := spaced(string(f.Verdict.Phase))
	line := p.spread(f.Ref.String()+"  "+clean(f.Snapshot.Title), phase)
	if room := p.width() - cells(phase) - 1; cells(f.Ref.String()) > room {
		line = f.Ref.String() + " " + phase // an id is never cut
	}
	return strings.TrimSuffix(line, phase) + p.paint(phase, signs[signOf(f.Verdict.Phase)].color)
}

func signOf(phase verdict.Phase) sign {
	switch phase {
	case verdict.Ready, verdict.Ended:
		return holds
	case verdict.Working:
		return atWork
	case verdict.NeedsYou, verdict.Paused:
		return yours
	case verdict.Blocked:
		return against
	}
	return waits
}

// vitals is line two: head, round, items, cost, age of the look.
func vitals(f Facts, p Page) string {
	parts := []string{"head " + f.head().Short(), fmt.Sprintf("round %d of %d", f.History.Rounds, f.Policy.Limits.Rounds+f.History.Told.Raised)}
	if f.judged() {
		parts = append(parts, plural(len(f.asks()), "item"))
	}
	if limit := f.Policy.Limits.Cost; limit > 0 {
		parts = append(parts, dollars(f.History.Spent)+" of "+budget(limit))
	}
	if !f.ObservedAt.IsZero() {
		parts = append(parts, "seen "+p.ago(f.ObservedAt, f.Now))
	}
	return strings.Join(parts, "  ")
}

// next says what happens now, or what would move it.
func next(f Facts, p Page) string {
	switch f.Verdict.Phase {
	case verdict.Ready:
		return readySince(f, p) + watched(f, p) + " Merging is yours."
	case verdict.Ended:
		return capital(Headline(f.Verdict)) + "."
	case verdict.Paused:
		return fmt.Sprintf("%s. settle resume %d goes on.", capital(Headline(f.Verdict)), f.Ref.Number)
	case verdict.NeedsYou:
		return waitsFor(f)
	case verdict.Blocked:
		return remedy(f)
	case verdict.Working:
		return underWay(f, p)
	}
	return sleep(f, p)
}

func readySince(f Facts, p Page) string {
	deed := f.History.Deed(action.ReadyKey(f.head()))
	if deed.State == journal.Done && !deed.SettledAt.IsZero() {
		return "Marked ready for review " + p.ago(deed.SettledAt, f.Now) + "."
	}
	return "It is no draft, so nothing was marked."
}

// watched says what a pull request that is ready is still looked at for.
func watched(f Facts, p Page) string {
	if !f.Verdict.Watched() {
		return ""
	}
	return " It is watched until it is merged or closed: what reviewers and people still say is worked on. Next look " + p.clock(f.Verdict.Wake, f.Now) + "." + unheld(f)
}

// sleep: what is waited for stands in the gates; here stands until when.
func sleep(f Facts, p Page) string {
	if f.Verdict.Wake.IsZero() {
		return capital(Headline(f.Verdict)) + "."
	}
	at := p.clock(f.Verdict.Wake, f.Now)
	switch {
	case f.Verdict.Why.Code == "gap":
		return "Nothing was acted on: what is unread may matter. Next try " + at + "." + unheld(f)
	case f.Verdict.Why.Gate == "":
		return capital(headline(f.Verdict, f.name())) + ". Next look " + at + "." + unheld(f)
	}
	return "Next look " + at + ". Nothing runs meanwhile." + unheld(f)
}

// underWay names the work that is going on, else what is wished next.
func underWay(f Facts, p Page) string {
	for _, deed := range inOrder(f.History) {
		if deed.State.InFlight() {
			return "Under way: " + deedWords(deed.Key, f.name()) + ", since " + p.clock(deed.StartedAt, f.Now) + "." + unheld(f)
		}
	}
	var wishes []string
	for _, a := range f.Verdict.Actions {
		wishes = append(wishes, deedWords(a.Key, f.name()))
	}
	if len(f.History.Deeds) == 0 {
		return "No deed done yet. settle run --dry-run prints what would be said and changed."
	}
	if len(wishes) == 0 {
		return capital(headline(f.Verdict, f.name())) + "."
	}
	if len(wishes) > 3 {
		wishes = append(wishes[:3], fmt.Sprintf("%d more", len(wishes)-3))
	}
	return "Due: " + list(wishes) + "." + unheld(f)
}

// unheld says that nobody will do what is due, where no process drives it.
func unheld(f Facts) string {
	if f.Holder != nil {
		return ""
	}
	return fmt.Sprintf(" No process drives it; settle run %d goes on.", f.Ref.Number)
}

func waitsFor(f Facts) string {
	switch f.Verdict.Why.Code {
	case "own_draft_review":
		return capital(Headline(f.Verdict)) + ". Submit or discard it on GitHub, then run again."
	case "needs_decision":
		return "Everything else is done; the answer goes on from here."
	}
	return capital(headline(f.Verdict, f.name())) + ". Only a person can move it on."
}

// remedies say what moves a pull request on that no waiting moves.
var remedies = map[string]string{
	"policy_broken": "Nothing is edited or said until the file is repaired: settle config check.",
	"checks_failed": "A push or a new run of the check restarts.", "unstable": "A push or a new run of the check restarts.",
	"conflict": "Merge or rebase the branch; the push restarts.", "behind": "Update the branch; the push restarts.",
	"set_back":              "Mark it ready on GitHub, or push; settle resume looks again.",
	"threads_unresolved":    "Resolve the threads on GitHub, or set gates.threads to by_policy.",
	"host_wants_resolution": "Resolve the threads on GitHub: the host requires it.",
	"not_allowed":           "Grant the permission, then settle resume tries again.",
	"fork_gone":             "Open a new pull request from a branch that is there, or use --no-edit to answer only.",
	"fork_shut":             "Ask the author to make the change, or to allow edits; or use --no-edit to answer only.",
	"no_write":              "Grant write access, then settle resume tries again; or use --no-edit to answer only.",
	"reviewer_silent":       "Ask it by hand, or set when_silent to proceed.",
	"reviewer_refused":      "Set when_refused to wait or proceed, or ask again later.",
}

func remedy(f Facts) string {
	text := capital(headline(f.Verdict, f.name())) + "."
	if f.Verdict.Why.Gate != "" && f.Verdict.Why.Code != "not_allowed" {
		text = "" // the gate's line says it
	}
	if what := remedies[f.Verdict.Why.Code]; what != "" {
		return strings.TrimSpace(text + " " + what)
	}
	return strings.TrimSpace(text + fmt.Sprintf(" settle explain %d shows the chain; a push or an answer restarts.", f.Ref.Number))
}

func capital(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
