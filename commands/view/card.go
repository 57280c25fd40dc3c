package view

import (
	"fmt"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
	"topcut/tournament/rules"
)

// Card is the event's card: what is played, who may come, and the buttons for
// where the event stands. It is edited as the event goes on.
func Card(e Env) discord.Message {
	s := e.state()
	p := newPanel(accentEvent, "%s", e.title())
	if s.Phase >= tournament.Finished {
		p.accent = accentQuiet
	}
	p.text("**%s**", e.headline())
	p.lines(e.facts()...)
	if s.Settings.Prizes != "" && s.Phase < tournament.Finished {
		p.text("**Prizes:** %s", discord.Escape(s.Settings.Prizes))
	}
	p.buttons(e.cardButtons()...)
	return p.message()
}

// headline says where the event stands, in one line.
func (e Env) headline() string {
	s := e.state()
	switch s.Phase {
	case tournament.Draft:
		return "Registration is not open yet."
	case tournament.Open:
		return "Registration is open. " + e.places()
	case tournament.Closed:
		return "Registration is closed. " + e.places()
	case tournament.CheckIn:
		if s.CheckInEnd.IsZero() {
			return "The time for check-in is over. " + e.checkedIn()
		}
		return "Check-in is running. " + e.checkedIn()
	case tournament.Running:
		text := plural(len(s.Field()), "player is", "players are") + " in."
		if r := s.Current(); r != nil {
			return fmt.Sprintf("%s %s. %s", s.RoundIs(r.Number, "is", "are"), roundState(r), text)
		}
		return e.beforeRound1() + " " + text
	case tournament.Finished:
		switch len(e.winners()) {
		case 0:
			return "The event is over."
		case 1:
			return "The event is over. Winner: " + e.winnersText()
		}
		return "The event is over. Winners: " + e.winnersText()
	case tournament.Cancelled:
	}
	return "The event is cancelled."
}

func roundState(r *tournament.Round) string {
	switch r.Status {
	case tournament.Published:
		return "paired and not started"
	case tournament.Started:
		return "being played"
	case tournament.Done:
	}
	return "over"
}

// places says how full the event is.
func (e Env) places() string {
	s := e.state()
	n, waiting := s.Count(tournament.Registered), s.Count(tournament.Waiting)
	text := plural(n, "player", "players")
	if s.Settings.Capacity > 0 {
		text = fmt.Sprintf("%d of %d places taken", n, s.Settings.Capacity)
	}
	if waiting > 0 {
		text += fmt.Sprintf(", %d waiting", waiting)
	}
	return text + "."
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
	return fmt.Sprintf("%d of %d players are checked in.", in, all)
}

// facts are the lines of the card.
func (e Env) facts() []string {
	s := e.state()
	set := &s.Settings
	out := []string{fmt.Sprintf("**Game:** %s, %s", discord.Escape(s.Rules.Name), formatName(set.Format))}
	if set.StartAt > 0 && s.Phase < tournament.Running {
		at := time.Unix(set.StartAt, 0)
		out = append(out, fmt.Sprintf("**Start:** %s, %s", discord.Timestamp(at, 'F'), discord.Relative(at)))
	}
	out = append(out, "**Structure:** "+e.structure(), "**Round:** "+e.roundLength())
	if len(set.Divisions) > 0 {
		words := make([]string, len(set.Divisions))
		for i, d := range set.Divisions {
			words[i] = discord.Escape(d)
		}
		out = append(out, "**Divisions:** "+list(words))
	}
	if s.Phase >= tournament.Running {
		return out
	}
	switch set.Decks {
	case tournament.DecksOptional:
		out = append(out, "**Decks:** welcome, "+deckView(set.DecksShown))
	case tournament.DecksRequired:
		out = append(out, "**Decks:** required before round 1, "+deckView(set.DecksShown))
	case tournament.DecksNone:
	}
	switch {
	case s.Phase == tournament.CheckIn && !s.CheckInEnd.IsZero():
		out = append(out, "**Check-in:** ends "+discord.Relative(s.CheckInEnd))
	case s.Phase < tournament.CheckIn && set.CheckInMinutes > 0:
		out = append(out, fmt.Sprintf("**Check-in:** %s before the start", duration(time.Duration(set.CheckInMinutes)*time.Minute)))
	}
	return out
}

