package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/columns"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/sim"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/table"
)

// planResultJSON is the output of `simulate --json`.
type planResultJSON struct {
	Trials   int     `json:"trials"`
	Seconds  float64 `json:"seconds"`
	Ruleset  string  `json:"ruleset"`
	Stages   string  `json:"stages"` // the chain; "" if rounds and cut were given
	Model    string  `json:"model"`
	Detailed int     `json:"detailed_trials"`
	entryJSON
	Earlier     []earlierJSON `json:"earlier"` // entries into stages of rounds
	DayTwo      []dayRowJSON  `json:"day2"`
	Tiebreakers []string      `json:"tiebreakers"`
	Assumptions []string      `json:"assumptions"`
	Notes       []string      `json:"notes"`
}

// entryJSON is the entry into a stage.
type entryJSON struct {
	Summary      summaryJSON    `json:"top_cut_summary"`
	Distribution []pointRowJSON `json:"point_distribution"`
	Guide        []guideRowJSON `json:"id_safety"`
	Luck         []luckRowJSON  `json:"luck"`
}

type earlierJSON struct {
	Stage string `json:"stage"`
	After int    `json:"after"` // number of rounds
	entryJSON
}

type summaryJSON struct {
	Players      int      `json:"players"`
	Rounds       int      `json:"rounds"`
	Cut          float64  `json:"cut"`
	AlwaysIn     *float64 `json:"always_in"`
	EverIn       *float64 `json:"ever_in"`
	Clean        float64  `json:"clean_cut"`
	CleanMargin  float64  `json:"clean_cut_margin"`
	LastIn       float64  `json:"last_in"`
	LastInMargin float64  `json:"last_in_margin"`
}

type pointRowJSON struct {
	Points        float64            `json:"points"`
	Record        sim.Record         `json:"record"`
	TopCut        float64            `json:"top_cut"`
	OMW           *float64           `json:"omw"` // null if the ruleset has none, or if too few finished with the record
	GWP           *float64           `json:"gwp"`
	OGW           *float64           `json:"ogw"`
	Players       float64            `json:"players"`
	Cumulative    float64            `json:"cumulative"`
	Margin        float64            `json:"margin"`
	PlayersMargin float64            `json:"players_margin"`
	Bubble        bool               `json:"bubble"`
	Tiebreakers   map[string]float64 `json:"tiebreakers"`
}

type guideRowJSON struct {
	Round     int        `json:"round"`
	Record    sim.Record `json:"record"`
	Players   int64      `json:"players"`
	Won       int64      `json:"won"`
	Lost      int64      `json:"lost"`
	Drew      int64      `json:"drew"`
	CutIfWin  float64    `json:"cut_if_win"`
	CutIfLoss float64    `json:"cut_if_loss"`
	CutIfDraw float64    `json:"cut_if_draw"`
	Estimated bool       `json:"estimated"`
	Estimates []string   `json:"estimates"` // the cells that are estimates
	Verdict   string     `json:"verdict"`
	Margins   [3]float64 `json:"margins"` // for cut_if_win, cut_if_loss and cut_if_draw
}

type luckRowJSON struct {
	OnThePlay     int     `json:"on_the_play"`
	Players       float64 `json:"players"`
	Wins          float64 `json:"wins"`
	TopCut        float64 `json:"top_cut"`
	PlayersMargin float64 `json:"players_margin"`
	TopCutMargin  float64 `json:"top_cut_margin"`
	Share         float64 `json:"share"`     // on_the_play as a share of all rounds
	WinShare      float64 `json:"win_share"` // share of their played rounds that were won
}

// dayRowJSON is a record after the first of two or more stages.
type dayRowJSON struct {
	Record    sim.Record `json:"record"`
	Players   float64    `json:"players"`
	Qualified bool       `json:"qualified"` // all with this record
	Margin    float64    `json:"margin"`
	GoesOn    float64    `json:"goes_on"` // share of those with this record
}

