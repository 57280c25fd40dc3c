package view

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/effect"
	"topcut/tournament/evidence"
	"topcut/tournament/fixture"
	"topcut/tournament/notice"
)

// fixtureState describes the state of an arranged match, without a full stop, and returns
// what follows as sentences.
func (e Env) fixtureState(at tournament.Place) (state string, more []string) {
	e = e.at(at.Round, at.Match)
	s := e.state()
	m, l := s.Match(at.Round, at.Match)
	f := m.Fixture
	player := func(side fixture.Side) notice.Player { return notice.Player(s.PlayerAt(at, side)) }
	if m.Disputed && f.End == "" {
		return e.say("fixture.panel.objected"), nil
	}
	if m.Report != nil && f.End == "" {
		return e.say("fixture.panel.reported"), nil
	}
	window := e.say("fixture.panel.window", "time", wording.Moment(f.PlayBy), "relative", relative(f.PlayBy))
	switch f.Step(e.Now) {
	case fixture.Ended:
		if l.Finished() {
			return e.result(wording.Shown(m, l)) + e.confirmedBy(m), nil
		}
		return e.say("verdict.void"), nil
	case fixture.Objected:
		return e.say("fixture.panel.objected"), nil
	case fixture.Claimed:
		if ends := s.ClaimEnds(at); !ends.IsZero() {
			more = append(more, e.say("fixture.panel.claim_ends", "relative", relative(ends)))
		}
		return e.say("fixture.panel.claimed", "player", player(f.Claim.By)), more
	case fixture.Overdue:
		return e.say("fixture.panel.overdue"), nil
	case fixture.Agreed:
		var here []string
		for side := fixture.First; side <= fixture.Second; side++ {
			if !f.Here[side].IsZero() {
				here = append(here, e.name(s.PlayerAt(at, side)))
			}
		}
		if len(here) > 0 {
			more = append(more, e.say("fixture.panel.here", "players", e.list(here)))
		}
		return e.say("fixture.panel.agreed", "time", wording.Moment(f.Agreed), "relative", relative(f.Agreed)), more
	case fixture.Proposed:
		return e.say("fixture.panel.proposed", "player", player(f.Open.By), "times", wording.Times(f.Open.Times)), []string{window}
	case fixture.Published:
	}
	return e.say("fixture.panel.published"), []string{window}
}

// fixtureButtons returns the buttons of an arranged match: those for player n or, if n is
// 0, those of a public post.
func (e Env) fixtureButtons(at tournament.Place, n int) []discord.Button {
	s := e.state()
	m, _ := s.Match(at.Round, at.Match)
	f := m.Fixture
	if f.End != "" {
		return nil
	}
	button := func(style discord.ButtonStyle, key notice.Code, p customid.Panel) discord.Button {
		return discord.Button{Style: style, Label: e.say(key), CustomID: e.id(p)}
	}
	mine := func(side fixture.Side) bool { return n == 0 || s.PlayerAt(at, side) == n }
	var out []discord.Button
	if m.Report == nil {
		step := f.Step(e.Now)
		if f.Open != nil && mine(f.Open.By.Other()) {
			zone := e.zone(n)
			for _, t := range f.Open.Times {
				out = append(out, discord.Button{
					Style: discord.Success, Label: discord.Cut(t.In(zone).Format("Mon 2 Jan 15:04 MST"), wire.MaxButtonLabel),
					CustomID: e.id(customid.TimeAccept{Round: at.Round, Match: at.Match, At: t.Unix()}),
				})
			}
		}
		switch {
		case step == fixture.Claimed && mine(f.Claim.By.Other()):
			out = append(out, button(discord.Danger, "button.object", customid.Object{Round: at.Round, Match: at.Match}))
		case step == fixture.Agreed && f.Agreed.Sub(e.Now) <= buttonAhead:
			out = append(out, button(discord.Success, "button.here", customid.Present{Round: at.Round, Match: at.Match}))
		}
		if e.claims(at, f, mine) {
			out = append(out, button(discord.Secondary, "button.claim", customid.Claim{Round: at.Round, Match: at.Match}))
		}
		propose := notice.Code("button.propose")
		if f.Open != nil || !f.Agreed.IsZero() {
			propose = "button.other_time"
		}
		style := discord.Secondary
		if step == fixture.Published {
			style = discord.Primary
		}
		out = append(out, button(style, propose, customid.TimeOpen{Round: at.Round, Match: at.Match}))
	}
	out = append(out, e.answerButtons(at.Round, at.Match, m, n)...)
	return append(out, button(discord.Secondary, "button.report", customid.ReportOf{Round: at.Round, Match: at.Match}))
}

