package perform

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// left is what an agent left in a tree, as git shows it.
type left struct {
	commits []pull.Oid // new ones, oldest first
	edits   pull.Oid   // what was not committed, sealed on top of them; empty: nothing
	whole   pull.Oid   // all of it as one change of the head; empty: nothing
}

// traces looks at what was done to git itself, and at what is new. Every finding
// here concerns the whole run: nothing of it can be trusted.
func (f *fixing) traces(ctx context.Context) (left, []feedback.Violation, error) {
	var l left
	branch := f.tree.Branch()
	planted, err := f.tree.Planted(ctx)
	if err != nil {
		return l, nil, err
	}
	strays, err := f.tree.Strays(ctx)
	if err != nil {
		return l, nil, err
	}
	outside, err := f.tree.Outside(ctx)
	if err != nil {
		return l, nil, err
	}
	broken := slices.Concat(violations(feedback.Planted, planted...), violations(feedback.Pushed, strays...), violations(feedback.Outside, outside...))
	if branch != "" {
		broken = append(broken, feedback.Violation{Code: feedback.WrongBranch, Subject: branch})
	}
	tip, err := f.tree.Tip(ctx)
	onward := err == nil
	if onward {
		if l.commits, onward, err = f.tree.New(ctx, tip); err != nil {
			return l, nil, err
		}
	}
	if !onward {
		return l, append(broken, feedback.Violation{Code: feedback.Rewritten, Subject: tip.Short()}), nil
	}
	if l.edits, err = f.tree.Seal(ctx, tip); err == nil {
		l.whole, err = f.tree.Seal(ctx, f.tree.Head())
	}
	return l, broken, err
}

func violations(code feedback.ViolationCode, subjects ...string) []feedback.Violation {
	var all []feedback.Violation
	for _, subject := range subjects {
		all = append(all, feedback.Violation{Code: code, Subject: subject})
	}
	return all
}

// part is one change and the items that it is said to settle.
type part struct {
	items    []feedback.Standing
	outcomes []agent.Outcome
	commit   pull.Oid // what the agent left: its own commit, or all that it left
	broken   []feedback.Violation
}

// parts match what is reported with what is there: each new commit named once,
// by one item or by several of one matter, and no commit that is not there.
// Where nobody names a commit, all that was left is one change.
func parts(asked []feedback.Standing, report agent.Report, l left) []part {
	var all []part
	named := false
	for _, o := range report.Outcomes {
		if o.Outcome != feedback.Fixed {
			continue
		}
		named = named || o.Commit != ""
		st := standingOf(asked, o.Item)
		i := slices.IndexFunc(all, func(p part) bool { return p.commit == o.Commit })
		if i < 0 {
			all = append(all, part{commit: o.Commit})
			i = len(all) - 1
		}
		all[i].items, all[i].outcomes = append(all[i].items, st), append(all[i].outcomes, o)
	}
	if !named {
		for i := range all {
			all[i].commit = l.whole
		}
	} else {
		all = matched(all, report, l)
	}
	for i := range all {
		if all[i].commit == "" && len(all[i].broken) == 0 {
			all[i].broken = violations(feedback.NothingChanged, "")
		}
	}
	return all
}

// matched holds named commits against the new ones.
func matched(all []part, report agent.Report, l left) []part {
	var claimed []pull.Oid
	edits := l.edits
	for i := range all {
		p := &all[i]
		if p.commit == "" {
			p.commit, edits = l.edits, ""
			continue
		}
		at := slices.IndexFunc(l.commits, func(c pull.Oid) bool { return len(p.commit) >= 7 && strings.HasPrefix(string(c), string(p.commit)) })
		if at < 0 {
			p.broken = violations(feedback.NoSuchCommit, string(p.commit))
			continue
		}
		p.commit = l.commits[at]
		if slices.Contains(claimed, p.commit) || !oneMatter(p.items, report) {
			p.broken = violations(feedback.ClaimedTwice, p.commit.Short())
		}
		claimed = append(claimed, p.commit)
	}
	for _, c := range l.commits {
		if !slices.Contains(claimed, c) {
			all = blame(all, feedback.Violation{Code: feedback.UnclaimedCommit, Subject: c.Short()})
		}
	}
	if edits != "" {
		all = blame(all, feedback.Violation{Code: feedback.UnclaimedEdits})
	}
	return inOrder(all, l.commits)
}

// blame gives a violation that belongs to no item to all of them.
func blame(all []part, v feedback.Violation) []part {
	for i := range all {
		all[i].broken = append(all[i].broken, v)
	}
	return all
}

