package commands

import (
	"context"
	"crypto/rand"
	"strings"

	"topcut/tournament"
	"topcut/tournament/notice"
)

// eventPage opens the web page of the event, or takes it down. Its address is
// random: whoever does not have it cannot find it.
func eventPage(ctx context.Context, c *Call) (Reply, error) {
	if c.App.Page == nil {
		return Reply{}, tournament.Refuse(tournament.NotFound, "page.not_served")
	}
	var cmd tournament.Command = &tournament.ClosePage{}
	if show := c.Text("show"); show != "off" {
		cmd = &tournament.OpenPage{Token: strings.ToLower(rand.Text()), Listed: show == "listed"}
	}
	reply, _, err := c.do(ctx, cmd, func(after *tournament.Snapshot, _ []tournament.Envelope) answer {
		if address := c.App.Page(after.State); address != "" {
			return did("did.page", "address", notice.Text(address))
		}
		return did("did.page_off")
	})
	return reply, err
}
