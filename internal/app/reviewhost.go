package app

import (
	"context"

	"github.com/settlehq/settle/internal/perform"
	"github.com/settlehq/settle/internal/pull"
)

// reviewHost is the host as a review sees it: its writes of content keep the
// pace of the account.
type reviewHost struct{ paced }

var _ perform.ReviewHost = (*reviewHost)(nil)

// Review waits for its turn and submits.
func (h *reviewHost) Review(ctx context.Context, ref pull.Ref, draft pull.ReviewDraft) (pull.Posted, error) {
	if err := h.turn(ctx, ref); err != nil {
		return pull.Posted{}, err
	}
	return h.Client.Review(ctx, ref, draft)
}

// ReviewComment waits for its turn and comments.
func (h *reviewHost) ReviewComment(ctx context.Context, ref pull.Ref, head pull.Oid, one pull.Inline) (pull.Posted, error) {
	if err := h.turn(ctx, ref); err != nil {
		return pull.Posted{}, err
	}
	return h.Client.ReviewComment(ctx, ref, head, one)
}
