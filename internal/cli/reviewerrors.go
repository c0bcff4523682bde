package cli

import (
	"errors"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// stateCodes are what a review of a pull request ends with that is over.
var stateCodes = map[pull.State]int{pull.Merged: exitMerged, pull.Closed: exitClosed, pull.Gone: exitNotFound}

// reviewOf words why a review was not begun, or not ended.
func reviewOf(err error) (view.Error, bool) {
	var gap *app.GapError
	var over *app.NotOpenError
	var held *app.PausedError
	switch {
	case errors.As(err, &held):
		return view.Error{
			Ref: held.Ref.String(), What: held.Error(), Why: "nothing outward begins while a person holds it", Do: "settle resume " + held.Ref.String(), Kept: "nothing was sent", ExitCode: exitPaused,
		}, true
	case errors.As(err, &gap):
		return view.Error{
			Ref: gap.Ref.String(), What: gap.Error(), Why: "what is unread may hold what was said before", Do: "run it again", Kept: "nothing was sent", ExitCode: exitGap,
		}, true
	case errors.As(err, &over) && over.State == pull.Gone:
		return missing(over.Ref, ""), true
	case errors.As(err, &over):
		return view.Error{Ref: over.Ref.String(), What: over.Error(), Why: "only an open pull request is reviewed", Kept: "nothing was sent", ExitCode: stateCodes[over.State]}, true
	case errors.Is(err, app.ErrOwnDraft):
		return view.Error{
			What: "a draft review of this account is open", Why: "GitHub takes no second one beside it, and would swallow what is said into it",
			Do: "submit or discard it on GitHub, then run again", Kept: "nothing was lost: what was posted is known by its mark", ExitCode: exitNeedsYou,
		}, true
	case errors.Is(err, app.ErrPolicy):
		return view.Error{What: err.Error(), Do: "settle config check --base", Kept: "nothing was sent", ExitCode: exitBadFile}, true
	}
	var failure *action.Failure
	if errors.As(err, &failure) && failure.Class == action.Moved {
		return view.Error{What: "the pull request moved while it was reviewed", Why: failure.Err.Error(), Do: "run it again", Kept: "what was posted is known by its mark; no thread was closed since", ExitCode: exitPushedOver}, true
	}
	return view.Error{}, false
}
