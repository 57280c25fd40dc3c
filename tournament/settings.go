package tournament

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"topcut/tournament/rules"
)

// Format is the shape of an event before its cut.
type Format string

// Formats, in the words of the tournament file.
const (
	FormatSwiss      Format = "swiss"
	FormatSingle     Format = "single"
	FormatDouble     Format = "double"
	FormatRoundRobin Format = "round_robin"
	FormatDraft      Format = "draft"    // booster draft, then Swiss rounds inside each pod
	FormatScramble   Format = "scramble" // mahjong: a schedule, then final sessions
)

// Formats lists every format, the usual one first.
func Formats() []Format {
	return []Format{FormatSwiss, FormatSingle, FormatDouble, FormatRoundRobin, FormatDraft, FormatScramble}
}

// CutKind says how the players of the elimination stage are chosen.
type CutKind string

// Kinds of cut (RULESETS.md section 6).
const (
	CutAuto   CutKind = "auto"   // by attendance, from the ruleset's table
	CutNone   CutKind = "none"   // the Swiss standings are final
	CutTop    CutKind = "top"    // the best N
	CutPoints CutKind = "points" // everybody with at least N points
	CutEqual  CutKind = "equal"  // the best N and everybody level with the last of them
)

// Cut is the cut an event is played with.
type Cut struct {
	Kind CutKind `json:"kind"`
	N    int     `json:"n,omitempty"`   // places, or points for CutPoints; 0 for CutEqual = by attendance, from the ruleset
	Max  int     `json:"max,omitempty"` // most players for CutEqual and CutAuto (PKM-28); 0 = no limit
	// Least is the fewest players for CutPoints; 0 = no limit.
	Least int `json:"least,omitempty"`
	// Lock is how many points put a player into the cut before the Swiss rounds are
	// over, for CutTop and CutAuto; 0 = none.
	Lock int `json:"lock,omitempty"`
}

// String says the cut in the words of an announcement.
func (c Cut) String() string {
	if c.Lock > 0 {
		places := c
		places.Lock = 0
		return places.String() + ", with a place for whoever reaches " + plural(c.Lock, "point", "points") + " first"
	}
	switch c.Kind {
	case CutAuto:
		if c.Max > 0 {
			return fmt.Sprintf("by attendance, to %d at most", c.Max)
		}
		return "by attendance"
	case CutNone:
		return "none"
	case CutTop:
		return fmt.Sprintf("Top %d", c.N)
	case CutPoints:
		if c.Least > 0 {
			return fmt.Sprintf("everybody with %d points or more, and the best %d at least", c.N, c.Least)
		}
		return fmt.Sprintf("everybody with %d points or more", c.N)
	case CutEqual:
		if c.N == 0 {
			return "by attendance, and all level with the last place"
		}
		return fmt.Sprintf("Top %d and all level with the last of them", c.N)
	}
	return string(c.Kind)
}

// Tree is what becomes of the winners and losers of an elimination.
type Tree string

// Trees. A ruleset whose cut is a double elimination has a single one where
// another tree is named.
const (
	BracketFixed     Tree = "fixed"     // the published tree (MTG-59, PKM-54)
	BracketReseed    Tree = "reseed"    // best against worst again after every round
	BracketPlacement Tree = "placement" // losers play on for every place (MTG-24)
	BracketDouble    Tree = "double"    // out after two losses
)

// DeckPolicy says whether players hand in a deck.
type DeckPolicy string

// Deck policies.
const (
	DecksNone     DeckPolicy = "none"
	DecksOptional DeckPolicy = "optional"
	DecksRequired DeckPolicy = "required" // nobody without a deck is paired in round 1
)

// DeckView says who sees a deck beside its owner and the organisers.
type DeckView string

// Deck views.
const (
	DecksPrivate DeckView = "private"
	DecksPublic  DeckView = "public"
	DecksAtEnd   DeckView = "at_end"
)

// Untimed is the RoundMinutes of a round without a clock.
const Untimed = -1

