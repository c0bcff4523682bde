package prompt

import "fmt"

// diffRoom bounds a change that is shown whole, in bytes; the agent has the
// folder, and can read the rest there.
const diffRoom = 120_000

// auditDuty asks for a look over the whole pull request.
func (o Order) auditDuty() string {
	text := fmt.Sprintf("Look over the whole change of this pull request, from %s to %s, and not only its last commit. Find what is wrong with it: what "+
		"fails, what breaks those who call it, what is left open to misuse, what is promised and not done. Leave out matters of taste, and what the change "+
		"did not touch. You see the code as it is after the change. Change nothing.\n", o.Base.Short(), o.Head.Short())
	if len(o.Asks) > 0 {
		text += "The items below were found by an earlier look and settled; raise one again only where its reason does not hold.\n"
	}
	if len(o.Diff) <= diffRoom {
		return text + Quote(o.Diff) + "\n"
	}
	return text + Quote(upTo(o.Diff, diffRoom)) + fmt.Sprintf("\nThat is the first part; \"git diff %s %s\" shows all of it.\n", o.Base, o.Head)
}

// lookDuty asks for a second pair of eyes, and tells nothing of the first.
func (o Order) lookDuty() string {
	return "Somebody made the change below for the items that follow it. Say whether it settles each of them, whether it does anything else, and " +
		"whether it breaks something. You see the code as it is after the change. Change nothing.\n" + Quote(o.Diff) + "\n"
}
