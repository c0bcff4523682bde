package view

import (
	"strings"
	"testing"
)

func TestSettingsAreShownWithTheirPlaces(t *testing.T) {
	file, flag, me := "main:.settle.yaml", "--agent", "/me/config.yaml"
	got := NewSettings(noon, []Setting{
		{Key: "limits.rounds", Value: 4, Origin: "file", From: &file},
		{Key: "agents.fix", Value: []any{"codex", map[string]any{"use": "claude", "model": "m"}}, Origin: "flag", From: &flag},
		{Key: "agents.timeout", Value: "1h", Origin: "personal", From: &me},
		{Key: "verify.lite", Value: "", Origin: "default"}, {Key: "escalation.issue", Origin: "default"},
		{Key: "reviewers", Origin: "default"},
	}).Text(Page{Width: 100})
	want := `file: main:.settle.yaml
personal: /me/config.yaml
limits.rounds                      file         4
agents.fix                         --agent      [codex, {model: m, use: claude}]
agents.timeout                     personal     1h
verify.lite                        default      ""
escalation.issue                   default      none
reviewers                          default      every built-in one that is seen on the pull request,
    and people
`
	if got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestAProblemIsShownWhereItStandsAndHarmless(t *testing.T) {
	text := "f.yaml:2:1: unknown key \"g\x1b[31m\"\n    2 | g\n      | ^ allowed: gates"
	got := NewPolicyCheck(noon, "f.yaml", []Flaw{{Line: 2, Column: 1, Text: text}}).Text(live)
	if !strings.HasSuffix(got, "\n    2 | g\n      | ^ allowed: gates\n1 problem; the file is not in use until it is repaired. (exit 3)\n") || strings.Contains(got, "\x1b") {
		t.Errorf("got %q", got)
	}
	if got := NewPolicyCheck(noon, "", nil).Text(live); got != "There is no policy file; the defaults count.\n" {
		t.Errorf("got %q", got)
	}
}
