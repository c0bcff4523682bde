package agentsim

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/scenario"
)

// edits are the new contents of files by path; nil removes the file.
type edits map[string]*string

func (e edits) paths() []string { return slices.Sorted(maps.Keys(e)) }

// plan works out all edits of an entry before the first is written, so that a
// fix happens whole or not at all.
func (s *sim) plan(entry scenario.Fix) (edits, error) {
	e := edits{}
	if entry.Tree != "" {
		for path, text := range s.file.Sections.Tree(entry.Tree) {
			e[path] = &text
		}
	}
	for _, r := range entry.Replace {
		if err := s.replace(e, r); err != nil {
			return nil, err
		}
	}
	for path, text := range entry.Write {
		e[path] = &text
	}
	for _, path := range entry.Delete {
		if _, exists := s.content(e, path); !exists {
			return nil, fmt.Errorf("%s cannot be deleted: there is no such file", path)
		}
		e[path] = nil
	}
	for path := range e {
		if !filepath.IsLocal(filepath.FromSlash(path)) {
			return nil, fmt.Errorf("%s lies outside the worktree", path)
		}
	}
	return e, nil
}

func (s *sim) replace(e edits, r scenario.Replace) error {
	text, exists := s.content(e, r.Path)
	if !exists {
		return fmt.Errorf("%s cannot be edited: there is no such file", r.Path)
	}
	if n := strings.Count(text, r.Old); n != 1 {
		return fmt.Errorf("%s cannot be edited: the old text stands there %d times, not once", r.Path, n)
	}
	text = strings.Replace(text, r.Old, r.New, 1)
	e[r.Path] = &text
	return nil
}

// content is a file as it is after the edits planned so far.
func (s *sim) content(e edits, path string) (string, bool) {
	if text, planned := e[path]; planned {
		if text == nil {
			return "", false
		}
		return *text, true
	}
	data, err := os.ReadFile(s.path(path))
	return string(data), err == nil
}

func (s *sim) read(path string) string {
	text, _ := s.content(nil, path)
	return text
}

func (s *sim) write(e edits) error {
	for _, name := range e.paths() {
		path := s.path(name)
		fmt.Fprintln(s.out, "edits", name)
		if e[name] == nil {
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(*e[name]), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (s *sim) path(name string) string {
	return filepath.Join(s.asked.Worktree, filepath.FromSlash(name))
}
