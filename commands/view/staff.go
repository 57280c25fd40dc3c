package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/logline"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/missing"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// StaffPanel returns the message with which an event is run from its creation to its end:
// its state, what needs an organiser, each with buttons, and the next step. It pings the
// staff if they were called after the event called.
func StaffPanel(e Env, called int64) discord.Message {
	return e.fitted(func(e Env) discord.Message {
		s := e.state()
		p := e.titled(layout.Event, string(e.title()))
		p.Text("**" + e.staffLine() + "**")
		if !s.Held.IsZero() && s.Phase == tournament.Running {
			p.Accent = layout.Late
			p.Say("staff.held", "why", s.Held)
		}
		switch {
		case s.Phase >= tournament.Finished:
			p.Accent = layout.Quiet
		case s.Phase == tournament.Running:
			e.staffRound(p)
			e.staffArranged(p)
			if !s.Arranged() { // else shown with the digest
				e.haveLeft(p, fullTroubles)
			}
		case s.Phase == tournament.CheckIn && s.CheckInEnd.IsZero():
			e.staffAbsent(p)
		}
		if s.Waits() || s.Phase == tournament.Running && s.LastDone() == 0 {
			p.Lines(e.labels()...)
		}
		p.Lines(e.staffNews()...)
		if len(e.Bars) > 0 {
			p.Accent = layout.Trouble
			for _, b := range e.Bars {
				p.Text(wording.BarLine(e.words(), b))
			}
			p.Buttons(discord.Button{Style: discord.Primary, Label: e.say("button.retry"), CustomID: e.id(customid.Doctor{})})
		}
		if len(e.GivenUp) > 0 {
			p.Accent = layout.Trouble
			p.Lines(wording.Unposted(e.words(), e.GivenUp)...)
			p.Buttons(discord.Button{Label: e.say("button.repost"), CustomID: e.id(customid.Doctor{Repost: true})})
		}
		if s.Phase == tournament.Running {
			e.staffOnDuty(p, called)
		}
		p.Buttons(e.nextButtons()...)
		p.Buttons(e.staffTools()...)
		return p.Message()
	})
}

// staffLine describes the state of the event; for a round, how many results are in and
// the time left.
func (e Env) staffLine() string {
	s := e.state()
	r := s.Current()
	if s.Phase != tournament.Running || s.Preview != nil || r == nil || r.Status != tournament.Started {
		return e.headline()
	}
	all := posted.Results(s, r.Number)
	parts := []string{e.round(r.Number), e.say("pairings.count", "in", all-len(s.Blocking(r.Number)), "all", all)}
	if n := e.openUpTo(r.Number - 1); n > 0 {
		parts = append(parts, e.say("staff.earlier", "n", n))
	}
	switch {
	case r.Deadline.IsZero():
	case !r.PausedAt.IsZero():
		parts = append(parts, e.say("staff.paused", "span", e.span(max(0, r.Deadline.Sub(r.PausedAt)))))
	case r.TimeCalled:
		parts = append(parts, e.say("staff.time_up"))
	default:
		parts = append(parts, e.say("staff.ends", "time", e.by(r.Deadline)))
	}
	return strings.Join(parts, " · ")
}

// staffAbsent names the players who did not check in.
func (e Env) staffAbsent(p *layout.Panel) {
	absent := e.notCheckedIn()
	if len(absent) == 0 {
		p.Say("check_in.complete")
		return
	}
	p.Accent = layout.Late
	p.Text(e.say("check_in.absent") + " " + string(e.clipped(e.names(absent), 40)))
	p.Small("check_in.you_decide")
}

const (
	// fullTroubles is the number of tables with their own buttons: a message holds forty
	// components. The others are in the menu of tables.
	fullTroubles = 2
	// shortTroubles is the number of further tables that are named.
	shortTroubles = 6
)

