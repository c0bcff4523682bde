package view

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// Confirmation is settle.confirm/1: a record held against what the host shows
// now. Seal is good, broken or unknown: of a record that another memory wrote,
// the facts alone speak. With gaps it says neither yes nor no.
type Confirmation struct {
	Ref      pull.Ref
	At       time.Time
	Head     pull.Oid
	Seal     string
	Found    int // facts that are as they were recorded
	Differs  []verdict.Difference
	Gaps     []pull.Gap
	Snapshot *pull.Snapshot
}

// Holds reports that everything is as it was recorded; nil while that is unknown.
func (c Confirmation) Holds() *bool {
	holds := len(c.Differs) == 0
	if len(c.Gaps) > 0 {
		return nil
	}
	return &holds
}

// unlike is a difference of the interface.
type unlike struct {
	Where string  `json:"where"`
	Want  *string `json:"want"`
	Got   *string `json:"got"`
}

// MarshalJSON writes the object of the interface.
func (c Confirmation) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Schema  string    `json:"schema"`
		At      time.Time `json:"at"`
		Ref     string    `json:"ref"`
		URL     string    `json:"url"`
		Head    *string   `json:"head"`
		Holds   *bool     `json:"holds"`
		Seal    string    `json:"seal"`
		Facts   int       `json:"facts"`
		Differs []unlike  `json:"differs"`
		Gaps    []Gap     `json:"gaps"`
	}{
		"settle.confirm/1", stamp(c.At), c.Ref.String(), urlOf(c.Ref), oid(c.Head), c.Holds(), c.Seal, c.Found,
		each(c.Differs, func(d verdict.Difference) unlike { return unlike{d.Where, known(d.Want), known(d.Got)} }),
		each(c.Gaps, func(g pull.Gap) Gap { return Gap{Surface: string(g.Surface), What: g.What, Why: g.Why} }),
	})
}

var sealWords = map[string]string{
	"good": "the seal is ours and whole", "broken": "the seal is ours, and of another text",
	"unknown": "the seal is not ours: the facts alone were checked",
}

// Text is the answer, then what it rests on, or what differs.
func (c Confirmation) Text(p Page) string {
	name := c.Ref.String() + " at " + c.Head.Short()
	facts := plural(c.Found, "fact") + " as recorded; " + sealWords[c.Seal]
	switch holds := c.Holds(); {
	case holds == nil:
		lines := []string{p.wrap("not known  "+name+": not everything could be read", 0, 2)}
		for _, g := range c.Gaps {
			lines = append(lines, p.row(unknown, string(g.Surface), clean(g.What+" ("+g.Why+")")))
		}
		return strings.Join(lines, "\n") + "\n"
	case *holds:
		return p.paintFirst(p.wrap("holds  "+name+": "+facts, 0, 2), "holds", 0) + "\n"
	}
	lines := []string{p.paintFirst(p.wrap(fmt.Sprintf("differs  %s: %s; %s", name, plural(len(c.Differs), "difference"), facts), 0, 2), "differs", against)}
	for _, d := range c.Differs {
		lines = append(lines, "  "+p.mark(against)+" "+p.wrap(clean(d.Where+"  recorded: "+orNothing(d.Want)+"  found: "+orNothing(d.Got)), 6, 6))
	}
	return strings.Join(lines, "\n") + "\n"
}

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}
