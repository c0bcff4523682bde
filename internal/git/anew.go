package git

import (
	"context"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Anew finds, among the commits of a branch, oldest first, the one that makes
// the change of a commit which a rebase has replaced: git's patch-id is the same.
// It is empty where none does, where two do, and where the old commit is nowhere
// any more.
func (r *Repos) Anew(ctx context.Context, ref pull.Ref, was pull.Oid, among []pull.Oid) (pull.Oid, error) {
	if len(among) == 0 {
		return "", nil
	}
	mirror, remote, err := r.reach(ctx, ref)
	if err != nil {
		return "", err
	}
	if err := mirror.Bring(ctx, remote, among[len(among)-1], nil); err != nil {
		return "", err
	}
	if err := mirror.Bring(ctx, remote, was, nil); action.ClassOf(err) == action.Gone {
		return "", nil
	} else if err != nil {
		return "", err
	}
	patches, err := mirror.patches(ctx, append([]pull.Oid{was}, among...))
	if err != nil {
		return "", err
	}
	return sameChange(patches, was, among), nil
}

func sameChange(patches map[pull.Oid]string, was pull.Oid, among []pull.Oid) (is pull.Oid) {
	for _, commit := range among {
		if patches[was] == "" || patches[commit] != patches[was] {
			continue
		}
		if is != "" {
			return ""
		}
		is = commit
	}
	return is
}

// patches gives the patch-id of each commit; one that changes nothing, and a
// merge, has none.
func (m *Mirror) patches(ctx context.Context, commits []pull.Oid) (map[pull.Oid]string, error) {
	var list strings.Builder
	for _, commit := range commits {
		list.WriteString(string(commit) + "\n")
	}
	diffs, err := m.store.run(ctx, call{args: []string{"diff-tree", "--stdin", "--root", "-p", "--no-ext-diff", "--no-textconv"}, stdin: strings.NewReader(list.String())})
	if err != nil {
		return nil, fail(action.Later, "compare changes", err)
	}
	out, err := m.store.run(ctx, call{args: []string{"patch-id", "--stable"}, stdin: strings.NewReader(diffs)})
	if err != nil {
		return nil, fail(action.Later, "compare changes", err)
	}
	patches := map[pull.Oid]string{}
	for line := range strings.Lines(out) {
		if id, commit, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			patches[pull.Oid(commit)] = id
		}
	}
	return patches, nil
}