func planJSON(c sim.PlanConfig, res *sim.PlanResult, seconds float64) planResultJSON {
	out := planResultJSON{
		Trials: res.Trials, Model: text.Printer{}.Notice(res.Model), Seconds: seconds, Ruleset: c.Rules.ID, Detailed: res.Detailed,
		Stages: c.Stages.String(), entryJSON: planEntryJSON(&res.Entry, res.Tiebreaks), Earlier: []earlierJSON{}, DayTwo: []dayRowJSON{},
		Tiebreakers: sentences(sim.Tiebreakers(c.Rules)), Assumptions: sentences(sim.Assumptions()), Notes: sentences(res.Notes),
	}
	for i := range res.Earlier {
		e := &res.Earlier[i]
		out.Earlier = append(out.Earlier, earlierJSON{text.Printer{}.Say(notice.Code(e.Stage)), e.After, planEntryJSON(e, nil)})
	}
	for i := range second(res).Distribution {
		r := &res.Earlier[0].Distribution[i]
		out.DayTwo = append(out.DayTwo, dayRowJSON{r.Record, r.Players, r.QualifiedInRow == r.FinishesInRow, r.PlayersMargin, r.TopCut})
	}
	return out
}

// second returns the entry into the second stage of rounds, an empty one
// if there is none.
func second(res *sim.PlanResult) *sim.Entry {
	if len(res.Earlier) == 0 {
		return &sim.Entry{}
	}
	return &res.Earlier[0]
}

func planEntryJSON(e *sim.Entry, tiebreaks []string) entryJSON {
	s := &e.Summary
	out := entryJSON{
		Summary: summaryJSON{
			s.Players, s.Rounds, s.Cut, s.AlwaysIn, s.EverIn, s.Clean.P, s.Clean.Margin, s.LastIn, s.LastInMargin,
		},
		Distribution: []pointRowJSON{}, Guide: []guideRowJSON{}, Luck: []luckRowJSON{},
	}
	for i := range e.Distribution {
		r := &e.Distribution[i]
		row := pointRowJSON{
			Points: r.Points, Record: r.Record, TopCut: r.TopCut, Players: r.Players, Cumulative: r.Cumulative,
			Margin: r.Margin, PlayersMargin: r.PlayersMargin, Bubble: r.Bubble, Tiebreakers: map[string]float64{},
		}
		for k, name := range tiebreaks {
			if r.Seen > 0 {
				row.Tiebreakers[name] = r.Tiebreaks[k]
			}
		}
		for name, at := range map[string]**float64{"omw": &row.OMW, "gwp": &row.GWP, "ogw": &row.OGW} {
			if v, ok := row.Tiebreakers[name]; ok {
				*at = &v
			}
		}
		out.Distribution = append(out.Distribution, row)
	}
	for i := range e.Guide {
		r := &e.Guide[i]
		row := guideRowJSON{
			Round: r.Round, Record: r.Record, Players: r.Players, Won: r.Won, Lost: r.Lost, Drew: r.Drew,
			CutIfWin: r.CutIfWin.P, CutIfLoss: r.CutIfLoss.P, CutIfDraw: r.CutIfDraw.P, Verdict: r.Verdict, Estimates: []string{},
			Margins: [3]float64{r.CutIfWin.Margin, r.CutIfLoss.Margin, r.CutIfDraw.Margin},
		}
		for _, cell := range []struct {
			name string
			c    sim.Chance
		}{{"cut_if_win", r.CutIfWin}, {"cut_if_loss", r.CutIfLoss}, {"cut_if_draw", r.CutIfDraw}} {
			if cell.c.Estimated {
				row.Estimated, row.Estimates = true, append(row.Estimates, cell.name)
			}
		}
		out.Guide = append(out.Guide, row)
	}
	for _, r := range e.Luck {
		out.Luck = append(out.Luck, luckRowJSON{r.OnThePlay, r.Players.P, r.Wins, r.TopCut.P, r.Players.Margin, r.TopCut.Margin, r.Share, r.WinShare})
	}
	return out
}

