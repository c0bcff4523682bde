package findings

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/strictjson"
)

// FeedbackSchema is the published schema of settle.feedback/1.
var FeedbackSchema = strictjson.Embedded(schemas, "schemas/feedback.json", strictjson.Limits{Bytes: MostBytes, Secrets: true})

// feedbackVersion is the first key of a feedback document.
const feedbackVersion = "settle.feedback/1"

// Feedback is what a reviewer is told of its earlier findings on a pull request:
// each with its replies, and with what its file has gone through since. It is
// apart from any instruction. All words in it are others' words, and data.
type Feedback struct {
	Ref      pull.Ref
	Head     pull.Oid // the commit that it was written at
	Findings []feedback.Earlier
	Notes    []string // what could not be told, or not as it should be
}

// wire is the document as it is written.
type wire struct {
	Schema   string             `json:"schema"`
	Ref      string             `json:"ref"`
	Head     pull.Oid           `json:"head"`
	Findings []feedback.Earlier `json:"findings"`
	Notes    []string           `json:"notes,omitempty"`
}

// JSON writes the document, indented, with a line break at its end. It is for a
// file that only its owner can read: replies may stand in a private repository.
func (f Feedback) JSON() ([]byte, error) {
	document := wire{Schema: feedbackVersion, Ref: f.Ref.String(), Head: f.Head, Findings: f.Findings, Notes: f.Notes}
	if document.Findings == nil {
		document.Findings = []feedback.Earlier{}
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(document); err != nil {
		return nil, fmt.Errorf("write a feedback document: %w", err)
	}
	if text.Len() > MostBytes {
		return nil, fmt.Errorf("write a feedback document: it has %d bytes, at most %d can be read again", text.Len(), MostBytes)
	}
	return text.Bytes(), nil
}

// ReadFeedback reads a document that JSON wrote, or that a person wrote in its
// stead; the error is a *strictjson.Refusal.
func ReadFeedback(data []byte) (Feedback, error) {
	var document wire
	if err := FeedbackSchema.Read(data, &document); err != nil {
		return Feedback{}, err
	}
	ref, item, err := pull.ParseRef(document.Ref, pull.Ref{})
	if err != nil || item != "" {
		return Feedback{}, refused("ref", "%s is no pull request: write owner/repo#number", strictjson.Printed(document.Ref))
	}
	var problems []strictjson.Problem
	first := map[string]int{}
	for i, one := range document.Findings {
		at := strictjson.Nth("findings", i)
		if earlier, twice := first[string(one.ID)]; twice && one.ID != "" {
			problems = append(problems, strictjson.Problem{Path: strictjson.At(at, "id"), Reason: fmt.Sprintf("is the id of %s already", strictjson.Nth("findings", earlier))})
		}
		first[string(one.ID)] = i
		if why := misplaced(one.Finding.Path); one.Finding.Path != "" && why != "" {
			problems = append(problems, strictjson.Problem{Path: strictjson.At(at, "finding.path"), Reason: strictjson.Printed(one.Finding.Path) + " " + why})
		}
	}
	return Feedback{Ref: ref, Head: document.Head, Findings: document.Findings, Notes: document.Notes}, strictjson.Refuse(problems...)
}
