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
	out = soFar(e, at, run)
	turn := s.PickTurn(at)
	switch {
	case s.MayPick(at):
		turn = run.Next()
		if len(turn.Waits) == 0 {
			return append(out, e.Say("picks.begin_drawn"))
		}
		return append(out, e.Say("picks.begin", "players", waits(e, run, turn)))
	case turn == nil && s.GameDue(at) > 0:
		return append(out, e.Say("picks.due", "n", s.GameDue(at)))
	case turn == nil:
		return out
	}
	line := e.Say("picks.turn_"+asks(turn), "players", waits(e, run, turn), "n", max(turn.Game, 1))
	if turn.Both() && run.Parts[turn.Part].Hidden {
		line += " " + e.Say("picks.hidden")
	}
	if end := ends(s, at); !end.IsZero() {
		key := notice.Code("picks.until")
		if s.PickPasses(at) {
			key = "picks.until_pass"
		}
		line += " " + e.Say(key, "relative", text.Raw(discord.Relative(end)))
	}
	return append(out, line)
}

// Chosen says in plain lines what was picked and banned in a match, as far as both sides see it.
func Chosen(e wording.Event, at tournament.Place) (out []string) {
	m, _ := e.Snap.State.Match(at.Round, at.Match)
	if m == nil || m.Picks == nil {
		return nil
	}
	games := chosen(e.At(at), at, m.Picks)
	var banned []string
	for _, game := range games {
		banned = append(banned, game.banned...)
	}
	if len(banned) > 0 {
		out = append(out, e.Say("web.banned", "items", text.Raw(strings.Join(banned, ", "))))
	}
	for n, game := range numbered.All(games) {
		if len(game.items) > 0 {
			out = append(out, e.Say("web.picked", "n", n, "items", text.Raw(strings.Join(game.items, " · "))))
		}
	}
	return out
}

// asks returns the choice that a step asks for, as texts name it.
func asks(t *script.Turn) notice.Code {
	if t.Owner(0) != 0 {
		return "ban_other"
	}
	return notice.Code(t.Verb)
}

