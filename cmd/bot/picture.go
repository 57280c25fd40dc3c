package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/pictures"
	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/file"
	"topcut/tournament/seating"
	"topcut/tournament/standings"
)

// pictureFiles are the files into which the result is drawn; empty = none. What
// does not fit into one picture goes into further files: name-2.png, name-3.png.
type pictureFiles struct{ png, svg *string }

func pictureFlags(fs *flag.FlagSet) pictureFiles {
	return pictureFiles{
		png: fs.String("png", "", "also draw it into a PNG `FILE`"),
		svg: fs.String("svg", "", "also draw it into an SVG `FILE`"),
	}
}

// draw renders drawings into the files that were asked for.
func (f pictureFiles) draw(list ...pictures.Drawing) error {
	if *f.png == "" && *f.svg == "" {
		return nil
	}
	painter, err := pictures.New()
	if err != nil {
		return err
	}
	var pages []pictures.Picture
	for _, d := range list {
		drawn, err := d.Draw(painter, pictures.Options{})
		if err != nil {
			return err
		}
		pages = append(pages, drawn...)
	}
	for i, page := range pages {
		if *f.png != "" {
			if err := os.WriteFile(pageName(*f.png, i), page.PNG(), 0o644); err != nil {
				return fmt.Errorf("the picture cannot be written: %w", err)
			}
		}
		if *f.svg != "" {
			if err := os.WriteFile(pageName(*f.svg, i), page.SVG(), 0o644); err != nil {
				return fmt.Errorf("the picture cannot be written: %w", err)
			}
		}
	}
	return nil
}

func pageName(name string, page int) string {
	if page == 0 {
		return name
	}
	ext := filepath.Ext(name)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), page+1, ext)
}

func (f pictureFiles) standings(pos *position, t *standings.Table) error {
	d := pictures.StandingsData{
		Title: pos.file.Name, Subtitle: fmt.Sprintf("Standings after round %d", pos.lastSwiss()),
		Columns: []pictures.Column{{Title: "Points", Strong: true}, {Title: "W-L-D"}},
	}
	if pos.file.Cut.IsTop() {
		d.CutAfter, d.CutLabel = pos.file.Cut.Top, fmt.Sprintf("Top %d", pos.file.Cut.Top)
	}
	for _, c := range t.Columns {
		if !c.Group {
			d.Columns = append(d.Columns, pictures.Column{Title: strings.ToUpper(c.Func)})
		}
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		cells := []string{r.Points.String(), fmt.Sprintf("%d-%d-%d", r.Record[0], r.Record[1], r.Record[2])}
		for k, c := range t.Columns {
			if !c.Group {
				cells = append(cells, c.Format(r.Values[k]))
			}
		}
		d.Rows = append(d.Rows, pictures.StandingsRow{Rank: strconv.Itoa(r.Rank), Name: pos.name(r.Player), Cells: cells})
	}
	return f.draw(d)
}

func (f pictureFiles) pairings(pos *position, t *standings.Table, paired *tournament.RoundPaired) error {
	d := pictures.PairingsData{Title: pos.file.Name, Subtitle: fmt.Sprintf("Round %d", paired.Round)}
	for _, m := range paired.Pairings {
		table := pictures.PairedTable{}
		if m.Table > 0 {
			table.Table = strconv.Itoa(m.Table)
		}
		if len(m.Players) == 1 {
			table.Result = "bye"
		}
		for _, n := range m.Players {
			player := pictures.PairedPlayer{Name: pos.name(int32(n - 1))}
			if r := t.Row(int32(n - 1)); r != nil {
				player.Detail = r.Points.String() + " points"
			}
			table.Players = append(table.Players, player)
		}
		d.Tables = append(d.Tables, table)
	}
	return f.draw(d)
}

func (f pictureFiles) bracket(pos *position, b bracket.Diagram) error {
	if *f.png == "" && *f.svg == "" {
		return nil // what cannot be drawn is no fault then
	}
	d := pictures.BracketData{Title: pos.file.Name, Subtitle: "Bracket"}
	parts := map[string]pictures.Part{"upper": pictures.Upper, "lower": pictures.Lower, "final": pictures.Final, "third": pictures.Third}
	for _, r := range b.Rounds {
		part := parts[r.Part]
		if part == pictures.Final && b.Type == "single" {
			part = pictures.Upper
		}
		round := pictures.BracketRound{Name: roundName(r, b.Type), Part: part}
		for _, m := range r.Matches {
			if len(m.Players) != 2 {
				return fmt.Errorf("a bracket of tables of %d cannot be drawn; leave out --png and --svg", len(m.Players))
			}
			match := pictures.BracketMatch{ID: m.Match, Label: fmt.Sprintf("Match %d", m.Match)}
			open := 0
			for i, id := range m.Players {
				if id == nil {
					match.Sides[i].Pending = waitingFor(r.Part, m.From, open)
					open++
					continue
				}
				match.Sides[i] = pictures.BracketSide{Name: nameOf(pos.file, pos.file.Index(*id)), Seed: strconv.Itoa(slices.Index(b.Seeds, *id) + 1)}
				if m.Winner != nil && *m.Winner == *id {
					match.Winner = i + 1
				}
			}
			copy(match.From[2-min(len(m.From), 2):], m.From)
			round.Matches = append(round.Matches, match)
		}
		d.Rounds = append(d.Rounds, round)
	}
	for _, place := range b.Places {
		d.Places = append(d.Places, pictures.BracketPlace{Place: strconv.Itoa(place.Place), Name: nameOf(pos.file, pos.file.Index(place.Player))})
	}
	return f.draw(d)
}

func roundName(r bracket.DiagramRound, kind string) string {
	if kind != "single" {
		return fmt.Sprintf("Round %d", r.Number)
	}
	switch n := len(r.Matches); {
	case r.Part == "third":
		return "Third place"
	case r.Part == "final" || n == 1:
		return "Final"
	case n == 2:
		return "Semi-finals"
	case n <= 4:
		return "Quarter-finals"
	default:
		return fmt.Sprintf("Round of %d", bracket.FullSize(2*n))
	}
}

func (f pictureFiles) schedule(t *file.Tournament, r seating.Report) error {
	d := pictures.ScheduleData{Title: "Seating"}
	if t != nil {
		d.Title, d.Subtitle = t.Name, "Seating"
	}
	for i, session := range r.Sessions {
		round := pictures.ScheduleRound{Name: fmt.Sprintf("Session %d", i+1)}
		for j, table := range session {
			seats := pictures.ScheduleTable{Name: fmt.Sprintf("Table %d", j+1)}
			for k, id := range table {
				seats.Seats = append(seats.Seats, pictures.ScheduleSeat{Wind: "ESWN"[k : k+1], Name: shownName(t, id)})
			}
			round.Tables = append(round.Tables, seats)
		}
		d.Rounds = append(d.Rounds, round)
	}
	return f.draw(d)
}
