package gitrepo

import (
	"regexp"
	"strconv"
	"strings"
)

// File states of a diff, in REST's words.
const (
	Added    = "added"
	Removed  = "removed"
	Modified = "modified"
	Renamed  = "renamed"
)

// FileDiff is what changed in one file.
type FileDiff struct {
	Path, Old string
	Status    string
	Additions int
	Deletions int
	Hunks     []Hunk
	Patch     string // the hunks as text
}

// Hunk is one block of a unified diff. Text begins with its @@ line.
type Hunk struct {
	OldStart, OldLines int
	NewStart, NewLines int
	Text               string
}

// Diff compares two commits with a number of context lines.
func (r *Repo) Diff(from, to string, context int) ([]FileDiff, error) {
	out, err := r.ask("diff "+from+" "+to+" "+strconv.Itoa(context), func() (string, error) {
		return r.git("", "diff", "--no-color", "--no-ext-diff", "-M", "-U"+strconv.Itoa(context), from, to)
	})
	if err != nil {
		return nil, err
	}
	return parseDiff(out), nil
}

// Compare is the diff that a pull request shows: from the merge base.
func (r *Repo) Compare(base, head string) ([]FileDiff, error) {
	from := r.MergeBase(base, head)
	if from == "" {
		from = base
	}
	return r.Diff(from, head, 3)
}

var hunkLine = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)

func parseDiff(text string) []FileDiff {
	var files []FileDiff
	for part := range strings.SplitSeq("\n"+text, "\ndiff --git ") {
		if strings.TrimSpace(part) != "" {
			files = append(files, parseFile(part))
		}
	}
	return files
}

func parseFile(text string) FileDiff {
	f := FileDiff{Status: Modified}
	head, body, _ := strings.Cut(text, "\n@@ ")
	for line := range strings.Lines(head) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "new file"):
			f.Status = Added
		case strings.HasPrefix(line, "deleted file"):
			f.Status = Removed
		case strings.HasPrefix(line, "rename from "):
			f.Status, f.Old = Renamed, strings.TrimPrefix(line, "rename from ")
		case strings.HasPrefix(line, "rename to "):
			f.Path = strings.TrimPrefix(line, "rename to ")
		case strings.HasPrefix(line, "--- a/") && f.Path == "":
			f.Path = strings.TrimPrefix(line, "--- a/")
		case strings.HasPrefix(line, "+++ b/"):
			f.Path = strings.TrimPrefix(line, "+++ b/")
		}
	}
	if f.Path == "" { // a file without lines
		names := strings.Fields(strings.SplitN(head, "\n", 2)[0])
		f.Path = strings.TrimPrefix(names[len(names)-1], "b/")
	}
	if body != "" {
		f.addHunks("@@ " + body)
	}
	return f
}

func (f *FileDiff) addHunks(body string) {
	f.Patch = strings.TrimRight(body, "\n")
	for line := range strings.Lines(f.Patch) {
		line = strings.TrimRight(line, "\n")
		if m := hunkLine.FindStringSubmatch(line); m != nil {
			f.Hunks = append(f.Hunks, Hunk{
				OldStart: number(m[1], 0), OldLines: number(m[2], 1),
				NewStart: number(m[3], 0), NewLines: number(m[4], 1), Text: line,
			})
			continue
		}
		last := &f.Hunks[len(f.Hunks)-1]
		last.Text += "\n" + line
		switch {
		case strings.HasPrefix(line, "+"):
			f.Additions++
		case strings.HasPrefix(line, "-"):
			f.Deletions++
		}
	}
}

func number(text string, otherwise int) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return otherwise
}

// Up is the hunk that shows a line, from its @@ line down to that line, as the
// host quotes it with a comment; empty where the diff does not show the line.
func (f FileDiff) Up(line int, oldSide bool) string {
	for _, h := range f.Hunks {
		oldLine, newLine := h.OldStart, h.NewStart
		lines := strings.Split(h.Text, "\n")
		for i, text := range lines[1:] {
			isOld := strings.HasPrefix(text, "-")
			isNew := strings.HasPrefix(text, "+")
			if oldSide && !isNew && oldLine == line || !oldSide && !isOld && newLine == line {
				return strings.Join(lines[:i+2], "\n")
			}
			if !isNew {
				oldLine++
			}
			if !isOld {
				newLine++
			}
		}
	}
	return ""
}

// Move tells where a line of the old file is in the new one; false where the
// line itself was changed.
func (f FileDiff) Move(line int) (int, bool) {
	shift := 0
	for _, h := range f.Hunks {
		first, last := h.OldStart, h.OldStart+h.OldLines-1
		if h.OldLines == 0 { // lines were put in after OldStart
			first, last = h.OldStart+1, h.OldStart
		}
		switch {
		case line < first:
			return line + shift, true
		case line <= last:
			return 0, false
		}
		shift += h.NewLines - h.OldLines
	}
	return line + shift, true
}
