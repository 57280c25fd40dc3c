// Package record collects an event as plain text and data, for its page, its file and the
// rehearsal.
package record

import (
	"math"
	"strconv"
	"strings"
	"time"

	"topcut/commands/discord"
	"topcut/commands/drawing"
	"topcut/commands/logline"
	"topcut/commands/picks"
	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/field"
	"topcut/tournament/fixture"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/table"
)

// Record is the content of an event as plain text and data, to read when the event is
// over. It has only public data: no notes, decks or accounts.
type Record struct {
	Name, Ruleset, Format string
	Winner                string // one sentence; "" without a winner
	Players, Rounds       int
	Begun, Ended          time.Time         // in the time zone of the event; Begun is zero before, if no time is set
	Field                 []string          // who plays, before the first round
	Teams                 map[string]string // the members of each team by its name; nil if none plays
	Places                []Place
	Brackets              []pictures.BracketData
	Schedule              *pictures.ScheduleData // for a scramble
	Crosstable            *pictures.CrosstableData
	Played                numbered.List[Round]
	Log                   []Line
}

// Place is a final place. Division is empty if the event has none.
type Place struct{ Place, Name, Division string }

// Round is a round with its results and, if it counts for them, the standings after
// it: of the whole field, or of each division.
type Round struct {
	Title     string
	Tables    numbered.List[Table]
	Standings []*table.Table
}

// Table is a table with its result.
type Table struct {
	Table, Players, Result string
	Seats                  []string // the players' names
	Final                  bool     // the result is final
	Board                  bool     // it is a board of the match before it
	Picks                  []string // what was picked and banned, as far as both sides see it
	// At is the time that Result is about, zero if about none; Say is Result with % in the
	// place of the time.
	At  time.Time
	Say string
}

// Line is an entry of the log. An undone one stays in it.
type Line struct {
	Seq       int64
	Time      time.Time // in the time zone of the event
	Text      string
	TakenBack bool
}

// New collects the record of an event.
func New(env view.Env) Record {
	e, s := wording.About(env.Words, env.Snap), env.Snap.State
	zone := s.Settings.Location()
	out := Record{
		Name: s.Settings.Name, Ruleset: s.Rules.Name, Format: wording.Format(e.Printer, s.Settings.Stages),
		Players: field.TookPart(s), Rounds: len(s.Rounds), Ended: s.At.In(zone),
		Places: places(e), Log: publicLog(e, zone),
	}
	if s.Crewed() {
		out.Teams = teams(e)
	}
	if first := s.Round(1); first != nil {
		out.Begun = first.PublishedAt.In(zone)
	} else {
		out.comes(e, zone)
	}
	if len(out.Places) > 0 && out.Places[0].Place == "1" && len(field.Winners(s)) > 0 {
		out.Winner = discord.Unescape(e.Say("card.winners", "n", len(field.Winners(s)), "winners", e.Winners()))
	}
	if all, err := s.Brackets(); err == nil {
		for i := range all {
			if d, ok := drawing.Bracket(e, &all[i]); ok {
				out.Brackets = append(out.Brackets, d)
			}
		}
	}
	if s.Schedule() != nil {
		out.Schedule = new(drawing.Schedule(e, 0, len(s.Schedule().Schedule.Sessions)))
	}
	if t, err := s.Table(-1); err == nil {
		if d, ok := drawing.Crosstable(e, t); ok {
			out.Crosstable = &d
		}
	}
	for r := range s.Rounds {
		out.Played = append(out.Played, round(env, e, r+1))
	}
	return out
}

// comes fills in when an event begins that has no round yet, and who plays in it.
func (r *Record) comes(e wording.Event, zone *time.Location) {
	s := e.Snap.State
	if s.Settings.StartAt != 0 {
		r.Begun = time.Unix(s.Settings.StartAt, 0).In(zone)
	}
	for i := range s.Players {
		if s.Players[i].Status == tournament.Registered {
			r.Field = append(r.Field, e.Given(i+1))
		}
	}
}

// teams returns the names of the members of each team, the captain first.
func teams(e wording.Event) map[string]string {
	out := map[string]string{}
	for i := range e.Snap.State.Players {
		p := &e.Snap.State.Players[i]
		if len(p.Members()) == 0 || p.Status != tournament.Registered && p.Status != tournament.Waiting {
			continue
		}
		var names []string
		for _, no := range p.Members() {
			names = append(names, discord.Unescape(e.Person(no)))
		}
		out[e.Given(i+1)] = strings.Join(names, e.Say("list.comma"))
	}
	return out
}

func places(e wording.Event) []Place {
	s := e.Snap.State
	var out []Place
	for _, n := range field.Placed(s) {
		p := Place{Place: strconv.Itoa(numbered.Get(s.Places, n)), Name: e.Given(n)}
		if s.ByDivision() {
			p.Division = e.Group(field.Division(int(s.Players.At(n).Division)))
		}
		out = append(out, p)
	}
	return out
}

