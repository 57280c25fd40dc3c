package site_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/histories"
)

// TestChancesComeToThePageByThemselves: a request does not wait for them; when they are
// computed the readers are notified, and a closed round has newer ones.
func TestChancesComeToThePageByThemselves(t *testing.T) { charted(t, swiss) }

// TestChancesOfGroupsComeToThePage: those of the places of each group, over its rounds.
func TestChancesOfGroupsComeToThePage(t *testing.T) { charted(t, groups) }

// charted follows the page of eight players over the three rounds before a cut.
func charted(t *testing.T, shape func(*tournament.Settings)) {
	t.Helper()
	last := play(t, 5, "magic", shape, histories.Options{Players: 8}, nil)
	e, s, srv := begin(t, last)
	rounds := 0
	for i := range last.Log {
		if _, closed := last.Log[i].Event.(*tournament.RoundClosed); !closed {
			continue
		}
		state, err := tournament.Fold(1, last.Log[:i+1])
		if err != nil {
			t.Fatal(err)
		}
		if state.Elimination() != nil {
			break
		}
		rounds++
		state.Page = tournament.Page{Token: token}
		e.now.Store(&tournament.Snapshot{State: state, Log: last.Log[:i+1], Book: last.Book})
		s.Changed(1)
		want := "Who makes the cut? · round " + string(rune('0'+rounds)) + " of 3"
		for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
			code, body, _ := get(t, srv.URL+"/e/1-"+token)
			if code == http.StatusOK && strings.Contains(body, want) && strings.Count(body, "<polyline") == 8 {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("the page never says %q with 8 lines", want)
			}
		}
	}
	if rounds != 3 {
		t.Fatalf("%d rounds before the cut were looked at", rounds)
	}
}
