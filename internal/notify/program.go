package notify

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/policy"
)

// command runs a program of the person's own: the letter as JSON on its
// standard input, its first facts in variables, nothing as an argument.
func (p *Post) command(ctx context.Context, commands [][]string, l Letter) error {
	for _, args := range commands {
		if policy.CommandPlace(args) != l.Place {
			continue
		}
		_, err := p.run(ctx, Program{Args: args, Stdin: l.JSON, Set: []string{
			"SETTLE_KEY=" + string(l.Key.Digest()), "SETTLE_REF=" + l.Ref.String(), "SETTLE_TITLE=" + l.Title, "SETTLE_TEXT=" + l.Text,
		}})
		return err
	}
	return action.Fail(action.Refused, fmt.Errorf("%s stands in no personal file any more", l.Place))
}

// desktop shows a notice by the program that the system has for it. The words
// are arguments, never part of a script.
func (p *Post) desktop(ctx context.Context, l Letter) error {
	args := []string{"notify-send", "--app-name=settle", "--", l.Title, l.Text}
	switch p.OS {
	case "darwin":
		args = []string{
			"osascript", "-e", "on run argv", "-e", "display notification (item 2 of argv) with title (item 1 of argv)", "-e", "end run", "--", l.Title, l.Text,
		}
	case "windows":
		return action.Fail(action.Refused, errors.New("no notices on the desktop of this system"))
	}
	_, err := p.run(ctx, Program{Args: args})
	return err
}

// said bounds what is kept of a program's complaint, in bytes.
const said = 300

// run starts a program. One that is not there will not come by itself; one that
// said no is asked again later; one that did not end may have done it.
func (p *Post) run(ctx context.Context, program Program) (Ended, error) {
	ended, err := p.Start(ctx, program)
	name := program.Args[0]
	switch {
	case errors.Is(err, ErrNoProgram):
		return ended, action.Fail(action.Refused, fmt.Errorf("%s: %w", name, err))
	case err != nil:
		return ended, action.Fail(action.Lost, fmt.Errorf("run %s: %w", name, err))
	case ended.Exit != 0:
		complaint, _, _ := strings.Cut(strings.TrimSpace(string(ended.Stderr)), "\n")
		return ended, action.Fail(action.Later, fmt.Errorf("%s ended with %d: %s", name, ended.Exit, strings.ToValidUTF8(complaint[:min(len(complaint), said)], "?")))
	}
	return ended, nil
}
