package view

import (
	"slices"
	"strings"

	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/evidence"
	"topcut/tournament/fixture"
	"topcut/tournament/notice"
)

// evidence says in one line what the players of a match have done for it, and what that
// suggests: the same to the organisers and to all players. It also returns the suggestion.
func (e Env) evidence(at tournament.Place) (string, evidence.Ruling) {
	sides, suggests := evidence.Of(e.state(), e.Snap.Log, e.undone(), at)
	words := make([]string, len(sides), len(sides)+1)
	var there, silent []string
	for i := range sides {
		x := &sides[i]
		idle := !slices.ContainsFunc(sides, func(y evidence.Side) bool { return y.Player != x.Player && y.Did() })
		words[i] = e.say("verdict.evidence", "player", notice.Player(x.Player), "did", wording.Did(e.words(), x, idle, len(sides)))
		if x.Silent() {
			silent = append(silent, e.name(x.Player))
		} else {
			there = append(there, e.name(x.Player))
		}
	}
	if ruling := e.suggestion(suggests, sides, there, silent); ruling != "" {
		words = append(words, e.say("verdict.suggests", "ruling", text.Raw(ruling)))
	}
	return strings.Join(words, " "), suggests
}

// suggestion names a ruling by players of a match, of whom some are there and some silent.
func (e Env) suggestion(suggests evidence.Ruling, sides []evidence.Side, there, silent []string) string {
	switch suggests {
	case evidence.FirstWins:
		return e.say("verdict.wins", "player", notice.Player(sides[fixture.First].Player))
	case evidence.SecondWins:
		return e.say("verdict.wins", "player", notice.Player(sides[fixture.Second].Player))
	case evidence.NoFault:
		return e.say("verdict.draw")
	case evidence.BothLose:
		if len(sides) > 2 {
			return e.say("verdict.all")
		}
		return e.say("verdict.double")
	case evidence.MoreTime:
		return e.say("verdict.more")
	case evidence.Alone:
		return e.say("verdict.wins", "player", text.Raw(strings.Join(there, e.say("list.comma"))))
	case evidence.Without:
		return e.say("verdict.without", "players", text.Raw(strings.Join(silent, e.say("list.comma"))))
	case evidence.None:
	}
	return ""
}

// liveEvidence is evidence for a match of a live round whose players are called; else there
// is none.
func (e Env) liveEvidence(at tournament.Place) []string {
	m, l := e.state().Match(at.Round, at.Match)
	if l.N < 2 || m.Confirmed || len(e.state().Missed(at)) == 0 && !m.Unanswered() {
		return nil
	}
	line, _ := e.evidence(at)
	return []string{line}
}
