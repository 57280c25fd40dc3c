package tournament

import (
	"slices"
	"strings"
	"time"

	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
)

// An arranged event is one whose players arrange their matches. Its rounds open on
// dates, whether or not earlier rounds are complete, and each match has a window in
// which its players agree on a time (package fixture). An elimination stage waits for
// its winners as always; its matches are arranged too. Of a match on boards each board is
// arranged, by the two who sit at it.

// Opening determines when the rounds of an arranged event open.
type Opening string

// Openings.
const (
	Together Opening = ""        // rounds are played together, not arranged
	ByDate   Opening = "by_date" // one after the other, each a fixed number of days after the one before
	AtOnce   Opening = "at_once" // all rounds of a round robin at its start
)

// Unplayed determines how a match ends for which neither player has done anything.
type Unplayed string

// Values of Unplayed. None of them makes a player lose.
const (
	AskOrganisers Unplayed = ""
	UnplayedDraw  Unplayed = "draw"
	UnplayedVoid  Unplayed = "void"
)

// Fixtures are the rules of an arranged event. The zero Fixtures mean that the event is
// not arranged. Its rounds last Settings.RoundDays.
type Fixtures struct {
	Opens      Opening  `json:"opens,omitempty"`
	Silence    bool     `json:"silence,omitempty"`             // a claim without objection is settled; otherwise organisers settle it
	Objection  int      `json:"objection,omitempty"`           // hours in which a claim can be objected to; 0 = 24
	ShiftDays  int      `json:"shift_days,omitempty"`          // how far a match can be postponed; 0 = 14
	Unplayed   Unplayed `json:"unplayed,omitempty"`            // how a match ends for which neither player did anything
	Hours      bool     `json:"prefer_common_hours,omitempty"` // of pairings that are as good, Swiss rounds take one whose players share most hours
	ForfeitAll bool     `json:"forfeit_all,omitempty"`         // a player who withdraws forfeits the rest, however little they have played
}

func (f Fixtures) validate(s *Settings) error {
	switch {
	case f.Opens == Together:
		return nil // the other fields apply only to arranged events
	case f.Opens != ByDate && f.Opens != AtOnce:
		return Refuse(BadInput, "fixtures.opens")
	case s.RoundDays == 0:
		return Refuse(BadInput, "fixtures.days")
	case f.Objection < 0 || f.Objection > 14*24 || f.ShiftDays < 0 || f.ShiftDays > 60:
		return Refuse(BadInput, "fixtures.limits")
	case f.Unplayed != AskOrganisers && f.Unplayed != UnplayedDraw && f.Unplayed != UnplayedVoid:
		return Refuse(BadInput, "fixtures.unplayed")
	case f.Opens == AtOnce && !s.Stages.First().Kind.MeetsAll():
		return Refuse(BadInput, "fixtures.at_once")
	case len(s.Stages.Prepare) > 0:
		return Refuse(BadInput, "fixtures.draft")
	}
	return nil
}

// rules returns the rules that apply to each match.
func (f Fixtures) rules() *fixture.Rules {
	r := fixture.Default()
	r.Silence = f.Silence
	if f.Objection > 0 {
		r.Objection = time.Duration(f.Objection) * time.Hour
	}
	if f.ShiftDays > 0 {
		r.Shift = time.Duration(f.ShiftDays) * 24 * time.Hour
	}
	return &r
}

// Arranged reports whether players arrange their matches.
func (s *State) Arranged() bool { return s.Settings.Fixtures.Opens != Together }

// Dated reports whether round r ends on its date, whatever is still to be played: every
// round of an arranged stage except its last.
func (s *State) Dated(r *Round) bool {
	st := s.StageOf(r.Number)
	return s.Arranged() && st != nil && !st.Kind.Eliminates() && r.Number < st.LastRound()
}

// Counted returns the last round that the present standings include: the last closed
// one or, in an arranged event, the newest, since what was played counts even if other
// matches are open.
func (s *State) Counted() int {
	if s.Arranged() {
		return len(s.Rounds)
	}
	return s.LastDone()
}

// OpenRounds returns the rounds with matches still to be played: the current one or, in
// an arranged event, every round with an open match.
func (s *State) OpenRounds() (out []int) {
	for r := range s.Rounds {
		if s.Rounds[r].Status != Done || s.Arranged() && len(s.Blocking(r+1)) > 0 {
			out = append(out, r+1)
		}
	}
	return out
}

// OpenedWith returns the first and the last of the rounds that opened together with round
// r: those of a stage whose rounds open at once, or r alone.
func (s *State) OpenedWith(r int) (first, last int) {
	if !s.allAtOnce(r) {
		return r, r
	}
	st := s.StageOf(r)
	return st.FirstRound, min(st.LastRound(), len(s.Rounds))
}

// allAtOnce reports whether a round opens with all rounds of its stage.
func (s *State) allAtOnce(r int) bool {
	st := s.StageOf(r)
	return s.Settings.Fixtures.Opens == AtOnce && st != nil && !st.Kind.Eliminates()
}

