package commands

import (
	"context"
	"crypto/rand"
	"strings"

	"topcut/commands/router"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// eventPage publishes the web page of the event or takes it down. Its address is random,
// so it cannot be guessed.
func eventPage(ctx context.Context, c *call) (Reply, error) {
	token, listed, err := c.page()
	if err != nil {
		return Reply{}, err
	}
	var cmd command.Command = &command.ClosePage{}
	if token != "" {
		cmd = &command.OpenPage{Token: token, Listed: listed}
	}
	reply, _, err := c.Do(ctx, cmd, func(after *tournament.Snapshot, _ []tournament.Envelope) router.Answer {
		return didPage(c.App.Pages.Address(after.State))
	})
	return reply, err
}

// leaguePage publishes the web page of a league or takes it down.
func leaguePage(ctx context.Context, c *call) (Reply, error) {
	token, listed, err := c.page()
	if err != nil {
		return Reply{}, err
	}
	var cmd season.Command = season.ClosePage{}
	if token != "" {
		cmd = season.OpenPage{Token: token, Listed: listed}
	}
	reply, _, err := c.doLeague(ctx, cmd, func(after *season.Snapshot) router.Answer {
		return didPage(c.App.Pages.SeasonAddress(after.State))
	})
	return reply, err
}

// page returns the token of a new address, or "" to take the page down, and whether the
// page is listed publicly.
func (c *call) page() (token string, listed bool, err error) {
	if c.App.Pages == nil {
		return "", false, tournament.Refuse(tournament.NotFound, "page.not_served")
	}
	show := c.Typed("show")
	if show != "off" {
		token = strings.ToLower(rand.Text())
	}
	return token, show == "listed", nil
}

func didPage(address string) router.Answer {
	if address == "" {
		return router.NewAnswer("did.page_off")
	}
	return router.NewAnswer("did.page", "address", notice.Text(address))
}
