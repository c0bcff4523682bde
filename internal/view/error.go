package view

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Error is settle.error/1: what went wrong, why, what to do, and what was kept.
// Code is the name of the exit code. At, Ref, URL, Kept and RetryAt may be
// zero; they are null then. It is an error, and safe to print as it is.
type Error struct {
	Schema   string
	At       time.Time
	Ref      string
	URL      string
	Code     string
	ExitCode int
	What     string
	Why      string
	Do       string
	Kept     string
	RetryAt  time.Time
}

func (e Error) Error() string {
	if e.Why == "" {
		return clean(e.What)
	}
	return clean(e.What + ": " + e.Why)
}

// MarshalJSON writes the object of the interface.
func (e Error) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Schema   string     `json:"schema"`
		At       *time.Time `json:"at"`
		Ref      *string    `json:"ref"`
		URL      *string    `json:"url"`
		Code     string     `json:"code"`
		ExitCode int        `json:"exit_code"`
		What     string     `json:"what"`
		Why      *string    `json:"why"`
		Do       *string    `json:"do"`
		Kept     *string    `json:"kept"`
		RetryAt  *time.Time `json:"retry_at"`
	}{
		"settle.error/1", when(e.At), known(e.Ref), known(e.URL), e.Code, e.ExitCode, e.What,
		known(e.Why), known(e.Do), known(e.Kept), when(e.RetryAt),
	})
}

// Text is the four lines of an error; why, do and kept only where they are
// known. The exit code stands at the end of the last.
func (e Error) Text(p Page) string {
	lines := []string{p.paint("error:", signs[against].color) + " " + p.wrap(clean(e.What), 7, 7)}
	for _, row := range []struct{ name, text string }{{"why: ", e.Why}, {"do:  ", e.Do}, {"kept:", e.Kept}} {
		if row.text != "" {
			lines = append(lines, "  "+row.name+" "+p.wrap(clean(row.text), 8, 8))
		}
	}
	return strings.Join(p.endWith(lines, fmt.Sprintf("(exit %d)", e.ExitCode)), "\n") + "\n"
}

// endWith sets text at the right end of the last line, or on a line of its own.
func (p Page) endWith(lines []string, text string) []string {
	last := lines[len(lines)-1]
	if at := strings.LastIndexByte(last, '\n'); at >= 0 {
		lines[len(lines)-1], last = last[:at], last[at+1:]
		lines = append(lines, last)
	}
	plain := last
	if len(lines) == 1 && p.Color {
		plain = strings.NewReplacer("\x1b["+signs[against].color+"m", "", "\x1b[0m", "").Replace(last)
	}
	if room := p.width() - cells(plain) - cells(text); room >= 2 {
		lines[len(lines)-1] = last + strings.Repeat(" ", room) + text
		return lines
	}
	return append(lines, pad("", p.width()-cells(text))+text)
}
