package perform

import (
	"context"
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// insist tells the threads of which a program said that they are fixed that they
// are not: one line, once for each such word. Who fixes hears of it as of any
// reply; without it a finding that remains would be silent. A thread that the
// host does not let us speak in stays as it is.
func (p *publication) insist(ctx context.Context) error {
	for _, old := range p.plan.Still {
		stands := func() bool { return p.insisted(old.Thread) }
		if stands() {
			continue
		}
		body := p.sealed(view.StillSo(p.plan.Head), p.stillMark(old))
		err := p.certain(ctx, stands, func() error {
			_, err := p.Host.Reply(ctx, p.plan.Ref, old.Root, body)
			return err
		})
		if class := action.ClassOf(err); err != nil && class != action.Gone && class != action.Refused {
			return err
		}
	}
	return nil
}

// insisted: the last word of the thread is ours, of this head.
func (p *publication) insisted(thread string) bool {
	at := slices.IndexFunc(p.now.Threads, func(t pull.Thread) bool { return t.NodeID == thread })
	if at < 0 || len(p.now.Threads[at].Comments) == 0 {
		return false
	}
	comments := p.now.Threads[at].Comments
	last := comments[len(comments)-1]
	return last.Ours && slices.ContainsFunc(last.Marks, func(m mark.Mark) bool { return m.Kind == mark.Still && m.Word == string(p.plan.Head) })
}

func (p *publication) stillMark(old feedback.Published) string {
	digest := mark.DigestOf("still/" + string(old.ID) + "/" + string(p.plan.Head))
	return p.Marks.Write(p.plan.Ref.String(), mark.Mark{Kind: mark.Still, Digest: digest, Word: string(p.plan.Head)})
}
