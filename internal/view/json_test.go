package view

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// object is a JSON object with its keys in order.
func object(t *testing.T, value any) (map[string]json.RawMessage, []string) {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	var keys []string
	for depth := 0; ; {
		token, err := decoder.Token()
		if err != nil {
			return fields, keys
		}
		if delim, ok := token.(json.Delim); ok {
			depth += map[json.Delim]int{'{': 1, '[': 1, '}': -1, ']': -1}[delim]
			continue
		}
		if name, ok := token.(string); ok && depth == 1 && fields[name] != nil && !slices.Contains(keys, name) {
			keys = append(keys, name)
		}
	}
}

func TestEveryObjectHasTheKeysOfItsContract(t *testing.T) {
	f, questions := story(), needsYou()
	deed := DeedOf(f, action.PushKey(fixCommit))
	event := NewEvent(1, noon, shop, "deed")
	event.Deed = &deed
	threads := NewThreads(questions)
	cases := []struct {
		name  string
		value any
		keys  string
	}{
		{"status", NewStatus(f), "schema at ref url title state draft head base phase summary reasons gates reviewers questions stop gaps counts recurrences clusters readings round limits spent holder observed_at wake_at expected_ready_at"},
		{"reason", NewStatus(f).Reasons[0], "code gate text subject since until children"},
		{"gate", NewStatus(f).Gates[0], "name holds head reasons"},
		{"reviewer", NewStatus(f).Reviewers[0], "name role kind reading commit current evidence findings_open asked_at acknowledged_at answered_at expected_at look_at refused_until silent_asks usual cost"},
		{"cost", NewReviewers(asked()).Reviewers[0].Cost, "asks each usd"},
		{"reviewers", NewReviewers(asked()), "schema at ref url head reviewers unnamed gaps"},
		{"unnamed", NewReviewers(asked()).Unnamed[0], "login threads reviews comments"},
		{"threads", threads, "schema at ref url head complete threads reviews comments items clusters readings cross_invocation gaps"},
		{"thread", threadRow(pull.Thread{}), "id node_id root_comment_id url path line start_line original_line side subject_type resolved resolved_by outdated opened_by comments_total comments"},
		{"comment", commentRow(pull.Comment{}), "id node_id author created_at edited_at body url ours pending minimized"},
		{"author", authorRow(pull.Author{Login: "maria"}), "login id kind association trust"},
		{"item", threads.Items[3], "id kind reviewer source_url path line title severity suggestion class confidence reason disposition evidence cluster duplicate_of attempts reopened recurrence reply resolved open_because question"},
		{"explain", NewExplain(f, time.Time{}), "schema at ref url rounds record stop question"},
		{"round", NewExplain(f, time.Time{}).Rounds[0], "round head verdicts deeds"},
		{"deed", deed, "seq key kind task subject round head state why try expects wanted_at started_at settled_at outcome readings"},
		{"outcome", deed.Outcome, "url commit text class"},
		{"run", NewRun(f, 0), "schema at ref url phase head summary reasons rounds replies resolved left_open fixed already_addressed declined deferred escalated failed triggers pushes commits api_requests api_points bytes_received agent_runs agent_seconds waited_seconds spent_usd dry_run exit_code"},
		{"runs", runsOf(questions), "schema at pulls errors questions api_requests api_points bytes_received exit_code"},
		{"event", event, "schema at ref url seq kind deed"},
		{"review", NewReviewed(reviewRun(false), 0), "schema at ref url head summary tool new retained resolved dropped left_open silenced closed missing doubted unknown_ids unresolved failure inline file in_summary already threads_resolved not_posted review_url summary_url forged notes texts would_ask feedback_file api_requests api_points bytes_received agent agent_runs agent_seconds spent_usd fail_on dry_run exit_code"},
		{"review finding", NewReviewed(reviewRun(false), 0).New[0], "id severity category rule confidence path start_line line side title anchor again url because"},
		{"review text", NewReviewed(reviewRun(true), 0).Texts[0], "target text"},
		{"error", Error{}, "schema at ref url code exit_code what why do kept retry_at"},
	}
	for _, c := range cases {
		if _, keys := object(t, c.value); strings.Join(keys, " ") != c.keys {
			t.Errorf("%s:\n got %s\nwant %s", c.name, strings.Join(keys, " "), c.keys)
		}
	}
}

// is compares keys of an object with their JSON.
func is(t *testing.T, name string, value any, want map[string]string) {
	t.Helper()
	fields, _ := object(t, value)
	for key, text := range want {
		if got := string(fields[key]); got != text {
			t.Errorf("%s: %s is %s, want %s", name, key, got, text)
		}
	}
}

func TestWhatIsNotKnownIsNullAndNamedAsAGap(t *testing.T) {
	never := Facts{Ref: shop, Now: noon}
	is(t, "never observed", NewStatus(never), map[string]string{
		"title": "null", "state": "null", "draft": "null", "head": "null", "phase": "null", "gates": "null", "reviewers": "null",
		"questions": "null", "counts": "null", "holder": "null", "wake_at": "null", "reasons": "[]",
		"gaps": `[{"surface":"head","what":"the pull request","why":"never observed"}]`, "summary": `"never observed"`,
	})
	is(t, "never observed", NewThreads(never), map[string]string{"clusters": "null", "cross_invocation": `{"signal":null,"resolved_threads":null}`, "threads": "null", "reviews": "null", "comments": "null", "items": "null", "complete": "false"})
	is(t, "a gap", NewThreads(gapped()), map[string]string{
		"threads": "null", "reviews": "[]", "comments": "[]", "items": "null", "complete": "false", "cross_invocation": `{"signal":null,"resolved_threads":null}`,
		"gaps": `[{"surface":"threads","what":"page 3 of 5","why":"GitHub answered 502 four times"}]`,
	})
	is(t, "a gap", NewRun(gapped(), 6), map[string]string{"fixed": "null", "left_open": "null", "exit_code": "6"})
	is(t, "paused", NewStatus(pausedFacts()), map[string]string{
		"counts": "null", "gaps": `[{"surface":"items","what":"what became of each ask","why":"not judged: paused by dev"}]`,
	})
}

