package builtin

import "path/filepath"

// copilot is the GitHub Copilot CLI. Flags, variables and events as 1.0.102
// shows them; run here. It signs in with a token of GitHub's: it gets the one
// that its own variable names, never the one that we act with. With a provider
// of its own it needs none. A sign-in of its own is a token of GitHub's too, and
// is not copied.
var copilot = spec{
	name: "copilot", programs: []string{"copilot"}, form: sessions{},
	keys: []string{
		"COPILOT_GITHUB_TOKEN", "COPILOT_MODEL", "COPILOT_OFFLINE", "COPILOT_PROVIDER_BASE_URL", "COPILOT_PROVIDER_TYPE", "COPILOT_PROVIDER_API_KEY",
		"COPILOT_PROVIDER_BEARER_TOKEN", "COPILOT_PROVIDER_WIRE_API", "COPILOT_PROVIDER_MODEL_ID", "COPILOT_PROVIDER_WIRE_MODEL", "COPILOT_PROVIDER_AZURE_API_VERSION",
	},
	args: func(r run) []string {
		args := []string{
			"--allow-all-tools", "--allow-all-paths", "--no-ask-user", "--output-format", "json", "--no-color", "--no-auto-update", "--no-remote", "--no-remote-export",
			"--disable-builtin-mcps", "--disable-client-telemetry", "--deny-url", "*",
		}
		if r.model() != "" {
			args = append(args, "--model", r.model())
		}
		return append(args, "--prompt", r.words())
	},
	set: func(r run) []string {
		return []string{"COPILOT_HOME=" + filepath.Join(r.folder.Home, ".copilot"), "COPILOT_AUTO_UPDATE=false"}
	},
}
