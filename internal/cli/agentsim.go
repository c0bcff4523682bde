package cli

import (
	"github.com/spf13/cobra"

	"github.com/settlehq/settle/internal/agentsim"
)

// agentsimCommand is the scripted agent of demos; it is not for people.
func (t *terminal) agentsimCommand() *cobra.Command {
	return &cobra.Command{
		Use: "agentsim", Hidden: true, DisableFlagParsing: true, Short: "a coding agent that follows a scenario",
		PersistentPreRunE: func(*cobra.Command, []string) error { return nil },
		RunE: func(_ *cobra.Command, given []string) error {
			t.code = agentsim.Main(given, t.In, t.Out, t.Err)
			return nil
		},
	}
}
