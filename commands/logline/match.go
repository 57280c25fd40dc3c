package logline

import (
	"slices"
	"strings"

	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
)

// roundEventLine is Line for events of rounds and results.
func (e teller) roundEventLine(who text.Raw, env tournament.Envelope) string {
	round := func(r int) text.Raw { return text.Raw(e.Round(r)) }
	where := func(r, match int) text.Raw {
		if match > 0 {
			return e.Place(tournament.Place{Round: r, Match: match}, e.matchAt(env.Seq, r, match))
		}
		return round(r)
	}
	switch ev := env.Event.(type) {
	case *tournament.RoundPaired:
		switch {
		case ev.Forced:
			return e.Say("log.paired_forced", "who", who, "round", round(ev.Round))
		case ev.Attempt > 0:
			return e.Say("log.paired_anew", "who", who, "round", round(ev.Round), "attempt", ev.Attempt+1)
		}
		return e.Say("log.paired", "who", who, "round", round(ev.Round))
	case *tournament.RoundRepaired:
		return e.Say("log.repaired", "who", who, "n", len(ev.Changed), "round", round(ev.Round))
	case *tournament.ClockExtended:
		return e.Say("log.extended", "who", who, "change", wording.MoreTime(ev.Minutes), "where", where(ev.Round, ev.Match))
	}
	return e.resultLine(who, env)
}

// resultLine is Line for events of one match.
func (e teller) resultLine(who text.Raw, env tournament.Envelope) string {
	at := func(round, match int) (*ledger.Match, text.Raw) {
		l := e.matchAt(env.Seq, round, match)
		return l, e.Place(tournament.Place{Round: round, Match: match}, l)
	}
	result := func(at tournament.Place, l *ledger.Match, kind ledger.Kind, r ledger.Result) text.Raw {
		if l == nil {
			return text.Raw(e.Say("result.none"))
		}
		c := *l
		c.Kind, c.Result = kind, r
		return text.Raw(e.At(at).Notice(wording.ResultOf(e.Snap.State, at.Match, &c)))
	}
	switch ev := env.Event.(type) {
	case *tournament.ResultReported:
		l, where := at(ev.Round, ev.Match)
		return e.Say("log.reported", "player", notice.Player(ev.Player), "where", where, "result", result(ev.Place, l, ev.Kind, ev.Result))
	case *tournament.ResultConfirmed:
		l, where := at(ev.Round, ev.Match)
		switch {
		case ev.By == tournament.BySilence:
			said, _ := tournament.Last(e.Snap.Log[:env.Seq-1], func(r *tournament.ResultReported) bool { return r.Place == ev.Place })
			if said == nil {
				said = &tournament.ResultReported{}
			}
			return e.Say("log.auto_confirmed", "result", result(ev.Place, l, said.Kind, said.Result), "where", where)
		case ev.Player > 0:
			return e.Say("log.confirmed", "who", text.Raw(e.Player(ev.Player)), "where", where)
		}
		return e.Say("log.confirmed", "who", who, "where", where)
	case *tournament.ResultCorrected:
		l, where := at(ev.Round, ev.Match)
		if ev.Swap && l != nil { // the second player won without play
			turned := *l
			turned.Seats[0], turned.Seats[1] = l.Seats[1], l.Seats[0]
			l = &turned
		}
		now := result(ev.Place, l, ev.Kind, ev.Result)
		if m, _ := e.Snap.State.Match(ev.Round, ev.Match); m != nil && ev.Unagreed(m) {
			now = result(ev.Place, l, ledger.Played, wording.Scoreless())
		}
		switch ev.By {
		case tournament.ByClaim:
			return e.Say("arranged.claim_settled", "where", where, "result", now)
		case tournament.ByRule:
			if !e.Snap.State.Arranged() {
				return e.Say("absence.log_rule", "where", where, "result", now)
			}
			return e.Say("arranged.unplayed", "where", where, "result", now)
		case tournament.ByConcession:
			return e.Say("log.conceded", "where", where, "result", now)
		case tournament.NotConfirmed, tournament.ByOpponent, tournament.BySilence, tournament.ByOrganiser, tournament.ByReport:
		}
		return e.Say("log.ruled", "who", who, "where", where, "result", now)
	case *tournament.PlayersGone:
		if len(ev.Players) == 0 {
			return e.Say("log.back")
		}
		return e.Say("digest.gone", "list", wording.Clipped(e.Printer, e.Players(ev.Players), 12))
	}
	return e.particularLine(who, env)
}