// staffRound shows what needs an organiser in the open round.
func (e Env) staffRound(p *layout.Panel) {
	s := e.state()
	if s.Preview != nil {
		key := notice.Code("staff.preview")
		if len(s.Preview.Warnings) > 0 {
			key, p.Accent = "staff.preview_warned", layout.Late
		}
		p.Say(key, "round", text.Raw(e.round(s.Preview.Number)), "n", len(s.Preview.Warnings))
		return
	}
	r := s.Current()
	if r == nil || r.Status != tournament.Started {
		return
	}
	list := posted.Troubles(s, r.Number)
	if len(list) > 0 {
		p.Accent = layout.Trouble
	}
	var short []string
	for i, t := range list {
		if i < fullTroubles {
			e.troubleLines(p, r.Number, t)
			p.Buttons(e.troubleButtons(r.Number, t)...)
		} else if i < fullTroubles+shortTroubles {
			short = append(short, e.troubleTitle(r.Number, t))
		}
	}
	if left := len(list) - fullTroubles - shortTroubles; left > 0 {
		short = append(short, e.say("asked.more", "n", left))
	}
	p.Lines(short...)
	e.staffMissed(p, r)
	if r.TimeCalled {
		e.staffSilent(p, r)
	}
	p.Choose(e.openTables(r, list))
}

// staffArranged shows what waits for the organisers of matches that players arrange:
// claims, objections, expired windows, and disputes of earlier rounds, which are not in
// the current one.
func (e Env) staffArranged(p *layout.Panel) {
	s := e.state()
	if !s.Arranged() {
		return
	}
	room := fullTroubles
	for _, r := range s.OpenRounds() {
		for _, t := range posted.Troubles(s, r) {
			if room--; room >= 0 && r < len(s.Rounds) {
				e.troubleLines(p, r, t)
				p.Buttons(e.troubleButtons(r, t)...)
			}
		}
	}
	undecided := e.undecided()
	if len(undecided) > 0 {
		p.Accent = layout.Trouble
		e.verdictLines(p, undecided)
	}
	e.digest(p, undecided)
	if r := s.Current(); r != nil && (s.Preview != nil || r.Status != tournament.Started) { // else shown with the round
		p.Choose(e.openTables(r, nil))
	}
}

// haveLeft names the players who have left the server, with buttons to drop the first of
// them.
func (e Env) haveLeft(p *layout.Panel, buttoned int) {
	left := e.state().HaveLeft()
	if len(left) == 0 {
		return
	}
	p.Accent = layout.Late
	p.Text("⚠ " + e.say("digest.gone", "list", e.clipped(e.names(left), maxWarnings)))
	var buttons []discord.Button
	for i, n := range left {
		if i == buttoned { // the form has them all
			buttons = append(buttons, discord.Button{Label: e.say("staff.form.drop"), CustomID: e.id(customid.StaffOpen{What: "drop"})})
			break
		}
		buttons = append(buttons, discord.Button{
			Label: discord.Cut(e.say("button.drop_player", "player", text.Raw(e.label(n))), wire.MaxButtonLabel), CustomID: e.id(customid.DropGone{Player: n}),
		})
	}
	p.Buttons(buttons...)
}

// staffSilent names the tables without a report when time is up, and the result that the
// rules give them.
func (e Env) staffSilent(p *layout.Panel, r *tournament.Round) {
	s := e.state()
	var silent []string
	for _, m := range s.Blocking(r.Number) {
		if match, l := s.Match(r.Number, m); match.Report == nil {
			e := e.at(r.Number, m)
			silent = append(silent, e.table(r.Number, m)+": "+strings.Join(e.names(wording.Seated(l)), " – "))
		}
	}
	if len(silent) == 0 {
		return
	}
	if p.Accent != layout.Trouble {
		p.Accent = layout.Late
	}
	p.Text(e.say("silent.nothing") + "\n" + layout.Block(e.words(), silent, 1000, 2400))
	switch {
	case rules.IsElimination(r.Stage):
	case s.AtTime(r.Stage) == tournament.ResolveDoubleLoss:
		p.Small("silent.ruled_double")
	case s.AtTime(r.Stage) == tournament.ResolveDraw:
		p.Small("silent.ruled_draw")
	default:
		p.Small("silent.closing")
	}
}

