package perform

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
)

// gateOf chooses the gate of a change: lite where policy has one and the change
// is so small that nothing else can break, else full. why says what was too much.
func gateOf(rules policy.Verify, changes []feedback.Change) (gate, why string) {
	if rules.Lite == "" || rules.None {
		return feedback.GateFull, ""
	}
	if why := tooMuch(changes); why != "" {
		return feedback.GateFull, why
	}
	return feedback.GateLite, ""
}

// flow are words of imports and of control flow in the languages at large. A
// line that holds one, in code or not, is one too many: doubt means full.
var flow = regexp.MustCompile(`(?i)\b(import|include|require|using|use|from|extern|package|module|namespace|if|else|elif|elseif|elsif|unless|for|foreach|while|until|do|loop|` +
	`switch|case|when|default|match|select|break|continue|goto|return|yield|await|async|defer|go|fallthrough|try|catch|except|rescue|finally|ensure|` +
	`throw|throws|raise|panic|recover|exit|assert|and|or|not|then|fi|done|esac|end)\b|&&|\|\||\?|=>|->|\bgo\s`)

// code are the kinds of files whose lines flow can be read in.
var code = regexp.MustCompile(`\.(go|py|rb|js|jsx|mjs|cjs|ts|tsx|java|kt|scala|swift|c|h|cc|cpp|hpp|cs|php|rs|md|txt|rst|adoc)$`)

// tooMuch says why a change is not fit for the lite gate; empty: it is.
func tooMuch(changes []feedback.Change) string {
	if len(changes) != 1 {
		return "it changes more than one file"
	}
	switch c := changes[0]; {
	case c.Gone || c.Old == "":
		return "a file came or went"
	case c.Binary || c.Mode:
		return "it changes more than lines of text"
	case !code.MatchString(strings.ToLower(c.Path)):
		return "what its lines mean is not known"
	default:
		for _, line := range linesOf(c) {
			if flow.MatchString(line) {
				return "it touches an import or control flow"
			}
		}
	}
	return ""
}

func linesOf(c feedback.Change) []string {
	var lines []string
	for _, run := range c.Runs {
		lines = append(append(lines, run.Removed...), run.Added...)
	}
	return lines
}

// behaves reports that a change may change what the program does. It does not
// where it touches comments, documents or names only.
func behaves(changes []feedback.Change) bool {
	names := map[string]string{}
	for _, c := range changes {
		if isDocument(c.Path) || isTest(c.Path) {
			continue
		}
		if c.Gone || c.Old == "" || c.Binary || c.Mode {
			return true
		}
		for _, run := range c.Runs {
			if !commentsOnly(c.Path, run) && !renamesOnly(run, names) {
				return true
			}
		}
	}
	return false
}

func isDocument(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".md", ".txt", ".rst", ".adoc", ".svg", ".png":
		return true
	}
	return slices.Contains([]string{"LICENSE", "NOTICE", "AUTHORS"}, path.Base(file))
}

// comment is a line that is nothing but one, by the family of the language. A
// line in the middle of a block is known by its star only.
var comment = map[string]*regexp.Regexp{
	"slash": regexp.MustCompile(`^\s*(//.*|/\*[^*]*\*/|\*( .*)?)?\s*$`),
	"hash":  regexp.MustCompile(`^\s*(#.*)?$`),
}

// speaking are comments that a tool obeys.
var speaking = regexp.MustCompile(`//go:|//\s*\+build|//export|#!|# *-\*-|#\s*type:|#\s*noqa|eslint|@ts-|pragma|#\s*(if|define|include|endif|else|undef)`)

func commentsOnly(file string, run feedback.Run) bool {
	family := comment["slash"]
	switch strings.ToLower(path.Ext(file)) {
	case ".py", ".rb", ".sh", ".yml", ".yaml", ".toml":
		family = comment["hash"]
	case ".go", ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".java", ".kt", ".scala", ".swift", ".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".rs":
	default:
		return false
	}
	return !slices.ContainsFunc(append(slices.Clone(run.Removed), run.Added...), func(line string) bool {
		return !family.MatchString(line) || speaking.MatchString(line)
	})
}

var identifier = regexp.MustCompile(`[A-Za-z_]\w*`)

// renamesOnly: line by line the same but for names, each of which became the
// same other name everywhere.
func renamesOnly(run feedback.Run, names map[string]string) bool {
	if len(run.Removed) != len(run.Added) || len(run.Removed) == 0 {
		return false
	}
	for i := range run.Removed {
		before, after := run.Removed[i], run.Added[i]
		if identifier.ReplaceAllString(before, "x") != identifier.ReplaceAllString(after, "x") || strings.ContainsAny(before+after, "\"'`") {
			return false
		}
		was, is := identifier.FindAllString(before, -1), identifier.FindAllString(after, -1)
		for k := range was {
			if known, ok := names[was[k]]; ok && known != is[k] || flow.MatchString(was[k]) != flow.MatchString(is[k]) {
				return false
			}
			names[was[k]] = is[k]
		}
	}
	return true
}
