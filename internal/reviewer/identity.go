package reviewer

import (
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// Is reports whether an account is one of a definition's. Where both sides
// tell an id the id decides; else the login is compared whole, without case
// and without [bot].
func Is(def policy.Definition, a pull.Author) bool {
	for _, account := range def.Accounts {
		if account.ID != 0 && a.ID != 0 {
			if account.ID == a.ID {
				return true
			}
			continue
		}
		if account.Login != "" && pull.NormalLogin(account.Login) == pull.NormalLogin(a.Login) {
			return true
		}
	}
	return false
}

// Wrote reports whether words of an account are the reviewer's. Where several
// speak under one account, its words are those that carry its sign.
func Wrote(def policy.Definition, a pull.Author, body string) bool {
	return Is(def, a) && (def.Signed == "" || compiled(def.Signed).MatchString(body))
}

// NameOf gives the reviewer whose words these are. Persons are one reviewer,
// "people"; a bot that no definition names goes by its own login, and known is
// false.
func NameOf(reviewers []policy.Reviewer, a pull.Author, body string) (name string, known bool) {
	for _, r := range reviewers {
		if r.Name != policy.People && Wrote(r.Define, a, body) {
			return r.Name, true
		}
	}
	if a.Kind == pull.Person {
		return policy.People, true
	}
	return pull.NormalLogin(a.Login), false
}

// Unnamed lists the bots that have spoken on a pull request and that no
// reviewer of the policy is, by login.
func Unnamed(s pull.Snapshot, reviewers []policy.Reviewer) []pull.Author {
	heard := map[string]pull.Author{}
	hear := func(a pull.Author, body string, ours bool) {
		if name, known := NameOf(reviewers, a, body); !known && !ours && a.Kind == pull.Bot {
			heard[name] = a
		}
	}
	for _, t := range s.Threads {
		hear(t.Root().Author, t.Root().Body, t.Root().Ours)
	}
	for _, r := range s.Reviews {
		hear(r.Author, r.Body, r.Ours)
	}
	for _, c := range s.Comments {
		hear(c.Author, c.Body, c.Ours)
	}
	var all []pull.Author
	for _, name := range sorted(heard) {
		all = append(all, heard[name])
	}
	return all
}

func find(reviewers []policy.Reviewer, name string) policy.Reviewer {
	for _, r := range reviewers {
		if r.Name == name {
			return r
		}
	}
	return policy.Reviewer{Name: name}
}
