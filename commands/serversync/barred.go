package serversync

import (
	"context"
	"slices"

	"topcut/commands/discord"
	"topcut/commands/view"
	"topcut/tournament"
)

// Lacking returns what keeps the bot from giving the roles of a server and from its
// list of events, as far as the server wants them.
func Lacking(server tournament.Server, me discord.Standing) (out []view.Bar) {
	roles := slices.DeleteFunc([]string{server.ParticipantRole, server.ChampionRole, server.TopRole}, func(id string) bool { return id == "" })
	missing := me.Permissions.Missing(discord.ManageRoles)
	if len(roles) > 0 && missing != 0 {
		out = append(out, view.Bar{Missing: missing})
	}
	for _, id := range roles {
		if reaches, there := me.Reaches(id); !there || !reaches && missing == 0 {
			out = append(out, view.Bar{Role: id, Gone: !there})
		}
	}
	if missing := me.Permissions.Missing(discord.CreateEvents); server.ScheduledEvents && missing != 0 {
		out = append(out, view.Bar{Missing: missing})
	}
	return out
}

// Bars returns what the last look at a server was kept from.
func (k *Keeper) Bars(guild string) []view.Bar {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.bars[guild]
}

// noteBars notes what a look at a server was kept from, and has organisers told where that is
// news. What is missing is looked up only where Discord has refused something.
func (k *Keeper) noteBars(ctx context.Context, server tournament.Server, running []*tournament.Snapshot, barred bool) {
	var bars []view.Bar
	if barred {
		me, err := k.Guilds.Standing(ctx, server.Guild)
		if err != nil {
			return // with the next look
		}
		bars = Lacking(server, me)
	}
	k.mu.Lock()
	news := !slices.Equal(k.bars[server.Guild], bars)
	if k.bars == nil {
		k.bars = map[string][]view.Bar{}
	}
	k.bars[server.Guild] = bars
	k.mu.Unlock()
	if !news || k.Barred == nil {
		return
	}
	var events []tournament.ID
	for _, snap := range running {
		events = append(events, snap.State.ID)
	}
	k.Barred(events...)
}
