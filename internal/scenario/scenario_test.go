package scenario_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/scenario"
	"github.com/settlehq/settle/internal/strictyaml"
)

const examples = "../../examples/scenarios"

func cart(t *testing.T) (string, *scenario.File) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(examples, "cart.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := scenario.Parse("scenario.txtar", data)
	if err != nil {
		t.Fatal(err)
	}
	return string(data), f
}

func TestEveryExampleParses(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(examples, "*.txtar"))
	if len(files) == 0 {
		t.Fatal("no examples")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := scenario.Parse(file, data); err != nil {
			t.Error(err)
		}
	}
}

func TestTheExampleReadsAsItIsWritten(t *testing.T) {
	_, f := cart(t)
	if !f.Clock.Step || f.Seed != 1 || f.Repo != "acme/shop" || f.Viewer.Login != "dev" {
		t.Errorf("world is %+v", f)
	}
	if p := f.Pulls[0]; p.Number != 42 || p.Head != "cart-totals" || !p.Draft {
		t.Errorf("pull request is %+v", p)
	}
	if c := f.Checks[0]; c.Runs != "push" || c.Takes.Min != 40*time.Second || c.Conclusion.Run(3) != "success" {
		t.Errorf("check is %+v", c)
	}
	if b := f.Actors["bugbot"]; b.Login != "cursor" || b.Starts[0].Comment != "bugbot run" || b.Name != "bugbot" {
		t.Errorf("bugbot is %+v", b)
	}
	if m := f.Actors["maria"]; m.Kind != "person" || m.Association != "MEMBER" || m.Login != "maria" {
		t.Errorf("maria is %+v", m)
	}
	if act := f.Timeline[1]; *act.At != scenario.Duration(20*time.Second) || act.By[0] != "maria" || act.Pull != 42 {
		t.Errorf("act is %+v", act)
	}
	if fault := f.Faults[0]; fault.Hit != "reply" || fault.Nth != 2 || fault.Times != 1 || !fault.AfterEffect {
		t.Errorf("fault is %+v", fault)
	}
	if test := f.Agent.Fix[0].Write["cart_test.go"]; !strings.HasPrefix(test, "package shop") {
		t.Errorf("the section was not put in: %q", test)
	}
	if !f.Expect.SaidOnce || len(f.Expect.Wants) != 9 || !f.Expect.Wants[0].Holds("ready", 0, false) {
		t.Errorf("expectations are %+v", f.Expect)
	}
	head := f.HeadTree(f.Pulls[0])
	if len(head) != 3 || head["go.mod"] == "" || head["cart.go"] == "" {
		t.Errorf("head has %d files", len(head))
	}
}

func TestAFindingIsRaisedWhileItsConditionHolds(t *testing.T) {
	_, f := cart(t)
	head := f.HeadTree(f.Pulls[0])
	read := func(path string) (string, bool) { text, ok := head[path]; return text, ok }
	raised := func(nth int) string {
		var ids []string
		for _, finding := range f.Findings {
			if finding.Raised(nth, read) {
				ids = append(ids, finding.ID)
			}
		}
		return strings.Join(ids, " ")
	}
	if got := raised(1); got != "rounding lost-cents wording floats" {
		t.Errorf("first review raises %s", got)
	}
	fix := f.Agent.Fix[0].Replace
	for _, r := range fix {
		head[r.Path] = strings.Replace(head[r.Path], r.Old, r.New, 1)
	}
	if got := raised(2); got != "wording negative" {
		t.Errorf("after the fix the second review raises %s", got)
	}
}

// edited replaces one text of the example, and gives the problems.
func edited(t *testing.T, old, new string) strictyaml.Problems {
	t.Helper()
	text, _ := cart(t)
	if !strings.Contains(text, old) {
		t.Fatalf("the example has no %q", old)
	}
	_, err := scenario.Parse("scenario.txtar", []byte(strings.Replace(text, old, new, 1)))
	var problems strictyaml.Problems
	if !errors.As(err, &problems) {
		t.Fatalf("was accepted: %v", err)
	}
	return problems
}

