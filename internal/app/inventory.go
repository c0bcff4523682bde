package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/settlehq/settle/internal/inventory"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// Inventory is a version 1 inventory file that keeps all its rules.
type Inventory = inventory.File

// ReadInventory reads an inventory file to be carried out; the error is a
// *Refusal.
func ReadInventory(data []byte) (File, error) { return inventory.Parse(data) }

// CheckInventory tells what an inventory file holds; the error is a *Refusal.
func CheckInventory(path string, data []byte, now time.Time) (view.Inventory, error) {
	f, err := inventory.Parse(data)
	if err != nil {
		return view.Inventory{}, err
	}
	return toldInventory(path, f, now), nil
}

func toldInventory(path string, f Inventory, now time.Time) view.Inventory {
	counts := map[string]int{inventory.Fix: 0, inventory.Skip: 0, inventory.Escalate: 0}
	for _, item := range f.Items {
		counts[item.Classification]++
	}
	what, _ := f.Recovery.Resume() // a file that was read has one
	ref := pull.Ref{Owner: f.PR.Owner, Repo: f.PR.Repo, Number: f.PR.Number}
	return view.NewInventory(now, ref, path, counts, f.Recovery.Phase, string(what))
}

// keptInventories is how long an inventory stays in the folder of inventories.
const keptInventories = 30 * 24 * time.Hour

// LeftInventory says that an inventory of an earlier run is there, and what it
// means by the resume table.
type LeftInventory struct {
	Path   string
	Phase  string
	Resume inventory.Resume
}

func (e *LeftInventory) Error() string {
	return fmt.Sprintf("an inventory of an earlier run is there: %s, %s", e.Path, e.Phase)
}

// ExportInventory writes the inventory of what is known to a file, or, where
// path is empty, to the folder of inventories, by the resume table: an orphan
// there goes, and what is still to be resumed or answered is a *LeftInventory.
func (a *App) ExportInventory(ctx context.Context, ref pull.Ref, path string) (view.Facts, view.Inventory, error) {
	facts, err := a.Look(ctx, ref)
	if err != nil || !isJudged(facts) {
		return facts, view.Inventory{}, err
	}
	f, err := inventory.Of(*facts.Snapshot, facts.History, facts.Verdict)
	if err != nil {
		return facts, view.Inventory{}, err
	}
	text, err := f.Encode()
	if err != nil {
		return facts, view.Inventory{}, fmt.Errorf("write inventory: %w", err)
	}
	if path == "" {
		if path, err = a.inventoryPath(ref, f, text); err != nil {
			return facts, view.Inventory{}, err
		}
	}
	if err := replaceFile(path, text); err != nil {
		return facts, view.Inventory{}, fmt.Errorf("write inventory: %w", err)
	}
	return facts, toldInventory(path, f, facts.Now), nil
}

// inventoryPath is where the folder of inventories keeps a file, after what was
// left there has been dealt with.
func (a *App) inventoryPath(ref pull.Ref, f Inventory, text []byte) (string, error) {
	folder := a.state("inventories")
	name := fmt.Sprintf("%s-%s-%d-", ref.Owner, ref.Repo, ref.Number)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("make folder of inventories: %w", err)
	}
	if err := pruneInventories(folder); err != nil {
		return "", err
	}
	left, err := filepath.Glob(filepath.Join(folder, name+"*.json"))
	if err != nil {
		return "", fmt.Errorf("list inventories: %w", err)
	}
	for _, path := range left {
		if err := leftOver(path, text); err != nil {
			return "", err
		}
	}
	return filepath.Join(folder, name+f.PR.After+".json"), nil
}

// leftOver deals with a file that an earlier run has left.
func leftOver(path string, text []byte) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read inventory of an earlier run: %w", err)
	}
	if bytes.Equal(data, text) {
		return nil // nothing has happened since
	}
	f, err := inventory.Parse(data)
	if err != nil {
		return fmt.Errorf("inventory of an earlier run %s: %w", path, err)
	}
	if what, _ := f.Recovery.Resume(); what != inventory.Orphan { // a file that was read has one
		return &LeftInventory{Path: path, Phase: f.Recovery.Phase, Resume: what}
	}
	return os.Remove(path)
}

// pruneInventories drops files that nobody has touched for a long time.
func pruneInventories(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("list inventories: %w", err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil && time.Since(info.ModTime()) > keptInventories {
			err = os.Remove(filepath.Join(folder, entry.Name()))
		}
		if err != nil {
			return fmt.Errorf("drop old inventory: %w", err)
		}
	}
	return nil
}

// replaceFile puts a whole file in the place of another: a reader sees the old
// one or the new one, also after a crash.
func replaceFile(path string, text []byte) (err error) {
	temp, err := os.CreateTemp(filepath.Dir(path), ".inventory-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, temp.Close(), os.Remove(temp.Name()))
		}
	}()
	if _, err := temp.Write(text); err != nil {
		return err
	}
	if err := temp.Sync(); err != nil {
		return err
	}
	if err := os.Rename(temp.Name(), path); err != nil {
		return err
	}
	return temp.Close()
}
