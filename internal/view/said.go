package view

import (
	"fmt"

	"github.com/settlehq/settle/internal/feedback"
)

// SaidFor words a line of one of several agents that work at once: for which
// items it works, and what it said.
func SaidFor(items []feedback.Standing, line string) string {
	switch len(items) {
	case 0:
		return line
	case 1:
		return fmt.Sprintf("%s: %s", items[0].Item.ID, line)
	}
	return fmt.Sprintf("%s and %d more: %s", items[0].Item.ID, len(items)-1, line)
}
