package view

import (
	"fmt"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
	"topcut/tournament/pods"
)

// Steps of a draft, as the buttons of DraftStep name them.
const (
	StepSeats = "seats" // draw the seats: the attempt it is
	StepPack  = "pack"  // open a pack: its number
	StepBuild = "build" // start the clock for building decks
)

// podsPerPage keeps a post of seats below a hundred pings.
const podsPerPage = 4

// DraftPages returns how many posts the seats of a draft take.
func DraftPages(seated *tournament.DraftSeated) int { return pagesOf(len(seated.Pods), podsPerPage) }

// DraftSeats is the public post of a page of the seating plan: who sits where,
// as a picture and in words, and who meets whom in round 1. seq is the number of the event that drew the
// seats; where they were drawn anew since, the post says so.
func DraftSeats(e Env, seq int64, page int) discord.Message {
	ev := e.seated(seq)
	if ev == nil {
		return Withdrawn(e, "The seats of the draft")
	}
	s := e.state()
	p := newPanel(accentEvent, "Seats of the draft, %s", e.title())
	if s.Draft == nil || s.Draft.Attempt != ev.Attempt {
		p.accent = accentQuiet
		p.text("The seats were drawn anew; these no longer hold.")
		return p.message()
	}
	return e.fitted(func(e Env) discord.Message {
		part, page := pageOf(ev.Pods, page, podsPerPage)
		p := newPanel(accentEvent, "Seats of the draft, %s", e.title())
		var tables []Figure
		for i, seats := range part {
			tables = append(tables, e.seatingFigure(page*podsPerPage+i+1, len(ev.Pods), seats))
		}
		p.gallery(e, tables...)
		for i, seats := range part {
			if len(ev.Pods) > 1 {
				p.text("**Pod %d**", page*podsPerPage+i+1)
			}
			lines := make([]string, 0, len(seats)+1)
			for at, n := range seats {
				lines = append(lines, fmt.Sprintf("`%*d` %s", len(fmt.Sprint(len(seats))), at+1, e.mention(n)))
			}
			p.lines(append(lines, "-# "+opposite(len(seats)))...)
			p.ping(e.users(seats)...)
		}
		if s.Draft.Pack == 0 && s.Build == nil && len(s.Rounds) == 0 {
			p.note("Seats go clockwise around the table. Take yours; pack 1 is opened when everybody sits.")
		}
		p.buttons(discord.Button{Label: "My status", CustomID: e.id(customid.Status)})
		return p.message()
	})
}

// seated returns the drawing of seats with a sequence number where it still
// counts.
func (e Env) seated(seq int64) *tournament.DraftSeated {
	if env := e.event(seq); env != nil {
		if ev, ok := env.Event.(*tournament.DraftSeated); ok {
			return ev
		}
	}
	return nil
}

// opposite says which seats of a pod meet in round 1, and whether one of them
// faces the empty seat (MTG-15, MTG-17).
func opposite(size int) string {
	pairs, vacant := pods.DraftFirstRound(size)
	words := make([]string, len(pairs))
	for i, p := range pairs {
		words[i] = fmt.Sprintf("%d-%d", p[0], p[1])
	}
	text := "Round 1, opposite seats: " + strings.Join(words, ", ") + "."
	if vacant > 0 {
		text += fmt.Sprintf(" Seat %d faces the empty seat and has the bye.", vacant)
	}
	return text
}

// direction says where a pack goes.
func direction(left bool) string {
	if left {
		return "left"
	}
	return "right"
}

// DraftPack is the public post that opens a pack, with the direction in which it
// is passed (MTG-10 to MTG-12). seq is the number of its event.
func DraftPack(e Env, seq int64) discord.Message {
	env := e.event(seq)
	if env == nil {
		return Withdrawn(e, "A pack of the draft")
	}
	ev, ok := env.Event.(*tournament.PackOpened)
	if !ok {
		return Withdrawn(e, "A pack of the draft")
	}
	s := e.state()
	p := newPanel(accentClock, "Pack %d: pass to the %s", ev.Pack, direction(ev.Left))
	if s.Draft == nil || s.Draft.Pack != ev.Pack || s.Build != nil || len(s.Rounds) > 0 {
		p.accent = accentQuiet
		p.text("This pack is drafted.")
		return p.message()
	}
	p.text("Open pack %d, take a card and pass the rest to the **%s**.", ev.Pack, direction(ev.Left))
	if ev.Left {
		p.note("To the left is from seat 1 to seat 2, and so on.")
	} else {
		p.note("To the right is from seat 2 to seat 1, and so on.")
	}
	return p.message()
}

// DeckBuilding is the public post with the clock for building decks. It changes
// its colour once, five minutes before the end, and says when time is up
// (MTG-13, MTG-14). seq is the number of the event that started the clock.
func DeckBuilding(e Env, seq int64) discord.Message {
	env := e.event(seq)
	if env == nil {
		return Withdrawn(e, "The clock for building decks")
	}
	ev, ok := env.Event.(*tournament.DeckBuilding)
	if !ok {
		return Withdrawn(e, "The clock for building decks")
	}
	s := e.state()
	p := newPanel(accentClock, "Deck building")
	switch b := s.Build; {
	case b == nil || b.Over || len(s.Rounds) > 0 || !b.StartedAt.Equal(env.Time):
		p.accent = accentQuiet
		p.text("The time for building decks is over.")
		return p.message()
	case ev.Deadline.IsZero():
		p.text("Build your decks. There is no time limit; the organisers say when round 1 begins.")
	default:
		p.text("Build your decks. Time until **%s**, %s.", discord.Timestamp(ev.Deadline, 't'), discord.Relative(ev.Deadline))
		if b.Reminded {
			p.accent = accentLate
		}
	}
	if s.Settings.Decks != tournament.DecksNone {
		p.text("Then hand in what you play: %s.", e.command("deck submit"))
		p.buttons(discord.Button{Style: discord.Primary, Label: "Hand in deck", CustomID: e.id(customid.DeckOpen)})
	}
	return p.message()
}

