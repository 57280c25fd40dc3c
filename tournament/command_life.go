package tournament

import (
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"topcut/tournament/bracket"
	"topcut/tournament/random"
	"topcut/tournament/rules"
)

// Create begins a tournament.
type Create struct {
	Guild, Channel string
	Settings       Settings
	Ruleset        *rules.Ruleset // the options of Settings are applied to it
}

func (c *Create) decide(d *decision) error {
	if err := c.Settings.Validate(); err != nil {
		return err
	}
	settings, err := c.Settings.fit(c.Ruleset)
	if err != nil {
		return err
	}
	raw, err := freeze(c.Ruleset, settings)
	if err != nil {
		return err
	}
	return d.emit(&Created{
		Guild: c.Guild, Channel: c.Channel, Settings: settings, Ruleset: raw, Commitment: Commitment(d.book.Secret),
	})
}

// freeze returns the ruleset as it is stored with the event: as published, and
// the options of the settings.
func freeze(rs *rules.Ruleset, s Settings) (json.RawMessage, error) {
	chosen := make(map[string]string, len(s.Options))
	for _, o := range s.Options {
		chosen[o.Name] = o.Value
	}
	with, err := rs.With(chosen)
	if err != nil {
		return nil, RefuseText(BadInput, "%s", sentence(err.Error()))
	}
	return with.Freeze()
}

// sentence makes an error text of a package below fit to be said to a person.
func sentence(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	text = strings.ToUpper(string(r)) + text[n:]
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// ChangeSettings changes the settings. What was announced at the start (rounds,
// cut) can still be changed, and is then in the public log.
type ChangeSettings struct {
	// Edit returns the settings changed. It is given those of the moment of the
	// decision, so that two organisers who change different things at once both
	// have their way. Nil changes nothing.
	Edit    func(Settings) (Settings, error)
	Ruleset *rules.Ruleset // nil = stays
}

func (c *ChangeSettings) decide(d *decision) error {
	s := d.after
	old, rs := s.Settings, s.Rules
	asked := old
	if c.Edit != nil {
		var err error
		if asked, err = c.Edit(old); err != nil {
			return err
		}
	}
	if err := asked.Validate(); err != nil {
		return err
	}
	if c.Ruleset != nil {
		rs = c.Ruleset
	}
	settings, err := asked.fit(rs)
	if err != nil {
		return err
	}
	ev := &SettingsChanged{Settings: settings}
	if s.Phase == Running {
		if err := s.checkLock(settings.Cut); err != nil {
			return err
		}
	}
	if s.Phase == Running || s.Phase >= Finished {
		switch {
		case c.Ruleset != nil && c.Ruleset.ID != s.Rules.ID, !slices.Equal(asked.Options, old.Options):
			return RefuseText(WrongPhase, "The ruleset is frozen once the event has started.")
		case settings.Format != old.Format:
			return RefuseText(WrongPhase, "The format cannot change once the event has started.")
		case settings.Groups != old.Groups:
			return RefuseText(WrongPhase, "The groups are drawn at the start and stand.")
		case s.InGroups() && settings.Cut != old.Cut:
			return RefuseText(WrongPhase, "How many of each group play on was announced at the start; another number can be given with /tournament cut.")
		case s.Cut != nil && asked.Cut != old.Cut:
			return RefuseText(WrongPhase, "The cut is made already.")
		case s.Scramble != nil && (asked.Rounds != old.Rounds || asked.Cut != old.Cut):
			return RefuseText(WrongPhase, "The schedule of the scramble is made; its sessions and finals stand.")
		case asked.Rounds != old.Rounds && s.DayTwo != nil:
			return RefuseText(WrongPhase, "The second day has begun; its rounds stand.")
		case asked.Rounds != old.Rounds && !s.roundsAreChosen():
			return RefuseText(WrongPhase, "The rounds of this format follow from the field, so their number stands.")
		case asked.Rounds != old.Rounds && asked.Rounds != 0 && asked.Rounds < len(s.Rounds) && s.InSwiss():
			return RefuseText(BadInput, "%d rounds are played already.", len(s.Rounds))
		}
	}
	if c.Ruleset != nil || !slices.Equal(asked.Options, old.Options) {
		raw, err := freeze(rs, settings)
		if err != nil {
			return err
		}
		ev.Ruleset = raw
	}
	if err := d.emit(ev); err != nil {
		return err
	}
	if err := d.lockIn(); err != nil {
		return err
	}
	return d.promote()
}

// SetStaff names an organiser of this event, or takes that back.
type SetStaff struct {
	User, Name string
	Staff      bool
}

func (c *SetStaff) decide(d *decision) error {
	if c.User == "" {
		return RefuseText(BadInput, "Name a member of this server.")
	}
	p := d.personFor(c.User, c.Name)
	if slices.Contains(d.after.Staff, p) == c.Staff {
		return RefuseText(NoChange, "That is so already.")
	}
	return d.emit(&StaffChanged{Person: p, Staff: c.Staff})
}

// OpenRegistration opens registration.
type OpenRegistration struct{}

func (*OpenRegistration) decide(d *decision) error {
	if d.after.Phase == Open {
		return RefuseText(NoChange, "Registration is open already.")
	}
	return d.emit(&Opened{})
}

// CloseRegistration closes registration.
type CloseRegistration struct{}

func (*CloseRegistration) decide(d *decision) error {
	if d.after.Phase == Closed {
		return RefuseText(NoChange, "Registration is closed already.")
	}
	return d.emit(&RegistrationClosed{})
}

// StartCheckIn asks the players to check in; Minutes 0 takes the settings, or
// 15 where they say nothing.
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
		return RefuseText(BadInput, "Check-in lasts 1 to 1440 minutes, not %d.", m)
	}
	if d.after.Phase == CheckIn {
		return RefuseText(NoChange, "Check-in is running already.")
	}
	if d.after.Count(Registered) == 0 {
		return RefuseText(WrongPhase, "Nobody has joined yet.")
	}
	return d.emit(&CheckInStarted{Until: d.now.Add(time.Duration(m) * time.Minute)})
}

