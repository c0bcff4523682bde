// Package agentsim is a coding agent that follows a script.
//
// It is started as a process, like any agent: it reads a Request, edits the
// worktree, commits, and leaves a Report. What it does is written in the
// `agent` part of a scenario file; it sees that part and the Request, and knows
// an item by the finding's text within the item's text. It promises to report
// what it truly did, unless the script tells it to lie or to misbehave; an edit
// whose old text does not stand exactly once in its file is reported as failed
// and nothing of that fix is written. It refuses a task that it has no script for.
package agentsim

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/scenario"
)

// Exit codes of Main.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

// Main runs the agent: --scenario FILE --request FILE --report FILE. With --as
// ACTOR --review N an audit is that actor's Nth review, answered from its findings.
// Progress goes to stdout, the reason of a failure to stderr. Stdin is not read.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("agentsim", flag.ContinueOnError)
	flags.SetOutput(stderr)
	script := flags.String("scenario", "", "scenario `file` whose agent part is played")
	request := flags.String("request", "", "`file` that says what is asked")
	report := flags.String("report", "", "`file` for the answer")
	as := flags.String("as", "", "`actor` of the scenario whose review this is")
	nth := flags.Int("review", 1, "which of its reviews, from 1")
	if err := flags.Parse(args); err != nil {
		return exitUsage
	}
	if *script == "" || *request == "" || *report == "" || flags.NArg() > 0 {
		fmt.Fprintln(stderr, "agentsim: --scenario, --request and --report are needed, and nothing else")
		return exitUsage
	}
	s := &sim{as: *as, nth: *nth, out: stdout, wait: time.Sleep}
	if err := s.play(*script, *request, *report); err != nil {
		fmt.Fprintln(stderr, "agentsim:", err)
		return exitFailed
	}
	return exitDone
}

func (s *sim) play(script, request, report string) error {
	text, err := os.ReadFile(script)
	if err != nil {
		return err
	}
	if s.file, err = scenario.Parse(script, text); err != nil {
		return err
	}
	data, err := os.ReadFile(request)
	if err != nil {
		return err
	}
	if s.asked, err = agent.DecodeRequest(data); err != nil {
		return err
	}
	answer, err := s.answer()
	switch {
	case errors.Is(err, errNoReport):
		return nil
	case errors.Is(err, errBadReport):
		return os.WriteFile(report, []byte(`{"schema": "settle.report/1", "outcomes": "all of them"}`), 0o600)
	case err != nil:
		return err
	}
	return leave(report, answer)
}

// leave writes the report under its final name only when it is whole.
func leave(path string, answer agent.Report) error {
	data, err := answer.Encode()
	if err != nil {
		return err
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the report %s is there already", path)
	}
	if err := os.WriteFile(path+".part", data, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}

// sim is one run.
type sim struct {
	file  *scenario.File
	asked agent.Request
	as    string // the actor whose review this is; empty: an agent of settle's own
	nth   int    // of its reviews
	out   io.Writer
	wait  func(time.Duration)
}

// answer does the task. The report of a misbehaving agent need not fit.
func (s *sim) answer() (agent.Report, error) {
	fmt.Fprintf(s.out, "%s of %d items at %s\n", s.asked.Task, len(s.asked.Items), s.asked.Head.Short())
	report := agent.Report{Task: s.asked.Task, Model: "script"}
	var err error
	switch s.asked.Task {
	case action.Triage:
		report.Judgments = s.judge()
	case action.Audit:
		if s.as != "" {
			err = s.review(&report)
			break
		}
		report.Findings = s.audit()
	case action.Fix, action.Repair, action.Rebase, action.Update:
		report.Outcomes, report.CostUSD, err = s.fix()
		report.Clusters = s.readings()
	default:
		err = fmt.Errorf("no agent is asked for a %q", s.asked.Task)
	}
	return report, err
}

// takes lets scripted time pass at the scenario's speed. A stepping clock
// stands still while anybody works, so there the work takes no time at all.
func (s *sim) takes(span scenario.Span, share float64) {
	if s.file.Clock.Step || s.file.Clock.Speed <= 0 {
		return
	}
	s.wait(time.Duration(float64(span.Pick(share)) / s.file.Clock.Speed))
}
