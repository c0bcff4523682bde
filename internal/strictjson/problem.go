package strictjson

import "fmt"

// Problem is one thing that is wrong with a file. Path is where, as in
// threads[3].confidence, empty for the whole file. Rule is the stable word of a
// rule between the file's parts; empty where the schema alone is broken.
type Problem struct {
	Path   string
	Rule   string
	Reason string
}

func (p Problem) String() string {
	text := p.Reason
	if p.Path != "" {
		text = p.Path + ": " + text
	}
	if p.Rule != "" {
		text += " (" + p.Rule + ")"
	}
	return text
}

// Refusal says why a file is not taken: every problem that was found, in the
// order of the file.
type Refusal struct{ Problems []Problem }

// shown is how many problems an error's text names.
const shown = 5

func (r *Refusal) Error() string {
	text := r.Problems[0].String()
	for i, p := range r.Problems[1:] {
		if i+1 == shown {
			return fmt.Sprintf("%s; and %d more", text, len(r.Problems)-shown)
		}
		text += "; " + p.String()
	}
	return text
}

// Refuse gives a *Refusal where there are problems, else nothing.
func Refuse(problems ...Problem) error {
	if len(problems) == 0 {
		return nil
	}
	return &Refusal{Problems: problems}
}

// At is the path of a key below a path.
func At(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// Nth is the path of an element.
func Nth(list string, i int) string { return fmt.Sprintf("%s[%d]", list, i) }
