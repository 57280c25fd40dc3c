package handover

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"topcut/tournament"
	"topcut/tournament/door"
	"topcut/tournament/file"
	"topcut/tournament/jointseed"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
)

// ExportJSON returns the file of Export as bytes: what players and anybody may have.
func ExportJSON(snap *tournament.Snapshot) ([]byte, error) {
	t, err := Export(snap)
	if err != nil {
		return nil, err
	}
	return written(t)
}

// OrganisersJSON returns the file of an event for its organisers. Beside what Export has
// there are the answers to the question of the event and the names of its invitation list.
func OrganisersJSON(snap *tournament.Snapshot, invited []door.Invitation) ([]byte, error) {
	t, err := Export(snap)
	if err != nil {
		return nil, err
	}
	if t.Question = snap.State.Settings.Question; t.Question != "" {
		for i := range snap.State.Players {
			if no := snap.State.Players[i].Answer; no > 0 {
				t.Players[i].Answer = snap.Book.Text(no)
			}
		}
	}
	for _, x := range invited {
		if x.Name != "" && snap.State.Settings.Gate.Invited {
			t.Invited = append(t.Invited, x.Name)
		}
	}
	return written(t)
}

func written(t *file.Tournament) ([]byte, error) {
	var buf bytes.Buffer
	if err := file.Write(&buf, t); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// Export returns the event as a tournament file with its log, from which the replay
// command recomputes every pairing the engine made. It includes names, but no decks, answers,
// notes, line-ups of a round that is not published, or Discord ids of people, server and channels. Each event of the log keeps the
// id of the interaction that caused it, since those of the joins are part of the seed.
// The joint seed is included once the secret is revealed.
func Export(snap *tournament.Snapshot) (*file.Tournament, error) {
	s := snap.State
	log, err := json.Marshal(shown(s, snap.Log))
	if err != nil {
		return nil, err
	}
	out := &file.Tournament{
		Name: s.Settings.Name, Ruleset: s.Rules.ID, Rules: s.Rules, BoardRules: s.BoardRules, Crew: s.Settings.Crew, Boards: s.Settings.Boards, Format: s.Settings.Stages.Format(), Stages: s.Settings.Stages,
		RoundsPlanned: s.PlannedRounds(), Divisions: s.Settings.Divisions, Flights: []string{""}, Tags: []string{""}, Cut: s.CutRule(), Ledger: s.Facts().Clone(), Log: log,
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
		joint := jointseed.Of(secret, s.Joins)
		out.Seed = hex.EncodeToString(joint[:])
	}
	if el := s.Elimination(); el != nil {
		for _, n := range el.Players {
			out.CutSeeds = append(out.CutSeeds, int32(n-1))
		}
	}
	tags := map[int32]int32{}
	for i := range s.Players {
		p := file.Player{ID: fmt.Sprintf("p%d", i+1), Name: snap.Name(i + 1)}
		for _, person := range s.Players[i].Members() {
			p.Members = append(p.Members, snap.Book.Person(person).Name)
		}
		out.Players = append(out.Players, p)
		l := &out.Ledger.Players[i]
		for int(l.Flight) >= len(out.Flights) {
			out.Flights = append(out.Flights, fmt.Sprint(len(out.Flights)))
		}
		if l.Absent {
			l.DroppedAfter = 0 // registered but never played
		}
		if l.Tag != 0 {
			if _, ok := tags[l.Tag]; !ok {
				tags[l.Tag] = int32(len(out.Tags))
				out.Tags = append(out.Tags, snap.Book.Text(int(l.Tag)))
			}
			l.Tag = tags[l.Tag]
		}
	}
	out.Ledger.Rounds = exportRounds(snap, out)
	// A match that a player lost by leaving is in one of the player's rounds.
	for _, r := range out.Ledger.Rounds {
		for i := range r.Matches {
			for _, p := range r.Matches[i].Players() {
				if l := &out.Ledger.Players[p]; l.DroppedAfter != ledger.Active {
					l.DroppedAfter = max(l.DroppedAfter, r.Number)
				}
			}
		}
	}
	return out, nil
}

// shown returns a log without the server and channels of the event, on which nothing in the
// log depends, and without what is not shown yet.
func shown(s *tournament.State, log []tournament.Envelope) []tournament.Envelope {
	out := slices.Clone(log)
	for i := range out {
		out[i] = s.Shown(out[i])
		switch ev := out[i].Event.(type) {
		case *tournament.Created:
			blank := *ev
			blank.Guild, blank.Channel, blank.Settings.TOChannel, blank.Settings.Gate.Role = "", "", "", ""
			out[i].Event = &blank
		case *tournament.SettingsChanged:
			blank := *ev
			blank.Settings.TOChannel, blank.Settings.Gate.Role = "", ""
			out[i].Event = &blank
		case *tournament.ChannelMoved:
			out[i].Event = &tournament.ChannelMoved{}
		}
	}
	return out
}

// RoundsOfFile returns how many rounds of the event the first rounds of its file hold
// completely.
func RoundsOfFile(s *tournament.State, rounds int) int {
	for r := range s.Rounds {
		parts := map[ledger.Stage]bool{}
		if rules.IsElimination(s.Rounds[r].Stage) {
			for i := range s.Rounds[r].Matches {
				parts[s.Rounds[r].Matches[i].Part] = true
			}
		}
		if rounds -= max(1, len(parts)); rounds < 0 {
			return r
		}
	}
	return len(s.Rounds)
}

// exportRounds splits the match for third place from the final beside it, since a round
// of the file has one stage, and adds pending reports to out.
func exportRounds(snap *tournament.Snapshot, out *file.Tournament) []ledger.Round {
	s := snap.State
	var rounds []ledger.Round
	byBoards := map[ledger.Stage]numbered.List[numbered.List[ledger.Match]]{}
	sat, bySat := sitting{snap: snap, out: out, former: map[int][]int{}}, map[ledger.Stage]map[int][]int{}
	add := func(stage ledger.Stage, matches []ledger.Match) {
		if len(matches) > 0 {
			rounds = append(rounds, ledger.Round{Number: int16(len(rounds) + 1), Stage: stage, Matches: matches, Boards: byBoards[stage]})
			for n, line := range bySat[stage] {
				out.Sit(len(rounds), int32(n-1), line)
			}
		}
	}
	for r := range s.Rounds {
		byStage := map[ledger.Stage][]ledger.Match{}
		clear(byBoards)
		clear(bySat)
		for i := range s.Rounds[r].Matches {
			m, l := s.Match(r+1, i+1)
			part := s.Rounds[r].Stage
			if rules.IsElimination(part) {
				part = m.Part
			}
			pending := func(m *tournament.Match, board int) {
				if m.Report != nil && !m.Confirmed && !m.Disputed {
					out.Pending = append(out.Pending, file.Pending{Round: len(rounds) + 1, Match: len(byStage[part]), Board: board, Result: m.Report.Result})
				}
			}
			pending(m, 0)
			for b, board := range numbered.All(m.Boards) {
				pending(board, b)
			}
			if boards := numbered.Get(s.Ledger.Rounds[r].Boards, i+1); boards != nil {
				for len(byBoards[part]) < len(byStage[part]) {
					byBoards[part] = append(byBoards[part], nil)
				}
				byBoards[part] = append(byBoards[part], boards)
				if bySat[part] == nil {
					bySat[part] = map[int][]int{}
				}
				for _, p := range l.Players() {
					bySat[part][int(p)+1] = sat.of(tournament.Place{Round: r + 1, Match: i + 1}, int(p)+1)
				}
			}
			byStage[part] = append(byStage[part], *l)
		}
		for _, stage := range []ledger.Stage{ledger.ThirdPlace, ledger.Swiss, ledger.RoundRobin, ledger.Scramble, ledger.FinalTables, ledger.Playoff, ledger.Upper, ledger.Lower, ledger.Elimination, ledger.Final} {
			add(stage, byStage[stage])
		}
	}
	return rounds
}

// sitting finds out who sat at boards.
type sitting struct {
	snap   *tournament.Snapshot
	out    *file.Tournament
	former map[int][]int // by player, the persons of Former in the file
}

// of returns who of the crew of player n sat at the boards of a match, as the file has it. Who
// has left the crew since is added to its former members.
func (x *sitting) of(at tournament.Place, n int) []int {
	members, p := x.snap.State.Players.At(n).Members(), x.out.Players.At(n)
	line := make([]int, x.out.Boards)
	for b := range line {
		person := x.snap.State.Sitting(tournament.Place{Round: at.Round, Match: tournament.BoardNumber(at.Match, b+1)}, n)
		if person == 0 {
			continue
		}
		if k := slices.Index(members, person); k >= 0 {
			line[b] = k + 1
			continue
		}
		k := slices.Index(x.former[n], person)
		if k < 0 {
			k = len(x.former[n])
			x.former[n] = append(x.former[n], person)
			p.Former = append(p.Former, x.snap.Book.Person(person).Name)
		}
		line[b] = len(members) + k + 1
	}
	return line
}
