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
var (
	fragments = cut(file("fragments"))
	documents = compose()
)

// cut takes the file of fragments apart, by name.
func cut(text string) map[string]string {
	fragments := map[string]string{}
	starts := fragment.FindAllStringSubmatchIndex(text, -1)
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		fragments[text[at[2]:at[3]]] = text[at[0]:end]
	}
	return fragments
}

func compose() map[string]string {
	all := map[string]string{}
	for _, name := range []string{"tick", "more", "detail", "thread", "commits", "timeline", "reactors", "tip", "resolve", "ready", "request", "able", "pulls"} {
		all[name] = withFragments(file(name))
	}
	return all
}

// withFragments adds to an operation the fragments that it spreads.
func withFragments(operation string) string {
	for _, used := range needed(operation, fragments, nil) {
		operation += " " + fragments[used]
	}
	return strings.TrimSpace(white.ReplaceAllString(operation, " "))
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
