package rehearse

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"topcut/tournament"
	"topcut/tournament/fixture"
	"topcut/tournament/golden"
)

// TestATeamLeagueIsRehearsed: in a season of teams the two at each board agree on a time of their
// own, come, claim, object and report; a captain puts in a substitute, who arranges the board
// then. Boards of one match are played on different days, each ends as its two made it end, and
// their sum is the match. Nothing is lost or doubled, and the output is the same in every run.
func TestATeamLeagueIsRehearsed(t *testing.T) {
	if !golden.Updating(t) {
		atLength(t)
	}
	t.Parallel()
	r := prepared(t, "--league", "--crews", "4", "--boards", "2", "--bench", "1")
	r.o.windows = hurried
	var out bytes.Buffer
	r.env.Stdout = &out
	r.show = newScreen(r.env, true)
	if err := r.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := &season{r: r}
	if err := s.play(t.Context()); err != nil {
		t.Fatal(r.explain(err))
	}
	golden.File(t, filepath.Join("testdata", "teamleague.txt"), out.String())
	if o := s.out; o.Weeks != 3 || o.Players != 12 || o.Matches != 12 || o.Verdicts != 2 || o.Lost+o.Doubled+o.Stale+o.Violations > 0 || o.Pings > 8 || o.PostsMean > 4 {
		t.Errorf("%+v", o)
	}
	sumsOfBoards(t, r, 6)
	snap, err := r.play.bot.snapshot(t.Context(), r.play.id)
	if err != nil {
		t.Fatal(err)
	}
	ends, days := map[fixture.End]int{}, map[string]bool{}
	for n := range snap.State.Rounds {
		for m := range snap.State.Rounds[n].Matches {
			for _, at := range snap.State.Parts(tournament.Place{Round: n + 1, Match: m + 1}) {
				board, _ := snap.State.Match(at.Round, at.Match)
				ends[board.Fixture.End]++
				days[board.Fixture.Agreed.Format("Mon")] = true
			}
		}
	}
	for end, want := range map[fixture.End]int{fixture.Played: 7, fixture.Forfeit: 2, fixture.SchedulingDraw: 1, fixture.Void: 2} {
		if ends[end] != want {
			t.Errorf("%d boards ended by %q, not %d: %v", ends[end], end, want, ends)
		}
	}
	if text := out.String(); len(days) < 3 || !strings.Contains(text, "puts in") {
		t.Errorf("boards were played on %v:\n%s", days, text)
	}
}
