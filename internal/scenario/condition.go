package scenario

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/settlehq/settle/internal/strictyaml"
)

// Condition is a question about one file of the head.
type Condition struct {
	Path     string    `yaml:"path"`
	Contains []string  `yaml:"contains,orlist"` // all of these stand in the file
	Lacks    []string  `yaml:"lacks,orlist"`    // none of these does
	Matches  []Pattern `yaml:"matches,orlist"`  // each matches somewhere
}

// Holds answers for a file's content; a file that does not exist holds only
// what it lacks.
func (c Condition) Holds(content string, exists bool) bool {
	if !exists {
		return len(c.Contains) == 0 && len(c.Matches) == 0 && len(c.Lacks) > 0
	}
	for _, s := range c.Contains {
		if !strings.Contains(content, s) {
			return false
		}
	}
	for _, s := range c.Lacks {
		if strings.Contains(content, s) {
			return false
		}
	}
	for _, p := range c.Matches {
		if !p.MatchString(content) {
			return false
		}
	}
	return true
}

// Pattern is a regular expression of Go's dialect; ^ and $ match at lines.
type Pattern struct{ *regexp.Regexp }

// DecodeYAML compiles the pattern.
func (p *Pattern) DecodeYAML(n strictyaml.Node) {
	if !n.Wants(strictyaml.Text) {
		return
	}
	text, _ := n.Text()
	re, err := regexp.Compile("(?m)" + text)
	if err != nil {
		n.Refuse(strictyaml.Problem{What: fmt.Sprintf("%s is no regular expression: %v", n.Name(), err)})
		return
	}
	p.Regexp = re
}

// Conclusion is how a check ends. One of three: words by run, red while a
// condition holds, or never without a maintainer's approval.
type Conclusion struct {
	ByRun            []string   // the last one counts for all later runs
	Red              *Condition // failure while it holds at the commit, else success
	AwaitingApproval bool
}

// Words are GitHub's conclusions of a check run.
func (Conclusion) Words() []string {
	return []string{"success", "failure", "neutral", "cancelled", "skipped", "timed_out", "action_required", "stale"}
}

// DecodeYAML reads a word, a list of words by run, or one of the two maps.
func (c *Conclusion) DecodeYAML(n strictyaml.Node) {
	switch n.Kind() {
	case strictyaml.List:
		c.words(n.Items())
	case strictyaml.Map:
		var m struct {
			Red      *Condition `yaml:"red"`
			Awaiting bool       `yaml:"awaiting_approval"`
		}
		n.Decode(&m)
		if (m.Red == nil) == !m.Awaiting {
			n.Refuse(strictyaml.Problem{What: n.Name() + " wants one of red and awaiting_approval"})
		}
		*c = Conclusion{Red: m.Red, AwaitingApproval: m.Awaiting}
	default:
		if n.Wants(strictyaml.Text, strictyaml.List, strictyaml.Map) {
			c.words([]strictyaml.Node{n})
		}
	}
}

func (c *Conclusion) words(nodes []strictyaml.Node) {
	*c = Conclusion{}
	for _, n := range nodes {
		if n.Among(c.Words()) {
			text, _ := n.Text()
			c.ByRun = append(c.ByRun, text)
		}
	}
}

// Run is the conclusion of the nth run, counted from 1, where words decide.
func (c Conclusion) Run(nth int) string {
	if len(c.ByRun) == 0 {
		return ""
	}
	return c.ByRun[max(0, min(nth, len(c.ByRun))-1)]
}
