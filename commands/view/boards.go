package view

import (
	"fmt"
	"slices"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/drawing"
	"topcut/commands/layout"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
)

// whole returns the match of a board, or the match itself.
func whole(match int) int {
	of, _ := tournament.OfBoard(match)
	return of
}

// own returns the board at which the reader plays now, the player's match if it has none for
// them, or 0 for no match.
func (e Env) own(player int) (round, match int) {
	round, match = e.current(player)
	return round, e.state().OwnBoard(tournament.Place{Round: round, Match: match}, e.Reader).Match
}

// boarded reports whether the results of a match are those of its boards.
func boarded(m *tournament.Match) bool { return len(m.Boards) > 0 && !m.Open() }

// sitter names the person of player n at a board in Markdown, without the team.
func (e Env) sitter(at tournament.Place, n int) string {
	who := e.Snap.Book.Person(e.state().Sitting(at, n)).Name
	if who == "" {
		return e.say("boards.vacant")
	}
	return e.escaped(who, fullName)
}

// boardLines names the boards of a match, a line each: who sits there, in the order of the
// match, and the result so far.
func (e Env) boardLines(round, match int) []string {
	s := e.state()
	m, l := s.Match(round, match)
	lines := make([]string, 0, len(m.Boards))
	for b := range numbered.All(m.Boards) {
		at := tournament.Place{Round: round, Match: tournament.BoardNumber(match, b)}
		board, lb := s.Match(at.Round, at.Match)
		seats := wording.Seated(l)
		line := fmt.Sprintf("`%d` ", b) + e.sitter(at, seats[0])
		first := lb.Seat(int32(seats[0] - 1))
		switch {
		case !board.Confirmed || first < 0:
			line += " – " + e.sitter(at, seats[1])
		default:
			line += " **" + drawing.Result(e.at(at.Round, at.Match).about(), lb, first) + "** " + e.sitter(at, seats[1])
		}
		lines = append(lines, line+e.boardNote(at, board))
	}
	return lines
}

// boardNote says in a line what a board waits for.
func (e Env) boardNote(at tournament.Place, m *tournament.Match) string {
	switch {
	case m.Confirmed:
	case m.Void():
		return " · " + e.say("verdict.void")
	case m.Coming != 0:
		return " · " + e.say("pairings.coming", "who", text.Raw(e.person(m.Coming)))
	case m.Disputed:
		return " · " + e.say("pairings.disputed")
	case m.Report != nil:
		return " · " + e.say("pairings.reported")
	default:
		return e.stepNote(at, m)
	}
	return ""
}

func (e Env) soFar(round, match int) string {
	return e.about().SoFar(tournament.Place{Round: round, Match: match})
}

// matchBoards adds the boards of the match of a place to a panel, and a menu that opens those
// without a result but for the one shown.
func (e Env) matchBoards(p *layout.Panel, round, match int) {
	s := e.state()
	m, _ := s.Match(round, whole(match))
	if m == nil || len(m.Boards) == 0 {
		return
	}
	p.Rule()
	of := e.ledgerOf(round, whole(match))
	line := "**" + strings.Join(e.names(wording.Seated(of)), " – ") + "**"
	if so := e.soFar(round, whole(match)); so != "" {
		line += " · " + so
	} else if m.Confirmed {
		line += " · " + e.at(round, whole(match)).result(of)
	}
	p.Text(line)
	p.Lines(e.boardLines(round, whole(match))...)
	menu := discord.StringSelect{CustomID: e.id(customid.BoardPick{}), Placeholder: e.say("boards.open")}
	if !m.Open() && !m.Confirmed {
		menu.Options = e.boardOptions(round, whole(match), match)
	}
	p.Choose(menu)
}

func (e Env) ledgerOf(round, match int) *ledger.Match {
	_, l := e.state().Match(round, match)
	return l
}

// boardOptions returns the choices of the boards of a match without a result, but for one.
func (e Env) boardOptions(round, match, except int) (out []discord.SelectOption) {
	s := e.state()
	m, _ := s.Match(round, match)
	for b := range numbered.All(m.Boards) {
		number := tournament.BoardNumber(match, b)
		if board, _ := s.Match(round, number); board.Confirmed || number == except {
			continue
		}
		out = append(out, discord.SelectOption{Label: e.boardLabel(round, number), Value: customid.PlaceValue(tournament.Place{Round: round, Match: number})})
	}
	return out
}

// boardLabel names a board in the order of its match: "Board 2: Alice – Bob".
func (e Env) boardLabel(round, number int) string {
	match, b := tournament.OfBoard(number)
	at := tournament.Place{Round: round, Match: number}
	var names []string
	for _, n := range wording.Seated(e.ledgerOf(round, match)) {
		who := e.Snap.Book.Person(e.state().Sitting(at, n)).Name
		if who == "" {
			who = e.say("boards.vacant")
		}
		names = append(names, discord.Plain(who, fullName))
	}
	return discord.Cut(e.say("boards.board", "board", b, "players", text.Raw(strings.Join(names, " – "))), wire.MaxOptionText)
}

// ChooseBoard is MatchPanel for a member who has to say which board is meant.
func ChooseBoard(e Env, player int) discord.Message {
	round, match := e.own(player)
	return e.panelOf(player, round, whole(match), e.say("match.which_board"))
}

// tableBoards adds the boards of a match to the organisers' panel of its table, with a menu of
// them all.
func (e Env) tableBoards(p *layout.Panel, round, match int) {
	m, _ := e.state().Match(round, match)
	if len(m.Boards) == 0 {
		return
	}
	p.Lines(e.boardLines(round, match)...)
	menu := discord.StringSelect{CustomID: e.id(customid.TableOf{}), Placeholder: e.say("boards.open")}
	for b := range numbered.All(m.Boards) {
		number := tournament.BoardNumber(match, b)
		menu.Options = append(menu.Options, discord.SelectOption{Label: e.boardLabel(round, number), Value: customid.PlaceValue(tournament.Place{Round: round, Match: number})})
	}
	p.Choose(menu)
}

// fittedBoards is fitted for a message that lists the boards of its matches, if they fit with
// full names, and leaves them out otherwise.
func (e Env) fittedBoards(render func(Env) discord.Message) discord.Message {
	if e.state().Settings.Boards > 0 {
		e.boards = true
		if m := render(e); layout.Fits(m) {
			return m
		}
		e.boards = false
	}
	return e.fitted(render)
}

// withBoards adds below each line of matches those of its boards.
func (e Env) withBoards(round int, part []int, lines []string) []string {
	out := make([]string, 0, len(lines))
	for k, line := range lines {
		out = append(out, line)
		for _, board := range e.boardLines(round, part[k]+1) {
			out = append(out, "-# "+board)
		}
	}
	return slices.Clip(out)
}
