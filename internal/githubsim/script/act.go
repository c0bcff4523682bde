package script

import (
	"fmt"

	"github.com/settlehq/settle/internal/githubsim/rest"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/scenario"
)

// deed is one act of one account, with what it is about.
type deed struct {
	*Script
	act  scenario.Act
	name string // as the file says it
	who  string // login
	pull *world.Pull
}

// act carries out what the timeline says, inside the world's lock.
func (s *Script) act(act scenario.Act, name string) error {
	p := s.pull(act.Pull)
	if p == nil {
		return fmt.Errorf("no pull request %d", act.Pull)
	}
	d := &deed{Script: s, act: act, name: name, who: s.login(name), pull: p}
	body, known := acts[act.Do]
	if !known {
		return fmt.Errorf("act %q is for a play, not for the host", act.Do)
	}
	return body(d)
}

var acts map[string]func(*deed) error

func init() { // the acts call each other
	acts = map[string]func(*deed) error{
		"review": (*deed).review, "comment": (*deed).comment, "reply": (*deed).reply, "edit": (*deed).edit, "delete": (*deed).delete,
		"minimize": (*deed).minimize, "react": (*deed).reactTo, "unreact": (*deed).unreact, "resolve": (*deed).resolve, "unresolve": (*deed).unresolve,
		"approve": (*deed).approve, "request_changes": (*deed).requestChanges, "dismiss": (*deed).dismiss, "start_review": (*deed).startReview,
		"submit_review": (*deed).submitReview, "paste_marker": (*deed).pasteMarker,
		"push": (*deed).push, "force_push": (*deed).forcePush, "rebase": (*deed).rebase, "push_base": (*deed).pushBase, "check": (*deed).check, "close": (*deed).closePull,
		"reopen": (*deed).reopen, "merge": (*deed).merge, "retarget": (*deed).retarget, "transfer": (*deed).transfer,
		"delete_branch": (*deed).deleteBranch, "ready": (*deed).ready, "draft": (*deed).draft, "request": (*deed).request,
		"unrequest": (*deed).unrequest, "enqueue": (*deed).enqueue, "dequeue": (*deed).dequeue, "label": (*deed).label,
		"revoke": (*deed).revoke, "grant": (*deed).grant,
	}
}

func (d *deed) keep(made thing) {
	if d.act.ID != "" {
		made.pull = d.pull.Number
		d.things[d.act.ID] = made
	}
}

// commit is the one that the act names, else the head.
func (d *deed) commit() (string, error) {
	if d.act.Commit == "" {
		return d.pull.Head, nil
	}
	repo, err := d.World.Git(d.World.RepoOf(d.pull).Slug())
	if err != nil {
		return "", err
	}
	return repo.Resolve(d.act.Commit, d.pull.Head, d.pull.Base)
}

func (d *deed) review() error {
	if d.File.Actors[d.name] == nil {
		return fmt.Errorf("%s has no rules to review by", d.name)
	}
	commit, err := d.commit()
	if err != nil {
		return err
	}
	l := d.life(d.name, d.pull)
	why := start{commit: commit, asked: true}
	if d.past.IsZero() {
		d.begin(d.name, l, d.pull, why)
		return nil
	}
	l.reviews++ // history: the verdict alone
	return d.verdict(d.name, l, d.pull, l.reviews, why)
}

func (d *deed) comment() error {
	if d.act.Path == "" {
		c, err := d.World.Comment(d.pull, d.who, d.act.Body)
		if err == nil {
			d.keep(thing{comment: c.ID})
		}
		return err
	}
	review, err := d.draftReview("")
	if err != nil {
		return err
	}
	return d.World.SubmitReview(d.pull, review, "COMMENTED")
}

// draftReview starts a draft, with a thread where the act names a place.
func (d *deed) draftReview(body string) (*world.Review, error) {
	commit, err := d.commit()
	if err != nil {
		return nil, err
	}
	review, err := d.World.StartReview(d.pull, d.who, body, commit)
	if err != nil || d.act.Path == "" {
		return review, err
	}
	repo, err := d.World.Git(d.World.RepoOf(d.pull).Slug())
	if err != nil {
		return nil, err
	}
	content, _ := repo.File(commit, d.act.Path)
	line := scenario.Finding{At: d.act.Line}.Line(content)
	t, err := d.World.Thread(d.pull, review, world.Place{Path: d.act.Path, Line: line}, d.act.Body)
	if err != nil {
		return nil, err
	}
	d.keep(thing{thread: t.NodeID, comment: t.Comments[0].ID, inline: true, review: review.ID})
	return review, nil
}

