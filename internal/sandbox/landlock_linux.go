package sandbox

import (
	"fmt"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Versions of landlock that brought what is used here (landlock(7)).
const (
	landlockRefer    = 2
	landlockTruncate = 3
	landlockPorts    = 4
	landlockDevices  = 5
	landlockScopes   = 6
)

const (
	ruleOfPort = 2 // LANDLOCK_RULE_NET_PORT

	mayRead = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	// ofFiles are the rights that a rule on a file, not a folder, may name.
	ofFiles = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
		unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// portRule is struct landlock_net_port_attr.
type portRule struct{ access, port uint64 }

// landlockVersion asks the kernel for the version of its landlock interface; 0: none.
func landlockVersion() int {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(version)
}

// everything is each right on files that this kernel can withhold.
func everything(version int) uint64 {
	all := uint64(unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1)
	if version >= landlockRefer {
		all |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if version >= landlockTruncate {
		all |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if version >= landlockDevices {
		all |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	return all
}

// ruleset is what the calling thread and its children will be kept to.
type ruleset struct {
	fd      int
	version int
}

// restrict keeps the calling thread, for good, to places and ports. With files
// false only the network and signals are restricted. It is for a launcher: a thread
// cannot get rid of it.
func restrict(p places, ports []int, files bool) error {
	version := landlockVersion()
	if version == 0 || !files && version < landlockPorts {
		return nil
	}
	rules, err := newRuleset(version, files)
	if err != nil {
		return fmt.Errorf("landlock: %w", err)
	}
	defer unix.Close(rules.fd)
	if files {
		dropPrivileges()
		rules.allowAll(slices.Concat(system, p.read), mayRead)
		rules.allowAll(slices.Concat(devices, p.write), everything(version))
	}
	if err := rules.allowPorts(ports); err != nil {
		return fmt.Errorf("landlock: %w", err)
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no new privileges: %w", err)
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(rules.fd), 0, 0); errno != 0 {
		return fmt.Errorf("landlock: %w", errno)
	}
	return nil
}

// dropPrivileges takes from a root what makes it more than the owner of its
// files: with some of it, other processes can be read past all walls. Who has
// no privileges is refused, and has none to lose.
func dropPrivileges() {
	_ = unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	for capability := range uintptr(64) {
		_ = unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0)
	}
}

func newRuleset(version int, files bool) (ruleset, error) {
	var attr unix.LandlockRulesetAttr
	size := unsafe.Sizeof(attr.Handled_access_fs)
	if files {
		attr.Handled_access_fs = everything(version)
	}
	if version >= landlockPorts {
		attr.Handled_access_net, size = unix.LANDLOCK_ACCESS_NET_CONNECT_TCP, size+unsafe.Sizeof(attr.Handled_access_net)
	}
	if version >= landlockScopes {
		attr.Scoped, size = unix.LANDLOCK_SCOPE_SIGNAL|unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET, size+unsafe.Sizeof(attr.Scoped)
	}
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0)
	if errno != 0 {
		return ruleset{}, errno
	}
	return ruleset{fd: int(fd), version: version}, nil
}

// allowAll leaves out what is not there: nothing can be done with it either.
func (r ruleset) allowAll(paths []string, rights uint64) {
	for _, path := range paths {
		_ = r.allow(path, rights&everything(r.version))
	}
}

func (r ruleset) allow(path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return err
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= ofFiles
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	return r.add(unix.LANDLOCK_RULE_PATH_BENEATH, unsafe.Pointer(&rule))
}

func (r ruleset) allowPorts(ports []int) error {
	if r.version < landlockPorts {
		return nil
	}
	for _, port := range ports {
		rule := portRule{access: unix.LANDLOCK_ACCESS_NET_CONNECT_TCP, port: uint64(port)}
		if err := r.add(ruleOfPort, unsafe.Pointer(&rule)); err != nil {
			return fmt.Errorf("port %d: %w", port, err)
		}
	}
	return nil
}

func (r ruleset) add(kind uintptr, rule unsafe.Pointer) error {
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(r.fd), kind, uintptr(rule), 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}
