package commands

import (
	"context"

	"topcut/commands/person"
	"topcut/commands/router"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
)

// answerForm opens the form in which a player answers the question of the event.
func answerForm(_ context.Context, c *call) (Reply, error) {
	n, err := c.me()
	switch {
	case err != nil:
		return Reply{}, err
	case c.Snap.State.Settings.Question == "":
		return Reply{}, tournament.Refuse(tournament.WrongPhase, "question.none")
	}
	m := person.AnswerModal(wording.About(c.Words(), c.Snap), n)
	return Reply{Modal: &m}, nil
}

func answerQuestion(ctx context.Context, c *call) (Reply, error) {
	n, err := c.me()
	if err != nil {
		return Reply{}, err
	}
	reply, _, err := c.Do(ctx, &command.Answer{Player: n, Text: c.Field(person.FieldAnswer)}, router.FixedAnswer("question.done"))
	return reply, err
}
