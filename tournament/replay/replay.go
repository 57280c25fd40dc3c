// Package replay recomputes what no person decided from the log of an event, so that anyone
// can check that the bot kept to its seed and its rules.
package replay

import (
	"encoding/hex"
	"fmt"
	"slices"

	"topcut/tournament"
	"topcut/tournament/draw"
	"topcut/tournament/jointseed"
	"topcut/tournament/notice"
	"topcut/tournament/rounds"
)

// same is the notice of a replay without a difference.
var same notice.Notice

// Result is the result of a replay.
type Result struct {
	Rounds     int           // rounds whose pairing was recomputed
	Skipped    int           // pairings that an organiser forced or changed, or that another engine or program made
	Difference notice.Notice // the first difference; zero = identical
	SeedKnown  bool          // the secret was revealed and matches its commitment
}

// A step recomputes one entry of a log on the state before it.
type step struct {
	*tournament.State
	joint [32]byte // the joint seed of the draws of the state
	out   *Result
}

// Run folds a log and recomputes everything in it that no person decides: that the
// revealed secret matches the commitment, that each seed follows from it, that each draw
// and pairing follows from its seed and the history before it, and everything that
// follows without randomness (see step.follows). A finished event must have revealed its
// secret.
func Run(id tournament.ID, log []tournament.Envelope) (*tournament.State, *Result, error) {
	final, err := tournament.Fold(id, log)
	if err != nil {
		return nil, nil, err
	}
	out := &Result{SeedKnown: final.Secret != ""}
	formed := 0 // entries that are well formed
	for formed < len(log) && wellFormed(log[:formed+1]) {
		formed++
	}
	var failed error
	_, err = tournament.FoldIf(id, log, func(before *tournament.State, e *tournament.Envelope) bool {
		if failed != nil || !out.Difference.IsZero() || formed < len(log) && e.Seq >= log[formed].Seq {
			return false
		}
		s := step{State: before, joint: jointOf(before, final), out: out}
		out.Difference, failed = s.difference(e)
		return failed == nil && out.Difference.IsZero()
	})
	switch {
	case err != nil:
		return nil, nil, err
	case failed != nil || !out.Difference.IsZero():
	case formed < len(log):
		out.Difference = differs(&log[formed])
	case final.Phase == tournament.Finished && !out.SeedKnown:
		// Without the secret, the seeds of brackets decide nothing that could differ.
		out.Difference = notice.New("replay.no_reveal")
	}
	return final, out, failed
}

// difference returns how an entry differs from what follows from the log before it.
func (s step) difference(e *tournament.Envelope) (found notice.Notice, err error) {
	switch ev := e.Event.(type) {
	case *tournament.EventStarted:
		if ev.Joins != s.Joins {
			found = notice.New("replay.joins")
		}
	case *tournament.RoundRepaired:
		s.out.Skipped++
	case *tournament.RoundPaired:
		found, err = s.recompute(ev)
	case *tournament.ScheduleDrawn:
		found, err = s.redraw(ev)
	case *tournament.GroupsDrawn:
		found, err = s.redeal(ev)
	case *tournament.PlayerRegistered:
		found = s.rejoin(ev)
	case *tournament.DraftSeated:
		found, err = s.reseat(ev)
	}
	if err != nil || !found.IsZero() || e.Batch == 1 && e.Seq > 1 { // an imported event is one batch
		return found, err
	}
	if follows, err := s.follows(e); err != nil || follows {
		return same, err
	}
	return differs(e), nil
}

// jointOf returns the joint seed of the draws of s, with the secret if final has it.
func jointOf(s *tournament.State, final *tournament.State) [32]byte {
	secret := final.Secret
	if n := len(s.Spent); n < len(final.Spent) {
		secret = final.Spent[n].Secret
	}
	raw, err := hex.DecodeString(secret)
	if err != nil {
		return [32]byte{}
	}
	return jointseed.Of(raw, s.Joins)
}

