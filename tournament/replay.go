package tournament

import (
	"encoding/hex"
	"fmt"
	"slices"

	"topcut/tournament/notice"
)

// same is the notice of a replay without a difference.
var same notice.Notice

// Replayed is the result of a replay.
type Replayed struct {
	Rounds     int           // rounds whose pairing was recomputed
	Skipped    int           // pairings that an organiser forced or changed, or that another engine or program made
	Difference notice.Notice // the first difference; zero = identical
	SeedKnown  bool          // the secret was revealed and matches its commitment
}

// Replay folds a log and recomputes everything in it that no person decides: that the
// revealed secret matches the commitment, that each seed follows from it, that each draw
// and pairing follows from its seed and the history before it, and everything that
// follows without randomness (see State.follows). A finished event must have revealed its
// secret.
func Replay(id ID, log []Envelope) (*State, *Replayed, error) {
	final, err := Fold(id, log)
	if err != nil {
		return nil, nil, err
	}
	out := &Replayed{SeedKnown: final.Secret != ""}
	gone := RetractedSeqs(log)
	s := &State{ID: id}
	for i := range log {
		e := &log[i]
		if !wellFormed(log, i) {
			out.Difference = differs(e)
			return final, out, nil
		}
		if gone[e.Seq] {
			aggregate{}.Skipped(s, e)
			continue
		}
		joint := s.jointOf(final)
		switch ev := e.Event.(type) {
		case *EventStarted:
			if ev.Joins != s.Joins {
				out.Difference = notice.New("replay.joins")
			}
		case *RoundRepaired:
			out.Skipped++
		case *RoundPaired:
			out.Difference, err = s.recompute(ev, joint, out)
		case *ScheduleDrawn:
			out.Difference, err = s.redraw(ev, joint, out)
		case *GroupsDrawn:
			out.Difference, err = s.redeal(ev, joint, out)
		case *PlayerRegistered:
			out.Difference = s.rejoin(ev, joint, out)
		case *DraftSeated:
			out.Difference, err = s.reseat(ev, joint, out)
		}
		if err == nil && out.Difference.IsZero() && (e.Batch > 1 || e.Seq == 1) { // an imported event is one batch
			follows, failed := s.follows(e, joint, out.SeedKnown)
			if err = failed; !follows && err == nil {
				out.Difference = differs(e)
			}
		}
		if err != nil || !out.Difference.IsZero() {
			return final, out, err
		}
		if err := applyTo(s, e); err != nil {
			return nil, nil, err
		}
	}
	if final.Phase == Finished && !out.SeedKnown {
		// Without the secret, the seeds of brackets decide nothing that could differ.
		out.Difference = notice.New("replay.no_reveal")
	}
	return final, out, nil
}

// jointOf returns the joint seed of the draws of s, with the secret if final has it.
func (s *State) jointOf(final *State) [32]byte {
	secret := final.Secret
	if n := len(s.Spent); n < len(final.Spent) {
		secret = final.Spent[n].Secret
	}
	raw, err := hex.DecodeString(secret)
	if err != nil {
		return [32]byte{}
	}
	return JointSeed(raw, s.Joins)
}

