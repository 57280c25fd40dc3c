package command

import (
	"topcut/tournament"
	"topcut/tournament/jointseed"
	"topcut/tournament/names"
	"topcut/tournament/random"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// Script makes the log of an event that has been played elsewhere. It is how formats
// (tournament/handover) make events, which this package does not know: a format emits
// events in order and looks at the state between. Every event is checked as those of a
// command are, and the log that results is an ordinary one.
//
// Some methods return what the event would do by itself: its plan, the next stage, the
// cut. A format changes that to what was done elsewhere, and emits it.
type Script struct{ d *decision }

// Scripted returns the command that carries out a script. All its events are stored, or
// none if play returns an error.
func Scripted(play func(*Script) error) Command { return scripted(play) }

type scripted func(*Script) error

func (c scripted) decide(d *decision) error {
	return d.anyway(func() error { return c(&Script{d}) })
}

// State returns the event as it is after all events emitted so far. It must not be
// changed.
func (s *Script) State() *tournament.State { return s.d.after }

// Emit emits events in order, up to the first that is refused.
func (s *Script) Emit(events ...tournament.Event) error {
	for _, ev := range events {
		if err := s.d.emit(ev); err != nil {
			return err
		}
	}
	return nil
}

// Create creates the event and opens its registration. The options of the settings are
// applied to the ruleset.
func (s *Script) Create(guild, channel string, settings tournament.Settings, rs *rules.Ruleset) error {
	if err := settings.Validate(); err != nil {
		return err
	}
	if err := s.d.create(guild, channel, settings, rs); err != nil {
		return err
	}
	return s.Emit(&tournament.Opened{})
}

// Guest adds a person without an account and returns their number. The name is cleaned,
// and cut if it is too long.
func (s *Script) Guest(name string) (person int) {
	return s.d.book.addPerson("", names.Cut(names.Clean(name), tournament.MaxPersonal))
}

// Tag returns the number of a tag, which is added if it is new. A word that is too long
// is cut.
func (s *Script) Tag(word string) (int, error) {
	return s.d.tag(names.Cut(names.Clean(word), MaxTag))
}

// Answer returns the number of a guest's answer to the question of the event, or 0 if the
// event asks none or there is nothing to see. One that is too long is cut.
func (s *Script) Answer(guest int, typed string) (int, error) {
	text := names.Cut(names.Clean(typed), tournament.MaxAnswer)
	if text == "" || s.d.after.Settings.Question == "" {
		return 0, nil
	}
	return s.d.answer(0, guest, text)
}

// Plan returns the stages as they would be announced now, if the absent players do not
// start.
func (s *Script) Plan(absent []int) ([]tournament.Planned, error) {
	return s.d.after.PlanWithout(absent)
}

// NextStage returns the beginning of the next planned stage, if it is one of rounds.
func (s *Script) NextStage() (*tournament.StageBegan, error) { return s.d.after.NextBeginning() }

// Cut returns the beginning of the elimination behind rounds, with the best players. Size
// 0 means as announced.
func (s *Script) Cut(size int) (*tournament.StageBegan, error) { return s.d.after.Qualifiers(size) }

// Tree returns the kind of elimination that the event has if kind was chosen, by the
// numbers of players and brackets.
func (s *Script) Tree(kind stage.Kind, players, brackets int) stage.Kind {
	return s.d.after.TreeFor(kind, players, brackets)
}

// Draw draws what the first stage, which has begun, needs before its first round: groups
// or a schedule. If that is refused nothing is drawn.
func (s *Script) Draw() error { return s.d.attempt((*decision).drawFirst) }

// Lock updates the players who are locked into the cut. It is due when a round has been
// closed.
func (s *Script) Lock() error { return s.d.lockIn() }

// Random returns random numbers for a purpose, which follow from the seed of the event.
func (s *Script) Random(purpose string) *random.Source {
	return random.New(jointseed.Round(s.d.joint(), 0, 0), purpose)
}
