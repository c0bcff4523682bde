// Package payload is the files of other tools: the triage payload and the fix
// payload.
//
// It promises that a file is taken whole or not at all: its published JSON
// Schema (schemas/, draft 2020-12) and every rule between its parts are checked
// before anything is drawn from it, and what is wrong is named by path and
// reason. A file is a person's word: Triage.Judgments and Fix.Judgments turn it
// into judgments, which decide weighs as it weighs an answer. The
// package refuses to believe a file about the world: whether a commit is in the
// branch, whether checks have passed and whether a thread may be closed is for
// decide, at every look.
package payload

import (
	"embed"
	"strings"

	"github.com/settlehq/settle/internal/strictjson"
)

//go:embed schemas
var schemas embed.FS

// The published schemas of this room.
var (
	TriageSchema = strictjson.Embedded(schemas, "schemas/triage.json", strictjson.Limits{})
	FixSchema    = strictjson.Embedded(schemas, "schemas/fix.json", strictjson.Limits{})
)

// blank: nothing that a reader would see.
func blank(text string) bool { return strings.TrimSpace(text) == "" }
