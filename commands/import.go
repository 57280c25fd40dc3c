package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"topcut/commands/allowance"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/menu"
	"topcut/commands/namelist"
	"topcut/commands/router"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/door"
	"topcut/tournament/handover"
	"topcut/tournament/notice"
	"topcut/tournament/paste"
	"topcut/tournament/stage"
	"topcut/tournament/stores"
	"topcut/tournament/transfer"
)

// importRoute takes over an event that runs elsewhere: from a tournament file, or from
// pasted standings and pairs that have met, as a text file or in a form.
func importRoute() Route {
	return Route{
		Path: "tournament import", Role: Organiser, Scope: router.NoEvent, Opens: true,
		Options: []discord.CommandOption{
			menu.File("file"),
			menu.Suggested(menu.Text("ruleset", 64)),
			menu.Number("rounds", 1, tournament.MaxRounds),
			menu.Number("cut", 0, 256),
		},
		Complete: completes(map[string]completer{"ruleset": completeRuleset}),
		Run: runs(func(ctx context.Context, c *call) (Reply, error) {
			rounds, _ := c.Int("rounds")
			cut := stage.Entry{By: stage.Auto}
			if n, ok := c.Int("cut"); ok {
				cut = chosenCut(int(n))
			}
			plan := importPlan{Ruleset: c.Typed("ruleset"), Rounds: int(rounds), Cut: cut.String()}
			attached, ok := c.Attachment("file")
			if !ok {
				id, err := c.ruleset(ctx, plan.Ruleset)
				if err != nil {
					return Reply{}, err
				}
				m := view.ImportModal(c.Env(), id.ID, id.Name, plan.Rounds, cut)
				return Reply{Modal: &m}, nil
			}
			body, err := c.readFile(ctx, attached)
			if err != nil {
				return Reply{}, err
			}
			plan.Name = strings.TrimSuffix(strings.TrimSuffix(attached.Name, ".txt"), ".csv")
			plan.Table = strings.HasSuffix(strings.ToLower(attached.Name), ".csv") || strings.HasSuffix(strings.ToLower(attached.Name), ".tsv")
			return c.previewImport(ctx, plan, body)
		}),
	}
}

// importRoutes returns the routes of the import command and of its preview.
func importRoutes() []Route {
	panelOf := Route{Role: Organiser, Scope: router.NoEvent, Update: true, Reads: true}
	return []Route{
		importRoute(),
		panel(Route{Role: Organiser, Scope: router.NoEvent, Reads: true}, importForm),
		panel(panelOf, importYes),
		panel(Route{Role: Organiser, Scope: router.NoEvent, Update: true}, importNo),
		panel(panelOf, func(ctx context.Context, c *call, p customid.ImportGame) (Reply, error) {
			return c.chooseImport(ctx, p.Upload, func(plan *importPlan, _ *intake, value string) { plan.Ruleset = value })
		}),
		panel(panelOf, func(ctx context.Context, c *call, p customid.ImportPart) (Reply, error) {
			return c.chooseImport(ctx, p.Upload, func(plan *importPlan, _ *intake, value string) { plan.Part = value })
		}),
		panel(panelOf, func(ctx context.Context, c *call, p customid.ImportColumn) (Reply, error) {
			return c.chooseImport(ctx, p.Upload, func(plan *importPlan, in *intake, value string) {
				if p.Column >= len(in.Columns) || value != view.NoMeaning && !slices.Contains(transfer.Meanings(), value) {
					return
				}
				if plan.Columns == nil {
					plan.Columns = map[string]string{}
				}
				plan.Columns[in.Columns[p.Column].Heading] = strings.TrimPrefix(value, view.NoMeaning)
			})
		}),
	}
}

func importForm(ctx context.Context, c *call, p customid.ImportForm) (Reply, error) {
	return c.previewImport(ctx, importPlan{
		Form: true, Ruleset: p.Ruleset, Rounds: p.Rounds, Cut: p.Cut, Name: c.Field(view.FieldName), Met: c.Field(view.FieldMet),
	}, []byte(c.Field(view.FieldStandings)))
}

// chosenCut returns the entry of a cut of n players; 0 means no cut.
func chosenCut(n int) stage.Entry {
	if n == 0 {
		return stage.Entry{}
	}
	return stage.TopN(n)
}

