package sandbox

import (
	"os"
	"slices"
	"strings"
)

// Env is the whole environment of a child. Of ours it inherits PATH, LANG and
// LC_ALL, and by name what Pass lists; nothing else.
type Env struct {
	Home string   // HOME; empty: an empty place that cannot be read from
	Temp string   // TMPDIR; empty: ours
	Pass []string // names of our own variables to hand on where they are set
	Set  []string // "NAME=value", last word
}

// inherited are the names that every child may see.
var inherited = []string{"PATH", "LANG", "LC_ALL"}

// noHome is a directory that holds nothing, so that no configuration of the
// user is found by accident.
const noHome = "/nonexistent"

// list gives the environment in the form of os/exec, sorted, each name once.
func (e Env) list(cookie string) []string {
	values := map[string]string{"HOME": noHome, "TMPDIR": os.TempDir()}
	for _, name := range slices.Concat(inherited, e.Pass) {
		if value, ok := os.LookupEnv(name); ok {
			values[name] = value
		}
	}
	if e.Home != "" {
		values["HOME"] = e.Home
	}
	if e.Temp != "" {
		values["TMPDIR"] = e.Temp
	}
	for _, pair := range e.Set {
		if name, value, ok := strings.Cut(pair, "="); ok {
			values[name] = value
		}
	}
	if cookie != "" {
		values[cookieName] = cookie
	}
	env := make([]string, 0, len(values))
	for name, value := range values {
		env = append(env, name+"="+value)
	}
	slices.Sort(env)
	return env
}
