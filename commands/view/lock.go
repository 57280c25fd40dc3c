package view

import (
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/logline"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// maxSeeds bounds the players of a cut named in one post.
const maxSeeds = 64

// lockRule says before the start how players are locked into the cut; "" if they are not.
func (e Env) lockRule() string {
	points := lockPoints(e.state())
	if points == 0 {
		return ""
	}
	return e.say("lock.rule", "n", points)
}

// lockNote says who is already in the cut after a round.
func (e Env) lockNote(after int) string {
	var words []string
	for _, l := range e.state().Locks {
		if l.Round <= after && e.state().PlaysOn(l.Player) {
			words = append(words, e.say("lock.player", "player", notice.Player(l.Player), "round", l.Round))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return e.say("lock.note", "players", e.clipped(words, maxSeeds))
}

// lockedSince says since when a player's place in the cut is certain; "" if it is not, or
// if the cut is made.
func (e Env) lockedSince(player int) string {
	s := e.state()
	if r := s.Locked(player); r > 0 && s.Elimination() == nil && s.PlaysOn(player) {
		return e.say("lock.since", "round", r)
	}
	return ""
}

// LockPost lists the players who are in the cut while Swiss rounds are still to come. seq
// is its event.
func LockPost(e Env, seq int64) discord.Message {
	ev, ok := eventOf[*tournament.CutLocked](e, seq)
	if !ok {
		return e.withdrawn()
	}
	in, out := logline.LocksMoved(e.Snap.Log, seq, ev)
	return e.fitted(func(e Env) discord.Message {
		p := e.panel(layout.Gold, "lock.title", "event", e.title())
		var players []int
		for _, l := range in {
			players = append(players, l.Player)
		}
		if len(players) > 0 {
			p.Say("lock.in", "n", lockPoints(e.state()), "players", e.clipped(e.mentions(players), e.most(maxSeeds)))
		}
		if len(out) > 0 {
			p.Say("lock.out", "players", e.clipped(e.mentions(out), e.most(maxSeeds)), "log", e.command("log"))
		}
		if free := e.state().CutSize() - len(ev.Locks); free > 0 {
			p.Small("lock.free", "n", free)
		} else {
			p.Small("lock.full")
		}
		p.Ping(e.users(append(players, out...))...)
		p.Buttons(discord.Button{Label: e.say("button.status"), CustomID: e.id(customid.Status{})})
		return p.Message()
	})
}

// lockPoints returns how many points give an early place; 0 if there are no early places.
func lockPoints(s *tournament.State) int {
	cut, _ := s.Settings.Stages.Cut()
	return cut.Entry.Lock
}
