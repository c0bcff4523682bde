// Graphqlschema derives the GraphQL schema that the stand-in executes from the
// published one.
//
// It promises that the same package gives the same bytes: the schema is pruned
// to what is reachable from the fields listed in roots.txt, descriptions are
// dropped, a field that the package defines twice is kept once, and source,
// version and licence stand on top. With -check it writes nothing and fails
// when the committed file differs. It needs npm; without it -check says so and
// compares only the digest that the file itself records.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// The published package; a change of version is a change of this line.
const (
	packageName    = "@octokit/graphql-schema"
	packageVersion = "15.26.1"
)

func main() {
	check := flag.Bool("check", false, "compare with the committed file instead of writing it")
	dir := flag.String("dir", "internal/githubsim/graphql/schema", "where roots.txt and github.graphql are")
	flag.Parse()
	if err := run(*dir, *check); err != nil {
		fmt.Fprintln(os.Stderr, "graphqlschema:", err)
		os.Exit(1)
	}
}

func run(dir string, check bool) error {
	target := filepath.Join(dir, "github.graphql")
	if _, err := exec.LookPath("npm"); err != nil && check {
		fmt.Println("left out: deriving the schema again, because npm is not installed; its recorded digest is checked")
		return checkDigest(target)
	}
	source, licence, err := fetch()
	if err != nil {
		return err
	}
	roots, err := os.ReadFile(filepath.Join(dir, "roots.txt"))
	if err != nil {
		return err
	}
	pruned, err := prune(source, string(roots))
	if err != nil {
		return err
	}
	text := withHeader(pruned, licence)
	if !check {
		return os.WriteFile(target, text, 0o644)
	}
	committed, err := os.ReadFile(target)
	if err != nil {
		return err
	}
	if !bytes.Equal(committed, text) {
		return errors.New("the committed schema is not what the package gives: run go run ./tools/graphqlschema")
	}
	fmt.Printf("schema is what %s %s gives: %d bytes\n", packageName, packageVersion, len(text))
	return nil
}
