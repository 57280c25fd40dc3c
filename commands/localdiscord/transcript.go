package localdiscord

import (
	"context"
	"fmt"
	"iter"
	"time"
)

// EntryKind is the subject of a transcript entry.
type EntryKind string

// The kinds of transcript entry.
const (
	EntryAction       EntryKind = "action"       // a person did something
	EntryPosted       EntryKind = "posted"       // a message appeared
	EntryEdited       EntryKind = "edited"       // a message changed
	EntryDeleted      EntryKind = "deleted"      // a message disappeared
	EntryModal        EntryKind = "modal"        // a modal opened
	EntryChoices      EntryKind = "choices"      // autocomplete made suggestions
	EntryFailed       EntryKind = "failed"       // an interaction was not answered in time
	EntryThread       EntryKind = "thread"       // a thread was started, archived, locked
	EntryMember       EntryKind = "member"       // a member joined or left
	EntryConnected    EntryKind = "connected"    // the bot began a session
	EntryDisconnected EntryKind = "disconnected" // the bot lost its connection
)

// Entry is one line of a transcript, as people saw it.
type Entry struct {
	Seq           int       `json:"seq"` // 1, 2, 3 ...
	Time          time.Time `json:"time"`
	Kind          EntryKind `json:"kind"`
	GuildID       string    `json:"guild_id,omitempty"`
	ChannelID     string    `json:"channel_id,omitempty"`
	Channel       string    `json:"channel,omitempty"` // "#general", "thread name", "DM Ann"
	Actor         string    `json:"actor,omitempty"`   // who did it
	To            string    `json:"to,omitempty"`      // the only person who sees it
	ToID          string    `json:"to_id,omitempty"`
	MessageID     string    `json:"message_id,omitempty"`
	InteractionID string    `json:"interaction_id,omitempty"`
	Action        string    `json:"action,omitempty"` // "/report 2-1", "[Report]", "archived"
	Text          string    `json:"text,omitempty"`   // what is shown, as plain text
	Pinged        *Pinged   `json:"pinged,omitempty"`

	// Message is the message as it was then; it is set for entries passed to note and not
	// kept.
	Message *Message `json:"-"`
}

// String shows the entry on as many lines as it needs, for a terminal.
func (e Entry) String() string {
	where := e.Channel
	if e.To != "" && e.Kind != EntryAction {
		where += " (only " + e.To + ")"
	}
	head := fmt.Sprintf("%-16s %s", where, e.Actor)
	switch e.Kind {
	case EntryAction:
		return head + " > " + e.Action + suffix(e.Text)
	case EntryEdited, EntryDeleted:
		return head + " " + string(e.Kind) + suffix(e.Text)
	case EntryThread, EntryMember:
		return head + " " + e.Action
	case EntryConnected, EntryDisconnected:
		return head + " " + string(e.Kind)
	default:
		return head + suffix(e.Text)
	}
}

func suffix(text string) string {
	if text == "" {
		return ""
	}
	return "\n" + indent(text, "  ")
}

// note adds an entry to the transcript. ch is where it happened, if anywhere.
func (s *Server) note(e Entry, ch *channelState) {
	e.Seq = s.transcript.total + 1
	e.Time = s.now()
	if ch != nil {
		e.GuildID, e.ChannelID, e.Channel = ch.guildID(), ch.id, s.channelLabel(ch)
	}
	if m := e.Message; m != nil {
		e.MessageID = m.ID
		if e.Actor == "" {
			e.Actor = s.displayName(ch.guild, m.Author.ID)
		}
		if m.Viewer != "" {
			e.ToID, e.To = m.Viewer, s.displayName(ch.guild, m.Viewer)
		}
		if m.InteractionMetadata != nil {
			e.InteractionID = m.InteractionMetadata.ID
		}
		if p := m.Pinged; e.Kind == EntryPosted && (p.Everyone || len(p.Users)+len(p.Roles) > 0) {
			e.Pinged = &p
		}
		if e.Kind != EntryDeleted {
			e.Text = render(*m, s.names(ch.guild))
		}
		e.Message = nil
	}
	s.transcript.add(e)
	s.changed.fire()
}

// channelLabel returns how a transcript names a channel.
func (s *Server) channelLabel(ch *channelState) string {
	switch {
	case ch.guild == nil && len(ch.recipients) > 0:
		return "DM " + s.users[ch.recipients[0]].DisplayName()
	case ch.thread != nil:
		return "thread " + ch.name
	}
	return "#" + ch.name
}

// Transcript returns the kept entries with numbers above after; 0 returns all that are
// kept.
func (s *Server) Transcript(after int) []Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.transcript.after(after)
}

// Follow yields the entries with numbers above after, and then new ones as they come,
// until ctx ends or the server is closed. A reader misses some only if it is more than
// [Config.TranscriptSize] entries behind.
func (s *Server) Follow(ctx context.Context, after int) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for {
			var batch []Entry
			err := s.await(ctx, &s.changed, func() bool {
				if s.transcript.total > after {
					batch = s.transcript.after(after)
				}
				return len(batch) > 0
			})
			if err != nil {
				return
			}
			for _, e := range batch {
				if !yield(e) {
					return
				}
				after = e.Seq
			}
		}
	}
}

// displayName returns the name shown in a guild, or outside if g is nil.
func (s *Server) displayName(g *guildState, userID string) string {
	if g != nil {
		if m := g.members[userID]; m != nil && m.nick != "" {
			return m.nick
		}
	}
	if u := s.users[userID]; u != nil {
		return u.DisplayName()
	}
	return "unknown user"
}
