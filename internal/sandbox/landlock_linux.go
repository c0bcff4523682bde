package sandbox

import "golang.org/x/sys/unix"

// landlockVersion asks the kernel for the version of its landlock interface; 0: none.
func landlockVersion() int {
	const askVersion = 1 // LANDLOCK_CREATE_RULESET_VERSION
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, askVersion)
	if errno != 0 {
		return 0
	}
	return int(version)
}
