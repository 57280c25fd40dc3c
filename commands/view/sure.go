package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/effect"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
)

const (
	// mostSure bounds the lines of effects on others, and mostNamed the players named in one.
	mostSure  = 20
	mostNamed = 8
)

// sureWords name the facts whose values are shown.
var sureWords = map[effect.Fact]notice.Word{
	effect.Entry: "sure.entry", effect.Seat: "sure.seat", effect.Table: "sure.table", effect.Result: "sure.result", effect.Report: "sure.report",
	effect.Clock: "sure.clock", effect.Rounds: "sure.rounds", effect.Cut: "sure.cut", effect.Place: "sure.place", effect.Window: "sure.window",
}

// Sure shows what a command changes for others, and asks for confirmation. after is the
// event as it would be.
func Sure(e Env, after *tournament.Snapshot, preface string, effects []effect.Effect, yes customid.Sure) discord.Message {
	return e.fitted(func(e Env) discord.Message {
		p := e.panel(layout.Late, "answer.sure")
		p.Text(discord.Cut(preface, layout.MaxRunes/2))
		p.Lines(e.after(after).effectLines(effects, mostSure)...)
		buttons := e.sureButtons("sure.yes", yes)
		if kept, ok := e.keepable(effects); ok {
			yes.Keep = true
			buttons = slices.Insert(buttons, 1, discord.Button{Style: discord.Success, Label: e.say("sure.keep", "result", notice.Text(kept)), CustomID: e.id(yes)})
		}
		p.Buttons(buttons...)
		return p.Message()
	})
}

// sureButtons carry out what is shown, and leave all as it is.
func (e Env) sureButtons(label notice.Code, yes customid.Sure) []discord.Button {
	return []discord.Button{{Style: discord.Danger, Label: e.say(label), CustomID: e.id(yes)}, e.cancelButton()}
}

// cancelButton leaves all as it is.
func (e Env) cancelButton() discord.Button {
	return discord.Button{Label: e.say("sure.cancel"), CustomID: e.id(customid.Sure{})}
}

// effectLines says who is concerned by which change, those that are asked about first, in
// at most so many lines and one that counts the others.
func (e Env) effectLines(effects []effect.Effect, most int) []string {
	type change struct {
		line    func(players text.Raw) string
		names   func(players []int) []string
		players []int
		concern effect.Concern
	}
	var list []change
	at := map[string]int{}
	for i := range effects {
		x := &effects[i]
		if x.Concern == effect.Quiet {
			continue
		}
		before, after := e.effectValue(x.Before), e.effectValue(x.After)
		e := e.at(x.At.Round, x.At.Match) // names the persons at a board
		key := strings.Join([]string{string(rune('a' + x.Fact)), x.Setting, before, after}, "\x00")
		if _, board := tournament.OfBoard(x.At.Match); board > 0 {
			key = fmt.Sprint(key, x.At)
		}
		n, known := at[key]
		if !known {
			n, at[key] = len(list), len(list)
			list = append(list, change{concern: x.Concern, names: e.names, line: func(players text.Raw) string {
				switch x.Fact {
				case effect.Terms:
					return e.say("sure.terms", "fact", x.After, "players", players)
				case effect.Announced:
					return e.say("sure.line", "fact", notice.Word("setting.title."+x.Setting), "before", text.Raw(before), "after", text.Raw(after), "players", players)
				default:
					return e.say("sure.line", "fact", sureWords[x.Fact], "before", text.Raw(before), "after", text.Raw(after), "players", players)
				}
			}})
		}
		list[n].players = append(list[n].players, x.Player)
	}
	slices.SortStableFunc(list, func(a, b change) int { return cmp.Compare(b.concern, a.concern) })
	var out []string
	for i, x := range list {
		if i == most {
			return append(out, e.say("list.left", "n", len(list)-i))
		}
		if n := len(x.players); n > mostNamed && n >= e.state().Count(tournament.Registered)/2 {
			out = append(out, x.line(text.Raw(e.say("sure.all", "n", n))))
		} else {
			out = append(out, x.line(e.clipped(x.names(x.players), mostNamed)))
		}
	}
	return out
}

// effectValue shows a value of a fact.
func (e Env) effectValue(v notice.Value) string {
	switch v := v.(type) {
	case nil:
		return e.say("sure.none")
	case notice.Text:
		return typedResult(string(v))
	case notice.Time:
		return string(e.by(v.Time))
	}
	return e.words().Value(v)
}

// typedResult writes a result as it is typed with the dash of a score.
func typedResult(typed string) string { return strings.ReplaceAll(typed, "-", "–") }

// keepable returns the report, from its player's side, that could stay although its player
// leaves by a command with the effects.
func (e Env) keepable(effects []effect.Effect) (string, bool) {
	s := e.state()
	for i := range effects {
		x := &effects[i]
		if x.Fact != effect.Entry || !s.Taking(x.Player) {
			continue
		}
		if kept := e.reportKept(x.Player); kept != "" {
			return kept, true
		}
	}
	return "", false
}

// reportKept returns the report of player n that could stay if the player left now, from
// their side; "" if there is none.
func (e Env) reportKept(n int) string {
	s := e.state()
	r := len(s.Rounds)
	at := s.MatchOf(r, n)
	if at == 0 || s.Arranged() || !s.ReportKept(r, at, n) {
		return ""
	}
	whole, _ := s.Match(r, at)
	if whole.Report != nil {
		return discord.Plain(e.reported(tournament.Place{Round: r, Match: at}, n), wire.MaxButtonLabel/2)
	}
	var boards []string
	for b := range numbered.All(whole.Boards) {
		if number := tournament.BoardNumber(at, b); s.ReportKept(r, number, n) {
			boards = append(boards, e.reported(tournament.Place{Round: r, Match: number}, n))
		}
	}
	return discord.Plain(strings.Join(boards, ", "), wire.MaxButtonLabel/2)
}

// reported returns the report of a match or a board from the side of player n.
func (e Env) reported(at tournament.Place, n int) string {
	m, l := e.state().Match(at.Round, at.Match)
	said := *l
	said.Kind, said.Result = m.Report.Kind, m.Report.Result
	if said.Kind != ledger.Played {
		return e.at(at.Round, at.Match).result(&said)
	}
	return typedResult(e.state().RulesOf(at.Match, l).FormatResult(said, l.Seat(int32(n-1))))
}
