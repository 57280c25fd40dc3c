package file

import (
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// fits refuses a round that cannot have been played after the rounds before it, even if
// each of its matches is valid. Awarded byes beyond the planned rounds, several byes in
// a round and equal seeds are allowed, since an organiser can give them.
func (r *reader) fits(v *roundKeys, round *ledger.Round) error {
	if err := r.order(v, round); err != nil {
		return err
	}
	type place struct{ table, division, flight int16 }
	taken := map[place]bool{}
	for i := range v.Matches {
		m := &round.Matches[i]
		p := &r.t.Ledger.Players[m.Seats[0]]
		at := place{m.Table, p.Division, p.Flight} // each part of an event may count its own
		if m.Table > 0 && taken[at] {
			return v.Matches[i].At.Key("table").Wrong("file.table_twice", "table", m.Table, "round", round.Number)
		}
		taken[at] = true
		for seat, player := range m.Players() {
			if lost := r.out[player]; lost > 0 && (round.Stage == ledger.Elimination || round.Stage == ledger.Final) {
				return v.Matches[i].At.Key("players").Item(seat).Wrong("file.lost", "player", notice.Text(r.t.Players[player].ID), "round", lost)
			}
		}
	}
	if round.Stage != ledger.Elimination {
		return nil // a player who loses elsewhere may play on below, for a place
	}
	for i := range round.Matches {
		m := &round.Matches[i]
		if winner := r.t.Rules.Winner(m); m.N == 2 && winner >= 0 {
			r.out[m.Seats[1-winner]] = round.Number
		}
	}
	return nil
}

// order refuses rounds that come too late: more Swiss rounds than are planned,
// and a first stage after the elimination.
func (r *reader) order(v *roundKeys, round *ledger.Round) error {
	swiss := 1
	for i := range r.t.Ledger.Rounds {
		before := r.t.Ledger.Rounds[i].Stage
		switch round.Stage {
		case ledger.Swiss, ledger.RoundRobin, ledger.Scramble:
			if rules.IsElimination(before) {
				return v.At.Wrong("file.after_elimination", "stage", notice.Text(stageNames()[round.Stage]))
			}
		case ledger.Elimination, ledger.ThirdPlace, ledger.Upper, ledger.Lower, ledger.Final, ledger.FinalTables, ledger.Playoff:
		}
		if before == ledger.Swiss {
			swiss++
		}
	}
	if planned := r.t.RoundsPlanned; round.Stage == ledger.Swiss && planned > 0 && swiss > planned {
		return v.At.Wrong("file.planned", "planned", planned, "round", swiss)
	}
	return nil
}

// playsAwardedBye reports whether the player sits at a table in a Swiss round in
// which a bye was awarded.
func playsAwardedBye(p *ledger.Player, round *ledger.Round, m *ledger.Match) bool {
	return m.N > 1 && round.Stage == ledger.Swiss && p.AwardedBye(int(round.Number))
}
