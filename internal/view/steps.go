package view

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
)

// whyWords say why a deed lapsed, was barred or is done although its answer
// never came. A reason with no words here is not worth a line.
var whyWords = map[journal.Why]string{
	journal.Moved: "what it expected does not hold any more", journal.Limited: "GitHub refuses writes for now",
	journal.Away: "answer lost; looked up by key, not there", journal.Died: "its process is gone",
	journal.Failed: "it did not succeed", journal.Refused: "GitHub refuses it",
	journal.Found: "answer lost; looked up by key, found", journal.Adopted: "found on the pull request, adopted",
}

// didLines words one step of a deed; nil when the step is not worth a line.
func didLines(f Facts, did journal.Did, at time.Time, p Page) []string {
	switch did.State {
	case journal.Done:
		return doneLines(f, did, at, p)
	case journal.Doubtful:
		return []string{p.line(at, f, "doubtful", deedWords(did.Key, f.name())+"  answer lost; it is looked up by its key")}
	case journal.Lapsed, journal.Barred:
		why := whyWords[did.Why]
		if why == "" {
			return nil
		}
		text := deedWords(did.Key, f.name()) + "  " + why
		if did.Outcome != nil && did.Outcome.Text != "" {
			text += ": " + clean(did.Outcome.Text)
		}
		if !did.NotBefore.IsZero() && did.State == journal.Lapsed {
			text += "; again after " + p.clock(did.NotBefore, f.Now)
		}
		return []string{p.line(at, f, string(did.State), text)}
	}
	return nil
}

func doneLines(f Facts, did journal.Did, at time.Time, p Page) []string {
	var out journal.Outcome
	if did.Outcome != nil {
		out = *did.Outcome
	}
	switch did.Key.Task() {
	case action.Triage:
		return append([]string{p.line(at, f, "triaged", classesText(out.Judgments)+ran(out))}, readingLines(f, out, at, p)...)
	case action.Fix, action.Repair:
		return fixLines(f, out, at, p)
	case action.Verify:
		return []string{p.line(at, f, "verified", proofText(out, did.Key))}
	}
	word, text := "done", deedWords(did.Key, f.name())
	switch did.Key.Kind() {
	case action.Push:
		word, text = "pushed", pushedText(f, did)
	case action.Ask:
		word, text = "asked", subjectOfKey(did.Key)
	}
	if out.URL != "" {
		text += "  " + clean(out.URL)
	}
	if why := whyWords[did.Why]; why != "" {
		text += "  " + why
	}
	return []string{p.line(at, f, word, text)}
}

func pushedText(f Facts, did journal.Did) string {
	text := shortOid(did.Key.Subject())
	if n := len(f.History.Deed(did.Key).Items); n > 0 {
		text += "  " + plural(n, "item")
	}
	return text
}

// classesText counts judgments: 8 valid, 1 already fixed, 1 invalid.
func classesText(judgments []feedback.Judgment) string {
	counts := map[feedback.Class]int{}
	for _, j := range judgments {
		counts[j.Class]++
	}
	var parts []string
	for _, class := range []feedback.Class{feedback.Valid, feedback.AlreadyFixed, feedback.Stale, feedback.Invalid, feedback.NeedsHuman} {
		if n := counts[class]; n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+spaced(string(class)))
		}
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

// ran tells which agent worked, how long and for how much.
func ran(out journal.Outcome) string {
	if out.Agent == "" {
		return ""
	}
	text := "  " + clean(out.Agent) + " " + took(seconds(out.Seconds))
	if out.Spent > 0 {
		text += " " + dollars(out.Spent)
	}
	return text
}

// fixLines has a line for each claim; the commit and the agent stand on the first.
func fixLines(f Facts, out journal.Outcome, at time.Time, p Page) []string {
	tail := ran(out)
	if out.Commit != "" {
		tail = "  " + out.Commit.Short() + tail
	}
	if len(out.Claims) == 0 {
		return []string{p.line(at, f, "fixed", "nothing"+tail)}
	}
	var lines []string
	for i, c := range out.Claims {
		text := claimText(c, f.name())
		if i == 0 {
			lines = append(lines, p.line(at, f, claimWord(c), text+tail))
			continue
		}
		lines = append(lines, p.line(at, f, claimWord(c), text))
	}
	return append(lines, readingLines(f, out, at, p)...)
}

// readingLines tell how an agent read the clusters that it was asked about.
func readingLines(f Facts, out journal.Outcome, at time.Time, p Page) []string {
	var lines []string
	for _, claim := range out.Clusters {
		lines = append(lines, p.under(at, f, clean(claim.ID)+"  "+clusterText(readingOf(claim, 0), f.name())))
	}
	return lines
}

func claimWord(c feedback.Claim) string {
	switch c.Outcome {
	case feedback.AlreadyAddressed:
		return "already"
	case "":
		return "fixed"
	}
	return string(c.Outcome)
}

func claimText(c feedback.Claim, name func(string) string) string {
	text := name(string(c.At.Item)) + "  " + clean(c.Summary)
	if c.Summary == "" {
		text = name(string(c.At.Item)) + "  " + clean(c.Why)
	}
	if c.Suggested {
		text += " (as suggested)"
	}
	if c.Test != "" {
		text += "  +1 test"
	}
	return text
}

func proofText(out journal.Outcome, key action.Key) string {
	if out.Proof == nil {
		return shortOid(key.Subject())
	}
	word := "passed"
	if !out.Proof.Green {
		word = refusedBy(*out.Proof)
	}
	return fmt.Sprintf("%s  %s in %s: %s", out.Proof.Commit.Short(), word, took(out.Proof.Took), clean(out.Proof.Command))
}

// refusedBy says what refused a commit, and whether it did so before.
func refusedBy(p feedback.Proof) string {
	word := fmt.Sprintf("failed with exit %d", p.Exit)
	switch p.Gate {
	case feedback.GateFull, feedback.GateLite, "":
	case feedback.GateTests:
		word = "not shown by a test (" + clean(p.Tail) + ")"
	case feedback.GateLook:
		word = "refused at a second look"
	default:
		word = "refused by the " + clean(p.Gate) + " hook"
	}
	if p.Old() {
		word += ", as before the change"
	}
	return word
}
