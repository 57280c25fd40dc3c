// Package handover hands events over between topcut and files: it makes the log of an
// event from a tournament file or from pasted standings, and a file from an event.
//
// It writes logs by command.Script alone. Files of other programs become tournament
// files in package transfer.
package handover

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/door"
	"topcut/tournament/file"
	"topcut/tournament/ledger"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
	"topcut/tournament/sorted"
	"topcut/tournament/stage"
)

// TakeOver imports an event that has been running elsewhere from a tournament file: its
// players as guests (a member of the server can claim a seat by being added with the same
// name), its groups, stages, rounds with results, and drops. The organiser continues from
// there.
//
// Every event from a file is created this way: the engine commands of the command line
// use it too.
type TakeOver struct {
	Guild, Channel string
	File           *file.Tournament
	TimeZone       string
	Language       string
	TOChannel      string
	Begin          bool // the event has begun, even without a played round
	Holes          bool // a match before the last round may lack its result: it counts as not played
}

// takeOver is the state of an import.
type takeOver struct {
	*command.Script
	f     *file.Tournament
	holes bool
	left  numbered.List[int] // last round of the file with each player; ledger.Active = still in
}

// Command returns the command that takes the event over.
func (c TakeOver) Command() command.Command { return command.Scripted(c.play) }

func (c TakeOver) play(script *command.Script) error {
	f := c.File
	begun := c.Begin || len(f.Ledger.Rounds) > 0
	s, err := takenSettings(f, begun)
	if err != nil {
		return err
	}
	s.TimeZone, s.Language, s.TOChannel = c.TimeZone, c.Language, c.TOChannel
	if err := script.Create(c.Guild, c.Channel, s, f.GameRules()); err != nil {
		return err
	}
	t := &takeOver{Script: script, f: f, holes: c.Holes, left: lastRounds(f)}
	for i := range f.Players {
		if err := t.register(i); err != nil {
			return err
		}
	}
	if !begun {
		return nil // registration continues here
	}
	if err := t.start(); err != nil {
		return err
	}
	return t.rounds()
}

// takenSettings returns the settings of an event imported from a file.
func takenSettings(f *file.Tournament, begun bool) (tournament.Settings, error) {
	s := tournament.DefaultSettings(nameTaken(f.Name, tournament.MaxNameLen))
	if divided(f) {
		for _, name := range f.Divisions {
			s.Divisions = append(s.Divisions, cmp.Or(nameTaken(name, tournament.MaxDivision), "-"))
		}
	}
	var err error
	if s.Stages, err = chainOfFile(f, begun); err != nil {
		return s, err
	}
	for name, value := range f.Options {
		s.Options = append(s.Options, tournament.Option{Name: name, Value: value})
	}
	sorted.Stable(s.Options, func(a, b tournament.Option) int { return cmp.Compare(a.Name, b.Name) })
	s.Crew, s.Boards = f.Crew, f.Boards
	s.Question = nameTaken(f.Question, tournament.MaxQuestion)
	s.Gate.Invited = len(f.Invited) > 0
	return s.Fit(f.GameRules())
}

// divided reports whether any player is in a named division. A ruleset may name
// divisions that an event does not use.
func divided(f *file.Tournament) bool {
	return slices.ContainsFunc(f.Ledger.Players, func(p ledger.Player) bool {
		return int(p.Division) < len(f.Divisions) && f.Divisions[p.Division] != ""
	})
}

// nameTaken returns a name of a file as an event has it: cleaned, and cut if it is longer
// than most characters. It returns "" if there is nothing to see.
func nameTaken(name string, most int) string { return names.Cut(names.Clean(name), most) }

// Notes returns what an organiser should know about the import: which names are cut.
func (c TakeOver) Notes() []notice.Notice {
	f := c.File
	out := namesCut(namesCut(nil, f.Name, tournament.MaxNameLen), f.Question, tournament.MaxQuestion)
	for i := range f.Players {
		out = namesCut(out, f.Players[i].Name, tournament.MaxPersonal)
		out = namesCut(out, f.Players[i].Answer, tournament.MaxAnswer)
	}
	for _, name := range f.Invited {
		out = namesCut(out, name, tournament.MaxPersonal)
	}
	if divided(f) {
		for _, name := range f.Divisions {
			out = namesCut(out, name, tournament.MaxDivision)
		}
	}
	for _, word := range f.Tags {
		out = namesCut(out, word, command.MaxTag)
	}
	return out
}

// Invited returns the invitation list of the file, which is not part of a log. The organiser
// of the import writes it.
func (c TakeOver) Invited() (out []door.Invitation) {
	for _, name := range c.File.Invited {
		if name = nameTaken(name, tournament.MaxPersonal); name != "" {
			out = append(out, door.Invitation{Name: name})
		}
	}
	return out
}

