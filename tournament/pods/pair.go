package pods

import (
	"cmp"
	"slices"

	"topcut/tournament/notice"
	"topcut/tournament/random"
)

// Field is what a round is paired from. Players are numbered from 0 in the order
// of the standings, best first.
type Field struct {
	// Points of each player, in a unit in which every total is whole.
	Points []int64
	// Byes each player has had so far; nil if there were none.
	Byes []int
	// Met returns how often two players sat at one table so far; nil for never.
	Met func(p, q int) int
	// Apart reports whether two players are not to sit at one table; nil for none.
	Apart func(p, q int) bool
	// Tag of each player, 0 = none: players of one tag avoid each other; nil for none.
	Tag []int32
	// Sat returns where a player sat so far; nil if the seats are all alike.
	Sat func(p int) Sat
	// Even spreads each player over the seats of all rounds, as the last term of the cost;
	// false only of rounds that were paired before it did.
	Even bool
	// Policy for what four does not divide.
	Policy Policy
}

// Round is a paired round.
type Round struct {
	// Tables holds the players of each table in the order of the seats; the table of the
	// best-ranked player comes first.
	Tables [][]int
	// Byes are the players without a table: the lowest-ranked of those who had the
	// fewest byes.
	Byes []int
	// SecondBye reports that a player in Byes has had a bye before, because all have.
	SecondBye bool
	// Repeats is the number of pairs at a table that met before, each counted as
	// often as it did.
	Repeats int
	// Apart and Tags are the numbers of pairs at a table that are not to sit there, and of
	// one tag.
	Apart, Tags int
	// Gap is the sum of the squared differences in points over all pairs.
	Gap int64
	// Proved reports that no round with these sizes and byes is better.
	Proved bool
}

// cost is the objective within given sizes, lower first.
type cost struct {
	apart, repeats, tags int
	gap                  int64
}

func (c cost) compare(d cost) int {
	return cmp.Or(cmp.Compare(c.apart, d.apart), cmp.Compare(c.repeats, d.repeats), cmp.Compare(c.tags, d.tags), cmp.Compare(c.gap, d.gap))
}

func (c cost) plus(d cost) cost {
	return cost{c.apart + d.apart, c.repeats + d.repeats, c.tags + d.tags, c.gap + d.gap}
}

func (c cost) minus(d cost) cost {
	return cost{c.apart - d.apart, c.repeats - d.repeats, c.tags - d.tags, c.gap - d.gap}
}

// pairing is a round in the making.
type pairing struct {
	field Field
	sizes []int   // of the tables
	order []int   // players without a bye, by points, equal ones shuffled
	seats [][]int // tables of players
	met   [][]uint8
	dirty []bool // tables that changed since an exchange with them was tried
}

// Pair pairs a round. The same field and stream give the same round.
func Pair(f Field, src *random.Source) (*Round, error) {
	n := len(f.Points)
	if f.Byes != nil && len(f.Byes) != n {
		return nil, notice.Err("pods.byes", "players", n, "byes", len(f.Byes))
	}
	sizes, err := Split(n, f.Policy)
	if err != nil {
		return nil, err
	}
	r := &Round{}
	r.Byes, r.SecondBye = f.byes(sizes.Byes)
	p := &pairing{field: f, met: f.meetings()}
	for player := range n {
		if !slices.Contains(r.Byes, player) {
			p.order = append(p.order, player)
		}
	}
	src.Shuffle(len(p.order), func(i, j int) { p.order[i], p.order[j] = p.order[j], p.order[i] })
	slices.SortStableFunc(p.order, func(a, b int) int { return cmp.Compare(f.Points[b], f.Points[a]) })
	// Tables of three are last: they go to the players with the fewest points as long
	// as that does not cost anything.
	p.sizes = append(slices.Repeat([]int{Preferred}, sizes.Four), slices.Repeat([]int{Preferred - 1}, sizes.Three)...)

	p.start()
	bound := p.bound()
	p.climb(src)
	best := p.total()
	r.Proved = best == bound || p.exact(best)
	if !p.spread() {
		r.Proved = false
	}
	p.level()
	best = p.total()
	r.Repeats, r.Apart, r.Tags, r.Gap = best.repeats, best.apart, best.tags, best.gap
	for _, table := range p.seats {
		f.seat(table, src)
		r.Tables = append(r.Tables, table)
	}
	slices.SortFunc(r.Tables, func(a, b []int) int { return cmp.Compare(slices.Min(a), slices.Min(b)) })
	return r, nil
}

// byes returns the players who have a bye, lowest rank first.
func (f Field) byes(count int) (byes []int, second bool) {
	had := f.Byes
	if had == nil {
		had = make([]int, len(f.Points))
	}
	all := make([]int, len(f.Points))
	for i := range all {
		all[i] = len(all) - 1 - i
	}
	slices.SortStableFunc(all, func(p, q int) int { return cmp.Compare(had[p], had[q]) })
	for _, p := range all[:count] {
		byes = append(byes, p)
		second = second || had[p] > 0
	}
	return byes, second
}

