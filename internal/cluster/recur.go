package cluster

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

// Recurrences says of each item how often it has been here before: earlier
// versions of it, and the same ask in threads that were settled in earlier
// rounds, with what became of them and by which commits.
func Recurrences(s pull.Snapshot, h journal.History, items []feedback.Standing) map[feedback.ItemID]feedback.Recurrence {
	rounds, answered, commits, alike := roundsOf(h), answersOf(h), commitsOf(s), alikeIn(items)
	all := map[feedback.ItemID]feedback.Recurrence{}
	for n, st := range items {
		at := st.Item.At()
		r := feedback.Recurrence{Reopened: st.Reopened, Attempts: st.Attempts, FirstRound: rounds[at.Item]}
		newest := feedback.Version{}
		for _, past := range answered[at.Item] {
			if past.version != at.Version && newest.Less(past.version) {
				newest, r.Prior = past.version, past.disposition
			}
		}
		for _, past := range commits[at.Item] {
			if past.version != at.Version {
				r.Commits = add(r.Commits, past.commit)
			}
		}
		for _, other := range alike.to(n, items) {
			if rounds.before(other.Item.ID, at.Item) {
				r.Raised++
				r.Prior, r.Commits = dispositionOf(other), add(r.Commits, other.Commit)
			}
		}
		all[at.Item] = r
	}
	return all
}

func add(commits []pull.Oid, commit pull.Oid) []pull.Oid {
	if commit == "" || slices.Contains(commits, commit) {
		return commits
	}
	return append(commits, commit)
}

// alike finds the same ask in other threads: what was judged to be one matter,
// and what says the same of the same code. It holds places in the list of items.
type alike struct {
	matters map[feedback.ItemID][]int
	asks    map[string][]int
}

func alikeIn(items []feedback.Standing) alike {
	a := alike{matters: map[feedback.ItemID][]int{}, asks: map[string][]int{}}
	for n, st := range items {
		a.matters[matter(st)] = append(a.matters[matter(st)], n)
		if key := feedback.AskKey(st.Item); key != "" {
			a.asks[key] = append(a.asks[key], n)
		}
	}
	return a
}

// to gives what is like the nth item, in the order of the items.
func (a alike) to(n int, items []feedback.Standing) []feedback.Standing {
	st := items[n]
	places := slices.Clone(a.asks[feedback.AskKey(st.Item)])
	if st.Judgment != nil && st.Judgment.Primary != "" {
		places = append(places, a.matters[st.Judgment.Primary]...)
	}
	slices.Sort(places)
	var others []feedback.Standing
	for _, place := range slices.Compact(places) {
		if place != n {
			others = append(others, items[place])
		}
	}
	return others
}

// matter is the item that an ask is judged with.
func matter(st feedback.Standing) feedback.ItemID {
	if st.Judgment != nil && st.Judgment.Primary != "" {
		return st.Judgment.Primary
	}
	return st.Item.ID
}

// past is what was done about one version of an item.
type past struct {
	version     feedback.Version
	disposition feedback.Disposition
	commit      pull.Oid
}

// answersOf lists the finished answers by item, the last one of a version first.
func answersOf(h journal.History) map[feedback.ItemID][]past {
	all := map[feedback.ItemID][]past{}
	deeds := slices.Collect(maps.Values(h.Deeds))
	slices.SortFunc(deeds, func(a, b journal.Deed) int { return cmp.Compare(b.Seq, a.Seq) })
	for _, deed := range deeds {
		key := deed.Key
		name, word, ok := strings.Cut(key.Subject(), "/")
		if key.Kind() != action.Reply || deed.State != journal.Done || !ok {
			continue
		}
		if at, err := feedback.ParseAt(name); err == nil {
			all[at.Item] = append(all[at.Item], past{version: at.Version, disposition: feedback.Disposition(word)})
		}
	}
	return all
}

// commitsOf lists our commits by item, oldest first as the snapshot has them.
func commitsOf(s pull.Snapshot) map[feedback.ItemID][]past {
	all := map[feedback.ItemID][]past{}
	for _, trailer := range s.Ours {
		for _, name := range trailer.Items {
			if at, err := feedback.ParseAt(name); err == nil {
				all[at.Item] = append(all[at.Item], past{version: at.Version, commit: trailer.Commit})
			}
		}
	}
	return all
}
