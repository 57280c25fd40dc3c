package transfer

import (
	"fmt"
	"slices"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// startggFile is one set of start.gg, or the answer to a query for the sets of an
// event.
type startggFile struct {
	startggSet
	Data *struct {
		Event struct {
			Name string `json:"name"`
			Sets struct {
				Nodes []startggSet `json:"nodes"`
			} `json:"sets"`
		} `json:"event"`
	} `json:"data"`
}

type startggSet struct {
	State  int   `json:"state"`
	Round  int   `json:"round"`
	Winner loose `json:"winnerId"`
	Games  []struct {
		Winner loose `json:"winnerId"`
	} `json:"games"`
	Display string `json:"displayScore"`
	Slots   []struct {
		Entrant *struct {
			ID   loose  `json:"id"`
			Name string `json:"name"`
			Seed loose  `json:"initialSeedNum"`
		} `json:"entrant"`
	} `json:"slots"`
}

// readStartGG reads the sets of a bracket of start.gg. Only one set of a real
// event was at hand.
func readStartGG(data []byte, o Options) ([]Imported, error) {
	text, findings, err := decode(data)
	if err != nil {
		return nil, err
	}
	var f startggFile
	if err := readJSON(text, 36, &f); err != nil {
		return nil, err
	}
	sets, name := []startggSet{f.startggSet}, ""
	if f.Data != nil {
		sets, name = f.Data.Event.Sets.Nodes, f.Data.Event.Name
	}
	b, err := newBuild(o, "magic-melee", nil)
	if err != nil {
		return nil, err
	}
	b.t.Name, b.findings, b.t.Format = name, findings, "single"
	b.note("transfer.decided.experimental")
	if o.Ruleset == "" {
		b.note("transfer.missing.ruleset", "ruleset", "magic-melee")
	}
	double := slices.ContainsFunc(sets, func(s startggSet) bool { return s.Round < 0 })
	if double {
		b.t.Format = "double"
	}
	slices.SortStableFunc(sets, func(x, y startggSet) int {
		if d := max(x.Round, -x.Round) - max(y.Round, -y.Round); d != 0 {
			return d
		}
		return y.Round - x.Round // the winners' round before the losers'
	})
	before := 0
	for i := range sets {
		s := &sets[i]
		if len(s.Slots) != 2 || s.Slots[0].Entrant == nil || s.Slots[1].Entrant == nil {
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
				return nil, err
			}
			before = s.Round
		}
		if err := b.startggSet(at, s); err != nil {
			return nil, err
		}
	}
	e, err := b.event()
	return []Imported{e}, err
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
	if s.State != 3 || s.Winner == "" {
		return b.add(at, ledger.Played, 0, ledger.Result{}, seats[0], seats[1])
	}
	winner := slices.IndexFunc(s.Slots, func(slot struct {
		Entrant *struct {
			ID   loose  `json:"id"`
			Name string `json:"name"`
			Seed loose  `json:"initialSeedNum"`
		} `json:"entrant"`
	},
	) bool {
		return slot.Entrant.ID == s.Winner
	})
	if winner < 0 {
		return failed(finding("transfer.refused.result", "at", at, "result", clip(string(s.Winner))))
	}
	if s.Display == "DQ" {
		return b.add(at, ledger.Forfeit, 0, ledger.Result{}, seats[winner], seats[1-winner])
	}
	var won [2]int32
	for _, g := range s.Games {
		for i := range won {
			if g.Winner == s.Slots[i].Entrant.ID && won[i] < 99 {
				won[i]++
			}
		}
	}
	if won[winner] <= won[1-winner] {
		won = [2]int32{}
		won[winner] = 2
		b.beyond++
	}
	return b.add(at, ledger.Played, 0, b.fitting(b.current().Stage, won[0], won[1]), seats[0], seats[1])
}