// Start begins play. Where check-in was asked for, whoever has not checked in
// blocks the start unless LeaveOut or KeepAll says what to do with them.
type Start struct {
	LeaveOut bool // take those out who did not check in
	KeepAll  bool // let everybody play
}

// Unchecked reports whether a check-in was held and somebody is missing.
func (s *State) Unchecked() bool {
	if s.Phase != CheckIn && !s.checkedInAny() {
		return false
	}
	return slices.ContainsFunc(s.Players, func(p Player) bool { return p.Status == Registered && !p.CheckedIn })
}

func (c *Start) decide(d *decision) error {
	s := d.after
	switch s.Phase {
	case Running:
		return RefuseText(NoChange, "The event has started already.")
	case Finished, Cancelled:
		return RefuseText(WrongPhase, "The event is %s.", s.Phase)
	case Draft, Open, Closed, CheckIn:
	}
	var absent []int
	if s.Phase == CheckIn || s.checkedInAny() {
		for n := range s.Players {
			if s.Players[n].Status == Registered && !s.Players[n].CheckedIn {
				absent = append(absent, n+1)
			}
		}
		if len(absent) > 0 && !c.LeaveOut && !c.KeepAll {
			return RefuseText(NeedsForce, "%s not checked in: %s. Start with everybody, or leave them out.", plural(len(absent), "player has", "players have"), d.names(absent, 10))
		}
		if c.KeepAll {
			absent = nil
		}
	}
	if s.Settings.Decks == DecksRequired {
		var missing []int
		for n := range s.Players {
			if p := s.Players[n]; p.Status == Registered && p.Deck == 0 && !slices.Contains(absent, n+1) {
				missing = append(missing, n+1)
			}
		}
		if len(missing) > 0 && !c.LeaveOut {
			return RefuseText(NeedsForce, "%s no deck: %s. Ask for /deck submit, or leave them out.", plural(len(missing), "player has handed in", "players have handed in"), d.names(missing, 10))
		}
		absent = append(absent, missing...)
	}
	field := s.Count(Registered) - len(absent)
	if least := max(2, s.Rules.Seats.Min, s.Rules.Seats.MinField); field < least {
		return RefuseText(WrongPhase, "An event needs at least %d players; there are %d.", least, field)
	}
	if most := s.Rules.Seats.MaxField; most > 0 && field > most {
		return RefuseText(WrongPhase, "%s is for at most %d players; there are %d.", s.Rules.Name, most, field)
	}
	rounds, cut, err := s.structure(field, s.attendance(absent))
	if err != nil {
		return err
	}
	if err := d.emit(&EventStarted{Rounds: rounds, Cut: cut, DayTwo: s.dayTwo(s.attendance(absent)), Joins: s.Joins, Absent: absent}); err != nil {
		return err
	}
	switch s.Settings.Format {
	case FormatSingle, FormatDouble:
		if err := d.seedBracket(); err != nil {
			return err
		}
	case FormatScramble:
		if err := d.drawScramble(); err != nil {
			return err
		}
	case FormatRoundRobin:
		if groups := s.groupsOf(); groups > 1 {
			if err := d.emit(d.after.dealGroups(RoundSeed(d.joint(), 0, 0), groups)); err != nil {
				return err
			}
		}
	case FormatSwiss, FormatDraft:
	}
	if s.Settings.AutoAdvance {
		return d.advance()
	}
	return nil
}

