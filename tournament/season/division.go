package season

import (
	"cmp"
	"slices"

	"topcut/tournament/division"
	"topcut/tournament/journal"
	"topcut/tournament/notice"
)

// Divided puts members into divisions. Members it does not name stay where they are.
type Divided struct {
	Members []Placed `json:"members"`
}

// Placed is the division of one member, and the reason for it.
type Placed struct {
	Member   int          `json:"member"`
	Division int          `json:"division"`         // from 1, the highest
	Away     int          `json:"away,omitempty"`   // seasons paused without coming back
	Why      division.Why `json:"why,omitempty"`    // empty if the member pauses
	Reason   int          `json:"reason,omitempty"` // text of the book, if organisers decided
}

func (f *Divided) apply(s *State, e *Envelope) error {
	if err := s.open(); err != nil {
		return err
	}
	s.Divided = e.Time
	for _, p := range f.Members {
		if err := s.member(p.Member); err != nil {
			return err
		}
		if p.Division < 1 || p.Division > MaxMembers || p.Away < 0 {
			return journal.Refuse(journal.BadInput, "season.no_division", "n", p.Division)
		}
		m := s.Members.At(p.Member)
		m.Division, m.Away, m.Left = p.Division, p.Away, p.Away > 0
		if p.Division <= s.Begun {
			s.seat(p.Member, e.Time)
		}
		s.Transfers = slices.DeleteFunc(s.Transfers, func(t Transfer) bool { return s.now(t.Member) == p.Member })
	}
	return nil
}

// DivisionsBegun records that divisions have an event of their own.
type DivisionsBegun struct {
	Divisions int `json:"divisions"` // the highest divisions, this many of them
}

func (f *DivisionsBegun) apply(s *State, _ *Envelope) error {
	if err := s.open(); err != nil {
		return err
	}
	s.Begun = f.Divisions
	return nil
}

// DueDivisions is the key of the deadline at which each division gets its event.
const DueDivisions = "divisions"

// divisionDeadline returns the deadline for the events of divisions that have none, if
// the series has no calendar.
func (s *State) divisionDeadline() (journal.Deadline, bool) {
	x := s.Settings.Series
	due := s.Closed == nil && !s.Ended && x != nil && x.Cron == "" && s.Begun < s.Count()
	return journal.Deadline{Key: DueDivisions, At: s.Divided}, due
}

// BeginDivisions records that the highest divisions have their events.
type BeginDivisions struct{ Divisions int }

func (c BeginDivisions) decide(d *Decision) error {
	if c.Divisions <= d.After.Begun {
		return journal.Refuse(journal.NoChange, "deadline.not_due")
	}
	return d.Emit(&DivisionsBegun{c.Divisions})
}

// Transfer is an organisers' change of the plan for the coming divisions.
type Transfer struct {
	Member   int
	Division int
	Reason   int // text of the book
}

// Transferred puts a member into another division of the plan.
type Transferred struct {
	Member   int `json:"member"`           // number
	Division int `json:"division"`         // 0 = as planned
	Reason   int `json:"reason,omitempty"` // text of the book
}

func (f *Transferred) apply(s *State, _ *Envelope) error {
	if err := s.member(f.Member); err != nil {
		return err
	}
	before := len(s.Transfers)
	s.Transfers = slices.DeleteFunc(s.Transfers, func(t Transfer) bool { return t.Member == f.Member })
	switch {
	case s.Settings.Tiers() == nil:
		return journal.Refuse(journal.WrongPhase, "season.no_divisions")
	case f.Division < 0 || f.Division > MaxMembers:
		return journal.Refuse(journal.BadInput, "season.no_division", "n", f.Division)
	case f.Division > 0:
		s.Transfers = append(s.Transfers, Transfer(*f))
	case before == len(s.Transfers):
		return journal.Refuse(journal.NoChange, "season.not_moved", "player", notice.Player(f.Member))
	}
	return nil
}

// Paused records that a member of a season that is over does not play the next one.
type Paused struct {
	Member int  `json:"member"`         // number
	Back   bool `json:"back,omitempty"` // the member plays after all
}

