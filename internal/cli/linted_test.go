package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

// Reports of real linters are published, and remembered by a run that has
// nothing but the pull request.
func TestReportsOfRealLintersArePublishedAndRemembered(t *testing.T) {
	t.Parallel()
	const recorded = "../findings/testdata"
	for _, c := range []struct {
		report string
		found  int
	}{{"staticcheck.sarif", 6}, {"vet.sarif", 3}, {"biome.sarif", 3}, {"biome.rdjson", 3}} {
		t.Run(c.report, func(t *testing.T) {
			report, err := os.ReadFile(filepath.Join(recorded, c.report))
			if err != nil {
				t.Fatal(err)
			}
			sim := served(t, shopWorld(t, filepath.Join(recorded, "shop.txtar")))
			first, second := newHome(t, sim.URL), newHome(t, sim.URL)
			one := first.linted(c.report, string(report))
			if len(one.New) != c.found || one.Inline != c.found || len(one.Retained) != 0 {
				t.Errorf("first: %+v", one)
			}
			two := second.linted(c.report, string(report))
			if len(two.New) != 0 || two.Inline != 0 || len(two.Retained) != c.found || two.Threads_Resolved != 0 {
				t.Errorf("second: %+v", two)
			}
			for _, f := range append(one.New, two.Retained...) {
				if f.Rule == "" || f.Severity == "" || f.Line == 0 {
					t.Errorf("%+v", f)
				}
			}
		})
	}
}

type reviewed struct {
	New, Retained []struct {
		Rule, Severity, Path string
		Line                 int
	}
	Inline           int
	Threads_Resolved int
}

// linted publishes a report that was written at this home.
func (h *home) linted(name, report string) reviewed {
	h.t.Helper()
	file := h.file(name, strings.ReplaceAll(report, "/srv/shop", h.dir))
	code, stdout, stderr := h.settle("review", "acme/shop#42", "--from", file, "--json")
	var said reviewed
	if err := json.Unmarshal([]byte(stdout), &said); err != nil || code != 0 {
		h.t.Fatalf("exit %d, %v: %s%s", code, err, stdout, stderr)
	}
	return said
}

// shopWorld writes a scenario whose pull request brings the files of an archive.
func shopWorld(t *testing.T, archive string) string {
	t.Helper()
	shop, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	world := txtar.Archive{
		Comment: []byte("scenario: 1\nabout: A change that linters have much to say of.\nclock: step\nrepo: acme/shop\nviewer: {login: dev, permission: write}\n" +
			"pulls: [{number: 42, title: A cart, author: dev, base: main, head: cart}]\n"),
		Files: []txtar.File{{Name: "base/README", Data: []byte("shop\n")}},
	}
	for _, file := range shop.Files {
		world.Files = append(world.Files, txtar.File{Name: "head/" + file.Name, Data: file.Data})
	}
	name := filepath.Join(t.TempDir(), "shop.txtar")
	if err := os.WriteFile(name, txtar.Format(&world), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// A program that writes without end into our input is not waited for.
func TestFindingsThatNeverEndAreRefused(t *testing.T) {
	t.Parallel()
	sim := served(t, "testdata/bare.txtar")
	h := newHome(t, sim.URL)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "settle", "review", "acme/bare#43", "--from", "-")
	for name, value := range h.env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	var said bytes.Buffer
	cmd.Stdin, cmd.Stderr = blanks{}, &said
	if err := cmd.Run(); cmd.ProcessState.ExitCode() != 3 || !strings.Contains(said.String(), "at most 10485760 are read") {
		t.Errorf("%v: %s", err, said.String())
	}
}

// blanks never end.
type blanks struct{}

func (blanks) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}
