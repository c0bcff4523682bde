package script

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/settlehq/settle/internal/githubsim/gitrepo"
	"github.com/settlehq/settle/internal/githubsim/world"
)

// marker is a hidden comment that tools leave in what they write.
var marker = regexp.MustCompile(`<!-- settle:v1 .*? -->`)

// pasteMarker copies the hidden marker of the newest answer to an item into a
// comment of somebody else.
func (d *deed) pasteMarker() error {
	_, t, _, err := d.target()
	if err != nil {
		return err
	}
	var found string
	comments := d.pull.Comments
	if t != nil {
		comments = t.Comments
	}
	for _, c := range comments {
		if m := marker.FindString(c.Body); m != "" {
			found = m
		}
	}
	if found == "" {
		return fmt.Errorf("no answer to %s carries a marker yet", d.act.Item)
	}
	body := strings.TrimSpace(d.act.Body + "\n\n" + found)
	if t == nil {
		_, err = d.World.Comment(d.pull, d.who, body)
	} else {
		_, err = d.World.Reply(d.pull, t, d.who, body)
	}
	return err
}

// write makes a commit of the act's tree on top of a parent.
func (d *deed) write(repo *gitrepo.Repo, parent, standard string) (string, error) {
	message := d.act.Body
	if message == "" {
		message = standard
	}
	return repo.Commit(gitrepo.New{
		Parents: []string{parent}, Files: d.File.Sections.Tree(d.act.Tree), Delete: d.act.Delete, Message: message + "\n",
		By: world.PersonOf(d.who), At: d.Now(),
	})
}

// head is the repository and branch that the pull request's commits are in.
func (d *deed) head() (*gitrepo.Repo, string, error) {
	repo, err := d.World.Git(d.pull.HeadRepo)
	return repo, "refs/heads/" + d.pull.HeadRef, err
}

func (d *deed) push() error {
	repo, ref, err := d.head()
	if err != nil {
		return err
	}
	commit, err := d.write(repo, d.pull.Head, "More work")
	if err != nil {
		return err
	}
	return d.set(repo, ref, commit)
}

func (d *deed) set(repo *gitrepo.Repo, ref, commit string) error {
	if err := repo.SetRef(ref, commit); err != nil {
		return err
	}
	return d.World.Refs(d.pull.HeadRepo, d.who)
}

func (d *deed) forcePush() error {
	repo, ref, err := d.head()
	if err != nil {
		return err
	}
	var commit string
	if d.act.To != "" {
		commit, err = repo.Resolve(d.act.To, d.pull.Head, d.pull.Base)
	} else {
		commit, err = d.write(repo, d.pull.Base, "All of it again")
	}
	if err != nil {
		return err
	}
	return d.set(repo, ref, commit)
}

// rebase makes the branch's commits anew where they stand, as an interactive
// rebase that changes none of them does.
func (d *deed) rebase() error {
	repo, ref, err := d.head()
	if err != nil {
		return err
	}
	log, err := repo.Log(d.pull.Base, d.pull.Head)
	if err != nil {
		return err
	}
	tip := d.pull.Base
	for _, one := range log {
		if tip, err = repo.Again(one, tip, d.World.Now()); err != nil {
			return err
		}
	}
	return d.set(repo, ref, tip)
}

func (d *deed) pushBase() error {
	slug := d.World.RepoOf(d.pull).Slug()
	repo, err := d.World.Git(slug)
	if err != nil {
		return err
	}
	commit, err := d.write(repo, d.pull.Base, "Work on the base")
	if err != nil {
		return err
	}
	if err := repo.SetRef("refs/heads/"+d.pull.BaseRef, commit); err != nil {
		return err
	}
	return d.World.Refs(slug, d.who)
}

func (d *deed) check() error {
	commit, err := d.commit()
	if err != nil {
		return err
	}
	app := d.who
	for _, c := range d.File.Checks {
		if c.Name == d.act.Name {
			app = c.App
		}
	}
	run := world.Check{Name: d.act.Name, App: app, Head: commit, Status: "completed", Conclusion: d.act.Conclusion, Text: d.act.Body}
	if d.act.Conclusion == "queued" || d.act.Conclusion == "in_progress" {
		run.Status, run.Conclusion = d.act.Conclusion, ""
	}
	d.World.PutCheck(d.World.RepoOf(d.pull), run)
	return nil
}

func (d *deed) closePull() error { return d.World.Close(d.pull, d.who, true) }
func (d *deed) reopen() error    { return d.World.Close(d.pull, d.who, false) }
func (d *deed) merge() error     { return d.World.Merge(d.pull, d.who) }
func (d *deed) retarget() error  { return d.World.Retarget(d.pull, d.who, d.act.Base) }
func (d *deed) ready() error     { return d.World.SetDraft(d.pull, d.who, false) }
func (d *deed) draft() error     { return d.World.SetDraft(d.pull, d.who, true) }
func (d *deed) transfer() error  { return d.World.Transfer(d.World.RepoOf(d.pull), d.act.To) }

func (d *deed) request() error { return d.World.Request(d.pull, d.who, d.login(d.act.Reviewer)) }

func (d *deed) unrequest() error {
	d.World.Unrequest(d.pull, d.who, d.login(d.act.Reviewer))
	return nil
}

func (d *deed) enqueue() error { d.World.Enqueue(d.pull, d.who, true); return nil }
func (d *deed) dequeue() error { d.World.Enqueue(d.pull, d.who, false); return nil }

func (d *deed) label() error {
	d.World.SetLabel(d.pull, d.who, d.act.Name, true)
	return nil
}

func (d *deed) deleteBranch() error {
	repo, ref, err := d.head()
	if err != nil {
		return err
	}
	if err := repo.SetRef(ref, ""); err != nil {
		return err
	}
	return d.World.Close(d.pull, d.who, true)
}

func (d *deed) revoke() error { d.World.Allow(d.act.Permission, false); return nil }
func (d *deed) grant() error  { d.World.Allow(d.act.Permission, true); return nil }
