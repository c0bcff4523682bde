package cli

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/view"
)

// templateFlaws says what is wrong with the templates that a policy file names,
// as they are in the working tree.
func templateFlaws(paths map[string]string) []view.Flaw {
	var list []view.Flaw
	for _, kind := range slices.Sorted(maps.Keys(paths)) {
		flaw := view.Flaw{}
		text, err := os.ReadFile(paths[kind])
		if err == nil {
			_, err = policy.ParseTemplate(paths[kind], feedback.Disposition(kind), string(text))
		} else {
			err = fmt.Errorf("%s cannot be read: %w", paths[kind], reason(err))
		}
		if err == nil {
			continue
		}
		var wrong *policy.TemplateError
		if errors.As(err, &wrong) {
			flaw.Line, flaw.Column = wrong.Line, wrong.Column
		}
		flaw.What, flaw.Text = err.Error(), err.Error()
		list = append(list, flaw)
	}
	return list
}

// reason of a file that cannot be read, without its name.
func reason(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
