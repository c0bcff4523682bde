package githubsim_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/githubsim/world"
)

// codex is asked by a comment and looks at each push; it reacts to the pull
// request itself.
const codex = `scenario: 1
about: Totals
clock: step
viewer: {login: dev}
pulls: [{number: 7, author: dev, head: totals}]
actors: {codex: {preset: codex}}
findings: [{id: cents, by: codex, path: cart.go, at: "sum +=", severity: high, body: "Cents?", while: {contains: "l.Price * l.Count"}}]
timeline: [{when: {event: comment, matches: "fix it"}, by: dev, do: push, tree: fixed}]
` + shopFiles + "-- fixed/cart.go --\npackage shop\n"

func (h *house) reactions() string {
	h.t.Helper()
	var words []string
	h.world(func(_ *world.World, p *world.Pull) error {
		for _, r := range p.Reactions {
			words = append(words, r.By+" "+r.Content)
		}
		return nil
	})
	return strings.Join(words, ", ")
}

func TestAReviewerThatSpeaksByReactions(t *testing.T) {
	h := open(t, codex)
	h.after(20 * time.Second)
	if got := h.reactions(); got != "chatgpt-codex-connector EYES" {
		t.Errorf("while it works: %s", got)
	}
	h.after(2 * time.Minute)
	if got := h.threads("chatgpt-codex-connector"); len(got) != 1 || !strings.Contains(got[0], "![P1 Badge]") {
		t.Fatalf("threads: %q", got)
	}
	h.say("fix it")
	h.after(2 * time.Minute)
	if got := h.reactions(); got != "chatgpt-codex-connector THUMBS_UP" {
		t.Errorf("when it is clean: %s", got)
	}
	if got, _ := h.saidBy("chatgpt-codex-connector"); got != 0 {
		t.Errorf("nobody asked, and it said %d words", got)
	}
	h.say("@codex review")
	h.after(2 * time.Minute)
	head := h.get(repo + "/pulls/7").text("head.sha")
	if got, last := h.saidBy("chatgpt-codex-connector"); got != 1 || !strings.Contains(last, "`"+head[:10]+"`") {
		t.Errorf("asked for it, it said %d: %q", got, last)
	}
}

// saidBy counts an account's comments in the conversation, and gives the last.
func (h *house) saidBy(login string) (count int, last string) {
	h.t.Helper()
	h.world(func(_ *world.World, p *world.Pull) error {
		for _, c := range p.Comments {
			if c.Author == login {
				count, last = count+1, c.Body
			}
		}
		return nil
	})
	return count, last
}

func TestABareAskRaisesSettledFindingsAgainAndATableDoesNot(t *testing.T) {
	h := open(t, codex)
	h.after(3 * time.Minute)
	h.say("@codex review\n\n| finding | outcome |\n|---|---|\n| cents | declined |")
	h.after(3 * time.Minute)
	if got := len(h.threads("chatgpt-codex-connector")); got != 1 {
		t.Errorf("with a table it raised %d threads", got)
	}
	h.say("@codex review")
	h.after(3 * time.Minute)
	if got := len(h.threads("chatgpt-codex-connector")); got != 2 {
		t.Errorf("asked bare it has %d threads", got)
	}
}

func TestAReviewerMayBeSilentOrSayWhyItDoesNotReview(t *testing.T) {
	h := open(t, strings.Replace(codex, "codex: {preset: codex}",
		`codex: {preset: codex, silent: [1], refuse: {reviews: [2], body: "You have reached your limits until {until}.", until: 2h}}`, 1))
	h.after(time.Hour)
	if got := h.reactions(); got != "chatgpt-codex-connector EYES" {
		t.Errorf("it has begun and says no more: %s", got)
	}
	h.say("@codex review")
	h.after(80 * time.Second)
	if _, last := h.saidBy("chatgpt-codex-connector"); !strings.HasPrefix(last, "You have reached your limits until 2026-11-21T15:01:") {
		t.Errorf("it said %q", last)
	}
	if got := h.threads("chatgpt-codex-connector"); len(got) != 0 {
		t.Errorf("it refused, and raised %q", got)
	}
	h.say("@codex review")
	h.after(80 * time.Second)
	if got := len(h.threads("chatgpt-codex-connector")); got != 1 {
		t.Errorf("the third review has %d threads", got)
	}
}

func TestEveryPresetRaisesItsFindingWhenItIsWoken(t *testing.T) {
	files, err := filepath.Glob("../scenario/presets/*.yaml")
	if err != nil || len(files) < 9 {
		t.Fatalf("presets are %v, %v", files, err)
	}
	wake := map[string]func(*house){ // the others start when a pull request is opened
		"bugbot":  func(h *house) { h.say("bugbot run") },
		"copilot": func(h *house) { h.request("copilot-pull-request-reviewer[bot]") },
		"person":  func(h *house) { h.request("ann") },
	}
	for _, file := range files {
		preset := strings.TrimSuffix(filepath.Base(file), ".yaml")
		t.Run(preset, func(t *testing.T) {
			h := open(t, strings.NewReplacer("{codex: {preset: codex}}", "{ann: {preset: "+preset+"}}", "by: codex", "by: ann").Replace(codex))
			if wake[preset] != nil {
				h.after(2 * time.Hour)
				if got := h.raised(); got != 0 {
					t.Fatalf("nobody asked, and it raised %d", got)
				}
				wake[preset](h)
			}
			h.after(2 * time.Hour)
			if got := h.raised(); got != 1 {
				t.Errorf("its finding stands %d times", got)
			}
		})
	}
}

// raised counts where the finding stands: threads, reviews, conversation.
func (h *house) raised() (count int) {
	h.t.Helper()
	h.world(func(_ *world.World, p *world.Pull) error {
		for _, t := range p.Threads {
			count += min(1, strings.Count(t.Comments[0].Body, "Cents?"))
		}
		for _, r := range p.Reviews {
			count += min(1, strings.Count(r.Body, "Cents?"))
		}
		for _, c := range p.Comments {
			count += min(1, strings.Count(c.Body, "Cents?"))
		}
		return nil
	})
	return count
}
