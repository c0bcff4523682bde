package config

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	yaml "github.com/goccy/go-yaml"
	check "github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the published schema anew")

// published is the schema as it stands in docs: the bare format, whose words
// are those of the page beside it.
const published = "../../docs/settle.schema.json"

func TestThePublishedSchemaIsTheReaders(t *testing.T) {
	got, err := Schema("")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(published, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(published)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("docs/settle.schema.json is not what the keys say; go test ./internal/config -update writes it anew")
	}
}

func TestEveryKeyOfTheSchemaIsDescribed(t *testing.T) {
	text, err := Schema(page(t))
	if err != nil {
		t.Fatal(err)
	}
	whole := schemaOf(t, text)
	for path, s := range map[string]*check.Schema{"": whole, "limits.": whole.Properties["limits"], "timing.": whole.Properties["timing"], "gates.": whole.Properties["gates"], "branch.": whole.Properties["branch"]} {
		for name, key := range s.Properties {
			if key.Description == "" {
				t.Errorf("%s%s has no words", path, name)
			}
		}
	}
}

func schemaOf(t *testing.T, text []byte) *check.Schema {
	t.Helper()
	doc, err := check.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := check.NewCompiler()
	if err := c.AddResource("settle.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("settle.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// suits is what the schema says of a file, nil for nothing against it.
func suits(s *check.Schema, text string) error {
	var value any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		return err
	}
	return s.Validate(value)
}

func schemaNow(t *testing.T) *check.Schema {
	t.Helper()
	text, err := Schema(page(t))
	if err != nil {
		t.Fatal(err)
	}
	return schemaOf(t, text)
}

func TestWhatIsReadFitsTheSchema(t *testing.T) {
	s, seen := schemaNow(t), 0
	accept := func(name, text string) {
		seen++
		if _, err := ReadPolicy(name, "", []byte(text)); err != nil {
			t.Errorf("%s is not read: %v", name, err)
		}
		if err := suits(s, text); err != nil {
			t.Errorf("%s is read and does not fit the schema: %v", name, err)
		}
	}
	for _, name := range []string{"minimal.yaml", "full.yaml"} {
		accept(name, string(file(t, name)))
	}
	examples, err := filepath.Glob("../../examples/policies/*.yaml")
	if err != nil || len(examples) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, name := range examples {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		accept(name, string(text))
	}
	for _, text := range usable {
		accept(text, "version: 1\n"+text)
	}
	for _, glob := range []string{"../play/testdata/*.txtar", "../play/testdata/*/*.txtar", "../../examples/scenarios/*.txtar"} {
		names, err := filepath.Glob(glob)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			for _, f := range archived(t, name) {
				if strings.HasSuffix(f.Name, "/.settle.yaml") {
					accept(name+" "+f.Name, string(f.Data))
				}
			}
		}
	}
	if seen < 50 {
		t.Fatalf("only %d files", seen)
	}
	t.Logf("%d files", seen)
}

func archived(t *testing.T, name string) []txtar.File {
	t.Helper()
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return a.Files
}

// usable are further forms of the keys, each a file of its own.
var usable = []string{
	"reviewers: {bugbot: {ask: null}, codex: {ask: go on}, copilot: {ask: {request: me, latency: 1h30m}}, people: ignore}",
	"reviewers: {auditor: {role: optional, agent: codex, publish: true, after: people}, people: {approvals: 2}}",
	"reviewers: {x: {define: {accounts: [{id: 1}], ask: {push: true}, started: [{reaction: eyes, target: ask, within: 60s}]}}}",
	"agents: {triage: claude, fix: [{use: codex, model: m, max_turns: 3}, claude], second_look: [], define: {}}",
	"verify: none", "verify: {full: make, lite: vet, setup: '', tests: none, timeout: 1d, repairs: 0}",
	"limits: {cost_usd: 0.5, born_from_fix: {at_least: 2}}", "limits: {cost_usd: 20}",
	"answers: {resolve: {valid: {bot: answered}, invalid: {person: answered}}, templates: {fixed: a/b.md}, signature: x}",
	"escalation: {mode: prompt, to: comment, steer: admin, paths: '*.lock'}", "escalation: {steer: [maria], label: x}",
	"notify: {when: ready, to: [desktop, {webhook_env: CHAT_URL}], quiet: '22:00-07:00'}",
	"timing: {deadline: 1m, lag: 2m, quiet: 3m, poll: 1h}", "report: {comment: false, check: none}", "branch: {conflict: ask, rebase_max_commits: 0}",
}

// beyond are the refusals of the reader that no schema can say, with why.
var beyond = map[string]string{
	"after nobody": "a name that stands elsewhere in the file", "after itself": "a name that stands elsewhere in the file", "in a circle": "a path through the file",
	"bad expression": "the grammar of expressions", "no time": "an amount behind a unit", "lite alone": "whether another text is empty",
	"five of four": "two numbers against each other", "too short a quiet": "two durations against each other",
	"anchor": "how the text is written",
}

func TestWhatIsRefusedDoesNotFitTheSchema(t *testing.T) {
	s := schemaNow(t)
	for name, c := range refusals {
		_, said := beyond[name]
		if err := suits(s, c.text); (err == nil) != said {
			t.Errorf("%s: the schema says %v; named as beyond it: %v", name, err, said)
		}
	}
	if len(beyond)*5 > len(refusals) {
		t.Errorf("%d of %d refusals are beyond the schema", len(beyond), len(refusals))
	}
}