// buttonAhead is how long before an action is possible its button appears. A post does
// not change until something happens, and the last reminder comes this long before.
const buttonAhead = time.Hour

// claims reports whether one of the user's sides can claim a forfeit now or soon.
func (e Env) claims(at tournament.Place, f *fixture.Fixture, mine func(fixture.Side) bool) bool {
	for side := fixture.First; side <= fixture.Second; side++ {
		if from := e.state().ClaimFrom(at, f, side); mine(side) && !from.IsZero() && from.Sub(e.Now) <= buttonAhead {
			return true
		}
	}
	return false
}

// zone returns the time zone of player n, or that of the event if it is not known or n is
// 0.
func (e Env) zone(n int) *time.Location {
	if zone, known := tournament.ZoneOf(e.Snap, n); known {
		return zone
	}
	return e.state().Settings.Location()
}

// fixtures returns the arranged matches that the reader still has to play for a player, or
// boards.
func (e Env) fixtures(player int) []tournament.Place {
	return e.state().FixturesFor(player, e.Reader)
}

// MyMatches returns the private panel of a player's unplayed matches.
func MyMatches(e Env, player int) discord.Message {
	mine := e.fixtures(player)
	switch len(mine) {
	case 0:
		return e.nothing("fixture.panel.none")
	case 1:
		p := e.fixturePanel(mine[0], player)
		p.Buttons(e.habits(player)...)
		return p.Message()
	}
	p := e.panel(layout.Round, "fixture.panel.mine")
	for _, at := range first(mine, maxOptions) {
		p.Text(e.openLine(at, player))
	}
	p.Choose(discord.StringSelect{CustomID: e.id(customid.MatchPick{}), Placeholder: e.say("fixture.panel.choose"), Options: MatchChoices(e, player, mine)})
	p.Buttons(e.habits(player)...)
	return p.Message()
}

// MatchChoices returns the choices of a menu of a player's matches, by opponent.
func MatchChoices(e Env, player int, list []tournament.Place) (out []discord.SelectOption) {
	s := e.state()
	for _, at := range first(list, maxOptions) {
		other := s.PlayerAt(at, s.SideOf(at, player).Other())
		out = append(out, discord.SelectOption{Label: discord.Plain(e.round(at.Round)+": "+e.at(at.Round, at.Match).label(other), wire.MaxOptionText), Value: customid.PlaceValue(at)})
	}
	return out
}

// habits returns the buttons for what holds for all matches of a player; none where boards are
// arranged, since they are those of a person.
func (e Env) habits(player int) []discord.Button {
	if e.state().Settings.Boards > 0 {
		return nil
	}
	return []discord.Button{e.weekButton(player), e.remindersButton(player)}
}

// remindersButton returns the button that changes how often a player is reminded of
// arranged matches.
func (e Env) remindersButton(player int) discord.Button {
	few := e.state().Players.At(player).Few
	label := notice.Code("button.reminders_few")
	if few {
		label = "button.reminders_all"
	}
	return discord.Button{Label: e.say(label), CustomID: e.id(customid.Reminders{Few: !few})}
}

// WithCalendar adds the calendar address of a player's agreed times.
func WithCalendar(e Env, m discord.Message, address string) discord.Message {
	m.Components = append(slices.Clip(m.Components), discord.TextDisplay{Content: "-# " + e.say("fixture.panel.calendar", "address", text.Raw(address))})
	return m
}

// openLine describes a player's arranged match: the opponent, the state, and until when
// to play it.
func (e Env) openLine(at tournament.Place, player int) string {
	e = e.at(at.Round, at.Match)
	m, _ := e.state().Match(at.Round, at.Match)
	state, more := e.fixtureState(at)
	if m.Report != nil && m.Report.Player == player && !m.Disputed {
		state = e.say("fixture.panel.waits")
	}
	other := e.state().PlayerAt(at, e.state().SideOf(at, player).Other())
	return strings.Join(append([]string{e.say("fixture.panel.line", "where", text.Raw(e.round(at.Round)), "player", notice.Player(other), "state", text.Raw(state))}, more...), " · ")
}

