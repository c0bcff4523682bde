package policy

import (
	"errors"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
)

func TestATemplateIsRefusedWithItsPlace(t *testing.T) {
	rows := []struct {
		name, text string
		kind       feedback.Disposition
		at         string
		says       string
	}{
		{"unknown placeholder", "Done.\nSee {{comit}}, {{commit}}.", feedback.Fixed, "a.md:2:5", `unknown placeholder "comit"; for fixed there are text, place, commit`},
		{"a placeholder of another kind", "Ä {{link}}", feedback.Declined, "a.md:1:3", `unknown placeholder "link"`},
		{"an empty placeholder", "{{ }} {{text}}", feedback.Failed, "a.md:1:1", `unknown placeholder ""`},
		{"open braces", "{{text}}\nand {{commit", feedback.Fixed, "a.md:2:5", "no placeholder"},
		{"closing braces", "{{text}} }}", feedback.Fixed, "a.md:1:10", "no placeholder"},
		{"braces within braces", "{{ {{text}} }}", feedback.Fixed, "a.md:1:1", "no placeholder"},
		{"a change without its commit", "Fixed: {{summary}}", feedback.Fixed, "a.md:1:1", "none of the placeholders text, commit"},
		{"put off, but not where to", "Later.", feedback.Deferred, "a.md:1:1", "none of the placeholders text, link"},
		{"a question that asks nothing", "Somebody must decide.", feedback.Escalated, "a.md:1:1", "none of the placeholders text, question"},
		{"resolved before it is", "{{text}}\n\nThis is now Resolved.", feedback.Fixed, "a.md:3:13", "it says resolved"},
		{"nothing", " \n", feedback.Failed, "a.md:1:1", "it is empty"},
		{"too much", strings.Repeat("long ", 700), feedback.Failed, "a.md:1:1", "more than 3000 characters"},
	}
	for _, row := range rows {
		_, err := ParseTemplate("a.md", row.kind, row.text)
		var wrong *TemplateError
		if !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), row.at+": ") || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

func TestATemplateIsFilledWholeOrNotAtAll(t *testing.T) {
	tmpl, err := ParseTemplate("a.md", feedback.Fixed, "In {{ commit }}: {{summary}}\n")
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{"commit": "c07be21", "summary": "rounded {{once}}"}
	text, whole := tmpl.Fill(func(field string) string { return values[field] })
	if text != "In c07be21: rounded {{once}}\n" || !whole {
		t.Errorf("%q, %v", text, whole)
	}
	delete(values, "summary")
	if text, whole := tmpl.Fill(func(field string) string { return values[field] }); text != "" || whole {
		t.Errorf("filled without a summary: %q", text)
	}
	if (Template{}).Given() || !tmpl.Given() {
		t.Error("what is given is not known")
	}
	for _, kind := range []feedback.Disposition{feedback.Fixed, feedback.AlreadyAddressed, feedback.Declined, feedback.Deferred, feedback.Escalated, feedback.Failed} {
		for _, field := range Fields(kind) {
			if _, err := ParseTemplate("a.md", kind, "{{text}} {{"+field+"}}"); err != nil {
				t.Errorf("%s: %v", kind, err)
			}
		}
	}
}
