package sandbox

import "syscall"

// killGroup signals the whole group of a leader. A group that is gone is fine.
func killGroup(leader int, signal syscall.Signal) { _ = syscall.Kill(-leader, signal) }
