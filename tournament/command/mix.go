package command

import (
	"encoding/hex"
	"slices"
	"time"

	"topcut/tournament"
	"topcut/tournament/jointseed"
)

// mixTime is how long a start waits for these players.
const mixTime = time.Minute

// startMixed carries out the start that has waited.
func (d *decision) startMixed(due tournament.Due) error {
	m := d.after.Mixing
	if err := d.reminded(due); err != nil {
		return err
	}
	return d.tryStart(&Start{LeaveOut: m.LeaveOut, KeepAll: m.KeepAll, Alone: m.Alone, Pair: m.Pair})
}

// Mix mixes the draw for a player.
type Mix struct{ Player int }

func (c *Mix) decide(d *decision) error {
	s := d.after
	if !s.Waits() || s.Mixed() {
		return tournament.Refuse(tournament.WrongPhase, "mix.none")
	}
	if err := d.emit(&tournament.DrawMixed{Player: c.Player}); err != nil || !s.Mixed() {
		return err
	}
	return d.startMixed(d.after.MixEnd())
}

// askToMix asks the players to mix the draw before a start. It returns false if the
// start goes on at once.
func (d *decision) askToMix(c *Start) (bool, error) {
	s := d.after
	switch {
	case s.Mixed():
		return false, nil // enough have mixed it, or no player can
	case !s.Waits():
		return true, d.emit(&tournament.MixAsked{Until: d.now.Add(mixTime), LeaveOut: c.LeaveOut, KeepAll: c.KeepAll, Pair: c.Pair})
	case !d.now.Before(s.Mixing.Until):
		return false, nil
	}
	return true, tournament.Refuse(tournament.NeedsForce, "mix.waits", "n", len(s.Mixing.By), "of", s.MixersNeeded())
}

// renewSeed commits to a new secret if the undone events had revealed the old one.
func (d *decision) renewSeed(gone *tournament.Retracted) error {
	if !slices.ContainsFunc(d.Log, func(e tournament.Envelope) bool {
		_, revealed := e.Event.(*tournament.SeedRevealed)
		return revealed && slices.Contains(gone.Seqs, e.Seq)
	}) {
		return nil
	}
	if len(d.Fresh) == 0 {
		return tournament.Refuse(tournament.Unavailable, "mix.none")
	}
	old := hex.EncodeToString(d.book.Secret)
	d.book.Secret = d.Fresh
	return d.emit(&tournament.SeedRenewed{Commitment: jointseed.Commit(d.Fresh), Revealed: old})
}
