package tournament

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"topcut/tournament/journal"
)

// Envelope is one line of the log of a tournament.
type Envelope = journal.Envelope[Event]

// Event is a fact in the log. The set of types is closed; kinds lists it.
type Event interface {
	// apply changes s by the event, or returns an error if the event cannot follow on
	// s. On a stored log it never fails; undo uses the error to find a later event that
	// would no longer hold.
	apply(s *State, e *Envelope) error
}

// pointer is a pointer to the event type E.
type pointer[E any] interface {
	*E
	Event
}

// kind returns the kind with the given name of events of type E.
func kind[E any, P pointer[E]](name string) journal.Kind[Event] {
	return journal.KindOf(name, func() (P, Event) { p := P(new(E)); return p, p })
}

// kinds is the set of all kinds of events.
var kinds = journal.NewKinds(
	kind[Created]("created"),
	kind[SettingsChanged]("settings_changed"),
	kind[StaffChanged]("staff_changed"),
	kind[ChannelMoved]("channel_moved"),
	kind[Opened]("opened"),
	kind[RegistrationClosed]("registration_closed"),
	kind[CheckInStarted]("check_in_started"),
	kind[CheckInEnded]("check_in_ended"),
	kind[Reminded]("reminded"),
	kind[MissingReminded]("missing_reminded"),
	kind[PlayersGone]("players_gone"),
	kind[DutyChanged]("duty_changed"),
	kind[Interrupted]("interrupted"),
	kind[MixAsked]("mix_asked"),
	kind[DrawMixed]("draw_mixed"),
	kind[EventStarted]("started"),
	kind[StageBegan]("stage_began"),
	kind[AdvanceHeld]("advance_held"),
	kind[EventFinished]("finished"),
	kind[PlacesCorrected]("places_corrected"),
	kind[BracketReopened]("bracket_reopened"),
	kind[SeedRevealed]("seed_revealed"),
	kind[SeedRenewed]("seed_renewed"),
	kind[EventCancelled]("cancelled"),
	kind[Announced]("announced"),
	kind[PageOpened]("page_opened"),
	kind[PageClosed]("page_closed"),
	kind[LeagueEntered]("league_entered"),
	kind[LeagueHeard]("league_heard"),
	kind[EntryClosed]("entry_closed"),
	kind[EntryOpened]("entry_opened"),
	kind[PersonListed]("person_listed"),
	kind[Retracted]("retracted"),
	kind[ClocksHeld]("clocks_held"),
	kind[PlayerRegistered]("registered"),
	kind[PlayerLeft]("left"),
	kind[PlayerPromoted]("promoted"),
	kind[SeatClaimed]("seat_claimed"),
	kind[PlayerCheckedIn]("checked_in"),
	kind[DeckSubmitted]("deck_submitted"),
	kind[PlayerDropped]("dropped"),
	kind[PlayerReinstated]("reinstated"),
	kind[PlayerDisqualified]("disqualified"),
	kind[PlayerChanged]("player_changed"),
	kind[PlayerPenalised]("penalised"),
	kind[PlayerNoted]("noted"),
	kind[RoundPaired]("round_paired"),
	kind[RoundRepaired]("round_repaired"),
	kind[RoundPublished]("round_published"),
	kind[RoundStarted]("round_started"),
	kind[RoundClosed]("round_closed"),
	kind[ClockPaused]("clock_paused"),
	kind[ClockResumed]("clock_resumed"),
	kind[ClockExtended]("clock_extended"),
	kind[ClockReminded]("clock_reminded"),
	kind[TimeCalled]("time_called"),
	kind[ResultReported]("result_reported"),
	kind[ResultConfirmed]("result_confirmed"),
	kind[ResultDisputed]("result_disputed"),
	kind[ResultCorrected]("result_corrected"),
	kind[JudgeCalled]("judge_called"),
	kind[TableTaken]("table_taken"),
	kind[ScheduleDrawn]("schedule_drawn"),
	kind[TieShared]("tie_shared"),
	kind[DraftSeated]("draft_seated"),
	kind[PackOpened]("pack_opened"),
	kind[DeckBuilding]("deck_building"),
	kind[BuildReminded]("build_reminded"),
	kind[BuildEnded]("build_ended"),
	kind[GroupsDrawn]("groups_drawn"),
	kind[CutLocked]("cut_locked"),
	kind[StandInSeated]("stand_in_seated"),
	kind[TimesProposed]("times_proposed"),
	kind[TimeAgreed]("time_agreed"),
	kind[PlayerPresent]("player_present"),
	kind[ForfeitClaimed]("forfeit_claimed"),
	kind[ClaimObjected]("claim_objected"),
	kind[ClaimWithdrawn]("claim_withdrawn"),
	kind[PlayerAbsent]("player_absent"),
	kind[AbsenceAsked]("absence_asked"),
	kind[PlayerAway]("player_away"),
	kind[PlayerSitsOut]("player_sits_out"),
	kind[ZoneSet]("zone_set"),
	kind[HoursSet]("hours_set"),
	kind[RemindersChosen]("reminders_chosen"),
	kind[FixtureExtended]("fixture_extended"),
	kind[FixtureReminded]("fixture_reminded"),
	kind[FixtureOverdue]("fixture_overdue"),
	kind[FixtureVoided]("fixture_voided"),
	kind[SeatTaken]("seat_taken"),
	kind[MemberAsked]("member_asked"),
	kind[MemberAnswered]("member_answered"),
	kind[CrewChanged]("crew_changed"),
	kind[LineUpGiven]("line_up_given"),
	kind[LineUpsShown]("line_ups_shown"),
	kind[MemberSubstituted]("member_substituted"),
	kind[BenchChanged]("bench_changed"),
	kind[SubstituteAsked]("substitute_asked"),
	kind[SubstituteAnswered]("substitute_answered"),
	kind[ScriptBegun]("script_begun"),
	kind[ItemPicked]("item_picked"),
	kind[ItemDrawn]("item_drawn"),
	kind[StepPassed]("step_passed"),
	kind[GameReported]("game_reported"),
	kind[GameWithdrawn]("game_withdrawn"),
)

