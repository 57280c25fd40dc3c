package view

import (
	"fmt"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
	"topcut/tournament/ledger"
)

// Status is a player's private panel: table, opponent, clock, record, place,
// the report that waits, and what to do next.
func Status(e Env, player int) discord.Message {
	s := e.state()
	pl := s.Player(player)
	p := newPanel(accentRound, "%s", e.title())
	refresh := discord.Button{Label: "Refresh", CustomID: e.id(customid.Status)}
	if pl == nil || pl.Status == tournament.Void {
		p.text("You are not in this event.")
		p.buttons(append(e.joinButton(), refresh)...)
		return p.message()
	}
	p.text("**%s** · %s", e.name(player), e.standingOf(player))
	if e.Chance != "" {
		p.text("**The cut:** %s", e.Chance)
	}
	round, match := e.current(player)
	if match > 0 {
		m, l := s.Match(round, match)
		p.rule()
		where := fmt.Sprintf("%s · %s", s.RoundText(round), e.table(round, match))
		if s.Current().Status == tournament.Done {
			where = "Last match: " + where
		}
		p.text("**%s**", where)
		if l.N > 1 {
			p.lines(e.against(m, l, player))
		}
		p.lines(e.matchState(round, match, e.name)...)
	}
	p.rule()
	p.text("**Next:** %s", e.nextStep(player))
	p.buttons(append(e.statusButtons(player), refresh)...)
	return p.message()
}

func (e Env) joinButton() []discord.Button {
	switch e.state().Phase {
	case tournament.Open, tournament.CheckIn:
		return []discord.Button{{Style: discord.Success, Label: "Join", CustomID: e.id(customid.Join)}}
	case tournament.Draft, tournament.Closed, tournament.Running, tournament.Finished, tournament.Cancelled:
	}
	return nil
}

// standingOf says where a player stands in the event, in half a line.
func (e Env) standingOf(player int) string {
	s := e.state()
	pl, l := s.Player(player), &s.Ledger.Players[player-1]
	switch {
	case pl.Status == tournament.Waiting:
		return fmt.Sprintf("number %d on the waiting list", e.waitingPlace(player))
	case pl.Status == tournament.Left:
		return "has left the event"
	case s.Phase < tournament.Running && pl.CheckedIn:
		return "registered and checked in"
	case s.Phase < tournament.Running:
		return "registered"
	case l.Disqualified:
		return "disqualified"
	}
	text := ""
	if len(s.Places) >= player && s.Places[player-1] > 0 {
		text = "final place " + fmt.Sprint(s.Places[player-1])
	}
	if s.SwissRounds > 0 && s.LastDone() > 0 {
		if t, err := s.Table(-1); err == nil {
			if row := t.Row(int32(player - 1)); row != nil {
				if text == "" {
					text = e.rankOf(t, player)
				}
				text += fmt.Sprintf(", %s, record %s", points(pointsOf(s.Rules, row)), record(row.Record))
			}
		}
	}
	if locked := e.lockedSince(player); locked != "" {
		text += ", " + locked
	}
	if l.DroppedAfter != ledger.Active {
		if text != "" {
			text += ", "
		}
		text += "dropped"
	}
	if text == "" {
		return "in the event"
	}
	return text
}

func (e Env) waitingPlace(player int) int {
	place := 0
	for i := range player {
		if e.state().Players[i].Status == tournament.Waiting {
			place++
		}
	}
	return place
}

// nextStep says in a sentence what a player does next.
func (e Env) nextStep(player int) string {
	s := e.state()
	pl := s.Player(player)
	if pl == nil || pl.Status == tournament.Void {
		return "Join the event, where registration is open."
	}
	switch s.Phase {
	case tournament.Draft, tournament.Open, tournament.Closed, tournament.CheckIn:
		return e.nextBefore(pl)
	case tournament.Finished:
		return "The event is over. Thank you for playing."
	case tournament.Cancelled:
		return "The event is cancelled."
	case tournament.Running:
	}
	if !s.Taking(player) {
		return "You are out of the event. Nothing to do."
	}
	if !s.PlaysOn(player) {
		return "Your event ended with the first day; your place is final."
	}
	r := s.Current()
	switch {
	case r == nil:
		return e.nextInDraft(player)
	case r.Status == tournament.Done && s.Cut != nil:
		return e.nextInCut(player)
	case r.Status == tournament.Done && s.SwissOver():
		return e.nextAfterRounds(player)
	case e.lockedSince(player) != "":
		return "Wait for the cut, in which you have a place. The rounds until then are byes."
	case r.Status == tournament.Done:
		text := fmt.Sprintf("Wait for the pairings of %s.", lowerTable(s.RoundText(len(s.Rounds)+1)))
		if e.maySwap() {
			text += " Until then you may exchange cards and hand in the new list."
		}
		return text
	}
	match := s.MatchOf(r.Number, player)
	if match == 0 {
		if s.Cut != nil {
			return e.nextInCut(player)
		}
		return "You are not paired this round. Ask an organiser if that is a mistake."
	}
	return e.nextAtTable(r, match, player)
}

