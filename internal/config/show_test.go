package config

import (
	"fmt"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// shown gives the settings by key, as value, origin and place.
func shown(t *testing.T, p *Policies, s pull.Snapshot, over ...Given) map[string]string {
	t.Helper()
	list, err := p.Settings(s, over)
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]string{}
	for _, one := range list {
		by[one.Key] = strings.TrimSpace(fmt.Sprint(one.Value, " ", one.Origin, " ", one.From))
	}
	return by
}

func ofBase(text string) pull.Snapshot { return onBase("version: 1\n" + text) }

func TestEveryValueInForceNamesItsOrigin(t *testing.T) {
	me, err := ReadPersonal("/me/config.yaml", []byte("agents: {timeout: 1h, parallel: 1}\nlimits: {rounds: 9, cost_usd: 5, attempts_per_item: 1}\nnotify: {to: []}\n"))
	if err != nil {
		t.Fatal(err)
	}
	cost := policy.Money(3e6)
	p := &Policies{Personal: me, Overrides: Overrides{Agents: []string{"codex"}, MaxCost: &cost}}
	got := shown(t, p, ofBase("verify: make test\ngates: {threads: by_policy}\nlimits: {rounds: 4}\nagents: {fix: [claude]}\nreviewers: {bugbot: optional, people: {approvals: 2}}\n"),
		Given{Flag: "agent"}, Given{Flag: "max-cost", Variable: "SETTLE_MAX_COST"})
	for key, want := range map[string]string{
		"version": "1 file main:.settle.yaml", "verify.full": "make test file main:.settle.yaml", "verify.timeout": "20m default",
		"gates.threads": "by_policy file main:.settle.yaml", "gates.behind": "update default", "verify.lite": "default",
		"agents.fix": "[codex] flag --agent", "agents.triage": "[codex] flag --agent", "agents.timeout": "1h personal /me/config.yaml",
		"agents.parallel": "1 personal /me/config.yaml", "agents.define": "map[] default", "notify.to": "[] personal /me/config.yaml",
		"limits.rounds": "4 file main:.settle.yaml", "limits.attempts_per_item": "1 personal /me/config.yaml",
		"limits.cost_usd": "3 environment SETTLE_MAX_COST", "limits.wall_time": "3d default", "limits.born_from_fix.at_least": "3 default",
		"reviewers.bugbot.role": "optional file main:.settle.yaml", "reviewers.bugbot.when_silent": "proceed default",
		"reviewers.bugbot.ask": "bugbot run default", "reviewers.bugbot.max_wait": "30m default",
		"reviewers.people.approvals": "2 file main:.settle.yaml", "reviewers.people.role": "required default",
		"answers.resolve.valid.bot": "proven default", "escalation.steer": "[write] default", "timing.quiet": "90s default",
	} {
		if got[key] != want {
			t.Errorf("%s: got %q, want %q", key, got[key], want)
		}
	}
	if _, ok := got["reviewers.people.ask"]; ok {
		t.Error("a key without a meaning is shown")
	}
}

func TestWithoutAFileAllAreDefaults(t *testing.T) {
	for key, says := range shown(t, &Policies{}, pull.Snapshot{}) {
		if !strings.HasSuffix(says, "default") {
			t.Errorf("%s: %s", key, says)
		}
	}
}

func TestOneCommandOrNoneForVerifyIsTheFilesWord(t *testing.T) {
	if got := shown(t, &Policies{}, ofBase("verify: none"))["verify"]; got != "none file main:.settle.yaml" {
		t.Errorf("got %q", got)
	}
	if got := shown(t, &Policies{Overrides: Overrides{NoEdit: true}}, ofBase("verify: none"), Given{Flag: "no-edit"})["verify.full"]; got != "flag --no-edit" {
		t.Errorf("with --no-edit: %q", got)
	}
}

func TestAReviewerOfOnesOwnIsShownWithWhoItIs(t *testing.T) {
	got := shown(t, &Policies{}, ofBase("reviewers: {acme: {define: {accounts: [{id: 7, login: acme}], ask: {request: acme}, clean: [{inline: any}]}}}"))
	if want := "map[accounts:[map[id:7 login:acme]] ask:map[latency:270s request:acme window:30m] clean:[map[inline:any]] findings:map[from:[inline] title:first_line] kind:bot] file main:.settle.yaml"; got["reviewers.acme.define"] != want {
		t.Errorf("got %q", got["reviewers.acme.define"])
	}
	if got["reviewers.acme.ask"] != "map[request:acme] default" {
		t.Errorf("asked %q", got["reviewers.acme.ask"])
	}
}

func TestABrokenFileHasNoSettings(t *testing.T) {
	if _, err := (&Policies{}).Settings(ofBase("gates: {thread: x}"), nil); err == nil || !strings.Contains(err.Error(), ".settle.yaml:2:") {
		t.Errorf("got %v", err)
	}
}
