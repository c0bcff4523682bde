package findings

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/strictjson"
)

// sarifReader reads the results of one run.
type sarifReader struct {
	run       sarifRun
	at        string // where the run stands in the file
	root      string
	out       *left
	strangers int // results that lie in no file of the repository
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
	}
	return all
}

// none says why a result is no finding by its own tool's word.
func (s sarifResult) none() string {
	switch s.Kind {
	case "pass", "notApplicable", "informational":
		return "its tool calls it " + s.Kind // 3.27.9: no problem
	}
	if s.Baseline == "absent" {
		return "it was there before, and is gone" // 3.27.24
	}
	if s.suppressed() {
		return "it is suppressed"
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
	if len(s.Locations) == 0 || s.Locations[0].Physical == nil {
		r.out.out("it names no place in a file")
		return f, false
	}
	rule := r.rule(s)
	f.Rule = cmp.Or(s.RuleID, rule.ID)
	where := strictjson.At(at, "locations[0].physicalLocation")
	if ok = r.place(where, s.Locations[0], &f); !ok {
		return f, false
	}
	if f.Severity, ok = r.severity(at, s, rule); !ok {
		return f, false
	}
	f.Title, f.Body = worded(r.message(s, rule), about(rule), rule.HelpURI)
	if f.Title == "" {
		return f, r.wrong(strictjson.At(at, "message"), "says nothing: give it a text, or an id that names a text of the rule")
	}
	if slices.Contains(rule.Properties.Tags, "security") {
		f.Category = "security"
	}
	r.fix(s, &f)
	for i, other := range slices.Concat(s.Locations[1:], s.Related) {
		r.other(fmt.Sprintf("%s, other place %d", at, i+1), other, &f)
	}
	return f, true
}

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
	if l.Physical == nil {
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

// severity: the security score counts more than the level, as on GitHub's own
// pages; the level is the result's own, or what its rule has (3.27.10).
func (r *sarifReader) severity(at string, s sarifResult, rule descriptor) (string, bool) {
	for _, score := range []any{s.Properties.Severity, rule.Properties.Severity} {
		if severity := scored(score); severity != "" {
			return severity, true
		}
	}
	level := cmp.Or(s.Level, r.overridden(s, rule), rule.Default.Level, "warning")
	if s.Kind != "" && s.Kind != "fail" {
		level = cmp.Or(s.Level, "none") // open, review: somebody is to look
	}
	severity, known := feedback.Severity(level)
	if !known {
		return "", r.wrong(strictjson.At(at, "level"), "%s is none of none, note, warning, error", strictjson.Printed(level))
	}
	return severity, true
}

// overridden is the level that a run was told to give a rule (3.51).
func (r *sarifReader) overridden(s sarifResult, rule descriptor) string {
	of, ok := nth(r.run.Invocations, s.Provenance.Invocation)
	if !ok {
		return ""
	}
	for _, one := range of.Overrides {
		if one.Descriptor.ID != "" && one.Descriptor.ID == rule.ID || one.Descriptor.ID == "" && r.described(one.Descriptor).ID == rule.ID {
			return one.Configuration.Level
		}
	}
	return ""
}

// scored reads GitHub's security-severity: over 9.0 is critical, from 7.0 high,
// from 4.0 medium, over 0 low.
func scored(score any) string {
	var n float64
	switch v := score.(type) {
	case float64:
		n = v
	case string:
		n, _ = strconv.ParseFloat(v, 64)
	}
	switch {
	case n >= 9:
		return "critical"
	case n >= 7:
		return "high"
	case n >= 4:
		return "medium"
	case n > 0:
		return "low"
	}
	return ""
}

// about is what a rule is about, in one or two sentences.
func about(rule descriptor) string {
	if rule.Full.Text != "" && len([]rune(rule.Full.Text)) <= 600 {
		return rule.Full.Text
	}
	return rule.Short.Text
}

// rule finds what the tool says of a result's rule: by its place in the list, or
// by its id, of which a result may name a part more closely (3.27.5 to 3.27.7).
func (r *sarifReader) rule(s sarifResult) descriptor {
	ref := reference{ID: s.RuleID, Index: s.RuleIndex}
	if s.Rule != nil {
		ref.ID, ref.Component = cmp.Or(ref.ID, s.Rule.ID), s.Rule.Component
		if ref.Index == nil {
			ref.Index = s.Rule.Index
		}
	}
	return r.described(ref)
}

func (r *sarifReader) described(ref reference) descriptor {
	of := r.run.Tool.Driver
	if extension, ok := nth(r.run.Tool.Extensions, ref.Component.Index); ok {
		of = extension
	}
	if rule, ok := nth(of.Rules, ref.Index); ok && (ref.ID == "" || within(ref.ID, rule.ID)) {
		return rule
	}
	for _, rule := range of.Rules {
		if within(ref.ID, rule.ID) {
			return rule
		}
	}
	return descriptor{ID: ref.ID}
}

// within: an id is another one, or a part of it, as CA5350/md5 of CA5350.
func within(id, rule string) bool {
	return rule != "" && (id == rule || strings.HasPrefix(id, rule+"/"))
}

// nth gives the element that a file points to, if there is one.
func nth[T any](list []T, index *int) (one T, ok bool) {
	if index == nil || *index < 0 || *index >= len(list) {
		return one, false
	}
	return list[*index], true
}

// placeholder is {0} of a message with arguments, or a brace written twice.
var placeholder = regexp.MustCompile(`\{\{|\}\}|\{\d+\}`)

// placeLink is a link to one of the result's own places, [here](3).
var placeLink = regexp.MustCompile(`\[((?:[^\[\]\\]|\\.)*)\]\((\d+)\)`)

// message is the plain text of a result (3.11): looked up where the result only
// names it, its arguments put in, links to places named by them. The Markdown
// form is not read: whoever writes a file could hide things in it.
func (r *sarifReader) message(s sarifResult, rule descriptor) string {
	text := s.Message.Text
	if text == "" {
		text = cmp.Or(rule.Messages[s.Message.ID].Text, r.run.Tool.Driver.Messages[s.Message.ID].Text)
	}
	if len(s.Message.Arguments) > 0 {
		text = placeholder.ReplaceAllStringFunc(text, func(mark string) string {
			if n, err := strconv.Atoi(strings.Trim(mark, "{}")); err == nil && n < len(s.Message.Arguments) {
				return s.Message.Arguments[n]
			}
			return mark[:1]
		})
	}
	return placeLink.ReplaceAllStringFunc(text, func(link string) string {
		parts := placeLink.FindStringSubmatch(link)
		return parts[1] + r.linked(s, parts[2])
	})
}

// linked names the place of a result that a link means.
func (r *sarifReader) linked(s sarifResult, id string) string {
	for _, l := range slices.Concat(s.Locations, s.Related) {
		if l.ID == nil || strconv.Itoa(*l.ID) != id || l.Physical == nil {
			continue
		}
		if where := r.spot(l.Physical.Artifact); where.path != "" && l.Physical.Region.StartLine > 0 {
			return fmt.Sprintf(" (`%s`, line %d)", where.path, l.Physical.Region.StartLine)
		}
	}
	return ""
}