func planTitle(c sim.PlanConfig) string {
	shape := fmt.Sprintf("%s, %s", count(c.Rounds, "round"), wording.CutPlaces(text.Printer{}, c.Cut))
	if len(c.Stages.Stages) > 0 {
		shape = c.Stages.String()
	}
	return fmt.Sprintf("%s: %s, %s", c.Rules.Name, count(c.Players, "player"), shape)
}

// planSheets returns the tables, each with its explanations.
func planSheets(c sim.PlanConfig, res *sim.PlanResult) []*table.Table {
	list := []*table.Table{planHead(c, res)}
	for i := range res.Earlier {
		list = append(list, entrySheets(res, &res.Earlier[i])...)
	}
	list = append(list, entrySheets(res, &res.Entry)...)
	return append(list, explainSheet(c.Rules))
}

// entrySheets returns the tables of the entry into a stage.
func entrySheets(res *sim.PlanResult, e *sim.Entry) []*table.Table {
	list := []*table.Table{summarySheet(res, e), pointsSheet(table.Sheet, res, e)}
	if len(e.Guide) > 0 {
		list = append(list, guideSheet(table.Sheet, res, e))
	}
	return append(list, luckSheet(table.Sheet, res, e))
}

// entryTitle returns the title of a table, with its stage if there are several.
func entryTitle(res *sim.PlanResult, e *sim.Entry, title string) string {
	if len(res.Earlier) == 0 || e.Stage == "" {
		return title
	}
	return fmt.Sprintf("Into %s after round %d. %s", text.Printer{}.Say(notice.Code(e.Stage)), e.After, title)
}

// planHead returns a table that describes the simulated event.
func planHead(c sim.PlanConfig, res *sim.PlanResult) *table.Table {
	out := &table.Table{Above: []string{
		planTitle(c), text.Printer{}.Notice(sim.Disclaimer),
		fmt.Sprintf("%d tournaments played, model: %s; draws %v, intentional draws %s, drops %s.", res.Trials, text.Printer{}.Notice(res.Model), c.DrawChance, idWord(c), dropWord(c.DropLosses)),
	}}
	if c.PlayChance != 0 && c.PlayChance != sim.EvenPlayChance {
		out.Above = append(out.Above, fmt.Sprintf("Who has the first turn wins %v of decided matches.", c.PlayChance))
	}
	if len(c.Byes) > 0 {
		out.Above = append(out.Above, "Player 1 has awarded byes in rounds "+strings.Trim(fmt.Sprint(c.Byes), "[]")+".")
	}
	out.Above = append(out.Above, append(sentences(res.Notes), "")...)
	return out
}

func summarySheet(res *sim.PlanResult, e *sim.Entry) *table.Table {
	s := &e.Summary
	title, places := "Top Cut Summary", "Places in the cut"
	if e != &res.Entry {
		title, places = "Who goes on", "Players"
	}
	out := &table.Table{Above: []string{entryTitle(res, e, title)}}
	if s.Cut == 0 {
		out.Above = append(out.Above, "There is no cut; everybody's place is the standing after the last round.", "")
		return out
	}
	points := func(v *float64) string {
		if v == nil {
			return "never"
		}
		return trimFloat(*v) + " points"
	}
	out.Columns = []table.Column{{Title: ""}, {Title: ""}}
	out.Add(places, trimFloat(math.Round(10*s.Cut)/10))
	out.Add("Always in with", points(s.AlwaysIn))
	out.Add("Ever in with", points(s.EverIn))
	out.Add("Last to qualify, on average", fmt.Sprintf("%.2f points ± %.2f", s.LastIn, s.LastInMargin))
	out.Add("Clean cuts (between two totals)", shareOf(s.Clean))
	return out
}

func idWord(c sim.PlanConfig) string {
	if c.IDs != sim.IDsOff && c.RecordedIDs {
		return c.IDs.String() + " as the ruleset records them"
	}
	return c.IDs.String()
}

func dropWord(losses int) string {
	if losses == 0 {
		return "off"
	}
	return fmt.Sprintf("after %d losses", losses)
}

