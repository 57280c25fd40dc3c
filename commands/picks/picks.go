// Package picks shows the picks and bans before a match: what was chosen, whose turn it is,
// and the buttons to choose with.
package picks

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/draw"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/script"
)

// mostButtons is up to how many items have a button each. More are in menus: a message has
// room for 40 components.
const mostButtons = 15

// runOf returns the picks and bans of a match as far as they have come, with their players; as
// they would begin if they have not. It returns nil if the match has none, or had none.
func runOf(s *tournament.State, at tournament.Place) *tournament.Picks {
	m, l := s.Match(at.Round, at.Match)
	switch {
	case m == nil || m.Picks != nil:
		return picksOf(m)
	case !s.MayPick(at):
		return nil
	}
	coin := draw.Coin(s, at)
	return &tournament.Picks{Run: script.Begin(s.PicksOf(at), l.Seat(int32(coin-1))), Players: [2]int{int(l.Seats[0]) + 1, int(l.Seats[1]) + 1}}
}

func picksOf(m *tournament.Match) *tournament.Picks {
	if m == nil {
		return nil
	}
	return m.Picks
}

// Lines says what was picked and banned before a match, and who has to choose what.
func Lines(e wording.Event, at tournament.Place) (out []string) {
	s := e.Snap.State
	run := runOf(s, at)
	if run == nil {
		return nil
	}
	e = e.At(at)
	banned, games := chosen(e, run)
	if len(banned) > 0 {
		out = append(out, e.Say("picks.banned", "items", text.Raw(strings.Join(banned, ", "))))
	}
	for n, items := range numbered.All(games) {
		out = append(out, e.Say("picks.game", "n", n, "items", text.Raw(strings.Join(*items, " · "))))
	}
	turn := s.PickTurn(at)
	switch {
	case s.MayPick(at):
		turn = run.Next()
		if len(turn.Waits) == 0 {
			return append(out, e.Say("picks.begin_drawn"))
		}
		return append(out, e.Say("picks.begin", "players", waits(e, run, turn)))
	case turn == nil:
		return out
	}
	line := e.Say("picks.turn_"+notice.Code(turn.Verb), "players", waits(e, run, turn), "n", max(turn.Game, 1))
	if turn.Both() && run.Parts[turn.Part].Hidden {
		line += " " + e.Say("picks.hidden")
	}
	if end := ends(s, at); !end.IsZero() {
		line += " " + e.Say("picks.until", "relative", text.Raw(discord.Relative(end)))
	}
	return append(out, line)
}

// Chosen says in plain lines what was picked and banned before a match, as far as both sides
// see it.
func Chosen(e wording.Event, at tournament.Place) (out []string) {
	m, _ := e.Snap.State.Match(at.Round, at.Match)
	if m == nil || m.Picks == nil {
		return nil
	}
	banned, games := chosen(e.At(at), m.Picks)
	if len(banned) > 0 {
		out = append(out, e.Say("web.banned", "items", text.Raw(strings.Join(banned, ", "))))
	}
	for n, items := range numbered.All(games) {
		out = append(out, e.Say("web.picked", "n", n, "items", text.Raw(strings.Join(*items, " · "))))
	}
	return out
}

// ends returns when the first of those who have to choose has no time left, or zero.
func ends(s *tournament.State, at tournament.Place) (first time.Time) {
	for _, n := range s.PickWaits(at) {
		if end := s.PickEnds(at, n); !end.IsZero() && (first.IsZero() || end.Before(first)) {
			first = end
		}
	}
	return first
}

func waits(e wording.Event, run *tournament.Picks, t *script.Turn) text.Raw {
	var players []int
	for _, by := range t.Waits {
		players = append(players, run.Players[by])
	}
	return text.Raw(e.List(e.Players(players)))
}

// chosen returns what was removed, and what was chosen for each game.
func chosen(e wording.Event, run *tournament.Picks) (banned []string, games numbered.List[[]string]) {
	for _, c := range run.Seen() {
		step := &run.Steps[c.Step]
		item := e.Say("picks.item", "item", notice.Text(c.Item))
		if c.By != script.None {
			key := notice.Code("picks.item_by")
			switch {
			case step.Verb == script.Side:
				key = "picks.item_side"
			case c.Late:
				key = "picks.item_late"
			}
			item = e.Say(key, "item", notice.Text(c.Item), "player", notice.Player(run.Players[c.By]))
		}
		if step.Game == 0 {
			banned = append(banned, item)
			continue
		}
		for len(games) < step.Game {
			games = append(games, nil)
		}
		*games.At(step.Game) = append(*games.At(step.Game), item)
	}
	return banned, games
}

