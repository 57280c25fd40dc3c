// Package division plans the divisions of the next season.
//
// All members are put on one ladder, and the ladder is cut into divisions. Its order
// is, division by division from the top:
//
//  1. the best members who stay, as many as move up from a division: they are the next
//     when a place above is vacant;
//  2. those who move down from the division above: they are spared when more places are
//     vacant;
//  3. the others who stay;
//  4. members who come back after a pause, and new ones who are strong enough;
//  5. those who move up from the division below: the last of them stays below if there
//     is no room.
//
// In each of these groups the order is that of the final table. So a member who
// finished above another of the same division is never placed below them, whatever the
// sizes are; each returning member is on the ladder once; and the same input gives the
// same plan on every machine, since nothing in it is random or rounded.
//
// Divisions keep their sizes, and the lowest one takes the difference, as long as all
// stay within bounds; otherwise they are evened out, and if that does not help their
// number changes by one.
//
// A sixth of a division, rounded up, goes up and down; a pause keeps the division for
// two seasons; sizes are 12, from 8 to 20 (Default). The largest size is at least twice
// the smallest less one, so that every number of people can be divided. New members
// come into the highest division whose median rating they reach. Every place has its
// reason (Placed.Explain). TestPlansKeepTheirPromises holds this for random leagues.
package division

import (
	"cmp"
	"slices"

	"topcut/tournament/journal"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/sorted"
)

// Rules of promotion and relegation. Divisions are counted from 1, the highest.
type Rules struct {
	Target int `json:"target"`         // members of a division, where divisions are made
	Min    int `json:"min"`            // bounds on them
	Max    int `json:"max"`            //
	Up     int `json:"up,omitempty"`   // go up from each; 0 = a sixth, rounded up
	Down   int `json:"down,omitempty"` // go down from each; 0 = a sixth, rounded up
	Pause  int `json:"pause"`          // seasons for which a pause keeps the division
}

// Default returns the rules a league begins with.
func Default() Rules { return Rules{Target: 12, Min: 8, Max: 20, Pause: 2} }

// Check refuses rules that make no sense.
func (r *Rules) Check() error {
	switch {
	case r.Min < 2 || r.Max > 64 || r.Min > r.Target || r.Target > r.Max:
		return journal.Refuse(journal.BadInput, "tier.sizes")
	case 2*r.Min > r.Max+1: // some numbers of members could not be divided
		return journal.Refuse(journal.BadInput, "tier.narrow", "least", 2*r.Min-1)
	case r.Up < 0 || r.Down < 0 || r.Up+r.Down > r.Min:
		return journal.Refuse(journal.BadInput, "tier.moves", "most", r.Min)
	case r.Pause < 0 || r.Pause > 20:
		return journal.Refuse(journal.BadInput, "tier.pause")
	}
	return nil
}

// Entrant is a member who plays in the next season.
type Entrant struct {
	Member int
	Rating int // of a new member; 0 = none
	Left   int // division they had before a pause; 0 = new
	Missed int // seasons of the pause
}

// Finished is the final order of a division, best first.
type Finished struct {
	Members []int // all of them, as the season's ties have put them
	Ratings []int // theirs, where known; nil where not
}

// Input is what a plan follows from.
type Input struct {
	Rules     Rules
	Divisions []Finished   // from the highest
	Out       map[int]bool // who does not return
	Entrants  []Entrant    // who comes, or comes back
}

// Why is the reason for a place in the plan.
type Why string

// Reasons.
const (
	Stays     Why = "stays"
	Promoted  Why = "promoted"
	Relegated Why = "relegated"
	Filled    Why = "filled"    // a place above was vacant
	Spared    Why = "spared"    // would have gone down, but places are vacant
	NoRoom    Why = "no_room"   // would have gone up, but there is no room
	Squeezed  Why = "squeezed"  // lower than by the table, since divisions changed
	Lifted    Why = "lifted"    // higher than by the table, since divisions changed
	Returned  Why = "returned"  // to the division before the pause
	Lapsed    Why = "lapsed"    // the pause was too long: treated as a new member
	ByRating  Why = "by_rating" // new
	Lowest    Why = "lowest"    // new, without a rating
	Moved     Why = "moved"     // by an organiser
)

// Placed is the place of a member in the plan.
type Placed struct {
	Member   int
	From     int    // division of the last season; 0 = none
	Finished int    // place in it
	To       int    // division of the next
	Why      Why    //
	Reason   string // of an organiser
}

// Plan is who plays where.
type Plan struct {
	Rules     Rules
	Divisions numbered.List[[]Placed] // from the highest; in the order of the ladder
}

// rung is the position of a member on the ladder.
type rung struct {
	Placed
	meant int // division by the table alone
}

