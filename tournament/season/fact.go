package season

import (
	"crypto/sha256"
	"encoding/hex"
	"reflect"

	"topcut/tournament/numbered"

	"topcut/tournament/fraction"
	"topcut/tournament/journal"
	"topcut/tournament/notice"
)

// Fact is an event of the log of a season. The set is closed: kinds lists it.
type Fact interface {
	// apply changes s, or returns an error if the fact cannot follow on it.
	apply(s *State, e *Envelope) error
}

// pointer is a pointer to the fact type F.
type pointer[F any] interface {
	*F
	Fact
}

func kind[F any, P pointer[F]](name string) journal.Kind[Fact] {
	return journal.KindOf(name, func() (P, Fact) { p := P(new(F)); return p, p })
}

// kinds is the set of all kinds of facts.
var kinds = journal.NewKinds(
	kind[Created]("created"),
	kind[SettingsChanged]("settings_changed"),
	kind[MemberJoined]("joined"),
	kind[MemberLeft]("left"),
	kind[MembersMerged]("merged"),
	kind[EventCounted]("event_counted"),
	kind[EventCorrected]("event_corrected"),
	kind[EventRemoved]("event_removed"),
	kind[FinalDecided]("final_decided"),
	kind[Adjusted]("adjusted"),
	kind[Rated]("rated"),
	kind[Closed]("closed"),
	kind[Reopened]("reopened"),
	kind[Scheduled]("scheduled"),
	kind[Ended]("ended"),
	kind[CorrectionHeld]("correction_held"),
	kind[CorrectionLeft]("correction_left"),
	kind[PageOpened]("page_opened"),
	kind[PageClosed]("page_closed"),
	kind[Divided]("divided"),
	kind[DivisionsBegun]("divisions_begun"),
	kind[MembersSeated]("members_seated"),
	kind[Transferred]("transferred"),
	kind[Paused]("paused"),
	kind[SignupOpened]("signup_opened"),
	kind[SignupAnswered]("signup_answered"),
	kind[Retracted]("retracted"),
)

// Created begins a season.
type Created struct {
	Guild      string   `json:"guild"`      // Discord server; empty in an export
	Settings   Settings `json:"settings"`   // name and rules
	Commitment string   `json:"commitment"` // SHA-256 of the bot's part of the seed

	Previous journal.ID `json:"previous,omitempty"` // number of the season that this one continues
}

func (f *Created) apply(s *State, e *Envelope) error {
	s.Guild, s.Settings, s.Commitment, s.Creator = f.Guild, f.Settings, f.Commitment, e.Actor
	s.Previous = f.Previous
	return f.Settings.Rules.Check()
}

// SettingsChanged replaces name and rules. Every result is counted again by the new
// rules.
type SettingsChanged struct {
	Settings Settings `json:"settings"` // complete settings from now on
}

func (f *SettingsChanged) apply(s *State, _ *Envelope) error {
	if err := s.open(); err != nil && !s.Settings.butFirstDay(f.Settings) {
		return err
	}
	s.Settings = f.Settings
	return f.Settings.Rules.Check()
}

// butFirstDay reports whether settings differ in no more than the first day of the series,
// which is that of the next season once this one is closed.
func (s Settings) butFirstDay(o Settings) bool {
	if s.Series == nil || o.Series == nil {
		return false
	}
	series := *o.Series
	series.Event.StartAt = s.Series.Event.StartAt
	o.Series = &series
	return reflect.DeepEqual(s, o)
}

// open returns a refusal if the season is closed.
func (s *State) open() error {
	if s.Closed != nil {
		return journal.Refuse(journal.WrongPhase, "season.closed")
	}
	return nil
}

// MemberJoined gives a person a member number, or brings a member back who had left.
// Numbers may have gaps after an undo.
type MemberJoined struct {
	Member int `json:"member"` // number from 1
	Person int `json:"person"` // of the book
}

func (f *MemberJoined) apply(s *State, e *Envelope) error {
	if f.Member < 1 || f.Member > MaxMembers {
		return journal.Refuse(journal.BadInput, "season.members_many", "most", MaxMembers)
	}
	for len(s.Members) < f.Member {
		s.Members = append(s.Members, Member{})
	}
	m := s.Members.At(f.Member)
	if back := m.Person == f.Person && m.Left; !back && (m.Person != 0 || s.PlayerOf(f.Person) != 0) {
		return journal.Refuse(journal.Conflict, "season.member_already")
	}
	m.Person, m.Left = f.Person, false
	if s.Closed == nil { // once closed, the input of the lots is fixed
		digest := sha256.Sum256([]byte(s.Joins + "\n" + e.Cause))
		s.Joins = hex.EncodeToString(digest[:])
	}
	return nil
}

