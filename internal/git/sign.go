package git

import (
	"context"
	"os"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/sandbox"
)

// Signing is how a person has git sign their commits. The zero value signs
// nothing. It is read from the person's own settings, never from a tree.
type Signing struct {
	config []string // "name=value"
	env    []string
}

// signTime bounds one signature: nobody may sit at a prompt for a passphrase.
const signTime = time.Minute

// UserSigning reads whether this person has git sign commits, and with what.
func UserSigning(ctx context.Context) Signing {
	home, err := os.UserHomeDir()
	if err != nil {
		return Signing{}
	}
	var s Signing
	for _, name := range []string{"GNUPGHOME", "SSH_AUTH_SOCK", "GPG_TTY", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"} {
		if value, ok := os.LookupEnv(name); ok {
			s.env = append(s.env, name+"="+value)
		}
	}
	result, err := sandbox.Run(ctx, sandbox.Command{
		Args: []string{"git", "config", "--global", "--list", "-z"}, Env: sandbox.Env{Home: home, Set: s.env}, Bounds: sandbox.Bounds{Time: signTime},
	})
	if err != nil || result.Exit != 0 {
		return Signing{}
	}
	s.env = append(s.env, "HOME="+home)
	if !s.read(string(result.Stdout)) {
		return Signing{}
	}
	return s
}

// read takes what signing needs out of git's settings; false: none is wanted.
func (s *Signing) read(settings string) (wanted bool) {
	keyed, email := false, ""
	for pair := range strings.SplitSeq(settings, "\x00") {
		name, value, _ := strings.Cut(pair, "\n")
		switch {
		case name == "commit.gpgsign":
			wanted = value == "" || value == "true" || value == "yes" || value == "on" || value == "1"
		case name == "user.email":
			email = value
		case name == "user.signingkey", strings.HasPrefix(name, "gpg."):
			keyed = keyed || name == "user.signingkey"
			s.config = append(s.config, name+"="+value)
		}
	}
	if !keyed && email != "" {
		s.config = append(s.config, "user.signingkey="+email) // our commits carry another address
	}
	return wanted
}

// apply makes a command of git's sign.
func (s Signing) apply(c call) call {
	if len(s.env) == 0 {
		return c
	}
	c.args = append([]string{c.args[0], "-S"}, c.args[1:]...)
	c.env = append(c.env[:len(c.env):len(c.env)], s.env...)
	c.config, c.time = append(c.config, s.config...), signTime
	return c
}
