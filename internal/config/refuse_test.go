package config

import (
	"strings"
	"testing"
)

// refusals are files that cannot be used, where that stands and what is said.
var refusals = map[string]struct{ text, place, says string }{
	"no version":            {"verify: none", ":1:1:", "version is missing"},
	"empty file":            {"", ":1:1:", "version is missing"},
	"another version":       {"version: 2\nnew: key", ":1:10:", "version cannot be 2"},
	"version as text":       {"version: one", ":1:10:", "wants a whole number"},
	"a list":                {"- version: 1", ":1:1:", "the document wants a map"},
	"no YAML":               {"version: 1\ngates: {a", ":2:", "flow map"},
	"near key":              {"version: 1\nreviewrs: []", ":2:1:", `did you mean "reviewers"?`},
	"unknown reviewer":      {"version: 1\nreviewers: [bugbto]", ":2:13:", `unknown reviewer "bugbto"`},
	"and its neighbour":     {"version: 1\nreviewers: [bugbto]", ":2:13:", `did you mean "bugbot"?`},
	"stranger":              {"version: 1\nreviewers: {zebra: required}", ":2:13:", "say who it is with define; allowed: "},
	"twice":                 {"version: 1\nreviewers: [bugbot, bugbot]", ":2:21:", "twice"},
	"reviewers as text":     {"version: 1\nreviewers: bugbot", ":2:12:", "wants a list or a map"},
	"bad role":              {"version: 1\nreviewers: {bugbot: requird}", ":2:21:", `bugbot cannot be "requird"`},
	"role in map":           {"version: 1\nreviewers: {bugbot: {role: lst}}", ":2:28:", `did you mean "last"?`},
	"key of a reviewer":     {"version: 1\nreviewers: {bugbot: {wait: 3}}", ":2:22:", `unknown key "wait" in bugbot`},
	"approvals of a bot":    {"version: 1\nreviewers: {bugbot: {approvals: 1}}", ":2:22:", "approvals is for people"},
	"publishing bot":        {"version: 1\nreviewers: {bugbot: {publish: true}}", ":2:22:", "publish is for auditor"},
	"asking people":         {"version: 1\nreviewers: {people: {ask: hello}}", ":2:22:", "ask has no meaning for people"},
	"after nobody":          {"version: 1\nreviewers: {bugbot: {after: [copilto]}, copilot: last}", ":2:30:", `did you mean "copilot"?`},
	"after itself":          {"version: 1\nreviewers: {bugbot: {after: bugbot}}", ":2:29:", "wait for itself"},
	"in a circle":           {"version: 1\nreviewers: {bugbot: {after: [copilot]}, copilot: {after: [bugbot]}}", ":2:30:", "wait for itself"},
	"too sure":              {"version: 1\nreview: {min_confidence: 11}", ":2:26:", "min_confidence cannot be 11"},
	"no waits":              {"version: 1\nreviewers: {copilot: {waits: 0}}", ":2:30:", "from 1"},
	"ask as number":         {"version: 1\nreviewers: {bugbot: {ask: 3}}", ":2:27:", "ask wants"},
	"two ways to ask":       {"version: 1\nreviewers: {bugbot: {ask: {comment: a, request: b}}}", ":2:27:", "wants one of comment, request, push"},
	"nobody's definition":   {"version: 1\nreviewers: {x: {define: {kind: bot}}}", ":2:", "accounts is missing"},
	"account of nobody":     {"version: 1\nreviewers: {x: {define: {accounts: [{}]}}}", ":2:37:", "an account wants"},
	"empty signal":          {"version: 1\nreviewers: {x: {define: {accounts: [{id: 1}], clean: [{within: 1m}]}}}", ":2:55:", "a signal wants one of check"},
	"two signals":           {"version: 1\nreviewers: {x: {define: {accounts: [{id: 1}], clean: [{inline: any, body: a}]}}}", ":2:55:", "a signal wants one of check"},
	"mute check":            {"version: 1\nreviewers: {x: {define: {accounts: [{id: 1}], clean: [{check: a}]}}}", ":2:56:", "check says nothing"},
	"target of a check":     {"version: 1\nreviewers: {x: {define: {accounts: [{id: 1}], clean: [{inline: any, target: ask}]}}}", ":2:69:", "target goes with reaction"},
	"bad expression":        {"version: 1\nreviewers: {x: {define: {accounts: [{id: 1}], dirty: [{body: '(a'}]}}}", ":2:62:", "not a regular expression"},
	"no group time":         {"version: 1\nreviewers: {x: {define: {accounts: [{id: 1}], refused: [{body: a, until: b}]}}}", ":2:74:", "(?P<time>…)"},
	"no group title":        {"version: 1\nreviewers: {x: {define: {accounts: [{id: 1}], findings: {title: first}}}}", ":2:65:", "(?P<title>…)"},
	"no group severity":     {"version: 1\nreviewers: {x: {define: {accounts: [{id: 1}], findings: {severity: high}}}}", ":2:68:", "(?P<severity>…)"},
	"gate":                  {"version: 1\ngates: {behind: rebase}", ":2:17:", "allowed: update, ignore, block"},
	"empty gate":            {"version: 1\ngates:", ":2:1:", "gates is empty"},
	"agent without name":    {"version: 1\nagents: {fix: [{model: a}]}", ":2:16:", "use is missing"},
	"program":               {"version: 1\nagents: {define: {mine: {command: [a, '{request}', '{report}']}}}", ":2:10:", "only in the personal file"},
	"sandbox":               {"version: 1\nagents: {sandbox: maybe}", ":2:19:", "allowed: auto, required, none"},
	"clusters":              {"version: 1\nagents: {clusters: maybe}", ":2:20:", "allowed: auto, none"},
	"parallel":              {"version: 1\nagents: {parallel: 0}", ":2:20:", "from 1 to 4"},
	"too parallel":          {"version: 1\nagents: {parallel: 5}", ":2:20:", "parallel cannot be 5"},
	"verify as list":        {"version: 1\nverify: [make]", ":2:9:", "wants text or a map"},
	"lite alone":            {"version: 1\nverify: {lite: make}", ":2:16:", "lite stands without full"},
	"empty command":         {"version: 1\nverify: \"\"", ":2:9:", "verify is empty"},
	"rounds":                {"version: 1\nlimits: {rounds: 0}", ":2:18:", "rounds cannot be 0"},
	"rounds as text":        {"version: 1\nlimits: {rounds: many}", ":2:18:", "wants a whole number"},
	"no unit":               {"version: 1\nlimits: {active_time: 8}", ":2:23:", "8h"},
	"backwards":             {"version: 1\nlimits: {wall_time: -3d}", ":2:21:", "not a duration"},
	"no time":               {"version: 1\nlimits: {wall_time: 0s}", ":2:21:", "not a duration"},
	"no money":              {"version: 1\nlimits: {cost_usd: 0}", ":2:20:", "more than 0"},
	"money as text":         {"version: 1\nlimits: {cost_usd: $20}", ":2:20:", "wants a number"},
	"five of four":          {"version: 1\nlimits: {born_from_fix: {at_least: 5}}", ":2:", "at least 5 of the last 4"},
	"resolving needs_human": {"version: 1\nanswers: {resolve: {needs_human: {bot: proven}}}", ":2:21:", "allowed: valid, already_fixed, invalid"},
	"close rule":            {"version: 1\nanswers: {resolve: {valid: {bot: always}}}", ":2:34:", "allowed: never, proven, answered"},
	"template":              {"version: 1\nanswers: {templates: {fixd: a.md}}", ":2:23:", `did you mean "fixed"?`},
	"template elsewhere":    {"version: 1\nanswers: {templates: {fixed: ../../etc/passwd}}", ":2:30:", "within the repository"},
	"conflict":              {"version: 1\nbranch: {conflict: force}", ":2:20:", "allowed: merge, rebase, ask"},
	"escalating":            {"version: 1\nescalation: {to: [comment, mail]}", ":2:28:", "allowed: comment, label, command, webhook, bd"},
	"tracker's issue":       {"version: 1\nescalation: {issue: --all}", ":2:21:", "allowed: shop-42"},
	"steer":                 {"version: 1\nescalation: {steer: everyone}", ":2:21:", "allowed: write, maintain, admin"},
	"negated glob":          {"version: 1\nescalation: {paths: ['!a']}", ":2:22:", "CODEOWNERS"},
	"phase":                 {"version: 1\nnotify: {when: [done]}", ":2:17:", "needs_you"},
	"address in the file":   {"version: 1\nnotify: {to: [{webhook_env: 'https://x'}]}", ":2:29:", "not the name of a variable"},
	"command sink":          {"version: 1\nnotify: {to: [{command: [say, hello]}]}", ":2:16:", "only in the personal file"},
	"quiet hours":           {"version: 1\nnotify: {quiet: night}", ":2:17:", "22:00-07:00"},
	"too short a quiet":     {"version: 1\ntiming: {lag: 2m}", ":2:", "quiet (1m30s) must be longer than lag (2m0s)"},
	"report":                {"version: 1\nreport: {comment: yes}", ":2:19:", "true or false"},
	"check":                 {"version: 1\nreport: {check: always}", ":2:17:", "allowed: auto, none"},
	"anchor":                {"version: 1\nverify: &v make", ":2:9:", "anchor"},
}

