package view

import (
	"fmt"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
	"topcut/tournament/ledger"
)

// private reports whether an event is for organisers only.
func private(ev tournament.Event) bool {
	switch ev.(type) {
	case *tournament.PlayerNoted, *tournament.Reminded:
		return true
	}
	return false
}

// matchAt returns the match an event speaks of with the players who sat there
// at that moment: after a round was taken back and paired again, its number
// stands for others. Nil where it is not known.
func (e Env) matchAt(seq int64, round, match int) *ledger.Match {
	gone := e.retractedBefore(seq)
	for i := min(int(seq)-1, len(e.Snap.Log)) - 1; i >= 0; i-- {
		env := &e.Snap.Log[i]
		var pairings []tournament.Pairing
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
		if match < 1 || match > len(pairings) {
			return nil
		}
		p := &pairings[match-1]
		l := &ledger.Match{Table: int16(p.Table), Kind: p.Kind, N: uint8(len(p.Players)), Seats: [4]int32{ledger.None, ledger.None, ledger.None, ledger.None}}
		for i, n := range p.Players[:min(len(p.Players), 4)] {
			l.Seats[i] = int32(n - 1)
		}
		return l
	}
	return nil
}

// place names a match in the log: "round 3, table 5 (Alice vs Bob)".
func (e Env) place(round int, l *ledger.Match) string {
	text := lowerName(e.state().RoundText(round))
	if l == nil {
		return text
	}
	if l.Table > 0 {
		text += fmt.Sprintf(", table %d", l.Table)
	}
	return fmt.Sprintf("%s (%s)", text, strings.Join(e.names(seated(l)), " vs "))
}

// EventLine says in one sentence what an event of the log was, in Markdown. It
// never shows a private note, a deck, or the words of a dispute or a call.
func EventLine(e Env, env tournament.Envelope) string {
	who := e.person(env.Actor)
	switch ev := env.Event.(type) {
	case *tournament.Created:
		return fmt.Sprintf("%s created the event. The commitment of its seed is %s.", who, ev.Commitment)
	case *tournament.SettingsChanged:
		return fmt.Sprintf("%s changed the settings%s.", who, e.changed(env.Seq, ev))
	case *tournament.StaffChanged:
		if ev.Staff {
			return fmt.Sprintf("%s made %s an organiser of this event.", who, e.person(ev.Person))
		}
		return fmt.Sprintf("%s is no longer an organiser of this event.", e.person(ev.Person))
	case *tournament.Opened:
		return who + " opened registration."
	case *tournament.RegistrationClosed:
		return who + " closed registration."
	case *tournament.CheckInStarted:
		return fmt.Sprintf("%s started check-in until %s.", who, discord.Timestamp(ev.Until, 't'))
	case *tournament.CheckInEnded:
		return "The time for check-in ended."
	case *tournament.Reminded:
		return "Something planned before the start came due."
	case *tournament.EventStarted:
		text := fmt.Sprintf("%s started the event with %s", who, plural(ev.Rounds, "round", "rounds"))
		if ev.Cut > 0 {
			text += fmt.Sprintf(" and a cut to %d", ev.Cut)
		}
		if len(ev.Absent) > 0 {
			text += ". Left out: " + clipped(e.names(ev.Absent), 10)
		}
		return text + "."
	case *tournament.AdvanceHeld:
		return "The event did not go on by itself: " + discord.Escape(e.Snap.Book.Text(ev.Reason))
	case *tournament.CutMade:
		if len(ev.Swiss) == 0 {
			return fmt.Sprintf("The bracket of %s was drawn.", plural(len(ev.Seeds), "player", "players"))
		}
		return fmt.Sprintf("%s made the cut to %s. First seed: %s.", who, plural(len(ev.Seeds), "player", "players"), e.name(ev.Seeds[0]))
	case *tournament.EventFinished:
		var winners []int
		for i, place := range ev.Places {
			if place == 1 {
				winners = append(winners, i+1)
			}
		}
		if len(winners) == 0 {
			return "The event ended."
		}
		return fmt.Sprintf("The event ended. First place: %s.", clipped(e.names(winners), 10))
	case *tournament.SeedRevealed:
		return "The seed was revealed: " + discord.Escape(ev.Secret) + "."
	case *tournament.EventCancelled:
		return who + " cancelled the event." + e.because(ev.Reason)
	case *tournament.Announced:
		return fmt.Sprintf("%s announced: %s", who, discord.Escape(discord.Plain(e.Snap.Book.Text(ev.Text), 150)))
	case *tournament.Retracted:
		return fmt.Sprintf("%s took back %s.", who, plural(len(ev.Seqs), "entry", "entries"))
	}
	if text := e.playerLine(who, env); text != "" {
		return text
	}
	return e.roundEventLine(who, env)
}

