package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/settlehq/settle/docs"
)

// addHelp gives every command its exit codes, and adds the topics.
func (t *terminal) addHelp(root *cobra.Command) {
	root.SetUsageTemplate(`Usage:
  {{if .Runnable}}{{.UseLine}}{{end}}{{if .HasAvailableSubCommands}}{{.CommandPath}} COMMAND{{end}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}{{if .HasAvailableSubCommands}}

Commands:{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding }} {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableInheritedFlags}}

Global flags:
{{.InheritedFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}

Exit codes: settle help exit-codes
`)
	for name, topic := range topics() {
		root.AddCommand(&cobra.Command{Use: name, Short: topic.short, Long: topic.text, Run: nil})
	}
}

type topic struct{ short, text string }

func topics() map[string]topic {
	return map[string]topic{
		"exit-codes":  {"what each exit code means", exitCodes()},
		"environment": {"variables that settle reads", environment},
		"json":        {"the JSON of --json", docs.JSON},
		"policy":      {"the policy file .settle.yaml", docs.Config},
		"scenario":    {"files that settle demo plays", docs.Scenario},
	}
}

func exitCodes() string {
	var lines []string
	for _, e := range exits {
		lines = append(lines, fmt.Sprintf("  %3d  %-12s %s", e.code, e.name, e.meaning))
	}
	return "Exit codes:\n\n" + strings.Join(lines, "\n") + "\n\nSeveral pull requests: 0 if all are ready, else the first code present in the order 1–6, 10–18, 7, 9, 20–31, 8."
}

const environment = `SETTLE_<FLAG>        any flag: SETTLE_DATABASE, SETTLE_AGENT, SETTLE_MAX_COST, …
GH_TOKEN, GITHUB_TOKEN, GH_ENTERPRISE_TOKEN, GH_HOST, GH_REPO
                     as in the GitHub CLI, whose stored login is read where no token is set
SETTLE_APP_ID, SETTLE_APP_KEY_FILE
                     act as a GitHub App: its number, and the PEM file of its key
SETTLE_GITHUB_URL    http://… or unix:PATH: another host, or a stand-in
XDG_STATE_HOME, XDG_CONFIG_HOME
                     where the database, and your own settings, are kept
NO_COLOR, CLICOLOR_FORCE, TERM, LANG
                     as usual`
