package github

import (
	"embed"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

//go:embed queries
var queries embed.FS

var (
	spread   = regexp.MustCompile(`\.\.\.\s*([A-Z]\w*)`)
	fragment = regexp.MustCompile(`(?m)^fragment (\w+) on `)
	white    = regexp.MustCompile(`\s+`)
)

// documents are the operations by file name, each with the fragments it
// spreads. White space is taken out: the host has to read it at every look.
var documents = compose()

func compose() map[string]string {
	fragments := map[string]string{}
	text := file("fragments")
	starts := fragment.FindAllStringSubmatchIndex(text, -1)
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		fragments[text[at[2]:at[3]]] = text[at[0]:end]
	}
	all := map[string]string{}
	for _, name := range []string{"tick", "more", "detail", "thread", "commits", "tip", "resolve", "ready"} {
		operation := file(name)
		for _, used := range needed(operation, fragments, nil) {
			operation += fragments[used]
		}
		all[name] = strings.TrimSpace(white.ReplaceAllString(operation, " "))
	}
	return all
}

// needed lists the fragments that a text spreads, and those that these spread.
func needed(text string, fragments map[string]string, known []string) []string {
	for _, m := range spread.FindAllStringSubmatch(text, -1) {
		if name := m[1]; fragments[name] != "" && !slices.Contains(known, name) {
			known = needed(fragments[name], fragments, append(known, name))
		}
	}
	return known
}

// file reads an embedded document; they are part of the program.
func file(name string) string {
	text, err := fs.ReadFile(queries, "queries/"+name+".graphql")
	if err != nil {
		panic(err)
	}
	return string(text)
}
