package view

import (
	"fmt"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/drawing"
	"topcut/commands/layout"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/pods"
	"topcut/tournament/stage"
)

// DraftSeats returns the public post of a page of the seating plan: the seats as a
// picture and in words, and the pairings of round 1. seq is the event that drew the
// seats; if they were drawn again since, the post says so.
func DraftSeats(e Env, seq int64, page int) discord.Message {
	ev := e.seated(seq)
	if ev == nil {
		return e.withdrawn()
	}
	s := e.state()
	if s.Draft == nil || s.Draft.Attempt != ev.Attempt {
		p := e.panel(layout.Quiet, "draft.seats", "event", e.title())
		p.Say("draft.seats_anew")
		return p.Message()
	}
	return e.fitted(func(e Env) discord.Message {
		part, page := layout.PageOf(ev.Pods, page, posted.DraftPods)
		p := e.panel(layout.Event, "draft.seats", "event", e.title())
		var tables []layout.Figure
		for i, seats := range part {
			pod := page*posted.DraftPods + i + 1
			tables = append(tables, layout.Figure{Name: fmt.Sprintf("seats-%d", pod), Drawing: drawing.Seats(e.about(), pod, len(ev.Pods), seats)})
		}
		p.Gallery(e.draws(), tables...)
		for i, seats := range part {
			if len(ev.Pods) > 1 {
				p.Text("**" + e.say("group.pod", "number", page*posted.DraftPods+i+1) + "**")
			}
			lines := make([]string, 0, len(seats)+1)
			for at, n := range seats {
				lines = append(lines, fmt.Sprintf("`%*d` %s", len(fmt.Sprint(len(seats))), at+1, e.mention(n)))
			}
			p.Lines(append(lines, "-# "+e.opposite(len(seats)))...)
			p.Ping(e.users(seats)...)
		}
		if s.Draft.Pack == 0 && s.Build == nil && len(s.Rounds) == 0 {
			p.Small("draft.take_seats")
		}
		p.Buttons(discord.Button{Label: e.say("button.status"), CustomID: e.id(customid.Status{})})
		return p.Message()
	})
}

// seated returns the seating drawn by the event seq if it is still valid.
func (e Env) seated(seq int64) *tournament.DraftSeated {
	if env := e.event(seq); env != nil {
		if ev, ok := env.Event.(*tournament.DraftSeated); ok {
			return ev
		}
	}
	return nil
}

// opposite says which seats of a pod meet in round 1, and whether one faces the empty
// seat (docs/rules/magic.md#mtg-15, MTG-17).
func (e Env) opposite(size int) string {
	pairs, vacant := pods.DraftFirstRound(size)
	words := make([]string, len(pairs))
	for i, p := range pairs {
		words[i] = fmt.Sprintf("%d-%d", p[0], p[1])
	}
	out := e.say("draft.round1", "pairs", text.Raw(strings.Join(words, " · ")))
	if vacant > 0 {
		out += " " + e.say("draft.bye", "seat", vacant)
	}
	return out
}

// DraftPack returns the public post that opens a pack, with the direction in which it is
// passed (docs/rules/magic.md#mtg-10 to MTG-12). seq is its event.
func DraftPack(e Env, seq int64) discord.Message {
	ev, ok := eventOf[*tournament.PackOpened](e, seq)
	if !ok {
		return e.withdrawn()
	}
	s := e.state()
	title, pass, small := notice.Code("draft.pack_right"), notice.Code("draft.pass_right"), notice.Code("draft.right")
	if ev.Left {
		title, pass, small = "draft.pack_left", "draft.pass_left", "draft.left"
	}
	p := e.panel(layout.Clock, title, "pack", ev.Pack)
	if s.Draft == nil || s.Draft.Pack != ev.Pack || s.Build != nil || len(s.Rounds) > 0 {
		p.Accent = layout.Quiet
		p.Say("draft.pack_over")
		return p.Message()
	}
	p.Say(pass, "pack", ev.Pack)
	p.Small(small)
	return p.Message()
}

// DeckBuilding returns the public post with the clock for deck building. It changes its
// colour once, five minutes before the end, and says when time is up
// (docs/rules/magic.md#mtg-13, MTG-14). seq is the event that started the clock.
func DeckBuilding(e Env, seq int64) discord.Message {
	ev, ok := eventOf[*tournament.DeckBuilding](e, seq)
	if !ok {
		return e.withdrawn()
	}
	s := e.state()
	p := e.panel(layout.Clock, "build.title")
	switch b := s.Build; {
	case b == nil || b.Over || len(s.Rounds) > 0 || !b.StartedAt.Equal(e.Snap.Log.At(seq).Time):
		p.Accent = layout.Quiet
		p.Say("build.over")
		return p.Message()
	case ev.Deadline.IsZero():
		p.Say("build.untimed")
	default:
		p.Say("build.until", "time", e.by(ev.Deadline))
		if b.Reminded {
			p.Accent = layout.Late
		}
	}
	p.Lines(e.rulebook().Subjects(s.Rules.Moments.Build)...)
	if s.Settings.Decks != tournament.DecksNone {
		p.Say("build.hand_in", "deck", e.command("deck submit"))
		p.Buttons(discord.Button{Style: discord.Primary, Label: e.say("button.deck"), CustomID: e.id(customid.DeckOpen{})})
	}
	return p.Message()
}