// FixturePanel returns the private panel of one arranged match.
func FixturePanel(e Env, at tournament.Place, player int) discord.Message {
	return e.fixturePanel(at, player).Message()
}

func (e Env) fixturePanel(at tournament.Place, player int) *layout.Panel {
	e = e.at(at.Round, at.Match)
	m, l := e.state().Match(at.Round, at.Match)
	p := e.titled(layout.Round, string(e.where(at.Round, at.Match)))
	if player > 0 {
		p.Lines(e.against(m, l, player))
	} else {
		p.Text(strings.Join(e.names(wording.Seated(l)), " – "))
	}
	state, more := e.fixtureState(at)
	p.Text("**" + state + "**")
	p.Lines(more...)
	if slices.Contains(e.undecided(), at) {
		line, _ := e.evidence(at)
		p.Lines(line)
	}
	rows := [][]discord.Button{e.offer(p, at, player), e.fixtureButtons(at, player)}
	if m.Fixture.Open != nil { // to answer comes first
		slices.Reverse(rows)
	}
	p.Buttons(rows[0]...)
	p.Buttons(rows[1]...)
	return p
}

// Readings asks which of two times the user meant.
func Readings(e Env, at tournament.Place, typed string, list []time.Time, player int) discord.Message {
	return e.askTime(e.say("fixture.panel.readings", "text", notice.Text(typed)), at, list, player)
}

// Doubt is what speaks against a time for a match.
type Doubt struct {
	Why    notice.Code // a text with the time and the player
	Player int
	At     time.Time
}

// Doubtful asks whether times are to be proposed, or one to be accepted, all the same.
func Doubtful(e Env, at tournament.Place, list []time.Time, doubts []Doubt, accept bool) discord.Message {
	e = e.at(at.Round, at.Match)
	p := e.panel(layout.Late, "answer.sure")
	var lines []string
	for _, d := range doubts {
		lines = append(lines, e.say(d.Why, "time", wording.Moment(d.At), "player", notice.Player(d.Player)))
	}
	p.Lines(lines...)
	key := notice.Code("button.propose_anyway")
	if accept {
		key = "button.accept_anyway"
	}
	p.Buttons(
		discord.Button{Style: discord.Danger, Label: e.say(key), CustomID: e.id(customid.TimeSure{Round: at.Round, Match: at.Match, Times: customid.TimesValue(list), Accept: accept})},
		discord.Button{Style: discord.Primary, Label: e.say("button.other_time"), CustomID: e.id(customid.TimeOpen{Round: at.Round, Match: at.Match})},
	)
	return p.Message()
}

func (e Env) askTime(question string, at tournament.Place, list []time.Time, player int) discord.Message {
	p := e.panel(layout.Late, "answer.sure")
	p.Text(question)
	var buttons []discord.Button
	for _, t := range list {
		buttons = append(buttons, discord.Button{
			Style: discord.Primary, Label: discord.Cut(t.In(e.zone(player)).Format("Mon 2 Jan 15:04 MST"), wire.MaxButtonLabel),
			CustomID: e.id(customid.TimePropose{Round: at.Round, Match: at.Match, At: t.Unix()}),
		})
	}
	p.Buttons(buttons...)
	return p.Message()
}

// FieldZone is the field of TimeModal for the time zone.
const FieldZone = "zone"

// TimeModal asks for times, and for the time zone unless it is known.
func TimeModal(e Env, at tournament.Place, known bool, typed string) discord.Modal {
	m := discord.Modal{CustomID: e.id(customid.TimeForm{Round: at.Round, Match: at.Match}), Title: e.say("fixture.form.title")}
	m.Components = append(m.Components, discord.Label{
		Text: e.say("fixture.form.when"), Description: e.say("fixture.form.when_hint"), Input: discord.TextInput{CustomID: FieldWhen, Max: 200, Value: discord.Cut(typed, 200)},
	})
	if !known {
		m.Components = append(m.Components, discord.Label{
			Text: e.say("fixture.form.zone"), Description: e.say("fixture.form.zone_hint"),
			Input: discord.TextInput{CustomID: FieldZone, Max: 60, Value: e.state().Settings.Location().String()},
		})
	}
	return m
}