func (e Env) nextBefore(pl *tournament.Player) string {
	s := e.state()
	switch {
	case pl.Status == tournament.Left:
		return "You have left. You can join again while registration is open."
	case pl.Status == tournament.Waiting:
		return "You move up by yourself when a place becomes free."
	case s.Phase == tournament.CheckIn && !pl.CheckedIn:
		return "Check in."
	case s.Settings.Decks == tournament.DecksRequired && pl.Deck == 0:
		return "Hand in your deck before the start."
	}
	return "Nothing to do before the start."
}

// maySwap reports whether decks may be changed now: between rounds, until the
// next pairing is published (MEC-50).
func (e Env) maySwap() bool {
	s := e.state()
	r := s.Current()
	return s.Rules.DeckSwaps && s.Settings.Decks != tournament.DecksNone && s.Phase == tournament.Running && r != nil && r.Status == tournament.Done
}

func (e Env) nextInCut(player int) string {
	s := e.state()
	for i, n := range s.Cut.Seeds {
		if n != player {
			continue
		}
		if _, st, err := s.Bracket(); err == nil && st.Places[i] > 0 {
			return fmt.Sprintf("Your event is over: place %d in the bracket. Thank you for playing.", st.Places[i])
		}
		return "Wait for your next match in the bracket."
	}
	return "Your event is over. Thank you for playing."
}

func (e Env) nextAtTable(r *tournament.Round, match, player int) string {
	m, l := e.state().Match(r.Number, match)
	switch {
	case m.Confirmed:
		return "Your result is in. Wait for the other tables."
	case r.Status == tournament.Published:
		return "Find your opponent and wait for the start of the round."
	case m.Disputed:
		return "Your match is with the organisers. Wait for them."
	case m.Report == nil && l.N > 2:
		return "Play. One of you reports the result of the table."
	case m.Report == nil:
		return "Play your match, then report the result."
	case m.Report.Player == player:
		return "Wait for your opponent to confirm."
	}
	return "Confirm the reported result, or dispute it."
}

// statusButtons are what a player can press now.
func (e Env) statusButtons(player int) []discord.Button {
	s := e.state()
	pl := s.Player(player)
	var out []discord.Button
	if s.Phase < tournament.Running {
		if s.Phase == tournament.CheckIn && pl.Status == tournament.Registered && !pl.CheckedIn {
			out = append(out, discord.Button{Style: discord.Success, Label: "Check in", CustomID: e.id(customid.CheckIn)})
		}
		if pl.Status == tournament.Left {
			return append(out, e.joinButton()...)
		}
		if s.Settings.Decks != tournament.DecksNone {
			label := "Hand in deck"
			if pl.Deck != 0 {
				label = "Change deck"
			}
			out = append(out, discord.Button{Label: label, CustomID: e.id(customid.DeckOpen)})
		}
		return append(out, discord.Button{Label: "Leave", CustomID: e.id(customid.Leave)})
	}
	if round, match := e.current(player); match > 0 {
		m, l := s.Match(round, match)
		if !m.Confirmed && l.N > 1 && s.Current().Status == tournament.Started {
			if m.Report == nil || m.Report.Player == player || m.Disputed {
				out = append(out, discord.Button{Style: discord.Primary, Label: "Report", CustomID: e.id(customid.Report)})
			}
			return append(out, e.matchButtons(round, match, m, player)...)
		}
	}
	if e.maySwap() && s.Taking(player) {
		out = append(out, discord.Button{Label: "Change deck", CustomID: e.id(customid.DeckOpen)})
	}
	if s.LastDone() > 0 && s.SwissRounds > 0 {
		out = append(out, discord.Button{Label: "Standings", CustomID: e.id(customid.Standings, e.swissDone(), 0)})
	}
	if s.Cut != nil {
		out = append(out, discord.Button{Label: "Bracket", CustomID: e.id(customid.Bracket)})
	}
	if s.Phase == tournament.Running && s.Taking(player) {
		out = append(out, discord.Button{Label: "Drop", CustomID: e.id(customid.Drop)})
	}
	return out
}
