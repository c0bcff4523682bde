package notify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/settlehq/settle/internal/action"
)

// answerLimit bounds what is read of an answer, which nobody looks at.
const answerLimit = 64 << 10

// Client is an HTTP client for webhooks: it follows no redirect, because the
// address is a secret that belongs to one host.
func Client() *http.Client {
	return &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// webhook posts the letter as JSON. Idempotency-Key names the deed: a letter
// that comes twice has it twice.
func (p *Post) webhook(ctx context.Context, l Letter) error {
	name := l.Place.Name()
	to, err := addressOf(p.Getenv(name))
	if err != nil {
		return action.Fail(action.Refused, fmt.Errorf("%s: %w", name, err))
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(l.JSON))
	if err != nil {
		return action.Fail(action.Refused, fmt.Errorf("%s holds no address that can be asked", name))
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "settle")
	request.Header.Set("Idempotency-Key", string(l.Key.Digest()))
	answer, err := p.HTTP.Do(request)
	if err != nil {
		return unanswered(name, err)
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, answerLimit)) // read so that the connection serves again
	return p.taken(name, answer)
}

// addressOf reads an address without ever repeating it.
func addressOf(text string) (string, error) {
	if text == "" {
		return "", errors.New("the variable is not set")
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return "", errors.New("the variable holds no http or https address")
	}
	return text, nil
}

// unanswered: what was never connected did not arrive; anything else may have.
func unanswered(name string, err error) error {
	class := action.Lost
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		class = action.Later
	}
	var withAddress *url.Error
	if errors.As(err, &withAddress) {
		err = withAddress.Err
	}
	return action.Fail(class, fmt.Errorf("post to %s: %w", name, err))
}

// taken tells from the answer whether the letter was taken.
func (p *Post) taken(name string, answer *http.Response) error {
	code := answer.StatusCode
	err := fmt.Errorf("post to %s: it answered %d", name, code)
	switch {
	case code >= 200 && code < 300:
		return nil
	case code == http.StatusTooManyRequests, code == http.StatusServiceUnavailable:
		if wait, bad := strconv.Atoi(answer.Header.Get("Retry-After")); bad == nil && wait > 0 {
			return &action.Failure{Class: action.Limited, Until: p.Now().Add(time.Duration(wait) * time.Second), Err: err}
		}
		return action.Fail(action.Later, err)
	case code == http.StatusRequestTimeout, code >= 500:
		return action.Fail(action.Later, err)
	}
	return action.Fail(action.Refused, err)
}
