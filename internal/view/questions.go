package view

import "strings"

// Questions is the page of a pull request's open questions, each in full; as
// JSON it is the status, which holds them too.
type Questions struct {
	Status
}

// NewQuestions words the facts.
func NewQuestions(f Facts) Questions { return Questions{NewStatus(f)} }

// Text is the status, and every open question behind it.
func (q Questions) Text(p Page) string {
	text := q.Status.Text(p)
	name := q.facts.name()
	for _, st := range q.facts.open() {
		rows := questionLines(st)
		rows[0] = strings.Replace(rows[0], string(st.Item.ID), name(string(st.Item.ID)), 1)
		text += "\n"
		for _, row := range rows {
			text += p.indented(row) + "\n"
		}
	}
	return text
}