// recompute pairs a round again and returns the difference from the log. A program that
// has paired a kind of stage by an engine does not pair it by an older one later, since an
// older program opens no newer database, unless only an older one is due: in another
// stage, or after the correction of what called for the newer one.
func (s step) recompute(ev *tournament.RoundPaired) (notice.Notice, error) {
	due := rounds.Engine(s.State)
	if slices.ContainsFunc(s.Rounds, func(r tournament.Round) bool { return r.Stage == ev.Stage && ev.Engine < min(r.Engine, due) }) {
		return notice.New("replay.differs", "what", notice.New("replay.round", "round", ev.Round)), nil
	}
	if oldest := rounds.OldestEngine(s.State); ev.Forced || ev.Engine < oldest || ev.Engine > due {
		s.out.Skipped++
		return same, nil
	}
	raw, err := hex.DecodeString(ev.Seed)
	if err != nil || len(raw) != 32 {
		return notice.New("replay.no_seed", "what", notice.New("replay.round", "round", ev.Round)), nil
	}
	seed := [32]byte(raw)
	if ev.Attempt != s.NextAttempt() {
		return notice.New("replay.differs", "what", notice.New("replay.round", "round", ev.Round)), nil
	}
	if s.out.SeedKnown && seed != jointseed.Round(s.joint, ev.Round, ev.Attempt) {
		return notice.New("replay.seed", "what", notice.New("replay.round", "round", ev.Round)), nil
	}
	made, err := rounds.Again(s.State, ev, seed)
	if err != nil {
		return same, fmt.Errorf("round %d: %w", ev.Round, err)
	}
	s.out.Rounds++
	for i, p := range made.Pairings {
		if i >= len(ev.Pairings) {
			return notice.New("replay.matches", "round", ev.Round, "logged", len(ev.Pairings), "n", len(made.Pairings)), nil
		}
		if q := ev.Pairings[i]; p.Table != q.Table || p.Kind != q.Kind || !slices.Equal(p.Players, q.Players) {
			return notice.New("replay.table", "round", ev.Round, "table", q.Table, "logged", notice.Players(q.Players), "made", notice.Players(p.Players)), nil
		}
	}
	if len(made.Pairings) != len(ev.Pairings) {
		return notice.New("replay.matches", "round", ev.Round, "logged", len(ev.Pairings), "n", len(made.Pairings)), nil
	}
	if made.Stage != ev.Stage || made.Optimal != ev.Optimal || !equal(made.Pairings, ev.Pairings) ||
		len(ev.Cost)+len(made.Cost) > 0 && !equal(made.Cost, ev.Cost) || len(ev.Warnings)+len(made.Warnings) > 0 && !equal(made.Warnings, ev.Warnings) {
		return notice.New("replay.differs", "what", notice.New("replay.round", "round", ev.Round)), nil
	}
	return same, nil
}

// redraw makes the schedule of a scramble again and returns the difference from the
// log.
func (s step) redraw(ev *tournament.ScheduleDrawn) (notice.Notice, error) {
	if ev.Seed == "" { // imported
		s.out.Skipped++
		return same, nil
	}
	seed, err := hex.DecodeString(ev.Seed)
	if err != nil || len(seed) != 32 {
		return notice.New("replay.no_seed", "what", notice.Word("replay.schedule")), nil
	}
	if s.out.SeedKnown && [32]byte(seed) != jointseed.Round(s.joint, 0, 0) {
		return notice.New("replay.seed", "what", notice.Word("replay.schedule")), nil
	}
	made, err := draw.Schedule(s.State, [32]byte(seed))
	if err != nil {
		return same, err
	}
	equal := slices.EqualFunc(made.Sessions, ev.Sessions, func(a, b tournament.Session) bool {
		return slices.Equal(a.Tables, b.Tables) && slices.Equal(a.Out, b.Out)
	})
	standIns := func(a, b tournament.StandIn) bool { a.Person, b.Person = 0, 0; return a == b } // an export has no book
	if !equal || !slices.Equal(made.Numbers, ev.Numbers) || made.Value != ev.Value || !slices.EqualFunc(made.StandIns, ev.StandIns, standIns) {
		return notice.New("replay.differs", "what", notice.Word("replay.schedule")), nil
	}
	return same, nil
}

// reseat draws the seats of a draft again and returns the difference from the log.
func (s step) reseat(ev *tournament.DraftSeated) (notice.Notice, error) {
	if ev.Seed == "" { // imported
		s.out.Skipped++
		return same, nil
	}
	seed, err := hex.DecodeString(ev.Seed)
	if err != nil || len(seed) != 32 {
		return notice.New("replay.no_seed", "what", notice.Word("replay.seats")), nil
	}
	if s.out.SeedKnown && [32]byte(seed) != jointseed.Round(s.joint, 0, ev.Attempt) {
		return notice.New("replay.seed", "what", notice.Word("replay.seats")), nil
	}
	made, err := draw.Seats(s.State, [32]byte(seed))
	if err != nil {
		return same, err
	}
	if !slices.EqualFunc(made, ev.Pods, slices.Equal[[]int]) {
		return notice.New("replay.differs", "what", notice.Word("replay.seats")), nil
	}
	return same, nil
}

// rejoin draws the flight of a late player again and returns the difference from the
// log.
func (s step) rejoin(ev *tournament.PlayerRegistered) notice.Notice {
	if !s.out.SeedKnown || ev.Flight == 0 || ev.Flight == draw.LateFlight(s.State, s.joint, ev.Player, ev.Division) {
		return same
	}
	return notice.New("replay.late_flight", "player", notice.Player(ev.Player))
}

// redeal draws flights again and returns the difference from the log.
func (s step) redeal(ev *tournament.GroupsDrawn) (notice.Notice, error) {
	if ev.Seed == "" { // taken over
		s.out.Skipped++
		return same, nil
	}
	seed, err := hex.DecodeString(ev.Seed)
	if err != nil || len(seed) != 32 || s.out.SeedKnown && [32]byte(seed) != jointseed.Round(s.joint, 0, ev.Division) {
		return notice.New("replay.seed", "what", notice.Word("replay.flights")), nil
	}
	var made *tournament.GroupsDrawn
	if ev.By == tournament.DrawnGroups {
		made = draw.Groups(s.State, [32]byte(seed), ev.Count)
	} else {
		made, err = draw.Flights(s.State, [32]byte(seed), ev.Division, ev.Count)
	}
	if err != nil {
		return same, err
	}
	if !slices.Equal(made.Players, ev.Players) || !slices.Equal(made.Of, ev.Of) || made.Rounds != ev.Rounds {
		return notice.New("replay.differs", "what", notice.Word("replay.flights")), nil
	}
	return same, nil
}
