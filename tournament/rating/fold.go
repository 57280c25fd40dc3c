package rating

import (
	"cmp"
	"slices"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// Table is one match that is rated: who sat there, members by index from 0, and
// the place of each, 1 = first; equal places share.
type Table struct {
	N       uint8
	Members [4]int32
	Places  [4]int8
	Mates   []Mate // of teams, who sat there beside the members
}

// Mate is a further member of a team.
type Mate struct {
	Side   int // 0 or 1
	Member int32
}

// Has reports whether a member sat there.
func (t *Table) Has(member int32) bool {
	return slices.Contains(t.Members[:t.N], member) || slices.ContainsFunc(t.Mates, func(m Mate) bool { return m.Member == member })
}

// side returns the members of one of two sides.
func (t *Table) side(k int) []int32 {
	if len(t.Mates) == 0 {
		return t.Members[k : k+1]
	}
	out := []int32{t.Members[k]}
	for _, m := range t.Mates {
		if m.Side == k {
			out = append(out, m.Member)
		}
	}
	return out
}

// Score is that of the first of two: 1, 1/2 or 0.
func (t *Table) Score() float64 {
	return 0.5 + float64(cmp.Compare(t.Places[1], t.Places[0]))/2
}

// Period is what happened between two looks at the ratings: all rated matches of an
// event, or of a week of fixtures, in the order they were played.
type Period []Table

// Rating is the rating of one member.
type Rating struct {
	Value      float64
	Deviation  float64
	Volatility float64 // of Glicko-2; 0 at tables
	Matches    int     // rated ones; 0 = the initial rating
}

// Floor returns the value that orders the leaderboard: the rating that the member very
// likely exceeds. It falls while a member does not play, so that a top place is not
// kept by resting.
func (r Rating) Floor() float64 { return r.Value - float64(2*r.Deviation) }

// Formula is a way to rate with its constants.
type Formula struct {
	Tables     bool    // Plackett-Luce, for three and more; else Glicko-2
	Start      float64 // rating of an unknown player
	Deviation  float64 // and its deviation
	Volatility float64 // of Glicko-2
	Tau        float64 // Glicko-2: how much volatility may change. Plackett-Luce: what a rating is less sure by before each game
}

// Glicko2 is Glickman's system with the constants of his example.
func Glicko2() Formula {
	return Formula{Start: Mean, Deviation: Unrated, Volatility: Volatility, Tau: Tau}
}

// plackettLuce is OpenSkill's model with its own constants.
func plackettLuce() Formula {
	return Formula{Tables: true, Start: luceMean, Deviation: luceSigma, Tau: luceMean / 300}
}

// FormulaFor returns the formula for a game.
func FormulaFor(rs *rules.Ruleset) Formula {
	if rs.Seats.Max > 2 {
		return plackettLuce()
	}
	return Glicko2()
}

// Provisional returns the deviation from which on a rating is provisional.
func (f Formula) Provisional() float64 { return float64(110*f.Deviation) / Unrated }

// What comes out of a period is rounded to parts of one.
const (
	ratingParts     = 1e9
	volatilityParts = 1e12
)

// Fold rates the given number of members by all periods in order. each, if not nil, is
// called with the ratings after every period; it must not keep the slice.
func (f Formula) Fold(members int, periods []Period, each func(period int, now []Rating)) []Rating {
	now := make([]Rating, members)
	for i := range now {
		now[i] = Rating{Value: f.Start, Deviation: f.Deviation}
		if !f.Tables {
			now[i].Volatility = f.Volatility
		}
	}
	before := make([]int, members) // matches until then
	for i, p := range periods {
		if f.Tables {
			f.tables(now, p)
		} else {
			f.duels(now, p)
		}
		for k := range now {
			r := &now[k]
			r.Deviation = min(rounded(r.Deviation, ratingParts), f.Deviation) // that of a stranger
			if played := r.Matches; played > before[k] {                      // else the rest is as it was rounded before
				before[k] = played
				r.Value, r.Volatility = rounded(r.Value, ratingParts), rounded(r.Volatility, volatilityParts)
			}
		}
		if each != nil {
			each(i, now)
		}
	}
	return now
}

// duels rates a period of Glicko-2: all members are rated with the ratings before it.
// The deviation of a rated member who did not play grows.
func (f Formula) duels(now []Rating, p Period) {
	count := make([]int, len(now)+1)
	for i := range p {
		for side := range 2 {
			for _, m := range p[i].side(side) {
				count[m+1]++
			}
		}
	}
	sum := 0
	for i := range count {
		sum += count[i]
		count[i] = sum
	}
	games, next := make([]game, sum), slices.Clone(count)
	standings := make([]standing, len(now)) // of the members who play
	for i := range now {
		if count[i] < count[i+1] {
			standings[i] = now[i].glicko().standing()
		}
	}
	for i := range p {
		score := p[i].Score()
		if len(p[i].Mates) > 0 {
			teams := [2][]int32{p[i].side(0), p[i].side(1)}
			own, other := meanOf(now, teams[0]), meanOf(now, teams[1])
			for _, m := range teams[0] {
				games[next[m]] = game{now[m].glicko().instead(own, other), score}
				next[m]++
			}
			for _, m := range teams[1] {
				games[next[m]] = game{now[m].glicko().instead(other, own), 1 - score}
				next[m]++
			}
			continue
		}
		a, b := p[i].Members[0], p[i].Members[1]
		games[next[a]] = game{standings[b], score}
		games[next[b]] = game{standings[a], 1 - score}
		next[a]++
		next[b]++
	}
	for i := range now {
		r, of := &now[i], games[count[i]:count[i+1]]
		if r.Matches += len(of); r.Matches == 0 {
			continue
		}
		g := r.glicko().after(of, f.Tau)
		r.Value, r.Deviation, r.Volatility = g.Rating, g.Deviation, g.Volatility
	}
}

func (r *Rating) glicko() Glicko { return Glicko{r.Value, r.Deviation, r.Volatility} }

// meanOf is the strength of a team.
func meanOf(now []Rating, members []int32) Glicko {
	each := make([]Glicko, len(members))
	for i, m := range members {
		each[i] = now[m].glicko()
	}
	return Together(each)
}

// tables is a period of Plackett-Luce, table by table.
func (f Formula) tables(now []Rating, p Period) {
	for i := range p {
		t := &p[i]
		var seats [4]luce
		for k, m := range t.Members[:t.N] {
			seats[k] = luce{now[m].Value, now[m].Deviation}
		}
		after := luceTable(seats[:t.N], t.Places[:t.N], f.Deviation/2, f.Tau)
		for k, m := range t.Members[:t.N] {
			now[m].Value, now[m].Deviation = after[k].Mu, after[k].Sigma
			now[m].Matches++
		}
	}
}

// Rated returns the rated matches of an event, with its players by index. member, if
// not nil, maps a player to a member; matches of a player mapped below 0 are left out.
func Rated(rs *rules.Ruleset, l *ledger.Ledger, member func(player int32) int32) Period {
	return slices.Concat(Rounds(rs, l, member)...)
}

// Rounds is Rated with each round as a period of its own.
func Rounds(rs *rules.Ruleset, l *ledger.Ledger, member func(player int32) int32) []Period {
	out := make([]Period, len(l.Rounds))
	for i := range l.Rounds {
		for j := range l.Rounds[i].Matches {
			if t, ok := rated(rs, &l.Rounds[i].Matches[j], member); ok {
				out[i] = append(out[i], t)
			}
		}
	}
	return out
}

func rated(rs *rules.Ruleset, m *ledger.Match, member func(player int32) int32) (t Table, ok bool) {
	if m.Kind != ledger.Played || m.N < 2 || !m.Finished() {
		return t, false
	}
	t.N = m.N
	for k, p := range m.Players() {
		if t.Members[k] = p; member != nil {
			t.Members[k] = member(p)
		}
		if t.Members[k] < 0 {
			return t, false
		}
	}
	t.Places = Places(rs, m)
	return t, true
}

// Places returns the places at a table by its result.
func Places(rs *rules.Ruleset, m *ledger.Match) (out [4]int8) {
	if m.N == 2 {
		w := rs.Winner(m)
		for k := range 2 {
			if out[k] = 1; w >= 0 && w != k {
				out[k] = 2
			}
		}
		return out
	}
	before := func(a, b int) bool { return m.Result.V[a] < m.Result.V[b] }
	if m.Result.Form == ledger.Scores {
		before = func(a, b int) bool { return m.Result.V[a] > m.Result.V[b] }
	}
	for k := range int(m.N) {
		out[k] = 1
		for o := range int(m.N) {
			if before(o, k) {
				out[k]++
			}
		}
	}
	return out
}