// because adds the reason an organiser gave in public.
func (e Env) because(text int) string {
	reason := e.Snap.Book.Text(text)
	if reason == "" {
		return ""
	}
	return " Reason: " + discord.Escape(discord.Plain(reason, 150))
}

// playerLine is EventLine for events about one player.
func (e Env) playerLine(who string, env tournament.Envelope) string {
	switch ev := env.Event.(type) {
	case *tournament.PlayerRegistered:
		name := e.name(ev.Player)
		if p := e.Snap.Book.Person(ev.Person).Name; p != "" {
			name = escaped(p, e.limit())
		}
		switch {
		case ev.Waiting:
			return name + " joined the waiting list."
		case ev.Late > 0:
			return fmt.Sprintf("%s joined late; %s counted as lost.", name, plural(ev.Late, "round is", "rounds are"))
		case env.Actor != ev.Person:
			return fmt.Sprintf("%s entered %s.", who, name)
		}
		return name + " joined."
	case *tournament.PlayerLeft:
		return e.name(ev.Player) + " left before the start."
	case *tournament.PlayerPromoted:
		return e.name(ev.Player) + " moved up from the waiting list."
	case *tournament.SeatClaimed:
		return fmt.Sprintf("%s gave the seat of the guest %s to a member of that name.", who, e.name(ev.Player))
	case *tournament.PlayerCheckedIn:
		return e.name(ev.Player) + " checked in."
	case *tournament.DeckSubmitted:
		return e.name(ev.Player) + " handed in a deck."
	case *tournament.PlayerDropped:
		return fmt.Sprintf("%s dropped after round %d.", e.name(ev.Player), ev.After)
	case *tournament.PlayerReinstated:
		return fmt.Sprintf("%s brought %s back.", who, e.name(ev.Player))
	case *tournament.PlayerDisqualified:
		return fmt.Sprintf("%s disqualified %s.", who, e.name(ev.Player))
	case *tournament.PlayerChanged:
		return fmt.Sprintf("%s changed %s%s.", who, e.name(ev.Player), e.fields(ev))
	case *tournament.PlayerPenalised:
		return fmt.Sprintf("%s gave %s a penalty: %s.", who, e.name(ev.Player), strings.ReplaceAll(discord.Escape(discord.Plain(ev.Kind, 40)), "\\_", " "))
	case *tournament.PlayerNoted:
		return fmt.Sprintf("%s wrote a note about %s.", who, e.name(ev.Player))
	}
	return ""
}

// fields says what was changed of a player.
func (e Env) fields(ev *tournament.PlayerChanged) string {
	var words []string
	if ev.Division != nil {
		if d := e.state().Settings.Divisions; *ev.Division >= 0 && *ev.Division < len(d) {
			words = append(words, "division "+discord.Escape(d[*ev.Division]))
		}
	}
	if ev.Tag != nil {
		words = append(words, "team")
	}
	if ev.Seed != nil {
		words = append(words, fmt.Sprintf("seed %d", *ev.Seed))
	}
	if ev.Table != nil {
		words = append(words, fmt.Sprintf("fixed table %d", *ev.Table))
	}
	for _, r := range ev.Byes {
		words = append(words, fmt.Sprintf("bye in round %d", r))
	}
	if ev.Late != nil {
		words = append(words, plural(*ev.Late, "late round", "late rounds"))
	}
	if ev.Standby != nil && *ev.Standby {
		words = append(words, "stands by")
	} else if ev.Standby != nil {
		words = append(words, "takes part")
	}
	if len(words) == 0 {
		return ""
	}
	return ": " + list(words)
}