// Settings are what an organiser chooses for one event. They are part of the
// log: a change is an event, and the settings in force at any moment can be
// read back.
type Settings struct {
	Name           string     `json:"name"`
	Format         Format     `json:"format"`
	Rounds         int        `json:"rounds,omitempty"` // Swiss rounds; 0 = by attendance, from the ruleset
	Cut            Cut        `json:"cut"`
	ThirdPlace     bool       `json:"third_place,omitempty"`
	Bracket        Tree       `json:"bracket,omitempty"`        // how the elimination stage goes on; empty = as the ruleset says
	Groups         int        `json:"groups,omitempty"`         // of a round robin, each of which sends as many to the cut; 0 = one
	DayTwo         DayTwo     `json:"day_two,omitzero"`         // second phase of Swiss rounds
	CrossPods      bool       `json:"cross_pods,omitempty"`     // after round 1 of a draft the pods play each other (MTG-55)
	UntilUnbeaten  bool       `json:"until_unbeaten,omitempty"` // Swiss rounds end when one player is unbeaten
	Capacity       int        `json:"capacity,omitempty"`       // 0 = no limit; later players wait
	Divisions      []string   `json:"divisions,omitempty"`
	AskTag         bool       `json:"ask_tag,omitempty"` // players name a team or the like; equal tags avoid each other
	Decks          DeckPolicy `json:"decks"`
	DecksShown     DeckView   `json:"decks_shown"`
	CheckInMinutes int        `json:"check_in_minutes,omitempty"`
	ConfirmMinutes int        `json:"confirm_minutes,omitempty"` // silence confirms a report after so long; 0 = never
	RoundMinutes   int        `json:"round_minutes,omitempty"`   // 0 = the ruleset's; Untimed
	CutMinutes     int        `json:"cut_minutes,omitempty"`     // the same for the elimination stage
	RoundDays      int        `json:"round_days,omitempty"`      // correspondence: days per round, instead of minutes
	ReminderHours  []int      `json:"reminder_hours,omitempty"`  // correspondence: reminders so many hours before the deadline
	AutoAdvance    bool       `json:"auto_advance,omitempty"`    // pair, publish and start the next round by itself
	BreakMinutes   int        `json:"break_minutes,omitempty"`   // with AutoAdvance: so long standings are up before the next round (PKM-81)
	Threads        bool       `json:"threads,omitempty"`         // a thread for each match, up to MaxThreads
	LateUntil      int        `json:"late_until,omitempty"`      // last round in which a late player may still join; 0 = none
	QuietLine      bool       `json:"quiet_line,omitempty"`      // no post after a round about who is in, who is out and the line
	Prizes         string     `json:"prizes,omitempty"`          // announced at the start
	StartAt        int64      `json:"start_at,omitempty"`        // unix seconds; 0 = when the organiser says so
	AutoStart      bool       `json:"auto_start,omitempty"`      // check-in and start happen by themselves at StartAt
	TimeZone       string     `json:"time_zone,omitempty"`       // IANA name, for deadlines in days
	TOChannel      string     `json:"to_channel,omitempty"`      // where disputes and warnings go; empty = the event's channel
	Options        []Option   `json:"options,omitempty"`         // switches of the ruleset, e.g. game_type
}

// Option is one switch of a ruleset.
type Option struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Limits of settings. MaxPlayers is what the engine is measured for; MaxThreads
// and MaxCards are what Discord takes at its rate of about five posts per five
// seconds and channel.
const (
	MaxPlayers  = 4096
	MaxThreads  = 50
	MaxCards    = 24
	MaxRounds   = 63
	MaxNameLen  = 80
	MaxPersonal = 32 // runes of a player's name
)

// DefaultSettings are what `/tournament create` starts from.
func DefaultSettings(name string) Settings {
	return Settings{
		Name: name, Format: FormatSwiss, Cut: Cut{Kind: CutAuto}, Decks: DecksNone, DecksShown: DecksAtEnd,
		ConfirmMinutes: 10, LateUntil: 2, TimeZone: "UTC",
	}
}

