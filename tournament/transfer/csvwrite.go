package transfer

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"

	"topcut/tournament/file"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/table"
)

// writeCSV writes every match as one line, with names and results quoted by table.Quote.
func writeCSV(t *file.Tournament) ([]byte, []notice.Notice, error) {
	labels := make([]string, len(t.Players))
	seen := map[string]bool{}
	for i := range labels {
		labels[i] = playerLabel(t, int32(i))
		if key := names.Key(labels[i]); seen[key] || none(labels[i]) {
			labels[i] += " (" + t.Players[i].ID + ")"
		}
		seen[names.Key(labels[i])] = true
		labels[i] = table.Quote(labels[i])
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if len(t.Ledger.Rounds) == 0 {
		if err := w.WriteAll(csvPlayers(t, labels)); err != nil {
			return nil, nil, err
		}
		return b.Bytes(), append([]notice.Notice{finding("transfer.lost.rules")}, lostComing(t)...), nil
	}
	seats := 2
	for i := range t.Ledger.Rounds {
		for j := range t.Ledger.Rounds[i].Matches {
			seats = max(seats, int(t.Ledger.Rounds[i].Matches[j].N))
		}
	}
	head := []string{"Round", "Table"}
	for i := range seats {
		head = append(head, "Player "+strconv.Itoa(i+1))
	}
	head = append(head, "Result")
	penalties := csvHasPenalties(t)
	if penalties {
		head = append(head, "Penalties")
	}
	if err := w.Write(head); err != nil {
		return nil, nil, err
	}
	for i := range t.Ledger.Rounds {
		for j := range t.Ledger.Rounds[i].Matches {
			m := &t.Ledger.Rounds[i].Matches[j]
			line := []string{strconv.Itoa(i + 1), "", "", "", "", ""}[:2+seats]
			if m.Table > 0 {
				line[1] = strconv.Itoa(int(m.Table))
			}
			for seat, p := range m.Players() {
				line[2+seat] = labels[p]
			}
			if m.Kind == ledger.Bye {
				line[3] = "BYE"
			}
			line = append(line, table.Quote(csvResult(t, t.Ledger.Rounds[i].Stage, m)))
			if penalties {
				line = append(line, table.Quote(csvPenalty(m)))
			}
			if err := w.Write(line); err != nil {
				return nil, nil, err
			}
		}
	}
	w.Flush()
	lost := append([]notice.Notice{finding("transfer.lost.rules")}, lostComing(t)...)
	if slices.ContainsFunc(t.Ledger.Rounds, func(r ledger.Round) bool { return r.Stage != ledger.Swiss }) {
		lost = append(lost, finding("transfer.lost.stages"))
	}
	return b.Bytes(), lost, w.Error()
}

// csvPlayers lists the players of an event that has no round yet, with the columns that say
// something.
func csvPlayers(t *file.Tournament, labels []string) [][]string {
	rows := make([][]string, len(labels)+1)
	rows[0] = []string{"Name"}
	for i, label := range labels {
		rows[i+1] = []string{label}
	}
	for _, c := range []struct {
		heading string
		cell    func(p *ledger.Player) string
	}{
		{"Division", func(p *ledger.Player) string { return table.Quote(t.Divisions[p.Division]) }},
		{"Rating", func(p *ledger.Player) string { return unlessZero(p.Rating) }},
		{"Seed", func(p *ledger.Player) string { return unlessZero(p.Seed) }},
		{"Tag", func(p *ledger.Player) string { return table.Quote(t.Tags[p.Tag]) }},
	} {
		var cells []string
		for i := range t.Ledger.Players {
			cells = append(cells, c.cell(&t.Ledger.Players[i]))
		}
		if !slices.ContainsFunc(cells, func(cell string) bool { return cell != "" }) {
			continue
		}
		rows[0] = append(rows[0], c.heading)
		for i, cell := range cells {
			rows[i+1] = append(rows[i+1], cell)
		}
	}
	return rows
}

// unlessZero writes a number, 0 as nothing.
func unlessZero(n int32) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(int(n))
}

// csvResult returns a result as people write it and the reader reads it back.
func csvResult(t *file.Tournament, stage ledger.Stage, m *ledger.Match) string {
	v := m.Result.V
	switch {
	case m.Kind == ledger.Bye:
		return ""
	case m.Result.Form == ledger.Games && !m.Result.HasWinner && (m.Kind == ledger.Played || m.Kind == ledger.IntentionalDraw && v[2] > 1):
		return strconv.Itoa(int(v[0])) + "-" + strconv.Itoa(int(v[1])) + "-" + strconv.Itoa(int(v[2]))
	case m.Result.Form == ledger.Points && m.Kind == ledger.Played && t.Rules.Side(stage, m, 0) == 1:
		return t.Rules.FormatResult(*m, ledger.None) + " " + t.Rules.Seats.Sides[1]
	}
	return t.Rules.FormatResult(*m, ledger.None)
}

// csvHasPenalties reports whether a result has penalties.
func csvHasPenalties(t *file.Tournament) bool {
	return slices.ContainsFunc(t.Ledger.Rounds, func(r ledger.Round) bool {
		return slices.ContainsFunc(r.Matches, func(m ledger.Match) bool { return m.Result.Penalties != [4]int32{} })
	})
}

// csvPenalty returns the penalties of a match seat by seat, in result points.
func csvPenalty(m *ledger.Match) string {
	if m.Result.Penalties == [4]int32{} {
		return ""
	}
	var list []string
	for _, thousandths := range m.Result.Penalties[:m.N] {
		list = append(list, fraction.New(int64(thousandths), 1000).Plain(0))
	}
	return strings.Join(list, " ")
}
