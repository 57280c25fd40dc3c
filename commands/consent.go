package commands

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"topcut/commands/consent"
	"topcut/commands/customid"
	"topcut/commands/discord"
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
	shown, keep bool
	agreed      string
	way         tournament.Leaving // what was chosen for the matches of who leaves
	at          time.Time
	// preface stands above the effects on others, and show replaces these by a preview of its
	// own. With either, the command is shown whatever it changes.
	preface string
	show    func(context.Context, *consent.SurpriseError, customid.Sure) (discord.Message, error)
}

// check returns a consent.SurpriseError if the command is to be shown first.
func (c *Call) check(out tournament.Outcome) error {
	if !c.organises || c.shown {
		return nil
	}
	if c.Snap != nil && c.at.IsZero() && out.Before.State.Seq > c.Snap.State.Seq {
		c.at = c.Snap.State.At
	}
	return consent.Check(out, c.User.ID, c.agreed, c.preface != "" || c.show != nil)
}

// askFirst shows what a command would change and asks for confirmation. If the user knew
// something else, it says so, and whose deed it was.
func (c *Call) askFirst(ctx context.Context, s *consent.SurpriseError) (Reply, error) {
	c.Snap = s.Before
	if !c.at.IsZero() {
		meanwhile := notice.New(logline.Meanwhile)
		c.preface = strings.TrimLeft(c.preface+"\n"+c.words().Notice(meanwhile)+c.faster(meanwhile, c.at), "\n")
	}
	yes := customid.Sure{Asked: c.ID, Mark: s.Mark()}
	if c.show == nil {
		return c.question(ctx, c.Interaction, view.Sure(c.env(), s.After, c.preface, s.Effects, yes))
	}
	m, err := c.show(ctx, s, yes)
	if err != nil {
		return Reply{}, err
	}
	if c.preface != "" {
		m.Components = slices.Insert(m.Components, 0, discord.Component(discord.TextDisplay{Content: c.preface}))
	}
	return c.question(ctx, c.Interaction, m)
}

// question keeps what the user did, and shows what to agree to before it is done.
func (c *Call) question(ctx context.Context, in *discord.Interaction, m discord.Message) (Reply, error) {
	if err := consent.Put(ctx, c.App.Uploads, in, c.App.Now()); err != nil {
		return Reply{}, err
	}
	if c.Kind == discord.KindModal || c.show != nil && len(c.Values) > 0 { // the form's panel stays, and a menu beside a preview
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
	in, at, err := consent.Again(ctx, c.App.Uploads, c.Interaction, p.Asked, c.App.Now())
	if errors.Is(err, tournament.ErrNotFound) {
		return Reply{}, errOldPanel
	} else if err != nil {
		return Reply{}, err
	}
	route, id, err := c.App.Table.find(in)
	if err != nil {
		return Reply{}, err
	}
	return c.rerun(ctx, route, &Call{Interaction: in, App: c.App, Panel: id, draw: c.draw, asking: asking{agreed: p.Mark, at: at, keep: p.Keep, shown: p.Keep, way: tournament.Leaving(p.Leaving)}})
}