// Validate returns the first thing that is wrong, as a sentence for the
// organiser.
func (s Settings) Validate() error {
	for _, check := range []func() error{
		s.validateEvent, s.validateDecks, s.validateTimes, s.validateShape, s.Cut.validate,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// validateEvent checks what the event is called, and who and how many play.
func (s Settings) validateEvent() error {
	switch {
	case strings.TrimSpace(s.Name) == "":
		return RefuseText(BadInput, "An event needs a name.")
	case utf8.RuneCountInString(s.Name) > MaxNameLen:
		return RefuseText(BadInput, "The name of the event is longer than %d characters; choose a shorter one.", MaxNameLen)
	case s.Capacity < 0 || s.Capacity > MaxPlayers:
		return RefuseText(BadInput, "The capacity is 2 to %d players (0 = no limit), not %d.", MaxPlayers, s.Capacity)
	case s.Capacity == 1:
		return RefuseText(BadInput, "An event needs room for at least two players.")
	case utf8.RuneCountInString(s.Prizes) > 500:
		return RefuseText(BadInput, "The text about prizes is longer than 500 characters; choose a shorter one.")
	case len(s.Divisions) > 10:
		return RefuseText(BadInput, "An event has at most 10 divisions, not %d.", len(s.Divisions))
	}
	for i, d := range s.Divisions {
		if strings.TrimSpace(d) == "" || utf8.RuneCountInString(d) > 30 || slices.Contains(s.Divisions[:i], d) {
			return RefuseText(BadInput, "Divisions need different names of 1 to 30 characters; %q is not one.", d)
		}
	}
	return nil
}

// validateDecks checks who hands in a deck and who sees it.
func (s Settings) validateDecks() error {
	switch {
	case !slices.Contains([]DeckPolicy{DecksNone, DecksOptional, DecksRequired}, s.Decks):
		return RefuseText(BadInput, "Decks are none, optional or required, not %q.", s.Decks)
	case !slices.Contains([]DeckView{DecksPrivate, DecksPublic, DecksAtEnd}, s.DecksShown):
		return RefuseText(BadInput, "Decks are shown private, public or at_end, not %q.", s.DecksShown)
	}
	return nil
}

// validateTimes checks the clocks, the deadlines and the time zone.
func (s Settings) validateTimes() error {
	switch {
	case s.CheckInMinutes < 0 || s.CheckInMinutes > 24*60:
		return RefuseText(BadInput, "Check-in lasts 1 to 1440 minutes (0 = none), not %d.", s.CheckInMinutes)
	case s.ConfirmMinutes < 0 || s.ConfirmMinutes > 7*24*60:
		return RefuseText(BadInput, "Silence confirms a report after 1 to 10080 minutes (0 = never), not %d.", s.ConfirmMinutes)
	case s.RoundMinutes < Untimed || s.RoundMinutes > 24*60 || s.CutMinutes < Untimed || s.CutMinutes > 24*60:
		return RefuseText(BadInput, "A round lasts 1 to 1440 minutes (0 = as the ruleset says, -1 = untimed); use days for longer ones.")
	case s.RoundDays < 0 || s.RoundDays > 60:
		return RefuseText(BadInput, "A correspondence round lasts 1 to 60 days, not %d.", s.RoundDays)
	case s.LateUntil < 0 || s.LateUntil > MaxRounds:
		return RefuseText(BadInput, "Late entry is possible up to a round from 0 (none) to %d, not %d.", MaxRounds, s.LateUntil)
	case s.AutoStart && s.StartAt == 0:
		return RefuseText(BadInput, "To start by itself the event needs a starting time.")
	case s.BreakMinutes < 0 || s.BreakMinutes > 24*60:
		return RefuseText(BadInput, "The break before a round that follows by itself lasts 1 to 1440 minutes (0 = none), not %d.", s.BreakMinutes)
	}
	for _, h := range s.ReminderHours {
		if h < 1 || h > 24*60 {
			return RefuseText(BadInput, "A reminder comes 1 to 1440 hours before the deadline, not %d.", h)
		}
	}
	_, err := ParseZone(s.TimeZone)
	return err
}

// validateShape checks what is played, apart from the cut.
func (s Settings) validateShape() error {
	switch {
	case !slices.Contains(Formats(), s.Format):
		return RefuseText(BadInput, "%q is no format; choose swiss, single, double, round_robin, draft or scramble.", s.Format)
	case s.Rounds < 0 || s.Rounds > MaxRounds:
		return RefuseText(BadInput, "An event has 1 to %d Swiss rounds (0 = by attendance), not %d.", MaxRounds, s.Rounds)
	case !slices.Contains([]Tree{"", BracketFixed, BracketReseed, BracketPlacement, BracketDouble}, s.Bracket):
		return RefuseText(BadInput, "A bracket is fixed, reseed, placement or double, not %q.", s.Bracket)
	case s.Groups < 0 || s.Groups > MaxGroups:
		return RefuseText(BadInput, "A round robin has 1 to %d groups, not %d.", MaxGroups, s.Groups)
	case s.Groups > 1 && s.Format != FormatRoundRobin:
		return RefuseText(BadInput, "Groups are drawn for a round robin, not for %s; set groups to one.", s.Format)
	case s.Groups > 1 && len(s.Divisions) > 1:
		return RefuseText(BadInput, "Groups are drawn from the whole field; take the divisions out, or set groups to one.")
	}
	if err := s.DayTwo.validate(s.Format); err != nil {
		return err
	}
	return s.Cut.validateLock(s.Format)
}

func (c Cut) validate() error {
	switch c.Kind {
	case CutAuto, CutNone:
		if m := c.Max; m != 0 && (m < 2 || m > 256) {
			return RefuseText(BadInput, "A cut by attendance is limited to 2 up to 256 players, not %d.", m)
		}
	case CutTop, CutEqual:
		if c == (Cut{Kind: CutEqual}) {
			break
		}
		if c.N < 2 || c.N > 256 {
			return RefuseText(BadInput, "A cut is to 2 up to 256 players, not %d.", c.N)
		}
		if c.Max != 0 && c.Max < c.N {
			return RefuseText(BadInput, "The most players of the cut (%d) are fewer than the cut itself (%d).", c.Max, c.N)
		}
	case CutPoints:
		if c.N < 1 || c.N > 1000 {
			return RefuseText(BadInput, "A cut by points needs 1 to 1000 points, not %d.", c.N)
		}
		if l := c.Least; l != 0 && (l < 2 || l > 256) {
			return RefuseText(BadInput, "A cut by points takes at least 2 up to 256 players, not %d.", l)
		}
	default:
		return RefuseText(BadInput, "%q is no kind of cut; choose auto, none, top, points or equal.", c.Kind)
	}
	return nil
}

// ParseZone returns the time zone with an IANA name; UTC where the name is
// empty. "Local" is refused: it would be the zone of whatever machine the bot
// runs on.
func ParseZone(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		if utf8.RuneCountInString(name) > 40 {
			name = string([]rune(name)[:40]) + "…"
		}
		return nil, RefuseText(BadInput, "%q is no time zone; use a name such as Europe/Berlin.", name)
	}
	return zone, nil
}

// Location returns the time zone of the event's deadlines; UTC where none or an
// unknown one is set.
func (s Settings) Location() *time.Location {
	if zone, err := ParseZone(s.TimeZone); err == nil {
		return zone
	}
	return time.UTC
}

// fit returns the settings with the one format that the ruleset leaves, or why
// the format cannot be played with it. Formats that a game's documents do not
// list, but that two players at a table can play, are allowed: unsanctioned
// events exist (PKM-02).
func (s Settings) fit(rs *rules.Ruleset) (Settings, error) {
	switch {
	case rs.Tables != nil && s.Format == FormatSwiss:
		s.Format = FormatScramble
	case rs.Tables != nil && s.Format != FormatScramble:
		return s, RefuseText(BadInput, "%s is played as a scramble, not as %s.", rs.Name, s.Format)
	case rs.Tables == nil && s.Format == FormatScramble:
		return s, RefuseText(BadInput, "Only mahjong is played as a scramble; %s is played as %s.", rs.Name, strings.Join(rs.Formats, ", "))
	case rs.Seats.Max > 2 && s.Format == FormatDraft, rs.Seats.Max > 2 && !slices.Contains(rs.Formats, string(s.Format)):
		return s, RefuseText(BadInput, "%s is played as %s, not as %s.", rs.Name, strings.Join(rs.Formats, " or "), s.Format)
	}
	return s, nil
}
