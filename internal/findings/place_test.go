package findings

import (
	"fmt"
	"strings"
	"testing"
)

// What becomes of the names that tools give to files: a path of the repository,
// or a file elsewhere.
func TestNamesOfFiles(t *testing.T) {
	const elsewhere = ""
	cases := []struct{ root, uri, want string }{
		{"/srv/shop", "cart/cart.go", "cart/cart.go"},
		{"/srv/shop", "./cart//cart.go", "cart/cart.go"},
		{"/srv/shop", `cart\cart.go`, "cart/cart.go"},
		{"/srv/shop", "cart/a%20b%23.go", "cart/a b#.go"},
		{"/srv/shop", "caf%C3%A9.go", "café.go"},
		{"/srv/shop", "cart.go?x#L4", "cart.go"},
		{"/srv/shop", "file:///srv/shop/cart/cart.go", "cart/cart.go"},
		{"/srv/shop/", "file:///srv/shop/cart.go", "cart.go"},
		{"/srv/shop", "FILE://localhost/srv/shop/cart.go", "cart.go"},
		{"/srv/shop", "file:/srv/shop/a%20b.go", "a b.go"},
		{"/srv/shop", "/srv/shop/cart.go", "cart.go"},
		{"/srv/shop", "file:///srv/shopping/cart.go", elsewhere},
		{"/srv/shop", "file:///SRV/shop/cart.go", elsewhere},
		{"/srv/shop", "file://build.example.com/srv/shop/cart.go", elsewhere},
		{"/srv/shop", "https://example.com/cart.go", elsewhere},
		{"/srv/shop", "/usr/include/stdio.h", elsewhere},
		{"", "file:///srv/shop/cart.go", elsewhere},
		{"/", "file:///srv/cart.go", "srv/cart.go"},
		{`C:\work\shop`, "file:///C:/work/shop/cart.go", "cart.go"},
		{`C:\work\shop`, "file:///c%3A/Work/Shop/Cart.go", "Cart.go"},
		{`C:\work\shop`, "file://C:/work/shop/cart.go", "cart.go"},
		{`C:\work\shop`, `C:\work\shop\cart\cart.go`, "cart/cart.go"},
		{`C:\work\shop`, `D:\work\shop\cart.go`, elsewhere},
		{`C:\work\shop`, `\\build\share\cart.go`, elsewhere},
		{`\\build\share\shop`, "file://build/share/shop/cart.go", "cart.go"},
	}
	for _, c := range cases {
		if got := uriSpot(c.uri, "", c.root).file(); got.path != c.want || got.wrong != "" || (got.outside == "") != (c.want != elsewhere) {
			t.Errorf("%s in %s: %+v", c.uri, c.root, got)
		}
	}
}

// A base folder is taken from the file (originalUriBaseIds), else from where the
// tool ran; one of the known names for the sources is the root, also where the
// file was written on another machine.
func TestFoldersThatPathsStartFrom(t *testing.T) {
	const ran = `, "invocations": [{"executionSuccessful": true, "workingDirectory": {"uri": "file:///srv/shop/cart"}}]`
	bases := func(all string) string { return `, "originalUriBaseIds": {` + all + `}` }
	cases := []struct{ name, base, run, want string }{
		{"no base", "", "", "a.go"},
		{"a base that is not told", "%SRCROOT%", "", "a.go"},
		{"where the tool ran", "", ran, "cart/a.go"},
		{"where the tool ran, under a base that is not told", "%SRCROOT%", ran, "cart/a.go"},
		{"the root", "SRCROOT", bases(`"SRCROOT": {"uri": "file:///srv/shop/"}`), "a.go"},
		{"the root, though the tool ran below it", "SRCROOT", bases(`"SRCROOT": {"uri": "file:///srv/shop/"}`) + ran, "a.go"},
		{"a folder below", "TAX", bases(`"TAX": {"uri": "file:///srv/shop/tax/"}`), "tax/a.go"},
		{"a folder below another", "TAX", bases(`"ROOT": {"uri": "file:///srv/shop/"}, "TAX": {"uri": "tax/", "uriBaseId": "ROOT"}`), "tax/a.go"},
		{"folders in a circle", "A", bases(`"A": {"uri": "a/", "uriBaseId": "B"}, "B": {"uri": "b/", "uriBaseId": "A"}`), "a.go"},
		{"the sources of another machine", "%SRCROOT%", bases(`"%SRCROOT%": {"uri": "file:///home/runner/work/shop/"}`), "a.go"},
		{"the standard library", "GOROOT", bases(`"GOROOT": {"uri": "file:///usr/lib/go/"}`), ""},
		{"the container's root", "ROOTPATH", bases(`"ROOTPATH": {"uri": "file:///"}`), "a.go"},
	}
	for _, c := range cases {
		one := fmt.Sprintf(`{"message": {"text": "Wrong."}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.go", "uriBaseId": %q}}}]}`, c.base)
		file, err := Read(lint(one, c.run), "", "/srv/shop")
		got := ""
		if len(file.Findings) == 1 {
			got = file.Findings[0].Path
		}
		if err != nil || got != c.want {
			t.Errorf("%s: %v %q %v", c.name, err, got, file.Skipped)
		}
	}
}

func TestAFileThatIsNamedByItsPlaceInTheList(t *testing.T) {
	one := `{"message": {"text": "Wrong."}, "locations": [{"physicalLocation": {"artifactLocation": {"index": 1}}}]}`
	file, err := Read(lint(one, `, "artifacts": [{"location": {"uri": "a.go"}}, {"location": {"uri": "b.go"}}]`), "", "")
	if err != nil || len(file.Findings) != 1 || file.Findings[0].Path != "b.go" {
		t.Errorf("%v %+v", err, file)
	}
}

// Results elsewhere are left out. Where all are, the root is more likely wrong
// than the code clean, so that nothing is taken to be gone.
func TestResultsInFilesThatAreNotOurs(t *testing.T) {
	const well = `, "invocations": [{"executionSuccessful": true}]`
	there, here := at("file:///usr/include/stdio.h", `"startLine": 1`), at("file:///srv/shop/a.c", `"startLine": 1`)
	mixed, err := Read(lint(there+","+here, well), "", "/srv/shop")
	if err != nil || len(mixed.Findings) != 1 || !mixed.Whole || strings.Join(mixed.Skipped, "") != `1 result is left out: "/usr/include/stdio.h" is no file of the repository` {
		t.Errorf("%v %+v", err, mixed)
	}
	wrong, err := Read(lint(here, well), "", "/home/runner/work/shop")
	if err != nil || len(wrong.Findings) != 0 || wrong.Whole || wrong.Skipped[1] != `no result lies in "/home/runner/work/shop", so nothing is taken to be gone` {
		t.Errorf("%v %+v", err, wrong)
	}
}