// particularLine is Line for events of special formats, and of matches that players arrange.
func (e teller) particularLine(who text.Raw, env tournament.Envelope) string {
	where := func(round, match int) text.Raw {
		return e.Place(tournament.Place{Round: round, Match: match}, e.matchAt(env.Seq, round, match))
	}
	switch ev := env.Event.(type) {
	case *tournament.StandInSeated:
		return e.Say("log.stand_in", "player", notice.Player(ev.For))
	case *tournament.DraftSeated:
		if ev.Attempt > 0 {
			return e.Say("log.seats_anew", "who", who, "attempt", ev.Attempt+1)
		}
		return e.Say("log.seats", "who", who)
	case *tournament.GroupsDrawn:
		return e.flightLine(who, ev)
	case *tournament.CutLocked:
		return e.lockLine(env.Seq, ev)
	case *tournament.TimesProposed:
		return e.Say("arranged.proposed", "player", notice.Player(ev.Player), "times", wording.Times(ev.Times), "where", where(ev.Round, ev.Match))
	case *tournament.TimeAgreed:
		return e.Say("arranged.agreed", "player", notice.Player(ev.Player), "time", wording.Moment(ev.At), "where", where(ev.Round, ev.Match))
	case *tournament.PlayerAway:
		if ev.Back {
			return e.Say("arranged.away_back", "player", notice.Player(ev.Player), "from", wording.Day(ev.From), "until", wording.Day(ev.Until))
		}
		return e.Say("arranged.away", "player", notice.Player(ev.Player), "from", wording.Day(ev.From), "until", wording.Day(ev.Until))
	}
	return e.plain(who, env)
}

// lockLine is Line for players locked into the cut.
func (e teller) lockLine(seq int64, ev *tournament.CutLocked) string {
	in, out := LocksMoved(e.Snap.Log, seq, ev)
	var words []string
	for _, l := range in {
		words = append(words, e.Say("lock.player", "player", notice.Player(l.Player), "round", l.Round))
	}
	var sentences []string
	if len(words) > 0 {
		sentences = append(sentences, e.Say("log.locked", "players", wording.Clipped(e.Printer, words, 10)))
	}
	if len(out) > 0 {
		sentences = append(sentences, e.Say("log.unlocked", "players", wording.Clipped(e.Printer, e.Players(out), 10)))
	}
	if len(sentences) == 0 {
		return e.Say("log.locks_reordered")
	}
	return strings.Join(sentences, " ")
}

// LocksMoved returns who is newly locked into the cut by an event and who no longer is.
func LocksMoved(log []tournament.Envelope, seq int64, ev *tournament.CutLocked) (in []tournament.Lock, out []int) {
	var before []tournament.Lock
	gone := Undone(log, seq)
	for i := range log {
		env := &log[i]
		if old, ok := env.Event.(*tournament.CutLocked); ok && env.Seq < seq && !gone[env.Seq] {
			before = old.Locks
		}
	}
	had := func(list []tournament.Lock, n int) bool {
		return slices.ContainsFunc(list, func(l tournament.Lock) bool { return l.Player == n })
	}
	for _, l := range ev.Locks {
		if !had(before, l.Player) {
			in = append(in, l)
		}
	}
	for _, l := range before {
		if !had(ev.Locks, l.Player) {
			out = append(out, l.Player)
		}
	}
	return in, out
}

// matchAt returns the match or board of an event with the players at that moment: after a
// round was undone and paired again, its number belongs to others. It returns nil if the match
// is not known.
func (e teller) matchAt(seq int64, round, number int) *ledger.Match {
	match, board := tournament.OfBoard(number)
	gone := Undone(e.Snap.Log, seq)
	for i := min(int(seq)-1, len(e.Snap.Log)) - 1; i >= 0; i-- {
		env := &e.Snap.Log[i]
		var pairings numbered.List[tournament.Pairing]
		switch ev := env.Event.(type) {
		case *tournament.RoundPaired:
			if ev.Round == round {
				pairings = ev.Pairings
			}
		case *tournament.RoundRepaired:
			if ev.Round == round {
				pairings = ev.Pairings
			}
		}
		if pairings == nil || gone[env.Seq] {
			continue
		}
		p := numbered.Find(pairings, match)
		if p == nil {
			return nil
		}
		l := &ledger.Match{Table: int16(p.Table), Kind: p.Kind, N: uint8(len(p.Players)), Seats: [4]int32{ledger.None, ledger.None, ledger.None, ledger.None}}
		for i, n := range p.Players[:min(len(p.Players), 4)] {
			l.Seats[i] = int32(n - 1)
		}
		if board > 0 && board%2 == 0 && len(e.Snap.State.GameRules().Seats.Sides) > 0 {
			l.Seats[0], l.Seats[1] = l.Seats[1], l.Seats[0]
		}
		return l
	}
	return nil
}