// planTable returns one table, for CSV, of the entry into a stage, by the stage's number; 0 means
// the last.
func planTable(c sim.PlanConfig, res *sim.PlanResult, name string, into int) (*table.Table, error) {
	e := &res.Entry
	if name == "day2" && into == 0 {
		into = 2
	}
	switch {
	case into > 1 && into < 2+len(res.Earlier):
		e = &res.Earlier[into-2]
	case into != 0 && (into != 2+len(res.Earlier) || c.Cut.IsZero()):
		return nil, usagef("--stage is 2 to %d here: nobody enters stage %d", 1+len(res.Earlier)+min(c.Cut.Top+c.Cut.Points+c.Cut.PerFlight, 1), into)
	}
	switch name {
	case "ids":
		return guideSheet(table.CSV, res, e), nil
	case "luck":
		return luckSheet(table.CSV, res, e), nil
	}
	return pointsSheet(table.CSV, res, e), nil
}

func pointsSheet(form table.Form, res *sim.PlanResult, e *sim.Entry) *table.Table {
	s := columns.Plan{PlanResult: res, Into: e}.Points(form, text.Printer{}, e.Distribution)
	s.Above = []string{entryTitle(res, e, "Point Distribution")}
	s.Below = []string{"Averages over all finishes with the record; the cut falls through the rows marked bubble."}
	if e != &res.Entry {
		s.Below = []string{"Averages over all players with the record then; the line falls through the rows marked bubble."}
	}
	return s
}

func guideSheet(form table.Form, res *sim.PlanResult, e *sim.Entry) *table.Table {
	var rows []sim.GuideRow
	for _, r := range e.Guide {
		if r.Verdict != sim.Out || r.Round >= e.After-1 {
			rows = append(rows, r)
		}
	}
	s := columns.Plan{PlanResult: res, Into: e}.Guide(form, text.Printer{}, rows)
	s.Above = []string{entryTitle(res, e, "ID Safety Guide: what players with a record did next, and how many of them made the cut")}
	s.Below = []string{
		fmt.Sprintf("Counted in %d tournaments. ~ marks what nobody did: estimated from the point distribution, between loss and win.", res.Detailed),
		"Verdict by the chance of the cut after a draw: Safe from 99%, Some Risk from 50%, Risky below; Out where not even a win helps.",
	}
	if out := len(e.Guide) - len(rows); out > 0 {
		s.Below = append(s.Below, fmt.Sprintf("%s of earlier rounds with the verdict Out left out; --json has all.", count(out, "record")))
	}
	return s
}

func luckSheet(form table.Form, res *sim.PlanResult, e *sim.Entry) *table.Table {
	s := columns.Plan{PlanResult: res, Into: e}.Luck(form, text.Printer{})
	s.Above = []string{entryTitle(res, e, "Luck: how often players had the first turn, and what came of it")}
	s.Below = []string{"A coin says for every round who has the first turn; that of a round which somebody does not play counts too, so that all are compared alike."}
	return s
}

// explainSheet returns explanations of the numbers: tiebreakers, assumptions, sources and
// history.
func explainSheet(rs *rules.Ruleset) *table.Table {
	s := &table.Table{Above: []string{"Tiebreakers of " + rs.Name}}
	number := func(lines []string) {
		for i, l := range lines {
			s.Above = append(s.Above, fmt.Sprintf("%2d. %s", i+1, l))
		}
	}
	number(sentences(sim.Tiebreakers(rs)))
	s.Above = append(s.Above, "", "Assumptions")
	number(sentences(sim.Assumptions()))
	s.Above = append(s.Above, "", "Sources")
	for _, src := range sim.Sources(rs) {
		s.Above = append(s.Above, strings.TrimSpace("  "+src.Title+" "+src.URL))
	}
	s.Above = append(s.Above, "", "History of the simulator")
	s.Above = append(s.Above, append(slices.Collect(indented(sentences(sim.History()))), "")...)
	return s
}

func indented(lines []string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for _, l := range lines {
			if !yield("  " + l) {
				return
			}
		}
	}
}

// shareOf formats a share with its margin.
func shareOf(c sim.Chance) string { return columns.Percent(c.P) + " ± " + columns.Percent(c.Margin) }

func trimFloat(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
