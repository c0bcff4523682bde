package cli

import (
	"encoding/json"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/settlehq/settle/internal/view"
)

// page is what text on a stream is made for.
func (t *terminal) page(out io.Writer) view.Page {
	p := view.Page{Unicode: unicodeOf(t.getenv)}
	if file, ok := out.(*os.File); ok && term.IsTerminal(int(file.Fd())) && t.getenv("TERM") != "dumb" {
		p.Live = true
		p.Width, _, _ = term.GetSize(int(file.Fd()))
	}
	switch {
	case t.global.color == "always":
		p.Color = true
	case t.global.color == "never", t.getenv("NO_COLOR") != "":
	default:
		p.Color = p.Live || t.getenv("CLICOLOR_FORCE") != "" && t.getenv("CLICOLOR_FORCE") != "0"
	}
	return p
}

func unicodeOf(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := strings.ToLower(getenv(name)); value != "" {
			return strings.Contains(value, "utf-8") || strings.Contains(value, "utf8")
		}
	}
	return false
}

// printJSON prints one object on one line.
func (t *terminal) printJSON(value any) {
	encoder := json.NewEncoder(t.Out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value)
}

// texted is a result that has a page.
type texted interface{ Text(p view.Page) string }

// show prints a result: JSON where that was asked for, else its page.
func (t *terminal) show(result texted) {
	if t.global.json {
		t.printJSON(result)
		return
	}
	_, _ = io.WriteString(t.Out, result.Text(t.page(t.Out)))
}
