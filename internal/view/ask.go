package view

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/settlehq/settle/internal/feedback"
)

// escalated asks a maintainer, with the options and what each costs; one matter
// is asked once.
func escalated(st feedback.Standing, primary *feedback.Standing) string {
	if url := replyOf(primary, feedback.Escalated); url != "" {
		return "Same matter as " + url + "; it waits for the decision that is asked for there. Left open."
	}
	question, options := questionOf(st)
	text := "This needs a maintainer's decision: " + sentence(question)
	if len(options) > 0 {
		text += " Options: " + strings.Join(options, "; ") + "."
	}
	return text + " Left open."
}

// undecided says what a person is asked where nobody put a question in words.
var undecided = map[string]string{
	"not_in_head": "the commit that was named for this is not part of the pull request; which one is it?",
	"undone":      "the change made for this was taken out of the branch again; is it wanted?",
	"rounds":      "the number of rounds allowed for this pull request is used up; is this to be worked on?",
	"cost":        "the amount allowed for this pull request is spent; is this to be worked on?",
	"recurrence":  "this was changed twice and is raised again; what would settle it?",
	"no_progress": "what was changed is raised again each time; what would settle it?",
	"alternation": "the same lines are changed back and forth; which way is meant?",

	"born_from_fix": "findings keep coming from the lines that earlier ones were answered with; is this to be changed as well?",
	"active_time":   "the time allowed for work on this pull request is used up; is this to be worked on?",
	"wall_time":     "the time allowed for this pull request is used up; is this to be worked on?",

	"no_judgment": "nobody could judge this, as often as it was tried; is it to be changed?",
	"no_verify":   "nothing says how a change is checked here, so none was made; is it to be changed by hand?",
	"follow_up":   "is this to be changed here, or in a pull request of its own?",
	"red_before":  "the checks of this repository fail without the change that was made for this just the same; is it to go on all the same?",
	"repairs":     "no change that passes this repository's checks was found; how should it go on?",
	"attempts":    "no change that passes this repository's checks was found; how should it go on?",
}

func questionOf(st feedback.Standing) (string, []string) {
	if st.Why == "violation" && st.Claim != nil && len(st.Claim.Violations) > 0 {
		return "the change that was made for this could not be accepted: " + Violations(st.Claim.Violations) + ". How should it go on?", nil
	}
	if st.Judgment == nil || st.Judgment.Question == nil || st.Judgment.Question.Text == "" {
		if text := undecided[st.Why]; text != "" {
			return text, nil
		}
		if st.Judgment != nil && st.Judgment.Reason != "" {
			return st.Judgment.Reason, nil
		}
		return "is this to be changed?", nil
	}
	q := st.Judgment.Question
	var options []string
	for _, o := range q.Options[:min(len(q.Options), optionsShown)] {
		text := words(o.Option, optionLimit)
		if o.Tradeoff != "" {
			text += " (" + words(o.Tradeoff, optionLimit) + ")"
		}
		options = append(options, text)
	}
	return q.Text, options
}

// sentence gives somebody's words a full stop where they end without one.
func sentence(text string) string {
	text = words(text, reasonLimit)
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?:") || strings.HasSuffix(text, "…") {
		return text
	}
	return text + "."
}

var (
	markup      = regexp.MustCompile(`<[^>]*>`)
	sentenceEnd = regexp.MustCompile(`[.!?](\s|$)`)
)

// firstSentence is what an ask begins with, for the quote above an answer in
// the conversation; what the ask itself quotes is passed over.
func firstSentence(item feedback.Item) string {
	for line := range strings.SplitSeq(unhide(item.Body), "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, ">") {
			continue
		}
		line = strings.TrimLeft(strings.ReplaceAll(markup.ReplaceAllString(line, ""), "**", ""), "#*-+ \t")
		if !strings.ContainsFunc(line, unicode.IsLetter) {
			continue
		}
		if end := sentenceEnd.FindStringIndex(line); end != nil {
			line = line[:end[0]+1]
		}
		return line
	}
	return item.Title
}

// evidenceOf is what a fixer's word was shown by, then what a judgment rests on.
func evidenceOf(st feedback.Standing) []feedback.Evidence {
	var all []feedback.Evidence
	if st.Claim != nil && st.Claim.Outcome == st.Disposition {
		all = append(all, st.Claim.Evidence...)
	}
	if st.Judgment != nil {
		all = append(all, st.Judgment.Evidence...)
	}
	return all
}

const hunkLines, hunkLimit = 30, 1200

// hunkOf shows the evidence of a judgment as a diff, in a fence that nothing
// within it can close.
func hunkOf(st feedback.Standing) string {
	for _, e := range evidenceOf(st) {
		if e.Kind != "hunk" || e.Text == "" {
			continue
		}
		lines := strings.Split(strings.TrimRight(hiddenComment.ReplaceAllString(e.Text, ""), "\n"), "\n")
		lines = lines[:min(len(lines), hunkLines)]
		for i, line := range lines {
			lines[i] = strings.TrimRight(visibleLine(line), " ")
		}
		text := cut(strings.Join(lines, "\n"), hunkLimit)
		mark := "```"
		for strings.Contains(text, mark) {
			mark += "`"
		}
		return mark + "diff\n" + text + "\n" + mark
	}
	return ""
}

// visibleLine keeps the indentation of code.
func visibleLine(line string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && invisible(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(line, "\uFFFD"))
}
