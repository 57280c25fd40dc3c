package file

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// Write encodes t with one player and one match a line. Read gives an equal
// Tournament back.
func Write(w io.Writer, t *Tournament) error {
	var b bytes.Buffer
	head, err := json.Marshal(headOf(t))
	if err != nil {
		return fmt.Errorf("write tournament file: %w", err)
	}
	b.Write(bytes.TrimSuffix(head, []byte("}")))
	b.WriteString(",\n \"players\":[")
	for i := range t.Players {
		if err := line(&b, i, playerOf(t, i)); err != nil {
			return err
		}
	}
	b.WriteString("]")
	if len(t.Ledger.Apart) > 0 {
		b.WriteString(",\n \"apart\":[")
		for i, a := range t.Ledger.Apart {
			if err := line(&b, i, jsonApart{[]string{t.Players[a.A].ID, t.Players[a.B].ID}, a.From, a.To}); err != nil {
				return err
			}
		}
		b.WriteString("]")
	}
	if len(t.Ledger.Rounds) > 0 {
		b.WriteString(",\n \"rounds\":[")
		for i := range t.Ledger.Rounds {
			if err := writeRound(&b, t, i); err != nil {
				return err
			}
		}
		b.WriteString("]")
	}
	if len(t.Log) > 0 {
		b.WriteString(",\n \"log\":")
		b.Write(t.Log)
	}
	b.WriteString("}\n")
	_, err = w.Write(b.Bytes())
	return err
}

func line(b *bytes.Buffer, i int, v any) error {
	if i > 0 {
		b.WriteString(",")
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write tournament file: %w", err)
	}
	b.WriteString("\n  ")
	b.Write(text)
	return nil
}

type jsonHead struct {
	Version       int               `json:"version"`
	Name          string            `json:"name,omitempty"`
	Ruleset       string            `json:"ruleset"`
	Options       map[string]string `json:"options,omitempty"`
	Stages        *stage.Chain      `json:"stages,omitempty"`
	Format        string            `json:"format,omitempty"`
	RoundsPlanned int               `json:"rounds_planned,omitempty"`
	Seed          string            `json:"seed,omitempty"`
	Crew          int               `json:"crew,omitempty"`
	Boards        int               `json:"boards,omitempty"`
	Divisions     []string          `json:"divisions,omitempty"`
	Cut           *rules.Cut        `json:"cut,omitempty"`
	CutSeeds      []string          `json:"cut_seeds,omitempty"`
	Question      string            `json:"question,omitempty"`
	Invited       []string          `json:"invited,omitempty"`
}

func headOf(t *Tournament) jsonHead {
	h := jsonHead{
		Version: 1, Name: t.Name, Ruleset: t.Ruleset, Options: t.Options, Format: t.Format,
		RoundsPlanned: t.planned(), Seed: t.Seed, Crew: t.Crew, Boards: t.Boards, Question: t.Question, Invited: t.Invited,
	}
	h.Divisions = t.ownDivisions()
	if len(t.Stages.Stages) > 0 {
		h.Stages = &t.Stages
	}
	if !t.Cut.IsZero() {
		h.Cut = &t.Cut
	}
	for _, p := range t.CutSeeds {
		h.CutSeeds = append(h.CutSeeds, t.Players[p].ID)
	}
	return h
}

// ownDivisions returns the divisions of the event if the ruleset names others, which are
// those of a file that names none.
func (t *Tournament) ownDivisions() []string {
	if len(t.Rules.Divisions.List) == 0 {
		return nil
	}
	for _, p := range t.Ledger.Players {
		name := t.Divisions[p.Division]
		if name != "" && !slices.ContainsFunc(t.Rules.Divisions.List, func(d rules.Division) bool { return d.Name == name }) {
			return slices.DeleteFunc(slices.Clone(t.Divisions), func(name string) bool { return name == "" })
		}
	}
	return nil
}

// planned returns the number of planned Swiss rounds if it is given: at least those
// that were paired, since an organiser may lower it below them.
func (t *Tournament) planned() int {
	if t.RoundsPlanned == 0 {
		return 0
	}
	swiss := 0
	for i := range t.Ledger.Rounds {
		if t.Ledger.Rounds[i].Stage == ledger.Swiss {
			swiss++
		}
	}
	return max(t.RoundsPlanned, swiss)
}

// jsonApart is a pair of players who are not to be paired with each other.
type jsonApart struct {
	Players []string `json:"players"`
	From    int16    `json:"from,omitempty"`
	To      int16    `json:"to,omitempty"`
}

type jsonPlayer struct {
	ID           string   `json:"id"`
	Name         string   `json:"name,omitempty"`
	Division     string   `json:"division,omitempty"`
	Flight       string   `json:"flight,omitempty"`
	Tag          string   `json:"tag,omitempty"`
	Answer       string   `json:"answer,omitempty"`
	Seed         int32    `json:"seed,omitempty"`
	Seat         int32    `json:"seat,omitempty"`
	Rating       int32    `json:"rating,omitempty"`
	Byes         []int    `json:"byes,omitempty"`
	FullByes     []int    `json:"full_byes,omitempty"`
	Absent       []int    `json:"absent,omitempty"`
	LateRounds   int16    `json:"late_rounds,omitempty"`
	DroppedAfter *int16   `json:"dropped_after,omitempty"`
	Disqualified bool     `json:"disqualified,omitempty"`
	StandIn      bool     `json:"standin,omitempty"`
	Members      []string `json:"members,omitempty"`
	Former       []string `json:"former,omitempty"`
}

