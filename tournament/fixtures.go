package tournament

import (
	"time"

	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
)

// An event whose matches players arrange: its rounds open on dates, whether or not the
// ones before are complete, and each match has a window of its own in which the two
// agree on a time (package fixture). A stage that eliminates waits for its winners, as
// everywhere; its matches are arranged too.

// Opening says when the rounds of an arranged event open.
type Opening string

// Openings.
const (
	Together Opening = ""        // rounds are played together, not arranged
	ByDate   Opening = "by_date" // one after the other, each so many days after the one before
	AtOnce   Opening = "at_once" // all rounds of a round robin at its start
)

// Unplayed says what becomes of a match for which neither player has done anything.
type Unplayed string

// What becomes of such a match. Nobody loses by any of it.
const (
	AskOrganisers Unplayed = ""
	UnplayedDraw  Unplayed = "draw"
	UnplayedVoid  Unplayed = "void"
)

// Fixtures are the rules of an arranged event; the zero Fixtures are those of an event
// that is not arranged. Its rounds last Settings.RoundDays.
type Fixtures struct {
	Opens      Opening  `json:"opens,omitempty"`
	Silence    bool     `json:"silence,omitempty"`     // a claim that nobody objects to is settled by it; else organisers settle it
	Objection  int      `json:"objection,omitempty"`   // hours in which a claim can be objected to; 0 = 24
	ShiftDays  int      `json:"shift_days,omitempty"`  // how far a match can be postponed; 0 = 14
	Unplayed   Unplayed `json:"unplayed,omitempty"`    // what becomes of a match for which neither did anything
	ForfeitAll bool     `json:"forfeit_all,omitempty"` // whoever withdraws forfeits the rest, however little they have played
}

