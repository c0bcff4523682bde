package decide

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reviewer"
	"github.com/settlehq/settle/internal/verdict"
)

// Confirm holds a record against what the host shows now, whoever wrote it: each
// fact must be there as it was recorded, each must bear what rests on it, and
// nothing that was there when it was written may be left out. It gives how many
// facts were found as recorded, and what differs. The seal and the base, which
// a snapshot cannot tell, are the caller's.
func Confirm(r verdict.Record, s pull.Snapshot, p policy.Policy, now time.Time) (found int, differs []verdict.Difference) {
	c := &confirmation{Record: r, s: s, p: p, now: now, facts: factsOf(s)}
	c.frame()
	c.gates()
	c.reviewers()
	c.items()
	c.leftOut()
	return c.found, c.differs
}

type confirmation struct {
	verdict.Record
	s       pull.Snapshot
	p       policy.Policy
	now     time.Time
	facts   facts
	found   int
	differs []verdict.Difference
}

func (c *confirmation) differ(where, want, got string) {
	if want != got {
		c.differs = append(c.differs, verdict.Difference{Where: where, Want: want, Got: got})
	}
}

// frame checks what the record as a whole says.
func (c *confirmation) frame() {
	c.differ("schema", c.Schema, verdict.RecordSchema)
	c.differ("ref", c.Ref, c.s.Ref.String())
	c.differ("url", c.URL, c.s.URL)
	c.differ("head", string(c.Head), string(c.s.Head))
	c.differ("policy_digest", c.PolicyDigest, c.p.Digest)
	if c.At.After(c.now) {
		c.differ("at", c.At.Format(time.RFC3339), "still to come")
	}
}

// evidence finds each fact as it was recorded, and none later than the record.
func (c *confirmation) evidence(where string, facts []verdict.Fact) {
	for _, f := range facts {
		switch {
		case f.At.After(c.At):
			c.differ(where, said(f), "later than the record")
		case slices.Contains(c.facts, f):
			c.found++
		default:
			c.differ(where, said(f), c.instead(f))
		}
	}
}

// instead is what the host shows under a fact's number or name now.
func (c *confirmation) instead(f verdict.Fact) string {
	for _, other := range c.facts {
		if other.Kind == f.Kind && other.ID == f.ID && other.Name == f.Name && (f.ID != 0 || f.Name != "" || other.Commit == f.Commit) {
			return said(other)
		}
	}
	return ""
}

// said prints a fact in one line.
func said(f verdict.Fact) string {
	parts := []string{f.Kind}
	if f.ID != 0 {
		parts = append(parts, fmt.Sprint(f.ID))
	}
	for _, part := range []string{f.Name, f.Author, string(f.Commit), f.Text, f.URL} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if !f.At.IsZero() {
		parts = append(parts, f.At.Format(time.RFC3339))
	}
	return strings.Join(parts, " ")
}

// gates: the six in their order, all held, with every check that the host asks for.
func (c *confirmation) gates() {
	names := []verdict.GateName{}
	for _, g := range c.Gates {
		names = append(names, g.Name)
		where := "gates." + string(g.Name)
		if !g.Holds {
			c.differ(where, "does not hold", "a record is of what held")
		}
		c.evidence(where, g.Evidence)
		for _, f := range c.facts.ofGate(g.Name, c.s, c.p) {
			if g.Name == verdict.GateChecks && !f.At.After(c.At) && !slices.Contains(g.Evidence, f) {
				c.differ(where, "", said(f))
			}
		}
	}
	if !slices.Equal(names, verdict.GateNames) {
		c.differ("gates", fmt.Sprint(names), fmt.Sprint(verdict.GateNames))
	}
}

// reviewers: each is one of the policy's, passes by what it said, and what it
// said was said by it, of this head.
func (c *confirmation) reviewers() {
	for _, r := range c.Reviewers {
		where := "reviewers." + r.Name
		rules, known := c.rulesOf(r.Name)
		if !known {
			c.differ(where, r.Name, "no reviewer of the policy")
			continue
		}
		c.evidence(where, r.Evidence)
		if rules.Role != policy.Optional && !rules.Passes(r.Reading) {
			c.differ(where, string(r.Reading), "does not pass")
		}
		for _, f := range r.Evidence {
			if !speaksFor(c.p, r.Name, f) {
				c.differ(where, said(f), "not by "+r.Name)
			}
			if f.Commit != "" && f.Commit != r.Commit {
				c.differ(where, string(r.Commit), string(f.Commit))
			}
		}
		c.reading(where, r, rules)
	}
}

