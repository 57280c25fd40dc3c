package view

import (
	"strconv"
	"strings"
	"time"

	"topcut/commands/discord"
	"topcut/commands/logline"
	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/field"
	"topcut/tournament/fixture"
	"topcut/tournament/numbered"
	"topcut/tournament/table"
)

// Record is the content of an event as plain text and data, to read when the event is
// over. It has only public data: no notes, decks or accounts.
type Record struct {
	Name, Ruleset, Format string
	Winner                string // one sentence; "" without a winner
	Players, Rounds       int
	Begun, Ended          time.Time // in the time zone of the event
	Places                []RecordPlace
	Brackets              []pictures.BracketData
	Schedule              *pictures.ScheduleData // for a scramble
	Crosstable            *pictures.CrosstableData
	Played                numbered.List[RecordRound]
	Log                   []RecordLine
}

// RecordPlace is a final place. Division is empty if the event has none.
type RecordPlace struct{ Place, Name, Division string }

// RecordRound is a round with its results and, if it counts for them, the standings after
// it: of the whole field, or of each division.
type RecordRound struct {
	Title     string
	Tables    numbered.List[RecordTable]
	Standings []*table.Table
}

// RecordTable is a table with its result.
type RecordTable struct {
	Table, Players, Result string
	Seats                  []string // the players' names
	Final                  bool     // the result is final
	// At is the time that Result is about, zero if about none; Say is Result with % in the
	// place of the time.
	At  time.Time
	Say string
}

// RecordLine is an entry of the log. An undone one stays in it.
type RecordLine struct {
	Seq       int64
	Time      time.Time // in the time zone of the event
	Text      string
	TakenBack bool
}

// NewRecord collects the record of an event.
func NewRecord(e Env) Record {
	s := e.state()
	zone := s.Settings.Location()
	out := Record{
		Name: s.Settings.Name, Ruleset: s.Rules.Name, Format: wording.Format(e.words(), s.Settings.Stages),
		Players: e.played(), Rounds: len(s.Rounds), Begun: s.CreatedAt.In(zone), Ended: s.At.In(zone),
		Places: e.recordPlaces(), Log: e.recordLog(zone),
	}
	if first := s.Round(1); first != nil {
		out.Begun = first.PublishedAt.In(zone)
	}
	if len(out.Places) > 0 && out.Places[0].Place == "1" && len(e.winners()) > 0 {
		out.Winner = discord.Unescape(e.say("card.winners", "n", len(e.winners()), "winners", e.winnersText()))
	}
	if all, err := s.Brackets(); err == nil {
		for i := range all {
			if f, ok := e.bracketFigure(&all[i]); ok {
				out.Brackets = append(out.Brackets, f.Drawing.(pictures.BracketData))
			}
		}
	}
	if s.Schedule() != nil {
		out.Schedule = new(e.scheduleData(0, len(s.Schedule().Schedule.Sessions)))
	}
	if t, err := s.Table(-1); err == nil {
		if f, ok := e.crosstableFigure(t); ok {
			out.Crosstable = new(f.Drawing.(pictures.CrosstableData))
		}
	}
	for r := range s.Rounds {
		out.Played = append(out.Played, e.recordRound(r+1))
	}
	return out
}

func (e Env) recordPlaces() []RecordPlace {
	s := e.state()
	var out []RecordPlace
	for _, n := range e.placed() {
		p := RecordPlace{Place: strconv.Itoa(numbered.Get(s.Places, n)), Name: e.rawName(n)}
		if s.ByDivision() {
			p.Division = e.groupName(field.Division(int(s.Ledger.Players.At(n).Division)))
		}
		out = append(out, p)
	}
	return out
}

func (e Env) recordRound(r int) RecordRound {
	s := e.state()
	out := RecordRound{Title: e.round(r)}
	for i := range s.Ledger.Rounds.At(r).Matches {
		m, l := s.Match(r, i+1)
		t := RecordTable{Result: e.outcome(wording.Shown(m, l), e.rawName)}
		if l.Table > 0 {
			t.Table = strconv.Itoa(int(l.Table))
		}
		var names []string
		for _, n := range wording.Seated(l) {
			names = append(names, e.rawName(n))
		}
		t.Players = strings.Join(names, " – ")
		t.Seats, t.Final = names, t.Result != ""
		if m.Fixture != nil && !t.Final {
			t.Result, t.At, t.Say = e.recordOpen(m.Fixture)
		} else if t.Result == "" && s.Rounds.At(r).Status == tournament.Done {
			t.Result = e.say("result.none")
		}
		if m.Disputed {
			t.Result += " · " + e.say("pairings.disputed")
			t.Say += " · " + e.say("pairings.disputed")
		}
		out.Tables = append(out.Tables, t)
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
		out.Standings = append(out.Standings, e.standingsWhole(table.HTML, t, e.groupRows(t, g), e.standingsTitle(r, g)))
	}
	return out
}

