package reviewer

import (
	"testing"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// codex says clean by a thumb or a comment that names no commit.
var codex = policy.Definition{
	Name: "codex", Kind: "bot", Role: policy.Required, Accounts: []policy.Account{{Login: "chatgpt-codex-connector"}},
	Ask:     policy.Ask{Comment: "@codex review", Latency: 5 * time.Minute, Window: 30 * time.Minute},
	Started: []policy.Signal{{Reaction: "eyes", Target: "ask", Within: time.Minute}, {Reaction: "eyes", Target: "pull", Within: time.Minute}},
	Clean:   []policy.Signal{{Reaction: "+1", Target: "pull"}, {Body: "(?i)codex review: didn't find any (major )?issues"}},
	Dirty:   []policy.Signal{{Inline: "any"}},
}

func TestAnAskThatShowsNoSignOfAStartIsInVainWhenItsVerdictIsDue(t *testing.T) {
	quick := bugbot
	quick.Ask.Latency = time.Minute
	for says, c := range map[string]struct {
		in    Input
		until time.Duration // after the ask; 0: silent
	}{
		"not due yet":                  {look(bugbot, asked(3)), 4 * time.Minute},
		"due":                          {look(bugbot, asked(4)), 0},
		"due, and it has heard":        {look(bugbot, asked(4), comment(dev, 4, "bugbot run", eyes(cursor, 4))), 30 * time.Minute},
		"due, and its check runs":      {look(bugbot, asked(4), check("Cursor Bugbot", "in_progress", 4)), 30 * time.Minute},
		"one faster than its sign":     {look(quick, asked(1)), 80 * time.Second},
		"one that promises no sign":    {look(copilot, asked(5)), 30 * time.Minute},
		"asked anew, and not yet due":  {look(bugbot, asked(20), asked(3)), 4 * time.Minute},
		"a check from before the ask":  {look(bugbot, asked(5), check("Cursor Bugbot", "in_progress", 6)), 0},
		"a check of the same second":   {look(bugbot, asked(5), check("Cursor Bugbot", "in_progress", 5)), 30 * time.Minute},
		"eyes of somebody else":        {look(bugbot, asked(5), comment(dev, 5, "bugbot run", eyes(maria, 4))), 0},
		"a thumb instead of eyes":      {look(bugbot, asked(5), comment(dev, 5, "bugbot run", pull.Reaction{Content: "thumbs_up", By: cursor, At: ago(4)})), 0},
		"asked by somebody else, eyes": {look(bugbot, comment(maria, 9, "bugbot run", eyes(cursor, 9))), 30 * time.Minute},
	} {
		got := Read(c.in)
		if silent := got.Word == feedback.Silent; silent != (c.until == 0) {
			t.Errorf("%s: %s", says, got.Word)
		} else if from := later(got.AskedAt, got.Acknowledged); !silent && got.Until.Sub(from) != c.until {
			t.Errorf("%s: until %s after it", says, got.Until.Sub(from))
		}
	}
}

// A start is liveness, a verdict soundness: the one counts in the very second
// of the push, the other only after it.
func TestAStartInTheSecondOfThePushCountsAndAVerdictDoesNot(t *testing.T) {
	by := pull.Author{Login: "chatgpt-codex-connector", Kind: pull.Bot}
	reacted := func(word string, minutes int) part {
		return func(in *Input) {
			in.Snapshot.Reactions = append(in.Snapshot.Reactions, pull.Reaction{Content: word, By: by, At: ago(minutes)})
		}
	}
	for says, c := range map[string]struct {
		in   Input
		want feedback.ReadingWord
	}{
		"eyes of the same second":           {look(codex, reacted("eyes", 60), func(in *Input) { in.Now = ago(50) }), feedback.Pending},
		"eyes from before":                  {look(codex, reacted("eyes", 61)), feedback.Absent},
		"eyes of a stranger":                {look(codex, func(in *Input) { in.Snapshot.Reactions = []pull.Reaction{eyes(maria, 5)} }), feedback.Absent},
		"a thumb after the push":            {look(codex, reacted("thumbs_up", 59)), feedback.Clean},
		"a thumb of the same second":        {look(codex, reacted("thumbs_up", 60)), feedback.Absent},
		"a thumb from before the push":      {look(codex, reacted("thumbs_up", 61)), feedback.Absent},
		"a thumb, and no time of the push":  {look(codex, reacted("thumbs_up", 59), func(in *Input) { in.Since = time.Time{} }), feedback.Absent},
		"a comment that it found nothing":   {look(codex, comment(by, 59, "Codex Review: Didn't find any major issues. Swish!")), feedback.Clean},
		"that comment, of the same second":  {look(codex, comment(by, 60, "Codex Review: Didn't find any major issues. Swish!")), feedback.Absent},
		"that comment, no time of the push": {look(codex, comment(by, 59, "Codex Review: Didn't find any major issues. Swish!"), func(in *Input) { in.Since = time.Time{} }), feedback.Absent},
	} {
		if got := Read(c.in); got.Word != c.want {
			t.Errorf("%s: read %s, want %s", says, got.Word, c.want)
		}
	}
}

// Our clock may be ahead of the host's; what counts is when the host has the ask.
func TestAStartIsComparedWithTheAskAsTheHostShowsIt(t *testing.T) {
	in := look(bugbot, comment(dev, 6, "bugbot run", eyes(cursor, 6)))
	in.Asks = []Asking{{At: ago(5), Comment: in.Snapshot.Comments[0].ID}}
	if got := Read(in); got.Word != feedback.Pending || got.Acknowledged.IsZero() {
		t.Errorf("got %s, seen at work %s", got.Word, got.Acknowledged)
	}
}

// forced tells that the host shows a forced push an hour ago.
func forced(in *Input) { in.Snapshot.HeadAt = ago(60) }

// After a forced push GitHub showed an older review at the new commit.
func TestAReviewThatTheHostMovedToAnotherCommitReadNothingThere(t *testing.T) {
	for says, c := range map[string]struct {
		in   Input
		want feedback.ReadingWord
	}{
		"a clean one from before":         {look(copilot, forced, review(pilot, pull.Commented, "h2", 61, copilotClean)), feedback.Absent},
		"an approval of the same second":  {look(copilot, forced, review(pilot, pull.Approved, "h2", 60, "")), feedback.Absent},
		"a dirty one, all of it answered": {look(copilot, forced, review(pilot, pull.Commented, "h2", 61, copilotDirty)), feedback.Absent},
		"a refusal from before":           {look(copilot, forced, review(pilot, pull.Commented, "h2", 61, "Copilot wasn't able to review any files.")), feedback.Absent},
		"one from after it":               {look(copilot, forced, review(pilot, pull.Commented, "h2", 59, copilotClean)), feedback.Clean},
	} {
		if got := Read(c.in); got.Word != c.want {
			t.Errorf("%s: read %s, want %s", says, got.Word, c.want)
		}
	}
	in := look(policy.Definition{}, forced, review(maria, pull.Approved, "h2", 61, ""))
	in.Reviewer = policy.Reviewer{Name: policy.People, Approvals: 1}
	if got := Read(in); got.Word != feedback.Absent {
		t.Errorf("a person's approval from before: %s", got.Word)
	}
}

func TestARefusalIsAnAnswerAndTheNextAskComesWhenItEnds(t *testing.T) {
	quota := func(minutes int) part { return comment(cursor, minutes, "You have reached your usage limit.") }
	over := Read(look(bugbot, asked(40), quota(39)))
	if over.Word != feedback.Absent || over.Asks != 1 || over.Unanswered != 0 {
		t.Errorf("ended: %s, %d asks, %d in vain", over.Word, over.Asks, over.Unanswered)
	}
	twice := Read(look(bugbot, asked(90), quota(89), asked(50), quota(49)))
	if twice.Word != feedback.Refused || !twice.Until.Equal(ago(49).Add(time.Hour)) {
		t.Errorf("the second lasts twice as long: %s until %s", twice.Word, twice.Until)
	}
	silent := Read(look(bugbot, asked(59), quota(58), asked(20)))
	if silent.Word != feedback.Silent || silent.Unanswered != 1 {
		t.Errorf("silent after a refusal: %s, %d in vain", silent.Word, silent.Unanswered)
	}
	pushed := bugbot
	pushed.Ask = policy.Ask{Push: true, Window: bugbot.Ask.Window}
	if got := Read(look(pushed, quota(58))); got.Word != feedback.Refused || !got.Until.IsZero() {
		t.Errorf("one that cannot be asked: %s until %s", got.Word, got.Until)
	}
}

func TestWhatIsAnnouncedAndNowhereIsLookedForThreeTimes(t *testing.T) {
	none := look(bugbot, review(cursor, pull.Commented, "h2", 5, bugbotDirty))
	if got := Read(none); got.Word != feedback.Lagging || !got.LookAt.Equal(noon.Add(time.Minute)) || !got.Until.Equal(ago(3)) {
		t.Errorf("none visible: %s, looked at %s, until %s", got.Word, got.LookAt, got.Until)
	}
	some := look(bugbot, review(cursor, pull.Commented, "h2", 5, bugbotDirty), finding(cursor, "h2", 5))
	if got := Read(some); got.Word != feedback.Lagging || !got.Until.Equal(ago(5).Add(bugbot.Ask.Window)) {
		t.Errorf("one of two visible: %s until %s", got.Word, got.Until)
	}
}

func TestLooksStretchTheWaitForALastReviewer(t *testing.T) {
	for waits, minutes := range map[int]time.Duration{0: 30, 3: 30, 1: 10, 6: 60} {
		in := look(copilot, asked(5))
		in.Reviewer.Waits = waits
		if got := Read(in); !got.Until.Equal(ago(5).Add(minutes * time.Minute)) {
			t.Errorf("%d looks: until %s after the ask", waits, got.Until.Sub(ago(5)))
		}
	}
	in := look(copilot, asked(5))
	in.Reviewer.Waits, in.Reviewer.MaxWait = 6, time.Hour/2
	if got := Read(in); !got.Until.Equal(ago(5).Add(30 * time.Minute)) {
		t.Errorf("max_wait does not win: %s", got.Until.Sub(ago(5)))
	}
}

func TestWordsThatNobodyKnowsAreShownAndAreNoVerdict(t *testing.T) {
	got := Read(look(bugbot, review(cursor, pull.Commented, "h2", 5, "## A new layout\nAll fine."), comment(cursor, 9, "older")))
	if got.Word != feedback.Absent || got.Evidence.Kind != "unknown signal" || got.Evidence.Text != "A new layout" {
		t.Errorf("%s by %+v", got.Word, got.Evidence)
	}
	for says, in := range map[string]Input{
		"at another commit":    look(bugbot, review(cursor, pull.Commented, "h1", 5, "All fine.")),
		"without words":        look(bugbot, review(cursor, pull.Commented, "h2", 5, " ")),
		"of somebody else":     look(bugbot, comment(maria, 5, "All fine.")),
		"a known summary":      look(walkthrough, comment(pull.Author{Login: "walker", Kind: pull.Bot}, 5, "## Walkthrough")),
		"from before the push": look(bugbot, comment(cursor, 61, "All fine.")),
	} {
		if got := Read(in); got.Evidence != (feedback.Evidence{}) {
			t.Errorf("%s: %+v", says, got.Evidence)
		}
	}
}
