package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/api"
	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// errorOf words an error for people: what, why, what to do, what was kept.
func (t *terminal) errorOf(ctx context.Context, err error) view.Error {
	e := wordError(err)
	if e.ExitCode == exitFailure && ctx.Err() != nil {
		e.What, e.Why, e.Do, e.Kept, e.ExitCode = "interrupted", "", "run it again: it goes on where it stopped", "the journal is whole", exitInterrupted
	}
	if e.ExitCode == exitInterrupted && strings.HasPrefix(context.Cause(ctx).Error(), syscall.SIGTERM.String()) {
		e.ExitCode = exitTerminated
	}
	e.At, e.Code = time.Now(), exitName(e.ExitCode)
	return e
}

func wordError(err error) view.Error {
	var given view.Error
	if errors.As(err, &given) {
		return given
	}
	for _, word := range []func(error) (view.Error, bool){usageOf, payloadOf, fileOf, heldOf, reviewOf, unanswered, noPlace, storageOf, hostOf} {
		if e, ok := word(err); ok {
			return e
		}
	}
	return view.Error{What: err.Error(), Do: "run it again; if it stays, report it with settle version", Kept: "the journal is whole", ExitCode: exitFailure}
}

func usageOf(err error) (view.Error, bool) {
	var wrong *usageError
	if errors.As(err, &wrong) {
		return view.Error{What: wrong.what, Why: wrong.why, Do: wrong.command + " --help", ExitCode: exitUsage}, true
	}
	if strings.HasPrefix(err.Error(), "unknown command") {
		what, near, _ := strings.Cut(err.Error(), "\n")
		why := "settle --help lists the commands there are"
		if hints := strings.Fields(near); len(hints) > 3 { // Did you mean this? NAME…
			why = "did you mean " + strings.Join(hints[4:], " or ") + "?"
		}
		return view.Error{What: what, Why: why, Do: "settle --help", ExitCode: exitUsage}, true
	}
	return view.Error{}, false
}

func fileOf(err error) (view.Error, bool) {
	var file *fileError
	if errors.As(err, &file) {
		what, why := problemOf(file)
		return view.Error{What: what, Why: why, Do: "correct it; settle help config, settle help environment and docs/scenario.md name every key", Kept: "nothing was started", ExitCode: exitBadFile}, true
	}
	if errors.Is(err, errNoToken) {
		return view.Error{What: strings.Replace(err.Error(), "no token", "no GitHub token", 1), Why: "GH_TOKEN is unset and the GitHub CLI is not logged in",
			Do: "gh auth login, or set GH_TOKEN", ExitCode: exitNoAuth}, true
	}
	return view.Error{}, false
}

// problemOf tells what is wrong with a file or a setting from why that is so.
func problemOf(file error) (what, why string) {
	what, rest, _ := strings.Cut(file.Error(), "\n")
	if why = firstOf(rest); why != "" {
		return what, why
	}
	var path *fs.PathError
	if before, _, ok := strings.Cut(what, ": open "); ok && errors.As(file, &path) {
		return before, path.Err.Error()
	}
	if before, after, ok := strings.Cut(what, "; "); ok {
		return before, after
	}
	return what, "nothing is taken from a file that cannot be read as a whole"
}

// firstOf is the line of a problem's detail that says more than the caret.
func firstOf(text string) string {
	for _, line := range strings.Split(text, "\n") {
		if _, hint, ok := strings.Cut(line, "^ "); ok {
			return hint
		}
	}
	return ""
}

