package commands_test

import (
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// TestTakeOverFromAnotherProgram: a file of another program is known by its
// content; the answer says what was understood and decided.
func TestTakeOverFromAnotherProgram(t *testing.T) {
	h := newHall(t)
	take := func(name, text string) string {
		return h.slash(h.olga, "tournament import", localdiscord.Options{"file": localdiscord.File{Name: name, Data: []byte(text)}})
	}
	if got := take("rounds.csv", "Player 1,Player 2,Result\nAda,Bob,two\n"); !strings.Contains(got, "isn't a possible result") {
		t.Errorf("a bad result: %s", got)
	}
	got := take("rounds.csv", "Table,Player 1,Player 2,Result\n1,Ada,Bob,2-1\n2,Cem,Dan,0-2\n")
	for _, want := range []string{"4 players, 1 round", "Next is round 2 of 2. → `/round pair`", "The rules of magic are taken"} {
		if !strings.Contains(got, want) {
			t.Errorf("the answer lacks %q: %s", want, got)
		}
	}
	h.settle()
}
