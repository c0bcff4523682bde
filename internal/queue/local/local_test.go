package local_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/queue"
	"github.com/settlehq/settle/internal/queue/local"
	"github.com/settlehq/settle/internal/queue/queuetest"
	"github.com/settlehq/settle/internal/store/sqlite"
)

func TestExam(t *testing.T) {
	queuetest.Run(t, func(t *testing.T, clock queue.Clock) queuetest.Bench {
		s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "settle.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		q := local.New(s.DB(), clock, 4)
		return queuetest.Bench{Queue: q, Wake: func(ref pull.Ref, at time.Time) error {
			tx, err := s.DB().BeginTx(t.Context(), nil)
			if err != nil {
				return err
			}
			if err := q.Wake(t.Context(), tx, ref, at); err != nil {
				return err
			}
			return tx.Commit()
		}}
	})
}