// troubleTitle describes in one line what a table needs.
func (e Env) troubleTitle(round int, t posted.Trouble) string {
	e = e.at(round, t.Match)
	m, l := e.state().Match(round, t.Match)
	table, players := text.Raw(e.table(round, t.Match)), text.Raw(strings.Join(e.mentions(wording.Seated(l)), " – "))
	line := e.say("staff."+t.What, "table", table, "players", players)
	if n := e.disputer(round, t.Match); t.What == posted.TroubleDispute && l.N > 2 && n > 0 { // the others may agree
		line = e.say("staff.dispute_by", "table", table, "players", players, "player", notice.Player(n))
	}
	if m.Coming != 0 {
		line += " " + e.say("staff.coming", "who", text.Raw(e.person(m.Coming)))
	}
	return line
}

// disputer returns the player who last disputed the result of a match; 0 for none.
func (e Env) disputer(round, match int) int {
	here := tournament.Place{Round: round, Match: match}
	ev, at := tournament.Last(e.Snap.Log, func(ev *tournament.ResultDisputed) bool { return ev.Place == here })
	if at == nil {
		return 0
	}
	return ev.Player
}

// troubleLines describes what a table needs and what its players wrote.
func (e Env) troubleLines(p *layout.Panel, round int, t posted.Trouble) {
	e = e.at(round, t.Match)
	m, l := e.state().Match(round, t.Match)
	lines := []string{e.troubleTitle(round, t)}
	if t.What == posted.TroubleJudge && m.JudgeSeat >= 0 && m.JudgeSeat < int(l.N) {
		lines = append(lines, e.say("staff.judge_by", "player", notice.Player(int(l.Seats[m.JudgeSeat])+1)))
	}
	lines = append(lines, e.quoteReport(l, m.Report), e.quoteReport(l, m.Counter))
	switch {
	case m.Disputed:
		lines = append(lines, e.quoted(m.Dispute))
	case m.Judge > 0:
		lines = append(lines, e.quoted(m.Judge))
	}
	p.Lines(lines...)
}

// troubleButtons returns the immediate actions of an organiser for a table.
func (e Env) troubleButtons(round int, t posted.Trouble) []discord.Button {
	var out []discord.Button
	if t.What != posted.TroubleJudge {
		out = e.rulings(round, t.Match)
	}
	out = append(out, e.takeButtons(round, t.Match)...)
	return append(out, discord.Button{Label: e.say("button.decide"), CustomID: e.id(customid.TablePanel{Round: round, Match: t.Match})})
}

// takeButtons returns buttons to take or release a table that needs an organiser.
func (e Env) takeButtons(round, match int) []discord.Button {
	m, _ := e.state().Match(round, match)
	take := customid.Take{Round: round, Match: match, From: m.Coming}
	back := take
	back.Back = true
	switch {
	case m.Confirmed || !m.Disputed && m.Judge == 0:
		return nil
	case m.Coming == 0:
		return []discord.Button{{Style: discord.Primary, Label: e.say("button.take"), CustomID: e.id(take)}}
	}
	return []discord.Button{
		{Label: e.say("button.take_over"), CustomID: e.id(take)},
		{Label: e.say("button.take_back"), CustomID: e.id(back)},
	}
}

// rulings returns buttons for the results reported at a table.
func (e Env) rulings(round, match int) []discord.Button {
	e = e.at(round, match)
	s := e.state()
	m, l := s.Match(round, match)
	var out []discord.Button
	for _, r := range []*tournament.Report{m.Report, m.Counter} {
		if r == nil {
			continue
		}
		told := wording.Reported(l, r)
		press := customid.RulePress{Round: round, Match: match, Result: e.rules().FormatResult(*told, 0)}
		// What cannot be typed, such as a level score with a winner, is only in the menu.
		kind, result, err := e.rules().ParseResult(m.Part, 0, int(l.N), press.Result)
		if err != nil || kind != r.Kind || result != r.Result || !customid.Fits(s.ID, press) {
			continue
		}
		b := discord.Button{Style: discord.Primary, Label: discord.Cut(e.outcome(told, e.label), wire.MaxButtonLabel), CustomID: e.id(press)}
		if !slices.Contains(out, b) {
			out = append(out, b)
		}
	}
	return out
}

