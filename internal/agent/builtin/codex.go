package builtin

import (
	"fmt"
	"path/filepath"
)

// codex is OpenAI's Codex CLI. Flags and events as 0.169.0 shows them; run here.
// Its words come by standard input. Where our walls stand its own sandbox is
// left out, because two do not nest; else it keeps to the working tree and the
// folder of the run. A project's own settings count only where they were
// trusted, and a fresh home trusts nobody.
var codex = spec{
	name: "codex", programs: []string{"codex"}, stdin: true, form: items{},
	keys:   []string{"OPENAI_API_KEY", "CODEX_API_KEY", "OPENAI_BASE_URL"},
	logins: []string{".codex/auth.json"},
	args: func(r run) []string {
		args := []string{"exec", "--json", "--skip-git-repo-check", "--ephemeral", "--ignore-rules", "--color", "never"}
		if r.walled() {
			args = append(args, "--dangerously-bypass-approvals-and-sandbox")
		} else {
			args = append(args, "--sandbox", "workspace-write", "--add-dir", r.folder.Dir)
		}
		if r.model() != "" {
			args = append(args, "--model", r.model())
		}
		return append(args, "-")
	},
	set: func(r run) []string {
		set := []string{"CODEX_HOME=" + filepath.Join(r.folder.Home, ".codex")}
		if key := r.env("OPENAI_API_KEY"); key != "" && r.env("CODEX_API_KEY") == "" {
			set = append(set, "CODEX_API_KEY="+key)
		}
		return set
	},
	files: func(r run) []homeFile {
		text := "check_for_update_on_startup = false\n[analytics]\nenabled = false\n"
		if at := r.env("OPENAI_BASE_URL"); at != "" {
			text = fmt.Sprintf("model_provider = \"gateway\"\n%s[model_providers.gateway]\nname = \"gateway\"\nbase_url = %q\nwire_api = \"responses\"\nenv_key = \"CODEX_API_KEY\"\n", text, at)
		}
		return []homeFile{{".codex/config.toml", text}}
	},
}
