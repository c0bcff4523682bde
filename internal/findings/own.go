package findings

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/strictjson"
)

//go:embed schemas
var schemas embed.FS

// OwnSchema is the published schema of settle.findings/1.
var OwnSchema = strictjson.Embedded(schemas, "schemas/findings.json", limits)

// limits of every file here. A finding may quote the credential that it is
// about: it is blanked where it is published.
var limits = strictjson.Limits{Bytes: MostBytes, Depth: mostDepth, Secrets: true}

func readOwn(data []byte) (File, error) {
	var said struct {
		Tool     string             `json:"tool"`
		Findings []feedback.Finding `json:"findings"`
		Retained *[]string          `json:"retained_issues"`
	}
	if err := OwnSchema.Read(data, &said); err != nil {
		return File{}, err
	}
	var problems []strictjson.Problem
	for i, f := range said.Findings {
		problems = append(problems, wrong(strictjson.Nth("findings", i), f)...)
	}
	if err := strictjson.Refuse(problems...); err != nil {
		return File{}, err
	}
	file := File{Tool: said.Tool, Findings: said.Findings}
	if said.Retained != nil {
		file.Stated, file.Retained = true, *said.Retained
	}
	return file, nil
}

// wrong says what the schema cannot: how the parts of a finding go together.
func wrong(at string, f feedback.Finding) []strictjson.Problem {
	var problems []strictjson.Problem
	say := func(key, format string, args ...any) {
		problems = append(problems, strictjson.Problem{Path: strictjson.At(at, key), Reason: fmt.Sprintf(format, args...)})
	}
	place := func(key string, p feedback.Place) {
		if why := misplaced(p.Path); why != "" {
			say(key+"path", "%s %s", strictjson.Printed(p.Path), why)
		}
		if p.Start > p.Line {
			say(key+"start_line", "%d lies behind line %d: start_line is the first line, line the last one", p.Start, p.Line)
		}
	}
	place("", f.Where())
	for i, other := range f.Others {
		place(strictjson.Nth("other_places", i)+".", other)
	}
	if strings.ContainsAny(f.Title, "\r\n") {
		say("title", "has several lines: the first sentence is the title, the rest belongs into body")
	}
	switch {
	case f.Suggestion == nil:
	case f.Line == 0:
		say("suggestion", "has no lines that it would stand in place of: name line, and start_line where there are several")
	case f.Side == "LEFT":
		say("suggestion", "is for a line that the change took away: leave it out, or name a line of the new side")
	}
	return problems
}

// misplaced says why a path is none of the repository's, and what to write.
func misplaced(name string) string {
	switch clean := path.Clean(name); {
	case strings.ContainsFunc(name, control):
		return "holds a control character"
	case strings.Contains(name, `\`):
		return "has a backslash: write / between folders"
	case path.IsAbs(name) || drive(name):
		return "is absolute: write the path from the root of the repository"
	case clean == ".." || strings.HasPrefix(clean, "../"):
		return "leaves the repository: write the path from its root"
	case clean == ".":
		return "names no file"
	case clean != name:
		return "is not plain: write " + strictjson.Printed(clean)
	}
	return ""
}
