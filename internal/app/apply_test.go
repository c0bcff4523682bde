package app_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

func TestAFixPayloadIsShownBeforeItIsCarriedOut(t *testing.T) {
	w, house := settlingWorld(t)
	ids := triageAll(t, house, feedback.Stale)
	from := fixFile(t, settled(ids[0], feedback.Stale), settled(ids[1], feedback.Stale).with(row{"resolveRequested": false}), settled(ids[2], feedback.Stale))
	before := w.kept()
	facts, dry, err := house.Apply(t.Context(), shop, from, app.ApplyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if !dry.DryRun || len(facts.Verdict.Actions) != 4 {
		t.Errorf("%d deeds are shown: %s", len(facts.Verdict.Actions), steps(dry))
	}
	if w.changes() != "" || w.kept() != before {
		t.Error("a dry run has changed something")
	}
	applied := apply(t, house, from, sayAndClose)
	if got := steps(applied); got != "declined sent sent, declined sent not_asked:as_asked, declined sent blocked:policy" {
		t.Errorf("got %s", got)
	}
	if w.sim.Stats().Deeds["reply"] != 3 || w.sim.Stats().Deeds["resolve"] != 1 {
		t.Errorf("the host has seen %v", w.sim.Stats().Deeds)
	}
}

// replies counts our answers in each thread, as the host shows them.
func replies(t *testing.T, house *app.App) map[string]int {
	t.Helper()
	count := map[string]int{}
	for _, thread := range look(t, house).Snapshot.Threads {
		for _, c := range thread.Comments {
			if c.Ours {
				count[thread.NodeID]++
			}
		}
	}
	return count
}

func TestAFileAppliedTwiceSaysNothingTwice(t *testing.T) {
	w, house := settlingWorld(t)
	ids := triageAll(t, house, feedback.Stale)
	from := fixFile(t, settled(ids[0], feedback.Stale), settled(ids[2], feedback.Stale))
	apply(t, house, from, app.ApplyOptions{Replies: true})
	lines := len(look(t, house).Entries)
	again := apply(t, house, from, app.ApplyOptions{Replies: true})
	if got := steps(again); got != "declined stands not_asked:no_flag, declined stands not_asked:no_flag" || again.Replies != 0 {
		t.Errorf("got %s", got)
	}
	if told := len(look(t, house).Entries) - lines; told != 0 {
		t.Errorf("%d lines were written for what is known", told)
	}
	apply(t, house, from, sayAndClose)
	last := apply(t, house, from, sayAndClose)
	if got := steps(last); got != "declined stands stands, declined stands blocked:policy" {
		t.Errorf("got %s", got)
	}
	for id, n := range replies(t, house) {
		if n > 1 {
			t.Errorf("%s has %d replies", id, n)
		}
	}
	if deeds := w.sim.Stats().Deeds; deeds["reply"] != 2 || deeds["resolve"] != 1 {
		t.Errorf("the host has seen %v", deeds)
	}
	dry := apply(t, house, from, app.ApplyOptions{})
	if got := steps(dry); got != "declined stands stands, declined stands blocked:policy" {
		t.Errorf("after it was done a dry run shows %s", got)
	}
}

// A reviewer who answers us gets an answer of their own, and not the old one again.
func TestAFollowUpGetsItsOwnAnswer(t *testing.T) {
	w, house := settlingWorld(t, "-- base/.settle", "  - {at: 10m, by: maria, do: reply, item: name, body: \"And Sum?\"}\n-- base/.settle")
	ids := triageAll(t, house, feedback.Invalid)
	first := fixFile(t, settled(ids[2], feedback.Invalid).with(row{"replyBody": "Total is what the design says.", "resolveRequested": false}))
	apply(t, house, first, app.ApplyOptions{Replies: true})
	w.later(15 * time.Minute)
	_, _, err := house.Apply(t.Context(), shop, first, app.ApplyOptions{Replies: true})
	refusedFor(t, err, "triageMetadataRequired")
	detached := first
	detached.Detached = true
	_, _, err = house.Apply(t.Context(), shop, detached, app.ApplyOptions{Replies: true})
	refusedFor(t, err, "freshJudgment")
	if n := replies(t, house)[ids[2]]; n != 1 {
		t.Fatalf("%d replies before the follow-up was judged", n)
	}
	second := fixFile(t, settled(ids[2], feedback.Invalid).with(row{"replyBody": "Sum is taken by the standard library.", "resolveRequested": false}))
	second.Detached = true
	if got := steps(apply(t, house, second, app.ApplyOptions{Replies: true})); got != "declined sent not_asked:as_asked" {
		t.Errorf("got %s", got)
	}
	if n := replies(t, house)[ids[2]]; n != 2 {
		t.Errorf("%d replies after it was", n)
	}
}

// A word that arrives between the reply and the resolve keeps the thread open.
func TestAReviewerWhoAnswersKeepsTheThreadOpen(t *testing.T) {
	w, house := settlingWorld(t, "-- base/.settle", "  - {when: reply, by: maria, do: reply, item: rounding, body: \"Wait, is it?\"}\n-- base/.settle")
	ids := triageAll(t, house, feedback.Stale)
	applied := apply(t, house, fixFile(t, settled(ids[0], feedback.Stale)), sayAndClose)
	if w.sim.Stats().Deeds["resolve"] != 0 || replies(t, house)[ids[0]] != 1 {
		t.Errorf("%s; the host has seen %v", steps(applied), w.sim.Stats().Deeds)
	}
	for _, thread := range look(t, house).Snapshot.Threads {
		if thread.Resolved {
			t.Errorf("%s is resolved", thread.NodeID)
		}
	}
}

func TestAReplyThatFailsKeepsItsThreadOpen(t *testing.T) {
	w, house := settlingWorld(t, "-- base/.settle", "faults: [{hit: reply, nth: 1, answer: 403}]\n-- base/.settle")
	ids := triageAll(t, house, feedback.Stale)
	applied := apply(t, house, fixFile(t, settled(ids[0], feedback.Stale), settled(ids[1], feedback.Stale)), sayAndClose)
	if got := steps(applied); got != "declined blocked blocked:reply_first, declined sent sent" || applied.ExitCode != 9 {
		t.Errorf("exit %d: %s", applied.ExitCode, got)
	}
	for key, deed := range look(t, house).History.Deeds {
		if strings.Contains(deed.Outcome.Text, "The code this was about") {
			t.Errorf("what went wrong with %s repeats the reply: %s", key, deed.Outcome.Text)
		}
	}
	if deeds := w.sim.Stats().Deeds; deeds["resolve"] != 1 {
		t.Errorf("the host has seen %v", deeds)
	}
}

// What may be closed is policy's, by class and by who opened the thread; the
// answer is given all the same.
func TestPolicyDecidesWhatAFileMayClose(t *testing.T) {
	invalid := "verify: \"true\"\nanswers: {resolve: {invalid: {bot: answered, person: never}}}"
	cases := []struct {
		says    string
		class   feedback.Class
		thread  int
		changes []string
		flag    bool
		want    string
		exit    int
	}{
		{"code that is gone, from a bot", feedback.Stale, 0, nil, false, "declined sent sent", 0},
		{"code that is gone, from a person", feedback.Stale, 2, nil, false, "declined sent blocked:policy", 9},
		{"so already, from a bot", feedback.AlreadyFixed, 0, nil, false, "already_addressed sent sent", 0},
		{"so already, where policy never closes", feedback.AlreadyFixed, 0, []string{`verify: "true"`, "verify: \"true\"\nanswers: {resolve: {already_fixed: {bot: never, person: never}}}"}, false, "already_addressed sent blocked:policy", 9},
		{"wrong, neither flag nor policy", feedback.Invalid, 0, nil, false, "declined sent blocked:policy", 9},
		{"wrong, the flag alone", feedback.Invalid, 0, nil, true, "declined sent blocked:policy", 9},
		{"wrong, policy alone", feedback.Invalid, 0, []string{`verify: "true"`, invalid}, false, "declined sent blocked:policy", 9},
		{"wrong, flag and policy", feedback.Invalid, 0, []string{`verify: "true"`, invalid}, true, "declined sent sent", 0},
		{"wrong, flag and policy, a person's", feedback.Invalid, 2, []string{`verify: "true"`, invalid}, true, "declined sent blocked:policy", 9},
		{"the head's checks failed", feedback.Stale, 0, []string{"conclusion: success", "conclusion: failure"}, false, "declined sent blocked:policy", 9},
		{"the head's checks are still running", feedback.Stale, 0, []string{"takes: 40s", "takes: 4h"}, false, "declined sent blocked:awaiting_proof", 8},
	}
	for _, c := range cases {
		t.Run(c.says, func(t *testing.T) {
			t.Parallel()
			_, house := settlingUnder(t, config.Overrides{ResolveInvalid: c.flag}, c.changes...)
			ids := triageAll(t, house, c.class)
			applied := apply(t, house, fixFile(t, settled(ids[c.thread], c.class)), sayAndClose)
			if got := steps(applied); got != c.want || applied.ExitCode != c.exit {
				t.Errorf("exit %d: %s; want exit %d: %s", applied.ExitCode, got, c.exit, c.want)
			}
		})
	}
}

// A fix is believed by its commit in the branch: answered with it, and closed
// when the head's checks have passed.
func TestAFixIsAnsweredWithItsCommit(t *testing.T) {
	w, house := settlingWorld(t)
	ids := triageAll(t, house, feedback.Valid)
	head := look(t, house).Snapshot.Head
	fixed := settled(ids[0], feedback.Valid).with(row{"commitSha": strings.ToUpper(string(head[:9]))})
	applied := apply(t, house, fixFile(t, fixed), sayAndClose)
	if got := steps(applied); got != "fixed sent sent" {
		t.Fatalf("got %s", got)
	}
	thread := look(t, house).Snapshot.Threads[0]
	if body := thread.Comments[len(thread.Comments)-1].Body; !strings.HasPrefix(body, "Fixed in "+head.Short()+": Totals are summed first and rounded once.") {
		t.Errorf("said %q", body)
	}
	if w.sim.Stats().Deeds["reply"] != 1 {
		t.Errorf("the host has seen %v", w.sim.Stats().Deeds)
	}
}

func TestCodeThatGitHubCallsGoneNeedsNoText(t *testing.T) {
	_, house := settlingWorld(t, "-- base/.settle", "  - {at: -5m, by: dev, do: push, tree: later}\n-- base/.settle", "-- base/README", "-- later/cart.go --\npackage shop\n-- base/README")
	ids := triageAll(t, house, feedback.Stale)
	if !look(t, house).Snapshot.Threads[0].Outdated {
		t.Fatal("the thread is not outdated")
	}
	applied := apply(t, house, fixFile(t, settled(ids[0], feedback.Stale).with(row{"fixSummary": nil})), sayAndClose)
	if got := steps(applied); got != "declined sent sent" {
		t.Errorf("got %s", got)
	}
}

// What a person must decide is asked, is told as that, and is never closed; what
// stands in the file beside it is done.
func TestWhatAPersonMustDecideStaysOpen(t *testing.T) {
	w, house := settlingWorld(t, "verify: \"true\"", "verify: \"true\"\nescalation: {to: [label]}")
	ids := threads(t, house)
	judged := triageFile(t, triaged(ids[0], feedback.Stale), triaged(ids[1], feedback.Stale), triaged(ids[2], feedback.NeedsHuman))
	_, said, err := house.Judge(t.Context(), shop, judged, true)
	if err != nil || said.ExitCode != 7 || !said.Recorded {
		t.Fatalf("exit %d, %v", said.ExitCode, err)
	}
	for _, detached := range []bool{false, true} {
		closes := fixFile(t, settled(ids[2], feedback.Stale))
		closes.Detached = detached
		_, _, err = house.Apply(t.Context(), shop, closes, sayAndClose)
		refusedFor(t, err, "triageRequiresHumanDecision")
	}
	asks := fixFile(t, settled(ids[0], feedback.Stale), settled(ids[2], feedback.NeedsHuman).with(row{"humanDecision": "Which name is it?"}))
	applied := apply(t, house, asks, sayAndClose)
	if got := steps(applied); got != "declined sent sent, escalated not_asked not_asked:as_asked" || applied.ExitCode != 7 {
		t.Errorf("exit %d: %s", applied.ExitCode, got)
	}
	if deeds := w.sim.Stats().Deeds; deeds["reply"] != 1 || deeds["resolve"] != 1 {
		t.Errorf("the host has seen %v", deeds)
	}
}

// Nothing is done on a pull request that could not be read whole, that ended,
// or that a person holds.
func TestAFileIsNotCarriedOutInTheDark(t *testing.T) {
	cases := []struct {
		says    string
		changes []string
		exit    int
	}{
		{"threads that could not be read", []string{"-- base/.settle", "faults: [{hit: observe, nth: 2, times: 1000, partial: repository.pullRequest.reviews}]\n-- base/.settle"}, 6},
		{"closed meanwhile", []string{"-- base/.settle", "  - {at: 10m, by: maria, do: close}\n-- base/.settle"}, 21},
	}
	for _, c := range cases {
		t.Run(c.says, func(t *testing.T) {
			t.Parallel()
			w, house := settlingWorld(t, c.changes...)
			ids := threads(t, house)
			w.later(20 * time.Minute)
			from := fixFile(t, settled(ids[0], feedback.Stale))
			from.Detached = true
			_, applied, err := house.Apply(t.Context(), shop, from, sayAndClose)
			if err != nil || applied.ExitCode != c.exit || applied.Items != nil || w.changes() != "" {
				t.Errorf("exit %d, %v; the host has seen %q", applied.ExitCode, err, w.changes())
			}
		})
	}
}

// What is settled by a triage file is not judged again; what it does not name is.
func TestATriageFileIsTakenAsJudged(t *testing.T) {
	_, house := settlingWorld(t)
	triageAll(t, house, feedback.Invalid)
	v := look(t, house).Verdict
	open := 0
	for _, st := range v.Items {
		if st.Item.Thread != "" && (st.Judgment == nil || st.Judgment.Source != feedback.ByPerson || st.Disposition != feedback.Declined) {
			t.Errorf("%s is %s", st.Item.ID, st.Disposition)
		}
		if st.Disposition == feedback.Open {
			open++
		}
	}
	if open != 1 || v.Phase == verdict.Ready {
		t.Errorf("%d asks are open, %s", open, v.Phase)
	}
}

// The payload that is produced is one that is accepted, and says the same.
func TestTheTriageThatIsPrintedIsAccepted(t *testing.T) {
	_, house := settlingWorld(t)
	triageAll(t, house, feedback.Invalid)
	before := look(t, house)
	_, said, err := house.Triage(t.Context(), shop)
	if err != nil {
		t.Fatal(err)
	}
	text := marshal(t, said.Payload)
	read, err := app.ReadTriage(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if _, _, err := house.Judge(t.Context(), shop, app.Source{File: read, Name: "known.json", Who: "maria"}, true); err != nil {
		t.Fatal(err)
	}
	after := look(t, house)
	for i, st := range before.Verdict.Items {
		now := after.Verdict.Items[i]
		if st.Item.Thread != "" && (now.Disposition != st.Disposition || now.Judgment.Reason != st.Judgment.Reason || now.Judgment.Confidence != st.Judgment.Confidence) {
			t.Errorf("%s was %+v, is %+v", st.Item.ID, st.Judgment, now.Judgment)
		}
	}
	var ours []pull.Comment
	for _, c := range after.Snapshot.Comments {
		if c.Ours {
			ours = append(ours, c)
		}
	}
	if len(ours) > 0 {
		t.Errorf("a triage has said something: %v", ours)
	}
}

// A resolve that the host answered and did not do is not taken for done.
func TestAResolveWithoutEffectIsDoneAgain(t *testing.T) {
	_, house := settlingWorld(t, "-- base/.settle", "faults: [{hit: resolve, nth: 1, answer: 502}]\n-- base/.settle")
	ids := triageAll(t, house, feedback.Stale)
	applied := apply(t, house, fixFile(t, settled(ids[0], feedback.Stale)), sayAndClose)
	if got := steps(applied); got != "declined sent sent" || !look(t, house).Snapshot.Threads[0].Resolved {
		t.Errorf("got %s", got)
	}
}

// What somebody else has closed is done, and not answered.
func TestAThreadThatIsClosedIsLeftAlone(t *testing.T) {
	w, house := settlingWorld(t, "-- base/.settle", "  - {at: -5m, by: maria, do: resolve, item: rounding}\n-- base/.settle")
	from := fixFile(t, settled(threads(t, house)[0], feedback.Stale))
	from.Detached = true
	applied := apply(t, house, from, sayAndClose)
	if got := steps(applied); got != "open not_asked stands" || applied.ExitCode != 0 || w.changes() != "" {
		t.Errorf("exit %d: %s; the host has seen %q", applied.ExitCode, got, w.changes())
	}
}

// While another process drives the pull request nothing of a file is done, and
// nothing is written down that the other would act on.
func TestAFileIsNotCarriedOutBesideARun(t *testing.T) {
	w, house := settlingWorld(t)
	ids := threads(t, house)
	w.held(journal.RunLease(shop), os.Getppid(), "the first")
	from := fixFile(t, settled(ids[0], feedback.Stale))
	from.Detached = true
	_, _, err := house.Apply(t.Context(), shop, from, sayAndClose)
	var held *journal.HeldError
	if !errors.As(err, &held) {
		t.Fatalf("got %v", err)
	}
	if facts := look(t, house); len(facts.History.Judged) != 0 || w.changes() != "" {
		t.Errorf("judged %v; the host has seen %q", facts.History.Judged, w.changes())
	}
}
