package git

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// step makes a commit of ours on the branch "cart" and gives what a push needs.
func (h *host) step(r *Repos) (parent, commit pull.Oid, bundle []byte) {
	h.t.Helper()
	tree := h.open(r)
	parent = tree.Head()
	write(h.t, filepath.Join(tree.Dir(), "ours.go"), "package shop\n")
	commit, err := tree.Commit(h.t.Context(), "Ours")
	if err != nil {
		h.t.Fatal(err)
	}
	if bundle, err = tree.Bundle(h.t.Context(), parent); err != nil {
		h.t.Fatal(err)
	}
	return parent, commit, bundle
}

func TestAPushWaitsForNobodysCommit(t *testing.T) {
	h := newHost(t)
	repos := h.repos(h.remote())
	parent, commit, bundle := h.step(repos)
	theirs := h.commit("theirs.go", "package shop\n", "Theirs")
	h.git(h.clone, "push", "-q", "origin", "cart")
	wantClass(t, repos.Push(t.Context(), shop, "cart", parent, commit, bundle), action.Moved)
	if h.tip("cart") != theirs {
		t.Error("their commit was lost")
	}
}

func TestAPushAfterAResetIsRefusedToo(t *testing.T) {
	h := newHost(t)
	repos := h.repos(h.remote())
	parent, commit, bundle := h.step(repos)
	h.git(h.clone, "push", "-q", "-f", "origin", "main:cart")
	wantClass(t, repos.Push(t.Context(), shop, "cart", parent, commit, bundle), action.Moved)
	h.git(h.bare, "update-ref", "-d", "refs/heads/cart")
	wantClass(t, repos.Push(t.Context(), shop, "cart", parent, commit, bundle), action.Moved)
}

func TestAPushThatAlreadyHappenedIsDone(t *testing.T) {
	h := newHost(t)
	repos := h.repos(h.remote())
	parent, commit, bundle := h.step(repos)
	for range 2 {
		if err := repos.Push(t.Context(), shop, "cart", parent, commit, bundle); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAPushNeverRewrites(t *testing.T) {
	h := newHost(t)
	repos := h.repos(h.remote())
	parent, commit, bundle := h.step(repos)
	wantClass(t, repos.Push(t.Context(), shop, "cart", commit, parent, bundle), action.Refused)
	wantClass(t, repos.Push(t.Context(), shop, "cart", parent, parent, nil), action.Refused)
	if h.tip("cart") != parent {
		t.Error("the branch moved")
	}
}

func TestAHostThatRefusesSaysWhy(t *testing.T) {
	h := newHost(t)
	repos := h.repos(h.remote())
	parent, commit, bundle := h.step(repos)
	hook := filepath.Join(h.bare, "hooks/pre-receive")
	write(t, hook, "#!/bin/sh\necho GH006: Protected branch update failed >&2\nexit 1\n")
	if err := os.Chmod(hook, 0o755); err != nil {
		t.Fatal(err)
	}
	err := repos.Push(t.Context(), shop, "cart", parent, commit, bundle)
	wantClass(t, err, action.Refused)
	if err != nil && !strings.Contains(err.Error(), "pre-receive hook declined") {
		t.Errorf("got %v", err)
	}
}

func TestAHostThatIsAwayLeavesThePushInDoubt(t *testing.T) {
	h := newHost(t)
	repos := h.repos(h.remote())
	parent, commit, bundle := h.step(repos)
	if err := os.Rename(h.bare, h.bare+".away"); err != nil {
		t.Fatal(err)
	}
	wantClass(t, repos.Push(t.Context(), shop, "cart", parent, commit, bundle), action.Gone)

	dead := h.repos(Remote{URL: "http://127.0.0.1:1/shop.git"})
	dead.Root = repos.Root
	wantClass(t, dead.Push(t.Context(), shop, "cart", parent, commit, bundle), action.Lost)
}

func TestACredentialReachesTheHostAndNothingElse(t *testing.T) {
	const header = "Authorization: Basic czNjcjN0"
	h := newHost(t)
	url, seen := h.serve(header)
	repos := h.repos(Remote{URL: url, Header: header})
	parent, commit, bundle := h.step(repos)
	if err := repos.Push(t.Context(), shop, "cart", parent, commit, bundle); err != nil {
		t.Fatal(err)
	}
	if h.tip("cart") != commit || len(*seen) == 0 {
		t.Fatal("nothing was pushed")
	}
	// A commit that is no branch's tip any more can still be had.
	later, err := h.repos(Remote{URL: url, Header: header}).Open(t.Context(), shop, parent, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer later.Close(t.Context())
	err = filepath.WalkDir(repos.Root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), "czNjcjN0") {
			t.Errorf("%s holds the credential", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestAWrongCredentialIsNotAllowed(t *testing.T) {
	h := newHost(t)
	url, _ := h.serve("Authorization: Basic right")
	_, err := h.repos(Remote{URL: url, Header: "Authorization: Basic wrong"}).Open(t.Context(), shop, h.tip("cart"), nil)
	wantClass(t, err, action.NotAllowed)
	if strings.Contains(err.Error(), "wrong") {
		t.Error("the error shows the credential")
	}
	good := h.repos(h.remote())
	parent, commit, bundle := h.step(good)
	bad := h.repos(Remote{URL: url})
	bad.Root = good.Root
	wantClass(t, bad.Push(t.Context(), shop, "cart", parent, commit, bundle), action.NotAllowed)
}

func TestARemoteThatCouldLeakIsRefused(t *testing.T) {
	h := newHost(t)
	for _, remote := range []Remote{
		{URL: "https://dev:secret@example.com/shop.git"},
		{URL: "--upload-pack=touch /tmp/x"},
		{URL: h.bare, Header: "Authorization: x"},
		{URL: "https://example.com/shop.git", Header: "Authorization: x\nHost: evil"},
	} {
		_, err := h.repos(remote).Open(t.Context(), shop, h.tip("cart"), nil)
		wantClass(t, err, action.Refused)
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Error("the error shows the password")
		}
	}
}

func TestReadingHistory(t *testing.T) {
	h := newHost(t)
	repos := h.repos(h.remote())
	tree := h.open(repos)
	m := tree.mirror
	main, cart := h.tip("main"), h.tip("cart")
	if file, err := m.File(t.Context(), main, "cart.go"); err != nil || string(file) != "package shop\n" {
		t.Errorf("file %q, %v", file, err)
	}
	_, err := m.File(t.Context(), main, "absent.go")
	wantClass(t, err, action.Gone)
	if base, err := m.MergeBase(t.Context(), main, cart); err != nil || base != main {
		t.Errorf("merge base %s, %v", base, err)
	}
	up, errUp := m.IsAncestor(t.Context(), main, cart)
	down, errDown := m.IsAncestor(t.Context(), cart, main)
	if !up || down || errUp != nil || errDown != nil {
		t.Errorf("ancestors: %v %v %v %v", up, down, errUp, errDown)
	}
	if diff, err := m.Diff(t.Context(), main, cart); err != nil || !strings.Contains(diff, "+var total = 1") {
		t.Errorf("diff %q, %v", diff, err)
	}
	if head, err := m.RemoteHead(t.Context(), h.remote(), "cart"); err != nil || head != cart {
		t.Errorf("remote head %s, %v", head, err)
	}
	_, err = m.RemoteHead(t.Context(), h.remote(), "art")
	wantClass(t, err, action.Gone)
	if file, err := tree.Diff(t.Context()); err != nil || file != "" {
		t.Errorf("diff of an untouched tree: %q, %v", file, err)
	}
}
