package app

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/settlehq/settle/internal/store"
)

// What can be wrong with the memory, as every door words it.
var (
	ErrFull    = store.ErrFull
	ErrDamaged = store.ErrDamaged
)

// VersionError says that the database is of another version.
type VersionError = store.VersionError

// leastFree is what a database needs beside itself to be opened, in bytes.
const leastFree = 64 << 10

// orFull explains an error of the database by a disk without room: SQLite calls
// it an I/O error where only its shared memory does not fit any more.
func orFull(path string, err error) error {
	for _, known := range []error{ErrFull, ErrDamaged, store.ErrVersion} {
		if errors.Is(err, known) {
			return err
		}
	}
	if free, unknown := freeSpace(filepath.Dir(path)); unknown == nil && free < leastFree {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return err
}
