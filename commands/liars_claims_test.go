package commands_test

import (
	"slices"

	"topcut/commands"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/posted"
	"topcut/tournament"
	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
)

// absence returns a press by which a player says that an opponent is not at the table, or
// one of a player who is missed. One in eight is by another user.
func (e *randomReporters) absence(s *tournament.State) *discord.Interaction {
	r := s.Current()
	if r == nil {
		return nil
	}
	at := tournament.Place{Round: r.Number, Match: e.rng.IntN(len(r.Matches)) + 1}
	for i := range r.Matches {
		if len(s.Missed(tournament.Place{Round: r.Number, Match: i + 1})) > 0 && e.rng.IntN(2) == 0 {
			at.Match = i + 1
		}
	}
	_, l := s.Match(at.Round, at.Match)
	seats := l.Players()
	n, of := int(seats[e.rng.IntN(len(seats))])+1, int(seats[e.rng.IntN(len(seats))])+1
	missed := s.Missed(at)
	comes := len(missed) > 0 && e.rng.IntN(4) == 0
	if comes {
		n = missed[e.rng.IntN(len(missed))]
	}
	user := e.snapshot().User(n)
	if user == "" || e.rng.IntN(8) == 0 {
		user = e.user(s)
	}
	if e.rng.IntN(12) == 0 {
		at = tournament.Place{Round: e.rng.IntN(len(s.Rounds) + 2), Match: e.rng.IntN(5)}
	}
	var press customid.Panel = customid.Claim{Round: at.Round, Match: at.Match}
	switch {
	case comes:
		press = customid.Present{Round: at.Round, Match: at.Match}
	case len(seats) > 2:
		press = customid.ClaimOf{Round: at.Round, Match: at.Match, Of: of}
	}
	in := e.interaction(&commands.Route{Path: "match list"}, user, 0, 5_000_000+e.n)
	in.Kind, in.Path, in.CustomID = discord.KindComponent, nil, customid.New(s.ID, press)
	return in
}

// missed records the users to whom a call says that they are missed at a table.
func (e *randomReporters) missed(snap *tournament.Snapshot, p tournament.Post, users []string) {
	s := snap.State
	if p.Kind != "call" || s.Round(p.Round) == nil {
		return
	}
	for _, x := range posted.Missed(s, p.Round, p.Seq) {
		for _, n := range x.Players {
			if user := snap.User(n); s.OpenClaim(x.Place, n) && slices.Contains(users, user) {
				e.asked[s.ID][x.Seq] = append(e.asked[s.ID][x.Seq], user)
			}
		}
	}
}

// graceOver checks that a player without whom a table goes on was called, had the time to
// come and has not come.
func (e *randomReporters) graceOver(before *tournament.Snapshot, env *tournament.Envelope, at tournament.Place, n int) {
	s := before.State
	m, _ := s.Match(at.Round, at.Match)
	c := s.ClaimOn(at, n)
	switch user := before.User(n); {
	case env.Actor != 0 || !s.OpenClaim(at, n) || c.Objected:
		e.lie("entry %d: player %d is lost at match %d of round %d without an open claim: %+v", env.Seq, n, at.Match, at.Round, c)
	case user == "" && !s.Settings.GuestFinal:
		e.lie("entry %d: the guest %d loses match %d of round %d, about which they could not be asked", env.Seq, n, at.Match, at.Round)
	case user != "" && !slices.Contains(e.asked[s.ID][c.Seq], user):
		e.lie("entry %d: player %d loses by claim %d, about which %v were called, not %q", env.Seq, n, c.Seq, e.asked[s.ID][c.Seq], user)
	case env.Time.Sub(c.At) < s.Grace():
		e.lie("entry %d: player %d had %s to come, not %s", env.Seq, n, env.Time.Sub(c.At), s.Grace())
	case !m.Live.Here[s.SideOf(at, n)].Before(c.At):
		e.lie("entry %d: player %d loses, but has pressed that they are there", env.Seq, n)
	}
}

// lostAtATable checks the result by a claim of a match in a live round: who loses could come,
// who wins is left.
func (e *randomReporters) lostAtATable(before, after *tournament.Snapshot, env *tournament.Envelope, c *tournament.ResultCorrected) {
	e.final["a claim at a table in silence"]++
	at := c.Place
	_, l := before.State.Match(at.Round, at.Match)
	if l.N > 2 { // each absence is an event of its own
		left := after.State.PlayingAt(at)
		if len(left) != 1 || after.State.WonBy(l, &tournament.Report{Kind: c.Kind, Result: c.Result}) != l.Seat(int32(left[0]-1)) {
			e.lie("entry %d: match %d of round %d is won by %v, where %v play", env.Seq, at.Match, at.Round, c.Result, left)
		}
		return
	}
	loser := fixture.Second
	if c.Swap {
		loser = fixture.First
	}
	if c.Kind != ledger.Forfeit {
		e.lie("entry %d: a claim ends match %d of round %d by %v", env.Seq, at.Match, at.Round, c.Kind)
	}
	e.graceOver(before, env, at, before.State.PlayerAt(at, loser))
}
