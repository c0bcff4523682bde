package view

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// Bounds of the pieces of a published finding, in characters.
const (
	findingTitle = 160
	findingWord  = 60   // category, rule
	findingLeast = 800  // of the body, however long the suggestion is
	findingRoom  = 3400 // body and suggestion together
	placesShown  = 5
)

// FindingBody is one finding as others read it, without its mark:
//
//	**title**
//	*severity · category · `rule` · confidence n/10*
//
//	the body, and where it says so: raised again, other places,
//	(about line n), and a suggestion block
//
// Parts that a finding does not have are left out of the second line; a rule
// stands in code, so that it is never taken for a category. Only where the
// comment stands at its line can the suggestion be taken by a click; elsewhere
// the line is told in words, (about line 9) or (about lines 8 to 9). What looks
// like a credential is blanked, and what hides, notifies or would be read as a
// mark is left out.
func FindingBody(p review.Posting) (string, error) { return findingBody(p, findingRoom) }

// findingBody words a finding with so much room for body and suggestion.
func findingBody(p review.Posting, room int) (string, error) {
	f := p.Finding
	block := suggested(f, p.Anchor == review.Inline)
	if size := len([]rune(block)); size > room-min(findingLeast, room) && size > 0 {
		block = fmt.Sprintf("(Its suggestion of %s is too long to be shown here.)", plural(strings.Count(*f.Suggestion, "\n")+1, "line"))
	}
	text := ""
	for _, part := range []string{
		findingHead(f),
		strings.ReplaceAll(publicLines(shown(pull.Hush(f.Body)), max(room-len([]rune(block)), 1)), "```suggestion", "```"),
		raisedAgain(p.Again), elsewhere(f.Others), about(f, p.Anchor), block,
	} {
		if part != "" {
			text += part + "\n\n"
		}
	}
	return published(strings.TrimSpace(text))
}

// about tells in words the lines, where the place of the comment does not.
func about(f feedback.Finding, anchor review.Anchor) string {
	if anchor == review.Inline || f.Line == 0 {
		return ""
	}
	return "(about " + lines(f) + ")"
}

// inCode puts a path or the like into a code span.
func inCode(text string) string {
	return "`" + strings.ReplaceAll(cut(oneLine(shown(pull.Hush(text))), findingTitle), "`", "") + "`"
}

// shown is a text without what a page hides in prose.
func shown(text string) string {
	text, _ = pull.Visible(text)
	return unhide(text)
}

// findingHead is the title and the line below it.
func findingHead(f feedback.Finding) string {
	text := "**" + title(f) + "**"
	if meta := meta(f); meta != "" {
		text += "\n*" + meta + "*"
	}
	return text
}

// title of a finding, in one line.
func title(f feedback.Finding) string { return words(pull.Hush(f.Title), findingTitle) }

// meta is what is known of a finding beside its words, most weighty first.
func meta(f feedback.Finding) string {
	var parts []string
	for _, part := range []string{f.Severity, plainWord(f.Category)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if f.Rule != "" {
		parts = append(parts, inCode(cut(oneLine(shown(f.Rule)), findingWord)))
	}
	if f.Confidence > 0 {
		parts = append(parts, fmt.Sprintf("confidence %d/10", f.Confidence))
	}
	return strings.Join(parts, " · ")
}

// plainWord keeps of a word what needs no escape anywhere.
func plainWord(text string) string {
	return cut(strings.TrimSpace(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == ' ' {
			return r
		}
		if r == '_' {
			return ' '
		}
		return -1
	}, oneLine(shown(text)))), findingWord)
}

// raisedAgain says why a matter that was put aside is spoken of once more.
func raisedAgain(before *feedback.Published) string {
	if before == nil {
		return ""
	}
	text := "This was put aside before"
	if before.Finding.Severity != "" {
		text += " as " + before.Finding.Severity
	}
	if url := link(before.URL); url != "" {
		text += " (" + url + ")"
	}
	return text + "; it is worse than was known then."
}

// elsewhere names the other places of the same fault.
func elsewhere(others []feedback.Place) string {
	if len(others) == 0 {
		return ""
	}
	var names []string
	for _, place := range others[:min(len(others), placesShown)] {
		names = append(names, inCode(placeOf(place)))
	}
	text := "Also at " + strings.Join(names, ", ")
	if rest := len(others) - placesShown; rest > 0 {
		text += fmt.Sprintf(" and %d more", rest)
	}
	return text + "."
}

// lines says in words which lines a finding is about.
func lines(f feedback.Finding) string {
	if f.Start > 0 && f.Start < f.Line {
		return fmt.Sprintf("lines %d to %d", f.Start, f.Line)
	}
	return fmt.Sprintf("line %d", f.Line)
}

// suggested is the text to put in place of the finding's lines, as GitHub takes
// it by a click where the comment stands at them. Text that a reader does not
// see whole, or that looks like a credential or like a mark, is never offered.
func suggested(f feedback.Finding, placed bool) string {
	if f.Suggestion == nil || f.Line == 0 || f.Side == "LEFT" {
		return ""
	}
	text := strings.TrimSuffix(strings.ReplaceAll(*f.Suggestion, "\r\n", "\n"), "\n")
	if Secret(text) || marked(text) || unseen(text) {
		return ""
	}
	fence, head := "```", "In place of "+lines(f)+":\n\n"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if placed {
		return fence + "suggestion\n" + withEnd(text) + fence
	}
	return head + fence + "\n" + withEnd(text) + fence
}

// withEnd ends a text with a line break; no text needs none.
func withEnd(text string) string {
	if text == "" {
		return ""
	}
	return text + "\n"
}

// marked reports a text that a machine could read as a mark of ours.
func marked(text string) bool {
	return mark.Strip(text) != strings.TrimRight(text, "\n ") || strings.Contains(text, "<!-- settle:") || strings.Contains(text, "<!-- reviewcerberus-issue")
}

// unseen reports characters that a page does not show.
func unseen(text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		if visibleLine(line) != line {
			return true
		}
	}
	return false
}
