package view

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/verdict"
)

// Progress is what a run prints of a step of a deed, or, where deed is nil, of
// the verdict: one line with time, word, what and why, and the reasons of a
// decision below it. It is empty when there is nothing worth a line, and has no
// line feed at its end. The caller asks for a verdict only when it changed.
func Progress(f Facts, deed *journal.Did, p Page) string {
	if deed != nil {
		return strings.Join(didLines(f, *deed, f.Now, p), "\n")
	}
	if f.Verdict.Phase == "" {
		return ""
	}
	return strings.Join(decisionLines(f, f.Verdict, f.before(), f.Now, p), "\n")
}

// before is the decision recorded before the verdict.
func (f Facts) before() *verdict.Verdict {
	for i := len(f.Recorded) - 1; i >= 0; i-- {
		v := &f.Recorded[i].Verdict
		if !v.Basis.Now.Equal(f.Verdict.Basis.Now) || v.Basis.Seq != f.Verdict.Basis.Seq {
			return v
		}
	}
	return nil
}

// Waiting is the one line that says what is waited for and until when; empty
// when nothing is. At a terminal it is the live last line, and says that an
// interruption loses nothing.
func Waiting(f Facts, p Page) string {
	s := signOf(f.Verdict.Phase)
	switch {
	case f.Verdict.Phase == verdict.Waiting, f.Verdict.Watched():
	case f.Verdict.Phase == verdict.Working:
		return "  " + p.mark(s) + " " + p.tail(inHand(f), "")
	default:
		return ""
	}
	if f.Verdict.Why.Code == "gap" {
		s = unknown
	}
	until := ""
	if !f.Verdict.Wake.IsZero() {
		until = p.clock(f.Verdict.Wake, f.Now)
	}
	return "  " + p.mark(s) + " " + p.tail(waitText(f, p), until)
}

// inHand names the deed that is under way.
func inHand(f Facts) string {
	for _, deed := range inOrder(f.History) {
		if deed.State.InFlight() {
			return deedWords(deed.Key, f.name()) + ", for " + took(f.Now.Sub(deed.StartedAt))
		}
	}
	return clean(headline(f.Verdict, f.name()))
}

func waitText(f Facts, p Page) string {
	why := f.Verdict.Why
	for _, r := range f.Verdict.Readings {
		if r.Reviewer != why.Subject || r.Word != feedback.Pending {
			continue
		}
		text := "waiting for " + clean(r.Reviewer)
		if usual := f.rules(r.Reviewer).Define.Ask.Latency; usual > 0 {
			text += ", usually " + took(usual)
		}
		if n := len(why.Children); n > 0 {
			text += fmt.Sprintf(" (and %d more)", n)
		}
		return text
	}
	text := clean(headline(f.Verdict, f.name()))
	if !why.Until.IsZero() {
		text += ", until " + p.clock(why.Until, f.Now)
	}
	return text
}

// tail sets the next look and the comfort at the right end of a live line.
func (p Page) tail(text, until string) string {
	used := 2 + p.markWidth() + 1
	if !p.Live {
		if until != "" {
			until = "; next look " + until
		}
		return p.wrap(text+until, used, used)
	}
	right := strings.TrimLeft(until+"  Ctrl-C is safe", " ")
	room := p.width() - used - cells(right) - 2
	return pad(p.end(text, room), room) + "  " + right
}
