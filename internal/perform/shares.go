package perform

import (
	"path"
	"slices"

	"github.com/settlehq/settle/internal/feedback"
)

// matter are items that one agent has to work on: they share a file, a cluster
// or a cause.
type matter struct {
	items []feedback.Standing
	files []string
	loose bool // one of them points at no file, and may need any
}

// shares divides items among agents that work at once, each with files that no
// other has: as few agents as policy lets there be, and none with more items
// than it must. Items that point at no file are left alone, for after all others.
// Without shares there is nothing to divide. Items keep their order.
func (d deed) shares(asked []feedback.Standing) (shares [][]feedback.Standing, alone []feedback.Standing) {
	apart := slices.DeleteFunc(d.matters(asked), func(m matter) bool { return m.loose })
	load := make([]int, min(d.Policy.Agents.Parallel, len(apart)))
	if len(load) < 2 {
		return nil, nil
	}
	slices.SortStableFunc(apart, func(a, b matter) int { return len(b.items) - len(a.items) })
	whose := map[feedback.ItemID]int{}
	for _, m := range apart {
		least := slices.Index(load, slices.Min(load))
		load[least] += len(m.items)
		for _, st := range m.items {
			whose[st.Item.ID] = least
		}
	}
	return dealt(asked, whose)
}

// dealt gives each agent its items, the agent of the first item first.
func dealt(asked []feedback.Standing, whose map[feedback.ItemID]int) (shares [][]feedback.Standing, alone []feedback.Standing) {
	place := map[int]int{}
	for _, st := range asked {
		agent, has := whose[st.Item.ID]
		if !has {
			alone = append(alone, st)
			continue
		}
		at, known := place[agent]
		if !known {
			at = len(shares)
			place[agent], shares = at, append(shares, nil)
		}
		shares[at] = append(shares[at], st)
	}
	return shares, alone
}

// matters puts items together that are one agent's.
func (d deed) matters(asked []feedback.Standing) []matter {
	var all []matter
	for _, st := range asked {
		m := matter{items: []feedback.Standing{st}, files: d.filesOf(st), loose: st.Item.Where.Path == ""}
		all = slices.DeleteFunc(all, func(other matter) bool {
			if !m.meets(other) {
				return false
			}
			m.items, m.files, m.loose = append(m.items, other.items...), append(m.files, other.files...), m.loose || other.loose
			return true
		})
		all = append(all, m)
	}
	return all
}

// meets: both have a file, or one is a duplicate of the other.
func (m matter) meets(other matter) bool {
	if slices.ContainsFunc(m.files, func(file string) bool { return slices.Contains(other.files, file) }) {
		return true
	}
	return slices.ContainsFunc(m.items, func(a feedback.Standing) bool {
		return slices.ContainsFunc(other.items, func(b feedback.Standing) bool { return cause(a) == cause(b) })
	})
}

// filesOf are the files that items are about: their own, all of their clusters',
// and those of the items that they repeat.
func (d deed) filesOf(items ...feedback.Standing) []string {
	files := placesOf(items)
	for _, st := range items {
		if primary := cause(st); primary != st.Item.ID {
			files = append(files, placesOf([]feedback.Standing{standingOf(d.Action.Work.Standing, primary)})...)
		}
		for _, c := range d.Action.Work.Clusters {
			if slices.Contains(c.Items, st.Item.ID) {
				files = append(files, c.Files...)
			}
		}
	}
	files = slices.DeleteFunc(files, func(file string) bool { return file == "" })
	for i, file := range files {
		files[i] = path.Clean(file)
	}
	return files
}
