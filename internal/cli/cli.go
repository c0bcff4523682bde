// Package cli is the terminal's door: arguments in, pages and exit codes out.
//
// It promises that stdout is the result and stderr the narration, that every
// error says what, why and what to do, and that all wording comes from view. It
// refuses to act on its own: it asks app and api.
package cli

import (
	"context"
	"errors"
	"io"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/settlehq/settle/internal/view"
)

// Version of settle; set by the linker for a release.
var Version = "0.1.0-dev"

// Streams are where a command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// terminal is one call of the program.
type terminal struct {
	Streams
	getenv func(string) string
	global globals
	bound  map[string]string // flags that a variable set, with its name
	code   int               // what the command ends with
	typed  chan string       // lines of the person at the terminal; nil: nobody was asked yet
}

// globals are the flags of every command.
type globals struct {
	repo, color, policy, database string
	json, quiet, noInput          bool
	verbose                       int
}

// Main runs one command and gives its exit code.
func Main(args []string, streams Streams, getenv func(string) string) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	t := &terminal{Streams: streams, getenv: getenv, bound: map[string]string{}}
	root := t.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return t.code
	}
	t.global.json = t.global.json || slices.Contains(args, "--json") // a wrong flag before it ends the reading
	failed := t.errorOf(ctx, err)
	t.showError(failed)
	return failed.ExitCode
}

func (t *terminal) showError(failed view.Error) {
	if t.global.json {
		t.printJSON(failed)
		return
	}
	_, _ = io.WriteString(t.Err, failed.Text(t.page(t.Err)))
}

func (t *terminal) root() *cobra.Command {
	root := &cobra.Command{
		Use: "settle", Short: "drive a GitHub pull request from review feedback to ready",
		Long: "settle reads every reviewer of a pull request, has a coding agent fix what is right, proves each fix, pushes, answers,\n" +
			"asks the reviewers again, and stops when all are clean at the same commit, or says truthfully why not.",
		Example:       "  settle demo                 watch a whole run on this machine, offline\n  settle run 42               drive pull request 42\n  settle status 42            ready or not, and exactly why",
		SilenceErrors: true, SilenceUsage: true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return t.bind(cmd.Flags()) },
	}
	flags := root.PersistentFlags()
	flags.StringVarP(&t.global.repo, "repo", "R", "", "`[HOST/]OWNER/REPO` that a bare number is in")
	flags.BoolVar(&t.global.json, "json", false, "one JSON object a line on stdout (settle help json)")
	flags.StringVar(&t.global.color, "color", "auto", "auto, always or never")
	flags.BoolVarP(&t.global.quiet, "quiet", "q", false, "no narration")
	flags.CountVarP(&t.global.verbose, "verbose", "v", "more narration; repeat for more")
	flags.BoolVar(&t.global.noInput, "no-input", false, "never ask a question")
	flags.StringVar(&t.global.policy, "policy", "", "policy `file` instead of the base branch's")
	flags.StringVar(&t.global.database, "database", "", "database `file` (default: settle.db in the state directory)")
	root.SetOut(t.Out)
	root.SetErr(t.Err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usage(cmd, err) })
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(
		t.demoCommand(), t.runCommand(), t.statusCommand(), t.threadsCommand(), t.reviewersCommand(), t.explainCommand(), t.answerCommand(),
		t.pauseCommand(), t.resumeCommand(), t.stopCommand(), t.triageCommand(), t.applyCommand(), t.inventoryCommand(), t.doctorCommand(), t.reviewCommand(), t.confirmCommand(), t.configCommand(), t.versionCommand(), t.agentsimCommand(),
	)
	t.addHelp(root)
	return root
}

// bind takes flags that were not given from SETTLE_<FLAG>.
func (t *terminal) bind(flags *pflag.FlagSet) error {
	var problem error
	flags.VisitAll(func(f *pflag.Flag) {
		variable := "SETTLE_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		value := t.getenv(variable)
		if f.Changed || value == "" || f.Name == "help" {
			return
		}
		t.bound[f.Name] = variable
		if err := flags.Set(f.Name, value); err != nil {
			problem = errors.Join(problem, err)
		}
	})
	if problem != nil {
		return &usageError{what: problem.Error(), why: "a variable SETTLE_… stands for the flag of its name", command: "settle"}
	}
	if c := t.global.color; c != "auto" && c != "always" && c != "never" {
		return &usageError{what: `--color is "` + c + `"`, why: "it is auto, always or never", command: "settle"}
	}
	return nil
}

// usageError is a wrong command, flag or argument.
type usageError struct{ what, why, command string }

func (e *usageError) Error() string { return e.what }

func usage(cmd *cobra.Command, err error) error {
	return &usageError{what: err.Error(), why: "it is used as: " + cmd.UseLine(), command: cmd.CommandPath()}
}

// args refuses a wrong number of arguments as usage.
func args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, given []string) error {
		if err := check(cmd, given); err != nil {
			return usage(cmd, err)
		}
		return nil
	}
}
