package githubsim_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// checkout is a clone of the stand-in's repository, by the machine's git with
// nothing of the machine's configuration.
type checkout struct {
	h   *house
	dir string
	env []string
}

// clone as an account; its token goes with every request of git.
func (h *house) clone(who string) *checkout {
	h.t.Helper()
	home := h.t.TempDir()
	c := &checkout{h: h, dir: filepath.Join(home, "shop"), env: []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_TERMINAL_PROMPT=0",
		"GIT_AUTHOR_NAME=" + who, "GIT_AUTHOR_EMAIL=" + who + "@example.com", "GIT_COMMITTER_NAME=" + who, "GIT_COMMITTER_EMAIL=" + who + "@example.com",
		"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=http.extraHeader", "GIT_CONFIG_VALUE_0=Authorization: Bearer as-" + who,
	}}
	if out, err := c.try(home, "clone", "--quiet", "--branch", "totals", h.sim.URL+"/acme/shop.git", c.dir); err != nil {
		h.t.Fatalf("clone: %v\n%s", err, out)
	}
	return c
}

func (c *checkout) try(dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(c.h.t.Context(), "git", args...)
	cmd.Dir, cmd.Env = dir, c.env
	out, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

func (c *checkout) git(args ...string) string {
	c.h.t.Helper()
	out, err := c.try(c.dir, args...)
	if err != nil {
		c.h.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return out
}

// edit replaces a text in a file and commits.
func (c *checkout) edit(path, old, replacement string) string {
	c.h.t.Helper()
	name := filepath.Join(c.dir, path)
	content, err := os.ReadFile(name)
	if err != nil {
		c.h.t.Fatal(err)
	}
	if !strings.Contains(string(content), old) {
		c.h.t.Fatalf("%s has no %q", path, old)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(content), old, replacement, 1)), 0o600); err != nil {
		c.h.t.Fatal(err)
	}
	c.git("commit", "--quiet", "--all", "--message", "Edit "+path)
	return c.git("rev-parse", "HEAD")
}

const placesOf = "headRefOid commits(last: 1) { totalCount nodes { commit { oid message } } } " +
	"reviewThreads(first: 10) { nodes { isOutdated line originalLine comments(first: 1) { nodes { commit { oid } originalCommit { oid } diffHunk } } } }"

func TestAPushIsSeenAtEveryDoorAndThreadsFollowTheirLines(t *testing.T) {
	h := open(t, shop)
	c := h.clone("dev")
	before := c.git("rev-parse", "HEAD")
	h.want(h.get(repo+"/pulls/7"), "head.sha", before)
	oid := c.edit("cart.go", "package shop\n", "// Package shop adds up.\npackage shop\n")
	c.git("push", "--quiet", "origin", "totals")

	h.want(h.get(repo+"/pulls/7"), "head.sha", oid)
	h.want(h.get(repo+"/git/ref/heads/totals"), "object.sha", oid)
	a := h.good("dev", pullQuery(placesOf), "")
	h.want(a, inPull+"headRefOid", oid)
	h.want(a, inPull+"commits.nodes.0.commit.oid", oid)
	h.want(a, inPull+"commits.totalCount", 2)
	first := inPull + "reviewThreads.nodes.0."
	h.want(a, first+"isOutdated", false)
	h.want(a, first+"line", 9) // one further down
	h.want(a, first+"originalLine", 8)
	h.want(a, first+"comments.nodes.0.originalCommit.oid", before)
	h.want(a, first+"comments.nodes.0.commit.oid", oid)
	h.want(h.get(repo+"/pulls/7/comments"), "0.line", 9)
	if c.git("ls-remote", "origin", "refs/pull/7/head") != oid+"\trefs/pull/7/head" {
		t.Error("the pull request's own ref did not follow")
	}
	h.want(h.get(repo+"/commits/"+oid+"/check-runs"), "check_runs.0.status", "in_progress") // and CI has begun
}