func formatName(f tournament.Format) string {
	switch f {
	case tournament.FormatSwiss:
		return "Swiss"
	case tournament.FormatSingle:
		return "single elimination"
	case tournament.FormatDouble:
		return "double elimination"
	case tournament.FormatRoundRobin:
		return "round robin"
	case tournament.FormatDraft:
		return "booster draft, then rounds inside each pod"
	case tournament.FormatScramble:
		return "a scramble by schedule"
	}
	return discord.Escape(string(f))
}

func deckView(v tournament.DeckView) string {
	switch v {
	case tournament.DecksPublic:
		return "shown to everybody"
	case tournament.DecksAtEnd:
		return "shown to everybody after the event"
	case tournament.DecksPrivate:
	}
	return "seen by organisers only"
}

// structure says rounds and cut: those that are fixed, or what the settings
// would give now.
func (e Env) structure() string {
	s := e.state()
	set := &s.Settings
	if set.Format == tournament.FormatSingle || set.Format == tournament.FormatDouble {
		text := formatName(set.Format)
		if set.ThirdPlace && set.Format == tournament.FormatSingle {
			text += ", third place is played"
		}
		return text
	}
	if set.Format == tournament.FormatScramble {
		return e.sessions()
	}
	if s.Phase >= tournament.Running && s.Phase != tournament.Cancelled {
		return plural(s.SwissRounds, "round", "rounds") + ", " + e.cutText()
	}
	rounds, cut := "rounds by attendance", "cut "+set.Cut.String()
	suggested, size, _ := 0, 0, ""
	if n := s.Rules.Attendance(&s.Ledger); n >= 2 {
		suggested, size, _ = s.Rules.RoundsFor(n)
	}
	switch {
	case set.Format == tournament.FormatRoundRobin && set.Groups > 1:
		rounds = fmt.Sprintf("%d groups, in each of which everybody meets everybody", set.Groups)
	case set.Format == tournament.FormatRoundRobin:
		rounds = "everybody meets everybody"
	case set.Rounds > 0:
		rounds = plural(set.Rounds, "round", "rounds")
	case set.Format == tournament.FormatDraft:
		rounds = "as many rounds as the largest pod needs"
	case suggested > 0:
		rounds += fmt.Sprintf(" (%d for the players so far)", suggested)
	}
	switch set.Cut.Kind {
	case tournament.CutNone:
		cut = "no cut"
	case tournament.CutAuto:
		switch {
		case set.Format == tournament.FormatRoundRobin && set.Groups > 1:
			cut = "cut to the first two of each group"
		case set.Format == tournament.FormatRoundRobin, set.Format == tournament.FormatDraft:
			cut = "no cut"
		case suggested > 0 && size > 0:
			cut += fmt.Sprintf(" (Top %d for the players so far)", size)
		}
	case tournament.CutTop, tournament.CutPoints, tournament.CutEqual:
		cut = "cut to " + lowerFirst(set.Cut.String())
		if set.Cut.Kind == tournament.CutTop || set.Cut.Kind == tournament.CutEqual {
			cut = "cut to " + set.Cut.String()
		}
	}
	return rounds + ", " + cut
}

// cutText says the cut of a running event.
func (e Env) cutText() string {
	s := e.state()
	switch {
	case s.Cut != nil:
		return fmt.Sprintf("cut to %s", plural(len(s.Cut.Seeds), "player", "players"))
	case s.CutSize == 0:
		return "no cut"
	case s.Settings.Cut.Kind == tournament.CutPoints, s.Settings.Cut.Kind == tournament.CutEqual:
		return "cut to " + lowerFirst(s.Settings.Cut.String())
	}
	return "cut to " + tournament.Cut{Kind: tournament.CutTop, N: s.CutSize, Lock: s.Settings.Cut.Lock}.String()
}

func lowerFirst(text string) string {
	if strings.HasPrefix(text, "Top ") || text == "" {
		return text
	}
	return strings.ToLower(text[:1]) + text[1:]
}

