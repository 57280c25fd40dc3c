package discord

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"time"

	"topcut/commands/refusal"
	"topcut/commands/wire"
	"topcut/commands/wire/check"
)

// Send posts a message and returns its id. A message with a Nonce can be sent again, here
// and by the caller, without posting twice; without one a broken connection gives an
// *UnclearError.
func (c *Client) Send(ctx context.Context, channelID string, m Message) (string, error) {
	body, err := m.body(check.RouteCreate)
	if err != nil {
		return "", err
	}
	var sent rawMessage
	_, err = c.rest.do(ctx, call("POST", "/channels/{channel}/messages", channelID).
		with(body, m.Files...).repeatable(m.Nonce != "").decode(&sent))
	return sent.ID, err
}

// OpenDirect returns the channel of direct messages to a user, which always exists then.
func (c *Client) OpenDirect(ctx context.Context, userID string) (string, error) {
	var opened wire.Channel
	_, err := c.rest.do(ctx, call("POST", "/users/@me/channels").with(map[string]string{"recipient_id": userID}).repeatable(true).decode(&opened))
	return opened.ID, err
}

// Edit replaces the content of one of the bot's messages, including its files. It is
// attempted once: an edit without an answer may take effect later, even after the next
// one, so the caller must know about it (refusal.Unheard).
func (c *Client) Edit(ctx context.Context, channelID, messageID string, m Message) error {
	body, err := m.body(check.RouteEdit)
	if err != nil {
		return err
	}
	_, err = c.rest.do(ctx, call("PATCH", "/channels/{channel}/messages/{message}", channelID, messageID).
		with(body, m.Files...).repeatable(false))
	return err
}

// Delete removes a message.
func (c *Client) Delete(ctx context.Context, channelID, messageID string) error {
	_, err := c.rest.do(ctx, call("DELETE", "/channels/{channel}/messages/{message}", channelID, messageID))
	return err
}

// Pin pins a message, which it may be already.
func (c *Client) Pin(ctx context.Context, channelID, messageID string) error {
	_, err := c.rest.do(ctx, call("PUT", "/channels/{channel}/messages/pins/{message}", channelID, messageID).repeatable(true))
	return err
}

// Unpin takes the pin of a message away, if it has one.
func (c *Client) Unpin(ctx context.Context, channelID, messageID string) error {
	_, err := c.rest.do(ctx, call("DELETE", "/channels/{channel}/messages/pins/{message}", channelID, messageID).repeatable(true))
	return err
}

// Posted is a message found in a channel.
type Posted struct {
	ID       string
	AuthorID string
	Sent     time.Time
	Flags    int
	Nonce    string // if Discord still has it
	Content  string
	// ComponentIDs and CustomIDs are those of all components, in order; Texts are those of
	// all TextDisplays, and Footers those of embeds.
	ComponentIDs []int
	CustomIDs    []string
	Texts        []string
	Footers      []string
}

// HasThread reports whether a thread was opened on the message.
func (p Posted) HasThread() bool { return p.Flags&wire.FlagHasThread != 0 }

type rawMessage struct {
	wire.Posted
	Author wire.User `json:"author"`
	Embeds []struct {
		Footer struct {
			Text string `json:"text"`
		} `json:"footer"`
	} `json:"embeds"`
}

func (m rawMessage) posted() Posted {
	out := Posted{ID: m.ID, AuthorID: m.Author.ID, Sent: m.Timestamp.Time(), Flags: m.Flags, Nonce: string(m.Nonce), Content: m.Content}
	var collect func(parts []wire.Component, depth int)
	collect = func(parts []wire.Component, depth int) {
		for _, p := range parts {
			out.ComponentIDs = append(out.ComponentIDs, p.ID)
			if p.CustomID != "" {
				out.CustomIDs = append(out.CustomIDs, p.CustomID)
			}
			if p.Content != "" {
				out.Texts = append(out.Texts, p.Content)
			}
			if depth < maxDepth {
				collect(p.Components, depth+1)
				if p.Accessory != nil {
					collect([]wire.Component{*p.Accessory}, depth+1)
				}
			}
		}
	}
	collect(m.Components, 0)
	for _, e := range m.Embeds {
		if e.Footer.Text != "" {
			out.Footers = append(out.Footers, e.Footer.Text)
		}
	}
	return out
}

// MessagePage is the most messages that Messages returns.
const MessagePage = wire.MaxPageSize

