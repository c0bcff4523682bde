package reviewer

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
)

// entry is one finding of a body: where it points, and its words.
type entry struct {
	where feedback.Place
	text  string
}

// mostEntries of one body are told apart; a body that holds more is no review.
const mostEntries = 500

// entries tells the findings of a body apart. What stands in code, in a block
// inside a finding, or in a section of another kind begins none.
func entries(in policy.InBody, body string) []entry {
	w := &bodyWalk{in: in}
	for line := range strings.Lines(body) {
		w.line(strings.TrimRight(line, "\r\n"))
	}
	w.close()
	return w.found
}

// bodyWalk goes through a body line by line. Depths count open blocks; 0: not in one.
type bodyWalk struct {
	in      policy.InBody
	depth   int
	section int
	file    int
	path    string
	fence   string // what ends the code that we are in
	open    *entry
	words   []string
	found   []entry
}

var (
	quoteMark = regexp.MustCompile(`^(?:> ?)+`)
	fenceMark = regexp.MustCompile("^ {0,3}(`{3,}|~{3,})")
	blockTag  = regexp.MustCompile(`(?i)<(/?)details\b[^>]*>`)
	summary   = regexp.MustCompile(`(?i)<summary>(.*?)</summary>`)
)

func (w *bodyWalk) line(raw string) {
	text := quoteMark.ReplaceAllString(raw, "")
	if m := fenceMark.FindStringSubmatch(text); m != nil || w.fence != "" {
		w.code(m, text)
		w.add(text)
		return
	}
	w.blocks(text)
	if m := summary.FindStringSubmatch(text); m != nil && w.open == nil {
		w.summary(strings.TrimSpace(m[1]))
	}
	if where, begins := w.begins(text); begins {
		w.close()
		w.open = &entry{where: where}
	}
	w.add(text)
}

// code enters or leaves a fenced block.
func (w *bodyWalk) code(mark []string, text string) {
	switch {
	case w.fence == "":
		w.fence = mark[1]
	case strings.HasPrefix(strings.TrimSpace(text), w.fence) && strings.Trim(text, " `~") == "":
		w.fence = ""
	}
}

// blocks counts the blocks that a line opens and closes.
func (w *bodyWalk) blocks(text string) {
	for _, tag := range blockTag.FindAllStringSubmatch(text, -1) {
		if tag[1] == "" {
			w.depth++
			continue
		}
		w.depth = max(0, w.depth-1)
		if w.file > w.depth {
			w.close()
			w.file, w.path = 0, ""
		}
		if w.section > w.depth {
			w.section = 0
		}
	}
}

func (w *bodyWalk) summary(text string) {
	switch {
	case w.file > 0:
	case w.section == 0 && w.in.Section != "":
		if compiled(w.in.Section).MatchString(text) {
			w.section = w.depth
		}
	default:
		if path := group(w.in.File, "path", text); path != "" {
			w.file, w.path = w.depth, path
		}
	}
}

// begins reports that a finding begins with this line, and where it points.
func (w *bodyWalk) begins(text string) (feedback.Place, bool) {
	if w.file == 0 || w.depth != w.file || len(w.found) >= mostEntries || !compiled(w.in.Entry).MatchString(text) {
		return feedback.Place{}, false
	}
	end, err := strconv.Atoi(group(w.in.Entry, "line", text))
	if err != nil {
		return feedback.Place{}, false
	}
	where := feedback.Place{Path: w.path, Line: end, Side: "RIGHT"}
	if start, err := strconv.Atoi(group(w.in.Entry, "start", text)); err == nil && start < end {
		where.Start = start
	}
	return where, true
}

func (w *bodyWalk) add(text string) {
	if w.open != nil {
		w.words = append(w.words, text)
	}
}

// close ends the finding that is open, without the rule that parts it from the next.
func (w *bodyWalk) close() {
	if w.open != nil {
		text := strings.TrimSpace(strings.Join(w.words, "\n"))
		w.open.text = strings.TrimSpace(strings.TrimSuffix(text, "---"))
		w.found = append(w.found, *w.open)
	}
	w.open, w.words = nil, nil
}
