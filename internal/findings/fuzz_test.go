package findings

import (
	"os"
	"path"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
)

// sound is what every finding is, whatever file it came from.
func sound(t *testing.T, file File) {
	t.Helper()
	if len(file.Findings) > mostFindings {
		t.Errorf("%d findings", len(file.Findings))
	}
	for _, f := range file.Findings {
		places := append([]feedback.Place{f.Where()}, f.Others...)
		for _, p := range places {
			if misplaced(p.Path) != "" || path.IsAbs(p.Path) || strings.HasPrefix(p.Path, "..") || p.Line < 0 || p.Start > p.Line {
				t.Errorf("%+v", p)
			}
		}
		if f.Title == "" || strings.ContainsAny(f.Title, "\r\n") || !feedback.Reaches(f.Severity, "low") || f.Suggestion != nil && f.Line == 0 {
			t.Errorf("%+v", f)
		}
	}
}

func fuzz(f *testing.F, format string, seeds ...string) {
	for _, seed := range seeds {
		f.Add([]byte(seed), "/srv/shop")
		f.Add([]byte(seed), `C:\srv\shop`)
	}
	f.Fuzz(func(t *testing.T, data []byte, root string) {
		if file, err := Read(data, format, root); err == nil {
			sound(t, file)
		}
	})
}

func recorded(f *testing.F, name string) string {
	f.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		f.Fatal(err)
	}
	return string(text)
}

func FuzzOwn(f *testing.F) { fuzz(f, Own, ownFile) }

func FuzzSARIF(f *testing.F) {
	fuzz(f, SARIF, recorded(f, "biome.sarif"), recorded(f, "vet.sarif"), string(lint(result(`, "rule": {"index": -1}`)+","+at("file:///C:/srv/shop/a.go", `"endLine": 3, "endColumn": 1`), "")))
}

func FuzzRDJSON(f *testing.F) {
	fuzz(f, RDJSON, recorded(f, "biome.rdjson"), diagnosed(line4, "")+"\n"+diagnosed(line4, `, "suggestions": [{"range": {"start": {"line": 4}}, "text": "x"}]`))
}

func FuzzTold(f *testing.F) { fuzz(f, "", ownFile, diagnosed(line4, ""), string(lint(result(""), ""))) }

func FuzzFeedback(f *testing.F) {
	text, err := remembered().JSON()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, data []byte) {
		document, err := ReadFeedback(data)
		if err != nil {
			return
		}
		again, err := document.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ReadFeedback(again); err != nil {
			t.Errorf("%v\n%s", err, again)
		}
	})
}
