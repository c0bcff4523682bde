package github_test

import (
	"fmt"
	"testing"

	"github.com/settlehq/settle/internal/githubsim/gitrepo"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/pull"
)

const housed = `scenario: 1
clock: step
repo: acme/shop
pulls: [{number: 42, title: Prices, author: dev, head: topic}]
-- base/README --
shop
%s
-- head/price.go --
package shop
`

func TestTheOwnersPolicyCountsWhereTheBaseHasNone(t *testing.T) {
	for name, c := range map[string]struct{ files, repo, path, text string }{
		"its own":       {"-- base/.settle.yaml --\nversion: 1\n-- owner/.settle.yaml --\nversion: 2", "", ".settle.yaml", "version: 1\n"},
		"the owner's":   {"-- owner/.settle.yaml --\nversion: 1", "acme/.github", ".settle.yaml", "version: 1\n"},
		"elsewhere":     {"-- owner/.github/settle.yaml --\nversion: 1", "acme/.github", ".github/settle.yaml", "version: 1\n"},
		"none there":    {"-- owner/README --\nhello", "", "", ""},
		"no repository": {"", "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, fmt.Sprintf(housed, c.files)).look()
			if s.PolicyRepo != c.repo || s.PolicyPath != c.path || s.PolicyText != c.text || len(s.Gaps) != 0 {
				t.Errorf("got %q in %q: %q, gaps %v", s.PolicyPath, s.PolicyRepo, s.PolicyText, s.Gaps)
			}
		})
	}
}

func TestTheOwnersPolicyCostsNoRequestOfItsOwn(t *testing.T) {
	h := open(t, fmt.Sprintf(housed, "-- owner/.settle.yaml --\nversion: 1"))
	h.look()
	first := h.client.Stats().Requests
	h.look()
	if again := h.client.Stats().Requests - first; again != 1 || first > 4 {
		t.Errorf("%d requests first, %d then", first, again)
	}
	if s := h.look(); s.PolicyRepo != "acme/.github" {
		t.Errorf("forgotten: %q", s.PolicyRepo)
	}
	h.push("acme/.github", map[string]string{".settle.yaml": "version: 1\n# other\n"})
	h.push("acme/shop", map[string]string{"README": "a new base"})
	if s := h.look(); s.PolicyText != "version: 1\n# other\n" {
		t.Errorf("at a new base it is still %q", s.PolicyText)
	}
}

// push puts another commit on main.
func (h *house) push(slug string, files map[string]string) {
	h.t.Helper()
	err := h.sim.World.Do(func() error {
		repo, err := h.sim.World.Git(slug)
		if err != nil {
			return err
		}
		tip, err := repo.Commit(gitrepo.New{Files: files, Message: "Other\n", By: world.PersonOf("dev"), At: h.sim.Clock.Now()})
		if err != nil {
			return err
		}
		return repo.SetRef("refs/heads/main", tip)
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

func TestAPolicyOfTheOwnerThatCannotBeReadIsAGap(t *testing.T) {
	h := open(t, fmt.Sprintf(housed, "-- owner/.settle.yaml --\nversion: 1"))
	h.sim.Break(partialFault("house"))
	s := h.look()
	if len(s.Gaps) != 1 || s.Gaps[0].Surface != pull.SurfacePolicy || s.Gaps[0].What != "the owner's policy file" || s.PolicyPath != "" {
		t.Errorf("gaps %v, policy %q", s.Gaps, s.PolicyPath)
	}
	h.sim.Break()
	if s = h.look(); len(s.Gaps) != 0 || s.PolicyRepo != "acme/.github" {
		t.Errorf("later: gaps %v, policy of %q", s.Gaps, s.PolicyRepo)
	}
	h = open(t, fmt.Sprintf(housed, "-- base/.settle.yaml --\nversion: 1"))
	h.sim.Break(partialFault("house"))
	if s := h.look(); len(s.Gaps) != 0 || s.PolicyPath != ".settle.yaml" {
		t.Errorf("with a file of its own: gaps %v, policy %q", s.Gaps, s.PolicyPath)
	}
}
