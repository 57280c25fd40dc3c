package command

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/notice"
)

// StillGone returns what refuses a command about a player who has left the server, once they
// have done something in the event.
func StillGone(n int) func(now *tournament.Snapshot) error {
	return func(now *tournament.Snapshot) error {
		if now.State.Taking(n) && !slices.Contains(now.State.Gone, n) {
			return tournament.Refuse(tournament.WrongPhase, "stale.gone", "player", notice.Player(n))
		}
		return nil
	}
}

// NoteGone records which players were found to have left the server after the event of
// the log with the number Seq. Those who have done something since are not recorded.
type NoteGone struct {
	Players []int
	Seq     int64
}

func (c *NoteGone) decide(d *decision) error {
	if err := d.notOver(); err != nil {
		return err
	}
	gone := slices.DeleteFunc(slices.Clone(c.Players), func(n int) bool {
		return !d.after.Taking(n) || slices.ContainsFunc(d.Log[c.Seq:], func(e tournament.Envelope) bool { return d.after.PlayerOf(e.Actor) == n })
	})
	if slices.Equal(gone, d.after.HaveLeft()) {
		return tournament.Refuse(tournament.NoChange, "deadline.not_due")
	}
	return d.emit(&tournament.PlayersGone{Players: gone})
}
