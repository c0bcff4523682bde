package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// manyFlags choose several pull requests for one run.
type manyFlags struct {
	all      bool
	author   string
	parallel int
}

func (f *manyFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.all, "all", false, "every open pull request of the repository")
	flags.StringVar(&f.author, "author", "", "with --all: only those that `LOGIN` has opened (@me: you)")
	flags.IntVar(&f.parallel, "parallel", 4, "pull requests, and works of agents and checks, at once")
}

// check refuses what does not go together.
func (f manyFlags) check(given []string) error {
	switch {
	case f.all && len(given) > 0:
		return &usageError{what: "--all and a pull request", why: "--all takes every open one of the repository", command: "settle run"}
	case f.author != "" && !f.all:
		return &usageError{what: "--author without --all", why: "it chooses among all open ones", command: "settle run"}
	case f.parallel < 1:
		return &usageError{what: fmt.Sprintf("--parallel %d", f.parallel), why: "at least one is driven at once", command: "settle run"}
	}
	return nil
}

// refs are the pull requests that the arguments name, or all open ones. An
// address that points to one item is for one pull request alone.
func (t *terminal) refs(ctx context.Context, a *app.App, s config.Settings, given []string, f manyFlags) ([]pull.Ref, error) {
	if f.all {
		in := repoOf(s)
		if in.Owner == "" {
			here, err := app.RepositoryHere(ctx, ".")
			if err != nil {
				return nil, &usageError{what: "--all of which repository?", why: "run in a checkout of it, or give -R owner/repo", command: "settle run"}
			}
			in = here
		}
		return a.OpenPulls(ctx, in, f.author)
	}
	var refs []pull.Ref
	for _, argument := range given {
		ref, item, err := t.ref(ctx, a, s, argument)
		if err != nil {
			return nil, err
		}
		if item != "" {
			return nil, &usageError{what: fmt.Sprintf("%q points to one item", argument), why: "an item is worked on alone, without other pull requests", command: "settle run"}
		}
		refs = append(refs, ref)
	}
	return refs, nil
}

// runMany drives several pull requests at once.
func (t *terminal) runMany(cmd *cobra.Command, given []string, f runFlags) error {
	if err := f.many.check(given); err != nil {
		return err
	}
	b := &board{t: t, rows: map[pull.Ref]view.Row{}, tellers: map[pull.Ref]*narrator{}}
	a, s, err := t.open(cmd.Context(), need{host: true, writes: !f.dry, over: f.overrides(cmd), line: b.line})
	if err != nil {
		return err
	}
	defer func() { _ = a.Close() }()
	if b.refs, err = t.refs(cmd.Context(), a, s, given, f.many); err != nil {
		return err
	}
	running := cmd.Context()
	if f.timeout > 0 {
		var cancel context.CancelFunc
		running, cancel = context.WithTimeout(running, f.timeout)
		defer cancel()
	}
	ends := a.RunMany(running, b.refs, app.ManyOptions{
		RunOptions: app.RunOptions{Once: f.once, DryRun: f.dry, Tell: b.tell}, Parallel: f.many.parallel, Unruled: t.global.policy != "",
		Failed: b.failed, Ended: b.ended,
	})
	b.clear()
	if err := context.Cause(cmd.Context()); err != nil {
		return err
	}
	t.sum(ends, f.dry)
	return nil
}

// sum prints how all ended, and sets the code.
func (t *terminal) sum(ends []app.End, dry bool) {
	var codes []int
	for _, e := range ends {
		codes = append(codes, codeOf(e))
	}
	t.code = worst(codes)
	runs := view.NewRuns(time.Now(), t.code)
	for i, e := range ends {
		if e.Err == nil && there(e.Facts) == nil || errors.Is(e.Err, context.DeadlineExceeded) {
			if e.Facts.DryRun {
				t.wishes(e.Facts, !dry)
			}
			runs.Add(e.Facts, codes[i])
			continue
		}
		runs.Fail(e.Facts, t.errorOfEnd(e))
	}
	t.show(runs)
}

