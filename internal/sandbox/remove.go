package sandbox

import (
	"io/fs"
	"os"
	"path/filepath"
)

// RemoveAll removes a folder that a child worked in, also where it made parts
// of it unwritable, as caches of modules are.
func RemoveAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, _ error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}
