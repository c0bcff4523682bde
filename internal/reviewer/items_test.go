package reviewer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

func ids(items []feedback.Item) string {
	var names []string
	for _, item := range items {
		names = append(names, string(item.ID))
	}
	return strings.Join(names, " ")
}

func found(parts ...part) []feedback.Item { return Items(look(bugbot, parts...).Snapshot, both) }

// edited marks the newest comment of the conversation as rewritten.
func edited(minutes int) part {
	return func(in *Input) {
		last, at := len(in.Snapshot.Comments)-1, ago(minutes)
		in.Snapshot.Comments[last].EditedAt = &at
	}
}

// onThread changes the first thread.
func onThread(change func(*pull.Thread)) part {
	return func(in *Input) { change(&in.Snapshot.Threads[0]) }
}

// said marks a comment as a word of ours.
var said = []mark.Mark{{Kind: mark.Reply, Digest: "0123456789abcdef"}}

func TestWhatIsAnAsk(t *testing.T) {
	cases := []struct {
		says  string
		items []feedback.Item
		want  string
	}{
		{"a bot's thread", found(finding(cursor, "h2", 5)), "t100"},
		{"a person's thread", found(finding(maria, "h2", 5)), "t100"},
		{"the thread of a bot nobody knows", found(finding(pull.Author{Login: "strange", Kind: pull.Bot}, "h2", 5)), "t100"},
		{"a thread of our own", found(finding(dev, "h2", 5), onThread(func(th *pull.Thread) { th.Comments[0].Ours, th.Comments[0].Marks = true, said })), ""},
		{"a thread that was opened by hand under our account", found(finding(dev, "h2", 5), onThread(func(th *pull.Thread) { th.Comments[0].Ours = true })), "t100"},
		{"a thread in a review not yet submitted", found(finding(maria, "h2", 5), onThread(func(th *pull.Thread) { th.Comments[0].Pending = true })), ""},
		{"a thread whose comments were all deleted", found(finding(maria, "h2", 5), onThread(func(th *pull.Thread) { th.Comments = nil })), ""},
		{"a person's comment", found(comment(maria, 5, "also rename it")), "c900"},
		{"a phrase that wakes a reviewer", found(comment(maria, 5, "  Bugbot run ")), ""},
		{"a comment of ours", found(comment(dev, 5, "Fixed."), func(in *Input) { in.Snapshot.Comments[0].Marks = said }), ""},
		{"a comment by hand under our account", found(comment(dev, 5, "Is this right?")), "c900"},
		{"a phrase of ours that carries no mark", found(comment(dev, 5, "bugbot run")), ""},
		{"a bot's status comment", found(comment(cursor, 5, "Bugbot is running")), ""},
		{"a comment that was hidden", found(comment(maria, 5, "rude"), func(in *Input) { in.Snapshot.Comments[0].Minimized = true }), ""},
		{"a comment without words", found(comment(maria, 5, " \n")), ""},
		{"a person's review with words", found(review(maria, pull.Commented, "h2", 5, "look at totals")), "r500.1"},
		{"a review without words", found(review(maria, pull.Approved, "h2", 5, "")), ""},
		{"a dismissed review", found(review(maria, pull.Dismissed, "h2", 5, "no")), ""},
		{"a bot's review body", found(review(cursor, pull.Commented, "h2", 5, bugbotDirty)), ""},
	}
	for _, c := range cases {
		if got := ids(c.items); got != c.want {
			t.Errorf("%s: found %q, want %q", c.says, got, c.want)
		}
	}
}

func TestAFindingsTitleSeverityAndPlace(t *testing.T) {
	body := "### Bug: Total ignores the discount\n\n**High Severity**\n\nThe total is wrong."
	item := found(finding(cursor, "h2", 5), onThread(func(th *pull.Thread) { th.Comments[0].Body, th.StartLine = body, 2 }))[0]
	if item.Title != "Total ignores the discount" || item.Severity != "high" || item.Reviewer != "bugbot" {
		t.Errorf("got %q, %q of %s", item.Title, item.Severity, item.Reviewer)
	}
	if item.Where != (feedback.Place{Path: "cart.go", Line: 3, Start: 2, Side: "RIGHT"}) || item.Commit != "h2" || item.ReplyTo != 100 {
		t.Errorf("got %+v", item)
	}
	item = found(finding(pilot, "h2", 5), onThread(func(th *pull.Thread) {
		th.Comments[0].Body, th.Line, th.OriginalLine = "The loop never ends.\nIt should.", 0, 9
	}))[0]
	if item.Title != "The loop never ends." || item.Severity != "" || item.Where.Line != 9 {
		t.Errorf("got %q, %q at %+v", item.Title, item.Severity, item.Where)
	}
	item = found(finding(pilot, "h2", 5), onThread(func(th *pull.Thread) { th.Comments[0].Body = strings.Repeat("ä", 300) }))[0]
	if runes := []rune(item.Title); len(runes) != titleLength || runes[titleLength-1] != '…' {
		t.Errorf("a title of %d runes", len(runes))
	}
}

