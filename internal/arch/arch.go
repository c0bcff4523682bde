// Package arch is the import rule of the house as a table, and the check of it.
//
// It promises that a line in the wrong room fails the build with a sentence
// that tells the author which room it belongs in. It knows packages; files only
// for the named exceptions of cli.
package arch

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Module is the import path of the program.
const Module = "github.com/settlehq/settle"

// nouns are the rooms that hold data; they may be imported nearly everywhere.
var nouns = []string{"mark", "pull", "feedback", "policy", "action", "verdict", "journal"}

// worldly are the standard packages that pure rooms may not touch.
var worldly = []string{"context", "os", "net", "net/http", "os/exec", "log/slog", "math/rand", "math/rand/v2"}

// room is one row of the table: what it may import beside the standard library.
type room struct {
	rooms []string // our packages, by path below internal/; a trailing /... takes the children too
	outer []string // libraries, by prefix
	pure  bool     // no worldly standard package, no time.Now
	why   string   // what the room is for, said to the author of a wrong line
}

func with(more ...string) []string { return append(slices.Clone(nouns), more...) }

// table is design.md's, row by row. Outer "*" allows any library of its own.
var table = map[string]room{
	"mark":     {pure: true, why: "how our key is written and read"},
	"pull":     {rooms: []string{"mark"}, pure: true, why: "a pull request as seen at one instant"},
	"feedback": {rooms: []string{"pull", "mark"}, pure: true, why: "what was asked and what became of it"},
	"policy":   {rooms: []string{"feedback", "pull", "mark"}, pure: true, why: "what ready means here"},
	"action":   {rooms: []string{"feedback", "pull", "mark"}, pure: true, why: "the closed set of deeds"},
	"verdict":  {rooms: []string{"action", "policy", "feedback", "pull", "mark"}, pure: true, why: "what was decided and why"},
	"journal":  {rooms: []string{"action", "policy", "feedback", "pull", "mark"}, pure: true, why: "the life of a deed"},
	"reviewer": {rooms: nouns, pure: true, why: "how a reviewer is read"},
	"cluster":  {rooms: nouns, pure: true, why: "which findings belong together"},
	"review":   {rooms: nouns, outer: []string{"github.com/kljensen/snowball"}, pure: true, why: "the memory of a reviewer of ours: what it published, what is new"},
	"decide":   {rooms: with("reviewer", "cluster"), pure: true, why: "judgment, and nothing else"},
	"prompt":   {rooms: nouns, pure: true, why: "what an agent is told"},
	"view":     {rooms: with("review"), pure: true, why: "what people are told"},

	"strictyaml": {outer: []string{"*"}, why: "YAML into values, with line and caret"},
	"scenario":   {rooms: with("strictyaml"), outer: []string{"github.com/goccy/go-yaml", "golang.org/x/tools/txtar"}, why: "the file that describes a world"},
	"config":     {rooms: with("reviewer", "strictyaml"), outer: []string{"*"}, why: "one validated value"},
	"strictjson": {rooms: []string{"pull", "mark"}, outer: []string{"github.com/santhosh-tekuri/jsonschema"}, pure: true, why: "JSON of other tools, held against a schema"},
	"payload":    {rooms: with("view", "strictjson"), pure: true, why: "files of other tools as a person's judgments"},
	"inventory":  {rooms: with("payload", "strictjson", "view"), pure: true, why: "the version 1 inventory file, both ways"},
	"findings":   {rooms: with("strictjson"), pure: true, why: "what other tools found, read from their files"},
	"agent":      {rooms: nouns, why: "the contract of a coding agent"},
	"store":      {rooms: nouns, why: "the contract of our memory"},
	"queue":      {rooms: with("store"), why: "the contract of waking up"},
	"sandbox":    {outer: []string{"*"}, why: "starting every child process"},

	"github":         {rooms: with("github/..."), outer: []string{"*"}, why: "reading and writing GitHub"},
	"git":            {rooms: with("sandbox"), outer: []string{"*"}, why: "running git"},
	"verify":         {rooms: with("sandbox"), outer: []string{"*"}, why: "running the repository's own checks"},
	"notify":         {rooms: nouns, outer: []string{"*"}, why: "where a person hears of it"},
	"agent/process":  {rooms: with("agent", "sandbox"), why: "what every agent adapter does alike"},
	"agent/command":  {rooms: with("agent", "agent/process", "sandbox"), why: "any program as an agent"},
	"agent/settings": {rooms: with("agent"), why: "the agent settings of a repository, taken from the base for a run"},
	"agent/builtin":  {rooms: with("agent", "agent/process", "sandbox"), why: "the agents known by name"},
	"store/sqlite":   {rooms: with("store", "store/sqlite/..."), outer: []string{"*"}, why: "one memory"},
	"queue/local":    {rooms: with("queue", "store"), outer: []string{"*"}, why: "one queue"},

	"perform":   {rooms: with("prompt", "view", "agent", "review"), why: "carrying out one action; places are reached through its ports"},
	"reconcile": {rooms: with("decide"), why: "the loop; places are reached through its ports"},

	"api":     {rooms: with("view"), why: "the questions every door asks"},
	"web":     {rooms: with("api", "view", "config"), outer: []string{"*"}, why: "the browser's door"},
	"webhook": {rooms: with("api", "view", "config"), outer: []string{"*"}, why: "GitHub's door"},
	"mcp":     {rooms: with("api", "view", "config"), outer: []string{"*"}, why: "the agents' door"},
	"cli":     {rooms: with("api", "view", "config", "app", "web", "webhook", "mcp", "scenario", "cli/..."), outer: []string{"*"}, why: "the terminal's door"},

	"githubsim": {rooms: []string{"scenario", "githubsim/..."}, outer: []string{"*"}, why: "a stand-in that never learned from our own code"},
	"redteam":   {rooms: with("agent", "config", "decide", "prompt", "review", "view"), outer: []string{"golang.org/x/tools/txtar"}, why: "texts that try to give orders, and what becomes of them"},
	"modelsim":  {why: "a stand-in for the services that serve models"},
	"agentsim":  {rooms: with("agent", "scenario"), why: "a scripted agent"},
}