// openTables returns the menu of open tables: first those that need an organiser, then,
// for arranged matches, those of earlier rounds, which have waited longest.
func (e Env) openTables(r *tournament.Round, list []posted.Trouble) discord.StringSelect {
	s := e.state()
	var order []tournament.Place
	for _, t := range list {
		order = append(order, tournament.Place{Round: r.Number, Match: t.Match})
	}
	for _, round := range s.OpenRounds() {
		for _, m := range s.Blocking(round) {
			if at := (tournament.Place{Round: round, Match: m}); !slices.Contains(order, at) {
				order = append(order, at)
			}
		}
	}
	menu := discord.StringSelect{CustomID: e.id(customid.TableOf{}), Placeholder: e.say("staff.tables", "n", len(order))}
	for _, at := range first(order, maxOptions) {
		match, l := s.Match(at.Round, at.Match)
		e := e.at(at.Round, at.Match)
		names := make([]string, 0, l.N)
		for _, n := range wording.Seated(l) {
			names = append(names, e.label(n))
		}
		table := e.table(at.Round, at.Match)
		if at.Round != r.Number {
			table = string(e.where(at.Round, at.Match))
		}
		o := discord.SelectOption{Label: discord.Cut(table+": "+strings.Join(names, " – "), wire.MaxOptionText), Value: customid.PlaceValue(at)}
		switch {
		case match.Disputed:
			o.Description = e.say("pairings.disputed")
		case match.Report != nil:
			o.Description = e.say("pairings.reported")
		}
		menu.Options = append(menu.Options, o)
	}
	return menu
}

// TablePanel shows organisers one table with all possible decisions.
func TablePanel(e Env, round, match int) discord.Message {
	e = e.at(round, match)
	s := e.state()
	m, l := s.Match(round, match)
	if m == nil || l.N < 2 {
		return e.withdrawn()
	}
	p := e.titled(layout.Late, string(e.where(round, match)))
	p.Text(strings.Join(e.names(wording.Seated(l)), " – "))
	p.Lines(e.matchState(round, match, 0)...)
	e.tableBoards(p, round, match)
	if m.Disputed {
		p.Text(e.quoted(m.Dispute))
	} else if m.Judge > 0 {
		p.Text(e.quoted(m.Judge))
	}
	if m.Confirmed || !slices.Contains(s.OpenRounds(), round) {
		p.Accent = layout.Quiet
		if m.Confirmed && slices.Contains(e.changeable(), round) {
			p.Buttons(e.chooseRuling(p, round, match)...)
		}
		return p.Message()
	}
	p.Buttons(slices.Concat(e.takeButtons(round, match), e.chooseRuling(p, round, match), e.moreTime(round, match))...)
	return p.Message()
}

// changeable returns the rounds with results that can be changed, newest first: not those
// by which an elimination was seeded.
func (e Env) changeable() (rounds []int) {
	s := e.state()
	from := 1
	if st := s.Elimination(); st != nil {
		from = st.FirstRound
	}
	for r := len(s.Rounds); r >= from && s.Phase == tournament.Running; r-- {
		if s.Rounds.At(r).Status >= tournament.Started {
			rounds = append(rounds, r)
		}
	}
	return rounds
}

// maxNews bounds the lines of news in the panel.
const maxNews = 5

