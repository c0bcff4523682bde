package prompt

import "fmt"

// diffRoom bounds a change that is shown whole, in bytes; the agent has the
// folder, and can read the rest there.
const diffRoom = 120_000

// looking says what an audit looks at.
func (o Order) looking() string {
	switch {
	case len(o.Examine) > 0:
		return o.examineDuty()
	case o.Whole:
		return o.auditDuty()
	}
	return o.lookDuty()
}

// found says what an audit reports.
func (o Order) found() string {
	switch {
	case len(o.Examine) > 0:
		return "Report for each finding its number, your questions with their answers, and your confidence.\n"
	case o.Whole:
		return "Report your findings: path, line (and start_line where it is several), severity (critical, high, medium or low), category in one word, confidence from 1 to 10, title and body of each; " +
			"a finding that one exact change of its lines settles may carry that text as suggestion, and other places of the same fault stand under other_places. None where nothing is wrong.\n"
	}
	return "Report your findings: path, line, severity, title and body of each; none where nothing is wrong.\n"
}

// foundForm shows what found asks for.
func (o Order) foundForm() string {
	switch {
	case len(o.Examine) > 0:
		return `"examined":[{"finding":1,"questions":[{"question":"WHAT","answer":"WHAT"}],"confidence":7}]`
	case !o.Whole:
		return `"findings":[{"path":"PATH","line":1,"title":"WHAT","body":"WHY"}]`
	}
	form := `"findings":[{"path":"PATH","start_line":1,"line":2,"severity":"high","category":"logic","confidence":8,"title":"WHAT","body":"WHY","suggestion":"TEXT","other_places":[{"path":"PATH","line":1}]}]`
	if len(o.Earlier) > 0 {
		form += `,"retained_issues":["ID"]`
	}
	return form
}

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