// New returns the plan.
func New(in *Input) *Plan {
	ladder := ladderOf(in)
	sizes := sizesFor(in, len(ladder))
	p := &Plan{Rules: in.Rules}
	at := 0
	for d, n := range sizes {
		var division []Placed
		for _, r := range ladder[at : at+n] {
			r.To = d + 1
			r.Why = settled(&r)
			division = append(division, r.Placed)
		}
		p.Divisions = append(p.Divisions, division)
		at += n
	}
	return p
}

// Late returns the plan of a running season: members with a division keep it, and each
// new member goes into the division where they belong, or into the next lower one with
// room. Members for whom there is no room are not in the plan.
func Late(in *Input) *Plan {
	p := &Plan{Rules: in.Rules, Divisions: make(numbered.List[[]Placed], len(in.Divisions))}
	for d := range in.Divisions {
		for _, m := range in.Divisions[d].Members {
			if !in.Out[m] {
				p.Divisions[d] = append(p.Divisions[d], Placed{Member: m, From: d + 1, To: d + 1, Why: Stays})
			}
		}
	}
	for _, e := range in.comers() {
		d, why := in.entry(&e, len(p.Divisions))
		for d < len(p.Divisions) && len(numbered.Get(p.Divisions, d)) >= in.Rules.Max {
			d++
		}
		if list := p.Divisions.At(d); len(*list) < in.Rules.Max {
			*list = append(*list, Placed{Member: e.Member, To: d, Why: why})
		}
	}
	return p
}

// settled returns the reason once it is known where the ladder was cut.
func settled(r *rung) Why {
	switch {
	case r.Why == Returned || r.Why == Lapsed || r.Why == ByRating || r.Why == Lowest:
		return r.Why
	case r.To == r.meant:
		return r.Why
	case r.Why == Promoted && r.To == r.From:
		return NoRoom
	case r.Why == Relegated && r.To == r.From:
		return Spared
	case r.Why == Stays && r.To == r.From-1:
		return Filled
	case r.To < r.meant:
		return Lifted
	}
	return Squeezed
}

// share returns how many members of a division of the given size move up or down.
func share(set, members int) int {
	if set > 0 {
		return set
	}
	return (members + 5) / 6
}

// Moves returns how many members move up and down from a division of the given size.
func (r *Rules) Moves(members int) (up, down int) {
	return share(r.Up, members), share(r.Down, members)
}

// ladderOf orders all members; see the package comment.
func ladderOf(in *Input) []rung {
	lowest := max(1, len(in.Divisions))
	type groups struct{ up, next, down, stay, come []rung }
	of := make([]groups, lowest+2) // by division; those above and below all are empty
	for i, f := range in.Divisions {
		d := i + 1
		var back []rung
		for place, m := range f.Members {
			if !in.Out[m] {
				back = append(back, rung{Placed: Placed{Member: m, From: d, Finished: place + 1, Why: Stays}, meant: d})
			}
		}
		up, down := share(in.Rules.Up, len(f.Members)), share(in.Rules.Down, len(f.Members))
		next := up
		if d == 1 {
			up = 0
		}
		if d == lowest {
			down = 0
		}
		// A member among the last moves down even if places above are vacated: those
		// are filled, and the last are spared, from the ladder. No member moves up who
		// would have moved down.
		first := len(back)
		for first > 0 && back[first-1].Finished > len(f.Members)-down {
			first--
		}
		up = min(up, first)
		next = min(next, first-up)
		g := &of[d]
		g.up, g.next, g.stay, g.down = back[:up], back[up:up+next], back[up+next:first], back[first:]
		for k := range g.up {
			g.up[k].Why, g.up[k].meant = Promoted, d-1
		}
		for k := range g.down {
			g.down[k].Why, g.down[k].meant = Relegated, d+1
		}
	}
	for _, e := range in.comers() {
		d, why := in.entry(&e, lowest)
		of[d].come = append(of[d].come, rung{Placed: Placed{Member: e.Member, From: 0, Why: why}, meant: d})
	}
	var out []rung
	for d := 1; d <= lowest; d++ {
		out = slices.Concat(out, of[d].next, of[d-1].down, of[d].stay, of[d].come, of[d+1].up)
	}
	return out
}

// comers returns the members who are new or come back, the strongest first.
func (in *Input) comers() []Entrant {
	out := slices.Clone(in.Entrants)
	sorted.Stable(out, func(a, b Entrant) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.Member, b.Member))
	})
	return out
}