// roundLength says how long a round lasts.
func (e Env) roundLength() string {
	s := e.state()
	set := &s.Settings
	if set.RoundDays > 0 {
		return plural(set.RoundDays, "day", "days")
	}
	swiss, cut := e.minutes(set.RoundMinutes, false), e.minutes(set.CutMinutes, true)
	if set.Format == tournament.FormatSingle || set.Format == tournament.FormatDouble {
		return cut
	}
	if swiss == cut || s.Phase >= tournament.Running && s.CutSize == 0 || set.Cut.Kind == tournament.CutNone {
		return swiss
	}
	return swiss + ", in the cut " + cut
}

func (e Env) minutes(set int, elimination bool) string {
	switch {
	case set > 0:
		return duration(time.Duration(set) * time.Minute)
	case set == tournament.Untimed:
		return "untimed"
	}
	clock := e.state().Rules.Clock(stageOf(elimination))
	if clock == 0 {
		return "untimed"
	}
	return duration(clock)
}

func (e Env) cardButtons() []discord.Button {
	s := e.state()
	join := discord.Button{Style: discord.Success, Label: "Join", CustomID: e.id(customid.Join)}
	leave := discord.Button{Label: "Leave", CustomID: e.id(customid.Leave)}
	status := discord.Button{Label: "My status", CustomID: e.id(customid.Status)}
	var out []discord.Button
	switch s.Phase {
	case tournament.Draft, tournament.Cancelled:
		return nil
	case tournament.Open:
		if s.Settings.Capacity > 0 && s.Count(tournament.Registered) >= s.Settings.Capacity {
			join.Label, join.Style = "Join the waiting list", discord.Secondary
		}
		out = []discord.Button{join, leave, status}
	case tournament.Closed:
		out = []discord.Button{leave, status}
	case tournament.CheckIn:
		join.Style = discord.Secondary
		out = []discord.Button{{Style: discord.Success, Label: "Check in", CustomID: e.id(customid.CheckIn)}, join, leave, status}
	case tournament.Running:
		out = []discord.Button{status}
		if r := s.Current(); r != nil {
			out = append(out, discord.Button{Label: "Pairings", CustomID: e.id(customid.Pairings, r.Number, 0)})
		}
		if s.LastDone() > 0 && s.Settings.Format != tournament.FormatSingle && s.Settings.Format != tournament.FormatDouble {
			out = append(out, discord.Button{Label: "Standings", CustomID: e.id(customid.Standings, e.swissDone(), 0)})
		}
		if s.Cut != nil {
			out = append(out, discord.Button{Label: "Bracket", CustomID: e.id(customid.Bracket)})
		}
		if len(s.Rounds) > 0 && s.TakesLate() {
			out = append(out, discord.Button{Label: "Join late", CustomID: e.id(customid.Join)})
		}
	case tournament.Finished:
		out = []discord.Button{{Label: "Final places", CustomID: e.id(customid.Places, 0)}}
		if s.LastDone() > 0 && s.SwissRounds > 0 {
			out = append(out, discord.Button{Label: "Standings", CustomID: e.id(customid.Standings, e.swissDone(), 0)})
		}
		if s.Cut != nil {
			out = append(out, discord.Button{Label: "Bracket", CustomID: e.id(customid.Bracket)})
		}
		out = append(out, discord.Button{Label: "Log", CustomID: e.id(customid.Log, 0)})
	}
	if s.Phase < tournament.Running && s.Settings.Decks != tournament.DecksNone {
		out = append(out, discord.Button{Label: "Hand in deck", CustomID: e.id(customid.DeckOpen)})
	}
	return out
}

