package view

import (
	"slices"
	"strings"

	"topcut/commands/columns"
	"topcut/commands/crew"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/person"
	"topcut/commands/picks"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/standings"
)

// Status returns a player's private panel: table, opponent, clock, record, rank, an open
// report, and the next step.
func Status(e Env, player int) discord.Message {
	s := e.state()
	pl := s.Player(player)
	p := e.titled(layout.Round, string(e.title()))
	refresh := discord.Button{Label: e.say("button.refresh"), CustomID: e.id(customid.Status{})}
	if pl == nil || pl.Status == tournament.Void {
		p.Say("status.not_in")
		p.Buttons(append(e.joinButton(), refresh)...)
		return p.Message()
	}
	open := e.fixtures(player)
	next := e.say("status.next", "step", text.Raw(e.nextStep(player)))
	if len(open) > 0 { // after days away, this comes first
		p.Text(next)
	}
	p.Text("**" + crew.Named(e.about(), player) + "** · " + e.standingOf(player))
	if e.Chance != "" {
		p.Say("status.cut", "chance", text.Raw(e.Chance))
	}
	round, match := e.own(player)
	if len(open) > 0 {
		p.Rule()
		for _, at := range first(open, maxOptions) {
			p.Text(e.openLine(at, player))
		}
	} else if match > 0 {
		m, l := s.Match(round, match)
		p.Rule()
		where := text.Raw(e.round(round) + " · " + e.table(round, match))
		if m.Part == ledger.ThirdPlace && match == whole(match) {
			where = e.where(round, match)
		}
		if s.Current().Status == tournament.Done {
			p.Say("status.last", "match", where)
		} else {
			p.Text("**" + string(where) + "**")
		}
		if l.N > 1 {
			p.Lines(append([]string{e.at(round, match).against(m, l, player)}, person.Answers(e.about(), others(l, player)...)...)...)
		}
		p.Lines(e.matchState(round, match, player)...)
		picks.Add(e.about(), p, tournament.Place{Round: round, Match: match}, player)
		e.matchBoards(p, round, match)
	}
	if len(open) == 0 {
		p.Rule()
		p.Text(next)
	}
	own, change := person.OwnAnswer(e.about(), player)
	p.Lines(own)
	p.Buttons(slices.Concat(e.statusButtons(player), change, crew.Button(e.about()), e.directButton(), []discord.Button{refresh})...)
	return p.Message()
}

func (e Env) joinButton() []discord.Button {
	if e.state().Entry.Listed {
		return nil
	}
	switch e.state().Phase {
	case tournament.Open, tournament.CheckIn:
		return []discord.Button{{Style: discord.Success, Label: e.say("button.join"), CustomID: e.id(customid.Join{})}}
	case tournament.Draft, tournament.Closed, tournament.Running, tournament.Finished, tournament.Cancelled:
	}
	return nil
}

// standingOf describes a player's standing in the event in half a line.
func (e Env) standingOf(player int) string {
	s := e.state()
	pl := s.Player(player)
	switch {
	case pl.Status == tournament.Waiting:
		return e.say("status.waiting", "place", e.state().WaitingPlace(player))
	case pl.Status == tournament.Left:
		return e.say("status.left")
	case s.Phase < tournament.Running && pl.CheckedIn:
		return e.say("status.checked_in")
	case s.Phase < tournament.Running:
		return e.say("status.registered")
	case pl.Disqualified:
		return e.say("status.disqualified")
	}
	var parts []string
	if numbered.Get(s.Places, player) > 0 {
		parts = append(parts, e.say("status.final_place", "place", numbered.Get(s.Places, player)))
	}
	if s.PlannedRounds() > 0 && s.Counted() > 0 {
		if t, err := s.Table(-1); err == nil {
			if row := t.Row(int32(player - 1)); row != nil {
				switch seed := e.seedOf(player); {
				case len(parts) > 0:
				case seed > 0:
					parts = append(parts, e.say("status.seed", "seed", seed))
				default:
					parts = append(parts, e.rankOf(t, player))
				}
				parts = append(parts, e.scored(row))
			}
		}
	}
	if locked := e.lockedSince(player); locked != "" {
		parts = append(parts, locked)
	}
	if pl.DroppedAfter != ledger.Active {
		parts = append(parts, e.say("status.dropped"))
	}
	if len(parts) == 0 {
		return e.say("status.in")
	}
	return strings.Join(parts, " · ")
}

// seedOf returns a player's seed in the current bracket; 0 outside of one.
func (e Env) seedOf(player int) int {
	s := e.state()
	if s.Elimination() == nil {
		return 0
	}
	brackets, err := s.Brackets()
	if err != nil {
		return 0
	}
	for _, b := range brackets {
		if at := slices.Index(b.Seeds, player); at >= 0 {
			return at + 1
		}
	}
	return 0
}

