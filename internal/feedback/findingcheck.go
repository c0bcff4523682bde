package feedback

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// Check refuses a finding that could not be published as it stands: without a
// title, of an unknown severity or side, at a place that cannot be one. A
// finding without a path is about the change as a whole.
func (f Finding) Check() error {
	switch {
	case strings.TrimSpace(f.Title) == "":
		return errors.New("it has no title")
	case !slices.Contains(Severities, f.Severity):
		return fmt.Errorf("its severity is %q, wanted one of %s", f.Severity, strings.Join(Severities, ", "))
	case f.Confidence < 0 || f.Confidence > 10:
		return fmt.Errorf("its confidence is %d, wanted 1 to 10", f.Confidence)
	}
	if err := f.Where().check(); err != nil {
		return err
	}
	for _, other := range f.Others {
		if err := other.check(); err != nil {
			return fmt.Errorf("other place: %w", err)
		}
	}
	return nil
}

// check refuses a place outside of the repository, and lines that are none.
func (p Place) check() error {
	switch {
	case p.Path != "" && (path.Clean(p.Path) != p.Path || path.IsAbs(p.Path) || p.Path == "." || p.Path == ".." || strings.HasPrefix(p.Path, "../") || strings.ContainsAny(p.Path, "\x00\n\r\\")):
		return fmt.Errorf("its path is %q, wanted one from the root of the repository", p.Path)
	case p.Path == "" && p.Line > 0:
		return errors.New("it names a line and no file")
	case p.Line < 0 || p.Start < 0 || p.Start > p.Line:
		return fmt.Errorf("its lines are %d to %d", p.Start, p.Line)
	case p.Side != "" && p.Side != "LEFT" && p.Side != "RIGHT":
		return fmt.Errorf("its side is %q, wanted LEFT or RIGHT", p.Side)
	}
	return nil
}
