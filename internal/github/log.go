package github

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	rest "github.com/google/go-github/v92/github"

	"github.com/settlehq/settle/internal/pull"
)

// mostLogs is how many logs are read at one look: where everything is red, the
// first few tell why.
const mostLogs = 5

// logDue is how long after its end a run's log may still be on its way.
const logDue = 10 * time.Minute

// Of a log so much is read, in bytes, and its end kept: that is where a failure stands.
const (
	largestLog = 64 << 20
	keptLog    = 1 << 20
)

// logs reads what the failed check runs of the head have to say, each once.
// That it cannot be read is no gap: nothing is decided by it.
func (l *look) logs(ctx context.Context) {
	shown, read := map[int64]told{}, 0
	for _, raw := range l.checks {
		var row checkRow
		if json.Unmarshal(raw, &row) != nil || row.DatabaseID == 0 {
			continue
		}
		c := checkOf(row, l.row.HeadRefOid)
		said, known := l.memory.logs[c.ID]
		failed := c.Status == pull.CheckFailure || c.Status == pull.CheckTimedOut
		if !known && (failed || c.Status.BrokeOff()) && read < mostLogs {
			read++
			if failed {
				said.text, known = l.log(ctx, c)
			} else {
				said.attempt, known = l.attempt(ctx, c)
			}
			known = known || l.at.Sub(c.CompletedAt) > logDue
		}
		if known {
			shown[c.ID] = said
		}
	}
	l.memory.logs = shown
}

// log gives the telling lines of one check run: where it points to in the
// code, then what its job printed. known is false where another look may read more.
func (l *look) log(ctx context.Context, c pull.Check) (text string, known bool) {
	notes, err := l.annotations(ctx, c.ID)
	if err != nil {
		return "", false
	}
	printed := ""
	if c.App == "github-actions" {
		if printed, err = l.jobLog(ctx, c.ID); err != nil {
			return boundedLog(notes, ""), len(notes) > 0
		}
	}
	return boundedLog(notes, telling(printed)), true
}

// attempt of the workflow that a job of Actions is part of.
func (l *look) attempt(ctx context.Context, c pull.Check) (n int, known bool) {
	if c.App != "github-actions" {
		return 0, true
	}
	job, _, err := l.Client.rest.Actions.GetWorkflowJobByID(ctx, l.ref.Owner, l.ref.Repo, c.ID)
	return int(job.GetRunAttempt()), err == nil
}

// annotations are the places in the code that a check run names as failed.
func (l *look) annotations(ctx context.Context, id int64) (string, error) {
	list, _, err := l.Client.rest.Checks.ListCheckRunAnnotations(ctx, l.ref.Owner, l.ref.Repo, id, &rest.ListOptions{PerPage: 30})
	if err != nil {
		return "", l.restFailure(err)
	}
	var lines strings.Builder
	for _, a := range list {
		if a.GetAnnotationLevel() == "failure" {
			fmt.Fprintf(&lines, "%s:%d: %s\n", a.GetPath(), a.GetStartLine(), strings.TrimSpace(a.GetMessage()))
		}
	}
	return plainText(lines.String()), nil
}

// jobLog reads the log of a job of Actions, whose number is the check run's.
// The host answers with an address elsewhere that carries its own permission:
// our token is not sent there.
func (l *look) jobLog(ctx context.Context, id int64) (string, error) {
	at, _, err := l.Client.rest.Actions.GetWorkflowJobLogs(ctx, l.ref.Owner, l.ref.Repo, id, 0)
	if err != nil {
		return "", l.restFailure(err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return "", fmt.Errorf("read log: %w", err)
	}
	answer, err := l.logHost.Do(request)
	if err != nil {
		return "", fmt.Errorf("read log: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("read log: answered %d", answer.StatusCode)
	}
	text, err := endOf(io.LimitReader(answer.Body, largestLog), keptLog)
	if err != nil {
		return "", fmt.Errorf("read log: %w", err)
	}
	return string(text), nil
}

// endOf reads everything and keeps the last n bytes, or a little more.
func endOf(r io.Reader, n int) ([]byte, error) {
	var kept []byte
	chunk := make([]byte, 64<<10)
	for {
		got, err := r.Read(chunk)
		kept = append(kept, chunk[:got]...)
		if len(kept) > 2*n {
			kept = append(kept[:0], kept[len(kept)-n:]...)
		}
		if errors.Is(err, io.EOF) {
			return kept, nil
		}
		if err != nil {
			return nil, err
		}
	}
}