func heldOf(err error) (view.Error, bool) {
	var held *journal.HeldError
	if !errors.As(err, &held) {
		return view.Error{}, false
	}
	h, ref := held.Lease.Holder, strings.TrimPrefix(held.Lease.Name, "run/")
	if reviewed, ok := strings.CutPrefix(ref, "review/"); ok {
		return view.Error{
			Ref: reviewed, What: "another settle is reviewing " + reviewed, Why: fmt.Sprintf("pid %d on %s has been at it since %s", h.PID, h.Host, h.Since.Local().Format("15:04")),
			Do: "wait until it has ended, and run it again where the branch has moved since", Kept: "nothing was started", ExitCode: exitBusy,
		}, true
	}
	return view.Error{
		Ref: ref, What: "another settle is working on " + ref,
		Why:  fmt.Sprintf("pid %d on %s has held it since %s", h.PID, h.Host, h.Since.Local().Format("15:04")),
		Do:   fmt.Sprintf("settle status %s, or settle stop %s to take the branch yourself", ref, ref),
		Kept: "nothing was started", ExitCode: exitBusy,
	}, true
}

func storageOf(err error) (view.Error, bool) {
	var version *app.VersionError
	switch {
	case errors.As(err, &version):
		return view.Error{
			What: fmt.Sprintf("database is of version %d, this settle knows %d", version.Found, version.Known), Why: "written by a newer settle",
			Do: "upgrade, or --database another file", Kept: "nothing was changed", ExitCode: exitStorage,
		}, true
	case errors.Is(err, app.ErrFull), errors.Is(err, syscall.ENOSPC):
		return view.Error{What: "no space left under the state directory", Why: err.Error(), Do: "free space, then run again", Kept: "the journal is whole", ExitCode: exitDisk}, true
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return view.Error{What: "a path cannot be written", Why: err.Error(), Do: "give --database a file that you may write", Kept: "nothing was changed", ExitCode: exitDisk}, true
	case errors.Is(err, app.ErrDamaged):
		return view.Error{What: "the database cannot be read", Why: err.Error(), Do: "restore it, or --database another file: what was said on GitHub is found again there", Kept: "nothing was changed", ExitCode: exitStorage}, true
	}
	return view.Error{}, false
}

// hostOf words what GitHub, or the way to it, refused.
func hostOf(err error) (view.Error, bool) {
	if errors.Is(err, api.ErrNoAnswer) {
		return view.Error{What: strings.TrimPrefix(err.Error(), api.ErrNoAnswer.Error()+": "), Do: "settle answer --help", Kept: "nothing was written down", ExitCode: exitUsage}, true
	}
	if errors.Is(err, api.ErrNoItem) {
		return view.Error{What: err.Error(), Do: "settle threads lists them", ExitCode: exitNotFound}, true
	}
	var failure *action.Failure
	if !errors.As(err, &failure) {
		return view.Error{}, false
	}
	e := view.Error{Why: failure.Err.Error(), Kept: "the journal is whole"}
	switch failure.Class {
	case action.Limited:
		e.What, e.Do, e.ExitCode, e.RetryAt = "GitHub asks to slow down until "+failure.Until.Local().Format("15:04"), "run again then; without --once the run waits by itself", exitLimited, failure.Until
	case action.NotAllowed:
		e.What, e.Do, e.ExitCode = "GitHub does not allow it", "settle doctor shows what the token may do", exitNotAllowed
		if strings.Contains(e.Why, "GitHub answered 401") {
			e.What, e.Do, e.ExitCode = "GitHub does not take this token", "gh auth login, or set GH_TOKEN to one that is valid", exitNoAuth
		}
	case action.Gone:
		e.What, e.Do, e.ExitCode = "it is not there for this account", "check number and login: settle doctor", exitNotFound
	case action.Lost, action.Later:
		e.What, e.Do, e.ExitCode = "GitHub cannot be reached", "check the network, then run again", exitUnreachable
	default:
		e.What, e.Do, e.ExitCode = "GitHub refused", "settle doctor shows what is allowed", exitNotAllowed
	}
	return e, true
}

// missing is the error of a pull request that is not there.
func missing(ref pull.Ref, who string) view.Error {
	if who == "" {
		who = "this account"
	}
	return view.Error{
		Ref: ref.String(), What: ref.String() + " does not exist for " + who, Why: "GitHub answered that it is not there: absent, or no access",
		Do: "check number and login: settle doctor " + ref.String(), Kept: "nothing was changed", ExitCode: exitNotFound,
	}
}