func (s *State) checkedInAny() bool {
	return slices.ContainsFunc(s.Players, func(p Player) bool { return p.CheckedIn })
}

// structure returns Swiss rounds and cut for a field, from the settings or the
// ruleset's tables, which are read by attendance.
func (s *State) structure(field, attendance int) (rounds, cut int, err error) {
	switch s.Settings.Format {
	case FormatSingle, FormatDouble:
		if field > bracket.MaxSingle {
			return 0, 0, RefuseText(WrongPhase, "A bracket holds at most %d players; there are %d.", bracket.MaxSingle, field)
		}
		if s.Settings.Format == FormatDouble && (field < 4 || field > bracket.MaxDouble) {
			return 0, 0, RefuseText(WrongPhase, "Double elimination is for 4 to %d players; there are %d.", bracket.MaxDouble, field)
		}
		if s.podCut() {
			return 0, field, checkPodCut(field)
		}
		return 0, field, nil
	case FormatDraft:
		if rounds, err = s.draftRounds(field); err != nil {
			return 0, 0, err
		}
		if s.Settings.Rounds > 0 {
			rounds = s.Settings.Rounds
		}
	case FormatScramble:
		rounds, err = s.scrambleRounds()
		return rounds, 0, err
	case FormatRoundRobin:
		if s.groupsOf() > 1 {
			if rounds, cut, err = s.groupStructure(field); err != nil {
				return 0, 0, err
			}
			return rounds, cut, s.checkShape(cut)
		}
		if field > maxGroup {
			return 0, 0, RefuseText(WrongPhase, "A round robin is for at most %d players; there are %d. Play it in groups, with /tournament settings.", maxGroup, field)
		}
		rounds = field - 1 + field%2
	case FormatSwiss:
		rounds, cut, _ = s.Rules.RoundsFor(attendance)
		if s.Settings.Rounds > 0 {
			rounds = s.Settings.Rounds
		}
	}
	switch s.Settings.Cut.Kind {
	case CutAuto:
		if s.Settings.Format == FormatRoundRobin {
			cut = 0
		}
		for s.Settings.Cut.Max > 0 && cut > s.Settings.Cut.Max { // PKM-28
			cut /= 2
		}
	case CutNone:
		cut = 0
	case CutTop:
		cut = s.Settings.Cut.N
	case CutEqual:
		if cut, _ = s.equalCut(attendance); cut == 0 {
			return 0, 0, RefuseText(BadInput, "%s names no cut with equal points for %d players; say how many places it has, such as equal 8, with /tournament settings.", s.Rules.Name, attendance)
		}
	case CutPoints:
		cut = max(2, s.Settings.Cut.Least) // at least a final; who plays it is known after the last round
	}
	if err := s.checkShape(cut); err != nil {
		return 0, 0, err
	}
	if err := s.checkLock(s.Settings.Cut); err != nil {
		return 0, 0, err
	}
	if s.ByDivision() {
		// PKM-100: rounds by the largest division, the cut by each for itself.
		cut = 0
		for _, players := range s.divisionSizes() {
			cut = max(cut, s.divisionCut(players))
		}
		return rounds, cut, nil
	}
	if cut > field {
		if s.Settings.Cut.Kind != CutAuto {
			return 0, 0, RefuseText(BadInput, "The cut to %d is larger than the field of %d players; change it with /tournament settings.", cut, field)
		}
		cut = 0
	}
	if s.podCut() && s.Settings.Cut.Kind == CutPoints {
		cut = podCutSize(field) // so many at most; who plays it is known after the last round
	} else if s.podCut() && s.Settings.Cut.Kind != CutEqual {
		err = checkPodCut(cut)
	}
	return rounds, cut, err
}

