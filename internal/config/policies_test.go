package config

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// onBase is a look at a pull request whose base branch has a policy file.
func onBase(text string) pull.Snapshot {
	return pull.Snapshot{BaseRef: "main", PolicyPath: ".settle.yaml", PolicyText: text}
}

func TestTheOwnersFileIsNamedAsTheOwners(t *testing.T) {
	var p Policies
	s := onBase("version: 1\nverify: none\n")
	s.PolicyRepo = "acme/.github"
	if got := p.For(s); got.Source != "acme/.github:.settle.yaml" || !got.Verify.None || !p.HasFile(s) {
		t.Errorf("got %q, %+v", got.Source, got.Verify)
	}
}

func TestTheFileOfTheBaseBranchIsInForce(t *testing.T) {
	var p Policies
	s := onBase("version: 1\nreviewers: [bugbot]\nverify: make test\n")
	got := p.For(s)
	if got.Source != "main:.settle.yaml" || names(got) != "bugbot people" || got.Verify.Full != "make test" || got.Broken != "" {
		t.Errorf("got %+v", got)
	}
	if !p.HasFile(s) || p.HasFile(pull.Snapshot{BaseRef: "main"}) {
		t.Error("the file is not told from none")
	}
}

func TestAGivenFileWins(t *testing.T) {
	p := Policies{Given: "version: 1\nverify: none\n", GivenName: "mine.yaml"}
	got := p.For(onBase("version: 1\nverify: make test\n"))
	if got.Source != "flag:mine.yaml" || !got.Verify.None || !p.HasFile(pull.Snapshot{}) {
		t.Errorf("got %+v", got)
	}
}

func TestABrokenFileIsSaidAndNeverGuessed(t *testing.T) {
	var p Policies
	s := onBase("version: 1\ngates:\n  requierd: all\n")
	got := p.For(s)
	if got.Broken != `.settle.yaml:3:3: unknown key "requierd" in gates` || got.Source != "main:.settle.yaml" || !p.HasFile(s) {
		t.Errorf("got broken %q, source %q", got.Broken, got.Source)
	}
	if got.Verify.Given() || got.Digest == DefaultPolicy().Digest {
		t.Errorf("a broken file allows edits, or has no name of its own: %+v", got)
	}
	if mended := p.For(onBase("version: 1\n")); mended.Broken != "" {
		t.Errorf("the repaired file is still broken: %s", mended.Broken)
	}
}

func TestAnEmptyFileIsNoMissingFile(t *testing.T) {
	var p Policies
	if got := p.For(onBase("")); !strings.Contains(got.Broken, "version is missing") {
		t.Errorf("got %q", got.Broken)
	}
}

func TestWithoutAListThoseTakePartWhoWereSeen(t *testing.T) {
	cursor, copilot := pull.Author{Login: "cursor", Kind: pull.Bot}, pull.Author{Login: "Copilot", ID: 175728472, Kind: pull.Bot}
	for name, c := range map[string]struct {
		seen pull.Snapshot
		want string
	}{
		"nobody":               {pull.Snapshot{}, "people"},
		"a thread":             {pull.Snapshot{Threads: []pull.Thread{{Comments: []pull.Comment{{Author: cursor}}}}}, "bugbot people"},
		"a comment":            {pull.Snapshot{Comments: []pull.Comment{{Author: cursor}}}, "bugbot people"},
		"a review":             {pull.Snapshot{Reviews: []pull.Review{{Author: copilot}}}, "copilot people"},
		"a check":              {pull.Snapshot{Checks: []pull.Check{{Name: "Cursor Bugbot"}}}, "bugbot people"},
		"a check of that sort": {pull.Snapshot{Checks: []pull.Check{{Name: "Cursor Bugbot (nightly)"}}}, "people"},
		"a request":            {pull.Snapshot{Asked: []pull.Asked{{Login: "Copilot"}}}, "copilot people"},
		"a namesake":           {pull.Snapshot{Comments: []pull.Comment{{Author: pull.Author{Login: "cursor-fan"}}}}, "people"},
	} {
		t.Run(name, func(t *testing.T) {
			var p Policies
			if got := p.For(c.seen); names(got) != c.want || got.Source != "defaults" || !got.Unlisted {
				t.Errorf("got %s of %s", names(got), got.Source)
			}
			c.seen.PolicyPath, c.seen.PolicyText = ".settle.yaml", "version: 1\nverify: none\n"
			if got := p.For(c.seen); names(got) != c.want {
				t.Errorf("with a file that lists nobody: %s", names(got))
			}
		})
	}
}

func TestAListedReviewerNeedNotBeSeen(t *testing.T) {
	var p Policies
	if got := p.For(onBase("version: 1\nreviewers: [copilot]\n")); names(got) != "copilot people" {
		t.Errorf("got %s", names(got))
	}
}

