package command

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/final"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
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
	at, match, l, err := d.openMatch(c.Player, c.Round, c.Match)
	if err != nil {
		return err
	}
	s := d.after
	if match.Confirmed {
		return tournament.Refuse(tournament.Conflict, "report.final", "result", d.resultFor(at, l, c.Player))
	}
	if s.Rounds.At(at.Round).Status == tournament.Published {
		return tournament.Refuse(tournament.WrongPhase, "round.not_started", "round", at.Round)
	}
	if match.Void() {
		return tournament.Refuse(tournament.WrongPhase, "fixture.ended")
	}
	seat := l.Seat(int32(c.Player - 1))
	kind, result, err := s.RulesOf(at.Match, l).ParseResult(match.Part, seat, int(l.N), c.Text)
	if err != nil {
		return tournament.RefuseAs(tournament.BadInput, err)
	}
	if match.Disputed && l.N > 2 {
		return tournament.Refuse(tournament.WrongPhase, "report.organisers")
	}
	if err := d.sits(at, c.Player); err != nil {
		return err
	}
	reported := *l
	reported.Kind, reported.Result = kind, result
	if won := s.Rules.Winner(&reported); won >= 0 && l.N > 2 && s.AbsentFrom(at, int(l.Seats[won])+1) {
		return tournament.Refuse(tournament.BadInput, "absence.cannot_win", "player", notice.Player(int(l.Seats[won])+1))
	}
	match, _ = s.Match(at.Round, at.Match)
	own, other := match.Report, match.Counter
	if own != nil && own.Player != c.Player {
		own, other = match.Counter, match.Report
		if own != nil && own.Player != c.Player {
			own = nil // a third player's report at the table
		}
	}
	if own != nil && own.Kind == kind && own.Result == result {
		return tournament.Refuse(tournament.NoChange, "report.already")
	}
	if err := d.emit(&tournament.ResultReported{Place: at, Player: c.Player, Kind: kind, Result: result}); err != nil {
		return err
	}
	if other == nil && !(s.Settings.GuestFinal && !answerable(s, at, c.Player)) {
		return nil
	}
	if other == nil {
		return d.settle(&tournament.ResultConfirmed{Place: at, By: tournament.ByReport, Player: c.Player})
	}
	if other.Kind != kind || other.Result != result {
		return d.emit(&tournament.ResultDisputed{Place: at, Player: c.Player})
	}
	// Both reports agree. If the first report was this player's, now changed to match,
	// the other player's report is the one that stands.
	return d.settle(&tournament.ResultConfirmed{Place: at, By: tournament.ByOpponent, Player: c.Player})
}

// resultFor returns a result as the player would type it, or its words if it cannot be
// typed.
func (d *decision) resultFor(at tournament.Place, l *ledger.Match, player int) notice.Value {
	switch l.Kind {
	case ledger.IntentionalDraw:
		return notice.Word("result.intentional")
	case ledger.DoubleLoss:
		return notice.Word("result.double_loss")
	case ledger.Forfeit:
		return notice.New("result.forfeit", "player", notice.Player(int(l.Seats[0])+1))
	case ledger.Played, ledger.Bye, ledger.AssignedLoss, ledger.Elsewhere:
	}
	return notice.Text(d.after.RulesOf(at.Match, l).FormatResult(*l, l.Seat(int32(player-1))))
}

// openMatch returns the match of player n in the current round, which must be the one
// given; see StillAt.
func (d *decision) openMatch(n, round, number int) (at tournament.Place, match *tournament.Match, l *ledger.Match, err error) {
	s := d.after
	if err := d.checkPlayer(n); err != nil {
		return at, nil, nil, tournament.Refuse(tournament.NotFound, "match.outsider")
	}
	if s.Phase != tournament.Running || len(s.Rounds) == 0 {
		return at, nil, nil, tournament.Refuse(tournament.WrongPhase, "match.no_round")
	}
	if err := s.StillAt(n, round, number); err != nil {
		return at, nil, nil, err
	}
	at.Round, at.Match = s.MatchNow(n, d.Person, round, number)
	if mine := s.FixturesFor(n, d.Person); round == 0 && at.Match == 0 && len(mine) > 1 {
		return at, nil, nil, tournament.Refuse(tournament.BadInput, "fixtures.which", "n", len(mine))
	}
	if at.Match == 0 {
		return at, nil, nil, tournament.Refuse(tournament.NotFound, "match.none", "round", at.Round)
	}
	at = s.OwnBoard(at, d.Person)
	if match, l = s.Match(at.Round, at.Match); len(match.Boards) > 0 && !match.Open() {
		return at, nil, nil, tournament.Refuse(tournament.BadInput, "match.which_board")
	}
	if l.Kind == ledger.Bye {
		return at, nil, nil, tournament.Refuse(tournament.WrongPhase, "match.bye", "round", at.Round)
	} else if l.N == 1 {
		return at, nil, nil, tournament.Refuse(tournament.WrongPhase, "match.missed", "round", at.Round)
	}
	return at, match, l, nil
}

