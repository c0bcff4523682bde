package builtin

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/agent/process"
	"github.com/settlehq/settle/internal/sandbox"
)

// longestWords is how much of a request is handed over as an argument; a longer
// one stands in a file that the agent is sent to.
const longestWords = 100_000

// keptOutput is how much of the end of an output is read for its last events.
const keptOutput = 8 << 20

// common are variables by which any agent finds its way to its model.
var common = []string{
	"HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "https_proxy", "http_proxy", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS",
}

// run is one start of an agent.
type run struct {
	*Agent
	folder process.Folder
	asked  agent.Request
}

func (a *Agent) run(f process.Folder, asked agent.Request) run {
	return run{Agent: a, folder: f, asked: asked}
}

// words are what the model is told.
func (r run) words() string {
	words := r.asked.Words(r.folder.Request, r.folder.Report)
	if len(words) > longestWords && !r.stdin {
		return "Read the file " + r.folder.Prompt + " and do what it says."
	}
	return words
}

// model is the one that policy names; empty: the agent's own choice.
func (r run) model() string { return r.asked.Budget.Model }

// walled reports whether our own walls stand, so that the agent's own may fall.
func (r run) walled() bool {
	return r.options.Want != sandbox.Off && r.options.Want != "" && sandbox.Probe().Isolation != sandbox.None
}

// env reads one of the variables that the agent may see; "" where it may not.
func (r run) env(name string) string {
	if value := os.Getenv(name); slices.Contains(r.passed(), name) {
		return value
	}
	return ""
}

// passed are the variables that are handed on: of the agent's own and the way
// to its model, those that are set and hold nothing of the host's.
func (a *Agent) passed() []string {
	var names []string
	for _, name := range slices.Concat(a.keys, common) {
		value := os.Getenv(name)
		if value == "" || a.isSecret(value) {
			continue
		}
		if at, err := url.Parse(value); slices.Contains(common, name) && (err != nil || at.User != nil) {
			continue
		}
		names = append(names, name)
	}
	return names
}

// hasKey reports whether one of the agent's own variables signs it in.
func (a *Agent) hasKey() (string, bool) {
	for _, name := range a.passed() {
		if slices.Contains(a.keys, name) && isKey(name) {
			return name, true
		}
	}
	return "", false
}

func isKey(name string) bool {
	return strings.HasSuffix(name, "_KEY") || strings.HasSuffix(name, "_TOKEN")
}

// furnish fills the home: settings, and where no key is set the agent's sign-in.
func (r run) furnish() error {
	if r.files != nil {
		for _, file := range r.files(r) {
			if err := r.folder.Put(file.path, file.text); err != nil {
				return err
			}
		}
	}
	if _, ok := r.hasKey(); ok {
		return nil
	}
	return r.signIn()
}

// signIn copies the agent's own sign-in. What the agent makes of its copy is
// thrown away with the run.
func (r run) signIn() error {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil //nolint:nilerr // without a home there is no sign-in to copy
	}
	for _, path := range r.logins {
		text, err := os.ReadFile(filepath.Join(home, path))
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
			continue
		}
		if err != nil {
			return err
		}
		if err := r.folder.Put(path, string(text)); err != nil {
			return err
		}
	}
	return nil
}

// child is the process to start.
func (r run) child(path string, job agent.Job) process.Child {
	env := r.options.Env
	env.Pass = slices.Concat(env.Pass, r.passed())
	env.Set = slices.Concat(env.Set, xdg(r.folder.Home))
	if r.set != nil {
		env.Set = append(env.Set, r.set(r)...)
	}
	c := process.Child{
		Name: r.name, Args: append([]string{path}, r.args(r)...), Env: env, Folder: r.folder, Want: r.options.Want,
		Ports: r.ports(), Bounds: sandbox.Bounds{Output: keptOutput}, Line: progress(r.form, job.Line),
	}
	if r.stdin {
		c.Stdin = r.words()
	}
	return c
}

// xdg keeps an agent in its home, whatever our environment says.
func xdg(home string) []string {
	return []string{
		"XDG_CONFIG_HOME=" + filepath.Join(home, ".config"), "XDG_DATA_HOME=" + filepath.Join(home, ".local", "share"),
		"XDG_STATE_HOME=" + filepath.Join(home, ".local", "state"), "XDG_CACHE_HOME=" + filepath.Join(home, ".cache"),
	}
}

// ports are where the model answers: 443, and what the agent's own variables
// and the proxy name instead.
func (a *Agent) ports() []int {
	ports := []int{443}
	for _, name := range a.passed() {
		at, err := url.Parse(os.Getenv(name))
		if err != nil || at.Host == "" {
			continue
		}
		if port, err := strconv.Atoi(at.Port()); err == nil && !slices.Contains(ports, port) {
			ports = append(ports, port)
		} else if at.Scheme == "http" && !slices.Contains(ports, 80) && at.Port() == "" {
			ports = append(ports, 80)
		}
	}
	return ports
}