func TestFlagsWinOverTheFile(t *testing.T) {
	dollar := policy.Money(1e6)
	p := Policies{
		Overrides: Overrides{
			Agents: []string{"codex", "mine"}, MaxRounds: 9, MaxCost: &dollar, NoEdit: true, NoReady: true, ResolveInvalid: true,
			Quiet: 2 * time.Second, Lag: time.Second, Deadline: 3 * time.Second, Poll: 4 * time.Second,
		},
		Personal: &Personal{Limits: policy.Limits{Rounds: 2}, Fix: []policy.AgentUse{{Use: "other"}}},
	}
	got := p.For(onBase("version: 1\nverify: make test\nagents: {triage: [{use: codex, model: large}]}\n"))
	if len(got.Agents.Triage) != 2 || got.Agents.Triage[0].Model != "large" || got.Agents.Fix[1].Use != "mine" {
		t.Errorf("agents are %+v", got.Agents)
	}
	if got.Limits.Rounds != 9 || got.Limits.Cost != dollar || got.Limits.Attempts != 3 {
		t.Errorf("limits are %+v", got.Limits)
	}
	if got.Verify.Given() || !got.NoEdit || !got.NoReady || !got.Answers.ResolveInvalid {
		t.Errorf("got %+v", got)
	}
	if got.Timing != (policy.Timing{Deadline: 3 * time.Second, Lag: time.Second, Quiet: 2 * time.Second, Poll: 4 * time.Second}) {
		t.Errorf("timing is %+v", got.Timing)
	}
}

func TestOfTwoLimitsInFilesTheSmallerCounts(t *testing.T) {
	me, err := ReadPersonal("config.yaml", []byte("limits: {rounds: 9, active_time: 1h, cost_usd: 2.5, born_from_fix: {at_least: 2, of_last: 5}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	p := Policies{Personal: me}
	got := p.For(onBase("version: 1\nlimits: {rounds: 4, active_time: 8h, alternations: 5}\n")).Limits
	want := policy.Limits{Rounds: 4, Attempts: 3, ActiveTime: time.Hour, WallTime: 72 * time.Hour, Cost: 2_500_000, BornAtLeast: 2, BornOfLast: 5, Alternations: 5}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	looser := smaller(policy.Limits{BornAtLeast: 3, BornOfLast: 4}, policy.Limits{BornAtLeast: 3, BornOfLast: 3})
	if looser.BornOfLast != 4 {
		t.Errorf("a looser share was taken: %+v", looser)
	}
}

func TestThePersonalFileBringsPrograms(t *testing.T) {
	me, err := ReadPersonal("config.yaml", []byte(`version: 1
agents:
  fix: [mine, claude]
  sandbox: required
  define: {mine: {command: [my-agent, --request, "{request}", "--report={report}"]}}
notify: {when: ready, to: [desktop, {webhook_env: CHAT_URL}, {command: [say, done]}], quiet: "22:00-07:00"}
`))
	if err != nil {
		t.Fatal(err)
	}
	p := Policies{Personal: me}
	got := p.For(onBase("version: 1\nnotify: {to: []}\n"))
	if got.Agents.Define["mine"][0] != "my-agent" || got.Agents.Fix[0].Use != "mine" || got.Agents.Triage[0].Use != "claude" || got.Agents.Sandbox != "required" {
		t.Errorf("agents are %+v", got.Agents)
	}
	n := got.Notify
	if n.When[0] != "ready" || n.To[0] != "desktop" || n.To[1] != "webhook_env:CHAT_URL" || n.Commands[0][1] != "done" || n.Quiet != "22:00-07:00" {
		t.Errorf("notify is %+v", n)
	}
	var plain Policies
	if got := plain.For(onBase("version: 1\nnotify: {to: []}\n")); got.Agents.Define != nil || got.Notify.Commands != nil {
		t.Errorf("programs without a personal file: %+v", got)
	}
}

func TestThePersonalFileHoldsNothingElse(t *testing.T) {
	for text, says := range map[string]string{
		"gates: {behind: ignore}": "allowed: version, agents, limits, notify",
		"version: 3":              "version cannot be 3",
		"agents: {define: {mine: {command: [a, '{report}']}}}": "no argument of the command holds {request}",
		"agents: {define: {mine: {}}}":                         "command is missing",
		"limits: {born_from_fix: {at_least: 2}}":               "both at_least and of_last",
		"limits: {born_from_fix: {at_least: 3, of_last: 2}}":   "at least 3 of the last 2",
		"notify: {to: [{webhook_env: A, command: [b]}]}":       "wants one of webhook_env, command",
		"notify: {to: [pager]}":                                "desktop",
	} {
		if _, err := ReadPersonal("config.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: got %v", text, err)
		}
	}
	if me, err := ReadPersonal("config.yaml", nil); err != nil || me.Fix != nil {
		t.Errorf("an empty file is refused: %v", err)
	}
}

func TestManyMayAskAtOnce(t *testing.T) {
	p := Policies{Overrides: Overrides{Agents: []string{"codex"}}, Personal: &Personal{Limits: policy.Limits{Rounds: 1}}}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range mostKept {
				got := p.For(onBase("version: 1\nreviewers: [bugbot]\n" + strings.Repeat("#\n", i)))
				if names(got) != "bugbot people" || got.Limits.Rounds != 1 {
					t.Errorf("got %+v", got)
				}
			}
		})
	}
	all.Wait()
	if base := p.kept["main:.settle.yaml\x00version: 1\nreviewers: [bugbot]\n"]; base.Limits.Rounds != 6 || base.Agents.Fix[0].Use != "claude" {
		t.Errorf("what is kept was changed: %+v", base)
	}
}

func TestMemoryOfPoliciesIsBounded(t *testing.T) {
	var p Policies
	for i := range 3 * mostKept {
		p.For(onBase("version: 1\n" + strings.Repeat("#\n", i)))
	}
	if len(p.kept) > mostKept {
		t.Errorf("%d are kept", len(p.kept))
	}
}
