package world

import (
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/githubsim/gitrepo"
)

// Place says where a new thread is. Line 0 is the whole file.
type Place struct {
	Path  string
	Line  int
	Start int
	Left  bool
}

// Thread opens a thread with its first comment, as part of a draft. A line must
// be part of the diff at the review's commit.
func (w *World) Thread(p *Pull, r *Review, at Place, body string) (*Thread, error) {
	if err := goodBody(body); err != nil {
		return nil, err
	}
	hunk, err := w.hunk(p, r.Commit, at)
	if err != nil {
		return nil, err
	}
	t := &Thread{
		NodeID: NodeID("thread", w.number("thread")), Path: at.Path, Line: at.Line, Start: at.Start,
		OriginalLine: at.Line, OriginalStart: at.Start, Side: "RIGHT", Subject: "LINE", At: r.Commit,
	}
	if at.Left {
		t.Side = "LEFT"
	}
	if at.Line == 0 {
		t.Subject = "FILE"
	}
	p.Threads = append(p.Threads, t)
	c := w.reviewComment(p, t, r, body)
	c.Hunk = hunk
	if r.Commit != p.Head {
		w.follow(p, t)
	}
	return t, nil
}

// Takes tells whether a comment would be taken, and leaves nothing behind. The
// commit must be one of the pull request; empty is its head.
func (w *World) Takes(p *Pull, commit string, at Place, body string) error {
	if err := goodBody(body); err != nil {
		return err
	}
	if err := w.Holds(p, commit); err != nil {
		return err
	}
	if commit == "" {
		commit = p.Head
	}
	_, err := w.hunk(p, commit, at)
	return err
}

// Holds refuses a commit that is none of the pull request (the host's words:
// PyGithub/PyGithub#2501); empty is its head.
func (w *World) Holds(p *Pull, commit string) error {
	if commit == "" || commit == p.Head {
		return nil
	}
	repo, err := w.Git(w.RepoOf(p).Slug())
	if err != nil {
		return err
	}
	log, err := repo.Log(p.Base, p.Head)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(log, func(c gitrepo.Commit) bool { return c.Oid == commit }) {
		return wrongPlace("end_commit_oid", "Commit is not part of the pull request")
	}
	return nil
}

// hunk is what the host quotes of the diff with a comment. Its refusals are
// those of the live service: warpdotdev/oz-for-oss#310 (path),
// max-sixty/tend#123 (line), ubuntu/WSL#244 (order), cloudflare/pint#640 (two hunks).
func (w *World) hunk(p *Pull, commit string, at Place) (string, error) {
	repo, err := w.Git(w.RepoOf(p).Slug())
	if err != nil {
		return "", err
	}
	diff, err := repo.Compare(p.Base, commit)
	if err != nil {
		return "", err
	}
	file := fileOf(diff, at.Path)
	switch {
	case file == nil:
		return "", wrongPlace("path", "Path could not be resolved")
	case at.Line == 0:
		return "", nil
	}
	hunk := file.Up(at.Line, at.Left)
	switch {
	case hunk == "":
		return "", wrongPlace("line", "Line could not be resolved")
	case at.Start == 0:
		return hunk, nil
	case at.Start >= at.Line:
		return "", wrongPlace("start_line", "Pull request review thread start line must precede the end line.")
	}
	if start := file.Up(at.Start, at.Left); start == "" || !strings.HasPrefix(hunk, start+"\n") {
		return "", wrongPlace("start_line", "Pull request review thread start line must be part of the same hunk as the line.")
	}
	return hunk, nil
}

func wrongPlace(field, message string) error {
	return &Refusal{Status: 422, Type: "UNPROCESSABLE", Field: "pull_request_review_thread." + field, Message: message}
}

func fileOf(diff []gitrepo.FileDiff, path string) *gitrepo.FileDiff {
	for i := range diff {
		if diff[i].Path == path {
			return &diff[i]
		}
	}
	return nil
}

// ShowsLine tells whether a comment on a line would be taken.
func (w *World) ShowsLine(p *Pull, commit string, at Place) bool {
	_, err := w.hunk(p, commit, at)
	return err == nil
}
