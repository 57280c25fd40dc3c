package commands

import (
	"context"
	"regexp"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/file"
	"topcut/tournament/notice"
	"topcut/tournament/paste"
	"topcut/tournament/stage"
	"topcut/tournament/transfer"
)

// importRoute takes over an event that runs elsewhere: from a tournament file,
// or from pasted standings and met pairs, as a text file or in a form.
func importRoute() Route {
	return Route{
		Path: "tournament import", Role: Organiser, Scope: noEvent, Opens: true,
		Options: []discord.CommandOption{
			fileOption("file"),
			suggested(stringOption("ruleset", 64)),
			intOption("rounds", 1, tournament.MaxRounds),
			intOption("cut", 0, 256),
		},
		Complete: map[string]Completer{"ruleset": completeRuleset},
		Run: func(ctx context.Context, c *Call) (Reply, error) {
			rounds, _ := c.Int("rounds")
			cut := stage.Entry{By: stage.Auto}
			if n, ok := c.Int("cut"); ok {
				cut = chosenCut(int(n))
			}
			plan := importPlan{ruleset: c.Text("ruleset"), rounds: int(rounds), cut: cut}
			attached, ok := c.Attachment("file")
			if !ok {
				id, err := c.ruleset(ctx, plan.ruleset)
				if err != nil {
					return Reply{}, err
				}
				m := view.ImportModal(c.env(), id.ID, id.Name, plan.rounds, plan.cut)
				return Reply{Modal: &m}, nil
			}
			read, err := c.readText(ctx, attached)
			if err != nil {
				return Reply{}, err
			}
			if format := transfer.Detect([]byte(read)); format != "" && format != transfer.Topcut {
				return c.importForeign(ctx, plan, format, read)
			}
			if strings.HasPrefix(strings.TrimSpace(read), "{") {
				return c.importFile(ctx, read)
			}
			plan.name = strings.TrimSuffix(attached.Name, ".txt")
			standings, met := splitSheet(read)
			return c.importSheet(ctx, plan, standings, met)
		},
	}
}

func importForm(ctx context.Context, c *Call, p customid.ImportForm) (Reply, error) {
	cut, err := stage.ParseEntry(p.Cut)
	if err != nil {
		cut = stage.Entry{} // "all": no cut
	}
	plan := importPlan{ruleset: p.Ruleset, rounds: p.Rounds, cut: cut, name: c.Field(view.FieldName)}
	return c.importSheet(ctx, plan, c.Field(view.FieldStandings), c.Field(view.FieldMet))
}

// chosenCut is the cut of so many; 0 = none.
func chosenCut(n int) stage.Entry {
	if n == 0 {
		return stage.Entry{}
	}
	return stage.TopN(n)
}

// importPlan is what pasted standings do not say.
type importPlan struct {
	ruleset, name string
	rounds        int
	cut           stage.Entry
}

// pairsHead is the line between standings and met pairs in a text file.
var pairsHead = regexp.MustCompile(`(?im)^\W*(?:pairs|pairings|met|met pairs|matches|meetings)\W*$`)

func splitSheet(text string) (standings, met string) {
	if at := pairsHead.FindStringIndex(text); at != nil {
		return text[:at[0]], text[at[1]:]
	}
	return text, ""
}

// importSheet takes over an event from pasted standings.
func (c *Call) importSheet(ctx context.Context, plan importPlan, standings, met string) (Reply, error) {
	sheet, err := paste.Standings(standings)
	if err != nil {
		return Reply{}, tournament.RefuseAs(tournament.BadInput, err)
	}
	pairs, err := sheet.Met(met)
	if err != nil {
		return Reply{}, tournament.RefuseAs(tournament.BadInput, err)
	}
	rs, err := c.ruleset(ctx, plan.ruleset)
	if err != nil {
		return Reply{}, err
	}
	s := tournament.DefaultSettings(strings.TrimSpace(plan.name))
	if s.Name == "" {
		s.Name = c.say("did.import_name")
	}
	s.LateUntil = rs.Entry.Limit(s.LateUntil)
	s.Name, s.Stages = clip(s.Name, tournament.MaxNameLen), s.Stages.WithRounds(plan.rounds).WithCut(plan.cut)
	guild, channel, err := c.home(ctx, &s.TimeZone, &s.Language, &s.TOChannel)
	if err != nil {
		return Reply{}, err
	}
	command := &tournament.TakeOverSheet{Guild: guild, Channel: channel, Settings: s, Ruleset: rs, Sheet: sheet, Met: pairs}
	return c.takeOver(ctx, command, command.Notes)
}

