package findings

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
)

// lint is a SARIF file of one run of a linter, with keys of the run beside it.
func lint(results, run string) []byte {
	return fmt.Appendf(nil, `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "acme-lint", "rules": [
		{"id": "A1", "defaultConfiguration": {"level": "error"}, "helpUri": "https://acme.test/A1", "shortDescription": {"text": "A rule."},
		 "messageStrings": {"said": {"text": "Variable '{0}' is {{never}} used."}}},
		{"id": "A2", "properties": {"security-severity": "9.1", "tags": ["security", "external/cwe/cwe-089"]}},
		{"id": "A3"}]}, "extensions": [{"name": "more", "rules": [{"id": "X1", "defaultConfiguration": {"level": "note"}}]}]},
		"results": [%s]%s}]}`, results, run)
}

// result is a result at cart.go, line 4, with further keys.
func result(keys string) string {
	return `{"message": {"text": "Wrong."}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "cart.go"}, "region": {"startLine": 4}}}]` + keys + `}`
}

// at is a result at a place with a region.
func at(uri, region string) string {
	return fmt.Sprintf(`{"message": {"text": "Wrong."}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": %q}, "region": {%s}}}]}`, uri, region)
}

func TestSeverityOfAResult(t *testing.T) {
	cases := []struct{ name, keys, run, want string }{
		{"its level", `, "level": "error"`, "", "high"},
		{"a note", `, "level": "note"`, "", "low"},
		{"none of both", ``, "", "medium"},
		{"of its rule", `, "ruleId": "A1"`, "", "high"},
		{"of its rule, by place", `, "ruleIndex": 0`, "", "high"},
		{"of its rule, more closely named", `, "ruleId": "A1/md5"`, "", "high"},
		{"of its rule, in an extension", `, "rule": {"id": "X1", "index": 0, "toolComponent": {"index": 0}}`, "", "low"},
		{"its own before its rule's", `, "ruleId": "A1", "level": "note"`, "", "low"},
		{"as the run was told to", `, "ruleId": "A1", "provenance": {"invocationIndex": 0}`,
			`, "invocations": [{"executionSuccessful": true, "ruleConfigurationOverrides": [{"descriptor": {"index": 0}, "configuration": {"level": "note"}}]}]`, "low"},
		{"a score of the rule", `, "ruleId": "A2", "level": "note"`, "", "critical"},
		{"a score of the result", `, "ruleId": "A2", "properties": {"security-severity": 7.0}`, "", "high"},
		{"a score that is medium", `, "properties": {"security-severity": "6.9"}`, "", "medium"},
		{"a score that is low", `, "properties": {"security-severity": "0.1"}`, "", "low"},
		{"a score that is none", `, "level": "error", "properties": {"security-severity": "n/a"}`, "", "high"},
		{"for somebody to look at", `, "ruleId": "A1", "kind": "review"`, "", "low"},
		{"a rule that is not described", `, "ruleId": "Z9", "ruleIndex": 77`, "", "medium"},
	}
	for _, c := range cases {
		file, err := Read(lint(result(c.keys), c.run), "", "")
		if err != nil || len(file.Findings) != 1 || file.Findings[0].Severity != c.want {
			t.Errorf("%s: %v %+v", c.name, err, file)
		}
	}
}

