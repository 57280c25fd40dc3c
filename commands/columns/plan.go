package columns

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"topcut/commands/text"
	"topcut/sim"
	"topcut/tournament/notice"
	"topcut/tournament/standings"
	"topcut/tournament/table"
)

// Plan is what an event of a given shape will look like, at the entry into a stage.
type Plan struct {
	*sim.PlanResult
	Into *sim.Entry
}

// files are the forms of a plan with all its columns.
const files = table.Sheet | table.CSV

// said makes a column of texts.
func said[R any](in table.Form, c table.Column, of func(*R) string) table.Maker[R] {
	return table.Maker[R]{Column: c, In: in, Cell: func(r *R) table.Cell { return table.Said(of(r)) }}
}

// number returns a column of numbers, with one heading in a grid and another elsewhere.
func number(form table.Form, w text.Printer, key string, grid, other notice.Code) table.Column {
	if form == table.Grid {
		other = grid
	}
	return table.Column{Key: key, Title: w.Say(other), Kind: table.Number}
}

// Records returns the records with which players make the cut.
func (of Plan) Records(form table.Form, w text.Printer) *table.Table {
	var rows []sim.PointRow
	for _, r := range of.Into.Distribution {
		if r.TopCut > 0 && len(rows) < mostRecords {
			rows = append(rows, r)
		}
	}
	return written(w, table.Make(form, []table.Maker[sim.PointRow]{
		said(0, table.Column{Title: w.Say("column.record_long")}, func(r *sim.PointRow) string { return r.Record.String() }),
		said(0, table.Column{Title: pointsTitle(form, w), Kind: table.Number}, func(r *sim.PointRow) string { return decimal(r.Points) }),
		said(0, number(form, w, "", "column.cut", "column.cut"), func(r *sim.PointRow) string { return Sure(r.TopCut) }),
		said(0, number(form, w, "", "column.margin", "column.margin"), func(r *sim.PointRow) string { return tenths(r.Margin) }),
	}, rows))
}

// Points returns lines of the distribution of points. The averages of tiebreakers are
// known for the last stage.
func (of Plan) Points(form table.Form, w text.Printer, rows []sim.PointRow) *table.Table {
	last := of.Into == &of.Entry
	top := notice.Code("column.goes_on")
	if last {
		top = "column.top_cut"
	}
	share := func(p float64) string {
		if form == table.Grid {
			return tenths(p)
		}
		return Percent(p)
	}
	list := []table.Maker[sim.PointRow]{
		said(0, table.Column{Key: "points", Title: pointsTitle(form, w), Kind: table.Number}, func(r *sim.PointRow) string { return decimal(r.Points) }),
		said(0, table.Column{Key: "record", Title: w.Say("column.record_long")}, func(r *sim.PointRow) string { return r.Record.String() }),
		said(0, number(form, w, "top_cut", "column.cut_percent", top), func(r *sim.PointRow) string { return share(r.TopCut) }),
		said(0, number(form, w, "margin", "column.margin", "column.margin"), func(r *sim.PointRow) string { return share(r.Margin) }),
	}
	for k, name := range of.Tiebreaks {
		m := said(0, table.Column{Key: name, Title: standings.Lookup(name).Short, Kind: table.Number}, func(r *sim.PointRow) string {
			switch {
			case r.Seen == 0:
				return "-"
			case form == table.Grid:
				return fmt.Sprintf("%.0f", 100*r.Tiebreaks[k])
			}
			return Percent(r.Tiebreaks[k])
		})
		if m.Extra = k + 1; last {
			list = append(list, m)
		}
	}
	return written(w, table.Make(form, append(list,
		said(0, number(form, w, "players", "column.players", "column.players_long"), func(r *sim.PointRow) string { return fmt.Sprintf("%.2f", r.Players) }),
		said(files, number(form, w, "players_margin", "column.margin", "column.margin"), func(r *sim.PointRow) string { return fmt.Sprintf("%.2f", r.PlayersMargin) }),
		said(0, number(form, w, "cumulative", "column.sum", "column.cumulative"), func(r *sim.PointRow) string {
			if form == table.Grid {
				return fmt.Sprintf("%.1f", r.Cumulative)
			}
			return fmt.Sprintf("%.2f", r.Cumulative)
		}),
		said(0, table.Column{Key: "bubble"}, func(r *sim.PointRow) string {
			switch {
			case !r.Bubble:
				return ""
			case form == table.Grid:
				return "◀"
			}
			return "bubble " + meter(r.TopCut)
		})), rows))
}