// Messages returns the newest messages of a channel before the one with the id before,
// newest first; "" means the newest of all. Fewer than MessagePage are the oldest.
func (c *Client) Messages(ctx context.Context, channelID, before string) ([]Posted, error) {
	r := call("GET", "/channels/{channel}/messages", channelID)
	r.path += "?limit=" + strconv.Itoa(MessagePage)
	if before != "" {
		r.path += "&before=" + url.QueryEscape(before)
	}
	var raw []rawMessage
	if _, err := c.rest.do(ctx, r.decode(&raw)); err != nil {
		return nil, err
	}
	out := make([]Posted, len(raw))
	for i, m := range raw {
		out[i] = m.posted()
	}
	return out, nil
}

// ThreadSpec describes a new thread.
type ThreadSpec struct {
	Name string // 1 to 100; cut if longer
	// ArchiveAfter is the time without messages after which Discord archives
	// the thread, rounded up to an hour, a day, three days or a week. Zero
	// means a day.
	ArchiveAfter time.Duration
	// Private hides the thread from people who were not added. It excludes MessageID.
	Private bool
	// MessageID is the message on which the thread is opened; "" for none. With one the
	// request waits for no limit: they have been seen to last for minutes.
	MessageID string
}

// StartThread opens a thread in a channel and returns its id. A message can have one
// thread; if it has one already, StartThread returns its id.
func (c *Client) StartThread(ctx context.Context, channelID string, spec ThreadSpec) (string, error) {
	body := wire.ChannelEdit{Name: Plain(spec.Name, wire.MaxChannelName), AutoArchiveDuration: new(archiveMinutes(spec.ArchiveAfter))}
	r := call("POST", "/channels/{channel}/threads", channelID)
	if spec.MessageID != "" {
		r = call("POST", "/channels/{channel}/messages/{message}/threads", channelID, spec.MessageID).repeatable(true).atOnce()
	} else {
		body.Type = wire.ChannelPublicThread
		if spec.Private {
			body.Type, body.Invitable = wire.ChannelPrivateThread, new(false)
		}
	}
	raw, err := threadBody(body, true)
	if err != nil {
		return "", err
	}
	var made Channel
	_, err = c.rest.do(ctx, r.with(raw).decode(&made))
	c.places.put(made)
	if spec.MessageID != "" && refusal.Judge(err, refusal.Case{Kind: refusal.Thread}) == refusal.Done {
		// A thread made from a message has the message's id.
		return spec.MessageID, nil
	}
	return made.ID, err
}

// StartPost opens a post in a forum: a thread with tags, by their ids, that begins with a
// message. It returns the id of the thread.
func (c *Client) StartPost(ctx context.Context, forumID, name string, tags []string, first Message) (string, error) {
	message, err := first.body(check.RouteCreate)
	if err != nil {
		return "", err
	}
	raw, err := threadBody(wire.ChannelEdit{
		Name: Plain(name, wire.MaxChannelName), AutoArchiveDuration: new(archiveMinutes(7 * 24 * time.Hour)), Applied: tags, Message: message,
	}, true)
	if err != nil {
		return "", err
	}
	var made Channel
	_, err = c.rest.do(ctx, call("POST", "/channels/{channel}/threads", forumID).with(raw).decode(&made))
	c.places.put(made)
	return made.ID, err
}

// DeleteThread deletes a thread with its messages.
func (c *Client) DeleteThread(ctx context.Context, id string) error {
	_, err := c.rest.do(ctx, call("DELETE", "/channels/{channel}", id))
	return err
}

func archiveMinutes(d time.Duration) int {
	steps := []int{60, 1440, 4320, 10080}
	if d == 0 {
		return 1440
	}
	i, _ := slices.BinarySearchFunc(steps, d, func(minutes int, d time.Duration) int {
		return int(time.Duration(minutes)*time.Minute - d)
	})
	return steps[min(i, len(steps)-1)]
}

// ThreadChange describes a change of a thread; nil fields are unchanged. A thread can be
// renamed twice in ten minutes.
type ThreadChange struct {
	Archived, Locked *bool
	Name             *string
	Tags             []string // of a post in a forum, by id
}

// EditThread archives, locks, reopens or renames a thread. Like Edit it is attempted
// once.
func (c *Client) EditThread(ctx context.Context, threadID string, change ThreadChange) error {
	edit := wire.ChannelEdit{Archived: change.Archived, Locked: change.Locked, Applied: change.Tags}
	if change.Name != nil {
		edit.Name = *change.Name
	}
	body, err := threadBody(edit, false)
	if err != nil {
		return err
	}
	var now Channel
	_, err = c.rest.do(ctx, call("PATCH", "/channels/{channel}", threadID).with(body).repeatable(false).decode(&now))
	if err != nil {
		c.places.forget(threadID) // it may have changed all the same
		return err
	}
	c.places.put(now)
	return nil
}
