package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
)

// cutLock takes "lock 39" off the end of a cut as it is typed.
func cutLock(fields []string) (rest []string, points int, err error) {
	n := len(fields) - 2
	if n < 1 || fields[n] != "lock" {
		return fields, 0, nil
	}
	points, err = strconv.Atoi(fields[n+1])
	return fields[:n], points, err
}

// lockRule says before the start how players are locked into the cut; empty
// where they are not.
func (e Env) lockRule() string {
	points := e.state().Settings.Cut.Lock
	if points == 0 {
		return ""
	}
	return fmt.Sprintf("**Early places:** whoever reaches %s while rounds are still to be played is in the cut and has byes from then on, as long as it has places. The cut is seeded in the order in which they got there, then by the standings.", plural(points, "point", "points"))
}

// lockNote says who is in the cut already after a round.
func (e Env) lockNote(after int) string {
	var words []string
	for _, l := range e.state().Locks {
		if l.Round <= after && e.state().PlaysOn(l.Player) {
			words = append(words, fmt.Sprintf("%s (round %d)", e.name(l.Player), l.Round))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return "**In the cut already, in the order of the seeds:** " + clipped(words, maxSeeds) + "."
}

// lockedSince says for a player since when the place in the cut is certain; empty
// where it is not, or the cut is made.
func (e Env) lockedSince(player int) string {
	s := e.state()
	if r := s.Locked(player); r > 0 && s.Cut == nil && s.PlaysOn(player) {
		return fmt.Sprintf("in the cut since round %d", r)
	}
	return ""
}

// locksMoved returns who is locked into the cut by an event and who is no longer.
func (e Env) locksMoved(seq int64, ev *tournament.CutLocked) (in []tournament.Lock, out []int) {
	var before []tournament.Lock
	gone := e.retractedBefore(seq)
	for i := range e.Snap.Log {
		env := &e.Snap.Log[i]
		if old, ok := env.Event.(*tournament.CutLocked); ok && env.Seq < seq && !gone[env.Seq] {
			before = old.Locks
		}
	}
	had := func(list []tournament.Lock, n int) bool {
		return slices.ContainsFunc(list, func(l tournament.Lock) bool { return l.Player == n })
	}
	for _, l := range ev.Locks {
		if !had(before, l.Player) {
			in = append(in, l)
		}
	}
	for _, l := range before {
		if !had(ev.Locks, l.Player) {
			out = append(out, l.Player)
		}
	}
	return in, out
}

// lockLine says in the log who is locked into the cut.
func (e Env) lockLine(seq int64, ev *tournament.CutLocked) string {
	in, out := e.locksMoved(seq, ev)
	var words []string
	for _, l := range in {
		words = append(words, fmt.Sprintf("%s (round %d)", e.name(l.Player), l.Round))
	}
	var sentences []string
	if len(words) > 0 {
		sentences = append(sentences, fmt.Sprintf("%s in the cut before its end: %s.", plural(len(words), "player is", "players are"), clipped(words, 10)))
	}
	if len(out) > 0 {
		sentences = append(sentences, fmt.Sprintf("No longer in the cut before its end: %s.", clipped(e.names(out), 10)))
	}
	if len(sentences) == 0 {
		return "The order of those who are in the cut already changed."
	}
	return strings.Join(sentences, " ")
}

// LockPost says who is in the cut while Swiss rounds are still to be played. seq
// is the number of its event.
func LockPost(e Env, seq int64) discord.Message {
	env := e.event(seq)
	if env == nil {
		return Withdrawn(e, "Who is in the cut already")
	}
	ev, ok := env.Event.(*tournament.CutLocked)
	if !ok {
		return Withdrawn(e, "Who is in the cut already")
	}
	in, out := e.locksMoved(seq, ev)
	return e.fitted(func(e Env) discord.Message {
		p := newPanel(accentGold, "In the cut of %s", e.title())
		var players []int
		for _, l := range in {
			players = append(players, l.Player)
		}
		if len(players) > 0 {
			p.text("In the cut with %s, and with byes until it begins: %s.", plural(e.state().Settings.Cut.Lock, "point", "points"), clipped(e.mentions(players), maxSeeds))
		}
		if len(out) > 0 {
			p.text("**No longer in the cut:** %s. What was decided before has changed; see %s.", clipped(e.mentions(out), maxSeeds), e.command("log"))
		}
		if free := e.state().CutSize - len(ev.Locks); free > 0 {
			p.note("%s left.", sentenceStart(plural(free, "place is", "places are")))
		} else {
			p.note("All places are taken; the other players play for theirs behind the cut.")
		}
		p.ping(e.users(append(players, out...))...)
		p.buttons(discord.Button{Label: "My status", CustomID: e.id(customid.Status)})
		return p.message()
	})
}
