package cli

import (
	"errors"
	"strings"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/view"
)

// payloadError is another tool's file that is refused.
type payloadError struct {
	name string
	error
}

func (e *payloadError) Unwrap() error { return e.error }

// shownProblems is how many problems of a file an error names.
const shownProblems = 10

// payloadOf words what is wrong with another tool's file: the first problem with
// its path, then the others.
func payloadOf(err error) (view.Error, bool) {
	var file *payloadError
	var refusal *app.Refusal
	if !errors.As(err, &file) || !errors.As(file.error, &refusal) {
		return view.Error{}, false
	}
	why := "a file is taken whole or not at all"
	var rest []string
	for _, p := range refusal.Problems[1:min(len(refusal.Problems), shownProblems)] {
		rest = append(rest, p.String())
	}
	if len(rest) > 0 {
		why += "; also " + strings.Join(rest, "; ")
	}
	return view.Error{
		What: file.name + ": " + refusal.Problems[0].String(), Why: why, Do: "correct it and run the command again",
		Kept: "nothing was sent, and nothing was written down", ExitCode: exitBadFile,
	}, true
}
