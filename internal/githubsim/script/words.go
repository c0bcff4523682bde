package script

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/settlehq/settle/internal/scenario"
)

// fill puts the facts of a verdict into a text of the reviewer.
func (s *speech) fill(text string) string {
	head := s.why.commit
	issues, comments := "issues", "comments"
	if len(s.found) == 1 {
		issues, comments = "issue", "comment"
	}
	return strings.NewReplacer(
		"{count}", strconv.Itoa(len(s.found)), "{issues}", issues, "{comments}", comments, "{files}", strconv.Itoa(s.files()),
		"{title}", s.pull.Title, "{head}", head, "{head10}", head[:min(10, len(head))], "{head7}", head[:min(7, len(head))],
	).Replace(text)
}

func (s *speech) files() int {
	repo, err := s.World.Git(s.World.RepoOf(s.pull).Slug())
	if err != nil {
		return 0
	}
	diff, err := repo.Compare(s.pull.Base, s.why.commit)
	if err != nil {
		return 0
	}
	return len(diff)
}

// priorities of severities, as some reviewers write them.
var priorities = map[string]string{"critical": "P0", "high": "P1", "medium": "P2", "low": "P3"}

// word is a finding as its reviewer words it.
func (s *speech) word(f scenario.Finding) string {
	severity := strings.ToLower(f.Severity)
	if severity == "" {
		severity = "medium"
	}
	title := f.Title
	if title == "" {
		title = sentence(f.Body)
	}
	line := s.line(f)
	text := strings.NewReplacer(
		"{title}", title, "{body}", strings.TrimRight(f.Body, "\n"), "{severity}", severity, "{Severity}", upperFirst(severity),
		"{P}", priorities[severity], "{path}", f.Path, "{line}", strconv.Itoa(line), "{end_line}", strconv.Itoa(line+f.Lines-1),
		"{suggestion}", suggestion(f),
	).Replace(s.frame(f))
	return strings.TrimRight(text, "\n ")
}

// frame is the actor's way to word a finding, where it stands.
func (s *speech) frame(f scenario.Finding) string {
	inBody := f.Surface == "review_body" || f.Surface == "outside_diff"
	if inBody && s.life.actor.InBody != "" {
		return s.life.actor.InBody
	}
	return s.life.actor.Finding
}

func (s *speech) line(f scenario.Finding) int {
	repo, err := s.World.Git(s.World.RepoOf(s.pull).Slug())
	if err != nil {
		return 0
	}
	content, _ := repo.File(s.why.commit, f.Path)
	return f.Line(content)
}

func suggestion(f scenario.Finding) string {
	if f.Suggestion == nil {
		return ""
	}
	text := strings.TrimRight(*f.Suggestion, "\n")
	if text != "" {
		text += "\n"
	}
	return "\n```suggestion\n" + text + "```"
}

func sentence(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	if end := strings.Index(text, ". "); end > 0 {
		text = text[:end]
	}
	return strings.TrimRight(text, ".")
}

func upperFirst(text string) string {
	for i, c := range text {
		return string(unicode.ToUpper(c)) + text[i+len(string(c)):]
	}
	return text
}
