package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// Bounds of the summary comment, in characters. GitHub takes 65,536 (docs.github.com,
// "issue comment body"); the rest is left for the mark of the comment itself.
const (
	summaryLimit = 59_000
	summaryTable = 14_000
	blockLeast   = 300 // of the words of a finding that stands here only
)

// ReviewComment is what the one summary comment of a reviewer of ours is made
// of. Its plan holds the anchors as they came to be.
type ReviewComment struct {
	Plan review.Plan
	URLs map[mark.Digest]string // where the comments of new findings stand
	// Mark gives the line by which a finding that stands here only is known again.
	Mark func(id mark.Digest, head pull.Oid, signature string) string
}

// ReviewSummary is the summary comment without its own mark: how many findings
// are new, remain and were closed; a table of those that stand, worst first; and
// in full, each with its mark, those whose comment stands nowhere else. Left are
// the ids of those for which there was no room. It refuses to publish a
// credential.
func ReviewSummary(c ReviewComment) (text string, left []mark.Digest, err error) {
	parts := []string{"**" + reviewLine(c.Plan) + "**", c.table()}
	parts = append(parts, aside(c.Plan)...)
	text = joined(parts)
	blocks, left, err := c.blocks(summaryLimit - len([]rune(text)))
	if err != nil {
		return "", nil, err
	}
	if blocks != "" {
		text += "\n\nAt no line of the change:\n\n" + blocks
	}
	if len(left) > 0 {
		text += fmt.Sprintf("\n\nFor %s there was no room here.", plural(len(left), "more finding"))
	}
	text, err = published(text)
	return text, left, err
}

// ReviewBody heads the review whose comments are the new findings.
func ReviewBody(head pull.Oid, comments int) string {
	return fmt.Sprintf("%s at %s; which of the earlier ones remain stands in the summary comment.", plural(comments, "new finding"), head.Short())
}

// StillSo is said in the thread of a finding of which somebody's program said
// that it is fixed.
func StillSo(head pull.Oid) string { return "Still the case at " + head.Short() + "." }

// joined sets parts apart by an empty line; empty ones are left out.
func joined(parts []string) string {
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	return strings.Join(parts, "\n\n")
}

// reviewLine says what a review came to.
func reviewLine(p review.Plan) string {
	return "Review at " + p.Head.Short() + ": " + counts(p)
}

// counts says how many findings are new, remain, are left open and were closed.
func counts(p review.Plan) string {
	var parts []string
	if p.Failed != "" {
		return "not reviewed; " + plural(len(p.Left), "open finding") + " as before"
	}
	if n := len(p.New); n > 0 {
		parts = append(parts, plural(n, "new finding"))
	}
	for _, part := range []struct {
		n    int
		what string
	}{{len(p.Retained), "still open"}, {len(p.Left), "left open"}} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.what))
		}
	}
	if len(parts) == 0 {
		parts = append(parts, "no open finding")
	}
	if n := len(p.Resolve); n > 0 {
		parts = append(parts, fmt.Sprintf("%d closed as settled", n))
	}
	return list(parts)
}

// standing is a row of the table.
type standing struct {
	finding feedback.Finding
	url     string
	state   string
}

// standings are the findings that stand, worst first.
func (c ReviewComment) standings() []standing {
	var all []standing
	for _, p := range c.Plan.New {
		state := "new"
		if p.Again != nil {
			state = "raised again"
		}
		all = append(all, standing{p.Finding, c.URLs[p.ID], state})
	}
	for _, p := range c.Plan.Retained {
		all = append(all, standing{p.Finding, p.URL, "still open"})
	}
	slices.SortStableFunc(all, func(a, b standing) int { return cmp.Compare(weight(a.finding), weight(b.finding)) })
	return all
}

// weight orders severities, worst first; a word that is none comes last.
func weight(f feedback.Finding) int {
	if i := slices.Index(feedback.Severities, f.Severity); i >= 0 {
		return i
	}
	return len(feedback.Severities)
}

