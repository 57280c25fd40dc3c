package tournament_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/asof"
	"topcut/tournament/command"
	weekly "topcut/tournament/hours"
	"topcut/tournament/offer"
)

// hoursOf plays a Swiss league of people in four time zones of whom one in ten says nothing,
// with the better seed winning each match, and returns how many matches there are and how many
// have an hour in common at which both usually play. It holds that each round replays, that it
// is paired alike as of then after all have said other hours, and that those who are not paired
// by hours never are.
func hoursOf(t *testing.T, seed uint64, prefer bool) (matches, common, chosen int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(33, seed))
	set := arranged("swiss 4")
	set.Fixtures.Hours = prefer
	const players = 16
	w := &pressers{simulated: leagueOf(t, rng, set, players, 0)}
	say := func(n int) {
		week := weekly.Week("")
		for _, part := range weekly.Parts {
			for d := time.Sunday; d <= time.Saturday; d++ {
				if rng.IntN(8) == 0 {
					week = week.With(part, append(week.Days(part), d)...)
				}
			}
		}
		if w.snap.State.Players[n-1].Week != week {
			w.do(&command.SetWeek{Player: n, Week: week})
		}
	}
	for n := 1; n <= players; n++ {
		w.do(&command.SetZone{Player: n, Zone: w.people[n-1].zone.String()})
		if rng.IntN(10) > 0 {
			say(n)
		}
	}
	w.do(&command.Start{})
	for r := 1; r <= 4; r++ {
		if len(w.snap.State.Rounds) < r {
			w.do(&command.Pair{}, &command.Publish{}, &command.StartRound{})
		}
		round := w.snap.State.Rounds.At(r)
		for m := range round.Matches {
			if round.Matches[m].Why.Code == "why.hours" {
				chosen++
			}
		}
		for m := range round.Matches {
			at := tournament.Place{Round: r, Match: m + 1}
			if _, l := w.snap.State.Match(r, m+1); l.N != 2 {
				continue
			}
			matches++
			list, _ := offer.Hours(w.snap.State, at, w.now)
			for _, h := range list {
				if h.Unusual == [2]bool{} {
					common++
					break
				}
			}
		}
		for n := 1; n <= players; n += 3 {
			say(n) // after the pairing: it stays as it is
		}
		then, err := asof.Fold(1, w.snap.Log, asof.BeforePairing(r))
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= players && r == 1; n++ {
			if w.snap.State.Players[n-1].Week != "" && (n-1)%3 != 0 && then.Players[n-1].Week != w.snap.State.Players[n-1].Week {
				t.Fatalf("player %d had another week before round %d", n, r)
			}
		}
		for m := range round.Matches {
			if _, l := w.snap.State.Match(r, m+1); l.N == 2 {
				w.do(&command.Correct{Round: r, Match: m + 1, Text: []string{"2-0", "0-2"}[rng.IntN(2)]})
			}
		}
		w.runs(w.now.Add(7 * 24 * time.Hour))
	}
	w.replays(t)
	return matches, common, chosen
}

// TestMoreMatchesHaveAnHourInCommon: over leagues whose people can play in an eighth of the
// parts of a week, the setting lets more matches have an hour at which both usually play. Each
// log is replayed, although players say other hours after each pairing.
func TestMoreMatchesHaveAnHourInCommon(t *testing.T) {
	matches, without, with, chosen := 0, 0, 0, 0
	for i := range uint64(*fixtureWeeks / 4) {
		n, common, by := hoursOf(t, i, false)
		if by != 0 {
			t.Fatalf("%d tables are chosen by hours without the setting", by)
		}
		matches, without = matches+n, without+common
		_, common, by = hoursOf(t, i, true)
		with, chosen = with+common, chosen+by
	}
	t.Logf("of %d matches %d have an hour in common without the setting, %d with it; %d tables chosen so", matches, without, with, chosen)
	if with <= without || chosen == 0 {
		t.Errorf("%d of %d matches have an hour in common without the setting, %d with it", without, matches, with)
	}
}
