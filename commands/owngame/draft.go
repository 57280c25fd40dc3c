package owngame

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"topcut/commands/allowance"
	"topcut/commands/customid"
	"topcut/commands/moment"
	"topcut/commands/router"
	"topcut/tournament"
	"topcut/tournament/customgame"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/stores"
)

// draft is a game that is not saved yet: what was filled in, or a file. It waits for an hour
// with the uploads.
type draft struct {
	ID        string             `json:"id,omitempty"`      // of the game that it changes; "" for a new one
	Version   int                `json:"version,omitempty"` // of that game when the draft was begun
	Name      string             `json:"name"`
	Base      customgame.Base    `json:"base"`
	BestOf    int                `json:"best_of"`
	Draws     bool               `json:"draws"`
	Ranking   customgame.Ranking `json:"ranking,omitempty"`
	Structure string             `json:"structure,omitempty"` // as typed
	About     string             `json:"about,omitempty"`
	Preset    customgame.Preset  `json:"preset,omitempty"`
	Items     string             `json:"items,omitempty"` // as typed, and so the next two
	Scripts   string             `json:"scripts,omitempty"`
	Sides     string             `json:"sides,omitempty"`
	Clock     time.Duration      `json:"clock,omitempty"` // of a step
	Event     string             `json:"event,omitempty"` // the event that it was begun for: its name
	When      string             `json:"when,omitempty"`  // and time, as typed

	key  string // of the upload; "" if it does not wait yet
	file []byte // what a file said that no form has changed; nil for a form
}

// begun returns an empty draft.
func begun() *draft { return new(draft).of(customgame.New(customgame.Esports)) }

// of fills in the fields of a game.
func (d *draft) of(g customgame.Game) *draft {
	d.Name, d.Base, d.BestOf, d.Draws, d.Ranking, d.About = g.Name, g.Base, g.BestOf, g.Draws, g.Ranking, g.About
	d.Structure = ""
	if len(g.Structure.Stages) > 0 {
		d.Structure = g.Structure.String()
	}
	p := &g.Picks
	d.Preset, d.Items, d.Scripts, d.Sides, d.Clock = p.Preset, p.ItemText(), p.ScriptText(), strings.Join(p.Sides, ", "), p.Clock
	return d
}

// picks reads the picks and bans of a draft.
func (d *draft) picks() (p customgame.Picks, err error) {
	p.Preset, p.Clock = d.Preset, d.Clock
	if p.Lists, err = customgame.ParseLists(d.Items); err != nil {
		return p, err
	}
	if len(p.Lists) == 0 {
		p.Lists = d.Preset.Decks(d.BestOf)
	}
	for side := range strings.SplitSeq(d.Sides, ",") {
		if side = strings.TrimSpace(side); side != "" {
			p.Sides = append(p.Sides, side)
		}
	}
	p.Scripts, err = customgame.ParseScripts(d.Scripts, p.Lists)
	return p, err
}

// of returns the draft that a button is about: one that waits, that of the newest version of
// a game, or an empty one.
func (c call) of(ctx context.Context, of string) (*draft, error) {
	switch {
	case of == "":
		return begun(), nil
	case strings.HasPrefix(of, customgame.Prefix):
		g, err := c.newest(ctx, of)
		if err != nil {
			return nil, err
		}
		return c.ofGame(g, g.Version)
	}
	u, err := c.App.Uploads.Upload(ctx, of, c.App.Now())
	if errors.Is(err, tournament.ErrNotFound) || err == nil && (u.Guild != c.GuildID || u.User != c.User.ID) {
		return nil, tournament.Refuse(tournament.NotFound, "games.draft_gone")
	}
	if err != nil {
		return nil, err
	}
	d := &draft{key: of, file: u.Body}
	if len(u.Body) == 0 {
		d.file = nil
	}
	if err := json.Unmarshal(u.Plan, d); err != nil {
		return nil, router.ErrOldPanel // of an import
	}
	return d, nil
}

// ofGame returns a draft of a version of a game, to be saved after the newest version.
func (c call) ofGame(g stores.Game, newest int) (*draft, error) {
	game, _, err := customgame.Parse(c.App.Rulesets.Rulesets, g.TOML)
	if err != nil {
		return nil, tournament.RefuseAs(tournament.Unavailable, err)
	}
	d := &draft{ID: g.ID, Version: newest, file: g.TOML}
	return d.of(game), nil
}

