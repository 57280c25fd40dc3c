package view

import (
	"strings"
	"time"

	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/evidence"
	"topcut/tournament/fixture"
	"topcut/tournament/notice"
)

// evidence says in one line what both players of a match have done for it, and what that
// suggests: the same to the organisers and to both. It also returns the suggestion.
func (e Env) evidence(at tournament.Place) (string, evidence.Ruling) {
	sides, suggests := evidence.Of(e.state(), e.Snap.Log, e.undone(), at)
	line := e.say("verdict.evidence",
		"first", notice.Player(sides[fixture.First].Player), "did", e.did(&sides[fixture.First], &sides[fixture.Second]),
		"second", notice.Player(sides[fixture.Second].Player), "done", e.did(&sides[fixture.Second], &sides[fixture.First]))
	ruling := ""
	switch suggests {
	case evidence.FirstWins:
		ruling = e.say("verdict.wins", "player", notice.Player(sides[fixture.First].Player))
	case evidence.SecondWins:
		ruling = e.say("verdict.wins", "player", notice.Player(sides[fixture.Second].Player))
	case evidence.NoFault:
		ruling = e.say("verdict.draw")
	case evidence.BothLose:
		ruling = e.say("verdict.double")
	case evidence.MoreTime:
		ruling = e.say("verdict.more")
	case evidence.None:
		return line, suggests
	}
	return line + " " + e.say("verdict.suggests", "ruling", text.Raw(ruling)), suggests
}

// liveEvidence is evidence for a match of a live round whose players are called; else there
// is none.
func (e Env) liveEvidence(at tournament.Place) []string {
	m, l := e.state().Match(at.Round, at.Match)
	if l.N != 2 || !m.Claimed() && !m.Unanswered() {
		return nil
	}
	line, _ := e.evidence(at)
	return []string{line}
}

// did lists what a player has done for a match in which the other has done something or
// nothing.
func (e Env) did(x, other *evidence.Side) text.Raw {
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
	}{{"claimed", x.Claims > 0}, {"objected", x.Objected}} {
		if y.did {
			words = append(words, e.say("verdict.did."+y.what))
		}
	}
	switch {
	case words != nil:
		return text.Raw(strings.Join(words, e.say("list.comma")))
	case other.Did():
		return text.Raw(e.say("verdict.did.never"))
	}
	return text.Raw(e.say("verdict.did.nothing"))
}
