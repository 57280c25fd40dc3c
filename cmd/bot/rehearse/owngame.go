package rehearse

import (
	"context"
	"os"
	"testing/fstest"
	"time"

	"topcut/db"
	"topcut/tournament/customgame"
	"topcut/tournament/rules"
	"topcut/tournament/stores"
)

// ownGame is a game that the server under rehearsal has of its own.
type ownGame struct {
	customgame.Game
	file []byte
	lib  *rules.Library // with the game
}

// readGame reads the ruleset file of a game.
func readGame(path string) (*ownGame, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	lib, err := rules.LoadDir(fstest.MapFS{})
	if err != nil {
		return nil, err
	}
	g, data, err := customgame.Parse(lib, data)
	if err != nil {
		return nil, inWords(err)
	}
	return &ownGame{g, data, lib.And(rules.File{ID: g.ID, Data: data})}, nil
}

// load returns a game, that of --game included.
func (o *options) load(id string) (*rules.Ruleset, error) {
	if o.own != nil {
		return o.own.lib.Load(id)
	}
	return rules.Load(id)
}

// stock saves the game as one of the server's, before the bot starts.
func (r *rehearsal) stock(ctx context.Context, at time.Time) error {
	if r.o.own == nil {
		return nil
	}
	d, err := db.Open(ctx, db.Config{Path: r.bot.database})
	if err != nil {
		return err
	}
	defer d.Close()
	_, err = d.SaveGame(ctx, stores.Game{Guild: r.venue.guild.ID(), ID: r.o.own.ID, Name: r.o.own.Name, At: at, TOML: r.o.own.file}, "rehearsal")
	return err
}