// FixturePost returns the post about an arranged match for its players: its state and
// what they can do. It pings those concerned by the events after called up to upTo. ok is
// false if nothing is open.
func FixturePost(e Env, at tournament.Place, called, upTo int64) (m discord.Message, ok bool) {
	if at.Match == 0 {
		return e.untriedPost(at.Round, called, upTo)
	}
	match, _ := e.state().Match(at.Round, at.Match)
	if match == nil || !e.arranging(match) {
		return m, false
	}
	p := e.fixturePanel(at, 0)
	told := e.told([]tournament.Place{at}, upTo, func(env *tournament.Envelope, _ tournament.Place) bool {
		_, reminder := env.Event.(*tournament.FixtureReminded)
		switch env.Event.(type) {
		case *tournament.RoundStarted, *tournament.HoursSet: // who said it last is not called, nor told of it twice
			return env.Seq == upTo
		}
		return env.Seq > called && !(reminder && e.untriedAt(at, env.Seq))
	})
	for _, n := range told {
		p.Parts = slices.Insert(p.Parts, 1, discord.Component(discord.TextDisplay{Content: e.line(n)}))
		if !n.quiet {
			p.Ping(e.called(n)...)
		}
	}
	return p.Message(), true
}

// arranging reports whether players still have to arrange a match.
func (e Env) arranging(m *tournament.Match) bool {
	return m.Fixture != nil && m.Fixture.End == "" && m.Report == nil && e.state().Phase < tournament.Finished
}

// untriedPost returns the post for the players of all matches without a proposal among
// those that opened with a round: who is away, who took a seat, whose time runs out. It
// pings those concerned by the events after called up to upTo. ok is false if there is
// nothing to say.
func (e Env) untriedPost(round int, called, upTo int64) (m discord.Message, ok bool) {
	s := e.state()
	if s.Round(round) == nil {
		return m, false
	}
	var list []tournament.Place
	pairings, _ := posted.Pairings(s, round)
	for _, at := range pairings {
		for _, at := range s.Parts(at) {
			if m, _ := s.Match(at.Round, at.Match); e.arranging(m) && !m.Fixture.Alone() {
				list = append(list, at)
			}
		}
	}
	told := e.told(list, upTo, func(env *tournament.Envelope, at tournament.Place) bool {
		switch ev := env.Event.(type) {
		case *tournament.PlayerAway:
			return ev.Until.After(e.Now)
		case *tournament.FixtureReminded:
			m, _ := s.Match(at.Round, at.Match)
			return len(m.Fixture.Reminded) > 0 && string(m.Fixture.Reminded[len(m.Fixture.Reminded)-1].Kind) == ev.What
		}
		return env.Seq > called || env.Seq == upTo
	})
	p := e.titled(layout.Round, string(e.title()))
	for _, n := range told {
		p.Text(e.line(n))
		if n.seq > called && !n.quiet {
			p.Ping(e.called(n)...)
		}
	}
	p.Buttons(discord.Button{Style: discord.Primary, Label: e.say("button.my_matches"), CustomID: e.id(customid.Matches{})})
	return p.Message(), len(told) > 0
}

// untriedAt reports whether no time had been proposed for a match before an event.
func (e Env) untriedAt(at tournament.Place, seq int64) bool {
	_, proposed := tournament.Last(e.Snap.Log[:seq], func(ev *tournament.TimesProposed) bool { return at == ev.Place })
	return proposed == nil
}

// telling is what events say to the players of arranged matches.
type telling struct {
	code  notice.Code
	args  []any
	who   []sitter
	seq   int64            // the newest of the events
	quiet bool             // it asks nothing of them and takes nothing from them: no ping
	at    tournament.Place // the board whose persons the arguments name; zero if they name none
}

// sitter is a player who is told something or, at a board, the person who sits there.
type sitter struct {
	n  int
	at tournament.Place // the board; zero for no board
}

func (e Env) line(n telling) string {
	who := make([]string, len(n.who))
	for i, x := range n.who {
		who[i] = string(e.at(x.at.Round, x.at.Match).mention(x.n))
	}
	return e.at(n.at.Round, n.at.Match).say(n.code, append([]any{"who", text.Raw(strings.Join(who, " "))}, n.args...)...)
}

// called returns the accounts of those whom events tell something.
func (e Env) called(n telling) (users []string) {
	for _, x := range n.who {
		users = append(users, e.at(x.at.Round, x.at.Match).users([]int{x.n})...)
	}
	return users
}

