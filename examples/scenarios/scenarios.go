// Package scenarios holds whole scenario files (docs/scenario.md): what
// settle demo plays, and others to read and to copy.
package scenarios

import _ "embed"

// Demo is the file that settle demo plays where none is named.
//
//go:embed demo.txtar
var Demo []byte
