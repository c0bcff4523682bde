package github_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/github"
	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/scenario"
)

// openAsApp is a stand-in whose only account of ours is an App, and its client.
func openAsApp(t *testing.T) (*house, *rsa.PrivateKey, github.Options) {
	t.Helper()
	text := strings.Replace(cart(t), "viewer: {login: dev, permission: write}", "viewer: {login: settle-app, permission: write, app: true}", 1)
	text = strings.ReplaceAll(text, "author: dev", "author: maria2")
	file, err := scenario.Parse("app.txtar", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	sim, err := githubsim.Start(t.Context(), githubsim.Options{Scenario: file, Dir: t.TempDir(), Start: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), AppKey: &key.PublicKey})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	o := github.Options{
		API: sim.URL, Marks: secret, Now: sim.Clock.Now, Policies: [2]string{".settle.yaml", ".github/settle.yaml"}, Agent: "settle/test",
		App:   &github.App{ID: 77, Key: pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})},
		Pause: func(context.Context, time.Duration) error { return nil },
	}
	client, err := github.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return &house{t: t, sim: sim, client: client, ref: pull.Ref{Owner: "acme", Repo: "shop", Number: 42}}, key, o
}

func TestAnAppReadsAndWritesWithItsInstallationsTokens(t *testing.T) {
	h, _, _ := openAsApp(t)
	h.after(20 * time.Minute)
	s := h.look()
	if len(s.Gaps) > 0 || s.Viewer.Login != "settle-app" || len(s.Threads) == 0 {
		t.Fatalf("viewer %q, %d threads, gaps %v", s.Viewer.Login, len(s.Threads), s.Gaps)
	}
	first, err := h.client.Token(t.Context(), h.ref)
	if err != nil {
		t.Fatal(err)
	}
	h.after(2 * time.Hour) // the token has run out by now
	if _, err := h.client.Reply(t.Context(), h.ref, s.Threads[0].Root().ID, "Answered."); err != nil {
		t.Fatalf("after its token has run out: %v", err)
	}
	second, err := h.client.Token(t.Context(), h.ref)
	if err != nil || second == first {
		t.Fatalf("the token was not renewed: %q, then %q, %v", first, second, err)
	}
	if now := h.look(); !now.Threads[0].Comments[1].Ours {
		t.Fatal("the App does not know its own words again")
	}
}

func TestAnAppThatIsNotInstalledOrNotItselfIsRefused(t *testing.T) {
	h, _, o := openAsApp(t)
	_, err := h.client.Token(t.Context(), pull.Ref{Owner: "acme", Repo: "elsewhere", Number: 1})
	if action.ClassOf(err) != action.Gone {
		t.Errorf("not installed: %v", err)
	}
	other, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(other)
	if err != nil {
		t.Fatal(err)
	}
	o.App = &github.App{ID: 77, Key: pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})}
	client, err := github.New(o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Observe(t.Context(), h.ref); action.ClassOf(err) != action.NotAllowed {
		t.Errorf("another key: %v", err)
	}
	o.App = &github.App{ID: 77, Key: []byte("no key")}
	if _, err := github.New(o); err == nil {
		t.Error("what is no key is taken")
	}
}