// BuildReminder returns the post five minutes before decks must be built
// (docs/rules/magic.md#mtg-14).
func BuildReminder(e Env) discord.Message {
	s := e.state()
	p := e.panel(layout.Late, "build.left", "span", e.span(tournament.BuildReminder))
	if s.Build == nil || s.Build.Over || len(s.Rounds) > 0 {
		p.Accent = layout.Quiet
		p.Say("build.over")
		return p.Message()
	}
	p.Say("build.finish", "time", e.by(s.Build.Deadline))
	return p.Message()
}

// BuildOver returns the post at the end of deck building. Players who are not ready face
// no automatic consequence: the organisers decide.
func BuildOver(e Env) discord.Message {
	p := e.panel(layout.Trouble, "build.time")
	if len(e.state().Rounds) > 0 {
		p.Accent = layout.Quiet
		return p.Message()
	}
	p.Say("build.down")
	return p.Message()
}

// DraftStep returns the organisers' panel of a draft: what was done, and the buttons for
// the next step.
func DraftStep(e Env, done string) discord.Message {
	p := e.panel(layout.Event, "draft.title", "event", e.title())
	p.Text(done)
	p.Buttons(e.draftButtons(true)...)
	return p.Message()
}

// draftButtons returns the next steps of a draft before round 1. If again is set, one
// redraws the seats. There are none outside a draft or once a round is published.
func (e Env) draftButtons(again bool) []discord.Button {
	s := e.state()
	if !s.Settings.Stages.Prepares(stage.Draft) || s.Phase != tournament.Running || len(s.Rounds) > 0 || s.Preview != nil {
		return nil
	}
	button := func(style discord.ButtonStyle, label string, p customid.Panel) discord.Button {
		return discord.Button{Style: style, Label: label, CustomID: e.id(p)}
	}
	switch {
	case s.Draft == nil:
		return []discord.Button{button(discord.Primary, e.say("draft.button.seats"), customid.DraftSeats{})}
	case s.Build != nil:
		return []discord.Button{{Style: discord.Primary, Label: e.say("button.pair"), CustomID: e.id(customid.Pair{Round: 1})}}
	case s.Draft.Pack == 0:
		out := []discord.Button{button(discord.Primary, e.say("draft.button.pack", "pack", 1), customid.DraftPack{Pack: 1})}
		if again {
			out = append(out, button(discord.Secondary, e.say("draft.button.seats_anew"), customid.DraftSeats{Attempt: s.Draft.Attempt + 1}))
		}
		return out
	}
	build := button(discord.Primary, e.say("draft.button.build"), customid.DraftBuild{})
	if s.Draft.Pack >= pods.Packs {
		return []discord.Button{build}
	}
	return []discord.Button{button(discord.Primary, e.say("draft.button.pack", "pack", s.Draft.Pack+1), customid.DraftPack{Pack: s.Draft.Pack + 1}), build}
}

// beforeRound1 describes the state of a started event that has no round yet.
func (e Env) beforeRound1() string {
	s := e.state()
	switch {
	case s.Build != nil && (s.Build.Over || s.Build.Deadline.IsZero()):
		return e.say("draft.now.built")
	case s.Build != nil:
		return e.say("draft.now.building", "time", e.by(s.Build.Deadline))
	case s.Draft != nil && s.Draft.Pack > 0:
		return e.say("draft.now.pack", "pack", s.Draft.Pack)
	case s.Draft != nil:
		return e.say("draft.now.seats")
	}
	return e.say("draft.now.started")
}

// draftSeat describes a player's seat in the draft; "" outside one.
func (e Env) draftSeat(player int) text.Raw {
	s := e.state()
	if s.Draft == nil {
		return ""
	}
	for pod, seats := range s.Draft.Pods {
		for at, n := range seats {
			switch {
			case n != player:
			case len(s.Draft.Pods) > 1:
				return text.Raw(e.say("draft.pod_seat", "pod", pod+1, "seat", at+1))
			default:
				return text.Raw(e.say("draft.seat", "seat", at+1))
			}
		}
	}
	return ""
}

// nextInDraft says what a player does next before round 1.
func (e Env) nextInDraft(player int) string {
	s := e.state()
	seat := e.draftSeat(player)
	switch {
	case s.Build != nil && !s.Build.Over && !s.Build.Deadline.IsZero():
		return e.say("build.until", "time", e.by(s.Build.Deadline))
	case s.Build != nil && !s.Build.Over:
		return e.say("build.untimed")
	case s.Build != nil || seat == "":
		return e.say("next.pairings")
	case s.Draft.Pack > 0 && pods.PassesLeft(s.Draft.Pack):
		return e.say("draft.next_left", "pack", s.Draft.Pack, "seat", seat)
	case s.Draft.Pack > 0:
		return e.say("draft.next_right", "pack", s.Draft.Pack, "seat", seat)
	}
	return e.say("draft.next_seat", "seat", seat)
}