// roundEventLine is EventLine for events of rounds and results.
func (e Env) roundEventLine(who string, env tournament.Envelope) string {
	round := func(r int) string { return e.state().RoundText(r) }
	switch ev := env.Event.(type) {
	case *tournament.RoundPaired:
		text := fmt.Sprintf("%s paired %s", who, lowerName(round(ev.Round)))
		if ev.Attempt > 0 {
			text += fmt.Sprintf(" again (attempt %d)", ev.Attempt+1)
		}
		if ev.Forced {
			text += " with pairings of the organisers"
		}
		return text + ", as a preview."
	case *tournament.RoundRepaired:
		return fmt.Sprintf("%s changed %s of %s.", who, plural(len(ev.Changed), "pairing", "pairings"), lowerName(round(ev.Round)))
	case *tournament.RoundPublished:
		return fmt.Sprintf("%s published %s.", who, lowerName(round(ev.Round)))
	case *tournament.RoundStarted:
		return fmt.Sprintf("%s started %s.", who, lowerName(round(ev.Round)))
	case *tournament.RoundClosed:
		return sentence(lowerTable(round(ev.Round)) + " ended")
	case *tournament.ClockPaused:
		return fmt.Sprintf("%s paused the clock of %s.", who, lowerName(round(ev.Round)))
	case *tournament.ClockResumed:
		return fmt.Sprintf("%s resumed the clock of %s.", who, lowerName(round(ev.Round)))
	case *tournament.ClockExtended:
		where := lowerName(round(ev.Round))
		if ev.Match > 0 {
			where = e.place(ev.Round, e.matchAt(env.Seq, ev.Round, ev.Match))
		}
		if ev.Minutes < 0 {
			return fmt.Sprintf("%s took %d min from %s.", who, -ev.Minutes, where)
		}
		return fmt.Sprintf("%s gave %d min more to %s.", who, ev.Minutes, where)
	case *tournament.ClockReminded:
		return fmt.Sprintf("Reminder in %s, %d min before the end.", lowerName(round(ev.Round)), ev.Before)
	case *tournament.TimeCalled:
		where := lowerName(round(ev.Round))
		if ev.Match > 0 {
			where = e.place(ev.Round, e.matchAt(env.Seq, ev.Round, ev.Match))
		}
		return "Time was called in " + where + "."
	}
	return e.resultLine(who, env)
}

