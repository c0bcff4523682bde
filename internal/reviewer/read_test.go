package reviewer

import (
	"testing"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

const (
	bugbotDirty  = "Cursor Bugbot has reviewed your changes and found 2 potential issues."
	bugbotClean  = "Bugbot reviewed your changes and found no new issues!"
	copilotDirty = "Copilot reviewed 3 out of 3 changed files in this pull request and generated 2 comments."
	copilotClean = "Copilot reviewed 3 out of 3 changed files in this pull request and generated no new comments."
)

type reading struct {
	says string
	in   Input
	want feedback.ReadingWord
}

var bugbotReadings = []reading{
	{"its check passed and nothing speaks against it", look(bugbot, check("Cursor Bugbot", "success", 5)), feedback.Clean},
	{"its review of this head says clean", look(bugbot, review(cursor, pull.Commented, "h2", 5, bugbotClean)), feedback.Clean},
	{"found something, and later in words nothing", look(bugbot, finding(cursor, "h2", 20), open(1), review(cursor, pull.Commented, "h2", 5, bugbotClean)), feedback.Clean},
	{"two findings are open", look(bugbot, review(cursor, pull.Commented, "h2", 5, bugbotDirty), finding(cursor, "h2", 5), finding(cursor, "h2", 5), open(2)), feedback.Dirty},
	{"a finding is open and its check passed after it", look(bugbot, finding(cursor, "h2", 6), open(1), check("Cursor Bugbot", "success", 5)), feedback.Dirty},
	{"every finding has its answer", look(bugbot, review(cursor, pull.Commented, "h2", 5, bugbotDirty), finding(cursor, "h2", 5), finding(cursor, "h2", 5)), feedback.Answered},
	{"one finding without a body, answered", look(bugbot, finding(cursor, "h2", 5)), feedback.Answered},
	{"it announces two, one is visible", look(bugbot, review(cursor, pull.Commented, "h2", 5, bugbotDirty), finding(cursor, "h2", 5), open(1)), feedback.Lagging},
	{"it announces two, none is visible, its check passed", look(bugbot, review(cursor, pull.Commented, "h2", 5, bugbotDirty), check("Cursor Bugbot", "success", 4)), feedback.Lagging},
	{"asked two minutes ago", look(bugbot, asked(2)), feedback.Pending},
	{"asked five minutes ago, and it has heard", look(bugbot, asked(5), comment(dev, 5, "bugbot run", eyes(cursor, 5))), feedback.Pending},
	{"asked five minutes ago, and it shows no sign", look(bugbot, asked(5)), feedback.Silent},
	{"its check is neutral and nothing else is there", look(bugbot, check("Cursor Bugbot", "neutral", 5)), feedback.Absent},
	{"its check runs", look(bugbot, check("Cursor Bugbot", "in_progress", 3)), feedback.Pending},
	{"its check is queued", look(bugbot, check("Cursor Bugbot", "queued", 3)), feedback.Pending},
	{"eyes on a person's ask", look(bugbot, comment(maria, 10, "bugbot run", eyes(cursor, 9))), feedback.Pending},
	{"eyes keep a late ask alive", look(bugbot, asked(40), comment(dev, 40, "bugbot run", eyes(cursor, 10))), feedback.Pending},
	{"nobody asked", look(bugbot), feedback.Absent},
	{"a finding at another commit", look(bugbot, finding(cursor, "h1", 90), open(1)), feedback.Absent},
	{"asked forty minutes ago", look(bugbot, asked(40)), feedback.Silent},
	{"asked twice in vain", look(bugbot, asked(59), asked(31)), feedback.Silent},
	{"its check has been running too long", look(bugbot, check("Cursor Bugbot", "in_progress", 31)), feedback.Silent},
	{"a usage limit", look(bugbot, asked(5), comment(cursor, 4, "You have reached your usage limit.")), feedback.Refused},
	{"its check was skipped", look(bugbot, check("Cursor Bugbot", "skipped", 5)), feedback.Refused},
	{"refused first, then it worked", look(bugbot, comment(cursor, 20, "usage limit"), review(cursor, pull.Commented, "h2", 5, bugbotClean)), feedback.Clean},
}

var copilotReadings = []reading{
	{"no comments", look(copilot, review(pilot, pull.Commented, "h2", 5, copilotClean)), feedback.Clean},
	{"it approved", look(copilot, review(pilot, pull.Approved, "h2", 5, "")), feedback.Clean},
	{"two comments, open", look(copilot, review(pilot, pull.Commented, "h2", 5, copilotDirty), finding(pilot, "h2", 5), finding(pilot, "h2", 5), open(2)), feedback.Dirty},
	{"two comments, answered", look(copilot, review(pilot, pull.Commented, "h2", 5, copilotDirty), finding(pilot, "h2", 5), finding(pilot, "h2", 5)), feedback.Answered},
	{"two comments, one visible", look(copilot, review(pilot, pull.Commented, "h2", 5, copilotDirty), finding(pilot, "h2", 5)), feedback.Lagging},
	{"two comments, none visible", look(copilot, review(pilot, pull.Commented, "h2", 5, copilotDirty)), feedback.Lagging},
	{"a request stands", look(copilot, requested("Copilot", 3)), feedback.Pending},
	{"a request by the name of REST stands", look(copilot, requested("copilot-pull-request-reviewer[bot]", 3)), feedback.Pending},
	{"nobody requested it", look(copilot), feedback.Absent},
	{"somebody else is requested", look(copilot, requested("maria", 3)), feedback.Absent},
	{"a request stands for too long", look(copilot, requested("Copilot", 45)), feedback.Silent},
	{"asked by us, too long ago", look(copilot, asked(31)), feedback.Silent},
	{"it was not able to", look(copilot, review(pilot, pull.Commented, "h2", 5, "Copilot wasn't able to review any files in this pull request.")), feedback.Refused},
	{"the quota is used up", look(copilot, review(pilot, pull.Commented, "h2", 5, "You have reached your quota limit.")), feedback.Refused},
}

func TestEveryReadingOfTheTwoVendors(t *testing.T) {
	for vendor, cases := range map[string][]reading{"bugbot": bugbotReadings, "copilot": copilotReadings} {
		seen := map[feedback.ReadingWord]int{}
		for _, c := range cases {
			got := Read(c.in)
			seen[c.want]++
			if got.Word != c.want {
				t.Errorf("%s, %s: read %s, want %s", vendor, c.says, got.Word, c.want)
			}
			if got.Commit != "h2" || !got.Current {
				t.Errorf("%s, %s: speaks of %s", vendor, c.says, got.Commit)
			}
		}
		for _, word := range []feedback.ReadingWord{feedback.Clean, feedback.Answered, feedback.Dirty, feedback.Pending, feedback.Lagging, feedback.Absent, feedback.Silent, feedback.Refused} {
			if seen[word] == 0 || vendor == "bugbot" && seen[word] < 2 {
				t.Errorf("%s is read as %s %d times", vendor, word, seen[word])
			}
		}
	}
}

func TestWordsOfAnotherCommitOrAnotherAccountAreNeverClean(t *testing.T) {
	fan := pull.Author{Login: "cursor-fan", Kind: pull.Bot}
	cases := []reading{
		{"its review of the former head", look(bugbot, review(cursor, pull.Commented, "h1", 90, bugbotClean)), feedback.Absent},
		{"a review of the former head, submitted after the push", look(bugbot, review(cursor, pull.Commented, "h1", 5, bugbotClean)), feedback.Absent},
		{"a review whose commit the host lost", look(bugbot, review(cursor, pull.Commented, "", 5, bugbotClean)), feedback.Absent},
		{"a comment older than the head", look(bugbot, comment(cursor, 61, bugbotClean)), feedback.Absent},
		{"a comment of the same second as the head", look(bugbot, comment(cursor, 60, bugbotClean)), feedback.Absent},
		{"a check of another head", look(bugbot, func(in *Input) {
			in.Snapshot.Checks = []pull.Check{{Name: "Cursor Bugbot", Status: "success", Head: "h1", CompletedAt: ago(5)}}
		}), feedback.Absent},
		{"a check of another name", look(bugbot, check("cursor bugbot fan", "success", 5)), feedback.Absent},
		{"a check that we published", look(bugbot, check("Cursor Bugbot", "success", 5), func(in *Input) { in.Snapshot.Checks[0].Ours = true }), feedback.Absent},
		{"a failed check", look(bugbot, check("Cursor Bugbot", "failure", 5)), feedback.Absent},
		{"the words of a lookalike", look(bugbot, review(fan, pull.Commented, "h2", 5, bugbotClean)), feedback.Absent},
		{"a person who quotes it", look(bugbot, comment(maria, 5, bugbotClean)), feedback.Absent},
		{"an approval by a person", look(copilot, review(maria, pull.Approved, "h2", 5, "")), feedback.Absent},
		{"an approval of the former head", look(copilot, review(pilot, pull.Approved, "h1", 5, "")), feedback.Absent},
		{"a review without words", look(copilot, review(pilot, pull.Commented, "h2", 5, "")), feedback.Absent},
		{"eyes of a person on our ask", look(bugbot, asked(40), comment(dev, 40, "bugbot run", eyes(maria, 10))), feedback.Silent},
	}
	for _, c := range cases {
		if got := Read(c.in); got.Word != c.want {
			t.Errorf("%s: read %s, want %s", c.says, got.Word, c.want)
		}
	}
}

func TestTheTimesOfAReadingCountFromTheAskNeverFromNow(t *testing.T) {
	in := look(bugbot, asked(2), comment(dev, 2, "bugbot run", eyes(cursor, 2)))
	first := Read(in)
	in.Now = noon.Add(3 * 60e9)
	later := Read(in)
	if !first.Until.Equal(ago(2).Add(bugbot.Ask.Window)) || !later.Until.Equal(first.Until) {
		t.Errorf("until %s, looked at later %s", first.Until, later.Until)
	}
	if !first.LookAt.Equal(ago(2).Add(bugbot.Ask.Latency)) || !first.AskedAt.Equal(ago(2)) || first.Asks != 1 {
		t.Errorf("got %+v", first)
	}
	for _, c := range []struct{ after, look time.Duration }{
		{0, 4 * time.Minute}, {4 * time.Minute, 5 * time.Minute}, {5*time.Minute + time.Second, 7 * time.Minute}, {7 * time.Minute, 11 * time.Minute}, {12 * time.Minute, 15 * time.Minute}, {16 * time.Minute, 19 * time.Minute},
	} {
		in.Now = ago(2).Add(c.after)
		if got := Read(in).LookAt; !got.Equal(ago(2).Add(c.look)) {
			t.Errorf("%s after the ask it is looked at again %s after it, want %s", c.after, got.Sub(ago(2)), c.look)
		}
	}
	in.Now = noon
	in.Reviewer.MaxWait = 60e9
	if got := Read(in); got.Word != feedback.Silent {
		t.Errorf("beyond the wait that policy allows: %s", got.Word)
	}
}

func TestARefusalNamesItsEndWhereTheReviewerDoes(t *testing.T) {
	got := Read(look(bugbot, comment(cursor, 5, "usage limit reached until 2026-11-21T18:00:00Z")))
	if got.Word != feedback.Refused || !got.Until.Equal(noon.Add(6*3600e9)) || got.Evidence.Kind != "comment" {
		t.Errorf("got %+v", got)
	}
}

func TestThePushThatWakesAReviewerStartsItsWindow(t *testing.T) {
	def := bugbot
	def.Ask = policy.Ask{Push: true, Window: bugbot.Ask.Window}
	in := look(def)
	if got := Read(in); got.Word != feedback.Silent {
		t.Errorf("an hour after the push: %s", got.Word)
	}
	in.Since = ago(5)
	if got := Read(in); got.Word != feedback.Pending {
		t.Errorf("five minutes after the push: %s", got.Word)
	}
}

func TestPeopleAreReadByTheirReviews(t *testing.T) {
	people := func(approvals, open int, parts ...part) feedback.Reading {
		in := look(policy.Definition{}, parts...)
		in.Reviewer, in.Open = policy.Reviewer{Name: policy.People, Role: policy.Required, Approvals: approvals}, open
		return Read(in)
	}
	changes := review(maria, pull.ChangesRequested, "h1", 90, "please")
	cases := []struct {
		says string
		got  feedback.Reading
		want feedback.ReadingWord
	}{
		{"nobody objects", people(0, 0), feedback.Clean},
		{"changes are requested, an item is open", people(0, 1, changes), feedback.Dirty},
		{"changes are requested, every item is answered", people(0, 0, changes), feedback.Answered},
		{"a request for changes stands although the head moved", people(0, 0, changes, review(maria, pull.Commented, "h2", 5, "hm")), feedback.Answered},
		{"dismissed", people(0, 0, changes, review(maria, pull.Dismissed, "h2", 5, "")), feedback.Clean},
		{"approved since", people(1, 0, changes, review(maria, pull.Approved, "h2", 5, "")), feedback.Clean},
		{"one approval is wanted, there is none", people(1, 0), feedback.Absent},
		{"the approval is of another commit", people(1, 0, review(maria, pull.Approved, "h1", 5, "")), feedback.Absent},
		{"a bot's approval is no person's", people(1, 0, review(pilot, pull.Approved, "h2", 5, "")), feedback.Absent},
	}
	for _, c := range cases {
		if c.got.Word != c.want {
			t.Errorf("%s: read %s, want %s", c.says, c.got.Word, c.want)
		}
	}
}
