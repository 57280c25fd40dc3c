package view

import (
	"fmt"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
)

// private reports whether an event is for organisers only.
func private(ev tournament.Event) bool {
	switch ev.(type) {
	case *tournament.PlayerNoted, *tournament.Reminded, *tournament.LeagueHeard, *tournament.FixtureReminded:
		return true
	}
	return false
}

// unlisted reports whether an entry is not in the public log: it is for organisers only,
// or a report that still waits for confirmation.
func (e Env) unlisted(env *tournament.Envelope) bool {
	if ev, ok := env.Event.(*tournament.ResultReported); ok {
		m, _ := e.state().Match(ev.Round, ev.Match)
		return m != nil && !m.Over()
	}
	return private(env.Event)
}

// matchAt returns the match of an event with the players at that moment: after a round
// was undone and paired again, its number belongs to others. It returns nil if the match
// is not known.
func (e Env) matchAt(seq int64, round, match int) *ledger.Match {
	gone := e.retractedBefore(seq)
	for i := min(int(seq)-1, len(e.Snap.Log)) - 1; i >= 0; i-- {
		env := &e.Snap.Log[i]
		var pairings numbered.List[tournament.Pairing]
		switch ev := env.Event.(type) {
		case *tournament.RoundPaired:
			if ev.Round == round {
				pairings = ev.Pairings
			}
		case *tournament.RoundRepaired:
			if ev.Round == round {
				pairings = ev.Pairings
			}
		}
		if pairings == nil || gone[env.Seq] {
			continue
		}
		p := numbered.Find(pairings, match)
		if p == nil {
			return nil
		}
		l := &ledger.Match{Table: int16(p.Table), Kind: p.Kind, N: uint8(len(p.Players)), Seats: [4]int32{ledger.None, ledger.None, ledger.None, ledger.None}}
		for i, n := range p.Players[:min(len(p.Players), 4)] {
			l.Seats[i] = int32(n - 1)
		}
		return l
	}
	return nil
}

// place names a match in the log: "Round 3, table 5 (Alice – Bob)".
func (e Env) place(round int, l *ledger.Match) text.Raw {
	name := text.Raw(e.round(round))
	if l == nil {
		return name
	}
	players := text.Raw(strings.Join(e.names(wording.Seated(l)), " – "))
	if l.Table > 0 {
		return text.Raw(e.say("log.table", "round", name, "table", int(l.Table), "players", players))
	}
	return text.Raw(e.say("log.match", "round", name, "players", players))
}

