package journal

import (
	"errors"
	"fmt"
)

// Refusals of a memory, which the loop acts on; match them with errors.Is.
var (
	ErrHeld  = errors.New("lease is held by another") // as *HeldError
	ErrStale = errors.New("lease has passed on")      // the term is no longer current
	ErrTold  = errors.New("a person spoke since the verdict")
	ErrState = errors.New("deed is not in the state for this step")

	ErrAbsent = errors.New("not in the database")
)

// HeldError names who holds a lease. It matches ErrHeld.
type HeldError struct{ Lease Lease }

func (e *HeldError) Error() string {
	return fmt.Sprintf("%s is held by process %d on %s", e.Lease.Name, e.Lease.Holder.PID, e.Lease.Holder.Host)
}

// Unwrap makes it match ErrHeld.
func (e *HeldError) Unwrap() error { return ErrHeld }
