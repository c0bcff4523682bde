package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/settlehq/settle/internal/git"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/sandbox"
	"github.com/settlehq/settle/internal/store/sqlite"
	"github.com/settlehq/settle/internal/view"
)

// Doctor probes this machine, this account and, where ref has a number, what a
// pull request allows. It changes nothing; what cannot be known without trying
// is not called allowed.
func (a *App) Doctor(ctx context.Context, ref pull.Ref) view.Doctor {
	d := &doctor{App: a, ctx: ctx}
	d.machine()
	who := d.identity()
	if ref.Number != 0 {
		d.pull(ref)
	}
	return view.NewDoctor(a.clock.Now(), ref, who, a.options.Settings.TokenFrom, d.probes)
}

type doctor struct {
	*App
	ctx    context.Context
	probes []view.Probe
}

func (d *doctor) add(group, name string, ok bool, found, fix string) {
	probe := view.Probe{Group: group, Name: name, OK: &ok, Found: found}
	if !ok && fix != "" {
		probe.Fix = &fix
	}
	d.probes = append(d.probes, probe)
}

func (d *doctor) unknown(group, name, found string) {
	d.probes = append(d.probes, view.Probe{Group: group, Name: name, Found: found})
}

func (d *doctor) machine() {
	if version, err := git.Version(d.ctx); err != nil {
		d.add("machine", "git", false, err.Error(), "install git 2.39 or newer")
	} else {
		d.add("machine", "git", true, version, "")
	}
	free, err := freeSpace(d.options.Settings.State)
	d.add("machine", "disk", err == nil && free > 300<<20, fmt.Sprintf("%d MB free below %s", free>>20, d.options.Settings.State), "a working tree needs about 300 MB; free some space")
	if d.store == nil {
		d.add("machine", "database", true, "none yet; it will be made at "+d.options.Settings.Database, "")
	} else {
		d.add("machine", "database", true, fmt.Sprintf("version %d at %s", sqlite.Version, d.options.Settings.Database), "")
	}
	d.sandbox()
	d.installed()
}

// sandbox tells what agents are kept to here, in full.
func (d *doctor) sandbox() {
	offer := sandbox.Probe()
	d.add("machine", "sandbox", true, fmt.Sprintf("%s; files: %s; network: %s; processes: %s", offer.Isolation, offer.Files, offer.Network, offer.Processes), "")
}

// freeSpace is what is left where a path is or would be, in bytes.
func freeSpace(path string) (int64, error) {
	for {
		var stat syscall.Statfs_t
		err := syscall.Statfs(path, &stat)
		if err == nil {
			return int64(stat.Bavail) * int64(stat.Bsize), nil
		}
		if up := filepath.Dir(path); errors.Is(err, os.ErrNotExist) && up != path {
			path = up
			continue
		}
		return 0, err
	}
}

func (d *doctor) identity() view.Identity {
	s := d.options.Settings
	who := view.Identity{Host: "github.com"}
	if s.Host != "" {
		who.Host = s.Host
	}
	if s.App.ID != 0 {
		kind := string(pull.Bot)
		who.Kind = &kind
		d.add("identity", "token", true, "of "+s.TokenFrom+", one for each installation", "")
		return who
	}
	if s.Token == "" {
		d.add("identity", "token", false, "none found", "gh auth login, or set GH_TOKEN")
		return who
	}
	account, err := d.client.Account(d.ctx)
	if err != nil {
		d.add("identity", "token", false, err.Error(), "gh auth login, or set GH_TOKEN to a token that is still valid")
		return who
	}
	kind := string(account.Kind)
	who.Login, who.Kind = &account.Login, &kind
	d.add("identity", "token", true, "from "+s.TokenFrom, "")
	return who
}

func (d *doctor) pull(ref pull.Ref) {
	facts, err := d.Look(d.ctx, ref)
	if err != nil || facts.Snapshot == nil {
		d.add("pull request", "read", false, fmt.Sprint(err), "check the number and the login")
		return
	}
	s := *facts.Snapshot
	if s.State == pull.Gone {
		d.add("pull request", "read", false, ref.String()+" is not there for this account", "check the number and the login")
		return
	}
	d.add("pull request", "read", len(s.Gaps) == 0, fmt.Sprintf("threads %d, reviews %d, comments %d, gaps %d", len(s.Threads), len(s.Reviews), len(s.Comments), len(s.Gaps)), "run settle status for what could not be read")
	d.add("pull request", "reply", s.Viewer.PendingReview == "", draftOf(s), "submit or discard it on GitHub: replies would vanish into it")
	d.able(ref)
	d.policy(facts.Policy)
}

// able asks for each deed whether the host allows it, without doing it.
func (d *doctor) able(ref pull.Ref) {
	able, err := d.client.Able(d.ctx, ref)
	if err != nil {
		d.unknown("pull request", "permissions", err.Error())
		return
	}
	d.told("comment", able.Reply, "role "+orNone(able.Role), "ask for access to the repository, or wait until its conversation is unlocked")
	d.told("resolve", able.Resolve, "role "+orNone(able.Role), "the token needs write access; else keep answers.resolve at never")
	d.add("pull request", "request, ready", able.Update, "role "+orNone(able.Role), "the token needs Pull requests: write; else run with --no-ready")
	head := ref
	if owner, repo, ok := strings.Cut(able.HeadIn, "/"); ok {
		head.Owner, head.Repo = owner, repo
	}
	may, err := d.client.MayPush(d.ctx, head, webOf(d.options.Settings.API))
	if err != nil {
		d.unknown("pull request", "push", err.Error())
		return
	}
	d.add("pull request", "push", may, "to "+orNone(able.HeadIn), "the token needs Contents: write there; else run with --no-edit")
}

// told adds what the host said, or that it had nothing to say.
func (d *doctor) told(name string, may *bool, found, fix string) {
	if may == nil {
		d.unknown("pull request", name, "no thread to ask about yet; "+found)
		return
	}
	d.add("pull request", name, *may, found, fix)
}

func draftOf(s pull.Snapshot) string {
	if s.Viewer.PendingReview == "" {
		return "no draft review of " + s.Viewer.Login + " is open"
	}
	return "a draft review of " + s.Viewer.Login + " is open"
}

func orNone(role string) string {
	if role == "" {
		return "none"
	}
	return role
}

func (d *doctor) policy(p policy.Policy) {
	d.add("policy", "policy", p.Broken == "" && p.Source != "defaults", p.Source+brokenOf(p), "put a "+PolicyFile+" on the base branch, or give --policy FILE")
	d.add("policy", "verify", p.Verify.Given(), verifyOf(p), "name the repository's own checks under verify; without them nothing is edited")
	d.chain(p, "triage", p.Agents.Triage)
	d.chain(p, "fix", p.Agents.Fix)
	if p.Agents.Sandbox == sandbox.Required && sandbox.Probe().Isolation == sandbox.None {
		d.add("agents", "sandbox", false, "required by the policy, and this machine offers none", "install bubblewrap, or a kernel with landlock")
	}
}

func brokenOf(p policy.Policy) string {
	if p.Broken == "" {
		return ""
	}
	return ": " + p.Broken
}

func verifyOf(p policy.Policy) string {
	if p.Verify.None {
		return "none, as the policy says"
	}
	return orNone(p.Verify.Full)
}
