package git

import (
	"context"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Since is what became of a file between a commit and Head.
type Since struct {
	From pull.Oid // what Head is compared with
	Lost bool     // the commit is not here, as after a force push: From is where Head left the base
	Path string   // the name of the file now; empty: it is gone
	Diff string   // with its context; empty: nothing changed
}

// Since compares a file with how it stood at a commit, under whatever name it
// goes now. A commit that the host has no more must not have been brought here:
// then the whole change of the pull request is given, and Lost says so.
func (t *Tree) Since(ctx context.Context, commit, base pull.Oid, path string) (Since, error) {
	names, err := t.names(ctx, commit, base)
	if err != nil {
		return Since{}, err
	}
	s := Since{From: names.from, Lost: names.lost, Path: names.now(path)}
	paths := []string{path}
	if s.Path != "" && s.Path != path {
		paths = append(paths, s.Path)
	}
	s.Diff, err = t.mirror.work.run(ctx, call{args: append(diff(string(s.From), string(t.head), "--"), paths...)})
	return s, fail(action.Broken, "read diff of "+path, err)
}

// names are the files of Head, and what those of a commit are called there.
type names struct {
	from    pull.Oid
	lost    bool
	head    []string          // sorted
	before  []string          // files of from, sorted
	renamed map[string]string // old name to new
}

// now is the name that a file has at Head; the same where the commit did not
// have it either, empty where it is gone.
func (n names) now(path string) string {
	if _, here := slices.BinarySearch(n.head, path); here {
		return path
	}
	if to, ok := n.renamed[path]; ok {
		if _, here := slices.BinarySearch(n.head, to); here {
			return to
		}
	}
	if _, was := slices.BinarySearch(n.before, path); was || n.lost {
		return ""
	}
	return path
}

func (t *Tree) names(ctx context.Context, commit, base pull.Oid) (n names, err error) {
	if n.from, n.lost, err = t.since(ctx, commit, base); err != nil {
		return n, fail(action.Gone, "find names", err)
	}
	if n.head, err = t.paths(ctx, t.head); err != nil {
		return n, err
	}
	if n.before, err = t.paths(ctx, n.from); err != nil {
		return n, err
	}
	n.renamed, err = t.renames(ctx, n.from)
	return n, fail(action.Broken, "find names", err)
}

// since is the commit itself where it is here, whether Head builds on it or not.
func (t *Tree) since(ctx context.Context, commit, base pull.Oid) (pull.Oid, bool, error) {
	if err := t.mirror.restore(); err != nil {
		return "", false, err
	}
	if isOid(commit) {
		if _, err := t.mirror.work.line(ctx, "cat-file", "-e", string(commit)+"^{commit}"); err == nil {
			return commit, false, nil
		}
	}
	fork, err := t.fork(ctx, base)
	return fork, true, err
}

// paths are the files of a commit, sorted; other repositories in it are none.
func (t *Tree) paths(ctx context.Context, commit pull.Oid) ([]string, error) {
	out, err := t.mirror.work.run(ctx, call{args: []string{"ls-tree", "-r", "-z", string(commit)}})
	var paths []string
	for _, entry := range listed(out) {
		if info, path, ok := strings.Cut(entry, "\t"); ok && strings.Contains(info, " blob ") {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths, fail(action.Gone, "list files", err)
}

// renames are the names that files of a commit have at Head: as the two show it
// beside each other, and where a file changed too much for that, as one commit
// after the other tells.
func (t *Tree) renames(ctx context.Context, from pull.Oid) (map[string]string, error) {
	out, err := t.mirror.work.run(ctx, call{args: []string{
		"log", "--reverse", "--format=", "--name-status", "--diff-filter=R", "--find-renames", "-z", string(t.head), "^" + string(from), "--",
	}})
	if err != nil {
		return nil, err
	}
	renamed := map[string]string{}
	for _, step := range steps(out) {
		for old, now := range renamed {
			if now == step[0] {
				renamed[old] = step[1]
			}
		}
		renamed[step[0]] = step[1]
	}
	out, err = t.mirror.work.run(ctx, call{args: diff("--name-status", "--diff-filter=R", "-z", string(from), string(t.head), "--")})
	for _, step := range steps(out) {
		renamed[step[0]] = step[1]
	}
	return renamed, err
}

// steps reads git's R records: a score, the old name, the new one.
func steps(out string) (all [][2]string) {
	for record := range slices.Chunk(listed(out), 3) {
		if len(record) == 3 && strings.HasPrefix(strings.TrimSpace(record[0]), "R") {
			all = append(all, [2]string{record[1], record[2]})
		}
	}
	return all
}
