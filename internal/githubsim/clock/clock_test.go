package clock_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/settlehq/settle/internal/githubsim/clock"
	"github.com/settlehq/settle/internal/scenario"
)

var start = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

func at(d time.Duration) time.Time { return start.Add(d) }

// stepping gives a running clock that jumps.
func stepping(t *testing.T) *clock.Clock {
	t.Helper()
	c := clock.New(start, scenario.Clock{Step: true}, 1)
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() { c.Run(ctx) })
	t.Cleanup(func() { cancel(); group.Wait() })
	return c
}

// log is what happened and when, in order.
type log struct {
	mu    sync.Mutex
	lines []string
}

func (l *log) add(now time.Time, what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, fmt.Sprintf("%v %s", now.Sub(start), what))
}

func (l *log) want(t *testing.T, want ...string) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if !slices.Equal(l.lines, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(l.lines, "\n"), strings.Join(want, "\n"))
	}
}

func TestTimeJumpsFromEventToWaitWhenNobodyWorks(t *testing.T) {
	c := stepping(t)
	var l log
	driver, leave := c.Join()
	defer leave()
	c.At(at(3*time.Minute), "verdict", func() { l.add(c.Now(), "verdict") })
	c.At(at(2*time.Second), "ack", func() {
		l.add(c.Now(), "ack")
		c.At(at(5*time.Minute), "late", func() { l.add(c.Now(), "late") })
	})
	for _, wake := range []time.Duration{time.Minute, 5 * time.Minute} {
		if err := driver.Until(t.Context(), at(wake)); err != nil {
			t.Fatal(err)
		}
		l.add(driver.Now(), "driver wakes")
	}
	l.want(t, "2s ack", "1m0s driver wakes", "3m0s verdict", "5m0s late", "5m0s driver wakes")
}

func TestNothingHappensWhileSomebodyWorks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := stepping(t)
		driver, leave := c.Join()
		defer leave()
		second, leaveToo := c.Join()
		defer leaveToo()
		c.At(at(time.Second), "event", func() {})
		idle := driver.Busy()
		go func() { _ = driver.Until(t.Context(), at(time.Hour)) }()
		go func() { _ = second.Until(t.Context(), at(time.Hour)) }()
		time.Sleep(time.Minute) // of real time: nobody may use it to go on
		if now := c.Now(); !now.Equal(start) {
			t.Errorf("time went to %v beside a work", now.Sub(start))
		}
		idle()
		synctest.Wait()
		if now := c.Now(); !now.Equal(at(time.Hour)) {
			t.Errorf("time stands at %v though all wait", now.Sub(start))
		}
	})
}

func TestAParticipantThatHasNotWaitedYetIsAtWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := stepping(t)
		driver, leave := c.Join()
		defer leave()
		_, leaveToo := c.Join() // started, has said nothing
		go func() { _ = driver.Until(t.Context(), at(time.Hour)) }()
		time.Sleep(time.Minute)
		if now := c.Now(); !now.Equal(start) {
			t.Errorf("time went to %v", now.Sub(start))
		}
		leaveToo()
		synctest.Wait()
		if now := c.Now(); !now.Equal(at(time.Hour)) {
			t.Errorf("the one that left is still waited for: %v", now.Sub(start))
		}
	})
}

// A job knocks at the dispatcher and ends; the dispatcher has not run yet when
// the clock looks. It must not be jumped over.
func TestWhoWasWokenBeforeTheJumpIsNotJumpedOver(t *testing.T) {
	for range 200 {
		c := stepping(t)
		process, leave := c.Join()
		idle := process.Busy()
		knocked, knock := context.WithCancel(t.Context())
		woken := make(chan time.Time)
		go func() {
			_ = process.Until(knocked, at(time.Hour))
			woken <- process.Now()
		}()
		go func() {
			knock()
			idle()
		}()
		if now := <-woken; !now.Equal(start) {
			t.Fatalf("woken at once, but it is %v later", now.Sub(start))
		}
		leave()
	}
}