// resultLine is EventLine for events of one match.
func (e Env) resultLine(who string, env tournament.Envelope) string {
	result := func(l *ledger.Match, kind ledger.Kind, r ledger.Result) string {
		if l == nil {
			return "no longer known"
		}
		c := *l
		c.Kind, c.Result = kind, r
		return e.outcome(&c, e.name)
	}
	switch ev := env.Event.(type) {
	case *tournament.ResultReported:
		l := e.matchAt(env.Seq, ev.Round, ev.Match)
		return fmt.Sprintf("%s reported in %s: %s.", e.name(ev.Player), e.place(ev.Round, l), result(l, ev.Kind, ev.Result))
	case *tournament.ResultConfirmed:
		where := e.place(ev.Round, e.matchAt(env.Seq, ev.Round, ev.Match))
		switch {
		case ev.By == tournament.BySilence:
			return "The report counted, since nobody objected in time: " + where + "."
		case ev.Player > 0:
			return fmt.Sprintf("%s confirmed the result of %s.", e.name(ev.Player), where)
		}
		return fmt.Sprintf("%s confirmed the result of %s.", who, where)
	case *tournament.ResultDisputed:
		return fmt.Sprintf("%s disputed the result of %s.", e.name(ev.Player), e.place(ev.Round, e.matchAt(env.Seq, ev.Round, ev.Match)))
	case *tournament.ResultCorrected:
		l := e.matchAt(env.Seq, ev.Round, ev.Match)
		if ev.By == tournament.ByConcession {
			return fmt.Sprintf("%s was conceded: %s.", sentenceStart(e.place(ev.Round, l)), result(l, ev.Kind, ev.Result))
		}
		return fmt.Sprintf("%s entered the result of %s: %s.", who, e.place(ev.Round, l), result(l, ev.Kind, ev.Result))
	case *tournament.JudgeCalled:
		return fmt.Sprintf("%s called a judge to %s.", e.name(ev.Player), e.place(ev.Round, e.matchAt(env.Seq, ev.Round, ev.Match)))
	case *tournament.ScheduleDrawn:
		return "The seating of all sessions was drawn."
	case *tournament.StandInSeated:
		return fmt.Sprintf("A stand-in took the seat of %s.", e.name(ev.For))
	case *tournament.DraftSeated:
		if ev.Attempt > 0 {
			return fmt.Sprintf("%s drew the seats of the draft again (attempt %d).", who, ev.Attempt+1)
		}
		return who + " drew the seats of the draft."
	case *tournament.PackOpened:
		return fmt.Sprintf("%s opened pack %d of the draft, passed to the %s.", who, ev.Pack, direction(ev.Left))
	case *tournament.DeckBuilding:
		if ev.Deadline.IsZero() {
			return who + " started deck building without a time limit."
		}
		return fmt.Sprintf("%s started deck building until %s.", who, discord.Timestamp(ev.Deadline, 't'))
	case *tournament.BuildReminded:
		return "The reminder before the end of deck building was given."
	case *tournament.BuildEnded:
		return "Deck building ended."
	case *tournament.PlayoffBegan:
		return fmt.Sprintf("%s began a play-off of %s for first place: %s.", who, plural(ev.Rounds, "round", "rounds"), clipped(e.names(ev.Players), 10))
	case *tournament.TieShared:
		return fmt.Sprintf("%s made %s co-champions.", who, clipped(e.names(ev.Players), 10))
	case *tournament.DayTwoBegan:
		return e.dayTwoLine(ev)
	case *tournament.FlightsDrawn:
		return e.flightLine(who, ev)
	case *tournament.CutLocked:
		return e.lockLine(env.Seq, ev)
	}
	return "Something happened that this version cannot describe (" + discord.Escape(env.Kind) + ")."
}

func sentenceStart(text string) string { return strings.TrimSuffix(sentence(text), ".") }

func (e Env) limit() int {
	if e.short == 0 {
		return fullName
	}
	return e.short
}

// linesPerPage is how many entries a page of the log holds.
const linesPerPage = 15

// LogPage shows a page of the log, newest first. What was taken back stays and
// is struck through. Organisers (staff) also see that notes were written.
func LogPage(e Env, page int, staff bool) discord.Message {
	return e.fitted(func(e Env) discord.Message {
		var shown []int
		for i := len(e.Snap.Log) - 1; i >= 0; i-- {
			if staff || !private(e.Snap.Log[i].Event) {
				shown = append(shown, i)
			}
		}
		part, page := pageOf(shown, page, linesPerPage)
		gone := e.retracted()
		style := 't'
		if n := len(e.Snap.Log); n > 0 && e.Snap.Log[n-1].Time.Sub(e.Snap.Log[0].Time) > 20*time.Hour {
			style = 'f'
		}
		p := newPanel(accentQuiet, "Log of %s", e.title())
		lines := make([]string, 0, len(part))
		for _, i := range part {
			env := &e.Snap.Log[i]
			text := EventLine(e, *env)
			if gone[env.Seq] {
				text = "~~" + text + "~~ (taken back)"
			}
			lines = append(lines, fmt.Sprintf("`%d` %s %s", env.Seq, discord.Timestamp(env.Time, style), text))
		}
		p.lines(lines...)
		suffix := []any{}
		if staff {
			suffix = append(suffix, "staff")
		}
		p.buttons(pager(page, pagesOf(len(shown), linesPerPage), func(n int) string {
			return e.id(customid.Log, append([]any{n}, suffix...)...)
		})...)
		return p.message()
	})
}