// EventLine describes an event of the log in one sentence of Markdown. It never shows a
// private note, a deck, or the text of a dispute or a judge call.
func EventLine(e Env, env tournament.Envelope) string {
	who := text.Raw(e.person(env.Actor))
	switch ev := env.Event.(type) {
	case *tournament.Created:
		return e.say("log.created", "who", who, "commitment", text.Raw(ev.Commitment))
	case *tournament.SettingsChanged:
		if changes := e.changed(env.Seq, ev); changes != "" {
			return e.say("log.settings_to", "who", who, "changes", text.Raw(changes))
		}
		return e.say("log.settings", "who", who)
	case *tournament.StaffChanged:
		if ev.Staff {
			return e.say("log.staff", "who", who, "person", text.Raw(e.person(ev.Person)))
		}
		return e.say("log.staff_gone", "who", who, "person", text.Raw(e.person(ev.Person)))
	case *tournament.PageOpened:
		return e.say("log.page", "who", who)
	case *tournament.PageClosed:
		return e.say("log.page_closed", "who", who)
	case *tournament.LeagueEntered:
		if ev.League == 0 {
			return e.say("log.league_left", "who", who)
		}
		return e.say("log.league", "who", who)
	case *tournament.EntryClosed:
		return e.say("log.entry_closed", "who", who)
	case *tournament.EntryOpened:
		return e.say("log.entry_opened", "who", who)
	case *tournament.PersonListed:
		if ev.Off {
			return e.say("log.listed_off", "who", who, "person", text.Raw(e.person(ev.Person)))
		}
		return e.say("log.listed", "who", who, "person", text.Raw(e.person(ev.Person)))
	case *tournament.LeagueHeard:
		return e.say("log.league_heard")
	case *tournament.ChannelMoved:
		return e.say("log.moved", "who", who)
	case *tournament.Opened:
		return e.say("log.opened", "who", who)
	case *tournament.RegistrationClosed:
		return e.say("log.closed", "who", who)
	case *tournament.CheckInStarted:
		return e.say("log.check_in", "who", who, "time", text.Raw(discord.Timestamp(ev.Until, 't')))
	case *tournament.CheckInEnded:
		return e.say("log.check_in_over")
	case *tournament.Reminded:
		return e.say("log.due")
	case *tournament.Interrupted:
		return e.say("log.interrupted", "from", text.Raw(discord.Timestamp(ev.From, 't')), "until", text.Raw(discord.Timestamp(ev.Until, 't')))
	case *tournament.MixAsked:
		return e.say("log.mix_asked", "who", who)
	case *tournament.DrawMixed:
		return e.say("log.mixed", "player", notice.Player(ev.Player))
	case *tournament.SeedRenewed:
		return e.say("log.seed_renewed", "commitment", text.Raw(ev.Commitment))
	case *tournament.EventStarted:
		return e.startedLine(e.starter(env), ev)
	case *tournament.AdvanceHeld:
		return e.say("log.held", "why", ev.Reason)
	case *tournament.StageBegan:
		return e.stageLine(who, ev)
	case *tournament.EventFinished:
		var winners []int
		for i, place := range ev.Places {
			if place == 1 {
				winners = append(winners, i+1)
			}
		}
		if len(winners) == 0 {
			return e.say("log.finished")
		}
		return e.say("log.finished_won", "n", len(winners), "winners", e.clipped(e.names(winners), 10))
	case *tournament.PlacesCorrected:
		return e.say("log.places")
	case *tournament.BracketReopened:
		return e.say("log.reopened", "who", who, "round", text.Raw(e.round(ev.After)))
	case *tournament.SeedRevealed:
		return e.say("log.seed", "seed", text.Raw(ev.Secret))
	case *tournament.EventCancelled:
		if reason := e.Snap.Book.Text(ev.Reason); reason != "" {
			return e.say("log.cancelled_because", "who", who, "reason", notice.Text(discord.Plain(reason, 150)))
		}
		return e.say("log.cancelled", "who", who)
	case *tournament.Announced:
		return e.say("log.announced", "who", who, "words", notice.Text(discord.Plain(e.Snap.Book.Text(ev.Text), 150)))
	case *tournament.Retracted:
		if e.tookStart(ev) {
			return e.say("log.undone_start", "who", who, "n", len(ev.Seqs))
		}
		return e.say("log.undone", "who", who, "n", len(ev.Seqs))
	case *tournament.ClocksHeld:
		return e.say("undo.clocks")
	}
	if line := e.playerLine(who, env); line != "" {
		return line
	}
	return e.roundEventLine(who, env)
}

// stageLine is EventLine for the beginning of a stage; it returns "" for the first one,
// which all players enter.
func (e Env) stageLine(who text.Raw, ev *tournament.StageBegan) string {
	switch {
	case !ev.Planned():
		return e.say("log.playoff", "who", who, "n", ev.Rounds, "players", e.clipped(e.names(ev.Players), 10))
	case ev.Kind.Eliminates() && len(ev.Ranking) == 0:
		return e.say("log.bracket", "n", len(ev.Players))
	case ev.Kind.Eliminates():
		return e.say("log.cut", "who", who, "n", len(ev.Players), "first", notice.Player(ev.Players[0]))
	case ev.Plan == 0:
		return e.say("log.stage", "stage", ev.Kind.Word())
	}
	return e.laterLine(ev)
}

// starter names who started the event, before the draw was mixed.
func (e Env) starter(env tournament.Envelope) text.Raw {
	gone := e.retracted()
	for i := min(int(env.Seq), len(e.Snap.Log)) - 1; i >= 0; i-- {
		before := &e.Snap.Log[i]
		if _, asked := before.Event.(*tournament.MixAsked); asked && (!gone[before.Seq] || gone[env.Seq]) {
			return text.Raw(e.person(before.Actor))
		}
	}
	return text.Raw(e.person(env.Actor))
}

// startedLine is EventLine for the start of an event.
func (e Env) startedLine(who text.Raw, ev *tournament.EventStarted) string {
	rounds, cut := 0, 0
	for _, p := range ev.Plan {
		if rounds += p.Rounds; p.Kind().Eliminates() {
			cut = p.Size
		}
	}
	out := e.say("log.started", "who", who)
	switch {
	case rounds > 0 && cut > 0:
		out = e.say("log.started_cut", "who", who, "n", rounds, "cut", cut)
	case rounds > 0:
		out = e.say("log.started_rounds", "who", who, "n", rounds)
	}
	if len(ev.Absent) > 0 {
		out += " " + e.say("log.left_out", "players", e.clipped(e.names(ev.Absent), 10))
	}
	return out
}

