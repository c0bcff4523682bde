package play

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"time"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/githubsim/clock"
	"github.com/settlehq/settle/internal/githubsim/script"
	"github.com/settlehq/settle/internal/verdict"
)

// review starts the real program as an actor: under its account, with a new
// database, as a job of CI is. Time stands while it works.
func (p *play) review(ctx context.Context, r script.Run) {
	c, leave := p.sim.Clock.Join()
	p.reviewing.Add(1)
	p.reviewers.Go(func() {
		defer leave()
		defer p.reviewing.Add(-1)
		clean, err := p.reviewAs(ctx, c, r)
		if err != nil {
			p.refused(fmt.Sprintf("review %d by %s: %v", r.Nth, r.Actor, err))
		}
		r.Done(clean)
	})
}

// reviewAs makes one review; clean: it was one, and left no finding open.
func (p *play) reviewAs(ctx context.Context, c *clock.Client, r script.Run) (clean bool, err error) {
	house, err := openHouse(ctx, setting{
		URL: p.sim.URL, Dir: filepath.Join(p.Dir, "jobs", r.Actor+"-"+strconv.Itoa(r.Nth)), Path: p.Path, Agent: p.Agent, Version: p.Version,
		As: r.Actor, Login: r.Login, Nth: r.Nth,
	}, c, nil, p.Line)
	if err != nil {
		return false, err
	}
	defer func() { _ = house.Close() }()
	ref := p.ref
	ref.Number = r.Pull
	run, err := house.Review(ctx, ref, app.ReviewOptions{Chosen: true})
	return err == nil && run.Plan.Failed == "" && run.Plan.Open() == 0, err
}

// runIdle lets the script go on by itself until nothing is left to happen.
func (p *play) runIdle(ctx context.Context) (Result, error) {
	var result Result
	err := p.untilOver(ctx, p.pass, func() (verdict.Phase, error) { return "", nil })
	if err != nil {
		return result, err
	}
	result.Stats = p.sim.Stats()
	p.summarize(&result)
	return result, p.mistakes()
}

// reviewsEnd waits until no program reviews any more, and tells whether one did.
func (p *play) reviewsEnd(ctx context.Context, wait func(context.Context, time.Time) error) (went bool, err error) {
	for p.reviewing.Load() > 0 {
		went = true
		if err := wait(ctx, p.sim.Clock.Now().Add(time.Second)); err != nil {
			return went, err
		}
	}
	return went, nil
}