// soFar says the score of the games that were reported, what was banned and what each game has.
func soFar(e wording.Event, at tournament.Place, run *tournament.Picks) (out []string) {
	if score := run.Score(); len(run.Won()) > 0 && (e.Snap.State.GameDue(at) > 0 || e.Snap.State.PickTurn(at) != nil) {
		out = append(out, e.Say("picks.score", "first", notice.Player(run.Players[0]), "won", score[0], "second", notice.Player(run.Players[1]), "lost", score[1]))
	}
	for n, game := range numbered.All(chosen(e, at, run)) {
		banned, line := text.Raw(strings.Join(game.banned, ", ")), text.Raw(strings.Join(game.items, " · "))
		switch {
		case banned == "":
		case n == 1:
			out = append(out, e.Say("picks.banned", "items", banned))
		default:
			out = append(out, e.Say("picks.banned_for", "n", n, "items", banned))
		}
		switch {
		case line == "":
		case n <= len(run.Won()):
			out = append(out, e.Say("picks.game_won", "n", n, "items", line, "player", notice.Player(run.Players[*run.Won().At(n)])))
		default:
			out = append(out, e.Say("picks.game", "n", n, "items", line))
		}
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

// game is what was removed before a game, and what was chosen for it.
type game struct{ banned, items []string }

// chosen returns what was removed before each game, and what was chosen for it.
func chosen(e wording.Event, at tournament.Place, run *tournament.Picks) (games numbered.List[game]) {
	for _, c := range run.Seen() {
		step := &run.Steps[c.Step]
		item := e.Say("picks.item", "item", notice.Text(c.Item))
		if c.By != script.None {
			player := run.Players[c.By]
			item = e.Say(chose(step, c), "item", notice.Text(e.Item(at, c.Step, player, c.Item)), "player", notice.Player(player))
		}
		for len(games) < max(step.Game, step.Before()) {
			games = append(games, game{})
		}
		if step.Game == 0 {
			of := games.At(step.Before())
			of.banned = append(of.banned, item)
			continue
		}
		of := games.At(step.Game)
		of.items = append(of.items, item)
	}
	return games
}

// chose returns the text for a choice of a player.
func chose(step *script.Step, c script.Choice) notice.Code {
	switch {
	case c.Passed:
		return "picks.item_passed"
	case step.Verb == script.Side:
		return "picks.item_side"
	case c.Late:
		return "picks.item_late"
	}
	return "picks.item_by"
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
	games(e, p, at, run, player)
	if turn == nil {
		return
	}
	mine := player == 0 && !s.MayPick(at) || slices.ContainsFunc(turn.Waits, func(by int) bool { return run.Players[by] == player })
	switch {
	case player == 0 && (s.MayPick(at) || !alike(run, turn)):
		p.Buttons(discord.Button{Style: discord.Primary, Label: e.Say("button.picks"), CustomID: customid.New(s.ID, customid.VetoOpen{Round: at.Round, Match: at.Match})})
	case mine:
		choose(e, p, at, run, turn, player)
	case s.MayPick(at):
		p.Buttons(discord.Button{Label: e.Say("button.picks_begin"), CustomID: customid.New(s.ID, customid.VetoBegin{Round: at.Round, Match: at.Match})})
	}
}

// alike reports whether all who have to choose in a step choose from the same, and may see it
// all.
func alike(run *tournament.Picks, t *script.Turn) bool {
	if run.Parts[t.Part].PerPlayer > 0 {
		return false
	}
	return len(t.Waits) < 2 || slices.Equal(run.Options(t.Waits[0]), run.Options(t.Waits[1]))
}

// games adds who has won the game that is being played, and takes back the last one. Player 0 is
// all who read a post.
func games(e wording.Event, p *layout.Panel, at tournament.Place, run *tournament.Picks, player int) {
	s := e.Snap.State
	var buttons []discord.Button
	if due := s.GameDue(at); due > 0 {
		for _, n := range run.Players {
			key := notice.Code("button.played_won")
			switch player {
			case 0:
			case n:
				key = "button.played_mine"
			default:
				key = "button.played_lost"
			}
			buttons = append(buttons, discord.Button{Style: discord.Primary, Label: discord.Cut(e.Plain().Say(key, "n", due, "player", notice.Player(n)), wire.MaxButtonLabel), CustomID: customid.New(s.ID, customid.GameWon{Round: at.Round, Match: at.Match, Game: due, Player: n})})
		}
		if player == run.Players[1] { // one's own victory first
			slices.Reverse(buttons)
		}
	}
	if n := s.GamesReported(at); n > 0 && (s.GameDue(at) > 0 || s.PickTurn(at) != nil) {
		buttons = append(buttons, discord.Button{Label: e.Say("button.played_back", "n", n), CustomID: customid.New(s.ID, customid.GameBack{Round: at.Round, Match: at.Match, Game: n})})
	}
	p.Buttons(buttons...)
}

// choose adds a button for each item, or menus of many. Of player 0 the options are those of all
// who have to choose.
func choose(e wording.Event, p *layout.Panel, at tournament.Place, run *tournament.Picks, t *script.Turn, player int) {
	by := slices.Index(run.Players[:], player)
	if by < 0 && len(t.Waits) > 0 {
		by = t.Waits[0]
	}
	id, options := e.Snap.State.ID, run.Options(by)
	name := func(item string) string { return e.Item(at, t.Number, player, item) }
	if len(options) <= mostButtons {
		var buttons []discord.Button
		style := discord.Primary
		if t.Game == 0 {
			style = discord.Danger
		}
		for _, item := range options {
			buttons = append(buttons, discord.Button{Style: style, Label: discord.Cut(name(item), wire.MaxButtonLabel), CustomID: customid.New(id, customid.Veto{Round: at.Round, Match: at.Match, Step: t.Number, Item: index(run, t, item)})})
		}
		p.Buttons(buttons...)
		return
	}
	for page := 0; page*wire.MaxOptions < len(options); page++ {
		menu := discord.StringSelect{CustomID: customid.New(id, customid.VetoFrom{Round: at.Round, Match: at.Match, Step: t.Number, Page: page}), Placeholder: e.Say("picks.menu_" + notice.Code(t.Verb))}
		for _, item := range options[page*wire.MaxOptions : min(len(options), (page+1)*wire.MaxOptions)] {
			menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Cut(name(item), wire.MaxOptionText), Value: strconv.Itoa(index(run, t, item))})
		}
		p.Choose(menu)
	}
}

// of returns all that a step may ever choose from.
func of(run *tournament.Picks, t *script.Step) []string {
	if t.Verb == script.Side {
		return run.Parts[t.Part].Sides
	}
	return run.Parts[t.Part].Pool()
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
