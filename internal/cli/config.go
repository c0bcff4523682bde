package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/settlehq/settle/docs"
	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

func (t *terminal) configCommand() *cobra.Command {
	parent := &cobra.Command{Use: "config", Short: "validate the policy file, show what is in force, print its schema"}
	parent.AddCommand(t.configCheckCommand(), t.configShowCommand(), &cobra.Command{
		Use: "schema", Short: "JSON Schema of the policy file", Args: args(cobra.NoArgs),
		Example: "  settle config schema > settle.schema.json",
		RunE: func(*cobra.Command, []string) error {
			text, err := config.Schema(docs.Config)
			if err == nil {
				_, err = t.Out.Write(text)
			}
			return err
		},
	})
	return parent
}

func (t *terminal) configCheckCommand() *cobra.Command {
	base := false
	cmd := &cobra.Command{
		Use: "check [FILE|PR]", Short: "read a policy file and say what is wrong with it", Args: args(cobra.MaximumNArgs(1)),
		Example: "  settle config check\n  settle config check other.yaml\n  settle config check --base 42",
		RunE: func(cmd *cobra.Command, given []string) error {
			file, err := t.policyFile(cmd, given, base)
			if err == nil {
				t.checked(file)
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&base, "base", false, "the file on the base branch of a pull request, not the one in the working tree")
	return cmd
}

func (t *terminal) configShowCommand() *cobra.Command {
	base, over := false, runFlags{}
	cmd := &cobra.Command{
		Use: "show [FILE|PR]", Short: "every value in force, with the place that it comes from", Args: args(cobra.MaximumNArgs(1)),
		Example: "  settle config show\n  settle config show --base 42\n  settle config show --max-rounds 3",
		RunE: func(cmd *cobra.Command, given []string) error {
			file, err := t.policyFile(cmd, given, base)
			if err != nil {
				return err
			}
			return t.inForce(cmd, file, over)
		},
	}
	cmd.Flags().BoolVar(&base, "base", false, "with the file on the base branch of a pull request, not the one in the working tree")
	over.overPolicy(cmd.Flags())
	return cmd
}

// workingTree stands for the base branch where a file on this machine is asked
// about.
const workingTree = "file"

// policyFile finds the file that is asked about, as a look would show it: the
// one that is named, or that of the working tree, or of the base branch. None
// is no error: then the defaults count.
func (t *terminal) policyFile(cmd *cobra.Command, given []string, base bool) (pull.Snapshot, error) {
	if base {
		return t.onBase(cmd, given)
	}
	names := []string{app.PolicyFile, app.PolicyElsewhere}
	if len(given) > 0 {
		names = given
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err == nil {
			return pull.Snapshot{PolicyPath: name, PolicyText: string(text), BaseRef: workingTree}, nil
		}
		if len(given) > 0 || !errors.Is(err, fs.ErrNotExist) {
			return pull.Snapshot{}, &fileError{fmt.Errorf("%s cannot be read: %w", name, err)}
		}
	}
	return pull.Snapshot{}, nil
}

// onBase looks at the pull request; what else of it could not be read is no
// matter here.
func (t *terminal) onBase(cmd *cobra.Command, given []string) (found pull.Snapshot, err error) {
	err = t.ask(cmd, given, false, func(a asked) error {
		facts, err := a.api.Facts(cmd.Context(), a.ref, false)
		if err == nil {
			err = there(facts)
		}
		if err == nil {
			found = *facts.Snapshot
			for _, g := range found.Gaps {
				if g.Surface == pull.SurfacePolicy {
					return view.Error{What: g.What + " of " + a.ref.String() + " could not be read", Why: g.Why, Do: "run it again", ExitCode: exitGap}
				}
			}
		}
		return err
	})
	return found, err
}

// checked tells what is wrong with a file.
func (t *terminal) checked(file pull.Snapshot) {
	rules, err := config.ReadPolicy(file.PolicyPath, "", []byte(file.PolicyText))
	if file.PolicyPath == "" {
		err = nil
	}
	var wrong config.Problems
	errors.As(err, &wrong)
	list := flaws(wrong)
	if err == nil && file.BaseRef == workingTree {
		list = append(list, templateFlaws(rules.Answers.Templates)...)
	}
	if len(list) > 0 {
		t.code = exitBadFile
	}
	t.show(view.NewPolicyCheck(time.Now(), file.PolicyPath, list))
}

func flaws(wrong config.Problems) []view.Flaw {
	var list []view.Flaw
	for _, p := range wrong {
		list = append(list, view.Flaw{Line: p.Line, Column: p.Col, What: p.What, Why: some(p.Why), Hint: some(p.Hint), Allowed: p.Allowed, Text: p.Error()})
	}
	return list
}

// some is a text, nil for none.
func some(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// inForce tells every value in force with a file.
func (t *terminal) inForce(cmd *cobra.Command, file pull.Snapshot, over runFlags) error {
	s, err := t.settings()
	if err != nil {
		return err
	}
	policies, err := t.policies(s, over.overrides(cmd))
	if err != nil {
		return err
	}
	settings, err := policies.Settings(file, t.given(cmd))
	var wrong config.Problems
	if errors.As(err, &wrong) {
		t.checked(file)
		return nil
	}
	if err != nil {
		return err
	}
	var rows []view.Setting
	for _, one := range settings {
		rows = append(rows, view.Setting{Key: one.Key, Value: one.Value, Origin: string(one.Origin), From: some(one.From)})
	}
	t.show(view.NewSettings(time.Now(), rows))
	return nil
}

// given are the flags of a command that somebody set, or a variable did.
func (t *terminal) given(cmd *cobra.Command) []config.Given {
	var list []config.Given
	cmd.Flags().Visit(func(f *pflag.Flag) {
		list = append(list, config.Given{Flag: f.Name, Variable: t.bound[f.Name]})
	})
	return list
}