// Started is the statement at the start of an event: everything that must be
// known before round 1 and is not changed silently later (PKM-01, MTR 3.1).
func Started(e Env) discord.Message {
	s := e.state()
	p := newPanel(accentEvent, "%s has started", e.title())
	p.text("**%s** of %s, %s.", plural(len(s.Field()), "player", "players"), discord.Escape(s.Rules.Name), formatName(s.Settings.Format))
	var rounds string
	if s.SwissRounds > 0 {
		rounds = fmt.Sprintf("**Rounds:** %d, then %s", s.SwissRounds, e.cutText())
		if s.CutSize == 0 {
			rounds = fmt.Sprintf("**Rounds:** %d, without a cut: the standings after the last round are final", s.SwissRounds)
		}
	} else {
		rounds = "**Rounds:** until one player is left"
	}
	if s.Scramble != nil {
		rounds = "**Sessions:** " + e.sessions()
	}
	third := ""
	if s.CutSize > 0 || s.Cut != nil {
		third = "**Third place:** is not played"
		if s.Settings.ThirdPlace && s.Settings.Format != tournament.FormatDouble {
			third = "**Third place:** is played between the losers of the semi-finals"
		}
	}
	prizes := "**Prizes:** none announced"
	if s.Settings.Prizes != "" {
		prizes = "**Prizes:** " + discord.Escape(s.Settings.Prizes)
	}
	if s.DayTwoPlan.Rounds > 0 {
		rounds = fmt.Sprintf("**Rounds:** %d, then on the second day %s, then %s", s.SwissRounds, s.DayTwoPlan, e.cutText())
	}
	if s.Settings.UntilUnbeaten {
		rounds += "; they end as soon as one player is unbeaten"
	}
	p.lines(rounds, "**Length of a round:** "+e.roundLength(), third, prizes)
	p.text("%s", e.lockRule())
	for _, label := range s.Labels() {
		p.text("%s", discord.Escape(label))
	}
	if s.SwissRounds > 0 {
		p.text("**Tiebreakers:** %s", tiebreakers(s.Rules))
	}
	p.text("%s", e.answerTime())
	p.rule()
	p.note("Every random decision follows from a seed that nobody could choose. Its commitment: %s. The seed is revealed at the end, and anybody can check it with replay.", s.Commitment)
	buttons := []discord.Button{{Label: "My status", CustomID: e.id(customid.Status)}}
	if f, ok := e.scheduleFigure(); ok {
		p.gallery(e, f)
		buttons = append(buttons, discord.Button{Label: "Who sits where", CustomID: e.id(customid.Schedule, 0)})
	}
	p.buttons(buttons...)
	return p.message()
}

// answerTime says what silence does to a report.
func (e Env) answerTime() string {
	m := e.state().Settings.ConfirmMinutes
	if m == 0 {
		return "**Results:** one player reports, the other confirms."
	}
	return fmt.Sprintf("**Results:** one player reports, the other confirms. Without an answer a report counts after %s, but never in elimination.", duration(time.Duration(m)*time.Minute))
}

// tiebreakers says in words how players with equal points are ranked.
func tiebreakers(rs *rules.Ruleset) string {
	if text := rs.Texts["tiebreakers"]; text != "" {
		return discord.Escape(text)
	}
	words := []string{"points"}
	for _, t := range rs.Ranking.Tiebreaks {
		if !t.ShowOnly {
			words = append(words, discord.Escape(t.Title))
		}
	}
	text := strings.Join(words, ", then ")
	switch rs.Ranking.Final {
	case "random":
		text += ", then a draw from the event's seed"
	case "playoff":
		text += ", then a play-off"
	case "shared":
		text += "; who is still level shares the place"
	}
	return sentence(text)
}

// Cancelled is what is said when an event is called off.
func Cancelled(e Env) discord.Message {
	p := newPanel(accentTrouble, "%s is cancelled", e.title())
	for i := len(e.Snap.Log) - 1; i >= 0; i-- {
		if ev, ok := e.Snap.Log[i].Event.(*tournament.EventCancelled); ok {
			if reason := e.Snap.Book.Text(ev.Reason); reason != "" {
				p.text("%s", discord.Escape(reason))
			}
			break
		}
	}
	p.text("There are no places. Results so far stay in %s.", e.command("log"))
	return p.message()
}

// RegistrationFailed is what is said when an event that should have started by
// itself could not, for example with too few players.
func RegistrationFailed(e Env) discord.Message {
	s := e.state()
	p := newPanel(accentTrouble, "%s has not started", e.title())
	p.text("It was to start by itself %s, but that was not possible. %s", discord.Relative(time.Unix(s.Settings.StartAt, 0)), e.places())
	if least := max(2, s.Rules.Seats.Min, s.Rules.Seats.MinField); s.Count(tournament.Registered) < least {
		p.text("At least %d players are needed.", least)
	}
	p.text("An organiser can start it with %s, move it with %s or call it off with %s.",
		e.command("tournament start"), e.command("tournament settings"), e.command("tournament cancel"))
	return p.message()
}
