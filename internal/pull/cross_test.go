package pull

import (
	"fmt"
	"testing"
	"time"
)

var began = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// said is a thread with one comment, minutes after the beginning.
func said(id int64, minutes int, change func(*Thread)) Thread {
	t := Thread{NodeID: fmt.Sprint(id), Comments: []Comment{{ID: id, CreatedAt: began.Add(time.Duration(minutes) * time.Minute)}}}
	if change != nil {
		change(&t)
	}
	return t
}

func resolved(t *Thread) { t.Resolved = true }
func outdated(t *Thread) { t.Outdated = true }
func pending(t *Thread)  { t.Comments[0].Pending = true }

func TestTheSignIsAResolvedThreadBesideAnOpenOneThatStands(t *testing.T) {
	cases := map[string]struct {
		threads []Thread
		signal  bool
		before  int
	}{
		"two resolved, one new":            {[]Thread{said(1, 1, resolved), said(2, 2, resolved), said(3, 3, nil)}, true, 2},
		"none resolved":                    {[]Thread{said(1, 1, nil), said(2, 2, nil)}, false, 0},
		"all resolved":                     {[]Thread{said(1, 1, resolved), said(2, 2, resolved)}, false, 2},
		"what is open is outdated":         {[]Thread{said(1, 1, resolved), said(2, 2, outdated)}, false, 1},
		"what is open is a draft of ours":  {[]Thread{said(1, 1, resolved), said(2, 2, pending)}, false, 1},
		"every comment of it was deleted":  {[]Thread{said(1, 1, resolved), {NodeID: "2"}}, false, 1},
		"nothing was ever said":            {nil, false, 0},
		"resolved and outdated counts too": {[]Thread{said(1, 1, func(t *Thread) { resolved(t); outdated(t) }), said(2, 2, nil)}, true, 1},
	}
	for name, c := range cases {
		s := Snapshot{Threads: c.threads}
		if got := s.CrossInvocation(); got != c.signal || len(s.LastResolved()) != c.before {
			t.Errorf("%s: signal %v with %d resolved, want %v with %d", name, got, len(s.LastResolved()), c.signal, c.before)
		}
	}
}

func TestOfTwentyResolvedThreadsTheTenYoungestAreKept(t *testing.T) {
	var s Snapshot
	for n := range 20 {
		s.Threads = append(s.Threads, said(int64(n), (n*7)%20, resolved)) // in no order of time
	}
	last := s.LastResolved()
	if len(last) != 10 {
		t.Fatalf("%d are kept", len(last))
	}
	for n, thread := range last {
		if want := began.Add(time.Duration(19-n) * time.Minute); !thread.LastComment().Equal(want) {
			t.Errorf("place %d holds a thread of %v, want %v", n, thread.LastComment(), want)
		}
	}
}