// between returns the cost of two players at one table.
func (p *pairing) between(a, b int) cost {
	d := p.field.Points[a] - p.field.Points[b]
	c := cost{repeats: int(p.met[a][b]), gap: d * d}
	if p.field.Apart != nil && p.field.Apart(a, b) {
		c.apart = 1
	}
	if tag := p.field.Tag; tag != nil && tag[a] != 0 && tag[a] == tag[b] {
		c.tags = 1
	}
	return c
}

// meetings asks once for all meetings, up to 255 of a pair.
func (f Field) meetings() [][]uint8 {
	n := len(f.Points)
	met := make([][]uint8, n)
	for a := range met {
		met[a] = make([]uint8, n)
		for b := range a {
			if f.Met != nil {
				met[a][b] = uint8(min(f.Met(a, b), 255))
				met[b][a] = met[a][b]
			}
		}
	}
	return met
}

// joining returns the cost of a player with the others of a table; skip is a seat
// that does not count, or -1.
func (p *pairing) joining(player int, table []int, skip int) cost {
	var c cost
	for i, other := range table {
		if i != skip {
			c = c.plus(p.between(player, other))
		}
	}
	return c
}

// total returns the cost of the round.
func (p *pairing) total() cost {
	var c cost
	for _, table := range p.seats {
		for i, player := range table {
			c = c.plus(p.joining(player, table[:i], -1))
		}
	}
	return c
}

// start seats the players in order.
func (p *pairing) start() {
	rest := p.order
	p.seats = nil
	for _, size := range p.sizes {
		p.seats = append(p.seats, slices.Clone(rest[:size]))
		rest = rest[size:]
	}
}

// bound returns a cost that no round can beat, read off the start. With equal tables
// the smallest gap is that of neighbours in the order, since exchanging two
// players of tables that overlap never raises it. With unequal ones it is only
// known that a gap is not negative.
func (p *pairing) bound() cost {
	if p.sizes[0] != p.sizes[len(p.sizes)-1] {
		return cost{}
	}
	return cost{gap: p.total().gap}
}

// Length of the search for a round that is not solved exactly.
const (
	kicks    = 100 // times that the round is shaken and improved again
	kickSize = 3   // random exchanges in a shake
)

// climb improves the round by exchanging two players as long as that helps, then
// shakes it a little and tries again.
func (p *pairing) climb(src *random.Source) {
	if len(p.seats) < 2 {
		return
	}
	p.dirty = slices.Repeat([]bool{true}, len(p.seats))
	p.descend()
	best, bestSeats := p.total(), p.copySeats()
	for range kicks {
		if best == (cost{}) {
			break
		}
		for range kickSize {
			a := src.IntN(len(p.seats))
			b := min(src.IntN(reach)+max(0, a-reach/2), len(p.seats)-1)
			i, j := src.IntN(len(p.seats[a])), src.IntN(len(p.seats[b]))
			p.seats[a][i], p.seats[b][j] = p.seats[b][j], p.seats[a][i]
			p.dirty[a], p.dirty[b] = true, true
		}
		p.descend()
		if now := p.total(); now.compare(best) < 0 {
			best, bestSeats = now, p.copySeats()
		} else {
			p.seats = bestSeats
			bestSeats = p.copySeats()
		}
	}
	p.seats = bestSeats
}

func (p *pairing) copySeats() [][]int {
	seats := make([][]int, len(p.seats))
	for i, table := range p.seats {
		seats[i] = slices.Clone(table)
	}
	return seats
}

// reach is how many tables away an exchange is tried where the field is large.
const reach = 12

// descend exchanges pairs of players until no exchange helps. Only tables that
// changed are tried again.
func (p *pairing) descend() {
	for {
		a := slices.Index(p.dirty, true)
		if a < 0 {
			return
		}
		p.dirty[a] = false
		for b := max(0, a-reach); b < min(len(p.seats), a+1+reach); b++ {
			if a == b {
				continue
			}
			for i := range p.seats[a] {
				for j := range p.seats[b] {
					if p.exchange(p.seats[a], p.seats[b], i, j) {
						p.dirty[a], p.dirty[b] = true, true
					}
				}
			}
		}
	}
}

// exchange exchanges two players if that helps.
func (p *pairing) exchange(s, t []int, i, j int) bool {
	x, y := s[i], t[j]
	old := p.joining(x, s, i).plus(p.joining(y, t, j))
	fresh := p.joining(y, s, i).plus(p.joining(x, t, j))
	if fresh.compare(old) >= 0 {
		return false
	}
	s[i], t[j] = y, x
	return true
}
