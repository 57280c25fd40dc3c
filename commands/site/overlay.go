package site

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/record"
	"topcut/tournament/table"
)

// overlay serves one view for a stream: clock, bracket, table:N, or a piece of a list:
// standings and next, with standings:2, next:2 for pieces that do not fit into the first.
func (s *Server) overlay(w http.ResponseWriter, r *http.Request) {
	s.answer(w, r, s.event, r.PathValue("slug"), func(_ *subject, v *servedPage) {
		p := *v.page
		what, number, _ := strings.Cut(r.URL.Query().Get("view"), ":")
		piece, _ := strconv.Atoi(number)
		switch what {
		case "clock", "bracket":
		case "table":
			p.Table = tableOf(&p, number)
		case "next":
			p.Next = p.nextPieces(piece)
		default:
			what, p.Newest = "standings", p.standingsPieces(piece)
		}
		p.View, p.Tag = what, strings.Trim(v.html.tag, `"`)
		data, err := p.execute("overlay.html", &p)
		if err != nil {
			http.Error(w, "this overlay cannot be shown now", http.StatusInternalServerError)
			return
		}
		f := newFile("text/html; charset=utf-8", data)
		f.serve(w, r)
	})
}

// tableOf returns a table of the round in progress, or nil.
func tableOf(p *page, number string) *record.Table {
	if p.Live.Round == 0 {
		return nil
	}
	for _, round := range slices.Backward(p.Live.Open) {
		tables := p.Played[round].Tables
		for i := range tables {
			if tables[i].Table == number {
				return &tables[i]
			}
		}
	}
	return nil
}

// Rows of a list that fit into an overlay, where a title counts as two: for standings,
// and for pairings under the name of the event.
const (
	roomForStandings = 18
	roomForPairings  = 16
)

// span returns a piece of a list, from 1, that shares the room fairly with other lists;
// if the list has several pieces, said tells which one this is. A piece past the last
// means the last.
func (p *page) span(room, lists, n, piece int) (from, to int, said string) {
	size := max(room/lists-2, 1)
	from = size * (min(max(piece, 1), max((n+size-1)/size, 1)) - 1)
	if to = min(from+size, n); to-from < n {
		said = p.say("web.span", "from", from+1, "to", to, "n", n)
	}
	return from, to, said
}

// standingsPieces returns a piece of the newest standings of each group.
func (p *page) standingsPieces(piece int) (out []*table.Table) {
	n := newestStandings(p.Played)
	if n < 0 {
		return nil
	}
	for _, all := range p.Played[n].Standings {
		d := *all
		from, to, said := p.span(roomForStandings, len(p.Played[n].Standings), len(d.Rows), piece)
		if said != "" {
			d.Title += " · " + said
		}
		d.Rows, d.Cut.After = d.Rows[from:to], d.Cut.After-from
		out = append(out, &d)
	}
	return out
}

// pairingsPiece is a part of the tables of an open round.
type pairingsPiece struct {
	Tables []record.Table
	Span   string
}

// nextPieces returns a piece of the tables of each open round.
func (p *page) nextPieces(piece int) (out []pairingsPiece) {
	for _, round := range p.Live.Open {
		all := p.Played[round].Tables
		from, to, said := p.span(roomForPairings, len(p.Live.Open), len(all), piece)
		out = append(out, pairingsPiece{all[from:to], said})
	}
	return out
}
