package git

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// lock waits for an exclusive lock on a file. The lock ends with the process
// that holds it, however that ends.
func lock(ctx context.Context, path string) (unlock func(), err error) {
	for {
		unlock, err := tryLock(path)
		if err != nil || unlock != nil {
			return unlock, err
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// tryLock gives nil without an error where somebody else holds the lock.
func tryLock(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		f.Close()
		return nil, nil
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	if !sameFile(f, path) {
		f.Close()
		return nil, nil
	}
	return func() { f.Close() }, nil
}

// sameFile: whoever held the lock before may have removed the file, and a lock
// on a removed file keeps nobody out.
func sameFile(f *os.File, path string) bool {
	ours, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(ours, there)
}
