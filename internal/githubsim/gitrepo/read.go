package gitrepo

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// File is the content of a path at a commit.
func (r *Repo) File(commit, path string) (content string, exists bool) {
	if path == "" {
		return "", false
	}
	text, err := r.ask("file "+commit+" "+path, func() (string, error) {
		out, err := r.git("", "cat-file", "blob", commit+":"+path)
		if err != nil {
			return "-", nil // a path that is not there stays away: commits do not change
		}
		return "+" + out, nil
	})
	if err != nil || !strings.HasPrefix(text, "+") {
		return "", false
	}
	return text[1:], true
}

// Blob is the id of a path's content at a commit, empty where there is none.
func (r *Repo) Blob(commit, path string) string {
	oid, _ := r.ask("blob "+commit+" "+path, func() (string, error) {
		oid, err := r.line("rev-parse", "--verify", "--quiet", commit+":"+path)
		if err != nil {
			return "", nil
		}
		return oid, nil
	})
	return oid
}

// MergeBase is the best common ancestor; empty where histories share nothing.
func (r *Repo) MergeBase(a, b string) string {
	oid, _ := r.ask("base "+a+" "+b, func() (string, error) {
		oid, err := r.line("merge-base", a, b)
		if err != nil {
			return "", nil
		}
		return oid, nil
	})
	return oid
}

// Contains reports that ancestor is reachable from commit.
func (r *Repo) Contains(commit, ancestor string) bool {
	return ancestor != "" && r.MergeBase(commit, ancestor) == ancestor
}

// Merges reports whether head merges into base without conflict.
func (r *Repo) Merges(base, head string) bool {
	answer, _ := r.ask("merge "+base+" "+head, func() (string, error) {
		if _, err := r.line("merge-tree", "--write-tree", "--name-only", base, head); err != nil {
			return "conflict", nil
		}
		return "clean", nil
	})
	return answer == "clean"
}

// Merge writes the merge commit of head into base and gives its id.
func (r *Repo) Merge(base, head string, n New) (string, error) {
	tree, err := r.line("merge-tree", "--write-tree", base, head)
	if err != nil {
		return "", err
	}
	n.Parents = []string{base, head}
	return r.commitTree(tree, n)
}

// Commit as git log tells it.
type Commit struct {
	Oid, Tree, Message  string
	Parents             []string
	Author, Committer   Person
	Authored, Committed time.Time
}

const logFormat = "%H%x00%T%x00%P%x00%an%x00%ae%x00%at%x00%cn%x00%ce%x00%ct%x00%B%x00%x01"

// Log lists the commits reachable from head and not from base, oldest first.
func (r *Repo) Log(base, head string) ([]Commit, error) {
	spec := head
	if base != "" {
		spec = base + ".." + head
	}
	out, err := r.ask("log "+spec, func() (string, error) {
		return r.git("", "log", "--reverse", "--topo-order", "--format="+logFormat, spec)
	})
	if err != nil {
		return nil, err
	}
	var commits []Commit
	for record := range strings.SplitSeq(out, "\x01") {
		if parts := strings.Split(strings.TrimLeft(record, "\n"), "\x00"); len(parts) >= 10 {
			commits = append(commits, commitOf(parts))
		}
	}
	return commits, nil
}

// One reads a single commit.
func (r *Repo) One(oid string) (Commit, error) {
	out, err := r.ask("one "+oid, func() (string, error) {
		return r.git("", "log", "-1", "--format="+logFormat, oid)
	})
	if err != nil {
		return Commit{}, err
	}
	parts := strings.Split(strings.TrimSuffix(strings.TrimSpace(out), "\x01"), "\x00")
	if len(parts) < 10 {
		return Commit{}, fmt.Errorf("git log of %s gave %d fields", oid, len(parts))
	}
	return commitOf(parts), nil
}

func commitOf(p []string) Commit {
	return Commit{
		Oid: p[0], Tree: p[1], Parents: strings.Fields(p[2]),
		Author: Person{p[3], p[4]}, Authored: unix(p[5]),
		Committer: Person{p[6], p[7]}, Committed: unix(p[8]), Message: strings.TrimRight(p[9], "\n"),
	}
}

func unix(text string) time.Time {
	n, _ := strconv.ParseInt(text, 10, 64)
	return time.Unix(n, 0).UTC()
}
