package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/view"
)

// reviewFlags are the flags of review.
type reviewFlags struct {
	dry                                          bool
	from, format, feedback, instructions, failOn string
	agents                                       []string
	named                                        bool // the agents, by the flag itself
}

// formats of a file of findings.
var formats = []string{"json", "sarif", "rdjson"}

func (t *terminal) reviewCommand() *cobra.Command {
	var f reviewFlags
	cmd := &cobra.Command{
		Use: "review [PR]", Short: "publish findings, remember what became of them", Args: args(cobra.MaximumNArgs(1)),
		Long: "Lets an agent look over the change, or takes what another tool found, and publishes it: a review with a comment for each finding, and one\n" +
			"summary. What was published before is remembered by its marks on the pull request: it is not said twice, and its threads are closed when it is settled.",
		Example: "  settle review 42\n  settle review 42 --from findings.sarif --fail-on high\n  staticcheck -f sarif ./... | settle review 42 --from - --dry-run\n" +
			"  settle review 42 --feedback feedback.json            for a reviewer of your own; then --from what it answers",
		RunE: func(cmd *cobra.Command, given []string) error {
			if f.named = t.bound["agent"] == "" && len(f.agents) > 0; !f.named && f.from != "" {
				f.agents = nil // a variable for every command starts no agent where a file is given
			}
			if err := f.check(); err != nil {
				return err
			}
			return t.review(cmd, given, f)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.dry, "dry-run", false, "print all that would be posted, send nothing, start no agent")
	flags.StringVar(&f.from, "from", "", "publish the findings of a `file`, - for stdin; no agent looks, unless --agent names one, who is told of them")
	flags.StringVar(&f.format, "format", "", "of that file: json, sarif or rdjson (default: told by its content)")
	flags.StringVar(&f.feedback, "feedback", "", "`file` of what is remembered: read where it is there, else written; then, without --from and --agent, nothing else is done")
	flags.StringVar(&f.instructions, "instructions", "", "`file` of yours that the agent heeds")
	flags.StringVar(&f.failOn, "fail-on", "", "exit 18 where a new or remaining finding is at least so severe: critical, high, medium or low")
	flags.StringSliceVar(&f.agents, "agent", nil, "agents to use, first choice first")
	return cmd
}

// check refuses flags that do not go together, before anything is read.
func (f *reviewFlags) check() error {
	wrong := func(what, why string) error { return &usageError{what: what, why: why, command: "settle review"} }
	f.failOn = strings.ToLower(f.failOn)
	switch {
	case f.failOn != "" && !slices.Contains(feedback.Severities, f.failOn):
		return wrong(fmt.Sprintf("--fail-on is %q", f.failOn), "wanted one of "+strings.Join(feedback.Severities, ", "))
	case f.format != "" && f.from == "":
		return wrong("--format needs --from", "without a file there is nothing of a format")
	case f.format != "" && !slices.Contains(formats, f.format):
		return wrong(fmt.Sprintf("--format is %q", f.format), "wanted one of "+strings.Join(formats, ", "))
	case f.instructions != "" && f.from != "" && len(f.agents) == 0:
		return wrong("--instructions needs an agent", "the findings of a file are published as they are; --agent lets one judge them")
	}
	return nil
}

// review reads what it is given, which costs no request, and then reviews.
func (t *terminal) review(cmd *cobra.Command, given []string, f reviewFlags) error {
	o, err := t.reviewOptions(f)
	if err != nil {
		return err
	}
	n := t.newNarrator()
	a, s, err := t.open(cmd.Context(), need{host: true, writes: !f.dry, over: config.Overrides{Agents: f.agents}, line: n.line})
	if err != nil {
		return err
	}
	defer func() { _ = a.Close() }()
	ref, item, err := t.ref(cmd.Context(), a, s, strings.Join(given, ""))
	if err == nil && item != "" {
		err = &usageError{what: "the address names one comment", why: "a review is of the whole pull request", command: "settle review"}
	}
	if err != nil {
		return err
	}
	if told := o.Feedback; told != nil && (told.Ref.Slug() != ref.Slug() || told.Ref.Number != ref.Number) {
		return &fileError{fmt.Errorf("%s is of another pull request; it names %s, this is %s", f.feedback, told.Ref, ref)}
	}
	o.Asks = func(words string) {
		if !t.global.quiet {
			_, _ = fmt.Fprintln(t.Err, ref.String()+"  "+words)
		}
	}
	run, err := a.Review(cmd.Context(), ref, o)
	if err != nil {
		return err
	}
	if o.KeepOnly {
		run.KeptIn = f.feedback
	}
	t.code = reviewCode(run)
	t.show(view.NewReviewed(run, t.code))
	return nil
}

// reviewCode: a reviewer that gave no answer, then what it found, then what
// could not be said.
func reviewCode(run view.ReviewRun) int {
	switch {
	case run.Plan.Failed != "":
		return exitNoAgent
	case run.Reaches():
		return exitFindings
	case len(run.Posted.Failed) > 0:
		return exitBlocked
	}
	return exitOK
}

// reviewOptions reads the files that a review is given.
func (t *terminal) reviewOptions(f reviewFlags) (app.ReviewOptions, error) {
	o := app.ReviewOptions{DryRun: f.dry, FailOn: f.failOn, Chosen: len(f.agents) > 0}
	if f.from != "" {
		file, err := t.findings(f)
		if err != nil {
			return o, err
		}
		if o.From = file; o.Chosen {
			o.From, o.Beside = nil, file
		}
	}
	if f.instructions != "" {
		text, err := readFile(f.instructions)
		if err != nil {
			return o, err
		}
		o.Instructions = string(text)
	}
	return o, f.remembered(&o)
}

// findings reads a file of findings, or stdin.
func (t *terminal) findings(f reviewFlags) (*app.Findings, error) {
	name, text, err := f.from, []byte(nil), error(nil)
	if f.from == "-" {
		name = "stdin"
		text, err = io.ReadAll(io.LimitReader(t.In, app.MostFindings+1)) // one more is refused by its reader
	} else {
		text, err = readFile(f.from)
	}
	if err != nil {
		return nil, err
	}
	file, err := app.ReadFindings(text, f.format, checkout())
	if err != nil {
		return nil, &payloadError{name: name, error: err}
	}
	return &file, nil
}

// remembered reads the feedback file, or lets it be written.
func (f reviewFlags) remembered(o *app.ReviewOptions) error {
	if f.feedback == "" {
		return nil
	}
	text, err := os.ReadFile(f.feedback)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		o.Keep = func(told app.Feedback) error { return writeFeedback(f.feedback, told) }
		o.KeepOnly = f.from == "" && !f.named && !f.dry
		return nil
	case err != nil:
		return &fileError{fmt.Errorf("%s cannot be read: %w", f.feedback, err)}
	}
	told, err := app.ReadFeedback(text)
	if err != nil {
		return &payloadError{name: f.feedback, error: err}
	}
	o.Feedback = &told
	return nil
}

// writeFeedback writes a file that is not there, for its owner alone: replies
// may stand in a private repository.
func writeFeedback(name string, told app.Feedback) error {
	text, err := told.JSON()
	if err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return &fileError{fmt.Errorf("%s cannot be written: %w", name, err)}
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// checkout is the top of the working copy that we are in, else where we are:
// absolute paths of a tool begin with it.
func checkout() string {
	here := absolute(".")
	for dir := here; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return here
		}
	}
}
