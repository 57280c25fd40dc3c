package wording

import (
	"fmt"

	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/fixture"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// Shown returns a match as shown to people: a draw of an unplayed match
// on which the players did not agree is not an ID.
func Shown(m *tournament.Match, l *ledger.Match) *ledger.Match {
	if m.Fixture == nil || m.Fixture.End != fixture.SchedulingDraw {
		return l
	}
	c := *l
	c.Kind, c.Result = ledger.Played, Scoreless()
	return &c
}

// Scoreless returns a draw without a score.
func Scoreless() ledger.Result { return ledger.Result{Form: ledger.Places, V: [4]int32{1, 1}} }

// Reported returns the match with the result of a report.
func Reported(l *ledger.Match, r *tournament.Report) *ledger.Match {
	c := *l
	c.Kind, c.Result = r.Kind, r.Result
	return &c
}

// ResultOf describes the result of a match or board in Markdown: "Alice 2–1".
func ResultOf(s *tournament.State, match int, l *ledger.Match) notice.Notice {
	if n := Outcome(s.RulesOf(match, l), l); !n.IsZero() {
		return n
	}
	return notice.New("result.none")
}

// ReportOf describes a report of a match in Markdown.
func ReportOf(s *tournament.State, match int, l *ledger.Match, r *tournament.Report) notice.Notice {
	return ResultOf(s, match, Reported(l, r))
}

// Outcome describes a result; the zero Notice for a match without one.
func Outcome(rs *rules.Ruleset, l *ledger.Match) notice.Notice {
	player := func(seat int) notice.Player { return notice.Player(l.Seats[seat] + 1) }
	switch l.Kind {
	case ledger.Bye:
		return notice.New("result.bye", "player", player(0))
	case ledger.AssignedLoss:
		return notice.New("result.absent", "player", player(0))
	case ledger.Elsewhere:
		return notice.New("result.elsewhere", "player", player(0))
	case ledger.IntentionalDraw:
		return notice.New("result.intentional")
	case ledger.DoubleLoss:
		return notice.New("result.double_loss")
	case ledger.Forfeit:
		return notice.New("result.forfeit", "player", player(0))
	case ledger.Played:
	}
	switch l.Result.Form {
	case ledger.Unfinished:
		return notice.Notice{}
	case ledger.Scores:
		seats := make(notice.List, l.N)
		for i := range seats {
			seats[i] = notice.New("result.points", "player", player(i), "points", l.Result.V[i])
			if off := l.Result.Penalties[i]; off != 0 {
				seats[i] = notice.New("result.penalised", "player", player(i), "points", l.Result.V[i], "off", PointsOff(off))
			}
		}
		return notice.New("result.scores", "scores", joinedBy("result.table", seats))
	case ledger.Games, ledger.Points, ledger.Places, ledger.Marshalling:
	}
	winner := rs.Winner(l)
	if winner < 0 {
		return undecided(rs, l)
	}
	numbers := notice.Text(Score(rs, l, winner))
	switch {
	case l.Result.Form == ledger.Marshalling && l.Result.By == ledger.ByPoints && numbers != "":
		worth := standings.Score(rs, 1, l) // the points for the standings, of which players rarely think
		return notice.New("result.margin", "player", player(winner), "score", numbers, "points", notice.Number(worth[winner].Plain(0)+"–"+worth[1-winner].Plain(0)))
	case numbers == "":
		return notice.New(wonBy(l, "result.won"), "player", player(winner))
	case l.Result.HasWinner && l.Result.V[0] == l.Result.V[1] && l.Result.Form != ledger.Marshalling:
		return notice.New("result.level", "player", player(winner), "score", numbers)
	}
	return notice.New(wonBy(l, "result.score"), "player", player(winner), "score", numbers)
}

// joinedBy joins values with the text that has {head} and {last}.
func joinedBy(by notice.Code, values notice.List) notice.Value {
	out := values[0]
	for _, v := range values[1:] {
		out = notice.New(by, "head", out, "last", v)
	}
	return out
}

// wonBy returns the text key for a win, by how it was decided.
func wonBy(l *ledger.Match, otherwise notice.Code) notice.Code {
	with := l.Result.V[0] != 0 || l.Result.V[1] != 0
	switch l.Result.By {
	case ledger.ByRing:
		if with {
			return "result.ring_score"
		}
		return "result.ring"
	case ledger.ByWeakestLink:
		if with {
			return "result.weakest_score"
		}
		return "result.weakest"
	case ledger.ByScenario:
		if with {
			return "result.scenario_score"
		}
		return "result.scenario"
	case ledger.ByPoints, ledger.ByTie:
	}
	return otherwise
}

// undecided describes a result without a winner.
func undecided(rs *rules.Ruleset, l *ledger.Match) notice.Notice {
	switch numbers := notice.Text(Score(rs, l, 0)); {
	case Halved(rs, l):
		return notice.New("result.halved", "score", numbers)
	case numbers != "":
		return notice.New("result.draw_score", "score", numbers)
	case l.Result.By == ledger.ByTie:
		return notice.New("result.tie")
	}
	return notice.New("result.draw")
}

// Halved reports whether a result is a draw with half a point each, as in chess.
func Halved(rs *rules.Ruleset, l *ledger.Match) bool {
	return l.N == 2 && l.Result.Form != ledger.Places && rs.Match.Games == 1 && rs.Scoring.Draw.Equal(fraction.New(1, 2)) && rs.Scoring.Win.Equal(fraction.Int(1)) && rs.Winner(l) < 0
}

// Score formats the score of a two-player result from the side of a seat: "2–1"; "" if it
// has none.
func Score(rs *rules.Ruleset, l *ledger.Match, seat int) string {
	res := &l.Result
	a, b := res.V[0], res.V[1]
	if seat == 1 {
		a, b = b, a
	}
	switch res.Form {
	case ledger.Games, ledger.Points:
		switch {
		case Halved(rs, l):
			return "½–½"
		case res.Form == ledger.Games && rs.Match.Games == 1 && a == b:
			return ""
		case res.V[2] > 0:
			return fmt.Sprintf("%d–%d–%d", a, b, res.V[2])
		}
		return fmt.Sprintf("%d–%d", a, b)
	case ledger.Marshalling:
		if a != 0 || b != 0 {
			return fmt.Sprintf("%d–%d", a, b)
		}
	case ledger.Places, ledger.Scores, ledger.Unfinished:
	}
	return ""
}

// Rare reports whether a result has drawn games beside others: it is left out where there
// are too many to choose from, and can be typed.
func Rare(o rules.ResultOption) bool {
	v := o.Result.V
	return o.Kind == ledger.Played && o.Result.Form == ledger.Games && v[2] > 0 && v[0]+v[1] > 0
}

// Choice returns a result in the words of the reporting player: "I won 2–1". o is from
// the player's side.
func Choice(w text.Printer, rs *rules.Ruleset, o rules.ResultOption) string {
	m := ledger.Match{Kind: o.Kind, N: uint8(max(rs.Seats.Preferred, 2)), Result: o.Result}
	numbers := text.Raw(Score(rs, &m, 0))
	way := "score"
	switch {
	case m.Result.By == ledger.ByRing:
		way = "ring"
	case m.Result.By == ledger.ByWeakestLink:
		way = "weakest"
	case m.Result.By == ledger.ByScenario:
		way = "scenario"
	case numbers == "", m.Result.Form == ledger.Games && rs.Match.Games == 1: // the only score of a single game
		way = "match"
	}
	switch winner := rs.Winner(&m); {
	case m.Kind == ledger.IntentionalDraw:
		return w.Say("result.intentional")
	case m.Kind == ledger.DoubleLoss:
		return w.Say("result.double_loss")
	case winner < 0:
		return w.Notice(undecided(rs, &m))
	case winner == 0:
		return w.Say("choice.won_"+notice.Code(way), "score", numbers)
	}
	return w.Say("choice.lost_"+notice.Code(way), "score", numbers)
}

// SoFar says how many boards the first-named and the other have won of a match that is still
// played; "" for a match without boards, or before the first result.
func (e Event) SoFar(at tournament.Place) string {
	s := e.Snap.State
	m, _ := s.Match(at.Round, at.Match)
	if m.Open() || m.Confirmed {
		return ""
	}
	won, drawn, open := s.BoardsSoFar(at)
	if open == len(m.Boards) {
		return ""
	}
	score := fmt.Sprintf("%d–%d", won[0], won[1])
	if drawn > 0 {
		score += fmt.Sprintf("–%d", drawn)
	}
	return e.Say("boards.so_far", "score", text.Raw(score), "in", len(m.Boards)-open, "all", len(m.Boards))
}
