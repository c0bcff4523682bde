package decide

import (
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// twins is rule 7: two visible comments with one mark. The older one stays. What
// a reviewer under our account has said twice is the reviewer's to take back.
func twins(j *judge) bool {
	first := map[mark.Digest]bool{}
	for _, c := range ourComments(j.s) {
		for _, m := range c.Marks {
			if m.Kind.Asks() {
				continue
			}
			if !first[m.Digest] {
				first[m.Digest] = true
				continue
			}
			j.funnel.wish(action.Action{
				Kind: action.Retract, Key: action.RetractKey(c.ID),
				Comment: &action.CommentRef{ID: c.ID, NodeID: c.NodeID, Inline: c.Review != 0 || c.Hunk != ""},
			})
		}
	}
	return false
}

// ourComments gives every comment of our account, oldest first.
func ourComments(s pull.Snapshot) []pull.Comment {
	var ours []pull.Comment
	for _, t := range s.Threads {
		ours = append(ours, t.Comments...)
	}
	ours = append(ours, s.Comments...)
	ours = slices.DeleteFunc(ours, func(c pull.Comment) bool { return !c.Ours || c.Pending })
	slices.SortFunc(ours, func(a, b pull.Comment) int {
		if !a.CreatedAt.Equal(b.CreatedAt) {
			return a.CreatedAt.Compare(b.CreatedAt)
		}
		return int(a.ID - b.ID)
	})
	return ours
}

// answers is rule 8: every final disposition is said, and what policy allows
// is closed. Answers go out while agents work: they do not touch the head.
func answers(j *judge) bool {
	for i := range j.standings {
		st := &j.standings[i]
		if st.Item.FYI || st.Disposition == feedback.Open || !answerable(*st) {
			continue
		}
		j.track(st)
		j.reply(st)
		j.correct(*st)
		j.resolve(st)
	}
	j.tellPeople()
	return false
}

func (j *judge) reply(st *feedback.Standing) {
	if !j.saysInPublic(*st) || st.Disposition == feedback.Deferred && st.Tracked == "" {
		return // a finding that is put off is answered by where it is tracked: rule 13
	}
	if j.followsAnswer(*st) {
		j.owe("answer_due", string(st.Item.ID))
		return
	}
	at := st.Item.At()
	wish := action.Action{
		Kind: action.Reply, Key: action.ReplyKey(at, st.Disposition),
		Expect: action.Expect{At: &at},
		Say: &action.Say{
			Item: at, Disposition: st.Disposition, Standing: st, Primary: j.primary(*st), ReplyTo: st.Item.ReplyTo,
		},
	}
	if st.Disposition == feedback.Fixed {
		wish.Expect.Reaches = st.Commit
	}
	if j.funnel.wish(wish) != isDone {
		j.owe("answer_due", string(st.Item.ID))
	}
}

// followsAnswer: a duplicate points to the answer to its primary, and so comes
// after it, as long as there will be one.
func (j *judge) followsAnswer(st feedback.Standing) bool {
	primary := j.primary(st)
	return primary != nil && j.primary(*primary) == nil && !st.Replied && !primary.Replied && !primary.Item.FYI &&
		primary.Disposition == st.Disposition && j.saysInPublic(*primary) && j.h.Deed(action.ReplyKey(primary.Item.At(), primary.Disposition)).State != journal.Barred
}

// saysInPublic: what waits for a person is said on the pull request only where
// policy sends escalations there.
func (j *judge) saysInPublic(st feedback.Standing) bool {
	return st.Disposition != feedback.Escalated || slices.Contains(j.p.Escalation.To, "comment")
}

// primary is the item that a duplicate points to, once that has been answered.
func (j *judge) primary(st feedback.Standing) *feedback.Standing {
	if st.Judgment == nil || st.Judgment.Primary == "" {
		return nil
	}
	for i := range j.standings {
		if j.standings[i].Item.ID == st.Judgment.Primary {
			return &j.standings[i]
		}
	}
	return nil
}

// resolve closes a thread after its visible reply, by the table of policy.
// A thread that somebody opened again after us is theirs.
func (j *judge) resolve(st *feedback.Standing) {
	if st.Item.Thread == "" || st.Item.Resolved {
		return
	}
	key := action.ResolveKey(st.Item.At(), st.Disposition)
	rule := j.p.Answers.Resolve.For(classOf(*st), st.Item.By.Kind == pull.Person)
	switch {
	case st.Disposition == feedback.Escalated || st.Disposition == feedback.Failed:
		st.LeftOpen = "waits_for_a_person"
	case j.h.Deed(key).State == journal.Done && !j.now.Before(j.h.Deed(key).SettledAt.Add(j.p.Timing.Lag)):
		st.LeftOpen = "reopened"
	case st.Judgment != nil && st.Judgment.Source == feedback.ByPerson && st.Judgment.KeepOpen:
		st.LeftOpen = "as_asked"
	case rule == policy.CloseNever:
		st.LeftOpen = "policy"
	case classOf(*st) == feedback.Invalid && !j.p.Answers.ResolveInvalid:
		st.LeftOpen = "policy" // what was declined is closed by flag and policy together, whatever proof policy wants
	case !st.Replied:
		// The reply comes first; the resolve is wished when it stands.
	case rule == policy.CloseProven && !j.proven(*st):
		st.LeftOpen = j.unproven()
	default:
		at := st.Item.At()
		fate := j.funnel.wish(action.Action{
			Kind: action.Resolve, Key: key, Expect: action.Expect{At: &at, Head: j.s.Head, Reply: true},
			Thread: &action.ThreadRef{Item: at, NodeID: st.Item.Thread},
		})
		switch fate {
		case isWished, isInFlight:
			j.owe("resolve_due", string(st.Item.ID))
		case isBarred:
			st.LeftOpen = "not_allowed"
		}
	}
}

// classOf is the row of the close table that a final item falls under.
func classOf(st feedback.Standing) feedback.Class {
	switch {
	case st.Disposition == feedback.Fixed:
		return feedback.Valid
	case st.Disposition == feedback.AlreadyAddressed:
		return feedback.AlreadyFixed
	case st.Disposition == feedback.Declined && st.Judgment != nil && st.Judgment.Class == feedback.Stale:
		return feedback.Stale
	case st.Disposition == feedback.Declined:
		return feedback.Invalid
	}
	return feedback.NeedsHuman
}

// proven: something shows what was said, and the head's checks have passed;
// where no check runs at all, our own verification of a pushed commit is the
// proof.
func (j *judge) proven(st feedback.Standing) bool {
	if !shown(st) {
		return false
	}
	checks := j.countedChecks()
	for _, c := range checks {
		if !c.Status.Passed() {
			return false
		}
	}
	return len(checks) > 0 || j.verifiedHead()
}

// shown: a fix by its commit in the head, code that is gone by the host or by
// evidence, what was so before by evidence (F5.25).
func shown(st feedback.Standing) bool {
	evidence := st.Commit != "" || st.Claim != nil && st.Claim.Commit != "" || st.Judgment != nil && len(st.Judgment.Evidence) > 0 ||
		st.Judgment != nil && st.Judgment.Source == feedback.ByPerson
	switch classOf(st) {
	case feedback.Valid:
		return st.Commit != ""
	case feedback.Stale:
		return st.Item.Outdated || evidence
	case feedback.AlreadyFixed:
		return evidence
	}
	return true
}

// unproven: policy closes only what is proven. The proof is waited for while it
// can come; where no check is under way, none will, and the thread stays open.
func (j *judge) unproven() string {
	pending := slices.ContainsFunc(j.countedChecks(), func(c pull.Check) bool { return c.Status.Pending() })
	missing := slices.ContainsFunc(j.required(), func(need pull.Requirement) bool { return !j.reported(need) })
	if pending || missing || j.noneOnHead() && j.checksExpected() {
		return "awaiting_proof"
	}
	return "policy"
}

func (j *judge) verifiedHead() bool {
	proof := j.h.Deed(action.VerifyKey(j.s.Head)).Outcome.Proof
	return proof != nil && proof.Green
}

// owe records something that must be done before reviewers see this head.
func (j *judge) owe(code, subject string) {
	j.owed = append(j.owed, verdict.Reason{Gate: verdict.GateFeedback, Code: code, Holds: verdict.No, Subject: subject})
}
