package cli

import (
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/settlehq/settle/internal/api"
	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/view"
)

// Forms in which threads are listed; empty is the page, or JSON with --json.
const (
	asJSON   = "json"
	asScript = "pr-comments"
	asAgent  = "agent"
)

// threadsFlags are what `settle threads` was asked for.
type threadsFlags struct {
	offline, all, unresolved, outdated, open, agent bool
	format                                          string
	authors, by, paths                              []string
	most                                            int
}

func (t *terminal) threadsCommand() *cobra.Command {
	var f threadsFlags
	cmd := &cobra.Command{
		Use: "threads [PR]", Short: "every ask: class, disposition, evidence", Args: args(cobra.MaximumNArgs(1)),
		Example: "  settle threads 42\n  settle threads 42 --open --path internal/cart\n  settle threads 42 --format agent\n  settle threads 42 --json | jq '.items[] | select(.disposition == \"open\")'",
		RunE: func(cmd *cobra.Command, given []string) error {
			if err := f.check(cmd, t.global.json); err != nil {
				return err
			}
			return t.ask(cmd, given, f.offline, func(a asked) error { return t.threads(cmd, a, f) })
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.offline, "offline", false, "the last observation, without asking GitHub")
	flags.StringVar(&f.format, "format", "", "`FORM`: json, pr-comments (four keys for scripts) or agent (fewest bytes)")
	flags.BoolVar(&f.agent, "agent", false, "as --format agent")
	flags.BoolVar(&f.all, "all", false, "every thread; the default but for scripts and agents")
	flags.BoolVar(&f.unresolved, "unresolved", false, "threads that are not resolved and whose code stands")
	flags.BoolVar(&f.outdated, "include-outdated", false, "with those whose code has changed")
	flags.BoolVar(&f.open, "open", false, "asks that have no last word of ours")
	flags.StringArrayVar(&f.authors, "author", nil, "threads in which this `LOGIN` has spoken; repeat for more")
	flags.StringArrayVar(&f.by, "by", nil, "asks of this `NAME`, a reviewer of the policy or a login; repeat for more")
	flags.StringArrayVar(&f.paths, "path", nil, "asks in this `PATH`, a file or a folder; repeat for more")
	flags.IntVar(&f.most, "max-threads", 0, "at most `N` threads, after all other filters")
	return cmd
}

// check refuses what cannot be meant, before anything is sent.
func (f *threadsFlags) check(cmd *cobra.Command, json bool) error {
	if f.agent && f.format == "" {
		f.format = asAgent
	}
	wrong := ""
	switch {
	case !slices.Contains([]string{"", asJSON, asScript, asAgent}, f.format):
		wrong = fmt.Sprintf("--format is %q; it is json, pr-comments or agent", f.format)
	case f.agent && f.format != asAgent:
		wrong = "--agent and --format " + f.format + " are two forms"
	case json && f.format != "" && f.format != asJSON:
		wrong = "--json and --format " + f.format + " are two forms"
	case f.all && f.unresolved:
		wrong = "--all and --unresolved exclude each other"
	case f.all && f.open:
		wrong = "--all and --open exclude each other"
	case cmd.Flags().Changed("max-threads") && f.most < 1:
		wrong = fmt.Sprintf("--max-threads is %d; it is 1 or more", f.most)
	case slices.Contains(slices.Concat(f.authors, f.by), ""):
		wrong = "--author and --by name an account"
	}
	for i, name := range f.paths {
		if f.paths[i] = path.Clean(name); name == "" || path.IsAbs(name) || f.paths[i] == "." || strings.HasPrefix(f.paths[i], "..") {
			wrong = fmt.Sprintf("--path is %q; it is a file or a folder, from the root of the repository", name)
		}
	}
	if wrong != "" {
		return usage(cmd, errors.New(wrong))
	}
	return nil
}

// filter is what is listed. Scripts read what is unresolved, agents what is
// open, people all, where nothing else is said; one item is listed as it is.
func (f threadsFlags) filter(item feedback.ItemID) view.Filter {
	all := f.all || item != ""
	return view.Filter{
		Item: item, Unresolved: f.unresolved || f.format == asScript && !all, Outdated: f.outdated,
		Open: f.open || f.format == asAgent && !all && !f.unresolved, Authors: f.authors, Reviewers: f.by, Paths: f.paths, MaxThreads: f.most,
	}
}

func (t *terminal) threads(cmd *cobra.Command, a asked, f threadsFlags) error {
	facts, err := a.api.Facts(cmd.Context(), a.ref, f.offline)
	if err == nil {
		err = there(facts)
	}
	if err != nil {
		return err
	}
	if facts.Snapshot != nil && len(facts.Snapshot.Gaps) > 0 {
		t.code = exitGap
	}
	list, err := f.list(facts, a.item)
	if err != nil {
		return err
	}
	switch f.format {
	case asJSON:
		t.printJSON(list)
	case asScript:
		t.printJSON(list.Script())
		for _, left := range list.Partial() {
			_, _ = fmt.Fprintln(t.Err, "partial:", left)
		}
	case asAgent:
		_, _ = io.WriteString(t.Out, app.Listing(facts, list))
	default:
		t.show(list)
	}
	return nil
}

// list narrows what is known. The address of a comment selects its item; one
// that points to nothing is an error, unless it may be among what was not read.
func (f threadsFlags) list(facts view.Facts, fragment string) (view.Threads, error) {
	whole := view.NewThreads(facts)
	if fragment == "" || facts.Snapshot == nil {
		return whole.Only(f.filter("")), nil
	}
	item, ok := app.ItemAt(*facts.Snapshot, fragment)
	if !ok {
		item = feedback.ItemID(fragment) // nothing is that
	}
	list := whole.Only(f.filter(item))
	if nothing := len(list.Threads)+len(list.Comments)+len(list.Reviews) == 0; (!ok || nothing) && whole.Complete {
		return list, fmt.Errorf("%w: no thread and no comment of %s is at #%s", api.ErrNoItem, facts.Ref, fragment)
	}
	return list, nil
}
