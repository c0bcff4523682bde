package perform

import (
	"context"
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// expect reads again what the deed rests on. It narrows the race with the
// world; the effect itself is what a mark or a compare-and-swap guards.
func (d deed) expect(ctx context.Context, item feedback.ItemID) (pull.Tip, error) {
	now, err := d.Host.Tip(ctx, d.Snapshot.Ref, d.Snapshot.NodeID, d.node(item))
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
	if e.At != nil && d.lastWord(now, *e.At) != e.At.Version {
		return now, moved("somebody spoke on %s", e.At.Item)
	}
	return now, nil
}

// node is where an item can be read again; empty for no item.
func (d deed) node(item feedback.ItemID) string {
	for _, t := range d.Snapshot.Threads {
		if item == feedback.ItemID(fmt.Sprintf("t%d", t.Root().ID)) {
			return t.NodeID
		}
	}
	for _, c := range d.Snapshot.Comments {
		if item == feedback.ItemID(fmt.Sprintf("c%d", c.ID)) {
			return c.NodeID
		}
	}
	for _, r := range d.Snapshot.Reviews {
		if strings.HasPrefix(string(item), fmt.Sprintf("r%d.", r.ID)) {
			return r.NodeID
		}
	}
	return ""
}

// lastWord is the newest word of an item that is not ours. Only a person's
// edit of a review is a new word: other reviewers rewrite their summaries
// (reviewer.Items).
func (d deed) lastWord(now pull.Tip, at feedback.At) feedback.Version {
	persons := d.Action.Say != nil && d.Action.Say.Standing.Item.Reviewer == policy.People
	switch w := now.Word; {
	case at.Item.Kind() == feedback.Thread:
		return lastOf(now.Thread)
	case at.Item.Kind() == feedback.ReviewFinding && !persons:
		return feedback.Version{Comment: w.ID, Unix: w.CreatedAt.Unix()}
	default:
		return feedback.Version{Comment: w.ID, Unix: w.LastWord().Unix()}
	}
}

// lastOf is the newest word of a thread that is not ours.
func lastOf(t pull.Thread) feedback.Version {
	var newest feedback.Version
	for _, c := range t.Comments {
		if v := (feedback.Version{Comment: c.ID, Unix: c.LastWord().Unix()}); !c.Said() && !c.Pending && newest.Less(v) {
			newest = v
		}
	}
	return newest
}

// answered: a comment of ours stands visible in the thread, after every word of others.
func answered(t pull.Thread) bool {
	for i := len(t.Comments) - 1; i >= 0; i-- {
		if c := t.Comments[i]; c.Said() && !c.Pending {
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
