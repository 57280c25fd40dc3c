package kernel

import (
	"testing"

	"topcut/tournament/fraction"
)

// docs/rules/lorcana.md#lor-60: the game-win percentage of a pasted 3-0 is 2/3.
func TestLOR60_PastedRecords(t *testing.T) {
	r, err := Compile(load(t, "lorcana", nil), 3)
	if err != nil {
		t.Fatal(err)
	}
	records := []Record{NewRecord(3, 0, 0), NewRecord(0, 3, 0), NewRecord(1, 1, 1), NewRecord(1, 1, 0)}
	s, err := FromRecords(r, 3, records, []bool{false, false, false, true})
	if err != nil {
		t.Fatal(err)
	}
	e := NewSimulator(s, Options{PlayChance: 100})
	e.Play()
	for p, want := range []fraction.Fraction{fraction.New(2, 3), fraction.New(1, 3), fraction.New(13, 27), fraction.New(1, 2)} {
		if got := e.fraction(1, p); !got.Equal(want) {
			t.Errorf("player %d has a game-win percentage of %v, want %v", p, got, want)
		}
		if e.Words()[p].Record() != records[p] {
			t.Errorf("player %d has another record", p)
		}
	}
	if _, err := FromRecords(r, 2, records, make([]bool, 4)); err == nil {
		t.Error("three results in two rounds are accepted")
	}
}

// fraction returns the i-th tiebreak of a player as a fraction.
func (e *Simulator) fraction(i, player int) fraction.Fraction {
	s, p, rounds := e.rules.valued(i), uint16(player), e.rules.Rounds
	over := func(sum uint64, parts ...uint64) fraction.Fraction {
		v := fraction.Int(int64(sum))
		for _, part := range parts {
			v = v.Quo(fraction.Int(int64(part)))
		}
		return v
	}
	switch s.fn {
	case ownShare:
		return over(s.share(e.words[p], e.dropped(p, rounds)), s.scale)
	case meanShare:
		return over(e.meanOf(s, p, rounds), s.scale, e.rules.means)
	case meanMean:
		sum, n := e.meanOfMeans(s, p, rounds)
		return over(sum, s.scale, e.rules.means, uint64(n))
	case ownGames:
		return e.rules.exactGameShare(s, e.words[p])
	case meanGames:
		return e.exactMeanOfGames(s, p, rounds)
	case onTime, headToHead:
	}
	return fraction.Fraction{}
}
