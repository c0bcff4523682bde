package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/settlehq/settle/examples/scenarios"
	"github.com/settlehq/settle/internal/play"
	"github.com/settlehq/settle/internal/scenario"
	"github.com/settlehq/settle/internal/view"
)

func (t *terminal) demoCommand() *cobra.Command {
	var keep string
	var speed float64
	var killAt int
	var drive bool
	cmd := &cobra.Command{
		Use: "demo [FILE]", Short: "play a scenario against a stand-in, end to end", Args: args(cobra.MaximumNArgs(1)),
		Long:    "Plays a scenario file (docs/scenario.md), or without one the story of a pull request with two bots and a person.\nEverything is real but GitHub and time: git, HTTP, the database, the agent's process. Nothing leaves this machine.",
		Example: "  settle demo\n  settle demo examples/scenarios/cart.txtar --keep /tmp/play",
		RunE: func(cmd *cobra.Command, given []string) error {
			if drive {
				return t.driveChild(cmd.Context())
			}
			return t.demo(cmd.Context(), given, keep, speed, killAt)
		},
	}
	cmd.Flags().StringVar(&keep, "keep", "", "leave repositories and database in `DIR`")
	cmd.Flags().Float64Var(&speed, "speed", 0, "scripted seconds per real second, instead of the file's clock")
	cmd.Flags().IntVar(&killAt, "kill-at", 0, "kill the process at its nth boundary and start it again")
	cmd.Flags().BoolVar(&drive, "drive", false, "")
	_ = cmd.Flags().MarkHidden("drive")
	return cmd
}

// driveChild is the process that a play with kills starts and kills.
func (t *terminal) driveChild(ctx context.Context) error {
	text, err := io.ReadAll(t.In)
	if err != nil {
		return err
	}
	out, ok := t.Out.(*os.File)
	if !ok {
		return errors.New("a driving process writes to a file")
	}
	return play.Drive(ctx, text, out)
}

func (t *terminal) demo(ctx context.Context, given []string, keep string, speed float64, killAt int) (err error) {
	dir, done, err := demoFolder(keep)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	path, file, err := scenarioFile(given, dir)
	if err != nil {
		return err
	}
	if speed > 0 {
		file.Clock = scenario.Clock{Speed: speed}
	}
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	n := t.newNarrator()
	n.scripted = true
	result, err := play.Play(ctx, play.Options{
		File: file, Path: path, Dir: dir, Agent: []string{exe, "agentsim"}, Child: []string{exe, "demo", "--drive"}, KillAt: killAt,
		Version: Version, Tell: n.tell, Line: n.line,
	})
	n.done()
	if err != nil {
		return err
	}
	if keep != "" {
		result.Demo.KeptDir = &dir
	}
	t.tellDemo(result)
	return nil
}

func (t *terminal) tellDemo(result play.Result) {
	if !result.Demo.OK() {
		t.code = exitMismatch
		result.Demo.ExitCode = exitMismatch
	}
	if !t.global.json && !t.global.quiet {
		_, _ = io.WriteString(t.Out, view.NewExplain(result.Facts, result.Facts.History.Born).Text(t.page(t.Out))+"\n")
	}
	t.show(result.Demo)
}

// demoFolder is where a play happens: kept, or temporary.
func demoFolder(keep string) (dir string, done func() error, err error) {
	if keep == "" {
		if dir, err = os.MkdirTemp("", "settle-demo-*"); err != nil {
			return "", nil, fmt.Errorf("make a folder for the demo: %w", err)
		}
		return dir, func() error { return os.RemoveAll(dir) }, nil
	}
	dir = absolute(keep)
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return "", nil, &usageError{what: keep + " is not empty", why: "a demo begins in a folder of its own", command: "settle demo"}
	}
	return dir, func() error { return nil }, os.MkdirAll(dir, 0o700)
}

// scenarioFile reads the file that was named, or lays the built-in one down.
func scenarioFile(given []string, dir string) (path string, file *scenario.File, err error) {
	text := scenarios.Demo
	if len(given) > 0 {
		path = absolute(given[0])
		if text, err = readFile(path); err != nil {
			return "", nil, err
		}
	} else {
		path = filepath.Join(dir, "demo.txtar")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			return "", nil, fmt.Errorf("write the scenario: %w", err)
		}
	}
	name := filepath.Base(path)
	if len(given) > 0 {
		name = given[0]
	}
	if file, err = scenario.Parse(name, text); err != nil {
		return "", nil, &fileError{err}
	}
	if len(file.Pulls) == 0 {
		return "", nil, &fileError{fmt.Errorf("%s: a scenario that is played needs pulls", name)}
	}
	return path, file, nil
}
