package commands

import (
	"context"
	"strings"

	"topcut/commands/discord"
	"topcut/commands/site"
	"topcut/commands/view"
	"topcut/commands/workbook"
	"topcut/tournament"
)

// export attaches the event as a file.
func export(_ context.Context, c *Call) (Reply, error) {
	if err := c.spend(spendUpkeep); err != nil {
		return Reply{}, err
	}
	name := fileName(c.Snap.State.Settings.Name)
	var f discord.File
	switch c.Text("format") {
	case "csv":
		data, err := workbook.FinalCSV(c.Snap)
		if err != nil {
			return Reply{}, err
		}
		f = discord.File{Name: name + ".csv", ContentType: "text/csv", Description: c.say("export.csv"), Data: data}
	case "html":
		if c.Snap.State.Phase != tournament.Finished {
			return Reply{}, tournament.Refuse(tournament.WrongPhase, "export.not_over")
		}
		data, err := site.Frozen(c.env())
		if err != nil {
			return Reply{}, err
		}
		f = discord.File{Name: name + ".html", ContentType: "text/html", Description: c.say("export.html"), Data: data}
	default:
		data, err := tournament.ExportJSON(c.Snap)
		if err != nil {
			return Reply{}, err
		}
		f = discord.File{Name: name + ".json", ContentType: "application/json", Description: c.say("export.json"), Data: data}
	}
	m := view.Text(c.say("export.here"))
	m.Files = []discord.File{f}
	m.Components = append(m.Components, discord.FileRef{URL: "attachment://" + f.Name})
	return private(m), nil
}

// fileName makes a safe file name of an event's name.
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r == ' ', r == '-', r == '_':
			return '-'
		}
		return -1
	}, name)
	if name = strings.Trim(name, "-"); name == "" {
		return "event"
	}
	return name[:min(len(name), 60)]
}
