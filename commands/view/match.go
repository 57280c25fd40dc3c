package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/person"
	"topcut/commands/picks"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// MatchCard returns the public post of one match: its players, its state, and the buttons
// to report, call a judge or drop.
func MatchCard(e Env, round, match int) discord.Message {
	if m, _ := e.state().Match(round, match); m == nil {
		return e.withdrawn()
	}
	return e.matchPost(round, match, "")
}

// MatchThread returns the first post in the thread of a match. Its pings add the players
// to the thread. While a time is proposed, and of boards that are arranged, it pings no one: the
// post behind it adds the player who is asked, and the answer the other.
func MatchThread(e Env, round, match int) discord.Message {
	m, _ := e.state().Match(round, match)
	if m == nil {
		return e.withdrawn()
	}
	out := e.matchPost(round, match, e.say("match.arrange"))
	if m.Fixture != nil && m.Fixture.Open != nil || e.state().Arranged() && len(m.Boards) > 0 {
		out.Mentions.Users = nil
	}
	return out
}

func (e Env) matchPost(round, match int, hint string) discord.Message {
	e = e.at(round, match)
	s := e.state()
	m, l := s.Match(round, match)
	r := s.Round(round)
	p := e.titled(layout.Round, string(e.where(round, match)))
	if s.Series.League != 0 && hint == "" { // its channel may have matches of other events
		p.Note(string(e.title()))
	}
	table := e.before(round)
	players := wording.Seated(l)
	lines := make([]string, 0, len(players))
	for i, n := range players {
		line := string(e.mention(n))
		if table != nil {
			if row := table.Row(int32(n - 1)); row != nil {
				line += " · " + e.scored(row)
			}
		}
		if seat := e.seatName(m, l, i); seat != "" {
			line = seat + ": " + line
		}
		lines = append(lines, line)
	}
	if hint != "" { // in the thread of the match
		lines = append(lines, person.Answers(e.about(), players...)...)
	}
	p.Lines(lines...)
	p.Ping(e.users(players)...)
	cancelled := s.Phase == tournament.Cancelled && !m.Over()
	if hint != "" && !m.Confirmed && !cancelled {
		p.Text(hint)
	}
	p.Rule()
	if cancelled {
		p.Accent = layout.Quiet
		p.Text(e.headline())
		return p.Message()
	}
	boards := e.boardLines(round, match)
	if state := e.matchState(round, match, 0); m.Confirmed || m.Disputed || m.Report != nil || r.Status == tournament.Done {
		p.Lines(state...)
	} else {
		// The post is not edited when the round begins or its clock changes, so it does not
		// mention them.
		p.Lines(append([]string{cmp.Or(e.soFar(round, match), e.say("match.no_result_yet"))}, picks.Lines(e.about(), e.place)...)...)
	}
	p.Lines(boards...)
	if m.Confirmed || r.Status == tournament.Done && (m.Fixture == nil || m.Fixture.End != "") || l.N < 2 {
		p.Accent = layout.Quiet
		return p.Message()
	}
	if m.Disputed {
		p.Accent = layout.Trouble
	}
	buttons := e.matchButtons(round, match, m, 0)
	if m.Fixture != nil && hint == "" && posted.Threaded(s, round, match) && m.Report == nil { // the buttons for the players are in the thread
		buttons = buttons[:1]
	}
	p.Buttons(buttons...)
	if s.MayPick(e.place) {
		picks.Add(e.about(), p, e.place, 0)
	}
	return p.Message()
}

// matchButtons returns the buttons of a match: those for player n or, if n is 0, those of
// a public post.
func (e Env) matchButtons(round, match int, m *tournament.Match, n int) []discord.Button {
	var out []discord.Button
	if n == 0 {
		report := e.id(customid.Report{})
		if m.Fixture != nil {
			report = e.id(customid.ReportOf{Round: round, Match: match})
		}
		out = append(out, discord.Button{Style: discord.Primary, Label: e.say("button.report"), CustomID: report})
	}
	return append(
		append(append(out, e.absenceButtons(tournament.Place{Round: round, Match: match}, n)...), e.answerButtons(round, match, m, n)...),
		e.judgeButton(round, match),
		discord.Button{Label: e.say("button.drop"), CustomID: e.id(customid.Drop{})},
	)
}

