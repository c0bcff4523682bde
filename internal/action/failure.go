package action

import (
	"errors"
	"fmt"
	"time"
)

// FailureClass says what a failed deed means for the will, whatever place it
// failed at.
type FailureClass string

// Classes of failure. Lost is the only one after which the effect may exist.
const (
	Lost       FailureClass = "lost"        // the answer did not arrive
	Later      FailureClass = "later"       // refused for now; the effect does not exist
	Limited    FailureClass = "limited"     // a rate limit; Until says until when
	Moved      FailureClass = "moved"       // Expect does not hold any more
	Gone       FailureClass = "gone"        // the target is not there
	NotAllowed FailureClass = "not_allowed" // a permission is missing
	Refused    FailureClass = "refused"     // the host will never take it
	Broken     FailureClass = "broken"      // the work itself failed: agent, audit, gate
)

// Failure is the error that places give for a deed.
type Failure struct {
	Class FailureClass
	Until time.Time // Limited only; zero when not told
	Err   error
}

func (f *Failure) Error() string { return fmt.Sprintf("%s: %v", f.Class, f.Err) }

// Unwrap gives the cause.
func (f *Failure) Unwrap() error { return f.Err }

// Fail classifies an error; nil stays nil.
func Fail(class FailureClass, err error) error {
	if err == nil {
		return nil
	}
	return &Failure{Class: class, Err: err}
}

// ClassOf reads the class of an error. An unclassified error is Lost: what we
// do not know about may have happened.
func ClassOf(err error) FailureClass {
	var f *Failure
	if errors.As(err, &f) {
		return f.Class
	}
	return Lost
}
