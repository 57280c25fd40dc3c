package commands

import (
	"context"
	"errors"

	"topcut/commands/consent"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/stores"
)

// askFirst shows what a command would change for others and asks for confirmation.
func (c *Call) askFirst(ctx context.Context, s *consent.SurpriseError) (Reply, error) {
	plan, err := consent.Keep(c.Interaction)
	if err != nil {
		return Reply{}, err
	}
	err = c.App.Uploads.PutUpload(ctx, stores.Upload{ID: c.ID, Guild: c.GuildID, User: c.User.ID, At: c.App.Now(), Plan: plan, Body: []byte{}})
	if err != nil {
		return Reply{}, err
	}
	c.Snap = s.Before
	m := view.Sure(c.env(), s.After, c.preface, s.Effects, customid.Sure{Asked: c.ID, Mark: s.Mark()})
	if c.Kind == discord.KindModal { // the panel that opened the form stays
		return private(m), nil
	}
	return c.turned(m)
}

// sure carries out what was asked about, as it is decided now: if that would change
// something else than was shown, it asks again.
func sure(ctx context.Context, c *Call, p customid.Sure) (Reply, error) {
	if p.Mark == "" {
		return c.turned(view.Text(c.say("sure.left")))
	}
	kept, err := c.App.Uploads.Upload(ctx, p.Asked, c.App.Now())
	if errors.Is(err, tournament.ErrNotFound) || err == nil && (kept.Guild != c.GuildID || kept.User != c.User.ID) {
		return Reply{}, errOldPanel
	} else if err != nil {
		return Reply{}, err
	}
	in, err := consent.Again(c.Interaction, kept.Plan)
	if err != nil {
		return Reply{}, err
	}
	route, id, err := c.App.Table.find(in)
	if err != nil {
		return Reply{}, err
	}
	return c.rerun(ctx, route, &Call{Interaction: in, App: c.App, Panel: id, draw: c.draw, agreed: p.Mark, keep: p.Keep, shown: p.Keep})
}
