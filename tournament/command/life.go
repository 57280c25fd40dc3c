package command

import (
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"topcut/tournament"
	"topcut/tournament/final"
	"topcut/tournament/jointseed"
	"topcut/tournament/missing"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// Create creates a tournament.
type Create struct {
	Guild, Channel string
	Settings       tournament.Settings
	Ruleset        *rules.Ruleset // the options of Settings are applied to it
	Open           bool           // registration opens at once
}

func (c *Create) decide(d *decision) error {
	if err := c.Settings.Validate(); err != nil {
		return err
	}
	settings, err := c.Settings.Fit(c.Ruleset)
	if err != nil {
		return err
	}
	if err := d.create(c.Guild, c.Channel, settings, c.Ruleset); err != nil || !c.Open {
		return err
	}
	return d.emit(&tournament.Opened{})
}

// create creates an event with settings that are valid and fit the ruleset.
func (d *decision) create(guild, channel string, s tournament.Settings, rs *rules.Ruleset) error {
	raw, err := freeze(rs, s)
	if err != nil {
		return err
	}
	return d.emit(&tournament.Created{Guild: guild, Channel: channel, Settings: s, Ruleset: raw, Commitment: jointseed.Commit(d.book.Secret)})
}

// freeze returns the ruleset in its stored form: the published ruleset with the options
// of the settings.
func freeze(rs *rules.Ruleset, s tournament.Settings) (json.RawMessage, error) {
	with, err := s.RulesOf(rs)
	if err != nil {
		return nil, err
	}
	return with.Freeze()
}

// ChangeSettings changes the settings. What was announced at the start (rounds, cut)
// can still be changed; the change is then in the public log.
type ChangeSettings struct {
	// Edit returns the changed settings. It gets the settings at the time of the
	// decision, so that two organisers who change different settings at once do not
	// undo each other. Nil changes nothing.
	Edit    func(tournament.Settings) (tournament.Settings, error)
	Ruleset *rules.Ruleset // nil = unchanged
}

func (c *ChangeSettings) decide(d *decision) error {
	s := d.after
	old, rs := s.Settings, s.GameRules()
	asked := old
	if c.Edit != nil {
		var err error
		if asked, err = c.Edit(old); err != nil {
			return err
		}
	}
	terms := []tournament.Term{tournament.UntilOver}
	if c.Ruleset != nil && c.Ruleset.ID != rs.ID || !slices.Equal(asked.Options, old.Options) {
		terms = append(terms, tournament.WithGame)
	}
	crews := asked.Crew != old.Crew || asked.Boards != old.Boards
	if crews {
		terms = append(terms, tournament.WithCrews)
	}
	if asked.Fixtures.Opens != old.Fixtures.Opens {
		terms = append(terms, tournament.WithCalendar)
	}
	for _, term := range terms {
		if err := term.May(s.Phase); err != nil {
			return err
		}
	}
	switch {
	case !crews:
	case len(s.Players) > 0:
		return tournament.Refuse(tournament.WrongPhase, "crew.fixed")
	case s.Entry.Listed:
		return tournament.Refuse(tournament.Conflict, "crew.listed")
	}
	if err := asked.Validate(); err != nil {
		return err
	}
	if c.Ruleset != nil {
		rs = c.Ruleset
		asked.Stages = tournament.AnyGame(asked.Stages)
		asked.Options = slices.DeleteFunc(slices.Clone(asked.Options), func(o tournament.Option) bool { return !rs.Has(o.Name, o.Value) })
	} else if rs.NoDecks && asked.Decks != tournament.DecksNone {
		return tournament.Refuse(tournament.BadInput, "settings.no_decks", "game", notice.Text(rs.Game))
	}
	chosen, err := asked.RulesOf(rs)
	if err != nil {
		return err
	}
	if s.Rules.Builds && !chosen.Builds && s.Phase < tournament.Running { // the option that was for it is gone
		asked.Stages.Prepare = slices.DeleteFunc(slices.Clone(asked.Stages.Prepare), func(p stage.Preparation) bool { return p == stage.Build })
	}
	settings, err := asked.Fit(rs)
	if err != nil {
		return err
	}
	ev := &tournament.SettingsChanged{Settings: settings}
	if s.Phase == tournament.Running && !settings.Stages.Equal(old.Stages) {
		if ev.Plan, err = s.Replan(settings.Stages); err != nil {
			return err
		}
	}
	if c.Ruleset != nil || !slices.Equal(asked.Options, old.Options) {
		if ev.Ruleset, err = freeze(rs, settings); err != nil {
			return err
		}
	}
	if err := d.emit(ev); err != nil {
		return err
	}
	if err := d.lockIn(); err != nil {
		return err
	}
	if err := d.withoutLateByes(); err != nil {
		return err
	}
	return d.promote()
}

// SetStaff makes a person an organiser of this event, or revokes it. Who was an
// organiser before is named again only by the creator or an organiser of the server.
type SetStaff struct {
	User, Name string
	Staff      bool
	ServerWide bool  // the actor organises every event of the server
	Named      Named // of a removal
}

// Named says what becomes of the organisers whom a removed one named, and whom those
// named in turn.
type Named int

// Values of Named.
const (
	NamedAsk  Named = iota // refuse while there are any
	NamedStay              // they remain
	NamedGo                // they are removed too
)

func (c *SetStaff) decide(d *decision) error {
	if c.User == "" {
		return tournament.Refuse(tournament.BadInput, "staff.name")
	}
	p := d.personFor(c.User, c.Name)
	switch named := d.namedBy(p); {
	case slices.Contains(d.after.Staff, p) == c.Staff:
		return tournament.Refuse(tournament.NoChange, "staff.same")
	case c.Staff && !d.aboveStaff(c.ServerWide) && d.wasStaff(p):
		return tournament.Refuse(tournament.NotAllowed, "staff.back", "name", notice.Text(d.book.Person(p).Name))
	case c.Staff || len(named) == 0 || c.Named == NamedStay:
		return d.emit(&tournament.StaffChanged{Person: p, Staff: c.Staff})
	case c.Named == NamedAsk:
		return tournament.Refuse(tournament.NeedsForce, "staff.named", "name", notice.Text(d.book.Person(p).Name), "who", notice.Text(d.namesOf(named)))
	default:
		for _, gone := range append([]int{p}, named...) {
			if err := d.emit(&tournament.StaffChanged{Person: gone}); err != nil {
				return err
			}
		}
		return nil
	}
}

// aboveStaff reports whether the actor may decide about the staff of the event without
// being bound by what its staff did.
func (d *decision) aboveStaff(serverWide bool) bool {
	return serverWide || d.person == d.after.Creator
}

// wasStaff reports whether a person was an organiser before.
func (d *decision) wasStaff(person int) bool {
	return slices.ContainsFunc(d.Log, func(e tournament.Envelope) bool {
		ev, ok := e.Event.(*tournament.StaffChanged)
		return ok && ev.Person == person
	})
}

// namedBy returns the organisers whom a person named, and whom those named in turn.
func (d *decision) namedBy(person int) (named []int) {
	by := map[int]int{} // who named an organiser last
	for i := range d.Log {
		if ev, ok := d.Log[i].Event.(*tournament.StaffChanged); ok && ev.Staff {
			by[ev.Person] = d.Log[i].Actor
		}
	}
	for from := []int{person}; len(from) > 0; from = from[1:] {
		for _, p := range d.after.Staff {
			if by[p] == from[0] && p != person && !slices.Contains(named, p) {
				named, from = append(named, p), append(from, p)
			}
		}
	}
	return named
}

// namesOf returns the names of people as a list.
func (d *decision) namesOf(people []int) string {
	var names []string
	for _, p := range people {
		names = append(names, d.book.Person(p).Name)
	}
	return strings.Join(names, ", ")
}

// MoveChannel moves the event to another channel of its server.
type MoveChannel struct{ Channel string }

func (c *MoveChannel) decide(d *decision) error {
	if c.Channel == d.after.Channel {
		return tournament.Refuse(tournament.NoChange, "move.here")
	}
	return d.emit(&tournament.ChannelMoved{Channel: c.Channel})
}

// OpenRegistration opens registration.
type OpenRegistration struct{}

func (*OpenRegistration) decide(d *decision) error {
	if d.after.Phase == tournament.Open {
		return tournament.Refuse(tournament.NoChange, "registration.is_open")
	}
	return d.emit(&tournament.Opened{})
}

// CloseRegistration closes registration.
type CloseRegistration struct{}

func (*CloseRegistration) decide(d *decision) error {
	if d.after.Phase == tournament.Closed {
		return tournament.Refuse(tournament.NoChange, "registration.is_closed")
	}
	return d.emit(&tournament.RegistrationClosed{})
}

// StartCheckIn asks the players to check in. Minutes 0 means the time of the settings,
// or 15 if they have none.
type StartCheckIn struct{ Minutes int }

func (c *StartCheckIn) decide(d *decision) error {
	m := c.Minutes
	if m == 0 {
		m = d.after.Settings.CheckInMinutes
	}
	if m == 0 {
		m = 15
	}
	if m < 1 || m > 24*60 {
		return tournament.Refuse(tournament.BadInput, "checkin.minutes", "minutes", m)
	}
	if d.after.Phase == tournament.CheckIn {
		return tournament.Refuse(tournament.NoChange, "checkin.running")
	}
	if d.after.Count(tournament.Registered) == 0 {
		return tournament.Refuse(tournament.WrongPhase, "registration.nobody")
	}
	return d.emit(&tournament.CheckInStarted{Until: d.now.Add(time.Duration(m) * time.Minute)})
}

// Start starts the event. After a check-in, players who have not checked in block the
// start unless LeaveOut or KeepAll is set.
type Start struct {
	LeaveOut bool // take out the players who did not check in
	KeepAll  bool // keep the players who did not check in
	Mix      bool // close registration first and wait until the draw is mixed
	Alone    bool // unattended: round 1 begins at once
	Pair     bool // pair round 1 too, as a preview for organisers
}

func (c *Start) decide(d *decision) error {
	s := d.after
	switch s.Phase {
	case tournament.Running:
		return tournament.Refuse(tournament.NoChange, "event.started")
	case tournament.Finished, tournament.Cancelled:
		return tournament.Refuse(tournament.WrongPhase, "event.is", "phase", s.Phase.Word())
	case tournament.Draft, tournament.Open, tournament.Closed, tournament.CheckIn:
	}
	var absent []int
	if s.Phase == tournament.CheckIn || missing.CheckedInAny(s) {
		for n := range s.Players {
			if s.Players[n].Status == tournament.Registered && !s.Players[n].CheckedIn {
				absent = append(absent, n+1)
			}
		}
		if len(absent) > 0 && !c.LeaveOut && !c.KeepAll {
			return tournament.Refuse(tournament.NeedsForce, "start.unchecked", "n", len(absent), "players", notice.Players(absent[:min(10, len(absent))]))
		}
		if c.KeepAll {
			absent = nil
		}
	}
	if s.Settings.DecksFirst() {
		var without []int
		for n := range s.Players {
			if p := s.Players[n]; p.Status == tournament.Registered && p.Deck == 0 && !slices.Contains(absent, n+1) {
				without = append(without, n+1)
			}
		}
		if len(without) > 0 && !c.LeaveOut {
			return tournament.Refuse(tournament.NeedsForce, "start.no_deck", "n", len(without), "players", notice.Players(without[:min(10, len(without))]))
		}
		absent = append(absent, without...)
	}
	field := s.Count(tournament.Registered) - len(absent)
	if least := max(2, s.Rules.Seats.Min, s.Rules.Seats.MinField); field < least {
		return tournament.Refuse(tournament.WrongPhase, "start.too_few", "least", least, "n", field)
	}
	if most := s.Rules.Seats.MaxField; most > 0 && field > most {
		return tournament.Refuse(tournament.WrongPhase, "start.too_many", "game", notice.Text(s.Rules.Name), "most", most, "n", field)
	}
	plan, err := s.PlanWithout(absent)
	if err != nil {
		return err
	}
	if c.Mix {
		if waits, err := d.askToMix(c); waits || err != nil {
			return err
		}
	}
	if err := d.emit(&tournament.EventStarted{Plan: plan, Joins: s.Joins, Absent: absent}); err != nil {
		return err
	}
	if err := d.beginFirst(); err != nil {
		return err
	}
	if err := d.withoutLateByes(); err != nil {
		return err
	}
	switch {
	case s.Settings.AutoAdvance:
		return d.advance()
	case c.Pair && d.after.NextStep() == tournament.StepPair && d.after.Rules.Divisions.Flights == nil: // flights are drawn first
		if err := d.attempt((&Pair{}).decide); tournament.ClassOf(err) == "" { // the refusal is shown to the organiser who pairs
			return err
		}
	}
	return nil
}

// joint returns the joint seed of the event.
func (d *decision) joint() [32]byte { return jointseed.Of(d.book.Secret, d.after.Joins) }

// Cancel ends the event without places.
type Cancel struct{ Reason string }

func (c *Cancel) decide(d *decision) error {
	text := d.book.addText(tournament.TextReason, d.person, clip(c.Reason, 500))
	return d.emit(&tournament.EventCancelled{Reason: text})
}

// Finish ends a running event: it sets the final places and reveals the seed. It is
// refused while a round is open or a cut is still to be played, unless Early is set.
type Finish struct{ Early bool }

func (c *Finish) decide(d *decision) error {
	s := d.after
	switch {
	case s.Phase == tournament.Finished:
		return tournament.Refuse(tournament.NoChange, "event.finished")
	case s.Phase < tournament.Running:
		return tournament.Refuse(tournament.WrongPhase, "event.not_started")
	case s.Phase != tournament.Running:
		return tournament.Refuse(tournament.WrongPhase, "event.no_finish", "phase", s.Phase.Word())
	}
	if r := s.Current(); r != nil && r.Status != tournament.Done {
		return tournament.Refuse(tournament.WrongPhase, "round.not_over", "round", r.Number)
	}
	if !c.Early {
		if err := unfinished(s); err != nil {
			return err
		}
	}
	return d.finish()
}

func (d *decision) finish() error {
	places, err := final.Places(d.after)
	if err != nil {
		return err
	}
	if err := d.emit(&tournament.EventFinished{Places: places}); err != nil {
		return err
	}
	return d.emit(&tournament.SeedRevealed{Secret: hex.EncodeToString(d.book.Secret)})
}

// unfinished returns a refusal that names what is still to be played before the event
// can end, or nil.
func unfinished(s *tournament.State) error {
	if s.PlayoffOpen() {
		return tournament.Refuse(tournament.NeedsForce, "playoff.open")
	}
	if err := s.RoundsLeft(); err != nil {
		return err
	}
	if s.Elimination() != nil {
		if _, st, err := s.Bracket(); err != nil {
			return err
		} else if st.Champion == 0 {
			return tournament.Refuse(tournament.NeedsForce, "bracket.unfinished")
		}
		return nil
	}
	if s.PlannedCut() != nil {
		return tournament.Refuse(tournament.NeedsForce, "cut.open")
	}
	if tied, err := s.TopTie(); err != nil || len(tied) == 0 {
		return err
	} else {
		return tournament.Refuse(tournament.NeedsForce, "tie.open", "players", notice.Players(tied), "n", len(tied))
	}
}

// Announce sends a message to all players of the event.
type Announce struct{ Text string }

func (c *Announce) decide(d *decision) error {
	text := strings.TrimSpace(c.Text)
	if text == "" || utf8.RuneCountInString(text) > 1500 {
		return tournament.Refuse(tournament.BadInput, "announcement.length")
	}
	return d.emit(&tournament.Announced{Text: d.book.addText(tournament.TextAnnouncement, d.person, text)})
}

// remindPause is the least time between two calls to the players who are missing, in an
// arranged event remindPauseArranged.
const (
	remindPause         = 5 * time.Minute
	remindPauseArranged = 12 * time.Hour
)

// RemindMissing reminds the players that the event waits for.
type RemindMissing struct{}

func (*RemindMissing) decide(d *decision) error {
	if _, players := missing.Players(d.after); len(players) == 0 {
		return tournament.Refuse(tournament.NoChange, "remind.nobody")
	}
	pause := remindPause
	if d.after.Arranged() {
		pause = remindPauseArranged
	}
	if next := d.after.MissingAt.Add(pause); d.now.Before(next) {
		return tournament.Refuse(tournament.WrongPhase, "remind.soon", "away", next)
	}
	return d.emit(&tournament.MissingReminded{})
}

// SetDuty puts an organiser on duty or takes them off.
type SetDuty struct{ On bool }

func (c *SetDuty) decide(d *decision) error {
	if slices.Contains(d.after.Duty, d.Person) == c.On {
		return tournament.Refuse(tournament.NoChange, "stale.panel")
	}
	return d.emit(&tournament.DutyChanged{On: c.On})
}

// MakeCut ends the rounds and begins the elimination. Size 0 means the cut announced at
// the start. It is refused while planned rounds are still to be played, unless Early is
// set.
type MakeCut struct {
	Size  int
	Early bool
}

func (c *MakeCut) decide(d *decision) error {
	s := d.after
	if st := s.Stage(); s.Phase != tournament.Running || st == nil || st.Kind.Eliminates() || s.Rules.Tables != nil {
		return tournament.Refuse(tournament.WrongPhase, "cut.nothing")
	}
	if r := s.Current(); r == nil || r.Status != tournament.Done {
		return tournament.Refuse(tournament.WrongPhase, "cut.when")
	}
	cut, err := s.Qualifiers(c.Size)
	if err != nil {
		return err
	}
	if err := s.RoundsLeft(); err != nil && !c.Early {
		return err
	}
	if err := d.emit(cut); err != nil {
		return err
	}
	if s.Settings.AutoAdvance {
		return d.advance()
	}
	return nil
}

// clip returns text cut to at most n characters.
func clip(text string, n int) string { return names.Cut(strings.TrimSpace(text), n) }
