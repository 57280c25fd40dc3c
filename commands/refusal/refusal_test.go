package refusal

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"topcut/commands/wire"
)

// statuses are those of the answers that are not what was asked for: one of each row of
// meanings, and others.
var statuses = []int{0, 302, 400, 401, 403, 404, 405, 408, 409, 413, 418, 429, 500, 501, 502, 503, 504, 520}

// codes are those that the table knows, none, and three that it does not.
func codes() []int {
	all := []int{0, 20016, 200000, 999999}
	for i := range meanings {
		all = append(all, meanings[i].code)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// final reports whether a verdict ends an attempt although what it was for has not come.
func final(v Verdict) bool { return v == Without || v == Drop || v == GiveUp }

// eachCase calls yield for every kind, whether the event is over or not, and every spell.
func eachCase(yield func(Case) bool) {
	for kind := range aKinds {
		for _, over := range []bool{false, true} {
			for spell := range aSpells {
				if !yield(Case{kind, over, spell}) {
					return
				}
			}
		}
	}
}

// TestEveryCellHasItsVerdict: each status with each code, for each kind of request, while
// its event goes on and when it is over, has a meaning and a verdict. No first answer is
// final, and one that comes more often is believed no less.
func TestEveryCellHasItsVerdict(t *testing.T) {
	cells := 0
	for _, status := range statuses {
		for _, code := range codes() {
			for _, foreign := range []bool{false, true} {
				means := Answer(status, code, foreign)
				if !means.Reached() {
					t.Errorf("%d %d means %d, as if it were no answer", status, code, means)
				}
				for c := range eachCase {
					cells++
					v := verdictOf(means, c)
					switch {
					case v == None:
						t.Errorf("%d %d, %+v: no verdict", status, code, c)
					case c.Spell == Once && final(v):
						t.Errorf("%d %d, %+v: the first answer is final: %d", status, code, c, v)
					case c.Spell > Once && final(verdictOf(means, Case{c.Kind, c.Over, c.Spell - 1})) && !final(v):
						t.Errorf("%d %d, %+v: %d, although it was final before", status, code, c, v)
					}
				}
			}
		}
	}
	if want := len(statuses) * len(codes()) * 2 * int(aKinds) * 2 * int(aSpells); cells != want {
		t.Errorf("%d cells, want %d", cells, want)
	}
}

// TestAPostIsNeverWaitedForWithoutEnd: whatever is answered to a post alone for an hour,
// while others are taken, it does not hold up what waits behind it. What never reached
// Discord says nothing about the post.
func TestAPostIsNeverWaitedForWithoutEnd(t *testing.T) {
	for _, kind := range posts {
		for means := Limited; means <= Refused; means++ {
			if v := verdictOf(means, Case{kind, false, Alone}); !final(v) && v != Ask {
				t.Errorf("kind %d, meaning %d: %d", kind, means, v)
			}
		}
		for _, means := range []Meaning{Local, Held} {
			if v := verdictOf(means, Case{kind, false, Alone}); final(v) {
				t.Errorf("kind %d, meaning %d: given up", kind, means)
			}
		}
	}
}

// TestEachRowIsNeeded: each row of the tables decides something, and says why in a comment.
func TestEachRowIsNeeded(t *testing.T) {
	used := map[int]bool{}
	for _, status := range statuses {
		for _, code := range codes() {
			for _, foreign := range []bool{false, true} {
				used[rowOf(status, code, foreign)] = true
			}
		}
	}
	for i := range meanings {
		if !used[i] {
			t.Errorf("the row %+v decides nothing", meanings[i])
		}
	}
	for _, name := range []string{"meanings.go", "verdicts.go"} {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(source)) {
			if strings.HasPrefix(line, "\t{") && !strings.Contains(line, " // ") {
				t.Errorf("%s: this row does not say why: %s", name, line)
			}
		}
	}
	used = map[int]bool{}
	for means := Local; means <= Refused; means++ {
		for c := range eachCase {
			used[slices.IndexFunc(verdicts, func(v verdict) bool { return v.fits(means, c) })] = true
		}
	}
	for i := range verdicts {
		if !used[i] {
			t.Errorf("the row %+v decides nothing", verdicts[i])
		}
	}
}

// TestAnswersMeanWhatTheySay: the code says more than the status, and both say nothing
// where the answer is not Discord's, except to wait.
func TestAnswersMeanWhatTheySay(t *testing.T) {
	for _, tt := range []struct {
		status, code int
		foreign      bool
		want         Meaning
	}{
		{404, wire.CodeUnknownChannel, false, NoPlace},
		{400, wire.CodeUnknownMessage, false, NoMessage},
		{404, 0, false, NotThere},
		{404, 0, true, Foreign},
		{403, 0, true, Foreign},
		{403, 0, false, Forbidden},
		{403, wire.CodeCannotDM, false, Refused},
		{400, wire.CodeMissingPermissions, false, Forbidden},
		{401, 0, false, Unauthorized},
		{401, wire.CodeInvalidToken, false, Expired},
		{400, wire.CodeThreadArchived, false, Passing},
		{400, wire.CodeInvalidBody, false, Refused},
		{413, 0, false, Refused},
		{429, wire.CodeOldEdits, false, Limited},
		{429, 0, true, Limited},
		{503, wire.CodeUnknownMessage, false, Unheard},
		{502, 0, true, Unheard},
		{302, 0, true, Unheard},
	} {
		if got := Answer(tt.status, tt.code, tt.foreign); got != tt.want {
			t.Errorf("%d %d (foreign %v) means %d, want %d", tt.status, tt.code, tt.foreign, got, tt.want)
		}
	}
	for code, want := range map[int]Meaning{4000: Passing, 4004: Unauthorized, 4009: Stale, 4014: Unfit, 1006: Passing} {
		if got := Close(code); got != want {
			t.Errorf("close code %d means %d, want %d", code, got, want)
		}
	}
}

// meant is an error with a meaning.
type meant struct{ means Meaning }

func (m meant) Meaning() Meaning { return m.means }
func (m meant) Error() string    { return fmt.Sprint("means ", int(m.means)) }

// TestAnErrorMeansWhatIsInIt: the first error of a chain that has a meaning gives it.
func TestAnErrorMeansWhatIsInIt(t *testing.T) {
	for err, want := range map[error]Meaning{
		nil:                      Fine,
		context.DeadlineExceeded: Local,
		fmt.Errorf("sending: %w", meant{NoMessage}):        NoMessage,
		errors.Join(errors.New("no"), meant{Unheard}):      Unheard,
		errors.Join(meant{Forbidden}, meant{Unauthorized}): Forbidden,
	} {
		if got := Of(err); got != want {
			t.Errorf("%v means %d, want %d", err, got, want)
		}
	}
	if v := Judge(nil, Case{}); v != None {
		t.Errorf("no error: %d", v)
	}
}

// TestASpellGrows: an answer is believed from the third in a row on.
func TestASpellGrows(t *testing.T) {
	got := map[string]Spell{
		"the second":       SpellOf(Sure-1, true, false),
		"the third":        SpellOf(Sure, false, false),
		"for an hour":      SpellOf(Sure, true, false),
		"mixed, but alone": SpellOf(1, true, true),
	}
	want := map[string]Spell{"the second": Once, "the third": Often, "for an hour": Long, "mixed, but alone": Alone}
	if !maps.Equal(got, want) {
		t.Errorf("spells %v, want %v", got, want)
	}
}
