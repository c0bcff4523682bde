package builtin

import (
	"encoding/json"
	"strings"
)

// opencode is the OpenCode CLI. Flags and parts as 1.18.33 shows them; run here.
// Words given as an argument reach the model with their quotes escaped, so they
// come by standard input. A base address in OPENAI_BASE_URL becomes a provider named gateway.
var opencode = spec{
	name: "opencode", programs: []string{"opencode"}, stdin: true, form: parts{}, free: true,
	keys: []string{
		"OPENCODE_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL", "GOOGLE_GENERATIVE_AI_API_KEY", "OPENROUTER_API_KEY",
	},
	logins: []string{".local/share/opencode/auth.json"},
	args: func(r run) []string {
		args := []string{"run", "--format", "json"}
		if model := opencodeModel(r); model != "" {
			args = append(args, "--model", model)
		}
		return args
	},
	set: func(run) []string {
		return []string{"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1"}
	},
	files: func(r run) []homeFile {
		config := map[string]any{
			"autoupdate": false, "share": "disabled",
			"permission": map[string]any{"edit": "allow", "bash": "allow", "webfetch": "deny", "external_directory": "allow"},
		}
		if at := r.env("OPENAI_BASE_URL"); at != "" {
			model := opencodeModel(r)
			config["model"], config["small_model"] = model, model
			config["provider"] = map[string]any{"gateway": map[string]any{
				"npm": "@ai-sdk/openai-compatible", "options": map[string]any{"baseURL": at, "apiKey": "{env:OPENAI_API_KEY}"},
				"models": map[string]any{strings.TrimPrefix(model, "gateway/"): map[string]any{"tool_call": true, "limit": map[string]any{"context": 128000, "output": 16000}}},
			}}
		}
		text, _ := json.Marshal(config)
		return []homeFile{{".config/opencode/opencode.json", string(text)}}
	},
}

// opencodeModel names the provider too. A gateway serves what it serves.
func opencodeModel(r run) string {
	model := r.model()
	if r.env("OPENAI_BASE_URL") == "" {
		return model
	}
	if model == "" {
		model = "default"
	}
	return "gateway/" + strings.TrimPrefix(model, "gateway/")
}
