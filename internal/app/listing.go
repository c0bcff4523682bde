package app

import (
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/prompt"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// Listing words a list of threads for a coding agent that reads a terminal.
func Listing(f view.Facts, t view.Threads) string {
	l := prompt.Listing{Ref: f.Ref, Asks: t.Asks(), Clusters: t.Clusters, Partial: t.Partial()}
	if f.Snapshot != nil {
		l.Head = f.Snapshot.Head
	}
	return l.Text()
}

// ItemAt finds the item that a URL's fragment points to; false where the
// snapshot shows none.
func ItemAt(s pull.Snapshot, fragment string) (feedback.ItemID, bool) {
	return itemOfFragment(fragment)(s)
}