// inOrder sorts the parts as their commits were made; edits come last.
func inOrder(all []part, commits []pull.Oid) []part {
	place := func(p part) int {
		if at := slices.Index(commits, p.commit); at >= 0 {
			return at
		}
		return len(commits)
	}
	slices.SortStableFunc(all, func(a, b part) int { return place(a) - place(b) })
	return all
}

// oneMatter: one item, or several that are duplicates of one, or that the agent
// read as one cluster.
func oneMatter(items []feedback.Standing, report agent.Report) bool {
	first := items[0].Item.ID
	for _, st := range items[1:] {
		if cause(st) != cause(items[0]) && !together(report, first, st.Item.ID) {
			return false
		}
	}
	return true
}

func cause(st feedback.Standing) feedback.ItemID {
	if st.Judgment != nil && st.Judgment.Primary != "" {
		return st.Judgment.Primary
	}
	return st.Item.ID
}

func together(report agent.Report, a, b feedback.ItemID) bool {
	return slices.ContainsFunc(report.Clusters, func(c feedback.ClusterClaim) bool {
		return c.Binds() && slices.Contains(c.Items, a) && slices.Contains(c.Items, b)
	})
}

// inspect holds one part's change against what its items are about.
func (f *fixing) inspect(ctx context.Context, p *part, from pull.Oid) error {
	changes, err := f.tree.Changes(ctx, from, p.commit)
	if err != nil {
		return err
	}
	if len(changes) == 0 {
		p.broken = append(p.broken, feedback.Violation{Code: feedback.NothingChanged})
	}
	for _, c := range changes {
		if c.Link {
			p.broken = append(p.broken, violations(feedback.Linked, c.Path)...)
		}
	}
	p.broken = append(p.broken, violations(feedback.Guarded, f.guarded(pathsOf(changes))...)...)
	if !steered(p.items) {
		p.broken = append(p.broken, violations(feedback.Elsewhere, f.elsewhere(p.items, changes)...)...)
		p.broken = append(p.broken, weakened(changes, placesOf(p.items))...)
	}
	return f.namedTests(ctx, p, changes)
}

// steered: a person has said how it is to be done, and may ask for more than
// the item's own file, or for a test to go.
func steered(items []feedback.Standing) bool {
	return slices.ContainsFunc(items, func(st feedback.Standing) bool { return st.Judgment != nil && st.Judgment.Guidance != "" })
}

// elsewhere are the changed files that no item is about: not its own, not its
// cluster's, and no test. An item that points at no file may need any.
func (f *fixing) elsewhere(items []feedback.Standing, changes []feedback.Change) []string {
	places := append(placesOf(items), f.sides...)
	if slices.Contains(places, "") {
		return nil
	}
	for _, c := range f.Action.Work.Clusters {
		if slices.ContainsFunc(items, func(st feedback.Standing) bool { return slices.Contains(c.Items, st.Item.ID) }) {
			places = append(append(places, c.Files...), c.Area)
			for _, prior := range c.Prior {
				places = append(places, prior.Path)
			}
		}
	}
	for _, st := range items { // a duplicate is fixed where its primary is
		places = append(places, standingOf(f.Action.Work.Standing, cause(st)).Item.Where.Path)
	}
	return slices.DeleteFunc(pathsOf(changes), func(file string) bool {
		return isTest(file) || f.Policy.Escalation.Guards(file) || slices.ContainsFunc(places, func(place string) bool { return within(file, place) })
	})
}

// within: the file is the place, or lies below it. Of the top of the tree that
// is what lies right there, else it would be everything.
func within(file, place string) bool {
	switch place {
	case "":
		return false
	case ".":
		return !strings.Contains(file, "/")
	}
	return file == place || strings.HasPrefix(file, strings.TrimSuffix(place, "/")+"/")
}

// placesOf are the files that items point at; an empty one for none.
func placesOf(items []feedback.Standing) []string {
	var places []string
	for _, st := range items {
		places = append(places, st.Item.Where.Path)
		if s := st.Item.Suggestion; s != nil {
			places = append(places, s.Path)
		}
	}
	return places
}

func pathsOf(changes []feedback.Change) []string {
	var paths []string
	for _, c := range changes {
		paths = append(paths, path.Clean(c.Path))
	}
	return paths
}

// guarded are the changed paths that policy keeps for people.
func (d deed) guarded(changed []string) []string {
	return slices.DeleteFunc(slices.Clone(changed), func(path string) bool { return !d.Policy.Escalation.Guards(path) })
}
