package builtin

import "path/filepath"

// amp is Sourcegraph's Amp. Flags and settings: its manual, November 2026; not
// run here. The text must follow --execute at once.
var amp = spec{
	name: "amp", programs: []string{"amp"}, form: messages{},
	keys:   []string{"AMP_API_KEY", "AMP_URL"},
	logins: []string{".local/share/amp/secrets.json"},
	args: func(r run) []string {
		return []string{
			"--execute", r.words(), "--stream-json", "--dangerously-allow-all", "--no-notifications",
			"--settings-file", filepath.Join(r.folder.Home, ".config", "amp", "settings.json"),
		}
	},
	set: func(run) []string { return []string{"AMP_SKIP_UPDATE_CHECK=1"} },
	files: func(run) []homeFile {
		return []homeFile{{".config/amp/settings.json", `{"amp.mcpServers":{},"amp.updates.mode":"disabled","amp.git.commit.ampThread.enabled":false}`}}
	},
}