// judgeButton calls a judge to the presser's match, or to a board.
func (e Env) judgeButton(round, match int) discord.Button {
	b := discord.Button{Label: e.say("button.judge"), CustomID: e.id(customid.Judge{})}
	if match != whole(match) {
		b.CustomID = e.id(customid.JudgeAt{Round: round, Match: match})
	}
	return b
}

// answerButtons returns the buttons that answer a report of another player than n.
func (e Env) answerButtons(round, match int, m *tournament.Match, n int) []discord.Button {
	if m.Report == nil || m.Disputed || m.Report.Player == n {
		return nil
	}
	return []discord.Button{
		{Style: discord.Success, Label: e.say("button.confirm"), CustomID: e.id(customid.Confirm{Round: round, Match: match, Report: m.LastWord()})},
		{Style: discord.Danger, Label: e.say("button.dispute"), CustomID: e.id(customid.Dispute{Round: round, Match: match, Report: m.LastWord()})},
	}
}

// matchState describes the state of a match in one to three lines, for one of its players
// or, if reader is 0, for everyone.
func (e Env) matchState(round, match, reader int) []string {
	e = e.at(round, match)
	s := e.state()
	m, l := s.Match(round, match)
	r := s.Round(round)
	var out []string
	switch {
	case m.Confirmed:
		out = append(out, "**"+e.result(wording.Shown(m, l))+"**"+e.confirmedBy(m))
		out = append(out, e.absence(tournament.Place{Round: round, Match: match})...)
	case m.Disputed:
		out = append(out, e.say("match.disputed"), e.quoteReport(l, m.Report), e.quoteReport(l, m.Counter))
	case m.Fixture != nil && m.Report == nil:
		state, more := e.fixtureState(tournament.Place{Round: round, Match: match})
		out = append(append(out, state), more...)
	case m.Report != nil:
		line := e.quoteReport(l, m.Report)
		switch {
		case !s.Asks(round, match):
			line += " " + e.say("match.waits_for_organiser")
		case l.N > 2 || reader == 0 || reader == m.Report.Player: // the other players have the buttons to respond
			line += " " + e.waitingFor(l, m.Report)
		}
		out = append(out, line)
		if at := s.SilenceAt(round, match); !at.IsZero() {
			out = append(out, e.say("match.auto_confirm", "relative", relative(at)))
		}
	case m.Claimed() || m.Live != nil && m.Live.First() != nil && r.Status == tournament.Started:
		out = append(out, e.absence(tournament.Place{Round: round, Match: match})...)
	case r.Status == tournament.Published:
		out = append(out, e.say("match.not_started"))
	case r.Status == tournament.Done:
		out = append(out, e.say("result.none"))
	default:
		out = append(append(out, cmp.Or(e.soFar(round, match), e.say("match.no_result_yet"))), e.liveEvidence(tournament.Place{Round: round, Match: match})...)
	}
	if !m.Confirmed {
		if l.Best > 0 {
			out = append(out, e.say("match.best_of", "n", l.Best))
		}
		out = append(out, picks.Lines(e.about(), e.place)...)
		if m.Fixture == nil { // an arranged match has its own window
			out = append(out, e.timeLeft(round, match))
		}
		switch {
		case m.Coming != 0:
			out = append(out, e.say("match.coming", "who", text.Raw(e.person(m.Coming))))
		case m.Judge != 0:
			out = append(out, e.say("match.judge_called"))
		}
	}
	return out
}

// waitingFor names who has to confirm a report.
func (e Env) waitingFor(l *ledger.Match, r *tournament.Report) string {
	if l.N > 2 {
		return e.say("did.report_waits_table")
	}
	for _, n := range wording.Seated(l) {
		if n != r.Player {
			return e.say("match.waiting", "player", notice.Player(n))
		}
	}
	return ""
}

