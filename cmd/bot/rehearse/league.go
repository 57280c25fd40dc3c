package rehearse

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"topcut/cmd/bot/rehearse/audit"
	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/commands/record"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/fixture"
)

// season plays a league of two divisions with arranged matches, from its creation to the
// first round of the next season. Its clock is stopped and moved from one deadline to the
// next, so that every run has the same order.
type season struct {
	r         *rehearsal
	p         *play
	organiser *actor

	look func(what string) // called when there is something new to see; may be nil

	people int // who play

	ids  []tournament.ID // of the events of the divisions
	told []int           // how many entries of each event's log were printed

	out leagueResult
}

const (
	leagueName   = "City League"
	leagueSize   = 8 // players in a division
	leagueCount  = 2 // divisions
	leagueRounds = leagueSize - 1
)

// leagueResult is the last line of output with --league --json.
type leagueResult struct {
	Weeks        int     `json:"weeks"`
	Divisions    int     `json:"divisions"`
	Players      int     `json:"players"`
	Matches      int     `json:"matches"`
	Interactions int     `json:"interactions"`
	Posts        int     `json:"posts"`
	PostsMade    int     `json:"posts_made"`
	PerMatch     float64 `json:"posts_per_match"`
	Pings        int     `json:"pings_per_player_week_max"`
	PingsMean    float64 `json:"pings_per_player_week"`
	PostsMean    float64 `json:"posts_per_player_week"`
	Calls        int     `json:"to_calls"`              // posts that pinged the organiser
	CallDays     int     `json:"to_call_days_week_max"` // days with such a post, in the busiest week
	Actions      int64   `json:"to_actions"`            // commands and presses of the organiser, from the creation to the next season
	Verdicts     int     `json:"verdicts"`
	PerActions   float64 `json:"to_actions_per_match"`
	Violations   int     `json:"violations"`
	Lost         int     `json:"lost"`
	Doubled      int     `json:"doubled"`
	Stale        int     `json:"stale"`
	Seconds      float64 `json:"seconds"`
	PeakMB       float64 `json:"peak_mb"`
}

// league plays a season and returns the exit code.
func league(ctx context.Context, o *options, env Env) int {
	dir, done, err := workFolder()
	if err != nil {
		fmt.Fprintf(env.Stderr, "topcut: %v\n", err)
		return exitFailed
	}
	defer done()
	show := newScreen(env, !o.verbose)
	r := &rehearsal{o: o, env: env, dir: dir, script: evening{o}, show: show, described: o.describedBy(env.Executable)}
	defer r.close()
	s := &season{r: r}
	if err = r.open(ctx); err == nil {
		seen := r.watch()
		err = s.play(ctx)
		seen()
	}
	if err != nil {
		err = r.explain(err)
		show.done()
		fmt.Fprintf(env.Stderr, "topcut: %v\n", err)
		return exitFailed
	}
	return s.report()
}

func (s *season) say(format string, args ...any) {
	if s.r.o.quiet || s.r.o.verbose {
		return
	}
	s.r.show.say(format, args...)
}

// shows calls look with a description.
func (s *season) shows(format string, args ...any) {
	if s.look != nil {
		s.look(fmt.Sprintf(format, args...))
	}
}

