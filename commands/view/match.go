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

// ThreadName returns the name of a match's thread, at most 100 characters.
func ThreadName(e Env, round, match int) string {
	_, l := e.state().Match(round, match)
	if l == nil {
		return fmt.Sprintf("Round %d, match %d", round, match)
	}
	where := fmt.Sprintf("R%d T%d", round, l.Table)
	if c := e.state().Cut; c != nil && round >= c.FirstRound {
		where = fmt.Sprintf("%s T%d", e.state().RoundText(round), l.Table)
	}
	names := make([]string, 0, l.N)
	for _, n := range seated(l) {
		names = append(names, e.label(n))
	}
	return discord.Plain(where+" · "+strings.Join(names, " vs "), 100)
}

// MatchCard is the public post of one match: who plays, where it stands, and
// the buttons to report, call a judge or drop.
func MatchCard(e Env, round, match int) discord.Message {
	m, _ := e.state().Match(round, match)
	if m == nil {
		return Withdrawn(e, fmt.Sprintf("This match of round %d", round))
	}
	return e.matchPost(round, match, "")
}

// MatchThread is the first post in the thread of a match.
func MatchThread(e Env, round, match int) discord.Message {
	m, _ := e.state().Match(round, match)
	if m == nil {
		return Withdrawn(e, fmt.Sprintf("This match of round %d", round))
	}
	return e.matchPost(round, match, "Arrange and play your match here. One of you reports, the other confirms.")
}

func (e Env) matchPost(round, match int, hint string) discord.Message {
	s := e.state()
	m, l := s.Match(round, match)
	r := s.Round(round)
	p := newPanel(accentRound, "%s · %s", e.table(round, match), s.RoundText(round))
	table := e.before(round)
	players := seated(l)
	lines := make([]string, 0, len(players))
	for i, n := range players {
		line := e.mention(n)
		if table != nil {
			if row := table.Row(int32(n - 1)); row != nil {
				line += fmt.Sprintf(" · %s, %s", points(pointsOf(s.Rules, row)), record(row.Record))
			}
		}
		if seat := e.seatName(m, l, i); seat != "" {
			line = seat + ": " + line
		}
		lines = append(lines, line)
	}
	p.lines(lines...)
	p.ping(e.users(players)...)
	if hint != "" && !m.Confirmed {
		p.text("%s", hint)
	}
	p.rule()
	if state := e.matchState(round, match, e.name); m.Confirmed || m.Disputed || m.Report != nil || r.Status == tournament.Done {
		p.lines(state...)
	} else {
		// The post is not edited when the round begins or its clock changes, so it
		// says nothing of them.
		p.lines("No result yet.")
	}
	if m.Confirmed || r.Status == tournament.Done || l.N < 2 {
		p.accent = accentQuiet
		return p.message()
	}
	if m.Disputed {
		p.accent = accentTrouble
	}
	p.buttons(e.matchButtons(round, match, m, 0)...)
	return p.message()
}

// seatName names a seat where seats differ: winds of a mahjong table, sides of
// an asymmetric game.
func (e Env) seatName(m *tournament.Match, l *ledger.Match, seat int) string {
	rs := e.state().Rules
	if l.N == 4 && rs.Tables != nil {
		return winds[seat]
	}
	if m.Choice {
		return [...]string{"Picks the side", ""}[seat]
	}
	return rs.SideName(m.Part, l, seat)
}

// matchButtons are the buttons of a match: for player n, or for whoever
// presses them (0).
func (e Env) matchButtons(round, match int, m *tournament.Match, n int) []discord.Button {
	var out []discord.Button
	if n == 0 {
		out = append(out, discord.Button{Style: discord.Primary, Label: "Report", CustomID: e.id(customid.Report)})
	}
	if m.Report != nil && !m.Disputed && m.Report.Player != n {
		out = append(
			out,
			discord.Button{Style: discord.Success, Label: "Confirm", CustomID: e.id(customid.Confirm, round, match)},
			discord.Button{Style: discord.Danger, Label: "Dispute", CustomID: e.id(customid.Dispute, round, match)},
		)
	}
	return append(
		out,
		discord.Button{Label: "Call judge", CustomID: e.id(customid.Judge)},
		discord.Button{Label: "Drop", CustomID: e.id(customid.Drop)},
	)
}

