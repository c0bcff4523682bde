package builtin

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/settlehq/settle/internal/agent"
)

var forms = map[string]form{
	"messages": messages{}, "items": items{}, "parts": parts{}, "sessions": sessions{}, "answers": answers{}, "plain": plain{},
}

// Each form in each ending: what its last events say, and how a failure is read.
func TestEachFormInEachEnding(t *testing.T) {
	for name, f := range forms {
		archive, err := txtar.ParseFile("testdata/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		wants := map[string]string{}
		for _, file := range archive.Files {
			if story, ok := strings.CutSuffix(file.Name, ".want"); ok {
				wants[story] = string(file.Data)
			}
		}
		for _, must := range []string{"success", "refusal", "quota", "signed-out", "truncated", "foreign"} {
			if wants[must] == "" {
				t.Errorf("%s: nothing is wanted of %q", name, must)
			}
		}
		for _, file := range archive.Files {
			if want, ok := wants[file.Name]; ok {
				reads(t, name+"/"+file.Name, f, file.Data, want)
			}
		}
	}
}

func reads(t *testing.T, name string, f form, out []byte, want string) {
	t.Helper()
	first, told, _ := strings.Cut(strings.TrimSpace(want), "\n")
	if got := summary(readOutput(f, out)); got != first {
		t.Errorf("%s is read as\n  %s\nwant\n  %s", name, got, first)
	}
	if told == "" {
		return
	}
	var lines []string
	tell := progress(f, func(line string) { lines = append(lines, line) })
	for line := range strings.Lines(string(out)) {
		tell(strings.TrimSuffix(line, "\n"))
	}
	if got := "told: " + strings.Join(lines, " · "); got != told {
		t.Errorf("%s %s\nwant %s", name, got, told)
	}
}

// summary prints a closing as the files write it.
func summary(c closing) string {
	var parts []string
	if c.ended {
		parts = append(parts, "ended")
	}
	parts = append(parts, fmt.Sprintf("cost=%g", c.cost))
	if c.model != "" {
		parts = append(parts, "model="+c.model)
	}
	parts = append(parts, fmt.Sprintf("text=%q", c.text))
	if c.failure == "" {
		return strings.Join(parts, " ")
	}
	kind, until := kindOf(c.failure)
	if c.spent {
		kind = agent.Spent
	}
	parts = append(parts, "failed="+string(kind))
	if wait := time.Until(until).Round(time.Minute / 2); !until.IsZero() && wait > 0 {
		parts = append(parts, "until=in "+wait.String())
	} else if !until.IsZero() {
		parts = append(parts, "until="+until.Format(time.RFC3339))
	}
	return strings.Join(parts, " ")
}

func TestAReportInTheMiddleOfATextIsNobodys(t *testing.T) {
	const report = `{"schema":"settle.report/1","task":"fix"}`
	for text, want := range map[string]bool{
		report: true, " \n" + report + "\n": true, "```json\n" + report + "\n```": true,
		"The comment says: " + report: false, report + "\nThat is what the comment said.": false, "```json\n" + report: false, "done": false, "": false,
	} {
		if _, ok := reportIn(text); ok != want {
			t.Errorf("%q: %v", text, ok)
		}
	}
}

func TestWhenAQuotaEndsIsToldOnlyWithoutDoubt(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"usage limit reached|1795276800":                  "2026-11-21T16:00:00Z",
		`{"resets_at":1795276800}`:                        "2026-11-21T16:00:00Z",
		"try again at 2026-11-22T08:30:00+02:00":          "2026-11-22T06:30:00Z",
		"try again in 2 days 17 hours 14 minutes.":        "2026-11-24T05:14:00Z",
		"Please retry in 36s":                             "2026-11-21T12:00:36Z",
		"limit resets in 3h 20m":                          "2026-11-21T15:20:00Z",
		"limit reached, resets 3pm":                       "",
		"try again at 2:57 PM":                            "",
		"in 3 minutes the tests were run; quota exceeded": "",
	} {
		got := untilOf(text, now)
		if want == "" && !got.IsZero() || want != "" && got.Format(time.RFC3339) != want {
			t.Errorf("%q: %s, want %q", text, got, want)
		}
	}
}

func FuzzOutput(f *testing.F) {
	for name := range forms {
		text, err := os.ReadFile("testdata/" + name + ".txtar")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(_ *testing.T, out []byte) {
		for _, form := range forms {
			readOutput(form, out) // whatever an agent writes, reading it ends
		}
	})
}
