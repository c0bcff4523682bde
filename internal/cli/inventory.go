package cli

import (
	"errors"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

func (t *terminal) inventoryCommand() *cobra.Command {
	parent := &cobra.Command{
		Use: "inventory", Short: "the version 1 inventory file: write it, check it, carry it out",
		Long: "The version 1 inventory file hands from a tool that fixes to a tool that answers. docs/inventory.md turns its words into ours.",
	}
	parent.AddCommand(t.exportInventory(), t.checkInventory(), t.applyInventory())
	return parent
}

func (t *terminal) exportInventory() *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use: "export PR", Short: "write what is known into an inventory file", Args: args(cobra.ExactArgs(1)),
		Example: "  settle inventory export 42\n  settle inventory export 42 -o inventory.json",
		RunE: func(cmd *cobra.Command, given []string) error {
			return t.ask(cmd, given, false, func(a asked) error {
				facts, told, err := a.app.ExportInventory(cmd.Context(), a.ref, path)
				if err == nil {
					err = there(facts)
				}
				if err != nil {
					return exportError(a.ref, err)
				}
				if told.Schema == "" { // the asks are not known
					t.code = view.ExitCode(facts.Verdict, facts.Snapshot)
					t.show(view.NewStatus(facts))
					return nil
				}
				t.show(told)
				return nil
			})
		},
	}
	cmd.Flags().StringVarP(&path, "output", "o", "", "the `file` (default: in the folder of inventories, by the resume table)")
	return cmd
}

// exportError words why no inventory was written.
func exportError(ref pull.Ref, err error) error {
	var refused *app.Refusal
	var left *app.LeftInventory
	switch {
	case errors.As(err, &left):
		return view.Error{
			Ref: ref.String(), What: "an inventory of an earlier run of " + ref.String() + " is there: " + left.Path,
			Why: left.Phase + ": " + view.Resumes[string(left.Resume)], Do: "settle inventory apply " + ref.String() + " " + left.Path + ", or remove the file",
			Kept: "nothing was written", ExitCode: exitBlocked,
		}
	case errors.As(err, &refused):
		return view.Error{
			Ref: ref.String(), What: "the inventory has no word for " + refused.Problems[0].Reason, Why: refused.Error(),
			Do: "settle run " + ref.String() + " first, or settle answer", Kept: "nothing was written", ExitCode: exitNotYet,
		}
	}
	return err
}

func (t *terminal) checkInventory() *cobra.Command {
	return &cobra.Command{
		Use: "check FILE", Short: "hold a file against the nine guards, and say what it asks for", Args: args(cobra.ExactArgs(1)),
		Example: "  settle inventory check inventory.json",
		RunE: func(_ *cobra.Command, given []string) error {
			text, err := readFile(given[0])
			if err != nil {
				return err
			}
			told, err := app.CheckInventory(given[0], text, time.Now())
			if err != nil {
				return &payloadError{name: given[0], error: err}
			}
			t.show(told)
			return nil
		},
	}
}

func (t *terminal) applyInventory() *cobra.Command {
	var f payloadFlags
	cmd := &cobra.Command{
		Use: "apply PR FILE", Short: "say and close what a file asks for; shows only, until told", Args: args(cobra.ExactArgs(2)),
		Example: "  settle inventory apply 42 inventory.json\n  settle inventory apply 42 inventory.json --replies --resolutions",
		RunE: func(cmd *cobra.Command, given []string) error {
			f.file = filepath.Clean(given[1])
			return t.withFile(cmd, given[0], f, app.ReadInventory, func(a *app.App, ref pull.Ref, from app.Source) error {
				return t.apply(cmd, a, ref, from, f)
			})
		},
	}
	f.addTo(cmd)
	return cmd
}
