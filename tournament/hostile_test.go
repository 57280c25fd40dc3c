package tournament_test

import (
	"math"
	"slices"
	"testing"

	"topcut/tournament"
)

// registered folds the log of an event that ends with the registration of its first player,
// and then with others.
func registered(t *testing.T, first *tournament.PlayerRegistered, others ...tournament.Event) (*tournament.State, error) {
	t.Helper()
	log := given(t, settings(2, 0), 4).snap.Log
	i := slices.IndexFunc(log, func(e tournament.Envelope) bool { return e.Kind == "registered" })
	log = slices.Clone(log[:i+1])
	log[i].Event = first
	for _, ev := range others {
		e := log[len(log)-1]
		e.Seq, e.Event = e.Seq+1, ev
		e.Kind = tournament.Log.Events.NameOf(ev)
		log = append(log, e)
	}
	return tournament.Fold(1, log)
}

// TestOnePlayerNumberTakesNoMemory: the number of a player in a foreign log is bounded
// before memory is allocated for those below it.
func TestOnePlayerNumberTakesNoMemory(t *testing.T) {
	for _, n := range []int{tournament.MaxPlayers + 5, 1 << 31, math.MaxInt64} {
		if _, err := registered(t, &tournament.PlayerRegistered{Player: n, Person: 1}); tournament.ClassOf(err) != tournament.Corrupt {
			t.Errorf("player %d: %v", n, err)
		}
	}
}

// TestATagIsNoDeck: the number of a tag's text may be any number that a long event
// reaches. In sixteen bits it wrapped into the text of another.
func TestATagIsNoDeck(t *testing.T) {
	for _, n := range []int{1 << 15, 1<<16 + 7, 1 << 30} {
		for how, events := range map[string][]tournament.Event{
			"registered": {&tournament.PlayerRegistered{Player: 1, Person: 1, Tag: n}},
			"changed":    {&tournament.PlayerRegistered{Player: 1, Person: 1}, &tournament.PlayerChanged{Player: 1, Tag: &n}},
		} {
			s, err := registered(t, events[0].(*tournament.PlayerRegistered), events[1:]...)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Players[0].Tag; int(got) != n {
				t.Errorf("%s with tag %d it is read as %d", how, n, got)
			}
		}
	}
}
