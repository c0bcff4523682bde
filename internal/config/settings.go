package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Settings are paths, host and credentials.
type Settings struct {
	Database     string // path or URL
	State        string // folder with mirrors and logs, to be made with mode 0700
	Host         string // empty for github.com
	API          string // base address without a slash at the end, or unix:PATH
	Token        string // empty: none found here
	TokenFrom    string // the variable, or "the GitHub CLI"
	App          App
	Repo         string // owner/name; empty: not given
	Personal     *Personal
	PersonalPath string // where the personal file is or would be
}

// App is a GitHub App to act as, instead of with Token; ID 0: none.
type App struct {
	ID  int64
	Key []byte // private key, PEM
}

// FromEnv reads SETTLE_*, GH_*, GITHUB_* and XDG_* through getenv, the personal
// file, and, where no token is set, the stored login of the GitHub CLI. It
// starts nothing: a login that lives in a keyring leaves Token empty. An error
// says what to repair; that of the personal file is strictyaml.Problems.
func FromEnv(getenv func(string) string, readFile func(string) ([]byte, error)) (Settings, error) {
	e := env{getenv, readFile}
	var s Settings
	for _, step := range []func(*Settings) error{e.paths, e.repository, e.address, e.app, e.token, e.personal} {
		if err := step(&s); err != nil {
			return Settings{}, err
		}
	}
	return s, nil
}

// env is the outside as this package sees it.
type env struct {
	get  func(string) string
	read func(string) ([]byte, error)
}

// folder is where XDG puts files of a kind; a relative variable is ignored, as
// XDG demands.
func (e env) folder(variable, below string) (string, error) {
	if dir := e.get(variable); filepath.IsAbs(dir) {
		return dir, nil
	}
	if home := e.get("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, below), nil
	}
	return "", fmt.Errorf("neither %s nor HOME names a folder; set one of them to an absolute path", variable)
}

func (e env) paths(s *Settings) error {
	state, err := e.folder("XDG_STATE_HOME", ".local/state")
	if err != nil {
		return err
	}
	s.State = filepath.Join(state, "settle")
	s.Database = orElse(e.get("SETTLE_DATABASE"), filepath.Join(s.State, "settle.db"))
	return nil
}

var (
	repoForm = regexp.MustCompile(`^(?:([A-Za-z0-9.-]+(?::\d+)?)/)?([A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+)$`)
	hostForm = regexp.MustCompile(`^[A-Za-z0-9.-]+(:\d+)?$`)
)

// repository: a host in front of the repository wins over GH_HOST.
func (e env) repository(s *Settings) error {
	s.Host = e.get("GH_HOST")
	if s.Host != "" && !hostForm.MatchString(s.Host) {
		return fmt.Errorf("GH_HOST is %q, which is not the name of a host; give it as github.example.com", s.Host)
	}
	for _, variable := range []string{"SETTLE_REPO", "GH_REPO"} {
		text := e.get(variable)
		if text == "" {
			continue
		}
		m := repoForm.FindStringSubmatch(text)
		if m == nil {
			return fmt.Errorf("%s is %q, which is not a repository; give it as [HOST/]OWNER/REPO", variable, text)
		}
		s.Host, s.Repo = orElse(m[1], s.Host), m[2]
		break
	}
	s.Host = strings.ToLower(s.Host)
	if s.Host == "github.com" || s.Host == "www.github.com" {
		s.Host = ""
	}
	return nil
}

// address is where the API is: named, or by the host.
func (e env) address(s *Settings) error {
	url := e.get("SETTLE_GITHUB_URL")
	web := strings.HasPrefix(url, "http://") || strings.HasPrefix(url, "https://")
	switch {
	case web || strings.HasPrefix(url, "unix:") && len(url) > len("unix:"):
		s.API = strings.TrimRight(url, "/")
	case url != "":
		return fmt.Errorf("SETTLE_GITHUB_URL is %q; give it as http://…, https://… or unix:PATH", url)
	case s.Host == "":
		s.API = "https://api.github.com"
	case tenant(s.Host):
		s.API = "https://api." + s.Host
	default:
		s.API = "https://" + s.Host + "/api/v3"
	}
	return nil
}

// tenant reports a company's own part of GitHub's cloud, whose addresses and
// variables are those of github.com.
func tenant(host string) bool { return strings.HasSuffix(host, ".ghe.com") }

// personal reads the personal file where there is one.
func (e env) personal(s *Settings) error {
	dir, err := e.folder("XDG_CONFIG_HOME", ".config")
	if err != nil {
		return err
	}
	s.PersonalPath = filepath.Join(dir, "settle", "config.yaml")
	text, err := e.read(s.PersonalPath)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("your own settings cannot be read: %w", err)
	}
	s.Personal, err = ReadPersonal(s.PersonalPath, text)
	return err
}

// app reads who the App is, and its key.
func (e env) app(s *Settings) error {
	id, file := e.get("SETTLE_APP_ID"), e.get("SETTLE_APP_KEY_FILE")
	if id == "" && file == "" {
		return nil
	}
	if id == "" || file == "" {
		return errors.New("an App needs both SETTLE_APP_ID and SETTLE_APP_KEY_FILE; one of them is not set")
	}
	number, err := strconv.ParseInt(id, 10, 64)
	if err != nil || number <= 0 {
		return fmt.Errorf("SETTLE_APP_ID is %q; it is the number that the App's settings page shows", id)
	}
	if s.App.Key, err = e.read(file); err != nil {
		return fmt.Errorf("the App's key cannot be read: %w", err)
	}
	s.App.ID, s.TokenFrom = number, "the App "+id
	return nil
}
