package view

import (
	"slices"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// mostMissed bounds the players who are missed that a call names, and those who have come: the
// newest.
const mostMissed = 15

// callMissed calls the players who are missed at their tables, and tells those who wait for
// one that they have come. It reports whether a player is missed.
func (e Env) callMissed(p *layout.Panel, round int, upTo, called int64) bool {
	s, missed := e.state(), posted.Missed(e.state(), round, upTo)
	var lines []string
	for _, x := range missed[max(0, len(missed)-e.most(mostMissed)):] {
		lines = append(lines, e.missedLine(x))
		if x.Seq > called {
			p.Ping(e.at(x.Round, x.Match).users(x.Players)...)
		}
	}
	gone, here := e.undone(), []string(nil)
	for i := range e.Snap.Log[:upTo] {
		ev, came := e.Snap.Log[i].Event.(*tournament.ClaimWithdrawn)
		if !came || ev.Round != round || gone[e.Snap.Log[i].Seq] || e.Snap.Log[i].Seq < s.Round(round).PublishedSeq {
			continue
		}
		e := e.at(ev.Round, ev.Match)
		m, l := s.Match(ev.Round, ev.Match)
		if m.Confirmed || m.Report != nil || m.Claimed() || s.Round(round).TimeCalled { // then the table is called as a whole
			continue
		}
		others := slices.DeleteFunc(s.PlayingAt(ev.Place), func(n int) bool { return n == ev.Player })
		here = append(here, e.say("absence.here", "who", text.Raw(strings.Join(e.mentions(others), " ")), "player", notice.Player(ev.Player), "table", tournament.TableName(ev.Match, l)))
		if e.Snap.Log[i].Seq > called {
			p.Ping(e.users(others)...)
		}
	}
	p.Lines(append(lines, here[max(0, len(here)-e.most(mostMissed)):]...)...)
	return len(missed) > 0
}

// missedLine calls a player who is missed.
func (e Env) missedLine(x posted.Missing) string {
	e = e.at(x.Round, x.Match)
	s := e.state()
	m, l := s.Match(x.Round, x.Match)
	args := []any{"who", text.Raw(strings.Join(e.mentions(x.Players), " ")), "table", tournament.TableName(x.Match, l)}
	if m.Unanswered() {
		key := notice.Code("absence.ask")
		if m.Live.Asks > 1 {
			key = ofTable(l, "absence.ask_result", "absence.ask_result_table")
		}
		end, since := s.StaleAt(x.Place)
		if end.IsZero() {
			end = since
		}
		return e.say(key, append(args, "relative", relative(end))...)
	}
	n := x.Players[0]
	claim, ends := s.ClaimOn(x.Place, n), s.GraceEnds(x.Place, n)
	args = append(args, "player", notice.Player(s.PlayerAt(x.Place, claim.By)))
	switch r := s.Round(x.Round); {
	case m.Confirmed && (r.Deadline.IsZero() || !r.PausedAt.IsZero()):
		return e.say("absence.lost_open", args...)
	case m.Confirmed:
		return e.say("absence.lost", append(args, "time", e.by(r.Deadline))...)
	case claim.Settled > 0:
		return e.say("absence.out", args...)
	case claim.Objected:
		return e.say("absence.again", args...)
	case ends.IsZero():
		return e.say("absence.waits", args...)
	}
	return e.say(ofTable(l, "absence.claimed", "absence.claimed_table"), append(args, "relative", relative(ends))...)
}

// ofTable returns the text for two players or that for a table of three or four.
func ofTable(l *ledger.Match, two, table notice.Code) notice.Code {
	if l.N > 2 {
		return table
	}
	return two
}

// hereButton is the button of a call for all who are missed in a round.
func (e Env) hereButton(at tournament.Place) discord.Button {
	return discord.Button{Style: discord.Success, Label: e.say("button.here"), CustomID: e.id(customid.Present{Round: at.Round, Match: at.Match})}
}

// absenceButtons returns the buttons of player n about who is at a table of a live round.
func (e Env) absenceButtons(at tournament.Place, n int) []discord.Button {
	s := e.state()
	m, l := s.Match(at.Round, at.Match)
	claim := discord.Button{Label: e.say("choice.no_show"), CustomID: e.id(customid.Claim{Round: at.Round, Match: at.Match})}
	if l.N > 2 {
		claim.Label = e.say("absence.someone")
	}
	switch {
	case n == 0:
	case m.Unanswered() && !s.AbsentFrom(at, n), s.MayCome(at, n, e.Now):
		return []discord.Button{e.hereButton(at)}
	case len(s.Claimable(at, n)) > 0:
		return []discord.Button{claim}
	}
	return nil
}

// WhoIsMissing asks player n which opponent at a table of three or four is not there.
func WhoIsMissing(e Env, at tournament.Place, n int) discord.Message {
	e = e.at(at.Round, at.Match)
	p := e.titled(layout.Round, string(e.where(at.Round, at.Match)))
	p.Say("absence.which")
	for _, of := range e.state().Claimable(at, n) {
		p.Buttons(discord.Button{Label: e.label(of), CustomID: e.id(customid.ClaimOf{Round: at.Round, Match: at.Match, Of: of})})
	}
	return p.Message()
}

// absence says who is missed at a table of a live round, and until when they may come.
func (e Env) absence(at tournament.Place) (lines []string) {
	e = e.at(at.Round, at.Match)
	s := e.state()
	m, l := s.Match(at.Round, at.Match)
	for _, n := range s.Missed(at) {
		player := notice.Player(n)
		switch {
		case s.OpenClaim(at, n):
			lines = append(lines, e.say(ofTable(l, "absence.state", "absence.state_table"), "player", player, "by", notice.Player(s.PlayerAt(at, s.ClaimOn(at, n).By))))
			if ends := s.GraceEnds(at, n); !ends.IsZero() {
				lines = append(lines, e.say(ofTable(l, "absence.ends", "absence.ends_table"), "relative", relative(ends)))
			}
		case s.AbsentFrom(at, n) && !m.Confirmed:
			lines = append(lines, e.say("absence.out_state", "player", player))
		case s.MayReturn(at, n, e.Now):
			lines = append(lines, e.say("absence.may_come", "player", player))
		}
	}
	return append(lines, e.liveEvidence(at)...)
}

// staffMissed shows the claims of a round that end by themselves, and for whom it stays open.
func (e Env) staffMissed(p *layout.Panel, r *tournament.Round) {
	s := e.state()
	shown, troubles := 0, posted.Troubles(s, r.Number)
	last := 0 // table
	for _, x := range posted.Missed(s, r.Number, s.Seq) {
		listed := func(t posted.Trouble) bool { return t.Match == x.Match } // with its button
		if x.Match == last || s.ClaimEnds(x.Place).IsZero() || slices.ContainsFunc(troubles, listed) {
			continue
		}
		last = x.Match
		p.Text(e.table(r.Number, x.Match) + ": " + strings.Join(e.absence(x.Place), " "))
		if shown++; shown <= fullTroubles {
			p.Buttons(discord.Button{Label: e.say("button.decide"), CustomID: e.id(customid.TablePanel{Round: x.Round, Match: x.Match})})
		}
		if shown == fullTroubles+shortTroubles {
			break
		}
	}
	awaited, until := s.Awaited(r), s.AwaitedUntil(r)
	switch players := e.clipped(e.names(awaited), maxWarnings); {
	case len(awaited) == 0 || len(s.Blocking(r.Number)) > 0:
	case until.IsZero():
		p.Say("absence.open_paused", "players", players)
	default:
		p.Say("absence.open", "players", players, "time", e.by(until))
	}
}

// mayComeBack reports whether a player was dropped for missing a match and may come back.
func (e Env) mayComeBack(n int) bool {
	p := e.state().Player(n)
	return p != nil && p.NoShow && e.state().Phase == tournament.Running && e.state().Elimination() == nil
}

// backButton returns the button of a player who was dropped for missing a match.
func (e Env) backButton() discord.Button {
	return discord.Button{Style: discord.Success, Label: e.say("absence.back"), CustomID: e.id(customid.ComeBack{})}
}