func TestWhatWasReadWholeAndIsEmptyIsAnEmptyList(t *testing.T) {
	f := world()
	f.Verdict.Items, f.Verdict.Readings, f.Snapshot.Ours, f.Snapshot.Checks = nil, nil, nil, nil
	is(t, "status", NewStatus(f), map[string]string{"reviewers": "[]", "questions": "[]", "gaps": "[]"})
	is(t, "threads", NewThreads(f), map[string]string{
		"threads": "[]", "reviews": "[]", "comments": "[]", "items": "[]", "gaps": "[]", "complete": "true",
		"cross_invocation": `{"signal":false,"resolved_threads":[]}`, "clusters": "[]", "readings": "[]",
	})
	is(t, "run", NewRun(f, 0), map[string]string{"commits": "[]", "fixed": "0", "left_open": "0"})
	is(t, "explain", NewExplain(Facts{Ref: shop, Now: noon}, time.Time{}), map[string]string{"rounds": "[]"})
	is(t, "thread", threadRow(pull.Thread{NodeID: "T"}), map[string]string{"comments": "[]", "line": "null", "id": "null", "opened_by": "null"})
}

func TestAnAuthorWhoIsGoneIsNullAndAGap(t *testing.T) {
	f := world()
	f.Snapshot.Comments = []pull.Comment{{ID: 7, Body: "hm"}}
	got := NewThreads(f)
	if got.Comments[0].Author != nil || len(got.Gaps) != 1 || got.Gaps[0].What != "author of comment 7" || !got.Complete {
		t.Fatalf("got %+v", got)
	}
}

func TestARunCountsWhatWasDone(t *testing.T) {
	f := story()
	r := NewRun(f, 0)
	if r.Replies != 2 || r.Pushes != 1 || r.Triggers != 0 || *r.Fixed != 8 || *r.Declined != 1 || *r.LeftOpen != 2 || r.Rounds != 1 || r.AgentRuns != 2 {
		t.Fatalf("got %+v", r)
	}
}

func TestAJournalIsToldInRounds(t *testing.T) {
	e := NewExplain(story(), time.Time{})
	var rounds []int
	for _, r := range e.Rounds {
		rounds = append(rounds, r.Round)
	}
	if !slices.Equal(rounds, []int{1, 3}) {
		t.Fatalf("rounds %v", rounds)
	}
	first := e.Rounds[0]
	if len(first.Verdicts) != 1 || len(first.Deeds) != 7 || first.Deeds[0].Kind != "work" || *first.Deeds[0].Task != "triage" || first.Deeds[0].Expects == nil {
		t.Fatalf("round 1: %d verdicts, %d deeds, %+v", len(first.Verdicts), len(first.Deeds), first.Deeds[0])
	}
	if got := NewExplain(story(), noon.Add(-4*time.Minute)); len(got.Rounds) != 1 || len(got.Rounds[0].Verdicts) != 1 {
		t.Fatalf("since: %+v", got.Rounds)
	}
	about := e.About("t2203844829")
	if len(about.Rounds) != 1 || len(about.Rounds[0].Deeds) != 2 || strings.Contains(about.Text(live), "t4821  totals") {
		t.Fatalf("about one item: %s", about.Text(live))
	}
}

func TestADryRunShowsEachTextInFull(t *testing.T) {
	f := needsYou()
	st := f.Verdict.Items[3]
	key := action.ReplyKey(st.Item.At(), st.Disposition)
	f.Verdict.Actions = []action.Action{
		{Kind: action.Work, Key: "triage/t1@1.1", Work: &action.WorkOrder{Task: action.Triage, Items: nil}},
		{Kind: action.Reply, Key: key, Say: &action.Say{Disposition: st.Disposition, Standing: &st, ReplyTo: 1}},
		{Kind: action.Ask, Key: "ask/bugbot@9f2c#0", Ask: &action.AskOrder{Comment: "bugbot run"}},
	}
	got := Wishes(f, live)
	for _, want := range []string{
		"would ask claude to judge 0 items\n", "would reply t4830  api/v1.go:12\n  " + string(key) + "\n  | This needs a maintainer's decision: keep the v1 field? Options:",
		"would ask bugbot\n  ask/bugbot@9f2c#0\n  | bugbot run\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q:\n%s", want, got)
		}
	}
}

func TestTheDocumentNamesEveryKey(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join("..", "..", "docs", "json.md"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	tag, seen := regexp.MustCompile("json:\"([a-zA-Z_]+)"), 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range tag.FindAllStringSubmatch(string(text), -1) {
			seen++
			if !strings.Contains(string(doc), "`"+m[1]+"`") {
				t.Errorf("docs/json.md does not name %s of %s", m[1], name)
			}
		}
	}
	if seen < 150 {
		t.Fatalf("found only %d keys", seen)
	}
}
