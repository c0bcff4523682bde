package decide

import (
	"slices"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// byFacts are the reasons to stop that are seen in the work itself.
var byFacts = []string{"born_from_fix", "alternation", "no_progress"}

// halted gathers what a person is shown where facts have stopped the fixing:
// what was counted, which push drew which ask, and where the branch was left.
func (j *judge) halted() *verdict.Halt {
	if j.phase != verdict.Blocked || j.why.Code != j.stop.Code || !slices.Contains(byFacts, j.stop.Code) {
		return nil
	}
	return &verdict.Halt{Code: j.stop.Code, Facts: j.measures(), Chain: j.chain(), Kept: j.s.Head, Verified: j.verifiedHead()}
}

// measures are the facts beside what they may come to; one without a limit stops
// nothing and is left out.
func (j *judge) measures() []verdict.Measure {
	limits := j.p.Limits
	last, born := j.course.newest(limits.BornOfLast)
	all := []verdict.Measure{
		{Name: "born_from_fix", Count: len(born), Of: len(last), Limit: limits.BornAtLeast, LimitOf: limits.BornOfLast},
		{Name: "alternation", Count: j.course.alternations(), Limit: limits.Alternations},
		{Name: "no_progress", Count: j.course.stalled(), Limit: mostStalled},
		{Name: "rounds", Count: j.h.Rounds, Limit: limits.Rounds + j.h.Told.Raised},
	}
	return slices.DeleteFunc(all, func(m verdict.Measure) bool { return m.Limit == 0 })
}

// chain tells of each push of ours what it was made for, and what it drew.
func (j *judge) chain() []verdict.Link {
	links := []verdict.Link{}
	for n, fix := range j.course.fixes {
		link := verdict.Link{Commit: fix.Outcome.Commit, For: []feedback.ItemID{}, Drew: []feedback.ItemID{}, Undid: []pull.Oid{}}
		for _, at := range fixedItems(fix) {
			link.For = append(link.For, at.Item)
		}
		for _, item := range j.course.items {
			if j.drew(fix, item) {
				link.Drew = append(link.Drew, item.ID)
			}
		}
		for _, before := range j.course.fixes[:n] {
			if undoes(fix, before) {
				link.Undid = append(link.Undid, before.Outcome.Commit)
			}
		}
		links = append(links, link)
	}
	return links
}

// drew: the item is about a line that the fix brought, or is what the fix was to
// settle, raised again.
func (j *judge) drew(fix journal.Deed, item feedback.Item) bool {
	brought := j.course.born[item.At()]
	return slices.ContainsFunc(fix.Outcome.Claims, func(claim feedback.Claim) bool {
		if claim.Outcome != feedback.Fixed {
			return false
		}
		commit, _ := j.fixedBy(claim.At) // as it is called after a rebase of ours
		return brought != "" && (brought == claim.Commit || brought == commit) || j.course.follows(item, claim.At.Item)
	})
}