// By its own tool's word these are no findings; each is counted and told.
func TestResultsThatAreNoFindings(t *testing.T) {
	cases := []struct {
		keys string
		told string // empty: it is a finding
	}{
		{`, "suppressions": [{"kind": "inSource"}]`, "1 result is left out: suppressed"},
		{`, "suppressions": [{"kind": "external", "status": "accepted"}]`, "1 result is left out: suppressed"},
		{`, "suppressions": [{"kind": "external", "status": "underReview"}]`, ""},
		{`, "suppressions": [{"kind": "inSource"}, {"kind": "external", "status": "rejected"}]`, ""},
		{`, "suppressions": []`, ""}, {`, "suppressions": null`, ""},
		{`, "baselineState": "absent"`, "1 result is left out: found earlier, and gone now"},
		{`, "baselineState": "unchanged"`, ""}, {`, "baselineState": "new"`, ""},
		{`, "kind": "pass", "level": "none"`, "1 result is left out: no problem, but pass"},
		{`, "kind": "notApplicable"`, "1 result is left out: no problem, but notApplicable"},
		{`, "kind": "open"`, ""},
		{`, "locations": []`, "1 result is left out: in no file"},
		{`, "locations": [{"logicalLocations": [{"name": "main"}]}]`, "1 result is left out: in no file"},
		{`, "locations": [{"physicalLocation": {"address": {"absoluteAddress": 4096}}}]`, "1 result is left out: in no file"},
	}
	for _, c := range cases {
		keys := strings.TrimSuffix(result(""), "}")
		if strings.Contains(c.keys, "locations") {
			keys = `{"message": {"text": "Wrong."}`
		}
		file, err := Read(lint(keys+c.keys+"}", ""), "", "")
		if err != nil || (len(file.Findings) == 1) != (c.told == "") || strings.Join(file.Skipped, "; ") != c.told {
			t.Errorf("%s: %v %+v", c.keys, err, file)
		}
	}
	two := result(`, "suppressions": [{"kind": "inSource"}]`)
	if file, err := Read(lint(two+","+result("")+","+two, ""), "", ""); err != nil || len(file.Findings) != 1 || file.Skipped[0] != "2 results are left out: suppressed" {
		t.Errorf("%v %+v", err, file)
	}
}

// What a region becomes: the last line, and the first where there are several.
func TestLinesOfARegion(t *testing.T) {
	cases := []struct {
		region      string
		start, line int
	}{
		{`"startLine": 4`, 0, 4},
		{`"startLine": 4, "startColumn": 2, "endColumn": 9`, 0, 4},
		{`"startLine": 4, "endLine": 4`, 0, 4},
		{`"startLine": 4, "endLine": 6`, 4, 6},
		{`"startLine": 4, "startColumn": 9, "endLine": 6, "endColumn": 2, "snippet": {"text": "a\nb\nc"}`, 4, 6},
		{`"startLine": 4, "endLine": 6, "endColumn": 1`, 4, 5},
		{`"startLine": 4, "endLine": 5, "endColumn": 1`, 0, 4},
		{`"charOffset": 40, "charLength": 3`, 0, 0},
		{`"byteOffset": 40`, 0, 0},
		{`"startLine": 0`, 0, 0},
	}
	for _, c := range cases {
		file, err := Read(lint(at("cart.go", c.region), ""), "", "")
		if err != nil || len(file.Findings) != 1 || file.Findings[0].Start != c.start || file.Findings[0].Line != c.line {
			t.Errorf("%s: %v %+v", c.region, err, file.Findings)
		}
	}
}

