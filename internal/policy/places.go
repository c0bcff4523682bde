package policy

import (
	"crypto/sha256"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
)

// Place is where a person hears of something, beside GitHub: "desktop",
// "webhook:NAME" by the variable that holds the address, "command:NAME-digest",
// "bd:ISSUE". It names no address and no argument, so that it can stand in a key.
type Place string

// Kinds of place, before the colon.
const (
	Desktop = "desktop"
	Webhook = "webhook"
	Command = "command"
	Tracker = "bd"
)

// Kind is what stands before the colon.
func (p Place) Kind() string {
	kind, _, _ := strings.Cut(string(p), ":")
	return kind
}

// Name is what stands behind it.
func (p Place) Name() string {
	_, name, _ := strings.Cut(string(p), ":")
	return name
}

// CommandPlace names a program with its arguments. Two that differ in an
// argument are two places.
func CommandPlace(args []string) Place {
	if len(args) == 0 {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.Join(args, "\x00")))
	return Place(fmt.Sprintf("%s:%s-%x", Command, path.Base(args[0]), sum[:4]))
}

// Places are where notices go, in the order of the file.
func (n Notify) Places() []Place {
	var places []Place
	for _, to := range n.To {
		if name, ok := strings.CutPrefix(to, "webhook_env:"); ok {
			places = append(places, Place(Webhook+":"+name))
			continue
		}
		places = append(places, Place(to))
	}
	for _, args := range n.Commands {
		places = append(places, CommandPlace(args))
	}
	return places
}

// Held reports that the clock of n.Zone stands within the quiet hours, and when
// they end. Hours may reach over midnight; equal ends are no hours.
func (n Notify) Held(now time.Time) (until time.Time, held bool) {
	from, to, ok := strings.Cut(n.Quiet, "-")
	begin, errBegin := time.Parse("15:04", from)
	end, errEnd := time.Parse("15:04", to)
	if !ok || errBegin != nil || errEnd != nil {
		return time.Time{}, false
	}
	zone := n.Zone
	if zone == nil {
		zone = time.UTC
	}
	local := now.In(zone)
	for _, day := range []int{-1, 0} { // hours that began yesterday may still last
		at := func(clock time.Time, days int) time.Time {
			return time.Date(local.Year(), local.Month(), local.Day()+days, clock.Hour(), clock.Minute(), 0, 0, zone)
		}
		begins, ends := at(begin, day), at(end, day)
		if ends.Before(begins) {
			ends = at(end, day+1)
		}
		if !local.Before(begins) && local.Before(ends) {
			return ends, true
		}
	}
	return time.Time{}, false
}

// QuestionPlaces are where questions are filed beside the pull request itself:
// of the words in escalation.to, webhook stands for every address and command
// for every program of notify, bd for the tracker issue that is named.
func (p Policy) QuestionPlaces() []Place {
	var places []Place
	for _, to := range p.Escalation.To {
		if to == Tracker && p.Escalation.Issue != "" {
			places = append(places, Place(Tracker+":"+p.Escalation.Issue))
		}
		for _, place := range p.Notify.Places() {
			if place.Kind() == to && (to == Webhook || to == Command) {
				places = append(places, place)
			}
		}
	}
	return places
}

// Files reports that a question finds a place in writing: on the pull request,
// or at one of QuestionPlaces.
func (p Policy) Files() bool {
	return slices.Contains(p.Escalation.To, "comment") || slices.Contains(p.Escalation.To, "label") && p.Escalation.Label != "" ||
		len(p.QuestionPlaces()) > 0
}
