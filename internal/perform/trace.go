package perform

import (
	"context"
	"slices"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// origins finds the asks about lines that a commit of ours brought. It is a
// fact for decide, which stops fixing what fixes give birth to; a line that git
// cannot trace is nobody's.
func (d deed) origins(ctx context.Context, tree Tree, asked []feedback.Standing) []feedback.Origin {
	var born []feedback.Origin
	for _, st := range asked {
		where := st.Item.Where
		if st.Item.Outdated || where.Path == "" || where.Line == 0 || where.Side == "LEFT" {
			continue
		}
		start := where.Line
		if where.Start > 0 {
			start = min(where.Start, where.Line)
		}
		commits, err := tree.Blame(ctx, where.Path, start, where.Line)
		if err != nil {
			continue
		}
		if i := slices.IndexFunc(commits, d.ours); i >= 0 {
			born = append(born, feedback.Origin{At: st.Item.At(), Commit: commits[i]})
		}
	}
	return born
}

// ours: the commit carries our trailer.
func (d deed) ours(commit pull.Oid) bool {
	return slices.ContainsFunc(d.Snapshot.Ours, func(t pull.Trailer) bool { return t.Commit == commit })
}
