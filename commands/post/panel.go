package post

import (
	"topcut/commands/view"
	"topcut/tournament"
)

// panelSeries is the series of the one message by which an event is organised, from
// its creation to its end. It is edited with every command; what asks for an
// organiser makes it anew at the end of its channel.
const panelSeries = "panel"

// panel brings the organisers' panel up to date. It stands in the TO channel, without
// one in that of the event.
func (p *planner) panel(events []tournament.Envelope) {
	s := p.s
	post := tournament.Post{Series: panelSeries, Seq: s.Seq, Edit: true, Channel: panelChannel(s)}
	if view.StaffPanelDue(s) && (p.before.Seq == 0 || panelChannel(p.before) != post.Channel || p.asksStaff(events)) {
		post.Key, post.Kind, post.Edit, post.Pings = key(panelSeries, s.Seq), kindPanel, false, true
	}
	p.add(post)
}

// panelChannel is where the panel of an event stands.
func panelChannel(s *tournament.State) string {
	if s.Settings.TOChannel != "" {
		return s.Settings.TOChannel
	}
	return s.Channel
}

// asksStaff reports whether one of the events asks for an organiser: somebody needs
// one, or it is for one to go on.
func (p *planner) asksStaff(events []tournament.Envelope) bool {
	for i := range events {
		switch ev := events[i].Event.(type) {
		case *tournament.EventStarted:
			return true
		case *tournament.RoundClosed:
			if !p.s.Settings.AutoAdvance || p.tieWaits(ev.Round) {
				return true
			}
		default:
			if view.CallsStaff(p.s, ev) {
				return true
			}
		}
	}
	return false
}
