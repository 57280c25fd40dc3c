package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"topcut/commands/drawing"
	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/file"
	"topcut/tournament/seating"
	"topcut/tournament/standings"
)

// pictureFiles are the files for drawings of the result; "" for none. If a drawing needs
// several pictures, the others are name-2.png, name-3.png and so on.
type pictureFiles struct{ png, svg *string }

func pictureFlags(fs *flag.FlagSet) pictureFiles {
	f := pictureFiles{png: new(string), svg: new(string)}
	fs.Func("png", "also draw it into a PNG `FILE`", pictureName(f.png))
	fs.Func("svg", "also draw it into an SVG `FILE`", pictureName(f.svg))
	return f
}

// pictureName returns a flag function for a file name. Standard output is not allowed: it
// is for the table, and a drawing may need several files.
func pictureName(to *string) func(string) error {
	return func(name string) error {
		if name == "" || name == "-" {
			return errors.New("a picture needs the name of a file")
		}
		*to = name
		return nil
	}
}

// draw renders drawings into the requested files.
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
		drawn, err := d.Draw(painter, pictures.Options{Say: text.Printer{}.Plain()})
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

func (f pictureFiles) standings(pos *event, t *standings.Table) error {
	return f.draw(view.StandingsDrawing(pos.env(), t))
}

func (f pictureFiles) pairings(pos *event, t *standings.Table, paired *tournament.RoundPaired) error {
	d := pictures.PairingsData{Title: pos.title(), Subtitle: fmt.Sprintf("Round %d", paired.Round)}
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
				player.Detail = wording.Points(text.Printer{}, pos.file.Rules, r.Points)
			}
			table.Players = append(table.Players, player)
		}
		d.Tables = append(d.Tables, table)
	}
	return f.draw(d)
}

func (f pictureFiles) bracket(pos *event, b *tournament.DivisionBracket) error {
	if *f.png == "" && *f.svg == "" {
		return nil // then a result without a drawing is not an error
	}
	d, ok := drawing.Bracket(wording.About(pos.env().Words, pos.env().Snap), b)
	if !ok {
		return errors.New("a bracket of tables of four cannot be drawn; leave out --png and --svg")
	}
	return f.draw(d)
}

func (f pictureFiles) schedule(t *file.Tournament, r seating.Report) error {
	d := pictures.ScheduleData{Title: "Seating"}
	if t != nil {
		d.Title, d.Subtitle = titleOf(t), "Seating"
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
