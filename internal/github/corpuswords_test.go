package github_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/settlehq/settle/internal/pull"
)

func payload(t *testing.T, dir, name string) any {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "payloads", name))
	if err != nil {
		t.Fatal(err)
	}
	var answer any
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// wordsOf collects what a recording says, whatever its form: every text under
// "body" of something that a person or bot wrote, and the names of check runs.
func wordsOf(answer any, bodies, checks *[]string) {
	switch v := answer.(type) {
	case []any:
		for _, one := range v {
			wordsOf(one, bodies, checks)
		}
	case map[string]any:
		_, titled := v["title"]
		if body, ok := v["body"].(string); ok && body != "" && !titled { // a title has the pull request itself
			*bodies = append(*bodies, body)
		}
		if name, ok := v["name"].(string); ok && v["head_sha"] != nil {
			*checks = append(*checks, name)
		}
		for _, one := range v {
			wordsOf(one, bodies, checks)
		}
	}
}

// checkWords holds every word and every check of the look against the file.
func checkWords(t *testing.T, s pull.Snapshot, answer any) {
	t.Helper()
	var bodies, checks, seen, ran []string
	wordsOf(answer, &bodies, &checks)
	for _, thread := range s.Threads {
		for _, c := range thread.Comments {
			seen = append(seen, c.Body)
		}
	}
	for _, c := range s.Comments {
		seen = append(seen, c.Body)
	}
	for _, r := range s.Reviews {
		if r.Body != "" {
			seen = append(seen, r.Body)
		}
	}
	for _, c := range s.Checks {
		ran = append(ran, c.Name)
	}
	for _, list := range [][]string{bodies, seen, checks, ran} {
		slices.Sort(list)
	}
	if !slices.Equal(bodies, seen) {
		t.Errorf("%d bodies were recorded, %d seen, and they differ", len(bodies), len(seen))
	}
	if !slices.Equal(checks, ran) {
		t.Errorf("checks %v were recorded, %v seen", checks, ran)
	}
}
