package github

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// App is a GitHub App as which a Client acts: for each repository it uses a
// token of the installation there, which lives an hour and is renewed (docs.github.com,
// "Authenticating as a GitHub App installation", read 2026-11).
type App struct {
	ID  int64
	Key []byte // private key, PEM
}

// installations are the tokens of one App. The machine's clock is not read: a
// library for this exists, and reads it.
type installations struct {
	app  App
	key  *rsa.PrivateKey
	base string
	http http.RoundTripper
	now  func() time.Time

	mu     sync.Mutex
	ids    map[string]int64 // by owner/repo
	tokens map[int64]installationToken
}

type installationToken struct {
	Token     string    `json:"token"`
	ExpiresAt time.Time `json:"expires_at"`
}

func newInstallations(app App, base string, transport http.RoundTripper, now func() time.Time) (*installations, error) {
	block, _ := pem.Decode(app.Key)
	if block == nil {
		return nil, errors.New("the App's key is no PEM file")
	}
	key, err := x509.ParsePKCS1PrivateKey(block.Bytes)
	if err != nil {
		parsed, other := x509.ParsePKCS8PrivateKey(block.Bytes)
		rsaKey, ok := parsed.(*rsa.PrivateKey)
		if other != nil || !ok {
			return nil, fmt.Errorf("the App's key is no RSA key: %w", errors.Join(err, other))
		}
		key = rsaKey
	}
	return &installations{app: app, key: key, base: base, http: transport, now: now, ids: map[string]int64{}, tokens: map[int64]installationToken{}}, nil
}

// early is how long before its end a token is renewed.
const early = 5 * time.Minute

// token gives a token for a repository that is still good for a while.
func (i *installations) token(ctx context.Context, ref pull.Ref) (string, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	id, err := i.installation(ctx, ref)
	if err != nil {
		return "", err
	}
	if known := i.tokens[id]; known.Token != "" && i.now().Before(known.ExpiresAt.Add(-early)) {
		return known.Token, nil
	}
	var fresh installationToken
	if err := i.call(ctx, http.MethodPost, fmt.Sprintf("app/installations/%d/access_tokens", id), &fresh); err != nil {
		return "", err
	}
	i.tokens[id] = fresh
	return fresh.Token, nil
}

// drop forgets a token that the host did not take.
func (i *installations) drop(token string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for id, known := range i.tokens {
		if known.Token == token {
			delete(i.tokens, id)
		}
	}
}

func (i *installations) installation(ctx context.Context, ref pull.Ref) (int64, error) {
	if id := i.ids[ref.Slug()]; id != 0 {
		return id, nil
	}
	var found struct{ ID int64 }
	if err := i.call(ctx, http.MethodGet, "repos/"+ref.Slug()+"/installation", &found); err != nil {
		return 0, fmt.Errorf("find the App's installation on %s: %w", ref.Slug(), err)
	}
	i.ids[ref.Slug()] = found.ID
	return found.ID, nil
}

// call asks as the App itself.
func (i *installations) call(ctx context.Context, method, path string, into any) error {
	signed, err := i.sign()
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, method, i.base+path, bytes.NewReader(nil))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+signed)
	request.Header.Set("Accept", "application/vnd.github+json")
	request.Header.Set("X-GitHub-Api-Version", apiVersion)
	answer, err := i.http.RoundTrip(request)
	if err != nil {
		return unreached(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	if err != nil {
		return action.Fail(action.Lost, err)
	}
	if answer.StatusCode >= http.StatusBadRequest {
		return refusal(answer, text, i.now())
	}
	return json.Unmarshal(text, into)
}

// sign makes the App's own short-lived token, a JWT signed with RS256 that is
// good for nine minutes (the host takes ten at most).
func (i *installations) sign() (string, error) {
	part := func(value any) (string, error) {
		text, err := json.Marshal(value)
		return base64.RawURLEncoding.EncodeToString(text), err
	}
	head, err := part(map[string]string{"alg": "RS256", "typ": "JWT"})
	if err != nil {
		return "", err
	}
	now := i.now()
	claims, err := part(map[string]any{"iat": now.Add(-time.Minute).Unix(), "exp": now.Add(9 * time.Minute).Unix(), "iss": fmt.Sprint(i.app.ID)})
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(head + "." + claims))
	signature, err := rsa.SignPKCS1v15(rand.Reader, i.key, crypto.SHA256, sum[:])
	if err != nil {
		return "", fmt.Errorf("sign as the App: %w", err)
	}
	return head + "." + claims + "." + base64.RawURLEncoding.EncodeToString(signature), nil
}
