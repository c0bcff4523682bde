// Package redteam is a pack of texts that try to give orders, and the test of
// what becomes of them on their way through the program.
//
// It promises to use the paths of a run, and no copies of them: reviewers'
// items, the judgment, the request and the words of an agent, the policy, the
// public answers. It refuses to call a text harmless because today's models
// do not obey it: what is looked at is where the text stands. It touches no
// network, no file and no agent.
package redteam

import (
	_ "embed"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
)

//go:embed pack.txtar
var pack []byte

// What the texts of the pack are recognised by.
const (
	mark   = "MARK"
	hidden = "HIDDEN"
)

// attack is one text.
type attack struct {
	name, incident, place, by, text string
}

// attacks reads the pack.
func attacks() []attack {
	var all []attack
	for _, file := range txtar.Parse(pack).Files {
		head, text, _ := strings.Cut(string(file.Data), "\n\n")
		a := attack{name: file.Name, text: characters(strings.TrimSuffix(text, "\n"))}
		for line := range strings.Lines(head) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			switch key {
			case "incident":
				a.incident = value
			case "place":
				a.place = value
			case "by":
				a.by = strings.TrimSpace(value)
			}
		}
		all = append(all, a)
	}
	return all
}

var escaped = regexp.MustCompile(`\\u\{([0-9A-F]+)\}`)

// characters puts in what cannot be written down: unseen letters, a credential
// that a search of our own files must not find, a text of some length.
func characters(text string) string {
	text = escaped.ReplaceAllStringFunc(text, func(m string) string {
		n, err := strconv.ParseInt(m[3:len(m)-1], 16, 32)
		if err != nil {
			return m
		}
		return string(rune(n))
	})
	text = strings.ReplaceAll(text, "SECRET", madeUp())
	return strings.ReplaceAll(text, "REPEAT", strings.Repeat("This is a sentence about the code.\n", 400))
}

// madeUp has the form of a token of GitHub's, and opens nothing.
func madeUp() string { return "ghp" + "_" + strings.Repeat("Zq9", 12) }