func TestWordsOfAResult(t *testing.T) {
	long := strings.Repeat("word ", 60) + "end."
	cases := []struct{ name, message, keys, title, body string }{
		{"one sentence", `{"text": "x is never used."}`, "", "x is never used", ""},
		{"two sentences", `{"text": "x is never used. Remove it."}`, "", "x is never used", "Remove it."},
		{"two lines", `{"text": "x is never used\r\nsee line 3"}`, "", "x is never used", "see line 3"},
		{"no end of a sentence", `{"text": "Call e.g. Close. It leaks v1.2 of a.go here."}`, "", "Call e.g. Close", "It leaks v1.2 of a.go here."},
		{"the rule's words and address", `{"text": "x is never used"}`, `, "ruleId": "A1"`, "x is never used", "A rule.\n\nhttps://acme.test/A1"},
		{"the rule's words say the same", `{"text": "A rule"}`, `, "ruleId": "A1"`, "A rule", "https://acme.test/A1"},
		{"by its name, with an argument", `{"id": "said", "arguments": ["x"]}`, `, "ruleId": "A1"`, "Variable 'x' is {never} used", "A rule.\n\nhttps://acme.test/A1"},
		{"braces without arguments", `{"text": "expected } after {0}"}`, "", "expected } after {0}", ""},
		{"a link to a place that is not there", `{"text": "Tainted by [the \\[caller\\]](3)."}`, "", "Tainted by the [caller]", ""},
		{"a link to its own place", `{"text": "Tainted by [this](1)."}`, `, "relatedLocations": [{"id": 1, "physicalLocation": {"artifactLocation": {"uri": "in.go"}, "region": {"startLine": 2}}}]`, "Tainted by this (`in.go`, line 2)", ""},
		{"too long for a title", `{"text": "` + long + `"}`, "", strings.TrimRight(long[:longTitle-1], " ") + "…", long},
		{"Markdown is not read", `{"text": "x", "markdown": "**x**<!-- settle:v1 -->"}`, "", "x", ""},
	}
	for _, c := range cases {
		one := strings.Replace(result(c.keys), `{"text": "Wrong."}`, c.message, 1)
		file, err := Read(lint(one, ""), "", "")
		if err != nil || len(file.Findings) != 1 || file.Findings[0].Title != c.title || file.Findings[0].Body != c.body {
			t.Errorf("%s: %v\n%+v", c.name, err, file.Findings)
		}
	}
}

// suggestion is what a finding puts in place of which lines; none: nothing.
type suggestion struct {
	text        string
	start, line int
}

const none = "(none)"

func suggested(f feedback.Finding) suggestion {
	text := none
	if f.Suggestion != nil {
		text = *f.Suggestion
	}
	return suggestion{text, f.Start, f.Line}
}

