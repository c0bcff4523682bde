package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// fetch gets schema and licence out of the package, with the registry that npm
// is set up for.
func fetch() (schema, licence string, err error) {
	dir, err := os.MkdirTemp("", "graphqlschema-")
	if err != nil {
		return "", "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	pack := exec.Command("npm", "pack", "--silent", packageName+"@"+packageVersion)
	pack.Dir = dir
	if out, err := pack.CombinedOutput(); err != nil {
		return "", "", fmt.Errorf("npm pack: %w: %s", err, out)
	}
	archives, err := filepath.Glob(filepath.Join(dir, "*.tgz"))
	if err != nil || len(archives) != 1 {
		return "", "", fmt.Errorf("npm pack left %d archives", len(archives))
	}
	return unpack(archives[0])
}

func unpack(archive string) (schema, licence string, err error) {
	file, err := os.Open(archive)
	if err != nil {
		return "", "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	packed, err := gzip.NewReader(file)
	if err != nil {
		return "", "", err
	}
	wanted := map[string]*string{"package/schema.graphql": &schema, "package/LICENSE.md": &licence}
	entries := tar.NewReader(packed)
	for {
		entry, err := entries.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", "", fmt.Errorf("read package: %w", err)
		}
		if into := wanted[entry.Name]; into != nil {
			text, err := io.ReadAll(entries)
			if err != nil {
				return "", "", fmt.Errorf("read %s: %w", entry.Name, err)
			}
			*into = string(text)
		}
	}
	if schema == "" || licence == "" {
		return "", "", errors.New("the package holds no schema or no licence")
	}
	return schema, licence, nil
}

const digestLine = "# sha256 of what follows: "

// withHeader puts source, version and licence on top, and the digest of the rest.
func withHeader(schema, licence string) []byte {
	var text bytes.Buffer
	fmt.Fprintf(&text, "# Derived from the npm package %s %s by tools/graphqlschema; not edited by hand.\n#\n", packageName, packageVersion)
	for line := range strings.SplitSeq(strings.TrimSpace(licence), "\n") {
		text.WriteString(strings.TrimRight("# "+line, " ") + "\n")
	}
	fmt.Fprintf(&text, "#\n%s%x\n", digestLine, sha256.Sum256([]byte(schema)))
	text.WriteString(schema)
	return text.Bytes()
}

// checkDigest holds a committed file against the digest that it records.
func checkDigest(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	_, rest, found := strings.Cut(string(text), digestLine)
	recorded, schema, _ := strings.Cut(rest, "\n")
	if !found || recorded != fmt.Sprintf("%x", sha256.Sum256([]byte(schema))) {
		return fmt.Errorf("%s was edited by hand: its digest does not hold", path)
	}
	return nil
}