func TestOfTwoWaitsTheOneThatEndedCountsAsWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := stepping(t)
		process, leave := c.Join()
		defer leave()
		idle := process.Busy()
		go func() { _ = process.Until(t.Context(), at(time.Hour)) }() // a timeout of the whole run
		go func() { _ = process.Until(t.Context(), at(time.Minute)) }()
		synctest.Wait()
		idle()
		time.Sleep(500 * time.Millisecond) // on its way to a Busy
		if now := c.Now(); !now.Equal(at(time.Minute)) {
			t.Errorf("time went on to %v", now.Sub(start))
		}
		time.Sleep(time.Second) // it ended without a word
		synctest.Wait()
		if now := c.Now(); !now.Equal(at(time.Hour)) {
			t.Errorf("time stands at %v for somebody who is gone", now.Sub(start))
		}
	})
}

// serve puts a clock behind a real server.
func serve(t *testing.T, c *clock.Clock) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle(clock.Path, c)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

func TestProcessesShareTheTimeOverHTTP(t *testing.T) {
	c := stepping(t)
	base := serve(t, c)
	one, err := clock.Dial(t.Context(), base)
	if err != nil {
		t.Fatal(err)
	}
	two, err := clock.Dial(t.Context(), base)
	if err != nil {
		t.Fatal(err)
	}
	var l log
	var group sync.WaitGroup
	group.Go(func() {
		for _, wake := range []time.Duration{10 * time.Second, 30 * time.Second} {
			_ = one.Until(t.Context(), at(wake))
			l.add(one.Now(), "one")
		}
		_ = one.Until(t.Context(), at(time.Hour))
	})
	group.Go(func() {
		for _, wake := range []time.Duration{20 * time.Second, 40 * time.Second} {
			_ = two.Until(t.Context(), at(wake))
			l.add(two.Now(), "two")
		}
		_ = two.Until(t.Context(), at(time.Hour))
	})
	group.Wait()
	l.want(t, "10s one", "20s two", "30s one", "40s two")
}

func TestAKilledProcessIsNoLongerWaitedFor(t *testing.T) {
	c := stepping(t)
	listener, err := net.Listen("unix", filepath.Join(t.TempDir(), "sim"))
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle(clock.Path, c)
	server := &http.Server{Handler: mux}
	go func() { _ = server.Serve(listener) }()
	defer func() { _ = server.Close() }()
	base := "unix:" + listener.Addr().String()
	life, kill := context.WithCancel(t.Context())
	first, err := clock.Dial(life, base)
	if err != nil {
		t.Fatal(err)
	}
	first.Busy() // and never idle again
	waiting := make(chan error)
	go func() { waiting <- first.Until(context.WithoutCancel(life), at(time.Hour)) }()
	kill()
	if err := <-waiting; !errors.Is(err, clock.ErrLost) {
		t.Errorf("a wait without a clock ends with %v", err)
	}
	second, err := clock.Dial(t.Context(), base)
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Until(t.Context(), at(time.Minute)); err != nil || !second.Now().Equal(at(time.Minute)) {
		t.Errorf("the next process stands at %v: %v", second.Now().Sub(start), err)
	}
}

func TestWhatIsDueAtOnceHasHappenedBeforeTheAnswer(t *testing.T) {
	c := clock.New(start, scenario.Clock{Step: true}, 1) // not running: only Drain can do it
	var l log
	c.At(start, "reply", func() {
		l.add(c.Now(), "reply")
		c.At(start, "again", func() { l.add(c.Now(), "again") })
	})
	c.At(at(time.Second), "later", func() { l.add(c.Now(), "later") })
	c.Drain()
	l.want(t, "0s reply", "0s again")
}

