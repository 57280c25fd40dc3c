package view

import (
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
	"topcut/tournament/notice"
)

const (
	// wordy is the largest number of questions asked in full sentences.
	wordy = 10
)

// Call returns the post of a round that calls people: those who have to confirm a result
// or, in a round of several days, have not played yet. It also says that time is short or
// up. It shows what is open up to the event upTo and pings those called after the event
// called: for each question the opponent, once. ok is false if there is no one to call.
func Call(e Env, round int, upTo, called int64) (m discord.Message, ok bool) {
	s := e.state()
	r := s.Round(round)
	if r == nil || s.Phase != tournament.Running || r.Status != tournament.Started && !s.Arranged() || upTo <= r.PublishedSeq {
		return m, false
	}
	asked, ruled, missed := posted.Questions(s, round, upTo), false, false
	m = e.fitted(func(e Env) discord.Message {
		p := e.titled(layout.Late, e.heading(round))
		if !s.Arranged() { // each match has its own
			e.callTime(p, r, called)
			ruled = e.changed(p, posted.Changes(s, e.Snap.Log, round, upTo), called)
			e.callUndone(p, round, upTo, called)
			missed = e.callMissed(p, round, upTo, called)
		}
		ok = len(p.Parts) > 1 || len(asked) > 0
		e.callQuestions(p, round, asked, called)
		report := discord.Button{Style: discord.Primary, Label: e.say("button.report"), CustomID: e.id(customid.Report{})}
		if missed { // for each at their own table
			p.Buttons(e.hereButton(tournament.Place{Round: round}))
		}
		switch {
		case len(asked) == 0 && ruled:
			p.Buttons(report, discord.Button{Label: e.say("button.judge"), CustomID: e.id(customid.Judge{})})
		case len(asked) == 0:
			p.Buttons(report)
		case len(asked) > posted.AtOnce(s): // users whose own question is not listed see it before they confirm
			report.Label = e.say("button.answer")
			p.Buttons(report)
		default:
			newest := int64(0)
			for _, q := range asked {
				newest = max(newest, q.Seq)
			}
			p.Buttons(
				discord.Button{Style: discord.Success, Label: e.say("button.confirm"), CustomID: e.id(customid.Confirm{Round: round, Report: newest})},
				discord.Button{Style: discord.Danger, Label: e.say("button.dispute"), CustomID: e.id(customid.Dispute{Round: round, Report: newest})},
				discord.Button{Label: e.say("button.my_match"), CustomID: e.id(customid.Status{})},
			)
		}
		return p.Message()
	})
	return m, ok
}

// callQuestions asks the opponents whether reports are right: the newest ones if there is
// no room for all.
func (e Env) callQuestions(p *layout.Panel, round int, asked []posted.Question, called int64) {
	s := e.state()
	shown := asked[max(0, len(asked)-posted.AtOnce(s)):]
	key := notice.Code("asked.question")
	if len(shown) > wordy || e.halved > 0 {
		key = "asked.short"
	}
	lines := make([]string, 0, len(shown)+1)
	for _, q := range shown {
		e := e.at(round, q.Match)
		m, l := s.Match(round, q.Match)
		var others []int
		for _, n := range s.PlayingAt(tournament.Place{Round: round, Match: q.Match}) {
			if n != m.Report.Player && len(e.users([]int{n})) > 0 {
				others = append(others, n)
			}
		}
		if q.Asked > called {
			p.Ping(e.users(others)...)
		}
		line := e.say(key, "players", text.Raw(strings.Join(e.mentions(others), " ")), "reporter", notice.Player(m.Report.Player),
			"table", tournament.TableName(q.Match, l), "result", text.Raw(e.result(wording.Reported(l, m.Report))))
		if at := s.SilenceAt(round, q.Match); !at.IsZero() && key == "asked.question" {
			line += " " + e.say("match.auto_confirm", "relative", relative(at))
		}
		lines = append(lines, line)
	}
	if left := len(asked) - len(shown); left > 0 {
		lines = append(lines, e.say("asked.more", "n", left))
	}
	p.Lines(lines...)
}