// target is what the act's item means now.
func (d *deed) target() (thing, *world.Thread, *world.Comment, error) {
	made, ok := d.things[d.act.Item]
	if !ok {
		made, ok = d.ofProgram(d.act.Item, d.pull)
	}
	if !ok {
		return thing{}, nil, nil, fmt.Errorf("%s has not happened yet", d.act.Item)
	}
	_, t, c := d.World.RepoOf(d.pull).CommentNumbered(made.comment, made.inline)
	return made, t, c, nil
}

func (d *deed) reply() error {
	_, t, _, err := d.target()
	if err != nil {
		return err
	}
	if t == nil {
		return d.comment()
	}
	c, err := d.World.Reply(d.pull, t, d.who, d.act.Body)
	if err == nil {
		d.keep(thing{thread: t.NodeID, comment: c.ID, inline: true})
	}
	return err
}

// on finds the comment of the act's item, which must be there.
func (d *deed) on() (*world.Comment, error) {
	_, _, c, err := d.target()
	if err == nil && c == nil {
		err = fmt.Errorf("%s has no comment any more", d.act.Item)
	}
	return c, err
}

func (d *deed) edit() error {
	c, err := d.on()
	if err != nil {
		return err
	}
	return d.World.Edit(d.pull, c, d.who, d.act.Body)
}

func (d *deed) delete() error {
	c, err := d.on()
	if err == nil {
		d.World.Delete(d.pull, c, d.who)
	}
	return err
}

func (d *deed) minimize() error {
	c, err := d.on()
	if err == nil {
		d.World.Minimize(d.pull, c, d.who, "outdated")
	}
	return err
}

func (d *deed) reactions() (*[]*world.Reaction, error) {
	if d.act.Item == "" {
		return &d.pull.Reactions, nil
	}
	c, err := d.on()
	if err != nil {
		return nil, err
	}
	return &c.Reactions, nil
}

func (d *deed) reactTo() error {
	on, err := d.reactions()
	if err == nil {
		d.World.React(d.pull, on, d.who, rest.Content(d.act.Content))
	}
	return err
}

func (d *deed) unreact() error {
	on, err := d.reactions()
	if err == nil {
		d.World.Unreact(d.pull, on, d.who, rest.Content(d.act.Content))
	}
	return err
}

func (d *deed) resolve() error   { return d.setResolved(true) }
func (d *deed) unresolve() error { return d.setResolved(false) }

func (d *deed) setResolved(resolved bool) error {
	_, t, _, err := d.target()
	if err == nil && t == nil {
		err = fmt.Errorf("%s has no thread", d.act.Item)
	}
	if err == nil {
		d.World.Resolve(d.pull, t, d.who, resolved)
	}
	return err
}

func (d *deed) opinion(state string) error {
	review, err := d.draftReview(d.act.Body)
	if err != nil {
		return err
	}
	d.keep(thing{review: review.ID})
	return d.World.SubmitReview(d.pull, review, state)
}

func (d *deed) approve() error        { return d.opinion("APPROVED") }
func (d *deed) requestChanges() error { return d.opinion("CHANGES_REQUESTED") }

func (d *deed) dismiss() error {
	made, _, _, err := d.target()
	if err != nil {
		return err
	}
	review := d.pull.Review(made.review)
	if review == nil {
		return fmt.Errorf("%s is no review", d.act.Item)
	}
	return d.World.Dismiss(d.pull, review, d.who, d.act.Body)
}

func (d *deed) startReview() error {
	_, err := d.draftReview("")
	return err
}

func (d *deed) submitReview() error {
	review := d.pull.PendingOf(d.who)
	if review == nil {
		return fmt.Errorf("%s has no draft review", d.who)
	}
	if d.act.Body != "" {
		review.Body = d.act.Body
	}
	state := states[d.act.State]
	if state == "" {
		state = "COMMENTED"
	}
	return d.World.SubmitReview(d.pull, review, state)
}