// staffNews names the players who left or joined since the round was published.
func (e Env) staffNews() []string {
	s := e.state()
	if s.Phase != tournament.Running {
		return nil
	}
	gone := e.undone()
	var out []string
	for i := len(e.Snap.Log) - 1; i >= 0 && len(out) < maxNews; i-- {
		env := &e.Snap.Log[i]
		if gone[env.Seq] {
			continue
		}
		switch ev := env.Event.(type) {
		case *tournament.RoundPublished, *tournament.EventStarted:
			return out
		case *tournament.PlayerDropped:
			out = append(out, wording.Joined(logline.Dropped(e.about(), env.Seq, ev), e.because(ev)))
		case *tournament.PlayerDisqualified:
			out = append(out, wording.Joined(e.say("dropped.disqualified", "player", notice.Player(ev.Player)), e.because(ev)))
		case *tournament.SeatTaken:
			out = append(out, logline.Line(e.about(), *env))
		case *tournament.PlayerRegistered:
			if ev.Waiting { // on the waiting list; SeatTaken reports the seat
				continue
			}
			line := e.say("staff.late", "player", e.mention(ev.Player))
			for _, n := range wording.LateCost(s, ev.Player) {
				if n.Code != wording.RuleOfLate {
					line += " " + e.words().Notice(n)
				}
			}
			out = append(out, line)
		}
	}
	return out
}

// because returns an organiser's reason why a player is out, unless the panel stands where
// all read it. The log of the organisers has it then.
func (e Env) because(ev tournament.Event) string {
	if s := e.state(); s.Settings.TOChannel == "" || s.Settings.TOChannel == s.Channel {
		return ""
	}
	return logline.Because(e.about(), ev)
}

// staffOnDuty names the staff of the event and pings them if they were called after the
// event called.
func (e Env) staffOnDuty(p *layout.Panel, called int64) {
	var names, users []string
	duty := e.state().Duty
	if len(duty) == 0 {
		duty = []int{e.state().Creator}
		if e.StaffRole != "" {
			names = append(names, discord.MentionRole(e.StaffRole))
		}
	}
	for _, no := range duty {
		if user := e.Snap.Book.Person(no).User; user != "" {
			names, users = append(names, discord.MentionUser(user)), append(users, user)
		}
	}
	if len(names) == 0 {
		return
	}
	p.Small("staff.on_duty", "people", e.list(names))
	for i := len(e.Snap.Log) - 1; i >= 0 && e.Snap.Log[i].Seq > called; i-- {
		if posted.CallsStaff(e.state(), e.Snap.Log[i].Event) {
			p.Ping(users...)
			if len(e.state().Duty) == 0 && e.StaffRole != "" {
				p.Roles = []string{e.StaffRole}
			}
			return
		}
	}
}

// nextButtons returns the buttons for the next step of an event and its alternatives.
func (e Env) nextButtons() []discord.Button {
	s := e.state()
	button := func(style discord.ButtonStyle, key notice.Code, p customid.Panel) discord.Button {
		return discord.Button{Style: style, Label: e.say(key), CustomID: e.id(p)}
	}
	switch s.NextStep() {
	case tournament.StepOpen:
		return []discord.Button{button(discord.Success, "button.open", customid.Open{})}
	case tournament.StepStart:
		start := button(discord.Success, "button.start", customid.Start{})
		if s.Phase == tournament.CheckIn || s.Waits() {
			return []discord.Button{start}
		}
		return []discord.Button{start, button(discord.Secondary, "button.start_check_in", customid.StartCheckIn{})}
	case tournament.StepPublish:
		return PublishButtons(e)
	case tournament.StepClock:
		return []discord.Button{button(discord.Success, "button.start_round", customid.StartRound{Round: s.Current().Number})}
	case tournament.StepClose:
		switch r := s.Current(); {
		case s.ClockWaits():
			return []discord.Button{button(discord.Success, "button.start_round", customid.StartRound{Round: r.Number})}
		case s.Dated(r): // in StaffMore
			return nil
		case !r.TimeCalled:
			return []discord.Button{button(discord.Secondary, "button.close_round", customid.CloseRound{Round: r.Number})}
		}
		return []discord.Button{button(discord.Success, "button.close_round", customid.CloseRound{Round: s.Current().Number})}
	case tournament.StepSeats, tournament.StepPack, tournament.StepBuild:
		return e.draftButtons(false)
	case tournament.StepCut:
		return []discord.Button{button(discord.Success, "button.cut", customid.Cut{})}
	case tournament.StepFinish:
		if tie := e.tieButtons(); len(tie) > 0 {
			return tie
		}
		return []discord.Button{button(discord.Success, "button.finish", customid.Finish{})}
	case tournament.NoStep:
		return nil
	default:
		return []discord.Button{button(discord.Success, "button.pair", customid.Pair{Round: len(s.Rounds) + 1})}
	}
}

