package tournament

import (
	"slices"
	"time"

	"topcut/tournament/notice"
	"topcut/tournament/pods"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// DraftState is a booster draft before its rounds (docs/rules/magic.md#mtg-09 to MTG-17).
type DraftState struct {
	Seed    string
	Attempt int
	Pods    [][]int // players of each pod in the order of the seats, seat 1 first
	Pack    int     // pack being drafted; 0 = none yet
	PackAt  time.Time
}

// BuildState is the time for building decks, of a draft or a sealed event.
type BuildState struct {
	StartedAt time.Time
	Deadline  time.Time // zero = unlimited
	Reminded  bool
	Over      bool
}

// BuildReminder is how long before the end of deck building players are reminded to add
// their lands (docs/rules/magic.md#mtg-14).
const BuildReminder = 5 * time.Minute

// DraftSeated records the seats of a draft. It may be repeated until the first pack is
// opened.
type DraftSeated struct {
	Seed    string  `json:"seed"` // hex
	Attempt int     `json:"attempt"`
	Pods    [][]int `json:"pods"`
}

func (ev *DraftSeated) apply(s *State, _ *Envelope) error {
	switch {
	case s.Phase != Running || !s.Drafts():
		return Refuse(WrongPhase, "draft.when")
	case len(s.Rounds) > 0 || s.Preview != nil || s.Draft != nil && s.Draft.Pack > 0:
		return Refuse(WrongPhase, "draft.begun")
	}
	for pod, seats := range ev.Pods {
		for seat, n := range seats {
			if !s.Taking(n) {
				return Refuse(Conflict, "player.no_such", "player", n)
			}
			s.Players.At(n).Flight, s.Players.At(n).Seat = int16(pod), int32(seat+1)
		}
	}
	s.Draft, s.Held = &DraftState{Seed: ev.Seed, Attempt: ev.Attempt, Pods: ev.Pods}, notice.Notice{}
	return nil
}

// PackOpened begins the draft of a pack.
type PackOpened struct {
	Pack int  `json:"pack"`
	Left bool `json:"left"` // cards are passed to the left
}

func (ev *PackOpened) apply(s *State, e *Envelope) error {
	switch {
	case s.Draft == nil:
		return Refuse(WrongPhase, "draft.no_seats")
	case s.Build != nil || len(s.Rounds) > 0:
		return Refuse(WrongPhase, "draft.over")
	case ev.Pack != s.Draft.Pack+1:
		return Refuse(WrongPhase, "draft.next_pack", "pack", s.Draft.Pack+1)
	}
	next := *s.Draft
	next.Pack, next.PackAt = ev.Pack, e.Time
	s.Draft = &next
	return nil
}

// DeckBuilding starts the clock for building decks.
type DeckBuilding struct {
	Deadline time.Time `json:"deadline,omitzero"` // zero = unlimited
}

func (ev *DeckBuilding) apply(s *State, e *Envelope) error {
	if s.Phase != Running || len(s.Rounds) > 0 || s.Drafts() && s.Draft == nil {
		return Refuse(WrongPhase, "build.when")
	}
	s.Build = &BuildState{StartedAt: e.Time, Deadline: ev.Deadline}
	return nil
}

// BuildReminded is the reminder before the end of deck building.
type BuildReminded struct{}

func (*BuildReminded) apply(s *State, _ *Envelope) error {
	if s.Build == nil || s.Build.Reminded || s.Build.Over {
		return Refuse(WrongPhase, "build.no_reminder")
	}
	next := *s.Build
	next.Reminded = true
	s.Build = &next
	return nil
}

// BuildEnded is the end of the time for building decks.
type BuildEnded struct{}

func (*BuildEnded) apply(s *State, _ *Envelope) error {
	if s.Build == nil || s.Build.Over {
		return Refuse(WrongPhase, "build.not_running")
	}
	next := *s.Build
	next.Over = true
	s.Build = &next
	return nil
}

func (s *State) buildDeadlines(add func(time.Time, Due)) {
	b := s.Build
	if b == nil || b.Over || b.Deadline.IsZero() || len(s.Rounds) > 0 {
		return
	}
	if at := b.Deadline.Add(-BuildReminder); !b.Reminded && at.After(b.StartedAt) {
		add(at, Due{Kind: DueBuildWarning})
	}
	add(b.Deadline, Due{Kind: DueBuildEnd})
}

// Drafts reports whether boosters are drafted before the first stage.
func (s *State) Drafts() bool { return s.Settings.Stages.Prepares(stage.Draft) }

// CardsKnown reports whether players have the cards for their decks: drafted or sealed,
// once deck building has begun.
func (s *State) CardsKnown() bool {
	return len(s.Settings.Stages.Prepare) == 0 || s.Build != nil || len(s.Rounds) > 0
}

// draftSizes returns the sizes of the pods of a draft.
func draftSizes(field int) ([]int, error) {
	sizes, err := pods.DraftSizes(field)
	if err != nil {
		return nil, RefuseAs(WrongPhase, err)
	}
	return sizes, nil
}

// draftRounds returns the number of rounds of a draft: as many as its largest pod
// needs, or the whole field if the pods play each other.
func (s *State) draftRounds(field int) (int, error) {
	sizes, err := draftSizes(field)
	if err != nil {
		return 0, err
	}
	if s.Settings.Stages.First().Across {
		return rules.CeilLog2(field), nil
	}
	return rules.CeilLog2(slices.Max(sizes)), nil
}