func TestTheVersionIsTheLastForeignWord(t *testing.T) {
	at := ago(1)
	reply := func(by pull.Author, id int64, minutes int) part {
		return onThread(func(th *pull.Thread) {
			c := pull.Comment{ID: id, Author: by, CreatedAt: ago(minutes), Body: fmt.Sprint("words ", id), Ours: by == dev}
			if c.Ours && id < 20 {
				c.Marks = said
			}
			th.Comments = append(th.Comments, c)
		})
	}
	cases := []struct {
		says string
		item feedback.Item
		want feedback.Version
	}{
		{"the ask alone", found(finding(cursor, "h2", 20))[0], feedback.Version{Comment: 100, Unix: ago(20).Unix()}},
		{"a person's later word", found(finding(cursor, "h2", 20), reply(maria, 12, 5))[0], feedback.Version{Comment: 12, Unix: ago(5).Unix()}},
		{"a word by hand under our account", found(finding(cursor, "h2", 20), reply(dev, 21, 5))[0], feedback.Version{Comment: 21, Unix: ago(5).Unix()}},
		{"our answer is no word", found(finding(cursor, "h2", 20), reply(dev, 13, 5))[0], feedback.Version{Comment: 100, Unix: ago(20).Unix()}},
		{"the ask was edited", found(finding(cursor, "h2", 20), reply(dev, 13, 5), onThread(func(th *pull.Thread) { th.Comments[0].EditedAt = &at }))[0], feedback.Version{Comment: 100, Unix: at.Unix()}},
		{"a person's comment was edited", found(comment(maria, 9, "rename"), edited(1))[0], feedback.Version{Comment: 900, Unix: at.Unix()}},
	}
	for _, c := range cases {
		if c.item.Version != c.want {
			t.Errorf("%s: got %s, want %s", c.says, c.item.Version, c.want)
		}
	}
	item := found(finding(cursor, "h2", 20), reply(dev, 13, 6), reply(maria, 12, 5))[0]
	if !strings.Contains(item.Body, "words 12") || strings.Contains(item.Body, "words 13") {
		t.Errorf("the body is %q", item.Body)
	}
}

func TestAThreadClosedByOthersIsOnlyInformation(t *testing.T) {
	closed := func(by string) bool {
		return found(finding(cursor, "h2", 20), onThread(func(th *pull.Thread) { th.Resolved, th.ResolvedBy = true, by }))[0].FYI
	}
	if !closed("maria") || closed("dev") {
		t.Errorf("closed by maria %v, closed by us %v", closed("maria"), closed("dev"))
	}
	if !found(review(maria, pull.Approved, "h2", 5, "Nice!"))[0].FYI {
		t.Error("praise asks for something")
	}
}

// walkthrough is a bot that talks in the conversation and rewrites a summary there.
var walkthrough = policy.Definition{
	Name: "walker", Accounts: []policy.Account{{Login: "walker"}}, Findings: policy.Findings{From: []string{"conversation", "review_body"}, Skip: []string{"(?i)^thanks"}},
	Summaries: []policy.Signal{{Body: "(?i)^## walkthrough"}, {Body: "<!-- status -->"}},
}

func TestAStatusCommentThatIsRewrittenNeverOpensAnything(t *testing.T) {
	walker := pull.Author{Login: "walker", Kind: pull.Bot}
	items := func(parts ...part) string {
		return ids(Items(look(walkthrough, parts...).Snapshot, []policy.Reviewer{{Name: "walker", Define: walkthrough}, both[0]}))
	}
	cases := []struct{ says, got, want string }{
		{"bugbot's status, rewritten", items(comment(cursor, 90, "Bugbot run: running"), edited(1)), ""},
		{"a summary", items(comment(walker, 90, "## Walkthrough\nAll of it.")), ""},
		{"a summary, rewritten", items(comment(walker, 90, "## Walkthrough\nNow 3 findings."), edited(1)), ""},
		{"a status by its mark, rewritten", items(comment(walker, 90, "Reviewing\n<!-- status -->"), edited(1)), ""},
		{"a summary in a review's body", items(review(walker, pull.Commented, "h2", 5, "## Walkthrough\nAll of it.")), ""},
		{"a finding in the conversation", items(comment(walker, 90, "This leaks.")), "c900"},
		{"thanks are skipped", items(comment(walker, 90, "Thanks for the change!")), ""},
	}
	for _, c := range cases {
		if c.got != c.want {
			t.Errorf("%s: found %q, want %q", c.says, c.got, c.want)
		}
	}
	at := func(edit bool) feedback.Item {
		in := look(walkthrough, review(walker, pull.Commented, "h2", 90, "This leaks."))
		if late := ago(1); edit {
			in.Snapshot.Reviews[0].EditedAt = &late
		}
		return Items(in.Snapshot, []policy.Reviewer{{Name: "walker", Define: walkthrough}})[0]
	}
	if at(true).Version != at(false).Version {
		t.Error("a bot's rewritten review opened its item again")
	}
}
