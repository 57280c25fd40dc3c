package view

import (
	"slices"
	"strings"
	"time"

	"topcut/commands/discord"
	"topcut/commands/text"
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
		words[i] = e.say("verdict.evidence", "player", notice.Player(x.Player), "did", e.did(x, idle, len(sides)))
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

// did lists what one of n players has done for a match in which the others are idle or not.
func (e Env) did(x *evidence.Side, idle bool, n int) text.Raw {
	var words []string
	if x.Days > 1 {
		words = append(words, e.say("verdict.did.offered", "n", x.Offered, "days", text.Raw(e.say("verdict.days", "n", x.Days))))
	} else if x.Offered > 0 {
		words = append(words, e.say("verdict.did.proposed", "n", x.Offered))
	}
	for _, y := range []struct {
		what notice.Code
		n    int
	}{{"accepted", x.Accepted}, {"came", x.Came}} {
		if y.n > 0 && (x.Asked.IsZero() || x.Silent()) {
			words = append(words, e.say("verdict.did."+y.what, "n", y.n))
		}
	}
	clock := func(t time.Time) text.Raw { return text.Raw(discord.Timestamp(t, 't')) }
	switch {
	case x.Asked.IsZero():
	case x.Silent():
		words = append(words, e.say("verdict.did.silent", "time", clock(x.Asked)))
	default:
		words = append(words, e.say("verdict.did.answered", "time", clock(x.Asked), "when", clock(x.Answered)))
	}
	for _, y := range []struct {
		what notice.Code
		did  bool
	}{{"claimed", x.Claims > 0 && n == 2}, {"misses", x.Claims > 0 && n > 2}, {"objected", x.Objected}} {
		if y.did {
			words = append(words, e.say("verdict.did."+y.what))
		}
	}
	switch {
	case words != nil:
		return text.Raw(strings.Join(words, e.say("list.comma")))
	case idle || n > 2:
		return text.Raw(e.say("verdict.did.nothing"))
	}
	return text.Raw(e.say("verdict.did.never"))
}
