package drawing

import (
	"strings"

	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
)

// Schedule returns the seating of the sessions first to end-1 of a scramble, counted
// from 0, with the winds.
func Schedule(e wording.Event, first, end int) pictures.ScheduleData {
	s := e.Snap.State
	d := pictures.ScheduleData{
		Title: e.Say("schedule.title"), Subtitle: e.Snap.State.Settings.Name, Note: WindKey(e),
	}
	for i, session := range s.Schedule().Schedule.Sessions[first:end] {
		round := pictures.ScheduleRound{Name: e.Say("round.session", "round", first+i+1)}
		for j, table := range session.Tables {
			seats := pictures.ScheduleTable{Name: e.Say("table.number", "table", j+1)}
			played := satDown(e, first+i, j)
			for wind, number := range table {
				name := Drawn(e, number)
				if wind < len(played) {
					name = e.Given(played[wind])
				}
				seats.Seats = append(seats.Seats, pictures.ScheduleSeat{Wind: WindLetter(e, wind), Name: name})
			}
			round.Tables = append(round.Tables, seats)
		}
		if out := SittingOut(e, session); out != "" {
			round.Detail = e.Say("schedule.out", "players", text.Raw(out))
		}
		d.Rounds = append(d.Rounds, round)
	}
	return d
}

// satDown returns the players at a table of a session by wind, or none before the session
// is published: a stand-in takes only later seats.
func satDown(e wording.Event, session, table int) []int {
	round := e.Snap.State.Schedule().FirstRound + session
	if e.Snap.State.Round(round) == nil {
		return nil
	}
	matches := e.Snap.State.Ledger.Rounds.At(round).Matches
	for i := range matches {
		if int(matches[i].Table) == table+1 {
			return wording.Seated(&matches[i])
		}
	}
	return nil
}

// Drawn returns the name of the player who drew a number of the schedule.
func Drawn(e wording.Event, number int) string {
	if numbers := e.Snap.State.Schedule().Schedule.Numbers; number >= 1 && number <= len(numbers) {
		return e.Given(numbered.Get(numbers, number))
	}
	return e.Say("schedule.number", "number", number)
}

// WindLetter returns the letter of a wind.
func WindLetter(e wording.Event, seat int) string {
	return e.Say([...]notice.Code{"seat.e", "seat.s", "seat.w", "seat.n"}[seat])
}

// WindKey explains the letters of the winds.
func WindKey(e wording.Event) string {
	words := make([]string, 4)
	for i := range words {
		words[i] = WindLetter(e, i) + " " + e.Say([...]notice.Code{"seat.east", "seat.south", "seat.west", "seat.north"}[i])
	}
	return strings.Join(words, " · ")
}

// SittingOut names the players who sit out a session.
func SittingOut(e wording.Event, session tournament.Session) string {
	names := make([]string, 0, len(session.Out))
	for _, number := range session.Out {
		names = append(names, Drawn(e, number))
	}
	return e.List(names)
}

// Seats returns a draft table from above, seat 1 at the top.
func Seats(e wording.Event, pod, pods int, seats []int) pictures.SeatingData {
	d := pictures.SeatingData{Title: e.Say("draft.seats_short"), Subtitle: e.Snap.State.Settings.Name}
	if pods > 1 {
		d.Title = e.Say("draft.seats_pod", "pod", pod)
	}
	for _, n := range seats {
		d.Seats = append(d.Seats, e.Given(n))
	}
	return d
}
