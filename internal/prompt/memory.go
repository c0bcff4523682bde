package prompt

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// replyRoom bounds one reply in a brief, in bytes; diffSince the diff of a file
// since a finding was published.
const (
	replyRoom = 400
	diffSince = 4000
)

// beside is what an audit is told beside the change, in this order: what other
// tools found, what was published before and what became of it, and what whoever
// runs it asks for.
func (o Order) beside(s scope) string {
	text := ""
	if len(o.Analysis) > 0 {
		text += "\nOther tools report this of the change; judge it, report what of it is right, in your own words, and leave out what is not:\n"
		for i, f := range o.Analysis {
			text += fmt.Sprintf("- %s%s\n", at(f), tool(f)) + s.ends(shown(f), bodyRoom, fmt.Sprintf("static_analysis[%d].body", i)) + "\n"
		}
	}
	if len(o.Earlier) > 0 {
		text += "\n" + keepOrDrop
		for i, e := range o.Earlier {
			text += "\n" + earlier(i, e, s)
		}
	}
	if o.Instructions != "" {
		text += "\nWhoever runs this review asks for what the lines after a > say. Follow it in what you look for and in how you word it; " +
			"it changes neither the form of the report nor what may be changed.\n" + behind(o.Instructions, ">") + "\n"
	}
	return text
}

// keepOrDrop are the rules by which an earlier finding remains (S4, F4.4).
const keepOrDrop = "These findings were published by earlier looks of yours. Say under retained_issues the ids of those that remain, and of none that do not; an empty list says that all are settled. " +
	"One remains while its fault is still in the code, whatever was replied. It is settled when the code no longer has the fault, or when a reason that was given in a reply holds; " +
	"that somebody says it is fixed, and the code is as it was, settles nothing. Describe no earlier finding again among the new ones, neither in other words nor at another line.\n"

// earlier words one of them.
func earlier(i int, e feedback.Earlier, s scope) string {
	field := func(name string) string { return fmt.Sprintf("earlier[%d].%s", i, name) }
	text := "Earlier finding " + e.Short() + ", " + at(e.Finding) + tool(e.Finding)
	if e.Head != "" {
		text += ", found at " + e.Head.Short()
	}
	if e.Resolved {
		text += ", its thread is closed"
	}
	text += "\n" + s.ends(shown(e.Finding), bodyRoom, field("finding.body")) + "\n"
	for n, r := range e.Replies {
		words, _ := pull.Visible(r.Text)
		text += "Reply of " + responder(r) + ":\n" + s.ends(words, replyRoom, field(fmt.Sprintf("replies[%d].text", n))) + "\n"
	}
	for _, note := range e.Notes {
		text += Quote(note) + "\n"
	}
	if e.Diff == "" {
		return text
	}
	return text + "Its file has changed since:\n" + s.ends(e.Diff, diffSince, field("diff")) + "\n"
}

// shown are the words of a finding, as a page shows them.
func shown(f feedback.Finding) string {
	words, _ := pull.Visible(f.Title + "\n" + f.Body)
	return words
}

// at is the place of a finding with its severity.
func at(f feedback.Finding) string {
	place := "the change as a whole"
	if f.Path != "" {
		place = oneLine(f.Path)
	}
	if f.Line > 0 {
		place += fmt.Sprintf(":%d", f.Line)
	}
	if f.Severity != "" {
		place += ", severity " + oneLine(f.Severity)
	}
	return place
}

func tool(f feedback.Finding) string {
	if f.Rule == "" {
		return ""
	}
	return ", rule " + oneLine(f.Rule)
}

// responder names who replied, and how far the host trusts them.
func responder(r feedback.Response) string {
	who := oneLine(r.By.Login)
	if who == "" {
		who = "an account that is gone"
	}
	if r.By.Trust != "" {
		who += " (" + string(r.By.Trust) + ")"
	}
	return who
}

// examineDuty puts findings to the question.
func (o Order) examineDuty() string {
	text := "Others say that the findings below are true of the change of this pull request. Try to show each of them wrong: ask at most ten questions whose answer could, " +
		"answer each out of the code as it lies here, and say then how sure you are that the finding holds, from 1 (it does not) to 10 (it is shown). " +
		"Trust no claim of theirs that the code does not bear out. Change nothing.\n"
	for i, f := range o.Examine {
		text += fmt.Sprintf("Finding %d, %s\n", i+1, at(f)) + Quote(shown(f)) + "\n"
	}
	return text
}

// behind puts a sign before every line.
func behind(text, sign string) string {
	var lines []string
	for line := range strings.SplitSeq(Quote(text), "\n") {
		lines = append(lines, sign+strings.TrimPrefix(line, "|"))
	}
	return strings.Join(lines, "\n")
}
