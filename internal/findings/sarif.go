package findings

import (
	"fmt"

	"github.com/settlehq/settle/internal/strictjson"
)

// sarifSchema holds what is read of SARIF 2.1.0 to its types. Other keys pass:
// the standard has many, and lets tools add their own.
var sarifSchema = strictjson.Embedded(schemas, "schemas/sarif.json", limits)

// sarifLog is a SARIF file as far as it is read. The section numbers in this
// package are those of the standard, SARIF 2.1.0.
type sarifLog struct {
	Runs []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool struct {
		Driver     component   `json:"driver"`
		Extensions []component `json:"extensions"`
	} `json:"tool"`
	Invocations []invocation                `json:"invocations"`
	Bases       map[string]artifactLocation `json:"originalUriBaseIds"`
	Artifacts   []struct {
		Location artifactLocation `json:"location"`
	} `json:"artifacts"`
	Results  *[]sarifResult `json:"results"`
	External *struct {
		Results []any `json:"results"`
	} `json:"externalPropertyFileReferences"`
}

type component struct {
	Name     string                 `json:"name"`
	Rules    []descriptor           `json:"rules"`
	Messages map[string]sarifString `json:"globalMessageStrings"`
}

// descriptor is what a tool says of one of its rules (3.49).
type descriptor struct {
	ID       string                 `json:"id"`
	Short    sarifString            `json:"shortDescription"`
	Full     sarifString            `json:"fullDescription"`
	HelpURI  string                 `json:"helpUri"`
	Messages map[string]sarifString `json:"messageStrings"`
	Default  struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
	Properties properties `json:"properties"`
}

// properties is the part of the property bags that GitHub's code scanning has
// given a meaning.
type properties struct {
	Severity any      `json:"security-severity"` // a score from 0.1 to 10, as a text or a number
	Tags     []string `json:"tags"`
}

type sarifString struct {
	Text string `json:"text"`
}

// message is said in full, or by the name of a text of the tool (3.11).
type message struct {
	Text      string   `json:"text"`
	ID        string   `json:"id"`
	Arguments []string `json:"arguments"`
}

type invocation struct {
	Successful bool             `json:"executionSuccessful"`
	Directory  artifactLocation `json:"workingDirectory"`
	Overrides  []struct {
		Configuration struct {
			Level string `json:"level"`
		} `json:"configuration"`
		Descriptor reference `json:"descriptor"`
	} `json:"ruleConfigurationOverrides"`
}

// reference names a rule by its place among the rules of a component (3.52).
type reference struct {
	ID        string `json:"id"`
	Index     *int   `json:"index"`
	Component struct {
		Index *int `json:"index"`
	} `json:"toolComponent"`
}

type sarifResult struct {
	RuleID       string     `json:"ruleId"`
	RuleIndex    *int       `json:"ruleIndex"`
	Rule         *reference `json:"rule"`
	Kind         string     `json:"kind"`
	Level        string     `json:"level"`
	Message      message    `json:"message"`
	Locations    []location `json:"locations"`
	Related      []location `json:"relatedLocations"`
	Suppressions []struct {
		Status string `json:"status"`
	} `json:"suppressions"`
	Baseline   string     `json:"baselineState"`
	Fixes      []sarifFix `json:"fixes"`
	Properties properties `json:"properties"`
	Provenance struct {
		Invocation *int `json:"invocationIndex"`
	} `json:"provenance"`
}

type location struct {
	ID       *int `json:"id"`
	Physical *struct {
		Artifact artifactLocation `json:"artifactLocation"`
		Region   region           `json:"region"`
	} `json:"physicalLocation"`
}

// inFile: a location may as well be an address in memory, or a name in the code.
func (l location) inFile() bool {
	return l.Physical != nil && (l.Physical.Artifact.URI != "" || l.Physical.Artifact.Index != nil)
}

type artifactLocation struct {
	URI   string `json:"uri"`
	Base  string `json:"uriBaseId"`
	Index *int   `json:"index"`
}

type region struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

func (r region) span() span { return span{r.StartLine, r.StartColumn, r.EndLine, r.EndColumn} }

type sarifFix struct {
	Changes []struct {
		Artifact     artifactLocation `json:"artifactLocation"`
		Replacements []struct {
			Deleted  region      `json:"deletedRegion"`
			Inserted sarifString `json:"insertedContent"`
		} `json:"replacements"`
	} `json:"artifactChanges"`
}

func readSARIF(data []byte, root string) (File, error) {
	var log sarifLog
	if err := sarifSchema.Read(data, &log); err != nil {
		return File{}, err
	}
	file := File{Whole: len(log.Runs) > 0}
	var tools []string
	var out left
	var problems []strictjson.Problem
	strangers := 0
	for i, run := range log.Runs {
		tools = append(tools, run.Tool.Driver.Name)
		r := sarifReader{run: run, at: strictjson.Nth("runs", i), root: root, out: &out}
		file.Findings = append(file.Findings, r.findings()...)
		file.Whole = file.Whole && run.whole()
		problems = append(problems, r.problems...)
		strangers += r.strangers
	}
	if err := strictjson.Refuse(problems...); err != nil {
		return File{}, err
	}
	file.Tool, file.Skipped = names(tools), out.sentences()
	if strangers > 0 && len(file.Findings) == 0 {
		file.Whole = false // more likely the wrong folder than a clean one
		file.Skipped = append(file.Skipped, fmt.Sprintf("no result lies in %s, so nothing is taken to be gone", strictjson.Printed(root)))
	}
	return file, nil
}

// whole: the tool has run to its end, and all its results are here (3.20.14,
// 3.14.23). A run that does not say so is not taken for one.
func (r sarifRun) whole() bool {
	if len(r.Invocations) == 0 || r.Results == nil || r.External != nil && len(r.External.Results) > 0 {
		return false
	}
	for _, one := range r.Invocations {
		if !one.Successful {
			return false
		}
	}
	return true
}
