package router

import (
	"context"

	"topcut/commands/allowance"
	"topcut/commands/discord"
	"topcut/tournament"
	"topcut/tournament/command"
)

// Member returns the member who acts.
func (c *Call) Member() allowance.Member { return allowance.Member{Guild: c.GuildID, User: c.User.ID} }

// Spend takes from the allowance of the caller's member.
func (c *Call) Spend(what allowance.Kind) error {
	_, err := c.App.budget.Spend(c.Member(), what)
	return err
}

// Charged returns the request charged to the member's allowance: once, and only when the request
// is carried out, so that an interaction delivered twice gets its stored answer. A
// Refused request is free. The caller must call settle with the error of the request.
func (c *Call) Charged(req command.Request, what allowance.Kind) (_ command.Request, settle func(error)) {
	expect, back := req.Expect, func() {}
	paid := false
	req.Expect = func(now *tournament.Snapshot) error {
		if expect != nil {
			if err := expect(now); err != nil {
				return err
			}
		}
		if paid {
			return nil
		}
		give, err := c.App.budget.Spend(c.Member(), what)
		if err == nil {
			paid, back = true, give
		}
		return err
	}
	return req, func(err error) {
		if err != nil {
			back()
		}
	}
}

// reads reports whether a call brings a file or paste.
func (r *Route) reads(in *discord.Interaction) bool {
	return r.Reads || len(in.Attachments) > 0
}

// readFor names what a file or paste is read for: the button that was pressed, however
// often, or else the interaction, however often it was delivered.
func (c *Call) readFor() string {
	if c.Kind == discord.KindComponent {
		return c.Message.ID + " " + c.CustomID
	}
	return c.ID
}

// Alone runs f when no other file or paste is being read.
func (c *Call) Alone(ctx context.Context, f func() error) error {
	return c.App.readings.Alone(ctx, c.Member(), f)
}
