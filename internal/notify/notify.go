// Package notify is where a person hears of it, beside GitHub: a webhook, a
// program of their own, the desktop, the bd tracker.
//
// It promises that a letter is told as sent only when its place took it, that
// the key of the deed travels along, so that who receives a letter twice can
// tell, and that no error repeats the address of a webhook, which is a secret.
// It refuses to word anything and to judge whether something should be told.
// It stands behind perform; programs are started by what the caller gives it.
//
// Limits stated honestly: nothing shows afterwards whether a webhook, a program
// or the desktop took a letter whose answer was lost. Such a letter is sent
// again, with the same key. The tracker is asked first, and told once.
package notify

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// Letter is what a person is told at one place.
type Letter struct {
	Ref   pull.Ref
	Key   action.Key // of the deed
	Place policy.Place
	Title string // one line
	Text  string // lines
	JSON  []byte // the same for programs (settle.notice/1)
}

// Program is a child process to run.
type Program struct {
	Args  []string
	Set   []string // NAME=value, beside what every program sees
	Stdin []byte
}

// Ended is how a program ended by itself.
type Ended struct {
	Exit   int
	Stdout []byte
	Stderr []byte
}

// ErrNoProgram says that a program is not installed.
var ErrNoProgram = errors.New("the program is not installed")

// Post brings letters. All fields are required. Safe for several goroutines.
type Post struct {
	Getenv func(string) string
	// Start runs a program without a shell. The error is ErrNoProgram, or says why
	// the program did not end by itself.
	Start func(context.Context, Program) (Ended, error)
	HTTP  *http.Client
	Now   func() time.Time
	OS    string // runtime.GOOS
}

// Send brings a letter to its place; commands are the programs that policy
// names. Errors are action.Failures: Lost where the letter may have arrived.
func (p *Post) Send(ctx context.Context, commands [][]string, l Letter) error {
	switch l.Place.Kind() {
	case policy.Webhook:
		return p.webhook(ctx, l)
	case policy.Command:
		return p.command(ctx, commands, l)
	case policy.Desktop:
		return p.desktop(ctx, l)
	case policy.Tracker:
		return p.tracker(ctx, l)
	}
	return action.Fail(action.Refused, fmt.Errorf("no way to tell %q", l.Place))
}
