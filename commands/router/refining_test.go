package router

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"

	"topcut/commands/discord"
)

// shown are the better answers to an interaction that Discord gets.
type shown struct {
	Answerer // which no test needs
	texts    []string
}

func (s *shown) EditReply(_ context.Context, m discord.Message) error {
	s.texts = append(s.texts, m.Content)
	return nil
}

// TestABetterAnswerNeverComesAfterTheNextOne: a press on a message whose answer is still being
// computed asks something else, and what is computed after that is not shown, also if the
// computation does not stop.
func TestABetterAnswerNeverComesAfterTheNextOne(t *testing.T) {
	for name, next := range map[string]Reply{
		"an answer":               {Update: &discord.Message{}},
		"one with better answers": {Update: &discord.Message{}, More: func(context.Context, func(discord.Message)) {}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := &App{Log: slog.New(slog.DiscardHandler), refining: &refining{of: map[string]*refinement{}}}
				got, asked := &shown{}, make(chan struct{})
				more := func(_ context.Context, show func(discord.Message)) {
					show(discord.Message{Content: "better"})
					<-asked
					show(discord.Message{Content: "best"})
				}
				go a.refine(t.Context(), &Call{Interaction: &discord.Interaction{ID: "1"}}, got, nil, Reply{Message: &discord.Message{}, More: more})()
				synctest.Wait()
				press := &discord.Interaction{ID: "2"}
				press.Message.Answers.ID = "1"
				a.refine(t.Context(), &Call{Interaction: press}, &shown{}, nil, next)
				close(asked)
				synctest.Wait()
				if !slices.Equal(got.texts, []string{"better"}) {
					t.Errorf("shown are %q", got.texts)
				}
			})
		})
	}
}