// importPlan holds the choices that a file or paste does not contain: the options of the
// command and what was chosen in the preview. It is stored with the upload.
type importPlan struct {
	Form    bool              `json:"form,omitempty"`  // came from the form
	Table   bool              `json:"table,omitempty"` // the file name says that it is a table
	Name    string            `json:"name,omitempty"`
	Ruleset string            `json:"ruleset,omitempty"`
	Rounds  int               `json:"rounds,omitempty"`
	Cut     string            `json:"cut,omitempty"` // a stage.Entry
	Met     string            `json:"met,omitempty"`
	Part    string            `json:"part,omitempty"`
	Columns map[string]string `json:"columns,omitempty"` // columns chosen by the user
	Chosen  bool              `json:"chosen,omitempty"`  // the user has chosen something
}

// intake is a parsed file or paste with the command that imports it.
type intake struct {
	view.Intake
	command command.Command
	invited []door.Invitation // the list of the event
}

// refused keeps the reason why there is no event if the user can choose something else;
// otherwise it returns the refusal.
func (in *intake) refused(c *call, err error, choice bool) (*intake, error) {
	if !choice {
		return nil, err
	}
	text, known := c.Refusal(err)
	if !known {
		return nil, err
	}
	in.Problem = text
	return in, nil
}

// understand parses an upload by the choices of the plan and decides the import.
func (c *call) understand(ctx context.Context, plan importPlan, body []byte) (in *intake, err error) {
	err = c.Alone(ctx, func() error {
		in, err = c.understood(ctx, plan, body)
		return err
	})
	return in, err
}

// understood is understand in the turn of the call.
func (c *call) understood(ctx context.Context, plan importPlan, body []byte) (*intake, error) {
	server, err := c.App.Servers.Server(ctx, c.GuildID)
	if err != nil {
		return nil, err
	}
	in := &intake{}
	if in.Format = transfer.Detect(body); in.Format == "" && bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		in.Format = transfer.Topcut // or an unknown format: the error says what is missing
	}
	columns := maps.Clone(server.Columns)
	if columns == nil {
		columns = map[string]string{}
	}
	maps.Copy(columns, plan.Columns)
	lib, err := c.Library(ctx)
	if err != nil {
		return nil, err
	}
	options := transfer.Options{Load: lib.Load, Ruleset: plan.Ruleset, Rounds: plan.Rounds, Columns: columns}
	list, enough := transfer.Columns(body, options)
	sheet, met, wrong := readSheet(plan, string(body))
	switch {
	case wrong == nil && (plan.Form || in.Format == "" && len(plan.Columns) == 0):
		return c.understandSheet(ctx, in, plan, sheet, met)
	case in.Format == "" && list != nil && (enough || plan.Table):
		in.Format = transfer.CSV
	case in.Format == "":
		return nil, wrong
	}
	options.Format = in.Format
	known := false // some column is known only from earlier imports
	if in.Format == transfer.CSV {
		in.Columns, in.Asks = list, map[string]bool{}
		for _, column := range list {
			_, before := server.Columns[column.Heading]
			_, chosen := plan.Columns[column.Heading]
			known = known || before
			in.Asks[column.Heading] = column.Meaning == "" || before || chosen || !enough
		}
		if !enough {
			return in.refused(c, tournament.Refuse(tournament.BadInput, "import.columns"), true)
		}
	}
	read, err := transfer.Read(body, options)
	if err != nil && in.Format == transfer.Topcut {
		return nil, tournament.Refuse(tournament.BadInput, "upload.unreadable", "why", router.Why(err))
	}
	if err != nil {
		return in.refused(c, tournament.RefuseAs(tournament.BadInput, err), plan.Chosen || known)
	}
	event := &read.Events[0]
	if len(read.Events) > 1 {
		in.Parts, in.Part = read.Events, plan.Part
		at := slices.IndexFunc(read.Events, func(e transfer.Imported) bool { return e.Part == plan.Part })
		if at < 0 {
			in.Game = event.Tournament.Rules.Name
			return in.refused(c, tournament.Refuse(tournament.BadInput, "import.parts", "n", len(read.Events)), true)
		}
		event = &read.Events[at]
	}
	f := event.Tournament
	if f.Name == "" {
		f.Name = c.Say("did.import_name")
	}
	in.Game, in.Ruleset = f.Rules.Name, f.Ruleset
	if asksGame(event.Findings) || plan.Ruleset != "" && plan.Chosen {
		if in.Games, err = c.games(ctx); err != nil {
			return nil, err
		}
	}
	taken := handover.TakeOver{File: f}
	if taken.Guild, taken.Channel, err = c.newHome(ctx, &taken.TimeZone, &taken.Language, &taken.TOChannel); err != nil {
		return nil, err
	}
	in.invited = taken.Invited()
	return c.decideImport(in, taken.Command(), func(*tournament.State) []notice.Notice {
		var names []string
		for i := range f.Players {
			names = append(names, f.Players[i].Name)
		}
		return slices.Concat(event.Findings, f.Notes, taken.Notes(), namelist.Alike(names))
	})
}

