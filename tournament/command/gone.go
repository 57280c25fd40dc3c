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
	Away    []int // persons of crews who have left, of whom a mate is there
	Seq     int64
}

func (c *NoteGone) decide(d *decision) error {
	if err := d.notOver(); err != nil {
		return err
	}
	gone := slices.DeleteFunc(slices.Clone(c.Players), func(n int) bool {
		return !d.after.Taking(n) || slices.ContainsFunc(d.Log[c.Seq:], func(e tournament.Envelope) bool { return d.after.PlayerOf(e.Actor) == n })
	})
	away := slices.DeleteFunc(slices.Clone(c.Away), func(person int) bool {
		return slices.ContainsFunc(d.Log[c.Seq:], func(e tournament.Envelope) bool { return e.Actor == person })
	})
	before := d.after.Seq
	if err := d.captainsAway(away); err != nil {
		return err
	}
	if !slices.Equal(gone, d.after.HaveLeft()) {
		return d.emit(&tournament.PlayersGone{Players: gone})
	}
	if d.after.Seq == before {
		return tournament.Refuse(tournament.NoChange, "deadline.not_due")
	}
	return nil
}

// captainsAway makes the member who has been there longest the captain of each crew whose
// captain has left the server. The one who left stays a member, who may come back.
func (d *decision) captainsAway(away []int) error {
	for _, person := range away {
		n := d.after.PlayerOf(person)
		if n == 0 || !d.after.Taking(n) {
			continue
		}
		members := d.after.Players.At(n).Members()
		there := slices.IndexFunc(members, func(other int) bool { return !slices.Contains(away, other) })
		if len(members) < 2 || members[0] != person || there < 1 {
			continue
		}
		order := slices.Concat(members[there:there+1], members[1:there], members[there+1:], members[:1])
		if err := d.emit(&tournament.CrewChanged{Player: n, Members: order}); err != nil {
			return err
		}
	}
	return nil
}
