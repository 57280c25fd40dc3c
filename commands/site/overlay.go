package site

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/record"
	"topcut/commands/text"
	"topcut/tournament/table"
)

// overlay serves one view for a stream: clock, bracket, table:N, or a piece of a list:
// standings and next, with standings:2, next:2 for pieces that do not fit into the first.
func (s *Server) overlay(w http.ResponseWriter, r *http.Request) {
	s.answer(w, r, s.event, r.PathValue("slug"), func(_ *subject, v *servedPage) {
		what, number, _ := strings.Cut(r.URL.Query().Get("view"), ":")
		piece, _ := strconv.Atoi(number)
		o := overlaid{page: v.page, view: "standings", tag: strings.Trim(v.html.tag, `"`)}
		switch what {
		case "clock":
			o.view = "clock"
		case "bracket":
			o.view = "bracket"
		case "table":
			o.view, o.table = "table", tableOf(v.page, number)
		case "next":
			o.view, o.next = "next", v.page.nextPieces(piece)
		default:
			o.newest = v.page.standingsPieces(piece)
		}
		f := newFile("text/html; charset=utf-8", o.html())
		f.serve(w, r)
	})
}

// overlaid is a view of an event for a stream.
type overlaid struct {
	*page

	view   markup
	tag    string        // of the page
	table  *record.Table // nil if there is no such table
	newest []*table.Table
	next   []pairingsPiece
}

// html returns the overlay.
func (o *overlaid) html() []byte {
	w := &writer{}
	w.put(`<!doctype html>
<html lang="`, o.said("web.language"), `">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=1920">
<meta name="robots" content="noindex">
<title>`, shownText(o.Name), `</title>
<link rel="icon" type="image/svg+xml" href="`, assetLink("icon", ".svg"), `">
<link rel="stylesheet" href="`, assetLink("overlay", ".css"), `">
<script type="module" src="`, assetLink("follow", ".js"), `"></script>
</head>
<body>
<div id="event" data-tag="`, escaped(o.tag), `" data-seq="`, number(o.Seq), `" class="`, o.view, `">`)
	switch o.view {
	case "clock":
		o.line(w, escaped(o.Live.State))
		if !o.Live.Ends.IsZero() {
			w.put(`
<p class="huge">`, o.clock(formatted(o.Live.Ends, "15:04")), `</p>`)
		}
		o.winner(w)
	case "table":
		o.one(w)
	case "next":
		o.line(w, shownText(o.Name))
		o.line(w, escaped(o.Live.State))
		for _, piece := range o.next {
			if piece.Span != "" {
				o.line(w, escaped(piece.Span))
			}
			w.put("\n")
			o.tables(w, piece.Tables)
		}
		o.winner(w)
	case "bracket":
		w.put("\n")
		o.bracket(w)
	default:
		for _, t := range o.newest {
			o.line(w, shownText(t.Title))
			w.put("\n")
			o.page.table(w, t, o.said("button.standings"), "wide", 4)
		}
		if len(o.newest) == 0 {
			o.line(w, escaped(o.Live.State))
		}
	}
	w.put(`
</div>
</body>
</html>
`)
	return w.Bytes()
}

func (o *overlaid) line(w *writer, m markup) {
	w.put(`
<p class="line">`, m, `</p>`)
}

// one writes a table of the round, with its result once it is final.
func (o *overlaid) one(w *writer) {
	if o.table == nil {
		o.line(w, escaped(o.Live.State))
		return
	}
	o.line(w, o.said("web.table_number", "table", text.Raw(plain(o.table.Table))))
	for _, seat := range o.table.Seats {
		w.put(`
<p class="player">`, o.seat(seat), `</p>`)
	}
	if o.table.Final {
		o.line(w, o.name(o.table.Result))
	}
}

func (o *overlaid) winner(w *writer) {
	if o.Winner != "" {
		w.put(`
<p class="player">`, shownText(o.Winner), `</p>`)
	}
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
