// Package reviewer says who each reviewer is, how it is asked, and how its
// verdict is read at a head.
//
// What is known of a vendor stands in a definition file, one per vendor, in the
// format that users write too; the package interprets definitions. It promises
// that identity is an account id or a whole login, never a part of one (where
// several speak under one account, a sign in the words beside it), and that
// silence, a gap or a word about another commit is never read as clean.
package reviewer

import "embed"

// Files holds the built-in definitions, builtin/<name>.yaml; config reads them.
//
//go:embed builtin/*.yaml
var Files embed.FS
