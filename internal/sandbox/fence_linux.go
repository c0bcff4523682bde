package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// fence is a control group that bounds how many processes and threads a command
// may have, and that none of them can leave. Nil: the machine gives us none.
type fence struct{ dir string }

// newFence makes a group below our own, with either version of control groups.
func newFence(name string, limit int) *fence {
	own := ownGroups()
	if path, ok := own["pids"]; ok {
		if f := makeFence(filepath.Join("/sys/fs/cgroup/pids", path), name, limit); f != nil {
			return f
		}
	}
	if path, ok := own[""]; ok {
		return makeFence(filepath.Join("/sys/fs/cgroup", path), name, limit)
	}
	return nil
}

// ownGroups are the groups of this process, by controller; "" is version 2.
func ownGroups() map[string]string {
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil
	}
	groups := map[string]string{}
	for line := range strings.Lines(string(text)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) == 3 {
			groups[fields[1]] = fields[2]
		}
	}
	return groups
}

func makeFence(parent, name string, limit int) *fence {
	f := &fence{dir: filepath.Join(parent, "settle-"+name)}
	if os.Mkdir(f.dir, 0o755) != nil {
		return nil
	}
	if os.WriteFile(filepath.Join(f.dir, "pids.max"), []byte(strconv.Itoa(limit)), 0) != nil {
		f.remove()
		return nil
	}
	return f
}

// entrance is the file by which a process enters; "" where there is no fence.
func (f *fence) entrance() string {
	if f == nil {
		return ""
	}
	return filepath.Join(f.dir, "cgroup.procs")
}

// killAll ends every process of the group. Nobody escapes it, not even a
// process that has cleared its environment.
func (f *fence) killAll() {
	if f == nil {
		return
	}
	for end := time.Now().Add(groupPatience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		text, err := os.ReadFile(f.entrance())
		if err != nil || len(text) == 0 {
			return
		}
		for field := range strings.FieldsSeq(string(text)) {
			if pid, err := strconv.Atoi(field); err == nil {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
	}
}

// remove takes the group away; it goes only when its last process is reaped.
func (f *fence) remove() {
	if f == nil {
		return
	}
	for end := time.Now().Add(groupPatience); os.Remove(f.dir) != nil && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
}

// fencesWork reports whether this machine gives us control groups.
var fencesWork = sync.OnceValue(func() bool {
	f := newFence(fmt.Sprintf("probe-%d", os.Getpid()), 10)
	f.remove()
	return f != nil
})
