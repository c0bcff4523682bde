package perform

import (
	"context"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// already holds the report that nothing is left to do against git (F2.13). A
// commit that the agent names must be older than this work and touch the lines
// that the ask is about; without one we look for it ourselves. What cannot be
// shown is a failure, and what is shown to be untrue a violation.
func (f *fixing) already(ctx context.Context, st feedback.Standing, o agent.Outcome) (feedback.Claim, error) {
	claim := feedback.Claim{At: st.Item.At(), Outcome: feedback.AlreadyAddressed, Summary: o.Summary, Why: o.Why}
	where := st.Item.Where.Path
	if where == "" {
		return failed(claim, "it was said to be so already, and an ask that points at no file cannot be looked up"), nil
	}
	if o.Commit == "" {
		return f.found(ctx, st, claim)
	}
	commit, older := f.tree.Below(ctx, o.Commit, f.Action.Work.Head)
	if !older {
		return violating(claim, violations(feedback.NotBefore, string(o.Commit))), nil
	}
	hunk, err := f.touching(ctx, st.Item, commit, true)
	if err != nil {
		return claim, err
	}
	if hunk == "" {
		return violating(claim, violations(feedback.NoEvidence, commit.Short())), nil
	}
	return shown(claim, commit, hunk), nil
}

// found looks through the file's history for the commit that replaced the
// flagged lines after they were looked at.
func (f *fixing) found(ctx context.Context, st feedback.Standing, claim feedback.Claim) (feedback.Claim, error) {
	head := f.Action.Work.Head
	history, err := f.tree.History(ctx, st.Item.Where.Path)
	if err != nil {
		return claim, err
	}
	for _, commit := range history {
		if _, ours := f.tree.Below(ctx, commit, head); !ours {
			continue // made in this work
		}
		if _, seen := f.tree.Below(ctx, commit, st.Item.Commit); seen && st.Item.Commit != "" {
			break // the reviewer looked at what this commit left
		}
		hunk, err := f.touching(ctx, st.Item, commit, false)
		if err != nil {
			return claim, err
		}
		if hunk != "" {
			return shown(claim, commit, hunk), nil
		}
	}
	return failed(claim, "it was said to be so already, and no commit since the review changed the lines that this is about"), nil
}

// touching quotes the run of lines with which a commit took a flagged line away
// or, where added counts too, brought it as it stands.
func (f *fixing) touching(ctx context.Context, item feedback.Item, commit pull.Oid, added bool) (string, error) {
	flagged := flaggedLines(item)
	runs, err := f.tree.Touched(ctx, commit, item.Where.Path)
	if err != nil {
		return "", err
	}
	for _, run := range runs {
		if meets(run.Removed, flagged) || added && meets(run.Added, flagged) {
			return quoted(run), nil
		}
	}
	return "", nil
}

// flaggedLines are the lines that an ask is about, as its hunk shows them: the
// last ones. Lines with hardly a letter stand everywhere and prove nothing.
func flaggedLines(item feedback.Item) []string {
	gone := byte('-')
	if item.Where.Side == "LEFT" {
		gone = '+'
	}
	wanted := 1
	if item.Where.Start > 0 && item.Where.Start < item.Where.Line {
		wanted += item.Where.Line - item.Where.Start
	}
	var flagged []string
	lines := strings.Split(strings.TrimRight(item.Hunk, "\n"), "\n")
	for _, line := range slices.Backward(lines) {
		if line == "" || line[0] == gone || line[0] == '\\' || line[0] == '@' {
			continue
		}
		if wanted--; wanted < 0 {
			break
		}
		if text := strings.TrimSpace(line[1:]); feedback.Letters(text) >= feedback.Telling/2 {
			flagged = append(flagged, text)
		}
	}
	return flagged
}

func meets(lines, flagged []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool { return slices.Contains(flagged, strings.TrimSpace(line)) })
}

func quoted(run feedback.Run) string {
	var lines []string
	for _, line := range run.Removed {
		lines = append(lines, "-"+line)
	}
	for _, line := range run.Added {
		lines = append(lines, "+"+line)
	}
	return strings.Join(lines, "\n")
}

func shown(claim feedback.Claim, commit pull.Oid, hunk string) feedback.Claim {
	claim.Commit = commit
	claim.Evidence = []feedback.Evidence{{Kind: "commit", Commit: commit}, {Kind: "hunk", Commit: commit, Text: hunk}}
	return claim
}

func failed(claim feedback.Claim, why string) feedback.Claim {
	claim.Outcome, claim.Why = feedback.Failed, why
	return claim
}
