package perform_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// fixed is a standing whose fix is in the head.
func (w *world) fixed(id int64) feedback.Standing {
	return w.thread(id, func(st *feedback.Standing) {
		st.Disposition, st.Commit = feedback.Fixed, w.host.head
		st.Claim = &feedback.Claim{Outcome: feedback.Fixed, Summary: "Totals are rounded once.", Test: "TestTotal"}
	})
}

func replyTo(st feedback.Standing) action.Action {
	at := st.Item.At()
	a := action.Action{
		Kind: action.Reply, Key: action.ReplyKey(at, st.Disposition), Expect: action.Expect{At: &at},
		Say: &action.Say{Item: at, Disposition: st.Disposition, Standing: &st, ReplyTo: st.Item.ReplyTo},
	}
	if st.Disposition == feedback.Fixed {
		a.Expect.Reaches = st.Commit
	}
	return a
}

func (w *world) resolves(st feedback.Standing) action.Action {
	at := st.Item.At()
	return action.Action{
		Kind: action.Resolve, Key: action.ResolveKey(at, st.Disposition), Expect: action.Expect{At: &at, Head: w.host.head, Reply: true},
		Thread: &action.ThreadRef{Item: at, NodeID: st.Item.Thread},
	}
}

func (w *world) asks(order action.AskOrder) action.Action {
	order.Head = w.host.head
	return action.Action{Kind: action.Ask, Key: action.AskKey(order.Reviewer, order.Head, order.N), Expect: action.Expect{Head: order.Head}, Ask: &order}
}

func (w *world) marksReady() action.Action {
	draft := true
	return action.Action{Kind: action.Ready, Key: action.ReadyKey(w.host.head), Expect: action.Expect{Head: w.host.head, Draft: &draft}}
}

func tells(audience, text string, standings ...feedback.Standing) action.Action {
	return action.Action{
		Kind: action.Tell, Key: action.TellKey(audience, "42", text),
		Say: &action.Say{Audience: audience, Text: text, Standings: standings},
	}
}

// wantMark finds one genuine mark of the deed in a text.
func wantMark(t *testing.T, body string, kind mark.Kind, key action.Key, word string) {
	t.Helper()
	found := secret.Read(shop.String(), body)
	if len(found) != 1 || found[0] != (mark.Mark{Kind: kind, Digest: key.Digest(), Word: word, Proved: true}) {
		t.Errorf("marks %+v in %q, want one of %s with %q", found, body, key, word)
	}
}

func TestAReplyStandsInItsThreadAndIsThenEnoughToResolveIt(t *testing.T) {
	w := newTalk(t)
	st := w.fixed(101)
	reply := replyTo(st)
	did := w.perform(reply)
	want(t, did, journal.Done, "")
	thread := w.host.thread("node-t101")
	last := thread.Comments[len(thread.Comments)-1]
	if !last.Ours || !strings.HasPrefix(last.Body, "Fixed in "+w.host.head.Short()+": ") {
		t.Errorf("last word of the thread is %q", last.Body)
	}
	wantMark(t, last.Body, mark.Reply, reply.Key, "fixed")
	if did.Outcome.ID != last.ID || did.Outcome.URL != last.URL {
		t.Errorf("outcome names %d at %s, the reply is %d at %s", did.Outcome.ID, did.Outcome.URL, last.ID, last.URL)
	}
	want(t, w.perform(w.resolves(st)), journal.Done, "")
	if !thread.Resolved {
		t.Error("the thread is open")
	}
}

func TestAReplyToWhatIsNoThreadStandsInTheConversation(t *testing.T) {
	w := newTalk(t)
	w.host.comments = append(w.host.comments, &pull.Comment{ID: 77, NodeID: "node-77", Author: pull.Author{Login: "maria"}, CreatedAt: noon, Body: "Please document the package."})
	st := feedback.Standing{
		Item:        feedback.Item{ID: "c77", Version: feedback.Version{Comment: 77, Unix: noon.Unix()}, Reviewer: policy.People, Title: "Please document the package."},
		Disposition: feedback.Declined, Judgment: &feedback.Judgment{Class: feedback.Invalid, Reason: "it is documented in doc.go."},
	}
	reply := replyTo(st)
	want(t, w.perform(reply), journal.Done, "")
	if voice := w.host.voice(); len(voice) != 1 || !strings.HasPrefix(voice[0], "> Please document the package.") {
		t.Errorf("said %q", voice)
	}
	wantMark(t, w.host.voice()[0], mark.Reply, reply.Key, "declined")
}

