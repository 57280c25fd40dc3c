package transfer

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topcut/tournament/jsonfile"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/sorted"
)

// startggBytes is how many bytes an object has on average at least: answers nest many
// small ones.
const startggBytes = 18

// startggFile is one set of start.gg, a list of them, or the answer to a query for the
// sets of an event, a phase or a pool, or of the events of a tournament.
type startggFile struct {
	startggSet
	Nodes []*startggSet `json:"nodes"`
	Sets  startggSets   `json:"sets"`
	Data  *struct {
		Event      startggPart `json:"event"`
		Phase      startggPart `json:"phase"`
		PhaseGroup startggPart `json:"phaseGroup"`
		Tournament struct {
			Events []*startggPart `json:"events"`

			_ jsonfile.Passed `keys:"__typename id slug name startAt endAt"`
		} `json:"tournament"`
	} `json:"data"`

	_ jsonfile.Passed `keys:"extensions actionRecords"`
}

type startggPart struct {
	Name string      `json:"name"`
	Sets startggSets `json:"sets"`

	_ jsonfile.Passed `keys:"__typename id slug displayIdentifier numEntrants startAt state"`
}

type startggSets struct {
	Nodes []*startggSet `json:"nodes"`

	_ jsonfile.Passed `keys:"__typename pageInfo"`
}

type startggSet struct {
	State  loose `json:"state"`
	Round  int   `json:"round"`
	Winner loose `json:"winnerId"`
	Games  []struct {
		Winner loose `json:"winnerId"`

		_ jsonfile.Passed `keys:"__typename id orderNum selections stage entrant1Score entrant2Score"`
	} `json:"games"`
	Display string         `json:"displayScore"`
	Slots   []*startggSlot `json:"slots"`

	_ jsonfile.Passed `keys:"__typename id identifier completedAt createdAt startedAt updatedAt startAt fullRoundText lPlacement wPlacement stream station vodUrl setGamesType hasPlaceholder event phaseGroup"`
}

// startggSlot is a side of a set. Where the set itself does not say who has won, what the
// sides scored and their places do.
type startggSlot struct {
	Entrant *struct {
		ID   loose  `json:"id"`
		Name string `json:"name"`
		Seed loose  `json:"initialSeedNum"`

		_ jsonfile.Passed `keys:"__typename participants standing isDisqualified skill"`
	} `json:"entrant"`
	Standing struct {
		Place loose `json:"placement"`
		Stats struct {
			Score struct {
				Value loose `json:"value"`

				_ jsonfile.Passed `keys:"__typename label displayValue"`
			} `json:"score"`

			_ jsonfile.Passed `keys:"__typename"`
		} `json:"stats"`

		_ jsonfile.Passed `keys:"__typename id isFinal"`
	} `json:"standing"`

	_ jsonfile.Passed `keys:"__typename id slotIndex prereqId prereqType prereqPlacement seed"`
}

// score returns what a side scored, -1 if it was disqualified from the set.
func (s *startggSlot) score() (n int, ok bool) {
	text := strings.TrimSuffix(string(s.Standing.Stats.Score.Value), ".0")
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= -1 && n < 1000
}

// parts returns the events of the file that have sets, with their names; one at least.
func (f *startggFile) parts() (out []startggPart) {
	one := startggPart{Sets: startggSets{Nodes: append(f.Nodes, f.Sets.Nodes...)}}
	if len(f.Slots) > 0 {
		one.Sets.Nodes = append(one.Sets.Nodes, &f.startggSet)
	}
	if f.Data != nil {
		for _, part := range []*startggPart{&f.Data.Event, &f.Data.Phase, &f.Data.PhaseGroup} {
			one.Sets.Nodes = append(one.Sets.Nodes, part.Sets.Nodes...)
			one.Name = cmp.Or(one.Name, part.Name)
		}
		for _, event := range f.Data.Tournament.Events {
			if event != nil && len(event.Sets.Nodes) > 0 {
				out = append(out, *event)
			}
		}
	}
	if len(out) == 0 || len(one.Sets.Nodes) > 0 {
		out = append(out, one)
	}
	for i := range out {
		out[i].Sets.Nodes = slices.DeleteFunc(out[i].Sets.Nodes, func(s *startggSet) bool { return s == nil })
	}
	return out
}

// readStartGG reads the sets of a bracket of start.gg. Only one set of a real
// event was at hand.
func readStartGG(data []byte, o Options) ([]Imported, error) {
	text, findings, err := decode(data)
	if err != nil {
		return nil, err
	}
	var f startggFile
	var left []notice.Notice
	if strings.HasPrefix(strings.TrimSpace(text), "[") {
		left, err = readJSON(text, startggBytes, &f.Nodes)
	} else {
		left, err = readJSON(text, startggBytes, &f)
	}
	if err != nil {
		return nil, err
	}
	parts := f.parts()
	var out []Imported
	for _, part := range parts {
		e, err := part.read(o, append(slices.Clone(findings), left...))
		if err != nil {
			return nil, err
		}
		if len(parts) > 1 {
			e.Part = part.Name
		}
		out = append(out, e)
	}
	return out, nil
}

