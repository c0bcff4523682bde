package payload

import (
	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// Known is the triage payload of what is known: every open ask, and what it was
// found to be. One that nobody has judged needs a person, at confidence 0.
func Known(standings []feedback.Standing, p policy.Policy) Triage {
	t := Triage{Threads: []Thread{}}
	for _, st := range standings {
		if !st.Item.FYI && !st.Item.Resolved {
			t.Threads = append(t.Threads, known(st, p))
		}
	}
	return t
}

// done are the actions that a class asks for.
var done = map[feedback.Class]string{
	feedback.Valid:        "Change it, prove the change, and answer with the commit.",
	feedback.Invalid:      "Answer with the reason and leave the code as it is.",
	feedback.Stale:        "Answer that the code is gone.",
	feedback.AlreadyFixed: "Answer with what shows that it is so already.",
	feedback.NeedsHuman:   "Ask a maintainer: settle answer.",
}

func known(st feedback.Standing, p policy.Policy) Thread {
	t := Thread{
		ThreadID: firstOf(st.Item.Thread, string(st.Item.ID)), Classification: feedback.NeedsHuman, Reason: "Nobody has judged this yet.",
		FilesToInspect: []string{}, FilesToChange: []string{}, ChecksToRun: []string{}, ReplyBody: draft(st),
	}
	if j := st.Judgment; j != nil {
		t.Classification, t.Confidence, t.Reason = j.Class, j.Confidence, firstOf(cut(j.Reason), t.Reason)
		t.RecommendedAction = cut(j.Guidance)
	}
	t.RecommendedAction = firstOf(t.RecommendedAction, done[t.Classification])
	t.RequiresHumanDecision = t.Classification == feedback.NeedsHuman
	if path := st.Item.Where.Path; path != "" {
		t.FilesToInspect = append(t.FilesToInspect, path)
		if t.Classification == feedback.Valid {
			t.FilesToChange = append(t.FilesToChange, path)
		}
	}
	if t.Classification == feedback.Valid && p.Verify.Full != "" {
		t.ChecksToRun = append(t.ChecksToRun, p.Verify.Full)
	}
	rule := p.Answers.Resolve.For(t.Classification, st.Item.By.Kind == pull.Person)
	keep := st.Judgment != nil && st.Judgment.KeepOpen
	t.CanResolveAfterChecks = st.Item.Thread != "" && !keep && !t.RequiresHumanDecision && rule != policy.CloseNever
	return t
}

// draft is the answer as it would be said, where it can be said by now.
func draft(st feedback.Standing) string {
	if st.Disposition == feedback.Open || st.Disposition == feedback.Escalated {
		return ""
	}
	text, err := view.Reply(action.Say{Item: st.Item.At(), Disposition: st.Disposition, Standing: &st, ReplyTo: 1}, policy.Answers{})
	if err != nil {
		return "" // it cannot be said as it stands; the loop tells why
	}
	return text
}

// textLimit is what the schema takes of one text, in characters.
const textLimit = 2000

func cut(text string) string {
	if runes := []rune(text); len(runes) > textLimit {
		return string(runes[:textLimit-1]) + "…"
	}
	return text
}
