package tournament_test

import (
	"fmt"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
	"topcut/tournament/replay"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// withFinal returns Magic with clocks of its own for the rounds of a bracket and for its final.
func withFinal(t *testing.T, cut, final time.Duration) *rules.Ruleset {
	rs := *load(t, "magic")
	rs.Clocks.Elimination = &rules.Clock{Round: rules.Duration(cut), Warn: []rules.Duration{rules.Duration(10 * time.Minute)}, AtTime: "text", Text: "Cut."}
	rs.Clocks.Final = &rules.Clock{Round: rules.Duration(final), Warn: []rules.Duration{rules.Duration(20 * time.Minute)}, AtTime: "text", Text: "Final."}
	return &rs
}

// TestTheLastRoundOfATreeHasTheClockOfAFinal: its length and its reminders, whatever else is
// played in that round, and no other round has.
func TestTheLastRoundOfATreeHasTheClockOfAFinal(t *testing.T) {
	for _, tc := range []struct {
		stages  string
		players int
		minutes []int // of each round
		finals  int   // how many at the end are finals
	}{
		{"single", 4, []int{60, 90}, 1},
		{"single third", 8, []int{60, 60, 90}, 1},
		{"single", 2, []int{90}, 1},
		{"placement", 4, []int{60, 90}, 1},
		{"reseed", 8, []int{60, 60, 90}, 1},
		{"double", 4, []int{60, 60, 60, 90, 90}, 2},
		{"swiss 1 > single 4 third", 6, []int{50, 60, 90}, 1},
		{"swiss 2", 4, []int{50, 50}, 0},
	} {
		t.Run(tc.stages+fmt.Sprint(" of ", tc.players), func(t *testing.T) {
			s := settings(1, 0)
			s.Stages = stage.MustParse(tc.stages)
			w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
			w.do(&command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: withFinal(t, time.Hour, 90*time.Minute)}, &command.OpenRegistration{})
			w.guests(tc.players)
			w.do(&command.Start{})
			lost := map[int32]bool{}
			for r := 1; r <= len(tc.minutes); r++ {
				if w.snap.State.RoundsOver() && w.snap.State.Elimination() == nil {
					w.do(&command.MakeCut{})
				}
				w.round()
				now := w.snap.State
				round := now.Round(r)
				if got := int(round.Deadline.Sub(round.StartedAt) / time.Minute); got != tc.minutes[r-1] {
					t.Errorf("round %d, %s, lasts %d minutes, want %d", r, now.RoundTitle(r).Code, got, tc.minutes[r-1])
				}
				warn, text := 10, "Cut."
				if last := r > len(tc.minutes)-tc.finals; last {
					warn, text = 20, "Final."
				}
				if round.Stage == ledger.Elimination {
					if got := now.Reminders(round); len(got) != 1 || got[0] != warn {
						t.Errorf("round %d has reminders %v, want %d minutes", r, got, warn)
					}
					if due := w.timer(tournament.DueWarning, r); !due.At.Equal(round.Deadline.Add(-time.Duration(warn) * time.Minute)) {
						t.Errorf("the reminder of round %d comes at %s", r, due.At)
					}
					if got := now.Rules.EndOfMatch(now.ClockStage(round)); got != text {
						t.Errorf("at time of round %d it says %q, want %q", r, got, text)
					}
					w.now = round.Deadline.Add(-time.Duration(warn) * time.Minute)
					if err := w.fire(tournament.Due{Kind: tournament.DueWarning, Round: r, Minutes: warn}); err != nil {
						t.Fatal(err)
					}
				}
				for _, m := range now.Blocking(r) { // who has lost wins, so that a double elimination is replayed
					_, l := now.Match(r, m)
					text, loser := "2-0", l.Seats[1]
					if lost[l.Seats[1]] && !lost[l.Seats[0]] {
						text, loser = "0-2", l.Seats[0]
					}
					w.do(&command.Correct{Round: r, Match: m, Text: text})
					lost[loser] = true
				}
			}
			w.do(&command.Finish{})
			if _, out, err := replay.Run(1, w.snap.Log); err != nil || !out.Difference.IsZero() {
				t.Errorf("replayed: %v, %v", err, out)
			}
		})
	}
}

// TestAnUntimedFinalIsPlannedSo: what an event with an untimed final is planned to last says
// so, and where no organiser is there the final has the clock of the cut.
func TestAnUntimedFinalIsPlannedSo(t *testing.T) {
	s := settings(1, 0)
	s.Stages = stage.MustParse("single")
	rs := withFinal(t, time.Hour, 0)
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	w.do(&command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: rs}, &command.OpenRegistration{})
	w.guests(4)
	w.do(&command.Start{})
	if planned, open := w.snap.State.Length(); planned >= 2*time.Hour || planned < time.Hour || !open {
		t.Errorf("planned for %s, untimed rounds: %v", planned, open)
	}
	w.round()
	w.finishRound()
	w.round()
	if r := w.snap.State.Round(2); !r.Deadline.IsZero() {
		t.Errorf("the final ends at %s", r.Deadline)
	}
	s.Unattended = true
	got, err := s.Fit(rs)
	if err != nil || got.CutMinutes != 60 {
		t.Errorf("unattended, a round of the cut and its final have %d minutes: %v", got.CutMinutes, err)
	}
	s.RoundMinutes = 40
	if got, err = s.Fit(rs); err != nil || got.CutMinutes != 0 {
		t.Errorf("with 40 minutes for every round the cut has %d minutes: %v", got.CutMinutes, err)
	}
}
