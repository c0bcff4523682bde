package play

import (
	"context"
	"errors"
	"fmt"

	"github.com/settlehq/settle/internal/api"
	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/scenario"
)

// machine carries out an act at the program's own machine, as the person who
// sits there.
func (p *play) machine(act scenario.Act) {
	p.mu.Lock()
	house := p.house
	p.mu.Unlock()
	err := errors.New("the play has no process of its own to act at")
	if house != nil {
		err = p.actAt(context.Background(), house, act)
	}
	if err != nil {
		p.refused(fmt.Sprintf("%s: %v", act.Do, err))
	}
}

func (p *play) actAt(ctx context.Context, house *app.App, act scenario.Act) error {
	door := api.API{House: house}
	who := "the person at the machine"
	switch act.Do {
	case "pause":
		return door.Say(ctx, p.ref, who, journal.Pause)
	case "resume":
		return door.Say(ctx, p.ref, who, journal.Resume)
	case "stop":
		return door.Say(ctx, p.ref, who, journal.Stop)
	case "answer":
		return p.answer(ctx, house, who, act)
	case "second_run":
		return p.secondRun(ctx)
	}
	return errors.New("this release does not play it")
}

// answer is a person's word on what was seen last: while an act is carried out
// the host tells nothing.
func (p *play) answer(ctx context.Context, house *app.App, who string, act scenario.Act) error {
	facts, err := house.Remembered(ctx, p.ref)
	if err != nil {
		return err
	}
	id, ok := p.itemOf(facts.Verdict.Items, act.Item)
	if !ok {
		return fmt.Errorf("%s is no item of the pull request yet", act.Item)
	}
	st, err := api.Find(facts, string(id))
	if err != nil {
		return err
	}
	j, err := api.Answer{Fix: act.Fix, Decline: act.Decline, Defer: act.Defer}.Judge(st)
	if err != nil {
		return err
	}
	return house.Tell(ctx, p.ref, journal.Told{Who: who, Word: journal.Answer, Judgment: &j})
}

// secondRun starts another process's run on the same pull request, which must
// be refused while the first one lives.
func (p *play) secondRun(ctx context.Context) error {
	c, leave := p.sim.Clock.Join()
	defer leave()
	house, err := p.open(ctx, c, nil)
	if err != nil {
		return err
	}
	defer func() { _ = house.Close() }()
	_, err = house.Run(ctx, p.ref, app.RunOptions{})
	var held *journal.HeldError
	if !errors.As(err, &held) {
		return fmt.Errorf("a second run was not refused: %w", err)
	}
	return nil
}
