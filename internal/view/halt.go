package view

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// Stop is why facts of the work stopped the fixing: what was counted, what each
// of our pushes was made for and drew, where the branch was left, and what is
// open.
type Stop struct {
	Code     string    `json:"code"`
	Facts    []Counted `json:"facts"`
	Chain    []Drawn   `json:"chain"`
	Kept     string    `json:"kept"`
	Verified bool      `json:"verified"`
	Open     []string  `json:"open"`
}

// Counted is a fact beside its limit: Count of the last Of, against Limit of the
// last LimitOf; both are null where all is counted.
type Counted struct {
	Name    string `json:"name"`
	Count   int    `json:"count"`
	Of      *int   `json:"of"`
	Limit   int    `json:"limit"`
	LimitOf *int   `json:"limit_of"`
}

// Drawn is one push of ours.
type Drawn struct {
	Commit string   `json:"commit"`
	For    []string `json:"for"`
	Drew   []string `json:"drew"`
	Undid  []string `json:"undid"`
}

// stopOf words where the fixing was stopped; nil where it was not.
func stopOf(f Facts) *Stop {
	h := f.Verdict.Halt
	if h == nil {
		return nil
	}
	item := func(id feedback.ItemID) string { return string(id) }
	commit := func(oid pull.Oid) string { return string(oid) }
	return &Stop{
		Code: h.Code, Kept: string(h.Kept), Verified: h.Verified, Open: each(f.open(), func(st feedback.Standing) string { return string(st.Item.ID) }),
		Facts: each(h.Facts, func(m verdict.Measure) Counted {
			c := Counted{Name: m.Name, Count: m.Count, Limit: m.Limit}
			if m.LimitOf > 0 {
				c.Of, c.LimitOf = &m.Of, &m.LimitOf
			}
			return c
		}),
		Chain: each(h.Chain, func(l verdict.Link) Drawn {
			return Drawn{Commit: string(l.Commit), For: each(l.For, item), Drew: each(l.Drew, item), Undid: each(l.Undid, commit)}
		}),
	}
}

// stopText is the reason in two sentences: what the fact came to, and where the
// branch was left.
func stopText(h verdict.Halt) string {
	text := ""
	for _, m := range h.Facts {
		if m.Name == h.Code {
			text = capital(measured(m)) + ". "
		}
	}
	return text + "Fixing stopped at " + keptText(h) + "."
}

// measured says what a fact came to, and its limit.
func measured(m verdict.Measure) string {
	of := fmt.Sprintf("%d of the last %d", m.Count, m.Of)
	limit := fmt.Sprintf(" (limit: %d)", m.Limit)
	switch m.Name {
	case "born_from_fix":
		return fmt.Sprintf("%s findings sit in lines that our own fixes brought (limit: %d of %d)", of, m.Limit, m.LimitOf)
	case "alternation":
		return plural(m.Count, "push") + " put back what an earlier one had changed" + limit
	case "no_progress":
		return plural(m.Count, "push") + " in a row after which all that was fixed came back" + limit
	case "rounds":
		return plural(m.Count, "round") + limit
	}
	return spaced(m.Name) + fmt.Sprintf(": %d", m.Count) + limit
}

func keptText(h verdict.Halt) string {
	if h.Verified {
		return h.Kept.Short() + ", the last verified head"
	}
	return h.Kept.Short() + ", the last head"
}

// stopPage is the page for the person who decides how it goes on.
func stopPage(f Facts, p Page) []string {
	h, lines := *f.Verdict.Halt, []string{"", p.wrap("Why fixing stopped at "+keptText(*f.Verdict.Halt), 0, 0)}
	add := func(label string, rows ...string) {
		for i, row := range rows {
			if i > 0 {
				label = ""
			}
			used := 2 + wordWidth + 1
			lines = append(lines, strings.TrimRight("  "+pad(label, wordWidth)+" "+p.wrap(row, used, used+2), " "))
		}
	}
	add("counted", each(h.Facts, measured)...)
	add("chain", each(h.Chain, func(l verdict.Link) string { return linkText(f, l) })...)
	add("open", each(f.open(), func(st feedback.Standing) string { return askNamed(f, st.Item.ID) })...)
	add("go on", ways(f)...)
	return lines
}

// linkText: what a push was made for, and what came of it.
func linkText(f Facts, l verdict.Link) string {
	text := l.Commit.Short() + " for " + list(each(l.For, func(id feedback.ItemID) string { return askNamed(f, id) }))
	if len(l.Drew) > 0 {
		text += "; drew " + list(each(l.Drew, func(id feedback.ItemID) string { return f.name()(string(id)) }))
	}
	if len(l.Undid) > 0 {
		text += "; put back lines of " + list(each(l.Undid, pull.Oid.Short))
	}
	return text
}

// askNamed is an ask as people know it: its short id, who asked, and its title.
func askNamed(f Facts, id feedback.ItemID) string {
	text := f.name()(string(id))
	if st, ok := f.standing(string(id)); ok {
		text += " (" + strings.TrimSpace(asker(st)+": "+words(clean(st.Item.Title), titleLimit)) + ")"
	}
	return text
}

// limitKeys are where the policy sets a fact's limit; the other facts have one of
// their own.
var limitKeys = map[string]string{"born_from_fix": "limits.born_from_fix", "alternation": "limits.alternations"}

// ways to go on: an answer, another limit, or the branch in a person's hands.
func ways(f Facts) []string {
	n := f.Ref.Number
	item := "ITEM"
	if open := f.open(); len(open) > 0 {
		item = f.name()(string(open[0].Item.ID))
	}
	raise := fmt.Sprintf("raise: settle resume %d begins the count anew", n)
	if key := limitKeys[f.Verdict.Halt.Code]; key != "" {
		raise += "; " + key + " of the policy file is its limit"
	}
	return []string{
		fmt.Sprintf("answer: settle answer %d %s --fix TEXT, --decline TEXT or --defer URL; the count begins anew", n, item),
		raise,
		fmt.Sprintf("take over: settle stop %d hands you the branch; a push of yours begins the count anew", n),
	}
}