// confirmedBy says what made a result final, if that is worth mentioning.
func (e Env) confirmedBy(m *tournament.Match) string {
	switch m.ConfirmBy {
	case tournament.BySilence:
		return " " + e.say("match.by_silence")
	case tournament.ByOrganiser:
		return " " + e.say("match.by_organiser")
	case tournament.ByConcession:
		return " " + e.say("match.by_concession")
	case tournament.ByReport:
		return " " + e.say("match.nobody_to_ask")
	case tournament.ByClaim:
		if m.Live != nil {
			return " " + e.say("absence.by_claim")
		}
		return " " + e.say("match.by_claim")
	case tournament.ByRule:
		if m.Fixture == nil {
			return " " + e.say("absence.by_rule")
		}
		return " " + e.say("match.by_rule")
	case tournament.NotConfirmed, tournament.ByOpponent:
	}
	return ""
}

// quoteReport quotes a report: "Alice 2–1, reported by Alice."
func (e Env) quoteReport(l *ledger.Match, r *tournament.Report) string {
	if r == nil {
		return ""
	}
	by := e.at(0, 0).name(r.Player) // of a team any member may have reported
	return e.say("match.reported", "result", text.Raw(e.outcome(wording.Reported(l, r), e.name)), "player", text.Raw(by))
}

// timeLeft says how much time a match of a started round has.
func (e Env) timeLeft(round, match int) string {
	s := e.state()
	r := s.Round(round)
	if r == nil || r.Status != tournament.Started || r.Deadline.IsZero() {
		return ""
	}
	if !r.PausedAt.IsZero() {
		return e.say("clock.paused", "span", e.span(max(0, r.Deadline.Sub(r.PausedAt))))
	}
	at := s.TableDeadline(round, match)
	if at.After(e.Now) {
		if m, _ := s.Match(round, match); m != nil && m.Extra > 0 {
			return e.say("clock.ends_extra", "time", e.by(at), "span", e.span(m.Extra))
		}
		return e.say("clock.ends", "time", e.by(at))
	}
	return e.say("clock.was_up", "relative", relative(at))
}

// current returns a player's match in the running round; 0 for none.
func (e Env) current(player int) (round, match int) {
	s := e.state()
	if s.Phase != tournament.Running || s.Current() == nil {
		return 0, 0
	}
	return s.MatchNow(player, e.Reader, 0, 0)
}

// MatchPanel returns the private panel of a player's own match: the legal results from
// the player's side, an open report, and buttons for a judge and for dropping.
func MatchPanel(e Env, player int) discord.Message {
	round, match := e.own(player)
	return e.panelOf(player, round, match, "")
}

// ChangedPanel is PanelOf for a player who responded to a report that has changed since
// they saw it.
func ChangedPanel(e Env, player, round, match int) discord.Message {
	return e.panelOf(player, round, match, e.say("report.changed"))
}

// CheckPanel is PanelOf for a player who may mean an earlier report.
func CheckPanel(e Env, player, round, match int) discord.Message {
	return e.panelOf(player, round, match, e.say("report.check"))
}

// PanelOf is MatchPanel for one of several matches.
func PanelOf(e Env, player, round, match int) discord.Message {
	return e.panelOf(player, round, match, "")
}

func (e Env) panelOf(player, round, match int, first string) discord.Message {
	s := e.state()
	if match == 0 {
		return e.nothing("match.no_report", "next", text.Raw(e.nextStep(player)))
	}
	e = e.at(round, match)
	m, l := s.Match(round, match)
	r := s.Round(round)
	p := e.titled(layout.Round, string(e.where(round, match)))
	if l.N < 2 {
		p.Say("match.nothing", "result", text.Raw(e.result(l)))
		return p.Message()
	}
	if first != "" {
		p.Text("**" + first + "**")
	}
	p.Lines(append([]string{e.against(m, l, player)}, person.Answers(e.about(), others(l, player)...)...)...)
	p.Lines(e.matchState(round, match, player)...)
	switch {
	case m.Confirmed:
		p.Say("match.wrong")
		e.at(0, 0).matchBoards(p, round, match)
		p.Buttons(append(e.absenceButtons(tournament.Place{Round: round, Match: match}, player), e.judgeButton(round, match))...)
		return p.Message()
	case r.Status != tournament.Started && m.Fixture == nil, boarded(m):
		e.at(0, 0).matchBoards(p, round, match)
		p.Buttons(e.matchButtons(round, match, m, player)...)
		return p.Message()
	}
	picks.Add(e.about(), p, e.place, player)
	if m.Report != nil && m.Report.Player == player && m.Counter == nil {
		p.Small("match.may_change")
	}
	if buttons := e.matchButtons(round, match, m, player); m.Report != nil && m.Report.Player != player {
		p.Buttons(buttons...) // one press answers the report
		e.chooser(p, round, match, player)
	} else {
		e.chooser(p, round, match, player)
		p.Buttons(buttons...)
	}
	e.at(0, 0).matchBoards(p, round, match)
	return p.Message()
}

