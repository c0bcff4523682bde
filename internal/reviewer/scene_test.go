package reviewer

import (
	"time"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// bugbot and copilot as their files in builtin say; config reads those.
var (
	bugbot = policy.Definition{
		Name: "bugbot", Kind: "bot", Role: policy.Required,
		Accounts: []policy.Account{{Login: "cursor"}},
		Ask:      policy.Ask{Comment: "bugbot run", Exact: true, Latency: 4 * time.Minute, Window: 30 * time.Minute},
		Started: []policy.Signal{
			{Reaction: "eyes", Target: "ask", Within: time.Minute},
			{Check: "Cursor Bugbot", Status: "in_progress"}, {Check: "Cursor Bugbot", Status: "queued"},
		},
		Clean: []policy.Signal{
			{Check: "Cursor Bugbot", Conclusion: []string{"success"}},
			{Body: "(?i)bugbot reviewed your changes and found no (new )?(issues|bugs)"},
		},
		Dirty: []policy.Signal{{Inline: "any"}, {Body: `(?i)found (?P<count>\d+) (potential )?(issues?|bugs?)`}},
		Refused: []policy.Signal{
			{Body: "(?i)usage limit|free trial|bugbot is (disabled|paused|not enabled)", Until: `until (?P<time>\S+)`},
			{Check: "Cursor Bugbot", Conclusion: []string{"skipped", "cancelled", "timed_out"}},
		},
		Findings: policy.Findings{
			From: []string{"inline"}, Title: `(?m)^###\s+(?:Bug:\s*)?(?P<title>.+)$`,
			Severity: `(?i)\*{0,2}(?P<severity>critical|high|medium|low) severity`,
		},
	}
	copilot = policy.Definition{
		Name: "copilot", Kind: "bot", Role: policy.Last,
		Accounts: []policy.Account{{ID: 175728472, Login: "copilot-pull-request-reviewer"}, {Login: "Copilot"}},
		Ask:      policy.Ask{Request: "copilot-pull-request-reviewer[bot]", Latency: 4 * time.Minute, Window: 30 * time.Minute},
		Clean:    []policy.Signal{{Body: "(?i)generated no (new )?comments"}, {Review: "approved"}},
		Dirty:    []policy.Signal{{Inline: "any"}, {Body: `(?i)generated (?P<count>\d+) comments?`}},
		Refused:  []policy.Signal{{Body: "(?i)wasn't able to review|unable to review|quota|too (large|many files)"}},
		Findings: policy.Findings{From: []string{"inline"}, Title: "first_line"},
	}
	both = []policy.Reviewer{{Name: "bugbot", Define: bugbot}, {Name: "copilot", Define: copilot}}
)

var (
	cursor = pull.Author{Login: "cursor", ID: 206951365, Kind: pull.Bot}
	pilot  = pull.Author{Login: "copilot-pull-request-reviewer", ID: 175728472, Kind: pull.Bot}
	maria  = pull.Author{Login: "maria", ID: 7, Kind: pull.Person, Trust: pull.Maintainer}
	dev    = pull.Author{Login: "dev", ID: 8, Kind: pull.Person}
)

// part adds one thing to what a look shows. Times are minutes before noon; the
// head h2 is there since an hour.
type part func(*Input)

func ago(minutes int) time.Time { return noon.Add(-time.Duration(minutes) * time.Minute) }

func look(def policy.Definition, parts ...part) Input {
	in := Input{
		Snapshot: pull.Snapshot{Head: "h2", Viewer: pull.Viewer{Login: "dev"}}, Reviewer: policy.Reviewer{Name: def.Name, Role: def.Role, Define: def},
		Since: ago(60), Timing: policy.Default().Timing, Now: noon,
	}
	for _, add := range parts {
		add(&in)
	}
	return in
}

func review(by pull.Author, state pull.ReviewState, commit pull.Oid, minutes int, body string) part {
	return func(in *Input) {
		id := int64(500 + len(in.Snapshot.Reviews))
		in.Snapshot.Reviews = append(in.Snapshot.Reviews, pull.Review{ID: id, Author: by, State: state, Commit: commit, SubmittedAt: ago(minutes), Body: body})
	}
}

func finding(by pull.Author, commit pull.Oid, minutes int) part {
	return func(in *Input) {
		id := int64(100 + len(in.Snapshot.Threads))
		in.Snapshot.Threads = append(in.Snapshot.Threads, pull.Thread{NodeID: "T", Path: "cart.go", Line: 3, Side: "RIGHT", Subject: "LINE",
			Comments: []pull.Comment{{ID: id, Author: by, CreatedAt: ago(minutes), Commit: commit, Body: "### Total is wrong"}}})
		if commit == in.Snapshot.Head {
			in.Visible++
		}
	}
}

func comment(by pull.Author, minutes int, body string, reactions ...pull.Reaction) part {
	return func(in *Input) {
		id := int64(900 + len(in.Snapshot.Comments))
		in.Snapshot.Comments = append(in.Snapshot.Comments, pull.Comment{ID: id, Author: by, CreatedAt: ago(minutes), Body: body, Ours: by == dev, Reactions: reactions})
	}
}

func check(name string, status pull.CheckStatus, minutes int) part {
	return func(in *Input) {
		in.Snapshot.Checks = append(in.Snapshot.Checks, pull.Check{Name: name, Status: status, Head: in.Snapshot.Head, StartedAt: ago(minutes), CompletedAt: ago(minutes)})
	}
}

func requested(login string, minutes int) part {
	return func(in *Input) {
		in.Snapshot.Asked = append(in.Snapshot.Asked, pull.Asked{Login: login, At: ago(minutes), By: "maria"})
	}
}

func asked(minutes int) part {
	return func(in *Input) { in.Asks = append(in.Asks, Asking{At: ago(minutes)}) }
}

func open(n int) part { return func(in *Input) { in.Open = n } }

func eyes(by pull.Author, minutes int) pull.Reaction {
	return pull.Reaction{Content: "eyes", By: by, At: ago(minutes)}
}
