package app

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// A reader sees the old file or the new one, whole, and a write that fails leaves
// the old one and nothing beside it.
func TestAFileIsReplacedWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "inventory.json")
	texts := [][]byte{bytes.Repeat([]byte("a"), 1<<16), bytes.Repeat([]byte("b"), 1<<17)}
	if err := replaceFile(path, texts[0]); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		var err error
		for n := 0; n < 100 && err == nil; n++ {
			err = replaceFile(path, texts[n%2])
		}
		done <- err
	}()
	for reading := true; reading; {
		select {
		case err := <-done:
			if reading = false; err != nil {
				t.Fatal(err)
			}
		default:
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, texts[0]) && !bytes.Equal(got, texts[1]) {
			t.Fatalf("%d bytes, %v", len(got), err)
		}
	}
	folder := filepath.Join(dir, "folder")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := replaceFile(folder, texts[0]); err == nil {
		t.Error("a folder was replaced by a file")
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}
