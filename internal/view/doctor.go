package view

import (
	"fmt"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/pull"
)

// Probe is one thing that doctor looked at. Fix says what to do where it is
// not OK; OK nil is not known.
type Probe struct {
	Group string  `json:"group"`
	Name  string  `json:"name"`
	OK    *bool   `json:"ok"`
	Found string  `json:"found"`
	Need  *string `json:"need"`
	Fix   *string `json:"fix"`
}

// Identity is whom we act as.
type Identity struct {
	Login *string `json:"login"`
	Kind  *string `json:"kind"`
	Host  string  `json:"host"`
}

// Doctor is settle.doctor/1: what this machine, this account and this pull
// request allow.
type Doctor struct {
	Schema   string    `json:"schema"`
	At       time.Time `json:"at"`
	Ref      *string   `json:"ref"`
	URL      *string   `json:"url"`
	Identity Identity  `json:"identity"`
	Checks   []Probe   `json:"checks"`
	OK       bool      `json:"ok"`

	from string
}

// NewDoctor sums up probes. Ref is the zero Ref where none was asked about;
// from says where the token was found.
func NewDoctor(at time.Time, ref pull.Ref, who Identity, from string, probes []Probe) Doctor {
	d := Doctor{Schema: "settle.doctor/1", At: stamp(at), Identity: who, Checks: none(probes), OK: true, from: from}
	if ref.Number != 0 {
		d.Ref, d.URL = known(ref.String()), known(urlOf(ref))
	}
	for _, p := range probes {
		d.OK = d.OK && (p.OK == nil || *p.OK) // what cannot be known is no fault
	}
	return d
}

// Text is the page of doctor: who we are, then a line for each probe.
func (d Doctor) Text(p Page) string {
	good, known := 0, 0
	for _, probe := range d.Checks {
		if probe.OK != nil {
			known++
		}
		if probe.OK != nil && *probe.OK {
			good++
		}
	}
	subject := d.Identity.Host
	if d.Ref != nil {
		subject = *d.Ref
	}
	who := "  not signed in"
	if d.Identity.Login != nil {
		who = "  as " + *d.Identity.Login
	}
	if d.from != "" {
		who += " (" + d.from + ")"
	}
	lines := []string{p.wrap(clean(fmt.Sprintf("%s%s: %d of %d in order", subject, who, good, known)), 0, 2)}
	for _, probe := range d.Checks {
		lines = append(lines, p.probe(probe)...)
	}
	return strings.Join(lines, "\n") + "\n"
}

// nameWidth is the column of probes' names.
const nameWidth = 16

func (p Page) probe(probe Probe) []string {
	s := unknown
	if probe.OK != nil {
		s = map[bool]sign{true: holds, false: against}[*probe.OK]
	}
	indent := 2 + p.markWidth() + 1 + nameWidth
	head := "  " + p.mark(s) + " " + pad(probe.Name, nameWidth)
	lines := []string{head + p.wrap(clean(probe.Found), indent, indent)}
	if probe.Fix != nil && s != holds {
		lines = append(lines, pad("", indent)+p.wrap(clean(*probe.Fix), indent, indent))
	}
	return lines
}
