package view

import (
	"slices"
	"strings"
	"time"

	"topcut/commands/crew"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/rulebook"
	"topcut/commands/setting"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/field"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// Card returns the event's card: what is played, who may join, and the buttons for the
// current phase. It is edited as the event goes on.
func Card(e Env) discord.Message {
	s := e.state()
	p := e.titled(layout.Event, string(e.title()))
	if s.Phase >= tournament.Finished {
		p.Accent = layout.Quiet
	}
	p.Text("**" + e.headline() + "**")
	if s.Phase >= tournament.Running && s.Settings.Fixtures.Opens == tournament.AtOnce {
		e.startFacts(p) // there is no other post of the start
	} else {
		p.Lines(e.facts()...)
		if s.Settings.Prizes != "" && s.Phase < tournament.Finished {
			p.Say("card.prizes", "prizes", notice.Text(s.Settings.Prizes))
		}
	}
	p.Buttons(e.cardButtons()...)
	return p.Message()
}

// headline returns the state of the event in one line.
func (e Env) headline() string {
	s := e.state()
	var parts []string
	switch s.Phase {
	case tournament.Draft:
		return e.say("card.draft")
	case tournament.Open:
		parts = append(parts, e.say("card.open"))
	case tournament.Closed:
		parts = append(parts, e.say("card.closed"))
	case tournament.CheckIn:
		if s.CheckInEnd.IsZero() {
			return e.say("card.check_in_over") + " · " + e.checkedIn()
		}
		return e.say("card.check_in") + " · " + e.checkedIn()
	case tournament.Running:
		now := e.beforeRound1()
		if r := s.Current(); r != nil {
			now = e.say(e.roundState(r), "round", text.Raw(e.opened(r.Number)))
		}
		if n := field.StillIn(s); n > 1 {
			now += " · " + e.say(e.counting("card.in", "card.in_teams"), "n", n)
		}
		return now
	case tournament.Finished:
		if n := len(field.Winners(e.state())); n > 0 {
			return e.say("card.winners", "n", n, "winners", e.about().Winners())
		}
		return e.say("card.finished")
	case tournament.Cancelled:
		return e.say("card.cancelled")
	}
	return strings.Join(append(parts, e.places()), " · ")
}

// roundState returns the text key for the state of a round.
func (e Env) roundState(r *tournament.Round) notice.Code {
	switch {
	case r.Status == tournament.Published:
		return "round.published"
	case r.Status == tournament.Started, e.partlyOpen(r):
		return "round.started"
	}
	return "round.done"
}

// places returns how full the event is.
func (e Env) places() string {
	s := e.state()
	n, waiting := s.Count(tournament.Registered), s.Count(tournament.Waiting)
	out := e.say(e.counting("card.players", "card.teams"), "n", n)
	if s.Settings.Capacity > 0 {
		out = e.say(e.counting("card.places", "card.places_teams"), "taken", n, "capacity", s.Settings.Capacity)
	}
	if waiting > 0 {
		out += " · " + e.say(e.counting("card.waiting", "card.waiting_teams"), "n", waiting)
	}
	return out
}

// counting returns the text that counts those who hold a place: players or teams.
func (e Env) counting(players, teams notice.Code) notice.Code {
	if e.state().Crewed() {
		return teams
	}
	return players
}

func (e Env) checkedIn() string {
	in, all := 0, 0
	for _, p := range e.state().Players {
		if p.Status != tournament.Registered {
			continue
		}
		all++
		if p.CheckedIn {
			in++
		}
	}
	return e.say(e.counting("card.checked_in", "card.checked_in_teams"), "in", in, "all", all)
}

// facts returns the lines of the card, except those about features that the event does
// not use.
func (e Env) facts() []string {
	s := e.state()
	set := &s.Settings
	out := []string{e.say("card.game", "game", notice.Text(s.Rules.Name), "format", text.Raw(wording.Format(e.words(), set.Stages)))}
	if set.StartAt > 0 && s.Phase < tournament.Running {
		at := time.Unix(set.StartAt, 0)
		out = append(out, e.say("card.start", "time", text.Raw(discord.Timestamp(at, 'F')), "relative", relative(at)))
	}
	out = append(out, e.say("card.structure", "structure", text.Raw(e.structure())), e.roundLength())
	if s.Crewed() {
		crew := notice.Code("card.crew")
		if set.CaptainsWord {
			crew = "card.crew_word"
		}
		out = append(out, e.say(crew, "size", set.Crew))
		if set.Boards > 0 {
			out = append(out, e.say("card.boards", "boards", set.Boards))
			if set.LineUpMinutes > 0 {
				out = append(out, e.say("card.line_ups", "span", e.span(time.Duration(set.LineUpMinutes)*time.Minute)))
			}
			if set.BenchMinutes > 0 {
				out = append(out, e.say("card.bench", "span", e.span(time.Duration(set.BenchMinutes)*time.Minute)))
			}
		}
	}
	if len(set.Divisions) > 0 {
		out = append(out, e.say("card.divisions", "divisions", notice.Texts(set.Divisions)))
	}
	if set.Unattended {
		key := notice.Code("absence.card")
		if s.Rules.Seats.Max > 2 {
			key = "absence.card_table"
		}
		out = append(out, e.say(key, "span", e.span(s.Grace())))
	}
	if s.Phase >= tournament.Running {
		return out
	}
	if lengths := e.lengths(); lengths != "" {
		out = append(out, e.say("card.best_of", "lengths", text.Raw(lengths)))
	}
	if needs := set.Gate.Needs(); len(needs) > 0 {
		out = append(out, e.say("gate.card", "needs", needs))
	}
	if set.Decks != tournament.DecksNone {
		out = append(out, e.say("card.decks", "policy", notice.Word("deck.policy."+string(set.Decks)), "shown", notice.Word("deck.shown."+string(set.DecksShown))))
	}
	switch {
	case s.Phase == tournament.CheckIn && !s.CheckInEnd.IsZero():
		out = append(out, e.say("card.check_in_ends", "relative", relative(s.CheckInEnd)))
	case s.Phase < tournament.CheckIn && s.CheckInEnd.IsZero() && set.CheckInMinutes > 0:
		out = append(out, e.say("card.check_in_before", "span", e.span(time.Duration(set.CheckInMinutes)*time.Minute)))
	}
	return out
}

// lengths says of how many games the matches of the stages are, where the organiser has said so.
func (e Env) lengths() string {
	var out []string
	for _, st := range e.state().Settings.Stages.Stages {
		st.Best.Each(func(round notice.Code, n int) {
			switch {
			case round != "":
			case st.Kind.Eliminates():
				round = "card.best_of_bracket"
			case st.Kind.MeetsAll():
				round = "card.best_of_roundrobin"
			default:
				round = "card.best_of_swiss"
			}
			out = append(out, e.say("card.best_of_one", "what", text.Raw(e.say(round)), "n", n))
		})
	}
	return strings.Join(out, " · ")
}

// semiFinals reports whether the cut has two losers of semi-finals, as far as its size is
// known.
func semiFinals(s *tournament.State) bool {
	size := s.CutSize()
	if cut := s.PlannedCut(); cut != nil && len(cut.Parts) > 0 {
		size = slices.Max(cut.Parts)
	}
	return size == 0 || size > 3
}

// structure describes the stages: the fixed ones, or those that the settings would give
// now.
func (e Env) structure() string {
	s := e.state()
	chain := s.Settings.Stages
	switch first := chain.First(); {
	case first.Kind.Eliminates() && first.Third:
		return e.say("structure.with_third", "format", text.Raw(wording.Format(e.words(), chain)))
	case first.Kind.Eliminates():
		return wording.Format(e.words(), chain)
	case first.Kind == stage.Schedule:
		return e.sessions()
	case len(s.Plan) > 0 && s.Phase != tournament.Cancelled:
		return e.planned()
	}
	suggested, size := 0, 0
	attendance := s.Rules.Attendance(s.Facts())
	if attendance >= 2 {
		suggested, size, _ = s.Rules.RoundsFor(attendance)
	}
	rounds, guessed := e.say("structure.by_attendance"), false
	switch first := chain.First(); {
	case first.Kind == stage.RoundRobin && first.Groups > 1:
		rounds = e.say("structure.groups", "n", first.Groups)
	case first.Kind == stage.RoundRobin:
		rounds = e.say("structure.everybody")
	case first.Rounds > 0:
		rounds = e.say("structure.rounds", "n", first.Rounds)
	case chain.Prepares(stage.Draft):
		rounds = e.say("structure.draft")
	case suggested > 0:
		rounds, guessed = e.say("structure.rounds", "n", suggested), true
	}
	if chain.First().Twice {
		rounds = e.say("structure.twice", "structure", text.Raw(rounds))
	}
	parts := []string{rounds}
	for _, st := range chain.Stages[1:] {
		switch {
		case !st.Kind.Eliminates():
			parts = append(parts, wording.LaterStage(e.words(), st, st.Rounds))
		case st.Entry.By != stage.Auto:
			parts = append(parts, e.words().Notice(wording.OfGroups(chain, st.Entry.N, wording.CutPart(st.Entry))))
		case chain.First().Groups > 1:
			parts = append(parts, e.say("cut.each_group", "n", 2))
		case chain.First().Kind == stage.RoundRobin, chain.Prepares(stage.Draft):
		case suggested > 0 && size > 0:
			parts, guessed = append(parts, e.words().Notice(wording.CutOfSize(s, st.Entry, size))), true
		case suggested == 0:
			parts = append(parts, e.words().Notice(wording.CutPart(st.Entry)))
		}
	}
	if whole := strings.Join(parts, " + "); !guessed {
		return whole
	} else {
		return e.say("structure.for_now", "structure", text.Raw(whole), "n", attendance)
	}
}

// planned describes the stages as announced.
func (e Env) planned() string {
	var parts []string
	for i, p := range e.state().Plan {
		switch {
		case p.Kind().Eliminates():
			parts = append(parts, e.cutText())
		case i == 0:
			parts = append(parts, e.say("structure.rounds", "n", p.Rounds))
		default:
			parts = append(parts, wording.LaterStage(e.words(), p.Stage, p.Rounds))
		}
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " + ")
}

// laterRounds returns how many rounds are planned in stages that have not begun.
func laterRounds(s *tournament.State) int { return s.PlannedRounds() - s.StageRounds() }

// cutText returns the words for the cut of a running event; "" for none.
func (e Env) cutText() string { return e.words().Notice(wording.CutIn(e.state())) }

// roundLength returns how long a round lasts; "" if nothing is timed.
func (e Env) roundLength() string {
	s := e.state()
	set := &s.Settings
	if set.RoundDays > 0 {
		return e.say("card.round_days", "n", set.RoundDays)
	}
	of := func(stage ledger.Stage) string { return wording.RoundTime(e.words(), s, set, stage) }
	swiss, cut, final := of(ledger.Swiss), of(ledger.Elimination), of(ledger.Final)
	switch {
	case set.Stages.First().Kind.Eliminates():
		swiss = cut
	case s.Phase >= tournament.Running && s.CutSize() == 0 || !setting.Cuts(set.Stages):
		cut, final = swiss, swiss
	}
	if swiss == e.say("clock.untimed") && cut == swiss && final == swiss {
		return ""
	}
	return wording.RoundTimes(e.words(), swiss, cut, final)
}

// length returns how long the event is planned to last; "" if no clock runs.
func (e Env) length() string {
	s := e.state()
	planned, open := s.Length()
	if planned == 0 {
		return ""
	}
	key := notice.Code("card.length")
	if open {
		key = "card.length_open"
	}
	return e.say(key, "span", e.span(planned), "start", e.span(time.Duration(s.Rules.Clocks.StartUp)), "between", e.span(s.Between()))
}

// preparation returns how long packs and deck building take before round 1; "" if there
// are none.
func (e Env) preparation() string {
	switch draft, build := e.state().Preparation(); {
	case draft > 0:
		return e.say("card.draft_time", "draft", e.span(draft), "build", e.span(build))
	case build > 0:
		return e.say("card.build_time", "build", e.span(build))
	}
	return ""
}

func (e Env) cardButtons() []discord.Button {
	s := e.state()
	join := discord.Button{Style: discord.Success, Label: e.say("button.join"), CustomID: e.id(customid.Join{})}
	leave := discord.Button{Label: e.say("button.leave"), CustomID: e.id(customid.Leave{})}
	status := discord.Button{Label: e.say("button.status"), CustomID: e.id(customid.Status{})}
	var out []discord.Button
	switch s.Phase {
	case tournament.Draft, tournament.Cancelled:
		return nil
	case tournament.Open:
		if s.Settings.Capacity > 0 && s.Count(tournament.Registered) >= s.Settings.Capacity {
			join.Label, join.Style = e.say("button.join_waitlist"), discord.Secondary
		}
		out = []discord.Button{join, leave, status}
	case tournament.Closed:
		out = []discord.Button{leave, status}
	case tournament.CheckIn:
		join.Style = discord.Secondary
		out = []discord.Button{{Style: discord.Success, Label: e.say("button.check_in"), CustomID: e.id(customid.CheckIn{})}, join, leave, status}
	case tournament.Running:
		out = []discord.Button{status}
		if r := s.Current(); r != nil {
			out = append(out, discord.Button{Label: e.say("button.pairings"), CustomID: e.id(customid.Pairings{Round: r.Number})})
		}
		if s.Counted() > 0 && !s.Settings.Stages.First().Kind.Eliminates() {
			out = append(out, discord.Button{Label: e.say("button.standings"), CustomID: e.id(customid.Standings{After: e.swissDone()})})
		}
		if s.Elimination() != nil {
			out = append(out, discord.Button{Label: e.say("button.bracket"), CustomID: e.id(customid.Bracket{})})
		}
		if len(s.Rounds) > 0 && s.TakesLate() {
			out = append(out, discord.Button{Label: e.say("button.join_late"), CustomID: e.id(customid.Join{})})
		} else if s.Arranged() && s.Elimination() == nil { // for a player who takes the seat of one who leaves
			out = append(out, discord.Button{Label: e.say("button.join_waitlist"), CustomID: e.id(customid.Join{})})
		}
	case tournament.Finished:
		out = []discord.Button{{Label: e.say("button.places"), CustomID: e.id(customid.Places{})}}
		if s.Counted() > 0 && s.PlannedRounds() > 0 {
			out = append(out, discord.Button{Label: e.say("button.standings"), CustomID: e.id(customid.Standings{After: e.swissDone()})})
		}
		if s.Elimination() != nil {
			out = append(out, discord.Button{Label: e.say("button.bracket"), CustomID: e.id(customid.Bracket{})})
		}
		out = append(out, discord.Button{Label: e.say("button.log"), CustomID: e.id(customid.Log{})})
	}
	if s.Entry.Listed { // a press of others would be refused
		out = slices.DeleteFunc(out, func(b discord.Button) bool { return b.CustomID == join.CustomID })
	}
	if s.Phase < tournament.Running && s.Settings.DecksBefore() {
		out = append(out, discord.Button{Label: e.say("button.deck"), CustomID: e.id(customid.DeckOpen{})})
	}
	if s.Phase < tournament.Finished {
		out = append(out, crew.BenchButton(e.about())...)
	}
	return out
}

// Started returns the post at the start of an event: everything that must be known before
// round 1 and is not changed silently later (docs/rules/pokemon.md#pkm-01, MTR 3.1).
func Started(e Env) discord.Message {
	p := e.panel(layout.Event, "started.title", "event", e.title())
	e.startFacts(p)
	buttons := []discord.Button{{Label: e.say("button.status"), CustomID: e.id(customid.Status{})}}
	if f, ok := e.scheduleFigure(); ok {
		p.Gallery(e.draws(), f)
		buttons = append(buttons, discord.Button{Label: e.say("button.schedule"), CustomID: e.id(customid.Schedule{})})
	}
	p.Buttons(buttons...)
	return p.Message()
}

// startFacts adds what the post at the start says.
func (e Env) startFacts(p *layout.Panel) {
	s := e.state()
	p.Say(e.counting("started.field", "started.teams"), "n", field.TookPart(s), "game", notice.Text(s.Rules.Name), "format", text.Raw(wording.Format(e.words(), s.Settings.Stages)))
	prizes := ""
	if s.Settings.Prizes != "" {
		prizes = e.say("card.prizes", "prizes", notice.Text(s.Settings.Prizes))
	}
	p.Lines(append([]string{e.startedRounds(), e.roundLength(), e.preparation(), e.length(), e.thirdPlace(), prizes}, e.rulebook().AnnouncedOptions(s.Settings.Options)...)...)
	p.Text(e.lockRule())
	p.Lines(e.lateRule())
	if scoring := e.rulebook().TableScoring(); scoring != "" {
		p.Text(e.say("rules.line", "title", notice.Word("rules.scoring"), "text", text.Raw(scoring)))
	}
	p.Lines(e.rulebook().Subjects(s.Rules.Moments.Start)...)
	if s.PlannedRounds() > 0 {
		p.Text(rulebook.Of(e.words(), s.Ranking()).Tiebreakers("started.tiebreakers"))
	}
	p.Text(e.answerTime())
	commitment := text.Raw(wording.Commitment(s.Secrets()[0].Commitment) + " " + string(e.command("help"))) // the one from before the start
	if by := s.Mixing.By; len(by) > 0 {
		p.Small("started.fair", "players", e.clipped(e.names(by), tournament.MixersWanted), "commitment", commitment)
	} else if s.Settings.AutoStart && s.Mixing.Asked == 0 { // no player was asked
		p.Small("started.fair_only", "commitment", commitment)
	} else {
		p.Small("started.fair_unmixed", "commitment", commitment)
	}
}

// thirdPlace says whether there is a match for third place. It returns "" if there are no
// losers of semi-finals, or if there is no such match and the game's document requires no
// statement.
func (e Env) thirdPlace() string {
	s := e.state()
	el, _, ok := s.Settings.Stages.Elimination()
	if !ok || s.CutSize() == 0 || !semiFinals(s) {
		return ""
	}
	kind := s.Tree()
	if el.Third && kind.PlaysThird() {
		return e.say("started.third_place")
	}
	told := slices.ContainsFunc(s.Rules.Announce, func(a rules.Announcement) bool { return a.Fact == "third_place" })
	if told && (kind == stage.Single || kind == stage.Reseed) {
		return e.say("started.no_third_place")
	}
	return ""
}

// lateRule says until when a player can still enter, and the penalty for that.
func (e Env) lateRule() string {
	s := e.state()
	switch until := s.LateUntil(); {
	case s.Settings.Stages.Prepares(stage.Draft):
		return e.say("started.late_draft")
	case until == 0 || !s.Settings.TakesLate():
		return e.say("started.no_late")
	default:
		return wording.Joined(e.say("started.late", "round", until), e.quote(s.Rules.Entry.Text))
	}
}

// startedRounds says how many rounds are played and what follows them.
func (e Env) startedRounds() string {
	s := e.state()
	switch {
	case s.Schedule() != nil:
		return e.say("started.structure", "structure", text.Raw(e.sessions()))
	case s.Settings.Stages.First().Kind.Eliminates():
		return e.say("started.structure", "structure", text.Raw(e.structure()))
	}
	out := e.say("started.structure", "structure", text.Raw(e.planned()))
	if s.CutSize() == 0 && s.Elimination() == nil {
		out = e.say("started.no_cut", "n", s.PlannedRounds())
	}
	if s.Settings.Stages.First().Unbeaten {
		out += " " + e.say("started.until_unbeaten")
	}
	if s.Settings.Stages.First().Twice {
		out += " " + e.say("started.twice")
	}
	return out
}

// answerTime says how a result becomes final.
func (e Env) answerTime() string {
	s := e.state()
	out := e.say("started.results")
	if s.Rules.Seats.Max > 2 {
		out = e.say("started.results_table")
	}
	if m := s.Settings.ConfirmMinutes; m > 0 && !s.Settings.Stages.First().Kind.Eliminates() {
		key := notice.Code("started.auto_confirm")
		if s.PlannedCut() != nil || s.Elimination() != nil {
			key = "started.auto_confirm_rounds"
		}
		out += " " + e.say(key, "span", e.span(time.Duration(m)*time.Minute))
	}
	return out
}

// Cancelled returns the post about a cancelled event.
func Cancelled(e Env) discord.Message {
	p := e.panel(layout.Trouble, "cancelled.title", "event", e.title())
	if ev, at := tournament.Last[*tournament.EventCancelled](e.Snap.Log, nil); at != nil {
		p.Text(discord.Escape(e.Snap.Book.Text(ev.Reason)))
		if at.Actor == 0 && len(e.state().Players) == 0 {
			p.Say("cancelled.nobody")
		}
	}
	if e.state().LastDone() > 0 {
		p.Say("cancelled.results", "log", e.command("log"))
	}
	return p.Message()
}

// RegistrationFailed returns the post about an event whose automatic start failed, for
// example with too few players.
func RegistrationFailed(e Env) discord.Message {
	s := e.state()
	p := e.panel(layout.Trouble, "not_started.title", "event", e.title())
	p.Say("not_started.planned", "relative", relative(time.Unix(s.Settings.StartAt, 0)), "places", text.Raw(e.places()))
	if least := max(2, s.Rules.Seats.Min, s.Rules.Seats.MinField); s.Count(tournament.Registered) < least {
		p.Say("not_started.few", "n", least)
	}
	p.Say("not_started.next", "start", e.command("tournament start"), "settings", e.command("tournament settings"), "cancel", e.command("tournament cancel"))
	return p.Message()
}