// MemberLeft takes a member out of future events. Results stay.
type MemberLeft struct {
	Member int `json:"member"` // number
}

func (f *MemberLeft) apply(s *State, e *Envelope) error {
	if err := s.open(); err != nil {
		return err
	}
	if err := s.member(f.Member); err != nil {
		return err
	}
	s.Members.At(f.Member).Left = true
	s.seat(f.Member, e.Time)
	return nil
}

// member returns a refusal if no member has number n.
func (s *State) member(n int) error {
	if numbered.Get(s.Members, n).Person == 0 {
		return journal.Refuse(journal.NotFound, "season.no_member", "n", n)
	}
	return nil
}

// MembersMerged merges two members into one, after a guest was found to be a known
// person.
type MembersMerged struct {
	From int `json:"from"` // whose results move
	Into int `json:"into"` // who keeps number, name and account
}

func (f *MembersMerged) apply(s *State, _ *Envelope) error {
	if err := s.open(); err != nil {
		return err
	}
	for _, n := range []int{f.From, f.Into} {
		if err := s.member(n); err != nil {
			return err
		}
	}
	from, into := s.now(f.From), s.now(f.Into)
	if from == into {
		return journal.Refuse(journal.NoChange, "season.same_member", "player", notice.Player(into))
	}
	s.Members.At(from).Into = into
	if m := s.Members.At(into); m.Division == 0 {
		m.Division, m.Away = s.Members.At(from).Division, s.Members.At(from).Away
	}
	return s.once()
}

// once returns a refusal if a member has two results in an event, or plays against
// themselves.
func (s *State) once() error {
	for i := range s.Events {
		if s.Events[i].Removed {
			continue
		}
		if err := s.distinct(i+1, &s.Events[i].Leg); err != nil {
			return err
		}
	}
	return nil
}

func (s *State) distinct(number int, e *Leg) error {
	seen := make(map[int]bool, len(e.Results))
	for i := range e.Results {
		m := s.now(e.Results[i].Member)
		if seen[m] {
			return journal.Refuse(journal.Conflict, "season.both_played", "player", notice.Player(m), "event", number)
		}
		seen[m] = true
	}
	for _, m := range e.Meetings {
		if s.now(m.A) == s.now(m.B) {
			return journal.Refuse(journal.Conflict, "season.both_played", "player", notice.Player(s.now(m.A)), "event", number)
		}
	}
	return nil
}

// fits returns a refusal for results of unknown members or with impossible places.
func (s *State) fits(number int, e *Leg) error {
	if e.Weight.Sign() < 0 {
		return journal.Refuse(journal.BadInput, "season.weight")
	}
	for i := range e.Results {
		r := &e.Results[i]
		if err := s.member(r.Member); err != nil {
			return err
		}
		if r.Place < 0 || r.Place > MaxMembers || min(r.Won, r.Lost, r.Drawn, r.Byes, r.Rounds) < 0 || r.Byes > r.Won {
			return journal.Refuse(journal.BadInput, "season.bad_result", "player", notice.Player(r.Member))
		}
	}
	for _, m := range e.Meetings {
		for _, n := range []int{m.A, m.B} {
			if err := s.member(n); err != nil {
				return err
			}
		}
		if m.Winner != 0 && m.Winner != m.A && m.Winner != m.B {
			return journal.Refuse(journal.BadInput, "season.bad_result", "player", notice.Player(m.A))
		}
	}
	return s.distinct(number, e)
}

// EventCounted counts an event, after those counted before.
type EventCounted struct {
	Log   journal.ID `json:"event"`  // number of the event
	Event Leg        `json:"counts"` // weight, results and matches
}

func (f *EventCounted) apply(s *State, _ *Envelope) error {
	if err := s.open(); err != nil {
		return err
	}
	if n := s.EventOf(f.Log); n > 0 {
		return journal.Refuse(journal.Conflict, "season.event_counts", "event", n)
	}
	if len(s.Events) >= MaxEvents {
		return journal.Refuse(journal.BadInput, "season.events_many", "most", MaxEvents)
	}
	s.Events = append(s.Events, Counted{Log: f.Log, Leg: f.Event})
	return s.fits(len(s.Events), &f.Event)
}

// EventCorrected replaces what was counted of an event. One that was removed counts
// again, in its old place. A closed season stays open until it is closed again.
type EventCorrected struct {
	Log   journal.ID `json:"event"`  // number of the event
	Event Leg        `json:"counts"` // complete, as it counts from now on
}

func (f *EventCorrected) apply(s *State, _ *Envelope) error {
	n := s.placeOf(f.Log)
	if n == 0 {
		return journal.Refuse(journal.NotFound, "season.no_event")
	}
	s.Closed, s.Held = nil, s.without(f.Log)
	s.Events.At(n).Leg, s.Events.At(n).Removed = f.Event, false
	return s.fits(n, &f.Event)
}

