package view

import (
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
)

// byTemplate words an answer as the repository wants it. It is empty where there
// is no template, where a placeholder of it has no value for this ask, and of a
// duplicate, which only points to the answer that stands elsewhere; then the
// built-in wording, text, is used.
func byTemplate(say action.Say, answers policy.Answers, text string) string {
	template := answers.Wording[say.Disposition]
	if !template.Given() || replyOf(say.Primary, say.Disposition) != "" {
		return ""
	}
	st := *say.Standing
	filled, whole := template.Fill(func(field string) string { return pieceOf(st, field, text) })
	if !whole {
		return ""
	}
	return publicLines(filled, OwnWords)
}

// pieceOf is the value of one placeholder; what comes from outside is one line.
func pieceOf(st feedback.Standing, field, text string) string {
	question, options := questionOf(st)
	switch field {
	case "text":
		return text
	case "place":
		return words(placeOf(st.Item.Where), optionLimit)
	case "commit":
		return commitOf(st)
	case "summary", "test":
		return ofClaim(st, field)
	case "reason":
		return sentence(reasonOf(st))
	case "link":
		return words(st.Tracked, reasonLimit)
	case "question":
		return sentence(question)
	case "options":
		return strings.Join(options, "; ")
	}
	if st.Judgment == nil || st.Judgment.Question == nil {
		return ""
	}
	return words(map[string]string{
		"investigated": st.Judgment.Question.Investigated, "recommendation": st.Judgment.Question.Recommendation,
	}[field], reasonLimit)
}

func commitOf(st feedback.Standing) string {
	if st.Disposition == feedback.Fixed {
		return st.Commit.Short()
	}
	return shownBy(st).Short()
}

func ofClaim(st feedback.Standing, field string) string {
	switch {
	case st.Claim == nil:
		return ""
	case field == "test":
		return words(st.Claim.Test, optionLimit)
	}
	return sentence(st.Claim.Summary)
}