func (f Fixtures) validate(s *Settings) error {
	switch {
	case f.Opens == Together:
		return nil // what else is chosen waits for it
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

// rules returns the rules of each match.
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

// dated reports whether round r ends on its date, whatever is still to be played of
// it: every round of an arranged stage but its last.
func (s *State) dated(r *Round) bool {
	st := s.StageOf(r.Number)
	return s.Arranged() && st != nil && !st.Kind.Eliminates() && r.Number < st.lastRound()
}

// opens returns when a round that is started now opens: by the date of the round
// before, if that has just come, so that rounds stay on their hour.
func (s *State) opens(r *Round, now time.Time) time.Time {
	before := s.Round(r.Number - 1)
	if !s.Arranged() || before == nil || before.Deadline.After(now) || now.Sub(before.Deadline) > 12*time.Hour {
		return now
	}
	return before.Deadline
}

// Counted returns the last round that the standings of now have anything of: the last
// closed one; where players arrange their matches the newest, since what was played
// counts whatever is open beside it.
func (s *State) Counted() int {
	if s.Arranged() {
		return len(s.Rounds)
	}
	return s.LastDone()
}

// OpenRounds returns the rounds of which something is still to be played: the current
// one, or where players arrange their matches all that have an open match.
func (s *State) OpenRounds() (out []int) {
	for r := range s.Rounds {
		if s.Rounds[r].Status != Done || s.Arranged() && len(s.Blocking(r+1)) > 0 {
			out = append(out, r+1)
		}
	}
	return out
}

// days returns how long a round is open: all rounds of a stage that open at once are as
// long as they would be one after the other.
func (s *State) days(r *Round) int {
	if st := s.StageOf(r.Number); s.Settings.Fixtures.Opens == AtOnce && st != nil && !st.Kind.Eliminates() {
		return s.Settings.RoundDays * max(st.Rounds, 1)
	}
	return s.Settings.RoundDays
}

// openMatches returns whether anything of the stage under way is still to be played.
func (s *State) openMatches() bool {
	r := s.Current()
	if !s.Arranged() || s.Eliminates(r.Number) {
		return len(s.Blocking(r.Number)) > 0
	}
	for n := s.StageOf(r.Number).FirstRound; n <= r.Number; n++ {
		if len(s.Blocking(n)) > 0 {
			return true
		}
	}
	return false
}

// Place is a match of a round.
type Place struct {
	Round int `json:"round"`
	Match int `json:"match"`
}

// EachFixture goes through the arranged matches that are not over, in the order of
// their rounds.
func (s *State) EachFixture(yield func(Place, *Match) bool) {
	for r := range s.Rounds {
		for m := range s.Rounds[r].Matches {
			match := &s.Rounds[r].Matches[m]
			if f := match.Fixture; f != nil && f.End == "" && !yield(Place{r + 1, m + 1}, match) {
				return
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

// SideOf returns the side of player n in an arranged match. Sides are those of the
// pairing, whatever a forfeit says of the seats since.
func (s *State) SideOf(at Place, n int) fixture.Side {
	m, l := s.Match(at.Round, at.Match)
	if (l.Seat(int32(n-1)) == 1) != m.Swapped {
		return fixture.Second
	}
	return fixture.First
}

// PlayerAt returns the player of a side of an arranged match.
func (s *State) PlayerAt(at Place, side fixture.Side) int {
	m, l := s.Match(at.Round, at.Match)
	if m.Swapped {
		side = side.Other()
	}
	return int(l.Seats[side]) + 1
}

// ForOrganisers returns the arranged matches that wait for a verdict at a time, those
// with a disputed report included.
func (s *State) ForOrganisers(now time.Time) (out []Place) {
	for at, m := range s.EachFixture {
		if m.Disputed || m.Report == nil && m.Fixture.ForOrganisers(s.rulesOf(at, m.Fixture), now) {
			out = append(out, at)
		}
	}
	return out
}

// rulesOf returns the rules of an arranged match. The silence of a guest, whom nobody can
// ask, settles no claim, nor does that of who took a guest's seat afterwards.
func (s *State) rulesOf(at Place, f *fixture.Fixture) *fixture.Rules {
	rules := s.Settings.Fixtures.rules()
	if f.Claim != nil {
		_, l := s.Match(at.Round, at.Match)
		rules.Silence = rules.Silence && s.couldAnswer(l, s.PlayerAt(at, f.Claim.By), f.Claim.At)
	}
	return rules
}

// ClaimEnds returns when the claim of an arranged match is settled by silence; zero for
// never.
func (s *State) ClaimEnds(at Place, f *fixture.Fixture) time.Time {
	rules := s.rulesOf(at, f)
	if f.End != "" || f.Claim == nil || f.Claim.Objected || !rules.Silence {
		return time.Time{}
	}
	return s.reachableFor(s.woken(f.Claim.At), rules.Objection)
}

// ClaimFrom returns from when a side of an arranged match can claim a forfeit if nothing
// else happens; zero where it can't.
func (s *State) ClaimFrom(f *fixture.Fixture, by fixture.Side) time.Time {
	return f.ClaimFrom(s.Settings.Fixtures.rules(), by)
}

// Void reports whether a match counts for nothing.
func (m *Match) Void() bool { return m.Fixture != nil && m.Fixture.End == fixture.Void }

// Over reports whether nothing more is to be said about it: it has its result, or counts
// for nothing.
func (m *Match) Over() bool { return m.Confirmed || m.Void() }

// arrange opens the window of each match of a round that has none. Whoever is away for
// a part of it has that part added.
func (s *State) arrange(r *Round, at time.Time) {
	if !s.Arranged() || r.Deadline.IsZero() {
		return
	}
	rules := s.Settings.Fixtures.rules()
	for i := range r.Matches {
		l := &s.Ledger.Rounds[r.Number-1].Matches[i]
		if l.N != 2 || l.Kind != ledger.Played || r.Matches[i].Fixture != nil {
			continue
		}
		f := fixture.New(at, r.Deadline)
		for _, away := range s.Away {
			if l.Seat(int32(away.Player-1)) >= 0 {
				f.Away(rules, at, away.From, away.Until)
			}
		}
		r.Matches[i].Fixture = f
	}
}

// ended notes how an arranged match that has a result is over.
func (m *Match) ended(kind ledger.Kind, by Confirmer) {
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

// unagreed reports whether a draw of an arranged match that was settled so is none that
// its players agreed on.
func (by Confirmer) unagreed() bool { return by == ByOrganiser || by == ByRule }

// Unagreed reports whether the event makes of an arranged match a draw that its players
// did not agree on.
func (ev *ResultCorrected) Unagreed(m *Match) bool {
	return m.Fixture != nil && ev.Kind == ledger.IntentionalDraw && ev.By.unagreed()
}

// unplayedDraw is the result of a match that nobody played and that is nobody's fault.
func (s *State) unplayedDraw(part ledger.Stage, l *ledger.Match) (ledger.Kind, ledger.Result, error) {
	_, result, err := s.drawnResult(part, l)
	return ledger.IntentionalDraw, result, err
}

// asPaired is the event as the next Swiss round is paired by: matches that are still to
// be played count as draws, for pairing only, where the game has draws.
func (s *State) asPaired() *State {
	open := s.pairedAsDraws()
	if len(open) == 0 {
		return s
	}
	_, l := s.Match(open[0].Round, open[0].Match)
	_, draw, err := s.drawnResult(s.Rounds[open[0].Round-1].Stage, l)
	if err != nil {
		return s
	}
	t := *s
	t.Ledger = *fixture.ForPairing(&s.Ledger, ledger.Played, draw, func(r, m int) bool {
		return !s.Rounds[r-1].Matches[m-1].Void()
	})
	return &t
}

// pairedAsDraws returns the matches that asPaired speaks of.
func (s *State) pairedAsDraws() (out []Place) {
	if st := s.Stage(); !s.Arranged() || st == nil || !st.Kind.ByPoints() {
		return nil
	}
	for at := range s.EachFixture {
		out = append(out, at)
	}
	return out
}

// fixtureDeadlines are reminders, the end of the time to object, and the ends of
// windows.
func (s *State) fixtureDeadlines(add func(time.Time, Due)) {
	for at, m := range s.EachFixture {
		if m.Report != nil {
			continue // the report is what is answered now
		}
		f := m.Fixture
		for _, d := range f.Reminders(s.awake) {
			add(d.At, Due{Kind: remindKind(d.Kind), Round: at.Round, Match: at.Match, Asked: d.About.Unix()})
		}
		if end := s.ClaimEnds(at, f); !end.IsZero() {
			add(end, Due{Kind: DueClaim, Round: at.Round, Match: at.Match, Asked: f.Claim.At.Unix()})
		}
		if f.Claim == nil && !f.Overdue {
			add(f.DueBy(), Due{Kind: DueOverdue, Round: at.Round, Match: at.Match, Asked: f.DueBy().Unix()})
		}
	}
}

// remindPrefix begins the kinds of deadlines that are reminders about arranged matches.
const remindPrefix = "remind_"

func remindKind(k fixture.Kind) DueKind { return DueKind(remindPrefix + string(k)) }
