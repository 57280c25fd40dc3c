package view

import (
	"slices"
	"strings"

	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/logline"
	"topcut/commands/picks"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/field"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/standings"
)

// ExplainPairing explains a player's pairing in a round: points and ranks before it, the
// engine's reason, and the cost of the pairing.
func ExplainPairing(e Env, player, round int) discord.Message {
	s := e.state()
	r := s.Round(round)
	if r == nil || s.Player(player) == nil {
		return e.nothing("explain.not_published", "round", round)
	}
	match := s.MatchOf(round, player)
	if match == 0 {
		return e.nothing("explain.not_paired", "player", notice.Player(player), "round", text.Raw(e.round(round)))
	}
	return e.fitted(func(e Env) discord.Message {
		m, l := s.Match(round, match)
		p := e.panel(layout.Round, "explain.pairing", "match", e.where(round, match))
		switch l.Kind {
		case ledger.Bye:
			p.Say("result.bye", "player", notice.Player(player))
		case ledger.AssignedLoss:
			p.Say("result.absent", "player", notice.Player(player))
		case ledger.Elsewhere:
			p.Say("result.elsewhere", "player", notice.Player(player))
			return p.Message()
		case ledger.Played, ledger.IntentionalDraw, ledger.Forfeit, ledger.DoubleLoss:
			p.Text("**" + strings.Join(e.names(wording.Seated(l)), " – ") + "**")
		}
		if lines := e.boardLines(round, match); len(lines) > 0 {
			p.Lines(lines...)
			p.Small("boards.order")
		}
		if _, shown := tournament.Last(e.Snap.Log, func(ev *tournament.LineUpsShown) bool {
			return ev.Place == tournament.Place{Round: round, Match: match}
		}); shown != nil && shown.Seq > r.PublishedSeq {
			p.Small("explain.line_ups", "line", text.Raw(logline.Line(e.about(), *shown)), "time", wording.Moment(shown.Time))
		}
		for _, board := range e.state().Parts(tournament.Place{Round: round, Match: match}) {
			if _, lent := tournament.Last(e.Snap.Log, func(ev *tournament.SubstituteAnswered) bool { return ev.Place == board && ev.Yes }); lent != nil && lent.Seq > r.PublishedSeq {
				p.Small("explain.line_ups", "line", text.Raw(logline.Line(e.about(), *lent)), "time", wording.Moment(lent.Time))
			}
		}
		p.Lines(picks.Lines(e.about(), tournament.Place{Round: round, Match: match})...)
		p.Lines(e.positions(round, l)...)
		p.Text(e.meetings(round, l))
		p.Lines(e.keptApart(r, l)...)
		if !m.Why.IsZero() {
			p.Text(e.words().Notice(m.Why))
		}
		p.Rule()
		if s.Eliminates(round) {
			p.Small("explain.bracket")
			return p.Message()
		}
		p.Lines(e.verdict(r, wording.Seated(l)...)...)
		if r.Seed != "" && !r.Forced {
			p.Small("explain.seed", "seed", text.Raw(r.Seed), "attempt", r.Attempt+1)
		}
		return p.Message()
	})
}

// positions returns the standings of a match's players before its round.
func (e Env) positions(round int, l *ledger.Match) []string {
	s := e.state()
	if s.Eliminates(round) {
		var out []string
		for _, n := range wording.Seated(l) {
			if seed := e.seedOf(n); seed > 0 {
				out = append(out, e.say("explain.bracket_seed", "player", notice.Player(n), "seed", seed))
			}
		}
		return out
	}
	t := e.before(round)
	if t == nil {
		return []string{e.say("explain.first_round")}
	}
	var out []string
	for _, n := range wording.Seated(l) {
		if row := t.Row(int32(n - 1)); row != nil {
			out = append(out, e.say("explain.before", "player", notice.Player(n), "place", row.Rank, "score", text.Raw(e.scored(row))))
		}
	}
	return out
}

