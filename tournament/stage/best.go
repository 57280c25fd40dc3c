package stage

import (
	"slices"
	"strconv"
	"strings"

	"topcut/tournament/notice"
)

// Best is of how many games the matches of a stage are, best of N; 0 = as the ruleset has it,
// and for the last rounds of an elimination as the others of the stage.
type Best struct {
	All                       int
	Quarter, Semi             int // quarterfinals and semifinals of a tree
	Final                     int // the match for first place, and its replay
	WinnersFinal, LosersFinal int // of a double elimination
}

// mostGames is the largest N of a best of N.
const mostGames = 15

// lateRound is one of the last rounds of an elimination, for which a length is said by itself.
type lateRound struct {
	word   string        // in the notation
	titles []notice.Code // of the round or match; see bracket.MatchTitle
	of     func(*Best) *int
	tree   bool // a tree has it
	double bool // a double elimination has it
}

// lateRounds are in the order in which they are played, the match for first place last.
var lateRounds = [...]lateRound{
	{"quarterfinal", []notice.Code{"round.quarter"}, func(b *Best) *int { return &b.Quarter }, true, false},
	{"semifinal", []notice.Code{"round.semi"}, func(b *Best) *int { return &b.Semi }, true, false},
	{"winners_final", []notice.Code{"bracket.upper_final"}, func(b *Best) *int { return &b.WinnersFinal }, false, true},
	{"losers_final", []notice.Code{"bracket.lower_final"}, func(b *Best) *int { return &b.LosersFinal }, false, true},
	{"final", []notice.Code{"round.final", "bracket.grand_final", "bracket.reset"}, func(b *Best) *int { return &b.Final }, true, true},
}

// Of returns of how many games a match with a title is.
func (b Best) Of(title notice.Code) int {
	for i := range lateRounds {
		if n := *lateRounds[i].of(&b); n > 0 && slices.Contains(lateRounds[i].titles, title) {
			return n
		}
	}
	return b.All
}

// IsFinal reports whether a title is that of a match for first place, or of its replay.
func IsFinal(title notice.Code) bool {
	return slices.Contains(lateRounds[len(lateRounds)-1].titles, title)
}

// Late is true if a last round has a length of its own.
func (b Best) Late() bool { return b != Best{All: b.All} }

// Each calls f with each length that is said: of the whole stage, where title is empty, or of
// the rounds with a title.
func (b Best) Each(f func(title notice.Code, n int)) {
	if b.All > 0 {
		f("", b.All)
	}
	for i := range lateRounds {
		if n := *lateRounds[i].of(&b); n > 0 {
			f(lateRounds[i].titles[0], n)
		}
	}
}

// words writes it behind a stage.
func (b Best) words() (w []string) {
	if b.All > 0 {
		w = append(w, "bo"+strconv.Itoa(b.All))
	}
	for i := range lateRounds {
		if n := *lateRounds[i].of(&b); n > 0 {
			w = append(w, lateRounds[i].word, "bo"+strconv.Itoa(n))
		}
	}
	return w
}

// take takes a word of it and, behind the name of a round, the next; taken is false if the word
// is another.
func (b *Best) take(word string, r *reader) (taken bool, err error) {
	if n, ok := bestOf(word); ok {
		b.All = n
		return true, nil
	}
	for i := range lateRounds {
		if lateRounds[i].word != word {
			continue
		}
		n, ok := bestOf(r.next())
		if !ok {
			return true, notice.Err("stages.best_missing", "round", notice.Text(word))
		}
		*lateRounds[i].of(b) = n
		return true, nil
	}
	return false, nil
}

// bestOf reads "bo5".
func bestOf(word string) (n int, ok bool) {
	digits, ok := strings.CutPrefix(word, "bo")
	if !ok || len(digits) > 3 {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil && n > 0
}

// check returns why a kind of stage cannot be played so, or nil.
func (b Best) check(k Kind) (err error) {
	b.Each(func(_ notice.Code, n int) {
		if n > mostGames || n%2 == 0 {
			err = notice.Err("stages.best_number", "n", n, "most", mostGames)
		}
	})
	if err != nil || b == (Best{}) {
		return err
	}
	if k == Schedule || k == Pods || k == Tables || k == Final {
		return notice.Err("stages.best_kind", "stage", k.Word())
	}
	for i := range lateRounds {
		l := &lateRounds[i]
		if n := *l.of(&b); n == 0 {
			continue
		}
		if !k.Eliminates() || k == Double && !l.double || k != Double && !l.tree {
			return notice.Err("stages.best_round", "round", notice.Text(l.word), "stage", k.Word())
		}
	}
	return nil
}
