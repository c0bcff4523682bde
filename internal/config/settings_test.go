package config

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/strictyaml"
)

// machine is an environment and the files on it.
type machine struct{ env, files map[string]string }

func (m machine) getenv(name string) string { return m.env[name] }

func (m machine) readFile(path string) ([]byte, error) {
	text, ok := m.files[path]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	if text == "forbidden" {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrPermission}
	}
	return []byte(text), nil
}

func (m machine) settings() (Settings, error) {
	if m.env["HOME"] == "" {
		m.env["HOME"] = "/home/dev"
	}
	return FromEnv(m.getenv, m.readFile)
}

func TestPathsFollowXDG(t *testing.T) {
	s, err := machine{env: map[string]string{}}.settings()
	if err != nil || s.State != "/home/dev/.local/state/settle" || s.Database != s.State+"/settle.db" || s.PersonalPath != "/home/dev/.config/settle/config.yaml" {
		t.Errorf("got %+v, %v", s, err)
	}
	s, err = machine{env: map[string]string{"XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "/c", "SETTLE_DATABASE": "here.db"}}.settings()
	if err != nil || s.State != "/s/settle" || s.Database != "here.db" || s.PersonalPath != "/c/settle/config.yaml" {
		t.Errorf("got %+v, %v", s, err)
	}
	s, err = machine{env: map[string]string{"XDG_STATE_HOME": "relative"}}.settings()
	if err != nil || s.State != "/home/dev/.local/state/settle" {
		t.Errorf("a relative folder was taken: %+v, %v", s, err)
	}
	if _, err := FromEnv(func(string) string { return "" }, machine{}.readFile); err == nil || !strings.Contains(err.Error(), "HOME") {
		t.Errorf("without a home: %v", err)
	}
}

func TestHostRepositoryAndAddress(t *testing.T) {
	for name, c := range map[string]struct {
		env             map[string]string
		host, repo, api string
	}{
		"nothing":        {map[string]string{}, "", "", "https://api.github.com"},
		"the usual":      {map[string]string{"GH_HOST": "github.com", "GH_REPO": "acme/shop"}, "", "acme/shop", "https://api.github.com"},
		"Enterprise":     {map[string]string{"GH_HOST": "git.acme.test"}, "git.acme.test", "", "https://git.acme.test/api/v3"},
		"in the repo":    {map[string]string{"GH_HOST": "a.test", "GH_REPO": "B.test/acme/shop"}, "b.test", "acme/shop", "https://b.test/api/v3"},
		"ours first":     {map[string]string{"SETTLE_REPO": "acme/one", "GH_REPO": "acme/two"}, "", "acme/one", "https://api.github.com"},
		"a tenant":       {map[string]string{"GH_HOST": "acme.ghe.com"}, "acme.ghe.com", "", "https://api.acme.ghe.com"},
		"the stand-in":   {map[string]string{"SETTLE_GITHUB_URL": "http://127.0.0.1:9000/"}, "", "", "http://127.0.0.1:9000"},
		"over a socket":  {map[string]string{"SETTLE_GITHUB_URL": "unix:/tmp/hub.sock"}, "", "", "unix:/tmp/hub.sock"},
		"named and host": {map[string]string{"SETTLE_GITHUB_URL": "https://x.test", "GH_HOST": "y.test"}, "y.test", "", "https://x.test"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := machine{env: c.env}.settings()
			if err != nil || s.Host != c.host || s.Repo != c.repo || s.API != c.api {
				t.Errorf("got host %q, repo %q, api %q, %v", s.Host, s.Repo, s.API, err)
			}
		})
	}
}

const stored = `github.com:
    user: dev
    git_protocol: https
    oauth_token: stored-one
git.acme.test:
    user: dev2
    users:
        dev1: {oauth_token: stored-old}
        dev2: {oauth_token: stored-two}
keyring.test:
    user: dev
`

func TestTheTokenIsFoundAsTheGitHubCLIFindsIt(t *testing.T) {
	files := map[string]string{"/home/dev/.config/gh/hosts.yml": stored, "/g/hosts.yml": strings.ReplaceAll(stored, "stored", "moved")}
	for name, c := range map[string]struct {
		env         map[string]string
		token, from string
	}{
		"ours":                 {map[string]string{"GH_TOKEN": "a", "GITHUB_TOKEN": "b"}, "a", "GH_TOKEN"},
		"of a workflow":        {map[string]string{"GITHUB_TOKEN": "b"}, "b", "GITHUB_TOKEN"},
		"stored":               {map[string]string{}, "stored-one", TokenOfGitHubCLI},
		"of another folder":    {map[string]string{"GH_CONFIG_DIR": "/g"}, "moved-one", TokenOfGitHubCLI},
		"no folder":            {map[string]string{"XDG_CONFIG_HOME": "/none"}, "", ""},
		"Enterprise":           {map[string]string{"GH_HOST": "git.acme.test", "GH_TOKEN": "a", "GH_ENTERPRISE_TOKEN": "e"}, "e", "GH_ENTERPRISE_TOKEN"},
		"never another host's": {map[string]string{"GH_HOST": "other.test", "GH_TOKEN": "a"}, "", ""},
		"of the active user":   {map[string]string{"GH_HOST": "git.acme.test"}, "stored-two", TokenOfGitHubCLI},
		"in a keyring":         {map[string]string{"GH_HOST": "keyring.test"}, "", ""},
		"a tenant":             {map[string]string{"GH_HOST": "acme.ghe.com", "GH_TOKEN": "a"}, "a", "GH_TOKEN"},
		"given for a stand-in": {map[string]string{"SETTLE_GITHUB_URL": "http://127.0.0.1:1", "GH_TOKEN": "a"}, "a", "GH_TOKEN"},
		"never to a stand-in":  {map[string]string{"SETTLE_GITHUB_URL": "http://127.0.0.1:1"}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := machine{env: c.env, files: files}.settings()
			if err != nil || s.Token != c.token || s.TokenFrom != c.from {
				t.Errorf("got %q from %q, %v", s.Token, s.TokenFrom, err)
			}
		})
	}
}

