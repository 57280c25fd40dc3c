package command

import (
	"time"

	"topcut/tournament"
	"topcut/tournament/fairclock"
	"topcut/tournament/fixture"
	"topcut/tournament/hours"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// arrangedMatch returns the match at the given place or, if at is zero, the only match
// that player n still has to play.
func (d *decision) arrangedMatch(n int, at tournament.Place) (tournament.Place, error) {
	s := d.after
	switch {
	case !s.Arranged():
		return at, tournament.Refuse(tournament.WrongPhase, "fixtures.none")
	case s.Phase != tournament.Running:
		return at, tournament.Refuse(tournament.WrongPhase, "match.no_round")
	case at == tournament.Place{}:
		return onlyFixture(s, n, d.Person)
	}
	m, _ := s.Match(at.Round, at.Match)
	if m == nil || m.Fixture == nil {
		return at, tournament.UnknownMatch(at)
	}
	return at, nil
}

// onlyFixture returns the only match or board that a person still has to play for player n.
func onlyFixture(s *tournament.State, n, person int) (tournament.Place, error) {
	switch mine := s.FixturesFor(n, person); len(mine) {
	case 0:
		return tournament.Place{}, tournament.Refuse(tournament.NotFound, "fixtures.none_left")
	case 1:
		return mine[0], nil
	default:
		return tournament.Place{}, tournament.Refuse(tournament.BadInput, "fixtures.which", "n", len(mine))
	}
}

// ofFixture emits the event of a player about their arranged match.
func (d *decision) ofFixture(n int, at tournament.Place, event func(tournament.Place) tournament.Event) error {
	at, err := d.arrangedMatch(n, at)
	if err != nil {
		return err
	}
	if err := d.after.Arranges(at, n, d.Person); err != nil {
		return err
	}
	return d.emit(event(at))
}

// SetZone sets the time zone of a player, in which they name times and have their quiet
// hours.
type SetZone struct {
	Player int
	Zone   string // IANA name
}

func (c *SetZone) decide(d *decision) error {
	if _, err := tournament.ParseZone(c.Zone); err != nil {
		return err
	}
	p := d.after.Player(c.Player)
	if p == nil || !d.after.Arranged() {
		return tournament.Refuse(tournament.WrongPhase, "fixtures.none")
	}
	if p.TimeZone == c.Zone {
		return nil
	}
	return d.emit(&tournament.ZoneSet{Player: c.Player, Zone: c.Zone})
}

// SetWeek sets when a player can usually play; the empty week is no longer known.
type SetWeek struct {
	Player int
	Week   hours.Week
}

func (c *SetWeek) decide(d *decision) error {
	p := d.after.Player(c.Player)
	switch {
	case p == nil || !d.after.Arranged():
		return tournament.Refuse(tournament.WrongPhase, "fixtures.none")
	case !c.Week.Valid():
		return tournament.Refuse(tournament.BadInput, "week.bad")
	case p.Week == c.Week:
		return nil
	}
	return d.emit(&tournament.HoursSet{Player: c.Player, Week: c.Week})
}

// ChooseReminders sets whether a player gets a single reminder of an arranged match.
type ChooseReminders struct {
	Player int
	Few    bool
}

func (c *ChooseReminders) decide(d *decision) error {
	p := d.after.Player(c.Player)
	if p == nil || !d.after.Arranged() {
		return tournament.Refuse(tournament.WrongPhase, "fixtures.none")
	}
	if p.Few == c.Few {
		return nil
	}
	return d.emit(&tournament.RemindersChosen{Player: c.Player, Few: c.Few})
}

// ProposeTimes proposes times for a match.
type ProposeTimes struct {
	Player int
	At     tournament.Place // zero = the only one
	Times  []time.Time
}

func (c *ProposeTimes) decide(d *decision) error {
	return d.ofFixture(c.Player, c.At, func(at tournament.Place) tournament.Event {
		return &tournament.TimesProposed{Place: at, Player: c.Player, Times: c.Times}
	})
}

// AcceptTime accepts a time that the opponent has proposed.
type AcceptTime struct {
	Player int
	At     tournament.Place
	Time   time.Time
}

func (c *AcceptTime) decide(d *decision) error {
	return d.ofFixture(c.Player, c.At, func(at tournament.Place) tournament.Event {
		return &tournament.TimeAgreed{Place: at, Player: c.Player, At: c.Time}
	})
}

// BePresent records that the player is present: at the agreed time, or in a live round
// where they are missed.
type BePresent struct {
	Player int
	At     tournament.Place
}

func (c *BePresent) decide(d *decision) error {
	if d.live(c.At) {
		return d.comeLive(c)
	}
	return d.ofFixture(c.Player, c.At, func(at tournament.Place) tournament.Event {
		return &tournament.PlayerPresent{Place: at, Player: c.Player}
	})
}

// ClaimForfeit claims that the opponent did not come or did not answer.
type ClaimForfeit struct {
	Player int
	At     tournament.Place
	Of     int // the opponent, at a table of three or four
}

func (c *ClaimForfeit) decide(d *decision) error {
	if d.live(c.At) {
		return d.claimLive(c)
	}
	at, err := d.arrangedMatch(c.Player, c.At)
	if err != nil {
		return err
	}
	if err := d.after.Arranges(at, c.Player, d.Person); err != nil {
		return err
	}
	m, _ := d.after.Match(at.Round, at.Match)
	if m.Report != nil {
		return tournament.Refuse(tournament.Conflict, "fixtures.reported")
	}
	if from := d.after.ClaimFrom(at, m.Fixture, d.after.SideOf(at, c.Player)); d.now.Before(from) {
		return tournament.Refuse(tournament.WrongPhase, "fixture.wait", "at", from)
	}
	return d.emit(&tournament.ForfeitClaimed{Place: at, Player: c.Player})
}

// ObjectToClaim objects to the opponent's claim, which then goes to the organisers.
type ObjectToClaim struct {
	Player int
	At     tournament.Place
	Reason string
}

func (c *ObjectToClaim) decide(d *decision) error {
	at, err := d.arrangedMatch(c.Player, c.At)
	if err != nil {
		return err
	}
	owner := d.writer(c.Player)
	return d.emit(&tournament.ClaimObjected{Place: at, Player: c.Player, Text: d.book.addText(tournament.TextDispute, owner, clip(c.Reason, 500))})
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
	if err := tournament.CheckAbsence(fairclock.Span{From: c.From, Until: c.Until}, d.now); err != nil {
		return err
	}
	return d.away(c)
}

// away records an absence or its end, if that is new.
func (d *decision) away(c *BeAway) error {
	s := d.after
	if !s.Arranged() || s.Phase >= tournament.Finished || !s.Taking(c.Player) {
		return tournament.Refuse(tournament.WrongPhase, "fixtures.none")
	}
	known, ahead := s.AwayOf(c.Player).In(fairclock.Span{From: c.From, Until: c.Until}).Long(), d.now
	if c.From.After(ahead) {
		ahead = c.From
	}
	if c.Back && known == 0 || !c.Back && known >= c.Until.Sub(ahead) {
		return nil
	}
	return d.emit(&tournament.PlayerAway{Player: c.Player, From: c.From, Until: c.Until, Union: !c.Back, Back: c.Back})
}

// TakeCalendar takes over into the event what a player has said of themselves in the
// server. What the event knows already is not written again, and nothing is taken back.
type TakeCalendar struct {
	Player   int
	Calendar tournament.Calendar
}

func (c *TakeCalendar) decide(d *decision) error {
	if c.Calendar.Zone != "" {
		if err := (&SetZone{Player: c.Player, Zone: c.Calendar.Zone}).decide(d); err != nil {
			return err
		}
	}
	if c.Calendar.Week != "" {
		if err := (&SetWeek{Player: c.Player, Week: c.Calendar.Week}).decide(d); err != nil {
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

// Verdict is the organisers' decision on an arranged match that was not played.
type Verdict struct {
	At    tournament.Place
	End   fixture.End
	Loser int // player who loses by forfeit
}

func (c *Verdict) decide(d *decision) error {
	at, err := d.arrangedMatch(0, c.At)
	if err != nil || c.At == (tournament.Place{}) {
		return tournament.UnknownMatch(c.At)
	}
	m, l := d.after.Match(at.Round, at.Match)
	switch c.End {
	case fixture.Void:
		if rules.IsElimination(m.Part) {
			return tournament.Refuse(tournament.BadInput, "correct.elimination")
		}
		return d.settle(&tournament.FixtureVoided{Place: at})
	case fixture.SchedulingDraw:
		kind, result, err := unplayedDraw(d.after, at, m.Part)
		if err != nil || rules.IsElimination(m.Part) {
			return tournament.Refuse(tournament.BadInput, "close.no_draws", "game", notice.Text(d.after.Rules.Name), "table", l.Table)
		}
		return d.settle(&tournament.ResultCorrected{Place: at, Kind: kind, Result: result, By: tournament.ByOrganiser})
	case fixture.DoubleForfeit:
		return (&Correct{Round: at.Round, Match: at.Match, Kind: ledger.DoubleLoss}).decide(d)
	case fixture.Forfeit:
		seat := l.Seat(int32(c.Loser - 1))
		if seat < 0 {
			return tournament.Refuse(tournament.BadInput, "fixtures.who")
		}
		return (&Correct{Round: at.Round, Match: at.Match, Kind: ledger.Forfeit, Second: seat == 0}).decide(d)
	case fixture.Played, fixture.AgreedDraw:
	}
	return tournament.Refuse(tournament.BadInput, "fixtures.no_end", "text", notice.Text(c.End))
}

// ExtendFixture gives a match 1 to 60 more days.
type ExtendFixture struct {
	At   tournament.Place
	Days int
}

func (c *ExtendFixture) decide(d *decision) error {
	at, err := d.arrangedMatch(0, c.At)
	if err != nil {
		return err
	}
	if c.Days < 1 || c.Days > 60 {
		return tournament.Refuse(tournament.BadInput, "fixtures.more_days")
	}
	return d.emit(&tournament.FixtureExtended{Place: at, Days: c.Days})
}

// claimSettled turns a claim without objection into a forfeit.
func (d *decision) claimSettled(at tournament.Place) error {
	m, l := d.after.Match(at.Round, at.Match)
	if l.N > 2 {
		return d.graceOver(at)
	}
	loser := m.Claim().By.Other()
	return d.settle(forfeit(d.after, at, loser == fixture.First, tournament.ByClaim))
}

// forfeit returns the result of a match that one of its two players did not play. If
// first is set, the player paired first loses.
func forfeit(s *tournament.State, at tournament.Place, first bool, by tournament.Confirmer) *tournament.ResultCorrected {
	_, l := s.Match(at.Round, at.Match)
	g := s.RulesOf(at.Match, l).Forfeit.Games
	return &tournament.ResultCorrected{
		Place: at, Kind: ledger.Forfeit, By: by, Swap: first,
		Result: ledger.Result{Form: ledger.Games, V: [4]int32{int32(g[0]), int32(g[1]), int32(g[2])}},
	}
}

// overdue records that the window of a match has ended. If neither player has done
// anything, the match ends as the settings say, in a draw or without a result, but
// never in a loss.
func (d *decision) overdue(at tournament.Place) error {
	m, _ := d.after.Match(at.Round, at.Match)
	idle := m.Fixture.Actions == [2]fixture.Actions{} && !rules.IsElimination(m.Part)
	switch how := d.after.Settings.Fixtures.Unplayed; {
	case idle && how == tournament.UnplayedVoid:
		return d.settle(&tournament.FixtureVoided{Place: at})
	case idle && how == tournament.UnplayedDraw:
		kind, result, err := unplayedDraw(d.after, at, m.Part)
		if err != nil {
			break // the game has no draws
		}
		return d.settle(&tournament.ResultCorrected{Place: at, Kind: kind, Result: result, By: tournament.ByRule})
	}
	return d.emit(&tournament.FixtureOverdue{Place: at})
}

// withdraw takes a player out of an arranged stage. A player from the waiting list
// inherits the matches to come and no result; a match of which a board is over is played no
// further. Without one, the way in which the player
// leaves decides.
func (d *decision) withdraw(x exit) error {
	if err := d.withdrawPreview(x.player); err != nil {
		return err
	}
	alternate, err := d.alternate()
	if err != nil {
		return err
	}
	after := len(d.after.Rounds)
	if alternate > 0 {
		x.way = ""
	}
	for _, at := range d.after.FixturesOf(x.player) {
		if alternate > 0 && !d.after.Begun(at) {
			continue
		}
		if err := d.endFixture(at, x); err != nil {
			return err
		}
	}
	if err := d.emit(x.event(d, after)); err != nil {
		return err
	}
	if alternate > 0 {
		if err := d.emit(&tournament.SeatTaken{Player: alternate, Of: x.player}); err != nil {
			return err
		}
	}
	if err := d.lockIn(); err != nil {
		return err
	}
	return d.closeIfDone()
}

// endFixture ends a match of a player who leaves. What the opponent has reported is
// confirmed, and what the player has reported waits for the opponent's answer.
func (d *decision) endFixture(at tournament.Place, x exit) error {
	m, _ := d.after.Match(at.Round, at.Match)
	switch {
	case m.Report != nil && !m.Disputed && m.Report.Player != x.player:
		return d.emit(&tournament.ResultConfirmed{Place: at, By: tournament.ByConcession, Player: x.player})
	case !x.disqualified && d.after.ReportKept(at.Round, at.Match, x.player):
		return nil
	case x.way == tournament.LeavingAnnulled || x.way == tournament.LeavingKept:
		return d.emit(&tournament.FixtureVoided{Place: at})
	}
	return d.emit(forfeit(d.after, at, d.after.SideOf(at, x.player) == fixture.First, tournament.ByConcession))
}

// alternate returns the player who has waited longest for a seat and may take it, or 0.
func (d *decision) alternate() (int, error) {
	for i := range d.after.Players {
		if d.after.Players[i].Status != tournament.Waiting {
			continue
		}
		if may, err := d.passes(i + 1); may || err != nil {
			return i + 1, err
		}
	}
	return 0, nil
}

// opens returns when a round that is started now opens: on the date of the round
// before, if that has just passed, so that rounds keep their hour.
func opens(s *tournament.State, r *tournament.Round, now time.Time) time.Time {
	before := s.Round(r.Number - 1)
	if !s.Arranged() || before == nil || before.Deadline.After(now) || now.Sub(before.Deadline) > 12*time.Hour {
		return now
	}
	return before.Deadline
}

// days returns how many days a round is open. Rounds of a stage that open at once are
// as long together as they would be one after the other.
func days(s *tournament.State, r *tournament.Round) int {
	if st := s.StageOf(r.Number); s.Settings.Fixtures.Opens == tournament.AtOnce && st != nil && !st.Kind.Eliminates() {
		return s.Settings.RoundDays * max(st.Rounds, 1)
	}
	return s.Settings.RoundDays
}

// openMatches reports whether a match of the current stage is still to be played.
func openMatches(s *tournament.State) bool {
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

// unplayedDraw returns the result of a match that was not played, without fault of a
// player.
func unplayedDraw(s *tournament.State, at tournament.Place, part ledger.Stage) (ledger.Kind, ledger.Result, error) {
	_, l := s.Match(at.Round, at.Match)
	_, result, err := s.RulesOf(at.Match, l).DrawnResult(part, int(l.N))
	return ledger.IntentionalDraw, result, err
}
