package findings

import (
	"fmt"
	"net/url"
	"path"
	"regexp"
	"strings"
	"unicode"

	"github.com/settlehq/settle/internal/strictjson"
)

// spot is where a name leads: into the repository, somewhere else, or nowhere,
// because the name is wrong.
type spot struct {
	path    string // in the repository, "." its root; empty: not there
	outside string // the name as a person knows it, of what is not in the repository
	wrong   string // what is wrong with the name, and what to do
}

// file is a spot that may only be a file.
func (s spot) file() spot {
	if s.path == "." {
		return spot{wrong: "is the root of the repository: name a file"}
	}
	return s
}

// scheme begins an absolute URI. One letter is a drive of Windows.
var scheme = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]+):`)

// uriSpot reads a URI reference of SARIF (RFC 3986), against a base folder in
// the repository where it is relative.
func uriSpot(uri, base, root string) spot {
	switch m := scheme.FindStringSubmatch(uri); {
	case m != nil && strings.EqualFold(m[1], "file"):
		name, err := fileURI(uri[len(m[0]):])
		if err != nil {
			return spot{wrong: err.Error()}
		}
		return nameSpot(name, "", root)
	case m != nil:
		return spot{outside: uri}
	}
	if drive(uri) || strings.HasPrefix(uri, `\\`) {
		return nameSpot(uri, "", root) // no URI at all, but tools of Windows write it
	}
	name, err := url.PathUnescape(beforeAny(uri, "?#"))
	if err != nil {
		return spot{wrong: fmt.Sprintf("%s is no URI: write a percent sign as %%25", strictjson.Printed(uri))}
	}
	return nameSpot(name, base, root)
}

// fileURI gives the path that a file URI names, without its scheme. The host of
// another machine stays in front, as in //host/share. A drive that stands in the
// place of the host is read as it is meant.
func fileURI(rest string) (string, error) {
	name, err := url.PathUnescape(beforeAny(rest, "?#"))
	if err != nil {
		return "", fmt.Errorf("%s is no URI: write a percent sign as %%25", strictjson.Printed("file:"+rest))
	}
	name = slashes(name)
	if after, ok := strings.CutPrefix(name, "//"); ok {
		host, folder, _ := strings.Cut(after, "/")
		switch {
		case host == "" || strings.EqualFold(host, "localhost"):
			name = "/" + folder
		case drive(host + "/"):
			name = host + "/" + folder
		}
	}
	if bare := strings.TrimPrefix(name, "/"); drive(bare) {
		name = bare
	}
	return name, nil
}

// longPath bounds a path, in bytes, as most systems do.
const longPath = 4096

// nameSpot reads the name of a file as a system writes it: absolute ones are
// held against root, relative ones stand below a base folder in the repository.
func nameSpot(name, base, root string) spot {
	asked := name
	name = slashes(name)
	switch {
	case strings.TrimSpace(name) == "":
		return spot{wrong: "is empty: name a file"}
	case len(name) > longPath:
		return spot{wrong: fmt.Sprintf("is a name of %d bytes, at most %d are taken", len(name), longPath)}
	case strings.ContainsFunc(name, control):
		return spot{wrong: strictjson.Printed(asked) + " holds a control character"}
	case climbs(name):
		return spot{wrong: strictjson.Printed(asked) + " has a .. in it: run the tool at the root of the repository, so that paths start there"}
	}
	if !absolute(name) {
		return spot{path: path.Join(base, name)}
	}
	if inside, ok := below(name, root); ok {
		return spot{path: inside}
	}
	return spot{outside: asked}
}

// below takes the root off an absolute name. Windows does not tell the cases of
// letters apart, so names with a drive are compared without them.
func below(name, root string) (string, bool) {
	name, root = ended(tidy(name)), ended(tidy(slashes(root)))
	if !absolute(root) || len(name) < len(root) {
		return "", false
	}
	head := name[:len(root)]
	if head == root || drive(root) && strings.EqualFold(head, root) {
		return path.Clean(name[len(root):]), true
	}
	return "", false
}

// ended has a slash at its end.
func ended(name string) string { return strings.TrimSuffix(name, "/") + "/" }

// tidy cleans a name and keeps the two slashes in front of another machine's.
func tidy(name string) string {
	if strings.HasPrefix(name, "//") {
		return "/" + path.Clean(name)
	}
	return path.Clean(name)
}

// drive reports a name that begins with a drive of Windows: C:/.
func drive(name string) bool {
	return len(name) >= 3 && name[1] == ':' && (name[2] == '/' || name[2] == '\\') && (name[0]|0x20 >= 'a' && name[0]|0x20 <= 'z')
}

func absolute(name string) bool { return strings.HasPrefix(name, "/") || drive(name) }

// climbs reports a name with a step upwards, wherever it would lead.
func climbs(name string) bool {
	for step := range strings.SplitSeq(name, "/") {
		if step == ".." {
			return true
		}
	}
	return false
}

// slashes writes a name of Windows with the separator of all others.
func slashes(name string) string { return strings.ReplaceAll(name, `\`, "/") }

func control(r rune) bool { return unicode.IsControl(r) || r == unicode.ReplacementChar }

func beforeAny(text, marks string) string {
	if i := strings.IndexAny(text, marks); i >= 0 {
		return text[:i]
	}
	return text
}
