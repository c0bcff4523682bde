package sandbox

import (
	"syscall"
	"time"
)

// groupPatience is how long a killed group may take to be gone. Only where
// nobody reaps orphans does it take that long.
const groupPatience = 500 * time.Millisecond

// killGroup signals the whole group of a leader. A group that is gone is fine.
func killGroup(leader int, signal syscall.Signal) { _ = syscall.Kill(-leader, signal) }

// awaitGroup returns when a killed group is gone: a signal is sent at once, but
// a process dies a little later.
func awaitGroup(leader int) {
	for end := time.Now().Add(groupPatience); syscall.Kill(-leader, 0) == nil && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
}
