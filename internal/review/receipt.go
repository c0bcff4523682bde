package review

import (
	"regexp"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
)

// receipt is a mark that stands on a line of its own.
type receipt struct {
	kind      mark.Kind
	id        mark.Digest // empty: of an old form
	head      pull.Oid
	signature string
	text      string // what stands between it and the mark before
}

// receipts are the marks of a body. total also counts those that are quoted,
// indented, in code or within a line: they are nobody's receipt.
type receipts struct {
	total    int
	findings []receipt // in order, on lines of their own
	summary  bool      // the last of all is that of a summary
	edge     *receipt  // the only finding, where it is the first or the last line
}

// earlier is the form of the reviewer whose place we take: with id and commit,
// or with neither.
var earlier = regexp.MustCompile(`<!-- reviewcerberus-issue(?::([0-9a-f]{4,32}):([0-9a-f]{7,64}))? -->`)

func receiptsIn(body string) receipts {
	var r receipts
	lines := strings.Split(strings.ReplaceAll(strings.TrimSpace(body), "\r\n", "\n"), "\n")
	from, fence := 0, ""
	for i, line := range lines {
		marks, old := mark.Secret(nil).Read("", line), earlier.FindAllStringSubmatch(line, -1)
		for _, m := range marks {
			if m.Kind == mark.Finding || m.Kind == mark.Review {
				r.total++
			}
		}
		r.total += len(old)
		if fence = fenced(fence, line); fence != "" {
			continue
		}
		own, ok := whole(line, marks, old)
		if !ok {
			continue
		}
		own.text = strings.TrimSpace(strings.Join(lines[from:i], "\n"))
		from = i + 1
		r.summary = own.kind == mark.Review
		if own.kind == mark.Finding {
			r.findings = append(r.findings, own)
		}
		if own.kind == mark.Finding && (i == 0 || i == len(lines)-1) {
			r.edge = &own
		}
	}
	return r
}

// fenced gives the fence that a line stands in, after it.
func fenced(fence, line string) string {
	bare := strings.TrimLeft(line, " ")
	ticks := bare[:len(bare)-len(strings.TrimLeft(bare, "`"))]
	switch {
	case fence == "" && len(ticks) >= 3:
		return ticks
	case fence != "" && len(ticks) >= len(fence) && strings.TrimSpace(bare) == ticks:
		return ""
	}
	return fence
}

// whole reads a line that is one mark and nothing else.
func whole(line string, marks []mark.Mark, old [][]string) (receipt, bool) {
	switch {
	case len(marks) == 1 && len(old) == 0 && strings.HasPrefix(line, "<!--") && mark.Strip(line) == "":
		head, signature, _ := strings.Cut(marks[0].Word, ".")
		return receipt{kind: marks[0].Kind, id: marks[0].Digest, head: pull.Oid(head), signature: signature}, true
	case len(old) == 1 && len(marks) == 0 && strings.TrimRight(line, " ") == old[0][0]:
		return receipt{kind: mark.Finding, id: mark.Digest(old[0][1]), head: pull.Oid(old[0][2])}, true
	}
	return receipt{}, false
}

// only gives the one receipt of the kind that a comment has.
func (r receipts) only(kind mark.Kind) (receipt, bool) {
	if kind == mark.Review {
		return receipt{kind: kind}, r.summary
	}
	if r.edge == nil || r.summary {
		return receipt{}, false
	}
	return *r.edge, true
}

// published begins what is known of a finding by its comment.
func (r receipt) published(c pull.Comment) feedback.Published {
	return feedback.Published{
		ID: r.id, Signature: r.signature, Head: r.head, Old: r.id == "",
		Root: c.ID, URL: c.URL, At: c.CreatedAt,
	}
}
