package app

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/github"
	"github.com/settlehq/settle/internal/perform"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/store"
)

// contentLimits keep below what GitHub takes of requests that make content: 80
// a minute and 500 an hour for an account (docs.github.com, "Rate limits for
// the REST API", read 2026-11), whatever else it writes by hand.
var contentLimits = []store.Limit{{Within: time.Minute, Most: 75}, {Within: time.Hour, Most: 450}}

// spacing between two writes of content, which the same page asks for.
const spacing = time.Second

// paced is the host with one pace for all writes of content of an account,
// shared by every process on the same database. A write for which there is no
// room in the budget is not sent: it fails as limited, with the time.
type paced struct {
	*github.Client
	app *App
}

var _ perform.Host = paced{}

// Reply waits for its turn and answers.
func (p paced) Reply(ctx context.Context, ref pull.Ref, root int64, body string) (pull.Posted, error) {
	if err := p.turn(ctx, ref); err != nil {
		return pull.Posted{}, err
	}
	return p.Client.Reply(ctx, ref, root, body)
}

// Comment waits for its turn and comments.
func (p paced) Comment(ctx context.Context, ref pull.Ref, body string) (pull.Posted, error) {
	if err := p.turn(ctx, ref); err != nil {
		return pull.Posted{}, err
	}
	return p.Client.Comment(ctx, ref, body)
}

// EditComment waits for its turn and rewrites.
func (p paced) EditComment(ctx context.Context, ref pull.Ref, id int64, body string) (pull.Posted, error) {
	if err := p.turn(ctx, ref); err != nil {
		return pull.Posted{}, err
	}
	return p.Client.EditComment(ctx, ref, id, body)
}

// Publish waits for its turn and says how a commit stands.
func (p paced) Publish(ctx context.Context, ref pull.Ref, said pull.Publication) error {
	if err := p.turn(ctx, ref); err != nil {
		return err
	}
	return p.Client.Publish(ctx, ref, said)
}

// OpenIssue waits for its turn and opens an issue.
func (p paced) OpenIssue(ctx context.Context, ref pull.Ref, creator, receipt, title, body string) (pull.Posted, error) {
	if err := p.turn(ctx, ref); err != nil {
		return pull.Posted{}, err
	}
	return p.Client.OpenIssue(ctx, ref, creator, receipt, title, body)
}

// EditReply waits for its turn and rewrites.
func (p paced) EditReply(ctx context.Context, ref pull.Ref, id int64, body string) (pull.Posted, error) {
	if err := p.turn(ctx, ref); err != nil {
		return pull.Posted{}, err
	}
	return p.Client.EditReply(ctx, ref, id, body)
}

// turn takes a place in the account's budget.
func (p paced) turn(ctx context.Context, ref pull.Ref) error {
	account := sha256.Sum256([]byte(ref.Host + "\x00" + p.app.options.Settings.Token + fmt.Sprint(p.app.options.Settings.App.ID)))
	name := fmt.Sprintf("content/%x", account[:8])
	until, err := p.app.store.Book(ctx, name, p.app.clock.Now(), contentLimits...)
	if err != nil {
		return action.Fail(action.Later, err)
	}
	if !until.IsZero() {
		return &action.Failure{Class: action.Limited, Until: until, Err: errors.New("this account has written as much as GitHub takes; the rest waits its turn")}
	}
	return p.space(ctx)
}

// space waits until the last write is a second ago, in this process and in real
// time: scripted time does not pass while a deed is carried out.
func (p paced) space(ctx context.Context) error {
	p.app.spacing.Lock()
	defer p.app.spacing.Unlock()
	if p.app.options.Pause == nil {
		if wait := spacing - time.Since(p.app.wrote); wait > 0 {
			timer := time.NewTimer(wait)
			defer timer.Stop()
			select {
			case <-ctx.Done():
				return action.Fail(action.Later, context.Cause(ctx))
			case <-timer.C:
			}
		}
	}
	p.app.wrote = time.Now()
	return nil
}