func TestAThreadThatSomebodyResolvedBeforeIsLeftAlone(t *testing.T) {
	w := newTalk(t)
	st := w.fixed(101)
	want(t, w.perform(replyTo(st)), journal.Done, "")
	w.host.thread("node-t101").Resolved = true
	want(t, w.perform(w.resolves(st)), journal.Done, "")
}

func TestReviewersAreAskedInTheirOwnWay(t *testing.T) {
	w := newTalk(t)
	want(t, w.perform(w.asks(action.AskOrder{Reviewer: "copilot", Request: "copilot-pull-request-reviewer"})), journal.Done, "")
	if len(w.host.asked) != 1 || w.host.asked[0] != "copilot-pull-request-reviewer" || len(w.host.voice()) != 0 {
		t.Errorf("asked %q, said %q", w.host.asked, w.host.voice())
	}
	want(t, w.perform(w.asks(action.AskOrder{Reviewer: "bugbot", Comment: "bugbot run", Exact: true})), journal.Done, "")
	if voice := w.host.voice(); len(voice) != 1 || voice[0] != "bugbot run" {
		t.Errorf("said %q: a phrase that must stand alone has nothing beside it", voice)
	}
	ask := w.asks(action.AskOrder{Reviewer: "coderabbit", Comment: "@coderabbitai review", N: 1})
	did := w.perform(ask)
	want(t, did, journal.Done, "")
	body := w.host.voice()[1]
	if first, _, _ := strings.Cut(body, "\n"); first != "@coderabbitai review" || did.Outcome.ID == 0 {
		t.Errorf("said %q, outcome %+v", body, did.Outcome)
	}
	wantMark(t, body, mark.Ask, ask.Key, "")
}

func TestReadyIsMarkedOnceAndNeverAgainstTheFlag(t *testing.T) {
	w := newTalk(t)
	ready := w.marksReady()
	w.policy.NoReady = true
	want(t, w.perform(ready), journal.Barred, journal.Refused)
	w.policy.NoReady = false
	want(t, w.perform(ready), journal.Done, "")
	want(t, w.perform(ready), journal.Lapsed, journal.Moved)
	if w.host.readies != 1 || w.host.draft {
		t.Errorf("marked %d times, draft %v", w.host.readies, w.host.draft)
	}
}

func TestPeopleAreToldByALabelAndByOneReport(t *testing.T) {
	w := newTalk(t)
	want(t, w.perform(tells("label", "needs-human")), journal.Done, "")
	if len(w.host.labels) != 1 || w.host.labels[0] != "needs-human" {
		t.Errorf("labels %q", w.host.labels)
	}
	st := w.fixed(101)
	first := tells("report", "", st)
	want(t, w.perform(first), journal.Done, "")
	wantMark(t, w.host.voice()[0], mark.Report, first.Key, "")
	second := tells("report", "again", st, w.thread(102))
	want(t, w.perform(second), journal.Done, "")
	if len(w.host.comments) != 1 {
		t.Fatalf("%d reports stand, want one", len(w.host.comments))
	}
	wantMark(t, w.host.voice()[0], mark.Report, second.Key, "")
	want(t, w.perform(tells("pigeon", "coo")), journal.Barred, journal.Refused)
}

// A mark that somebody copied into a comment of their own, or that another
// database made, is no report of ours to rewrite.
func TestOnlyOurOwnReportIsRewritten(t *testing.T) {
	w := newTalk(t)
	for i, c := range []pull.Comment{
		{Body: secret.Write(shop.String(), mark.Mark{Kind: mark.Report, Digest: "0123456789abcdef"})},
		{Body: mark.Secret("of another database").Write(shop.String(), mark.Mark{Kind: mark.Report, Digest: "0123456789abcdef"}), Ours: true},
	} {
		c.ID = int64(i + 1)
		w.host.comments = append(w.host.comments, &c)
	}
	old := w.host.comments[0].Body + w.host.comments[1].Body
	want(t, w.perform(tells("report", "", w.fixed(101))), journal.Done, "")
	if len(w.host.comments) != 3 || w.host.comments[0].Body+w.host.comments[1].Body != old {
		t.Errorf("%d comments; a foreign one was rewritten", len(w.host.comments))
	}
}

