package site

import (
	"encoding/json"
	"time"

	"topcut/tournament/table"
)

// documentVersion counts the changes that require programs which read the document to
// change too. New keys do not count.
const documentVersion = 1

// document is an event for other programs (docs/json.md), with the content of the page.
type document struct {
	Version  int               `json:"version"`
	Sequence int64             `json:"sequence"` // increases with every change of the event
	Name     string            `json:"name"`
	Ruleset  string            `json:"ruleset"`
	Format   string            `json:"format"`
	Players  int               `json:"players"`
	State    string            `json:"state"` // one line for people
	Over     bool              `json:"over"`
	Round    int               `json:"round"`              // in progress; 0 for none
	Ends     time.Time         `json:"ends,omitzero"`      // of the running clock
	Winner   string            `json:"winner,omitempty"`   // one sentence
	Places   []documentPlace   `json:"places,omitempty"`   // final
	Rounds   []documentRound   `json:"rounds"`             // the published ones, in order
	Brackets []documentBracket `json:"brackets,omitempty"` // one for each group with one
	Chances  []documentChance  `json:"chances,omitempty"`  // of making the cut, after the last closed round
}

type documentChance struct {
	Name   string  `json:"name"`
	Chance float64 `json:"chance"` // 0 and 1 are proved if Fact is set
	Fact   bool    `json:"fact,omitempty"`
}

type documentPlace struct {
	Place    string `json:"place"`
	Name     string `json:"name"`
	Division string `json:"division,omitempty"`
}

type documentRound struct {
	Title     string              `json:"title"`
	Tables    []documentTable     `json:"tables"`
	Standings []documentStandings `json:"standings,omitempty"` // after it, one for each group
}

type documentTable struct {
	Table   string   `json:"table,omitempty"`
	Players []string `json:"players"`
	Result  string   `json:"result,omitempty"` // empty while open
}

type documentStandings struct {
	Title    string        `json:"title"`
	Columns  []string      `json:"columns"`
	CutAfter int           `json:"cut_after,omitempty"` // rows above the cut line
	Rows     []documentRow `json:"rows"`
}

type documentRow struct {
	Rank    string   `json:"rank"`
	Name    string   `json:"name"`
	Cells   []string `json:"cells"` // one for each column
	Dropped bool     `json:"dropped,omitempty"`
}

type documentBracket struct {
	Title  string           `json:"title"`
	Rounds []documentColumn `json:"rounds"`
}

type documentColumn struct {
	Name    string          `json:"name"`
	Matches []documentMatch `json:"matches"`
}

type documentMatch struct {
	Players [2]string `json:"players"` // empty if not known yet
	Scores  [2]string `json:"scores"`
	Winner  int       `json:"winner"` // 1 or 2; 0 if there is none yet
}

// document encodes the event for other programs.
func (p *page) document() ([]byte, error) {
	d := document{
		Version: documentVersion, Sequence: p.Seq, Name: p.Name, Ruleset: p.Ruleset, Format: p.Format, Players: p.Players,
		State: p.Live.State, Over: p.Over, Round: p.Live.Round, Ends: p.Live.Ends.UTC(), Winner: p.Winner, Rounds: []documentRound{},
	}
	for _, l := range p.Places {
		d.Places = append(d.Places, documentPlace(l))
	}
	for _, r := range p.Forecast.Rows {
		d.Chances = append(d.Chances, documentChance{r.Name, r.P, r.Fact})
	}
	for _, r := range p.Played {
		round := documentRound{Title: r.Title}
		for _, t := range r.Tables {
			table := documentTable{Table: t.Table, Players: t.Seats}
			if t.Final {
				table.Result = t.Result
			}
			round.Tables = append(round.Tables, table)
		}
		for i := range r.Standings {
			round.Standings = append(round.Standings, newDocumentStandings(r.Standings[i]))
		}
		d.Rounds = append(d.Rounds, round)
	}
	for i := range p.Brackets {
		b := documentBracket{Title: p.Brackets[i].Title}
		for _, r := range p.Brackets[i].Rounds {
			round := documentColumn{Name: r.Name}
			for _, m := range r.Matches {
				round.Matches = append(round.Matches, documentMatch{
					Players: [2]string{m.Sides[0].Name, m.Sides[1].Name}, Scores: [2]string{m.Sides[0].Score, m.Sides[1].Score}, Winner: m.Winner,
				})
			}
			b.Rounds = append(b.Rounds, round)
		}
		d.Brackets = append(d.Brackets, b)
	}
	return json.Marshal(d)
}

func newDocumentStandings(t *table.Table) documentStandings {
	out := documentStandings{Title: t.Title, CutAfter: t.Cut.After}
	rank, name := t.Of(table.Rank), t.Of(table.Name)
	for c := range t.Columns {
		if c != rank && c != name {
			out.Columns = append(out.Columns, t.Columns[c].Title)
		}
	}
	for i := range t.Rows {
		row := documentRow{Dropped: t.Rows[i].Mark == table.Dropped}
		for c := range t.Columns {
			switch text := t.Rows[i].Cells[c].Text; c {
			case rank:
				row.Rank = text
			case name:
				row.Name = text
			default:
				row.Cells = append(row.Cells, text)
			}
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}
