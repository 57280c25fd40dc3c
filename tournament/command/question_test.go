package command

import (
	"strings"
	"testing"

	"topcut/tournament"
)

// asking asks a question in the event.
func asking(s *tournament.Settings) { s.Question = "In-game name" }

func (h *hall) answerOf(user string) string {
	return h.snap.Book.Text(h.snap.State.Players.At(h.snap.PlayerByUser(user)).Answer)
}

// A player answers when they join, and may answer anew. The old answer is not kept, in
// the log is only that there is one, and what is refused changes nothing.
func TestAnAnswerIsThePlayersOwn(t *testing.T) {
	h := open(t, "swiss 3", asking)
	h.do(zoe, &Join{User: zoe, Name: "Zoe", Answer: "  鈴木\n🐉 `x` <@5> "})
	if got := h.answerOf(zoe); got != "鈴木 🐉 `x` <@5>" {
		t.Errorf("the answer is %q", got)
	}
	texts := len(h.snap.Book.Texts)
	h.do(zoe, &Answer{Player: 6, Text: strings.Repeat("ü", tournament.MaxAnswer)})
	if got := h.answerOf(zoe); len(h.snap.Book.Texts) != texts || strings.Contains(got, "鈴木") {
		t.Errorf("the old answer is kept: %q of %d texts", got, len(h.snap.Book.Texts))
	}
	h.do(zoe, &Join{User: zoe, Name: "Zoe", Answer: "zoe#1"})
	if got := h.answerOf(zoe); got != "zoe#1" {
		t.Errorf("to join again with an answer leaves %q", got)
	}
	for code, c := range map[string]Command{
		"question.answer_long": &Answer{Player: 6, Text: strings.Repeat("x", tournament.MaxAnswer+1)},
		"question.empty":       &Answer{Player: 6, Text: " \u200b\n"},
		"question.same":        &Answer{Player: 6, Text: " zoe#1"},
	} {
		if _, err := h.decide(zoe, c); err == nil || !strings.HasPrefix(err.Error(), code) {
			t.Errorf("%s: %v", code, err)
		}
	}
	if _, err := open(t, "swiss 3", nil).decide(zoe, &Join{User: zoe, Name: "Zoe", Answer: "zoe#1"}); err == nil || !strings.HasPrefix(err.Error(), "question.none") {
		t.Errorf("an event without a question takes an answer: %v", err)
	}
}

// Who waited and is let in after the start is another player, with the same answer.
func TestAnAnswerComesAlongFromTheWaitingList(t *testing.T) {
	h := open(t, "swiss 3", func(s *tournament.Settings) { asking(s); s.Capacity, s.LateUntil = 5, 3 })
	h.do(zoe, &Join{User: zoe, Name: "Zoe", Answer: "zoe#1"})
	h.do(organiser, &Start{}, &Join{User: zoe, Name: "Zoe", ByOrganiser: true})
	if n := h.snap.PlayerByUser(zoe); n != 7 || h.answerOf(zoe) != "zoe#1" {
		t.Errorf("player %d has answered %q", n, h.answerOf(zoe))
	}
}

func TestAQuestionHasBounds(t *testing.T) {
	for question, fits := range map[string]bool{strings.Repeat("界", tournament.MaxQuestion): true, strings.Repeat("界", tournament.MaxQuestion+1): false, "two\nlines": false, "": true} {
		s := tournament.DefaultSettings("X")
		if s.Question = question; (s.Validate() == nil) != fits {
			t.Errorf("%q is accepted: %v", question, !fits)
		}
	}
}
