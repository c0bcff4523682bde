package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	yaml "github.com/goccy/go-yaml"
)

// TokenOfGitHubCLI is Settings.TokenFrom for the stored login.
const TokenOfGitHubCLI = "the GitHub CLI"

// token takes the variables in the order of the GitHub CLI, then its stored
// login. Where SETTLE_GITHUB_URL names the address, no stored login is read: it
// belongs to another host.
func (e env) token(s *Settings) error {
	if s.App.ID != 0 {
		return nil // its tokens are fetched when they are needed
	}
	variables := []string{"GH_TOKEN", "GITHUB_TOKEN"}
	if s.Host != "" && !tenant(s.Host) {
		variables = []string{"GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"}
	}
	for _, variable := range variables {
		if value := e.get(variable); value != "" {
			s.Token, s.TokenFrom = value, variable
			return nil
		}
	}
	if e.get("SETTLE_GITHUB_URL") != "" {
		return nil
	}
	return e.stored(s)
}

// login is what the GitHub CLI keeps for one host. A login in a keyring has no
// token here.
type login struct {
	Token string `yaml:"oauth_token"`
	User  string `yaml:"user"`
	Users map[string]struct {
		Token string `yaml:"oauth_token"`
	} `yaml:"users"`
}

func (e env) stored(s *Settings) error {
	dir := e.get("GH_CONFIG_DIR")
	if dir == "" {
		base, err := e.folder("XDG_CONFIG_HOME", ".config")
		if err != nil {
			return err
		}
		dir = filepath.Join(base, "gh")
	}
	path := filepath.Join(dir, "hosts.yml")
	text, err := e.read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the GitHub CLI's login cannot be read: %w", err)
	}
	hosts := map[string]login{}
	if yaml.Unmarshal(text, &hosts) != nil {
		// The parser's own words quote the file, which holds tokens.
		return fmt.Errorf("%s is not readable as YAML; repair it with gh auth login, or set GH_TOKEN", path)
	}
	found := hosts[orElse(s.Host, "github.com")]
	if token := orElse(found.Token, found.Users[found.User].Token); token != "" {
		s.Token, s.TokenFrom = token, TokenOfGitHubCLI
	}
	return nil
}