// namesCut adds a note about a name that is longer than most characters.
func namesCut(out []notice.Notice, name string, most int) []notice.Notice {
	if name = names.Clean(name); utf8.RuneCountInString(name) <= most {
		return out
	}
	return append(out, notice.New("takeover.cut", "name", notice.Text(names.Cut(name, most)), "most", most))
}

// register registers a player with all data of the file.
func (t *takeOver) register(i int) error {
	f, l := t.f, &t.f.Ledger.Players[i]
	name := cmp.Or(names.Clean(f.Players[i].Name), f.Players[i].ID)
	in := &tournament.PlayerRegistered{Player: i + 1, Person: t.Guest(name)}
	for _, member := range f.Players[i].Members {
		in.Members = append(in.Members, t.Guest(cmp.Or(names.Clean(member), f.Players[i].ID)))
	}
	if len(t.State().Settings.Divisions) > 0 {
		in.Division = int(l.Division)
	}
	if int(l.Tag) < len(f.Tags) && l.Tag > 0 {
		var err error
		if in.Tag, err = t.Tag(f.Tags[l.Tag]); err != nil {
			return err
		}
	}
	var err error
	if in.Answer, err = t.Answer(in.Person, f.Players[i].Answer); err != nil {
		return err
	}
	more := &tournament.PlayerChanged{Player: i + 1}
	for r := 1; r <= tournament.MaxRounds; r++ {
		switch {
		case l.AwardedBye(r):
			more.Byes = append(more.Byes, r)
		case l.FullBye(r):
			more.Full = append(more.Full, r)
		case l.Away(r):
			more.Away = append(more.Away, r)
		}
	}
	number := func(n int) *int {
		if n == 0 {
			return nil
		}
		return &n
	}
	more.Late, more.Seed, more.Rating = number(int(l.LateRounds)), number(int(l.Seed)), number(int(l.Rating))
	if l.StandIn {
		more.Standby = &l.StandIn
	}
	more.Apart = command.ApartOf(f.Ledger.Apart, i+1, i)
	if more.Apart == nil && more.Byes == nil && more.Full == nil && more.Away == nil && more.Late == nil && more.Seed == nil && more.Rating == nil && more.Standby == nil {
		return t.Emit(in)
	}
	return t.Emit(in, more)
}

// lastRounds returns the last round of the file for each player. A disqualified player
// who has not dropped was disqualified in the last round played.
func lastRounds(f *file.Tournament) []int {
	out := make([]int, len(f.Players))
	for r := range f.Ledger.Rounds {
		for i := range f.Ledger.Rounds[r].Matches {
			for _, p := range f.Ledger.Rounds[r].Matches[i].Players() {
				out[p] = r + 1
			}
		}
	}
	for i := range out {
		if l := &f.Ledger.Players[i]; l.DroppedAfter != ledger.Active || !l.Disqualified {
			out[i] = int(l.DroppedAfter)
		}
	}
	return out
}

// ChainOfFile returns the chain of an event that is played like a file.
func ChainOfFile(f *file.Tournament) (stage.Chain, error) { return chainOfFile(f, true) }

// chainOfFile returns the chain of a file, or the one that follows from its format,
// planned rounds and cut. If the event is not begun, the cut is the same for all.
func chainOfFile(f *file.Tournament, begun bool) (stage.Chain, error) {
	c := f.Stages
	if len(c.Stages) == 0 {
		var ok bool
		if c, ok = stage.Usual(cmp.Or(f.Format, "swiss")); !ok {
			return c, tournament.Refuse(tournament.BadInput, "stages.format", "format", notice.Text(f.Format))
		}
		e, same := takenEntry(f)
		if !same && !begun {
			return c, tournament.Refuse(tournament.BadInput, "takeover.cuts")
		}
		if !c.First().Kind.Eliminates() {
			c = c.WithCut(stage.Entry{}).WithRounds(min(f.RoundsPlanned, stage.MaxRounds))
			if c.First().Kind.MeetsAll() {
				c = c.WithRounds(0)
			}
			if e.By != stage.All {
				c = c.WithCut(e)
			}
		}
	}
	return asPlayed(f, c), nil
}

