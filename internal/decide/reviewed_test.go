package decide

import (
	"slices"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
)

// reviewed is a comment of our account that a reviewer under it left.
func reviewed(id int64, kind mark.Kind, digest mark.Digest) pull.Comment {
	return pull.Comment{
		ID: id, Author: author("dev"), CreatedAt: noon.Add(time.Duration(id)*time.Second - 30*time.Minute), Body: "**Off by one**\n*high*\n\nIt is.",
		Ours: true, Commit: "h1", Marks: []mark.Mark{{Kind: kind, Digest: digest, Word: "h1.ab"}},
	}
}

// Who reviews and who answers may be one account: the kind of the mark tells
// them apart. A finding that stands in a thread and in the summary has its mark
// twice; neither is a twin of the other.
func TestAFindingUnderOurOwnAccountIsAnAskAndNeverATwin(t *testing.T) {
	w := newWorld(t)
	w.p.Verify.Full = "make test"
	finding, summary := reviewed(1, mark.Finding, "f1"), reviewed(9, mark.Review, "r1")
	summary.Marks = append(summary.Marks, finding.Marks...)
	again := reviewed(2, mark.Finding, "f1")
	w.s.Comments = []pull.Comment{summary}
	for _, root := range []pull.Comment{finding, again} {
		w.s.Threads = append(w.s.Threads, pull.Thread{NodeID: "T", Path: "cart.go", Line: 3, Side: "RIGHT", Subject: "LINE", Comments: []pull.Comment{root}})
	}
	v := Next(w.s, w.historyNow(), w.p, noon)
	var ids []string
	for _, st := range v.Items {
		ids = append(ids, string(st.Item.ID))
	}
	if !slices.Equal(ids, []string{"t1", "t2"}) {
		t.Errorf("asked: %v", ids)
	}
	kinds := map[action.Kind]int{}
	for _, wish := range v.Actions {
		kinds[wish.Kind]++
	}
	if kinds[action.Retract] != 0 || kinds[action.Work] != 1 {
		t.Errorf("wished: %v", kinds)
	}
}