// playerLine is EventLine for events about one player.
func (e Env) playerLine(who text.Raw, env tournament.Envelope) string {
	switch ev := env.Event.(type) {
	case *tournament.PlayerRegistered:
		name := text.Raw(e.name(ev.Player))
		if p := e.Snap.Book.Person(ev.Person).Name; p != "" {
			name = text.Raw(e.escaped(p, e.limit()))
		}
		switch {
		case ev.Waiting:
			return e.say("log.waiting", "player", name)
		case ev.Late > 0:
			return e.say("log.joined_late", "player", name, "n", ev.Late)
		case env.Actor != ev.Person:
			return e.say("log.entered", "who", who, "player", name)
		}
		return e.say("log.joined", "player", name)
	case *tournament.PlayerLeft:
		return e.say("log.left", "player", notice.Player(ev.Player))
	case *tournament.PlayerPromoted:
		return e.say("log.promoted", "player", notice.Player(ev.Player))
	case *tournament.SeatClaimed:
		return e.say("log.claimed", "who", who, "player", notice.Player(ev.Player))
	case *tournament.PlayerCheckedIn:
		return e.say("log.checked_in", "player", notice.Player(ev.Player))
	case *tournament.DeckSubmitted:
		return e.say("log.deck", "player", notice.Player(ev.Player))
	case *tournament.PlayerDropped:
		return e.droppedLine(env.Seq, ev)
	case *tournament.PlayerReinstated:
		return e.say("log.reinstated", "who", who, "player", notice.Player(ev.Player))
	case *tournament.PlayerDisqualified:
		return e.say("log.disqualified", "who", who, "player", notice.Player(ev.Player))
	case *tournament.PlayerChanged:
		if changes := e.fields(ev); changes != "" {
			return e.say("log.changed_to", "who", who, "player", notice.Player(ev.Player), "changes", text.Raw(changes))
		}
		return e.say("log.changed", "who", who, "player", notice.Player(ev.Player))
	case *tournament.PlayerSitsOut:
		changes := e.fields(&tournament.PlayerChanged{Byes: ev.Byes, Away: ev.Away, Plays: ev.Plays})
		return e.say("log.asked", "player", notice.Player(ev.Player), "changes", text.Raw(changes))
	case *tournament.PlayerPenalised:
		if ev.Points != 0 {
			return e.say("log.chombo", "who", who, "player", notice.Player(ev.Player), "points", wording.PointsOff(ev.Points), "round", ev.Round)
		}
		return e.say("log.penalty", "who", who, "player", notice.Player(ev.Player), "penalty", notice.Text(strings.ReplaceAll(discord.Plain(ev.Kind, 40), "_", " ")))
	case *tournament.PlayerNoted:
		return e.say("log.note", "who", who, "player", notice.Player(ev.Player))
	}
	return ""
}

// fields lists what was changed about a player.
func (e Env) fields(ev *tournament.PlayerChanged) string {
	var words []string
	if ev.Division != nil {
		if d := e.state().Settings.Divisions; *ev.Division >= 0 && *ev.Division < len(d) {
			words = append(words, e.say("log.field.division", "division", notice.Text(d[*ev.Division])))
		}
	}
	if ev.Tag != nil {
		words = append(words, e.say("log.field.team"))
	}
	if ev.Seed != nil {
		words = append(words, e.say("log.field.seed", "seed", *ev.Seed))
	}
	if ev.Table != nil {
		words = append(words, e.say("status.fixed_table", "table", *ev.Table))
	}
	for _, r := range ev.Byes {
		words = append(words, e.say("log.field.bye", "round", r))
	}
	for _, r := range ev.Full {
		words = append(words, e.say("log.field.full_bye", "round", r))
	}
	for _, r := range ev.Away {
		words = append(words, e.say("log.field.away", "round", r))
	}
	for _, r := range ev.Plays {
		words = append(words, e.say("log.field.plays_in", "round", r))
	}
	for _, a := range ev.Apart {
		code := notice.Code("log.field.apart")
		if a.Off {
			code = "log.field.may_meet"
		}
		words = append(words, e.say(code, "player", notice.Player(a.Player)))
	}
	if ev.Late != nil {
		words = append(words, e.say("status.late", "n", *ev.Late))
	}
	if ev.Standby != nil && *ev.Standby {
		words = append(words, e.say("log.field.standby"))
	} else if ev.Standby != nil {
		words = append(words, e.say("log.field.plays"))
	}
	return string(e.list(words))
}