// entry returns the division of a member who is new or comes back.
func (in *Input) entry(e *Entrant, lowest int) (int, Why) {
	lapsed := e.Left > 0 && e.Missed > in.Rules.Pause
	if e.Left > 0 && !lapsed {
		return min(e.Left, lowest), Returned
	}
	d, why := lowest, Lowest
	if e.Rating > 0 {
		for i := range in.Divisions {
			if m, known := median(in.Divisions[i].Ratings); known && e.Rating >= m {
				d, why = i+1, ByRating
				break
			}
		}
		if len(in.Divisions) == 0 {
			why = ByRating
		}
	}
	if lapsed {
		why = Lapsed
	}
	return d, why
}

// median returns the middle rating of a division, the lower of two.
func median(ratings []int) (int, bool) {
	known := slices.DeleteFunc(slices.Clone(ratings), func(r int) bool { return r <= 0 })
	if len(known) == 0 {
		return 0, false
	}
	slices.Sort(known)
	return known[(len(known)-1)/2], true
}

// sizesFor returns the sizes of the divisions for n members.
func sizesFor(in *Input, n int) []int {
	r := &in.Rules
	if n == 0 {
		return nil
	}
	count := len(in.Divisions)
	least, most := (n+r.Max-1)/r.Max, n/r.Min
	switch {
	case most == 0: // too few for a division of its own size
		return []int{n}
	case count == 0:
		count = min(max((2*n+r.Target)/(2*r.Target), least), most) // to the nearest
	case count < least:
		count = least
	case count > most:
		count = most
	default:
		if sizes, ok := kept(in, n); ok {
			return sizes
		}
	}
	sizes := make([]int, count) // even, the lower ones larger
	for i := range sizes {
		sizes[i] = (n + i) / count
	}
	return sizes
}

// kept returns the sizes that the divisions had, the lowest taking what changes, and
// false if they leave the bounds.
func kept(in *Input, n int) ([]int, bool) {
	r := &in.Rules
	sizes := make([]int, len(in.Divisions))
	last := n
	for i := range sizes[:len(sizes)-1] {
		sizes[i] = len(in.Divisions[i].Members)
		if sizes[i] < r.Min || sizes[i] > r.Max {
			return nil, false
		}
		last -= sizes[i]
	}
	sizes[len(sizes)-1] = last
	return sizes, last >= r.Min && last <= r.Max
}

// of returns the place of a member, or nil if there is none.
func (p *Plan) of(member int) *Placed {
	for d := range p.Divisions {
		for i := range p.Divisions[d] {
			if p.Divisions[d][i].Member == member {
				return &p.Divisions[d][i]
			}
		}
	}
	return nil
}

// Move puts a member elsewhere by an organiser's decision, with a reason. Sizes may be
// out of bounds meanwhile; Check reports that before the season opens.
func (p *Plan) Move(member, to int, reason string) error {
	was := p.of(member)
	switch {
	case was == nil:
		return journal.Refuse(journal.NotFound, "tier.nobody")
	case to < 1 || to > len(p.Divisions):
		return journal.Refuse(journal.BadInput, "tier.none", "most", len(p.Divisions))
	case was.To == to:
		return journal.Refuse(journal.NoChange, "tier.already", "division", to)
	case reason == "":
		return journal.Refuse(journal.BadInput, "tier.why")
	}
	now := *was
	now.To, now.Why, now.Reason = to, Moved, reason
	from := p.Divisions.At(was.To)
	*from = slices.DeleteFunc(*from, func(x Placed) bool { return x.Member == member })
	*p.Divisions.At(to) = append(numbered.Get(p.Divisions, to), now)
	return nil
}

// Check refuses a plan with divisions out of bounds. One division alone may be
// smaller: there are no more people.
func (p *Plan) Check() error {
	for d := range p.Divisions {
		n := len(p.Divisions[d])
		if n > p.Rules.Max || n < p.Rules.Min && len(p.Divisions) > 1 {
			return journal.Refuse(journal.Conflict, "tier.bounds", "division", d+1, "n", n, "least", p.Rules.Min, "most", p.Rules.Max)
		}
	}
	return nil
}

// Explain explains the place of a member.
func (x *Placed) Explain() notice.Notice {
	switch x.Why {
	case Moved:
		return notice.New("tier.moved", "player", notice.Player(x.Member), "to", x.To, "why", notice.Text(x.Reason))
	case Returned, Lapsed, ByRating, Lowest:
		return notice.New(notice.Code("tier.came_"+string(x.Why)), "player", notice.Player(x.Member), "to", x.To)
	case Stays:
		if x.Finished == 0 { // the season has begun, and no event is over
			return notice.New("tier.why_stays_unplayed", "player", notice.Player(x.Member))
		}
	case Promoted, Relegated, Filled, Spared, NoRoom, Squeezed, Lifted:
	}
	return notice.New(notice.Code("tier.why_"+string(x.Why)), "player", notice.Player(x.Member), "place", x.Finished, "from", x.From, "to", x.To)
}