// Place identifies a match by its round and its number in the round.
type Place struct {
	Round int `json:"round"`
	Match int `json:"match"` // of the round; a board has 4400 times its number more, see BoardNumber
}

// UnknownMatch returns the refusal of a match that does not exist.
func UnknownMatch(at Place) error {
	return Refuse(NotFound, "match.unknown", "round", at.Round, "match", at.Match)
}

// EachFixture yields the arranged matches and boards that are not over, in the order of their
// rounds.
func (s *State) EachFixture(yield func(Place, *Match) bool) {
	for r, round := range numbered.All(s.Rounds) {
		for number, match := range numbered.All(round.Matches) {
			if f := match.Fixture; f != nil && f.End == "" && !yield(Place{r, number}, match) {
				return
			}
			for b, board := range numbered.All(match.Boards) {
				if f := board.Fixture; f != nil && f.End == "" && !yield(Place{r, BoardNumber(number, b)}, board) {
					return
				}
			}
		}
	}
}

// FixturesOf returns the matches that player n still has to play, in the order of
// their rounds.
func (s *State) FixturesOf(n int) (out []Place) {
	for at := range s.EachFixture {
		if _, l := s.Match(at.Round, at.Match); l.Seat(int32(n-1)) >= 0 {
			out = append(out, at)
		}
	}
	return out
}

// FixturesFor returns those FixturesOf player n in which a person plays: of a crew that plays
// on boards the person's own, or all if the person sits at none of them.
func (s *State) FixturesFor(n, person int) []Place {
	all := s.FixturesOf(n)
	if !slices.ContainsFunc(all, func(at Place) bool { return s.boardOf(at.OfBoard(), person) > 0 }) {
		return all
	}
	return slices.DeleteFunc(all, func(at Place) bool { return at != at.OfBoard() && s.Sitting(at, n) != person })
}

// SideOf returns the side of player n in a match. Sides are those of the pairing, even if a
// forfeit has swapped the seats since.
func (s *State) SideOf(at Place, n int) fixture.Side {
	m, l := s.Match(at.Round, at.Match)
	side := fixture.Side(max(0, l.Seat(int32(n-1))))
	if m.Swapped {
		return side.Other()
	}
	return side
}

// PlayerAt returns the player on a side of a match.
func (s *State) PlayerAt(at Place, side fixture.Side) int {
	m, l := s.Match(at.Round, at.Match)
	if m.Swapped {
		side = side.Other()
	}
	return int(l.Seats[side]) + 1
}

// ForOrganisers returns the arranged matches that wait for a verdict at the given time,
// including those with a disputed report.
func (s *State) ForOrganisers(now time.Time) (out []Place) {
	for at, m := range s.EachFixture {
		from := s.heldUp(at, m.Fixture)
		held := !from.IsZero() && !now.Before(from)
		if m.Disputed || m.Report == nil && (held || m.Fixture.ForOrganisers(s.rulesOf(at, m.Fixture), now)) {
			out = append(out, at)
		}
	}
	return out
}

// rulesOf returns the rules of an arranged match. The silence of a guest, who cannot be
// asked, settles no claim, nor does that of a player who took over a guest's seat later.
func (s *State) rulesOf(at Place, f *fixture.Fixture) *fixture.Rules {
	rules := s.Settings.Fixtures.rules()
	if f.Claim != nil {
		rules.Silence = rules.Silence && s.couldAnswer(at, s.PlayerAt(at, f.Claim.By), f.Claim.At)
	}
	return rules
}

// objection is the time in which a player can object to a claim.
type objection struct {
	player int
	from   time.Time
	long   time.Duration
}

// objection returns the time to object to the claim of an arranged match; ok is false if
// silence does not settle the claim, or an undo has stopped the time.
func (s *State) objection(at Place) (o objection, ok bool) {
	m, _ := s.Match(at.Round, at.Match)
	f := m.Fixture
	rules := s.rulesOf(at, f)
	if f.End != "" || f.Claim == nil || f.Claim.Objected || !rules.Silence {
		return o, false
	}
	o.player = s.PlayerAt(at, f.Claim.By.Other())
	o.from, o.long, ok = s.resumed(claimDue(at, f.Claim), f.Claim.At, rules.Objection)
	return o, ok
}

// ClaimEnds returns when silence settles the first claim of a match, or zero if it settles
// none: see answerEnds for a player who is away.
func (s *State) ClaimEnds(at Place) (first time.Time) {
	m, _ := s.Match(at.Round, at.Match)
	if m.Fixture != nil {
		if o, ok := s.objection(at); ok {
			return s.answerEnds(m.Fixture, o.player, o.from, o.long)
		}
		return first
	}
	for _, n := range s.Missed(at) {
		if end := s.GraceEnds(at, n); first.IsZero() || !end.IsZero() && end.Before(first) {
			first = end
		}
	}
	return first
}

