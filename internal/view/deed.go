package view

import (
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
)

// Deed is one deed of the interface: its last state and what led there.
type Deed struct {
	Seq       *int64           `json:"seq"`
	Key       string           `json:"key"`
	Kind      string           `json:"kind"`
	Task      *string          `json:"task"`
	Subject   *string          `json:"subject"`
	Round     int              `json:"round"`
	Head      *string          `json:"head"`
	State     *string          `json:"state"`
	Why       *string          `json:"why"`
	Try       int              `json:"try"`
	Expects   *Expects         `json:"expects"`
	WantedAt  *time.Time       `json:"wanted_at"`
	StartedAt *time.Time       `json:"started_at"`
	SettledAt *time.Time       `json:"settled_at"`
	Outcome   *Outcome         `json:"outcome"`
	Readings  []ClusterReading `json:"readings"`
}

// Expects is what must hold right before a deed's effect; null is not asked.
type Expects struct {
	Head    *string `json:"head"`
	At      *string `json:"at"`
	Reaches *string `json:"reaches"`
	Reply   bool    `json:"reply"`
	Draft   *bool   `json:"draft"`
}

// Outcome is what a deed left behind. Class says why one that lapsed or was
// barred did.
type Outcome struct {
	URL    *string `json:"url"`
	Commit *string `json:"commit"`
	Text   *string `json:"text"`
	Class  *string `json:"class"`
}

// DeedOf is the deed of a key as the journal knows it. A key that was never
// heard of has a null state and no times.
func DeedOf(f Facts, key action.Key) Deed {
	d := f.History.Deed(key)
	return Deed{
		Seq: known(d.Seq), Key: string(key), Kind: string(key.Kind()), Task: known(string(key.Task())), Subject: known(subjectOfKey(key)),
		Round: roundOf(d), Head: oid(d.Head), State: known(string(d.State)), Why: known(string(d.Why)), Try: d.Try, Expects: f.expects(key),
		WantedAt: when(d.WantedAt), StartedAt: when(d.StartedAt), SettledAt: when(d.SettledAt), Outcome: outcomeOf(d), Readings: readingsOf(d),
	}
}

// roundOf counts a first triage to the round that it begins.
func roundOf(d journal.Deed) int {
	if d.Key.Task() == action.Triage && d.Try <= 1 {
		return d.Round + 1
	}
	return d.Round
}

func outcomeOf(d journal.Deed) *Outcome {
	out := Outcome{URL: known(d.Outcome.URL), Commit: oid(d.Outcome.Commit), Text: known(d.Outcome.Text)}
	if d.State == journal.Lapsed || d.State == journal.Barred {
		out.Class = known(string(d.Why))
	}
	return known(out)
}

// expects looks for the wish that the deed came from.
func (f Facts) expects(key action.Key) *Expects {
	wishes := f.Verdict.Actions
	for i := len(f.Recorded) - 1; i >= 0; i-- {
		wishes = append(wishes[:len(wishes):len(wishes)], f.Recorded[i].Verdict.Actions...)
	}
	for _, a := range wishes {
		if a.Key == key {
			e := Expects{Head: oid(a.Expect.Head), Reaches: oid(a.Expect.Reaches), Reply: a.Expect.Reply, Draft: a.Expect.Draft}
			if a.Expect.At != nil {
				e.At = known(a.Expect.At.String())
			}
			return &e
		}
	}
	return nil
}

// subjectOfKey is who or what a deed is about: an item, a commit, a reviewer,
// an audience; the items of a work are joined by commas.
func subjectOfKey(key action.Key) string {
	subject := key.Subject()
	switch key.Kind() {
	case action.Reply, action.Resolve:
		id, _, _ := strings.Cut(subject, "@")
		return id
	case action.Ask:
		name, _, _ := strings.Cut(subject, "@")
		return name
	case action.Tell:
		audience, _, _ := strings.Cut(subject, "/")
		return audience
	case action.Work:
		if ids := itemsOfKey(key); len(ids) > 0 {
			return strings.Join(ids, ",")
		}
	}
	return subject
}

// itemsOfKey lists the items of a work's key.
func itemsOfKey(key action.Key) []string {
	var ids []string
	for part := range strings.FieldsFuncSeq(key.Subject(), func(r rune) bool { return r == '/' || r == ',' }) {
		if at, err := feedback.ParseAt(part); err == nil {
			ids = append(ids, string(at.Item))
		}
	}
	return ids
}

// deedWords names a deed in a few words: reply t4821, push c07be21, ask bugbot.
func deedWords(key action.Key, name func(string) string) string {
	subject := subjectOfKey(key)
	switch key.Kind() {
	case action.Work:
		switch ids := itemsOfKey(key); len(ids) {
		case 0:
			return string(key.Task()) + " " + shortOid(subject)
		case 1:
			return string(key.Task()) + " " + name(ids[0])
		default:
			return string(key.Task()) + " " + plural(len(ids), "item")
		}
	case action.Reply, action.Resolve:
		return string(key.Kind()) + " " + name(subject)
	case action.Push, action.Ready:
		return string(key.Kind()) + " " + shortOid(subject)
	case action.Tell:
		return "tell " + tellWords(key)
	}
	return strings.TrimSpace(string(key.Kind()) + " " + subject)
}

// tellWords: a label is told by its name, a letter by its
// place, an issue by what it is for.
func tellWords(key action.Key) string {
	parts := strings.Split(key.Subject(), "/")
	if len(parts) > 2 && slices.Contains([]string{"label", "question", "notice"}, parts[0]) {
		return parts[0] + " " + strings.Join(parts[1:len(parts)-1], "/")
	}
	if parts[0] == "issue" && len(parts) > 1 {
		id, _, _ := strings.Cut(parts[1], "@")
		return "issue for " + id
	}
	return parts[0]
}

// shortOid prints a commit as people read it, with what stands behind a slash or plus cut off.
func shortOid(text string) string {
	if end := strings.IndexAny(text, "/+"); end >= 0 {
		text = text[:end]
	}
	return text[:min(len(text), 7)]
}