func playerOf(t *Tournament, i int) jsonPlayer {
	lp := t.Ledger.Players[i]
	p := jsonPlayer{
		ID: t.Players[i].ID, Name: t.Players[i].Name, Answer: t.Players[i].Answer,
		Division: t.Divisions[lp.Division], Flight: t.Flights[lp.Flight], Tag: t.Tags[lp.Tag],
		Seed: lp.Seed, Seat: lp.Seat, Rating: lp.Rating, LateRounds: lp.LateRounds,
		Disqualified: lp.Disqualified, StandIn: lp.StandIn, Members: t.Players[i].Members, Former: t.Players[i].Former,
	}
	for round := 1; round < 64; round++ {
		switch coming := round > len(t.Ledger.Rounds); {
		case lp.AwardedBye(round) && !t.played(int32(i), round):
			p.Byes = append(p.Byes, round)
		case lp.FullBye(round) && coming:
			p.FullByes = append(p.FullByes, round)
		case lp.Away(round) && coming:
			p.Absent = append(p.Absent, round)
		}
	}
	if lp.DroppedAfter != ledger.Active {
		p.DroppedAfter = &lp.DroppedAfter
	}
	return p
}

// played reports whether the player was paired after all in a round in which a
// bye had been awarded, by a repair.
func (t *Tournament) played(player int32, round int) bool {
	if round > len(t.Ledger.Rounds) {
		return false
	}
	r := t.Ledger.Rounds.At(round)
	for i := range r.Matches {
		if m := &r.Matches[i]; m.Seat(player) >= 0 {
			return playsAwardedBye(&t.Ledger.Players[player], r, m)
		}
	}
	return false
}

func writeRound(b *bytes.Buffer, t *Tournament, i int) error {
	r := &t.Ledger.Rounds[i]
	if i > 0 {
		b.WriteString(",")
	}
	fmt.Fprintf(b, "\n  {\"number\":%d,\"stage\":%q,\"matches\":[", r.Number, stageNames()[r.Stage])
	for j := range r.Matches {
		m := r.Matches[j]
		result, pending := t.reported(r, j, 0)
		if pending {
			m.Result = result
		}
		written := matchOf(t, &m, pending)
		written.Boards = boardsOf(t, r, j+1)
		if err := line(b, j, written); err != nil {
			return err
		}
	}
	b.WriteString("]}")
	return nil
}

// reported returns the result of a match of a round, by its index, or of a board of it that is
// reported but not confirmed.
func (t *Tournament) reported(r *ledger.Round, match, board int) (ledger.Result, bool) {
	for _, p := range t.Pending {
		if p.Round == int(r.Number) && p.Match == match && p.Board == board {
			return p.Result, true
		}
	}
	return ledger.Result{}, false
}

type jsonMatch struct {
	Table     int16       `json:"table,omitempty"`
	Players   []string    `json:"players"`
	Kind      string      `json:"kind"`
	Best      uint8       `json:"best,omitempty"`
	Games     []int32     `json:"games,omitempty"`
	Scores    []int32     `json:"scores,omitempty"`
	Places    []int32     `json:"places,omitempty"`
	MP        []int32     `json:"mp,omitempty"`
	Points    []int32     `json:"points,omitempty"`
	By        string      `json:"by,omitempty"`
	Sides     []string    `json:"sides,omitempty"`
	Winner    *int8       `json:"winner,omitempty"`
	Penalties []any       `json:"penalties,omitempty"`
	Reported  bool        `json:"reported,omitempty"`
	Against   string      `json:"against,omitempty"`
	Boards    []jsonBoard `json:"boards,omitempty"`
}

func matchOf(t *Tournament, m *ledger.Match, pending bool) jsonMatch {
	res := m.Result
	out := jsonMatch{Table: m.Table, Kind: kindNames()[m.Kind], Best: m.Best, By: byNames()[res.By], Reported: pending}
	for _, p := range m.Seats[:m.N] {
		out.Players = append(out.Players, t.Players[p].ID)
	}
	if q := m.Against(); q != ledger.None {
		out.Against = t.Players[q].ID
	}
	switch res.Form {
	case ledger.Games:
		out.Games = res.V[:3]
	case ledger.Scores:
		out.Scores = res.V[:m.N]
	case ledger.Places:
		out.Places = res.V[:m.N]
	case ledger.Marshalling:
		out.MP = res.V[:2]
	case ledger.Points:
		out.Points = res.V[:2]
	case ledger.Unfinished:
	}
	if res.HasWinner {
		out.Winner = &res.Winner
	}
	if names := t.Rules.Seats.Sides; len(names) == 2 && res.Sides&1 != 0 {
		out.Sides = names
	} else if len(names) == 2 && res.Form == ledger.Points && t.Rules.Match.Games == 1 {
		out.Sides = []string{names[1], names[0]}
	}
	if res.Penalties != [4]int32{} {
		for _, p := range res.Penalties[:m.N] {
			out.Penalties = append(out.Penalties, json.Number(thousandths(p)))
		}
	}
	return out
}

// thousandths writes 20500 as 20.5.
func thousandths(n int32) string {
	text := fmt.Sprintf("%d.%03d", n/1000, n%1000)
	for text[len(text)-1] == '0' {
		text = text[:len(text)-1]
	}
	return string(bytes.TrimSuffix([]byte(text), []byte(".")))
}
