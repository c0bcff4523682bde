package verdict

import "slices"

// Says reports that two verdicts tell the same: phase, head and reasons are
// equal, whatever their times.
func (v Verdict) Says(w Verdict) bool {
	return v.Phase == w.Phase && v.Head == w.Head && sameReason(v.Why, w.Why)
}

// Watched reports that all holds, and that the pull request is looked after until
// somebody merges, closes or stops it.
func (v Verdict) Watched() bool { return v.Phase == Ready && v.Why.Code == Watching }

func sameReason(a, b Reason) bool {
	return a.Code == b.Code && a.Subject == b.Subject && a.Gate == b.Gate && slices.EqualFunc(a.Children, b.Children, sameReason)
}