// matchState says where a match stands, in one to three lines.
func (e Env) matchState(round, match int, name func(int) string) []string {
	s := e.state()
	m, l := s.Match(round, match)
	r := s.Round(round)
	var out []string
	switch {
	case m.Confirmed:
		out = append(out, fmt.Sprintf("**%s**%s", Outcome(e.Snap, l), confirmedBy(m)))
	case m.Disputed:
		out = append(out, "**Disputed.** The organisers decide.")
		out = append(out, e.says(l, m.Report, name))
		out = append(out, e.says(l, m.Counter, name))
	case m.Report != nil:
		out = append(out, e.says(l, m.Report, name)+" The other side confirms or disputes.")
		if at := e.silence(r, m); !at.IsZero() {
			out = append(out, "Without an answer it counts "+discord.Relative(at)+".")
		}
	case r.Status == tournament.Published:
		out = append(out, "The round has not started yet.")
	case r.Status == tournament.Done:
		out = append(out, "No result.")
	default:
		out = append(out, "No result yet.")
	}
	if !m.Confirmed {
		out = append(out, e.timeLeft(round, match))
		if m.Judge != 0 {
			out = append(out, "A judge has been called.")
		}
	}
	return out
}

// confirmedBy says what made a result final, where that is worth saying.
func confirmedBy(m *tournament.Match) string {
	switch m.ConfirmBy {
	case tournament.BySilence:
		return " (nobody objected in time)"
	case tournament.ByOrganiser:
		return " (entered by an organiser)"
	case tournament.ByConcession:
		return " (conceded)"
	case tournament.NotConfirmed, tournament.ByOpponent:
	}
	return ""
}

// says repeats a report: "Alice reported: Alice won 2-1."
func (e Env) says(l *ledger.Match, r *tournament.Report, name func(int) string) string {
	if r == nil {
		return ""
	}
	return fmt.Sprintf("%s reported: %s.", name(r.Player), e.outcome(reported(l, r), name))
}

// silence returns when an unanswered report counts by itself, zero for never.
func (e Env) silence(r *tournament.Round, m *tournament.Match) time.Time {
	s := e.state()
	if m.Report == nil || m.Disputed || m.Confirmed || r.Status != tournament.Started || !s.SilenceConfirms(r) {
		return time.Time{}
	}
	return m.Report.At.Add(time.Duration(s.Settings.ConfirmMinutes) * time.Minute)
}

// timeLeft says how long a match of a started round has.
func (e Env) timeLeft(round, match int) string {
	s := e.state()
	r := s.Round(round)
	if r == nil || r.Status != tournament.Started || r.Deadline.IsZero() {
		return ""
	}
	if !r.PausedAt.IsZero() {
		return "The clock is paused with " + duration(max(0, r.Deadline.Sub(r.PausedAt))) + " left."
	}
	at := s.TableDeadline(round, match)
	if at.After(e.Now) {
		text := fmt.Sprintf("Time until %s, %s.", discord.Timestamp(at, 't'), discord.Relative(at))
		if m, _ := s.Match(round, match); m != nil && m.Extra > 0 {
			text += " This table has " + duration(m.Extra) + " more than the others."
		}
		return text
	}
	return "Time was up " + discord.Relative(at) + "."
}

// current returns the match that a player has in the running round; 0 for none.
func (e Env) current(player int) (round, match int) {
	s := e.state()
	if s.Phase != tournament.Running || s.Current() == nil {
		return 0, 0
	}
	round = len(s.Rounds)
	return round, s.MatchOf(round, player)
}

// MatchPanel is the private panel of a player's own match: the legal results in
// the player's words, the report that waits, a judge, and the way out.
func MatchPanel(e Env, player int) discord.Message {
	s := e.state()
	round, match := e.current(player)
	if match == 0 {
		return nothing("You have no match to report now. %s", e.nextStep(player))
	}
	m, l := s.Match(round, match)
	r := s.Round(round)
	p := newPanel(accentRound, "%s · %s", e.table(round, match), s.RoundText(round))
	if l.N < 2 {
		p.text("%s. There is nothing to report.", e.outcome(l, e.name))
		return p.message()
	}
	p.lines(e.against(m, l, player))
	p.lines(e.matchState(round, match, e.name)...)
	switch {
	case m.Confirmed:
		p.text("If this is wrong, call a judge.")
		p.buttons(discord.Button{Label: "Call judge", CustomID: e.id(customid.Judge)})
		return p.message()
	case r.Status != tournament.Started:
		p.buttons(e.matchButtons(round, match, m, player)...)
		return p.message()
	}
	if m.Report != nil && m.Report.Player == player && m.Counter == nil {
		p.note("You can change your report until it is answered.")
	}
	e.chooser(p, round, match, player)
	p.buttons(e.matchButtons(round, match, m, player)...)
	return p.message()
}

