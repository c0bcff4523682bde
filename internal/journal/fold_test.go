package journal

import (
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

func TestAnAttemptIsSpentByFailureNeverByTheWorldMoving(t *testing.T) {
	fix := action.FixKey("h1", []feedback.At{first, other}, 0)
	both := []feedback.At{first, other}
	claims := &Outcome{Commit: "f1", Claims: []feedback.Claim{{At: first, Outcome: feedback.Fixed}, {At: other, Outcome: feedback.Failed}}}
	red := func(green bool) *Outcome { return &Outcome{Proof: &feedback.Proof{Green: green}} }
	cases := []struct {
		says        string
		key         action.Key
		end         Did
		first, rest int
	}{
		{"the work failed as a whole", fix, Did{State: Lapsed, Why: Failed}, 1, 1},
		{"it failed and said for which item", fix, Did{State: Lapsed, Why: Failed, Outcome: claims}, 0, 1},
		{"it ended, one item failed", fix, Did{State: Done, Outcome: claims}, 0, 1},
		{"the head moved", fix, Did{State: Lapsed, Why: Moved}, 0, 0},
		{"it made no sense any more", fix, Did{State: Lapsed, Why: Void}, 0, 0},
		{"its process died", fix, Did{State: Lapsed, Why: Died}, 0, 0},
		{"nobody wished it any more", fix, Did{State: Lapsed, Why: Unwished}, 0, 0},
		{"a limit was met", fix, Did{State: Lapsed, Why: Limited}, 0, 0},
		{"a first red verification, to be repeated", "verify/f1", Did{State: Lapsed, Why: Failed, Outcome: red(false)}, 0, 0},
		{"a second red verification", "verify/f1", Did{State: Done, Outcome: red(false)}, 1, 1},
		{"a green verification", "verify/f1", Did{State: Done, Outcome: red(true)}, 0, 0},
		{"a verification without a proof", "verify/f1", Did{State: Done}, 0, 0},
	}
	for _, c := range cases {
		h := new(story).work(c.key, both, c.end).history()
		if h.Failures[first] != c.first || h.Failures[other] != c.rest {
			t.Errorf("%s: spent %d and %d, want %d and %d", c.says, h.Failures[first], h.Failures[other], c.first, c.rest)
		}
	}
}

func TestAPersonsWordWinsAtItsVersion(t *testing.T) {
	valid, invalid := feedback.Judgment{At: first, Class: feedback.Valid}, feedback.Judgment{At: first, Class: feedback.Invalid}
	newer := feedback.Judgment{At: at("t1", 200), Class: feedback.Stale}
	cases := []struct {
		says string
		h    History
		want feedback.Class
	}{
		{"said before the agent", new(story).answered(invalid).judged(valid).history(), feedback.Invalid},
		{"said after the agent", new(story).judged(valid).answered(invalid).history(), feedback.Invalid},
		{"a person's second word over the first", new(story).answered(invalid).answered(valid).history(), feedback.Valid},
		{"the item was asked anew", new(story).answered(invalid).judged(newer).history(), feedback.Stale},
		{"a late word about an older version", new(story).judged(newer).answered(invalid).history(), feedback.Stale},
		{"the agent's later word over its own", new(story).judged(valid).judged(invalid).history(), feedback.Invalid},
	}
	for _, c := range cases {
		if got := c.h.Judged["t1"].Class; got != c.want {
			t.Errorf("%s: judged %s, want %s", c.says, got, c.want)
		}
	}
}

func TestPauseResumeStopAndRaise(t *testing.T) {
	s := new(story).told(Pause)
	if h := s.history(); !h.Told.Paused || h.Told.By != "maria" || h.Told.Seq != 1 || !h.Told.At.Equal(s.at(1)) {
		t.Errorf("paused: %+v", h.Told)
	}
	if h := s.told(Stop).history(); !h.Told.Paused || !h.Told.Stopped {
		t.Errorf("stopped: %+v", h.Told)
	}
	if h := s.told(Resume).history(); h.Told.Paused || h.Told.Stopped || !h.Told.Resumed.Equal(s.at(3)) {
		t.Errorf("resumed: %+v", h.Told)
	}
	if h := s.told(Raise).told(Raise).history(); h.Told.Raised != 2 || h.Told.Seq != 5 {
		t.Errorf("raised: %+v", h.Told)
	}
}

func TestAnAnswerDoesNotTakeBackAPause(t *testing.T) {
	h := new(story).told(Pause).answered(feedback.Judgment{At: first, Class: feedback.Valid}).history()
	if !h.Told.Paused || h.Told.Seq != 2 {
		t.Errorf("got %+v", h.Told)
	}
}

func TestAFileOfAnswersIsOneLine(t *testing.T) {
	file := Told{Who: "maria", Word: Answer, Judgments: []feedback.Judgment{
		{At: first, Class: feedback.Valid, Source: feedback.ByPerson}, {At: other, Class: feedback.Stale, Source: feedback.ByPerson},
	}}
	h := new(story).judged(feedback.Judgment{At: first, Class: feedback.Invalid}).add(Entry{Told: &file}).history()
	if h.Judged[first.Item].Class != feedback.Valid || h.Judged[other.Item].Class != feedback.Stale {
		t.Errorf("got %+v", h.Judged)
	}
}

func TestAPersonsWordFreesWhatWasBarred(t *testing.T) {
	s := new(story).work("ready/h1", nil, Did{State: Barred, Why: Refused})
	if h := s.history(); h.Deed("ready/h1").State != Barred {
		t.Fatalf("got %s", h.Deed("ready/h1").State)
	}
	before := s.history()
	if after := s.told(Resume).history(); after.Deed("ready/h1").State != Lapsed || before.Deed("ready/h1").State != Barred {
		t.Errorf("after: %s; before: %s", after.Deed("ready/h1").State, before.Deed("ready/h1").State)
	}
}

func TestHighWaterOnlyRises(t *testing.T) {
	newer := at("t1", 200)
	s := new(story).saw("h1", newer).saw("h1", first)
	if h := s.history(); h.High.Versions["t1"].Version != newer.Version || !h.High.Versions["t1"].At.Equal(s.at(1)) {
		t.Errorf("got %+v", h.High.Versions["t1"])
	}
	s.work("push/f1", nil, Did{State: Done, Outcome: &Outcome{Commit: "f1"}})
	if h := s.history(); h.High.Pushed != "f1" || !h.High.PushedAt.Equal(s.at(5)) {
		t.Errorf("got %+v", h.High)
	}
}

func TestHeadsAreListedOnceAndOursAreKnown(t *testing.T) {
	s := new(story).saw("h1").saw("h1").work("push/f1", nil, Did{State: Done, Outcome: &Outcome{Commit: "f1"}}).saw("f1").saw("h2").saw("f1")
	h := s.history()
	var got []string
	for _, head := range h.Heads {
		text := string(head.Oid)
		if head.Ours {
			text += " ours"
		}
		got = append(got, text)
	}
	want := []string{"h1", "f1 ours", "h2", "f1 ours"}
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("head %d is %q, want %q", i, got[i], want[i])
		}
	}
	if !h.Change.Equal(s.at(8)) || h.Last.Head != "f1" {
		t.Errorf("last change %s at %s", h.Last.Head, h.Change)
	}
}

