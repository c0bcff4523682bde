package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/settlehq/settle/internal/action"
)

// humanLabel is the tracker's word for what waits for a person.
const humanLabel = "human"

// tracker files a question at an issue of bd: the label human, then a note. The
// note carries the key, and the issue is read first, so that a question whose
// answer was lost is found and not noted twice. The command `bd human` is never
// used: it lists and closes, and is not for filing.
func (p *Post) tracker(ctx context.Context, l Letter) error {
	issue := l.Place.Name()
	noted, err := p.noted(ctx, issue, l.Key)
	if err != nil || noted {
		return err
	}
	if _, err := p.run(ctx, Program{Args: []string{"bd", "label", "add", issue, humanLabel}}); err != nil {
		return again(err)
	}
	note := l.Title + "\n" + l.Text + "\n" + receipt(l.Key)
	_, err = p.run(ctx, Program{Args: []string{"bd", "update", issue, "--append-notes", note}})
	return err
}

// receipt is the line by which a note is found again.
func receipt(key action.Key) string { return "settle-key: " + string(key.Digest()) }

// noted asks the tracker whether the note of a key is there.
func (p *Post) noted(ctx context.Context, issue string, key action.Key) (bool, error) {
	ended, err := p.run(ctx, Program{Args: []string{"bd", "show", issue, "--json"}})
	if err != nil {
		return false, again(err)
	}
	if !json.Valid(ended.Stdout) {
		return false, action.Fail(action.Later, fmt.Errorf("bd show %s: its answer is no JSON", issue))
	}
	return bytes.Contains(ended.Stdout, []byte(receipt(key))), nil
}

// again: what only reads, or sets what is set, is simply done again.
func again(err error) error {
	var failure *action.Failure
	if errors.As(err, &failure) && failure.Class == action.Lost {
		return action.Fail(action.Later, failure.Err)
	}
	return err
}
