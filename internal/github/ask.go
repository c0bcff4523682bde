package github

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
)

// vars are the variables of a document.
type vars map[string]any

// problem is one error beside an answer's data.
type problem struct {
	Type    string `json:"type"`
	Message string `json:"message"`
	Path    []any  `json:"path"`
}

// at reports that the problem's path leads through a field.
func (p problem) at(fields ...string) bool {
	for _, step := range p.Path {
		for _, field := range fields {
			if step == field {
				return true
			}
		}
	}
	return false
}

// read asks a question, again when the host fails: a read has no effect. The
// problems beside the data are returned, not judged.
func (c *Client) read(ctx context.Context, name string, v vars, into any) ([]problem, error) {
	return c.readText(ctx, documents[name], v, into)
}

// readText asks a question whose document was composed for it.
func (c *Client) readText(ctx context.Context, text string, v vars, into any) ([]problem, error) {
	for attempt := 0; ; attempt++ {
		problems, err := c.once(ctx, text, v, into)
		if err == nil || attempt == len(pauses) || !passing(err) {
			return problems, err
		}
		if c.options.Pause(ctx, pauses[attempt]) != nil {
			return nil, err
		}
	}
}

// pauses between the attempts of a read.
var pauses = []time.Duration{300 * time.Millisecond, time.Second, 3 * time.Second}

// passing: the host failed in a way that may be over the next time.
func passing(err error) bool {
	class := action.ClassOf(err)
	return (class == action.Lost || class == action.Later) && !errors.Is(err, errTooLarge) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// write sends a mutation once.
func (c *Client) write(ctx context.Context, name string, v vars, into any) error {
	problems, err := c.once(ctx, documents[name], v, into)
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		return action.Fail(classOfProblem(problems[0]), errors.New(problems[0].Message))
	}
	return nil
}

// once posts a document and decodes the data.
func (c *Client) once(ctx context.Context, text string, v vars, into any) ([]problem, error) {
	body, err := json.Marshal(map[string]any{"query": text, "variables": v})
	if err != nil {
		return nil, fmt.Errorf("encode the question: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.graphql, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("ask: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := c.http.Do(request)
	if err != nil {
		return nil, unreached(err)
	}
	defer func() { _ = answer.Body.Close() }()
	said, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, action.Fail(action.Lost, fmt.Errorf("read the answer: %w", err))
	}
	if answer.StatusCode != http.StatusOK {
		return nil, refusal(answer, said, c.options.Now())
	}
	return c.decode(answer, said, into)
}

func (c *Client) decode(answer *http.Response, text []byte, into any) ([]problem, error) {
	var envelope struct {
		Data   json.RawMessage `json:"data"`
		Errors []problem       `json:"errors"`
	}
	if err := json.Unmarshal(text, &envelope); err != nil {
		return nil, action.Fail(action.Lost, fmt.Errorf("the answer is no JSON: %w", err))
	}
	for i := range envelope.Errors {
		envelope.Errors[i].Message = hush(envelope.Errors[i].Message)
	}
	if len(envelope.Errors) > 0 && envelope.Errors[0].Type == "RATE_LIMITED" {
		return nil, &action.Failure{Class: action.Limited, Until: until(answer.Header, c.options.Now()), Err: errors.New(envelope.Errors[0].Message)}
	}
	if len(envelope.Data) == 0 || string(envelope.Data) == "null" {
		return nil, action.Fail(classOfProblems(envelope.Errors), errors.New(sentences(envelope.Errors)))
	}
	if err := json.Unmarshal(envelope.Data, into); err != nil {
		return nil, action.Fail(action.Lost, fmt.Errorf("the answer has another form: %w", err))
	}
	var priced struct {
		RateLimit *struct{ Cost, Remaining int } `json:"rateLimit"`
	}
	if json.Unmarshal(envelope.Data, &priced) == nil && priced.RateLimit != nil {
		c.meter.priced(priced.RateLimit.Cost, priced.RateLimit.Remaining)
	}
	return envelope.Errors, nil
}

func sentences(problems []problem) string {
	if len(problems) == 0 {
		return "the answer has no data"
	}
	var all []string
	for _, p := range problems {
		all = append(all, p.Message)
	}
	return strings.Join(all, "; ")
}
