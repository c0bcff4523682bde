package policy

import "strings"

// Guards reports that a path of the repository waits for a person: one of the
// globs of Paths matches it. In a glob * stands for any text without a slash,
// ** for any folders, ? for one character; a glob that ends in a slash, or
// names a folder, covers all below it.
func (e Escalation) Guards(path string) bool {
	for _, glob := range e.Paths {
		glob = strings.TrimPrefix(strings.TrimSuffix(glob, "/"), "/")
		if covers(strings.Split(glob, "/"), strings.Split(path, "/")) {
			return true
		}
	}
	return false
}

// covers matches segment by segment; a glob that is used up covers what is below.
func covers(glob, path []string) bool {
	switch {
	case len(glob) == 0:
		return true
	case glob[0] == "**":
		for i := range len(path) + 1 {
			if covers(glob[1:], path[i:]) && (len(glob) > 1 || i < len(path)) {
				return true
			}
		}
		return false
	case len(path) == 0:
		return false
	}
	return fits(glob[0], path[0]) && covers(glob[1:], path[1:])
}

// fits matches one segment.
func fits(glob, name string) bool {
	if glob == "" {
		return name == ""
	}
	switch glob[0] {
	case '*':
		for i := range len(name) + 1 {
			if fits(glob[1:], name[i:]) {
				return true
			}
		}
		return false
	case '?':
		return name != "" && fits(glob[1:], name[1:])
	}
	return name != "" && name[0] == glob[0] && fits(glob[1:], name[1:])
}
