package git

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Branch is the branch that the tree was put on, which we had left on none.
func (t *Tree) Branch() string {
	head, err := os.ReadFile(filepath.Join(t.mirror.admin(t.name), "HEAD"))
	if err != nil {
		return "no HEAD"
	}
	ref, symbolic := strings.CutPrefix(strings.TrimSpace(string(head)), "ref: ")
	if !symbolic {
		return ""
	}
	return strings.TrimPrefix(ref, "refs/heads/")
}

// harmless settings are what somebody who commits may set for himself.
var harmless = []string{"core.repositoryformatversion", "core.filemode", "core.bare", "user.name", "user.email"}

// Planted lists what was put into git's own files so that git runs or overlooks
// something: settings by name, hooks and lists by file. It must be asked before
// anything else is done with the tree: all else puts those files back. What
// somebody in another tree of the repository plants at the same time shows here too.
func (t *Tree) Planted(ctx context.Context) ([]string, error) {
	found := t.settings(ctx)
	work := t.mirror.work.dir
	if files, err := os.ReadDir(filepath.Join(work, "hooks")); err == nil {
		for _, f := range files {
			found = append(found, "hooks/"+f.Name())
		}
	}
	for _, name := range []string{"info/exclude", "info/attributes", "info/grafts"} {
		if exists(filepath.Join(work, name)) {
			found = append(found, name)
		}
	}
	admin := t.mirror.admin(t.name)
	if exists(filepath.Join(admin, "config.worktree")) {
		found = append(found, "config.worktree")
	}
	ours := map[string]string{
		filepath.Join(t.Dir(), ".git"):                 "gitdir: " + admin + "\n",
		filepath.Join(admin, "commondir"):              "../..\n",
		filepath.Join(work, "objects/info/alternates"): filepath.Join(t.mirror.store.dir, "objects") + "\n",
	}
	for path, want := range ours {
		if text, err := os.ReadFile(path); err != nil || string(text) != want {
			found = append(found, filepath.Base(path))
		}
	}
	slices.Sort(found)
	return found, fail(action.Later, "look for plants", t.restore())
}

// settings are the names in the configuration of the trees that are not ours.
func (t *Tree) settings(ctx context.Context) []string {
	config := filepath.Join(t.mirror.work.dir, "config")
	if text, err := os.ReadFile(config); err == nil && string(text) == workConfig {
		return nil
	}
	out, err := place{}.run(ctx, call{args: []string{"config", "--file", config, "--no-includes", "--list", "--name-only", "-z"}})
	if err != nil {
		return []string{"config"}
	}
	names := strings.FieldsFunc(out, func(r rune) bool { return r == 0 })
	names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(harmless, name) })
	slices.Sort(names)
	return slices.Compact(names)
}

// Strays lists refs in the half of the mirror that speaks to the host which are
// not ours: somebody pushed past us. They are removed.
func (t *Tree) Strays(ctx context.Context) ([]string, error) {
	out, err := t.mirror.store.run(ctx, call{args: []string{"for-each-ref", "--format=%(refname)"}})
	if err != nil {
		return nil, fail(action.Later, "look for strays", err)
	}
	var strays []string
	for ref := range strings.FieldsSeq(out) {
		if strings.HasPrefix(ref, "refs/settle/") {
			continue
		}
		strays = append(strays, ref)
		if _, err := t.mirror.store.line(ctx, "update-ref", "-d", ref); err != nil {
			return strays, fail(action.Later, "remove strays", err)
		}
	}
	return strays, nil
}

// Outside lists what lies beside the trees and is none of them: somebody wrote
// past the edge of a tree. It is removed.
func (t *Tree) Outside(context.Context) ([]string, error) {
	entries, err := os.ReadDir(t.mirror.trees())
	if err != nil {
		return nil, fail(action.Later, "look outside", err)
	}
	var found []string
	for _, e := range entries {
		path := filepath.Join(t.mirror.trees(), e.Name())
		if strings.HasSuffix(e.Name(), ".lock") || e.IsDir() {
			continue // a tree's folder may be there before its lock
		}
		found = append(found, e.Name())
		if err := os.Remove(path); err != nil {
			return found, fail(action.Later, "look outside", err)
		}
	}
	return found, nil
}

// New gives the commits from Head to a tip, oldest first. It reports false where
// they are no line that builds on Head: history was told anew, or merged.
func (t *Tree) New(ctx context.Context, tip pull.Oid) (commits []pull.Oid, onward bool, err error) {
	_, err = t.place().line(ctx, "merge-base", "--is-ancestor", string(t.head), string(tip))
	var failed *Error
	if errors.As(err, &failed) && failed.Exit == 1 && failed.Err == nil {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fail(action.Broken, "read new commits", err)
	}
	out, err := t.place().run(ctx, call{args: []string{"rev-list", "--reverse", "--topo-order", "--parents", string(tip), "^" + string(t.head)}})
	if err != nil {
		return nil, false, fail(action.Broken, "read new commits", err)
	}
	for record := range strings.Lines(out) {
		oids := strings.Fields(record)
		if len(oids) != 2 {
			return nil, false, nil
		}
		commits = append(commits, pull.Oid(oids[0]))
	}
	return commits, true, nil
}
