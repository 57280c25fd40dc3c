package tournament

import (
	"slices"

	"topcut/tournament/file"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
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
	s.Name = clip(s.Name, MaxNameLen)
	s.TimeZone, s.TOChannel = c.TimeZone, c.TOChannel
	s.Divisions = slices.Clone(f.Divisions)
	if len(s.Divisions) == 1 && s.Divisions[0] == "" {
		s.Divisions = nil
	}
	var err error
	if s.Stages, err = ChainOfFile(f); err != nil {
		return err
	}
	if s, err = s.Fit(f.Rules); err != nil {
		return err
	}
	if !s.Stages.Prepares(stage.Draft) && slices.ContainsFunc(f.Ledger.Players, func(p ledger.Player) bool { return p.Flight > 0 }) {
		return Refuse(BadInput, "takeover.flights")
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
			return Refuse(BadInput, "takeover.stage", "round", i+1, "stage", notice.Word("part."+f.Ledger.Rounds[i].Stage.String()))
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

// ChainOfFile returns the chain that a file's format, planned rounds and cut
// come to, or the one it says.
func ChainOfFile(f *file.Tournament) (stage.Chain, error) {
	if len(f.Stages.Stages) > 0 {
		return f.Stages, nil
	}
	format := f.Format
	if format == "" {
		format = "swiss"
	}
	c, ok := stage.Usual(format)
	if !ok {
		return c, Refuse(BadInput, "stages.format", "format", notice.Text(format))
	}
	e, err := takenEntry(f.Cut)
	if err != nil {
		return c, err
	}
	if c.First().Kind.Eliminates() {
		return c, nil
	}
	c = c.WithCut(stage.Entry{}).WithRounds(min(f.RoundsPlanned, stage.MaxRounds))
	if c.First().Kind.MeetsAll() {
		c = c.WithRounds(0)
	}
	if e.By != stage.All {
		c = c.WithCut(e)
	}
	return c, nil
}

// takenEntry is the cut of a file as an entry; everybody where it has none.
func takenEntry(c rules.Cut) (stage.Entry, error) {
	switch {
	case c.Points > 0:
		return stage.Entry{By: stage.Points, N: c.Points, Least: c.Top}, nil
	case c.Top > 0 && c.EqualPoints:
		return stage.Entry{By: stage.Equal, N: c.Top, Max: c.Max}, nil
	case c.Top > 0:
		return stage.Entry{By: stage.Top, N: c.Top, Lock: c.Lock}, nil
	}
	var out stage.Entry
	for _, n := range c.PerDivision {
		if n == 0 {
			continue
		}
		if out.N > 0 && n != out.N {
			return out, Refuse(BadInput, "takeover.cuts")
		}
		out = stage.TopN(n)
	}
	return out, nil
}

// takeOverRounds plays the file's rounds again.
func (d *decision) takeOverRounds(f *file.Tournament) error {
	if err := d.startTaken(max(f.RoundsPlanned, len(f.Ledger.Rounds)), len(f.Players)); err != nil {
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

// startTaken starts an event that was taken over, with so many rounds in its first
// stage.
func (d *decision) startTaken(rounds, field int) error {
	s := d.after
	plan, err := s.plan(field, s.attendance(nil))
	if err != nil {
		return err
	}
	plan[0].Rounds = max(plan[0].Rounds, rounds)
	if err := d.emit(&EventStarted{Plan: plan, Joins: s.Joins}); err != nil {
		return err
	}
	return d.emit(&StageBegan{Kind: plan[0].Kind(), Rounds: plan[0].Rounds})
}

// takeOverRound plays one round; done is false where it has open matches.
func (d *decision) takeOverRound(round *ledger.Round) (done bool, err error) {
	r := len(d.after.Rounds) + 1
	paired := &RoundPaired{Round: r, Stage: round.Stage, Forced: true, Engine: EngineVersion}
	for i := range round.Matches {
		m := &round.Matches[i]
		p := Pairing{Table: int(m.Table), Kind: ledger.Played, Part: round.Stage, Why: notice.New("why.taken_over")}
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
