package verdict

import (
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// Halt is why the facts of the work stopped the fixing: what a person needs to
// see to decide how it goes on. What is left open stands in the items.
type Halt struct {
	Code     string    `json:"code"` // of the fact that stopped it
	Facts    []Measure `json:"facts"`
	Chain    []Link    `json:"chain"`
	Kept     pull.Oid  `json:"kept"`     // where the branch was left
	Verified bool      `json:"verified"` // the repository's own checks passed there
}

// Measure is what was counted, beside what it may come to: Count, of the last Of
// where that is not zero, may not reach Limit, of the last LimitOf.
type Measure struct {
	Name    string `json:"name"`
	Count   int    `json:"count"`
	Of      int    `json:"of,omitempty"`
	Limit   int    `json:"limit"`
	LimitOf int    `json:"limit_of,omitempty"`
}

// Link is one push of ours: what it was made for and what came of it.
type Link struct {
	Commit pull.Oid          `json:"commit"`
	For    []feedback.ItemID `json:"for"`
	Drew   []feedback.ItemID `json:"drew"` // asks about lines that it brought, and those that it was to settle, raised again
	Undid  []pull.Oid        `json:"undid"`
}
