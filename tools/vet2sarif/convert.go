package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// report is a SARIF log, as far as go vet has something to say.
type report struct {
	Version string   `json:"version"`
	Schema  string   `json:"$schema"`
	Runs    []vetRun `json:"runs"`
}

type vetRun struct {
	Tool struct {
		Driver struct {
			Name  string `json:"name"`
			About string `json:"informationUri"`
		} `json:"driver"`
	} `json:"tool"`
	Invocations []invocation `json:"invocations"`
	Results     []result     `json:"results"`
}

type invocation struct {
	Successful bool `json:"executionSuccessful"`
}

type text struct {
	Text string `json:"text"`
}

type result struct {
	Rule      string     `json:"ruleId"`
	Level     string     `json:"level"`
	Message   text       `json:"message"`
	Locations []location `json:"locations"`
}

type location struct {
	Physical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region region `json:"region"`
	} `json:"physicalLocation"`
}

type region struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

// diagnostic is one of go vet -json (golang.org/x/tools/go/analysis/unitchecker).
type diagnostic struct {
	Posn    string `json:"posn"`
	End     string `json:"end"`
	Message string `json:"message"`
}

// convert reads what go vet -json wrote: one object after another, of packages,
// of analyzers, of diagnostics or of an error.
func convert(from io.Reader, succeeded bool) (report, error) {
	var vet vetRun
	vet.Tool.Driver.Name, vet.Tool.Driver.About = "go vet", "https://pkg.go.dev/cmd/vet"
	vet.Results = []result{}
	decoder := json.NewDecoder(from)
	for {
		var packages map[string]map[string]json.RawMessage
		if err := decoder.Decode(&packages); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return report{}, fmt.Errorf("read what go vet wrote: %w", err)
		}
		for _, analyzers := range packages {
			for name, found := range analyzers {
				ok, err := vet.add(name, found)
				if err != nil {
					return report{}, err
				}
				succeeded = succeeded && ok
			}
		}
	}
	vet.finish(succeeded)
	return report{Version: "2.1.0", Schema: "https://json.schemastore.org/sarif-2.1.0.json", Runs: []vetRun{vet}}, nil
}

// add takes what one analyzer found in one package; ok is false where it could
// not look.
func (r *vetRun) add(name string, found json.RawMessage) (ok bool, err error) {
	var diagnostics []diagnostic
	if json.Unmarshal(found, &diagnostics) != nil {
		return false, nil // an object with an error in the place of the list
	}
	for _, one := range diagnostics {
		where, err := located(one)
		if err != nil {
			return false, err
		}
		r.Results = append(r.Results, result{Rule: name, Level: "warning", Message: text{one.Message}, Locations: []location{where}})
	}
	return true, nil
}

// finish puts everything in order: a file that is in two packages, of tests too,
// is reported on once.
func (r *vetRun) finish(succeeded bool) {
	slices.SortFunc(r.Results, func(a, b result) int { return strings.Compare(a.order(), b.order()) })
	r.Results = slices.CompactFunc(r.Results, func(a, b result) bool { return a.order() == b.order() })
	r.Invocations = []invocation{{Successful: succeeded}}
}

func (r result) order() string {
	where := r.Locations[0].Physical
	return fmt.Sprintf("%s:%08d:%08d %s %s", where.Artifact.URI, where.Region.StartLine, where.Region.StartColumn, r.Rule, r.Message.Text)
}

// position is file:line:column; the file may begin with a drive.
var position = regexp.MustCompile(`^(.+):(\d+):(\d+)$`)

func located(d diagnostic) (location, error) {
	var l location
	start := position.FindStringSubmatch(d.Posn)
	if start == nil {
		return l, fmt.Errorf("read what go vet wrote: %q is no position", d.Posn)
	}
	l.Physical.Artifact.URI = fileURI(start[1])
	l.Physical.Region.StartLine, l.Physical.Region.StartColumn = number(start[2]), number(start[3])
	if end := position.FindStringSubmatch(d.End); end != nil && end[1] == start[1] {
		l.Physical.Region.EndLine, l.Physical.Region.EndColumn = number(end[2]), number(end[3])
	}
	return l, nil
}

// number reads digits; more of them than fit are none.
func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

// fileURI writes an absolute name as a URI; go vet writes the names of generated
// files as their authors gave them, and such a one stays relative.
func fileURI(name string) string {
	name = strings.ReplaceAll(name, `\`, "/")
	switch {
	case len(name) > 2 && name[1] == ':':
		name = "/" + name
	case !strings.HasPrefix(name, "/"):
		return (&url.URL{Path: name}).EscapedPath()
	}
	return (&url.URL{Scheme: "file", Path: name}).String()
}
