package command

import (
	"unicode/utf8"

	"topcut/tournament"
	"topcut/tournament/names"
)

// Answer sets or changes a player's answer to the question of the event.
type Answer struct {
	Player int
	Text   string
}

func (c *Answer) decide(d *decision) error {
	if err := d.notOver(); err != nil {
		return err
	}
	if err := d.checkPlayer(c.Player); err != nil {
		return err
	}
	p := d.after.Players.At(c.Player)
	if p.Answer > 0 && d.book.Text(p.Answer) == names.Clean(c.Text) {
		return tournament.Refuse(tournament.NoChange, "question.same")
	}
	no, err := d.answer(p.Answer, d.writer(c.Player), c.Text)
	if err != nil {
		return err
	}
	return d.emit(&tournament.PlayerChanged{Player: c.Player, Answer: &no})
}

// answer returns the number of a person's answer, which is written over the one before if
// that is theirs: it is not kept.
func (d *decision) answer(before, person int, typed string) (int, error) {
	text := names.Clean(typed)
	switch {
	case d.after.Settings.Question == "":
		return 0, tournament.Refuse(tournament.WrongPhase, "question.none")
	case text == "":
		return 0, tournament.Refuse(tournament.BadInput, "question.empty")
	case utf8.RuneCountInString(text) > tournament.MaxAnswer:
		return 0, tournament.Refuse(tournament.BadInput, "question.answer_long", "most", tournament.MaxAnswer)
	}
	if before > 0 && d.book.Texts.At(before).Person == person {
		d.book.Rewrite(before, text)
		return before, nil
	}
	return d.book.addText(tournament.TextAnswer, person, text), nil
}