// read reads the sets of one event.
func (p *startggPart) read(o Options, findings []notice.Notice) (Imported, error) {
	sets := p.Sets.Nodes
	b, err := newBuild(o, "magic-melee", nil)
	if err != nil {
		return Imported{}, err
	}
	b.t.Name, b.findings, b.t.Format = p.Name, findings, "single"
	b.note("transfer.decided.experimental")
	if o.Ruleset == "" {
		b.note("transfer.missing.ruleset", "ruleset", "magic-melee")
	}
	double := slices.ContainsFunc(sets, func(s *startggSet) bool { return s.Round < 0 })
	if double {
		b.t.Format = "double"
	}
	sorted.Stable(sets, func(x, y *startggSet) int {
		if d := max(x.Round, -x.Round) - max(y.Round, -y.Round); d != 0 {
			return d
		}
		return y.Round - x.Round // the winners' round before the losers'
	})
	before := 0
	for i := range sets {
		s := sets[i]
		if !s.known() {
			continue // players not known yet
		}
		at := notice.Text(fmt.Sprintf("sets[%d]", i))
		if s.Round != before || len(b.t.Ledger.Rounds) == 0 {
			stage := ledger.Elimination
			switch {
			case double && s.Round > 0:
				stage = ledger.Upper
			case double:
				stage = ledger.Lower
			}
			if err := b.round(stage); err != nil {
				return Imported{}, err
			}
			before = s.Round
		}
		if err := b.startggSet(at, s); err != nil {
			return Imported{}, err
		}
	}
	if !double { // of a double one there may be a part only
		if err := b.seed(); err != nil {
			return Imported{}, err
		}
	}
	return b.event()
}

func (b *build) startggSet(at notice.Value, s *startggSet) error {
	var seats [2]int32
	for i := range seats {
		entrant := s.Slots[i].Entrant
		p, ok := b.index[string(entrant.ID)]
		if !ok {
			var err error
			if p, err = b.player(at, string(entrant.ID), entrant.Name); err != nil {
				return err
			}
			b.t.Ledger.Players[p].Seed = int32(number(string(entrant.Seed)))
		}
		seats[i] = p
	}
	winner, err := s.winner(at)
	switch {
	case err != nil:
		return err
	case winner < 0:
		return b.add(at, ledger.Played, 0, ledger.Result{}, seats[0], seats[1])
	case s.disqualified(1 - winner):
		return b.add(at, ledger.Forfeit, 0, ledger.Result{}, seats[winner], seats[1-winner])
	}
	won := s.won()
	if won[winner] <= won[1-winner] {
		won = [2]int32{}
		won[winner] = 2
		b.beyond++
	}
	return b.add(at, ledger.Played, 0, b.fitting(b.current().Stage, won[0], won[1]), seats[0], seats[1])
}

// known reports whether a set has both of its players.
func (s *startggSet) known() bool {
	return len(s.Slots) == 2 && !slices.ContainsFunc(s.Slots, func(slot *startggSlot) bool { return slot == nil || slot.Entrant == nil })
}

// winner returns the side that has won a set, or -1 if the set is open. Answers without a
// winner or a state have the place of each side in the set.
func (s *startggSet) winner(at notice.Value) (int, error) {
	if s.State != "3" && s.State != "COMPLETED" && s.State != "" {
		return -1, nil
	}
	if s.Winner == "" {
		return slices.IndexFunc(s.Slots, func(slot *startggSlot) bool { return slot.Standing.Place == "1" }), nil
	}
	winner := slices.IndexFunc(s.Slots, func(slot *startggSlot) bool { return slot.Entrant.ID == s.Winner })
	if winner < 0 {
		return 0, failed(finding("transfer.refused.result", "at", at, "result", clip(string(s.Winner))))
	}
	return winner, nil
}

// disqualified reports whether a side lost the set by disqualification.
func (s *startggSet) disqualified(side int) bool {
	n, ok := s.Slots[side].score()
	return s.Display == "DQ" || ok && n < 0
}

// won counts the games of both sides, or takes what the sides scored.
func (s *startggSet) won() (won [2]int32) {
	for i := range won {
		for _, g := range s.Games {
			if g.Winner == s.Slots[i].Entrant.ID {
				won[i]++
			}
		}
	}
	if won == [2]int32{} {
		for i := range won {
			if n, ok := s.Slots[i].score(); ok {
				won[i] = int32(max(n, 0))
			}
		}
	}
	return won
}
