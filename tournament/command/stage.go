package command

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/draw"
	"topcut/tournament/flights"
	"topcut/tournament/jointseed"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

// SplitFlights splits a division at random, as a last resort to save rounds
// (docs/rules/pokemon.md#pkm-67): only before a cut (PKM-69), only if divisions play
// apart (PKM-70), and so that every flight sends the same number of players on
// (PKM-77).
type SplitFlights struct{ Division, Flights int }

func (c *SplitFlights) decide(d *decision) error {
	s := d.after
	sizes := s.DivisionSizes()
	switch {
	case s.Rules.Divisions.Flights == nil:
		return tournament.Refuse(tournament.BadInput, "flights.unknown", "game", notice.Text(s.Rules.Name))
	case s.Phase != tournament.Running || !s.Stage().Kind.ByPoints() || s.Draft != nil || s.PlannedCut() == nil:
		return tournament.Refuse(tournament.WrongPhase, "flights.when")
	case s.PlannedCut().Entry().Lock > 0:
		return tournament.Refuse(tournament.WrongPhase, "flights.lock")
	case s.Rules.DivisionMode(sizes) != "separate":
		return tournament.Refuse(tournament.WrongPhase, "flights.apart")
	case c.Division < 0 || c.Division >= len(sizes):
		return tournament.Refuse(tournament.BadInput, "division.none")
	}
	if _, err := flights.PerFlight(s.DivisionCuts(s.PlannedCut().Entry())[c.Division], c.Flights); err != nil {
		return tournament.RefuseAs(tournament.BadInput, err)
	}
	ev, err := draw.Flights(s, jointseed.Round(d.joint(), 0, c.Division), c.Division, c.Flights)
	if err != nil {
		return err
	}
	return d.emit(ev)
}

// lockIn updates the list of players locked into the cut.
func (d *decision) lockIn() error {
	if s := d.after; s.Phase != tournament.Running || s.Elimination() != nil {
		return nil
	}
	locks, err := d.after.LocksByRule()
	if err != nil || slices.Equal(locks, d.after.Locks) {
		return err
	}
	return d.emit(&tournament.CutLocked{Locks: locks})
}

// beginFirst begins the first stage with all its draws.
func (d *decision) beginFirst() error {
	if d.after.Plan[0].Kind().Eliminates() {
		return d.seedBracket()
	}
	if err := d.emit(d.after.Beginning(0)); err != nil {
		return err
	}
	return d.drawFirst()
}

// drawFirst draws what the first stage needs before its first round.
func (d *decision) drawFirst() error {
	first := d.after.Plan[0]
	if first.Kind() == stage.Schedule {
		return d.drawSchedule()
	}
	if first.Stage.Groups > 1 {
		return d.emit(draw.Groups(d.after, jointseed.Round(d.joint(), 0, 0), first.Stage.Groups))
	}
	return nil
}

// seedBracket begins an event that is elimination from the start: given seeds first,
// the others drawn (docs/rules/pokemon.md#pkm-51, docs/rules/magic.md#mtg-50).
func (d *decision) seedBracket() error { return d.emit(draw.Bracket(d.after, d.joint())) }

// beginNext begins the next planned stage of rounds.
func (d *decision) beginNext() error {
	ev, err := d.after.NextBeginning()
	if err != nil {
		return err
	}
	return d.emit(ev)
}