// boards returns the boards of a match, each as a table with the persons at it.
func boards(e wording.Event, r, match int) (out []Table) {
	s := e.Snap.State
	m, of := s.Match(r, match)
	for b := range numbered.All(m.Boards) {
		at := tournament.Place{Round: r, Match: tournament.BoardNumber(match, b)}
		board, l := s.Match(at.Round, at.Match)
		e := e.At(at)
		given := e.Printer
		given.Name = e.Given
		t := Table{Board: true, Result: given.Notice(wording.Outcome(e.Rules(), l))}
		if of.Table > 0 {
			t.Table = strconv.Itoa(int(of.Table)) + "." + strconv.Itoa(b)
		}
		for _, n := range wording.Seated(l) {
			t.Seats = append(t.Seats, e.Given(n))
		}
		if t.Players, t.Final = strings.Join(t.Seats, " – "), t.Result != ""; board.Fixture != nil && !t.Final {
			t.Result, t.At, t.Say = openMatch(e, board.Fixture)
		}
		if board.Disputed {
			t.Result = e.Say("pairings.disputed")
		}
		e.Printer = given
		t.Picks = picks.Chosen(e, at)
		out = append(out, t)
	}
	return out
}

func round(env view.Env, e wording.Event, r int) Round {
	s := e.Snap.State
	out := Round{Title: e.Round(r)}
	given := e.Printer
	given.Name = e.Given
	for i := range s.Ledger.Rounds.At(r).Matches {
		m, l := s.Match(r, i+1)
		t := Table{Result: given.Notice(wording.Outcome(s.Rules, wording.Shown(m, l)))}
		if l.Table > 0 {
			t.Table = strconv.Itoa(int(l.Table))
		}
		var names []string
		for _, n := range wording.Seated(l) {
			names = append(names, e.Given(n))
		}
		t.Players = strings.Join(names, " – ")
		t.Seats, t.Final = names, t.Result != ""
		if m.Fixture != nil && !t.Final {
			t.Result, t.At, t.Say = openMatch(e, m.Fixture)
		} else if t.Result == "" && s.Rounds.At(r).Status == tournament.Done {
			t.Result = e.Say("result.none")
		}
		if missed := missing(s, given, tournament.Place{Round: r, Match: i + 1}); missed != "" && !t.Final {
			t.Result = missed
		}
		if so := e.SoFar(tournament.Place{Round: r, Match: i + 1}); so != "" {
			t.Result = so
		}
		if m.Disputed {
			t.Result += " · " + e.Say("pairings.disputed")
			t.Say += " · " + e.Say("pairings.disputed")
		}
		by := e
		by.Printer = given
		t.Picks = picks.Chosen(by, tournament.Place{Round: r, Match: i + 1})
		out.Tables = append(append(out.Tables, t), boards(e, r, i+1)...)
	}
	if s.Eliminates(r) || s.Rounds.At(r).Status != tournament.Done && r != s.Counted() {
		return out
	}
	t, err := s.Table(r)
	if err != nil {
		return out
	}
	groups := []field.Group{{}}
	if s.ByDivision() {
		groups = field.Divisions(s)
	}
	for _, g := range groups {
		out.Standings = append(out.Standings, view.StandingsTable(env, table.HTML, t, g))
	}
	return out
}

// openMatch says when an arranged match is played, or until when, in the time zone of
// the event, with that time and a % in its place.
func openMatch(e wording.Event, f *fixture.Fixture) (said string, at time.Time, pattern string) {
	switch {
	case f.End == fixture.Void:
		return e.Say("verdict.void"), at, ""
	case e.Snap.State.Phase == tournament.Cancelled:
		return e.Say("card.cancelled"), at, ""
	case !f.Agreed.IsZero():
		at, pattern = f.Agreed, "%"
	default:
		at, pattern = f.PlayBy, e.Say("web.play_by", "time", text.Raw("%"))
	}
	return strings.Replace(pattern, "%", at.In(e.Snap.State.Settings.Location()).Format("2006-01-02 15:04"), 1), at, pattern
}

// publicLog returns the public log, oldest first.
func publicLog(e wording.Event, zone *time.Location) []Line {
	gone := logline.Undone(e.Snap.Log, math.MaxInt64)
	var out []Line
	for i := range e.Snap.Log {
		env := &e.Snap.Log[i]
		if logline.Unlisted(e.Snap.State, env) {
			continue
		}
		out = append(out, Line{
			Seq: env.Seq, Time: env.Time.In(zone), TakenBack: gone[env.Seq],
			Text: discord.Unescape(readTimes(logline.Line(e, *env), zone)),
		})
	}
	return out
}

// readTimes replaces the timestamps that Discord would show in the reader's time zone by
// written times.
func readTimes(markdown string, zone *time.Location) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(markdown, "<t:")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		stamp, after, found := strings.Cut(rest, ">")
		seconds, _, _ := strings.Cut(stamp, ":")
		unix, err := strconv.ParseInt(seconds, 10, 64)
		if !found || err != nil {
			b.WriteString("<t:")
			markdown = rest
			continue
		}
		b.WriteString(time.Unix(unix, 0).In(zone).Format("15:04"))
		markdown = after
	}
}

// missing says who is missed at a table of a live round.
func missing(s *tournament.State, words text.Printer, at tournament.Place) string {
	_, l := s.Match(at.Round, at.Match)
	var out []string
	for _, n := range s.Missed(at) {
		switch by := notice.Player(s.PlayerAt(at, s.ClaimOn(at, n).By)); {
		case s.AbsentFrom(at, n):
			out = append(out, words.Say("absence.out_state", "player", notice.Player(n)))
		case l.N > 2:
			out = append(out, words.Say("absence.state_table", "player", notice.Player(n), "by", by))
		default:
			out = append(out, words.Say("absence.state", "player", notice.Player(n)))
		}
	}
	return strings.Join(out, " ")
}
