package builtin

import (
	"encoding/json"

	"github.com/settlehq/settle/internal/agent"
)

// gemini is Google's Gemini CLI. Flags and events as 0.61.0 shows them; run
// here. A working tree that it is not told to trust cannot be edited without
// questions; the settings that lie in it are the base branch's.
var gemini = spec{
	name: "gemini", programs: []string{"gemini"}, form: answers{},
	keys:   []string{"GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GEMINI_BASE_URL"},
	logins: []string{".gemini/oauth_creds.json", ".gemini/google_accounts.json"},
	args: func(r run) []string {
		args := []string{"--output-format", "stream-json", "--approval-mode", "yolo", "--include-directories", r.folder.Dir}
		if r.model() != "" {
			args = append(args, "--model", r.model())
		}
		return append(args, "--prompt", r.words())
	},
	set: func(run) []string { return []string{"GEMINI_CLI_TRUST_WORKSPACE=true"} },
	files: func(r run) []homeFile {
		auth := "oauth-personal"
		if _, ok := r.hasKey(); ok {
			auth = "gemini-api-key"
		}
		model := map[string]any{}
		if r.asked.Budget.Turns > 0 {
			model["maxSessionTurns"] = r.asked.Budget.Turns
		}
		text, _ := json.Marshal(map[string]any{
			"security": map[string]any{"auth": map[string]any{"selectedType": auth}},
			"privacy":  map[string]any{"usageStatisticsEnabled": false},
			"general":  map[string]any{"enableAutoUpdate": false, "disableAutoUpdate": true},
			"model":    model,
		})
		return []homeFile{{".gemini/settings.json", string(text)}}
	},
	exits: map[int]agent.Kind{41: agent.Absent, 53: agent.Spent},
}