func TestARoundIsATriageThatBeganOnce(t *testing.T) {
	triage := action.TriageKey([]feedback.At{first})
	s := new(story).did(Did{Key: triage, State: Wanted})
	if h := s.history(); h.Rounds != 0 {
		t.Errorf("a mere wish counts: %d", h.Rounds)
	}
	s.did(Did{Key: triage, State: Started}).did(Did{Key: triage, State: Lapsed, Why: Died})
	s.work(triage, []feedback.At{first}, Did{Try: 2, State: Done})
	if h := s.history(); h.Rounds != 1 {
		t.Errorf("a second try counts again: %d", h.Rounds)
	}
	s.judged(feedback.Judgment{At: other, Class: feedback.Valid})
	if h := s.work("fix/h1/x/0", nil, Did{State: Done}).history(); h.Rounds != 2 {
		t.Errorf("%d rounds, want 2", h.Rounds)
	}
}

func TestWhatLandedAfterItWasGivenUpIsDone(t *testing.T) {
	key := action.ReplyKey(first, feedback.Declined)
	s := new(story).work(key, nil, Did{State: Lapsed, Why: Away})
	if !Legal(s.history().Deed(key).State, Done) {
		t.Fatal("a late landing cannot be written down")
	}
	s.did(Did{Key: key, State: Done, Why: Adopted, Outcome: &Outcome{ID: 7, URL: "u"}})
	if deed := s.history().Deed(key); deed.State != Done || deed.Outcome.ID != 7 {
		t.Errorf("got %+v", deed)
	}
}

