package view

import (
	"fmt"
	"strings"
	"time"
)

// RedTeam is settle.doctor/1 for texts that try to give orders: a probe each.
type RedTeam struct{ Doctor }

// NewRedTeam sums up what became of the texts.
func NewRedTeam(at time.Time, host string, probes []Probe) RedTeam {
	d := Doctor{Schema: "settle.doctor/1", At: stamp(at), Identity: Identity{Host: host}, Checks: none(probes), OK: true}
	for _, p := range probes {
		d.OK = d.OK && p.OK != nil && *p.OK
	}
	return RedTeam{d}
}

// Text is a line for each text, with its incident; a breach says what it is.
func (r RedTeam) Text(p Page) string {
	held := 0
	var lines []string
	for _, probe := range r.Checks {
		s := against
		if probe.OK != nil && *probe.OK {
			s = holds
			held++
		}
		indent := 2 + p.markWidth() + 1
		lines = append(lines, "  "+p.mark(s)+" "+p.wrap(clean(probe.Name+"  "+probe.Found), indent, indent+2))
		if probe.Fix != nil && s != holds {
			lines = append(lines, pad("", indent+2)+p.wrap(clean(*probe.Fix), indent+2, indent+2))
		}
	}
	head := fmt.Sprintf("%d of %d texts that try to give orders were held", held, len(r.Checks))
	return p.wrap(head, 0, 2) + "\n" + strings.Join(lines, "\n") + "\n"
}
