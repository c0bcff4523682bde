package view

import (
	"fmt"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// Bounds of the pieces of a reply, in characters.
const (
	reasonLimit    = 1200
	optionLimit    = 200
	optionsShown   = 5
	quoteLimit     = 200
	signatureLimit = 200
)

// Reply is the answer to one ask, without its mark. say.Standing must be set;
// say.Primary, where set and answered, is the item that this one duplicates.
// It refuses to claim a change without a commit, to defer without naming where
// to, and to publish what looks like a credential.
func Reply(say action.Say, answers policy.Answers) (string, error) {
	text, err := answer(say)
	if err != nil {
		return "", fmt.Errorf("word reply to %s: %w", say.Item.Item, err)
	}
	if own := ownWords(*say.Standing); own != "" {
		text = own
	} else if worded := byTemplate(say, answers, text); worded != "" {
		text = worded
	}
	if quote := words(firstSentence(say.Standing.Item), quoteLimit); say.ReplyTo == 0 && quote != "" {
		text = "> " + quote + "\n\n" + text
	}
	if signature := words(answers.Signature, signatureLimit); signature != "" {
		text += "\n\n" + signature
	}
	return published(text)
}

func answer(say action.Say) (string, error) {
	st := *say.Standing
	switch say.Disposition {
	case feedback.Fixed:
		return fixed(st, say.Primary)
	case feedback.AlreadyAddressed:
		return alreadyAddressed(st, say.Primary), nil
	case feedback.Declined:
		return declined(st, say.Primary), nil
	case feedback.Deferred:
		return deferred(st, say.Primary)
	case feedback.Escalated:
		return escalated(st, say.Primary), nil
	case feedback.Failed:
		return "No change that passes this repository's checks was found; left open for a maintainer.", nil
	}
	return "", fmt.Errorf("%q is nothing to say", say.Disposition)
}

// fixed names the commit in the head, never the one that was only claimed.
func fixed(st feedback.Standing, primary *feedback.Standing) (string, error) {
	commit := st.Commit.Short()
	if url := replyOf(primary, feedback.Fixed); url != "" && primary.Commit != "" {
		return "Same cause as " + url + "; fixed there in " + primary.Commit.Short() + ".", nil
	}
	switch {
	case commit == "":
		return "", fmt.Errorf("no commit in the head to name")
	case st.Claim != nil && st.Claim.Suggested:
		return "Applied as suggested in " + commit + ".", nil
	case changeOf(st) == "":
		return "Fixed in " + commit + ".", nil
	}
	text := "Fixed in " + commit + ": " + sentence(changeOf(st))
	if st.Claim != nil && st.Claim.Test != "" {
		text += " " + words(st.Claim.Test, optionLimit) + " fails without the change."
	}
	return text, nil
}

// changeOf says what was changed: the fixer, else the person who named the commit.
func changeOf(st feedback.Standing) string {
	if st.Claim != nil {
		return st.Claim.Summary
	}
	if j := st.Judgment; j != nil && j.Source == feedback.ByPerson && j.Commit != "" {
		return j.Reason
	}
	return ""
}

func alreadyAddressed(st feedback.Standing, primary *feedback.Standing) string {
	if url := replyOf(primary, feedback.AlreadyAddressed); url != "" {
		return "Same cause as " + url + "; already the case, as shown there."
	}
	text := "Already the case"
	if commit := shownBy(st); commit != "" {
		text += " since " + commit.Short()
	}
	hunk := hunkOf(st)
	if hunk != "" {
		hunk = "\n\n" + hunk
	}
	if reason := sentence(reasonOf(st)); reason != "" {
		return text + ": " + reason + hunk
	}
	if hunk != "" {
		return text + ":" + hunk
	}
	return text + "."
}

// declined says why not; of code that is gone, since when and where it was looked for.
func declined(st feedback.Standing, primary *feedback.Standing) string {
	if url := replyOf(primary, feedback.Declined); url != "" {
		return "Same point as " + url + "; left as it is for the reason given there."
	}
	if st.Judgment == nil || st.Judgment.Class != feedback.Stale {
		if reason := sentence(reasonOf(st)); reason != "" {
			return "Left as it is: " + reason
		}
		return "Left as it is."
	}
	text := "The code this was about is gone"
	if commit := shownBy(st); commit != "" {
		text += " since " + commit.Short()
	}
	if path := st.Item.Where.Path; path != "" {
		text += "; looked for it in " + words(path, optionLimit)
	}
	return text + "."
}

func deferred(st feedback.Standing, primary *feedback.Standing) (string, error) {
	for _, one := range []*feedback.Standing{&st, primary} {
		if one != nil && one.Tracked != "" {
			if word := one.Judgment; word != nil && word.Defer == one.Tracked {
				if err := PublicLink(word.Defer, one.Item.URL); err != nil {
					return "", err
				}
			}
			return "Not part of this pull request; tracked in " + words(one.Tracked, reasonLimit) + ".", nil
		}
	}
	return "", fmt.Errorf("deferred, but not where to")
}

// replyOf is the address of the answer to a primary that shares the fate of
// its duplicate; empty where there is none.
func replyOf(primary *feedback.Standing, fate feedback.Disposition) string {
	if primary == nil || !primary.Replied || primary.Disposition != fate {
		return ""
	}
	return link(primary.ReplyURL)
}

// reasonOf prefers what the fixer found at the code to what triage thought.
func reasonOf(st feedback.Standing) string {
	if c := st.Claim; c != nil && c.Outcome == st.Disposition && c.Why != "" {
		return c.Why
	}
	if c := st.Claim; c != nil && c.Outcome == st.Disposition && c.Summary != "" {
		return c.Summary
	}
	if st.Judgment != nil {
		return st.Judgment.Reason
	}
	return ""
}

// shownBy is the commit that evidence names.
func shownBy(st feedback.Standing) pull.Oid {
	if st.Claim != nil && st.Claim.Commit != "" && st.Claim.Outcome == st.Disposition {
		return st.Claim.Commit
	}
	if st.Judgment == nil {
		return ""
	}
	for _, e := range st.Judgment.Evidence {
		if e.Commit != "" {
			return e.Commit
		}
	}
	return ""
}
