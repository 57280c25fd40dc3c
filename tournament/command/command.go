package command

import (
	"topcut/tournament"
)

// Command is a request of a person or of the clock. decide emits the events that carry
// it out, or returns a Refusal. The caller has checked the permission.
type Command interface {
	decide(d *decision) error
}

// notOver returns a refusal if the event is finished or cancelled.
func (d *decision) notOver() error { return tournament.UntilOver.May(d.after.Phase) }

// checkPlayer returns a refusal unless n is a registered or waiting player.
func (d *decision) checkPlayer(n int) error {
	p := d.after.Player(n)
	if p == nil || p.Status == tournament.Void || p.Status == tournament.Left {
		return tournament.Refuse(tournament.NotFound, "player.none")
	}
	return nil
}

// All carries out commands in order as one: either all take effect or none.
type All []Command

func (a All) decide(d *decision) error {
	for _, c := range a {
		if err := c.decide(d); err != nil {
			return err
		}
	}
	return nil
}

// book is a Book that a command writes in.
type book struct{ *tournament.Book }

func (b book) addPerson(user, name string) int { return b.AddPerson(user, name) }

func (b book) addText(kind tournament.TextKind, person int, body string) int {
	return b.AddText(kind, person, body)
}
