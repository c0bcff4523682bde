package main

import (
	"errors"
	"fmt"
	"strings"
)

// mutant is one change of one file: old must stand there exactly once.
type mutant struct {
	rule, says string
	file       string // in dir
	old, new   string
}

// parse reads the list: a heading "rule: sentence", the file's name, lines with
// a minus that are taken out, lines with a plus that take their place. A blank
// line parts two mutants; a line that begins with # is a remark.
func parse(text string) ([]mutant, error) {
	var all []mutant
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		m, err := parseOne(block)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", strings.SplitN(block, "\n", 2)[0], err)
		}
		if m.file != "" {
			all = append(all, m)
		}
	}
	return all, nil
}

func parseOne(block string) (m mutant, err error) {
	var old, fresh, head []string
	for line := range strings.SplitSeq(block, "\n") {
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "-"):
			old = append(old, line[1:])
		case strings.HasPrefix(line, "+"):
			fresh = append(fresh, line[1:])
		default:
			head = append(head, line)
		}
	}
	if len(head) == 0 && old == nil && fresh == nil {
		return m, nil // remarks alone
	}
	if len(head) != 2 || old == nil {
		return m, errors.New("a mutant is a heading, a file, and what is taken out and put in")
	}
	var ok bool
	if m.rule, m.says, ok = strings.Cut(head[0], ": "); !ok {
		return m, errors.New("the heading names no rule")
	}
	m.file, m.old, m.new = head[1], strings.Join(old, "\n"), strings.Join(fresh, "\n")
	return m, nil
}

// apply puts the mutant into the text of its file.
func (m mutant) apply(source string) (string, error) {
	if n := strings.Count(source, m.old); n != 1 {
		return "", fmt.Errorf("%s holds the old text %d times, not once", m.file, n)
	}
	return strings.Replace(source, m.old, m.new, 1), nil
}
