//go:build unix && !linux

package sandbox

func landlockVersion() int { return 0 }
