package suggest_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"topcut/commands/discord"
	"topcut/commands/suggest"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// until plays an event of four players until a round is being played and nothing of it is
// reported.
func until(t *testing.T, chain string, round int) *tournament.Snapshot {
	t.Helper()
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	s := tournament.DefaultSettings("Friday")
	s.Stages, s.Decks = stage.MustParse(chain), tournament.DecksNone
	snap, now := tournament.Begin(1, make([]byte, 32)), time.Date(2026, 5, 1, 18, 0, 0, 0, time.UTC)
	do := func(who tournament.Actor, c command.Command) {
		now = now.Add(time.Second)
		next, _, err := command.Decide(snap, command.Request{Actor: who, Cause: fmt.Sprint(now.Unix()), Command: c}, now)
		if err != nil {
			t.Fatalf("%T: %v", c, err)
		}
		snap = next
	}
	do(tournament.Actor{User: histories.Organiser}, &command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: rs})
	gen := histories.New(histories.Options{Players: 4, Usual: true}, 1)
	for r := snap.State.Current(); r == nil || r.Number < round || r.Status != tournament.Started; r = snap.State.Current() {
		step, ok := gen.Next(snap)
		if !ok {
			t.Fatalf("the event is over before round %d", round)
		}
		do(step.Actor, step.Command)
	}
	return snap
}

// values are the values of choices, sorted.
func values(choices []discord.Choice) (out []string) {
	for _, c := range choices {
		out = append(out, fmt.Sprint(c.Value))
	}
	slices.Sort(out)
	return out
}

// Of a match that is known the results of its length are suggested; as long as only the round is
// known, those of every length in it, each once.
func TestResultsOfEveryLengthAreSuggested(t *testing.T) {
	for _, tc := range []struct {
		chain   string
		round   int
		lengths []int
	}{
		{"single bo1 third final bo5", 2, []int{1, 5}},
		{"single bo3 third final bo5", 2, []int{3, 5}},
		{"single bo5 third final bo1", 2, []int{5, 1}},
		{"single bo3", 2, []int{3}},
		{"swiss 2 bo1", 2, []int{1}},
	} {
		t.Run(tc.chain, func(t *testing.T) {
			snap := until(t, tc.chain, tc.round)
			s, e := snap.State, view.Env{Snap: snap, Now: time.Unix(60, 0)}
			var of []int
			var all []string
			for m, l := range numbered.All(s.Ledger.Rounds.At(tc.round).Matches) {
				match, _ := s.Match(tc.round, m)
				rs := s.RulesOf(m, l)
				var want []string
				for _, o := range rs.Results(match.Part) {
					want = append(want, o.Value)
				}
				if !slices.Contains(of, rs.Match.Games) {
					of, all = append(of, rs.Match.Games), append(all, want...)
				}
				slices.Sort(want)
				if got := values(suggest.Results(text.Printer{}, s, tc.round, m, "")); !slices.Equal(got, want) {
					t.Errorf("match %d, best of %d: suggested to its players are %v, want %v", m, rs.Match.Games, got, want)
				}
				if got := values(suggest.Rulings(e, text.Printer{}, tc.round, m, "")); !contains(got, plain(rs.Results(match.Part))) {
					t.Errorf("match %d, best of %d: suggested to organisers are %v, want %v", m, rs.Match.Games, got, want)
				}
			}
			slices.Sort(of)
			slices.Sort(tc.lengths)
			if !slices.Equal(of, tc.lengths) {
				t.Fatalf("the matches are best of %v", of)
			}
			slices.Sort(all)
			all = slices.Compact(all)
			if got := values(suggest.Results(text.Printer{}, s, tc.round, 0, "")); !slices.Equal(got, all) {
				t.Errorf("of the round, %v is suggested, want %v", got, all)
			}
			got := values(suggest.Rulings(e, text.Printer{}, tc.round, 0, ""))
			if rules.IsElimination(s.Current().Stage) == slices.Contains(got, view.DoubleLoss) {
				t.Errorf("in %s, both may lose: %v", s.Current().Stage, got)
			}
			if got = slices.DeleteFunc(got, func(v string) bool { return v == view.DoubleLoss }); !slices.Equal(got, all) {
				t.Errorf("to organisers, of the round, %v is suggested, want %v", got, all)
			}
			if len(got) > wire.MaxChoices {
				t.Errorf("%d choices", len(got))
			}
			longest := slices.Max(of)
			won := fmt.Sprintf("%d-0", (longest+1)/2)
			if got := values(suggest.Results(text.Printer{}, s, tc.round, 0, won)); !slices.Contains(got, won) {
				t.Errorf("typed %s, %v is suggested", won, got)
			}
		})
	}
}

// plain are the values of results, without the rare ones.
func plain(results []rules.ResultOption) (out []string) {
	for _, o := range results {
		if !wording.Rare(o) {
			out = append(out, o.Value)
		}
	}
	return out
}

func contains(all, some []string) bool {
	return !slices.ContainsFunc(some, func(v string) bool { return !slices.Contains(all, v) })
}

// A best of five of Swiss rounds has more results than Discord shows: those with drawn games
// beside others are left out until they are typed, and never a draw or a loss without play.
func TestMoreResultsThanDiscordShows(t *testing.T) {
	snap := until(t, "swiss 2 bo5", 1)
	s, e := snap.State, view.Env{Snap: snap, Now: time.Unix(60, 0)}
	if all := s.RulesOf(1, s.Ledger.Rounds.At(1).Matches.At(1)).Results(s.Current().Stage); len(all) <= wire.MaxChoices {
		t.Fatalf("only %d results", len(all))
	}
	for who, got := range map[string][]string{
		"players":               values(suggest.Results(text.Printer{}, s, 1, 1, "")),
		"players of the round":  values(suggest.Results(text.Printer{}, s, 1, 0, "")),
		"organisers of a table": values(suggest.Rulings(e, text.Printer{}, 1, 1, "")),
		"organisers":            values(suggest.Rulings(e, text.Printer{}, 1, 0, "")),
	} {
		want := []string{"3-0", "3-1", "3-2", "0-3", "2-3", "2-0", "1-0", "1-1", "2-2", "id"}
		if who == "organisers" || who == "organisers of a table" {
			want = append(want, view.DoubleLoss)
		}
		if who == "organisers of a table" {
			want = append(want, view.ForfeitWon, view.ForfeitLost)
		}
		if !contains(got, want) || len(got) > wire.MaxChoices {
			t.Errorf("%d are suggested to %s, %v, want %v among them", len(got), who, got, want)
		}
	}
	if got := values(suggest.Results(text.Printer{}, s, 1, 0, "2-0-1")); !slices.Equal(got, []string{"2-0-1"}) {
		t.Errorf("typed 2-0-1, %v is suggested", got)
	}
}
