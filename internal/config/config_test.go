package config

import (
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/reviewer"
	"github.com/settlehq/settle/internal/strictyaml"
)

func file(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func parse(t *testing.T, text string) policy.Policy {
	t.Helper()
	p, err := ReadPolicy(".settle.yaml", "main:.settle.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// one gives the reviewer of a name.
func one(t *testing.T, p policy.Policy, name string) policy.Reviewer {
	t.Helper()
	for _, r := range p.Reviewers {
		if r.Name == name {
			return r
		}
	}
	t.Fatalf("%s does not take part", name)
	return policy.Reviewer{}
}

func names(p policy.Policy) string {
	var list []string
	for _, r := range p.Reviewers {
		list = append(list, r.Name)
	}
	return strings.Join(list, " ")
}

func TestTheMinimalFileGivesEachReviewerItsOwnRole(t *testing.T) {
	p := parse(t, string(file(t, "minimal.yaml")))
	if names(p) != "bugbot copilot people" || p.Unlisted {
		t.Errorf("reviewers are %s, unlisted %v", names(p), p.Unlisted)
	}
	bugbot, copilot, all := one(t, p, "bugbot"), one(t, p, "copilot"), one(t, p, "people")
	if bugbot.Role != policy.Required || bugbot.WhenRefused != policy.Wait || bugbot.WhenSilent != policy.Block || bugbot.Asks != 2 || !bugbot.Answered {
		t.Errorf("bugbot is %+v", bugbot)
	}
	if copilot.Role != policy.Last || copilot.Waits != 3 || copilot.WhenSilent != policy.Block {
		t.Errorf("copilot is %+v", copilot)
	}
	if all.Role != policy.Required || all.Answered || all.Approvals != 0 || all.Asks != 0 {
		t.Errorf("people are %+v", all)
	}
	if p.Verify.Full != "make test" || p.Verify.Timeout != 20*time.Minute || p.Source != "main:.settle.yaml" {
		t.Errorf("verify is %+v, source %q", p.Verify, p.Source)
	}
}

func TestTheFullFileSpellsOutTheDefaults(t *testing.T) {
	got, want := parse(t, string(file(t, "full.yaml"))), policy.Default()
	if got.Verify.Full != "make test" {
		t.Errorf("verify is %+v", got.Verify)
	}
	if len(got.Agents.Define) != 0 || len(got.Agents.SecondLook) != 0 || len(got.Notify.To) != 0 || len(got.Answers.Templates) != 0 {
		t.Errorf("something is in the empty lists: %+v %+v", got.Agents, got.Notify)
	}
	got.Agents.Define, got.Agents.SecondLook, got.Notify.To, got.Answers.Templates = nil, nil, nil, nil
	got.Verify.Full, got.Reviewers, got.Unlisted = "", nil, true
	got.Source, got.Digest = "", ""
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

func TestTheFullFileNamesReviewersInEveryShape(t *testing.T) {
	p := parse(t, string(file(t, "full.yaml")))
	if names(p) != "bugbot copilot coderabbit people auditor acme-lint" {
		t.Fatalf("reviewers are %s", names(p))
	}
	rabbit, audit, acme := one(t, p, "coderabbit"), one(t, p, "auditor"), one(t, p, "acme-lint")
	if rabbit.Role != policy.Optional || rabbit.WhenRefused != policy.Proceed || rabbit.MaxWait != 30*time.Minute {
		t.Errorf("coderabbit is %+v", rabbit)
	}
	if audit.Role != policy.Ignore || audit.Agent != "codex" || audit.After[0] != "bugbot" || audit.Define.Kind != "auditor" {
		t.Errorf("auditor is %+v", audit)
	}
	d := acme.Define
	if d.Accounts[0] != (policy.Account{ID: 99887766, Login: "acme-lint"}) || d.Ask.Comment != "/acme review" || d.Ask.Latency != 4*time.Minute || d.Ask.Window != 30*time.Minute {
		t.Errorf("acme-lint is %+v", d)
	}
	if len(d.Started) != 2 || d.Started[0].Within != time.Minute || d.Clean[0].Conclusion[1] != "neutral" || d.Refused[0].Until == "" || d.Findings.Title != "first_bold" {
		t.Errorf("signals of acme-lint are %+v", d)
	}
}

// The page of the file's format shows this error; it is kept to the letter.
func TestAnUnknownKeyIsShownAsThePageShowsIt(t *testing.T) {
	_, err := ReadPolicy(".settle.yaml", "", []byte("version: 1\n\n\n\ngates:\n  requierd: all\n"))
	want := `.settle.yaml:6:3: unknown key "requierd" in gates
    5 | gates:
    6 |   requierd: all
      |   ^^^^^^^^ allowed: threads, checks, no_checks, behind, unstable`
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	var all strictyaml.Problems
	if !errors.As(err, &all) || len(all) != 1 {
		t.Errorf("got %d problems", len(all))
	}
}

func TestVerifyHasThreeShapes(t *testing.T) {
	for text, want := range map[string]policy.Verify{
		"verify: go test ./...": {Full: "go test ./..."},
		"verify: none":          {None: true},
		"verify: {full: make test, setup: make deps, lite: go vet ./..., tests: required, timeout: 5m, repairs: 0}": {
			Full: "make test", Setup: "make deps", Lite: "go vet ./...", Tests: "required", Timeout: 5 * time.Minute, Repairs: -1,
		},
		"": {},
	} {
		base := policy.Default().Verify
		want.Tests = orElse(want.Tests, base.Tests)
		want.Timeout = orElse(want.Timeout, base.Timeout)
		if want.Repairs = orElse(want.Repairs, base.Repairs); want.Repairs < 0 {
			want.Repairs = 0
		}
		if got := parse(t, "version: 1\n"+text).Verify; got != want {
			t.Errorf("%q: got %+v, want %+v", text, got, want)
		}
	}
}

func TestHowAReviewerIsAskedCanBeReplaced(t *testing.T) {
	asked := func(text string) policy.Ask {
		return one(t, parse(t, "version: 1\nreviewers: {bugbot: {ask: "+text+"}}"), "bugbot").Define.Ask
	}
	own := Builtin()["bugbot"].Ask
	if got := asked(`"cursor review"`); got.Comment != "cursor review" || got.Latency != own.Latency || got.Window != own.Window {
		t.Errorf("by phrase: %+v", got)
	}
	if got := asked("null"); got.Possible() {
		t.Errorf("null still asks: %+v", got)
	}
	if got := asked("{request: cursor, window: 1h}"); got.Request != "cursor" || got.Comment != "" || got.Window != time.Hour {
		t.Errorf("by request: %+v", got)
	}
	if Builtin()["bugbot"].Ask != own {
		t.Error("the built-in definition was changed")
	}
}

func TestWhatAFileSaysOfPeopleAndAnswersWins(t *testing.T) {
	p := parse(t, "version: 1\nreviewers:\n  bugbot: {answered: block, after: people}\n  people: {role: optional, approvals: 2}\n")
	people := one(t, p, "people")
	if people.Role != policy.Optional || people.Approvals != 2 || people.WhenSilent != policy.Proceed {
		t.Errorf("people are %+v", people)
	}
	if bugbot := one(t, p, "bugbot"); bugbot.Answered || bugbot.After[0] != "people" {
		t.Errorf("bugbot is %+v", bugbot)
	}
}

func TestTheDigestFollowsTheText(t *testing.T) {
	a, b := parse(t, "version: 1\n"), parse(t, "version: 1\n#\n")
	if a.Digest == b.Digest || a.Digest == "" || a.Digest != parse(t, "version: 1\n").Digest {
		t.Errorf("digests are %q and %q", a.Digest, b.Digest)
	}
	if DefaultPolicy().Digest == "" || DefaultPolicy().Source != "defaults" {
		t.Error("the defaults have no name")
	}
}

func TestEveryBuiltInDefinitionIsComplete(t *testing.T) {
	all := Builtin()
	if len(all) < 2 {
		t.Fatalf("only %d", len(all))
	}
	for name, d := range all {
		if d.Name != name || d.Role == "" || len(d.Accounts) == 0 || d.Source == "" || d.Ask.Window == 0 || len(d.Clean) == 0 {
			t.Errorf("%s is not complete: %+v", name, d)
		}
	}
	delete(all, "bugbot")
	if _, ok := Builtin()["bugbot"]; !ok {
		t.Error("a caller can take a definition away")
	}
	if _, err := readShelf(reviewer.Files); err != nil {
		t.Error(err)
	}
}

func TestABrokenDefinitionFileIsNoticed(t *testing.T) {
	for _, text := range []string{"name: other\naccounts: [{login: x}]\n", "name: x\naccounts: []\n", "name: x\ncolour: red\naccounts: [{login: x}]\n"} {
		if _, err := readShelf(fstest.MapFS{"builtin/x.yaml": {Data: []byte(text)}}); err == nil {
			t.Errorf("accepted %q", text)
		}
	}
}