// roundEventLine is EventLine for events of rounds and results.
func (e Env) roundEventLine(who text.Raw, env tournament.Envelope) string {
	round := func(r int) text.Raw { return text.Raw(e.round(r)) }
	where := func(r, match int) text.Raw {
		if match > 0 {
			return e.place(r, e.matchAt(env.Seq, r, match))
		}
		return round(r)
	}
	switch ev := env.Event.(type) {
	case *tournament.RoundPaired:
		switch {
		case ev.Forced:
			return e.say("log.paired_forced", "who", who, "round", round(ev.Round))
		case ev.Attempt > 0:
			return e.say("log.paired_anew", "who", who, "round", round(ev.Round), "attempt", ev.Attempt+1)
		}
		return e.say("log.paired", "who", who, "round", round(ev.Round))
	case *tournament.RoundRepaired:
		return e.say("log.repaired", "who", who, "n", len(ev.Changed), "round", round(ev.Round))
	case *tournament.RoundPublished:
		return e.say("log.published", "who", who, "round", round(ev.Round))
	case *tournament.RoundStarted:
		return e.say("log.round_started", "who", who, "round", round(ev.Round))
	case *tournament.RoundClosed:
		return e.say("log.round_closed", "round", round(ev.Round))
	case *tournament.ClockPaused:
		return e.say("log.paused", "who", who, "round", round(ev.Round))
	case *tournament.ClockResumed:
		return e.say("log.resumed", "who", who, "round", round(ev.Round))
	case *tournament.ClockExtended:
		return e.say("log.extended", "who", who, "change", wording.MoreTime(ev.Minutes), "where", where(ev.Round, ev.Match))
	case *tournament.ClockReminded:
		return e.say("log.reminded", "round", round(ev.Round), "n", ev.Before)
	case *tournament.TimeCalled:
		return e.say("log.time", "where", where(ev.Round, ev.Match))
	}
	return e.resultLine(who, env)
}

// resultLine is EventLine for events of one match.
func (e Env) resultLine(who text.Raw, env tournament.Envelope) string {
	at := func(round, match int) (*ledger.Match, text.Raw) {
		l := e.matchAt(env.Seq, round, match)
		return l, e.place(round, l)
	}
	result := func(l *ledger.Match, kind ledger.Kind, r ledger.Result) text.Raw {
		if l == nil {
			return text.Raw(e.say("result.none"))
		}
		c := *l
		c.Kind, c.Result = kind, r
		return text.Raw(e.result(&c))
	}
	switch ev := env.Event.(type) {
	case *tournament.ResultReported:
		l, where := at(ev.Round, ev.Match)
		return e.say("log.reported", "player", notice.Player(ev.Player), "where", where, "result", result(l, ev.Kind, ev.Result))
	case *tournament.ResultConfirmed:
		_, where := at(ev.Round, ev.Match)
		switch {
		case ev.By == tournament.BySilence:
			return e.say("log.auto_confirmed", "where", where)
		case ev.Player > 0:
			return e.say("log.confirmed", "who", text.Raw(e.name(ev.Player)), "where", where)
		}
		return e.say("log.confirmed", "who", who, "where", where)
	case *tournament.ResultDisputed:
		_, where := at(ev.Round, ev.Match)
		return e.say("log.disputed", "player", notice.Player(ev.Player), "where", where)
	case *tournament.ResultCorrected:
		l, where := at(ev.Round, ev.Match)
		if ev.Swap && l != nil { // the second player won without play
			turned := *l
			turned.Seats[0], turned.Seats[1] = l.Seats[1], l.Seats[0]
			l = &turned
		}
		now := result(l, ev.Kind, ev.Result)
		if m, _ := e.state().Match(ev.Round, ev.Match); m != nil && ev.Unagreed(m) {
			now = result(l, ledger.Played, wording.Scoreless())
		}
		switch ev.By {
		case tournament.ByClaim:
			return e.say("arranged.claim_settled", "where", where, "result", now)
		case tournament.ByRule:
			return e.say("arranged.unplayed", "where", where, "result", now)
		case tournament.ByConcession:
			return e.say("log.conceded", "where", where, "result", now)
		case tournament.NotConfirmed, tournament.ByOpponent, tournament.BySilence, tournament.ByOrganiser, tournament.ByReport:
		}
		return e.say("log.ruled", "who", who, "where", where, "result", now)
	case *tournament.JudgeCalled:
		_, where := at(ev.Round, ev.Match)
		return e.say("log.judge", "player", notice.Player(ev.Player), "where", where)
	case *tournament.MissingReminded:
		return e.say("log.remind", "who", who)
	case *tournament.DutyChanged:
		if ev.On {
			return e.say("log.duty", "who", who)
		}
		return e.say("log.duty_off", "who", who)
	case *tournament.TableTaken:
		_, where := at(ev.Round, ev.Match)
		if ev.Back {
			return e.say("log.take_back", "who", who, "where", where)
		}
		return e.say("log.take", "who", who, "where", where)
	}
	return e.particularLine(who, env)
}

