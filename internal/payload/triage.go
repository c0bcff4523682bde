package payload

import (
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/strictjson"
)

// Triage is a triage payload: what each open thread was found to be. The names
// are the published schema's.
type Triage struct {
	Threads []Thread `json:"threads"`
}

// Thread is one row of a Triage. Confidence is from 0, nothing known, to 1.
type Thread struct {
	ThreadID              string         `json:"threadId"` // node id, or an item id of ours
	Classification        feedback.Class `json:"classification"`
	Confidence            float64        `json:"confidence"`
	Reason                string         `json:"reason"`
	RecommendedAction     string         `json:"recommendedAction"`
	FilesToInspect        []string       `json:"filesToInspect"`
	FilesToChange         []string       `json:"filesToChange"`
	ChecksToRun           []string       `json:"checksToRun"`
	ReplyBody             string         `json:"replyBody"`
	CanResolveAfterChecks bool           `json:"canResolveAfterChecks"`
	RequiresHumanDecision bool           `json:"requiresHumanDecision"`
}

// ReadTriage reads a triage payload; the error is a *strictjson.Refusal.
func ReadTriage(data []byte) (Triage, error) {
	var t Triage
	err := TriageSchema.Read(data, &t)
	return t, err
}

// Judgments is what the file says of the asks, in a person's name. It is whole
// or refused (*strictjson.Refusal): every open thread is named, none twice, none unknown.
func (t Triage) Judgments(a Asks) ([]feedback.Judgment, error) {
	ids := make([]string, len(t.Threads))
	for i, row := range t.Threads {
		ids[i] = row.ThreadID
	}
	rows, problems := a.found("threads", "threadId", ids)
	problems = append(problems, a.missing(rows)...)
	if err := strictjson.Refuse(problems...); err != nil {
		return nil, err
	}
	judgments := make([]feedback.Judgment, len(rows))
	for i, st := range rows {
		judgments[i] = t.Threads[i].judgment(st)
		if a.Repeated(judgments[i]) {
			problems = append(problems, Repetition(strictjson.Nth("threads", i)))
		}
		problems = append(problems, Sayable(strictjson.At(strictjson.Nth("threads", i), "replyBody"), judgments[i])...)
	}
	return judgments, strictjson.Refuse(problems...)
}

// missing names the open threads that the file leaves out.
func (a Asks) missing(rows []feedback.Standing) []strictjson.Problem {
	var problems []strictjson.Problem
	for _, st := range a.owed() {
		if !slices.ContainsFunc(rows, func(row feedback.Standing) bool { return row.Item.ID == st.Item.ID }) {
			problems = append(problems, strictjson.Problem{Path: "threads", Rule: "allSelectedThreadIds", Reason: fmt.Sprintf("%s (%s) is open and is not named", st.Item.Thread, st.Item.ID)})
		}
	}
	return problems
}

// judgment of one row. A draft for a valid finding is not kept: its answer names
// the commit once that is in the branch. What a person must decide is asked in
// the words of the reason.
func (t Thread) judgment(st feedback.Standing) feedback.Judgment {
	j := feedback.Judgment{
		At: st.Item.At(), Class: t.Classification, Reason: t.Reason, Source: feedback.ByPerson,
		Confidence: t.Confidence, KeepOpen: !t.CanResolveAfterChecks,
	}
	switch {
	case t.RequiresHumanDecision:
		j.Class, j.Question = feedback.NeedsHuman, &feedback.Question{
			Text: t.Reason, Investigated: strings.Join(t.FilesToInspect, ", "), Recommendation: t.RecommendedAction,
		}
	case t.Classification == feedback.Valid:
		j.Guidance = t.RecommendedAction
	default:
		j.Reply = t.ReplyBody
	}
	return j
}
