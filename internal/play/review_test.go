package play_test

import (
	"os"
	"path/filepath"
	"testing"
)

// Each file is one life of `settle review`: the real program, run as a job of CI
// at each push, with a new database every time. What its threads came to is
// asked of the host.
func TestEveryReviewEndsAsItSays(t *testing.T) {
	files, err := filepath.Glob("testdata/reviews/*.txtar")
	if err != nil || len(files) < 13 {
		t.Fatalf("%d reviews: %v", len(files), err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			o := staged(t, text)
			o.Idle = true
			mustMeet(t, run(t, o))
		})
	}
}
