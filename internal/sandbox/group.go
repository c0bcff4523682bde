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

// countEvery is how often the processes of an untrusted command are counted
// where no control group bounds them.
const countEvery = 250 * time.Millisecond

// crowd tells when there are too many of them; nil, which never does, where the
// kernel keeps the bound.
func (p *process) crowd(over <-chan struct{}) <-chan struct{} {
	if p.cookie == "" || p.fence != nil {
		return nil
	}
	full := make(chan struct{})
	go func() {
		ticker := time.NewTicker(countEvery)
		defer ticker.Stop()
		for len(carriers(p.cookie)) <= p.bounds.Processes {
			select {
			case <-over:
				return
			case <-ticker.C:
			}
		}
		close(full)
	}()
	return full
}
