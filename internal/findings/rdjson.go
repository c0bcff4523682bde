package findings

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/strictjson"
)

// rdjsonSchema holds what is read of reviewdog's DiagnosticResult, and of its
// Diagnostic, to their types (reviewdog/reviewdog, proto/rdf/reviewdog.proto).
// Other keys pass.
var (
	rdjsonSchema  = strictjson.Embedded(schemas, "schemas/rdjson.json", limits)
	rdjsonlSchema = rdjsonSchema.Part("/$defs/diagnostic")
)

type rdResult struct {
	Source      rdSource       `json:"source"`
	Severity    any            `json:"severity"`
	Diagnostics []rdDiagnostic `json:"diagnostics"`
}

type rdSource struct {
	Name string `json:"name"`
}

type rdDiagnostic struct {
	Message  string `json:"message"`
	Location struct {
		Path  string  `json:"path"`
		Range rdRange `json:"range"`
	} `json:"location"`
	Severity any      `json:"severity"`
	Source   rdSource `json:"source"`
	Code     struct {
		Value string `json:"value"`
		URL   string `json:"url"`
	} `json:"code"`
	Suggestions []struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	} `json:"suggestions"`
}

type rdRange struct {
	Start rdPosition `json:"start"`
	End   rdPosition `json:"end"`
}

type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

func (r rdRange) span() span { return span{r.Start.Line, r.Start.Column, r.End.Line, r.End.Column} }

// readRDJSON reads one result, or one diagnostic a line. It can say neither that
// the tool saw everything nor what still holds of earlier findings.
func readRDJSON(data []byte, root string) (File, error) {
	result, err := diagnostics(data)
	if err != nil {
		return File{}, err
	}
	var file File
	var out left
	var problems []strictjson.Problem
	tools := []string{result.Source.Name}
	for i, one := range result.Diagnostics {
		tools = append(tools, one.Source.Name)
		at := strictjson.Nth("diagnostics", i)
		switch where := nameSpot(one.Location.Path, "", root).file(); {
		case where.wrong != "":
			problems = append(problems, strictjson.Problem{Path: strictjson.At(at, "location.path"), Reason: where.wrong})
		case where.outside != "":
			out.out("%s is no file of the repository", strictjson.Printed(where.outside))
		default:
			f, wrong := one.finding(at, where.path, result.Severity)
			problems = append(problems, wrong...)
			file.Findings = append(file.Findings, f)
		}
	}
	file.Tool, file.Skipped = names(tools), out.sentences()
	return file, strictjson.Refuse(problems...)
}

// diagnostics reads rdjson, or rdjsonl: the same, one diagnostic a line, whose
// problems are told with the number of the line.
func diagnostics(data []byte) (rdResult, error) {
	var result rdResult
	if !aLineEach(data) {
		return result, rdjsonSchema.Read(data, &result)
	}
	var problems []strictjson.Problem
	number := 0
	for line := range bytes.Lines(data) {
		if number++; len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		one, wrong, err := diagnostic(bytes.TrimSpace(line))
		if err != nil {
			return result, err
		}
		for _, why := range wrong {
			problems = append(problems, strictjson.Problem{Path: fmt.Sprintf("line %d", number), Reason: why.String()})
		}
		result.Diagnostics = append(result.Diagnostics, one)
	}
	return result, strictjson.Refuse(problems...)
}

// diagnostic reads one line of rdjsonl.
func diagnostic(line []byte) (rdDiagnostic, []strictjson.Problem, error) {
	var one rdDiagnostic
	err := rdjsonlSchema.Read(line, &one)
	var refusal *strictjson.Refusal
	if errors.As(err, &refusal) {
		return one, refusal.Problems, nil
	}
	return one, nil, err
}

// aLineEach: the first line is a diagnostic by itself, or there is none at all.
func aLineEach(data []byte) bool {
	first, _, _ := bytes.Cut(bytes.TrimSpace(data), []byte("\n"))
	if len(first) == 0 {
		return true
	}
	var keys struct{ Message, Location any }
	return unmarshals(first, &keys) && keys.Message != nil && keys.Location != nil
}

// finding of one diagnostic. Severities that are not told are those of the whole
// result, else a warning's.
func (d rdDiagnostic) finding(at, path string, whole any) (feedback.Finding, []strictjson.Problem) {
	f := feedback.Finding{Path: path, Rule: cut(d.Code.Value, longID), Severity: cmp.Or(rated(d.Severity), rated(whole), "medium")}
	f.Title, f.Body = worded(cut(d.Message, longMessage), "", cut(d.Code.URL, longAddress))
	s := d.Location.Range.span()
	if s.endLine != 0 && s.endLine < s.line {
		return f, []strictjson.Problem{{Path: strictjson.At(at, "location.range.end.line"), Reason: fmt.Sprintf("%d lies before start.line %d", s.endLine, s.line)}}
	}
	s.place(&f)
	if len(d.Suggestions) == 1 {
		suggest(&f, d.Suggestions[0].Range.span(), d.Suggestions[0].Text)
	}
	return f, nil
}

// rated is one of our severities, or nothing where the tool does not say.
func rated(severity any) string {
	switch severity {
	case "ERROR", 1.0:
		return "high"
	case "WARNING", 2.0:
		return "medium"
	case "INFO", 3.0:
		return "low"
	}
	return ""
}