// meetings says whether two players had met before.
func (e Env) meetings(round int, l *ledger.Match) string {
	s := e.state()
	if l.N != 2 || s.Eliminates(round) {
		return ""
	}
	for r := 1; r < round; r++ {
		for i := range s.Ledger.Rounds.At(r).Matches {
			old := &s.Ledger.Rounds.At(r).Matches[i]
			if old.N > 1 && s.Rules.Met(old) && old.Seat(l.Seats[0]) >= 0 && old.Seat(l.Seats[1]) >= 0 {
				return e.say("explain.met", "round", r)
			}
		}
	}
	return e.say("explain.not_met")
}

// keptApart says with whom the players of a match were not to be paired in its round,
// without what was said after that was paired.
func (e Env) keptApart(r *tournament.Round, l *ledger.Match) (out []string) {
	s := e.state()
	if !s.StageOf(r.Number).Kind.ByPoints() {
		return nil
	}
	later := map[[2]int]bool{}
	for i := range e.Snap.Log {
		switch ev := e.Snap.Log[i].Event.(type) {
		case *tournament.RoundPaired:
			if ev.Round == r.Number && e.Snap.Log[i].Seq <= r.PublishedSeq {
				clear(later)
			}
		case *tournament.PlayerChanged:
			for _, a := range ev.Apart {
				later[[2]int{min(a.Player, ev.Player), max(a.Player, ev.Player)}] = true
			}
		}
	}
	for _, n := range wording.Seated(l) {
		var others []int
		for _, a := range s.Ledger.Apart {
			pair := [2]int{int(a.A) + 1, int(a.B) + 1}
			if i := slices.Index(pair[:], n); i >= 0 && a.In(r.Number) && !later[pair] {
				others = append(others, pair[1-i])
			}
		}
		if len(others) > 0 {
			out = append(out, e.say("explain.apart", "player", notice.Player(n), "players", e.clipped(e.names(others), 10)))
		}
	}
	return out
}

// ExplainStanding shows where each number of a player's rank comes from and what
// separates the player from those next in the standings.
func ExplainStanding(e Env, player int) discord.Message {
	s := e.state()
	t, err := s.Table(-1)
	if err != nil || s.Player(player) == nil || s.Player(player).Status != tournament.Registered {
		return e.nothing("explain.no_standing")
	}
	return e.fitted(func(e Env) discord.Message {
		p := e.panel(layout.Round, "explain.after", "player", notice.Player(player), "round", t.After)
		if row := t.Row(int32(player - 1)); row != nil {
			p = e.panel(layout.Round, "explain.standing", "player", notice.Player(player), "place", row.Rank, "of", len(t.Rows), "round", t.After)
		}
		switch {
		case s.InGroups():
			p.Small("explain.group", "place", text.Raw(e.rankOf(t, player)))
		case field.Of(s, player) != (field.Group{}):
			p.Small("explain.division", "place", text.Raw(e.rankOf(t, player)))
		}
		p.Lines(e.bestNext(t, player)...)
		if locked := e.lockedSince(player); locked != "" {
			if seeds, err := s.Seeds(t, s.CutSize()); err == nil {
				p.Say("explain.locked", "since", text.Raw(locked), "seed", slices.Index(seeds, player)+1)
			}
		}
		var lines []string
		for _, n := range t.Explain(int32(player - 1)) {
			lines = append(lines, "- "+text.Begin(e.words().Notice(n)))
		}
		p.Text(layout.Block(e.words(), lines, 3600, 8600))
		return p.Message()
	})
}

// bestNext says why a player with the place of a group of which only the best go on, a third
// of groups, is among those or not: by the order across groups, nothing for other players.
func (e Env) bestNext(t *standings.Table, player int) []string {
	s := e.state()
	players, places := s.BestNext(t)
	at := slices.Index(players, player)
	if at < 0 {
		return nil
	}
	if st := s.Elimination(); st != nil && slices.Contains(st.Players, player) != (at < places) {
		return nil // an organiser or a drop has decided otherwise
	}
	key := notice.Code("explain.best_out")
	if at < places {
		key = "explain.best_in"
	}
	row := t.Row(int32(player - 1))
	won := row.PerMatch(fraction.Int(int64(row.Record[0])))
	return []string{e.say(key, "place", at+1, "of", len(players), "best", places, "points", text.Raw(row.PerMatch(row.Points).String()), "wins", text.Raw(won.String()))}
}