// reading is read again, without what only a memory knows: a word that needs no
// ask of ours must come out the same, and one that passes must rest on something.
func (c *confirmation) reading(where string, r verdict.RecordReviewer, rules policy.Reviewer) {
	if r.Commit != "" && r.Commit != c.Head && rules.Role != policy.Optional {
		c.differ(where, string(r.Commit), string(c.Head))
	}
	again := reviewer.Read(reviewer.Input{Snapshot: c.s, Reviewer: rules, Since: c.s.HeadAt, Visible: len(c.s.Threads), Timing: c.p.Timing, Now: c.now})
	spoken := again.Word == feedback.Clean || again.Word == feedback.Answered
	if r.Reading != again.Word && spoken {
		c.differ(where, string(r.Reading), string(again.Word))
	}
	if spoken && r.Commit != again.Commit {
		c.differ(where, string(r.Commit), string(again.Commit))
	}
	passes := r.Reading == feedback.Clean || r.Reading == feedback.Answered
	if passes && len(r.Evidence) == 0 && r.Name != policy.People {
		c.differ(where, string(r.Reading), "nothing that shows it")
	}
}

func (c *confirmation) rulesOf(name string) (policy.Reviewer, bool) {
	for _, r := range c.p.Reviewers {
		if r.Name == name {
			return r, true
		}
	}
	return policy.Reviewer{}, false
}

// items: each is asked at the version that was answered, and its answer says what
// the record says.
func (c *confirmation) items() {
	asked := map[feedback.ItemID]feedback.Version{}
	for _, item := range reviewer.Items(c.s, c.p.Reviewers) {
		asked[item.ID] = item.Version
	}
	for _, item := range c.Items {
		where := "items." + string(item.ID)
		version, there := asked[item.ID]
		switch {
		case !there:
			c.differ(where, string(item.ID), "not asked")
		case version != item.Version:
			c.differ(where, item.Version.String(), version.String())
		}
		if !slices.ContainsFunc(item.Evidence, func(f verdict.Fact) bool { return f.ID == item.Version.Comment }) {
			c.differ(where, string(item.ID), "nothing that asks it")
		}
		c.evidence(where, item.Evidence)
		c.outcome(where, item)
	}
}

// outcome: the mark of our answer names item, version and disposition, and a fix
// has its commit, whose trailers name the item.
func (c *confirmation) outcome(where string, item verdict.RecordItem) {
	at := feedback.At{Item: item.ID, Version: item.Version}
	answer := "reply:" + string(action.ReplyKey(at, item.Disposition).Digest()) + ":" + string(item.Disposition)
	if !slices.ContainsFunc(item.Evidence, func(f verdict.Fact) bool { return f.Text == answer }) {
		c.differ(where, string(item.Disposition), "no answer that says so")
	}
	fixed := slices.ContainsFunc(item.Evidence, func(f verdict.Fact) bool { return f.Kind == "commit" })
	if item.Disposition == feedback.Fixed && !fixed {
		c.differ(where, "fixed", "no commit")
	}
}

// leftOut: who had to pass and what was asked by then stands in the record.
func (c *confirmation) leftOut() {
	for _, r := range c.p.Reviewers {
		needed := r.Role == policy.Required || r.Role == policy.Last
		if needed && !slices.ContainsFunc(c.Reviewers, func(other verdict.RecordReviewer) bool { return other.Name == r.Name }) {
			c.differ("reviewers."+r.Name, "", string(r.Role))
		}
	}
	for _, item := range reviewer.Items(c.s, c.p.Reviewers) {
		if item.FYI || item.Asked.After(c.At) {
			continue
		}
		if !slices.ContainsFunc(c.Items, func(other verdict.RecordItem) bool { return other.ID == item.ID }) {
			c.differ("items."+string(item.ID), "", item.At().String())
		}
	}
}