// PublishButtons returns the buttons to publish or show a preview.
func PublishButtons(e Env) []discord.Button {
	r := e.state().Preview
	return []discord.Button{
		{Style: discord.Success, Label: e.say("button.publish"), CustomID: e.id(customid.Publish{Round: r.Number, Seq: r.PublishedSeq})},
		{Label: e.say("button.preview"), CustomID: e.id(customid.Preview{})},
	}
}

// staffTools returns buttons for occasional tasks of an organiser.
func (e Env) staffTools() []discord.Button {
	s := e.state()
	var out []discord.Button
	if _, players := missing.Players(s); len(players) > 0 {
		out = append(out, discord.Button{Label: e.say("button.remind"), CustomID: e.id(customid.Remind{})})
	}
	if r := s.Current(); s.Phase == tournament.Running && r != nil && r.Status == tournament.Started && !r.Deadline.IsZero() && !s.Correspondence() {
		out = append(out, discord.Button{Label: e.say("button.extend", "n", 5), CustomID: e.id(customid.Extend{Round: r.Number, Minutes: 5})})
	}
	if e.repairable() {
		out = append(out, discord.Button{Label: e.say("button.repair"), CustomID: e.id(customid.StaffOpen{What: "repair"})})
	}
	return append(
		out,
		discord.Button{Label: e.say("button.undo"), CustomID: e.id(customid.UndoAsk{})},
		discord.Button{Label: e.say("button.more"), CustomID: e.id(customid.More{})},
	)
}

// repairable reports whether there are pairings that can be repaired.
func (e Env) repairable() bool {
	s := e.state()
	if s.Phase != tournament.Running || s.Preview != nil {
		return s.Preview != nil && !rules.IsElimination(s.Preview.Stage)
	}
	r := s.Current()
	return r != nil && r.Status != tournament.Done && !rules.IsElimination(r.Stage)
}

// StaffModal returns a form for an organiser's action on players or the round; false if
// there is no form of that name. Its fields are the options of the command.
func StaffModal(e Env, what string) (discord.Modal, bool) {
	s := e.state()
	m := discord.Modal{CustomID: e.id(customid.StaffForm{What: what}), Title: e.say("staff.form." + notice.Code(what))}
	field := func(key notice.Code, hint string, input discord.Component) {
		m.Components = append(m.Components, discord.Label{Text: e.say(key), Description: hint, Input: input})
	}
	switch what {
	case "repair":
		menu := discord.StringSelect{CustomID: "what"}
		for _, value := range []string{"swap", "pair", "bye", "add", "withdraw"} {
			menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Cut(e.say("cmd.round_repair.with_what_"+notice.Code(value)), wire.MaxOptionText), Value: value})
		}
		field("staff.form.what", "", menu)
		field("staff.form.player", "", e.playerField("player", false))
		field("staff.form.second", e.say("staff.form.second_hint"), e.playerField("other", true))
	case "result":
		menu := discord.StringSelect{CustomID: "round"}
		for i, r := range first(e.changeable(), maxOptions) {
			menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Cut(e.round(r), wire.MaxOptionText), Value: strconv.Itoa(r), Default: i == 0})
		}
		if len(menu.Options) == 0 {
			return m, false
		}
		field("staff.form.round", "", menu)
		field("staff.form.player", "", e.memberField("player", false, func(n int) bool { return s.Players.At(n).Status == tournament.Registered }))
	case "add":
		field("staff.form.member", e.say("staff.form.member_hint"), discord.EntitySelect{Kind: discord.Users, CustomID: "member", Optional: true, Min: new(0), Max: 1})
		field("join.name", "", discord.TextInput{CustomID: FieldName, Paragraph: true, Optional: true, Max: 1000})
		if len(s.Settings.Divisions) > 0 {
			menu := discord.StringSelect{CustomID: FieldDivision}
			for _, d := range first(s.Settings.Divisions, maxOptions) {
				menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Plain(d, wire.MaxOptionText), Value: d})
			}
			field("join.division", "", menu)
		}
	case "drop":
		field("staff.form.player", "", e.playerField("player", false))
		field("staff.form.reason", "", discord.TextInput{CustomID: FieldReason, Optional: true, Max: 500})
	case "announce":
		field("staff.form.text", "", discord.TextInput{CustomID: "text", Paragraph: true, Min: 1, Max: 1500})
	default:
		return m, false
	}
	return m, true
}