// codeOf is the exit code that one of several would have alone.
func codeOf(e app.End) int {
	err := e.Err
	switch {
	case errors.Is(err, context.DeadlineExceeded) && e.Facts.Verdict.Watched():
		err = nil // it was ready, and the time allowed to watch it is over
	case errors.Is(err, context.DeadlineExceeded):
		return exitNotYet
	}
	if err == nil {
		err = there(e.Facts)
	}
	if err != nil {
		return wordError(err).ExitCode
	}
	return view.ExitCode(e.Facts.Verdict, e.Facts.Snapshot)
}

func (t *terminal) errorOfEnd(e app.End) view.Error {
	err := e.Err
	if err == nil {
		err = there(e.Facts)
	}
	failed := wordError(err)
	failed.At, failed.Code = time.Now(), exitName(failed.ExitCode)
	return failed
}

// board tells a run of several pull requests: one table that is drawn again at a
// terminal, lines in a pipe, events for programs. Its methods are called one at
// a time, but for line.
type board struct {
	t       *terminal
	refs    []pull.Ref
	rows    map[pull.Ref]view.Row
	tellers map[pull.Ref]*narrator
	seq     int
	drawn   int // lines of the table that stand on the terminal
}

// teller is the narrator of one of them.
func (b *board) teller(ref pull.Ref) *narrator {
	if b.tellers[ref] == nil {
		b.tellers[ref] = b.t.newNarrator()
	}
	return b.tellers[ref]
}

func (b *board) tell(f view.Facts, deed *journal.Did) {
	n := b.teller(f.Ref)
	n.facts = f
	switch {
	case b.t.global.json:
		n.seq = b.seq
		n.event(f, deed)
		b.seq = n.seq
	case !b.t.global.quiet:
		b.put(view.RowOf(f), n.story(f, deed))
	}
}

func (b *board) failed(ref pull.Ref, err error, until time.Time) {
	n := b.teller(ref)
	n.facts.Ref = ref
	if b.t.global.json {
		n.seq = b.seq
		n.failed(err, until)
		b.seq = n.seq
		return
	}
	e := wordError(err)
	b.put(view.RowOfError(ref, e), e.Error()+"; it is tried again")
}

func (b *board) ended(e app.End) {
	if b.t.global.json || b.t.global.quiet {
		return
	}
	if e.Err != nil {
		failed := b.t.errorOfEnd(e)
		b.put(view.RowOfError(e.Ref, failed), failed.Error())
		return
	}
	b.put(view.RowOf(e.Facts), "")
}

// put shows one row anew: in the table, or as a line of its own.
func (b *board) put(row view.Row, line string) {
	b.rows[row.Ref] = row
	p := b.t.page(b.t.Err)
	if p.Live {
		b.draw(p)
		return
	}
	if line != "" {
		_, _ = io.WriteString(b.t.Err, row.Ref.String()+"  "+strings.ReplaceAll(line, "\n", "\n"+row.Ref.String()+"  ")+"\n")
	}
}

// draw puts the table where it stood before.
func (b *board) draw(p view.Page) {
	var rows []view.Row
	for _, ref := range b.refs {
		if row, ok := b.rows[ref]; ok {
			rows = append(rows, row)
		}
	}
	table := view.Table(rows, p)
	b.clear()
	b.drawn = strings.Count(table, "\n")
	_, _ = io.WriteString(b.t.Err, table)
}

// clear takes the table away.
func (b *board) clear() {
	if b.drawn > 0 {
		_, _ = fmt.Fprintf(b.t.Err, "\x1b[%dA\x1b[J", b.drawn)
		b.drawn = 0
	}
}

// line shows the output of agents and checks with -v in a pipe, where no table
// stands in its way; it is untrusted text.
func (b *board) line(text string) {
	if b.t.global.verbose > 0 && !b.t.global.json && !b.t.page(b.t.Err).Live {
		_, _ = io.WriteString(b.t.Err, "  | "+view.Clean(text)+"\n")
	}
}
