package transfer

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strconv"

	"topcut/tournament/file"
	"topcut/tournament/ledger"
	"topcut/tournament/names"
	"topcut/tournament/notice"
)

// writeCSV writes every match as one line, with names and results quoted as Cell does.
func writeCSV(t *file.Tournament) ([]byte, []notice.Notice, error) {
	labels := make([]string, len(t.Players))
	seen := map[string]bool{}
	for i := range labels {
		labels[i] = playerLabel(t, int32(i))
		if key := names.Key(labels[i]); seen[key] || none(labels[i]) {
			labels[i] += " (" + t.Players[i].ID + ")"
		}
		seen[names.Key(labels[i])] = true
		labels[i] = Cell(labels[i])
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
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
	if err := w.Write(append(head, "Result")); err != nil {
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
			if err := w.Write(append(line, Cell(csvResult(t, m)))); err != nil {
				return nil, nil, err
			}
		}
	}
	w.Flush()
	lost := []notice.Notice{finding("transfer.lost.rules")}
	if slices.ContainsFunc(t.Ledger.Rounds, func(r ledger.Round) bool { return r.Stage != ledger.Swiss }) {
		lost = append(lost, finding("transfer.lost.stages"))
	}
	return b.Bytes(), lost, w.Error()
}

// csvResult returns a result as people write it.
func csvResult(t *file.Tournament, m *ledger.Match) string {
	if m.Kind == ledger.Bye || m.Kind == ledger.AssignedLoss || m.Kind == ledger.Elsewhere {
		return ""
	}
	v := m.Result.V
	switch m.Result.Form {
	case ledger.Games:
		return strconv.Itoa(int(v[0])) + "-" + strconv.Itoa(int(v[1])) + "-" + strconv.Itoa(int(v[2]))
	case ledger.Points, ledger.Marshalling:
		return strconv.Itoa(int(v[0])) + "-" + strconv.Itoa(int(v[1]))
	case ledger.Unfinished, ledger.Scores, ledger.Places:
	}
	return t.Rules.FormatResult(*m, ledger.None)
}