// recompute pairs a round again and returns the difference from the log. No older engine
// pairs a stage after a newer one, since an older program opens no newer database.
func (s *State) recompute(ev *RoundPaired, joint [32]byte, out *Replayed) (notice.Notice, error) {
	if slices.ContainsFunc(s.Rounds, func(r Round) bool { return r.Stage == ev.Stage && r.Engine > ev.Engine }) {
		return notice.New("replay.differs", "what", notice.New("replay.round", "round", ev.Round)), nil
	}
	if ev.Forced || ev.Engine < s.oldestEngine() || ev.Engine > s.engine() {
		out.Skipped++
		return same, nil
	}
	raw, err := hex.DecodeString(ev.Seed)
	if err != nil || len(raw) != 32 {
		return notice.New("replay.no_seed", "what", notice.New("replay.round", "round", ev.Round)), nil
	}
	seed := [32]byte(raw)
	if attempt := s.nextAttempt(); ev.Attempt != attempt {
		return notice.New("replay.differs", "what", notice.New("replay.round", "round", ev.Round)), nil
	}
	if out.SeedKnown && seed != RoundSeed(joint, ev.Round, ev.Attempt) {
		return notice.New("replay.seed", "what", notice.New("replay.round", "round", ev.Round)), nil
	}
	// The engine paired the state without an older preview.
	t := s.clone()
	t.Preview, t.PreviewMatches = nil, nil
	made, err := t.nextPairing(roundRequest{seed: seed, drawnSeats: ev.Engine < podsEngine})
	if err != nil {
		return same, fmt.Errorf("round %d: %w", ev.Round, err)
	}
	out.Rounds++
	for i, p := range made.pairings {
		if i >= len(ev.Pairings) {
			return notice.New("replay.matches", "round", ev.Round, "logged", len(ev.Pairings), "n", len(made.pairings)), nil
		}
		if q := ev.Pairings[i]; p.Table != q.Table || p.Kind != q.Kind || !slices.Equal(p.Players, q.Players) {
			return notice.New("replay.table", "round", ev.Round, "table", q.Table, "logged", notice.Players(q.Players), "made", notice.Players(p.Players)), nil
		}
	}
	if len(made.pairings) != len(ev.Pairings) {
		return notice.New("replay.matches", "round", ev.Round, "logged", len(ev.Pairings), "n", len(made.pairings)), nil
	}
	if made.stage != ev.Stage || made.optimal != ev.Optimal || !equal(made.pairings, ev.Pairings) ||
		len(ev.Cost)+len(made.cost) > 0 && !equal(made.cost, ev.Cost) || len(ev.Warnings)+len(made.warnings) > 0 && !equal(warnings(made.warnings), ev.Warnings) {
		return notice.New("replay.differs", "what", notice.New("replay.round", "round", ev.Round)), nil
	}
	return same, nil
}

// nextAttempt returns the number of the attempt at pairing the next round.
func (s *State) nextAttempt() int {
	if s.Preview != nil {
		return s.Preview.Attempt + 1
	}
	return s.Attempts
}

// redraw makes the schedule of a scramble again and returns the difference from the
// log.
func (s *State) redraw(ev *ScheduleDrawn, joint [32]byte, out *Replayed) (notice.Notice, error) {
	if ev.Seed == "" { // imported
		out.Skipped++
		return same, nil
	}
	seed, err := hex.DecodeString(ev.Seed)
	if err != nil || len(seed) != 32 {
		return notice.New("replay.no_seed", "what", notice.Word("replay.schedule")), nil
	}
	if out.SeedKnown && [32]byte(seed) != RoundSeed(joint, 0, 0) {
		return notice.New("replay.seed", "what", notice.Word("replay.schedule")), nil
	}
	made, err := s.drawSchedule([32]byte(seed))
	if err != nil {
		return same, err
	}
	equal := slices.EqualFunc(made.Sessions, ev.Sessions, func(a, b Session) bool {
		return slices.Equal(a.Tables, b.Tables) && slices.Equal(a.Out, b.Out)
	})
	standIns := func(a, b StandIn) bool { a.Person, b.Person = 0, 0; return a == b } // an export has no book
	if !equal || !slices.Equal(made.Numbers, ev.Numbers) || made.Value != ev.Value || !slices.EqualFunc(made.StandIns, ev.StandIns, standIns) {
		return notice.New("replay.differs", "what", notice.Word("replay.schedule")), nil
	}
	return same, nil
}

// reseat draws the seats of a draft again and returns the difference from the log.
func (s *State) reseat(ev *DraftSeated, joint [32]byte, out *Replayed) (notice.Notice, error) {
	if ev.Seed == "" { // imported
		out.Skipped++
		return same, nil
	}
	seed, err := hex.DecodeString(ev.Seed)
	if err != nil || len(seed) != 32 {
		return notice.New("replay.no_seed", "what", notice.Word("replay.seats")), nil
	}
	if out.SeedKnown && [32]byte(seed) != RoundSeed(joint, 0, ev.Attempt) {
		return notice.New("replay.seed", "what", notice.Word("replay.seats")), nil
	}
	made, err := s.draftSeats([32]byte(seed))
	if err != nil {
		return same, err
	}
	if !slices.EqualFunc(made, ev.Pods, slices.Equal[[]int]) {
		return notice.New("replay.differs", "what", notice.Word("replay.seats")), nil
	}
	return same, nil
}
