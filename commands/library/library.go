// Package library has the games that a server can play: those of the program, of the host's
// folder, and those that its organisers have described.
package library

import (
	"context"
	"fmt"
	"sync"

	"topcut/tournament/rules"
	"topcut/tournament/stores"
)

// keptServers bounds the cached libraries of servers.
const keptServers = 100

// Libraries has the library of each server. The zero cache is ready to use.
type Libraries struct {
	Rulesets *rules.Library // of all servers
	Games    stores.Games   // nil: no server has games of its own

	mu      sync.Mutex
	servers map[string]*shelf
}

// shelf is the library of a server, and the games that it is made of.
type shelf struct {
	games string // ids, versions and whether they are listed
	lib   *rules.Library
}

// Of returns the games of a server. Its own are listed first, by name; those that were removed
// can be loaded, for leagues that play them, and are not listed.
func (l *Libraries) Of(ctx context.Context, guild string) (*rules.Library, error) {
	if l.Games == nil || guild == "" {
		return l.Rulesets, nil
	}
	games, err := l.Games.Games(ctx, guild)
	if err != nil {
		return nil, err
	}
	if len(games) == 0 {
		return l.Rulesets, nil
	}
	key := ""
	for i := range games {
		key += fmt.Sprintln(games[i].ID, games[i].Version, games[i].Removed)
	}
	if lib := l.cached(guild, key); lib != nil {
		return lib, nil
	}
	files := make([]rules.File, len(games))
	for i := range games {
		g := &games[i]
		files[i] = rules.File{ID: g.ID, Unlisted: g.Removed}
		if files[i].Data, err = l.Games.GameFile(ctx, guild, g.ID, g.Version); err != nil {
			return nil, err
		}
	}
	lib := l.Rulesets.And(files...)
	l.keep(guild, &shelf{key, lib})
	return lib, nil
}

func (l *Libraries) cached(guild, games string) *rules.Library {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := l.servers[guild]; s != nil && s.games == games {
		return s.lib
	}
	return nil
}

func (l *Libraries) keep(guild string, s *shelf) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.servers) >= keptServers {
		clear(l.servers)
	}
	if l.servers == nil {
		l.servers = map[string]*shelf{}
	}
	l.servers[guild] = s
}