// play plays the whole season.
func (s *season) play(ctx context.Context) error {
	s.p = s.r.play
	s.p.crowd = 1 // one after the other
	if err := s.p.prepare(ctx); err != nil {
		return err
	}
	s.organiser = s.p.actors[s.p.venue.organiser.ID()]
	s.say("%s", s.r.show.paint(bold, s.headline()))
	s.say("The bot is real and runs as its own process; Discord and the people are played here.")
	s.say("")
	for _, part := range s.parts() {
		if err := part(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (s *season) headline() string {
	if o := s.r.o; o.crew > 0 {
		return fmt.Sprintf("Topcut rehearses a league of teams: %d teams of %d, %d weeks, %d boards a match, each at a time of its own.", o.players, o.crew, o.rounds, o.boards)
	}
	return "Topcut rehearses a league: eight weeks, two divisions, matches that players arrange."
}

// parts returns what the season consists of, one after the other.
func (s *season) parts() []func(context.Context) error {
	if s.r.o.crew > 0 {
		t := teamLeague{s}
		return []func(context.Context) error{t.begin, t.weeks, t.end, s.check}
	}
	return []func(context.Context) error{s.begin, s.weeks, s.end, s.check}
}

// begin creates the league, lets all players join, and assigns them to divisions.
func (s *season) begin(ctx context.Context) error {
	s.people = leagueCount * leagueSize
	if _, err := s.slash(ctx, s.organiser, "league-admin create", localdiscord.Options{
		"name": leagueName, "ruleset": s.r.o.ruleset, "divisions": leagueSize, "arranged": string(tournament.ByDate), "time_zone": "UTC",
	}); err != nil {
		return err
	}
	for i := range leagueCount * leagueSize {
		if _, err := s.slash(ctx, s.player(i), "league join", nil); err != nil {
			return err
		}
	}
	s.say("  · %s creates the league by one command, %d people join it.", s.organiser.Name(), leagueCount*leagueSize)
	if err := s.promote(ctx); err != nil {
		return err
	}
	return s.turn(ctx, s.now().Add(25*time.Hour))
}

// promote lets the organiser open the plan of the divisions and press its button.
func (s *season) promote(ctx context.Context) error {
	h, err := s.slash(ctx, s.organiser, "league-admin promote", nil)
	if err != nil {
		return err
	}
	s.quote(h)
	s.shows("plan of the divisions")
	if h, err = s.pressIn(ctx, s.organiser, h, like(customid.LeagueDivide{})); err != nil {
		return err
	}
	s.out.Divisions = leagueCount
	s.say("  · One press: %s", first(h.text))
	s.ids, s.told = nil, nil
	if err := s.turn(ctx, s.now().Add(time.Second)); err != nil {
		return err
	}
	all, err := s.p.bot.read().ByGuild(ctx, s.p.venue.guild.ID())
	if err != nil {
		return err
	}
	for _, f := range slices.Backward(all) {
		if f.Phase < tournament.Finished {
			s.ids, s.told = append(s.ids, f.ID), append(s.told, 0)
		}
	}
	if len(s.ids) != leagueCount {
		return fmt.Errorf("%d events for %d divisions", len(s.ids), leagueCount)
	}
	return nil
}

// meeting is a match of a week and its course.
type meeting struct {
	division int
	at       tournament.Place
	a, b     *actor // a is the stronger player
	how      course
	day      int
}

// course is the course of an arranged match.
type course string

// The courses.
const (
	usual     course = ""          // a time is proposed, accepted and kept
	postponed course = "postponed" // to the following week
	contested course = "contested" // one player is present and claims, the opponent objects
	ghosted   course = "ghosted"   // a proposal without an answer
	missed    course = "missed"    // one player is present and claims, the opponent says nothing
	forgotten course = "forgotten" // neither player does anything
)

// courses are the unusual courses by week and division.
var courses = map[[2]int]course{{2, 0}: postponed, {3, 1}: contested, {4, 1}: ghosted, {4, 0}: forgotten}

func (s *season) weeks(ctx context.Context) error {
	var late []meeting
	for week := 1; week <= leagueRounds; week++ {
		s.out.Weeks = week
		var list []meeting
		var began time.Time
		for d := range s.ids {
			snap, err := s.p.bot.snapshot(ctx, s.ids[d])
			if err != nil {
				return err
			}
			if len(snap.State.Rounds) != week {
				return fmt.Errorf("division %d has %d rounds in week %d", d+1, len(snap.State.Rounds), week)
			}
			list, began = append(list, s.meetings(snap, d, week)...), snap.State.Rounds.At(week).StartedAt.Truncate(time.Hour)
		}
		s.say("")
		s.say("%s", s.r.show.paint(bold, fmt.Sprintf("Week %d · %s", week, began.Format("Monday 2 January"))))
		s.shows("week %d opened", week)
		if week == 5 {
			if err := s.withdraw(ctx, list[1].b); err != nil {
				return err
			}
			list = s.again(ctx, list, week)
		}
		for _, m := range list {
			if err := s.arrange(ctx, &m, began); err != nil {
				return err
			}
			if m.how == postponed {
				late = append(late, m)
			}
		}
		s.shows("week %d arranged", week)
		for day := 1; day <= 7; day++ {
			if err := s.turn(ctx, began.AddDate(0, 0, day).Add(time.Hour)); err != nil {
				return err
			}
			for _, m := range list {
				if err := s.meet(ctx, m, day); err != nil {
					return err
				}
			}
			if week == 3 && day == 6 {
				for _, m := range late {
					s.say("  · The late match of week 2 is played: %s", s.pair(m))
					if err := s.result(ctx, m, 2); err != nil {
						return err
					}
				}
			}
			if err := s.narrate(ctx); err != nil {
				return err
			}
			if day == 4 {
				s.shows("week %d played", week)
			}
		}
		if week == 5 || week == 4 {
			if err := s.decide(ctx, fixture.Void, "it doesn't count"); err != nil {
				return err
			}
		}
	}
	return nil
}

// meetings returns the matches of a week. The unusual course is given to the first match
// without the strongest player.
func (s *season) meetings(snap *tournament.Snapshot, division, week int) []meeting {
	var out []meeting
	how := courses[[2]int{week, division}]
	for i, l := range snap.State.Ledger.Rounds.At(week).Matches {
		if l.N != 2 || l.Finished() {
			continue
		}
		a, b := int(l.Seats[0])+1, int(l.Seats[1])+1
		if a > b {
			a, b = b, a
		}
		m := meeting{division: division, at: tournament.Place{Round: week, Match: i + 1}, day: 1 + i%4}
		m.a, _ = s.p.actor(snap.User(a))
		m.b, _ = s.p.actor(snap.User(b))
		if how != usual && a > 1 {
			m.how, how = how, usual
		}
		out = append(out, m)
	}
	return out
}

// again reads the matches of a week again after a player was replaced.
func (s *season) again(ctx context.Context, was []meeting, week int) []meeting {
	var out []meeting
	for d := range s.ids {
		snap, err := s.p.bot.snapshot(ctx, s.ids[d])
		if err != nil {
			return was
		}
		out = append(out, s.meetings(snap, d, week)...)
	}
	return out
}

// arrange agrees on the time of a match as far as its course says.
func (s *season) arrange(ctx context.Context, m *meeting, began time.Time) error {
	if m.how == forgotten {
		s.say("  · %s%s don't do anything about their match.", s.of(m.division), s.pair(*m))
		return nil
	}
	at := began.AddDate(0, 0, m.day).Add(30 * time.Minute)
	if m.how == postponed {
		at = began.AddDate(0, 0, 13)
	}
	if _, err := s.slash(ctx, m.a, "match propose", localdiscord.Options{"when": at.Format("2006-01-02 15:04"), "time_zone": "UTC", "opponent": m.b.Name()}); err != nil {
		return err
	}
	if m.how == ghosted {
		s.say("  · %s%s proposes a time, %s doesn't answer.", s.of(m.division), m.a.Name(), m.b.Name())
		return nil
	}
	if err := s.inMatch(ctx, m.b, m.at, customid.TimeAccept{}); err != nil {
		return err
	}
	if m.how == postponed {
		s.say("  · Division %d: %s agree on %s; round %d opens without waiting for them.", m.division+1, s.pair(*m), at.Format("Monday 2 January"), m.at.Round+1)
	}
	return nil
}

// meet plays a match on a day of its week, an hour after the agreed time.
func (s *season) meet(ctx context.Context, m meeting, day int) error {
	switch {
	case m.how == usual && day == m.day:
		return s.result(ctx, m, m.at.Match%2+m.at.Round%2)
	case m.how == missed && day == m.day:
		for _, button := range []customid.Panel{customid.Present{}, customid.Claim{}} {
			if err := s.inMatch(ctx, m.a, m.at, button); err != nil {
				return err
			}
		}
		s.say("  · %s%s is there and %s isn't.", s.of(m.division), m.a.Name(), m.b.Name())
	case m.how == contested && day == m.day:
		for _, deed := range []struct {
			who    *actor
			button customid.Panel
		}{{m.a, customid.Present{}}, {m.a, customid.Claim{}}, {m.b, customid.Object{}}} {
			if err := s.inMatch(ctx, deed.who, m.at, deed.button); err != nil {
				return err
			}
		}
		if err := s.narrate(ctx); err != nil {
			return err
		}
		return s.decide(ctx, fixture.SchedulingDraw, "a draw")
	}
	return nil
}

// result lets the winner report and the opponent confirm.
func (s *season) result(ctx context.Context, m meeting, lost int) error {
	if err := s.turn(ctx, s.now().Add(time.Minute)); err != nil {
		return err
	}
	if err := s.won(ctx, s.ids[m.division], m.at, m.a, []string{"2-0", "2-1", "2-1"}[lost]); err != nil {
		return err
	}
	_, err := s.press(ctx, m.b, s.ids[m.division], customid.Confirm{Round: m.at.Round, Match: m.at.Match})
	return err
}

// won lets a player report a win with the visible buttons.
func (s *season) won(ctx context.Context, id tournament.ID, at tournament.Place, who *actor, result string) error {
	h, err := s.press(ctx, who, id, customid.ReportOf(at))
	if err != nil {
		return err
	}
	if _, err = s.pressIn(ctx, who, h, func(p customid.Panel) bool {
		v, ok := p.(customid.ResultPress)
		return ok && v.Result == result
	}); err != nil {
		return fmt.Errorf("%s cannot report %s: %w", who.Name(), result, err)
	}
	return nil
}

// press presses a button of an event in the newest message visible to who.
func (s *season) press(ctx context.Context, who *actor, event tournament.ID, panel customid.Panel) (response, error) {
	if err := s.p.settle(ctx); err != nil {
		return response{}, err
	}
	for _, c := range s.p.venue.guild.Channels() {
		for _, m := range slices.Backward(s.p.venue.srv.Messages(c, who.Person)) {
			if id, ok := component(m.Components, like(panel)); ok {
				if parsed, _ := customid.Parse(id); parsed.Tournament == event {
					h, err := s.p.persistently(ctx, func(ctx context.Context) (response, error) { return s.p.click(ctx, who, m, id) })
					return h, errors.Join(err, s.p.settle(ctx))
				}
			}
		}
	}
	return response{}, fmt.Errorf("%s sees no button %T: %w", who.Name(), panel, errNotThere)
}

// inMatch presses a button in the private panel of one of a player's matches, and sends the
// form that it opens.
func (s *season) inMatch(ctx context.Context, who *actor, at tournament.Place, button customid.Panel) error {
	h, err := s.slash(ctx, who, "match list", nil)
	if err != nil {
		return err
	}
	if id, ok := component(h.answer.Message.Components, like(customid.MatchPick{})); ok {
		m := *h.answer.Message
		if h, err = s.p.persistently(ctx, func(ctx context.Context) (response, error) {
			return s.p.choose(ctx, who, m, id, customid.PlaceValue(at))
		}); err != nil {
			return err
		}
	}
	panel := h
	if h, err = s.pressIn(ctx, who, panel, like(button)); errors.Is(err, errNotThere) {
		return fmt.Errorf("%T in the match %v of %s: %w; there is %s", button, at, who.Name(), err, s.p.venue.srv.Render(*panel.answer.Message))
	}
	if err != nil || h.answer.Modal == nil {
		return err
	}
	form := h.answer.Modal
	_, err = s.p.persistently(ctx, func(ctx context.Context) (response, error) { return s.p.submit(ctx, who, form, nil) })
	return errors.Join(err, s.p.settle(ctx))
}

// decide lets the organiser give a verdict on the match that waits in a panel.
func (s *season) decide(ctx context.Context, end fixture.End, words string) error {
	for _, d := range s.ids {
		snap, err := s.p.bot.snapshot(ctx, d)
		if err != nil {
			return err
		}
		for _, at := range snap.State.ForOrganisers(s.now()) {
			m, id, ok := s.panel(d)
			if v := fmt.Sprintf("%d.%d", at.Round, at.Match); ok && offers(m.Components, id, v) {
				return s.verdict(ctx, m, id, v, end, words)
			}
		}
	}
	return nil
}

// panel returns the message in the office with the verdict menu of an event.
func (s *season) panel(event tournament.ID) (m localdiscord.Message, id string, ok bool) {
	for _, m := range slices.Backward(s.p.venue.srv.Messages(s.p.venue.office, s.organiser.Person)) {
		if id, ok := component(m.Components, like(customid.Verdicts{})); ok {
			if parsed, _ := customid.Parse(id); parsed.Tournament == event {
				return m, id, true
			}
		}
	}
	return m, "", false
}

// verdict gives a verdict on the match that a value of a menu names.
func (s *season) verdict(ctx context.Context, m localdiscord.Message, id, value string, end fixture.End, words string) error {
	h, err := s.p.persistently(ctx, func(ctx context.Context) (response, error) { return s.p.choose(ctx, s.organiser, m, id, value) })
	if err == nil {
		h, err = s.pressIn(ctx, s.organiser, h, func(p customid.Panel) bool {
			v, ok := p.(customid.Verdict)
			return ok && v.End == string(end)
		})
	}
	if err == nil {
		_, err = s.pressIn(ctx, s.organiser, h, like(customid.Sure{}))
	}
	s.out.Verdicts++
	s.say("  · %s decides in the panel, with what both did before her: %s.", s.organiser.Name(), words)
	return errors.Join(err, s.narrate(ctx))
}

// withdraw lets a player leave; the remaining matches are forfeited.
func (s *season) withdraw(ctx context.Context, who *actor) error {
	h, err := s.slash(ctx, who, "drop", nil)
	if err != nil {
		return err
	}
	if _, err := s.pressIn(ctx, who, h, like(customid.DropYes{})); err != nil {
		return err
	}
	return s.narrate(ctx)
}

// end closes the season and begins the next.
func (s *season) end(ctx context.Context) error {
	s.out.Weeks++
	for d, id := range s.ids {
		snap, err := s.p.bot.snapshot(ctx, id)
		switch {
		case err != nil:
			return err
		case snap.State.Phase != tournament.Finished:
			return fmt.Errorf("division %d is not over: %s", d+1, snap.State.Phase)
		}
		s.say("  · Division %d is over. First: %s.", d+1, champion(snap))
		for r := range snap.State.Rounds {
			s.out.Matches += len(snap.State.Rounds[r].Matches)
		}
		s.out.Players = max(s.out.Players, s.r.o.players)
	}
	s.say("")
	s.say("%s", s.r.show.paint(bold, "The season's end"))
	if err := s.signUp(ctx); err != nil {
		return err
	}
	if err := s.close(ctx); err != nil {
		return err
	}
	played := s.ids
	if err := s.promote(ctx); err != nil {
		return err
	}
	if err := s.turn(ctx, s.now().Add(25*time.Hour)); err != nil {
		return err
	}
	for d, id := range s.ids {
		snap, err := s.p.bot.snapshot(ctx, id)
		if err != nil {
			return err
		}
		if len(snap.State.Rounds) != 1 {
			return fmt.Errorf("division %d of the next season has %d rounds", d+1, len(snap.State.Rounds))
		}
		s.say("  · %s has begun by itself with %d players.", snap.State.Settings.Name, len(snap.State.Field()))
	}
	s.shows("next season")
	s.ids = append(played, s.ids...)
	return nil
}

// signUp lets all players press that they play the next season.
func (s *season) signUp(ctx context.Context) error {
	in := func(p customid.Panel) bool { v, ok := p.(customid.LeagueSignup); return ok && v.In }
	for i := range leagueCount * leagueSize {
		_, err := s.p.persistently(ctx, func(ctx context.Context) (response, error) {
			return s.p.press(ctx, s.player(i), s.p.venue.main, in)
		})
		if err := errors.Join(err, s.p.settle(ctx)); err != nil {
			return err
		}
	}
	s.say("  · %d people press in the bot's post that they play the next season.", leagueCount*leagueSize)
	return nil
}

// close closes the season.
func (s *season) close(ctx context.Context) error {
	h, err := s.slash(ctx, s.organiser, "league-admin close", nil)
	if err != nil {
		return err
	}
	if h, err = s.pressIn(ctx, s.organiser, h, like(customid.LeagueClose{})); err != nil {
		return err
	}
	s.say("  · %s", first(h.text))
	s.shows("season closed")
	return nil
}

// pressIn presses a button of an answer, repeatedly until it is answered.
func (s *season) pressIn(ctx context.Context, who *actor, h response, fit fits) (response, error) {
	h, err := s.p.persistently(ctx, func(ctx context.Context) (response, error) { return s.p.pressIn(ctx, who, h, fit) })
	return h, errors.Join(err, s.p.settle(ctx))
}

// slash runs a command in the league's channel and returns an error if the bot refuses
// it.
func (s *season) slash(ctx context.Context, who *actor, command string, options localdiscord.Options) (response, error) {
	h, err := s.p.persistently(ctx, s.p.command(who, command, options))
	if err != nil {
		return h, err
	}
	return h, s.p.settle(ctx)
}

func (s *season) player(i int) *actor { return s.p.actors[s.p.venue.players[i].ID()] }

func (s *season) now() time.Time { return s.p.clock.now() }

func (s *season) pair(m meeting) string { return m.a.Name() + " and " + m.b.Name() }

// turn moves the clock from one deadline to the next and waits each time until the bot
// has done what is due.
func (s *season) turn(ctx context.Context, until time.Time) error {
	for {
		if more, err := s.p.onward(ctx, until); err != nil || !more {
			return err
		}
	}
}

// narrate prints the new events in the words of their logs.
func (s *season) narrate(ctx context.Context) error {
	for d, id := range s.ids {
		snap, err := s.p.bot.snapshot(ctx, id)
		if err != nil {
			return err
		}
		var results []string
		done := record.New(view.Env{Snap: snap})
		lines := done.Log
		for ; s.told[d] < len(snap.Log); s.told[d]++ {
			e := &snap.Log[s.told[d]]
			text := func() string {
				i := slices.IndexFunc(lines, func(l record.Line) bool { return l.Seq == e.Seq })
				if i < 0 {
					return ""
				}
				return strings.ReplaceAll(lines[i].Text, "**", "")
			}
			switch ev := e.Event.(type) {
			case *tournament.ResultConfirmed:
				t := tableOf(done.Played.At(ev.Round), ev.Match)
				loser := t.Seats[0]
				if strings.HasPrefix(t.Result, loser+" ") {
					loser = t.Seats[1]
				}
				results = append(results, t.Result+" "+loser)
			case *tournament.ForfeitClaimed, *tournament.ClaimObjected, *tournament.FixtureOverdue, *tournament.FixtureVoided,
				*tournament.SeatTaken, *tournament.PlayerDropped, *tournament.ResultCorrected:
				for i, line := range wrapped(s.of(d)+text(), columns-4) {
					s.say("  %s %s", []string{"·", " "}[min(i, 1)], line)
				}
			}
		}
		if len(results) > 0 {
			s.say("    %s, %s%s", s.now().Format("Mon"), strings.ToLower(s.of(d)), strings.Join(results, " · "))
		}
	}
	return nil
}

// tableOf returns the table of a match in the record of its round, or of a board of it.
func tableOf(r *record.Round, number int) record.Table {
	match, board := tournament.OfBoard(number)
	for i, t := range r.Tables {
		if !t.Board {
			match--
		}
		if match == 0 {
			return r.Tables[i+board]
		}
	}
	return record.Table{}
}

// of returns the name of a division to begin a line with; "" if there is only one event.
func (s *season) of(division int) string {
	if s.r.o.crew > 0 {
		return ""
	}
	return fmt.Sprintf("Division %d: ", division+1)
}

// quote prints the text of a response.
func (s *season) quote(h response) {
	for line := range strings.Lines(h.text) {
		s.say("      %s", strings.TrimRight(strings.TrimPrefix(line, "| "), "\n"))
	}
}

// check compares the channels with the logs of all events.
func (s *season) check(ctx context.Context) error {
	if err := s.p.rest(ctx, atRest, nothingWaits); err != nil {
		return err
	}
	words, err := text.Load()
	if err != nil {
		return err
	}
	f := &findings{}
	batches := map[string]bool{}
	for _, id := range s.ids {
		snap, err := s.p.bot.snapshot(ctx, id)
		if err != nil {
			return err
		}
		f.causes(snap, nil)
		for i := range snap.Log {
			batches[snap.Log[i].Cause] = true
		}
		if err := f.Compare(ctx, audit.Subject{
			Server: s.p.venue.srv, Guild: s.p.venue.guild, Outbox: s.p.bot.read(), Snap: snap, Now: s.now(), Words: words, Shared: true,
		}); err != nil {
			return err
		}
	}
	for _, c := range s.p.claims {
		if !batches[c.interaction] {
			f.Lost = append(f.Lost, fmt.Sprintf("somebody was told %q, but no log has it", first(c.text)))
		}
	}
	f.Lost = append(f.Lost, s.p.unkept...)
	for _, v := range s.p.venue.srv.Violations() {
		f.violations = append(f.violations, v.String())
	}
	for _, list := range [][]string{f.Lost, f.Doubled, f.Stale, f.violations} {
		for _, line := range list {
			s.r.show.say("  %s", s.r.show.paint(red, line))
		}
	}
	stats := s.p.venue.srv.Stats()
	s.out.Posts, s.out.PostsMade, s.out.Interactions = f.Posts, stats.Posts, stats.Interactions
	s.out.Lost, s.out.Doubled, s.out.Stale, s.out.Violations = len(f.Lost), len(f.Doubled), len(f.Stale), len(f.violations)
	s.out.Pings, _ = pings(s.p.venue.srv.Transcript(0), f.Pairings, s.p.venue.organiser.ID(), nil)
	all := s.p.venue.srv.Transcript(0)
	s.out.Calls, s.out.CallDays = callsOfStaff(all, s.p.venue.organiser.ID())
	weeks := float64(s.people * s.out.Weeks)
	s.out.PingsMean = hundredth(float64(pingsOfPlayers(all, s.p.venue.organiser.ID())), weeks)
	s.out.PostsMean = hundredth(float64(stats.Posts), weeks)
	t := s.p.effort.report()
	s.out.Actions = t.Commands + t.Presses + t.Forms
	return nil
}

// hundredth returns n/of, rounded to hundredths.
func hundredth(n, of float64) float64 { return float64(int(100*n/of+0.5)) / 100 }

// report prints the summary and returns the exit code.
func (s *season) report() int {
	o := &s.out
	s.r.bot.stop()
	_, peak := s.r.bot.figures()
	o.Seconds = float64(time.Since(s.p.began).Milliseconds()) / 1000
	o.PeakMB = float64(int(float64((ownPeak()+peak)>>10)/102.4)) / 10
	o.PerMatch, o.PerActions = hundredth(float64(o.PostsMade), float64(o.Matches)), hundredth(float64(o.Actions), float64(o.Matches))
	s.say("")
	s.r.show.say("%d weeks, %d matches, %d interactions, %d posts in %.0f s; %d violations, %d lost, %d doubled, %d stale.",
		o.Weeks, o.Matches, o.Interactions, o.PostsMade, o.Seconds, o.Violations, o.Lost, o.Doubled, o.Stale)
	until := "the next season"
	if s.r.o.crew > 0 {
		until = "the end"
	}
	s.r.show.say("The organiser: %d commands and presses from nothing to %s, %d of them verdicts. At most %d pings of a player in a week, and of the organiser on %d day.", o.Actions, until, 3*o.Verdicts, o.Pings, o.CallDays)
	if s.r.o.json {
		writeJSON(s.r.env.Stdout, *o)
	}
	if o.Violations+o.Lost+o.Doubled+o.Stale > 0 {
		return exitFaulty
	}
	return exitOK
}