// ConfirmReport confirms the opponent's report.
type ConfirmReport struct {
	Player       int
	Round, Match int   // the match the player means; 0 = the current one
	Seq          int64 // newest report of the match when it was shown, see Match.LastWord; 0 means the current one
}

func (c *ConfirmReport) decide(d *decision) error {
	at, match, l, err := d.openMatch(c.Player, c.Round, c.Match)
	if err != nil {
		return err
	}
	switch {
	case match.Confirmed:
		return tournament.Refuse(tournament.NoChange, "report.final", "result", d.resultFor(at, l, c.Player))
	case match.Report == nil:
		return tournament.Refuse(tournament.WrongPhase, "report.nothing")
	case match.Disputed && l.N > 2:
		return tournament.Refuse(tournament.WrongPhase, "report.organisers")
	case c.Seq != 0 && c.Seq != match.LastWord():
		return tournament.Refuse(tournament.Conflict, "report.changed")
	case match.Report.Player == c.Player && match.Counter == nil:
		return tournament.Refuse(tournament.NotAllowed, "confirm.own")
	}
	if err := d.sits(at, c.Player); err != nil {
		return err
	}
	if match.Report.Player == c.Player {
		return d.accept(at, c.Player, match.Counter)
	}
	return d.settle(&tournament.ResultConfirmed{Place: at, By: tournament.ByOpponent, Player: c.Player})
}

// accept makes the other side's counter report the result, as the first reporter agrees
// to it.
func (d *decision) accept(at tournament.Place, player int, counter *tournament.Report) error {
	if err := d.emit(&tournament.ResultReported{Place: at, Player: player, Kind: counter.Kind, Result: counter.Result}); err != nil {
		return err
	}
	return d.settle(&tournament.ResultConfirmed{Place: at, By: tournament.ByOpponent, Player: player})
}

// DisputeReport disputes the opponent's report, which then goes to the organisers.
type DisputeReport struct {
	Player       int
	Round, Match int   // the match the player means; 0 = the current one
	Seq          int64 // as in ConfirmReport
	Reason       string
}

func (c *DisputeReport) decide(d *decision) error {
	at, match, l, err := d.openMatch(c.Player, c.Round, c.Match)
	if err != nil {
		return err
	}
	switch {
	case match.Confirmed:
		return tournament.Refuse(tournament.Conflict, "report.final", "result", d.resultFor(at, l, c.Player))
	case match.Report == nil:
		return tournament.Refuse(tournament.WrongPhase, "report.nothing")
	case match.Disputed:
		return tournament.Refuse(tournament.NoChange, "dispute.already")
	case c.Seq != 0 && c.Seq != match.LastWord():
		return tournament.Refuse(tournament.Conflict, "report.changed")
	case match.Report.Player == c.Player:
		return tournament.Refuse(tournament.NotAllowed, "dispute.own")
	}
	if err := d.sits(at, c.Player); err != nil {
		return err
	}
	owner := d.writer(c.Player)
	return d.emit(&tournament.ResultDisputed{Place: at, Player: c.Player, Text: d.book.addText(tournament.TextDispute, owner, clip(c.Reason, 500))})
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
		return tournament.Refuse(tournament.NotFound, "round.none", "round", r)
	}
	if s.Phase != tournament.Running && s.Phase != tournament.Finished {
		return tournament.Refuse(tournament.WrongPhase, "correct.over", "phase", s.Phase.Word())
	}
	m := c.Match
	if m == 0 {
		if m = s.MatchAt(r, c.Table); m == 0 || c.Table == 0 {
			return tournament.Refuse(tournament.NotFound, "table.none", "round", r, "table", c.Table)
		}
	}
	match, l := s.Match(r, m)
	if match == nil {
		return tournament.UnknownMatch(tournament.Place{Round: r, Match: m})
	}
	if l.N < 2 {
		return tournament.Refuse(tournament.BadInput, "correct.bye")
	}
	if s.Rounds.At(r).Status == tournament.Published {
		return tournament.Refuse(tournament.WrongPhase, "round.not_started", "round", r)
	}
	ev := &tournament.ResultCorrected{Place: tournament.Place{Round: r, Match: m}, Kind: c.Kind, By: tournament.ByOrganiser}
	switch c.Kind {
	case ledger.Forfeit:
		if l.N > 2 {
			return tournament.Refuse(tournament.BadInput, "correct.without_play", "players", l.N)
		}
		ev = forfeit(s, tournament.Place{Round: r, Match: m}, c.Second != match.Swapped, tournament.ByOrganiser)
	case ledger.DoubleLoss:
		if rules.IsElimination(match.Part) {
			return tournament.Refuse(tournament.BadInput, "correct.elimination")
		}
		if s.Rules.Tables != nil {
			return tournament.Refuse(tournament.BadInput, "correct.scores", "table", l.Table)
		}
		ev.Result = s.RulesOf(m, l).BothLost()
	default:
		first := 0 // seat, as paired, of the player named first
		if match.Swapped {
			first = 1
		}
		kind, result, err := s.RulesOf(m, l).ParseResult(match.Part, first, int(l.N), c.Text)
		if err != nil {
			return tournament.RefuseAs(tournament.BadInput, err)
		}
		ev.Kind, ev.Result = kind, result
	}
	if match.Confirmed && l.Kind == ev.Kind && l.Result == ev.Result && ev.Swap == match.Swapped {
		return tournament.Refuse(tournament.NoChange, "correct.same")
	}
	return d.correct(ev, c.Replay)
}