func TestWhatCannotBeUsedIsRefusedWhereItStands(t *testing.T) {
	for name, c := range refusals {
		t.Run(name, func(t *testing.T) {
			_, err := ReadPolicy("f.yaml", "", []byte(c.text))
			if err == nil {
				t.Fatal("was accepted")
			}
			if !strings.Contains(err.Error(), "f.yaml"+c.place) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("want %s %q in\n%v", c.place, c.says, err)
			}
		})
	}
}

func TestAllProblemsOfAFileComeAtOnce(t *testing.T) {
	_, err := ReadPolicy("f.yaml", "", []byte("version: 1\ngates: {checks: some}\nlimits: {rounds: -1}\nreport: {check: 1}\n"))
	if err == nil || strings.Count(err.Error(), "f.yaml:") != 3 {
		t.Errorf("got %v", err)
	}
}

func FuzzNoFileBringsItDown(f *testing.F) {
	f.Add("version: 1\nreviewers: {bugbot: {ask: null}, x: {define: {accounts: [{id: 1}]}}}\n")
	f.Add("version: 1\nnotify: {to: [desktop, {webhook_env: A}]}\nverify: |\n  make\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ReadPolicy("f", "s", []byte(text))
		if err == nil && (p.Version != 1 || p.Digest == "" || len(p.Reviewers) == 0) {
			t.Errorf("accepted as %+v", p)
		}
		_, _ = ReadPersonal("f", []byte(text))
	})
}
