package perform

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/view"
)

// suggestions applies the reviewers' own texts and gives what is left for an
// agent: items without a suggestion, those whose first application was refused
// by the checks, duplicates of others, and texts that do not fit the code.
// They are applied from the end of each file to its beginning, so that the
// lines of those still to come stay where they are.
func (f *fixing) suggestions(ctx context.Context, standings []feedback.Standing) (rest []feedback.Standing, err error) {
	var fit []feedback.Standing
	for _, st := range standings {
		if st.Item.Suggestion != nil && st.Attempts == 0 && plainly(st) && !overlaps(fit, *st.Item.Suggestion) && !f.Policy.Escalation.Guards(st.Item.Suggestion.Path) {
			fit = append(fit, st)
		} else {
			rest = append(rest, st)
		}
	}
	slices.SortStableFunc(fit, func(a, b feedback.Standing) int {
		if c := strings.Compare(a.Item.Suggestion.Path, b.Item.Suggestion.Path); c != 0 {
			return c
		}
		return b.Item.Suggestion.Start - a.Item.Suggestion.Start
	})
	for _, st := range fit {
		applied, err := f.suggestion(ctx, st)
		if err != nil {
			return nil, err
		}
		if !applied {
			rest = append(rest, st)
		}
	}
	return rest, nil
}

// plainly: the reviewer's text settles the item, and nobody asked for more.
func plainly(st feedback.Standing) bool {
	j := st.Judgment
	return j != nil && j.Class == feedback.Valid && j.Guidance == "" && j.Primary == ""
}

func overlaps(fit []feedback.Standing, s feedback.Suggestion) bool {
	return slices.ContainsFunc(fit, func(st feedback.Standing) bool {
		o := st.Item.Suggestion
		return o.Path == s.Path && o.Start <= s.End && s.Start <= o.End
	})
}

// suggestion applies one; false where the text does not fit or changes nothing.
func (f *fixing) suggestion(ctx context.Context, st feedback.Standing) (bool, error) {
	changed, err := apply(f.tree.Dir(), *st.Item.Suggestion)
	if err != nil || !changed {
		return false, nil //nolint:nilerr // an agent can still do what a text that does not fit cannot
	}
	message := view.Commit(f.Snapshot.Ref, []feedback.Standing{st}, "Apply the suggestion of "+st.Item.Reviewer, reasons([]feedback.Standing{st}), f.Deed.Key)
	commit, refused, broken, err := f.commitHooked(ctx, message)
	if err != nil {
		return false, err
	}
	if refused != nil || len(broken) > 0 { // an agent can do what pleases the repository's hooks too
		return false, f.back(ctx)
	}
	f.claims = append(f.claims, feedback.Claim{
		At: st.Item.At(), Outcome: feedback.Fixed, Commit: commit, Summary: "Applied the suggestion.", Suggested: true,
	})
	return true, nil
}

// apply replaces lines of a file below dir. No link is followed: what it leads
// to may be guarded. The file keeps its line endings and its last line feed, or the lack of one.
func apply(dir string, s feedback.Suggestion) (changed bool, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return false, err
	}
	defer func() { _ = root.Close() }()
	path := filepath.FromSlash(s.Path)
	if err := noLink(root, path); err != nil {
		return false, err
	}
	old, err := root.ReadFile(path)
	if err != nil {
		return false, err
	}
	text, ok := replaceLines(string(old), s)
	if !ok || text == string(old) {
		return false, nil
	}
	info, err := root.Stat(path)
	if err != nil {
		return false, err
	}
	return true, root.WriteFile(path, []byte(text), info.Mode().Perm())
}

// noLink refuses a path that a symbolic link is part of.
func noLink(root *os.Root, path string) error {
	for ; path != "."; path = filepath.Dir(path) {
		info, err := root.Lstat(path)
		if err != nil {
			return err
		}
		if info.Mode()&os.ModeSymlink != 0 {
			return fmt.Errorf("%s is a symbolic link", path)
		}
	}
	return nil
}

func replaceLines(old string, s feedback.Suggestion) (string, bool) {
	lines := strings.SplitAfter(old, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if s.Start < 1 || s.End < s.Start || s.End > len(lines) {
		return "", false
	}
	ending := "\n"
	if strings.HasSuffix(lines[s.Start-1], "\r\n") {
		ending = "\r\n"
	}
	text := strings.ReplaceAll(s.Text, "\r\n", "\n")
	var insert string
	if text != "" || s.Blank {
		insert = strings.ReplaceAll(text, "\n", ending) + ending
	}
	if s.End == len(lines) && !strings.HasSuffix(old, "\n") {
		insert = strings.TrimSuffix(insert, ending)
	}
	return strings.Join(lines[:s.Start-1], "") + insert + strings.Join(lines[s.End:], ""), true
}
