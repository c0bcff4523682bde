package policy

import (
	"slices"
	"strings"
)

// always wait for a person, whatever a file says: what runs with the
// repository's own rights, what tells agents what to do, what decides who
// reviews, what pins others' code, what releases (peers.md M8).
var always = []string{
	".github/workflows/**", ".github/actions/**", "**/.gitlab-ci.yml", ".circleci/**", "**/Jenkinsfile", ".husky/**", ".githooks/**", ".pre-commit-config.yaml", "lefthook.y*ml",
	".settle.yaml", ".github/settle.yaml", "**/AGENTS.md", "**/CLAUDE.md", "**/GEMINI.md", ".claude/**", ".codex/**", ".cursor/**", ".cursorrules", ".gemini/**",
	".github/copilot-instructions.md", ".github/instructions/**", "**/.mcp.json", ".aider*", ".opencode/**", "opencode.json", ".qwen/**", ".amp/**",
	"**/CODEOWNERS", ".github/dependabot.yml", ".gitmodules", ".gitattributes",
	"**/*.lock", "**/package-lock.json", "**/npm-shrinkwrap.json", "**/pnpm-lock.yaml", "**/go.sum", "**/bun.lockb", "**/gradle.lockfile", "**/packages.lock.json",
	".goreleaser.y*ml", "**/release.sh", "**/publish.sh", "scripts/release*", ".releaserc*", "**/Dangerfile",
}

// Protected are all globs of what waits for a person: those of the file, and
// those that always do.
func (e Escalation) Protected() []string {
	all := slices.Clone(e.Paths)
	for _, glob := range always {
		if !slices.Contains(all, glob) {
			all = append(all, glob)
		}
	}
	return all
}

// Guards reports that a path of the repository waits for a person: one of the
// globs of Protected matches it. In a glob * stands for any text without a slash,
// ** for any folders, ? for one character; a glob that ends in a slash, or
// names a folder, covers all below it.
func (e Escalation) Guards(path string) bool {
	for _, glob := range e.Protected() {
		glob = strings.TrimPrefix(strings.TrimSuffix(glob, "/"), "/")
		if covers(strings.Split(glob, "/"), strings.Split(path, "/")) {
			return true
		}
	}
	return false
}

// covers matches segment by segment; a glob that is used up covers what is below.
func covers(glob, path []string) bool {
	switch {
	case len(glob) == 0:
		return true
	case glob[0] == "**":
		for i := range len(path) + 1 {
			if covers(glob[1:], path[i:]) && (len(glob) > 1 || i < len(path)) {
				return true
			}
		}
		return false
	case len(path) == 0:
		return false
	}
	return fits(glob[0], path[0]) && covers(glob[1:], path[1:])
}

// fits matches one segment.
func fits(glob, name string) bool {
	if glob == "" {
		return name == ""
	}
	switch glob[0] {
	case '*':
		for i := range len(name) + 1 {
			if fits(glob[1:], name[i:]) {
				return true
			}
		}
		return false
	case '?':
		return name != "" && fits(glob[1:], name[1:])
	}
	return name != "" && name[0] == glob[0] && fits(glob[1:], name[1:])
}
