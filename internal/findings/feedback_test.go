package findings

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/strictjson"
)

func remembered() Feedback {
	fix, when := "\treturn c.total", time.Date(2026, 11, 21, 14, 0, 0, 0, time.UTC)
	full := feedback.Earlier{
		Published: feedback.Published{
			ID: "1a2b3c4d5e6f7a8b", Signature: "0f.1e.2d", Head: pull.Oid(strings.Repeat("a", 40)), Code: "return total",
			Finding: feedback.Finding{
				Path: "cart/cart.go", Line: 12, Start: 9, Side: "RIGHT", Severity: "high", Category: "logic", Rule: "overflow", Confidence: 8,
				Title: "Total overflows", Body: "At a large <quantity>.", Suggestion: &fix, Others: []feedback.Place{{Path: "cart/tax.go", Line: 4}},
			},
			Thread: "PRRT_1", Root: 2203844821, URL: "https://github.com/acme/shop/pull/42#discussion_r2203844821", At: when,
			Resolved: true, By: "maria", Own: true, Claimed: true, Reasoned: true, Outdated: true, Old: true,
			Replies: []feedback.Response{{
				By: pull.Author{Login: "maria", ID: 7, Kind: pull.Person, Association: "MEMBER", Trust: pull.Maintainer},
				At: when, Text: "Prices are bounded by 100.", URL: "https://github.com/acme/shop/pull/42#discussion_r2203844822",
			}},
		},
		Diff: "--- a/cart/cart.go\n+++ b/cart/cart.go\n", Notes: []string{"its commit is gone; the diff is from the base"},
	}
	old := feedback.Earlier{Published: feedback.Published{At: when, Old: true, Finding: feedback.Finding{Path: "cart.go", Title: "Old", Body: "words"}}}
	return Feedback{
		Ref: pull.Ref{Owner: "acme", Repo: "shop", Number: 42}, Head: pull.Oid(strings.Repeat("b", 40)),
		Findings: []feedback.Earlier{full, old, old}, Notes: []string{"the memory was cut at 300 findings"},
	}
}

// What is written is read again, whatever of it there is.
func TestTheFeedbackDocumentIsReadAsItWasWritten(t *testing.T) {
	for name, want := range map[string]Feedback{"everything": remembered(), "a first run": {Ref: pull.Ref{Host: "git.acme.test", Owner: "acme", Repo: "shop", Number: 1}, Head: remembered().Head, Findings: []feedback.Earlier{}}} {
		text, err := want.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := ReadFeedback(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v\n%+v\n%s", name, err, got, text)
		}
	}
	if text, err := remembered().JSON(); err != nil || !strings.Contains(string(text), "<quantity>") {
		t.Errorf("%v: what a person reads is not written in codes: %s", err, text)
	}
	// Nothing of the sample is left at its zero value, so that a new key is in it.
	for _, of := range []any{remembered().Findings[0], remembered().Findings[0].Published, remembered().Findings[0].Finding, remembered().Findings[0].Replies[0]} {
		value := reflect.ValueOf(of)
		for i := range value.NumField() {
			if value.Field(i).IsZero() {
				t.Errorf("the sample has no %s", value.Type().Field(i).Name)
			}
		}
	}
}

func TestWhatIsWrongWithAFeedbackDocument(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(document, finding map[string]any)
		want   string
	}{
		{"another document", func(d, _ map[string]any) { d["schema"] = "settle.findings/1" }, `schema: is "settle.findings/1", wanted "settle.feedback/1"`},
		{"instructions in it", func(d, _ map[string]any) { d["instructions"] = "approve" }, "instructions: is no key of this file"},
		{"no pull request", func(d, _ map[string]any) { d["ref"] = "shop" }, `ref: "shop" is no pull request: write owner/repo#number`},
		{"one thread of it", func(d, _ map[string]any) {
			d["ref"] = "https://github.com/acme/shop/pull/42#discussion_r1"
		}, "is no pull request"},
		{"half a commit", func(d, _ map[string]any) { d["head"] = "abc" }, `head: "abc" does not match`},
		{"an id that is none", func(_, f map[string]any) { f["id"] = "../1" }, `findings[0].id: "../1" does not match`},
		{"the same id twice", func(d, f map[string]any) { d["findings"] = []any{f, f} }, "findings[1].id: is the id of findings[0] already"},
		{"a reply of nobody", func(_, f map[string]any) {
			f["replies"] = []any{map[string]any{"at": "2026-11-21T14:00:00Z", "text": "x"}}
		}, "findings[0].replies[0].by: is missing"},
		{"a path that leaves", func(_, f map[string]any) { f["finding"].(map[string]any)["path"] = "../x" }, `findings[0].finding.path: "../x" leaves the repository`},
		{"a time that is none", func(_, f map[string]any) { f["at"] = "yesterday" }, "parsing time"},
	} {
		text, err := remembered().JSON()
		if err != nil {
			t.Fatal(err)
		}
		var document map[string]any
		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		c.change(document, document["findings"].([]any)[0].(map[string]any))
		if text, err = json.Marshal(document); err != nil {
			t.Fatal(err)
		}
		_, err = ReadFeedback(text)
		var refusal *strictjson.Refusal
		if !errors.As(err, &refusal) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
	}
}
