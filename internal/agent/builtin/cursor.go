package builtin

// cursor is Cursor's command-line agent, installed as cursor-agent or agent.
// Flags and events: its pages on headless use and output formats, November
// 2026; not run here. Without --trust it stops at a question.
var cursor = spec{
	name: "cursor-agent", programs: []string{"cursor-agent", "agent"}, form: messages{},
	keys:   []string{"CURSOR_API_KEY"},
	logins: []string{".config/cursor/auth.json"},
	args: func(r run) []string {
		args := []string{"-p", "--output-format", "stream-json", "--force", "--trust"}
		if r.walled() {
			args = append(args, "--sandbox", "disabled")
		}
		if r.model() != "" {
			args = append(args, "--model", r.model())
		}
		return append(args, r.words())
	},
}