func (f *Paused) apply(s *State, _ *Envelope) error {
	if err := s.member(f.Member); err != nil {
		return err
	}
	pausing := slices.Contains(s.Pausing, f.Member)
	switch {
	case s.Closed == nil:
		return journal.Refuse(journal.WrongPhase, "season.not_closed")
	case pausing != f.Back:
		return journal.Refuse(journal.NoChange, "season.pauses_so", "player", notice.Player(f.Member))
	case f.Back:
		s.Pausing = slices.DeleteFunc(s.Pausing, func(m int) bool { return m == f.Member })
	default:
		s.Pausing = append(s.Pausing, f.Member)
	}
	return nil
}

// Assign puts a member into another division of the plan, with a reason. Division 0
// takes that back.
type Assign struct {
	Member   int
	Division int
	Reason   string
}

func (c Assign) decide(d *Decision) error {
	f := &Transferred{Member: c.Member, Division: c.Division}
	plan, err := d.After.Plan(d.Book, nil)
	if err != nil {
		return err
	}
	if c.Division > 0 {
		if err := plan.Move(c.Member, c.Division, c.Reason); err != nil && journal.ClassOf(err) != journal.NoChange {
			return err
		}
		f.Reason = d.Book.AddText(Reason, d.After.PersonOf(c.Member), c.Reason)
	}
	return d.Emit(f)
}

// Divide puts members without a division into one, as planned.
type Divide struct {
	Ratings map[int]int // of members; a member without an entry is unrated
}

func (c Divide) decide(d *Decision) error {
	if err := d.After.open(); err != nil {
		return err
	}
	plan, err := d.After.Plan(d.Book, c.Ratings)
	if err != nil {
		return err
	}
	if err := plan.Check(); err != nil {
		return err
	}
	f := &Divided{}
	for _, p := range slices.Concat(plan.Divisions...) {
		if m := *d.After.Members.At(p.Member); !m.placed() || m.Division != p.To {
			f.Members = append(f.Members, Placed{Member: p.Member, Division: p.To, Why: p.Why, Reason: d.After.transfer(p.Member).Reason})
		}
	}
	if len(f.Members) == 0 {
		return journal.Refuse(journal.NoChange, "season.all_placed")
	}
	return d.Emit(f)
}

// transfer returns the organisers' change for a member.
func (s *State) transfer(member int) Transfer {
	i := slices.IndexFunc(s.Transfers, func(t Transfer) bool { return s.now(t.Member) == member })
	if i < 0 {
		return Transfer{}
	}
	return s.Transfers[i]
}

// Count returns the number of divisions.
func (s *State) Count() int {
	n := 0
	for _, m := range s.Members {
		if m.Away == 0 {
			n = max(n, m.Division)
		}
	}
	return n
}

// DivisionBefore returns the standings of a division before the last event that counts,
// or nil if there are fewer than two, or each division is one event.
func (s *State) DivisionBefore(n int) *Table {
	in, last, count := s.Input(), 0, 0
	if in.Single {
		return nil
	}
	for i := range s.Events {
		if !s.Events[i].Removed {
			last, count = i, count+1
		}
	}
	if count < 2 {
		return nil
	}
	in.Events[last] = Leg{}
	return s.division(n, in)
}

// Plan returns the divisions of the members in the next season if this one is closed,
// otherwise in this one, including members without a division. ratings are by member.
// Changes by organisers are included.
func (s *State) Plan(b *journal.Book, ratings map[int]int) (*division.Plan, error) {
	if s.Settings.Tiers() == nil {
		return nil, journal.Refuse(journal.WrongPhase, "season.no_divisions")
	}
	in := s.planInput(ratings)
	plan := division.New(in)
	if s.Closed == nil && len(in.Divisions) > 0 {
		plan = division.Late(in)
	}
	for _, t := range s.Transfers {
		err := plan.Move(s.now(t.Member), t.Division, b.Text(t.Reason))
		if class := journal.ClassOf(err); err != nil && class != journal.NoChange && class != journal.NotFound {
			return nil, err
		}
	}
	return plan, nil
}

