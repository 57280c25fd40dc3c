package logline

import (
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// crewLine is Line for events about the members of a crew.
func (e teller) crewLine(who text.Raw, env tournament.Envelope) string {
	switch ev := env.Event.(type) {
	case *tournament.MemberAsked:
		return e.Say("log.crew_asked", "who", who, "person", text.Raw(e.Person(ev.Person)), "team", notice.Player(ev.Player))
	case *tournament.MemberAnswered:
		key := notice.Code("log.crew_joined")
		switch own := env.Actor == ev.Person; {
		case ev.Yes && !own:
			key = "log.crew_added"
		case !ev.Yes && own:
			key = "log.crew_declined"
		case !ev.Yes:
			key = "log.crew_withdrawn"
		}
		return e.Say(key, "who", who, "person", text.Raw(e.Person(ev.Person)), "team", notice.Player(ev.Player))
	case *tournament.CrewChanged:
		members := make([]string, 0, len(ev.Members))
		for _, person := range ev.Members {
			members = append(members, e.Person(person))
		}
		return e.Say("log.crew_now", "who", who, "team", notice.Player(ev.Player), "people", wording.Clipped(e.Printer, members, tournament.MaxCrew))
	case *tournament.LineUpGiven: // without names: until the round stands only the crew knows them
		return e.Say("log.line_up", "who", who, "team", notice.Player(ev.Player))
	case *tournament.Reminded:
		if ev.What == tournament.DueLineUpWarning {
			return e.Say("log.line_ups_reminded", "round", text.Raw(e.Round(ev.Round)))
		}
	case *tournament.LineUpsShown:
		key := notice.Code("log.line_ups")
		if len(ev.Without) > 0 {
			key = "log.line_ups_without"
		}
		return e.Say(key, "match", e.Place(ev.Place, e.matchAt(env.Seq, ev.Round, ev.Match)), "teams", text.Raw(e.List(e.Players(ev.Without))))
	case *tournament.MemberSubstituted:
		team := text.Raw(e.At(tournament.Place{}).Calling(nil).Player(ev.Player)) // who is called is at the board
		return e.Say("log.substituted", "who", who, "team", team, "in", text.Raw(e.Person(ev.Person)), "out", text.Raw(e.Person(ev.For)), "match", e.Place(ev.Place, e.matchAt(env.Seq, ev.Round, ev.Match)))
	default:
		return e.benchLine(who, env)
	}
	return ""
}

// benchLine is Line for events about the bench.
func (e teller) benchLine(who text.Raw, env tournament.Envelope) string {
	team := func(player int) text.Raw { return text.Raw(e.At(tournament.Place{}).Calling(nil).Player(player)) }
	switch ev := env.Event.(type) {
	case *tournament.BenchChanged:
		key := notice.Code("log.bench_put")
		switch own := env.Actor == ev.Person; {
		case own && ev.Off:
			key = "log.bench_off"
		case own:
			key = "log.bench_on"
		case ev.Off:
			key = "log.bench_taken"
		}
		return e.Say(key, "who", who, "person", text.Raw(e.Person(ev.Person)))
	case *tournament.SubstituteAsked:
		return e.Say("log.bench_asks", "person", text.Raw(e.Person(ev.Person)), "out", text.Raw(e.Person(ev.For)), "team", team(ev.Player), "match", e.Place(ev.Place, e.matchAt(env.Seq, ev.Round, ev.Match)))
	case *tournament.SubstituteAnswered:
		key := notice.Code("log.bench_no")
		switch {
		case ev.Yes:
			key = "log.bench_yes"
		case ev.Silent:
			key = "log.bench_silent"
		}
		return e.Say(key, "person", text.Raw(e.Person(ev.Person)), "out", text.Raw(e.Person(ev.For)), "team", team(ev.Player), "match", e.Place(ev.Place, e.matchAt(env.Seq, ev.Round, ev.Match)))
	}
	return ""
}
