package view

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/verdict"
)

// letterOf is what a person is told of a world.
func letterOf(t *testing.T, f Facts, told *action.Notice) Notice {
	t.Helper()
	audience := "question"
	if told != nil {
		audience = "notice"
	}
	n, err := NewNotice(*f.Snapshot, action.TellKey(audience, "desktop", "x"), action.Say{Audience: audience, Place: "desktop", Standings: f.Verdict.Items, Notice: told}, noon)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAQuestionTellsItsWholeStory(t *testing.T) {
	f := needsYou()
	f.Verdict.Items[3].Judgment.Question.Recommendation = "keep it \x1b[31mfor one release"
	n := letterOf(t, f, nil)
	want := `Cart totals in cents
1 question for a maintainer.
https://github.com/acme/shop/pull/42

t2203844830  api/v1.go:12  maria
  keep the v1 field?
  Looked into: two clients still read it
  - keep it: one more release of both
  - drop it: breaks old clients
  Advised: keep it for one release
Answer: settle answer acme/shop#42 t2203844830 --fix TEXT, --decline TEXT or --defer URL`
	if n.Text != want {
		t.Errorf("got:\n%s\nwant:\n%s", n.Text, want)
	}
	if n.Title != "acme/shop#42: 1 question" || len(n.Questions) != 1 || n.Phase != nil {
		t.Errorf("%+v", n)
	}
}

func TestANoticeTellsThePhaseAndItsReason(t *testing.T) {
	rows := []struct {
		told      action.Notice
		title     string
		says      string
		questions int
	}{
		{action.Notice{Phase: string(verdict.Ready), Code: "ready", Subject: "9f2c1ab"}, "acme/shop#42 ready", "Everything holds at 9f2c1ab.", 0},
		{action.Notice{Phase: string(verdict.Blocked), Code: "conflict", Subject: "main"}, "acme/shop#42 blocked", "The branch conflicts with main.", 0},
		{action.Notice{Phase: string(verdict.NeedsYou), Code: "needs_decision", Subject: "t2203844830"}, "acme/shop#42 needs you", "t2203844830 needs a decision.", 1},
	}
	for _, row := range rows {
		n := letterOf(t, needsYou(), &row.told)
		if n.Title != row.title || !strings.Contains(strings.ToLower(n.Text), strings.ToLower(row.says)) || len(n.Questions) != row.questions {
			t.Errorf("%s: %q with %d questions:\n%s", row.told.Phase, n.Title, len(n.Questions), n.Text)
		}
		text, err := json.Marshal(n)
		if err != nil || strings.Contains(string(text), `"questions":null`) {
			t.Errorf("%s, %v", text, err)
		}
	}
}

func TestALetterWithACredentialIsNotSent(t *testing.T) {
	f := needsYou()
	f.Verdict.Items[3].Judgment.Question.Investigated = "the log shows ghp_0123456789abcdefghij0123"
	_, err := NewNotice(*f.Snapshot, "tell/question/desktop/0", action.Say{Audience: "question", Standings: []feedback.Standing{f.Verdict.Items[3]}}, noon)
	if err == nil {
		t.Fatal("a credential was told")
	}
}

func TestAPlanShowsQuestionsInFullAndEveryFix(t *testing.T) {
	f := needsYou()
	fix := row("t2203844850", "bugbot", feedback.Place{Path: "cart.go", Line: 60}, "Off by one", feedback.Open, feedback.Valid)
	got := Plan{Ref: f.Ref, Round: 2, Questions: f.Verdict.Items[3:4], Fixes: []feedback.Standing{fix}}.Text(Page{Unicode: true, Live: true})
	want := `acme/shop#42  round 2  1 question, 1 planned fix
? t4830  api/v1.go:12  maria
  keep the v1 field?
  Looked into: two clients still read it
  - keep it: one more release of both
  - drop it: breaks old clients
▸ t4850  cart.go:60  bugbot  Off by one: each line is rounded on its own
Answer a line each: fix t4830 TEXT, decline t4830 TEXT, defer t4830 URL,
escalate t4830 TEXT. An empty line goes on: fixes begin as planned, questions
without an answer are filed.
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestOpenQuestionsAreListedInFull(t *testing.T) {
	f := needsYou()
	text := NewQuestions(f).Text(Page{})
	if !strings.HasPrefix(text, NewStatus(f).Text(Page{})) || !strings.Contains(text, "\nt4830  api/v1.go:12  maria\n  keep the v1 field?\n  Looked into: two clients still read it\n  - keep it: one more release of both\n") {
		t.Errorf("%s", text)
	}
	object, err := json.Marshal(NewQuestions(f))
	if err != nil || !strings.Contains(string(object), `"schema":"settle.status/1"`) || !strings.Contains(string(object), `"investigated":"two clients still read it"`) {
		t.Errorf("%s, %v", object, err)
	}
}

func TestWhoExplainsAnItemTellsItsQuestion(t *testing.T) {
	e := NewExplain(needsYou(), time.Time{})
	if about := e.About("t2203844830"); about.Question == nil || about.Question.Text != "keep the v1 field?" || !strings.Contains(about.Text(Page{}), "\n  keep the v1 field?\n  Looked into: two clients") {
		t.Errorf("%+v\n%s", about.Question, about.Text(Page{}))
	}
	if about := e.About("t2203844821"); about.Question != nil || e.Question != nil {
		t.Errorf("%+v", about.Question)
	}
}

// A public answer names a page that its readers can open.
func TestADeferralNamesAPublicPage(t *testing.T) {
	for _, text := range []string{"https://github.com/acme/shop/issues/7", "http://bugs.example.com:8080/7?x=1", "https://1.1.1.1/x", "https://git.corp/acme/shop/issues/7"} {
		if err := PublicLink(text, "https://git.corp/acme/shop/pull/42"); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{
		"", "shop-7", "bd:shop-7", "#7", "ftp://example.com/7", "file:///etc/passwd", "https://user:pass@example.com/7", "https://tracker/7", "http://localhost:8080/7",
		"http://127.0.0.1/7", "http://10.1.2.3/7", "http://192.168.1.1/7", "http://169.254.169.254/latest", "http://tracker.corp/7", "https://wiki.internal/7",
		"https://example.com/7 and more", "https://example.com/)[x](https://evil.example",
	} {
		if PublicLink(text, "https://git.corp/acme/shop/pull/42") == nil || PublicLink(text, "") == nil {
			t.Errorf("%q is taken for a public page", text)
		}
	}
}
