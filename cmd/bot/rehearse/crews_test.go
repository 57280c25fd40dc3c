package rehearse

import "testing"

// TestTeamsAreRehearsed: teams of two register, accept and play to the champion, with kills
// and faults, and of any of them a member acts: nothing is lost, doubled, stale or against
// Discord's rules.
func TestTeamsAreRehearsed(t *testing.T) {
	atLength(t)
	t.Parallel()
	r := prepared(t, "--crews", "10", "--rounds", "3", "--cut", "4", "--seed", "4", "--faults", "5", "--restart-every", "2s")
	r.o.usual, r.o.restarts = true, 2
	performed(t, r)
	snap, err := r.play.bot.snapshot(t.Context(), r.play.id)
	if err != nil {
		t.Fatal(err)
	}
	s, mates := snap.State, 0
	for _, e := range snap.Log {
		if n := s.PlayerOf(e.Actor); n > 0 && snap.Book.Person(e.Actor).User != snap.User(n) {
			mates++
		}
	}
	if !s.Crewed() || len(s.Players) < 9 || mates < 10 {
		t.Errorf("%d teams, whose mates did %d things", len(s.Players), mates)
	}
}
