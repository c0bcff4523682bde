package journal

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// random writes n lines such as a busy pull request has, legal step by step; in
// a hundred lines, people speak so often.
func random(r *rand.Rand, n, people int) []Entry {
	s, open := new(story), map[action.Key]State{}
	for len(s.lines) < n {
		item := at(feedback.ItemID(fmt.Sprintf("t%d", 1+r.IntN(9+n/20))), int64(100+r.IntN(3)))
		switch pick := r.IntN(100); {
		case pick < 10:
			s.saw(pull.Oid(fmt.Sprintf("h%d", r.IntN(5))), item)
		case pick < 10+people:
			s.told([]Word{Pause, Resume, Stop, Raise}[r.IntN(4)])
		case pick < 20:
			s.answered(feedback.Judgment{At: item, Class: feedback.Invalid})
		default:
			step(r, s, open, item)
		}
	}
	return s.lines
}

// step moves one random deed one legal step on.
func step(r *rand.Rand, s *story, open map[action.Key]State, item feedback.At) {
	commit := pull.Oid(fmt.Sprintf("c%d", r.IntN(4+len(s.lines)/20)))
	key := []action.Key{
		action.TriageKey([]feedback.At{item}), action.FixKey("h1", []feedback.At{item}, r.IntN(3)), action.VerifyKey(commit),
		action.PushKey(commit), action.ReplyKey(item, feedback.Fixed), action.AskKey("bugbot", "h1", r.IntN(3)),
	}[r.IntN(6)]
	from := open[key]
	if len(legal[from]) == 0 {
		s.saw("h1")
		return
	}
	did := Did{Key: key, Try: 1 + r.IntN(3), State: legal[from][r.IntN(len(legal[from]))], Items: []feedback.At{item}}
	did.Why = []Why{"", Failed, Moved, Void, Unwished}[r.IntN(5)]
	if did.State == Done {
		did.Outcome = &Outcome{
			Commit: commit, Spent: 3, Runs: 1, Proof: &feedback.Proof{Green: r.IntN(2) == 0},
			Judgments: []feedback.Judgment{{At: item, Class: feedback.Valid, Source: feedback.ByAgent}},
			Claims:    []feedback.Claim{{At: item, Outcome: []feedback.Disposition{feedback.Fixed, feedback.Failed}[r.IntN(2)]}},
		}
	}
	open[key] = did.State
	s.did(did)
}

func TestWithGoesOnWhereFoldLeftOff(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 3))
		lines := random(r, 1+r.IntN(120), 8)
		cut := r.IntN(len(lines) + 1)
		before, again := Fold(lines[:cut]), Fold(lines[:cut])
		whole, continued := Fold(lines), before.With(lines[cut:]...)
		if !reflect.DeepEqual(whole, continued) {
			t.Fatalf("seed %d, cut at %d of %d: continued differs from whole", seed, cut, len(lines))
		}
		if !reflect.DeepEqual(before, again) {
			t.Fatalf("seed %d, cut at %d: going on changed the history it came from", seed, cut)
		}
		step := Fold(nil)
		for _, line := range lines {
			step = step.With(line)
		}
		if !reflect.DeepEqual(whole, step) {
			t.Fatalf("seed %d: line by line differs from whole", seed)
		}
	}
}

// BenchmarkFold10k holds the fold against reading the lines, which a store
// does before it: while the fold costs less than that, checkpoints would save
// little (architecture.md 7).
func BenchmarkFold10k(b *testing.B) {
	lines := random(rand.New(rand.NewPCG(1, 3)), 10000, 1)
	var stored [][]byte
	for _, line := range lines {
		text, err := json.Marshal(line)
		if err != nil {
			b.Fatal(err)
		}
		stored = append(stored, text)
	}
	fold, read := time.Hour, time.Hour
	for b.Loop() {
		start := time.Now()
		for i := range stored {
			lines[i] = Entry{}
			if err := json.Unmarshal(stored[i], &lines[i]); err != nil {
				b.Fatal(err)
			}
		}
		decoded := time.Now()
		if h := Fold(lines); h.Seq != 10000 {
			b.Fatal(h.Seq)
		}
		read, fold = min(read, decoded.Sub(start)), min(fold, time.Since(decoded))
	}
	b.ReportMetric(float64(fold.Microseconds())/1000, "fold-ms")
	b.ReportMetric(float64(fold)/float64(read), "fold/read")
	if fold > read {
		b.Errorf("the best fold of 10,000 lines took %s, reading them %s: time for checkpoints", fold, read)
	}
}
