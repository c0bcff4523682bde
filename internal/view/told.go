package view

import (
	"time"

	"github.com/settlehq/settle/internal/pull"
)

// Told is settle.told/1: a person's word has been written down.
type Told struct {
	Schema string    `json:"schema"`
	At     time.Time `json:"at"`
	Ref    string    `json:"ref"`
	URL    string    `json:"url"`
	Word   string    `json:"word"`

	says string
}

// NewTold confirms a word; says is what holds from now on, without its subject.
func NewTold(at time.Time, ref pull.Ref, word, says string) Told {
	return Told{Schema: "settle.told/1", At: stamp(at), Ref: ref.String(), URL: urlOf(ref), Word: word, says: says}
}

// Text is one line.
func (t Told) Text(Page) string { return t.Ref + " " + clean(t.says) + "\n" }
