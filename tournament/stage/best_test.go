package stage_test

import (
	"testing"

	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

// The notation of lengths is written as it is read, and each length is that of its rounds.
func TestLengthsOfMatches(t *testing.T) {
	for _, text := range []string{
		"swiss 5 bo1", "swiss 5 bo3 > single 8 bo3 semifinal bo5 final bo7", "swiss > bracket auto quarterfinal bo3 final bo5",
		"double bo3 winners_final bo5 losers_final bo5 final bo7", "groups 4 roundrobin twice bo1 > reseed 8 bo3", "swiss 3 unbeaten bo3 > placement 8 final bo5",
	} {
		c, err := stage.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		again, err := stage.Parse(c.String())
		if err != nil || !again.Equal(c) {
			t.Errorf("%s is written %s (%v)", text, c, err)
		}
		for i := range c.Stages {
			one := c.Stages[i]
			b, err := one.MarshalText()
			var read stage.Stage
			if err != nil || read.UnmarshalText(b) != nil || read != one {
				t.Errorf("%s: stage %d is written %s", text, i, b)
			}
		}
	}
	b := stage.MustParse("swiss 5 > single 8 bo3 semifinal bo5 final bo7").Stages[1].Best
	for title, want := range map[notice.Code]int{"round.quarter": 3, "round.semi": 5, "round.final": 7, "bracket.third_place": 3, "": 3} {
		if got := b.Of(title); got != want {
			t.Errorf("a match of %q is best of %d, not %d", title, got, want)
		}
	}
	for text, code := range map[string]notice.Code{
		"swiss 5 bo4": "stages.best_number", "swiss 5 bo17": "stages.best_number", "swiss 5 final bo3": "stages.best_round", "double semifinal bo5": "stages.best_round",
		"single 8 winners_final bo5": "stages.best_round", "swiss 5 > single 8 final": "stages.best_missing", "swiss 5 > single 8 final 5": "stages.best_missing",
		"schedule 6 bo3": "stages.best_kind", "swiss 5 bo": "stages.word", "swiss 5 bo0": "stages.word",
	} {
		if _, err := stage.Parse(text); err == nil || notice.Of(err).Code != code {
			t.Errorf("%s: %v, not %s", text, err, code)
		}
	}
}
