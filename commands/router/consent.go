package router

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"topcut/commands/consent"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/logline"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// asking is what a command of an organiser is shown with before it is carried out. See
// package consent.
type asking struct {
	// shown means that another question has shown it, keep that a waiting report of who
	// leaves is kept, and agreed is the mark of what the user was shown at a time, at.
	Shown, Keep bool
	Agreed      string
	Way         tournament.Leaving // what was chosen for the matches of who leaves
	at          time.Time
	// preface stands above the effects on others, and show replaces these by a preview of its
	// own. With either, the command is shown whatever it changes.
	Preface string
	Show    func(context.Context, *consent.SurpriseError, customid.Sure) (discord.Message, error)
}

// check returns a consent.SurpriseError if the command is to be shown first.
func (c *Call) check(out tournament.Outcome) error {
	if !c.organises || c.Shown {
		return nil
	}
	if c.Snap != nil && c.at.IsZero() && out.Before.State.Seq > c.Snap.State.Seq {
		c.at = c.Snap.State.At
	}
	return consent.Check(out, c.User.ID, c.Agreed, c.Preface != "" || c.Show != nil)
}

// askFirst shows what a command would change and asks for confirmation. If the user knew
// something else, it says so, and whose deed it was.
func (c *Call) askFirst(ctx context.Context, s *consent.SurpriseError) (Reply, error) {
	c.Snap = s.Before
	if !c.at.IsZero() {
		meanwhile := notice.New(logline.Meanwhile)
		c.Preface = strings.TrimLeft(c.Preface+"\n"+c.Words().Notice(meanwhile)+c.faster(meanwhile, c.at), "\n")
	}
	yes := customid.Sure{Asked: c.ID, Mark: s.Mark()}
	if c.Show == nil {
		return c.Question(ctx, c.Interaction, view.Sure(c.Env(), s.After, c.Preface, s.Effects, yes))
	}
	m, err := c.Show(ctx, s, yes)
	if err != nil {
		return Reply{}, err
	}
	if c.Preface != "" {
		m.Components = slices.Insert(m.Components, 0, discord.Component(discord.TextDisplay{Content: c.Preface}))
	}
	return c.Question(ctx, c.Interaction, m)
}

// Question keeps what the user did, and shows what to agree to before it is done.
func (c *Call) Question(ctx context.Context, in *discord.Interaction, m discord.Message) (Reply, error) {
	if err := consent.Put(ctx, c.App.Uploads, in, c.App.Now()); err != nil {
		return Reply{}, err
	}
	if c.Kind == discord.KindModal || c.Show != nil && len(c.Values) > 0 { // the form's panel stays, and a menu beside a preview
		return Private(m), nil
	}
	return c.Turned(m)
}

// sure carries out what was asked about, as it is decided now: if that would change
// something else than was shown, it asks again.
func sure(ctx context.Context, c *Call, p customid.Sure) (Reply, error) {
	if p.Mark == "" {
		return c.Turned(layout.Text(c.Say("sure.left")))
	}
	in, at, err := consent.Again(ctx, c.App.Uploads, c.Interaction, p.Asked, c.App.Now())
	if errors.Is(err, tournament.ErrNotFound) {
		return Reply{}, ErrOldPanel
	} else if err != nil {
		return Reply{}, err
	}
	route, id, err := c.App.Table.Find(in)
	if err != nil {
		return Reply{}, err
	}
	return c.rerun(ctx, route, &Call{Interaction: in, App: c.App, Panel: id, Draw: c.Draw, asking: asking{Agreed: p.Mark, at: at, Keep: p.Keep, Shown: p.Keep, Way: tournament.Leaving(p.Leaving)}})
}
