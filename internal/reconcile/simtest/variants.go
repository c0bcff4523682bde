package simtest

import (
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/decide"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// Variant is one rule put back to what the design said first, or to what one
// would naturally write. Row is its number in architecture.md 2. Each must be
// caught: a check that no variant trips is not a check.
type Variant struct {
	Row   string
	Says  string
	Put   func(*Sim)
	Under []string // the adversities that show it; empty: any
}

// first is a seed known to catch a variant, where that takes long: the look
// begins there and goes round.
var first = map[string]uint64{"1": 199, "2": 106, "9": 110, "13": 117, "20": 1246, "22": 400}

// next wraps the judgment of a run.
type next func(pull.Snapshot, journal.History, policy.Policy, time.Time) verdict.Verdict

func wrap(change func(next) next) func(*Sim) {
	return func(s *Sim) { s.judge.Next = change(s.judge.Next) }
}

// seeing changes the history before the judgment reads it.
func seeing(change func(*journal.Deed)) func(*Sim) {
	return wrap(func(inner next) next {
		return func(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
			seen := h.With()
			for key, deed := range seen.Deeds {
				change(&deed)
				seen.Deeds[key] = deed
			}
			return inner(s, seen, p, now)
		}
	})
}

// keyed renames keys on the way out and back on the way in.
func keyed(name func(action.Key) action.Key) func(*Sim) {
	return wrap(func(inner next) next {
		return func(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
			v := inner(s, h, p, now)
			kept := v.Actions[:0:0]
			for _, a := range v.Actions {
				a.Key = name(a.Key)
				if state := h.Deed(a.Key).State; state != journal.Done && !state.InFlight() {
					kept = append(kept, a)
				}
			}
			v.Actions = kept
			return v
		}
	})
}

// Variants by row.
var Variants = []Variant{
	{"1", "an intention that is open is never begun again", seeing(func(d *journal.Deed) {
		if d.State == journal.Wanted {
			d.State = journal.Doubtful
		}
	}), nil},
	{"2", "a refusal closes its key", seeing(func(d *journal.Deed) {
		if d.State == journal.Lapsed && (d.Why == journal.Moved || d.Why == journal.Away) {
			d.State = journal.Done
		}
	}), nil},
	{"3", "what is not found at once is absent", func(s *Sim) {
		s.judge.Look = func(w pull.Snapshot, d journal.Deed, p policy.Policy, now time.Time) (journal.Did, bool) {
			d.StartedAt = d.StartedAt.Add(-time.Hour)
			return decide.Look(w, d, p, now)
		}
	}, []string{"late", "lost"}},
	{"4", "one reply for an item, whatever its version", keyed(func(k action.Key) action.Key {
		if at, rest, ok := strings.Cut(string(k), "@"); ok && k.Kind() == action.Reply {
			return action.Key(at + rest[strings.IndexByte(rest, '/'):])
		}
		return k
	}), nil},
	{"5", "the head is part of a reply's key", headInReply(), nil},
	{"6", "an ask does not name the head", keyed(func(k action.Key) action.Key {
		if k.Kind() == action.Ask {
			return action.Key(string(k)[:strings.IndexByte(string(k), '@')])
		}
		return k
	}), nil},
	{"7", "an item is open while its thread is unresolved", wrap(func(inner next) next {
		return func(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
			s.Threads = slices.DeleteFunc(slices.Clone(s.Threads), func(t pull.Thread) bool { return t.Resolved })
			return inner(s, h, p, now)
		}
	}), nil},
	{"8", "only clean passes", func(s *Sim) { s.rules.Reviewers[0].Answered = false }, []string{"talk"}},
	{"9", "ready as soon as all gates hold in one snapshot", func(s *Sim) { s.rules.Timing.Quiet = 0 }, []string{"stale", "new thread"}},
	{"11", "a deed that is done may be wished again", wrap(func(inner next) next {
		return func(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
			v := inner(s, h, p, now)
			if v.Phase == verdict.Ready {
				v.Phase = verdict.Working
			}
			return v
		}
	}), nil},
	{"12", "a snapshot is taken as now", wrap(func(inner next) next {
		return func(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
			h.High = journal.High{}
			return inner(s, h, p, now)
		}
	}), []string{"stale", "comment", "edit"}},
	{"13", "what is wanted counts as asked", seeing(func(d *journal.Deed) {
		if d.Key.Kind() == action.Ask && (d.State == journal.Wanted || d.State == journal.Lapsed && d.Why == journal.Unwished) {
			d.State, d.StartedAt = journal.Done, d.WantedAt
		}
	}), []string{"crash"}},
	{"14", "a fix that a person took out is owed again", seeing(func(d *journal.Deed) {
		if d.Key.Kind() == action.Push {
			d.Items = nil
		}
	}), []string{"reset"}},
	{"15", "a finished fix is pushed, whatever its items say now", pushAnyway(), []string{"comment", "edit"}},
	{"17", "a pause is seen by the next judgment", func(s *Sim) { s.m.deaf = true }, []string{"race pause"}},
	{"19", "a fenced store is enough: twins stay", wrap(func(inner next) next {
		return func(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
			v := inner(s, h, p, now)
			v.Actions = slices.DeleteFunc(v.Actions, func(a action.Action) bool { return a.Kind == action.Retract })
			return v
		}
	}), []string{"frozen"}},
	{"20", "a comment that a snapshot does not show is gone", func(s *Sim) {
		s.judge.Look = func(w pull.Snapshot, d journal.Deed, p policy.Policy, now time.Time) (journal.Did, bool) {
			if d.Key.Kind() == action.Retract {
				return journal.Did{Key: d.Key, Try: d.Try, State: journal.Done, Why: journal.Found}, true
			}
			return decide.Look(w, d, p, now)
		}
	}, []string{"frozen", "lost"}},
	{"21", "a lost memory is begun anew without looking at our marks", func(s *Sim) {
		s.judge.Adopt = func(pull.Snapshot, journal.History, policy.Policy, time.Time) []journal.Did { return nil }
	}, []string{"database lost"}},
	{"22", "effects do not look at what they expect", func(s *Sim) { s.blind = true }, []string{"race comment", "race human push", "race reset"}},
	{"23", "ready, or waiting for a person, carries no wake", wrap(func(inner next) next {
		return func(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
			v := inner(s, h, p, now)
			if v.Phase == verdict.Ready || v.Phase == verdict.NeedsYou {
				v.Wake = time.Time{}
			}
			return v
		}
	}), nil},
	{"facts", "findings born from fixes are fixed like any", wrap(func(inner next) next {
		return func(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
			p.Limits.BornAtLeast = 0
			return inner(s, h, p, now)
		}
	}), []string{"crash"}},
	{"barred", "what was refused for good is tried again", seeing(func(d *journal.Deed) {
		if d.State == journal.Barred {
			d.State = journal.Lapsed
		}
	}), []string{"not allowed"}},
	{"limited", "a rate limit bars nothing", seeing(func(d *journal.Deed) { d.NotBefore = time.Time{} }), []string{"limited"}},
	{"follow-up", "what is put off is ready without a place where it is tracked", wrap(func(inner next) next {
		return func(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
			v := inner(s, h, p, now)
			v.Actions = slices.DeleteFunc(v.Actions, func(a action.Action) bool { return a.Kind == action.FollowUp })
			return v
		}
	}), nil},
	{"join", "a branch brought up with its base is pushed unproven", wrap(func(inner next) next {
		return func(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
			v := inner(s, h, p, now)
			for i, a := range v.Actions {
				if a.Work != nil && a.Work.Task == action.Verify && a.Work.From.Task() == action.Update {
					v.Actions[i] = action.Action{Kind: action.Push, Key: action.PushKey(a.Work.Commit), Push: &action.PushOrder{Commit: a.Work.Commit, Parent: s.Head, From: a.Work.From}}
				}
			}
			return v
		}
	}), []string{"conflict"}},
	{"join mended", "what a repair of a merge has left is pushed unproven", wrap(func(inner next) next {
		return func(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
			v := inner(s, h, p, now)
			for i, a := range v.Actions {
				if a.Work != nil && a.Work.Task == action.Verify && a.Work.Onto != "" && a.Work.From.Task() == action.Repair {
					v.Actions[i] = action.Action{Kind: action.Push, Key: action.PushKey(a.Work.Commit), Push: &action.PushOrder{Commit: a.Work.Commit, Parent: s.Head, From: a.Work.From}}
				}
			}
			return v
		}
	}), []string{"tangle"}},
	{"join undone", "a merge of the base that a person took out is waited for", seeing(func(d *journal.Deed) {
		if d.Key.Kind() == action.Push && len(d.Items) == 0 {
			d.State = journal.Lapsed
			d.Why = journal.Unwished
		}
	}), []string{"conflict", "reset"}},
	{"checks", "a required check that is red passes", wrap(func(inner next) next {
		return func(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
			s.Checks = slices.Clone(s.Checks)
			for i := range s.Checks {
				s.Checks[i].Status = pull.CheckSuccess
			}
			return inner(s, h, p, now)
		}
	}), []string{"ci red"}},
	{"queue", "what stands in the merge queue is worked on", wrap(func(inner next) next {
		return func(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
			s.Queued = false
			return inner(s, h, p, now)
		}
	}), []string{"queue"}},
}

// headInReply says the same answer again after a push.
func headInReply() func(*Sim) {
	return wrap(func(inner next) next {
		return func(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
			h = h.With()
			for key, deed := range h.Deeds {
				if key.Kind() == action.Reply && deed.State == journal.Done && deed.Head != s.Head {
					delete(h.Deeds, key)
				}
			}
			return inner(s, h, p, now)
		}
	})
}

// pushAnyway pushes the newest finished fix of this head without asking whether
// its items are still wanted.
func pushAnyway() func(*Sim) {
	return wrap(func(inner next) next {
		return func(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
			v := inner(s, h, p, now)
			for key, deed := range h.Deeds {
				commit := deed.Outcome.Commit
				if key.Task() != action.Fix || deed.State != journal.Done || deed.Head != s.Head || commit == "" || len(v.Actions) == 0 {
					continue
				}
				if h.Deed(action.VerifyKey(commit)).State != journal.Done || h.Deed(action.PushKey(commit)).State != "" {
					continue
				}
				v.Actions = slices.DeleteFunc(v.Actions, func(a action.Action) bool { return a.Kind == action.Push })
				v.Actions = append(v.Actions, action.Action{Kind: action.Push, Key: action.PushKey(commit), Push: &action.PushOrder{Commit: commit, Parent: s.Head, From: key, Items: deed.Items}})
				break
			}
			return v
		}
	})
}
