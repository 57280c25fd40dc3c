package discord

import (
	"context"
	"time"

	"topcut/commands/wire"
)

// Account is Discord's data about the bot itself, for doctor.
type Account struct {
	Bot         User
	Application Application
	// Privileged are the enabled privileged intents by their names in the Developer Portal.
	Privileged []string
	Servers    []Membership // at most 200
	// SessionsLeft of SessionsTotal gateway sessions may still be opened until SessionsAgain
	// has passed.
	SessionsLeft, SessionsTotal int
	SessionsAgain               time.Duration
	// Ahead is how far Discord's clock is ahead of this machine's, to about a second.
	Ahead time.Duration
}

// Membership is a server that the bot is in, with its permissions there before the
// overwrites of channels.
type Membership struct {
	ID, Name    string
	Permissions wire.Permissions
}

// privileged are the bits for privileged intents in an application's flags; the second of
// each pair is for bots in fewer than 100 servers.
var privileged = []struct {
	bits int
	name string
}{
	{1<<12 | 1<<13, "Presence Intent"},
	{1<<14 | 1<<15, "Server Members Intent"},
	{1<<18 | 1<<19, "Message Content Intent"},
}

// Account asks Discord about the bot itself, in four requests.
func (c *Client) Account(ctx context.Context) (Account, error) {
	var a Account
	var err error
	asked := time.Now()
	var me wire.User
	var date time.Time
	if _, err = c.rest.do(ctx, call("GET", "/users/@me").decode(&me).dated(&date)); err != nil {
		return a, unknownToken(err)
	}
	a.Bot = seen(me, nil)
	if !date.IsZero() {
		// The date has whole seconds and was written between the request and now.
		a.Ahead = date.Add(time.Second / 2).Sub(asked.Add(time.Since(asked) / 2).Round(0))
	}
	var app struct {
		ID        string `json:"id"`
		Name      string `json:"name"`
		BotPublic bool   `json:"bot_public"`
		Flags     int    `json:"flags"`
	}
	if _, err = c.rest.do(ctx, call("GET", "/applications/@me").decode(&app)); err != nil {
		return a, err
	}
	a.Application = Application{ID: app.ID, Name: app.Name, Public: app.BotPublic}
	for _, p := range privileged {
		if app.Flags&p.bits != 0 {
			a.Privileged = append(a.Privileged, p.name)
		}
	}
	var servers []struct {
		ID          string           `json:"id"`
		Name        string           `json:"name"`
		Permissions wire.Permissions `json:"permissions"`
	}
	if _, err = c.rest.do(ctx, call("GET", "/users/@me/guilds").decode(&servers)); err != nil {
		return a, err
	}
	for _, s := range servers {
		a.Servers = append(a.Servers, Membership(s))
	}
	var gateway struct {
		Limit struct {
			Total      int `json:"total"`
			Remaining  int `json:"remaining"`
			ResetAfter int `json:"reset_after"` // milliseconds
		} `json:"session_start_limit"`
	}
	if _, err = c.rest.do(ctx, call("GET", "/gateway/bot").decode(&gateway)); err != nil {
		return a, err
	}
	a.SessionsLeft, a.SessionsTotal = gateway.Limit.Remaining, gateway.Limit.Total
	a.SessionsAgain = time.Duration(gateway.Limit.ResetAfter) * time.Millisecond
	return a, nil
}
