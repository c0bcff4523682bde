package githubsim

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/settlehq/settle/internal/githubsim/world"
)

// installationID of the one installation that a scenario's App has.
const installationID = 4_200_137

// issued are the installation tokens that the stand-in has given out.
type issued struct {
	mu    sync.Mutex
	until map[string]time.Time
	count int
}

var (
	whereInstalled = regexp.MustCompile(`^/repos/([^/]+)/([^/]+)/installation$`)
	accessTokens   = regexp.MustCompile(`^/app/installations/(\d+)/access_tokens$`)
)

// serveApp answers what an App asks as itself; false where the path is none of that.
func (s *Sim) serveApp(answer *reply, c *call) bool {
	where, tokens := whereInstalled.FindStringSubmatch(c.path), accessTokens.FindStringSubmatch(c.path)
	if where == nil && tokens == nil {
		return false
	}
	if err := s.isApp(token(c.request)); err != nil {
		answer.fail(http.StatusUnauthorized, "A JSON web token could not be decoded: "+err.Error())
		return true
	}
	answer.header.Set("Content-Type", "application/json; charset=utf-8")
	switch {
	case where != nil && !s.known(where[1]+"/"+where[2]), tokens != nil && tokens[1] != strconv.Itoa(installationID):
		answer.fail(http.StatusNotFound, "Not Found")
	case where != nil:
		_, _ = fmt.Fprintf(answer, `{"id":%d,"account":{"login":%q}}`, installationID, where[1])
	default:
		s.issue(answer)
	}
	return true
}

func (s *Sim) known(slug string) bool {
	found := false
	_ = s.World.View(time.Time{}, func(w *world.World) error {
		found = w.Repository(slug) != nil
		return nil
	})
	return found
}

// issue gives out a token that is good for an hour of scripted time.
func (s *Sim) issue(answer *reply) {
	s.issued.mu.Lock()
	defer s.issued.mu.Unlock()
	s.issued.count++
	name, until := fmt.Sprintf("ghs_%06d", s.issued.count), s.Clock.Now().Add(time.Hour)
	s.issued.until[name] = until
	answer.WriteHeader(http.StatusCreated)
	_, _ = fmt.Fprintf(answer, `{"token":%q,"expires_at":%q}`, name, until.Format(time.RFC3339))
}

// admits: a person's token is any, and so is that of another account; the App
// acts with a token of its installation that has not run out.
func (s *Sim) admits(r *http.Request) bool {
	if !s.file.Viewer.App || s.me(r) != s.file.Viewer.Login {
		return authorized(r)
	}
	s.issued.mu.Lock()
	defer s.issued.mu.Unlock()
	return s.Clock.Now().Before(s.issued.until[token(r)])
}

// isApp checks an App's own token as the host does: form, times, and the
// signature where the stand-in was told the App's key.
func (s *Sim) isApp(text string) error {
	parts := strings.Split(text, ".")
	if len(parts) != 3 {
		return errors.New("it has not three parts")
	}
	raw, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return err
	}
	var claims struct {
		Iat, Exp int64
		Iss      string
	}
	if err := json.Unmarshal(raw, &claims); err != nil {
		return err
	}
	now := s.Clock.Now().Unix()
	switch {
	case claims.Iss == "":
		return errors.New("it names no issuer")
	case claims.Iat > now || claims.Exp <= now || claims.Exp > now+600:
		return errors.New("its times do not fit: at most ten minutes from now")
	case s.appKey == nil:
		return nil
	}
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	return rsa.VerifyPKCS1v15(s.appKey, crypto.SHA256, sum[:], signature)
}
