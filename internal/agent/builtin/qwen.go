package builtin

import (
	"strconv"

	"github.com/settlehq/settle/internal/agent"
)

// qwen is Qwen Code. Flags and messages as 0.15.10 shows them; run here. A tool
// call that was refused still ends with success.
var qwen = spec{
	name: "qwen", programs: []string{"qwen"}, form: messages{}, free: true,
	keys:   []string{"OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL", "DASHSCOPE_API_KEY"},
	logins: []string{".qwen/oauth_creds.json"},
	args: func(r run) []string {
		auth := "qwen-oauth"
		if _, ok := r.hasKey(); ok {
			auth = "openai"
		}
		args := []string{"--output-format", "stream-json", "--approval-mode", "yolo", "--auth-type", auth, "--include-directories", r.folder.Dir}
		if r.model() != "" {
			args = append(args, "--model", r.model())
		}
		if turns := r.asked.Budget.Turns; turns > 0 {
			args = append(args, "--max-session-turns", strconv.Itoa(turns))
		}
		return append(args, "--prompt", r.words())
	},
	files: func(run) []homeFile {
		return []homeFile{{".qwen/settings.json", `{"privacy":{"usageStatisticsEnabled":false},"general":{"enableAutoUpdate":false,"disableAutoUpdate":true}}`}}
	},
	exits: map[int]agent.Kind{41: agent.Absent, 53: agent.Spent},
}
