package transfer

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"topcut/tournament/file"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/sorted"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// The JSON of Cobra, in the order in which it writes its keys.
type (
	nrtmOut struct {
		Name        string          `json:"name"`
		Date        string          `json:"date,omitempty"`
		Cut         int             `json:"cutToTop"`
		Rounds      int             `json:"preliminaryRounds"`
		Players     []nrtmPlayerOut `json:"players"`
		Elimination []nrtmFinalOut  `json:"eliminationPlayers"`
		Pairings    [][]any         `json:"rounds"`
		From        string          `json:"uploadedFrom"`
	}
	nrtmPlayerOut struct {
		ID           int         `json:"id"`
		Name         string      `json:"name"`
		Rank         int         `json:"rank"`
		MatchPoints  json.Number `json:"matchPoints"`
		SoS          json.Number `json:"strengthOfSchedule"`
		ESoS         json.Number `json:"extendedStrengthOfSchedule"`
		Forfeit      bool        `json:"forfeit,omitempty"`
		Disqualified bool        `json:"disqualified,omitempty"`
	}
	nrtmFinalOut struct {
		ID   int    `json:"id"`
		Name string `json:"name"`
		Rank int    `json:"rank"`
		Seed int    `json:"seed"`
	}
	nrtmSwissOut struct {
		Table       int         `json:"table"`
		Player1     nrtmSeatOut `json:"player1"`
		Player2     nrtmSeatOut `json:"player2"`
		Draw        bool        `json:"intentionalDraw"`
		TwoForOne   bool        `json:"twoForOne"`
		Elimination bool        `json:"eliminationGame"`
	}
	nrtmSeatOut struct {
		ID       *int   `json:"id"`
		Role     string `json:"role,omitempty"`
		Runner   *int32 `json:"runnerScore"`
		Corp     *int32 `json:"corpScore"`
		Combined *int32 `json:"combinedScore"`
	}
	nrtmGameOut struct {
		Table       int         `json:"table"`
		Player1     nrtmSideOut `json:"player1"`
		Player2     nrtmSideOut `json:"player2"`
		Draw        bool        `json:"intentionalDraw"`
		TwoForOne   bool        `json:"twoForOne"`
		Elimination bool        `json:"eliminationGame"`
	}
	nrtmSideOut struct {
		ID     int    `json:"id"`
		Role   string `json:"role"`
		Winner *bool  `json:"winner"`
	}
)

// nrtmWriter writes a tournament as Cobra does.
type nrtmWriter struct {
	t      *file.Tournament
	ids    []int
	single bool
}

func writeNRTM(t *file.Tournament, to Target) ([]byte, []notice.Notice, error) {
	if t.Rules.Game != "Netrunner" {
		return nil, nil, failed(finding("transfer.refused.game", "format", string(NRTM)))
	}
	var lost []notice.Notice
	t, cut := pruned(t, func(has map[ledger.Stage]bool, _ stage.Kind) bool {
		_, fits := nrtmTree(t)
		return fits && !has[ledger.ThirdPlace]
	})
	if cut {
		lost = append(lost, finding("transfer.lost.elimination"))
	}
	if games, _ := nrtmTree(t); len(games) > 0 && len(games) < len(t.CutSeeds)-1 && !doubled(t) {
		lost = append(lost, finding("transfer.lost.tree"))
	}
	lost = append(lost, lostComing(t)...)
	w := &nrtmWriter{t: t, single: t.Rules.Match.Games == 1}
	if own := w.number(); own > 0 {
		lost = append(lost, finding("transfer.missing.ids", "n", own))
	}
	if !w.single {
		lost = append(lost, finding("transfer.lost.sides"))
	}
	swiss := swissRounds(t)
	closed := min(closedRounds(t), swiss)
	order := standings.Options{After: closed}
	if swiss > 0 { // else no player has a rank yet
		order.Seed = t.SeedNumber()
	}
	table, err := standings.Compute(t.Ledger, t.Rules, order)
	if err != nil {
		return nil, nil, err
	}
	out := nrtmOut{Name: t.Name, Cut: max(t.Cut.Top, len(t.CutSeeds)), Rounds: swiss, From: "Topcut", Players: []nrtmPlayerOut{}, Elimination: []nrtmFinalOut{}, Pairings: [][]any{}}
	if !to.Now.IsZero() {
		out.Date = to.Now.Format("2006-01-02")
	}
	lasts := lastRounds(t)
	for i := range t.Players {
		row := table.Row(int32(i))
		if row == nil {
			continue
		}
		sos, _ := table.Value(row, "sos")
		esos, _ := table.Value(row, "esos")
		lp := &t.Ledger.Players[i]
		out.Players = append(out.Players, nrtmPlayerOut{
			ID: w.ids[i], Name: t.Players[i].Name, Rank: row.Rank, MatchPoints: json.Number(row.Points.Plain(0)),
			SoS: json.Number(sos.Decimal(6)), ESoS: json.Number(esos.Decimal(6)),
			Forfeit:      lp.DroppedAfter != ledger.Active && int(lasts[i]) >= swiss && !lp.Disqualified,
			Disqualified: lp.Disqualified,
		})
	}
	place := bracketOrder(t)
	for i, p := range t.CutSeeds {
		out.Elimination = append(out.Elimination, nrtmFinalOut{w.ids[p], t.Players[p].Name, slices.Index(place, p) + 1, i + 1})
	}
	for i := range t.Ledger.Rounds[:swiss] {
		r := &t.Ledger.Rounds[i]
		round := []any{}
		for j := range r.Matches {
			round = append(round, w.swiss(&r.Matches[j]))
		}
		out.Pairings = append(out.Pairings, round)
	}
	out.Pairings = append(out.Pairings, w.elimination()...)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		return nil, nil, err
	}
	return b.Bytes(), lost, nil
}

