package tournament

import (
	"slices"
	"time"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// ReportResult reports a match by one of its players. Text is from the player's side:
// "2-1" means that the player won two games.
type ReportResult struct {
	Player       int
	Round, Match int // what the player means; 0 = the match they play now
	Text         string
}

func (c *ReportResult) decide(d *decision) error {
	r, m, err := d.openMatch(c.Player, c.Round, c.Match)
	if err != nil {
		return err
	}
	s := d.after
	match, l := s.Match(r, m)
	if match.Confirmed {
		return Refuse(Conflict, "report.final", "result", d.resultFor(l, c.Player))
	}
	if s.Rounds.At(r).Status == Published {
		return Refuse(WrongPhase, "round.not_started", "round", r)
	}
	if match.Void() {
		return Refuse(WrongPhase, "fixture.ended")
	}
	seat := l.Seat(int32(c.Player - 1))
	kind, result, err := s.Rules.ParseResult(match.Part, seat, int(l.N), c.Text)
	if err != nil {
		return RefuseAs(BadInput, err)
	}
	if match.Disputed && l.N > 2 {
		return Refuse(WrongPhase, "report.organisers")
	}
	own, other := match.Report, match.Counter
	if own != nil && own.Player != c.Player {
		own, other = match.Counter, match.Report
		if own != nil && own.Player != c.Player {
			own = nil // a third player's report at the table
		}
	}
	if own != nil && own.Kind == kind && own.Result == result {
		return Refuse(NoChange, "report.already")
	}
	if err := d.emit(&ResultReported{Place: Place{r, m}, Player: c.Player, Kind: kind, Result: result}); err != nil {
		return err
	}
	if other == nil && !(s.Settings.GuestFinal && !s.answerable(l, c.Player)) {
		return nil
	}
	if other == nil {
		if err := d.emit(&ResultConfirmed{Place: Place{r, m}, By: ByReport, Player: c.Player}); err != nil {
			return err
		}
		return d.closeIfDone()
	}
	if other.Kind != kind || other.Result != result {
		return d.emit(&ResultDisputed{Place: Place{r, m}, Player: c.Player})
	}
	// Both reports agree. If the first report was this player's, now changed to match,
	// the other player's report is the one that stands.
	if err := d.emit(&ResultConfirmed{Place: Place{r, m}, By: ByOpponent, Player: c.Player}); err != nil {
		return err
	}
	return d.closeIfDone()
}

// resultFor returns a result as the player would type it, or its words if it cannot be
// typed.
func (d *decision) resultFor(l *ledger.Match, player int) notice.Value {
	switch l.Kind {
	case ledger.IntentionalDraw:
		return notice.Word("result.intentional")
	case ledger.DoubleLoss:
		return notice.Word("result.double_loss")
	case ledger.Forfeit:
		return notice.New("result.forfeit", "player", notice.Player(int(l.Seats[0])+1))
	case ledger.Played, ledger.Bye, ledger.AssignedLoss, ledger.Elsewhere:
	}
	return notice.Text(d.after.Rules.FormatResult(*l, l.Seat(int32(player-1))))
}

// StillAt returns a refusal unless player n is playing the given match now. It keeps a
// report sent from an old panel from counting for the next round. Round 0 means the
// current match of the player.
func (s *State) StillAt(n, round, match int) error {
	now := len(s.Rounds)
	if round == 0 || now == 0 {
		return nil
	}
	if m, _ := s.Match(round, match); m != nil && m.Fixture != nil {
		now = round // rounds do not wait for each other
	}
	if round != now {
		if round > now {
			return Refuse(WrongPhase, "match.round_undone")
		}
		return Refuse(WrongPhase, "match.earlier_round")
	}
	if s.MatchOf(now, n) != match {
		return Refuse(NotAllowed, "match.not_yours")
	}
	return nil
}

// openMatch returns the match of player n in the current round, which must be the one
// given; see StillAt.
func (d *decision) openMatch(n, round, match int) (r, m int, err error) {
	s := d.after
	if err := d.checkPlayer(n); err != nil {
		return 0, 0, Refuse(NotFound, "match.outsider")
	}
	if s.Phase != Running || len(s.Rounds) == 0 {
		return 0, 0, Refuse(WrongPhase, "match.no_round")
	}
	if err := s.StillAt(n, round, match); err != nil {
		return 0, 0, err
	}
	if mine := s.FixturesOf(n); round == 0 && len(mine) > 1 {
		return 0, 0, Refuse(BadInput, "fixtures.which", "n", len(mine))
	}
	if r, m = s.MatchNow(n, round, match); m == 0 {
		return 0, 0, Refuse(NotFound, "match.none", "round", r)
	}
	if _, l := s.Match(r, m); l.Kind == ledger.Bye {
		return 0, 0, Refuse(WrongPhase, "match.bye", "round", r)
	} else if l.N == 1 {
		return 0, 0, Refuse(WrongPhase, "match.missed", "round", r)
	}
	return r, m, nil
}

// MatchNow returns the match that player n means: the given one or, if none is given, the
// one in the current round. In an arranged event it is the player's only match still to
// be played, or that of the player's last round. match is 0 if there is none or more than
// one.
func (s *State) MatchNow(n, round, match int) (r, m int) {
	r = len(s.Rounds)
	if !s.Arranged() {
		return r, s.MatchOf(r, n)
	}
	if round > 0 {
		return round, match
	}
	mine := s.FixturesOf(n)
	switch {
	case len(mine) == 1:
		return mine[0].Round, mine[0].Match
	case len(mine) > 1:
		return r, 0
	}
	for ; r > 0 && m == 0; r-- {
		if m = s.MatchOf(r, n); m > 0 {
			break
		}
	}
	return r, m
}

// ConfirmReport confirms the opponent's report.
type ConfirmReport struct {
	Player       int
	Round, Match int   // the match the player means; 0 = the current one
	Seq          int64 // newest report of the match when it was shown, see Match.LastWord; 0 means the current one
}

func (c *ConfirmReport) decide(d *decision) error {
	r, m, err := d.openMatch(c.Player, c.Round, c.Match)
	if err != nil {
		return err
	}
	match, l := d.after.Match(r, m)
	switch {
	case match.Confirmed:
		return Refuse(NoChange, "report.final", "result", d.resultFor(l, c.Player))
	case match.Report == nil:
		return Refuse(WrongPhase, "report.nothing")
	case match.Disputed && l.N > 2:
		return Refuse(WrongPhase, "report.organisers")
	case c.Seq != 0 && c.Seq != match.LastWord():
		return Refuse(Conflict, "report.changed")
	case match.Report.Player == c.Player && match.Counter == nil:
		return Refuse(NotAllowed, "confirm.own")
	case match.Report.Player == c.Player:
		return d.accept(r, m, c.Player, match.Counter)
	}
	if err := d.emit(&ResultConfirmed{Place: Place{r, m}, By: ByOpponent, Player: c.Player}); err != nil {
		return err
	}
	return d.closeIfDone()
}

// accept makes the other side's counter report the result, as the first reporter agrees
// to it.
func (d *decision) accept(r, m, player int, counter *Report) error {
	if err := d.emit(&ResultReported{Place: Place{r, m}, Player: player, Kind: counter.Kind, Result: counter.Result}); err != nil {
		return err
	}
	if err := d.emit(&ResultConfirmed{Place: Place{r, m}, By: ByOpponent, Player: player}); err != nil {
		return err
	}
	return d.closeIfDone()
}

// DisputeReport disputes the opponent's report, which then goes to the organisers.
type DisputeReport struct {
	Player       int
	Round, Match int   // the match the player means; 0 = the current one
	Seq          int64 // as in ConfirmReport
	Reason       string
}

func (c *DisputeReport) decide(d *decision) error {
	r, m, err := d.openMatch(c.Player, c.Round, c.Match)
	if err != nil {
		return err
	}
	match, l := d.after.Match(r, m)
	switch {
	case match.Confirmed:
		return Refuse(Conflict, "report.final", "result", d.resultFor(l, c.Player))
	case match.Report == nil:
		return Refuse(WrongPhase, "report.nothing")
	case match.Disputed:
		return Refuse(NoChange, "dispute.already")
	case c.Seq != 0 && c.Seq != match.LastWord():
		return Refuse(Conflict, "report.changed")
	case match.Report.Player == c.Player:
		return Refuse(NotAllowed, "dispute.own")
	}
	owner := d.after.Players.At(c.Player).Person
	return d.emit(&ResultDisputed{Place: Place{r, m}, Player: c.Player, Text: d.book.addText(TextDispute, owner, clip(c.Reason, 500))})
}

// Correct sets the result of a match of any round by an organiser's ruling, also in an
// event that is over: its places follow. Text is from the side of the first-named
// player.
type Correct struct {
	Round int // 0 = the current one
	Table int
	Match int // instead of Table
	Text  string
	// Kind, if it is not Played, is a result without play: ledger.DoubleLoss, or
	// ledger.Forfeit, won by the first-named player or, with Second, by the other, who
	// is named first from then on.
	Kind   ledger.Kind
	Second bool
	// Replay allows a result that changes who advances in a bracket: the rounds after it
	// are taken back and played again.
	Replay bool
}

func (c *Correct) decide(d *decision) error {
	s := d.after
	r := c.Round
	if r == 0 {
		r = len(s.Rounds)
	}
	if s.Round(r) == nil {
		return Refuse(NotFound, "round.none", "round", r)
	}
	if s.Phase != Running && s.Phase != Finished {
		return Refuse(WrongPhase, "correct.over", "phase", s.Phase.Word())
	}
	m := c.Match
	if m == 0 {
		if m = s.MatchAt(r, c.Table); m == 0 || c.Table == 0 {
			return Refuse(NotFound, "table.none", "round", r, "table", c.Table)
		}
	}
	match, l := s.Match(r, m)
	if match == nil {
		return unknownMatch(Place{r, m})
	}
	if l.N < 2 {
		return Refuse(BadInput, "correct.bye")
	}
	if s.Rounds.At(r).Status == Published {
		return Refuse(WrongPhase, "round.not_started", "round", r)
	}
	ev := &ResultCorrected{Place: Place{r, m}, Kind: c.Kind, By: ByOrganiser}
	switch c.Kind {
	case ledger.Forfeit:
		if l.N > 2 {
			return Refuse(BadInput, "correct.without_play", "players", l.N)
		}
		ev = s.forfeit(Place{r, m}, c.Second != match.Swapped, ByOrganiser)
	case ledger.DoubleLoss:
		if rules.IsElimination(match.Part) {
			return Refuse(BadInput, "correct.elimination")
		}
		if s.Rules.Tables != nil {
			return Refuse(BadInput, "correct.scores", "table", l.Table)
		}
		ev.Result = s.Rules.BothLost()
	default:
		first := 0 // seat, as paired, of the player named first
		if match.Swapped {
			first = 1
		}
		kind, result, err := s.Rules.ParseResult(match.Part, first, int(l.N), c.Text)
		if err != nil {
			return RefuseAs(BadInput, err)
		}
		ev.Kind, ev.Result = kind, result
	}
	if match.Confirmed && l.Kind == ev.Kind && l.Result == ev.Result && ev.Swap == match.Swapped {
		return Refuse(NoChange, "correct.same")
	}
	return d.correct(ev, c.Replay)
}

// correct records a correction and what follows from it: the places of an event that is
// over, players who reach the cut early, the end of the round.
func (d *decision) correct(ev *ResultCorrected, replay bool) error {
	holds := d.bracketHolds(ev.Round, ev.Match, ev)
	if holds != nil && !replay {
		return holds
	}
	if holds != nil {
		if err := d.emit(&BracketReopened{After: ev.Round}); err != nil {
			return err
		}
	}
	over := ev.Round <= d.after.LastDone()
	if err := d.emit(ev); err != nil {
		return err
	}
	switch {
	case d.after.Phase == Finished:
		return d.correctPlaces()
	case holds != nil && d.after.Settings.AutoAdvance:
		return d.goOn()
	case over:
		if err := d.lockIn(); err != nil || !d.after.Arranged() {
			return err
		}
	}
	return d.closeIfDone()
}

// correctPlaces sets the places of an event that is over, if they have changed.
func (d *decision) correctPlaces() error {
	places, err := d.after.finalPlaces()
	if err != nil || slices.Equal(places, d.after.Places) {
		return err
	}
	return d.emit(&PlacesCorrected{Places: places})
}

// bracketHolds returns a refusal if a correction in the bracket would change who plays
// in a later round that is already published.
func (d *decision) bracketHolds(r, m int, ev *ResultCorrected) error {
	s := d.after
	st := s.Elimination()
	if st == nil || r < st.FirstRound || r >= len(s.Rounds) && s.Preview == nil {
		return nil // the players of a cut are those who were in it when it was made
	}
	match, l := s.Match(r, m)
	then := *l
	then.Kind, then.Result = ev.Kind, ev.Result
	if ev.Swap != match.Swapped {
		then.Seats[0], then.Seats[1] = l.Seats[1], l.Seats[0]
	}
	winner := func(l *ledger.Match) int32 {
		if w := s.Rules.Winner(l); w >= 0 {
			return l.Seats[w]
		}
		return ledger.None
	}
	if winner(l) == winner(&then) {
		return nil
	}
	return Refuse(NeedsForce, "correct.paired", "round", r+1)
}

// judgeCallOpen is how long a call for a judge counts as open. Arrivals are not
// recorded, and a table may need a judge again.
const judgeCallOpen = 10 * time.Minute

// CallJudge calls an organiser to the player's table. While a call from the table is
// open another one is refused, so that organisers see each call once.
type CallJudge struct {
	Player int
	Reason string
}

func (c *CallJudge) decide(d *decision) error {
	r, m, err := d.openMatch(c.Player, 0, 0)
	if err != nil {
		return err
	}
	if match, _ := d.after.Match(r, m); match.Judge != 0 && d.now.Sub(match.JudgeAt) < judgeCallOpen {
		return Refuse(NoChange, "judge.called")
	}
	owner := d.after.Players.At(c.Player).Person
	return d.emit(&JudgeCalled{Place: Place{r, m}, Player: c.Player, Text: d.book.addText(TextJudge, owner, clip(c.Reason, 500))})
}

// TakeTable records that the organiser goes to a table or, with Back, no longer does.
type TakeTable struct {
	Round, Match int
	Back         bool
}

func (c *TakeTable) decide(d *decision) error {
	m, _ := d.after.Match(c.Round, c.Match)
	switch {
	case m == nil || m.Confirmed:
		return Refuse(Conflict, "stale.ruled")
	case c.Back && m.Coming == 0, !c.Back && m.Coming == d.Person:
		return Refuse(NoChange, "stale.panel")
	}
	return d.emit(&TableTaken{Place: Place{c.Round, c.Match}, Back: c.Back})
}
