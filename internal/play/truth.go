package play

import (
	"time"

	"github.com/settlehq/settle/internal/githubsim/world"
)

// Truth is what the host shows of our words at the end of a play, whatever the
// journal believes.
type Truth struct {
	Replies          map[int64]int // visible replies of ours, by the root comment of their thread
	ResolvedSilently []int64       // root comments of threads that we closed without a visible reply
	Draft            bool
	Head             string
	Commits          []string // messages of the commits between base and head, newest first
	Said             []string // what our visible words in threads are
	Beside           []string // head branches of other pull requests that we opened
}

func (p *play) truth() (Truth, error) {
	truth := Truth{Replies: map[int64]int{}}
	err := p.sim.World.View(time.Time{}, func(w *world.World) error {
		r := w.Repository(p.File.Repo)
		if r == nil || r.Pull(p.ref.Number) == nil {
			return nil
		}
		one := r.Pull(p.ref.Number)
		truth.Draft, truth.Head = one.Draft, one.Head
		for _, other := range r.Pulls {
			if other != one && other.Author == p.File.Viewer.Login {
				truth.Beside = append(truth.Beside, other.HeadRef)
			}
		}
		for _, t := range one.Threads {
			truth.thread(one, t, p.File.Viewer.Login)
		}
		repo, err := w.Git(r.Slug())
		if err != nil {
			return err
		}
		log, err := repo.Log(one.Base, one.Head)
		for _, c := range log {
			truth.Commits = append(truth.Commits, c.Message)
		}
		return err
	})
	return truth, err
}

func (t *Truth) thread(p *world.Pull, thread *world.Thread, login string) {
	if len(thread.Comments) == 0 || thread.Comments[0].Author == login {
		return
	}
	root := thread.Comments[0].ID
	t.Replies[root] = 0
	for _, c := range p.Shown(thread, "") {
		if c.Author == login {
			t.Said = append(t.Said, c.Body)
			t.Replies[root]++
		}
	}
	if thread.Resolved && thread.ResolvedBy == login && t.Replies[root] == 0 {
		t.ResolvedSilently = append(t.ResolvedSilently, root)
	}
}