// importFile takes over an event from a tournament file.
func (c *Call) importFile(ctx context.Context, text string) (Reply, error) {
	f, err := file.Read([]byte(text), c.App.Rulesets.Load)
	if err != nil {
		return Reply{}, tournament.Refuse(tournament.BadInput, "upload.unreadable", "why", why(err))
	}
	c.named(f)
	command := &tournament.TakeOver{File: f}
	if command.Guild, command.Channel, err = c.home(ctx, &command.TimeZone, &command.Language, &command.TOChannel); err != nil {
		return Reply{}, err
	}
	return c.takeOver(ctx, command, func(*tournament.State) []notice.Notice { return f.Notes })
}

// named gives a file that names no event a name.
func (c *Call) named(f *file.Tournament) {
	if f.Name == "" {
		f.Name = c.say("did.import_name")
	}
}

// home is where a new event of this call lives, with the server's settings.
func (c *Call) home(ctx context.Context, zone, language, toChannel *string) (guild, channel string, err error) {
	server, err := c.App.Servers.Server(ctx, c.GuildID)
	if err != nil {
		return "", "", err
	}
	*zone, *language, *toChannel = server.TimeZone, c.tongueOf(server), server.TOChannel
	return c.GuildID, c.channel(), nil
}

func (c *Call) takeOver(ctx context.Context, command tournament.Command, notes func(*tournament.State) []notice.Notice) (Reply, error) {
	req := c.request(command)
	req.Answer = store(func(after *tournament.Snapshot, _ []tournament.Envelope) answer {
		s := after.State
		done := did("did.import", "event", notice.Text(s.Settings.Name),
			"players", notice.New("card.players", "n", len(s.Players)), "rounds", notice.New("structure.rounds", "n", len(s.Rounds)))
		if len(s.Rounds) > 0 && len(s.Rounds) < s.PlannedRounds() {
			done = done.and("did.import_round", "round", len(s.Rounds)+1, "of", s.PlannedRounds()).next("round pair")
		} else {
			done = done.and("did.import_settings").next("tournament settings")
		}
		done = done.line(notice.New("did.import_guests")).next("player add")
		for _, n := range notes(s) {
			done = done.line(notice.New("did.import_note", "note", n))
		}
		return done
	})
	req, settle := c.carefully(req, spendCreate)
	out, err := c.App.Director.Create(ctx, req)
	settle(err)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Text: c.answered(out.Answer)}, nil
}

// importForeign takes over an event from a file of another program and says what
// was understood and decided.
func (c *Call) importForeign(ctx context.Context, plan importPlan, format transfer.Format, text string) (Reply, error) {
	in, err := transfer.Read([]byte(text), transfer.Options{Format: format, Load: c.App.Rulesets.Load, Ruleset: plan.ruleset, Rounds: plan.rounds})
	if err != nil {
		return Reply{}, tournament.RefuseAs(tournament.BadInput, err)
	}
	if n := len(in.Events); n != 1 {
		return Reply{}, tournament.RefuseAs(tournament.BadInput, notice.Err("transfer.refused.pods", "n", n))
	}
	event := &in.Events[0]
	c.named(event.Tournament)
	command := &tournament.TakeOver{File: event.Tournament}
	if command.Guild, command.Channel, err = c.home(ctx, &command.TimeZone, &command.Language, &command.TOChannel); err != nil {
		return Reply{}, err
	}
	return c.takeOver(ctx, command, func(*tournament.State) []notice.Notice { return event.Findings[1:] })
}
