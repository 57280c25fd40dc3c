package view

import (
	"fmt"
	"strings"

	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/fixture"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// Outcome describes the result of a match in Markdown: "Alice 2–1", or "No result".
func Outcome(e Env, l *ledger.Match) string {
	if text := e.outcome(l, e.name); text != "" {
		return text
	}
	return e.say("result.none")
}

// PlainOutcome is Outcome in plain text.
func PlainOutcome(e Env, l *ledger.Match) string {
	if text := e.outcome(l, e.label); text != "" {
		return text
	}
	return e.say("result.none")
}

// Reported describes a report of a match in Markdown: "Alice 2–1".
func Reported(e Env, l *ledger.Match, r *tournament.Report) string {
	return Outcome(e, reported(l, r))
}

// EndOf says in plain text how an arranged match ended.
func EndOf(e Env, at tournament.Place) string {
	m, l := e.state().Match(at.Round, at.Match)
	if m.Void() {
		return e.say("verdict.void")
	}
	return PlainOutcome(e, withoutSchedulingDraw(m, l))
}

// withoutSchedulingDraw returns a match as shown to people: a draw of an unplayed match
// on which the players did not agree is not an ID.
func withoutSchedulingDraw(m *tournament.Match, l *ledger.Match) *ledger.Match {
	if m.Fixture == nil || m.Fixture.End != fixture.SchedulingDraw {
		return l
	}
	c := *l
	c.Kind, c.Result = ledger.Played, scoreless()
	return &c
}

// scoreless returns a draw without a score.
func scoreless() ledger.Result { return ledger.Result{Form: ledger.Places, V: [4]int32{1, 1}} }

// reported returns the match with the result of a report.
func reported(l *ledger.Match, r *tournament.Report) *ledger.Match {
	c := *l
	c.Kind, c.Result = r.Kind, r.Result
	return &c
}

// outcome describes a result, the winner first: "Alice 2–1". It returns "" for a match
// without one.
func (e Env) outcome(l *ledger.Match, name func(int) string) string {
	w := e.words()
	w.Name = name
	return w.Notice(outcome(e.state().Rules, l))
}

// ResultOf describes the result of a match, as Outcome does.
func ResultOf(s *tournament.State, l *ledger.Match) notice.Notice {
	if n := outcome(s.Rules, l); !n.IsZero() {
		return n
	}
	return notice.New("result.none")
}

// ReportOf describes a report of a match, as Reported does.
func ReportOf(s *tournament.State, l *ledger.Match, r *tournament.Report) notice.Notice {
	return ResultOf(s, reported(l, r))
}

// outcome describes a result; the zero Notice for a match without one.
func outcome(rs *rules.Ruleset, l *ledger.Match) notice.Notice {
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
				seats[i] = notice.New("result.penalised", "player", player(i), "points", l.Result.V[i], "off", wording.PointsOff(off))
			}
		}
		return notice.New("result.scores", "scores", joinedBy("result.table", seats))
	case ledger.Games, ledger.Points, ledger.Places, ledger.Marshalling:
	}
	winner := rs.Winner(l)
	if winner < 0 {
		return undecided(rs, l)
	}
	numbers := notice.Text(score(rs, l, winner))
	switch {
	case l.Result.Form == ledger.Marshalling && l.Result.By == ledger.ByPoints && numbers != "":
		worth := standings.Score(rs, 1, l) // the points for the standings, of which players rarely think
		return notice.New("result.margin", "player", player(winner), "score", numbers, "points", notice.Text(worth[winner].Plain(0)+"–"+worth[1-winner].Plain(0)))
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
	switch numbers := notice.Text(score(rs, l, 0)); {
	case halved(rs, l):
		return notice.New("result.halved", "score", numbers)
	case numbers != "":
		return notice.New("result.draw_score", "score", numbers)
	case l.Result.By == ledger.ByTie:
		return notice.New("result.tie")
	}
	return notice.New("result.draw")
}

// halved reports whether a result is a draw with half a point each, as in chess.
func halved(rs *rules.Ruleset, l *ledger.Match) bool {
	return l.N == 2 && l.Result.Form != ledger.Places && rs.Match.Games == 1 && rs.Scoring.Draw.Equal(fraction.New(1, 2)) && rs.Scoring.Win.Equal(fraction.Int(1)) && rs.Winner(l) < 0
}

// score formats the score of a two-player result from the side of a seat: "2–1"; "" if it
// has none.
func score(rs *rules.Ruleset, l *ledger.Match, seat int) string {
	res := &l.Result
	a, b := res.V[0], res.V[1]
	if seat == 1 {
		a, b = b, a
	}
	switch res.Form {
	case ledger.Games, ledger.Points:
		switch {
		case halved(rs, l):
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

// table names the place of a match: "Table 5", "Third-place match".
func (e Env) table(round, match int) string {
	m, l := e.state().Match(round, match)
	switch {
	case m == nil:
	case m.Part == ledger.ThirdPlace:
		return e.say("table.third_place")
	case l.Table > 0:
		return e.say("table.number", "table", int(l.Table))
	}
	return e.say("table.match", "match", match)
}

// round names a round: "Round 3", "Quarter-finals", "Session 2".
func (e Env) round(r int) string { return e.words().Notice(e.state().RoundTitle(r)) }

// Round names a round: "Round 3", "Quarter-finals", "Session 2".
func Round(e Env, r int) string { return e.round(r) }

// seatName names a seat if seats differ: the winds of a mahjong table, the sides of an
// asymmetric game.
func (e Env) seatName(m *tournament.Match, l *ledger.Match, seat int) string {
	rs := e.state().Rules
	switch {
	case l.N == 4 && rs.Tables != nil:
		return e.wind(seat)
	case m.Choice && seat == 0:
		return e.say("seat.picks")
	case m.Choice:
		return ""
	}
	return e.side(rs.SideName(m.Part, l, seat))
}

// wind names the wind of a seat at a mahjong table.
func (e Env) wind(seat int) string {
	return e.say([...]notice.Code{"seat.east", "seat.south", "seat.west", "seat.north"}[seat])
}

// eitherSide names both sides of a game, for a player who chooses.
func (e Env) eitherSide() []any {
	sides := e.state().Rules.Seats.Sides
	return []any{"one", text.Raw(e.side(sides[0])), "other", text.Raw(e.side(sides[1]))}
}

// side returns the words for a side of a game, given its name in the ruleset.
func (e Env) side(name string) string {
	switch strings.ToLower(name) {
	case "white":
		return e.say("seat.white")
	case "black":
		return e.say("seat.black")
	case "corp":
		return e.say("seat.corp")
	case "runner":
		return e.say("seat.runner")
	}
	return discord.Escape(name)
}

// Choice returns a result in the words of the reporting player: "I won 2–1". o is from
// the player's side.
func Choice(e Env, rs *rules.Ruleset, o rules.ResultOption) string {
	m := ledger.Match{Kind: o.Kind, N: uint8(max(rs.Seats.Preferred, 2)), Result: o.Result}
	numbers := text.Raw(score(rs, &m, 0))
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
		return e.say("result.intentional")
	case m.Kind == ledger.DoubleLoss:
		return e.say("result.double_loss")
	case winner < 0:
		return e.words().Notice(undecided(rs, &m))
	case winner == 0:
		return e.say("choice.won_"+notice.Code(way), "score", numbers)
	}
	return e.say("choice.lost_"+notice.Code(way), "score", numbers)
}
