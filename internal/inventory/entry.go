package inventory

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/settlehq/settle/internal/feedback"
)

// Entry is one item in our words. Commit is set where one settled it; Reply is
// the public answer where it is not made of Reason; Duplicate is the name of the
// item that this one repeats, as the file has it.
type Entry struct {
	At          feedback.At
	Kind        string
	Thread      string // node id
	ReplyTo     int64
	Comment     int64 // of the conversation
	Review      int64
	Outdated    bool
	Author      string
	Excerpt     string
	Class       feedback.Class
	Disposition feedback.Disposition
	Reason      string
	Reply       string
	Defer       string
	Commit      string
	Summary     string
	Gate        string
	Duplicate   string
}

// excerpt is how much of an ask the file holds, in characters.
const excerpt = 200

// Item is the entry in the file's words; what the table has no row for, and what
// a guard would refuse, is an error.
func (e Entry) Item(handed bool) (Item, error) {
	p, err := outward(e.Class, e.Disposition, handed)
	if err != nil {
		return Item{}, err
	}
	i := Item{
		Kind: e.Kind, ThreadID: some(e.Thread), ReplyTo: some(e.ReplyTo), IssueComment: some(e.Comment), Review: some(e.Review),
		Outdated: e.Outdated, Author: e.Author, Excerpt: shortened(e.Excerpt), Classification: p.classification, Filed: p.classification == Escalate,
		Rationale: e.Reason, Outcome: some(p.outcome), Commit: some(e.Commit), Summary: some(e.Summary), Gate: some(e.Gate), DuplicateOf: some(e.Duplicate),
		Ours: &Ours{At: e.At.String(), Class: string(e.Class), Disposition: string(e.Disposition), Defer: e.Defer},
	}
	if e.Reply != "" {
		i.Rationale, i.Ours.Reason = e.Reply, e.Reason
	}
	for _, g := range guards {
		if key, why := g.holds(i); key != "" {
			return Item{}, fmt.Errorf("%s: %s", key, why)
		}
	}
	return i, nil
}

// entry is the item in our words.
func (i Item) entry(handed bool) (Entry, error) {
	p, err := inward(i.Classification, value(i.Outcome), i.Ours, handed)
	if err != nil {
		return Entry{}, err
	}
	e := Entry{
		Kind: i.Kind, Thread: value(i.ThreadID), ReplyTo: value(i.ReplyTo), Comment: value(i.IssueComment), Review: value(i.Review),
		Outdated: i.Outdated, Author: i.Author, Excerpt: i.Excerpt, Class: p.class, Disposition: p.disposition, Reason: i.Rationale,
		Commit: value(i.Commit), Summary: value(i.Summary), Gate: value(i.Gate), Duplicate: value(i.DuplicateOf),
	}
	switch {
	case i.Ours == nil && p.classification == Skip:
		e.Reply = i.Rationale // the rationale is the public answer
	case i.Ours == nil:
	default:
		if e.At, err = feedback.ParseAt(i.Ours.At); err != nil {
			return Entry{}, err
		}
		e.Defer = i.Ours.Defer
		if i.Ours.Reason != "" {
			e.Reason, e.Reply = i.Ours.Reason, i.Rationale
		}
	}
	return e, nil
}

func shortened(text string) string {
	text = strings.ToValidUTF8(text, "")
	if utf8.RuneCountInString(text) > excerpt {
		return string([]rune(text)[:excerpt])
	}
	return text
}

// some makes a null of a zero.
func some[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

func value[T any](p *T) T {
	var zero T
	if p == nil {
		return zero
	}
	return *p
}
