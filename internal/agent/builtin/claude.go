package builtin

import (
	"path/filepath"
	"strconv"
)

// claude is Claude Code. Flags and the result message: its CLI reference and
// headless pages, November 2026; not run here. Print mode asks no trust
// question and reads the words from standard input. It refuses to skip
// permissions for root unless it is told that it stands in a sandbox.
var claude = spec{
	name: "claude", programs: []string{"claude"}, stdin: true, form: messages{},
	keys:   []string{"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN", "ANTHROPIC_BASE_URL"},
	logins: []string{".claude/.credentials.json"},
	args: func(r run) []string {
		args := []string{
			"-p", "--output-format", "stream-json", "--verbose", "--permission-mode", "bypassPermissions",
			"--setting-sources", "project", "--strict-mcp-config", "--settings", `{"disableAllHooks":true}`, "--add-dir", r.folder.Dir,
		}
		if r.model() != "" {
			args = append(args, "--model", r.model())
		}
		if turns := r.asked.Budget.Turns; turns > 0 {
			args = append(args, "--max-turns", strconv.Itoa(turns))
		}
		if cost := r.asked.Budget.Cost; cost > 0 {
			args = append(args, "--max-budget-usd", strconv.FormatFloat(float64(cost)/1e6, 'f', -1, 64))
		}
		return args
	},
	set: func(r run) []string {
		return []string{
			"CLAUDE_CONFIG_DIR=" + filepath.Join(r.folder.Home, ".claude"), "IS_SANDBOX=1",
			"DISABLE_AUTOUPDATER=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
		}
	},
}
