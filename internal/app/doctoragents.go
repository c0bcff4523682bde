package app

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/agent/builtin"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/sandbox"
)

// installed tells which agents known by name this machine has.
func (d *doctor) installed() {
	var here, missing []string
	for _, name := range builtin.Names() {
		if a, ok := (agents{d.App}).builtin(name, sandbox.Auto); ok {
			if found, ok := a.Look(d.ctx); ok {
				here = append(here, foundText(found))
				continue
			}
		}
		missing = append(missing, name)
	}
	text := strings.Join(here, "; ")
	if len(missing) > 0 {
		text = strings.TrimPrefix(text+"; not installed: "+strings.Join(missing, ", "), "; ")
	}
	d.add("machine", "agents", true, text, "")
}

func foundText(f builtin.Found) string {
	text := strings.TrimSpace(f.Name + " " + f.Version)
	switch {
	case f.SignedIn == nil:
		return text + ", sign-in not known (" + f.How + ")"
	case *f.SignedIn:
		return text + " ready (" + f.How + ")"
	}
	return text + ", not signed in: " + f.How
}

// chain asks which of a job's agents can be used; the first that can is taken.
func (d *doctor) chain(p policy.Policy, job string, uses []policy.AgentUse) {
	var told []string
	usable := false
	for _, use := range uses {
		text, ok := d.one(p, use)
		told = append(told, text)
		usable = usable || ok
	}
	d.add("agents", job, usable, strings.Join(told, "; "), "install one and sign it in, define one under agents.define in "+d.options.Settings.PersonalPath+", or run with --no-edit")
}

func (d *doctor) one(p policy.Policy, use policy.AgentUse) (string, bool) {
	if _, err := (agents{d.App}).Runner(p.Agents, use); err != nil {
		return fmt.Sprintf("%s: unknown", use.Use), false
	}
	if _, own := p.Agents.Define[use.Use]; own {
		return use.Use + " as you define it", true
	}
	a, known := (agents{d.App}).builtin(use.Use, p.Agents.Sandbox)
	if !known {
		return use.Use + ": unknown", false
	}
	found, ok := a.Look(d.ctx)
	if !ok {
		return use.Use + " is not installed", false
	}
	return foundText(found), found.SignedIn == nil || *found.SignedIn
}
