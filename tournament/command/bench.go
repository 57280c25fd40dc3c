package command

import (
	"topcut/tournament"
	"topcut/tournament/door"
)

// ChangeBench puts a person with an account on the bench of an event, or takes them off it. They
// do so themselves, or an organiser. The pass is that of who is put on it.
type ChangeBench struct {
	User, Name string
	Off        bool
	door.Pass
}

func (c *ChangeBench) decide(d *decision) error {
	ev := &tournament.BenchChanged{Person: d.personFor(c.User, cleanName(c.Name)), Off: c.Off}
	return d.with(c.Pass, func() error { return d.emit(ev) })
}

// AskBench has the bench asked to take over a board in place of a person of a crew. The captain or
// an organiser does so until the board has a report.
type AskBench struct {
	tournament.Place // of the board
	Player, For      int
	ByOrganiser      bool
}

func (c *AskBench) decide(d *decision) error {
	if err := d.checkPlayer(c.Player); err != nil {
		return err
	}
	if !c.ByOrganiser && !d.captains(c.Player) {
		return tournament.Refuse(tournament.NotAllowed, "crew.captain")
	}
	ev := &tournament.SubstituteAsked{Place: c.Place, Player: c.Player, For: c.For}
	asked, err := d.askBench(ev)
	if err == nil && !asked {
		return d.emit(ev) // says why
	}
	return err
}

// AnswerBench is the answer of a person of the bench who was asked to take over a board.
type AnswerBench struct {
	tournament.Place // of the board
	User             string
	Yes              bool
}

func (c *AnswerBench) decide(d *decision) error {
	person := d.book.ByUser(c.User)
	for _, x := range d.after.OpenBenchRequests() {
		if x.Place == c.Place && x.Person != 0 && x.Person == person {
			return d.benchAnswers(&x, &tournament.SubstituteAnswered{Yes: c.Yes})
		}
	}
	return tournament.Refuse(tournament.NotAllowed, "bench.not_asked")
}

// benchSilent asks the next of the bench after one has not answered in time.
func (d *decision) benchSilent(due tournament.Due) error {
	x := d.after.BenchRequestOf(due.Asked)
	if x == nil || x.Person == 0 {
		return tournament.Refuse(tournament.NoChange, "deadline.not_due")
	}
	return d.benchAnswers(x, &tournament.SubstituteAnswered{Silent: true})
}

// benchAnswers carries out the answer to a request, and asks the next if it is not yes.
func (d *decision) benchAnswers(x *tournament.BenchRequest, ev *tournament.SubstituteAnswered) error {
	ev.Place, ev.Player, ev.For, ev.Person = x.Place, x.Player, x.For, x.Person
	if err := d.emit(ev); err != nil || ev.Yes {
		return err
	}
	_, err := d.askBench(&tournament.SubstituteAsked{Place: x.Place, Player: x.Player, For: x.For})
	return err
}

// askBench asks the first of the bench who has an account and is not banned. It reports whether
// there is one.
func (d *decision) askBench(ev *tournament.SubstituteAsked) (asked bool, err error) {
	for _, person := range d.after.BenchFor(ev.Place, ev.Player, ev.For) {
		p := d.book.Person(person)
		if p.User == "" || d.after.Admits(person) != nil {
			continue
		}
		if ban, err := d.keeper.Banned(p.User, p.Name); err != nil {
			return false, err
		} else if ban != nil {
			continue
		}
		ev.Person = person
		return true, d.emit(ev)
	}
	return false, nil
}