func TestTheSeedOrdersWhatIsDueTogether(t *testing.T) {
	play := func(seed int64, labels []string) string {
		c := clock.New(start, scenario.Clock{Step: true}, seed)
		var order []string
		for _, label := range labels {
			c.At(start, label, func() { order = append(order, label) })
		}
		c.Drain()
		return strings.Join(order, " ")
	}
	labels := []string{"bugbot", "copilot", "maria", "ci", "codex"}
	backwards := slices.Clone(labels)
	slices.Reverse(backwards)
	if a, b := play(1, labels), play(1, backwards); a != b {
		t.Errorf("one seed, two orders: %s and %s", a, b)
	}
	orders := map[string]bool{}
	for seed := range int64(20) {
		orders[play(seed, labels)] = true
	}
	if len(orders) < 5 {
		t.Errorf("twenty seeds give %d orders", len(orders))
	}
}

func TestAClockThatNobodyJoinedIsMovedByHand(t *testing.T) {
	c := clock.New(start, scenario.Clock{Step: true}, 1)
	base := serve(t, c)
	var l log
	c.At(at(time.Minute), "check", func() { l.add(c.Now(), "check") })
	answer, err := http.Post(base+clock.Path, "application/json", strings.NewReader(`{"advance": "90s"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var state struct {
		Now  time.Time
		Step bool
		Next *time.Time
	}
	if err := json.NewDecoder(answer.Body).Decode(&state); err != nil || !state.Now.Equal(at(90*time.Second)) || !state.Step || state.Next != nil {
		t.Errorf("state is %+v, %v", state, err)
	}
	l.want(t, "1m0s check")
	if _, err := clock.Dial(t.Context(), base); err != nil {
		t.Fatal(err)
	}
	refused, err := http.Post(base+clock.Path, "application/json", strings.NewReader(`{"advance": "1s"}`))
	if err != nil || refused.StatusCode != http.StatusConflict {
		t.Errorf("a clock with participants was moved: %v, %v", refused, err)
	}
	_ = refused.Body.Close()
}

func TestAtASpeedTimeFollowsTheRealOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := clock.New(start, scenario.Clock{Speed: 60}, 1)
		ctx, cancel := context.WithCancel(t.Context())
		go c.Run(ctx)
		defer cancel()
		client, leave := c.Join()
		defer leave()
		var l log
		c.At(at(time.Minute), "verdict", func() { l.add(c.Now(), "verdict") })
		if err := client.Until(t.Context(), at(2*time.Minute)); err != nil {
			t.Fatal(err)
		}
		l.want(t, "1m0s verdict")
		if now := client.Now(); !now.Equal(at(2 * time.Minute)) {
			t.Errorf("two real seconds later it is %v", now.Sub(start))
		}
	})
}

// Processes with a dispatcher and jobs, all at random: time must never move
// while one works, never go back, and never stand still for good.
func TestARandomPlayNeitherJumpsEarlyNorStandsStill(t *testing.T) {
	for seed := range uint64(30) {
		c := stepping(t)
		var group sync.WaitGroup
		for n := range 3 {
			client, leave := c.Join()
			random := rand.New(rand.NewPCG(seed, uint64(n)))
			group.Go(func() {
				defer leave()
				dispatch(t, c, client, random)
			})
		}
		group.Wait()
	}
}

func dispatch(t *testing.T, c *clock.Clock, client *clock.Client, random *rand.Rand) {
	var jobs sync.WaitGroup
	last := client.Now()
	for range 20 {
		knocked, knock := context.WithCancel(t.Context())
		if random.IntN(2) == 0 {
			idle := client.Busy()
			before := c.Now()
			jobs.Go(func() {
				defer idle()
				if !c.Now().Equal(before) {
					t.Errorf("time moved beside a job")
				}
				knock()
			})
		}
		_ = client.Until(knocked, last.Add(time.Duration(1+random.IntN(90))*time.Second))
		knock()
		if now := client.Now(); now.Before(last) {
			t.Errorf("time went back from %v to %v", last, now)
		} else {
			last = now
		}
	}
	jobs.Wait()
}
