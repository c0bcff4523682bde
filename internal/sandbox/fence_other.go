//go:build unix && !linux

package sandbox

// fence: other systems have no control groups.
type fence struct{}

func newFence(string, int) *fence { return nil }
func (*fence) entrance() string   { return "" }
func (*fence) killAll()           {}
func (*fence) remove()            {}
func fencesWork() bool            { return false }