// playerField returns the field for an active player.
func (e Env) playerField(id string, optional bool) discord.Component {
	s := e.state()
	return e.memberField(id, optional, func(n int) bool { return s.Taking(n) || s.Players.At(n).Status == tournament.Waiting })
}

// memberField returns a field for one of the matching players: a menu or, if that has no
// room for all, a text field for the name.
func (e Env) memberField(id string, optional bool, is func(n int) bool) discord.Component {
	menu := discord.StringSelect{CustomID: id}
	if optional {
		menu.Optional, menu.Min = true, new(0)
	}
	for n := 1; n <= len(e.state().Players); n++ {
		if is(n) {
			menu.Options = append(menu.Options, discord.SelectOption{Label: discord.Cut(e.label(n), wire.MaxOptionText), Value: fmt.Sprintf("p%d", n)})
		}
	}
	if len(menu.Options) == 0 || len(menu.Options) > maxOptions {
		return discord.TextInput{CustomID: id, Optional: menu.Optional, Max: 100, Placeholder: e.say("staff.form.typed")}
	}
	return menu
}

// StaffMore returns the buttons for which the panel has no room, for a user.
func StaffMore(e Env, user string) discord.Message {
	s := e.state()
	p := e.titled(layout.Event, string(e.title()))
	p.Text(e.headline())
	buttons := []discord.Button{
		{Label: e.say("button.settings"), CustomID: e.id(customid.Settings{})},
		{Label: e.say("button.players"), CustomID: e.id(customid.Roster{})},
		{Label: e.say("button.log"), CustomID: e.id(customid.Log{Staff: true})},
	}
	if r := s.Current(); s.Phase == tournament.Running && r != nil && r.Status == tournament.Started && !r.Deadline.IsZero() {
		key := notice.Code("button.pause")
		if !r.PausedAt.IsZero() {
			key = "button.resume"
		}
		buttons = append(buttons, discord.Button{Label: e.say(key), CustomID: e.id(customid.Clock{Round: r.Number, Stop: r.PausedAt.IsZero()})})
		if s.Dated(r) {
			buttons = append(buttons, discord.Button{Label: e.say("button.close_round"), CustomID: e.id(customid.CloseRound{Round: r.Number})})
		}
	}
	if s.Phase < tournament.Finished {
		on, key := !slices.Contains(s.Duty, e.Snap.Book.ByUser(user)), notice.Code("button.duty")
		if !on {
			key = "button.duty_off"
		}
		buttons = append(buttons, discord.Button{Label: e.say(key), CustomID: e.id(customid.Duty{On: on})})
		for _, what := range []notice.Code{"result", "add", "drop", "announce"} {
			if what == "result" && len(e.changeable()) == 0 {
				continue
			}
			buttons = append(buttons, discord.Button{Label: e.say("staff.form." + what), CustomID: e.id(customid.StaffOpen{What: string(what)})})
		}
		buttons = append(buttons, discord.Button{Style: discord.Danger, Label: e.say("button.cancel_event"), CustomID: e.id(customid.CancelAsk{})})
	}
	p.Buttons(buttons...)
	return p.Message()
}
