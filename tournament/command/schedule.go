package command

import (
	"fmt"
	"slices"

	"topcut/tournament"
	"topcut/tournament/draw"
	"topcut/tournament/jointseed"
	"topcut/tournament/notice"
)

// drawSchedule makes the schedule at the start.
func (d *decision) drawSchedule() error {
	ev, err := draw.Schedule(d.after, jointseed.Round(d.joint(), 0, 0))
	if err != nil {
		return err
	}
	for i := range ev.StandIns {
		ev.StandIns[i].Person = d.book.addPerson("", fmt.Sprintf("Stand-in %d", i+1))
	}
	return d.emit(ev)
}

// replaceByStandIn seats a stand-in for a player who leaves, in the sessions to come
// and in one that is paired but not being played.
func (d *decision) replaceByStandIn(n int) error {
	s := d.after
	if s.Players.At(n).StandIn {
		return tournament.Refuse(tournament.BadInput, "schedule.fills", "player", notice.Player(n))
	}
	open, left := s.SessionsLeft()
	if !left {
		return nil
	}
	in := 1
	for i := range s.Players {
		if s.Players[i].StandIn {
			in++
		}
	}
	ev := &tournament.StandInSeated{StandIn: tournament.StandIn{Player: len(s.Players) + 1, Person: d.book.addPerson("", fmt.Sprintf("Stand-in %d", in))}, For: n}
	if err := d.emit(ev); err != nil || !open {
		return err
	}
	round, _, list := pairingsOf(d.after)
	old := slices.Clone(list)
	for i := range list {
		if j := slices.Index(list[i].Players, n); j >= 0 {
			list[i].Players = slices.Clone(list[i].Players)
			list[i].Players[j], list[i].Why = ev.Player, notice.New("why.stand_in")
			return d.emit(&tournament.RoundRepaired{Round: round, Pairings: list, Changed: changedPairings(old, list)})
		}
	}
	return nil
}