// told returns what the events up to upTo say to the players of some matches, as far as
// it is still to be said. What is the same for several matches is said once.
func (e Env) told(list []tournament.Place, upTo int64, still func(*tournament.Envelope, tournament.Place) bool) (out []telling) {
	gone := e.undone()
	for i := range e.Snap.Log {
		env := &e.Snap.Log[i]
		if env.Seq > upTo || gone[env.Seq] {
			continue
		}
		for _, at := range list {
			n := e.fixtureCall(at, env)
			if n.code == "" || env.Seq < e.state().Rounds.At(at.Round).PublishedSeq && !e.stillAway(env.Event) || !still(env, at) {
				continue
			}
			n.seq = env.Seq
			if at != at.OfBoard() {
				for i := range n.who {
					n.who[i].at = at
				}
				if slices.Contains(n.args, any("player")) {
					n.at = at
				}
			}
			same := slices.IndexFunc(out, func(o telling) bool {
				return o.at == n.at && o.code == n.code && fmt.Sprint(o.args...) == fmt.Sprint(n.args...)
			})
			if same < 0 {
				out = append(out, n)
				continue
			}
			out[same].seq, out[same].quiet = n.seq, out[same].quiet && n.quiet
			for _, p := range n.who {
				if !slices.Contains(out[same].who, p) {
					out[same].who = append(out[same].who, p)
				}
			}
		}
	}
	return out
}

// stillAway reports whether an event says that a player is away for some time to come. An
// absence from before the match was published is no news of the match.
func (e Env) stillAway(ev tournament.Event) bool {
	away, ok := ev.(*tournament.PlayerAway)
	return ok && !away.Back && away.Until.After(e.Now)
}

func told(players ...int) []sitter {
	out := make([]sitter, len(players))
	for i, n := range players {
		out[i].n = n
	}
	return out
}

// fixtureCall returns what an event says to the players of an arranged match; the zero
// telling if nothing.
func (e Env) fixtureCall(at tournament.Place, env *tournament.Envelope) (n telling) {
	s := e.state()
	m, _ := s.Match(at.Round, at.Match)
	here := func(round, match int) bool { return at == tournament.Place{Round: round, Match: match} }
	opponent := func(n int) []sitter { return told(s.PlayerAt(at, s.SideOf(at, n).Other())) }
	both := []int{s.PlayerAt(at, fixture.First), s.PlayerAt(at, fixture.Second)}
	switch ev := env.Event.(type) {
	case *tournament.TimesProposed:
		if here(ev.Round, ev.Match) {
			n = telling{code: "fixture.post.proposed", who: opponent(ev.Player), args: []any{"player", notice.Player(ev.Player)}}
		}
	case *tournament.TimeAgreed:
		if here(ev.Round, ev.Match) {
			n = telling{code: "fixture.post.agreed", who: opponent(ev.Player), quiet: e.expected(ev, env)}
		}
	case *tournament.RoundStarted:
		if m.Fixture.Told && at.Round == ev.Round && !m.Fixture.Tried() {
			n = telling{code: "fixture.post.opened", who: told(both...), quiet: true}
		}
	case *tournament.HoursSet:
		if m.Fixture.Told && slices.Contains(both, ev.Player) && !m.Fixture.Tried() {
			n = telling{code: "fixture.post.hours", who: opponent(ev.Player), args: []any{"player", notice.Player(ev.Player)}}
		}
	case *tournament.ForfeitClaimed:
		if here(ev.Round, ev.Match) {
			n = telling{code: "fixture.post.claimed", who: opponent(ev.Player), args: []any{"player", notice.Player(ev.Player)}}
		}
	case *tournament.ClaimObjected:
		if here(ev.Round, ev.Match) {
			n = telling{code: "fixture.post.objected", who: opponent(ev.Player), args: []any{"player", notice.Player(ev.Player)}}
		}
	case *tournament.PlayerAway:
		if slices.Contains(both, ev.Player) && !ev.Back {
			n = telling{code: "fixture.post.away", who: opponent(ev.Player), args: []any{"player", notice.Player(ev.Player), "time", wording.Day(ev.Until)}}
			n.quiet = m.Fixture.Agreed.Before(ev.From) || !m.Fixture.Agreed.Before(ev.Until)
		}
	case *tournament.SeatTaken:
		if slices.Contains(both, ev.Player) {
			n = telling{code: "fixture.post.seat", who: told(both...), args: []any{"player", notice.Player(ev.Player), "other", notice.Player(ev.Of)}}
		}
	case *tournament.FixtureReminded:
		if here(ev.Round, ev.Match) && m.Fixture.Claim == nil {
			n = e.reminder(ev, env.Time)
		}
	}
	return n
}

