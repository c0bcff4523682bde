package perform

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// byRule judges what needs no agent: a matter that was settled before, code
// that is gone, a change that a maintainer has written out. It gives what is
// left for one.
func (d deed) byRule(dir string, asked []feedback.Standing) (judged []feedback.Judgment, rest []feedback.Standing) {
	for _, st := range asked {
		j, ok := d.settledBefore(st.Item)
		if !ok {
			j, ok = d.writtenOut(st)
		}
		if !ok {
			j, ok = gone(dir, st.Item)
		}
		if !ok {
			rest = append(rest, st)
			continue
		}
		j.At, j.Source = st.Item.At(), feedback.ByRule
		judged = append(judged, j)
	}
	return judged, rest
}

// settledBefore: a bot raises again what was answered with a reason. The reason
// stands as long as the code does; it is said once more by a link. A person who
// insists is heard.
func (d deed) settledBefore(item feedback.Item) (feedback.Judgment, bool) {
	if item.By.Kind != pull.Bot {
		return feedback.Judgment{}, false
	}
	for _, past := range d.Action.Work.Standing {
		j := past.Judgment
		if past.Item.ID == item.ID || past.Disposition != feedback.Declined || !past.Replied || j.Class != feedback.Invalid || !feedback.SameAsk(past.Item, item) {
			continue
		}
		primary := past.Item.ID
		if j.Primary != "" {
			primary = j.Primary
		}
		return feedback.Judgment{Class: feedback.Invalid, Reason: j.Reason, Primary: primary}, true
	}
	return feedback.Judgment{}, false
}

var suggestionBlock = regexp.MustCompile("(?s)```+suggestion.*?```+")

// writtenOut: a person who may steer has given the new text itself, asks
// nothing beside, and nobody has said anything to it. What policy keeps for
// people stays with them.
func (d deed) writtenOut(st feedback.Standing) (feedback.Judgment, bool) {
	item := st.Item
	plain := item.Suggestion != nil && item.By.Kind == pull.Person && d.Policy.Escalation.Steers(item.By) && !item.Outdated &&
		item.Version.Comment == item.ReplyTo && !d.Policy.Escalation.Guards(item.Suggestion.Path)
	if !plain || strings.Contains(suggestionBlock.ReplaceAllString(item.Body, ""), "?") {
		return feedback.Judgment{}, false
	}
	return feedback.Judgment{Class: feedback.Valid, Reason: "The change is written out by a maintainer."}, true
}

// gone: what a bot spoke of has left the code. It is looked for in its file and
// in all others, since code that only moved is judged where it is.
func gone(dir string, item feedback.Item) (feedback.Judgment, bool) {
	anchor := feedback.Anchor(item)
	if !item.Outdated || item.By.Kind != pull.Bot || item.Version.Comment != item.ReplyTo || feedback.Letters(anchor) < feedback.Telling {
		return feedback.Judgment{}, false
	}
	if found, err := contains(dir, anchor); err != nil || found {
		return feedback.Judgment{}, false
	}
	return feedback.Judgment{
		Class: feedback.Stale, Reason: "The line is in no file any more.",
		Evidence: []feedback.Evidence{{Kind: "text", Text: "looked for in every file: " + anchor}},
	}, true
}

// largestSource is the size up to which a file is looked into, in bytes.
const largestSource = 4 << 20

// contains looks for a line of code in every file of a tree. What cannot be
// looked into is no proof of absence: it is an error.
func contains(dir, line string) (bool, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return false, err
	}
	defer func() { _ = root.Close() }()
	found := false
	err = fs.WalkDir(root.FS(), ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == ".git":
			return fs.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if info.Size() > largestSource {
			return fs.ErrInvalid
		}
		text, err := root.ReadFile(filepath.FromSlash(path))
		if bytes.Contains(text, []byte(line)) {
			found = true
			return fs.SkipAll
		}
		return err
	})
	return found, err
}