// BuildReminder is the post five minutes before decks must be built (MTG-14).
func BuildReminder(e Env) discord.Message {
	s := e.state()
	p := newPanel(accentLate, "Deck building: %s left", duration(tournament.BuildReminder))
	if s.Build == nil || s.Build.Over || len(s.Rounds) > 0 {
		p.accent = accentQuiet
		p.text("The time for building decks is over.")
		return p.message()
	}
	p.text("Finish your deck and add your lands, or what your game has instead. Time until **%s**, %s.",
		discord.Timestamp(s.Build.Deadline, 't'), discord.Relative(s.Build.Deadline))
	return p.message()
}

// BuildOver is the post at the end of the time for building decks. Nobody loses
// by it: the organisers decide about whoever is not ready.
func BuildOver(e Env) discord.Message {
	p := newPanel(accentTrouble, "Time: decks are built")
	if len(e.state().Rounds) > 0 {
		p.accent = accentQuiet
		return p.message()
	}
	p.text("Put your deck down. The pairings of round 1 come next.")
	return p.message()
}

// DraftStep is the organisers' panel of a draft: what was done, and the buttons
// for what comes next.
func DraftStep(e Env, done string) discord.Message {
	p := newPanel(accentEvent, "Draft of %s", e.title())
	p.text("%s", done)
	p.buttons(e.draftButtons(true)...)
	return p.message()
}

// draftButtons are the next steps of a draft before round 1; again offers to
// draw the seats anew. There are none outside a draft or once a round is
// published.
func (e Env) draftButtons(again bool) []discord.Button {
	s := e.state()
	if s.Settings.Format != tournament.FormatDraft || s.Phase != tournament.Running || len(s.Rounds) > 0 || s.Preview != nil {
		return nil
	}
	button := func(style discord.ButtonStyle, label, step string, n int) discord.Button {
		return discord.Button{Style: style, Label: label, CustomID: e.id(customid.Draft, step, n)}
	}
	switch {
	case s.Draft == nil:
		return []discord.Button{button(discord.Primary, "Draw the seats", StepSeats, 0)}
	case s.Build != nil:
		return []discord.Button{{Style: discord.Primary, Label: "Pair the next round", CustomID: e.id(customid.Pair, 1)}}
	case s.Draft.Pack == 0:
		out := []discord.Button{button(discord.Primary, "Open pack 1", StepPack, 1)}
		if again {
			out = append(out, button(discord.Secondary, "Draw the seats anew", StepSeats, s.Draft.Attempt+1))
		}
		return out
	}
	return []discord.Button{
		button(discord.Primary, fmt.Sprintf("Open pack %d", s.Draft.Pack+1), StepPack, s.Draft.Pack+1),
		button(discord.Primary, "Build decks", StepBuild, 0),
	}
}

// beforeRound1 says where a started event stands that has no round yet.
func (e Env) beforeRound1() string {
	s := e.state()
	switch {
	case s.Build != nil && (s.Build.Over || s.Build.Deadline.IsZero()):
		return "Decks are built; round 1 comes next."
	case s.Build != nil:
		return "Decks are being built until " + discord.Timestamp(s.Build.Deadline, 't') + "."
	case s.Draft != nil && s.Draft.Pack > 0:
		return fmt.Sprintf("Pack %d of the draft is open.", s.Draft.Pack)
	case s.Draft != nil:
		return "The seats of the draft are drawn."
	}
	return "The event has started."
}

// draftSeat says where a player sits in the draft; empty outside one.
func (e Env) draftSeat(player int) string {
	s := e.state()
	if s.Draft == nil {
		return ""
	}
	for pod, seats := range s.Draft.Pods {
		for at, n := range seats {
			switch {
			case n != player:
			case len(s.Draft.Pods) > 1:
				return fmt.Sprintf("pod %d, seat %d", pod+1, at+1)
			default:
				return fmt.Sprintf("seat %d", at+1)
			}
		}
	}
	return ""
}

// nextInDraft says what a player does before round 1.
func (e Env) nextInDraft(player int) string {
	s := e.state()
	seat := e.draftSeat(player)
	switch {
	case s.Build != nil && !s.Build.Over && !s.Build.Deadline.IsZero():
		return "Build your deck until " + discord.Timestamp(s.Build.Deadline, 't') + ", " + discord.Relative(s.Build.Deadline) + "."
	case s.Build != nil && !s.Build.Over:
		return "Build your deck. The organisers say when round 1 begins."
	case s.Build != nil || seat == "":
		return "Wait for the pairings of round 1."
	case s.Draft.Pack > 0:
		return fmt.Sprintf("Draft pack %d and pass to the %s. You sit in %s.", s.Draft.Pack, direction(pods.PassesLeft(s.Draft.Pack)), seat)
	}
	return "Take your place: " + seat + "."
}
