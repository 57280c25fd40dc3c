package rehearse

import (
	"fmt"
	"slices"

	"topcut/cmd/bot/rehearse/web"
	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/numbered"
)

// guide tells a newcomer to the page what to do: its four first steps, and the next one
// at any moment.
type guide struct {
	organiser *localdiscord.Person
	player    *localdiscord.Person // acted by the user in the four first steps
	vanished  map[string]bool      // user ids of people who do nothing
	office    string               // the channel with the organisers' panel
}

// first returns the four steps from joining to a confirmed result.
func (g guide) first(snap *tournament.Snapshot) []web.Step {
	s, me := snap.State, g.player
	if me == nil {
		return nil
	}
	opponent := web.Step{Person: me.ID(), Text: "Confirm as the opponent"}
	joined, reported, confirmed := false, false, false
	for n := range numbered.All(s.Players) {
		if snap.User(n) != me.ID() {
			continue
		}
		joined = true
		for r := range len(s.Rounds) {
			m, l := s.Match(r+1, s.MatchOf(r+1, n))
			if m == nil || l.N < 2 {
				continue
			}
			confirmed = confirmed || l.Finished()
			reported = reported || m.Report != nil || confirmed
			for _, seat := range l.Players() {
				if other := int(seat) + 1; other != n && snap.User(other) != "" {
					opponent = web.Step{Person: snap.User(other), Text: "Confirm as " + snap.Name(other)}
				}
			}
		}
	}
	opponent.Done = confirmed
	return []web.Step{
		{Person: me.ID(), Text: "Join as " + me.Name(), Done: joined},
		{Person: g.organiser.ID(), Text: "Start as " + g.organiser.Name(), Done: s.Phase >= tournament.Running, Channel: g.office},
		{Person: me.ID(), Text: "Report as " + me.Name(), Done: reported},
		opponent,
	}
}

// next returns what the event waits for; the zero Step if the event is over. Players who
// have vanished are waited for only if there is no one else.
func (g guide) next(snap *tournament.Snapshot, people []*localdiscord.Person) web.Step {
	s := snap.State
	switch step := s.NextStep(); step {
	case tournament.NoStep:
		return web.Step{}
	case tournament.StepOpen:
		return g.organise("press Open registration")
	case tournament.StepStart:
		return g.beforeStart(snap, people)
	case tournament.StepClose:
		return g.inRound(snap)
	default:
		return g.organise(organiserSteps[step])
	}
}

// organiserSteps are the steps that an organiser takes between rounds.
var organiserSteps = map[tournament.Step]string{
	tournament.StepSeats: "seat the draft", tournament.StepPack: "open the first pack", tournament.StepBuild: "start deck building",
	tournament.StepPair: "pair the next round", tournament.StepPublish: "publish the pairings", tournament.StepClock: "start the round",
	tournament.StepCut: "make the cut", tournament.StepFinish: "finish the event",
}

func (g guide) organise(text string) web.Step {
	return web.Step{Person: g.organiser.ID(), Text: g.organiser.Name() + ": " + text, Channel: g.office}
}

// beforeStart returns the next step of an event that has not started: of a player, if
// there are too few players or if players are waited for.
func (g guide) beforeStart(snap *tournament.Snapshot, people []*localdiscord.Person) web.Step {
	s := snap.State
	in := map[string]bool{}
	for n, p := range numbered.All(s.Players) {
		user := snap.User(n)
		in[user] = true
		if p.Status != tournament.Registered || user == "" || g.vanished[user] {
			continue
		}
		if s.Phase == tournament.CheckIn && !p.CheckedIn {
			return web.Step{Person: user, Text: snap.Name(n) + ": check in"}
		}
		if s.Waits() && len(s.Mixing.By) < s.MixersNeeded() && !s.IsStaff(p.Person) && !slices.Contains(s.Mixing.By, n) {
			return web.Step{Person: user, Text: snap.Name(n) + ": roll the dice"}
		}
	}
	few := s.Count(tournament.Registered) < max(2, s.Rules.Seats.Min, s.Rules.Seats.MinField)
	for i, p := range people {
		if (few || i == 0) && s.Phase == tournament.Open && !in[p.ID()] && !g.vanished[p.ID()] {
			return web.Step{Person: p.ID(), Text: p.Name() + ": press Join"}
		}
	}
	return g.organise("start the event")
}

// inRound returns the next step at an unfinished table: at one with a report, if there is
// one.
func (g guide) inRound(snap *tournament.Snapshot) web.Step {
	s := snap.State
	round := len(s.Rounds)
	var report, gone web.Step
	for _, n := range s.Blocking(round) {
		m, l := s.Match(round, n)
		if m.Disputed {
			return g.organise(fmt.Sprintf("decide table %d", l.Table))
		}
		for _, seat := range l.Players() {
			player := int(seat) + 1
			step := web.Step{Person: snap.User(player), Text: snap.Name(player) + ": report the result"}
			if m.Report != nil {
				step.Text = snap.Name(player) + ": confirm the result"
			}
			switch {
			case m.Report != nil && m.Report.Player == player:
			case step.Person == "" || g.vanished[step.Person]:
				gone = g.organise(fmt.Sprintf("enter the result of table %d", l.Table))
			case m.Report != nil:
				return step
			case report == web.Step{}:
				report = step
			}
		}
	}
	switch {
	case report != web.Step{}:
		return report
	case gone != web.Step{}:
		return gone
	}
	return g.organise("close the round")
}
