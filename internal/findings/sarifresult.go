package findings

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/strictjson"
)

// sarifReader reads the results of one run.
type sarifReader struct {
	run       sarifRun
	at        string // where the run stands in the file
	root      string
	out       *left
	byID      map[int]map[string]int // places of rules by their ids: of the driver at 0, of extensions behind it
	strangers int                    // results that lie in no file of the repository
	problems  []strictjson.Problem
}

func (r *sarifReader) findings() []feedback.Finding {
	if r.run.Results == nil {
		return nil
	}
	var all []feedback.Finding
	for i, result := range *r.run.Results {
		if why := result.none(); why != "" {
			r.out.out("%s", why)
			continue
		}
		if f, ok := r.finding(strictjson.Nth(r.at+".results", i), result); ok {
			all = append(all, f)
		}
		if len(all) > mostFindings {
			break // refused as a whole
		}
	}
	return all
}

// none says why a result is no finding by its own tool's word.
func (s sarifResult) none() string {
	switch s.Kind {
	case "pass", "notApplicable", "informational":
		return "no problem, but " + s.Kind // 3.27.9
	}
	if s.Baseline == "absent" {
		return "found earlier, and gone now" // 3.27.24
	}
	if s.suppressed() {
		return "suppressed"
	}
	return ""
}

// suppressed: somebody asked for it, and nobody is still discussing or has
// refused it (3.27.23, 3.35.3).
func (s sarifResult) suppressed() bool {
	for _, one := range s.Suppressions {
		if one.Status == "underReview" || one.Status == "rejected" {
			return false
		}
	}
	return len(s.Suppressions) > 0
}

// finding reads one result; ok is false where it is left out or wrong.
func (r *sarifReader) finding(at string, s sarifResult) (f feedback.Finding, ok bool) {
	if len(s.Locations) == 0 || !s.Locations[0].inFile() {
		r.out.out("in no file")
		return f, false
	}
	rule := r.rule(s)
	f.Rule = cmp.Or(cut(s.RuleID, longID), rule.ID)
	where := strictjson.At(at, "locations[0].physicalLocation")
	if ok = r.place(where, s.Locations[0], &f); !ok {
		return f, false
	}
	if f.Severity, ok = r.severity(at, s, rule); !ok {
		return f, false
	}
	f.Title, f.Body = worded(r.message(s, rule), about(rule), address(rule))
	if f.Title == "" {
		return f, r.wrong(strictjson.At(at, "message"), "says nothing: give it a text, or an id that names a text of the rule")
	}
	if slices.Contains(rule.Properties.Tags, "security") {
		f.Category = "security"
	}
	r.fix(s, &f)
	others := slices.Concat(s.Locations[1:], s.Related)
	for i, other := range others[:min(len(others), mostOthers)] {
		r.other(fmt.Sprintf("%s, other place %d", at, i+1), other, &f)
	}
	return f, true
}

// mostOthers bounds the further places of a result that are looked at.
const mostOthers = 100

// wrong notes a problem; it is false, for the caller to return.
func (r *sarifReader) wrong(at, format string, args ...any) bool {
	r.problems = append(r.problems, strictjson.Problem{Path: at, Reason: fmt.Sprintf(format, args...)})
	return false
}

// place puts a finding where its result lies.
func (r *sarifReader) place(at string, l location, f *feedback.Finding) bool {
	where := r.spot(l.Physical.Artifact)
	switch {
	case where.wrong != "":
		return r.wrong(strictjson.At(at, "artifactLocation.uri"), "%s", where.wrong)
	case where.outside != "":
		r.strangers++
		r.out.out("%s is no file of the repository", strictjson.Printed(where.outside))
		return false
	}
	region := l.Physical.Region
	if region.EndLine != 0 && region.EndLine < region.StartLine {
		return r.wrong(strictjson.At(at, "region.endLine"), "%d lies before startLine %d", region.EndLine, region.StartLine)
	}
	f.Path = where.path
	region.span().place(f)
	return true
}

// other adds a further place; what lies outside the repository is dropped.
func (r *sarifReader) other(at string, l location, f *feedback.Finding) {
	if !l.inFile() {
		return
	}
	where := r.spot(l.Physical.Artifact)
	if where.wrong != "" {
		r.wrong(at, "%s", where.wrong)
	}
	var place feedback.Finding
	l.Physical.Region.span().place(&place)
	other := feedback.Place{Path: where.path, Line: place.Line, Start: place.Start}
	if other.Path != "" && !slices.Contains(f.Others, other) && other != (feedback.Place{Path: f.Path, Line: f.Line, Start: f.Start}) {
		f.Others = append(f.Others, other)
	}
}

// fix takes a repair as a suggestion, where it is one piece of whole lines in the
// finding's own file.
func (r *sarifReader) fix(s sarifResult, f *feedback.Finding) {
	if len(s.Fixes) != 1 || len(s.Fixes[0].Changes) != 1 || len(s.Fixes[0].Changes[0].Replacements) != 1 {
		return
	}
	change := s.Fixes[0].Changes[0]
	if where := r.spot(change.Artifact); where.path == f.Path {
		suggest(f, change.Replacements[0].Deleted.span(), change.Replacements[0].Inserted.Text)
	}
}
