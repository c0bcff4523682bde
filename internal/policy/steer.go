package policy

import (
	"slices"

	"github.com/settlehq/settle/internal/pull"
)

// steerRoles are the words of Steer that name no account.
var steerRoles = []string{"write", "maintain", "admin"}

// Steers reports whether a person's words may start work: those of whom the
// repository trusts with write access (by GitHub's author association, never by
// the words), and of accounts that Steer names. Where the host told no
// association, nothing speaks against the person.
func (e Escalation) Steers(by pull.Author) bool {
	if by.Trust == "" || by.Trust == pull.Maintainer || len(e.Steer) == 0 {
		return true
	}
	return slices.ContainsFunc(e.Steer, func(name string) bool {
		return !slices.Contains(steerRoles, name) && pull.NormalLogin(name) == pull.NormalLogin(by.Login)
	})
}
