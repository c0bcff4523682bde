package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// runFlags are the flags of run.
type runFlags struct {
	dry, once, noEdit, noReady, resolveInvalid bool
	timeout                                    time.Duration
	agents                                     []string
	rounds                                     int
	issue                                      string
	cost                                       float64
	many                                       manyFlags
}

func (t *terminal) runCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use: "run [PR...]", Short: "drive to ready, or stop with a true reason",
		Example: "  settle run 42\n  settle run 42 --dry-run\n  settle run acme/shop#42 --once --json\n  settle run --all --author @me",
		RunE: func(cmd *cobra.Command, given []string) error {
			if f.issue != "" && !config.TrackerIssue(f.issue) {
				return &usageError{what: fmt.Sprintf("--issue is %q", f.issue), why: "wanted the id of an issue, such as shop-42", command: "settle run"}
			}
			if len(given) > 1 || f.many.all || f.many.author != "" {
				return t.runMany(cmd, given, f)
			}
			return t.run(cmd, given, f)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.dry, "dry-run", false, "observe and decide, print every deed in full, send nothing")
	flags.BoolVar(&f.once, "once", false, "one look with its deeds, then stop")
	flags.DurationVar(&f.timeout, "timeout", 0, "stop after this long (exit 8)")
	f.overPolicy(flags)
	flags.BoolVar(&f.noReady, "no-ready", false, "never mark ready for review")
	flags.BoolVar(&f.resolveInvalid, "resolve-invalid", false, "close threads that were declined")
	f.many.bind(cmd)
	return cmd
}

// overPolicy are the flags that take the place of keys of the policy file.
func (f *runFlags) overPolicy(flags *pflag.FlagSet) {
	flags.StringSliceVar(&f.agents, "agent", nil, "agents to use, first choice first")
	flags.IntVar(&f.rounds, "max-rounds", 0, "rounds at most")
	flags.Float64Var(&f.cost, "max-cost", 0, "US dollars at most")
	flags.StringVar(&f.issue, "issue", "", "`id` of the bd tracker's issue that questions are filed at")
	flags.BoolVar(&f.noEdit, "no-edit", false, "answer, but let edits wait for a person")
}

func (f runFlags) overrides(cmd *cobra.Command) config.Overrides {
	o := config.Overrides{Agents: f.agents, MaxRounds: f.rounds, NoEdit: f.noEdit, NoReady: f.noReady, ResolveInvalid: f.resolveInvalid, Issue: f.issue}
	if cmd.Flags().Changed("max-cost") {
		cost := policy.Money(f.cost * 1e6)
		o.MaxCost = &cost
	}
	return o
}

// run drives one pull request.
func (t *terminal) run(cmd *cobra.Command, given []string, f runFlags) error {
	argument := ""
	if len(given) > 0 {
		argument = given[0]
	}
	n := t.newNarrator()
	a, s, err := t.open(cmd.Context(), need{host: true, writes: !f.dry, over: f.overrides(cmd), line: n.line})
	if err != nil {
		return err
	}
	defer func() { _ = a.Close() }()
	ref, item, err := t.ref(cmd.Context(), a, s, argument)
	if err != nil {
		return err
	}
	t.code, err = t.drive(cmd.Context(), a, ref, item, f, n)
	return err
}

// drive runs one pull request and tells its end.
func (t *terminal) drive(ctx context.Context, a *app.App, ref pull.Ref, item string, f runFlags, n *narrator) (int, error) {
	running := ctx
	if f.timeout > 0 {
		var cancel context.CancelFunc
		running, cancel = context.WithTimeout(ctx, f.timeout)
		defer cancel()
	}
	options := app.RunOptions{Once: f.once, DryRun: f.dry, Item: item, Tell: n.tell, Failed: n.failed}
	if !f.dry {
		if err := t.begin(running, a, ref, n, &options); err != nil {
			return 0, err
		}
	}
	facts, err := a.Run(running, ref, options)
	n.done()
	late := errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil
	if err != nil && !late {
		return 0, err
	}
	if err := there(facts); err != nil {
		return 0, err
	}
	code := view.ExitCode(facts.Verdict, facts.Snapshot)
	if late && !facts.Verdict.Watched() {
		code = exitNotYet
	}
	if options.DryRun {
		t.wishes(facts, !f.dry)
	}
	t.show(view.NewRun(facts, code))
	return code, nil
}

// begin looks what policy is in force before anything is written: without a file
// on the base branch a run changes nothing, and where nobody could be asked it
// is refused.
func (t *terminal) begin(ctx context.Context, a *app.App, ref pull.Ref, n *narrator, o *app.RunOptions) error {
	rules, given := a.Given(ref)
	if !given {
		facts, err := a.Look(ctx, ref)
		if err == nil {
			err = there(facts)
		}
		if err != nil {
			return err
		}
		rules = facts.Policy
		o.DryRun = rules.Source == "defaults" && facts.Snapshot.State == pull.Open
	}
	if rules.Escalation.Mode == "prompt" && t.interactive() {
		o.Ask, o.Who = t.asker(n), who()
	}
	if o.Ask != nil || o.DryRun {
		return nil
	}
	return app.Placed(ref, rules)
}

