package sandbox

import (
	"bytes"
	"io"
	"sync"
)

// longestLine is where a line without an end is cut for Command.Line.
const longestLine = 64 << 10

// tap takes the output of a command: bounded buffers, bounded log, live lines.
// One lock covers both streams, so that log and lines never interleave.
type tap struct {
	mu      sync.Mutex
	out     *stream
	err     *stream
	log     io.Writer
	logLeft int64
	line    func(string)
	cut     bool
	closed  bool
}

// stream is one of the two, or both merged.
type stream struct {
	tap     *tap
	keep    keeper
	partial []byte
}

func newTap(c Command, b Bounds) *tap {
	t := &tap{log: c.Log, logLeft: b.Log, line: c.Line}
	t.out = &stream{tap: t, keep: keeper{limit: b.Output, tail: c.Tail}}
	t.err = t.out
	if !c.Merge {
		t.err = &stream{tap: t, keep: keeper{limit: b.Output, tail: c.Tail}}
	}
	return t
}

// Write never fails: a child must not die of our bounds.
func (s *stream) Write(p []byte) (int, error) {
	s.tap.mu.Lock()
	defer s.tap.mu.Unlock()
	if s.tap.closed {
		return len(p), nil
	}
	s.keep.add(p)
	s.tap.toLog(p)
	s.lines(p)
	return len(p), nil
}

func (s *stream) bytes() []byte {
	s.tap.mu.Lock()
	defer s.tap.mu.Unlock()
	return s.keep.bytes()
}

func (s *stream) lines(p []byte) {
	if s.tap.line == nil {
		return
	}
	s.partial = append(s.partial, p...)
	for {
		end := bytes.IndexByte(s.partial, '\n')
		switch {
		case end >= 0:
			s.tap.line(string(s.partial[:end]))
			s.partial = s.partial[end+1:]
		case len(s.partial) > longestLine:
			s.tap.line(string(s.partial))
			s.partial = nil
		default:
			return
		}
	}
}

// toLog gives up on a log that cannot be written: the command goes on.
func (t *tap) toLog(p []byte) {
	if t.log == nil {
		return
	}
	if int64(len(p)) > t.logLeft {
		p, t.cut = p[:t.logLeft], true
	}
	t.logLeft -= int64(len(p))
	if _, err := t.log.Write(p); err != nil {
		t.log, t.cut = nil, true
	}
}

// flush hands out what came without a final newline.
func (t *tap) flush() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range []*stream{t.out, t.err} {
		if len(s.partial) > 0 && t.line != nil {
			t.line(string(s.partial))
		}
		s.partial = nil
	}
}

// close drops what a stray still writes after Run has returned.
func (t *tap) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
}

func (t *tap) truncated() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.cut || t.out.keep.cut || t.err.keep.cut
}

// keeper holds the first or the last limit bytes of what it is given.
type keeper struct {
	limit int
	tail  bool
	data  []byte
	cut   bool
}

func (k *keeper) add(p []byte) {
	if !k.tail {
		room := k.limit - len(k.data)
		if len(p) > room {
			p, k.cut = p[:room], true
		}
		k.data = append(k.data, p...)
		return
	}
	k.data = append(k.data, p...)
	// Twice the limit is let grow, so that bytes are moved once per limit only.
	if len(k.data) > 2*k.limit {
		k.data, k.cut = append(k.data[:0], k.data[len(k.data)-k.limit:]...), true
	}
}

func (k *keeper) bytes() []byte {
	if len(k.data) > k.limit {
		k.data, k.cut = k.data[len(k.data)-k.limit:], true
	}
	return bytes.Clone(k.data)
}
