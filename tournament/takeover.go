package tournament

import (
	"slices"

	"topcut/tournament/file"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// TakeOver begins an event that has been running elsewhere, from a tournament
// file: its players as guests (a member of the server can claim a seat by being
// added with the same name), its Swiss rounds with their results, its drops. The
// organiser goes on from there.
type TakeOver struct {
	Guild, Channel string
	File           *file.Tournament
	TimeZone       string
	TOChannel      string
}

func (c *TakeOver) decide(d *decision) error {
	f := c.File
	s := DefaultSettings(f.Name)
	if s.Name == "" {
		s.Name = "Imported event"
	}
	s.Name = clip(s.Name, MaxNameLen)
	s.TimeZone, s.TOChannel = c.TimeZone, c.TOChannel
	s.Divisions = slices.Clone(f.Divisions)
	if len(s.Divisions) == 1 && s.Divisions[0] == "" {
		s.Divisions = nil
	}
	if f.Format != "" {
		s.Format = Format(f.Format)
	}
	s.Rounds = max(f.RoundsPlanned, len(f.Ledger.Rounds))
	var err error
	if s.Cut, err = takenCut(f.Cut); err != nil {
		return err
	}
	if s.Format != FormatDraft && slices.ContainsFunc(f.Ledger.Players, func(p ledger.Player) bool { return p.Flight > 0 }) {
		return RefuseText(BadInput, "The file has flights, whose draw cannot be taken over; take over each flight as an event of its own.")
	}
	for name, value := range f.Options {
		s.Options = append(s.Options, Option{Name: name, Value: value})
	}
	slices.SortFunc(s.Options, func(a, b Option) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	if err := s.Validate(); err != nil {
		return err
	}
	for i := range f.Ledger.Rounds {
		if f.Ledger.Rounds[i].Stage != ledger.Swiss && f.Ledger.Rounds[i].Stage != ledger.RoundRobin {
			return RefuseText(BadInput, "Round %d of the file is of the stage %s; only Swiss and round robin rounds can be taken over. Make the cut here with /tournament cut.", i+1, f.Ledger.Rounds[i].Stage)
		}
	}
	raw, err := freeze(f.Rules, s)
	if err != nil {
		return err
	}
	steps := []Event{&Created{Guild: c.Guild, Channel: c.Channel, Settings: s, Ruleset: raw, Commitment: Commitment(d.book.Secret)}, &Opened{}}
	for i := range f.Players {
		l := &f.Ledger.Players[i]
		name := cleanName(f.Players[i].Name)
		if name == "" {
			name = f.Players[i].ID
		}
		ev := &PlayerRegistered{Player: i + 1, Person: d.book.addPerson("", clip(name, MaxPersonal)), Division: int(l.Division)}
		if int(l.Tag) < len(f.Tags) && l.Tag > 0 {
			if ev.Tag, err = d.tag(f.Tags[l.Tag]); err != nil {
				return err
			}
		}
		steps = append(steps, ev)
	}
	for _, ev := range steps {
		if err := d.emit(ev); err != nil {
			return err
		}
	}
	if len(f.Ledger.Rounds) == 0 {
		return nil // not begun: registration goes on here
	}
	return d.takeOverRounds(f)
}

// takenCut is the cut of a file as a setting.
func takenCut(c rules.Cut) (Cut, error) {
	switch {
	case c.Points > 0:
		return Cut{Kind: CutPoints, N: c.Points, Least: c.Top}, nil
	case c.Top > 0 && c.EqualPoints:
		return Cut{Kind: CutEqual, N: c.Top, Max: c.Max}, nil
	case c.Top > 0:
		return Cut{Kind: CutTop, N: c.Top, Lock: c.Lock}, nil
	}
	out := Cut{Kind: CutNone}
	for _, n := range c.PerDivision {
		if n == 0 {
			continue
		}
		if out.N > 0 && n != out.N {
			return out, RefuseText(BadInput, "The cut of the file is not the same in every division; take it over without a cut and set one with /tournament settings.")
		}
		out = Cut{Kind: CutTop, N: n}
	}
	return out, nil
}

// takeOverRounds plays the file's rounds again.
func (d *decision) takeOverRounds(f *file.Tournament) error {
	cut := 0
	if d.after.Settings.Cut.Kind == CutTop || d.after.Settings.Cut.Kind == CutEqual {
		cut = d.after.Settings.Cut.N
	}
	if d.after.Settings.Cut.Kind == CutPoints {
		cut = 2
	}
	if err := d.emit(&EventStarted{Rounds: d.after.Settings.Rounds, Cut: cut, Joins: d.after.Joins}); err != nil {
		return err
	}
	for i := range f.Ledger.Players {
		l := &f.Ledger.Players[i]
		ev := &PlayerChanged{Player: i + 1}
		for r := 1; r <= MaxRounds; r++ {
			if l.AwardedBye(r) {
				ev.Byes = append(ev.Byes, r)
			}
		}
		if late := int(l.LateRounds); late > 0 {
			ev.Late = &late
		}
		if seed := int(l.Seed); seed > 0 {
			ev.Seed = &seed
		}
		if len(ev.Byes) > 0 || ev.Late != nil || ev.Seed != nil {
			if err := d.emit(ev); err != nil {
				return err
			}
		}
		if l.DroppedAfter == 0 {
			if err := d.emit(&PlayerDropped{Player: i + 1, After: 0}); err != nil {
				return err
			}
		}
	}
	for i := range f.Ledger.Rounds {
		done, err := d.takeOverRound(&f.Ledger.Rounds[i])
		if err != nil {
			return err
		}
		if !done {
			return d.lockIn()
		}
		for n := range f.Ledger.Players {
			l := &f.Ledger.Players[n]
			var ev Event
			switch {
			case int(l.DroppedAfter) != i+1:
			case l.Disqualified:
				ev = &PlayerDisqualified{Player: n + 1, After: i + 1}
			default:
				ev = &PlayerDropped{Player: n + 1, After: i + 1}
			}
			if ev != nil {
				if err := d.emit(ev); err != nil {
					return err
				}
			}
		}
	}
	return d.lockIn()
}

// takeOverRound plays one round; done is false where it has open matches.
func (d *decision) takeOverRound(round *ledger.Round) (done bool, err error) {
	r := len(d.after.Rounds) + 1
	paired := &RoundPaired{Round: r, Stage: round.Stage, Forced: true, Engine: EngineVersion}
	for i := range round.Matches {
		m := &round.Matches[i]
		p := Pairing{Table: int(m.Table), Kind: ledger.Played, Part: round.Stage, Why: "Taken over from a file."}
		if m.N == 1 {
			p.Kind = m.Kind
		}
		if m.Kind == ledger.Elsewhere {
			p.Result, p.Met = &m.Result, int(m.Against())+1
		}
		for _, q := range m.Players() {
			p.Players = append(p.Players, int(q)+1)
		}
		paired.Pairings = append(paired.Pairings, p)
	}
	done = true
	for _, ev := range []Event{paired, &RoundPublished{Round: r}, &RoundStarted{Round: r}} {
		if err := d.emit(ev); err != nil {
			return false, err
		}
	}
	for i := range round.Matches {
		m := &round.Matches[i]
		switch {
		case m.N == 1:
		case !m.Finished():
			done = false
		default:
			if err := d.emit(&ResultCorrected{Round: r, Match: i + 1, Kind: m.Kind, Result: m.Result, By: ByOrganiser}); err != nil {
				return false, err
			}
		}
	}
	if !done {
		return false, nil
	}
	return true, d.emit(&RoundClosed{Round: r})
}