// particularLine is EventLine for events of special formats.
func (e Env) particularLine(who text.Raw, env tournament.Envelope) string {
	switch ev := env.Event.(type) {
	case *tournament.ScheduleDrawn:
		return e.say("log.schedule")
	case *tournament.StandInSeated:
		return e.say("log.stand_in", "player", notice.Player(ev.For))
	case *tournament.DraftSeated:
		if ev.Attempt > 0 {
			return e.say("log.seats_anew", "who", who, "attempt", ev.Attempt+1)
		}
		return e.say("log.seats", "who", who)
	case *tournament.PackOpened:
		return e.say("log.pack", "who", who, "pack", ev.Pack)
	case *tournament.DeckBuilding:
		if ev.Deadline.IsZero() {
			return e.say("log.build", "who", who)
		}
		return e.say("log.build_until", "who", who, "time", text.Raw(discord.Timestamp(ev.Deadline, 't')))
	case *tournament.BuildReminded:
		return e.say("log.build_reminded")
	case *tournament.BuildEnded:
		return e.say("log.build_over")
	case *tournament.TieShared:
		return e.say("log.shared", "who", who, "players", e.clipped(e.names(ev.Players), 10))
	case *tournament.GroupsDrawn:
		return e.flightLine(who, ev)
	case *tournament.CutLocked:
		return e.lockLine(env.Seq, ev)
	}
	return e.fixtureLine(who, env)
}

func (e Env) limit() int {
	if e.short == 0 {
		return fullName
	}
	return e.short
}

// because returns an organiser's reason why a player is out or penalised. It is for
// organisers only: remarks about a person are not public.
func (e Env) because(ev tournament.Event) string {
	reason := 0
	switch ev := ev.(type) {
	case *tournament.PlayerDropped:
		reason = ev.Reason
	case *tournament.PlayerDisqualified:
		reason = ev.Reason
	case *tournament.PlayerPenalised:
		reason = ev.Text
	}
	words := e.Snap.Book.Text(reason)
	return e.when(words != "", "log.reason", "reason", notice.Text(discord.Plain(words, 150)))
}

// whyOut returns the reasons of all players who are out, by player number.
func (e Env) whyOut() map[int]string {
	why, gone := map[int]string{}, e.retracted()
	for i := range e.Snap.Log {
		env := &e.Snap.Log[i]
		if gone[env.Seq] {
			continue
		}
		switch ev := env.Event.(type) {
		case *tournament.PlayerDropped:
			why[ev.Player] = e.because(ev)
		case *tournament.PlayerDisqualified:
			why[ev.Player] = e.because(ev)
		case *tournament.PlayerReinstated:
			delete(why, ev.Player)
		}
	}
	return why
}

// linesPerPage is the number of entries on a page of the log.
const linesPerPage = 15

// LogPage returns a page of the log, newest first. Undone entries stay and are struck
// through. Organisers (staff) also see that notes were written, and why a player is out
// or penalised.
func LogPage(e Env, page int, staff bool) discord.Message {
	return e.fitted(func(e Env) discord.Message {
		var shown []int
		for i := len(e.Snap.Log) - 1; i >= 0; i-- {
			if staff || !e.unlisted(&e.Snap.Log[i]) {
				shown = append(shown, i)
			}
		}
		part, page := pageOf(shown, page, linesPerPage)
		gone := e.retracted()
		style := 't'
		if log := e.Snap.Log; len(log) > 0 && log[len(log)-1].Time.Sub(log[0].Time) > 20*time.Hour {
			style = 'f'
		}
		p := e.panel(accentQuiet, "log.title", "event", e.title())
		lines := make([]string, 0, len(part))
		for _, i := range part {
			env := &e.Snap.Log[i]
			line := EventLine(e, *env)
			if staff {
				line = joined(line, e.because(env.Event))
			}
			if gone[env.Seq] {
				line = e.say("log.struck", "line", text.Raw(line))
			}
			lines = append(lines, fmt.Sprintf("`%d` %s %s", env.Seq, discord.Timestamp(env.Time, style), line))
		}
		p.lines(lines...)
		p.buttons(e.pager(page, posted.Pages(len(shown), linesPerPage), func(n int) string {
			return e.id(customid.Log{Page: n, Staff: staff})
		})...)
		return p.message()
	})
}