// EventRemoved stops counting an event.
type EventRemoved struct {
	Log journal.ID `json:"event"` // number of the event
}

func (f *EventRemoved) apply(s *State, _ *Envelope) error {
	if err := s.open(); err != nil {
		return err
	}
	n := s.EventOf(f.Log)
	if n == 0 {
		return journal.Refuse(journal.NotFound, "season.no_event")
	}
	s.Events.At(n).Removed = true
	return nil
}

// FinalDecided names who won the final of the season. It changes no table, so it may come
// after the season was closed.
type FinalDecided struct {
	Log       journal.ID `json:"event"`               // number of the event
	Champions []int      `json:"champions,omitempty"` // members with place 1; empty = the end of the final was taken back
}

func (f *FinalDecided) apply(s *State, _ *Envelope) error {
	for _, m := range f.Champions {
		if err := s.member(m); err != nil {
			return err
		}
	}
	s.Final = Final{Log: f.Log, Champions: f.Champions}
	return nil
}

// Adjusted changes a total, with a public reason.
type Adjusted struct {
	Member int               `json:"member"` // number
	Points fraction.Fraction `json:"points"` // added to the total; below 0 taken off
	Reason int               `json:"reason"` // text of the book
}

func (f *Adjusted) apply(s *State, _ *Envelope) error {
	if err := s.open(); err != nil {
		return err
	}
	if err := s.member(f.Member); err != nil {
		return err
	}
	s.Adjusted = append(s.Adjusted, Adjustment(*f))
	return nil
}

// Rated records the ratings of members when the season is closed, for ties by rating.
type Rated struct {
	Ratings []MemberRating `json:"ratings"`
}

// MemberRating is the rating of a member.
type MemberRating struct {
	Member int `json:"member"`
	Rating int `json:"rating"` // rounded
}

func (f *Rated) apply(s *State, _ *Envelope) error {
	if err := s.open(); err != nil {
		return err
	}
	s.Ratings = make(map[int]int, len(f.Ratings))
	for _, r := range f.Ratings {
		if err := s.member(r.Member); err != nil {
			return err
		}
		s.Ratings[r.Member] = r.Rating
	}
	return nil
}

// tableFormula is the version of the computation and hash of tables. A change that
// gives other hashes increases it.
const tableFormula = formulaEvents

// formulaEvents is the first version in which a division that is one event has the order
// of this event, and the hash that of all tables.
const formulaEvents = 2

// Closed freezes the table. Facts that would change it cannot follow, unless the season
// is closed again.
type Closed struct {
	Secret  string `json:"secret,omitempty"` // the bot's part of the seed, hex, for ties by lot
	Formula int    `json:"formula"`          // how the hash was made
	Hash    string `json:"hash"`             // SHA-256 of the table
}

func (f *Closed) apply(s *State, _ *Envelope) error {
	if err := s.open(); err != nil {
		return err
	}
	if secret, err := hex.DecodeString(f.Secret); err != nil || len(secret) > 0 && commitment(secret) != s.Commitment {
		return journal.Refuse(journal.Corrupt, "season.secret")
	}
	s.Closed = f
	if f.Formula <= tableFormula && s.hash() != f.Hash {
		return journal.Refuse(journal.Conflict, "season.unlike")
	}
	return nil
}

// Reopened takes back that the season is closed: its table moves until it is closed again.
type Reopened struct{}

func (*Reopened) apply(s *State, _ *Envelope) error {
	if s.Closed == nil {
		return journal.Refuse(journal.WrongPhase, "season.not_closed")
	}
	s.Closed = nil
	return nil
}

// hash returns the hash of the tables of a closed season.
func (s *State) hash() string {
	tables := s.Tables()
	if s.Closed.Formula < formulaEvents {
		return s.Table().Hash()
	}
	if len(tables) == 1 {
		return tables[0].Hash()
	}
	h := sha256.New()
	for _, t := range tables {
		h.Write([]byte(t.Hash() + "\n"))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// seed returns the seed of lots: the bot's secret and the digest of all who joined.
func (f *Closed) seed(joins string) []byte {
	if f.Secret == "" {
		return nil
	}
	sum := sha256.Sum256([]byte("topcut-season-seed-1\n" + f.Secret + joins))
	return sum[:]
}

func commitment(secret []byte) string {
	sum := sha256.Sum256(secret)
	return hex.EncodeToString(sum[:])
}

// Retracted takes lines of the log back; they are left out when it is folded.
type Retracted struct {
	Seqs []int64 `json:"seqs"` // which
}

func (*Retracted) apply(*State, *Envelope) error { return nil }