func TestAnAdoptedReplyBringsItsJudgmentBack(t *testing.T) {
	j := feedback.Judgment{At: first, Class: feedback.Invalid, Source: feedback.ByRule}
	h := new(story).did(Did{Key: action.ReplyKey(first, feedback.Declined), State: Done, Why: Adopted, Outcome: &Outcome{Judgments: []feedback.Judgment{j}}}).history()
	if h.Judged["t1"].Class != feedback.Invalid {
		t.Errorf("got %+v", h.Judged)
	}
}

func TestADeedRemembersItsTriesAndWhatTheyCost(t *testing.T) {
	key := action.FixKey("h1", []feedback.At{first}, 0)
	until := noon.Add(time.Hour)
	s := new(story).work(key, []feedback.At{first}, Did{State: Lapsed, Why: Limited, NotBefore: until, Outcome: &Outcome{Spent: 5, Runs: 1, Seconds: 2}})
	s.work(key, []feedback.At{first}, Did{Try: 2, State: Lapsed, Why: Void})
	deed := s.work(key, []feedback.At{first}, Did{Try: 3, State: Done, Outcome: &Outcome{Commit: "f1", Spent: 7, Runs: 2, Seconds: 1}}).history().Deed(key)
	if deed.Try != 3 || deed.Lapses != 1 || deed.Outcome.Commit != "f1" || deed.Term != 3 || !deed.StartedAt.Equal(s.at(8)) || !deed.SettledAt.Equal(s.at(9)) {
		t.Errorf("got %+v", deed)
	}
	if h := s.history(); h.Spent != 12 || h.Runs != 3 || h.Seconds != 3 {
		t.Errorf("spent %d in %d runs of %.0f s", h.Spent, h.Runs, h.Seconds)
	}
	if found, ok := s.history().ByDigest(key.Digest()); !ok || found.Key != key {
		t.Errorf("by its digest: %+v, %v", found, ok)
	}
	if _, ok := s.history().ByDigest("0123456789abcdef"); ok {
		t.Error("a digest of nothing was found")
	}
}

func TestActiveTimeLeavesOutWhatNobodyWorkedIn(t *testing.T) {
	fix := action.FixKey("h1", []feedback.At{first}, 0)
	lines := func(minutes ...int) History {
		says := []Entry{
			{Saw: &Saw{Digest: "h1", Head: "h1"}}, {Did: &Did{Key: fix, Try: 1, State: Wanted}}, {Did: &Did{Key: fix, Try: 1, State: Started}},
			{Did: &Did{Key: fix, Try: 1, State: Done}}, {Told: &Told{Who: "maria", Word: Resume}}, {Saw: &Saw{Digest: "h2", Head: "h2"}},
		}
		for i := range minutes {
			says[i].Seq, says[i].At = int64(i+1), noon.Add(time.Duration(minutes[i])*time.Minute)
		}
		return Fold(says[:len(minutes)])
	}
	for says, c := range map[string]struct {
		h    History
		want time.Duration
	}{
		"short spans count":                    {lines(0, 10, 20), 20 * time.Minute},
		"a night between two lines does not":   {lines(0, 600, 601), time.Minute},
		"a long work counts whole":             {lines(0, 1, 2, 42), 42 * time.Minute},
		"a clock that goes back takes nothing": {lines(10, 5, 12), 2 * time.Minute},
		"a person who says go on begins anew":  {lines(0, 1, 2, 3, 4, 6), 2 * time.Minute},
	} {
		if c.h.Active != c.want {
			t.Errorf("%s: active for %s, want %s", says, c.h.Active, c.want)
		}
	}
	if h := lines(0, 1, 2, 3, 4); !h.Since.Equal(noon.Add(4 * time.Minute)) {
		t.Errorf("counted since %s", h.Since)
	}
}

func TestWhatAFailedCheckSaidOutlivesItsHead(t *testing.T) {
	saw := func(seq int64, head pull.Oid, failed map[feedback.ItemID]string) Entry {
		return Entry{Seq: seq, At: noon, Saw: &Saw{Digest: string(head), Head: head, Failed: failed}}
	}
	h := Fold([]Entry{saw(1, "h1", map[feedback.ItemID]string{"k1": "TestTotal"}), saw(2, "h2", nil)})
	if h.Failed["k1"] != "TestTotal" || h.Last.Failed != nil {
		t.Errorf("remembered %v, last seen %v", h.Failed, h.Last.Failed)
	}
	later := h.With(saw(3, "h3", map[feedback.ItemID]string{"k2": "TestPrice"}))
	if len(later.Failed) != 2 || len(h.Failed) != 1 {
		t.Errorf("then %v; before it %v", later.Failed, h.Failed)
	}
}
