package perform

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// Letter is what a person is told at one place beside GitHub.
type Letter struct {
	Ref   pull.Ref
	Key   action.Key
	Place policy.Place
	Title string
	Text  string
	JSON  []byte
}

// Post brings letters to people; commands are the programs that policy names.
// Every error is an action.Failure.
type Post interface {
	Send(ctx context.Context, commands [][]string, l Letter) error
}

// letter tells a person of questions or of a phase, at one place.
func (d deed) letter(ctx context.Context) error {
	if d.Post == nil {
		return action.Fail(action.Refused, errors.New("nothing here brings letters"))
	}
	say := d.Action.Say
	notice, err := view.NewNotice(d.Snapshot, d.Deed.Key, *say, d.Clock.Now())
	if err != nil {
		return action.Fail(action.Refused, err)
	}
	text, err := json.Marshal(notice)
	if err != nil {
		return action.Fail(action.Refused, fmt.Errorf("write notice: %w", err))
	}
	return d.Post.Send(ctx, d.Policy.Notify.Commands, Letter{
		Ref: d.Snapshot.Ref, Key: d.Deed.Key, Place: policy.Place(say.Place), Title: notice.Title, Text: notice.Text, JSON: text,
	})
}