func TestTheYoungerOfTwoEqualCommentsIsTakenBack(t *testing.T) {
	w := newTalk(t)
	st := w.fixed(101)
	first, second := w.perform(replyTo(st)), w.perform(replyTo(st))
	want(t, second, journal.Done, "")
	back := action.Action{
		Kind: action.Retract, Key: action.RetractKey(second.Outcome.ID), Comment: &action.CommentRef{ID: second.Outcome.ID, Inline: true},
	}
	for range 2 { // one that is gone already is what was wanted
		want(t, w.perform(back), journal.Done, "")
	}
	thread := w.host.thread("node-t101").Comments
	if len(thread) != 2 || thread[1].ID != first.Outcome.ID {
		t.Errorf("the thread holds %+v", thread)
	}
}

func TestATextWithACredentialIsNeverSent(t *testing.T) {
	leak := "the token ghp_0123456789abcdefghijABCDEFGHIJ012345 is in the log."
	w := newTalk(t)
	st := w.fixed(101)
	st.Claim.Summary = leak
	want(t, w.perform(replyTo(st)), journal.Barred, journal.Refused)
	declined := w.thread(102)
	declined.Disposition, declined.Judgment.Reason = feedback.Declined, leak
	want(t, w.perform(replyTo(declined)), journal.Barred, journal.Refused)
	row := w.fixed(103)
	row.Item.Title = leak
	want(t, w.perform(tells("report", "", row)), journal.Barred, journal.Refused)
	if said := w.host.voice(); len(said) != 0 {
		t.Errorf("said %q", said)
	}
}

// What a deed rests on is read again before its effect: the world moves between
// the look and the deed, and the deed does nothing.
func TestADeedWhoseGroundMovedDoesNothing(t *testing.T) {
	deeds := map[string]func(w *world, st feedback.Standing) action.Action{
		"reply":   func(_ *world, st feedback.Standing) action.Action { return replyTo(st) },
		"resolve": func(w *world, st feedback.Standing) action.Action { return w.resolves(st) },
		"ask": func(w *world, _ feedback.Standing) action.Action {
			return w.asks(action.AskOrder{Reviewer: "bugbot", Comment: "bugbot run"})
		},
		"request": func(w *world, _ feedback.Standing) action.Action {
			return w.asks(action.AskOrder{Reviewer: "copilot", Request: "copilot"})
		},
		"ready": func(w *world, _ feedback.Standing) action.Action { return w.marksReady() },
	}
	moves := []struct {
		name string
		move func(w *world)
		of   []string
	}{
		{"the head moved", func(w *world) { w.host.head = "1111111111111111111111111111111111111111" }, []string{"reply", "resolve", "ask", "request", "ready"}},
		{"the pull request was closed", func(w *world) { w.host.state = pull.Closed }, []string{"reply", "resolve", "ask", "request", "ready"}},
		{"the pull request was merged", func(w *world) { w.host.state = pull.Merged }, []string{"reply", "resolve", "ask", "request", "ready"}},
		{"somebody spoke", func(w *world) { w.host.spoken("node-t101", "No, not like that.") }, []string{"reply", "resolve"}},
		{"the word was edited", func(w *world) {
			at := noon.Add(time.Hour)
			w.host.thread("node-t101").Comments[0].EditedAt = &at
		}, []string{"reply", "resolve"}},
		{"our reply is not there", func(*world) {}, []string{"resolve"}},
		{"our reply is still a draft", func(w *world) {
			w.host.drafting = true
			c := w.host.said("Fixed.")
			c.Pending = true
			thread := w.host.thread("node-t101")
			thread.Comments = append(thread.Comments, c)
		}, []string{"resolve"}},
		{"a draft review of ours is open", func(w *world) { w.host.drafting = true }, []string{"reply"}},
		{"somebody marked it ready", func(w *world) { w.host.draft = false }, []string{"ready"}},
	}
	for _, m := range moves {
		for _, kind := range m.of {
			t.Run(kind+": "+m.name, func(t *testing.T) {
				w := newTalk(t)
				deed := deeds[kind](w, w.fixed(101))
				seen := w.host.snapshot()
				m.move(w)
				before := w.host.touched()
				want(t, w.performAt(seen, deed), journal.Lapsed, journal.Moved)
				if after := w.host.touched(); after != before {
					t.Errorf("it had an effect: %s, was %s", after, before)
				}
			})
		}
	}
}