// scored formats the points of a row of the standings, with the record if the game has
// one: "6 points · 2–0".
func (e Env) scored(row *standings.Row) string {
	rs := e.state().Rules
	out := string(e.points(pointsOf(rs, row)))
	if columns.Recorded(rs) {
		out += " · " + columns.Record(row.Record)
	}
	return out
}

// nextStep says in a sentence what a player does next.
func (e Env) nextStep(player int) string {
	s := e.state()
	pl := s.Player(player)
	if pl == nil || pl.Status == tournament.Void {
		return e.say("next.join")
	}
	switch s.Phase {
	case tournament.Draft, tournament.Open, tournament.Closed, tournament.CheckIn:
		return e.nextBefore(pl)
	case tournament.Finished:
		return e.say("next.over")
	case tournament.Cancelled:
		return e.say("next.cancelled")
	case tournament.Running:
	}
	if !s.Taking(player) {
		return e.say("next.out")
	}
	if !s.PlaysOn(player) {
		return e.say("next.day_one")
	}
	r := s.Current()
	switch {
	case r == nil:
		return e.nextInDraft(player)
	case len(e.fixtures(player)) > 0:
		return e.nextArranged(player)
	case s.Arranged() && s.MatchOf(r.Number, player) > 0 && len(s.OpenRounds()) > 0:
		return e.say("next.all_played")
	case r.Status == tournament.Done && s.Elimination() != nil:
		return e.nextInCut(player)
	case r.Status == tournament.Done && (s.RoundsOver() || s.PlayoffOpen()):
		return e.nextAfterRounds(player)
	case e.lockedSince(player) != "":
		return e.say("next.locked")
	case r.Status == tournament.Done:
		if e.maySwap() {
			return e.say("next.pairings_swap")
		}
		return e.say("next.pairings")
	}
	match := s.MatchOf(r.Number, player)
	if match == 0 {
		if s.Elimination() != nil {
			return e.nextInCut(player)
		}
		return e.say("next.unpaired")
	}
	return e.nextAtTable(r, s.OwnBoard(tournament.Place{Round: r.Number, Match: match}, e.Reader).Match, player)
}

func (e Env) nextBefore(pl *tournament.Player) string {
	s := e.state()
	switch {
	case pl.Status == tournament.Left:
		return e.say("next.left")
	case pl.Status == tournament.Waiting:
		return e.say("next.waiting")
	case s.Phase == tournament.CheckIn && !pl.CheckedIn:
		return e.say("next.check_in")
	case s.Settings.DecksFirst() && pl.Deck == 0:
		return e.say("next.deck")
	}
	return e.say("next.nothing")
}

// maySwap reports whether decks may be changed now: between rounds, until the
// next pairing is published (docs/rules/meccg.md#mec-50).
func (e Env) maySwap() bool {
	s := e.state()
	r := s.Current()
	return s.Rules.DeckSwaps && s.Settings.Decks != tournament.DecksNone && s.Phase == tournament.Running && r != nil && r.Status == tournament.Done
}

func (e Env) nextInCut(player int) string {
	s := e.state()
	for i, n := range s.Elimination().Players {
		if n != player {
			continue
		}
		if _, st, err := s.Bracket(); err == nil && st.Places[i] > 0 {
			return e.say("next.bracket_place", "place", st.Places[i])
		}
		return e.say("next.bracket")
	}
	return e.say("next.over")
}

func (e Env) nextAtTable(r *tournament.Round, match, player int) string {
	m, l := e.state().Match(r.Number, match)
	at := tournament.Place{Round: r.Number, Match: match}
	switch {
	case e.state().MayCome(at, player, e.Now):
		return e.say("absence.next")
	case m.Confirmed:
		return e.say("next.result_in")
	case e.state().GivesLineUp(player, r) && crew.Leads(e.state(), player, e.Reader):
		return e.say("next.line_up", "until", crew.Until(e.about()))
	case e.state().LineUpsWait(r):
		return e.say("next.line_ups", "until", crew.Until(e.about()))
	case r.Status == tournament.Published && l.N > 2:
		return e.say("next.find_table")
	case r.Status == tournament.Published:
		return e.say("next.find")
	case m.Disputed:
		return e.say("next.disputed")
	case m.Report == nil && l.N > 2:
		return e.say("next.play_table")
	case m.Report == nil:
		return e.say("next.play")
	case m.Report.Player == player && l.N > 2:
		return e.say("next.wait_table")
	case m.Report.Player == player:
		return e.say("next.wait")
	}
	return e.say("next.confirm")
}

