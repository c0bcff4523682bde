//go:build linters

package findings

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// The linters, pinned; a change of version records testdata anew.
const (
	staticcheck = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"
	biome       = "@biomejs/biome@2.6.8"
)

// Real linters run on a module with real faults, and their reports are read as
// the recorded ones are.
func TestRealLinters(t *testing.T) {
	shop, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	unpack(t, shop)
	vet := filepath.Join(t.TempDir(), "vet2sarif")
	if said, err := exec.Command("go", "build", "-o", vet, "../../tools/vet2sarif").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	npm := func(kind string) []string {
		return []string{"npm", "exec", "--yes", "--package=" + biome, "--", "biome", "lint", "--reporter=" + kind, "web"}
	}
	for _, c := range []struct {
		report, in string
		run        []string
	}{
		{"staticcheck.sarif", "", []string{"go", "run", staticcheck, "-f", "sarif", "./..."}},
		{"staticcheck-below.sarif", "cart", []string{"go", "run", staticcheck, "-f", "sarif", "."}},
		{"vet.sarif", "", []string{vet, "./..."}},
		{"biome.rdjson", "", npm("rdjson")},
		{"biome.sarif", "", npm("sarif")},
	} {
		t.Run(c.report, func(t *testing.T) { lintAndRead(t, c.report, filepath.Join(shop, c.in), shop, c.run) })
	}
}

func unpack(t *testing.T, dir string) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/shop.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range archive.Files {
		name := filepath.Join(dir, file.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, file.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func lintAndRead(t *testing.T, report, in, root string, run []string) {
	if _, err := exec.LookPath(run[0]); err != nil {
		t.Skipf("left out: %s, because %s is not installed", report, run[0])
	}
	linter := exec.Command(run[0], run[1:]...)
	var out, said bytes.Buffer
	linter.Dir, linter.Stdout, linter.Stderr = in, &out, &said
	if err := linter.Run(); out.Len() == 0 && filepath.IsAbs(run[0]) {
		t.Fatalf("%v: %s", err, said.Bytes()) // our own
	} else if out.Len() == 0 {
		t.Skipf("left out: %s, because the linter could not be had: %v: %s", report, err, said.Bytes())
	}
	file, err := Read(out.Bytes(), "", root)
	if err != nil {
		t.Fatalf("%v\n%s", err, out.Bytes())
	}
	got, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if want, err := os.ReadFile(filepath.Join("testdata", report+".golden")); err != nil || string(got)+"\n" != string(want) {
		t.Errorf("%v: %s", err, got)
	}
	t.Logf("%s: %d findings", file.Tool, len(file.Findings))
}