// asPlayed returns the chain changed by what only the rounds of the file show: more
// rounds than the ruleset has for the field, a cut that was made, and its kind.
func asPlayed(f *file.Tournament, c stage.Chain) stage.Chain {
	if first := c.First(); first.Kind.ByPoints() && first.Rounds == 0 && len(f.Stages.Stages) == 0 {
		if n, _, _ := f.Rules.RoundsFor(f.Rules.Attendance(f.Ledger)); swissRoundsOf(f) > n {
			c = c.WithRounds(min(swissRoundsOf(f), stage.MaxRounds))
		}
	}
	third, upper, lower := false, false, false
	for i := range f.Ledger.Rounds {
		r := &f.Ledger.Rounds[i]
		if _, _, ok := c.Elimination(); !ok && rules.IsElimination(r.Stage) {
			n := 0
			for j := range r.Matches {
				n += int(r.Matches[j].N)
			}
			c = c.WithCut(stage.TopN(max(2, n)))
		}
		third, upper, lower = third || r.Stage == ledger.ThirdPlace, upper || r.Stage == ledger.Upper, lower || r.Stage == ledger.Lower
	}
	if el, _, ok := c.Elimination(); third && ok && el.Kind != stage.Placement { // which has every match for places
		c = c.WithThird(true)
	}
	return treeAsPlayed(c, upper, lower, len(f.Stages.Stages) > 0 && f.Rules.Bracket.Type == "double")
}

// treeAsPlayed returns a chain with the kind of tree found in the rounds of a file: an
// upper bracket, or a lower one alone, in which players play for places. A bracket that
// the file states stays one where the ruleset makes it the same tree.
func treeAsPlayed(c stage.Chain, upper, lower, doubleByRule bool) stage.Chain {
	switch el, _, ok := c.Elimination(); {
	case !ok || el.Kind != stage.Bracket, upper && doubleByRule:
		return c
	case upper:
		return c.WithTree(stage.Double)
	case lower:
		return c.WithTree(stage.Placement)
	}
	return c
}

// swissRoundsOf returns the number of rounds of a file before its cut.
func swissRoundsOf(f *file.Tournament) int {
	n := 0
	for i := range f.Ledger.Rounds {
		switch f.Ledger.Rounds[i].Stage {
		case ledger.Swiss, ledger.RoundRobin, ledger.Scramble:
			n++
		case ledger.Elimination, ledger.ThirdPlace, ledger.Upper, ledger.Lower, ledger.Final, ledger.FinalTables, ledger.Playoff:
		}
	}
	return n
}

// takenEntry returns the cut of a file as an entry, or all players if it has none. If the
// cuts of divisions differ, it returns the largest.
func takenEntry(f *file.Tournament) (e stage.Entry, same bool) {
	switch c := f.Cut; {
	case c.Points > 0:
		return stage.Entry{By: stage.Points, N: c.Points, Least: c.Top}, true
	case c.Top > 0 && c.EqualPoints:
		return stage.Entry{By: stage.Equal, N: c.Top, Max: c.Max}, true
	case c.Top > 0:
		return stage.Entry{By: stage.Top, N: c.Top, Lock: c.Lock}, true
	case c.PerFlight > 0:
		most := 1
		for _, d := range flightsOfFile(f) {
			most = max(most, d.Count)
		}
		return stage.TopN(c.PerFlight * most), true
	}
	same = true
	for _, n := range f.Cut.PerDivision {
		if n > 0 {
			same = same && (e.N == 0 || e.N == n)
			e = stage.TopN(max(e.N, n))
		}
	}
	if f.Cut.EqualPoints {
		e.By, e.Max = stage.Equal, f.Cut.Max
	}
	return e, same
}

// flightsOfFile returns how the named flights of a file split each division that has
// several, with the flight of each of its players from 1. Pods of a draft do not count.
func flightsOfFile(f *file.Tournament) []*tournament.GroupsDrawn {
	if f.Format == "draft" || f.Stages.Prepares(stage.Draft) {
		return nil
	}
	by := tournament.DrawnFlights
	if f.Format == "round_robin" || f.Stages.First().Groups > 1 {
		by = tournament.DrawnGroups
	}
	of := map[int]*tournament.GroupsDrawn{}
	number := map[[2]int16]int{} // of a flight in its division
	for i := range f.Ledger.Players {
		l := f.Ledger.Players[i]
		if int(l.Flight) >= len(f.Flights) || f.Flights[l.Flight] == "" {
			continue
		}
		if !divided(f) {
			l.Division = 0
		}
		d := of[int(l.Division)]
		if d == nil {
			d = &tournament.GroupsDrawn{By: by, Division: int(l.Division)}
			of[d.Division] = d
		}
		at := [2]int16{l.Division, l.Flight}
		if number[at] == 0 {
			d.Count++
			number[at] = d.Count
		}
		d.Players, d.Of = append(d.Players, i+1), append(d.Of, number[at])
	}
	var out []*tournament.GroupsDrawn
	for d := range max(1, len(f.Divisions)) {
		if of[d] != nil && of[d].Count > 1 {
			out = append(out, of[d])
		}
	}
	return out
}
