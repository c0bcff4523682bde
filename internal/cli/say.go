package cli

import (
	"fmt"
	"os"
	"os/user"
	"time"

	"github.com/spf13/cobra"

	"github.com/settlehq/settle/internal/api"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/view"
)

func readFile(name string) ([]byte, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, &fileError{fmt.Errorf("%s cannot be read: %w", name, err)}
	}
	return text, nil
}

// who is the person at this terminal.
func who() string {
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	return "somebody"
}

func (t *terminal) answerCommand() *cobra.Command {
	var answer api.Answer
	cmd := &cobra.Command{
		Use: "answer PR [ITEM]", Short: "list open questions, or answer one", Args: args(cobra.RangeArgs(1, 2)),
		Example: "  settle answer 42\n  settle answer 42 t4830 --fix \"keep the field, mark it deprecated\"\n  settle answer 42 t4830 --defer https://github.com/acme/shop/issues/7",
		RunE: func(cmd *cobra.Command, given []string) error {
			if len(given) > 1 && !answer.One() {
				return &usageError{what: "one of --fix, --decline, --defer and --escalate is needed", why: "an item has one answer", command: "settle answer"}
			}
			return t.say(cmd, given[0], func(a asked) error {
				if len(given) > 1 {
					if err := a.api.Answer(cmd.Context(), a.ref, given[1], who(), answer); err != nil {
						return err
					}
					t.show(view.NewTold(time.Now(), a.ref, "answer", "has your answer on "+given[1]))
					return nil
				}
				facts, err := a.api.Facts(cmd.Context(), a.ref, false)
				if err == nil {
					err = there(facts)
				}
				if err != nil {
					return err
				}
				t.show(view.NewQuestions(facts))
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&answer.Fix, "fix", "", "it is right; `text` guides the fix")
	cmd.Flags().StringVar(&answer.Decline, "decline", "", "it stays as it is, for the reason in `text`")
	cmd.Flags().StringVar(&answer.Defer, "defer", "", "it is tracked at this public `URL`; new: an issue is opened for it")
	cmd.Flags().StringVar(&answer.Escalate, "escalate", "", "a planned fix waits: a person is asked the question in `text`")
	return cmd
}

// say opens the house for a person's word.
func (t *terminal) say(cmd *cobra.Command, argument string, body func(asked) error) error {
	a, s, err := t.open(cmd.Context(), need{host: cmd.Name() == "answer", writes: true})
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

func (t *terminal) wordCommand(name, short string, word journal.Word, done string) *cobra.Command {
	return &cobra.Command{
		Use: name + " PR", Short: short, Args: args(cobra.ExactArgs(1)), Example: "  settle " + name + " 42",
		RunE: func(cmd *cobra.Command, given []string) error {
			return t.say(cmd, given[0], func(a asked) error {
				if err := a.api.Say(cmd.Context(), a.ref, who(), word); err != nil {
					return err
				}
				t.show(view.NewTold(time.Now(), a.ref, string(word), done))
				return nil
			})
		},
	}
}

func (t *terminal) pauseCommand() *cobra.Command {
	return t.wordCommand("pause", "hold a pull request; nothing outward begins", journal.Pause, "is paused; settle resume goes on")
}

func (t *terminal) resumeCommand() *cobra.Command {
	return t.wordCommand("resume", "go on after pause, stop or a block", journal.Resume, "goes on; settle run drives it")
}

func (t *terminal) stopCommand() *cobra.Command {
	var now bool
	cmd := t.wordCommand("stop", "hand the branch back to a person", journal.Stop, "is stopped; the branch is yours. What an agent has under way is kept for settle resume")
	cmd.Example += "\n  settle stop 42 --now"
	cmd.Flags().BoolVar(&now, "now", false, "end a running agent too; its work is lost")
	soft := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, given []string) error {
		if !now {
			return soft(cmd, given)
		}
		return t.say(cmd, given[0], func(a asked) error {
			if err := a.api.StopNow(cmd.Context(), a.ref, who()); err != nil {
				return err
			}
			t.show(view.NewTold(time.Now(), a.ref, string(journal.Stop), "is stopped, with what was under way; the branch is yours"))
			return nil
		})
	}
	return cmd
}

func (t *terminal) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "which settle this is", Args: args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if t.global.json {
				t.printJSON(map[string]string{"schema": "settle.version/1", "version": Version})
				return nil
			}
			_, err := fmt.Fprintln(t.Out, "settle", Version)
			return err
		},
	}
}
