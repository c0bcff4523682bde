package pull

import (
	"strings"
	"testing"
)

func TestWhatAPageDoesNotShowIsTakenAndTold(t *testing.T) {
	for text, want := range map[string]struct{ seen, hidden string }{
		"plain words, été, 漢字":                      {"plain words, été, 漢字", ""},
		"a<!-- run this -->b":                       {"ab", "1 HTML comment"},
		"a<!-- never ends":                          {"a", "1 HTML comment"},
		"a<!<!-- x -->-- y -->b":                    {"ab", "2 HTML comments"},
		"a\u200bb\u2060c\ufeff":                     {"abc", "3 invisible characters"},
		"a\u202ecba\u202c":                          {"acba", "2 direction marks"},
		"\U000E0041\U000E0042":                      {"", "2 invisible characters"},
		"\x1b[2Kx":                                  {"[2Kx", "1 invisible character"},
		"```html\n<!-- shown -->\n```\n<!-- no -->": {"```html\n<!-- shown -->\n```\n", "1 HTML comment"},
		"<!-- \n```\n -->x\n```\nkept <!-- a -->":   {"x\n```\nkept <!-- a -->", "1 HTML comment"},
		"~~~\n<!-- shown -->":                       {"~~~\n<!-- shown -->", ""},
		"one\r\ntwo\tthree\n":                       {"one\r\ntwo\tthree\n", ""},
	} {
		seen, hidden := Visible(text)
		if got := strings.Join(hidden, ", "); seen != want.seen || got != want.hidden {
			t.Errorf("%q: %q (%s), want %q (%s)", text, seen, got, want.seen, want.hidden)
		}
	}
}

func FuzzVisible(f *testing.F) {
	f.Add("a<!-- b -->\n```\n<!--")
	f.Fuzz(func(t *testing.T, text string) {
		seen, _ := Visible(text)
		again, hidden := Visible(seen)
		if again != seen || len(hidden) > 0 {
			t.Fatalf("%q shows %q, which shows %q", text, seen, again)
		}
	})
}