// heldUp returns from when the organisers decide a claim because the opponent is away for
// longer than the match can wait, or zero if silence settles it or they decide anyway.
func (s *State) heldUp(at Place, f *fixture.Fixture) time.Time {
	o, ok := s.objection(at)
	if !ok || !s.answerEnds(f, o.player, o.from, o.long).IsZero() {
		return time.Time{}
	}
	last := s.lastMoment(f, o.player, o.from, o.long)
	if due := f.DueBy(); due.After(last) {
		return due
	}
	return last
}

// Void reports whether a match, or each board of it, counts for nothing.
func (m *Match) Void() bool {
	if len(m.Boards) > 0 {
		return !m.Confirmed && !slices.ContainsFunc(m.Boards, func(b Match) bool { return !b.Void() })
	}
	return m.Fixture != nil && m.Fixture.End == fixture.Void
}

// Over reports whether the match has its result or counts for nothing.
func (m *Match) Over() bool { return m.Confirmed || m.Void() }

// arrange opens the window of each match or board of a round that has none. The window is
// extended by the absences of its players.
func (s *State) arrange(r *Round, at time.Time) {
	if !s.Arranged() || r.Deadline.IsZero() {
		return
	}
	rules := s.Settings.Fixtures.rules()
	for number := range s.Contests(r.Number) {
		f := s.window(r.Number, number, at, r.Deadline)
		_, l := s.Match(r.Number, number)
		for _, away := range s.Away {
			if f != nil && l.Seat(int32(away.Player-1)) >= 0 {
				f.Away(rules, at, away.From, away.Until)
			}
		}
	}
}

// window opens the window of a match or board that has none, and returns it; nil if it is not
// arranged.
func (s *State) window(r, number int, opens, playBy time.Time) *fixture.Fixture {
	m, l := s.Match(r, number)
	if l.N != 2 || l.Kind != ledger.Played || m.Fixture != nil || len(m.Boards) > 0 {
		return nil
	}
	m.Fixture = fixture.New(opens, playBy)
	m.Fixture.Told = s.bothTold(r, l)
	return m.Fixture
}

// ended records how an arranged match that has a result ended, and its open boards with it.
func (m *Match) ended(kind ledger.Kind, by Confirmer) {
	for b := range m.Boards {
		if board := &m.Boards[b]; !board.Over() {
			board.ended(kind, by)
		}
	}
	if m.Fixture == nil {
		return
	}
	end := fixture.Played
	switch {
	case kind == ledger.Forfeit:
		end = fixture.Forfeit
	case kind == ledger.DoubleLoss:
		end = fixture.DoubleForfeit
	case kind == ledger.IntentionalDraw && by.unagreed():
		end = fixture.SchedulingDraw
	case kind == ledger.IntentionalDraw:
		end = fixture.AgreedDraw
	}
	m.Fixture = m.Fixture.Clone()
	m.Fixture.Over(end)
}

// unagreed reports whether a draw settled by by is one that the players did not agree
// on.
func (by Confirmer) unagreed() bool { return by == ByOrganiser || by == ByRule }

// Unagreed reports whether ev makes an arranged match a draw that its players did not
// agree on.
func (ev *ResultCorrected) Unagreed(m *Match) bool {
	return m.Fixture != nil && ev.Kind == ledger.IntentionalDraw && ev.By.unagreed()
}

// PairedAsDraws returns the open matches that count as draws when the next round is paired.
func (s *State) PairedAsDraws() (out []Place) {
	if st := s.Stage(); !s.Arranged() || st == nil || !st.Kind.ByPoints() {
		return nil
	}
	for at := range s.EachFixture {
		if at = at.OfBoard(); len(out) == 0 || out[len(out)-1] != at {
			out = append(out, at)
		}
	}
	return out
}

// fixtureDeadlines adds reminders, the ends of the times to object, and the ends of
// windows.
func (s *State) fixtureDeadlines(add func(time.Time, Due)) {
	for at, m := range s.EachFixture {
		if m.Report != nil {
			continue // the report is what is to be answered now
		}
		f := m.Fixture
		_, l := s.Match(at.Round, at.Match)
		for _, d := range f.Reminders(func(kind fixture.Kind, due, before time.Time) time.Time { return s.remindMatchAt(l, kind, due, before) }) {
			add(d.At, Due{Kind: RemindKind(d.Kind), Round: at.Round, Match: at.Match, Asked: d.About.Unix()})
		}
		if end := s.ClaimEnds(at); !end.IsZero() {
			add(end, claimDue(at, f.Claim))
		}
		due := f.DueBy()
		if f.Claim != nil {
			due = s.heldUp(at, f)
		}
		if !due.IsZero() && !f.Overdue {
			add(due, Due{Kind: DueOverdue, Round: at.Round, Match: at.Match, Asked: due.Unix()})
		}
	}
}

// remindPrefix begins the kinds of deadlines that are reminders of arranged matches.
const remindPrefix = "remind_"

// RemindKind returns the kind of the deadline that is a reminder of arranged matches.
func RemindKind(k fixture.Kind) DueKind { return DueKind(remindPrefix + string(k)) }

// Reminder returns which reminder of arranged matches a deadline is.
func (k DueKind) Reminder() (which string, ok bool) {
	return strings.CutPrefix(string(k), remindPrefix)
}