// ofFile returns a draft of a file from outside. If the server has the game, the file is its
// next version.
func (c call) ofFile(ctx context.Context, data []byte) (*draft, error) {
	game, worked, err := customgame.Parse(c.App.Rulesets.Rulesets, data)
	if err != nil {
		return nil, tournament.RefuseAs(tournament.BadInput, err)
	}
	d := (&draft{file: worked}).of(game)
	all, err := c.games(ctx)
	for i := range all {
		if all[i].ID == game.ID {
			d.ID, d.Version = game.ID, all[i].Version
		}
	}
	return d, err
}

// keep lets a draft wait under the id of the interaction that began it, and shows it.
func (c call) keep(ctx context.Context, d *draft, key string) (router.Reply, error) {
	if err := c.store(ctx, d, key); err != nil {
		return router.Reply{}, err
	}
	made, err := c.make(ctx, d)
	if err != nil {
		return router.Reply{}, err
	}
	return c.Turned(draftPanel(c.Env(), made))
}

// store lets a draft wait.
func (c call) store(ctx context.Context, d *draft, key string) error {
	plan, err := json.Marshal(d)
	if err != nil {
		return err
	}
	d.key = key
	return c.App.Uploads.PutUpload(ctx, stores.Upload{ID: key, Guild: c.GuildID, User: c.User.ID, At: c.App.Now(), Plan: plan, Body: append([]byte{}, d.file...)})
}

// made is a draft with the game that it makes.
type made struct {
	*draft
	game  customgame.Game
	data  []byte
	rules *rules.Ruleset
	wrong error // why it makes none
}

// make makes the game of a draft. The error is a fault; what does not fit is in made.wrong.
func (c call) make(ctx context.Context, d *draft) (*made, error) {
	m := &made{draft: d}
	lib := c.App.Rulesets.Rulesets
	fits := func(err error) bool {
		if err != nil {
			m.wrong = tournament.RefuseAs(tournament.BadInput, err)
		}
		return err == nil
	}
	var err error
	if d.file != nil {
		if m.game, m.data, err = customgame.Parse(lib, d.file); !fits(err) {
			return m, fault(m.wrong)
		}
	} else {
		all, err := c.games(ctx)
		if err != nil {
			return nil, err
		}
		m.game = customgame.Game{
			ID: d.ID, Name: d.Name, Base: d.Base, BestOf: d.BestOf, Draws: d.Draws, Ranking: d.Ranking, About: d.About,
			Server: c.server(ctx), Date: c.today(ctx),
		}
		if m.game.ID == "" {
			m.game.ID = customgame.NewID(d.Name, func(id string) bool {
				_, err := lib.Load(id)
				return err == nil || slices.ContainsFunc(all, func(g stores.Game) bool { return g.ID == id })
			})
		}
		if d.Structure != "" {
			if m.game.Structure, err = stage.Parse(d.Structure); !fits(err) {
				return m, fault(m.wrong)
			}
		}
		if m.game.Picks, err = d.picks(); !fits(err) {
			return m, fault(m.wrong)
		}
		if m.data, err = m.game.TOML(lib); !fits(err) {
			return m, fault(m.wrong)
		}
	}
	m.rules, err = lib.Try(m.data)
	fits(err)
	return m, fault(m.wrong)
}

// fault returns an error that is no refusal.
func fault(err error) error {
	if err == nil || tournament.ClassOf(err) != "" {
		return nil
	}
	return err
}

// server returns the name of the server; "Discord" if it cannot be found out.
func (c call) server(ctx context.Context) string {
	if g, err := c.App.Rest.Guild(ctx, c.GuildID); err == nil && g.Name != "" {
		return g.Name
	}
	return "Discord"
}

// today returns the date at the server.
func (c call) today(ctx context.Context) string {
	zone := ""
	if s, err := c.App.Servers.Server(ctx, c.GuildID); err == nil {
		zone = s.TimeZone
	}
	return c.App.Now().In(moment.Location(zone)).Format(time.DateOnly)
}