// others returns the players at a table without one of them.
func others(l *ledger.Match, player int) []int {
	return slices.DeleteFunc(slices.Clone(wording.Seated(l)), func(n int) bool { return n == player })
}

// against names the opponents at the table, and the player's own side if the game has
// two.
func (e Env) against(m *tournament.Match, l *ledger.Match, player int) string {
	if l.N == 2 {
		for _, n := range wording.Seated(l) {
			if n == player {
				continue
			}
			opponent := text.Raw("**") + e.mention(n) + "**"
			switch side := e.seatName(m, l, l.Seat(int32(player-1))); {
			case m.Choice && side != "":
				return e.say("match.against_pick", append(e.eitherSide(), "player", opponent)...)
			case side != "":
				return e.say("match.against_side", "player", opponent, "side", text.Raw(side))
			}
			return e.say("match.against", "player", opponent)
		}
	}
	words := make([]string, 0, l.N)
	for i, n := range wording.Seated(l) {
		word := e.name(n)
		if n == player {
			word = "**" + word + "**"
		}
		if seat := e.seatName(m, l, i); seat != "" {
			word = seat + " " + word
		}
		words = append(words, word)
	}
	return strings.Join(words, " · ")
}

// chooser adds a button for each frequent result and one for the others; if results are
// numbers, it adds the button that opens the form.
func (e Env) chooser(p *layout.Panel, round, match, player int) {
	e = e.at(round, match)
	often, others := e.ownResults(round, match, player)
	var buttons []discord.Button
	if e.byNumbers(len(often) + len(others)) {
		buttons = append(buttons, e.enterResult(round, match))
	}
	for _, o := range often {
		buttons = append(buttons, discord.Button{
			Style: discord.Primary, Label: discord.Cut(o.Label, wire.MaxButtonLabel), CustomID: e.id(customid.ResultPress{Round: round, Match: match, Result: o.Value}),
		})
	}
	if len(others) > 0 {
		buttons = append(buttons, discord.Button{Label: e.say("button.other_result"), CustomID: e.id(customid.ResultOther{Round: round, Match: match})})
	}
	p.Buttons(buttons...)
}

func (e Env) enterResult(round, match int) discord.Button {
	return discord.Button{Style: discord.Primary, Label: e.say("button.enter_result"), CustomID: e.id(customid.ResultOpen{Round: round, Match: match})}
}

// OtherResults returns the private panel of infrequent results: draws, unfinished games,
// an absent opponent.
func OtherResults(e Env, round, match, player int) discord.Message {
	e = e.at(round, match)
	m, l := e.state().Match(round, match)
	p := e.titled(layout.Round, string(e.where(round, match)))
	p.Lines(e.against(m, l, player))
	often, others := e.ownResults(round, match, player)
	p.Choose(discord.StringSelect{
		CustomID: e.id(customid.Result{Round: round, Match: match}), Placeholder: e.say("match.choose"), Options: first(others, maxOptions),
	})
	if e.byNumbers(len(often) + len(others)) {
		p.Buttons(e.enterResult(round, match))
	}
	return p.Message()
}

// NoShow is the result value that tells an organiser that the opponent is absent.
const NoShow = "no-show"

