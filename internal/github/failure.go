package github

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	rest "github.com/google/go-github/v92/github"

	"github.com/settlehq/settle/internal/action"
)

// unreached classifies an error of the connection. A connection that was never
// made has carried nothing; any other may have.
func unreached(err error) error {
	var dial *net.OpError
	var name *net.DNSError
	var noToken *action.Failure
	switch {
	case errors.As(err, &noToken): // nothing was sent: an App got no token for it
		class := noToken.Class
		if class == action.Lost {
			class = action.Later
		}
		return &action.Failure{Class: class, Until: noToken.Until, Err: err}
	case errors.As(err, &name), errors.Is(err, syscall.ECONNREFUSED), errors.As(err, &dial) && dial.Op == "dial":
		return action.Fail(action.Later, err)
	case errors.Is(err, context.Canceled):
		return action.Fail(action.Lost, err)
	}
	return action.Fail(action.Lost, err)
}

// refusal classifies an answer other than success (docs.github.com, "Rate
// limits for the REST API", "Troubleshooting the REST API", read 2026-11).
func refusal(answer *http.Response, body []byte, now time.Time) error {
	var said struct{ Message string }
	_ = json.Unmarshal(body, &said)
	if said.Message == "" {
		said.Message = http.StatusText(answer.StatusCode)
	}
	err := fmt.Errorf("GitHub answered %d: %s", answer.StatusCode, hush(said.Message))
	if limited(answer, said.Message) {
		return &action.Failure{Class: action.Limited, Until: until(answer.Header, now), Err: err}
	}
	return action.Fail(classOfStatus(answer.StatusCode), err)
}

func classOfStatus(status int) action.FailureClass {
	switch {
	case status >= http.StatusInternalServerError:
		return action.Lost
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return action.NotAllowed
	case status == http.StatusNotFound, status == http.StatusGone, status >= http.StatusMultipleChoices && status < http.StatusBadRequest:
		return action.Gone
	case status == http.StatusConflict, status == http.StatusRequestTimeout:
		return action.Later
	}
	return action.Refused
}

// limited: GitHub says slow down with 429, with 403 and one of three signs, or
// with 422 and a sentence about abuse or speed.
func limited(answer *http.Response, message string) bool {
	message = strings.ToLower(message)
	switch answer.StatusCode {
	case http.StatusTooManyRequests:
		return true
	case http.StatusForbidden:
		return answer.Header.Get("Retry-After") != "" || answer.Header.Get("X-Ratelimit-Remaining") == "0" ||
			strings.Contains(message, "rate limit") || strings.Contains(message, "abuse")
	case http.StatusUnprocessableEntity:
		return strings.Contains(message, "submitted too quickly") || strings.Contains(message, "abuse")
	}
	return false
}

// leastWait where a limit names no time (docs: "wait for at least one minute").
const leastWait = time.Minute

// until reads when to come back.
func until(h http.Header, now time.Time) time.Time {
	if seconds, err := strconv.Atoi(h.Get("Retry-After")); err == nil {
		return now.Add(time.Duration(seconds) * time.Second)
	}
	if h.Get("X-Ratelimit-Remaining") == "0" {
		if unix, err := strconv.ParseInt(h.Get("X-Ratelimit-Reset"), 10, 64); err == nil {
			return time.Unix(unix, 0).UTC().Add(time.Second)
		}
	}
	return now.Add(leastWait)
}

// classOfProblem classifies an error that stands in a GraphQL answer.
func classOfProblem(p problem) action.FailureClass {
	switch p.Type {
	case "NOT_FOUND":
		return action.Gone
	case "FORBIDDEN", "INSUFFICIENT_SCOPES":
		return action.NotAllowed
	case "UNPROCESSABLE":
		return action.Refused
	case "RATE_LIMITED":
		return action.Limited
	}
	return action.Lost
}

// classOfProblems: what the host refused to read has had no effect; what it
// failed at may have.
func classOfProblems(problems []problem) action.FailureClass {
	if len(problems) == 0 {
		return action.Lost
	}
	return classOfProblem(problems[0])
}

// restFailure classifies an error of the REST client.
func (c *Client) restFailure(err error) error {
	if err == nil {
		return nil
	}
	now := c.options.Now()
	var rate *rest.RateLimitError
	var abuse *rest.AbuseRateLimitError
	var answered *rest.ErrorResponse
	var moved *rest.RedirectionError
	switch {
	case errors.As(err, &moved): // not followed, see stay
		return action.Fail(action.Gone, errors.New(hush(err.Error())))
	case errors.As(err, &rate):
		return &action.Failure{Class: action.Limited, Until: until(rate.Response.Header, now), Err: errors.New(hush(err.Error()))}
	case errors.As(err, &abuse):
		return &action.Failure{Class: action.Limited, Until: until(abuse.Response.Header, now), Err: errors.New(hush(err.Error()))}
	case errors.As(err, &answered):
		text, _ := json.Marshal(map[string]string{"message": reasons(answered)})
		return refusal(answered.Response, text, now)
	}
	return unreached(err)
}

// reasons is what an answer says, with the list beside a message that often
// tells nothing: "Unprocessable Entity" (parkerbxyz/suggest-changes#64).
func reasons(answered *rest.ErrorResponse) string {
	parts := []string{answered.Message}
	for _, one := range answered.Errors {
		if said := strings.TrimSpace(one.Field + " " + one.Message); said != "" {
			parts = append(parts, said)
		}
	}
	return strings.Join(parts, ": ")
}