// wishes prints what a run would have done.
func (t *terminal) wishes(facts view.Facts, noFile bool) {
	if t.global.json {
		return
	}
	if noFile {
		_, _ = fmt.Fprintf(t.Err, "The base branch has no %s, so nothing is changed. Put one there, or give --policy FILE.\n", app.PolicyFile)
	}
	_, _ = io.WriteString(t.Out, view.Wishes(facts, t.page(t.Out)))
}

// narrator tells what happens during a run: lines on stderr for people, events
// on stdout for programs. Safe for several goroutines: agents speak while the
// run goes on.
type narrator struct {
	mu    sync.Mutex
	t     *terminal
	seq   int
	phase string
	open  bool // the last line is the live one
	begun bool
	facts view.Facts

	scripted bool // time is a play's: the story is told at the end, and nothing is live
}

func (t *terminal) newNarrator() *narrator { return &narrator{t: t} }

// tell hears of each step of a run.
func (n *narrator) tell(f view.Facts, deed *journal.Did) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.facts = f
	if n.t.global.json {
		n.event(f, deed)
		return
	}
	if n.t.global.quiet || n.scripted {
		return
	}
	n.lines(f, deed)
}

func (n *narrator) lines(f view.Facts, deed *journal.Did) {
	p := n.t.page(n.t.Err)
	if !n.begun && f.Snapshot != nil {
		n.begun = true
		n.print(fmt.Sprintf("%s  head %s  policy %s  as %s", f.Ref, f.Snapshot.Head.Short(), f.Policy.Source, f.Snapshot.Viewer.Login))
	}
	n.print(n.story(f, deed))
	n.live(view.Waiting(f, p), p.Live)
}

// story words a step; empty where it is not worth a line.
func (n *narrator) story(f view.Facts, deed *journal.Did) string {
	p := n.t.page(n.t.Err)
	if deed != nil {
		if deed.State == journal.Started {
			return ""
		}
		return view.Progress(f, deed, p)
	}
	if head := view.Headline(f.Verdict); head != n.phase {
		n.phase = head
		return view.Progress(f, nil, p)
	}
	return ""
}

// print writes a line above the live one.
func (n *narrator) print(line string) {
	if line == "" {
		return
	}
	n.clear()
	_, _ = io.WriteString(n.t.Err, line+"\n")
}

func (n *narrator) live(line string, terminal bool) {
	if !terminal || line == "" {
		return
	}
	n.clear()
	_, _ = io.WriteString(n.t.Err, strings.TrimRight(line, "\n"))
	n.open = true
}

func (n *narrator) clear() {
	if n.open {
		_, _ = io.WriteString(n.t.Err, "\r\x1b[2K")
		n.open = false
	}
}

func (n *narrator) done() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.clear()
}

// line shows the output of agents and checks with -v; it is untrusted text.
func (n *narrator) line(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.t.global.verbose > 0 && !n.t.global.json {
		n.print("  | " + view.Clean(text))
	}
}

// failed tells of a look that is tried again.
func (n *narrator) failed(err error, until time.Time) {
	n.mu.Lock()
	defer n.mu.Unlock()
	e := wordError(err)
	e.At, e.Code, e.RetryAt = time.Now(), exitName(e.ExitCode), until
	if n.t.global.json {
		n.seq++
		event := view.NewEvent(n.seq, time.Now(), n.facts.Ref, "error")
		event.Error = &e
		n.t.printJSON(event)
		return
	}
	if !n.t.global.quiet {
		n.print("  " + e.Error() + "; it is tried again")
	}
}

// event prints one step as settle.event/1.
func (n *narrator) event(f view.Facts, deed *journal.Did) {
	emit := func(kind string, fill func(*view.Event)) {
		n.seq++
		e := view.NewEvent(n.seq, f.Now, f.Ref, kind)
		fill(&e)
		n.t.printJSON(e)
	}
	if deed != nil {
		emit("deed", func(e *view.Event) { one := view.DeedOf(f, deed.Key); e.Deed = &one })
		return
	}
	if f.Snapshot != nil {
		emit("observed", func(e *view.Event) { e.Observed = view.ObservedOf(*f.Snapshot) })
	}
	if head := view.Headline(f.Verdict); head != n.phase {
		n.phase = head
		emit("decided", func(e *view.Event) {
			e.Decided = view.DecidedOf(view.Recorded{Seq: f.Verdict.Basis.Seq, At: f.Now, Verdict: f.Verdict})
		})
		for _, st := range f.Verdict.Items {
			if q := view.QuestionOf(st); q != nil && st.Disposition == "escalated" {
				emit("question", func(e *view.Event) { e.Question = q })
			}
		}
		if f.Verdict.Phase == "waiting" || f.Verdict.Watched() {
			emit("waiting", func(e *view.Event) { e.Waiting, e.WakeAt = view.WaitOf(f.Verdict), view.WakeOf(f.Verdict) })
		}
	}
}