// Guide returns lines of the guide to intentional draws.
func (of Plan) Guide(form table.Form, w text.Printer, rows []sim.GuideRow) *table.Table {
	type row = sim.GuideRow
	chance := func(c sim.Chance) string {
		out := Percent(c.P)
		if form == table.Grid {
			out = fmt.Sprintf("%.0f", 100*c.P)
		}
		if c.Estimated {
			return "~" + out
		}
		return out
	}
	count := func(key string, title notice.Code, of func(*row) int64) table.Maker[row] {
		return said(files, number(form, w, key, title, title), func(r *row) string { return strconv.FormatInt(of(r), 10) })
	}
	verdict := number(form, w, "verdict", "column.verdict", "column.verdict_long")
	verdict.Kind = table.Text
	return written(w, table.Make(form, []table.Maker[row]{
		said(0, number(form, w, "round", "column.after", "column.after_round"), func(r *row) string { return strconv.Itoa(r.Round) }),
		said(0, table.Column{Key: "record", Title: w.Say("column.record_long")}, func(r *row) string { return r.Record.String() }),
		said(table.Grid, table.Column{Title: w.Say("column.next")}, func(r *row) string {
			part := func(n int64) string { return fmt.Sprintf("%.0f", 100*float64(n)/float64(r.Players)) }
			return part(r.Won) + "/" + part(r.Lost) + "/" + part(r.Drew)
		}),
		count("players", "column.players_long", func(r *row) int64 { return r.Players }),
		count("won", "column.won", func(r *row) int64 { return r.Won }),
		count("lost", "column.lost", func(r *row) int64 { return r.Lost }),
		count("drew", "column.drew", func(r *row) int64 { return r.Drew }),
		said(0, number(form, w, "cut_if_win", "column.if_won", "column.cut_if_win"), func(r *row) string { return chance(r.CutIfWin) }),
		said(0, number(form, w, "cut_if_loss", "column.if_lost", "column.cut_if_loss"), func(r *row) string { return chance(r.CutIfLoss) }),
		said(0, number(form, w, "cut_if_draw", "column.if_drawn", "column.cut_if_draw"), func(r *row) string { return chance(r.CutIfDraw) }),
		said(0, verdict, func(r *row) string {
			if form != table.Grid {
				return r.Verdict
			}
			return w.Say("plan.verdict." + notice.Code(strings.ReplaceAll(strings.ToLower(r.Verdict), " ", "_")))
		}),
	}, rows))
}

// Luck returns how often players had the first turn, and what came of it.
func (of Plan) Luck(form table.Form, w text.Printer) *table.Table {
	type row = sim.LuckRow
	share := func(grid func(float64) string, p float64) string {
		if form == table.Grid {
			return grid(p)
		}
		return Percent(p)
	}
	whole := func(p float64) string { return fmt.Sprintf("%.0f%%", 100*p) }
	margin := func(key string, of func(*row) float64) table.Maker[row] {
		return said(0, number(form, w, key, "column.margin", "column.margin"), func(r *row) string { return share(tenths, of(r)) })
	}
	return written(w, table.Make(form, []table.Maker[row]{
		said(0, number(form, w, "on_the_play", "column.first_turns", "column.first_turns"), func(r *row) string {
			if form == table.Grid {
				return fmt.Sprintf("%d, %s", r.OnThePlay, whole(r.Share))
			}
			return strconv.Itoa(r.OnThePlay)
		}),
		said(files, number(form, w, "share", "column.of_all", "column.of_all"), func(r *row) string { return Percent(r.Share) }),
		said(0, number(form, w, "players", "column.players_long", "column.players_long"), func(r *row) string { return share(Sure, r.Players.P) }),
		margin("players_margin", func(r *row) float64 { return r.Players.Margin }),
		said(files, number(form, w, "wins", "column.wins_long", "column.wins_long"), func(r *row) string { return fmt.Sprintf("%.2f", r.Wins) }),
		said(0, number(form, w, "win_share", "column.wins", "column.of_played"), func(r *row) string { return share(whole, r.WinShare) }),
		said(0, number(form, w, "top_cut", "column.cut", "column.top_cut"), func(r *row) string { return share(Sure, r.TopCut.P) }),
		margin("top_cut_margin", func(r *row) float64 { return r.TopCut.Margin }),
	}, of.Into.Luck))
}

// Percent formats a share of 1 in percent. What is only likely never looks certain.
func Percent(p float64) string {
	switch {
	case p > 0 && p < almostNever:
		return "<0.1%"
	case p < 1 && p >= almostAlways:
		return ">99.9%"
	}
	return fmt.Sprintf("%.1f%%", 100*p)
}

// tenths formats a share in tenths of a percent, whose sign the heading has.
func tenths(p float64) string { return fmt.Sprintf("%.1f", 100*p) }

// decimal formats a number with as many decimals as it has.
func decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// meter returns a bar of ten characters.
func meter(share float64) string {
	full := min(max(int(math.Round(10*share)), 0), 10)
	return strings.Repeat("█", full) + strings.Repeat("░", 10-full)
}
