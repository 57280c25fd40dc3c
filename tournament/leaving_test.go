package tournament_test

import (
	"fmt"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
)

// weeks is a round robin of eight with arranged matches, or with rounds, of which the given
// number is over; the player with the lower number has won each match.
func weeks(t *testing.T, isArranged bool, over int) *table {
	t.Helper()
	s := arranged("roundrobin")
	if !isArranged {
		s = settings(0, 0)
		s.Stages = arranged("roundrobin").Stages
	}
	w := given(t, s, 8)
	w.do(&command.Start{})
	w.plays()
	for range over {
		w.week()
	}
	return w
}

// plays publishes and starts the next round if it is not there yet.
func (w *table) plays() {
	w.t.Helper()
	if s := w.snap.State; !s.Arranged() && s.Phase == tournament.Running && len(s.Rounds) < 7 && (len(s.Rounds) == 0 || s.Current().Status == tournament.Done) {
		w.do(&command.Pair{}, &command.PublishAndStart{})
	}
}

// week plays the matches of a round that are open, and goes on to the next one.
func (w *table) week() {
	w.t.Helper()
	s := w.snap.State
	r := s.OpenRounds()[0]
	for _, m := range s.Blocking(r) {
		result := "2-0"
		if l := s.Ledger.Rounds[r-1].Matches[m-1]; l.Seats[0] > l.Seats[1] {
			result = "0-2"
		}
		w.do(&command.Correct{Round: r, Match: m, Text: result})
	}
	if w.snap.State.Arranged() && len(w.snap.State.Rounds) < 7 {
		w.runs(w.snap.State.Rounds[len(w.snap.State.Rounds)-1].Deadline.Add(time.Minute))
		return
	}
	w.plays()
}

// must carries out a command of a user.
func (w *table) must(user string, c command.Command) {
	w.t.Helper()
	if err := w.as(user, c); err != nil {
		w.t.Fatalf("%T: %v", c, err)
	}
}

// A player leaves a round robin in week 3 or 7. In each way in which their matches can
// count, the table is the one that is added up here from who met whom: of the others, each
// has three points for each match won, and what the leaver's matches give in that way.
func TestWhatTheMatchesOfALeaverCount(t *testing.T) {
	const leaver = 4
	for _, isArranged := range []bool{true, false} {
		for _, over := range []int{2, 6} {
			for _, way := range append(tournament.Leavings(), "") {
				t.Run(fmt.Sprintf("arranged %v, %d over, %s", isArranged, over, way), func(t *testing.T) {
					w := weeks(t, isArranged, over)
					had := map[int]bool{} // opponents whom the leaver has met
					for r := 1; r <= over; r++ {
						had[w.opponent(r, leaver)] = true
					}
					if !isArranged { // the match that is being played is conceded
						had[w.opponent(over+1, leaver)] = true
					}
					current := w.opponent(over+1, leaver)
					announced := w.snap.State.AnnouncedLeaving(leaver)
					w.do(&command.Remove{Player: leaver, Leaving: way})
					for w.snap.State.Phase == tournament.Running && len(w.snap.State.OpenRounds()) > 0 {
						w.week()
					}
					if way == "" {
						way = announced
					}
					table, err := w.snap.State.Table(-1)
					if err != nil {
						t.Fatal(err)
					}
					for n := 1; n <= 8; n++ {
						if n == leaver {
							continue
						}
						points := 0
						for other := 1; other <= 8; other++ {
							won := n < other
							if other == leaver {
								switch {
								case way == tournament.LeavingAnnulled:
									won = false
								case !had[n]:
									won = way == tournament.LeavingForfeited
								case n == current && !isArranged:
									won = true
								}
							}
							if won && n != other {
								points += 3
							}
						}
						if got := table.Row(int32(n - 1)).Points; got.Cmp(fraction.Int(int64(points))) != 0 {
							t.Errorf("player %d has %s points, want %d", n, got.Plain(0), points)
						}
					}
					w.replays(t)
				})
			}
		}
	}
}

// A substitute inherits the matches to come and no result: what the leaver has played stays
// in the leaver's row.
func TestASubstituteInheritsMatchesOnly(t *testing.T) {
	w := weeks(t, true, 3)
	w.do(&command.Join{User: "alt", Name: "Alternate"}, &command.Remove{Player: 4})
	table, err := w.snap.State.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	left, alt := table.Row(3), table.Row(8)
	if left.Record[0]+left.Record[1] != 3 || alt.Record != [3]int{} || w.snap.State.Players[8].SeatOf != 4 {
		t.Errorf("the leaver has %v, the substitute %v", left.Record, alt.Record)
	}
}

// What a leaver has reported waits for the opponent's answer in an arranged match, as it
// does in a round, and counts once it is confirmed.
func TestTheReportOfALeaverWaits(t *testing.T) {
	for _, over := range []int{1, 5} { // annulled, forfeited
		w := weeks(t, true, over)
		at := w.snap.State.FixturesOf(4)[0]
		other := w.opponent(at.Round, 4)
		w.must("u4", &command.ReportResult{Player: 4, Round: at.Round, Match: at.Match, Text: "2-0"})
		w.must("u4", &command.Drop{Player: 4})
		if m, _ := w.snap.State.Match(at.Round, at.Match); m.Confirmed || m.Report == nil {
			t.Fatalf("after %d weeks: %+v", over, m)
		}
		w.must(w.user(other), &command.ConfirmReport{Player: other, Round: at.Round, Match: at.Match})
		if m, l := w.snap.State.Match(at.Round, at.Match); !m.Confirmed || l.Kind != ledger.Played || l.Result.V[l.Seat(3)] != 2 {
			t.Errorf("after %d weeks: %+v", over, l)
		}
	}
}
