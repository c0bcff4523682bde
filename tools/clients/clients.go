//go:build tools

// Package clients pins the programs that the stand-in is tested with; they are
// a module of their own, so that the program itself does not depend on them.
package clients

import _ "github.com/cli/cli/v2/cmd/gh"
