package commands

import (
	"context"
	"slices"
	"strings"

	"topcut/commands/allowance"
	"topcut/commands/columns"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/router"
	"topcut/commands/site"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/handover"
	"topcut/tournament/transfer"
)

// table returns a table in CSV as a file. Spreadsheets read names beyond ASCII wrongly
// without a byte order mark; all that read files here skip it.
func (c *call) table(name string, csv []byte) discord.File {
	return discord.File{Name: name + ".csv", ContentType: "text/csv", Description: c.Say("export.csv"), Data: append([]byte("\ufeff"), csv...)}
}

// export attaches the event as a file.
func export(ctx context.Context, c *call) (Reply, error) {
	if err := c.Spend(allowance.Upkeep); err != nil {
		return Reply{}, err
	}
	name, says := wording.FileName(c.Snap.State), []string{c.Say("export.here")}
	var f discord.File
	switch c.Typed("format") {
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
		data, err := site.Frozen(c.Env())
		if err != nil {
			return Reply{}, err
		}
		f = discord.File{Name: name + ".html", ContentType: "text/html", Description: c.Say("export.html"), Data: data}
	case "ics":
		data := site.Calendar(c.Env(), c.App.Pages.Address(c.Snap.State))
		if data == nil {
			return Reply{}, tournament.Refuse(tournament.WrongPhase, "export.no_date")
		}
		f = discord.File{Name: name + ".ics", ContentType: "text/calendar", Description: c.Say("export.ics"), Data: data}
	case "trf":
		event, err := handover.Export(c.Snap)
		if err != nil {
			return Reply{}, err
		}
		data, lost, err := transfer.Write(event, transfer.Target{Format: transfer.TRF})
		if err != nil {
			return Reply{}, tournament.RefuseAs(tournament.BadInput, err)
		}
		for _, n := range lost {
			says = append(says, "- "+c.Words().Notice(n))
		}
		f = discord.File{Name: name + ".trf", ContentType: "text/plain", Description: c.Say("export.trf"), Data: data}
	default:
		invited, err := c.App.Servers.Invitations(ctx, c.Event)
		if err != nil {
			return Reply{}, err
		}
		data, err := handover.OrganisersJSON(c.Snap, invited)
		if err != nil {
			return Reply{}, err
		}
		f = discord.File{Name: name + ".json", ContentType: "application/json", Description: c.Say("export.json"), Data: data}
	}
	return router.Private(attached(layout.Text(strings.Join(says, "\n")), f)), nil
}

// attached adds a file to a message.
func attached(m discord.Message, f discord.File) discord.Message {
	m.Files = append(m.Files, f)
	m.Components = append(slices.Clip(m.Components), discord.FileRef{URL: "attachment://" + f.Name})
	return m
}
