package verdict

import "slices"

// Says reports that two verdicts tell the same: phase, head and reasons are
// equal, whatever their times.
func (v Verdict) Says(w Verdict) bool {
	return v.Phase == w.Phase && v.Head == w.Head && sameReason(v.Why, w.Why)
}

func sameReason(a, b Reason) bool {
	return a.Code == b.Code && a.Subject == b.Subject && a.Gate == b.Gate && slices.EqualFunc(a.Children, b.Children, sameReason)
}
