package commands

import (
	"context"
	"slices"

	"topcut/commands/allowance"
	"topcut/commands/columns"
	"topcut/commands/discord"
	"topcut/commands/site"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/handover"
)

// table returns a table in CSV as a file. Spreadsheets read names beyond ASCII wrongly
// without a byte order mark; all that read files here skip it.
func (c *Call) table(name string, csv []byte) discord.File {
	return discord.File{Name: name + ".csv", ContentType: "text/csv", Description: c.say("export.csv"), Data: append([]byte("\ufeff"), csv...)}
}

// export attaches the event as a file.
func export(ctx context.Context, c *Call) (Reply, error) {
	if err := c.spend(allowance.Upkeep); err != nil {
		return Reply{}, err
	}
	name := wording.FileName(c.Snap.State)
	var f discord.File
	switch c.text("format") {
	case "csv":
		data, err := columns.StandingsCSV(c.Snap)
		if err != nil {
			return Reply{}, err
		}
		f = c.table(name, data)
	case "html":
		if c.Snap.State.Phase != tournament.Finished {
			return Reply{}, tournament.Refuse(tournament.WrongPhase, "export.not_over")
		}
		data, err := site.Frozen(c.env())
		if err != nil {
			return Reply{}, err
		}
		f = discord.File{Name: name + ".html", ContentType: "text/html", Description: c.say("export.html"), Data: data}
	case "ics":
		data := site.Calendar(c.env(), c.App.Pages.Address(c.Snap.State))
		if data == nil {
			return Reply{}, tournament.Refuse(tournament.WrongPhase, "export.no_date")
		}
		f = discord.File{Name: name + ".ics", ContentType: "text/calendar", Description: c.say("export.ics"), Data: data}
	default:
		invited, err := c.App.Servers.Invitations(ctx, c.Event)
		if err != nil {
			return Reply{}, err
		}
		data, err := handover.OrganisersJSON(c.Snap, invited)
		if err != nil {
			return Reply{}, err
		}
		f = discord.File{Name: name + ".json", ContentType: "application/json", Description: c.say("export.json"), Data: data}
	}
	return private(attached(view.Text(c.say("export.here")), f)), nil
}

// attached adds a file to a message.
func attached(m discord.Message, f discord.File) discord.Message {
	m.Files = append(m.Files, f)
	m.Components = append(slices.Clip(m.Components), discord.FileRef{URL: "attachment://" + f.Name})
	return m
}
