//go:build unix && !linux

package sandbox

import "syscall"

func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// awaitExit: there is no portable wait that leaves a process unreaped.
func awaitExit(int) bool { return false }

// killStrays: other systems do not show a process's environment.
func killStrays(string) {}

func carriers(string) []int { return nil }
