package tournament

import (
	"encoding/hex"
	"fmt"
	"slices"
)

// Replayed says what a replay found.
type Replayed struct {
	Rounds     int    // rounds whose pairing was recomputed
	Skipped    int    // rounds an organiser forced or repaired, or another engine paired
	Difference string // the first difference; empty = identical
	SeedKnown  bool   // the secret was revealed and matches its commitment
}

// Replay folds a log and recomputes every random decision in it: that the
// revealed secret is the one committed to, that each round seed follows from
// it, and that each pairing follows from its seed and the history before it.
func Replay(id ID, log []Envelope) (*State, *Replayed, error) {
	final, err := Fold(id, log)
	if err != nil {
		return nil, nil, err
	}
	out := &Replayed{SeedKnown: final.Secret != ""}
	var joint [32]byte
	if out.SeedKnown {
		secret, err := hex.DecodeString(final.Secret)
		if err != nil {
			return nil, nil, err
		}
		joint = JointSeed(secret, final.Joins)
	}
	gone := retractedSeqs(log)
	s := &State{ID: id}
	for i := range log {
		e := &log[i]
		if gone[e.Seq] {
			s.Seq = e.Seq
			continue
		}
		switch ev := e.Event.(type) {
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
		if err != nil || out.Difference != "" {
			return final, out, err
		}
		if err := applyTo(s, e); err != nil {
			return nil, nil, err
		}
	}
	return final, out, nil
}

// recompute pairs a round again and returns how it differs from the log.
func (s *State) recompute(ev *RoundPaired, joint [32]byte, out *Replayed) (string, error) {
	if ev.Forced || ev.Engine != EngineVersion {
		out.Skipped++
		return "", nil
	}
	raw, err := hex.DecodeString(ev.Seed)
	if err != nil || len(raw) != 32 {
		return fmt.Sprintf("round %d has no seed", ev.Round), nil
	}
	seed := [32]byte(raw)
	if out.SeedKnown && seed != RoundSeed(joint, ev.Round, ev.Attempt) {
		return fmt.Sprintf("the seed of round %d does not follow from the revealed seed", ev.Round), nil
	}
	// The decision is recomputed on the state without an older preview, as the
	// engine saw it.
	t := s.clone()
	t.Preview, t.PreviewMatches = nil, nil
	made, err := t.nextPairing(roundRequest{seed: seed})
	if err != nil {
		return "", fmt.Errorf("round %d: %w", ev.Round, err)
	}
	out.Rounds++
	for i, p := range made.pairings {
		if i >= len(ev.Pairings) {
			return fmt.Sprintf("round %d: the log has %d matches, the replay %d", ev.Round, len(ev.Pairings), len(made.pairings)), nil
		}
		if q := ev.Pairings[i]; p.Table != q.Table || p.Kind != q.Kind || !slices.Equal(p.Players, q.Players) {
			return fmt.Sprintf("round %d, table %d: the log has %v, the replay %v", ev.Round, q.Table, q.Players, p.Players), nil
		}
	}
	if len(made.pairings) != len(ev.Pairings) {
		return fmt.Sprintf("round %d: the log has %d matches, the replay %d", ev.Round, len(ev.Pairings), len(made.pairings)), nil
	}
	return "", nil
}

// redraw makes the schedule of a scramble again and returns how it differs from
// the log.
func (s *State) redraw(ev *ScheduleDrawn, joint [32]byte, out *Replayed) (string, error) {
	seed, err := hex.DecodeString(ev.Seed)
	if err != nil || len(seed) != 32 {
		return "the schedule has no seed", nil
	}
	if out.SeedKnown && [32]byte(seed) != RoundSeed(joint, 0, 0) {
		return "the seed of the schedule does not follow from the revealed seed", nil
	}
	made, err := s.drawSchedule([32]byte(seed))
	if err != nil {
		return "", err
	}
	same := slices.EqualFunc(made.Sessions, ev.Sessions, func(a, b Session) bool {
		return slices.Equal(a.Tables, b.Tables) && slices.Equal(a.Out, b.Out)
	})
	if !same || !slices.Equal(made.Numbers, ev.Numbers) {
		return "the replay makes another schedule than the log has", nil
	}
	return "", nil
}

// reseat draws the seats of a draft again and returns how they differ from the
// log.
func (s *State) reseat(ev *DraftSeated, joint [32]byte, out *Replayed) (string, error) {
	seed, err := hex.DecodeString(ev.Seed)
	if err != nil || len(seed) != 32 {
		return "the seats of the draft have no seed", nil
	}
	if out.SeedKnown && [32]byte(seed) != RoundSeed(joint, 0, ev.Attempt) {
		return "the seed of the draft's seats does not follow from the revealed seed", nil
	}
	made, err := s.draftSeats([32]byte(seed))
	if err != nil {
		return "", err
	}
	if !slices.EqualFunc(made, ev.Pods, slices.Equal[[]int]) {
		return "the replay draws other seats for the draft than the log has", nil
	}
	return "", nil
}