// planInput returns what the plan of the divisions follows from.
func (s *State) planInput(ratings map[int]int) *division.Input {
	in := &division.Input{Rules: *s.Settings.Tiers(), Divisions: s.finished(ratings), Out: map[int]bool{}}
	for i, m := range s.Members {
		n := i + 1
		switch out := s.away(n); {
		case m.Person == 0 || m.Into > 0:
		case s.DivisionOf(n) > 0:
			in.Out[n] = out
		case !out:
			in.Entrants = append(in.Entrants, division.Entrant{Member: n, Rating: ratings[n], Left: m.Division, Missed: m.Away})
		}
	}
	return in
}

// finished returns the order of each division, without members of others who took a
// seat there.
func (s *State) finished(ratings map[int]int) []division.Finished {
	out := make([]division.Finished, s.Count())
	for d := range out {
		rows := s.Division(d + 1).Rows
		for i := range rows {
			if s.DivisionOf(rows[i].Member) == d+1 {
				out[d].Members = append(out[d].Members, rows[i].Member)
				out[d].Ratings = append(out[d].Ratings, ratings[rows[i].Member])
			}
		}
	}
	return out
}

// ByLot returns the members of a closed season whose position in their division was
// decided by lot.
func (s *State) ByLot() map[int]bool {
	out := map[int]bool{}
	for d := 1; s.Closed != nil && d <= s.Count(); d++ {
		t := s.Division(d)
		for i := range t.Rows {
			for k := range t.Rows[:i] {
				if a, b := &t.Rows[k], &t.Rows[i]; t.ahead(a, b) == 0 {
					out[a.Member], out[b.Member] = true, true
				}
			}
		}
	}
	return out
}

// ahead compares two rows by all criteria except a lot.
func (t *Table) ahead(a, b *Row) int {
	return cmp.Or(cmp.Compare(a.Place, b.Place), comparePlaces(t.places(a), t.places(b)))
}

// places returns the places of a row in the events that count, best first.
func (t *Table) places(r *Row) (out []int) {
	for i := range r.Parts {
		if p := &r.Parts[i]; p.Counted && t.Result(p).Place > 0 {
			out = append(out, t.Result(p).Place)
		}
	}
	slices.Sort(out)
	return out
}

// comparePlaces compares places one by one, best first. With equal places, the longer
// list is ahead.
func comparePlaces(a, b []int) int {
	for i := range min(len(a), len(b)) {
		if c := cmp.Compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(b), len(a))
}

// Next returns the command that creates the season after a closed one, with every
// member in their division, and members who pause in the one that is kept for them.
func Next(s *Snapshot, name string, ratings map[int]int) (Create, error) {
	st := s.State
	if st.Closed == nil {
		return Create{}, journal.Refuse(journal.WrongPhase, "season.not_closed")
	}
	plan, err := st.Plan(s.Book, ratings)
	if err != nil {
		return Create{}, err
	}
	if err := plan.Check(); err != nil {
		return Create{}, err
	}
	c := Create{Guild: st.Guild, Settings: st.Settings, Previous: st.ID}
	c.Settings.Name = name
	add := func(e Entrant, member int) {
		p := s.Book.Person(st.PersonOf(member))
		if e.Person = (Person{User: p.User, Name: p.Name}); p.User != "" || p.Name != journal.ForgottenName(p.No) {
			c.Entrants = append(c.Entrants, e)
		}
	}
	for _, p := range slices.Concat(plan.Divisions...) {
		add(Entrant{Division: p.To, Why: p.Why, Reason: p.Reason}, p.Member)
	}
	for i, m := range st.Members {
		if away := m.Away + 1; st.pauses(i+1) && m.Person > 0 && m.Into == 0 && m.Division > 0 && away <= st.Settings.Tiers().Pause {
			add(Entrant{Division: m.Division, Away: away}, i+1)
		}
	}
	return c, nil
}
