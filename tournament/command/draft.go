package command

import (
	"encoding/hex"
	"time"

	"topcut/tournament"
	"topcut/tournament/draw"
	"topcut/tournament/jointseed"
	"topcut/tournament/pods"
)

// maxPacks is the most packs of a draft.
const maxPacks = 9

// SeatDraft draws the pods and seats. Before the first pack it can be repeated, which
// draws anew.
type SeatDraft struct{}

func (*SeatDraft) decide(d *decision) error {
	attempt := 0
	if d.after.Draft != nil {
		attempt = d.after.Draft.Attempt + 1
	}
	seed := jointseed.Round(d.joint(), 0, attempt)
	seats, err := draw.Seats(d.after, seed)
	if err != nil {
		return err
	}
	return d.emit(&tournament.DraftSeated{Seed: hex.EncodeToString(seed[:]), Attempt: attempt, Pods: seats})
}

// OpenPack begins the next pack. First is set by the command that starts the draft,
// which is refused if a pack was opened before.
type OpenPack struct{ First bool }

func (c *OpenPack) decide(d *decision) error {
	s := d.after
	switch {
	case s.Draft == nil:
		return tournament.Refuse(tournament.WrongPhase, "draft.no_seats")
	case c.First && s.Draft.Pack > 0:
		return tournament.Refuse(tournament.NoChange, "draft.begun")
	case !c.First && s.Draft.Pack == 0:
		return tournament.Refuse(tournament.WrongPhase, "draft.not_begun")
	case s.Draft.Pack >= maxPacks:
		return tournament.Refuse(tournament.BadInput, "draft.packs", "n", maxPacks)
	}
	return d.emit(&tournament.PackOpened{Pack: s.Draft.Pack + 1, Left: pods.PassesLeft(s.Draft.Pack + 1)})
}

// BuildDecks starts deck building. Minutes 0 means the ruleset's time and Untimed no
// limit; otherwise it is 10 to 30 minutes after a draft, 20 to 50 in a sealed event
// (docs/rules/magic.md#mtg-04, MTG-13).
type BuildDecks struct{ Minutes int }

func (c *BuildDecks) decide(d *decision) error {
	s := d.after
	least, most, length := 20, 50, time.Duration(s.Rules.Clocks.DeckBuild)
	if s.Drafts() {
		least, most, length = 10, 30, time.Duration(s.Rules.Clocks.DraftBuild)
		if s.Draft == nil {
			return tournament.Refuse(tournament.WrongPhase, "draft.no_seats")
		}
	}
	switch {
	case c.Minutes == tournament.Untimed:
		length = 0
	case c.Minutes != 0 && (c.Minutes < least || c.Minutes > most):
		return tournament.Refuse(tournament.BadInput, "build.minutes", "least", least, "most", most, "minutes", c.Minutes)
	case c.Minutes != 0:
		length = time.Duration(c.Minutes) * time.Minute
	case length == 0:
		length = 30 * time.Minute
	}
	if s.Build != nil && !s.Build.Over && len(s.Rounds) == 0 {
		return tournament.Refuse(tournament.NoChange, "build.running")
	}
	ev := &tournament.DeckBuilding{}
	if length > 0 {
		ev.Deadline = d.now.Add(length)
	}
	return d.emit(ev)
}

// prepared returns a refusal that names the preparation missing before round 1
// (docs/rules/magic.md#mtg-01), or nil.
func prepared(s *tournament.State) error {
	switch {
	case len(s.Settings.Stages.Prepare) == 0 || len(s.Rounds) > 0:
		return nil
	case s.Drafts() && s.Draft == nil:
		return tournament.Refuse(tournament.WrongPhase, "draft.no_seats")
	case s.Build == nil:
		return tournament.Refuse(tournament.WrongPhase, "build.none")
	}
	return nil
}
