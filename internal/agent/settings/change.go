package settings

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
)

// change is a set of files in a working tree that stand otherwise for a while.
// All of it goes through os.Root: no link that an agent makes leads outside.
type change struct {
	tree  string
	files []file
}

// file is one of them. Head holds what was there: bytes, or where a link led.
type file struct {
	path   string
	base   []byte
	inBase bool
	head   []byte
	link   string
	mode   fs.FileMode // of the head's; 0: it had none
}

// there puts the base's versions in place of the head's.
func (c change) there() error {
	if len(c.files) == 0 {
		return nil
	}
	root, err := os.OpenRoot(c.tree)
	if err != nil {
		return err
	}
	defer root.Close()
	for i := range c.files {
		if err := c.files[i].there(root); err != nil {
			return err
		}
	}
	return nil
}

func (f *file) there(root *os.Root) error {
	if err := f.keep(root); err != nil {
		return err
	}
	if f.mode != 0 {
		if err := root.Remove(f.path); err != nil {
			return err
		}
	}
	if !f.inBase {
		return nil
	}
	return write(root, f.path, f.base, 0o644)
}

// keep remembers the head's version.
func (f *file) keep(root *os.Root) error {
	info, err := root.Lstat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		f.link, err = root.Readlink(f.path)
	case info.Mode().IsRegular():
		f.head, err = root.ReadFile(f.path)
	default:
		return nil // a submodule's folder: empty, and no setting
	}
	f.mode = info.Mode()
	return err
}

// back puts the head's versions in place again, but where the agent has written.
func (c change) back() error {
	if len(c.files) == 0 {
		return nil
	}
	root, err := os.OpenRoot(c.tree)
	if err != nil {
		return err
	}
	defer root.Close()
	var failed error
	for _, f := range c.files {
		if f.untouched(root) {
			failed = errors.Join(failed, f.back(root))
		}
	}
	return failed
}

// untouched reports that the path is as it was put there.
func (f file) untouched(root *os.Root) bool {
	info, err := root.Lstat(f.path)
	if !f.inBase {
		return errors.Is(err, fs.ErrNotExist)
	}
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	now, err := root.ReadFile(f.path)
	return err == nil && bytes.Equal(now, f.base)
}

func (f file) back(root *os.Root) error {
	if f.inBase {
		if err := root.Remove(f.path); err != nil {
			return err
		}
	}
	switch {
	case f.mode == 0:
		return nil
	case f.mode&fs.ModeSymlink != 0:
		return errors.Join(root.MkdirAll(path.Dir(f.path), 0o755), root.Symlink(f.link, f.path))
	}
	return write(root, f.path, f.head, f.mode.Perm())
}

func write(root *os.Root, name string, text []byte, mode fs.FileMode) error {
	if dir := path.Dir(name); dir != "." {
		if err := root.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	return root.WriteFile(name, text, mode)
}