func TestThePersonalFileIsRead(t *testing.T) {
	m := machine{env: map[string]string{}, files: map[string]string{"/home/dev/.config/settle/config.yaml": "limits: {rounds: 2}\n"}}
	if s, err := m.settings(); err != nil || s.Personal == nil || s.Personal.Limits.Rounds != 2 {
		t.Errorf("got %+v, %v", s.Personal, err)
	}
	if s, err := (machine{env: map[string]string{}}).settings(); err != nil || s.Personal != nil {
		t.Errorf("without one: %+v, %v", s.Personal, err)
	}
	m.files["/home/dev/.config/settle/config.yaml"] = "gates: {}\n"
	var problems strictyaml.Problems
	if _, err := m.settings(); !errors.As(err, &problems) || !strings.HasPrefix(err.Error(), "/home/dev/.config/settle/config.yaml:1:1:") {
		t.Errorf("a broken one: %v", err)
	}
}

func TestErrorsSayWhatToRepairAndKeepSecrets(t *testing.T) {
	hosts := "/home/dev/.config/gh/hosts.yml"
	for name, c := range map[string]struct {
		env, files map[string]string
		says       string
	}{
		"repository":    {map[string]string{"GH_REPO": "shop"}, nil, `GH_REPO is "shop", which is not a repository; give it as [HOST/]OWNER/REPO`},
		"host":          {map[string]string{"GH_HOST": "https://a.test"}, nil, "give it as github.example.com"},
		"address":       {map[string]string{"SETTLE_GITHUB_URL": "ftp://a"}, nil, "give it as http://…"},
		"empty socket":  {map[string]string{"SETTLE_GITHUB_URL": "unix:"}, nil, "give it as http://…"},
		"broken login":  {map[string]string{}, map[string]string{hosts: "github.com:\n  oauth_token: sesame\n - x"}, "repair it with gh auth login"},
		"closed login":  {map[string]string{}, map[string]string{hosts: "forbidden"}, "permission denied"},
		"closed config": {map[string]string{}, map[string]string{"/home/dev/.config/settle/config.yaml": "forbidden"}, "your own settings cannot be read"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := machine{env: c.env, files: c.files}.settings()
			if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "sesame") {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestAnAppIsAnIdentityInsteadOfAToken(t *testing.T) {
	m := machine{env: map[string]string{"SETTLE_APP_ID": "77", "SETTLE_APP_KEY_FILE": "/k.pem", "GH_TOKEN": "t"}, files: map[string]string{"/k.pem": "PEM"}}
	s, err := m.settings()
	if err != nil || s.App.ID != 77 || string(s.App.Key) != "PEM" || s.Token != "" || s.TokenFrom != "the App 77" {
		t.Fatalf("got %+v, %v", s, err)
	}
	for name, env := range map[string]map[string]string{
		"no key":       {"SETTLE_APP_ID": "77"},
		"no number":    {"SETTLE_APP_KEY_FILE": "/k.pem"},
		"not a number": {"SETTLE_APP_ID": "my-app", "SETTLE_APP_KEY_FILE": "/k.pem"},
		"no file":      {"SETTLE_APP_ID": "77", "SETTLE_APP_KEY_FILE": "/gone.pem"},
	} {
		if _, err := (machine{env: env, files: m.files}).settings(); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
