package view

import (
	"fmt"
	"strings"
)

// Expectation is one line of a scenario's `expect` and how it was met.
type Expectation struct {
	Key  string `json:"key"`
	Want string `json:"want"`
	Got  string `json:"got"`
	OK   bool   `json:"ok"`
}

// Demo is settle.demo/1: a run of a scenario, and whether it ended as its file says.
type Demo struct {
	Run
	Scenario        string        `json:"scenario"`
	ScenarioSeconds float64       `json:"scenario_seconds"`
	Recovered       int           `json:"recovered"`
	Doubled         int           `json:"doubled"`
	Expectations    []Expectation `json:"expectations"`
	KeptDir         *string       `json:"kept_dir"`
}

// NewDemo sums up a play. Recovered counts deeds whose lost answer was found
// again, doubled what was said twice.
func NewDemo(r Run, scenario string, seconds float64, recovered, doubled int, met []Expectation, kept string) Demo {
	r.Schema = "settle.demo/1"
	return Demo{
		Run: r, Scenario: scenario, ScenarioSeconds: seconds, Recovered: recovered, Doubled: doubled, Expectations: none(met), KeptDir: known(kept),
	}
}

// OK reports that every expectation was met.
func (d Demo) OK() bool {
	for _, e := range d.Expectations {
		if !e.OK {
			return false
		}
	}
	return true
}

// Text is the end of a play: that of its run, what was recovered, and every
// expectation that was not met.
func (d Demo) Text(p Page) string {
	lines := []string{strings.TrimRight(d.Run.Text(p), "\n"), fmt.Sprintf("  %s lost and recovered, %d said twice", plural(d.Recovered, "answer"), d.Doubled)}
	for _, e := range d.Expectations {
		if !e.OK {
			lines = append(lines, "  "+p.mark(against)+" "+p.wrap(fmt.Sprintf("%s: wanted %s, found %s", e.Key, e.Want, e.Got), 4, 4))
		}
	}
	if d.KeptDir != nil {
		lines = append(lines, p.wrap(fmt.Sprintf("Look inside: settle explain %s --database %s/settle.db", d.Ref, *d.KeptDir), 0, 0))
	}
	return strings.Join(lines, "\n") + "\n"
}
