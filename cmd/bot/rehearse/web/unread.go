package web

import (
	"sync"

	"topcut/commands/localdiscord"
)

// unreadIndex has, for every channel, the newest transcript entry that is a message: for
// everyone, and for those to whom it is private or whom it pings. It is updated on each
// use and reads every entry once.
type unreadIndex struct {
	mu       sync.Mutex
	seq      int
	channels map[string]*channelMarks
}

type channelMarks struct {
	public   int
	everyone int            // newest ping of @everyone
	private  map[string]int // by person
	pings    map[string]int // by person or role
}

// catchUp reads the transcript to its end and returns the number of the last entry.
func (u *unreadIndex) catchUp(s *localdiscord.Server) int {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.channels == nil {
		u.channels = map[string]*channelMarks{}
	}
	for _, e := range s.Transcript(u.seq) {
		u.seq = e.Seq
		if e.Kind != localdiscord.EntryPosted {
			continue
		}
		c := u.channels[e.ChannelID]
		if c == nil {
			c = &channelMarks{private: map[string]int{}, pings: map[string]int{}}
			u.channels[e.ChannelID] = c
		}
		if e.ToID != "" {
			c.private[e.ToID] = e.Seq
			continue
		}
		c.public = e.Seq
		if e.Pinged == nil {
			continue
		}
		if e.Pinged.Everyone {
			c.everyone = e.Seq
		}
		for _, id := range e.Pinged.Users {
			c.pings[id] = e.Seq
		}
		for _, id := range e.Pinged.Roles {
			c.pings[id] = e.Seq
		}
	}
	return u.seq
}

// marks returns the newest entry of a channel that a person sees and the newest one that
// pinged them; 0 for none.
func (u *unreadIndex) marks(channel, person string, roles []*localdiscord.Role) (last, ping int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	c := u.channels[channel]
	if c == nil {
		return 0, 0
	}
	ping = max(c.everyone, c.pings[person])
	for _, r := range roles {
		ping = max(ping, c.pings[r.ID()])
	}
	return max(c.public, c.private[person]), ping
}
