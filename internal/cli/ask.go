package cli

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/settlehq/settle/internal/api"
	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// asked is a command that only asks a question about one pull request.
type asked struct {
	app  *app.App
	api  api.API
	ref  pull.Ref
	item string
}

// ask opens the house for a question and hands it to body.
func (t *terminal) ask(cmd *cobra.Command, args []string, offline bool, body func(asked) error) error {
	argument := ""
	if len(args) > 0 {
		argument = args[0]
	}
	a, s, err := t.open(cmd.Context(), need{host: !offline})
	if err != nil {
		return err
	}
	defer func() { _ = a.Close() }()
	ref, item, err := t.ref(cmd.Context(), a, s, argument)
	if err != nil {
		return err
	}
	return body(asked{app: a, api: api.API{House: a}, ref: ref, item: item})
}

// there refuses facts of a pull request that is not there and never was.
func there(f view.Facts) error {
	if f.Snapshot != nil && f.Snapshot.State == pull.Gone && len(f.Entries) == 0 {
		return missing(f.Ref, "")
	}
	return nil
}

func (t *terminal) statusCommand() *cobra.Command {
	var offline, all bool
	cmd := &cobra.Command{
		Use: "status [PR]", Short: "ready or not, and exactly why", Args: args(cobra.MaximumNArgs(1)),
		Example: "  settle status 42\n  settle status --all --offline",
		RunE: func(cmd *cobra.Command, given []string) error {
			if all {
				return t.fleet(cmd, offline)
			}
			return t.ask(cmd, given, offline, func(a asked) error {
				facts, err := a.api.Facts(cmd.Context(), a.ref, offline)
				if err == nil {
					err = there(facts)
				}
				if err != nil {
					return err
				}
				t.code = exitNotYet
				if facts.Snapshot != nil {
					t.code = view.ExitCode(facts.Verdict, facts.Snapshot)
				}
				t.show(view.NewStatus(facts))
				return nil
			})
		},
	}
	cmd.Flags().BoolVar(&offline, "offline", false, "the last observation, without asking GitHub")
	cmd.Flags().BoolVar(&all, "all", false, "every pull request that the database knows")
	return cmd
}

// fleet shows every known pull request, one after the other.
func (t *terminal) fleet(cmd *cobra.Command, offline bool) error {
	a, _, err := t.open(cmd.Context(), need{host: !offline})
	if err != nil {
		return err
	}
	defer func() { _ = a.Close() }()
	known, err := a.Known(cmd.Context())
	if err != nil {
		return err
	}
	var pulls []view.Status
	for _, ref := range known {
		facts, err := api.API{House: a}.Facts(cmd.Context(), ref, offline)
		if err != nil {
			return err
		}
		pulls = append(pulls, view.NewStatus(facts))
	}
	t.show(view.NewFleet(time.Now(), pulls))
	return nil
}

func (t *terminal) reviewersCommand() *cobra.Command {
	var offline, list bool
	cmd := &cobra.Command{
		Use: "reviewers [PR]", Short: "each reviewer: verdict, commit, evidence, next", Args: args(cobra.MaximumNArgs(1)),
		Example: "  settle reviewers 42\n  settle reviewers --list",
		RunE: func(cmd *cobra.Command, given []string) error {
			if list {
				t.show(view.NewAdapters(time.Now(), config.Builtin()))
				return nil
			}
			return t.ask(cmd, given, offline, func(a asked) error {
				facts, err := a.api.Facts(cmd.Context(), a.ref, offline)
				if err == nil {
					err = there(facts)
				}
				if err != nil {
					return err
				}
				if facts.Snapshot != nil && len(facts.Snapshot.Gaps) > 0 {
					t.code = exitGap
				}
				t.show(view.NewReviewers(facts))
				return nil
			})
		},
	}
	cmd.Flags().BoolVar(&offline, "offline", false, "the last observation, without asking GitHub")
	cmd.Flags().BoolVar(&list, "list", false, "every reviewer that is built in")
	return cmd
}

func (t *terminal) explainCommand() *cobra.Command {
	var since string
	cmd := &cobra.Command{
		Use: "explain PR [ITEM]", Short: "every decision, its reasons, the deeds after it", Args: args(cobra.RangeArgs(1, 2)),
		Example: "  settle explain 42\n  settle explain 42 t4821 --since 1h",
		RunE: func(cmd *cobra.Command, given []string) error {
			from, err := sinceOf(since)
			if err != nil {
				return err
			}
			return t.ask(cmd, given[:1], true, func(a asked) error {
				item := ""
				if len(given) > 1 {
					item = given[1]
				}
				explain, err := a.api.Explain(cmd.Context(), a.ref, item, from)
				if err != nil {
					return err
				}
				t.show(explain)
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&since, "since", "", "a `time` (RFC 3339), or how long ago (2h)")
	return cmd
}

func sinceOf(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if ago, err := time.ParseDuration(text); err == nil {
		return time.Now().Add(-ago), nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, &usageError{what: fmt.Sprintf("--since is %q", text), why: "wanted a time such as 2026-11-21T14:00:00Z, or how long ago, such as 2h", command: "settle explain"}
	}
	return at, nil
}

func (t *terminal) doctorCommand() *cobra.Command {
	var redTeam bool
	cmd := &cobra.Command{
		Use: "doctor [PR]", Short: "probe machine, identity, permissions, agents", Args: args(cobra.MaximumNArgs(1)),
		Example: "  settle doctor\n  settle doctor 42\n  settle doctor --red-team",
		RunE: func(cmd *cobra.Command, given []string) error {
			if redTeam {
				return t.redTeam(given)
			}
			return t.doctor(cmd.Context(), given)
		},
	}
	cmd.Flags().BoolVar(&redTeam, "red-team", false, "let texts that try to give orders try, offline")
	return cmd
}

func (t *terminal) doctor(ctx context.Context, given []string) error {
	a, s, err := t.open(ctx, need{})
	if err != nil {
		return err
	}
	defer func() { _ = a.Close() }()
	var ref pull.Ref
	if len(given) > 0 {
		if ref, _, err = t.ref(ctx, a, s, given[0]); err != nil {
			return err
		}
	}
	d := a.Doctor(ctx, ref)
	if !d.OK && d.Identity.Login == nil {
		t.code = exitNoAuth
	} else if slices.ContainsFunc(d.Checks, func(c view.Probe) bool { return c.OK != nil && !*c.OK }) {
		t.code = exitBlocked // what cannot be known without trying blocks nothing
	}
	t.show(d)
	return nil
}

// redTeam needs no host and no pull request; a text that got through is a bug.
func (t *terminal) redTeam(given []string) error {
	if len(given) > 0 {
		return &usageError{what: "--red-team looks at no pull request", why: "its texts are its own", command: "settle doctor"}
	}
	result := app.RedTeam(time.Now())
	if !result.OK {
		t.code = exitFailure
	}
	t.show(result)
	return nil
}
