package perform

import (
	"context"
	"errors"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

// correct rewrites a comment of ours that cites a commit which was made anew.
// Its mark stays, and so does every other word of it. What a commit has become
// where somebody else rebased it is looked for in git; where nothing tells, the
// comment stays as it is.
func (d deed) correct(ctx context.Context) (*journal.Outcome, error) {
	say, target := d.Action.Say, d.Action.Comment
	body, found := d.bodyOf(target.ID)
	if !found {
		return nil, action.Fail(action.Gone, errors.New("the comment is not there any more"))
	}
	is := say.To
	if is == "" {
		var err error
		if is, err = d.Repo.Anew(ctx, d.Snapshot.Ref, say.From, d.Snapshot.Commits); err != nil || is == "" {
			return &journal.Outcome{}, err
		}
	}
	for _, name := range []func(pull.Oid) string{func(o pull.Oid) string { return string(o) }, pull.Oid.Short} {
		body = strings.ReplaceAll(body, name(say.From), name(is))
	}
	edit := d.Host.EditComment
	if target.Inline {
		edit = d.Host.EditReply
	}
	posted, err := edit(ctx, d.Snapshot.Ref, target.ID, body)
	outcome, err := d.posted(posted, err)
	if err == nil {
		outcome.Moved = map[pull.Oid]pull.Oid{say.From: is}
	}
	return outcome, err
}

// bodyOf is a comment of ours as it was seen.
func (d deed) bodyOf(id int64) (string, bool) {
	comments := d.Snapshot.Comments
	for _, t := range d.Snapshot.Threads {
		comments = append(comments[:len(comments):len(comments)], t.Comments...)
	}
	for _, c := range comments {
		if c.ID == id && c.Ours {
			return c.Body, true
		}
	}
	return "", false
}
