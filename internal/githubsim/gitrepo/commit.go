package gitrepo

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Person is who a commit is by.
type Person struct{ Name, Email string }

// New is a commit to be made. Files lays contents over the first parent's tree
// (nothing without parents); Delete takes paths away.
type New struct {
	Parents []string
	Files   map[string]string
	Delete  []string
	Message string
	By      Person
	At      time.Time
}

// Commit writes a commit and gives its id. It moves no ref.
func (r *Repo) Commit(n New) (string, error) {
	index, err := os.CreateTemp("", "gitrepo-index-")
	if err != nil {
		return "", err
	}
	_ = index.Close()
	_ = os.Remove(index.Name())
	defer func() { _ = os.Remove(index.Name()) }()
	env := []string{"GIT_INDEX_FILE=" + index.Name()}
	if len(n.Parents) > 0 {
		if _, err := r.gitEnv(env, "", "read-tree", n.Parents[0]); err != nil {
			return "", err
		}
	}
	if err := r.stage(env, n); err != nil {
		return "", err
	}
	tree, err := r.gitEnv(env, "", "write-tree")
	if err != nil {
		return "", err
	}
	return r.commitTree(strings.TrimSpace(tree), n)
}

// Again makes a commit anew on another parent, with the same files, words and
// author, committed at another time.
func (r *Repo) Again(c Commit, parent string, at time.Time) (string, error) {
	return r.commitTree(c.Tree, New{Parents: []string{parent}, Message: c.Message, By: c.Author, At: at})
}

func (r *Repo) stage(env []string, n New) error {
	var list strings.Builder
	for _, path := range slices.Sorted(maps.Keys(n.Files)) {
		blob, err := r.git(n.Files[path], "hash-object", "-w", "--stdin")
		if err != nil {
			return err
		}
		mode := "100644"
		if filepath.Ext(path) == ".sh" {
			mode = "100755"
		}
		fmt.Fprintf(&list, "%s %s\t%s\n", mode, strings.TrimSpace(blob), path)
	}
	for _, path := range n.Delete {
		fmt.Fprintf(&list, "0 %s\t%s\n", strings.Repeat("0", 40), path)
	}
	_, err := r.gitEnv(env, list.String(), "update-index", "--index-info")
	return err
}

func (r *Repo) commitTree(tree string, n New) (string, error) {
	args := []string{"commit-tree", tree}
	for _, parent := range n.Parents {
		args = append(args, "-p", parent)
	}
	date := strconv.FormatInt(n.At.Unix(), 10) + " +0000"
	env := []string{
		"GIT_AUTHOR_NAME=" + n.By.Name, "GIT_AUTHOR_EMAIL=" + n.By.Email, "GIT_AUTHOR_DATE=" + date,
		"GIT_COMMITTER_NAME=" + n.By.Name, "GIT_COMMITTER_EMAIL=" + n.By.Email, "GIT_COMMITTER_DATE=" + date,
	}
	out, err := r.gitEnv(env, n.Message, args...)
	return strings.TrimSpace(out), err
}
