package builtin

import (
	"bytes"
	"encoding/json"
	"strings"
)

// form is how an agent writes what it does: one event a line. It takes an event
// into the closing, and gives a line for a person; "" is nothing to tell. A
// line that is no event of this form changes nothing: output is untrusted, and
// other programs write into it.
type form interface {
	event(line []byte, c *closing) (tell string)
}

// closing is what the last events of a run say.
type closing struct {
	text    string  // the last message
	failure string  // what went wrong, in the agent's words
	spent   bool    // it stopped because its turns or its money were spent
	cost    float64 // US dollars
	model   string
	ended   bool // the event that ends a run was there
}

// said is the end of what the agent told, for a person.
func (c closing) said(out []byte) string {
	text := c.text
	if text == "" {
		text = string(out)
	}
	text = strings.TrimSpace(text)
	return "… " + strings.Join(strings.Fields(text[max(0, len(text)-400):]), " ")
}

// readOutput reads what a run has left. One object over many lines, or a list of
// events, is the same to it.
func readOutput(f form, out []byte) closing {
	var c closing
	for _, line := range events(out) {
		f.event(line, &c)
	}
	return c
}

func events(out []byte) [][]byte {
	trimmed := bytes.TrimSpace(out)
	var list []json.RawMessage
	if json.Unmarshal(trimmed, &list) == nil {
		lines := make([][]byte, len(list))
		for i := range list {
			lines[i] = list[i]
		}
		return lines
	}
	if json.Valid(trimmed) {
		return [][]byte{trimmed}
	}
	return bytes.Split(trimmed, []byte("\n"))
}

// progress turns events into lines for a person; nil where nobody watches.
func progress(f form, line func(string)) func(string) {
	if line == nil {
		return nil
	}
	var c closing
	return func(text string) {
		if tell := f.event([]byte(text), &c); tell != "" {
			line(tell)
		}
	}
}

// firstLine is a message as one line for a person.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if runes := []rune(line); len(runes) > 200 {
		line = string(runes[:199]) + "…"
	}
	return line
}

// reportIn finds a report that is the whole of a message, with or without a
// fence. One that stands in the middle may be somebody's words that were quoted.
func reportIn(text string) (string, bool) {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "```"); ok {
		_, rest, _ = strings.Cut(rest, "\n")
		if text, ok = strings.CutSuffix(strings.TrimSpace(rest), "```"); !ok {
			return "", false
		}
		text = strings.TrimSpace(text)
	}
	return text, strings.HasPrefix(text, "{") && json.Valid([]byte(text))
}