// Begin lets a draft wait for a game that was asked for in the form of a new event, and
// answers with the button that opens its form.
func Begin(ctx context.Context, rc *router.Call, event, when string) (router.Reply, error) {
	c := call{rc}
	d := begun()
	d.Event, d.When = event, when
	if err := c.store(ctx, d, c.ID); err != nil {
		return router.Reply{}, err
	}
	return router.Private(beginPanel(c.Env(), c.ID)), nil
}

// openForm opens a page of the form.
func openForm(ctx context.Context, c call, p customid.GameOpen) (router.Reply, error) {
	d, err := c.of(ctx, p.Of)
	if err != nil {
		return router.Reply{}, err
	}
	m := form(c.Env(), d, p)
	return router.Reply{Modal: &m}, nil
}

// readForm puts what was filled in into the draft, and shows it. A form of a game begins a
// draft.
func readForm(ctx context.Context, c call, p customid.GameForm) (router.Reply, error) {
	d, err := c.of(ctx, p.Of)
	if err != nil {
		return router.Reply{}, err
	}
	if err := d.fill(p.Page, c.Field); err != nil {
		return router.Reply{}, err
	}
	key := d.key
	if key == "" {
		key = c.ID
	}
	return c.keep(ctx, d, key)
}

// showDraft shows a draft again.
func showDraft(ctx context.Context, c call, p customid.GameDraft) (router.Reply, error) {
	d, err := c.of(ctx, p.Draft)
	if err != nil {
		return router.Reply{}, err
	}
	m, err := c.make(ctx, d)
	if err != nil {
		return router.Reply{}, err
	}
	return c.Turned(draftPanel(c.Env(), m))
}

// version begins a draft of an earlier version of a game.
func version(ctx context.Context, c call, p customid.GameVersion) (router.Reply, error) {
	chosen, err := c.chosen()
	if err != nil {
		return router.Reply{}, err
	}
	versions, err := c.App.Rulesets.Games.GameVersions(ctx, c.GuildID, p.ID)
	if err != nil {
		return router.Reply{}, err
	}
	for i := range versions {
		if versionValue(versions[i].Version) != chosen {
			continue
		}
		g, err := c.filed(ctx, versions[i])
		if err != nil {
			return router.Reply{}, err
		}
		d, err := c.ofGame(g, versions[0].Version)
		if err != nil {
			return router.Reply{}, err
		}
		return c.keep(ctx, d, c.ID)
	}
	return router.Reply{}, tournament.Refuse(tournament.NotFound, "games.gone")
}

// save makes a draft a game of the server: a new one, or the next version of one. Its cause
// is the draft, so that it is saved once however often the button is pressed.
func save(ctx context.Context, c call, p customid.GameSave) (router.Reply, error) {
	d, err := c.of(ctx, p.Draft)
	if err != nil {
		return router.Reply{}, err
	}
	m, err := c.make(ctx, d)
	if err == nil {
		err = m.wrong
	}
	if err != nil {
		return router.Reply{}, err
	}
	if err := c.Spend(allowance.Upkeep); err != nil {
		return router.Reply{}, err
	}
	g := stores.Game{Guild: c.GuildID, ID: m.game.ID, Version: d.Version, Name: m.game.Name, TOML: m.data, By: c.User.ID, At: c.App.Now()}
	if _, err := c.App.Rulesets.Games.SaveGame(ctx, g, d.key); err != nil {
		return router.Reply{}, err
	}
	if err := c.App.Uploads.DropUpload(ctx, d.key); err != nil {
		return router.Reply{}, err
	}
	if d.Event == "" && d.When == "" {
		return c.show(ctx, g.ID, "games.saved")
	}
	return c.Turned(savedPanel(c.Env(), &g, customid.CreateOpen{Name: d.Event, When: d.When, Ruleset: g.ID}))
}

// drop forgets a draft.
func drop(ctx context.Context, c call, p customid.GameDrop) (router.Reply, error) {
	d, err := c.of(ctx, p.Draft)
	if err != nil {
		return router.Reply{}, err
	}
	if err := c.App.Uploads.DropUpload(ctx, d.key); err != nil {
		return router.Reply{}, err
	}
	if d.ID != "" {
		return c.show(ctx, d.ID, "games.dropped")
	}
	return c.list(ctx, 0)
}
