package payload

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/strictjson"
)

// Fix is a fix payload: what was done about threads, what shows it, what is to
// be said, and which of them are to be resolved. The names are the published
// schema's.
type Fix struct {
	PRNumber int   `json:"prNumber,omitempty"`
	Items    []Row `json:"items"`
}

// Row is one thread of a Fix.
type Row struct {
	ThreadID         string         `json:"threadId"`
	Classification   feedback.Class `json:"classification"`
	FixSummary       string         `json:"fixSummary,omitempty"`
	Verification     []string       `json:"verification"`
	ChecksRun        []string       `json:"checksRun"`
	CommitSHA        string         `json:"commitSha,omitempty"`
	ReplyBody        string         `json:"replyBody,omitempty"`
	ResolveRequested bool           `json:"resolveRequested"`
	HumanDecision    string         `json:"humanDecision,omitempty"`
}

// ReadFix reads a fix payload; the error is a *strictjson.Refusal.
func ReadFix(data []byte) (Fix, error) {
	var f Fix
	err := FixSchema.Read(data, &f)
	return f, err
}

// Judgments is what the file says of the asks, in a person's name, whole or
// refused (*strictjson.Refusal). Whether a commit's checks have passed, and whether policy
// lets a thread be closed, is not asked here: decide asks it at every look.
func (f Fix) Judgments(a Asks) ([]feedback.Judgment, error) {
	if f.PRNumber != 0 && f.PRNumber != a.Ref.Number {
		return nil, strictjson.Refuse(strictjson.Problem{Path: "prNumber", Rule: "pullRequestMatch", Reason: fmt.Sprintf("the file is for #%d, this is %s", f.PRNumber, a.Ref)})
	}
	ids := make([]string, len(f.Items))
	for i, row := range f.Items {
		ids[i] = row.ThreadID
	}
	rows, problems := a.found("items", "threadId", ids)
	if err := strictjson.Refuse(problems...); err != nil {
		return nil, err
	}
	judgments := make([]feedback.Judgment, len(rows))
	for i, st := range rows {
		judgments[i] = f.Items[i].judgment(st)
		problems = append(problems, f.Items[i].problems(strictjson.Nth("items", i), st, judgments[i], a)...)
	}
	return judgments, strictjson.Refuse(problems...)
}

func (r Row) judgment(st feedback.Standing) feedback.Judgment {
	j := feedback.Judgment{
		At: st.Item.At(), Class: r.Classification, Source: feedback.ByPerson, Commit: pull.Oid(strings.ToLower(r.CommitSHA)),
		Reply: r.ReplyBody, KeepOpen: !r.ResolveRequested,
	}
	stored := feedback.Judgment{}
	if st.Judgment != nil {
		stored = *st.Judgment
		j.Confidence, j.Primary = stored.Confidence, stored.Primary
	}
	j.Reason = firstOf(r.FixSummary, r.HumanDecision, stored.Reason, strings.Join(r.Verification, "; "))
	for _, text := range r.Verification {
		j.Evidence = append(j.Evidence, feedback.Evidence{Kind: "text", Text: text})
	}
	for _, text := range r.ChecksRun {
		j.Evidence = append(j.Evidence, feedback.Evidence{Kind: "check", Text: text})
	}
	if r.Classification == feedback.NeedsHuman {
		j.Question = &feedback.Question{Text: firstOf(r.HumanDecision, j.Reason)}
	}
	return j
}

// problems of one row, with what is stored and with the pull request.
func (r Row) problems(path string, st feedback.Standing, j feedback.Judgment, a Asks) []strictjson.Problem {
	var problems []strictjson.Problem
	wrong := func(key, rule, format string, args ...any) {
		problems = append(problems, strictjson.Problem{Path: strictjson.At(path, key), Rule: rule, Reason: fmt.Sprintf(format, args...)})
	}
	stored := st.Judgment
	switch {
	case stored == nil && !a.Detached:
		wrong("threadId", "triageMetadataRequired", "%s", unjudged(st))
	case a.Repeated(j):
		problems = append(problems, Repetition(path))
	case stored != nil && stored.Class == feedback.NeedsHuman && (r.ResolveRequested || r.Classification != feedback.NeedsHuman):
		wrong("threadId", "triageRequiresHumanDecision", "%s waits for a person's decision: settle answer", st.Item.ID)
	case !a.Detached && stored.Class != r.Classification:
		wrong("classification", "triageClassificationMatch", "%s was found to be %s", st.Item.ID, stored.Class)
	}
	if _, held := a.Snapshot.Holds(j.Commit); r.Classification == feedback.Valid && r.CommitSHA != "" && !held {
		wrong("commitSha", "commitInPullRequest", "%s is no commit of %s", r.CommitSHA, a.Ref)
	}
	switch {
	case r.Classification == feedback.Stale && !st.Item.Outdated && r.FixSummary == "" && (r.ResolveRequested || r.ReplyBody != ""):
		wrong("fixSummary", "fixSummaryRequiredForReplyOrResolve", "GitHub does not call the thread outdated, so what is gone must be said")
	case j.Reason == "" && r.ReplyBody == "":
		wrong("fixSummary", "fixSummaryRequiredForReplyOrResolve", "nothing is said that could be answered with")
	}
	return append(problems, Sayable(strictjson.At(path, "replyBody"), j)...)
}

func unjudged(st feedback.Standing) string {
	if st.Reopened {
		return fmt.Sprintf("%s has a new word since it was judged: settle triage, or --detached", st.Item.ID)
	}
	return fmt.Sprintf("%s was not judged: settle triage, or --detached", st.Item.ID)
}