// asksGame reports whether the game was guessed.
func asksGame(findings []notice.Notice) bool {
	return slices.ContainsFunc(findings, func(n notice.Notice) bool { return n.Code == "transfer.missing.ruleset" })
}

// decideImport decides a command without carrying it out.
func (c *call) decideImport(in *intake, command command.Command, notes func(*tournament.State) []notice.Notice) (*intake, error) {
	after, over, err := handover.Preview(c.App.Director, c.Request(command))
	if err != nil {
		return in.refused(c, err, len(in.Games) > 0)
	}
	in.After, in.Over, in.command, in.Notes = after, over, command, notes(after)
	return in, nil
}

// readSheet parses pasted standings and pairs that have met.
func readSheet(plan importPlan, text string) (*paste.Sheet, [][2]int, error) {
	if !utf8.ValidString(text) {
		return nil, nil, tournament.Refuse(tournament.BadInput, "upload.not_text")
	}
	standings, met := text, plan.Met
	if !plan.Form {
		standings, met = paste.Apart(text)
	}
	sheet, pairs, err := paste.Read(standings, met)
	if err != nil {
		return nil, nil, tournament.RefuseAs(tournament.BadInput, err)
	}
	return sheet, pairs, nil
}

// understandSheet decides the import of pasted standings.
func (c *call) understandSheet(ctx context.Context, in *intake, plan importPlan, sheet *paste.Sheet, met [][2]int) (*intake, error) {
	rs, err := c.ruleset(ctx, plan.Ruleset)
	if err != nil {
		return nil, err
	}
	cut, err := stage.ParseEntry(plan.Cut)
	if err != nil {
		cut = stage.Entry{} // "all" means no cut
	}
	name := strings.TrimSpace(plan.Name)
	if name == "" {
		name = c.Say("did.import_name")
	}
	s := handover.SheetSettings(name, rs, plan.Rounds, cut)
	guild, channel, err := c.newHome(ctx, &s.TimeZone, &s.Language, &s.TOChannel)
	if err != nil {
		return nil, err
	}
	in.Format, in.Game, in.Ruleset = view.PastedText, rs.Name, rs.ID
	if in.Games, err = c.games(ctx); err != nil {
		return nil, err
	}
	taken := handover.TakeOverSheet{Guild: guild, Channel: channel, Settings: s, Ruleset: rs, Sheet: sheet, Met: met}
	return c.decideImport(in, taken.Command(), func(after *tournament.State) []notice.Notice {
		var names []string
		for i := range sheet.Rows {
			names = append(names, sheet.Rows[i].Name)
		}
		return append(taken.Notes(after), namelist.Alike(names)...)
	})
}

// newHome returns the server and channel for a new event of this call. It fills in the zone,
// language and TO channel from the server's settings.
func (c *call) newHome(ctx context.Context, zone, language, toChannel *string) (guild, channel string, err error) {
	server, err := c.App.Servers.Server(ctx, c.GuildID)
	if err != nil {
		return "", "", err
	}
	*zone, *language, *toChannel = server.TimeZone, c.languageOf(server), server.TOChannel
	channel, err = c.home()
	return c.GuildID, channel, err
}

// previewImport shows what would be imported and keeps the file until the user answers.
// The file is kept in the database, not in memory or in Discord's attachment, so it
// survives a restart and Discord's handling of private files, and it can be bounded and
// deleted.
func (c *call) previewImport(ctx context.Context, plan importPlan, body []byte) (Reply, error) {
	if err := c.Spend(allowance.Upkeep); err != nil {
		return Reply{}, err
	}
	in, err := c.understand(ctx, plan, body)
	if err != nil {
		return Reply{}, err
	}
	stored, err := json.Marshal(plan)
	if err != nil {
		return Reply{}, err
	}
	in.Upload = c.ID
	if err := c.App.Uploads.PutUpload(ctx, stores.Upload{ID: c.ID, Guild: c.GuildID, User: c.User.ID, At: c.App.Now(), Plan: stored, Body: body}); err != nil {
		return Reply{}, err
	}
	return router.Private(view.ImportPreview(c.Env(), in.Intake)), nil
}

// upload returns the upload with this id that awaits the user's answer.
func (c *call) upload(ctx context.Context, id string) (u stores.Upload, plan importPlan, err error) {
	u, err = c.App.Uploads.Upload(ctx, id, c.App.Now())
	if errors.Is(err, tournament.ErrNotFound) || err == nil && (u.Guild != c.GuildID || u.User != c.User.ID) {
		return u, plan, tournament.Refuse(tournament.NotFound, "import.gone")
	}
	if err == nil {
		err = json.Unmarshal(u.Plan, &plan)
	}
	return u, plan, err
}

