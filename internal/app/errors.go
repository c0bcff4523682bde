package app

import "github.com/settlehq/settle/internal/store"

// What can be wrong with the memory, as every door words it.
var (
	ErrFull    = store.ErrFull
	ErrDamaged = store.ErrDamaged
)

// VersionError says that the database is of another version.
type VersionError = store.VersionError
