package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/settlehq/settle/internal/api"
	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/verdict"
	"github.com/settlehq/settle/internal/view"
)

// interactive reports that a person sits at this terminal and may be asked:
// what is typed comes from one, and what is asked is seen there.
func (t *terminal) interactive() bool {
	return !t.global.noInput && !t.global.json && isTerminal(t.In) && isTerminal(t.Err)
}

func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// lines gives what is typed, one line each, to whoever asks next; all of one
// process share it, so that no line is read by somebody who has gone.
func (t *terminal) lines() <-chan string {
	if t.typed == nil {
		t.typed = make(chan string)
		go func() {
			defer close(t.typed)
			for in := bufio.NewScanner(t.In); in.Scan(); {
				t.typed <- in.Text()
			}
		}()
	}
	return t.typed
}

// asker asks the person at the terminal about a round, on n's stream.
func (t *terminal) asker(n *narrator) func(context.Context, view.Plan) ([]feedback.Judgment, error) {
	return func(ctx context.Context, plan view.Plan) ([]feedback.Judgment, error) {
		n.done()
		_, _ = io.WriteString(t.Err, plan.Text(t.page(t.Err)))
		said := answers{plan: plan, by: map[feedback.ItemID]feedback.Judgment{}}
		for {
			_, _ = io.WriteString(t.Err, "> ")
			select {
			case <-ctx.Done():
				return nil, context.Cause(ctx)
			case line, more := <-t.lines():
				switch err := said.take(line); {
				case !more:
					return nil, app.ErrUnanswered
				case line == "":
					return said.list(), nil
				case err != nil:
					_, _ = fmt.Fprintln(t.Err, view.Clean(err.Error()))
				}
			}
		}
	}
}

// answers are what a person has said of a plan so far; a later word on an item
// takes the place of an earlier one.
type answers struct {
	plan view.Plan
	by   map[feedback.ItemID]feedback.Judgment
}

func (a answers) take(line string) error {
	if line == "" {
		return nil
	}
	word, answer, err := api.ReadAnswer(line)
	if err != nil {
		return err
	}
	st, err := api.Find(view.Facts{Ref: a.plan.Ref, Verdict: verdict.Verdict{Items: a.plan.Items()}}, word)
	if err != nil {
		return err
	}
	j, err := answer.Judge(st)
	if err == nil {
		a.by[st.Item.ID] = j
	}
	return err
}

// list gives the answers in the order of the plan.
func (a answers) list() []feedback.Judgment {
	var list []feedback.Judgment
	for _, st := range a.plan.Items() {
		if j, ok := a.by[st.Item.ID]; ok {
			list = append(list, j)
		}
	}
	return list
}

// unanswered words the end of a run whose person went away.
func unanswered(err error) (view.Error, bool) {
	if !errors.Is(err, app.ErrUnanswered) {
		return view.Error{}, false
	}
	return view.Error{
		What: app.ErrUnanswered.Error(), Why: "the input ended before an empty line did",
		Do: "run it again, or settle answer; with --no-input questions are filed in writing", Kept: "nothing of what was shown was begun", ExitCode: exitNeedsYou,
	}, true
}

// noPlace words a run that could ask nobody.
func noPlace(err error) (view.Error, bool) {
	var none *app.NoPlaceError
	if !errors.As(err, &none) {
		return view.Error{}, false
	}
	why := "escalation.to is empty"
	if len(none.To) > 0 {
		why = fmt.Sprintf("escalation.to says %s, and there is none: webhook and command are places of notify, bd wants an issue", strings.Join(none.To, ", "))
	}
	return view.Error{
		Ref: none.Ref.String(), What: "there is no place for questions in " + none.Source, Why: why,
		Do:   "name comment or label in escalation.to, give --issue for bd, or run at a terminal with escalation.mode: prompt",
		Kept: "nothing was started", ExitCode: exitBadFile,
	}, true
}
