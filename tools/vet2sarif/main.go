// Vet2sarif runs go vet and writes what it found as SARIF 2.1.0, which go vet
// has no writer for:
//
//	vet2sarif ./... > vet.sarif
//
// It promises that every diagnostic is there once, with its analyzer as the rule
// and its file as a file URI, and that executionSuccessful is true only where
// every package could be analysed. It refuses to judge: go vet has no
// severities, so all are warnings, and the exit code is 0 where the report could
// be written, whatever it says.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "vet2sarif:", err)
		os.Exit(1)
	}
}

func run(packages []string) error {
	vet := exec.Command("go", append([]string{"vet", "-json"}, packages...)...)
	var found bytes.Buffer
	vet.Stdout, vet.Stderr = &found, os.Stderr
	err := vet.Run()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		return fmt.Errorf("run go vet: %w", err)
	}
	report, err := convert(&found, failed == nil)
	if err != nil {
		return err
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	return out.Encode(report)
}