// The end of a deed is told from what the host said of it.
func TestWhatTheHostAnswersIsToldTruthfully(t *testing.T) {
	until := noon.Add(17 * time.Minute)
	cases := []struct {
		name   string
		before error
		after  error
		state  journal.State
		why    journal.Why
		said   int
	}{
		{"the answer was lost, the effect is there", nil, action.Fail(action.Lost, errors.New("502")), journal.Doubtful, "", 1},
		{"the answer was lost, the effect is not", action.Fail(action.Lost, errors.New("reset")), nil, journal.Doubtful, "", 0},
		{"nobody knows what happened", errors.New("some error"), nil, journal.Doubtful, "", 0},
		{"limited", &action.Failure{Class: action.Limited, Until: until, Err: errors.New("403")}, nil, journal.Lapsed, journal.Limited, 0},
		{"later", action.Fail(action.Later, errors.New("refused to connect")), nil, journal.Lapsed, journal.Limited, 0},
		{"not allowed", action.Fail(action.NotAllowed, errors.New("403")), nil, journal.Barred, journal.Refused, 0},
		{"refused", action.Fail(action.Refused, errors.New("422")), nil, journal.Barred, journal.Refused, 0},
		{"gone", action.Fail(action.Gone, errors.New("404")), nil, journal.Lapsed, journal.Moved, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w := newTalk(t)
			w.host.before, w.host.after = c.before, c.after
			did := w.perform(replyTo(w.fixed(101)))
			want(t, did, c.state, c.why)
			if got := len(w.host.voice()); got != c.said {
				t.Errorf("%d replies stand, want %d", got, c.said)
			}
			if c.name == "limited" && !did.NotBefore.Equal(until) {
				t.Errorf("not before %s, want %s", did.NotBefore, until)
			}
			if did.Outcome == nil || did.Outcome.Text == "" {
				t.Error("nothing tells why")
			}
		})
	}
}

// A read that fails before the effect leaves nothing in doubt.
func TestALostReadIsNoDoubt(t *testing.T) {
	w := newTalk(t)
	deed := replyTo(w.fixed(101))
	w.host.blind = action.Fail(action.Lost, errors.New("timeout"))
	want(t, w.perform(deed), journal.Lapsed, journal.Limited)
	if w.host.touched() != untouched {
		t.Error(w.host.touched())
	}
}

// An edited summary of a bot is no new word; a person's edit of a review is.
func TestOnlyAPersonsEditOfAReviewIsANewWord(t *testing.T) {
	for reviewer, state := range map[string]journal.State{"bugbot": journal.Done, policy.People: journal.Lapsed} {
		t.Run(reviewer, func(t *testing.T) {
			w := newTalk(t)
			w.host.reviews = []*pull.Review{{ID: 55, NodeID: "node-55", SubmittedAt: noon, Body: "Two problems."}}
			seen := w.host.snapshot()
			edited := noon.Add(time.Hour)
			w.host.reviews[0].EditedAt = &edited
			st := feedback.Standing{
				Item:        feedback.Item{ID: "r55.1", Version: feedback.Version{Comment: 55, Unix: noon.Unix()}, Reviewer: reviewer, Title: "A problem"},
				Disposition: feedback.Declined, Judgment: &feedback.Judgment{Class: feedback.Invalid, Reason: "it holds."},
			}
			if did := w.performAt(seen, replyTo(st)); did.State != state {
				t.Errorf("ended %s, want %s", did.State, state)
			}
		})
	}
}

// A long error of the host is kept in part, as valid text.
func TestWhatWentWrongIsKeptInBounds(t *testing.T) {
	w := newTalk(t)
	w.host.before = action.Fail(action.Refused, fmt.Errorf("%s\xff", strings.Repeat("ä", 4000)))
	did := w.perform(replyTo(w.fixed(101)))
	if text := did.Outcome.Text; len(text) > 2100 || strings.ToValidUTF8(text, "!") != text {
		t.Errorf("%d bytes: %.20q", len(text), text)
	}
}

func TestADeedOfALaterReleaseIsRefused(t *testing.T) {
	w := newTalk(t)
	want(t, w.perform(action.Action{Kind: "merge", Key: "merge/42"}), journal.Barred, journal.Refused)
	later := action.Action{Kind: action.Work, Key: action.AuditKey(w.host.head), Work: &action.WorkOrder{Task: "translate", Head: w.host.head}}
	want(t, w.perform(later), journal.Barred, journal.Refused)
	if w.host.touched() != untouched || len(w.agents.asked) != 0 {
		t.Error("it had an effect")
	}
}
