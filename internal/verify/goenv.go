package verify

import (
	"os"
	"path/filepath"
	"strings"
)

// passed are settings of Go that a check inherits where they are set.
var passed = []string{"GOFLAGS", "GOPROXY", "GOSUMDB", "GONOSUMDB", "GONOPROXY", "GOPRIVATE", "GOTOOLCHAIN", "GOROOT"}

// GoEnv gives the variables with which a child that has a home of its own still
// finds this user's caches of Go, so that it need not build or fetch
// everything again. A setting that carries a password is left out.
func GoEnv() []string {
	var env []string
	add := func(name, value string) {
		if value != "" && !strings.Contains(value, "@") {
			env = append(env, name+"="+value)
		}
	}
	add("GOCACHE", goCache())
	add("GOMODCACHE", goModCache())
	add("GOENV", goEnvFile())
	for _, name := range passed {
		add(name, os.Getenv(name))
	}
	return env
}

func goCache() string {
	if dir := os.Getenv("GOCACHE"); dir != "" {
		return dir
	}
	if dir, err := os.UserCacheDir(); err == nil {
		return filepath.Join(dir, "go-build")
	}
	return ""
}

func goModCache() string {
	if dir := os.Getenv("GOMODCACHE"); dir != "" {
		return dir
	}
	if list := filepath.SplitList(os.Getenv("GOPATH")); len(list) > 0 && list[0] != "" {
		return filepath.Join(list[0], "pkg", "mod")
	}
	if home, err := os.UserHomeDir(); err == nil {
		return filepath.Join(home, "go", "pkg", "mod")
	}
	return ""
}

// goEnvFile is where `go env -w` keeps its settings, if it keeps any.
func goEnvFile() string {
	if file := os.Getenv("GOENV"); file != "" {
		return file
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	file := filepath.Join(dir, "go", "env")
	text, err := os.ReadFile(file)
	if err != nil || strings.Contains(string(text), "@") {
		return ""
	}
	return file
}
