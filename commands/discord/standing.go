package discord

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"topcut/commands/wire"
	"topcut/commands/wire/check"
)

// Standing is what the bot may do in a server as a whole, and how high it stands: it
// gives and takes roles below Top only.
type Standing struct {
	Permissions wire.Permissions
	Top         int // position of its highest role
	Roles       []Role
}

// Reaches reports whether the bot may give and take a role; found is false for one
// that is gone.
func (s Standing) Reaches(role string) (reaches, found bool) {
	i := slices.IndexFunc(s.Roles, func(r Role) bool { return r.ID == role })
	return i >= 0 && s.Permissions.Has(wire.ManageRoles) && s.Roles[i].Position < s.Top && !s.Roles[i].Managed, i >= 0
}

// Standing returns the bot's roles and permissions in a server, by three requests.
func (c *Client) Standing(ctx context.Context, guildID string) (Standing, error) {
	guild, err := c.Guild(ctx, guildID)
	if err != nil {
		return Standing{}, err
	}
	self, err := c.whoami(ctx)
	if err != nil {
		return Standing{}, err
	}
	me, err := c.member(ctx, guildID, self.botID)
	if err != nil {
		return Standing{}, err
	}
	out := Standing{Permissions: guild.permissions(self.botID, me.Roles), Roles: guild.Roles}
	for _, r := range guild.Roles {
		if slices.Contains(me.Roles, r.ID) {
			out.Top = max(out.Top, r.Position)
		}
	}
	return out, nil
}

// HasRole reports whether a member has a role.
func (c *Client) HasRole(ctx context.Context, guildID, userID, roleID string) (bool, error) {
	m, err := c.member(ctx, guildID, userID)
	return slices.Contains(m.Roles, roleID), err
}

// GiveRole gives a member a role; it does nothing for a member who has it.
func (c *Client) GiveRole(ctx context.Context, guildID, userID, roleID string) error {
	_, err := c.rest.do(ctx, call("PUT", "/guilds/{guild}/members/{user}/roles/{role}", guildID, userID, roleID))
	return err
}

// TakeRole takes a role from a member; one who has none of it is none the worse.
func (c *Client) TakeRole(ctx context.Context, guildID, userID, roleID string) error {
	_, err := c.rest.do(ctx, call("DELETE", "/guilds/{guild}/members/{user}/roles/{role}", guildID, userID, roleID))
	return err
}

// ScheduledStatus is where an event in the list of a server stands.
type ScheduledStatus int

// Statuses of scheduled events. From the first one it goes on or is called off; one
// that is on can only be over.
const (
	ScheduledToCome ScheduledStatus = wire.ScheduledToCome
	ScheduledOn     ScheduledStatus = wire.ScheduledOn
	ScheduledOver   ScheduledStatus = wire.ScheduledOver
	ScheduledOff    ScheduledStatus = wire.ScheduledOff
)

// Scheduled is an event in the list of a server that is held outside of a voice
// channel. The interested users are no part of it, and no change touches them.
type Scheduled struct {
	ID         string
	Name       string
	About      string
	Place      string
	Start, End time.Time
	Status     ScheduledStatus
	Mine       bool // the bot has made it
}

// raw returns an event as Discord takes it; its start is left out where it has passed,
// since none can be moved into the past.
func (s Scheduled) raw(now time.Time) wire.Scheduled {
	out := wire.Scheduled{
		Name: s.Name, Description: filled(s.About), End: new(wire.Timestamp(s.End)),
		Privacy: wire.ScheduledPrivacy, EntityType: wire.ScheduledExternal, Metadata: &wire.Place{Location: s.Place},
	}
	if s.Start.After(now) {
		out.Start = new(wire.Timestamp(s.Start))
	}
	return out
}

// body returns an event as it is sent, or an *InvalidError.
func (s Scheduled) body(now time.Time, create bool) (json.RawMessage, error) {
	const where = "scheduled event"
	if !s.End.After(s.Start) {
		return nil, &InvalidError{where, "ends before it begins"}
	}
	raw, err := wire.Encode(s.raw(now))
	if err != nil {
		return nil, err
	}
	return allowed(raw, where, check.Scheduled(raw, create))
}

const scheduledRoute = "/guilds/{guild}/scheduled-events"

// Schedule puts an event into the list of a server and returns its id.
func (c *Client) Schedule(ctx context.Context, guildID string, s Scheduled) (string, error) {
	body, err := s.body(time.Time{}, true)
	if err != nil {
		return "", err
	}
	var made wire.Scheduled
	_, err = c.rest.do(ctx, call("POST", scheduledRoute, guildID).with(body).decode(&made))
	return made.ID, err
}

// Reschedule changes an event in the list of a server.
func (c *Client) Reschedule(ctx context.Context, guildID string, s Scheduled, now time.Time) error {
	body, err := s.body(now, false)
	if err != nil {
		return err
	}
	_, err = c.rest.do(ctx, call("PATCH", scheduledRoute+"/{scheduled}", guildID, s.ID).with(body))
	return err
}

// SetScheduled takes an event in the list of a server one step on.
func (c *Client) SetScheduled(ctx context.Context, guildID, id string, status ScheduledStatus) error {
	_, err := c.rest.do(ctx, call("PATCH", scheduledRoute+"/{scheduled}", guildID, id).with(wire.Scheduled{Status: int(status)}))
	return err
}

// ScheduledEvents returns the list of a server: what is to come, and what is on.
func (c *Client) ScheduledEvents(ctx context.Context, guildID string) ([]Scheduled, error) {
	self, err := c.whoami(ctx)
	if err != nil {
		return nil, err
	}
	var raw []wire.Scheduled
	if _, err := c.rest.do(ctx, call("GET", scheduledRoute, guildID).decode(&raw)); err != nil {
		return nil, err
	}
	var out []Scheduled
	for _, r := range raw {
		s := Scheduled{ID: r.ID, Name: r.Name, Status: ScheduledStatus(r.Status), Mine: r.CreatorID == self.botID}
		if r.Start == nil {
			return nil, fmt.Errorf("scheduled event %s has no start", r.ID)
		}
		s.Start = r.Start.Time()
		if r.Description != nil {
			s.About = *r.Description
		}
		out = append(out, s)
	}
	return out, nil
}