// against names who else sits at the table, and the own side where the game has two.
func (e Env) against(m *tournament.Match, l *ledger.Match, player int) string {
	if l.N == 2 {
		for _, n := range seated(l) {
			if n == player {
				continue
			}
			text := fmt.Sprintf("Against **%s**", e.name(n))
			if user := e.Snap.User(n); user != "" {
				text += fmt.Sprintf(" (%s)", discord.MentionUser(user))
			}
			switch side := e.seatName(m, l, l.Seat(int32(player-1))); {
			case m.Choice && side != "":
				text += ", you pick the side"
			case side != "":
				text += ", as " + side
			}
			return text
		}
	}
	words := make([]string, 0, l.N)
	for i, n := range seated(l) {
		word := e.name(n)
		if n == player {
			word = "**" + word + "**"
		}
		if seat := e.seatName(m, l, i); seat != "" {
			word = seat + " " + word
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

// chooser adds the menu of results in the words of a player, or the button to
// the form where results are numbers.
func (e Env) chooser(p *panel, round, match, player int) {
	s := e.state()
	m, l := s.Match(round, match)
	seat := l.Seat(int32(player - 1))
	var options []discord.SelectOption
	for _, o := range s.Rules.Results(m.Part) {
		options = append(options, discord.SelectOption{Label: o.Words, Value: o.Value})
	}
	if s.Rules.Vocabulary.Form == "places" && s.Rules.Scoring.Mode != "place" {
		for i, n := range seated(l) {
			if i != seat {
				options = append(options, discord.SelectOption{Label: e.label(n) + " won", Value: fmt.Sprintf("seat %d", i+1)})
			}
		}
	}
	p.choose(discord.StringSelect{
		CustomID: e.id(customid.Result, round, match), Placeholder: "Choose the result", Options: first(options, maxOptions),
	})
	if e.byNumbers(len(options)) {
		p.buttons(discord.Button{Style: discord.Primary, Label: "Enter the result", CustomID: e.id(customid.ResultOpen, round, match)})
	}
}

// maxOptions is how many lines a menu has.
const maxOptions = 25

func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }

// byNumbers reports whether results can be typed: where the menu does not hold
// them all.
func (e Env) byNumbers(options int) bool {
	v := &e.state().Rules.Vocabulary
	return options == 0 || options > maxOptions || v.Form == "marshalling" || v.AnyUpTo > 0
}

// ruling returns the results of a match from the first player's side, in words
// with names, for organisers.
//
// Beside the results of the game these are results without play.
func (e Env) ruling(round, match int) []discord.SelectOption {
	s := e.state()
	m, l := s.Match(round, match)
	var out []discord.SelectOption
	seen := map[string]bool{}
	add := func(label, value string) {
		if label = discord.Cut(label, 100); !seen[value] && len(out) < maxOptions {
			seen[value] = true
			out = append(out, discord.SelectOption{Label: label, Value: value})
		}
	}
	for _, o := range s.Rules.Results(m.Part) {
		c := *l
		c.Kind, c.Result = o.Kind, o.Result
		add(outcome(s.Rules, &c, func(i int) string { return e.label(int(l.Seats[i]) + 1) }), o.Value)
	}
	if s.Rules.Vocabulary.Form == "places" && s.Rules.Scoring.Mode != "place" {
		for i, n := range seated(l) {
			if i > 0 {
				add(e.label(n)+" won", fmt.Sprintf("seat %d", i+1))
			}
		}
	}
	if l.N == 2 {
		add(e.label(int(l.Seats[0])+1)+" won by forfeit", ForfeitWon)
		add(e.label(int(l.Seats[1])+1)+" won by forfeit", ForfeitLost)
	}
	return out
}

// Results without play that an organiser may enter, from the side of the
// first-named player.
const (
	ForfeitWon  = "forfeit"
	ForfeitLost = "forfeit-lost"
	DoubleLoss  = "double-loss"
)
