package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A person who has git sign commits gets ours signed; nobody else does, and no
// tree can ask for it.
func TestCommitsCarryTheUsersSignature(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "none"))
	if s := UserSigning(t.Context()); len(s.env) != 0 {
		t.Fatalf("without settings: %+v", s)
	}
	key := filepath.Join(home, "key")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key).CombinedOutput(); err != nil {
		t.Skipf("no key can be made here: %v %s", err, out)
	}
	settings := "[user]\n\temail = dev@example.com\n\tsigningKey = " + key + "\n[gpg]\n\tformat = ssh\n[commit]\n\tgpgSign = "
	signed := func(wanted string) bool {
		write(t, filepath.Join(home, ".gitconfig"), settings+wanted+"\n")
		h := newHost(t)
		repos := h.repos(h.remote())
		repos.Signing = UserSigning(t.Context())
		tree := h.open(repos)
		h.git(tree.Dir(), "config", "gpg.ssh.program", "/bin/false")
		write(t, filepath.Join(tree.Dir(), "cart.go"), "package signed\n")
		commit, err := tree.Commit(t.Context(), "Signed")
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(h.git(tree.Dir(), "cat-file", "commit", string(commit)), "BEGIN SSH SIGNATURE")
	}
	if !signed("true") {
		t.Error("it is not signed")
	}
	if signed("false") {
		t.Error("it is signed unasked")
	}
	if err := os.Remove(key); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(home, ".gitconfig"), settings+"true\n")
	h := newHost(t)
	repos := h.repos(h.remote())
	repos.Signing = UserSigning(t.Context())
	tree := h.open(repos)
	write(t, filepath.Join(tree.Dir(), "cart.go"), "package signed\n")
	if _, err := tree.Commit(t.Context(), "Signed"); err == nil || !strings.Contains(err.Error(), "later: commit with your signature") {
		t.Errorf("a key that is not there: %v", err)
	}
}
