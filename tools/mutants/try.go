package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// fate is what became of a mutant.
type fate struct {
	dead bool
	text string // the first failing case, or why it is not dead
}

// try compiles the package with the mutant in place of the file and runs its tests.
func try(ctx context.Context, m mutant) fate {
	folder, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return fate{text: err.Error()}
	}
	defer func() { _ = os.RemoveAll(folder) }()
	overlay, err := write(m, folder)
	if err != nil {
		return fate{text: err.Error()}
	}
	test := exec.CommandContext(ctx, "go", "test", "-count=1", "-overlay", overlay, "./"+dir)
	output, err := test.CombinedOutput()
	return read(string(output), err)
}

// write puts the changed file and the overlay that names it into a folder.
func write(m mutant, folder string) (string, error) {
	original, err := filepath.Abs(filepath.Join(dir, m.file))
	if err != nil {
		return "", fmt.Errorf("find file: %w", err)
	}
	source, err := os.ReadFile(original)
	if err != nil {
		return "", fmt.Errorf("read file: %w", err)
	}
	changed, err := m.apply(string(source))
	if err != nil {
		return "", err
	}
	mutated, overlay := filepath.Join(folder, m.file), filepath.Join(folder, "overlay.json")
	text, err := json.Marshal(map[string]map[string]string{"Replace": {original: mutated}})
	if err != nil {
		return "", fmt.Errorf("write overlay: %w", err)
	}
	return overlay, errors.Join(os.WriteFile(mutated, []byte(changed), 0o600), os.WriteFile(overlay, text, 0o600))
}

var (
	failedCase = regexp.MustCompile(`(?m)^\s+--- FAIL: (\S+)`)
	failedTest = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)
)

// read finds the first case that failed in what go test printed.
func read(output string, err error) fate {
	switch {
	case err == nil:
		return fate{text: "SURVIVES"}
	case strings.Contains(output, "[build failed]"), strings.Contains(output, "[setup failed]"):
		return fate{text: "does not compile: " + strings.TrimSpace(output)}
	}
	for _, pattern := range []*regexp.Regexp{failedCase, failedTest} {
		if found := pattern.FindStringSubmatch(output); found != nil {
			return fate{dead: true, text: strings.TrimPrefix(found[1], "TestDecisionCases/")}
		}
	}
	if strings.Contains(output, "panic:") {
		return fate{dead: true, text: "panics"}
	}
	return fate{text: fmt.Sprintf("was not tried: %v: %s", err, strings.TrimSpace(output))}
}
