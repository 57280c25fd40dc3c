package post

import (
	"context"
	"slices"
	"sync"

	"topcut/commands/posted"
	"topcut/tournament"
)

// panelSeries is the series of the organisers' panel, the one message by which an event
// is run from its creation to its end. If something needs an organiser, it is posted again
// at the end of its channel. The next step is edited into it, and calls after a minute and a
// half (tournament.DueStaff): most organisers press it before.
const panelSeries = "panel"

// panel posts the organisers' panel if they are needed. It is in the TO channel or, without one, in the
// channel of the event.
func (p *planner) panel(events []tournament.Envelope) {
	s := p.s
	channel := panelChannel(s)
	// What waits between two digests is no call; without a TO channel it needs a panel.
	begins := s.Arranged() && !posted.StaffPanelDue(p.before)
	if posted.StaffPanelDue(s) && (p.before.Seq == 0 || panelChannel(p.before) != channel || begins || p.asksStaff(events)) {
		p.add(tournament.Post{Key: key(panelSeries, s.Seq), Kind: kindPanel, Channel: channel, Series: panelSeries, Seq: s.Seq, Pings: true})
	}
}

// panelChannel returns the channel of the panel of an event.
func panelChannel(s *tournament.State) string {
	if s.Settings.TOChannel != "" {
		return s.Settings.TOChannel
	}
	return s.Channel
}

// asksStaff reports whether one of the events needs an organiser, now or before the event
// can go on.
func (p *planner) asksStaff(events []tournament.Envelope) bool {
	for i := range events {
		switch ev := events[i].Event.(type) {
		case *tournament.EventStarted:
			if !p.s.Arranged() && !p.s.CallsStaffLater() { // nothing is to be done until the first digest
				return true
			}
		case *tournament.RoundClosed:
			if !p.s.CallsStaffLater() && (!p.s.Settings.AutoAdvance || p.tieWaits(ev.Round)) {
				return true
			}
		case *tournament.Reminded:
			if ev.What == tournament.DueStaff || ev.What == tournament.DueDigest { // a quiet one too: the digests of a league stand together
				return true
			}
		default:
			if posted.CallsStaff(p.s, ev) {
				return true
			}
		}
	}
	return false
}

// Lost returns those of the given-up posts that are a loss. A thread that the bot may not
// open is one; the other posts in that thread are not.
func Lost(rows []tournament.OutboxRow) []tournament.OutboxRow {
	return slices.DeleteFunc(rows, func(o tournament.OutboxRow) bool {
		return o.Channel == "" && o.Dead != noThread
	})
}

// Played reports whether a given-up post is the thread of a match that has its result by
// now.
func Played(o *tournament.OutboxRow, s *tournament.State) bool {
	m, _ := s.Match(o.Round, o.Match)
	return o.Dead == noThread && (m == nil || m.Confirmed)
}

// GivenUp returns the given-up posts of an event, newest first, for the panel of its
// organisers.
func GivenUp(ctx context.Context, outbox interface {
	GivenUp(ctx context.Context, guild string) ([]tournament.OutboxRow, error)
}, s *tournament.State,
) ([]tournament.OutboxRow, error) {
	rows, err := outbox.GivenUp(ctx, s.Guild)
	return slices.DeleteFunc(Lost(rows), func(o tournament.OutboxRow) bool { return o.Log != tournament.Log.Ref(s.ID) || Played(&o, s) }), err
}

// stalePanels are the events whose panel shows a wrong list of given-up posts. The value
// is true until the panel's message is made due and false until it is rendered again. The
// set does not survive a restart: the panel is edited with the next command anyway.
type stalePanels struct {
	mu     sync.Mutex
	events map[tournament.ID]bool
	drawn  map[tournament.ID]bool // the events whose panel this process has rendered
}

func (b *stalePanels) add(id tournament.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.events[id] = true
}

// markDrawn records that the panel is rendered with the posts given up so far.
func (b *stalePanels) markDrawn(id tournament.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.events, id)
	b.drawn[id] = true
}

// known reports whether this process has rendered the panel of an event, or is about to.
func (b *stalePanels) known(id tournament.ID) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, due := b.events[id]
	return due || b.drawn[id]
}

// markShown records that the rendered panel is shown. If a post was given up since
// markDrawn, the panel becomes due once more.
func (b *stalePanels) markShown(id tournament.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, since := b.events[id]; since {
		b.events[id] = true
	}
}

func (b *stalePanels) any() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, due := range b.events {
		if due {
			return true
		}
	}
	return false
}

// due returns the events whose panels must be made due.
func (b *stalePanels) due() (ids []tournament.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, due := range b.events {
		if due {
			b.events[id] = false
			ids = append(ids, id)
		}
	}
	return ids
}

// Renew renders the panels of events again because something outside the event's log has
// changed.
func (s *Sender) Renew(events ...tournament.ID) {
	for _, id := range events {
		s.behind.add(id)
	}
	s.wakeUp()
}

// renewPanels makes the panels due that do not show the latest given-up posts.
func (s *Sender) renewPanels(ctx context.Context) {
	for _, id := range s.behind.due() {
		// If none stands, one may be on its way, rendered before: markShown renews it.
		if _, err := s.cfg.Outbox.RenewSeries(ctx, id, panelSeries); err != nil {
			s.behind.add(id)
			s.cfg.Log.Error("the outbox cannot be written", "error", err)
			return
		}
	}
}