// nrtmGame is a match of the bracket that Cobra would draw.
type nrtmGame struct {
	id, round int
	match     *ledger.Match
}

// nrtmTree returns the matches of the elimination in the order of a bracket of the seeds,
// and whether it is that bracket: single or double, without a match for third place.
func nrtmTree(t *file.Tournament) (games []nrtmGame, fits bool) {
	if len(t.CutSeeds) < 2 {
		return nil, false
	}
	br := bracketOf(t, doubled(t))
	if br == nil {
		return nil, false
	}
	_, state := enter(t, br, func(m *ledger.Match, id int) {
		found, _ := br.Match(id)
		games = append(games, nrtmGame{id, found.Round, m})
	})
	sorted.Stable(games, func(x, y nrtmGame) int { return x.id - y.id })
	return games, state != nil
}

// elimination returns the games of the cut, round by round of the bracket.
func (w *nrtmWriter) elimination() [][]any {
	var out [][]any
	games, _ := nrtmTree(w.t)
	var last nrtmGame
	for i, g := range games {
		if i == 0 || g.round != last.round {
			out = append(out, []any{})
		}
		last = g
		out[len(out)-1] = append(out[len(out)-1], w.game(g.match, i+1))
	}
	return out
}

// number gives each player the number of the id if it is one, otherwise a number from
// the list.
func (w *nrtmWriter) number() (own int) {
	w.ids = make([]int, len(w.t.Players))
	taken := map[int]bool{}
	for i, p := range w.t.Players {
		n, err := strconv.Atoi(p.ID)
		if err != nil || strconv.Itoa(n) != p.ID || taken[n] {
			for j := range w.ids {
				w.ids[j] = j + 1
			}
			return len(w.t.Players)
		}
		w.ids[i], taken[n] = n, true
	}
	return 0
}

func (w *nrtmWriter) swiss(m *ledger.Match) nrtmSwissOut {
	out := nrtmSwissOut{Table: int(m.Table), Draw: m.Kind == ledger.IntentionalDraw}
	out.Player1.ID = &w.ids[m.Seats[0]]
	res := m.Result
	zero := int32(0)
	switch {
	case m.N == 1:
		bye := int32(0)
		if m.Kind == ledger.Bye {
			points := standings.Score(w.t.Rules, 1, m)[0]
			bye = int32(points.Floor())
		}
		out.Player1.split(bye, w.single, true)
		out.Player2.Runner, out.Player2.Corp, out.Player2.Combined = &zero, &zero, &zero
		return out
	case m.Kind == ledger.IntentionalDraw && res.Form == ledger.Unfinished:
		res = w.t.Rules.IDResult()
	case m.Kind == ledger.Forfeit:
		win := int32(w.t.Rules.Scoring.Win.Floor())
		res = ledger.Result{Form: ledger.Points, V: [4]int32{win}}
	case m.Kind == ledger.DoubleLoss:
		res = ledger.Result{Form: ledger.Points}
	}
	out.Player2.ID = &w.ids[m.Seats[1]]
	corp := res.Sides&1 != 0
	if w.single {
		out.Player1.Role, out.Player2.Role = role(corp), role(!corp)
	}
	if res.Form == ledger.Points {
		out.Player1.split(res.V[0], w.single, corp)
		out.Player2.split(res.V[1], w.single, !corp)
	}
	return out
}

func role(corp bool) string {
	if corp {
		return "corp"
	}
	return "runner"
}

// split divides points between both sides. Our file does not have the winner of each of
// two games, so the first three points count as those of the corp.
func (s *nrtmSeatOut) split(points int32, single, corp bool) {
	s.Combined = &points
	first, rest := min(points, 3), points-min(points, 3)
	switch {
	case single && corp:
		s.Corp = &points
	case single:
		s.Runner = &points
	default:
		s.Corp, s.Runner = &first, &rest
	}
}

func (w *nrtmWriter) game(m *ledger.Match, number int) nrtmGameOut {
	corp := m.Result.Sides&1 != 0
	out := nrtmGameOut{Table: number, Elimination: true}
	out.Player1, out.Player2 = nrtmSideOut{ID: w.ids[m.Seats[0]], Role: role(corp)}, nrtmSideOut{ID: w.ids[m.Seats[1]], Role: role(!corp)}
	if won := w.t.Rules.Winner(m); won >= 0 {
		first, second := won == 0, won == 1
		out.Player1.Winner, out.Player2.Winner = &first, &second
	}
	return out
}
