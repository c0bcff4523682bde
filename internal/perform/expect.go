package perform

import (
	"context"
	"fmt"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// expect reads again what the deed rests on. It narrows the race with the
// world; the effect itself is what a mark or a compare-and-swap guards.
func (d deed) expect(ctx context.Context, thread string) (pull.Tip, error) {
	now, err := d.Host.Tip(ctx, d.Snapshot.Ref, d.Snapshot.NodeID, thread)
	if err != nil {
		return pull.Tip{}, later(err)
	}
	e := d.Action.Expect
	switch {
	case now.State != pull.Open:
		return now, moved("the pull request is %s", now.State)
	case e.Head != "" && now.Head != e.Head:
		return now, moved("the head is %s", now.Head.Short())
	case e.Reaches != "" && now.Head != d.Snapshot.Head:
		return now, moved("the head is %s; whether it still holds %s is not known", now.Head.Short(), e.Reaches.Short())
	case e.Draft != nil && now.Draft != *e.Draft:
		return now, moved("somebody changed the draft state")
	case e.Reply && !answered(now.Thread):
		return now, moved("our reply cannot be seen")
	}
	if e.At == nil {
		return now, nil
	}
	return now, d.sameVersion(ctx, *e.At, now.Thread)
}

// sameVersion holds the item's last foreign word against the one decided on.
func (d deed) sameVersion(ctx context.Context, at feedback.At, thread pull.Thread) error {
	version := lastWord(thread)
	if at.Item.Kind() != feedback.Thread {
		var err error
		if version, err = d.Host.Version(ctx, d.Snapshot.Ref, at.Item); err != nil {
			return later(err)
		}
	}
	if version != at.Version {
		return moved("somebody spoke on %s", at.Item)
	}
	return nil
}

// lastWord is the newest word of a thread that is not ours.
func lastWord(t pull.Thread) feedback.Version {
	var newest feedback.Version
	for _, c := range t.Comments {
		if v := (feedback.Version{Comment: c.ID, Unix: c.LastWord().Unix()}); !c.Ours && !c.Pending && newest.Less(v) {
			newest = v
		}
	}
	return newest
}

// answered: a comment of ours stands visible in the thread, after every word of others.
func answered(t pull.Thread) bool {
	for i := len(t.Comments) - 1; i >= 0; i-- {
		if c := t.Comments[i]; c.Ours && !c.Pending {
			return true
		}
	}
	return false
}

func moved(format string, args ...any) error {
	return action.Fail(action.Moved, fmt.Errorf(format, args...))
}

// later makes a lost read what it is: nothing has been done yet.
func later(err error) error {
	if action.ClassOf(err) == action.Lost {
		return action.Fail(action.Later, err)
	}
	return err
}
