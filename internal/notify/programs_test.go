package notify_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// bd is the tracker as far as it is used: issues are files of a folder. The
// file "refuses" names a command that fails, "dies" one that ends before it
// answers, once.
func bd(args []string, state string) int {
	add(state, "calls", "bd "+strings.Join(args, " ")+"\n")
	if word, _ := os.ReadFile(filepath.Join(state, "refuses")); string(word) == args[0] {
		fmt.Fprintln(os.Stderr, "the database is locked")
		return 1
	}
	switch {
	case args[0] == "show" && args[2] == "--json":
		notes, _ := os.ReadFile(filepath.Join(state, args[1]+".notes"))
		text, err := json.Marshal([]map[string]string{{"id": args[1], "notes": string(notes)}})
		if err != nil {
			return 1
		}
		fmt.Println(string(text))
	case args[0] == "label" && args[1] == "add":
		if old, _ := os.ReadFile(filepath.Join(state, args[2]+".labels")); !strings.Contains(string(old), args[3]+"\n") {
			add(state, args[2]+".labels", args[3]+"\n")
		}
	case args[0] == "update" && args[2] == "--append-notes":
		add(state, args[1]+".notes", args[3]+"\n")
	default:
		fmt.Fprintln(os.Stderr, "unknown command")
		return 2
	}
	dies := filepath.Join(state, "dies")
	if word, _ := os.ReadFile(dies); string(word) == args[0] {
		_ = os.Remove(dies)
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	return 0
}

// pager writes down what it was given.
func pager(args []string, state string) int {
	stdin, err := io.ReadAll(os.Stdin)
	if err != nil {
		return 1
	}
	add(state, "pager", fmt.Sprintf("args %v\nstdin %s\n%s\n", args, stdin, strings.Join(os.Environ(), "\n")))
	return 0
}

func add(state, name, text string) {
	f, err := os.OpenFile(filepath.Join(state, name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = f.WriteString(text)
	}
	if err = orClose(f, err); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}

func orClose(f *os.File, err error) error {
	if f == nil {
		return err
	}
	if closed := f.Close(); err == nil {
		return closed
	}
	return err
}