// recordOpen says when an arranged match is played, or until when, in the time zone of
// the event, with that time and a % in its place.
func (e Env) recordOpen(f *fixture.Fixture) (said string, at time.Time, pattern string) {
	switch {
	case f.End == fixture.Void:
		return e.say("verdict.void"), at, ""
	case e.state().Phase == tournament.Cancelled:
		return e.headline(), at, ""
	case !f.Agreed.IsZero():
		at, pattern = f.Agreed, "%"
	default:
		at, pattern = f.PlayBy, e.say("web.play_by", "time", text.Raw("%"))
	}
	return strings.Replace(pattern, "%", at.In(e.state().Settings.Location()).Format("2006-01-02 15:04"), 1), at, pattern
}

// recordLog returns the public log, oldest first.
func (e Env) recordLog(zone *time.Location) []RecordLine {
	gone := e.undone()
	var out []RecordLine
	for i := range e.Snap.Log {
		env := &e.Snap.Log[i]
		if logline.Unlisted(e.state(), env) {
			continue
		}
		out = append(out, RecordLine{
			Seq: env.Seq, Time: env.Time.In(zone), TakenBack: gone[env.Seq],
			Text: discord.Unescape(readTimes(logline.Line(e.about(), *env), zone)),
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

// SeedCheck contains all that is needed to recompute the seeds of an event whose secret
// is revealed (see tournament/seed.go).
type SeedCheck struct {
	Secrets []SeedSecret `json:"secrets"` // the first, and one more for each time the end was undone
	Joins   []SeedJoin   `json:"joins"`   // what was mixed into the digest, in order
	Digest  string       `json:"digest"`  // hex, as the log of the start has it
	Draws   []SeedDraw   `json:"draws"`   // what was drawn
	Mixers  []string     `json:"-"`       // the players who mixed the draw after registration had closed
}

// SeedSecret is a secret with the commitment that was published before it was used.
type SeedSecret struct {
	Commitment string `json:"commitment"` // hex SHA-256 of the secret
	Secret     string `json:"secret"`     // hex
}

// SeedJoin is a join, or a press that mixed the draw, by the id of its interaction.
type SeedJoin struct {
	Name string `json:"name"`
	ID   string `json:"id"`
}

// SeedDraw is a seed that was drawn for one attempt at one decision.
type SeedDraw struct {
	What    string `json:"what"`
	Secret  int    `json:"secret"` // index into Secrets
	Round   int    `json:"round"`
	Attempt int    `json:"attempt"`
	Seed    string `json:"seed"` // hex
}

// NewSeedCheck collects the seeds of an event; ok is false if its secret is not revealed
// yet or the event never started.
func NewSeedCheck(e Env) (c SeedCheck, ok bool) {
	s := e.state()
	c = SeedCheck{Joins: []SeedJoin{}, Draws: []SeedDraw{}}
	for _, one := range s.Secrets() {
		c.Secrets = append(c.Secrets, SeedSecret(one))
	}
	gone, joined := e.undone(), map[int]bool{}
	started, secret := false, 0
	for i := range e.Snap.Log {
		env := &e.Snap.Log[i]
		if gone[env.Seq] {
			continue
		}
		draw := func(what string, round, attempt int, seed string) {
			c.Draws = append(c.Draws, SeedDraw{what, secret, round, attempt, seed})
		}
		switch ev := env.Event.(type) {
		case *tournament.PlayerRegistered:
			if !started && !joined[ev.Person] {
				c.Joins = append(c.Joins, SeedJoin{e.rawName(ev.Player), env.Cause})
			}
			joined[ev.Person] = true
		case *tournament.SeatClaimed:
			joined[ev.Person] = true
		case *tournament.DrawMixed:
			c.Joins = append(c.Joins, SeedJoin{e.rawName(ev.Player), env.Cause})
		case *tournament.EventStarted:
			started, c.Digest = true, ev.Joins
		case *tournament.SeedRenewed:
			secret++
		case *tournament.RoundPaired:
			if ev.Forced {
				continue // pairings set by the organisers
			}
			what := e.round(ev.Round)
			if ev.Attempt > 0 {
				what = e.say("record.attempt", "what", text.Raw(what), "attempt", ev.Attempt+1)
			}
			draw(what, ev.Round, ev.Attempt, ev.Seed)
		case *tournament.ScheduleDrawn:
			draw(e.say("record.seating"), 0, 0, ev.Seed)
		case *tournament.DraftSeated:
			draw(e.say("draft.seats_short"), 0, ev.Attempt, ev.Seed)
		case *tournament.GroupsDrawn:
			draw(e.say("record.flights"), 0, ev.Division, ev.Seed)
		}
	}
	for _, n := range s.Mixing.By {
		c.Mixers = append(c.Mixers, e.rawName(n))
	}
	return c, started && s.Secret != ""
}