// ReadLog reads the log of an export.
func ReadLog(id ID, data json.RawMessage) ([]Envelope, error) { return kinds.Read(id, data) }

// Aggregate implements journal.Domain for tournaments.
type Aggregate struct{}

func (Aggregate) Kinds() *journal.Kinds[Event]  { return kinds }
func (Aggregate) Empty(id ID) *State            { return &State{ID: id} }
func (Aggregate) Clone(s *State) *State         { return s.Clone() }
func (Aggregate) ID(s *State) ID                { return s.ID }
func (Aggregate) Last(s *State) int64           { return s.Seq }
func (Aggregate) Over(s *State) bool            { return s.Phase >= Finished }
func (Aggregate) Deadlines(s *State) []Deadline { return Deadlines(s) }
func (Aggregate) Read(s *Snapshot) ReadRows     { return readRows(s) }

func (Aggregate) Traces(log []Envelope, book *Book, user string) (people, texts []int) {
	return traces(log, book, user)
}

func (Aggregate) Folded(s *State, seq int64, at time.Time) { s.Seq, s.At = seq, at }

// Skipped keeps when the event was first over, although an undo has taken that back.
func (Aggregate) Skipped(s *State, e *Envelope) {
	s.Seq = e.Seq
	if _, ok := e.Event.(*EventFinished); ok && s.FirstOver.IsZero() {
		s.FirstOver = e.Time
	}
}

func (Aggregate) Apply(s *State, e *Envelope) error {
	if len(s.Gone) > 0 && e.Actor != 0 {
		s.returned(e.Actor)
	}
	return e.Event.apply(s, e)
}

func (Aggregate) Creates(ev Event) bool {
	_, ok := ev.(*Created)
	return ok
}

// Retracts counts a renewed secret as part of the undo that caused it, since the old
// secret stays revealed. What a league has counted is not taken back either, nor who
// organises the event: an undo would bring back who was removed. What players said of
// themselves, their time zone, when they can play or are away and which rounds they sit out, is theirs
// to change.
func (Aggregate) Retracts(ev Event) []int64 {
	switch r := ev.(type) {
	case *Retracted:
		return r.Seqs
	case *SeedRenewed, *LeagueHeard, *StaffChanged, *ZoneSet, *HoursSet, *PlayerAway, *PlayerSitsOut:
		return []int64{}
	}
	return nil
}

func (Aggregate) Retraction(seqs []int64) Event { return &Retracted{Seqs: seqs} }

// PersonOf returns the person of player n, or 0 if there is none.
func (s *State) PersonOf(n int) int {
	if p := s.Player(n); p != nil {
		return p.Person
	}
	return 0
}

// Apply returns the state after e, which must follow on s.
func Apply(s *State, e *Envelope) (*State, error) { return journal.Apply(Aggregate{}, s, e) }

func applyTo(s *State, e *Envelope) error { return journal.ApplyTo(Aggregate{}, s, e) }

// Fold builds the state of a whole log; see journal.Fold.
func Fold(id ID, log []Envelope) (*State, error) { return journal.Fold(Aggregate{}, id, log) }

// FoldIf builds the state of the events of a log for which counts returns true, given the
// state before them. An event that a later one takes back never counts.
func FoldIf(id ID, log []Envelope, counts func(before *State, e *Envelope) bool) (*State, error) {
	gone := RetractedSeqs(log)
	s := &State{ID: id}
	for i := range log {
		e := &log[i]
		switch {
		case gone[e.Seq]:
			Aggregate{}.Skipped(s, e)
		case !counts(s, e):
			s.Seq = e.Seq
		default:
			if err := applyTo(s, e); err != nil {
				return nil, fmt.Errorf("event %d (%s): %w", e.Seq, e.Kind, err)
			}
		}
	}
	return s, nil
}

// Last returns the newest entry of a log with an event of type T for which is returns true,
// and that event; is may be nil. The entry is nil if there is none.
func Last[T Event](log []Envelope, is func(T) bool) (ev T, at *Envelope) {
	for i := range slices.Backward(log) {
		if found, ok := log[i].Event.(T); ok && (is == nil || is(found)) {
			return found, &log[i]
		}
	}
	return ev, nil
}

// RetractedSeqs returns the events of a log that a later one takes back.
func RetractedSeqs(log []Envelope) map[int64]bool { return journal.Retracted(Aggregate{}, log) }

// Retractable returns the entries of a log that an undo of batch first takes back, with
// everything later if later is true.
func Retractable(log []Envelope, first int64, later bool) []int64 {
	return journal.Retractable(Aggregate{}, log, first, later)
}

// LastBatch returns the last command that an organiser would want to take back, or 0:
// no undo, call for a judge or reminder of the clock.
func LastBatch(log []Envelope) int64 {
	return journal.LastBatch(Aggregate{}, log, func(ev Event) bool {
		switch ev.(type) {
		case *ClockReminded, *TimeCalled, *BuildReminded, *BuildEnded, *JudgeCalled, *TableTaken, *Reminded, *MissingReminded, *PlayersGone, *DutyChanged, *RemindersChosen, *Interrupted, *AdvanceHeld, *AbsenceAsked, *PlayerAbsent, *FixtureReminded, *FixtureOverdue, *PlayerNoted, *Announced:
			return true
		}
		return false
	})
}
