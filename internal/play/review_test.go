package play_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/settlehq/settle/internal/play"
)

// Each file is one life of `settle review`: the real program, run as a job of CI
// at each push, with a new database every time. What its threads came to is
// asked of the host.
func TestEveryReviewEndsAsItSays(t *testing.T) {
	files, err := filepath.Glob("testdata/reviews/*.txtar")
	if err != nil || len(files) < 14 {
		t.Fatalf("%d reviews: %v", len(files), err)
	}
	each(t, files, func(t *testing.T, o play.Options) {
		o.Idle = true
		mustMeet(t, run(t, o))
	})
}

// Beside the words of a finding its reviewer is told what people replied, what
// its file has gone through, and what stood in where that could not be had.
func TestAReviewerIsToldWhatBecameOfItsFindings(t *testing.T) {
	for name, want := range map[string][]string{
		"force-push":       {`told of high: Commit \w{7}, at which this was found, is gone, as after a force push; the diff is from \w{7}`, `told of stock: [1-9]\d* lines of diff`},
		"file-deleted":     {`told of high: The file price.go is gone`, `told of stock: 0 lines of diff`},
		"reply-on-dropped": {`told of high: maria, MEMBER, replied "Is that so for every customer\?"`, `told of word: linter, \w*, replied "This comment has no unit."`},
		"three-rounds": {
			`told of floats: maria, MEMBER, replied "Amounts are whole cents by design."`, `told of claimed: maria, MEMBER, replied "That is fixed."`,
			`told of zero: maria, MEMBER, replied "It is a gift."`, `told of high: [1-9]\d* lines of diff`,
		},
		"dismissed": {`told of leak: The file price.go is called cost.go now.`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile("testdata/reviews/" + name + ".txtar")
			if err != nil {
				t.Fatal(err)
			}
			var said lines
			o := staged(t, text)
			o.Idle, o.Line = true, said.add
			run(t, o)
			for _, pattern := range want {
				if !regexp.MustCompile(pattern).MatchString(said.all()) {
					t.Errorf("nobody told %q:\n%s", pattern, said.all())
				}
			}
		})
	}
}

// lines is what agents say, of several at a time.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.WriteString(line + "\n")
}

func (l *lines) all() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// The responder may be killed while its reviewer is at work: what the reviewer
// says comes from another process, and nothing of it is lost or said twice.
func TestOurReviewerBesideARunThatIsKilled(t *testing.T) {
	text, err := os.ReadFile("testdata/own-reviewer.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{12, 40, 75} {
		t.Run(strconv.Itoa(at), func(t *testing.T) {
			t.Parallel()
			o := staged(t, text)
			o.KillAt = at
			r := run(t, o)
			if r.Killed != 1 {
				t.Errorf("killed %d times of %d boundaries", r.Killed, len(r.Boundaries))
			}
			mustMeet(t, r)
		})
	}
}