// table has a row for each finding that stands; what does not fit is counted.
func (c ReviewComment) table() string {
	all := c.standings()
	if len(all) == 0 {
		return ""
	}
	text := "| severity | place | finding | |\n|---|---|---|---|"
	for i, s := range all {
		row := "\n| " + cmp.Or(s.finding.Severity, "–") + " | " + cell(linked(s)) + " | " + cell(title(s.finding)) + " | " + s.state + " |"
		if len([]rune(text+row)) > summaryTable {
			return text + fmt.Sprintf("\n\nand %d more.", len(all)-i)
		}
		text += row
	}
	return text
}

// linked is the place of a finding, with the address of its comment.
func linked(s standing) string {
	place := inCode(placeOf(s.finding.Where()))
	if url := link(s.url); url != "" && !strings.ContainsAny(place, "[]") {
		return "[" + place + "](" + url + ")"
	}
	return place
}

// aside tells what was not said and not closed, and why.
func aside(p review.Plan) []string {
	var parts []string
	if n := len(p.Silenced); n > 0 {
		parts = append(parts, plural(n, "finding")+" put aside before, and not raised again.")
	}
	if p.Unresolved != "" && len(p.Left) > 0 { // where nothing was open before, nothing is missed
		return append(parts, "No thread was closed: "+sentence(reviewWords[p.Unresolved]))
	}
	left := map[review.Reason]int{}
	for _, l := range p.Left {
		left[l.Why]++
	}
	for _, why := range []review.Reason{review.Discussed, review.OtherTool, review.NotAllowed, review.Moved} {
		if n := left[why]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s left open: %s", plural(n, "finding"), sentence(reviewWords[why])))
		}
	}
	return parts
}

// reviewWords say why something of a review was not done.
var reviewWords = map[review.Reason]string{
	review.Resolved:    "somebody else closed its thread or hid its comment",
	review.Answered:    "it was discussed, and closed then",
	review.Discussed:   "not found again, and people talk there",
	review.OtherTool:   "found by another tool, of which this run says nothing",
	review.NotAllowed:  "settled, and GitHub does not let this account close threads; the token of a job or an App needs contents: write for it",
	review.Moved:       "settled, and somebody pushed before its thread was closed",
	review.NotStated:   "it was not said which of the earlier findings remain",
	review.AnswerFails: "the review could not be made",
}

// here is a finding that stands in the summary only.
type here struct {
	posting review.Posting
	head    pull.Oid
}

// alone are the findings that stand nowhere else, those that were here before first:
// without their mark they would be forgotten.
func (p ReviewComment) alone() []here {
	var all []here
	stays := slices.Clone(p.Plan.Retained)
	for _, l := range p.Plan.Left {
		stays = append(stays, l.Published)
	}
	for _, old := range stays {
		if old.Thread == "" && !old.Old {
			all = append(all, here{review.Posting{ID: old.ID, Signature: old.Signature, Finding: old.Finding, Anchor: review.Summary}, old.Head})
		}
	}
	for _, one := range p.Plan.New {
		if one.Anchor == review.Summary {
			all = append(all, here{one, p.Plan.Head})
		}
	}
	return all
}

// blocks words the findings that stand here only, each as long as a fair share
// of the room allows.
func (c ReviewComment) blocks(room int) (text string, left []mark.Digest, err error) {
	all := c.alone()
	room -= 200 // of the words around them
	for i, one := range all {
		line := c.Mark(one.posting.ID, one.head, one.posting.Signature)
		share := room/(len(all)-i) - len([]rune(line)) - findingTitle - 4*findingWord - placesShown*findingTitle
		words, err := findingBody(one.posting, min(max(share, blockLeast), findingRoom))
		if err != nil {
			return "", nil, err
		}
		if path := one.posting.Finding.Path; path != "" {
			words = "In " + inCode(path) + ":\n\n" + words
		}
		block := words + "\n\n" + line + "\n\n"
		if size := len([]rune(block)); size <= room {
			text, room = text+block, room-size
			continue
		}
		left = append(left, one.posting.ID)
	}
	return strings.TrimSpace(text), left, nil
}
