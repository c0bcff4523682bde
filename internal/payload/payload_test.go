package payload

import (
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/strictjson"
)

// The keys of the two published schemas are the ones that other tools write.
func TestTheSchemasNameTheirKeys(t *testing.T) {
	cases := []struct {
		schema string
		def    string
		keys   string
		row    any
	}{
		{"triage", "thread", "canResolveAfterChecks checksToRun classification confidence filesToChange filesToInspect reason recommendedAction replyBody requiresHumanDecision threadId", Thread{}},
		{"fix", "item", "checksRun classification commitSha fixSummary humanDecision replyBody resolveRequested threadId verification", Row{}},
	}
	for _, c := range cases {
		var schema struct {
			Defs map[string]struct{ Properties map[string]any } `json:"$defs"`
		}
		text, err := schemas.ReadFile("schemas/" + c.schema + ".json")
		if err == nil {
			err = json.Unmarshal(text, &schema)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(slices.Sorted(maps.Keys(schema.Defs[c.def].Properties)), " "); got != c.keys {
			t.Errorf("the schema of a %s has %s", c.def, got)
		}
		var fields []string
		for i := range reflect.TypeOf(c.row).NumField() {
			name, _, _ := strings.Cut(reflect.TypeOf(c.row).Field(i).Tag.Get("json"), ",")
			fields = append(fields, name)
		}
		slices.Sort(fields)
		if got := strings.Join(fields, " "); got != c.keys {
			t.Errorf("the %s that is read has %s", c.def, got)
		}
	}
}

var at1 = feedback.At{Item: "t1", Version: feedback.Version{Comment: 1, Unix: 10}}

// thread1 is an open thread of a bot.
func thread1(j *feedback.Judgment) feedback.Standing {
	return feedback.Standing{
		Item:     feedback.Item{ID: at1.Item, Version: at1.Version, Thread: "PRRT_1", ReplyTo: 1, Where: feedback.Place{Path: "cart.go"}, By: pull.Author{Kind: pull.Bot}},
		Judgment: j, Disposition: feedback.Open,
	}
}

func asks(st ...feedback.Standing) Asks {
	a := Asks{Ref: pull.Ref{Owner: "acme", Repo: "shop", Number: 42}, Standings: st, Judged: map[feedback.ItemID]feedback.Judgment{}}
	a.Snapshot.Commits = []pull.Oid{"c07be21aa0"}
	for _, one := range st {
		if one.Judgment != nil {
			a.Judged[one.Item.ID] = *one.Judgment
		}
	}
	return a
}

func TestARowOfATriageBecomesAPersonsWord(t *testing.T) {
	row := Thread{ThreadID: "PRRT_1", Confidence: 0.7, Reason: "why", RecommendedAction: "do", FilesToInspect: []string{"a.go", "b.go"}, ReplyBody: "said", CanResolveAfterChecks: true}
	word := feedback.Judgment{At: at1, Source: feedback.ByPerson, Confidence: 0.7, Reason: "why"}
	cases := []struct {
		class feedback.Class
		human bool
		want  func(*feedback.Judgment)
	}{
		{feedback.Invalid, false, func(j *feedback.Judgment) { j.Reply = "said" }},
		{feedback.Stale, false, func(j *feedback.Judgment) { j.Reply = "said" }},
		{feedback.AlreadyFixed, false, func(j *feedback.Judgment) { j.Reply = "said" }},
		{feedback.Valid, false, func(j *feedback.Judgment) { j.Guidance = "do" }}, // the draft claims nothing
		{feedback.NeedsHuman, true, func(j *feedback.Judgment) {
			j.KeepOpen, j.Question = true, &feedback.Question{Text: "why", Investigated: "a.go, b.go", Recommendation: "do"}
		}},
		{feedback.Valid, true, func(j *feedback.Judgment) {
			j.Class, j.KeepOpen = feedback.NeedsHuman, true
			j.Question = &feedback.Question{Text: "why", Investigated: "a.go, b.go", Recommendation: "do"}
		}},
	}
	for _, c := range cases {
		given := row
		given.Classification, given.RequiresHumanDecision = c.class, c.human
		given.CanResolveAfterChecks = !c.human
		want := word
		want.Class = c.class
		c.want(&want)
		got, err := Triage{Threads: []Thread{given}}.Judgments(asks(thread1(nil)))
		if err != nil || !reflect.DeepEqual(got, []feedback.Judgment{want}) {
			t.Errorf("%s, %v: %v\n got %+v\nwant %+v", c.class, c.human, err, got, want)
		}
	}
}

// Only threads that are open to an answer must be named; other asks may be.
func TestATriageNamesEveryOpenThread(t *testing.T) {
	open, closed, told, comment := thread1(nil), thread1(nil), thread1(nil), thread1(nil)
	closed.Item.ID, closed.Item.Thread, closed.Item.Resolved = "t2", "PRRT_2", true
	told.Item.ID, told.Item.Thread, told.Replied = "t3", "PRRT_3", true
	comment.Item.ID, comment.Item.Thread = "c4", ""
	row := func(id string) Thread { return Thread{ThreadID: id, Classification: feedback.Invalid, Reason: "why"} }
	for _, c := range []struct {
		rows []Thread
		rule string
	}{
		{[]Thread{row("PRRT_1")}, ""}, {[]Thread{row("t1"), row("c4"), row("t3")}, ""},
		{[]Thread{row("c4")}, "allSelectedThreadIds"}, {[]Thread{row("t1"), row("PRRT_1")}, "duplicateThreadId"}, {[]Thread{row("t1"), row("t9")}, "knownThreadId"},
	} {
		_, err := Triage{Threads: c.rows}.Judgments(asks(open, closed, told, comment))
		var refusal *strictjson.Refusal
		if errors.As(err, &refusal) != (c.rule != "") || refusal != nil && refusal.Problems[0].Rule != c.rule {
			t.Errorf("%+v: %v", c.rows, err)
		}
	}
}

func TestTheProducedPayloadKeepsItsSchema(t *testing.T) {
	judged := func(class feedback.Class, d feedback.Disposition) feedback.Standing {
		st := thread1(&feedback.Judgment{At: at1, Class: class, Reason: strings.Repeat("é", 3000), Confidence: 0.5})
		st.Disposition, st.Commit = d, "c07be21aa0"
		return st
	}
	standings := []feedback.Standing{
		thread1(nil), judged(feedback.Valid, feedback.Open), judged(feedback.Valid, feedback.Fixed), judged(feedback.Invalid, feedback.Declined),
		judged(feedback.AlreadyFixed, feedback.AlreadyAddressed), judged(feedback.Stale, feedback.Declined), judged(feedback.NeedsHuman, feedback.Escalated),
	}
	rules := policy.Policy{Verify: policy.Verify{Full: "make test"}}
	text, err := json.Marshal(Known(standings, rules))
	if err != nil {
		t.Fatal(err)
	}
	got, err := ReadTriage(text)
	if err != nil || len(got.Threads) != len(standings) {
		t.Fatalf("%v\n%s", err, text)
	}
	if first := got.Threads[0]; first.Classification != feedback.NeedsHuman || first.Confidence != 0 || !first.RequiresHumanDecision {
		t.Errorf("what nobody judged: %+v", first)
	}
	if fixed := got.Threads[2]; !strings.HasPrefix(fixed.ReplyBody, "Fixed in c07be21") || fixed.ChecksToRun[0] != "make test" {
		t.Errorf("what is fixed: %+v", fixed)
	}
	if valid := got.Threads[1]; valid.ReplyBody != "" || valid.FilesToChange[0] != "cart.go" {
		t.Errorf("what is still to be fixed claims something: %+v", valid)
	}
}

// A refusal names where, and never repeats a credential.
func TestARefusalDoesNotRepeatACredential(t *testing.T) {
	token := "ghp_0123456789abcdefghijABCDEFGHIJ012345"
	for _, text := range []string{
		`{"items": [{"threadId": "t1", "classification": "` + token + `", "verification": [], "checksRun": [], "resolveRequested": false}]}`,
		`{"items": [{"threadId": "t1", "classification": "stale", "verification": ["` + token + `"], "checksRun": [], "resolveRequested": false}]}`,
		`{"items": [{"threadId": "t1", "classification": "stale", "verification": [], "checksRun": [], "resolveRequested": false, "commitSha": "` + token + `"}]}`,
	} {
		_, err := ReadFix([]byte(text))
		if err == nil || strings.Contains(err.Error(), token) {
			t.Errorf("%v", err)
		}
	}
	_, err := Fix{Items: []Row{{ThreadID: token}}}.Judgments(asks(thread1(nil)))
	if err == nil || strings.Contains(err.Error(), token) {
		t.Errorf("%v", err)
	}
}

func TestWhatAnAnswerMayNotClaim(t *testing.T) {
	for text, rule := range map[string]string{
		"The thread is resolved now.": "replyClaimsResolution", "Resolving this conversation.": "replyClaimsResolution", "I marked it as resolved.": "replyClaimsResolution",
		"Fixed in c07be21.": "needsHumanReplyIsOpen", "Which name is it?": "", "The race is resolved by the lock.": "needsHumanReplyIsOpen",
		"A thread per request is what we want.": "",
	} {
		got := ""
		for _, p := range Sayable("replyBody", feedback.Judgment{Class: feedback.NeedsHuman, Reply: text}) {
			got = p.Rule
		}
		if got != rule {
			t.Errorf("%q: %q, want %q", text, got, rule)
		}
	}
	if got := Sayable("replyBody", feedback.Judgment{Class: feedback.Valid, Reply: "The race is resolved by the lock."}); got != nil {
		t.Errorf("an ordinary answer: %v", got)
	}
}
