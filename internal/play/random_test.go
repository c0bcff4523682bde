package play_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/play"
	"github.com/settlehq/settle/internal/verdict"
)

// disorder writes the scenario of a seed: reviewers and people who ask for this
// and that, push meanwhile and change their words; a host that fails, lags and
// loses answers; a process that is killed. How it must end is not written: it
// is looked at from outside.
type disorder struct {
	*rand.Rand
	findings, timeline, triage, fix, files []string
}

func (d *disorder) one(list ...string) string { return list[d.IntN(len(list))] }

// some gives up to most lines that make makes.
func (d *disorder) some(most int, line func() string) []string {
	var lines []string
	for range d.IntN(most + 1) {
		lines = append(lines, line())
	}
	return lines
}

func written(seed uint64) string {
	d := &disorder{Rand: rand.New(rand.NewPCG(seed, 11))}
	for n := range 2 + d.IntN(4) {
		d.finding(n)
	}
	faults := d.some(3, d.fault)
	kills := d.some(2, func() string {
		return fmt.Sprintf("  - {%s: %s, nth: %d}", d.one("before", "after"), d.one("reply", "push", "fix", "triage", "ask", "resolve", "started", "done"), 1+d.IntN(2))
	})
	d.people(len(kills) == 0)
	var out strings.Builder
	fmt.Fprintf(&out, `scenario: 1
about: Disorder %d.
seed: %d
clock: step
repo: acme/shop
viewer: {login: dev, permission: write}
pulls: [{number: 42, title: Disorder, author: dev, head: topic, draft: true}]
host: {propagation: %s, mergeable_unknown: %s}
checks: [{name: ci, takes: %s}]
protect: {checks: [ci]}
actors:
  bugbot: {preset: bugbot, lag: %s, silent: %s}
  copilot: {preset: copilot}
  maria: {kind: person, association: MEMBER}
`, seed, seed, d.one("0s", "0s", "3s"), d.one("0s", "20s"), d.one("30s", "10s..90s"), d.one("0s", "0s", "15s"), d.one("false", "false", "[2]"))
	section := func(key string, lines []string) {
		if len(lines) > 0 {
			out.WriteString(key + ":\n" + strings.Join(lines, "\n") + "\n")
		}
	}
	section("findings", d.findings)
	section("timeline", append([]string{"  - {at: -1h, by: bugbot, do: review}"}, d.timeline...))
	section("faults", faults)
	section("kill", kills)
	out.WriteString("agent:\n")
	section("  triage", d.triage)
	section("  fix", d.fix)
	out.WriteString("expect: {said_once: false}\n-- base/.settle.yaml --\nversion: 1\nreviewers: {bugbot: required, copilot: last}\nverify: none\n-- base/README --\nshop\n")
	out.WriteString(strings.Join(d.files, ""))
	return out.String()
}

// finding adds one of a bot, about a file of its own: right, wrong, beyond the
// agent, or for a person.
func (d *disorder) finding(n int) {
	path, id := fmt.Sprintf("part%d.go", n), fmt.Sprintf("f%d", n)
	by := d.one("bugbot", "bugbot", "copilot")
	if n == 0 {
		by = "bugbot" // who has reviewed before it begins: people answer to it
	}
	d.files = append(d.files, fmt.Sprintf("-- head/%s --\npackage shop\n\nvar part%d = bad%d\n", path, n, n))
	while := fmt.Sprintf("while: {contains: bad%d}", n)
	kind := d.one("right", "right", "right", "wrong", "hopeless", "question")
	if kind == "wrong" {
		while = "reviews: [1]"
	}
	d.findings = append(d.findings, fmt.Sprintf("  - {id: %s, by: %s, path: %s, at: \"var part\", title: Part %d, body: \"Part %d is bad in its way.\", %s}", id, by, path, n, n, while))
	class := map[string]string{"wrong": "invalid", "question": "needs_human"}[kind]
	if class == "" {
		class = "valid"
	}
	d.triage = append(d.triage, fmt.Sprintf("    - {for: %s, class: %s, reason: \"Seen in %s.\"}", id, class, path))
	if kind == "right" {
		d.fix = append(d.fix, fmt.Sprintf("    - {for: %s, summary: Mend part %d, replace: [{path: %s, old: bad%d, new: good%d}]}", id, n, path, n, n))
	}
}

