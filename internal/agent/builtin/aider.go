package builtin

import "path/filepath"

// aider is Aider. Flags: its options reference, November 2026; not run here. It
// commits by itself unless told not to, and cannot write outside the working
// tree: its report is the end of its text.
var aider = spec{
	name: "aider", programs: []string{"aider"}, form: plain{}, free: true,
	keys: []string{"AIDER_MODEL", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENAI_API_BASE", "GEMINI_API_KEY", "DEEPSEEK_API_KEY", "OPENROUTER_API_KEY"},
	args: func(r run) []string {
		args := []string{
			"--message-file", r.folder.Prompt, "--yes-always", "--no-auto-commits", "--no-dirty-commits", "--no-stream", "--no-pretty", "--no-fancy-input",
			"--no-check-update", "--no-analytics", "--no-gitignore", "--no-suggest-shell-commands", "--no-detect-urls",
			"--config", filepath.Join(r.folder.Home, "aider.yml"), "--env-file", filepath.Join(r.folder.Home, "aider.env"),
			"--chat-history-file", filepath.Join(r.folder.Temp, "aider.chat"), "--input-history-file", filepath.Join(r.folder.Temp, "aider.input"),
		}
		if r.model() != "" {
			args = append(args, "--model", r.model())
		}
		return args
	},
	files: func(run) []homeFile { return []homeFile{{"aider.yml", "{}\n"}, {"aider.env", ""}} },
}