func TestAnUnknownReviewerIsRefusedWhereItStands(t *testing.T) {
	got := edited(t, "by: bugbot, path: cart.go, at: \"sum +=\"", "by: bugbto, path: cart.go, at: \"sum +=\"")[0]
	if got.What != `unknown reviewer "bugbto"` || got.Why != "no actor of that name" || got.Hint != `did you mean "bugbot"?` {
		t.Errorf("got %+v", got)
	}
	if got.Place() != "scenario.txtar:14:24" {
		t.Errorf("stands at %s", got.Place())
	}
	lines := strings.Split(got.Excerpt, "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "   13 | findings:") ||
		!strings.HasPrefix(lines[2], "      |                        ^^^^^^ did you mean") {
		t.Errorf("excerpt is\n%s", got.Excerpt)
	}
}

func TestWhatIsNotInTheFormatIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ old, new, what, note string }{
		"version":       {"scenario: 1", "scenario: 2", "scenario 2 is not known", "allowed: 1"},
		"clock":         {"clock: step", "clock: fast", `clock cannot be "fast"`, "60x"},
		"key":           {"repo: acme", "ropo: acme", `unknown key "ropo"`, `did you mean "repo"?`},
		"repo":          {"acme/shop", "acme", `repo "acme" is not owner/name`, ""},
		"permission":    {"permission: write", "permission: wirte", `permission cannot be "wirte"`, `did you mean "write"?`},
		"preset":        {"preset: copilot", "preset: copilto", `preset cannot be "copilto"`, `did you mean "copilot"?`},
		"association":   {"association: MEMBER", "association: BOSS", `association cannot be "BOSS"`, "OWNER"},
		"start":         {"{preset: bugbot}", "{starts: pusch}", `starts cannot be "pusch"`, `did you mean "push"?`},
		"signal":        {"{preset: bugbot}", "{clean: {react: eyes, comment: x}}", "an entry of clean says exactly one thing", ""},
		"ack":           {"{preset: bugbot}", "{ack: {event: begun}}", `event cannot be "begun"`, "started"},
		"time":          {"takes: 40s", "takes: 40", `takes cannot be "40": not a time`, "90s"},
		"conclusion":    {"conclusion: success", "conclusion: green", `conclusion cannot be "green"`, "success"},
		"file":          {"path: cart.go", "path: card.go", `unknown file "card.go"`, `did you mean "cart.go"?`},
		"pattern":       {`while: {contains: "less a discount"}`, `while: {matches: "("}`, "is no regular expression", ""},
		"condition":     {"lacks:", "misses:", `unknown key "misses" in while`, "contains"},
		"taken id":      {"id: lost-cents", "id: rounding", `id "rounding" is taken`, ""},
		"no id":         {"id: floats, ", "", "a finding needs an id", ""},
		"ambiguous":     {`"Use float64 for Price."`, `"Say what"`, "the agent could not tell them apart", ""},
		"actor":         {"by: maria", "by: mario", `unknown actor "mario"`, `did you mean "maria"?`},
		"one of two":    {"by: [bugbot, copilot], do", "by: [bugbot, copolit], do", `unknown actor "copolit"`, `did you mean "copilot"?`},
		"act":           {"do: comment", "do: coment", `unknown act "coment"`, `did you mean "comment"?`},
		"act's key":     {"do: review}", "do: review, body: x}", `unknown key "body" in review`, "commit"},
		"act's need":    {`, body: "Please give the package a comment."`, "", "comment needs body", ""},
		"no time":       {"{at: 20s, by: maria", "{by: maria", "at a time or when something happened", ""},
		"deed":          {"hit: reply", "hit: replly", `unknown hit "replly"`, `did you mean "reply"?`},
		"two faults":    {"answer: 502", "answer: 502, drop: true", "a fault is one of", ""},
		"answer":        {"answer: 502", "answer: 200", "400 to 599", ""},
		"class":         {"class: invalid", "class: wrong", `unknown class "wrong"`, "needs_human"},
		"triaged item":  {"for: floats", "for: float", `unknown item "float"`, `did you mean "floats"?`},
		"primary":       {"primary: rounding", "primary: round", `unknown item "round"`, `did you mean "rounding"?`},
		"alone":         {"fix:\n    - for: rounding", "fix:\n    - meets: there\n      for: rounding", "two entries meet, and 1 have the name there", ""},
		"a place":       {"fix:\n    - for: rounding", "fix:\n    - meets: ../x\n      for: rounding", "of small letters", ""},
		"section":       {`"@tests/rounding"`, `"@tests/roundin"`, `unknown section "tests/roundin"`, `did you mean "tests/rounding"?`},
		"expected key":  {"rounds: 2", "runds: 3", `unknown key "runds" in expect`, `did you mean "rounds"?`},
		"phase":         {"phase: ready", "phase: redy", `unknown phase "redy"`, `did you mean "ready"?`},
		"words counted": {"rounds: 2", "rounds: many", "rounds wants a number", ""},
		"pull":          {"{at: 20s, by", "{at: 20s, pull: 43, by", "unknown pull request 43", ""},
		"second pull":   {"-- base/go.mod --", "-- head@43/go.mod --", `unknown pull request 43 in section "head@43/go.mod"`, ""},
		"twice":         {"-- base/go.mod --", "-- head/cart.go --", `section "head/cart.go" is there twice`, ""},
		"outside":       {"-- base/go.mod --", "-- base/../go.mod --", "is no path inside a repository", ""},
		"syntax":        {"permission: write}", "permission: write", "scenario.txtar:6:1: ", "must be specified"},
	} {
		t.Run(name, func(t *testing.T) {
			text := edited(t, c.old, c.new).Error()
			if !strings.Contains(text, c.what) || !strings.Contains(text, c.note) {
				t.Errorf("%q and %q are missing in\n%s", c.what, c.note, text)
			}
		})
	}
}

