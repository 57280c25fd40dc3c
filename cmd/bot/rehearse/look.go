package rehearse

import (
	"context"
	"slices"

	"topcut/commands/customid"
	"topcut/tournament"
	"topcut/tournament/histories"
)

// curious is how many steps in a thousand are followed by somebody looking
// around.
const curious = 60

// lookAround lets whoever has just acted look at something that only shows:
// their status, standings, the log. What they see is checked by the local
// Discord alone.
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
		views = append(views, "pairings", "clock", "explain pairing", "deck show")
	}
	if s.LastDone() > 0 {
		views = append(views, "standings", "explain standing")
	}
	if s.Cut != nil {
		views = append(views, "bracket")
	}
	if step.Player == 0 {
		views = []string{"tournament log", "tournament list", "tournament settings", "doctor", "standings", "pairings"}
	}
	h, err := p.slash(ctx, who, views[p.intN(len(views))], nil)
	if err != nil || h.answer.Message == nil {
		return
	}
	turned, err := p.pressIn(ctx, who, h, func(id customid.ID) bool {
		return slices.Contains([]string{customid.Standings, customid.Pairings, customid.Log, customid.Status, customid.Bracket, customid.Settings}, id.Verb)
	})
	if err == nil && turned.answer.Message != nil && turned.answer.Message.ID != h.answer.Message.ID {
		p.dismiss(who, turned)
	}
	p.dismiss(who, h)
}