func TestAThreadWhoseLineWasChangedIsOutdated(t *testing.T) {
	h := open(t, shop)
	c := h.clone("dev")
	c.edit("cart.go", "sum += l.Price * l.Count", "sum += l.Count * l.Price")
	c.git("push", "--quiet", "origin", "totals")
	a := h.good("dev", pullQuery(placesOf), "")
	h.want(a, inPull+"reviewThreads.nodes.0.isOutdated", true)
	h.want(a, inPull+"reviewThreads.nodes.0.line", nil)
	h.want(a, inPull+"reviewThreads.nodes.0.originalLine", 8)
	h.want(a, inPull+"reviewThreads.nodes.1.isOutdated", false)
	list := h.get(repo + "/pulls/7/comments")
	h.want(list, "0.line", nil)
	h.want(list, "0.original_line", 8)
	if hunk := list.text("0.diff_hunk"); !strings.HasPrefix(hunk, "@@ ") || !strings.HasSuffix(hunk, "+\t\tsum += l.Price * l.Count") {
		t.Errorf("the hunk ends at the line that was spoken of: %q", hunk)
	}

	c.edit("cart.go", "sum += l.Count * l.Price", "sum += l.Price * l.Count")
	c.git("push", "--quiet", "origin", "totals")
	h.want(h.good("dev", pullQuery(placesOf), ""), inPull+"reviewThreads.nodes.0.isOutdated", true) // stays so
}

func TestAForcedPushStandsInTheTimeline(t *testing.T) {
	h := open(t, shop)
	c := h.clone("maria")
	before := c.git("rev-parse", "HEAD")
	c.edit("cart.go", "Line struct", "Row struct")
	c.git("push", "--quiet", "origin", "totals")
	look := pullQuery("timelineItems(first: 10, itemTypes: [HEAD_REF_FORCE_PUSHED_EVENT]) { totalCount nodes { ... on HeadRefForcePushedEvent { actor { login } beforeCommit { oid } afterCommit { oid } } } }")
	h.want(h.good("dev", look, ""), inPull+"timelineItems.totalCount", 0)

	ordinary := c.git("rev-parse", "HEAD")
	c.git("commit", "--quiet", "--amend", "--message", "Another message")
	if out, err := c.try(c.dir, "push", "--quiet", "origin", "totals"); err == nil || !strings.Contains(out, "non-fast-forward") {
		t.Errorf("a push that loses a commit went through: %s", out)
	}
	if out, err := c.try(c.dir, "push", "--quiet", "--force-with-lease=totals:"+before, "origin", "totals"); err == nil || !strings.Contains(out, "stale info") {
		t.Errorf("a push with a stale lease went through: %s", out)
	}
	c.git("push", "--quiet", "--force-with-lease=totals:"+ordinary, "origin", "totals")
	a := h.good("dev", look, "")
	h.want(a, inPull+"timelineItems.totalCount", 1)
	h.want(a, inPull+"timelineItems.nodes.0.actor.login", "maria")
	h.want(a, inPull+"timelineItems.nodes.0.beforeCommit.oid", ordinary)
	h.want(a, inPull+"timelineItems.nodes.0.afterCommit.oid", c.git("rev-parse", "HEAD"))
	h.want(h.get(repo+"/issues/7/events"), "0.event", "head_ref_force_pushed")
}

func TestAPushNeedsTheRightAndACredential(t *testing.T) {
	h := open(t, strings.Replace(shop, "viewer: {login: dev}", "viewer: {login: dev, scopes: [\"pull_requests:write\"]}", 1))
	c := h.clone("dev")
	before := c.git("rev-parse", "HEAD")
	c.edit("cart.go", "Line struct", "Row struct")
	if out, err := c.try(c.dir, "push", "origin", "totals"); err == nil || !strings.Contains(out, "403") {
		t.Errorf("pushed without contents:write: %s", out)
	}
	h.want(h.get(repo+"/pulls/7"), "head.sha", before)
	if out, err := c.try(c.dir, "-c", "http.extraHeader=", "ls-remote", "origin"); err == nil {
		t.Errorf("read without a credential: %s", out)
	}
	h.status(h.ask("dev", http.MethodGet, "/acme/gone.git/info/refs?service=git-upload-pack", ""), http.StatusNotFound)
	h.clone("maria").git("push", "--quiet", "origin", "HEAD:refs/heads/marias") // the limit is on one token
	h.want(h.get(repo+"/branches/marias"), "commit.sha", before)
}

func TestABranchMadeAtTheScriptsSideIsFetched(t *testing.T) {
	h := open(t, strings.Replace(shop, "timeline:\n", "timeline:\n  - {at: 5m, by: maria, do: push, tree: more, body: \"Add a test\"}\n", 1)+"-- more/cart_test.go --\npackage shop\n")
	c := h.clone("dev")
	h.after(6 * time.Minute)
	c.git("pull", "--quiet", "--ff-only")
	if got := c.git("log", "-1", "--format=%an %s"); got != "maria Add a test" {
		t.Errorf("the last commit is %q", got)
	}
	h.want(h.get(repo+"/pulls/7"), "head.sha", c.git("rev-parse", "HEAD"))
}