// Add adds what a player presses next, if it is their turn; who waits for the other can begin
// so that their time runs. Player 0 is all who read a post.
func Add(e wording.Event, p *layout.Panel, at tournament.Place, player int) {
	s := e.Snap.State
	run := runOf(s, at)
	turn := s.PickTurn(at)
	if s.MayPick(at) {
		turn = run.Next()
	}
	if turn == nil {
		return
	}
	mine := player == 0 && !s.MayPick(at) || slices.ContainsFunc(turn.Waits, func(by int) bool { return run.Players[by] == player })
	switch {
	case player == 0 && s.MayPick(at):
		p.Buttons(discord.Button{Style: discord.Primary, Label: e.Say("button.picks"), CustomID: customid.New(s.ID, customid.VetoOpen{Round: at.Round, Match: at.Match})})
	case mine:
		choose(e, p, at, run, turn)
	case s.MayPick(at):
		p.Buttons(discord.Button{Label: e.Say("button.picks_begin"), CustomID: customid.New(s.ID, customid.VetoBegin{Round: at.Round, Match: at.Match})})
	}
}

// choose adds a button for each item, or menus of many.
func choose(e wording.Event, p *layout.Panel, at tournament.Place, run *tournament.Picks, t *script.Turn) {
	id, options := e.Snap.State.ID, run.Options()
	if len(options) <= mostButtons {
		var buttons []discord.Button
		style := discord.Primary
		if t.Game == 0 {
			style = discord.Danger
		}
		for _, item := range options {
			buttons = append(buttons, discord.Button{Style: style, Label: discord.Cut(item, wire.MaxButtonLabel), CustomID: customid.New(id, customid.Veto{Round: at.Round, Match: at.Match, Step: t.Number, Item: index(run, t, item)})})
		}
		p.Buttons(buttons...)
		return
	}
	for page := 0; page*wire.MaxOptions < len(options); page++ {
		menu := discord.StringSelect{CustomID: customid.New(id, customid.VetoFrom{Round: at.Round, Match: at.Match, Step: t.Number, Page: page}), Placeholder: e.Say("picks.menu_" + notice.Code(t.Verb))}
		for _, item := range options[page*wire.MaxOptions : min(len(options), (page+1)*wire.MaxOptions)] {
			menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Cut(item, wire.MaxOptionText), Value: strconv.Itoa(index(run, t, item))})
		}
		p.Choose(menu)
	}
}

// of returns all that a step may ever choose from.
func of(run *tournament.Picks, t *script.Step) []string {
	if t.Verb == script.Side {
		return run.Parts[t.Part].Sides
	}
	return run.Parts[t.Part].Items
}

func index(run *tournament.Picks, t *script.Turn, item string) int {
	return slices.Index(of(run, &t.Step), item)
}

// Item returns the item that a button or an option of a step means, or "".
func Item(s *tournament.State, at tournament.Place, step, item int) string {
	run := runOf(s, at)
	if run == nil || step < 0 || step >= len(run.Steps) {
		return ""
	}
	if list := of(run, &run.Steps[step]); item >= 0 && item < len(list) {
		return list[item]
	}
	return ""
}

// Call is the post that calls the players who have to choose, and shows what was chosen.
func Call(e wording.Event, at tournament.Place) (discord.Message, bool) {
	s := e.Snap.State
	m, l := s.Match(at.Round, at.Match)
	if m == nil || m.Picks == nil {
		return discord.Message{}, false
	}
	e = e.At(at)
	p := layout.New(e.Printer, layout.Round, string(e.Place(at, l)))
	players := s.PickWaits(at)
	for _, n := range players {
		p.Ping(e.Users(n)...)
	}
	if len(players) == 0 {
		p.Accent = layout.Quiet
	}
	p.Lines(Lines(e.Calling(players), at)...)
	Add(e, p, at, 0)
	return p.Message(), true
}
