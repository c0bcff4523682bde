package perform

import (
	"slices"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
)

// one is a change of one file, a run of lines.
func one(path string, removed, added []string) feedback.Change {
	return feedback.Change{Path: path, Old: path, Runs: []feedback.Run{{Start: 1, Removed: removed, Added: added}}}
}

func TestTheSmallGateIsForTheSmallestChangesOnly(t *testing.T) {
	rules := policy.Verify{Full: "make test", Lite: "make fmt"}
	text := one("cart.go", []string{`const word = "a"`}, []string{`const word = "b"`})
	cases := []struct {
		name    string
		changes []feedback.Change
		gate    string
	}{
		{"a text in one file", []feedback.Change{text}, feedback.GateLite},
		{"a comment", []feedback.Change{one("cart.go", []string{"// Total adds"}, []string{"// Total adds up"})}, feedback.GateLite},
		{"two files", []feedback.Change{text, one("tax.go", nil, []string{"// more"})}, feedback.GateFull},
		{"nothing", nil, feedback.GateFull},
		{"an import", []feedback.Change{one("cart.go", nil, []string{`import "fmt"`})}, feedback.GateFull},
		{"a condition", []feedback.Change{one("cart.py", []string{"if a:"}, []string{"if b:"})}, feedback.GateFull},
		{"a word of control flow in a comment is a doubt", []feedback.Change{one("cart.go", nil, []string{"// for all"})}, feedback.GateFull},
		{"a ternary", []feedback.Change{one("cart.ts", nil, []string{"const a = b ? 1 : 2"})}, feedback.GateFull},
		{"a return", []feedback.Change{one("cart.go", []string{"return a"}, []string{"return b"})}, feedback.GateFull},
		{"a new file", []feedback.Change{{Path: "new.go", Runs: text.Runs}}, feedback.GateFull},
		{"a file that goes", []feedback.Change{{Path: "old.go", Old: "old.go", Gone: true}}, feedback.GateFull},
		{"a picture", []feedback.Change{{Path: "a.go", Old: "a.go", Binary: true}}, feedback.GateFull},
		{"a mode", []feedback.Change{{Path: "a.go", Old: "a.go", Mode: true, Runs: text.Runs}}, feedback.GateFull},
		{"a language that is not known", []feedback.Change{one("deploy.tf", nil, []string{"name"})}, feedback.GateFull},
	}
	for _, c := range cases {
		gate, why := gateOf(rules, c.changes)
		if gate != c.gate || (why == "") != (gate == feedback.GateLite) {
			t.Errorf("%s: %s, because %q", c.name, gate, why)
		}
	}
	if gate, why := gateOf(policy.Verify{Full: "make test"}, []feedback.Change{text}); gate != feedback.GateFull || why != "" {
		t.Errorf("without a small gate: %s, %q", gate, why)
	}
}

func TestBehaviourIsAssumedButForCommentsDocumentsAndNames(t *testing.T) {
	cases := []struct {
		name    string
		changes []feedback.Change
		behaves bool
	}{
		{"a comment", []feedback.Change{one("cart.go", []string{"// a"}, []string{"// b", "//", "", "\t// c"})}, false},
		{"a comment of Python", []feedback.Change{one("cart.py", nil, []string{"# a"})}, false},
		{"a document", []feedback.Change{one("README.md", nil, []string{"anything"})}, false},
		{"a test alone", []feedback.Change{one("cart_test.go", nil, []string{"func TestX(t *testing.T) {}"})}, false},
		{"a name, the same everywhere", []feedback.Change{one("a.go", []string{"x := total(a)", "use(x)"}, []string{"y := total(a)", "use(y)"})}, false},
		{"a name, not the same everywhere", []feedback.Change{one("a.go", []string{"x := total(a)", "use(x)"}, []string{"y := total(a)", "use(z)"})}, true},
		{"a line of code", []feedback.Change{one("a.go", []string{"a + b"}, []string{"a - b"})}, true},
		{"a number", []feedback.Change{one("a.go", []string{"a + 1"}, []string{"a + 2"})}, true},
		{"a text", []feedback.Change{one("a.go", []string{`say("a")`}, []string{`say("b")`})}, true},
		{"a keyword for a name", []feedback.Change{one("a.go", []string{"foo x"}, []string{"return x"})}, true},
		{"code behind a comment", []feedback.Change{one("a.go", nil, []string{"/* a */ b()"})}, true},
		{"a comment that a tool obeys", []feedback.Change{one("a.go", nil, []string{"//go:noinline"})}, true},
		{"a new file", []feedback.Change{{Path: "a.go", Runs: []feedback.Run{{Added: []string{"// a"}}}}}, true},
		{"a language that is not known", []feedback.Change{one("a.xyz", nil, []string{"# a"})}, true},
		{"a document and code", []feedback.Change{one("README.md", nil, []string{"a"}), one("a.go", nil, []string{"b()"})}, true},
	}
	for _, c := range cases {
		if behaves(c.changes) != c.behaves {
			t.Errorf("%s: behaviour %v", c.name, !c.behaves)
		}
	}
}