// expected reports whether a player who proposed a time learns nothing from its being
// accepted: it was the only one proposed, and the reminder an hour before is still to come.
func (e Env) expected(ev *tournament.TimeAgreed, agreed *tournament.Envelope) bool {
	if ev.At.Sub(agreed.Time) <= time.Hour {
		return false
	}
	was, at := tournament.Last(e.Snap.Log[:agreed.Seq-1], func(was *tournament.TimesProposed) bool { return was.Place == ev.Place })
	return at != nil && len(was.Times) == 1
}

// reminder returns what a reminder of an arranged match that was sent at a time says.
func (e Env) reminder(ev *tournament.FixtureReminded, sent time.Time) (n telling) {
	if n.who = told(e.state().Reminds(ev, sent)...); len(n.who) == 0 {
		return n
	}
	switch fixture.Kind(ev.What) {
	case fixture.NoProposal:
		n.code = "fixture.post.no_proposal"
	case fixture.Tomorrow:
		n.code = "fixture.post.tomorrow"
	case fixture.Soon:
		n.code, n.args = "fixture.post.soon", []any{"relative", relative(ev.About)}
	case fixture.TwoDays:
		n.code = "fixture.post.two_days"
	case fixture.LastCall:
		n.code, n.args = "fixture.post.last_call", []any{"relative", relative(ev.About)}
	}
	return n
}

// mostVerdicts bounds the matches that organisers decide at once, because a button's
// custom id carries them.
const mostVerdicts = 10

// undecided returns the arranged matches that wait for the organisers' verdict. Disputes
// are decided elsewhere.
func (e Env) undecided() []tournament.Place {
	s := e.state()
	return slices.DeleteFunc(s.ForOrganisers(e.Now), func(at tournament.Place) bool { m, _ := s.Match(at.Round, at.Match); return m.Disputed })
}

// verdictLines shows the arranged matches that wait for the organisers, with what both
// sides did.
func (e Env) verdictLines(p *layout.Panel, open []tournament.Place) {
	p.Text("**" + e.say("verdict.title") + "**\n" + e.verdictBlock(first(open, maxOptions)))
}

// verdictMenu adds a menu of open matches to decide, several at once.
func (e Env) verdictMenu(p *layout.Panel, open []tournament.Place) {
	var options []discord.SelectOption
	for _, at := range first(open, maxOptions) {
		_, l := e.state().Match(at.Round, at.Match)
		e := e.at(at.Round, at.Match)
		options = append(options, discord.SelectOption{Label: discord.Plain(e.round(at.Round)+": "+strings.Join([]string{e.label(int(l.Seats[0]) + 1), e.label(int(l.Seats[1]) + 1)}, " – "), wire.MaxOptionText), Value: customid.PlaceValue(at)})
	}
	p.Choose(discord.StringSelect{CustomID: e.id(customid.Verdicts{}), Placeholder: e.say("verdict.choose"), Options: options, Max: min(len(options), mostVerdicts)})
}

// Verdicts lists the matches that wait for a verdict.
func Verdicts(e Env) discord.Message {
	open := e.undecided()
	if len(open) == 0 {
		return e.nothing("verdict.none")
	}
	return e.fitted(func(e Env) discord.Message {
		p := e.titled(layout.Trouble, string(e.title()))
		e.verdictLines(p, open)
		e.verdictMenu(p, open)
		return p.Message()
	})
}

func (e Env) verdictLine(at tournament.Place) string {
	e = e.at(at.Round, at.Match)
	s := e.state()
	m, _ := s.Match(at.Round, at.Match)
	f := m.Fixture
	why, _ := e.fixtureState(at)
	switch f.Step(e.Now) {
	case fixture.Objected:
		why = e.say("verdict.objected")
	case fixture.Claimed:
		why = e.say("verdict.claimed", "player", notice.Player(s.PlayerAt(at, f.Claim.By)))
	case fixture.Overdue:
		why = e.say("verdict.overdue")
	case fixture.Published, fixture.Proposed, fixture.Agreed, fixture.Ended:
	}
	line, _ := e.evidence(at)
	return e.say("verdict.line", "where", text.Raw(e.round(at.Round)), "why", text.Raw(why), "evidence", text.Raw(line))
}

// Results in a Verdict panel besides those of package fixture.
const (
	FirstWins  = "first"
	SecondWins = "second"
	MoreDays   = "more"
)