// checkShape refuses a cut that no bracket can be drawn for, and one that leaves
// byes where the ruleset has none (PKM-29).
func (s *State) checkShape(cut int) error {
	if cut == 0 {
		return nil
	}
	if s.doubleCut() && cut > bracket.MaxDouble {
		return RefuseText(BadInput, "Double elimination is for at most %d players, not %d; choose a smaller cut, or another bracket with /tournament settings.", bracket.MaxDouble, cut)
	}
	if s.Settings.Bracket == BracketDouble && s.podCut() {
		return RefuseText(BadInput, "%s is cut to tables of four, which have no double elimination; choose another bracket with /tournament settings.", s.Rules.Name)
	}
	if s.Settings.Bracket == BracketDouble && s.ByDivision() {
		return RefuseText(BadInput, "Each division has a cut of its own, which is single elimination; choose another bracket with /tournament settings.")
	}
	if !s.Rules.Advance.PowerOfTwo || s.Settings.Format != FormatSwiss {
		return nil
	}
	switch {
	case s.Settings.Cut.Kind == CutPoints || s.Settings.Cut.Kind == CutEqual:
		return RefuseText(BadInput, "A cut of %s has 2, 4, 8, 16 or more players by their number alone, not by points.", s.Rules.Name)
	case cut&(cut-1) != 0:
		return RefuseText(BadInput, "A cut of %s has 2, 4, 8, 16 or more players, so that nobody has a bye in it, not %d.", s.Rules.Name, cut)
	}
	return nil
}

// equalCut returns the fixed places of a cut that takes all who are level with
// the last of them, and the most players it may have (0 = no limit): the
// settings', or those of the ruleset for so many players (RULESETS.md 1.3); 0
// where it names none.
func (s *State) equalCut(players int) (places, most int) {
	if s.Settings.Cut.N > 0 {
		return s.Settings.Cut.N, s.Settings.Cut.Max
	}
	places, most, _ = s.Rules.EqualCut(players)
	return places, most
}

// dayTwo returns the second phase for an attendance: the settings', or that of
// the ruleset's table where the settings leave the rounds to it.
func (s *State) dayTwo(attendance int) DayTwo {
	if s.Settings.DayTwo.Rounds > 0 || s.Settings.Format != FormatSwiss || s.Settings.Rounds > 0 {
		return s.Settings.DayTwo
	}
	row, _ := s.Rules.Row("", attendance)
	return DayTwo{Points: row.GoOn, Rounds: row.More}
}

// seedBracket begins a pure elimination event: given seeds first, the others
// drawn (PKM-51, MTG-50).
func (d *decision) seedBracket() error {
	cut := d.after.cutMade(d.after.seededFirst(d.after.Field(), random.New(d.joint(), "seeds")), nil, nil)
	cut.Double = d.after.Settings.Format == FormatDouble
	return d.emit(cut)
}

// joint returns the joint seed of the event.
func (d *decision) joint() [32]byte { return JointSeed(d.book.Secret, d.after.Joins) }

// names lists players in a sentence, at most limit of them.
func (d *decision) names(players []int, limit int) words {
	var out words
	for i, n := range players {
		if i == limit {
			return append(out, " and others")
		}
		if i > 0 {
			out = append(out, ", ")
		}
		out = append(out, d.name(n))
	}
	return out
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return itoa(n) + " " + many
}

// Cancel ends the event without places.
type Cancel struct{ Reason string }

func (c *Cancel) decide(d *decision) error {
	text := d.book.addText(TextReason, d.person, clip(c.Reason, 500))
	return d.emit(&EventCancelled{Reason: text})
}

// Finish ends a running event: final places, and the seed is revealed. It is
// refused while a round is open or a cut is still to be played, unless Early.
type Finish struct{ Early bool }