func TestTestsThatAreTakenAwayOrMadeBlind(t *testing.T) {
	lost := func(path string, removed, added []string) feedback.Change { return one(path, removed, added) }
	cases := []struct {
		name    string
		changes []feedback.Change
		about   []string
		want    []feedback.ViolationCode
	}{
		{"a test more", []feedback.Change{lost("a_test.go", nil, []string{"func TestB(t *testing.T) {", "\tt.Fatal()"})}, nil, nil},
		{"another expectation", []feedback.Change{lost("a_test.go", []string{"assertEqual(a, 1)"}, []string{"assertEqual(a, 2)"})}, nil, nil},
		{"a test less", []feedback.Change{lost("a_test.go", []string{"func TestA(t *testing.T) {"}, nil)}, nil, []feedback.ViolationCode{feedback.TestsRemoved}},
		{"of Python", []feedback.Change{lost("test_a.py", []string{"def test_a():"}, nil)}, nil, []feedback.ViolationCode{feedback.TestsRemoved}},
		{"of JavaScript", []feedback.Change{lost("a.test.ts", []string{`  it("adds", () => {`}, nil)}, nil, []feedback.ViolationCode{feedback.TestsRemoved}},
		{"the whole file", []feedback.Change{{Path: "a_test.go", Old: "a_test.go", Gone: true, Runs: []feedback.Run{{Removed: []string{"func TestA(t *testing.T) {}"}}}}}, nil, []feedback.ViolationCode{feedback.TestsRemoved}},
		{"a file of tests without a name", []feedback.Change{{Path: "testdata/a.txt", Old: "testdata/a.txt", Gone: true}}, nil, []feedback.ViolationCode{feedback.TestsWeakened}},
		{"a test that moved", []feedback.Change{lost("a_test.go", []string{"func TestA(t *testing.T) {", "\tt.Fatal()"}, nil), lost("b_test.go", nil, []string{"func TestA(t *testing.T) {", "\tt.Fatal()"})}, nil, nil},
		{"a check less", []feedback.Change{lost("a_test.go", []string{"\tt.Fatal(1)"}, nil)}, nil, []feedback.ViolationCode{feedback.TestsWeakened}},
		{"skipped", []feedback.Change{lost("a_test.go", nil, []string{"\tt.Skip()"})}, nil, []feedback.ViolationCode{feedback.TestsWeakened}},
		{"skipped in JavaScript", []feedback.Change{lost("a.spec.js", []string{`it("adds"`}, []string{`it.skip("adds"`})}, nil, []feedback.ViolationCode{feedback.TestsWeakened}},
		{"the item is about this test", []feedback.Change{lost("a_test.go", []string{"func TestA(t *testing.T) {"}, nil)}, []string{"a_test.go"}, nil},
		{"no test at all", []feedback.Change{lost("a.go", []string{"t.Fatal()"}, nil)}, nil, nil},
	}
	for _, c := range cases {
		var got []feedback.ViolationCode
		for _, v := range weakened(c.changes, c.about) {
			got = append(got, v.Code)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