// VerdictSure shows what the players of arranged matches have done and what a verdict changes
// for them, and asks for confirmation. after is the event as it would be.
func VerdictSure(e Env, after *tournament.Snapshot, list []tournament.Place, effects []effect.Effect, yes customid.Sure) discord.Message {
	return Sure(e, after, e.verdictBlock(list), effects, yes)
}

// verdictBlock says what the players of matches that wait for a verdict have done.
func (e Env) verdictBlock(list []tournament.Place) string {
	lines := make([]string, len(list))
	for i, at := range list {
		lines[i] = "- " + e.verdictLine(at)
	}
	return layout.Block(e.words(), lines, 1200, 2800)
}

// verdictOf returns the result that a ruling means, empty for none.
func verdictOf(r evidence.Ruling) string {
	switch r {
	case evidence.FirstWins:
		return FirstWins
	case evidence.SecondWins:
		return SecondWins
	case evidence.NoFault:
		return string(fixture.SchedulingDraw)
	case evidence.BothLose:
		return string(fixture.DoubleForfeit)
	case evidence.MoreTime:
		return MoreDays
	case evidence.None, evidence.Alone, evidence.Without: // no ruling on an arranged match
	}
	return ""
}

// VerdictPanel asks for the result of some arranged matches.
func VerdictPanel(e Env, list []tournament.Place) discord.Message {
	p := e.panel(layout.Trouble, "verdict.title")
	values := make([]string, len(list))
	for i, at := range list {
		values[i] = customid.PlaceValue(at)
	}
	matches := strings.Join(values, " ")
	suggested := ""
	button := func(label string, end string) discord.Button {
		b := discord.Button{Label: discord.Cut(label, wire.MaxButtonLabel), CustomID: e.id(customid.Verdict{Matches: matches, End: end})}
		if end == suggested {
			b.Style = discord.Primary
		}
		return b
	}
	var buttons []discord.Button
	if len(list) == 1 {
		e := e.at(list[0].Round, list[0].Match)
		_, ruling := e.evidence(list[0])
		suggested = verdictOf(ruling)
		p.Text(e.verdictLine(list[0]))
		p.Say("verdict.what_one", "where", e.where(list[0].Round, list[0].Match))
		for side, end := range []string{FirstWins, SecondWins} {
			n := e.state().PlayerAt(list[0], fixture.Side(side))
			buttons = append(buttons, button(e.say("verdict.wins", "player", text.Raw(e.label(n))), end))
		}
	} else {
		p.Say("verdict.what", "n", len(list))
	}
	buttons = append(buttons,
		button(e.say("verdict.draw"), string(fixture.SchedulingDraw)), button(e.say("verdict.double"), string(fixture.DoubleForfeit)),
		button(e.say("verdict.void"), string(fixture.Void)), button(e.say("verdict.more"), MoreDays),
	)
	p.Buttons(buttons...)
	return p.Message()
}

// FixturesPage returns the public list of the arranged matches of a round: open, agreed
// with times, played.
func FixturesPage(e Env, round int) discord.Message {
	s := e.state()
	return e.fitted(func(e Env) discord.Message {
		p := e.panel(layout.Round, "fixture.panel.of", "round", text.Raw(e.round(round)))
		for i := range s.Rounds.At(round).Matches {
			for _, at := range s.Parts(tournament.Place{Round: round, Match: i + 1}) {
				m, l := s.Match(at.Round, at.Match)
				if m.Fixture == nil {
					p.Text(e.pairingLine(m, l, 1, nil, e.at(at.Round, at.Match).name, ""))
					continue
				}
				state, _ := e.fixtureState(at)
				p.Text(strings.Join(e.at(at.Round, at.Match).names(wording.Seated(l)), " – ") + ": " + state)
			}
		}
		var buttons []discord.Button
		if round > 1 {
			buttons = append(buttons, discord.Button{Label: e.round(round - 1), CustomID: e.id(customid.Fixtures{Round: round - 1})})
		}
		if round < len(s.Rounds) {
			buttons = append(buttons, discord.Button{Label: e.round(round + 1), CustomID: e.id(customid.Fixtures{Round: round + 1})})
		}
		buttons = append(buttons, discord.Button{Style: discord.Primary, Label: e.say("button.my_matches"), CustomID: e.id(customid.Matches{})})
		p.Buttons(buttons...)
		return p.Message()
	})
}
