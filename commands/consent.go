package commands

import (
	"context"
	"errors"

	"topcut/commands/consent"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/view"
	"topcut/tournament"
)

// askFirst shows what a command would change for others and asks for confirmation.
func (c *Call) askFirst(ctx context.Context, s *consent.SurpriseError) (Reply, error) {
	c.Snap = s.Before
	return c.question(ctx, c.Interaction, func(asked string) discord.Message {
		return view.Sure(c.env(), s.After, c.preface, s.Effects, customid.Sure{Asked: asked, Mark: s.Mark()})
	})
}

// question keeps what the user did, and shows what to agree to before it is done.
func (c *Call) question(ctx context.Context, in *discord.Interaction, show func(asked string) discord.Message) (Reply, error) {
	if err := consent.Put(ctx, c.App.Uploads, in, c.App.Now()); err != nil {
		return Reply{}, err
	}
	if c.Kind == discord.KindModal { // the panel that opened the form stays
		return private(show(in.ID)), nil
	}
	return c.turned(show(in.ID))
}

// sure carries out what was asked about, as it is decided now: if that would change
// something else than was shown, it asks again.
func sure(ctx context.Context, c *Call, p customid.Sure) (Reply, error) {
	if p.Mark == "" {
		return c.turned(view.Text(c.say("sure.left")))
	}
	in, err := consent.Again(ctx, c.App.Uploads, c.Interaction, p.Asked, c.App.Now())
	if errors.Is(err, tournament.ErrNotFound) {
		return Reply{}, errOldPanel
	} else if err != nil {
		return Reply{}, err
	}
	route, id, err := c.App.Table.find(in)
	if err != nil {
		return Reply{}, err
	}
	return c.rerun(ctx, route, &Call{Interaction: in, App: c.App, Panel: id, draw: c.draw, agreed: p.Mark, keep: p.Keep, shown: p.Keep})
}
