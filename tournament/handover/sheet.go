package handover

import (
	"fmt"
	"slices"
	"strings"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/paste"
	"topcut/tournament/rounds"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// TakeOverSheet begins an event that has been running elsewhere, from pasted standings
// and the pairs that have met. The rounds and opponents of single results are unknown:
// each round becomes a match of one seat (ledger.Elsewhere), the wins first, and the
// opponents of a player are distributed over them. Points, records and every tiebreaker
// that averages over opponents are exact; a rematch is avoided if the pair is known.
type TakeOverSheet struct {
	Guild, Channel string
	Settings       tournament.Settings // the first stage has all rounds of the Swiss, 0 = by attendance
	Ruleset        *rules.Ruleset
	Sheet          *paste.Sheet
	Met            [][2]int // indices into Sheet.Rows
}

// SheetSettings returns the settings of an event that continues from pasted standings,
// with the given Swiss rounds, 0 = by attendance, and a cut.
func SheetSettings(name string, rs *rules.Ruleset, rounds int, cut stage.Entry) tournament.Settings {
	s := tournament.DefaultSettings(nameTaken(name, tournament.MaxNameLen))
	s.LateUntil = rs.Entry.Limit(s.LateUntil)
	s.Stages = s.Stages.WithRounds(rounds).WithCut(cut)
	return s
}

// Command returns the command that begins the event.
func (c TakeOverSheet) Command() command.Command { return command.Scripted(c.play) }

func (c TakeOverSheet) play(script *command.Script) error {
	rs, played := c.Ruleset, c.Sheet.Rounds()
	s, err := c.Settings.Fit(rs)
	if err != nil {
		return err
	}
	switch {
	case rs.Seats.Max != 2 || rs.Scoring.Mode != "outcome" || !s.Stages.First().Kind.ByPoints() || len(s.Stages.Prepare) > 0:
		return tournament.Refuse(tournament.BadInput, "takeover.sheet_format", "game", notice.Text(rs.Name))
	case played == 0:
		return tournament.Refuse(tournament.BadInput, "takeover.nobody_played")
	case slices.ContainsFunc(c.Sheet.Rows, func(r paste.Row) bool { return r.Name == "" }):
		return tournament.Refuse(tournament.BadInput, "takeover.names")
	case s.Stages.First().Rounds > 0 && s.Stages.First().Rounds < played:
		return tournament.Refuse(tournament.BadInput, "takeover.rounds", "rounds", s.Stages.First().Rounds, "played", played)
	}
	if s.Stages.First().Rounds == 0 {
		planned, _, _ := rs.RoundsFor(len(c.Sheet.Rows))
		s.Stages = s.Stages.WithRounds(max(played, planned))
	}
	if err := s.Validate(); err != nil {
		return err
	}
	games := gameSolver{rs: rs, known: map[string][]ledger.Result{}}
	paired := make([]tournament.RoundPaired, played)
	for r := range paired {
		paired[r] = tournament.RoundPaired{Round: r + 1, Stage: ledger.Swiss, Forced: true, Engine: rounds.EngineVersion}
	}
	met := make([][]int, len(c.Sheet.Rows))
	for _, pair := range c.Met {
		met[pair[0]] = append(met[pair[0]], pair[1]+1)
		met[pair[1]] = append(met[pair[1]], pair[0]+1)
	}
	for i := range c.Sheet.Rows {
		row := &c.Sheet.Rows[i]
		if err := fitsRecord(rs, row); err != nil {
			return err
		}
		for r, p := range elsewhere(&games, row, i+1, met[i], played) {
			if p.Players != nil {
				paired[r].Pairings = append(paired[r].Pairings, p)
			}
		}
	}
	return c.emit(script, s, paired)
}

func (c TakeOverSheet) emit(script *command.Script, s tournament.Settings, paired []tournament.RoundPaired) error {
	if err := script.Create(c.Guild, c.Channel, s, c.Ruleset); err != nil {
		return err
	}
	for i := range c.Sheet.Rows {
		person := script.Guest(c.Sheet.Rows[i].Name)
		if err := script.Emit(&tournament.PlayerRegistered{Player: i + 1, Person: person}); err != nil {
			return err
		}
	}
	if err := start(script); err != nil {
		return err
	}
	for r := range paired {
		if err := script.Emit(&paired[r], &tournament.RoundPublished{Round: r + 1}, &tournament.RoundStarted{Round: r + 1}, &tournament.RoundClosed{Round: r + 1}); err != nil {
			return err
		}
		for i := range c.Sheet.Rows {
			if row := &c.Sheet.Rows[i]; row.Dropped && max(row.Rounds(), 1) == r+1 {
				if err := script.Emit(&tournament.PlayerDropped{Player: i + 1, After: r + 1}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// start starts the event with the planned rounds.
func start(script *command.Script) error {
	plan, err := script.Plan(nil)
	if err != nil {
		return err
	}
	if err := script.Emit(&tournament.EventStarted{Plan: plan, Joins: script.State().Joins}); err != nil {
		return err
	}
	began, err := script.NextStage()
	if err != nil {
		return err
	}
	return script.Emit(began)
}

// fitsRecord returns a refusal if the printed points do not follow from the record.
func fitsRecord(rs *rules.Ruleset, row *paste.Row) error {
	if row.Points == "" {
		return nil
	}
	printed, err := fraction.Typed(row.Points)
	if err != nil {
		return tournament.Refuse(tournament.BadInput, "takeover.points", "line", row.Line, "points", notice.Text(row.Points))
	}
	sc := &rs.Scoring
	points := fraction.Sum(sc.Win.Mul(fraction.Int(int64(row.Record[0]))), sc.Loss.Mul(fraction.Int(int64(row.Record[1]))), sc.Draw.Mul(fraction.Int(int64(row.Record[2]))))
	if !points.Equal(printed) {
		return tournament.Refuse(tournament.BadInput, "takeover.record", "line", row.Line, "name", notice.Text(row.Name), "printed", printed,
			"won", row.Record[0], "lost", row.Record[1], "drawn", row.Record[2], "points", points, "game", notice.Text(rs.Name))
	}
	return nil
}

// elsewhere returns a player's rounds: the played ones first, then byes, then rounds in
// which the player did not take part.
func elsewhere(games *gameSolver, row *paste.Row, player int, met []int, played int) []tournament.Pairing {
	results := games.solve(row)
	out := make([]tournament.Pairing, 0, played)
	for i := range results {
		p := tournament.Pairing{Kind: ledger.Elsewhere, Players: []int{player}, Result: &results[i], Why: notice.New("why.before_takeover")}
		if i < len(met) {
			p.Met = met[i]
		}
		out = append(out, p)
	}
	for range row.Byes {
		out = append(out, tournament.Pairing{Kind: ledger.Bye, Players: []int{player}, Why: notice.New("why.bye_before")})
	}
	for len(out) < played {
		p := tournament.Pairing{}
		if !row.Dropped {
			p = tournament.Pairing{Kind: ledger.Elsewhere, Players: []int{player}, Result: &ledger.Result{}, Why: notice.New("why.absent_before")}
		}
		out = append(out, p)
	}
	return out
}

// gameSolver finds the games of matches of which only the record is known.
type gameSolver struct {
	rs    *rules.Ruleset
	known map[string][]ledger.Result // by record and the printed games
}

// solve returns a result for each match of the record, won ones first. It takes the
// first combination of ordinary results that gives the printed games, or the printed
// game-win percentage. If there is none, or nothing was printed, every match was 2-0,
// 0-2 or 1-1 (1-0, 0-1, 0-0-1 in a best of one).
func (g *gameSolver) solve(row *paste.Row) []ledger.Result {
	key := fmt.Sprint(row.Record, row.Byes, row.Games, row.Known, row.Values[paste.GWP])
	if found, ok := g.known[key]; ok {
		return slices.Clone(found)
	}
	won, lost, drawn := row.Record[0]-row.Byes, row.Record[1], row.Record[2]
	wins, losses, draws := [][3]int32{{2, 0, 0}, {2, 1, 0}, {1, 0, 0}}, [][3]int32{{0, 2, 0}, {1, 2, 0}, {0, 1, 0}}, [][3]int32{{1, 1, 0}, {0, 0, 3}, {1, 1, 1}}
	if g.rs.Match.Games == 1 {
		wins, losses, draws = [][3]int32{{1, 0, 0}}, [][3]int32{{0, 1, 0}}, [][3]int32{{0, 0, 1}}
	}
	value, printed := row.Values[paste.GWP]
	var plain, best [][3]int32
	for _, d := range spreads(draws, drawn) {
		for _, l := range spreads(losses, lost) {
			for _, w := range spreads(wins, won) {
				all := slices.Concat(w, d, l)
				if plain == nil {
					plain = all
				}
				if best == nil && (row.Known && g.total(all, row.Byes) == row.Games || !row.Known && printed && value.Holds(g.share(all, row.Byes))) {
					best = all
				}
			}
		}
		if best != nil || !row.Known && !printed {
			break
		}
	}
	if best == nil {
		best = plain
	}
	out := make([]ledger.Result, len(best))
	for i, v := range best {
		out[i] = ledger.Result{Form: ledger.Games, V: [4]int32{v[0], v[1], v[2]}}
	}
	g.known[key] = out
	return slices.Clone(out)
}

// total returns the sums of games, including those of byes.
func (g *gameSolver) total(all [][3]int32, byes int) (sum [3]int) {
	for _, v := range all {
		for i := range sum {
			sum[i] += int(v[i])
		}
	}
	if g.rs.Bye.InOwnGames {
		for i, n := range g.rs.Bye.Games {
			sum[i] += byes * n
		}
	}
	return sum
}

// share returns the game-win percentage as the ruleset's tiebreaker computes it.
func (g *gameSolver) share(all [][3]int32, byes int) fraction.Fraction {
	sum, sc := g.total(all, byes), &g.rs.Scoring
	n := int64(sum[0] + sum[1] + sum[2])
	if n == 0 || sc.GameWin.IsZero() {
		return fraction.Fraction{}
	}
	share := sc.GameWin.Mul(fraction.Int(int64(sum[0]))).Add(sc.GameDraw.Mul(fraction.Int(int64(sum[2])))).Quo(sc.GameWin.Mul(fraction.Int(n)))
	for _, t := range g.rs.Ranking.Tiebreaks {
		if t.Func == paste.GWP && t.Floor != nil && share.Less(*t.Floor) {
			return *t.Floor
		}
	}
	return share
}

// spreads returns the ways to give n matches one of the scores each, the first
// score most often first. Order does not matter.
func spreads(scores [][3]int32, n int) [][][3]int32 {
	if n == 0 {
		return [][][3]int32{{}}
	}
	if len(scores) == 1 {
		return [][][3]int32{slices.Repeat(scores[:1], n)}
	}
	var out [][][3]int32
	for k := n; k >= 0; k-- {
		for _, rest := range spreads(scores[1:], n-k) {
			out = append(out, append(slices.Repeat(scores[:1], k), rest...))
		}
	}
	return out
}

// mostInferred is how many inferred records are listed one by one.
const mostInferred = 5

// Notes returns what the pasted standings leave open, and printed tiebreakers that do
// not follow from them. after is the event taken over.
func (c TakeOverSheet) Notes(after *tournament.State) []notice.Notice {
	var out []notice.Notice
	rows := c.Sheet.Rows
	opponents, matches := 2*len(c.Met), 0
	for i := range rows {
		out = namesCut(out, rows[i].Name, tournament.MaxPersonal)
		matches += rows[i].Rounds() - rows[i].Byes
	}
	inferred := slices.DeleteFunc(slices.Clone(rows), func(r paste.Row) bool { return !r.Inferred })
	if n := len(inferred); n > 0 {
		r := inferred[0].Record
		out = append(out, notice.New("takeover.inferred", "n", n, "who", notice.Text(inferred[0].Name), "won", r[0], "lost", r[1], "drawn", r[2]))
	}
	for _, row := range inferred[:min(len(inferred), mostInferred)] {
		r := row.Record
		out = append(out, notice.New("takeover.inferred_row", "who", notice.Text(row.Name), "won", r[0], "lost", r[1], "drawn", r[2],
			"points", notice.Text(row.Points), "share", notice.Text(row.Values[paste.GWP].Exact.Percent())))
	}
	if opponents < matches {
		out = append(out, notice.New("takeover.meetings", "known", opponents/2, "n", (matches+1)/2))
	}
	if !slices.ContainsFunc(rows, func(r paste.Row) bool { _, ok := r.Values[paste.GWP]; return ok || r.Known }) && c.Ruleset.Match.Games > 1 {
		out = append(out, notice.New("takeover.no_games"))
	}
	table, err := after.Table(-1)
	if err != nil {
		return out
	}
	var differ []notice.Notice
	for i := range rows {
		row := table.Row(int32(i))
		if row == nil {
			continue
		}
		for _, fn := range []string{paste.OMW, paste.GWP, paste.OGW} {
			printed, ok := rows[i].Values[fn]
			ours, has := table.Value(row, fn)
			if ok && has && !printed.Holds(ours) {
				differ = append(differ, notice.New("takeover.value", "name", notice.Text(rows[i].Name), "tiebreaker", notice.Text(strings.ToUpper(fn)),
					"ours", notice.Text(ours.Percent()), "printed", notice.Text(printed.Exact.Percent())))
				break
			}
		}
	}
	if n := len(differ); n > 0 {
		out = append(out, notice.New("takeover.differ", "values", differ[:min(n, 3)], "n", n))
	}
	for _, t := range c.Ruleset.Ranking.Tiebreaks {
		if known := standings.Lookup(t.Func); known != nil && known.Sequence {
			return append(out, notice.New("takeover.order", "tiebreaker", t.Called()))
		}
	}
	return out
}
