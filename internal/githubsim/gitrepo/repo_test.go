package gitrepo

import (
	"strings"
	"testing"
	"time"
)

func start(t *testing.T) (*Repo, string) {
	t.Helper()
	r, err := Init(t.TempDir(), "main")
	if err != nil {
		t.Fatal(err)
	}
	return r, commit(t, r, New{Files: map[string]string{"a.txt": "one\ntwo\nthree\nfour\nfive\n", "gone.txt": "x\n"}})
}

func commit(t *testing.T, r *Repo, n New) string {
	t.Helper()
	n.Message, n.By, n.At = "work", Person{"dev", "dev@example.com"}, time.Unix(1_700_000_000, 0)
	oid, err := r.Commit(n)
	if err != nil {
		t.Fatal(err)
	}
	return oid
}

func TestACommitLaysFilesOverItsParent(t *testing.T) {
	r, first := start(t)
	second := commit(t, r, New{Parents: []string{first}, Files: map[string]string{"b.txt": "new\n"}, Delete: []string{"gone.txt"}})
	if text, ok := r.File(second, "a.txt"); !ok || !strings.HasPrefix(text, "one") {
		t.Errorf("a.txt is %q, %v", text, ok)
	}
	if _, ok := r.File(second, "gone.txt"); ok {
		t.Error("gone.txt is still there")
	}
	log, err := r.Log(first, second)
	if err != nil || len(log) != 1 || log[0].Oid != second || log[0].Message != "work" {
		t.Errorf("log is %+v, %v", log, err)
	}
	if !r.Contains(second, first) || r.Contains(first, second) {
		t.Error("ancestry is wrong")
	}
}

func TestALineMovesWithTheDiffAndALostOneIsTold(t *testing.T) {
	r, first := start(t)
	second := commit(t, r, New{Parents: []string{first}, Files: map[string]string{"a.txt": "zero\none\ntwo\nTHREE\nfour\nfive\n"}})
	diff, err := r.Diff(first, second, 0)
	if err != nil || len(diff) != 1 {
		t.Fatalf("%v, %v", diff, err)
	}
	for line, want := range map[int]int{1: 2, 2: 3, 3: 0, 4: 5, 5: 6} {
		if got, ok := diff[0].Move(line); got != want || ok != (want != 0) {
			t.Errorf("line %d moved to %d, %v; want %d", line, got, ok, want)
		}
	}
	shown, _ := r.Diff(first, second, 3)
	if hunk := shown[0].Up(4, false); !strings.HasSuffix(hunk, "+THREE") || !strings.HasPrefix(hunk, "@@ ") {
		t.Errorf("hunk is %q", hunk)
	}
}

func TestConflictsComeFromGit(t *testing.T) {
	r, first := start(t)
	ours := commit(t, r, New{Parents: []string{first}, Files: map[string]string{"a.txt": "one\nOURS\nthree\nfour\nfive\n"}})
	theirs := commit(t, r, New{Parents: []string{first}, Files: map[string]string{"a.txt": "one\nTHEIRS\nthree\nfour\nfive\n"}})
	aside := commit(t, r, New{Parents: []string{first}, Files: map[string]string{"b.txt": "new\n"}})
	if r.Merges(ours, theirs) || !r.Merges(ours, aside) {
		t.Error("merge state is wrong")
	}
}

func TestABranchIsReadWhereverGitKeepsIt(t *testing.T) {
	r, first := start(t)
	second := commit(t, r, New{Parents: []string{first}, Files: map[string]string{"b.txt": "new\n"}})
	at := func(name, want string) {
		t.Helper()
		if oid, ok := r.Ref(name); oid != want || ok != (want != "") {
			t.Errorf("%s is %q, %v; want %q", name, oid, ok, want)
		}
	}
	set := func(name, oid string) {
		t.Helper()
		if err := r.SetRef(name, oid); err != nil {
			t.Fatal(err)
		}
	}
	set("refs/heads/main", first)
	set("refs/heads/team/topic", second)
	at("refs/heads/main", first)
	at("refs/heads/team/topic", second)
	at("refs/heads/team", "") // a folder is no branch
	at("refs/heads/none", "")
	at("refs/heads/../../config", "")

	if _, err := r.git("", "pack-refs", "--all"); err != nil {
		t.Fatal(err)
	}
	at("refs/heads/main", first)
	set("refs/heads/main", second)
	at("refs/heads/main", second)
	set("refs/heads/team/topic", "")
	at("refs/heads/team/topic", "")
}
