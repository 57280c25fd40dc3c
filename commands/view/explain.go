package view

import (
	"fmt"
	"slices"
	"strings"

	"topcut/commands/discord"
	"topcut/tournament"
	"topcut/tournament/ledger"
)

// ExplainPairing says why a player met whom in a round: points and ranks before
// it, what the engine gave as its reason, and what its pairing cost.
func ExplainPairing(e Env, player, round int) discord.Message {
	s := e.state()
	r := s.Round(round)
	if r == nil || s.Player(player) == nil {
		return nothing("Round %d is not published.", round)
	}
	match := s.MatchOf(round, player)
	if match == 0 {
		return nothing("%s was not paired in %s.", e.name(player), lowerName(s.RoundText(round)))
	}
	return e.fitted(func(e Env) discord.Message {
		m, l := s.Match(round, match)
		p := newPanel(accentRound, "Why this pairing? %s · %s", s.RoundText(round), e.table(round, match))
		switch l.Kind {
		case ledger.Bye:
			p.text("**%s** has the bye.", e.name(player))
		case ledger.AssignedLoss:
			p.text("**%s** missed this round, which counts as lost.", e.name(player))
		case ledger.Elsewhere:
			p.text("**%s** played this round before the event was taken over.", e.name(player))
			return p.message()
		case ledger.Played, ledger.IntentionalDraw, ledger.Forfeit, ledger.DoubleLoss:
			p.text("**%s**", strings.Join(e.names(seated(l)), " vs "))
		}
		p.lines(e.positions(round, l)...)
		p.lines(e.meetings(round, l))
		if m.Why != "" {
			p.text("%s", m.Why)
		}
		p.rule()
		if s.Cut != nil && round >= s.Cut.FirstRound {
			p.note("In the bracket the seeds decide who meets; tables are drawn.")
			return p.message()
		}
		p.lines(e.verdict(r)...)
		if r.Seed != "" {
			p.note("Seed of this round: %s, attempt %d. With it anybody can compute the pairing again.", r.Seed, r.Attempt+1)
		}
		return p.message()
	})
}

// positions says where the players of a match stood before its round.
func (e Env) positions(round int, l *ledger.Match) []string {
	s := e.state()
	if s.Cut != nil && round >= s.Cut.FirstRound {
		brackets, err := s.Brackets()
		if err != nil {
			return nil
		}
		var out []string
		for _, n := range seated(l) {
			for _, b := range brackets {
				if at := slices.Index(b.Seeds, n); at >= 0 {
					out = append(out, fmt.Sprintf("%s: seed %d", e.name(n), at+1))
				}
			}
		}
		return out
	}
	t := e.before(round)
	if t == nil {
		return []string{"Before round 1 everybody is level."}
	}
	var out []string
	for _, n := range seated(l) {
		if row := t.Row(int32(n - 1)); row != nil {
			out = append(out, fmt.Sprintf("%s before the round: %s, record %s, place %d", e.name(n), points(pointsOf(s.Rules, row)), record(row.Record), row.Rank))
		}
	}
	return out
}

// meetings says whether two players had met before.
func (e Env) meetings(round int, l *ledger.Match) string {
	s := e.state()
	if l.N != 2 {
		return ""
	}
	for r := 1; r < round; r++ {
		for i := range s.Ledger.Rounds[r-1].Matches {
			old := &s.Ledger.Rounds[r-1].Matches[i]
			if old.N > 1 && old.Seat(l.Seats[0]) >= 0 && old.Seat(l.Seats[1]) >= 0 {
				return fmt.Sprintf("They had met in round %d.", r)
			}
		}
	}
	return "They had not met before."
}

// ExplainStanding says where every number of a player's place comes from and
// what separates the player from the neighbours.
func ExplainStanding(e Env, player int) discord.Message {
	s := e.state()
	t, err := s.Table(-1)
	if err != nil || s.Player(player) == nil || s.Player(player).Status != tournament.Registered {
		return nothing("There are no standings for this player yet.")
	}
	return e.fitted(func(e Env) discord.Message {
		title := fmt.Sprintf("%s after round %d", e.name(player), t.After)
		if row := t.Row(int32(player - 1)); row != nil {
			title = fmt.Sprintf("%s: place %d of %d after round %d", e.name(player), row.Rank, len(t.Rows), t.After)
		}
		p := newPanel(accentRound, "%s", title)
		switch {
		case s.InGroups():
			p.note("In the group: %s. What follows is about the whole field; the cut takes the first of all groups, then the second ones.", e.rankOf(t, player))
		case GroupOfPlayer(s, player) != (Group{}):
			p.note("In the division: %s. What follows is about the whole field, in which divisions are compared by the same numbers.", e.rankOf(t, player))
		}
		if locked := e.lockedSince(player); locked != "" {
			if seeds, err := s.Seeds(t, s.CutSize); err == nil {
				locked += fmt.Sprintf(", seed %d so far", slices.Index(seeds, player)+1)
			}
			p.text("**%s.** Those who were locked into the cut are seeded in the order of the rounds, ahead of the standings.", sentenceStart(locked))
		}
		lines := t.Explain(int32(player-1), func(i int32) string { return e.name(int(i) + 1) })
		for i, l := range lines {
			lines[i] = "- " + l
		}
		text, left := block(lines, 3600, 8600)
		p.text("%s", text)
		if left > 0 {
			p.note("%s not shown.", plural(left, "more line is", "more lines are"))
		}
		return p.message()
	})
}
