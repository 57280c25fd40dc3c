package tournament

import (
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"topcut/tournament/door"
	"topcut/tournament/fairclock"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// DeckPolicy says whether players submit a deck.
type DeckPolicy string

// Deck policies.
const (
	DecksNone     DeckPolicy = "none"
	DecksOptional DeckPolicy = "optional"
	DecksRequired DeckPolicy = "required" // a player without a deck is not paired in round 1
)

// DeckView says who sees a deck besides its owner and the organisers.
type DeckView string

// Deck views.
const (
	DecksPrivate DeckView = "private"
	DecksPublic  DeckView = "public"
	DecksAtEnd   DeckView = "at_end"
)

// Untimed is the RoundMinutes of a round without a clock, Never the Grace with which only
// organisers decide who did not come.
const (
	Untimed = -1
	Never   = -1
)

// Settings are an organiser's choices for one event. They are part of the log: a change
// is an event, and the settings at any moment can be read back.
type Settings struct {
	Name           string      `json:"name"`
	Stages         stage.Chain `json:"stages"`                    // the stages, in the notation of package stage
	Capacity       int         `json:"capacity,omitempty"`        // 0 = no limit; later players wait
	Crew           int         `json:"crew,omitempty"`            // members of a seat, 2 to MaxCrew; 0 = one person
	Boards         int         `json:"boards,omitempty"`          // of a match of crews, 2 to Crew; 0 = crews play as one
	CaptainsWord   bool        `json:"captains_word,omitempty"`   // whom a captain names is a member of the crew without being asked
	BenchMinutes   int         `json:"bench_minutes,omitempty"`   // for each of the bench to answer whether they take over a board; 0 = there is no bench
	LineUpMinutes  int         `json:"line_up_minutes,omitempty"` // for captains to give line-ups after a round is published, before it starts; 0 = they are given before
	Divisions      []string    `json:"divisions,omitempty"`
	Gate           door.Gate   `json:"gate,omitzero"`      // who joins without an organiser
	AskTag         bool        `json:"ask_tag,omitempty"`  // players name a team or the like; equal tags avoid each other in rounds paired by points
	Question       string      `json:"question,omitempty"` // that players answer when they join, for those they meet
	Decks          DeckPolicy  `json:"decks"`
	DecksShown     DeckView    `json:"decks_shown"`
	CheckInMinutes int         `json:"check_in_minutes,omitempty"`
	ConfirmMinutes int         `json:"confirm_minutes,omitempty"` // a report is confirmed by silence after this long; 0 = never
	GuestFinal     bool        `json:"guest_final,omitempty"`     // a report against players without an account is final; otherwise it waits for an organiser
	Grace          int         `json:"grace,omitempty"`           // minutes to come for a player who is missed in a live round; 0 = the ruleset's; Never
	RoundMinutes   int         `json:"round_minutes,omitempty"`   // 0 = the ruleset's; Untimed
	CutMinutes     int         `json:"cut_minutes,omitempty"`     // the same for the elimination stage
	RoundDays      int         `json:"round_days,omitempty"`      // correspondence: days per round, instead of minutes
	Fixtures       Fixtures    `json:"fixtures,omitzero"`         // players arrange their matches; zero = rounds are played together
	ReminderHours  []int       `json:"reminder_hours,omitempty"`  // correspondence: reminders this many hours before the deadline
	QuietHours     Hours       `json:"quiet_hours,omitempty"`     // no notifications, in rounds that last days
	ClockApart     bool        `json:"clock_apart,omitempty"`     // publishing opens reporting and leaves the clock to an organiser
	AutoAdvance    bool        `json:"auto_advance,omitempty"`    // pair, publish and start the next round automatically
	Unattended     bool        `json:"unattended,omitempty"`      // what would stand still for ever is settled by rule, see StaleAt
	BreakMinutes   int         `json:"break_minutes,omitempty"`   // with AutoAdvance: how long standings are shown before the next round (docs/rules/pokemon.md#pkm-81)
	Threads        bool        `json:"threads,omitempty"`         // a thread for each match, up to MaxThreads
	LateUntil      int         `json:"late_until,omitempty"`      // last round in which a late player may still join; 0 = none
	QuietLine      bool        `json:"quiet_line,omitempty"`      // no post after a round about who is in, who is out and the line
	Prizes         string      `json:"prizes,omitempty"`          // announced at the start
	StartAt        int64       `json:"start_at,omitempty"`        // unix seconds; 0 = when the organiser starts it
	AutoStart      bool        `json:"auto_start,omitempty"`      // check-in and start happen automatically at StartAt
	TimeZone       string      `json:"time_zone,omitempty"`       // IANA name, for deadlines in days
	LightPictures  bool        `json:"light_pictures,omitempty"`  // pictures on a light ground
	OpenToServer   bool        `json:"open_to_server,omitempty"`  // members who cannot view the event's channel can see and join it too
	Language       string      `json:"language,omitempty"`        // of posts, a BCP 47 tag; empty = English
	TOChannel      string      `json:"to_channel,omitempty"`      // where disputes and warnings go; empty = the event's channel
	Options        []Option    `json:"options,omitempty"`         // switches of the ruleset, e.g. game_type
}

// A Term says until when a setting may be changed.
type Term uint8

// Terms. None reaches beyond the end of the event.
const (
	UntilOver    Term = iota
	WithGame          // until the event starts, as its game
	WithCalendar      // until the event starts, as when its matches open
	WithCrews         // until a crew has registered
	WithStages        // until the stage begins: Replan decides
)

// settled are the refusals of a change while the event runs.
var settled = map[Term]notice.Code{WithGame: "ruleset.frozen", WithCalendar: "fixtures.running", WithCrews: "crew.fixed"}

// May returns a refusal if a setting may not be changed in a phase.
func (t Term) May(p Phase) error {
	if p >= Finished {
		return Refuse(WrongPhase, "event.is", "phase", p.Word())
	}
	if code := settled[t]; p == Running && code != "" {
		return Refuse(WrongPhase, code)
	}
	return nil
}

// Option is one switch of a ruleset.
type Option struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Limits of settings. MaxPlayers is the size that the engine is measured for;
// MaxThreads is what Discord accepts at its rate of about five posts per five seconds
// and channel.
const (
	MaxPlayers  = 4096
	MaxThreads  = 50
	MaxRounds   = 63
	MaxNameLen  = 80
	MaxPersonal = 32 // runes of a player's name
	MaxDivision = 30
	MaxQuestion = 60
	MaxAnswer   = 100
	maxLanguage = 35 // bytes of a tag
)

// DefaultSettings returns the initial settings of `/tournament create`.
func DefaultSettings(name string) Settings {
	return Settings{
		Name: name, Stages: stage.MustParse("swiss > bracket"), Decks: DecksNone, DecksShown: DecksAtEnd,
		ConfirmMinutes: 10, LateUntil: 2, TimeZone: "UTC",
	}
}

// Validate returns the first error as a Refusal.
func (s Settings) Validate() error {
	for _, check := range []func() error{
		s.validateEvent, s.validateDecks, s.validateTimes, s.validateStages,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// validateEvent checks name and capacity of the event.
func (s Settings) validateEvent() error {
	switch {
	case names.Clean(s.Name) == "":
		return Refuse(BadInput, "settings.name")
	case utf8.RuneCountInString(s.Name) > MaxNameLen:
		return Refuse(BadInput, "settings.name_long", "most", MaxNameLen)
	case s.Capacity < 0 || s.Capacity == 1 || s.Capacity > MaxPlayers:
		return Refuse(BadInput, "settings.capacity", "most", MaxPlayers, "got", s.Capacity)
	case s.Crew < 0 || s.Crew == 1 || s.Crew > MaxCrew:
		return Refuse(BadInput, "settings.crew", "most", MaxCrew, "got", s.Crew)
	case s.Boards > 0 && s.Crew == 0:
		return Refuse(BadInput, "crew.none")
	case s.Boards < 0 || s.Boards == 1 || s.Boards > s.Crew:
		return Refuse(BadInput, "settings.boards", "most", s.Crew, "got", s.Boards)
	case utf8.RuneCountInString(s.Prizes) > 500:
		return Refuse(BadInput, "settings.prizes")
	case len(s.Language) > maxLanguage:
		return Refuse(BadInput, "settings.language", "got", notice.Text(s.Language))
	case len(s.Divisions) > 10:
		return Refuse(BadInput, "settings.divisions", "got", len(s.Divisions))
	}
	for i, d := range s.Divisions {
		if names.Clean(d) == "" || utf8.RuneCountInString(d) > MaxDivision || slices.ContainsFunc(s.Divisions[:i], names.Alike(d)) {
			return Refuse(BadInput, "settings.division", "name", notice.Text(d))
		}
	}
	if s.Question != "" && (names.Clean(s.Question) != s.Question || utf8.RuneCountInString(s.Question) > MaxQuestion) {
		return Refuse(BadInput, "question.long", "most", MaxQuestion)
	}
	return s.Gate.Validate()
}

// DecksBefore reports whether decks are submitted before the start. A deck built of
// drafted cards is submitted later.
func (s Settings) DecksBefore() bool { return s.Decks != DecksNone && len(s.Stages.Prepare) == 0 }

// DecksFirst reports whether no player starts without a deck.
func (s Settings) DecksFirst() bool { return s.DecksBefore() && s.Decks == DecksRequired }

// validateDecks checks who submits a deck and who sees it.
func (s Settings) validateDecks() error {
	switch {
	case !slices.Contains([]DeckPolicy{DecksNone, DecksOptional, DecksRequired}, s.Decks):
		return Refuse(BadInput, "settings.decks", "got", notice.Text(s.Decks))
	case !slices.Contains([]DeckView{DecksPrivate, DecksPublic, DecksAtEnd}, s.DecksShown):
		return Refuse(BadInput, "settings.decks_shown", "got", notice.Text(s.DecksShown))
	}
	return nil
}

// validateTimes checks the clocks, the deadlines and the time zone.
func (s Settings) validateTimes() error {
	switch {
	case s.CheckInMinutes < 0 || s.CheckInMinutes > 24*60:
		return Refuse(BadInput, "settings.checkin", "got", s.CheckInMinutes)
	case s.ConfirmMinutes < 0 || s.ConfirmMinutes > 7*24*60:
		return Refuse(BadInput, "settings.confirm", "got", s.ConfirmMinutes)
	case s.RoundMinutes < Untimed || s.RoundMinutes > 24*60 || s.CutMinutes < Untimed || s.CutMinutes > 24*60:
		return Refuse(BadInput, "settings.round")
	case s.Grace < Never || s.Grace > 120:
		return Refuse(BadInput, "absence.grace", "most", 120)
	case s.RoundDays < 0 || s.RoundDays > 60:
		return Refuse(BadInput, "settings.days", "got", s.RoundDays)
	case s.LateUntil < 0 || s.LateUntil > MaxRounds:
		return Refuse(BadInput, "settings.late", "most", MaxRounds, "got", s.LateUntil)
	case s.Unattended && (s.Fixtures.Opens != Together || s.RoundDays > 0 || s.Grace == Never || s.RoundMinutes == Untimed):
		return Refuse(BadInput, "absence.unattended")
	case s.AutoStart && s.StartAt == 0:
		return Refuse(BadInput, "settings.auto_start")
	case s.BreakMinutes < 0 || s.BreakMinutes > 24*60:
		return Refuse(BadInput, "settings.break", "got", s.BreakMinutes)
	}
	for _, h := range s.ReminderHours {
		if h < 1 || h > 24*60 {
			return Refuse(BadInput, "settings.reminder", "got", h)
		}
	}
	if h, err := fairclock.ParseHours(string(s.QuietHours)); s.QuietHours != "" && (err != nil || h != s.QuietHours) {
		return Refuse(BadInput, "settings.quiet_hours", "got", notice.Text(string(s.QuietHours)))
	}
	if err := s.Fixtures.validate(&s); err != nil {
		return err
	}
	if err := s.fitsLineUps(); err != nil {
		return err
	}
	_, err := ParseZone(s.TimeZone)
	return err
}

// validateStages checks the stages.
func (s Settings) validateStages() error {
	if err := s.Stages.Check(); err != nil {
		return RefuseAs(BadInput, err)
	}
	for _, st := range s.Stages.Stages {
		if e := st.Entry; s.Capacity > 0 && e.By == stage.Top && e.N > s.Capacity && len(s.Divisions) < 2 {
			return Refuse(BadInput, "settings.entry_capacity", "n", e.N, "most", s.Capacity)
		}
	}
	groups := s.Stages.First().Groups
	if groups > 1 && len(s.Divisions) > 1 {
		return Refuse(BadInput, "stages.groups_divisions")
	}
	if groups > 1 && len(s.Stages.Stages) > 1 {
		size, err := groupCut(s.Stages.Stages[1], groups)
		if err != nil {
			return err
		}
		if err := shares(s.Stages.First(), size); err != nil {
			return err
		}
	}
	return nil
}

// ParseZone returns the time zone with an IANA name, or UTC for an empty name. "Local"
// and "localtime" are refused, since they would be the zone of the bot's machine.
func ParseZone(name string) (*time.Location, error) {
	if zone, ok := zones.Load(name); ok {
		return zone.(*time.Location), nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" || strings.EqualFold(name, "localtime") {
		if utf8.RuneCountInString(name) > 40 {
			name = string([]rune(name)[:40]) + "…"
		}
		return nil, Refuse(BadInput, "settings.zone", "name", notice.Text(name))
	}
	zones.Store(name, zone)
	return zone, nil
}

// zones has the time zones that were read, by name: deadlines are computed after each
// command, and reading a zone takes as long as computing a hundred of them.
var zones sync.Map

// TakesLate reports whether the first stage lets players enter after the start: not if a
// schedule, a tree or draft pods already contain all players.
func (s *Settings) TakesLate() bool {
	return s.Stages.First().Kind.ByPoints() && !s.Stages.Prepares(stage.Draft)
}

// Location returns the time zone of the event's deadlines, or UTC if none or an unknown
// one is set.
func (s Settings) Location() *time.Location {
	if zone, err := ParseZone(s.TimeZone); err == nil {
		return zone
	}
	return time.UTC
}

// ZoneOf returns the time zone of player n, and whether it is known.
func ZoneOf(s *Snapshot, n int) (*time.Location, bool) {
	p := s.State.Player(n)
	if p == nil {
		return nil, false
	}
	name := p.TimeZone
	if name == "" && p.Zone > 0 {
		name = s.Book.Text(p.Zone)
	}
	zone, err := ParseZone(name)
	return zone, err == nil && name != ""
}

// RulesOf returns a published ruleset with the options of the settings.
func (s Settings) RulesOf(rs *rules.Ruleset) (*rules.Ruleset, error) {
	chosen := make(map[string]string, len(s.Options))
	for _, o := range s.Options {
		chosen[o.Name] = o.Value
	}
	with, err := rs.With(chosen)
	if err != nil {
		return nil, RefuseAs(BadInput, err)
	}
	return with, nil
}
