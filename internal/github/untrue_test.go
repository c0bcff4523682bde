package github_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/pull"
)

// excuses are the surfaces whose gap lets a field of a snapshot differ from the
// truth. A gap of the head itself excuses all.
var excuses = map[string][]pull.Surface{
	"review_decision": {pull.SurfaceMerge}, "restrictions": {pull.SurfaceRules}, "below": {pull.SurfacePolicy}, "base_tip": {pull.SurfacePolicy},
	"ref": {}, "at": {}, "url": {}, "title": {}, "viewer": {pull.SurfaceReviews}, "author": {}, "node_id": {}, "state": {}, "draft": {}, "head": {},
	"head_at": {pull.SurfaceTimeline}, "head_ref": {}, "head_repo": {}, "base": {}, "base_ref": {}, "fork": {}, "maintainer_can_modify": {},
	"merge": {pull.SurfaceMerge}, "mergeable": {pull.SurfaceMerge}, "ours": {pull.SurfaceCommits}, "commits": {pull.SurfaceCommits}, "threads": {pull.SurfaceThreads},
	"comments": {pull.SurfaceComments}, "reviews": {pull.SurfaceReviews, pull.SurfaceThreads}, "checks": {pull.SurfaceChecks}, "required": {pull.SurfaceRules},
	"conversations": {pull.SurfaceRules, pull.SurfacePolicy}, "asked": {pull.SurfaceRequests, pull.SurfaceTimeline}, "reactions": {pull.SurfaceComments},
	"events": {pull.SurfaceTimeline}, "labels": {}, "follow_ups": {}, "queued": {pull.SurfaceMerge}, "moved_to": {}, "policy_text": {pull.SurfacePolicy},
	"policy_path": {pull.SurfacePolicy}, "policy_repo": {pull.SurfacePolicy}, "gaps": {},
}

// fieldsOf are a snapshot's fields as JSON, by name.
func fieldsOf(t *testing.T, s pull.Snapshot) map[string]string {
	t.Helper()
	s.Checks = slices.Clone(s.Checks)
	for i := range s.Checks {
		s.Checks[i].Attempt = 0 // asked for apart, and of a few only
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(text, &raw); err != nil {
		t.Fatal(err)
	}
	fields := map[string]string{}
	for name, value := range raw {
		fields[name] = string(value)
	}
	return fields
}

// untrue names the fields of a look that are neither the truth nor excused by a
// gap that the look names.
func untrue(t *testing.T, got, want pull.Snapshot) []string {
	t.Helper()
	for _, gap := range got.Gaps {
		if gap.Surface == pull.SurfaceHead && !strings.HasSuffix(gap.What, " labels") {
			return nil
		}
	}
	saw, is := fieldsOf(t, got), fieldsOf(t, want)
	var wrong []string
	for _, name := range slices.Sorted(maps.Keys(excuses)) {
		if name == "at" || name == "gaps" || saw[name] == is[name] {
			continue
		}
		_, excused := got.Missing(excuses[name]...)
		if name == "labels" {
			_, excused = got.Missing(pull.SurfaceHead)
		}
		if !excused {
			wrong = append(wrong, fmt.Sprintf("%s:\n  saw   %s\n  truth %s", name, difference(saw[name], is[name]), difference(is[name], saw[name])))
		}
	}
	for name := range saw {
		if excuses[name] == nil {
			wrong = append(wrong, name+": nothing says which gap may excuse it")
		}
	}
	return wrong
}

// difference is where a text begins to be another one.
func difference(text, other string) string {
	at := 0
	for at < len(text) && at < len(other) && text[at] == other[at] {
		at++
	}
	return text[max(0, at-120):min(len(text), at+160)]
}