// free rooms wire or rehearse: any room but the doors, or any at all.
var free = map[string][]string{
	"app":  {"cli", "web", "webhook", "mcp", "play", "githubsim", "agentsim", "scenario"},
	"play": nil,
	"arch": {},
}

// exceptions are the files of cli that may see the rehearsal.
var exceptions = map[string][]string{
	"cli/demo.go":     {"play"},
	"cli/agentsim.go": {"agentsim"},
}

// File is a source file and what it imports.
type File struct {
	Path    string // slash-separated, below internal/: "decide/next.go"
	Imports []string
	Now     bool // calls time.Now
}

// Check gives one sentence for each import that the table forbids.
func Check(f File) []string {
	dir := path.Dir(f.Path)
	rule, known := lookup(dir)
	if !known {
		return checkFree(f, dir)
	}
	var wrong []string
	for _, imported := range f.Imports {
		if !allowed(f.Path, dir, rule, imported) {
			wrong = append(wrong, fmt.Sprintf("internal/%s imports %s, but %s is for %s: the line belongs in %s",
				f.Path, imported, dir, rule.why, home(imported)))
		}
	}
	if rule.pure && f.Now {
		wrong = append(wrong, fmt.Sprintf("internal/%s calls time.Now, but %s is pure: take now as an argument", f.Path, dir))
	}
	return wrong
}

// lookup finds the row of a package; a child of a room follows the room unless it has a row of its own.
func lookup(dir string) (room, bool) {
	for d := dir; d != "."; d = path.Dir(d) {
		if rule, ok := table[d]; ok {
			return rule, true
		}
		if _, ok := free[d]; ok {
			return room{}, false
		}
		if strings.HasSuffix(d, "test") {
			return room{}, false // an exam or a rehearsal may see what it examines
		}
	}
	return room{}, false
}

func checkFree(f File, dir string) []string {
	top, _, _ := strings.Cut(dir, "/")
	banned, known := free[top]
	if !known && !strings.HasSuffix(dir, "test") {
		return []string{fmt.Sprintf("internal/%s is in no room of the table: add its row to internal/arch and docs/layout.md", f.Path)}
	}
	var wrong []string
	for _, imported := range f.Imports {
		if name, ours := inside(imported); ours && slices.Contains(banned, name) {
			wrong = append(wrong, fmt.Sprintf("internal/%s imports %s, which is a door or a rehearsal: they use %s, never the other way", f.Path, imported, top))
		}
	}
	return wrong
}

func allowed(file, dir string, rule room, imported string) bool {
	name, ours := inside(imported)
	switch {
	case ours && name == dir:
		return true
	case ours:
		return has(rule.rooms, name) || slices.Contains(exceptions[file], name)
	case !strings.Contains(strings.SplitN(imported, "/", 2)[0], "."):
		return !rule.pure || !slices.Contains(worldly, imported)
	}
	return slices.ContainsFunc(rule.outer, func(prefix string) bool {
		return prefix == "*" || strings.HasPrefix(imported, prefix)
	})
}

func has(rooms []string, name string) bool {
	return slices.ContainsFunc(rooms, func(r string) bool {
		parent, children := strings.CutSuffix(r, "/...")
		return r == name || children && strings.HasPrefix(name, parent+"/")
	})
}

func inside(imported string) (string, bool) {
	return strings.CutPrefix(imported, Module+"/internal/")
}

// home says where a line that needs an import may stand.
func home(imported string) string {
	if slices.Contains(worldly, imported) {
		return "a place (github, git, store, …) or in the will (perform, reconcile)"
	}
	name, ours := inside(imported)
	var rooms []string
	for dir, rule := range table {
		if ours && has(rule.rooms, name) {
			rooms = append(rooms, dir)
		}
	}
	slices.Sort(rooms)
	if len(rooms) == 0 || len(rooms) > 6 {
		return "app, the only wiring, or behind an interface that the user declares"
	}
	return strings.Join(rooms, ", ") + " or app"
}
