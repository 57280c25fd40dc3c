package tournament

import (
	"encoding/hex"
	"encoding/json"
	"fmt"

	"topcut/tournament/file"
	"topcut/tournament/ledger"
)

// Export returns the event as a tournament file with its log, from which
// `replay` recomputes every pairing. Names are in it, Discord ids, decks and
// notes are not. The joint seed is in it once the secret is revealed.
func Export(snap *Snapshot) (*file.Tournament, error) {
	s := snap.State
	log, err := json.Marshal(snap.Log)
	if err != nil {
		return nil, err
	}
	out := &file.Tournament{
		Name: s.Settings.Name, Ruleset: s.Rules.ID, Rules: s.Rules, Format: string(s.Settings.Format),
		RoundsPlanned: s.SwissRounds, Divisions: s.Settings.Divisions, Flights: []string{""}, Tags: []string{""}, Ledger: s.Ledger.Clone(), Log: log,
	}
	if len(out.Divisions) == 0 {
		out.Divisions = []string{""}
	}
	if len(s.Settings.Options) > 0 {
		out.Options = map[string]string{}
		for _, o := range s.Settings.Options {
			out.Options[o.Name] = o.Value
		}
	}
	if s.Secret != "" {
		secret, err := hex.DecodeString(s.Secret)
		if err != nil {
			return nil, err
		}
		joint := JointSeed(secret, s.Joins)
		out.Seed = hex.EncodeToString(joint[:])
	}
	tags := map[int16]int16{}
	for i := range s.Players {
		out.Players = append(out.Players, file.Player{ID: fmt.Sprintf("p%d", i+1), Name: snap.Name(i + 1)})
		l := &out.Ledger.Players[i]
		if l.Absent {
			l.DroppedAfter = 0 // registered, never played
		}
		if l.Tag != 0 {
			if _, ok := tags[l.Tag]; !ok {
				tags[l.Tag] = int16(len(out.Tags))
				out.Tags = append(out.Tags, snap.Book.Text(int(l.Tag)))
			}
			l.Tag = tags[l.Tag]
		}
	}
	out.Ledger.Rounds = exportRounds(s, out)
	return out, nil
}

// exportRounds splits the match for third place from the final it is played
// beside, since a round of the file has one stage, and lists pending reports.
func exportRounds(s *State, out *file.Tournament) []ledger.Round {
	var rounds []ledger.Round
	add := func(stage ledger.Stage, matches []ledger.Match) {
		if len(matches) > 0 {
			rounds = append(rounds, ledger.Round{Number: int16(len(rounds) + 1), Stage: stage, Matches: matches})
		}
	}
	for r := range s.Rounds {
		byStage := map[ledger.Stage][]ledger.Match{}
		for i := range s.Rounds[r].Matches {
			m, l := &s.Rounds[r].Matches[i], s.Ledger.Rounds[r].Matches[i]
			part := s.Rounds[r].Stage
			if isElimination(part) {
				part = m.Part
			}
			if m.Report != nil && !m.Confirmed && !m.Disputed {
				out.Pending = append(out.Pending, file.Pending{Round: len(rounds) + 1, Match: len(byStage[part]), Result: m.Report.Result})
			}
			byStage[part] = append(byStage[part], l)
		}
		for _, stage := range []ledger.Stage{ledger.ThirdPlace, ledger.Swiss, ledger.RoundRobin, ledger.Scramble, ledger.FinalTables, ledger.Playoff, ledger.Upper, ledger.Lower, ledger.Elimination, ledger.Final} {
			add(stage, byStage[stage])
		}
	}
	return rounds
}
