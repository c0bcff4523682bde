package cluster

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/settlehq/settle/internal/feedback"
)

// published is the schema of a brief as it stands in docs.
func published(t *testing.T) *jsonschema.Schema {
	t.Helper()
	file, err := os.Open("../../docs/cluster.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	doc, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("cluster.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("cluster.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// holds checks a brief, after a change to its JSON.
func holds(t *testing.T, schema *jsonschema.Schema, c feedback.Cluster, change func(map[string]any)) error {
	t.Helper()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	change(value.(map[string]any))
	return schema.Validate(value)
}

func TestABriefIsAsItsSchemaSays(t *testing.T) {
	schema := published(t)
	again, once := newTalk(), newTalk()
	again.asks(1, "cart/a.go", rounded, fixed, func(st *feedback.Standing) { st.Commit = "9f2c1ab04be1c7d2a83f6e5590d1b7c4e8a2f613" })
	again.asks(2, "cart/a.go", rounded, resolved)
	again.round(2)
	again.asks(3, "cart/b.go", rounded)
	for id := range int64(3) {
		once.asks(id+1, "cart/a.go", rounded)
	}
	for name, w := range map[string]*talk{"of several rounds": again, "of one round": once} {
		for _, c := range Find(w.s, w.h, w.items) {
			if err := holds(t, schema, c, func(map[string]any) {}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	brief := Find(again.s, again.h, again.items)[0]
	for what, change := range map[string]func(map[string]any){
		"another key":         func(c map[string]any) { c["body"] = "words of somebody" },
		"a theme of its own":  func(c map[string]any) { c["theme"] = "architecture" },
		"no item":             func(c map[string]any) { c["items"] = []any{} },
		"alone":               func(c map[string]any) { c["prior"] = []any{} },
		"no hypothesis":       func(c map[string]any) { delete(c, "hypothesis") },
		"a prior with words":  func(c map[string]any) { c["prior"].([]any)[0].(map[string]any)["body"] = "words" },
		"an open prior":       func(c map[string]any) { c["prior"].([]any)[0].(map[string]any)["status"] = "open" },
		"a prior at no time":  func(c map[string]any) { c["prior"].([]any)[0].(map[string]any)["last_comment_at"] = "yesterday" },
		"an item of no form":  func(c map[string]any) { c["items"] = []any{"all of them"} },
		"the form of another": func(c map[string]any) { c["schema"] = "settle.cluster/2" },
	} {
		if err := holds(t, schema, brief, change); err == nil {
			t.Errorf("with %s it is taken", what)
		}
	}
}

// The page names every theme and why, and the schema knows the same words.
func TestThePageNamesEveryTheme(t *testing.T) {
	page, err := os.ReadFile("../../docs/cluster.md")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../docs/cluster.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, theme := range themes {
		names = append(names, `"`+string(theme.name)+`"`)
		if row := "| `" + string(theme.name) + "` | " + theme.why + " |"; !strings.Contains(string(page), row) {
			t.Errorf("docs/cluster.md lacks %s", row)
		}
	}
	if list := strings.Join(names, ", "); !strings.Contains(string(text), "["+list+"]") {
		t.Errorf("docs/cluster.schema.json does not list %s", list)
	}
	for _, reading := range append(feedback.Cluster{Prior: []feedback.Prior{{}}}.ReadingsOf(), feedback.Cluster{}.ReadingsOf()...) {
		if !strings.Contains(string(page), "`"+string(reading)+"`") {
			t.Errorf("docs/cluster.md does not name %s", reading)
		}
	}
}
