package cli

import (
	"encoding/json"
	"errors"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/pull"
)

// payloadFlags are the flags of the commands that carry out another tool's file.
type payloadFlags struct {
	file                                 string
	replies, resolutions, resolveInvalid bool
	detached, record                     bool
}

func (f payloadFlags) writes() bool { return f.replies || f.resolutions || f.record }

func (t *terminal) triageCommand() *cobra.Command {
	var f payloadFlags
	cmd := &cobra.Command{
		Use: "triage PR", Short: "what each ask was found to be, or another tool's triage of them", Args: args(cobra.ExactArgs(1)),
		Example: "  settle triage 42 > triage.json\n  settle triage 42 --payload triage.json\n  settle triage 42 --payload triage.json --apply",
		RunE: func(cmd *cobra.Command, given []string) error {
			if f.file == "" {
				if f.record {
					return &usageError{what: "--apply needs --payload", why: "without a file there is nothing to write down", command: "settle triage"}
				}
				return t.ask(cmd, given, false, func(a asked) error { return t.knownTriage(cmd, a) })
			}
			return t.withFile(cmd, given[0], f, app.ReadTriage, func(a *app.App, ref pull.Ref, from app.Source) error {
				facts, triaged, err := a.Judge(cmd.Context(), ref, from, f.record)
				if err == nil {
					err = there(facts)
				}
				if err != nil {
					return err
				}
				t.code = triaged.ExitCode
				t.show(triaged)
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&f.file, "payload", "", "triage payload `file`: held against the open threads, complete or refused")
	cmd.Flags().BoolVar(&f.record, "apply", false, "write its judgments down")
	return cmd
}

// knownTriage prints the payload itself, which is a file that --payload takes.
func (t *terminal) knownTriage(cmd *cobra.Command, a asked) error {
	facts, triaged, err := a.app.Triage(cmd.Context(), a.ref)
	if err == nil {
		err = there(facts)
	}
	if err != nil {
		return err
	}
	t.code = triaged.ExitCode
	if t.global.json || triaged.Payload == nil {
		t.show(triaged)
		return nil
	}
	if !t.global.quiet {
		_, _ = io.WriteString(t.Err, triaged.Text(t.page(t.Err)))
	}
	encoder := json.NewEncoder(t.Out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(triaged.Payload)
}

func (t *terminal) applyCommand() *cobra.Command {
	var f payloadFlags
	cmd := &cobra.Command{
		Use: "apply PR --payload FILE", Short: "carry out another tool's fix payload; shows only, until told", Args: args(cobra.ExactArgs(1)),
		Example: "  settle apply 42 --payload fix.json                           what it would say and close\n" +
			"  settle apply 42 --payload fix.json --replies\n  settle apply 42 --payload fix.json --replies --resolutions",
		RunE: func(cmd *cobra.Command, given []string) error {
			if f.file == "" {
				return &usageError{what: "--payload is needed", why: "it is the file to carry out", command: "settle apply"}
			}
			return t.withFile(cmd, given[0], f, app.ReadFix, func(a *app.App, ref pull.Ref, from app.Source) error {
				return t.apply(cmd, a, ref, from, f)
			})
		},
	}
	cmd.Flags().StringVar(&f.file, "payload", "", "fix payload `file`")
	f.addTo(cmd)
	cmd.Flags().BoolVar(&f.detached, "detached", false, "do not ask for a stored triage that agrees")
	return cmd
}

// addTo adds the flags that send something.
func (f *payloadFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.replies, "replies", false, "post the replies")
	flags.BoolVar(&f.resolutions, "resolutions", false, "close the threads that the file asks for, where policy lets it")
	flags.BoolVar(&f.resolveInvalid, "resolve-invalid", false, "close threads that were declined, where policy lets it too")
}

// withFile reads a file, opens the house and hands both to body. The file is
// read first: a bad one costs no request.
func (t *terminal) withFile(cmd *cobra.Command, argument string, f payloadFlags, read func([]byte) (app.File, error), body func(*app.App, pull.Ref, app.Source) error) error {
	text, err := readFile(f.file)
	if err != nil {
		return err
	}
	file, err := read(text)
	if err != nil {
		return &payloadError{name: f.file, error: err}
	}
	n := need{host: true, writes: f.writes(), over: config.Overrides{ResolveInvalid: f.resolveInvalid}}
	a, s, err := t.open(cmd.Context(), n)
	if err != nil {
		return err
	}
	defer func() { _ = a.Close() }()
	ref, item, err := t.ref(cmd.Context(), a, s, argument)
	if err == nil && item != "" {
		err = &usageError{what: "the address names one comment", why: "the file says which asks are meant; give the pull request", command: cmd.CommandPath()}
	}
	if err != nil {
		return err
	}
	err = body(a, ref, app.Source{File: file, Name: filepath.Base(f.file), Who: who(), Detached: f.detached})
	var refused *app.Refusal
	if errors.As(err, &refused) {
		return &payloadError{name: f.file, error: err}
	}
	return err
}

// apply carries a file out, or shows what would be done.
func (t *terminal) apply(cmd *cobra.Command, a *app.App, ref pull.Ref, from app.Source, f payloadFlags) error {
	n := t.newNarrator()
	facts, applied, err := a.Apply(cmd.Context(), ref, from, app.ApplyOptions{Replies: f.replies, Resolutions: f.resolutions, Tell: n.tell, Failed: n.failed})
	n.done()
	if err == nil {
		err = there(facts)
	}
	if err != nil {
		return err
	}
	t.code = applied.ExitCode
	if applied.DryRun {
		t.wishes(facts, false)
	}
	t.show(applied)
	return nil
}
