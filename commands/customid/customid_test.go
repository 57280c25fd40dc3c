package customid_test

import (
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"topcut/commands/customid"
	"topcut/tournament"
)

// most is the largest tournament, event or number of a round, match, player or
// page that an id holds.
const (
	mostEvent  = 36*36*36*36*36*36*36 - 1
	mostNumber = 36*36*36 - 1
)

// filled returns a panel of the kind of another with each field set.
func filled(p customid.Panel, number, event int64, text func(max int) string) customid.Panel {
	v := reflect.New(reflect.TypeOf(p)).Elem()
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.Int:
			f.SetInt(number)
		case reflect.Int64:
			f.SetInt(event)
		case reflect.Bool:
			f.SetBool(number > 0)
		case reflect.String:
			length, err := strconv.Atoi(v.Type().Field(i).Tag.Get("max"))
			if err != nil {
				length = 12
			}
			f.SetString(text(length))
		default:
			panic(f.Kind().String() + " is no kind of parameter")
		}
	}
	return v.Interface()
}

// Whatever a button holds comes back when it is pressed, and Discord takes it.
func TestEveryPanelReadsBack(t *testing.T) {
	for verb, p := range customid.All() {
		if customid.Verb(p) != verb {
			t.Errorf("%T has two verbs: %q and %q", p, verb, customid.Verb(p))
		}
		largest := filled(p, mostNumber, mostEvent, func(n int) string { return strings.Repeat("x", n) })
		in := tournament.ID(mostEvent)
		if open, ok := largest.(customid.CreateOpen); ok { // of no event, with its texts shortened to fit
			largest, in = open.Fitted(), 0
		}
		odd := filled(p, 1, 1, func(int) string { return "2:1 %3" })
		for _, want := range []customid.ID{{0, p}, {1, odd}, {in, largest}} {
			s := customid.New(want.Tournament, want.Panel)
			if got, ok := customid.Parse(s); !ok || got != want {
				t.Errorf("%s reads back as %+v (%v)", s, got, ok)
			}
			for _, wrong := range []string{s + ":", s + ":1", s[:len(s)-1], "2" + s[1:], s + "\x00", strings.ToUpper(s), strings.Replace(s, ":", ":+", 2)} {
				if got, ok := customid.Parse(wrong); ok && customid.New(got.Tournament, got.Panel) != wrong {
					t.Errorf("%q is read as %+v", wrong, got)
				}
			}
			if fields := reflect.TypeOf(p).NumField(); fields > 0 {
				if _, ok := customid.Parse(s[:strings.LastIndexByte(s, ':')]); ok {
					t.Errorf("%s is read without its last field", s)
				}
			}
			if _, ok := customid.Parse(s + ":0"); ok {
				t.Errorf("%s is read with a field more", s)
			}
		}
	}
}

// Numbers that no round, match, page or event has are not acted upon.
func TestNobodysNumbersAreOutOfDate(t *testing.T) {
	for _, p := range []customid.Panel{
		customid.Pairings{Round: -1},
		customid.Pairings{Page: mostNumber + 1},
		customid.Publish{Seq: -1},
		customid.Publish{Seq: math.MaxInt64},
		customid.Start{Absent: strings.Repeat("x", 13)},
	} {
		if s := customid.New(1, p); s != "" {
			if got, ok := customid.Parse(s); ok {
				t.Errorf("%s is read as %+v", s, got)
			}
		}
	}
	for _, s := range []string{"", ":", "::", "1", "1:join", "1:join:", "1:join:-1", "1:join:zzzzzzzz", "1:nobody:1", "0:join:1", "1:start:1:%zz", "1:start:1:%61ll"} {
		if got, ok := customid.Parse(s); ok {
			t.Errorf("%q is read as %+v", s, got)
		}
	}
}

// A view that would write an id too long for Discord fails its tests.
func TestAnIDThatIsTooLongIsNotWritten(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("it is written")
		}
	}()
	customid.New(1, customid.RulePress{Result: strings.Repeat("x", 100)})
}

// Like finds a panel by some of its fields.
func TestLike(t *testing.T) {
	p := customid.Confirm{Round: 2, Match: 3, Report: 9}
	for other, want := range map[customid.Panel]bool{
		customid.Confirm{}: true, customid.Confirm{Round: 2, Match: 3}: true, customid.Confirm{Match: 2}: false, customid.Dispute{}: false,
	} {
		if customid.Like(p, other) != want {
			t.Errorf("%+v is like %#v: %v", p, other, !want)
		}
	}
}

// A forged id is answered "out of date" and has no other effect.
func FuzzParse(f *testing.F) {
	for _, p := range customid.All() {
		f.Add(customid.New(tournament.ID(7), filled(p, 3, 5, func(int) string { return "2:1" })))
	}
	f.Fuzz(func(t *testing.T, s string) {
		id, ok := customid.Parse(s)
		if ok && customid.New(id.Tournament, id.Panel) != s {
			t.Errorf("%q reads as %+v", s, id)
		}
	})
}

// TestTheLastBoardOfTheLargestRoundHasANumber: a press at any board of any match is read back.
func TestTheLastBoardOfTheLargestRoundHasANumber(t *testing.T) {
	largest := tournament.BoardNumber(tournament.MaxPlayers/2, tournament.MaxCrew)
	p := customid.Confirm{Round: tournament.MaxRounds, Match: largest, Report: 1}
	if got, ok := customid.Parse(customid.New(1, p)); !ok || got.Panel != p {
		t.Errorf("%+v is read as %+v", p, got)
	}
	if match, board := tournament.OfBoard(largest); match != tournament.MaxPlayers/2 || board != tournament.MaxCrew {
		t.Errorf("the last board is board %d of match %d", board, match)
	}
}