// chooseImport shows the preview again with another choice.
func (c *call) chooseImport(ctx context.Context, id string, choose func(*importPlan, *intake, string)) (Reply, error) {
	u, plan, err := c.upload(ctx, id)
	if err != nil {
		return Reply{}, err
	}
	if len(c.Values) != 1 {
		return Reply{}, router.ErrOldPanel
	}
	plan.Chosen = true
	in, err := c.understand(ctx, plan, u.Body)
	if err != nil {
		return Reply{}, err
	}
	choose(&plan, in, c.Values[0])
	if in, err = c.understand(ctx, plan, u.Body); err != nil {
		return Reply{}, err
	}
	stored, err := json.Marshal(plan)
	if err != nil {
		return Reply{}, err
	}
	if err := c.App.Uploads.PlanUpload(ctx, id, stored); err != nil {
		return Reply{}, err
	}
	in.Upload = id
	m := view.ImportPreview(c.Env(), in.Intake)
	return Reply{Update: &m}, nil
}

// importYes creates the event. Its cause is the interaction that uploaded the file, so
// the event is created once however often the button is pressed.
func importYes(ctx context.Context, c *call, p customid.ImportYes) (Reply, error) {
	u, plan, gone := c.upload(ctx, p.Upload)
	req := c.Request(nil)
	req.Cause = "import " + p.Upload
	var invited []door.Invitation
	if gone != nil { // imported already, or cancelled
		req.Expect = func(*tournament.Snapshot) error { return gone }
	} else {
		in, err := c.understand(ctx, plan, u.Body)
		if err != nil {
			return Reply{}, err
		}
		if in.command == nil {
			return Reply{}, router.ErrOldPanel
		}
		invited = in.invited
		if req.Command = in.command; p.Finish {
			req.Command = command.All{in.command, &command.Finish{}}
		}
	}
	req.Answer = router.Store(func(after *tournament.Snapshot, _ []tournament.Envelope) router.Answer { return imported(after.State) })
	req, settle := c.Charged(req, allowance.Create)
	var out *tournament.Outcome
	err := c.Alone(ctx, func() (err error) {
		out, err = c.App.Director.Create(ctx, req)
		return err
	})
	settle(err)
	if err != nil {
		return Reply{}, err
	}
	if gone == nil {
		if err := c.App.Servers.Invite(ctx, out.ID, invited); err != nil {
			return Reply{}, err
		}
		if err := c.rememberColumns(ctx, plan.Columns); err != nil {
			return Reply{}, err
		}
		if err := c.App.Uploads.DropUpload(ctx, p.Upload); err != nil {
			return Reply{}, err
		}
	}
	m := layout.Text(c.AnswerText(out.Answer))
	return Reply{Update: &m}, nil
}

// imported returns the answer to an import and suggests the next command.
func imported(s *tournament.State) router.Answer {
	done := router.NewAnswer("did.import", "event", notice.Text(s.Settings.Name),
		"players", notice.New("card.players", "n", len(s.Players)), "rounds", notice.New("structure.rounds", "n", len(s.Rounds)))
	switch {
	case s.Phase == tournament.Finished:
		return done.And("did.import_over").Next("member merge")
	case len(s.Rounds) > 0 && len(s.Rounds) < s.PlannedRounds():
		done = done.And("did.import_round", "round", len(s.Rounds)+1, "of", s.PlannedRounds()).Next("round pair")
	default:
		done = done.And("did.import_settings").Next("tournament settings")
	}
	return done.Line(notice.New("did.import_guests")).Next("player add")
}

// mostRemembered bounds the columns that a server remembers.
const mostRemembered = 200

// rememberColumns stores the chosen columns, so that the server's next table is read the
// same way.
func (c *call) rememberColumns(ctx context.Context, chosen map[string]string) error {
	if len(chosen) == 0 {
		return nil
	}
	_, err := c.App.Servers.ChangeServer(ctx, c.GuildID, func(server *stores.Server) {
		columns := maps.Clone(chosen)
		for heading, meaning := range server.Columns {
			if _, anew := columns[heading]; !anew && len(columns) < mostRemembered {
				columns[heading] = meaning
			}
		}
		server.Columns = columns
	})
	return err
}

func importNo(ctx context.Context, c *call, p customid.ImportNo) (Reply, error) {
	if _, _, err := c.upload(ctx, p.Upload); err != nil {
		return Reply{}, err
	}
	if err := c.App.Uploads.DropUpload(ctx, p.Upload); err != nil {
		return Reply{}, err
	}
	m := layout.Text(c.Say("import.dropped"))
	return Reply{Update: &m}, nil
}
