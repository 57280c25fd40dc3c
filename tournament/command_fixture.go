package tournament

import (
	"time"

	"topcut/tournament/fairclock"
	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// arrangedMatch returns the match at the given place or, if at is zero, the only match
// that player n still has to play.
func (d *decision) arrangedMatch(n int, at Place) (Place, error) {
	s := d.after
	switch {
	case !s.Arranged():
		return at, Refuse(WrongPhase, "fixtures.none")
	case s.Phase != Running:
		return at, Refuse(WrongPhase, "match.no_round")
	case at == Place{}:
		return s.onlyFixture(n)
	}
	m, _ := s.Match(at.Round, at.Match)
	if m == nil || m.Fixture == nil {
		return at, unknownMatch(at)
	}
	return at, nil
}

// onlyFixture returns the only match that player n still has to play.
func (s *State) onlyFixture(n int) (Place, error) {
	switch mine := s.FixturesOf(n); len(mine) {
	case 0:
		return Place{}, Refuse(NotFound, "fixtures.none_left")
	case 1:
		return mine[0], nil
	default:
		return Place{}, Refuse(BadInput, "fixtures.which", "n", len(mine))
	}
}

// SetZone sets the time zone of a player, in which they name times and have their quiet
// hours.
type SetZone struct {
	Player int
	Zone   string // IANA name
}

func (c *SetZone) decide(d *decision) error {
	if _, err := ParseZone(c.Zone); err != nil {
		return err
	}
	p := d.after.Player(c.Player)
	if p == nil || !d.after.Arranged() {
		return Refuse(WrongPhase, "fixtures.none")
	}
	if p.TimeZone == c.Zone {
		return nil
	}
	return d.emit(&ZoneSet{Player: c.Player, Zone: c.Zone})
}

// ChooseReminders sets whether a player gets a single reminder of an arranged match.
type ChooseReminders struct {
	Player int
	Few    bool
}

func (c *ChooseReminders) decide(d *decision) error {
	p := d.after.Player(c.Player)
	if p == nil || !d.after.Arranged() {
		return Refuse(WrongPhase, "fixtures.none")
	}
	if p.Few == c.Few {
		return nil
	}
	return d.emit(&RemindersChosen{Player: c.Player, Few: c.Few})
}

// ProposeTimes proposes times for a match.
type ProposeTimes struct {
	Player int
	At     Place // zero = the only one
	Times  []time.Time
}

func (c *ProposeTimes) decide(d *decision) error {
	at, err := d.arrangedMatch(c.Player, c.At)
	if err != nil {
		return err
	}
	return d.emit(&TimesProposed{Place: at, Player: c.Player, Times: c.Times})
}

// AcceptTime accepts a time that the opponent has proposed.
type AcceptTime struct {
	Player int
	At     Place
	Time   time.Time
}

func (c *AcceptTime) decide(d *decision) error {
	at, err := d.arrangedMatch(c.Player, c.At)
	if err != nil {
		return err
	}
	return d.emit(&TimeAgreed{Place: at, Player: c.Player, At: c.Time})
}

// BePresent records that the player is present at the agreed time.
type BePresent struct {
	Player int
	At     Place
}

func (c *BePresent) decide(d *decision) error {
	at, err := d.arrangedMatch(c.Player, c.At)
	if err != nil {
		return err
	}
	return d.emit(&PlayerPresent{Place: at, Player: c.Player})
}

// ClaimForfeit claims that the opponent did not come or did not answer.
type ClaimForfeit struct {
	Player int
	At     Place
}

func (c *ClaimForfeit) decide(d *decision) error {
	at, err := d.arrangedMatch(c.Player, c.At)
	if err != nil {
		return err
	}
	m, _ := d.after.Match(at.Round, at.Match)
	if m.Report != nil {
		return Refuse(Conflict, "fixtures.reported")
	}
	if from := d.after.ClaimFrom(at, m.Fixture, d.after.SideOf(at, c.Player)); d.now.Before(from) {
		return Refuse(WrongPhase, "fixture.wait", "at", from)
	}
	return d.emit(&ForfeitClaimed{Place: at, Player: c.Player})
}

// ObjectToClaim objects to the opponent's claim, which then goes to the organisers.
type ObjectToClaim struct {
	Player int
	At     Place
	Reason string
}

func (c *ObjectToClaim) decide(d *decision) error {
	at, err := d.arrangedMatch(c.Player, c.At)
	if err != nil {
		return err
	}
	owner := d.after.Players.At(c.Player).Person
	return d.emit(&ClaimObjected{Place: at, Player: c.Player, Text: d.book.addText(TextDispute, owner, clip(c.Reason, 500))})
}

// BeAway records that a player is away for a time, or with Back that they are not, as
// they said before. A time adds to those said before. It is for the player alone to
// take back, not for an undo.
type BeAway struct {
	Player      int
	From, Until time.Time
	Back        bool
}

func (c *BeAway) decide(d *decision) error {
	if err := CheckAbsence(fairclock.Span{From: c.From, Until: c.Until}, d.now); err != nil {
		return err
	}
	return d.away(c)
}

// away records an absence or its end, if that is new.
func (d *decision) away(c *BeAway) error {
	s := d.after
	if !s.Arranged() || s.Phase >= Finished || !s.Taking(c.Player) {
		return Refuse(WrongPhase, "fixtures.none")
	}
	known, ahead := s.AwayOf(c.Player).In(fairclock.Span{From: c.From, Until: c.Until}).Long(), d.now
	if c.From.After(ahead) {
		ahead = c.From
	}
	if c.Back && known == 0 || !c.Back && known >= c.Until.Sub(ahead) {
		return nil
	}
	return d.emit(&PlayerAway{Player: c.Player, From: c.From, Until: c.Until, Union: !c.Back, Back: c.Back})
}

// TakeCalendar takes over into the event what a player has said of themselves in the
// server. What the event knows already is not written again, and nothing is taken back.
type TakeCalendar struct {
	Player   int
	Calendar Calendar
}

func (c *TakeCalendar) decide(d *decision) error {
	if c.Calendar.Zone != "" {
		if err := (&SetZone{Player: c.Player, Zone: c.Calendar.Zone}).decide(d); err != nil {
			return err
		}
	}
	for _, x := range c.Calendar.Away {
		if !x.Until.After(d.now) {
			continue
		}
		if err := d.away(&BeAway{Player: c.Player, From: x.From, Until: x.Until}); err != nil {
			return err
		}
	}
	return nil
}

// Lacks reports whether TakeCalendar would write something for player n.
func (s *State) Lacks(n int, c Calendar, now time.Time) bool {
	if !s.Arranged() || s.Phase >= Finished || !s.Taking(n) {
		return false
	}
	ahead := fairclock.Span{From: now, Until: now.Add(10 * mostAway)}
	missing := c.Away.In(ahead)
	for _, known := range s.AwayOf(n) {
		missing = missing.Without(known)
	}
	return len(missing) > 0 || c.Zone != "" && c.Zone != s.Players.At(n).TimeZone
}

// mostAway is how long a person can be away at once. How long that holds up a match is
// bounded by the match, see answerEnds.
const mostAway = 60 * 24 * time.Hour

// CheckAbsence returns a refusal of an absence that is over, backwards or too long.
func CheckAbsence(span fairclock.Span, now time.Time) error {
	switch {
	case !span.Until.After(span.From) || !span.Until.After(now):
		return Refuse(BadInput, "fixtures.away")
	case span.Until.Sub(span.From) > mostAway:
		return Refuse(BadInput, "fixtures.away_long", "most", mostAway)
	}
	return nil
}

// Verdict is the organisers' decision on an arranged match that was not played.
type Verdict struct {
	At    Place
	End   fixture.End
	Loser int // player who loses by forfeit
}

func (c *Verdict) decide(d *decision) error {
	at, err := d.arrangedMatch(0, c.At)
	if err != nil || c.At == (Place{}) {
		return unknownMatch(c.At)
	}
	m, l := d.after.Match(at.Round, at.Match)
	switch c.End {
	case fixture.Void:
		if rules.IsElimination(m.Part) {
			return Refuse(BadInput, "correct.elimination")
		}
		if err := d.emit(&FixtureVoided{Place: at}); err != nil {
			return err
		}
		return d.closeIfDone()
	case fixture.SchedulingDraw:
		kind, result, err := d.after.unplayedDraw(m.Part, l)
		if err != nil || rules.IsElimination(m.Part) {
			return Refuse(BadInput, "close.no_draws", "game", notice.Text(d.after.Rules.Name), "table", l.Table)
		}
		if err := d.emit(&ResultCorrected{Place: at, Kind: kind, Result: result, By: ByOrganiser}); err != nil {
			return err
		}
		return d.closeIfDone()
	case fixture.DoubleForfeit:
		return (&Correct{Round: at.Round, Match: at.Match, Kind: ledger.DoubleLoss}).decide(d)
	case fixture.Forfeit:
		seat := l.Seat(int32(c.Loser - 1))
		if seat < 0 {
			return Refuse(BadInput, "fixtures.who")
		}
		return (&Correct{Round: at.Round, Match: at.Match, Kind: ledger.Forfeit, Second: seat == 0}).decide(d)
	case fixture.Played, fixture.AgreedDraw:
	}
	return Refuse(BadInput, "fixtures.no_end", "text", notice.Text(c.End))
}

// ExtendFixture gives a match 1 to 60 more days.
type ExtendFixture struct {
	At   Place
	Days int
}

func (c *ExtendFixture) decide(d *decision) error {
	at, err := d.arrangedMatch(0, c.At)
	if err != nil {
		return err
	}
	if c.Days < 1 || c.Days > 60 {
		return Refuse(BadInput, "fixtures.more_days")
	}
	return d.emit(&FixtureExtended{Place: at, Days: c.Days})
}

// claimSettled turns a claim without objection into a forfeit.
func (d *decision) claimSettled(at Place) error {
	m, _ := d.after.Match(at.Round, at.Match)
	loser := m.Fixture.Claim.By.Other()
	if err := d.emit(d.after.forfeit(at, loser == fixture.First, ByClaim)); err != nil {
		return err
	}
	return d.closeIfDone()
}

// forfeit returns the result of a match that one of its two players did not play. If
// first is set, the player paired first loses.
func (s *State) forfeit(at Place, first bool, by Confirmer) *ResultCorrected {
	g := s.Rules.Forfeit.Games
	return &ResultCorrected{
		Place: at, Kind: ledger.Forfeit, By: by, Swap: first,
		Result: ledger.Result{Form: ledger.Games, V: [4]int32{int32(g[0]), int32(g[1]), int32(g[2])}},
	}
}

// overdue records that the window of a match has ended. If neither player has done
// anything, the match ends as the settings say, in a draw or without a result, but
// never in a loss.
func (d *decision) overdue(at Place) error {
	m, l := d.after.Match(at.Round, at.Match)
	idle := m.Fixture.Actions == [2]fixture.Actions{} && !rules.IsElimination(m.Part)
	switch how := d.after.Settings.Fixtures.Unplayed; {
	case idle && how == UnplayedVoid:
		if err := d.emit(&FixtureVoided{Place: at}); err != nil {
			return err
		}
		return d.closeIfDone()
	case idle && how == UnplayedDraw:
		kind, result, err := d.after.unplayedDraw(m.Part, l)
		if err != nil {
			break // the game has no draws
		}
		if err := d.emit(&ResultCorrected{Place: at, Kind: kind, Result: result, By: ByRule}); err != nil {
			return err
		}
		return d.closeIfDone()
	}
	return d.emit(&FixtureOverdue{Place: at})
}

// withdraw takes player n out of an arranged stage. A player from the waiting list
// takes over the seat. Without one, the remaining matches are forfeited or, if less
// than half of a round robin was played, the player's results count only for ratings.
func (d *decision) withdraw(n int, reason string, disqualify bool) error {
	if err := d.withdrawPreview(n); err != nil {
		return err
	}
	s := d.after
	after, text := len(s.Rounds), d.book.addText(TextReason, s.Players.At(n).Person, clip(reason, 500))
	alternate := s.alternate()
	annulled := alternate == 0 && !disqualify && s.Stage().Kind.MeetsAll() && !s.Settings.Fixtures.ForfeitAll && !s.playedHalf(n)
	for _, at := range s.FixturesOf(n) {
		switch {
		case alternate > 0:
			continue
		case annulled:
			if err := d.emit(&FixtureVoided{Place: at}); err != nil {
				return err
			}
		default:
			if m, _ := d.after.Match(at.Round, at.Match); m.Report != nil && !m.Disputed && m.Report.Player != n {
				if err := d.emit(&ResultConfirmed{Place: at, By: ByConcession, Player: n}); err != nil {
					return err
				}
				continue
			}
			if err := d.emit(s.forfeit(at, s.SideOf(at, n) == fixture.First, ByConcession)); err != nil {
				return err
			}
		}
	}
	var ev Event = &PlayerDropped{Player: n, After: after, Reason: text, Annulled: annulled}
	if disqualify {
		ev = &PlayerDisqualified{Player: n, After: after, Reason: text}
	}
	if err := d.emit(ev); err != nil {
		return err
	}
	if alternate > 0 {
		if err := d.emit(&SeatTaken{Player: alternate, Of: n}); err != nil {
			return err
		}
	}
	if err := d.lockIn(); err != nil {
		return err
	}
	return d.closeIfDone()
}

// alternate returns the player who has waited longest for a seat, or 0.
func (s *State) alternate() int {
	for i := range s.Players {
		if s.Players[i].Status == Waiting {
			return i + 1
		}
	}
	return 0
}

// playedHalf reports whether at least half of player n's matches in the current stage
// are over.
func (s *State) playedHalf(n int) bool {
	st, over := s.Stage(), 0
	for r := st.FirstRound; r <= len(s.Rounds); r++ {
		if m, _ := s.Match(r, s.MatchOf(r, n)); m != nil && m.Fixture != nil && m.Fixture.End != "" && !m.Void() {
			over++
		}
	}
	return fixture.Counts(over, st.Rounds)
}
