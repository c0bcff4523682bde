package view

import (
	"time"

	"github.com/settlehq/settle/internal/pull"
)

// known gives a pointer to a value, or null where it is the zero of its type
// and so not known or not yet there.
func known[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}

// when is a time of the interface: UTC, whole seconds, null when not known.
func when(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = stamp(t)
	return &t
}

func stamp(t time.Time) time.Time { return t.UTC().Truncate(time.Second) }

// none makes an empty list out of an absent one: read whole, and nothing there.
func none[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// each turns a list into another; the result is never null.
func each[T, U any](list []T, turn func(T) U) []U {
	out := make([]U, 0, len(list))
	for _, member := range list {
		out = append(out, turn(member))
	}
	return out
}

func oid(o pull.Oid) *string { return known(string(o)) }
