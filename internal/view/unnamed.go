package view

import "github.com/settlehq/settle/internal/pull"

// Unnamed is a bot that has spoken and that policy does not name: its threads
// are asks like all others, and nothing that it says is a verdict.
type Unnamed struct {
	Login    string `json:"login"`
	Threads  int    `json:"threads"`
	Reviews  int    `json:"reviews"`
	Comments int    `json:"comments"`
}

// unnamed counts what one of them left.
func (f Facts) unnamed(by pull.Author) Unnamed {
	out := Unnamed{Login: pull.NormalLogin(by.Login)}
	is := func(a pull.Author) bool { return pull.NormalLogin(a.Login) == out.Login }
	for _, t := range f.Snapshot.Threads {
		out.Threads += count(is(t.Root().Author))
	}
	for _, r := range f.Snapshot.Reviews {
		out.Reviews += count(is(r.Author))
	}
	for _, c := range f.Snapshot.Comments {
		out.Comments += count(is(c.Author))
	}
	return out
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

func (u Unnamed) says() string {
	var left []string
	for _, one := range []struct {
		n    int
		noun string
	}{{u.Threads, "thread"}, {u.Reviews, "review"}, {u.Comments, "comment"}} {
		if one.n > 0 {
			left = append(left, plural(one.n, one.noun))
		}
	}
	return "not named by policy; left " + list(left) + "; no word of it is a verdict"
}