// ownResults returns the results of a match in a player's words, the frequent ones apart.
// These are at most fewResults results, or every win and loss of a complete match, the
// clearest first, and the game's common draw.
func (e Env) ownResults(round, match, player int) (often, others []discord.SelectOption) {
	s := e.state()
	m, l := s.Match(round, match)
	rs := s.RulesOf(match, l)
	results := rs.Results(m.Part)
	whole := int32(0) // what the winner of a complete match has
	for _, o := range results {
		whole = max(whole, o.Result.V[0], o.Result.V[1])
	}
	add := func(o discord.SelectOption, usual bool) {
		if usual {
			often = append(often, o)
		} else {
			others = append(others, o)
		}
	}
	untimed := s.RoundLength(s.ClockStage(s.Rounds.At(round))) == 0 && s.Settings.RoundDays == 0
	for _, o := range results {
		if untimed && o.Result.Form == ledger.Games && o.Result.V[0] != o.Result.V[1] && max(o.Result.V[0], o.Result.V[1]) < whole {
			continue // without a clock a match is played to its end
		}
		add(discord.SelectOption{Label: wording.Choice(e.words(), rs, o), Value: o.Value}, len(results) <= fewResults || usual(rs, o, whole))
	}
	if rs.Vocabulary.Form == "places" && rs.Scoring.Mode != "place" {
		seat := l.Seat(int32(player - 1))
		for i, n := range wording.Seated(l) {
			if i != seat {
				add(discord.SelectOption{Label: e.say("result.won", "player", text.Raw(e.label(n))), Value: fmt.Sprintf("seat %d", i+1)}, true)
			}
		}
	}
	if l.N == 2 && s.Grace() == 0 { // else a button claims the match
		add(discord.SelectOption{Label: e.say("choice.no_show"), Value: NoShow}, false)
	}
	return often, others
}

// fewResults is the largest number of results for which each has a button.
const fewResults = 4

// usual reports whether a result is common: a match won in full, or the even score of a
// game that is played for points.
func usual(rs *rules.Ruleset, o rules.ResultOption, whole int32) bool {
	v := o.Result.V
	if o.Kind != ledger.Played || rs.Vocabulary.Form == "marshalling" {
		return false
	}
	l := ledger.Match{N: 2, Result: o.Result}
	switch {
	case rs.Winner(&l) >= 0:
		return max(v[0], v[1]) == whole && v[2] == 0
	case o.Result.Form == ledger.Points:
		return v[0]+v[1] == whole
	}
	return wording.Halved(rs, &l)
}

// tooMany reports whether a menu has no room for results beside those without play.
func tooMany(results []rules.ResultOption) bool { return len(results) > maxOptions-3 }

// maxOptions is the number of options in a menu.
const maxOptions = wire.MaxOptions

func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }

// byNumbers reports whether results can be typed, because a menu has no room for them
// all.
func (e Env) byNumbers(options int) bool {
	v := &e.rules().Vocabulary
	return options == 0 || options > maxOptions || v.Form == "marshalling" || v.AnyUpTo > 0
}

// ruling returns the results of a match from the first player's side, with names, for
// organisers. They include results without play.
func (e Env) ruling(round, match int) []discord.SelectOption {
	e = e.at(round, match)
	s, rs := e.state(), e.rules()
	m, l := s.Match(round, match)
	if m == nil {
		return nil
	}
	var out []discord.SelectOption
	seen := map[string]bool{}
	add := func(label, value string) {
		if label = discord.Cut(label, wire.MaxOptionText); !seen[value] && len(out) < maxOptions {
			seen[value] = true
			out = append(out, discord.SelectOption{Label: label, Value: value})
		}
	}
	results := rs.Results(m.Part)
	for _, o := range results {
		if tooMany(results) && wording.Rare(o) {
			continue
		}
		c := *l
		c.Kind, c.Result = o.Kind, o.Result
		add(e.outcome(&c, e.label), o.Value)
	}
	if rs.Vocabulary.Form == "places" && rs.Scoring.Mode != "place" {
		for i, n := range wording.Seated(l) {
			if i > 0 {
				add(e.say("result.won", "player", text.Raw(e.label(n))), fmt.Sprintf("seat %d", i+1))
			}
		}
	}
	if l.N == 2 {
		for seat, value := range []string{ForfeitWon, ForfeitLost} {
			add(e.say("result.forfeit", "player", text.Raw(e.label(int(l.Seats[seat])+1))), value)
		}
		if !rules.IsElimination(m.Part) {
			add(e.say("result.double_loss"), DoubleLoss)
		}
	}
	return out
}

// Ruling returns the results that an organiser may enter for a match.
func Ruling(e Env, round, match int) []discord.SelectOption { return e.ruling(round, match) }

// Results without play that an organiser may enter, from the first player's side.
const (
	ForfeitWon  = "forfeit"
	ForfeitLost = "forfeit-lost"
	DoubleLoss  = "double-loss"
)
