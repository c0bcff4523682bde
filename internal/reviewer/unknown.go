package reviewer

import (
	"strings"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// unknownSign is the newest word of a reviewer about this head that its
// definition cannot read: a vendor that speaks otherwise than it did. It is
// shown and never taken for a verdict.
func unknownSign(in Input) feedback.Evidence {
	var newest feedback.Evidence
	var at time.Time
	offer := func(said time.Time, body, url string, commit pull.Oid) {
		if strings.TrimSpace(body) != "" && !readable(in.Reviewer.Define, body) && !said.Before(at) {
			newest, at = feedback.Evidence{Kind: "unknown signal", Commit: commit, URL: url, Text: firstLine(body)}, said
		}
	}
	for _, r := range in.Snapshot.Reviews {
		if ofHead(in, r) && Wrote(in.Reviewer.Define, r.Author, r.Body) {
			offer(r.SubmittedAt, r.Body, r.URL, r.Commit)
		}
	}
	for _, c := range in.Snapshot.Comments {
		if Wrote(in.Reviewer.Define, c.Author, c.Body) && since(in, c.LastWord(), true) {
			offer(c.LastWord(), c.Body, c.URL, "")
		}
	}
	return newest
}

// readable: some signal, or the list of what is no finding, knows the words.
func readable(def policy.Definition, body string) bool {
	for _, signals := range [][]policy.Signal{def.Started, def.Clean, def.Dirty, def.Refused} {
		for _, s := range signals {
			if s.Body != "" && compiled(s.Body).MatchString(body) {
				return true
			}
		}
	}
	return skipped(def, body)
}