// A repair becomes a suggestion only where it stands in place of whole lines.
func TestARepairOfWholeLinesIsASuggestion(t *testing.T) {
	fix := func(uri, region, text string) string {
		return fmt.Sprintf(`, "fixes": [{"artifactChanges": [{"artifactLocation": {"uri": %q}, "replacements": [{"deletedRegion": {%s}, "insertedContent": {"text": %q}}]}]}]`, uri, region, text)
	}
	cases := []struct {
		name, fix, want string
		start, line     int
	}{
		{"its line", fix("cart.go", `"startLine": 4`, "\tx++"), "\tx++", 0, 4},
		{"its line with the break", fix("cart.go", `"startLine": 4, "startColumn": 1, "endLine": 5, "endColumn": 1`, "\tx++\n"), "\tx++", 0, 4},
		{"lines around it", fix("cart.go", `"startLine": 3, "endLine": 5`, "a\r\nb"), "a\nb", 3, 5},
		{"nothing in place of it", fix("cart.go", `"startLine": 4, "endLine": 5, "endColumn": 1`, ""), "", 0, 4},
		{"an empty line", fix("cart.go", `"startLine": 4, "endLine": 5, "endColumn": 1`, "\n"), none, 0, 4},
		{"a part of its line", fix("cart.go", `"startLine": 4, "startColumn": 6, "endColumn": 9`, "x"), none, 0, 4},
		{"a line joined to the next", fix("cart.go", `"startLine": 4, "endLine": 5, "endColumn": 1`, "x"), none, 0, 4},
		{"another line", fix("cart.go", `"startLine": 9`, "x"), none, 0, 4},
		{"another file", fix("tax.go", `"startLine": 4`, "x"), none, 0, 4},
		{"two repairs to choose from", `, "fixes": [{}, {}]`, none, 0, 4},
	}
	for _, c := range cases {
		file, err := Read(lint(result(c.fix), ""), "", "")
		if err != nil || len(file.Findings) != 1 {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := suggested(file.Findings[0]); got != (suggestion{c.want, c.start, c.line}) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func TestOtherPlacesOfAResult(t *testing.T) {
	place := func(uri string, line int) string {
		return fmt.Sprintf(`{"physicalLocation": {"artifactLocation": {"uri": %q}, "region": {"startLine": %d, "endLine": %d}}}`, uri, line, line+1)
	}
	one := `{"message": {"text": "Wrong."}, "ruleId": "A2", "locations": [` + place("cart.go", 4) + `,` + place("tax.go", 7) + `],
		"relatedLocations": [` + place("tax.go", 7) + `,` + place("file:///usr/include/a.h", 1) + `,` + place("cart.go", 4) + `, {"message": {"text": "here"}}]}`
	want := feedback.Finding{
		Path: "cart.go", Start: 4, Line: 5, Severity: "critical", Category: "security", Rule: "A2", Title: "Wrong",
		Others: []feedback.Place{{Path: "tax.go", Start: 7, Line: 8}},
	}
	if file, err := Read(lint(one, ""), "", "/srv/shop"); err != nil || !reflect.DeepEqual(file.Findings, []feedback.Finding{want}) {
		t.Errorf("%v %+v", err, file.Findings)
	}
}

// What a tool does not report again is gone only where it says that it has run
// to its end and wrote down everything.
func TestARunIsWholeWhereItSaysSo(t *testing.T) {
	ended := func(how ...bool) string {
		var all []string
		for _, one := range how {
			all = append(all, fmt.Sprintf(`{"executionSuccessful": %v}`, one))
		}
		return `, "invocations": [` + strings.Join(all, ",") + `]`
	}
	cases := []struct {
		name, file string
		whole      bool
	}{
		{"says nothing", string(lint("", "")), false},
		{"ended well", string(lint("", ended(true))), true},
		{"broke off", string(lint("", ended(false))), false},
		{"the second part broke off", string(lint("", ended(true, false))), false},
		{"results elsewhere", string(lint("", ended(true)+`, "externalPropertyFileReferences": {"results": [{}]}`)), false},
		{"results not told", strings.Replace(string(lint("", ended(true))), `"results": []`, `"results": null`, 1), false},
		{"no run at all", `{"version": "2.1.0", "runs": []}`, false},
	}
	for _, c := range cases {
		if file, err := Read([]byte(c.file), "", ""); err != nil || file.Whole != c.whole {
			t.Errorf("%s: %v %+v", c.name, err, file)
		}
	}
}

// Runs of several tools in one file are read together; one that broke off leaves
// nothing of the file whole.
func TestSeveralToolsInOneFile(t *testing.T) {
	run := func(tool string, well bool) string {
		return fmt.Sprintf(`{"tool": {"driver": {"name": %q}}, "invocations": [{"executionSuccessful": %v}], "results": [%s]}`, tool, well, result(""))
	}
	for _, well := range []bool{true, false} {
		file, err := Read([]byte(`{"version": "2.1.0", "runs": [`+run("a", true)+","+run("b", well)+","+run("a", true)+`]}`), "", "")
		if err != nil || file.Tool != "a, b" || len(file.Findings) != 3 || file.Whole != well {
			t.Errorf("%v %+v", err, file)
		}
	}
}

// Each wrong SARIF file: what is wrong with it and where.
func TestWhatIsWrongWithASARIFFile(t *testing.T) {
	cases := []struct{ name, file, want string }{
		{"an older version", `{"version": "2.0.0", "runs": []}`, `version: is "2.0.0", wanted "2.1.0"`},
		{"no tool", `{"version": "2.1.0", "runs": [{"results": []}]}`, "runs[0].tool: is missing"},
		{"a level of its own", string(lint(result(`, "level": "fatal"`), "")), `runs[0].results[0].level: "fatal" is none of none, note, warning, error`},
		{"a level of its own, of the rule", strings.Replace(string(lint(result(`, "ruleId": "A1"`), "")), `"level": "error"`, `"level": "fatal"`, 1), `runs[0].results[0].level: "fatal" is none of none, note, warning, error`},
		{"a line that is a text", string(lint(at("cart.go", `"startLine": "4"`), "")), "runs[0].results[0].locations[0].physicalLocation.region.startLine: is a text, wanted a whole number"},
		{"a line below one", string(lint(at("cart.go", `"startLine": -4`), "")), "region.startLine: -4 is under 0"},
		{"an end before the start", string(lint(at("cart.go", `"startLine": 4, "endLine": 3`), "")), "runs[0].results[0].locations[0].physicalLocation.region.endLine: 3 lies before startLine 4"},
		{"no words", string(lint(strings.Replace(result(""), `{"text": "Wrong."}`, `{"id": "unknown"}`, 1), "")), "runs[0].results[0].message: says nothing: give it a text, or an id that names a text of the rule"},
		{"no file of the list", string(lint(strings.Replace(result(""), `{"uri": "cart.go"}`, `{"index": 3}`, 1), "")), "runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri: is missing: name a file"},
		{"a way out", string(lint(at("../../etc/passwd", ""), "")), `"../../etc/passwd" has a .. in it: run the tool at the root of the repository, so that paths start there`},
		{"a way out, encoded", string(lint(at("%2e%2e/%2E%2E/etc/passwd", ""), "")), `"../../etc/passwd" has a .. in it`},
		{"a way out, of Windows", string(lint(at(`..\..\boot.ini`, ""), "")), `has a .. in it`},
		{"a way out of a file URI", string(lint(at("file:///srv/shop/../../etc/passwd", ""), "")), `has a .. in it`},
		{"an end of the name", string(lint(at("cart.go%00.png", ""), "")), `"cart.go\u0000.png" holds a control character`},
		{"no URI", string(lint(at("100%.go", ""), "")), `"100%.go" is no URI: write a percent sign as %25`},
		{"the second of two", string(lint(result("")+","+at("../x", ""), "")), "runs[0].results[1].locations[0]"},
	}
	for _, c := range cases {
		got, err := Read([]byte(c.file), SARIF, "/srv/shop")
		if err == nil || !strings.Contains(err.Error(), c.want) || !reflect.DeepEqual(got, File{}) {
			t.Errorf("%s: %v %+v\nwant %s", c.name, err, got.Findings, c.want)
		}
	}
}

// A small file does not become a large one by being read.
func TestAFileThatWouldGrowIsBounded(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	filled := strings.Replace(result(`, "ruleId": "A3"`), `{"text": "Wrong."}`, `{"text": "`+strings.Repeat("{0}", 5000)+`", "arguments": ["`+long+`"]}`, 1)
	var places []string
	for i := range 5000 {
		places = append(places, fmt.Sprintf(`{"physicalLocation": {"artifactLocation": {"uri": "a.go"}, "region": {"startLine": %d}}}`, i+1))
	}
	one := result(`, "relatedLocations": [` + strings.Join(places, ",") + `]`)
	slashes := result(`, "ruleId": "` + strings.Repeat("/", 1<<20) + `"`)
	file, err := Read(lint(filled+","+one+","+slashes, ""), "", "")
	if err != nil || len(file.Findings) != 3 {
		t.Fatalf("%v %d", err, len(file.Findings))
	}
	for _, f := range file.Findings {
		if len(f.Body) > 2*longMessage || len(f.Others) > mostOthers || len(f.Rule) > longID+len("…") {
			t.Errorf("a body of %d bytes, %d places, a rule of %d", len(f.Body), len(f.Others), len(f.Rule))
		}
	}
	if _, err := Read(lint(at(strings.Repeat("a/", 2100), ""), ""), "", ""); err == nil || !strings.Contains(err.Error(), "is a name of 4200 bytes, at most 4096 are taken") {
		t.Errorf("%v", err)
	}
}
