package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestEveryLineKnowsItsRoom(t *testing.T) {
	root := filepath.Join("..")
	files := 0
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		files++
		for _, sentence := range Check(read(t, root, name)) {
			t.Error(sentence)
		}
		return nil
	})
	if err != nil || files < 20 {
		t.Fatalf("read %d files: %v", files, err)
	}
}

func TestADeliberateViolationIsCaughtWithItsHome(t *testing.T) {
	cases := []struct {
		file File
		want string
	}{
		{File{Path: "decide/next.go", Imports: []string{"os"}}, "a place"},
		{File{Path: "decide/next.go", Now: true}, "take now as an argument"},
		{File{Path: "pull/snapshot.go", Imports: []string{Module + "/internal/github"}}, "app, the only wiring"},
		{File{Path: "githubsim/rest.go", Imports: []string{Module + "/internal/github"}}, "app"},
		{File{Path: "cli/run.go", Imports: []string{Module + "/internal/play"}}, "internal/cli/run.go imports"},
		{File{Path: "app/app.go", Imports: []string{Module + "/internal/cli"}}, "never the other way"},
		{File{Path: "utils/strings.go"}, "in no room"},
		{File{Path: "mark/mark.go", Imports: []string{"github.com/spf13/cobra"}}, "mark is for"},
	}
	for _, c := range cases {
		got := Check(c.file)
		if len(got) != 1 || !strings.Contains(got[0], c.want) {
			t.Errorf("%s: got %q, want one sentence with %q", c.file.Path, got, c.want)
		}
	}
}

func TestTheNamedExceptionsHold(t *testing.T) {
	file := File{Path: "cli/demo.go", Imports: []string{Module + "/internal/play"}}
	if got := Check(file); got != nil {
		t.Fatalf("got %q", got)
	}
}

func read(t *testing.T, root, name string) File {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	relative, err := filepath.Rel(root, name)
	if err != nil {
		t.Fatal(err)
	}
	file := File{Path: filepath.ToSlash(relative)}
	for _, spec := range tree.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		file.Imports = append(file.Imports, imported)
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if call, ok := n.(*ast.SelectorExpr); ok && call.Sel.Name == "Now" {
			if pkg, ok := call.X.(*ast.Ident); ok && pkg.Name == "time" {
				file.Now = true
			}
		}
		return true
	})
	return file
}
