package gitrepo

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Ref is the commit a ref names; false where there is none.
func (r *Repo) Ref(name string) (oid string, ok bool) {
	if strings.HasPrefix(name, "refs/heads/") && filepath.IsLocal(name) {
		if oid, known := r.branch(name); known {
			return oid, oid != ""
		}
	}
	oid, err := r.line("rev-parse", "--verify", "--quiet", name+"^{commit}")
	return oid, err == nil && oid != ""
}

var digest = regexp.MustCompile(`^[0-9a-f]{40}([0-9a-f]{24})?\n$`)

// branch reads a branch from the file that git keeps it in, which git replaces
// whole, so that the commonest question costs no process; an empty oid: there is
// no such branch. What is kept in another way is not known here.
func (r *Repo) branch(name string) (oid string, known bool) {
	text, err := os.ReadFile(filepath.Join(r.Dir, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		_, packed := os.Stat(filepath.Join(r.Dir, "packed-refs"))
		return "", errors.Is(packed, fs.ErrNotExist)
	}
	if err != nil || !digest.Match(text) {
		return "", false
	}
	return strings.TrimSpace(string(text)), true
}

// Refs lists every ref under a prefix.
func (r *Repo) Refs(prefix string) (map[string]string, error) {
	out, err := r.git("", "for-each-ref", "--format=%(objectname) %(refname)", prefix)
	if err != nil {
		return nil, err
	}
	refs := map[string]string{}
	for line := range strings.Lines(out) {
		if oid, name, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			refs[name] = oid
		}
	}
	return refs, nil
}

// SetRef moves a ref, whatever it was; an empty oid deletes it.
func (r *Repo) SetRef(name, oid string) error {
	if oid == "" {
		_, err := r.line("update-ref", "-d", name)
		return err
	}
	_, err := r.line("update-ref", name, oid)
	return err
}

// Resolve reads a revision relative to a commit: HEAD~1, base, or a digest.
func (r *Repo) Resolve(revision, head, base string) (string, error) {
	if rest, ok := strings.CutPrefix(revision, "HEAD"); ok {
		revision = head + rest
	}
	if revision == "base" {
		revision = base
	}
	return r.line("rev-parse", "--verify", revision+"^{commit}")
}

// Fetch brings a commit from another repository of this stand-in.
func (r *Repo) Fetch(from *Repo, oid string) error {
	if _, err := r.line("cat-file", "-e", oid+"^{commit}"); err == nil {
		return nil
	}
	_, err := r.line("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", from.Dir, oid)
	return err
}
