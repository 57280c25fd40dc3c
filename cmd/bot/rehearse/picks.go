package rehearse

import (
	"context"
	"strconv"

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/commands/picks"
	"topcut/tournament"
	"topcut/tournament/command"
)

// firstDeck is the decklist with which people join: the items of their own that the game asks
// for, or one that does not add up.
func (p *play) firstDeck() string {
	if rs, err := p.opts.load(p.opts.ruleset); err == nil {
		if own := rs.OwnItems(); own != nil {
			return own.SomeOwn()
		}
	}
	return "4 Lightning Bolt\n4 Counterspell"
}

// pickOrBan returns a way to pick or ban, or to report a game by itself; nil for other commands.
func (p *play) pickOrBan(snap *tournament.Snapshot, who *actor, c command.Command) way {
	switch c := c.(type) {
	case *command.BeginPicks: // who has to choose first begins with that
		return p.inPicks(who, func(m *localdiscord.Message) (string, string) {
			id, ok := component(m.Components, like(customid.VetoBegin{Round: c.Round, Match: c.Match}))
			if !ok {
				id, _ = component(m.Components, like(customid.Veto{Round: c.Round, Match: c.Match}))
			}
			return id, ""
		})
	case *command.PickItem:
		at := tournament.Place{Round: c.Round, Match: c.Match}
		return p.inPicks(who, func(m *localdiscord.Message) (id, value string) {
			id, _ = component(m.Components, func(panel customid.Panel) bool {
				switch of := panel.(type) {
				case customid.Veto:
					return of.Round == c.Round && of.Match == c.Match && of.Step == c.Step && picks.Item(snap.State, at, of.Step, of.Item) == c.Item
				case customid.VetoFrom:
					if of.Round != c.Round || of.Match != c.Match || of.Step != c.Step {
						return false
					}
					value = itemValue(m, of, func(item int) bool { return picks.Item(snap.State, at, c.Step, item) == c.Item })
					return value != ""
				}
				return false
			})
			return id, value
		})
	case *command.ReportGame:
		return p.inPicks(who, func(m *localdiscord.Message) (string, string) {
			id, _ := component(m.Components, like(customid.GameWon{Round: c.Round, Match: c.Match, Game: c.Game, Player: c.Winner}))
			return id, ""
		})
	case *command.WithdrawGame:
		return p.inPicks(who, func(m *localdiscord.Message) (string, string) {
			id, _ := component(m.Components, like(customid.GameBack{Round: c.Round, Match: c.Match, Game: c.Game}))
			return id, ""
		})
	}
	return nil
}

// itemValue returns the value of a menu that means an item, or "".
func itemValue(m *localdiscord.Message, menu customid.VetoFrom, means func(item int) bool) string {
	for item := range 100 {
		if value := strconv.Itoa(item); means(item) {
			if id, ok := component(m.Components, like(menu)); ok && offers(m.Components, id, value) {
				return value
			}
		}
	}
	return ""
}

// inPicks presses a button, or chooses a value of a menu, in the person's own panel or under the
// post that calls them.
func (p *play) inPicks(who *actor, where func(*localdiscord.Message) (id, value string)) way {
	use := func(ctx context.Context, m localdiscord.Message) (response, error) {
		id, value := where(&m)
		switch {
		case id == "":
			return response{}, errNotThere
		case value != "":
			return p.choose(ctx, who, m, id, value)
		}
		return p.click(ctx, who, m, id)
	}
	panel := func(ctx context.Context) (response, error) {
		h, err := p.slash(ctx, who, "status", nil)
		if err != nil || h.answer.Message == nil {
			return h, err
		}
		done, err := use(ctx, *h.answer.Message)
		if err != nil {
			p.dismiss(who, h)
		}
		return done, err
	}
	post := func(ctx context.Context) (response, error) {
		m, _, _, err := p.find(ctx, who, p.venue.main, func(m *localdiscord.Message) (string, bool) {
			id, _ := where(m)
			return id, id != ""
		})
		if err != nil {
			return response{}, err
		}
		return use(ctx, m)
	}
	return func(ctx context.Context) (response, error) { return p.anyWay(ctx, panel, post) }
}