func (c *Finish) decide(d *decision) error {
	s := d.after
	switch {
	case s.Phase == Finished:
		return RefuseText(NoChange, "The event is finished already.")
	case s.Phase != Running:
		return RefuseText(WrongPhase, "The event is %s and cannot be finished.", s.Phase)
	}
	if r := s.Current(); r != nil && r.Status != Done {
		return RefuseText(WrongPhase, "Round %d is still open; close it first.", r.Number)
	}
	if !c.Early {
		if err := s.roundsLeft("Finish"); err != nil {
			return err
		}
		if s.PlayoffOpen() {
			return RefuseText(NeedsForce, "The play-off is still to be played: /tournament pair.")
		}
		if tied, err := s.TopTie(); err != nil {
			return err
		} else if len(tied) > 0 && s.CutSize == 0 {
			return RefuseText(NeedsForce, "%s are level at the top: /tournament tie playoff or /tournament tie share.", d.names(tied, 10))
		}
		if s.Cut == nil && s.CutSize > 0 {
			return RefuseText(NeedsForce, "The cut is still to be played: /tournament cut.")
		}
		if s.Cut != nil {
			if _, st, err := s.Bracket(); err != nil {
				return err
			} else if st.Champion == 0 {
				return RefuseText(NeedsForce, "The bracket is not played to its end.")
			}
		}
	}
	return d.finish()
}

func (d *decision) finish() error {
	places, err := d.after.finalPlaces()
	if err != nil {
		return err
	}
	if err := d.emit(&EventFinished{Places: places}); err != nil {
		return err
	}
	return d.emit(&SeedRevealed{Secret: hex.EncodeToString(d.book.Secret)})
}

// roundsLeft refuses to do something, named by a verb, while planned Swiss rounds
// are still to be played.
func (s *State) roundsLeft(do string) error {
	switch {
	case s.DayTwoDue():
		return RefuseText(NeedsForce, "The second day is still to be played: /tournament pair.")
	case s.Cut == nil && !s.SwissOver():
		return RefuseText(NeedsForce, "Only %d of %d rounds are played. %s early only if you mean it.", len(s.Rounds), s.SwissRounds, do)
	}
	return nil
}

// Announce says something to everybody in the event.
type Announce struct{ Text string }

func (c *Announce) decide(d *decision) error {
	text := strings.TrimSpace(c.Text)
	if text == "" || utf8.RuneCountInString(text) > 1500 {
		return RefuseText(BadInput, "An announcement has 1 to 1500 characters.")
	}
	return d.emit(&Announced{Text: d.book.addText(TextAnnouncement, d.person, text)})
}

// MakeCut ends the Swiss rounds and seeds the elimination stage. Size 0 takes
// what was announced at the start. It is refused while planned rounds are still to
// be played, unless Early.
type MakeCut struct {
	Size  int
	Early bool
}

func (c *MakeCut) decide(d *decision) error {
	s := d.after
	if s.Phase != Running || s.Cut != nil {
		return RefuseText(WrongPhase, "There is no Swiss stage to cut from.")
	}
	if r := s.Current(); r == nil || r.Status != Done {
		return RefuseText(WrongPhase, "A cut is made when a round is over.")
	}
	cut, err := s.qualifiers(c.Size)
	if err != nil {
		return err
	}
	if err := s.roundsLeft("Make the cut"); err != nil && !c.Early {
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

// cutMade is the cut to these seeds after the Swiss rounds; parts are the sizes
// of the divisions' brackets.
func (s *State) cutMade(seeds, parts, ranking []int) *CutMade {
	return &CutMade{
		Seeds: seeds, Parts: parts, Swiss: ranking, Third: s.Settings.ThirdPlace, Pods: s.podCut(),
		Double:    s.doubleCut() && len(seeds) >= 4 && len(parts) == 0,
		Reseed:    s.Settings.Bracket == BracketReseed || s.Settings.Bracket == "" && s.Rules.Bracket.Reseed,
		Placement: s.Settings.Bracket == BracketPlacement,
	}
}

// doubleCut reports whether a cut of four or more is a double elimination.
func (s *State) doubleCut() bool {
	return s.Settings.Bracket == BracketDouble || s.Settings.Bracket == "" && s.Rules.Bracket.Type == "double"
}

// clip cuts text to n runes.
func clip(text string, n int) string {
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n])
}
