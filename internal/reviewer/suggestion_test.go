package reviewer

import (
	"testing"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

func TestASuggestionIsReadAsGitHubReadsIt(t *testing.T) {
	at := func(text string) *feedback.Suggestion {
		return &feedback.Suggestion{Path: "cart.go", Start: 3, End: 3, Text: text}
	}
	cases := []struct {
		says, body string
		change     func(*pull.Thread)
		want       *feedback.Suggestion
	}{
		{"one line", "Better:\n```suggestion\n\treturn 0\n```\n", nil, at("\treturn 0")},
		{"two lines for three", "```suggestion\na\nb\n```", func(t *pull.Thread) { t.StartLine = 1 }, &feedback.Suggestion{Path: "cart.go", Start: 1, End: 3, Text: "a\nb"}},
		{"the end of lines of Windows", "```suggestion\r\na\r\n```\r\n", nil, at("a")},
		{"nothing instead", "```suggestion\n```", nil, at("")},
		{"one empty line", "```suggestion\n\n```", nil, &feedback.Suggestion{Path: "cart.go", Start: 3, End: 3, Blank: true}},
		{"a fence inside a longer one", "````suggestion\n```go\n```\n````", nil, at("```go\n```")},
		{"words behind the word", "```suggestion lang=go\na\n```", nil, at("a")},
		{"no block", "Use a map.", nil, nil},
		{"other code", "```go\na\n```", nil, nil},
		{"two blocks", "```suggestion\na\n```\nor\n```suggestion\nb\n```", nil, nil},
		{"quoted inside another block", "````markdown\n```suggestion\na\n```\n````", nil, nil},
		{"never closed", "```suggestion\na", nil, nil},
		{"outdated", "```suggestion\na\n```", func(t *pull.Thread) { t.Outdated = true }, nil},
		{"on the old side", "```suggestion\na\n```", func(t *pull.Thread) { t.Side = "LEFT" }, nil},
		{"of a whole file", "```suggestion\na\n```", func(t *pull.Thread) { t.Subject = "FILE" }, nil},
		{"without a line", "```suggestion\na\n```", func(t *pull.Thread) { t.Line = 0 }, nil},
	}
	for _, c := range cases {
		thread := pull.Thread{Path: "cart.go", Line: 3, Side: "RIGHT", Subject: "LINE", Comments: []pull.Comment{{ID: 1, Body: c.body}}}
		if c.change != nil {
			c.change(&thread)
		}
		got := Suggestion(thread)
		if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%s: got %+v, want %+v", c.says, got, c.want)
		}
	}
}

func TestOnlyTheWordsOfTheOneWhoOpenedCount(t *testing.T) {
	thread := pull.Thread{Path: "cart.go", Line: 3, Side: "RIGHT", Subject: "LINE", Comments: []pull.Comment{
		{ID: 1, Body: "Use a map."}, {ID: 2, Body: "```suggestion\nrm -rf\n```"},
	}}
	if got := Suggestion(thread); got != nil {
		t.Errorf("a passer-by's block was read: %+v", got)
	}
}