// people ask, insist, push, pause and go on; at our own machine only where no
// other process is killed.
func (d *disorder) people(here bool) {
	for n := range d.IntN(4) {
		at := fmt.Sprintf("%ds", d.IntN(900))
		id := fmt.Sprintf("p%d", n)
		switch d.IntN(5) {
		case 0:
			d.files = append(d.files, fmt.Sprintf("-- push%d/notes%d.md --\nnote %d\n", n, n, n))
			d.timeline = append(d.timeline, fmt.Sprintf("  - {at: %s, by: maria, do: push, tree: push%d, body: \"Add a note\"}", at, n))
		case 1:
			d.timeline = append(d.timeline, fmt.Sprintf("  - {when: reply, by: maria, do: reply, item: f0, id: %s, body: \"And what of remark %d?\"}", id, n))
			d.triage = append(d.triage, fmt.Sprintf("    - {for: %s, class: invalid, reason: \"It is answered above.\"}", id))
		case 2:
			d.timeline = append(d.timeline, fmt.Sprintf("  - {at: %s, by: maria, do: comment, id: %s, body: \"A word on point %d in general.\"}", at, id, n))
			d.triage = append(d.triage, fmt.Sprintf("    - {for: %s, class: invalid, reason: \"That holds already.\"}", id))
		case 3:
			if here {
				d.timeline = append(d.timeline, fmt.Sprintf("  - {at: %s, do: pause}", at), "  - {at: 1200s, do: resume}")
			}
		case 4:
			d.timeline = append(d.timeline, fmt.Sprintf("  - {when: push, by: maria, do: comment, id: %s, path: part0.go, line: \"package shop\", body: \"Look at matter %d again.\"}", id, n))
			d.triage = append(d.triage, fmt.Sprintf("    - {for: %s, class: invalid, reason: \"It was looked at.\"}", id))
		}
	}
}

func (d *disorder) fault() string {
	hit := d.one("reply", "reply", "push", "ask", "resolve", "ready", "observe", "observe")
	what := d.one("answer: 502", "answer: 502, after_effect: true", "drop: true", "drop: true, after_effect: true", "limit: secondary, retry_after: 45s")
	if hit == "observe" || hit == "push" {
		what = d.one("answer: 502", "drop: true")
	}
	return fmt.Sprintf("  - {hit: %s, nth: %d, %s}", hit, 1+d.IntN(3), what)
}

// Whatever comes, the end is ready and it is true, or a reason and it is named;
// nothing is said twice and nothing is closed in silence.
func TestInDisorderItEndsReadyOrWithATrueReason(t *testing.T) {
	plays := 6
	switch {
	case os.Getenv("SETTLE_LONG") != "":
		plays = 100
	case testing.Short():
		plays = 2
	}
	first := uint64(third() * plays)
	ends := make([]verdict.Phase, plays)
	t.Run("plays", func(t *testing.T) {
		for n := range plays {
			seed := first + uint64(n)
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				t.Parallel()
				text := written(seed)
				o := staged(t, []byte(text))
				if len(o.File.Kill.Points) == 0 {
					o.Child = nil
				}
				r := run(t, o)
				if ends[n] = r.Facts.Verdict.Phase; !endsWell(t, r) {
					t.Log(text)
				}
			})
		}
	})
	t.Logf("%d plays from seed %d ended %v", plays, first, count(ends))
}

func count(ends []verdict.Phase) map[verdict.Phase]int {
	all := map[verdict.Phase]int{}
	for _, phase := range ends {
		all[phase]++
	}
	return all
}

func endsWell(t *testing.T, r play.Result) bool {
	t.Helper()
	v := r.Facts.Verdict
	if r.Demo.Doubled != 0 {
		t.Errorf("%d were said twice", r.Demo.Doubled)
	}
	if len(r.Truth.ResolvedSilently) > 0 {
		t.Errorf("resolved without a reply: %v", r.Truth.ResolvedSilently)
	}
	waits := 0
	for _, st := range v.Items {
		if st.Disposition == feedback.Escalated || st.Disposition == feedback.Failed {
			waits++
		}
	}
	switch {
	case v.Phase == verdict.Ready && (r.Truth.Draft || waits > 0 || missing(r.Truth.Replies)):
		t.Errorf("ready: a draft %v, %d wait for a person, replies %v", r.Truth.Draft, waits, r.Truth.Replies)
	case v.Phase == verdict.NeedsYou && waits == 0 && v.Why.Code != "mark_ready_yourself" && v.Why.Code != "reviewer_dirty":
		t.Errorf("a person is asked %s, and no item waits", v.Why.Code)
	case v.Phase == verdict.Working || v.Phase == verdict.Waiting || v.Phase == "":
		t.Errorf("it did not end: %s, %s", v.Phase, v.Why.Code)
	case v.Why.Code == "":
		t.Errorf("%s without a reason", v.Phase)
	}
	return !t.Failed()
}

func missing(replies map[int64]int) bool {
	for _, n := range replies {
		if n == 0 {
			return true
		}
	}
	return false
}
