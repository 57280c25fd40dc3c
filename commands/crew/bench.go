package crew

import (
	"fmt"
	"slices"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// BenchButton opens the bench of an event, if it has one.
func BenchButton(e wording.Event) []discord.Button {
	s := e.Snap.State
	if s.Settings.BenchMinutes == 0 || s.Settings.Boards == 0 {
		return nil
	}
	return []discord.Button{{Label: e.Say("button.bench"), CustomID: customid.New(s.ID, customid.Bench{})}}
}

// Bench shows a reader who is on the bench of an event, and how they get on it or off it.
func Bench(e wording.Event, reader int) discord.Message {
	s := e.Snap.State
	p := layout.New(e.Printer, layout.Event, e.Say("button.bench")+" · "+string(e.Title()))
	var persons []int
	for _, b := range s.Bench {
		persons = append(persons, b.Person)
	}
	names := people(e, persons)
	if len(names) == 0 {
		names = []string{e.Say("bench.nobody")}
	}
	p.Say("bench.people", "players", wording.Clipped(e.Printer, names, 40))
	p.Small("bench.about", "span", text.Raw(wording.Span(e.Printer, time.Duration(s.Settings.BenchMinutes)*time.Minute)))
	on := discord.Button{Style: discord.Success, Label: e.Say("button.bench_on"), CustomID: customid.New(s.ID, customid.BenchSet{})}
	if s.OnBench(reader) {
		p.Say("bench.you_on")
		on = discord.Button{Style: discord.Danger, Label: e.Say("button.bench_off"), CustomID: customid.New(s.ID, customid.BenchSet{Off: true})}
	}
	p.Buttons(on, discord.Button{Label: e.Say("button.refresh"), CustomID: customid.New(s.ID, customid.Bench{})})
	return p.Message()
}

// BenchCall asks a person of the bench to take over a board, as an event of the log does, or tells
// the captain after it that no one is left to ask. ok is false once that is no longer so.
func BenchCall(e wording.Event, seq int64) (m discord.Message, ok bool) {
	s := e.Snap.State
	x := s.BenchRequestOf(seq)
	if x == nil {
		return m, false
	}
	_, l := s.Match(x.Round, x.Match)
	table := tournament.TableName(x.Match, l)
	p := layout.New(e.Printer, layout.Late, e.Round(x.Round))
	called := x.Person
	if called == 0 {
		called = s.MembersOf(x.Player)[0]
	}
	if user := e.Snap.Book.Person(called).User; user != "" {
		p.Ping(user)
	}
	who := text.Raw(mentions(e, []int{called})[0])
	if x.Person == 0 {
		p.Say("bench.call_none", "captain", who, "table", table)
		return p.Message(), true
	}
	p.Say("bench.call", "who", who, "team", notice.Player(x.Player), "table", table, "until", answerBy(e, x))
	p.Buttons(
		discord.Button{Style: discord.Success, Label: e.Say("button.bench_yes"), CustomID: customid.New(s.ID, customid.BenchAnswer{Round: x.Round, Match: x.Match, Yes: true})},
		discord.Button{Label: e.Say("button.bench_no"), CustomID: customid.New(s.ID, customid.BenchAnswer{Round: x.Round, Match: x.Match})},
	)
	return p.Message(), true
}

// answerBy says until when the person who is asked has time.
func answerBy(e wording.Event, x *tournament.BenchRequest) text.Raw {
	style := 't'
	if e.Snap.State.Settings.BenchMinutes >= 12*60 {
		style = 'f'
	}
	due := e.Snap.State.BenchDue(x)
	if due.IsZero() {
		due = x.At.Add(time.Duration(e.Snap.State.Settings.BenchMinutes) * time.Minute)
	}
	return text.Raw(e.Say("time.by", "time", text.Raw(discord.Timestamp(due, style)), "relative", text.Raw(discord.Relative(due))))
}

// askBench adds to the panel of a team whom the bench is asked to replace and, for those who decide
// about the team, the menu to ask it.
func askBench(e wording.Event, p *layout.Panel, player, of int, decides bool) {
	s := e.Snap.State
	for _, x := range s.OpenBenchRequests() {
		if x.Player != player {
			continue
		}
		_, board := tournament.OfBoard(x.Match)
		if x.Person == 0 {
			p.Say("bench.found_none", "board", board, "out", text.Raw(e.Person(x.For)))
		} else {
			p.Say("bench.asking", "board", board, "out", text.Raw(e.Person(x.For)), "who", text.Raw(e.Person(x.Person)), "until", answerBy(e, &x))
		}
	}
	seeks := s.BenchSeeks(player)
	if !decides || len(seeks) == 0 {
		return
	}
	menu := discord.StringSelect{CustomID: customid.New(s.ID, customid.BenchAsk{Player: of}), Placeholder: e.Say("bench.menu")}
	for _, x := range seeks[:min(len(seeks), wire.MaxOptions)] {
		_, board := tournament.OfBoard(x.Match)
		label := e.Say("bench.option", "board", board, "out", notice.Text(option(e, x.For).Label))
		if s.Arranged() {
			label = e.Round(x.Round) + ": " + label
		}
		menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Plain(label, wire.MaxOptionText), Value: seekValue(x)})
	}
	p.Choose(menu)
	p.Small("bench.hint")
}

func seekValue(x tournament.MemberSubstituted) string {
	return fmt.Sprintf("%d.%d.%d", x.Round, x.Match, x.For)
}

// Sought returns the board that was chosen in the menu to ask the bench; ok is false if it can no
// longer be asked.
func Sought(s *tournament.State, player int, values []string) (x tournament.MemberSubstituted, ok bool) {
	seeks := s.BenchSeeks(player)
	i := slices.IndexFunc(seeks, func(x tournament.MemberSubstituted) bool { return slices.Equal(values, []string{seekValue(x)}) })
	if i < 0 {
		return x, false
	}
	return seeks[i], true
}