func TestAProblemInASectionIsShownThere(t *testing.T) {
	got := edited(t, "-- base/go.mod --", "-- head@43/go.mod --")[0]
	if got.Line != 46 || !strings.Contains(got.Excerpt, "   46 | -- head@43/go.mod --") {
		t.Errorf("got %s", got.Error())
	}
}

func TestAPresetIsTheLifeThatAFileMayChange(t *testing.T) {
	text, _ := cart(t)
	text = strings.Replace(text, "{preset: bugbot}", "{preset: bugbot, after: 2m..6m, silent: [2], refuse: [{reviews: [1], body: Quota., until: 1h}]}", 1)
	f, err := scenario.Parse("s", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	b := f.Actors["bugbot"]
	if b.After.Pick(0.5) != 4*time.Minute || !b.Silent.Has(2) || b.Silent.Has(1) || b.Refuse[0].Until != scenario.Duration(time.Hour) {
		t.Errorf("changes are lost: %+v", b)
	}
	if b.Login != "cursor" || len(b.Dirty) != len(scenario.Preset("bugbot").Dirty) {
		t.Errorf("the preset is lost: %+v", b)
	}
}

func TestEveryPresetReads(t *testing.T) {
	for _, name := range scenario.PresetNames() {
		p := scenario.Preset(name)
		if p.Kind == "bot" && (len(p.Starts) == 0 || len(p.Clean) == 0 || len(p.Dirty) == 0) {
			t.Errorf("%s never starts, or has no verdict: %+v", name, p)
		}
	}
}

func TestAPersonOfThePresetAnswersRequestsToTheirOwnLogin(t *testing.T) {
	text, _ := cart(t)
	text = strings.Replace(text, "{kind: person, association: MEMBER}", "{preset: person, login: maria-k}", 1)
	f, err := scenario.Parse("s", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Actors["maria"].Starts[0].Request; got != "maria-k" {
		t.Errorf("maria answers requests to %q", got)
	}
}

func TestDurationsAreWrittenWithTheirUnit(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"90s": 90 * time.Second, "1h30m": 90 * time.Minute, "3d": 72 * time.Hour, "-2d12h": -60 * time.Hour, "250ms": 250 * time.Millisecond, "0": 0,
	} {
		if got, ok := scenario.ParseDuration(text); !ok || got != want {
			t.Errorf("%s reads %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "3", "m", "1w", "--3m", "3m ago", "1d-2h"} {
		if got, ok := scenario.ParseDuration(text); ok {
			t.Errorf("%q was accepted as %v", text, got)
		}
	}
}

func TestAStackIsLaidOverTheHeadBelow(t *testing.T) {
	f, err := scenario.Parse("s", []byte(`scenario: 1
about: A stack.
pulls: [{number: 1, head: one}, {number: 2, base: one, head: two}]
-- base/a --
a
-- head/b --
b
-- head@2/c --
c
-- later/d --
d
`))
	if err != nil {
		t.Fatal(err)
	}
	if head := f.HeadTree(f.Pulls[1]); len(head) != 3 || head["c"] != "c\n" {
		t.Errorf("the second head holds %v", head)
	}
	if tree := f.Sections.Tree("later"); tree["d"] != "d\n" {
		t.Errorf("the tree holds %v", tree)
	}
}

func FuzzNoFileBringsTheParserDown(f *testing.F) {
	f.Add("scenario: 1\npulls: [{number: 1}]\n-- base/a --\nx\n")
	f.Add("scenario: 1\nactors: {a: {preset: bugbot}}\ntimeline: [{when: push, by: a, do: review}]\n")
	f.Fuzz(func(_ *testing.T, text string) { _, _ = scenario.Parse("s", []byte(text)) })
}
