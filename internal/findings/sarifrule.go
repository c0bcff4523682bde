package findings

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/strictjson"
)

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

// Bounds of what a rule adds to each of its results, in characters.
const (
	longAbout   = 600
	longAddress = 2000
	longID      = 200
)

// about is what a rule is about, in one or two sentences.
func about(rule descriptor) string {
	if rule.Full.Text != "" && utf8.RuneCountInString(rule.Full.Text) <= longAbout {
		return rule.Full.Text
	}
	return cut(rule.Short.Text, longAbout)
}

// address is where the tool explains a rule.
func address(rule descriptor) string {
	if len(rule.HelpURI) > longAddress {
		return ""
	}
	return rule.HelpURI
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
	ref.ID = cut(ref.ID, longID)
	return r.described(ref)
}

func (r *sarifReader) described(ref reference) descriptor {
	of, index := r.run.Tool.Driver, 0
	if extension, ok := nth(r.run.Tool.Extensions, ref.Component.Index); ok {
		of, index = extension, 1+*ref.Component.Index
	}
	if rule, ok := nth(of.Rules, ref.Index); ok && (ref.ID == "" || within(ref.ID, rule.ID)) {
		return rule
	}
	byID := r.rulesByID(index, of)
	for id := ref.ID; id != ""; id = id[:max(strings.LastIndexByte(id, '/'), 0)] {
		if i, ok := byID[id]; ok {
			return of.Rules[i]
		}
	}
	return descriptor{ID: ref.ID}
}

// rulesByID is where the rules of a component stand; of an id that is there twice
// the first counts.
func (r *sarifReader) rulesByID(index int, of component) map[string]int {
	if r.byID == nil {
		r.byID = map[int]map[string]int{}
	}
	if r.byID[index] == nil {
		r.byID[index] = map[string]int{}
		for i, rule := range slices.Backward(of.Rules) {
			r.byID[index][rule.ID] = i
		}
	}
	return r.byID[index]
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