// correct records a correction and what follows from it: the places of an event that is
// over, players who reach the cut early, the end of the round.
func (d *decision) correct(ev *tournament.ResultCorrected, replay bool) error {
	holds := d.bracketHolds(ev.Round, ev.Match, ev)
	if holds != nil && !replay {
		return holds
	}
	if holds != nil {
		if err := d.emit(&tournament.BracketReopened{After: ev.Round}); err != nil {
			return err
		}
	}
	over := ev.Round <= d.after.LastDone()
	if err := d.emit(ev); err != nil {
		return err
	}
	switch {
	case d.after.Phase == tournament.Finished:
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
	places, err := final.Places(d.after)
	if err != nil || slices.Equal(places, d.after.Places) {
		return err
	}
	return d.emit(&tournament.PlacesCorrected{Places: places})
}

// bracketHolds returns a refusal if a correction in the bracket would change who plays
// in a later round that is already published.
func (d *decision) bracketHolds(r, m int, ev *tournament.ResultCorrected) error {
	s := d.after
	st := s.Elimination()
	if st == nil || r < st.FirstRound || r >= len(s.Rounds) && s.Preview == nil {
		return nil // the players of a cut are those who were in it when it was made
	}
	then, err := s.Supposing(ev)
	if err != nil {
		return err
	}
	m, _ = tournament.OfBoard(m)
	winner := func(s *tournament.State) int32 {
		_, l := s.Match(r, m)
		if w := s.Rules.Winner(l); w >= 0 {
			return l.Seats[w]
		}
		return ledger.None
	}
	if winner(s) == winner(then) {
		return nil
	}
	return tournament.Refuse(tournament.NeedsForce, "correct.paired", "round", r+1)
}

// CallJudge calls an organiser to the player's table. While a call from the table is
// open another one is refused, so that organisers see each call once.
type CallJudge struct {
	Player       int
	Round, Match int // the match the player means; 0 = the current one
	Reason       string
}

func (c *CallJudge) decide(d *decision) error {
	at, match, _, err := d.openMatch(c.Player, c.Round, c.Match)
	if err != nil {
		return err
	}
	if match.Judge != 0 && d.now.Sub(match.JudgeAt) < tournament.JudgeCallOpen {
		return tournament.Refuse(tournament.NoChange, "judge.called")
	}
	owner := d.writer(c.Player)
	return d.emit(&tournament.JudgeCalled{Place: at, Player: c.Player, Text: d.book.addText(tournament.TextJudge, owner, clip(c.Reason, 500))})
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
		return tournament.Refuse(tournament.Conflict, "stale.ruled")
	case c.Back && m.Coming == 0, !c.Back && m.Coming == d.Person:
		return tournament.Refuse(tournament.NoChange, "stale.panel")
	}
	return d.emit(&tournament.TableTaken{Place: tournament.Place{Round: c.Round, Match: c.Match}, Back: c.Back})
}

// answerable reports whether any player at a table except n has an account.
func answerable(s *tournament.State, at tournament.Place, n int) bool {
	return slices.ContainsFunc(s.PlayingAt(at), func(other int) bool { return other != n && s.Players.At(other).Account })
}

// keepResults gives the matches of a round that were played before it was taken back
// their results.
func (d *decision) keepResults(round int) error {
	for m, match := range numbered.All(d.after.Rounds.At(round).Matches) {
		for b := 0; b <= len(match.Boards); b++ {
			if err := d.keepResult(tournament.Place{Round: round, Match: tournament.BoardNumber(m, b)}); err != nil {
				return err
			}
		}
	}
	return nil
}

// keepResult gives a match or board its last result, if it has none.
func (d *decision) keepResult(at tournament.Place) error {
	_, l := d.after.Match(at.Round, at.Match)
	_, board := tournament.OfBoard(at.Match)
	for _, k := range slices.Backward(d.after.Kept) {
		if k.Round == at.Round && k.Board == board && k.Seats == l.Seats && !l.Finished() {
			return d.emit(&tournament.ResultCorrected{Place: at, Kind: k.Kind, Result: k.Result, Swap: k.Swap, By: tournament.ByOrganiser})
		}
	}
	return nil
}