// nextArranged says in a sentence which arranged match of a player comes first and what
// to do: answering comes before playing, playing before proposing.
func (e Env) nextArranged(player int) string {
	s := e.state()
	var best string
	urgency := 0
	for _, at := range e.fixtures(player) {
		m, _ := s.Match(at.Round, at.Match)
		f, me := m.Fixture, s.SideOf(at, player)
		other := notice.Player(s.PlayerAt(at, me.Other()))
		e := e.at(at.Round, at.Match)
		now, code := 1, "next.wait_times"
		var args []any
		switch step := f.Step(e.Now); {
		case m.Disputed, step == fixture.Objected, step == fixture.Overdue && m.Report == nil:
			now, code = 0, "next.disputed"
		case m.Report != nil && m.Report.Player != player:
			now, code = 7, "next.confirm"
		case m.Report != nil:
			now, code = 0, "next.wait"
		case step == fixture.Claimed && f.Claim.By != me:
			now, code = 6, "next.claimed"
		case step == fixture.Claimed:
			now, code = 0, "next.wait_claim"
		case f.Open != nil && f.Open.By != me:
			now, code = 5, "next.times"
		case step == fixture.Agreed:
			now, code, args = 4, "next.agreed", []any{"relative", relative(f.Agreed)}
		case step == fixture.Published:
			now, code = 3, "next.propose"
		}
		if best == "" || now > urgency {
			urgency, best = now, e.say(notice.Code(code), append(args, "player", other)...)
		}
	}
	return best
}

// statusButtons returns the buttons that a player can use now.
func (e Env) statusButtons(player int) []discord.Button {
	s := e.state()
	pl := s.Player(player)
	var out []discord.Button
	if s.Phase < tournament.Running {
		if s.Phase == tournament.CheckIn && pl.Status == tournament.Registered && !pl.CheckedIn {
			out = append(out, discord.Button{Style: discord.Success, Label: e.say("button.check_in"), CustomID: e.id(customid.CheckIn{})})
		}
		if pl.Status == tournament.Left {
			return append(out, e.joinButton()...)
		}
		if s.Settings.DecksBefore() {
			label := e.say("button.deck")
			if pl.Deck != 0 {
				label = e.say("button.deck_change")
			}
			out = append(out, discord.Button{Label: label, CustomID: e.id(customid.DeckOpen{})})
		}
		out = append(out, e.sitOutButton(player)...)
		return append(out, discord.Button{Label: e.say("button.leave"), CustomID: e.id(customid.Leave{})})
	}
	if open := e.fixtures(player); len(open) > 0 {
		out = append(out, discord.Button{Style: discord.Primary, Label: e.say("button.my_matches"), CustomID: e.id(customid.Matches{})})
		out = append(out, first(e.habits(player), 1)...)
	} else if round, match := e.own(player); match > 0 {
		m, l := s.Match(round, match)
		if !m.Confirmed && l.N > 1 && s.Current().Status == tournament.Started {
			out = append(out, e.openButtons(round, match, player)...)
			return append(append(out, e.whyButtons(player)...), e.sitOutButton(player)...)
		}
	}
	if r, match := e.own(player); match > 0 {
		out = append(out, e.absenceButtons(tournament.Place{Round: r, Match: match}, player)...)
	}
	if e.mayComeBack(player) {
		out = append(out, e.backButton())
	}
	if e.maySwap() && s.Taking(player) {
		out = append(out, discord.Button{Label: e.say("button.deck_change"), CustomID: e.id(customid.DeckOpen{})})
	}
	if s.Counted() > 0 && s.PlannedRounds() > 0 {
		out = append(out, discord.Button{Label: e.say("button.standings"), CustomID: e.id(customid.Standings{After: e.swissDone()})})
	}
	if s.Elimination() != nil {
		out = append(out, discord.Button{Label: e.say("button.bracket"), CustomID: e.id(customid.Bracket{})})
	}
	out = append(append(out, e.whyButtons(player)...), e.sitOutButton(player)...)
	if s.Phase == tournament.Running && s.Taking(player) {
		out = append(out, discord.Button{Label: e.say("button.drop"), CustomID: e.id(customid.Drop{})})
	}
	return out
}

// openButtons returns a player's buttons at the table where they play now.
func (e Env) openButtons(round, match, player int) []discord.Button {
	m, _ := e.state().Match(round, match)
	buttons := e.matchButtons(round, match, m, player)
	if m.Report == nil || m.Report.Player == player || m.Disputed {
		report := discord.Button{Style: discord.Primary, Label: e.say("button.report"), CustomID: e.id(customid.Report{})}
		buttons = append([]discord.Button{report}, buttons...)
	}
	return buttons
}

// whyButtons returns the buttons that explain a player's pairing and place.
func (e Env) whyButtons(player int) (out []discord.Button) {
	s := e.state()
	if r := s.Current(); r != nil && s.MatchOf(r.Number, player) > 0 {
		out = append(out, discord.Button{Label: e.say("button.my_pairing"), CustomID: e.id(customid.Explain{Round: r.Number})})
	}
	if s.Counted() > 0 {
		out = append(out, discord.Button{Label: e.say("button.my_place"), CustomID: e.id(customid.Explain{})})
	}
	return out
}

// sitOutButton returns the button for the rounds that a player may sit out, if there are
// any.
func (e Env) sitOutButton(player int) []discord.Button {
	if len(e.state().SitOutRounds(player)) == 0 {
		return nil
	}
	return []discord.Button{{Label: e.say("button.sit_out"), CustomID: e.id(customid.SitOut{})}}
}
