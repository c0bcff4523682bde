package cluster

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/feedback"
)

// member is an ask with its theme. prior is set where it was settled before.
type member struct {
	item  feedback.Item
	theme feedback.Theme
	prior *feedback.Prior
	order int // among all members
}

// members leaves out what has no theme or no place: it goes by itself. said
// gives the time of the last word on an ask that was settled before; nil: none was.
func members(items []feedback.Standing, said func(feedback.Standing) time.Time) []member {
	var all []member
	for _, st := range items {
		theme := Theme(st.Item.Title, st.Item.Body)
		if theme == "" || st.Item.Where.Path == "" {
			continue
		}
		m := member{item: st.Item, theme: theme}
		if said != nil {
			m.prior = &feedback.Prior{
				ID: st.Item.ID, Category: theme, Path: st.Item.Where.Path, Line: st.Item.Where.Line, Status: feedback.PreviouslyResolved,
				LastComment: said(st), Disposition: dispositionOf(st), Commit: st.Commit,
			}
		}
		all = append(all, m)
	}
	return all
}

// dispositionOf is empty where an ask was settled without us.
func dispositionOf(st feedback.Standing) feedback.Disposition {
	if st.Disposition == feedback.Open {
		return ""
	}
	return st.Disposition
}

// groups joins members of one theme whose places meet, directly or through
// others. The order of the members is kept.
func groups(all []member) [][]member {
	var found [][]member
	for i, m := range all {
		m.order = i
		joined := []member{m}
		var apart [][]member
		for _, group := range found {
			if slices.ContainsFunc(group, func(other member) bool { return together(m, other) }) {
				joined = append(group, joined...)
			} else {
				apart = append(apart, group)
			}
		}
		slices.SortFunc(joined, func(a, b member) int { return a.order - b.order })
		found = append(apart, joined)
	}
	return found
}

func together(a, b member) bool {
	if a.theme != b.theme {
		return false
	}
	x, y := path.Dir(a.item.Where.Path), path.Dir(b.item.Where.Path)
	return x == y || below(x, y) || below(y, x)
}

// below: a folder lies in another. The root holds everything and so binds nothing.
func below(inner, outer string) bool { return outer != "." && strings.HasPrefix(inner, outer+"/") }

// area is the file of a group, or the folder that holds all of its files.
func area(group []member) string {
	first := group[0].item.Where.Path
	if !slices.ContainsFunc(group, func(m member) bool { return m.item.Where.Path != first }) {
		return first
	}
	folder := path.Dir(first)
	for _, m := range group {
		dir := path.Dir(m.item.Where.Path)
		for folder != "." && dir != folder && !below(dir, folder) {
			folder = path.Dir(folder)
		}
	}
	return folder
}
