package findings

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write what is read of the recorded reports anew")

// Reports that real linters wrote of testdata/shop.txtar at /srv/shop, read.
// staticcheck-below ran in a folder below the root; biome writes no URIs.
func TestRecordedReports(t *testing.T) {
	for _, name := range []string{"staticcheck.sarif", "staticcheck-below.sarif", "vet.sarif", "biome.sarif", "biome.rdjson"} {
		t.Run(name, func(t *testing.T) {
			report, err := os.ReadFile(filepath.Join("testdata", name))
			if err != nil {
				t.Fatal(err)
			}
			file, err := Read(report, "", "/srv/shop")
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.MarshalIndent(file, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", name+".golden")
			if *update {
				if err := os.WriteFile(golden, append(got, '\n'), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(golden); err != nil || string(got)+"\n" != string(want) {
				t.Errorf("%v: %s", err, got)
			}
		})
	}
}
