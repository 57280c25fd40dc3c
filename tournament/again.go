package tournament

import (
	"topcut/tournament/journal"
	"topcut/tournament/stage"
)

// Again makes anew what an event's log has without a decision of a person. Package replay
// compares it with the log; it is the only user.
type Again struct{ *State }

// Paired pairs the round of ev from a seed, as the version that made it did.
func (a Again) Paired(ev *RoundPaired, seed [32]byte) (*RoundPaired, error) {
	t := a.clone() // the engine paired the state without an older preview
	t.Preview, t.PreviewMatches = nil, nil
	made, err := t.nextPairing(roundRequest{seed: seed, drawnSeats: ev.Engine < podsEngine})
	if err != nil {
		return nil, err
	}
	out := &RoundPaired{Round: ev.Round}
	made.into(out)
	return out, nil
}

// Engines returns the oldest and the newest version whose rounds can be paired anew.
func (a Again) Engines() (oldest, newest int) { return a.oldestEngine(), a.engine() }

// Attempt returns the number of the attempt at pairing the next round.
func (a Again) Attempt() int { return a.nextAttempt() }

// Sessions draws the schedule of a scramble.
func (a Again) Sessions(seed [32]byte) (*ScheduleDrawn, error) { return a.drawSchedule(seed) }

// Seats draws the seats of a draft.
func (a Again) Seats(seed [32]byte) ([][]int, error) { return a.draftSeats(seed) }

// Groups deals the groups of ev.
func (a Again) Groups(ev *GroupsDrawn, seed [32]byte) (*GroupsDrawn, error) {
	if ev.By == DrawnGroups {
		return a.dealGroups(seed, ev.Count), nil
	}
	return a.drawFlights(seed, ev.Division, ev.Count)
}

// Flight draws the flight of a player who registers late.
func (a Again) Flight(joint [32]byte, ev *PlayerRegistered) int {
	return a.lateFlight(joint, ev.Player, ev.Division)
}

// Planned plans the stages for the field without the absent players.
func (a Again) Planned(absent []int) ([]Planned, error) { return a.planWithout(absent) }

// Replanned plans the stages that a running event is changed to.
func (a Again) Replanned(asked stage.Chain) ([]Planned, error) { return a.replan(asked) }

// First returns the beginning of the first stage.
func (a Again) First() *StageBegan { return a.begin(0) }

// Following returns the beginning of the next stage of rounds.
func (a Again) Following() (*StageBegan, error) { return a.nextBegan() }

// Tied returns the beginning of a play-off of players tied at the top.
func (a Again) Tied(players []int) *StageBegan { return a.playedOff(players) }

// Cut returns the beginning of an elimination of a size; 0 = as announced.
func (a Again) Cut(size int) (*StageBegan, error) { return a.qualifiers(size) }

// SeedsAgain reports whether an elimination without rounds before it is seeded anew.
func (a Again) SeedsAgain() bool { return a.seedsAgain() }

// Seeded returns the beginning of an elimination without rounds before it.
func (a Again) Seeded(joint [32]byte) *StageBegan { return a.seeded(joint) }

// Final returns the final places.
func (a Again) Final() ([]int, error) { return a.finalPlaces() }

// Locked returns the early places in the elimination that the rules give.
func (a Again) Locked() ([]Lock, error) { return a.locksByRule() }

// SessionsLeft reports whether sessions of a schedule are left.
func (a Again) SessionsLeft() bool { _, left := a.sessionsLeft(); return left }

// Mixed reports whether due ends the time for mixing the draw and enough have mixed it.
func (a Again) Mixed(due Due) bool { return due == a.mixEnd() && a.mixed() }

// Reminders returns how many minutes before the end of a round there is a reminder.
func (a Again) Reminders(r *Round) []int { return a.reminders(r.Stage) }

// Retractable returns the entries of a log that an undo of batch first takes back, with
// everything later if later is true.
func Retractable(log []Envelope, first int64, later bool) []int64 {
	return journal.Retractable(aggregate{}, log, first, later)
}