// callTime says that time is short or up, with the ruleset's text on how a match ends
// then. Only in an event that runs by itself does a clock decide a match.
func (e Env) callTime(p *layout.Panel, r *tournament.Round, called int64) {
	s := e.state()
	if r.Deadline.IsZero() || !r.PausedAt.IsZero() || len(s.Blocking(r.Number)) == 0 {
		return
	}
	late := func(since time.Time, key notice.Code) {
		if lag := e.Now.Sub(since); lag >= time.Minute && called < e.lastClock(r.Number) {
			p.Small(key, "relative", relative(since), "span", e.span(lag))
		}
	}
	switch {
	case r.TimeCalled:
		p.Accent = layout.Trouble
		p.Text("**" + e.say("clock.time", "where", text.Raw(e.round(r.Number))) + "**")
		if s.Correspondence() {
			p.Say("clock.time_days")
		} else if own := s.Rules.EndOfMatch(s.ClockStage(r)); own != "" {
			p.Text(e.quote(own))
		} else {
			p.Say("clock.finish")
		}
		late(r.Deadline, "clock.late")
		p.Say("clock.missing", "n", len(s.Blocking(r.Number)))
	case len(r.Warned) > 0:
		before := slices.Min(r.Warned)
		p.Say("clock.left", "span", e.span(time.Duration(before)*time.Minute), "time", e.by(r.Deadline))
		late(r.Deadline.Add(-time.Duration(before)*time.Minute), "clock.reminder_late")
		if s.Correspondence() {
			e.stillPlaying(p, r.Number, e.lastClock(r.Number) > called)
		}
	}
	var tables []int // a table has its time for all its boards
	for _, i := range s.Blocking(r.Number) {
		if i = whole(i); !slices.Contains(tables, i) {
			tables = append(tables, i)
		}
	}
	for _, i := range tables {
		m, l := s.Match(r.Number, i)
		if !m.TimeCalled || m.Extra <= 0 {
			continue
		}
		p.Accent = layout.Trouble
		e := e.at(r.Number, i)
		p.Say("clock.time_table", "where", text.Raw(e.table(r.Number, i)), "players", text.Raw(strings.Join(e.mentions(wording.Seated(l)), " – ")))
		if e.lastClock(r.Number) > called {
			p.Ping(e.users(wording.Seated(l))...)
		}
	}
}

// mostUndone bounds the undos that a call says: the newest.
const mostUndone = 3

// callUndone says which undos ask players of the round anew, and pings the others whom they
// concern.
func (e Env) callUndone(p *layout.Panel, round int, upTo, called int64) {
	seqs := posted.AsksAnew(e.state(), e.Snap.Log, round, upTo)
	for _, seq := range seqs[max(0, len(seqs)-mostUndone):] {
		e.tookBack(p, e.Snap.Log.At(seq).Event.(*tournament.Retracted), seq, seq > called)
	}
}

// lastClock returns the last event at which the clock of a round called people.
func (e Env) lastClock(round int) int64 {
	for i := len(e.Snap.Log) - 1; i >= 0; i-- {
		switch ev := e.Snap.Log[i].Event.(type) {
		case *tournament.ClockReminded:
			if ev.Round == round {
				return e.Snap.Log[i].Seq
			}
		case *tournament.TimeCalled:
			if ev.Round == round {
				return e.Snap.Log[i].Seq
			}
		case *tournament.RoundPublished:
			return 0
		}
	}
	return 0
}

// stillPlaying names the players of open matches and may ping them.
func (e Env) stillPlaying(p *layout.Panel, round int, ping bool) {
	s := e.state()
	var words []string
	open := s.Blocking(round)
	for n, m := range open {
		_, l := s.Match(round, m)
		e := e.at(round, m)
		if n*int(l.N)*max(1, s.Settings.Crew) > wire.MaxMentionIDs-posted.AskedAtOnce {
			words = append(words, e.say("bracket.more", "n", len(open)-n))
			break
		}
		words = append(words, strings.Join(e.mentions(wording.Seated(l)), " – "))
		if ping {
			p.Ping(e.users(wording.Seated(l))...)
		}
	}
	p.Say("clock.still_open", "matches", text.Raw(strings.Join(words, " · ")))
}
