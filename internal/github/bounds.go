package github

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// largestAnswer that is read, in bytes after decompression. A hundred threads
// of ten comments of the host's own longest text are less.
const largestAnswer = 32 << 20

var errTooLarge = errors.New("the answer is larger than 32 MB")

// bounded ends with errTooLarge where a body is longer than it may be.
type bounded struct {
	io.ReadCloser
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, errTooLarge
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left+1)])
	if b.left -= int64(n); b.left < 0 {
		return n - 1, errTooLarge
	}
	return n, err
}

// hear notes how far the host's clock is from ours.
func (m *meter) hear(answer *http.Response) {
	at, err := http.ParseTime(answer.Header.Get("Date"))
	if err != nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.skew = at.Sub(m.now())
}

// byHost tells what the host's clock shows at a time of ours.
func (m *meter) byHost(at time.Time) time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return at.Add(m.skew)
}
