package notify_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/notify"
)

func TestAWebhookIsGivenTheLetterWithItsKey(t *testing.T) {
	var heard []string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		heard = append(heard, r.Method+" "+r.Header.Get("Content-Type")+" "+r.Header.Get("Idempotency-Key")+" "+string(body))
	}))
	t.Cleanup(server.Close)
	d := newDesk(t)
	d.env["CHAT"] = server.URL + "/hook?token=secret"
	letter := question
	letter.Place = "webhook:CHAT"
	if err := d.post.Send(t.Context(), nil, letter); err != nil {
		t.Fatal(err)
	}
	want := "POST application/json " + string(letter.Key.Digest()) + " " + string(letter.JSON)
	if len(heard) != 1 || heard[0] != want {
		t.Errorf("heard %q, want %q", heard, want)
	}
}

// Each end of a webhook is told as what it means for the deed; none repeats the
// address.
func TestWhatAWebhookAnswers(t *testing.T) {
	rows := []struct {
		name  string
		serve http.HandlerFunc
		class action.FailureClass
	}{
		{"taken", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) }, ""},
		{"not there", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) }, action.Refused},
		{"down", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, action.Later},
		{"busy", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) }, action.Later},
		{"busy until", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "90")
			w.WriteHeader(http.StatusTooManyRequests)
		}, action.Limited},
		{"elsewhere", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/other", http.StatusFound) }, action.Refused},
		{"cut off", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, action.Lost},
	}
	for _, row := range rows {
		server := httptest.NewServer(row.serve)
		d := newDesk(t)
		d.env["CHAT"] = server.URL + "/hook/secret"
		letter := question
		letter.Place = "webhook:CHAT"
		err := d.post.Send(t.Context(), nil, letter)
		if class(err) != row.class {
			t.Errorf("%s: %v", row.name, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the address is told: %v", row.name, err)
		}
		server.Close()
	}
}

func TestAnAddressThatCannotBeUsedIsNotRepeated(t *testing.T) {
	d := newDesk(t)
	letter := question
	letter.Place = "webhook:CHAT"
	for address, want := range map[string]action.FailureClass{
		"": action.Refused, "secret": action.Refused, "ftp://secret/x": action.Refused, "http://secret\x7f": action.Refused, "http://127.0.0.1:1/secret": action.Later,
	} {
		d.env["CHAT"] = address
		if err := d.post.Send(t.Context(), nil, letter); class(err) != want || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestALimitIsKeptByTheClockThatIsGiven(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "90")
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	t.Cleanup(server.Close)
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	post := &notify.Post{Getenv: func(string) string { return server.URL }, HTTP: notify.Client(), Now: func() time.Time { return noon }}
	letter := question
	letter.Place = "webhook:CHAT"
	err := post.Send(t.Context(), nil, letter)
	if failure := failureOf(err); failure == nil || !failure.Until.Equal(noon.Add(90*time.Second)) {
		t.Errorf("%v", err)
	}
}
