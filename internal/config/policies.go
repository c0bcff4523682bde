package config

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// Policies gives the policy in force for what a snapshot shows. Set the fields
// before the first use; then it is safe for use by several goroutines. What it
// returns shares memory with later answers and must not be changed.
type Policies struct {
	Given     string // the text of --policy FILE; wins over the snapshot's
	GivenName string // and its name
	Overrides Overrides
	Personal  *Personal
	Zone      *time.Location // of the clock that quiet hours are read from; nil: UTC

	mu   sync.Mutex
	kept map[string]policy.Policy // by source and text
}

// mostKept bounds the memory of a long run over many repositories.
const mostKept = 64

// For never fails: a file that cannot be used gives the defaults with Broken
// set, and the core then neither edits nor speaks. Where no file lists the
// reviewers, those take part that were seen on the pull request.
func (p *Policies) For(snapshot pull.Snapshot) policy.Policy {
	now := p.base(snapshot)
	if now.Unlisted {
		now.Reviewers = present(now.Reviewers, snapshot)
	}
	p.Personal.lay(&now)
	p.Overrides.lay(&now)
	now.Notify.Zone = p.Zone
	return now
}

// HasFile reports that somebody wrote a policy: given, on the base branch, or
// for all repositories of the owner.
func (p *Policies) HasFile(snapshot pull.Snapshot) bool {
	return p.given() || snapshot.PolicyPath != ""
}

func (p *Policies) given() bool { return p.Given != "" || p.GivenName != "" }

func (p *Policies) base(snapshot pull.Snapshot) policy.Policy {
	switch {
	case p.given():
		return p.parsed(p.GivenName, "flag:"+p.GivenName, p.Given)
	case snapshot.PolicyPath != "":
		return p.parsed(snapshot.PolicyPath, cmp.Or(snapshot.PolicyRepo, snapshot.BaseRef)+":"+snapshot.PolicyPath, snapshot.PolicyText)
	}
	return DefaultPolicy()
}

func (p *Policies) parsed(name, source, text string) policy.Policy {
	p.mu.Lock()
	defer p.mu.Unlock()
	if kept, ok := p.kept[source+"\x00"+text]; ok {
		return kept
	}
	if len(p.kept) >= mostKept || p.kept == nil {
		p.kept = map[string]policy.Policy{}
	}
	result, err := ReadPolicy(name, source, []byte(text))
	if err != nil {
		result = DefaultPolicy()
		result.Source, result.Digest = source, digest([]byte(text))
		result.Broken, _, _ = strings.Cut(err.Error(), "\n")
	}
	p.kept[source+"\x00"+text] = result
	return result
}

// present keeps people and whoever left a trace.
func present(reviewers []policy.Reviewer, s pull.Snapshot) []policy.Reviewer {
	return slices.DeleteFunc(slices.Clone(reviewers), func(r policy.Reviewer) bool {
		return r.Name != policy.People && !seen(r.Define, s)
	})
}
