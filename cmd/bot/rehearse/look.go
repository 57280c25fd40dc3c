package rehearse

import (
	"context"

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/histories"
)

const (
	// curious is after how many steps per thousand the person looks around.
	curious = 60
	// untidy is how many private answers per thousand stay on the screen, and belated after
	// how many steps per thousand a button of one of these is pressed.
	untidy, belated = 50, 30
)

// panel is a private answer left on the screen.
type panel struct {
	who     *actor
	message localdiscord.Message
	button  string
}

// putAway removes a private answer from the screen, or leaves it there.
func (p *play) putAway(who *actor, h response) {
	if m := h.answer.Message; m != nil && m.Private() && p.chance(untidy) {
		button, ok := component(m.Components, like(customid.Confirm{}, customid.Publish{}, customid.Report{}, customid.Status{}, customid.Sure{}))
		if ok {
			p.mu.Lock()
			p.left = append(p.left, panel{who, *m, button})
			p.mu.Unlock()
			return
		}
	}
	p.dismiss(who, h)
}

// pressOld presses a button that may be outdated: the bot does what still makes sense, or
// says that the panel is out of date.
func (p *play) pressOld(ctx context.Context) {
	if !p.chance(belated) {
		return
	}
	p.mu.Lock()
	if len(p.left) == 0 {
		p.mu.Unlock()
		return
	}
	old := p.left[0]
	p.left = p.left[1:]
	p.mu.Unlock()
	old.who.mu.Lock()
	defer old.who.mu.Unlock()
	if h, err := p.click(ctx, old.who, old.message, old.button); err == nil {
		p.dismiss(old.who, h)
	}
}

// lookAround lets the person who has just acted use a read-only command: status,
// standings, the log. The local Discord checks the answer.
func (p *play) lookAround(ctx context.Context, snap *tournament.Snapshot, step histories.Step) {
	if !p.chance(curious) {
		return
	}
	who, err := p.actor(step.Actor.User)
	if err != nil {
		return
	}
	who.mu.Lock()
	defer who.mu.Unlock()
	s := snap.State
	views := []string{"status", "log", "help"}
	if len(s.Rounds) > 0 {
		views = append(views, "pairings", "clock", "explain", "deck show")
	}
	if s.LastDone() > 0 {
		views = append(views, "standings")
	}
	if s.Elimination() != nil {
		views = append(views, "bracket")
	}
	if step.Player == 0 {
		views = []string{"tournament log", "tournament list", "tournament settings", "doctor", "standings", "pairings"}
	}
	h, err := p.slash(ctx, who, views[p.intN(len(views))], nil)
	if err != nil || h.answer.Message == nil {
		return
	}
	turned, err := p.pressIn(ctx, who, h, like(customid.Standings{}, customid.Pairings{}, customid.Log{}, customid.Status{}, customid.Bracket{}, customid.Settings{}))
	if err == nil && turned.answer.Message != nil && turned.answer.Message.ID != h.answer.Message.ID {
		p.dismiss(who, turned)
	}
	p.dismiss(who, h)
}
