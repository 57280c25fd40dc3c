package tournament

// Command is something a person, or the clock, wants to happen. decide says no
// with a Refusal, or emits the events that make it happen. Commands are decided
// under the permission that the caller has checked.
type Command interface {
	decide(d *decision) error
}

// notOver returns a refusal for an event that is finished or cancelled.
func (d *decision) notOver() error {
	if p := d.after.Phase; p >= Finished {
		return Refuse(WrongPhase, "event.is", "phase", p.Word())
	}
	return nil
}

// checkPlayer returns a refusal unless n is a registered or waiting player.
func (d *decision) checkPlayer(n int) error {
	p := d.after.Player(n)
	if p == nil || p.Status == Void || p.Status == Left {
		return Refuse(NotFound, "player.none")
	}
	return nil
}

// All carries out commands in order as one: all happen, or none.
type All []Command

func (a All) decide(d *decision) error {
	for _, c := range a {
		if err := c.decide(d); err != nil {
			return err
		}
	}
	return nil
}
