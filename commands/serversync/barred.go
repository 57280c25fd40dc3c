package serversync

import (
	"context"
	"slices"

	"topcut/commands/discord"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/stores"
)

// Lacking returns what keeps the bot from assigning the roles of a server and creating
// its scheduled events, if the server wants them.
func Lacking(server stores.Server, me discord.Standing) (out []wording.Bar) {
	roles := slices.DeleteFunc([]string{server.ParticipantRole, server.ChampionRole, server.TopRole}, func(id string) bool { return id == "" })
	missing := me.Permissions.Missing(wire.ManageRoles)
	if len(roles) > 0 && missing != 0 {
		out = append(out, wording.Bar{Missing: missing})
	}
	for _, id := range roles {
		if reaches, there := me.Reaches(id); !there || !reaches && missing == 0 {
			out = append(out, wording.Bar{Role: id, Gone: !there})
		}
	}
	if missing := me.Permissions.Missing(wire.CreateEvents); server.ScheduledEvents && missing != 0 {
		out = append(out, wording.Bar{Missing: missing})
	}
	return out
}

// Bars returns what prevented the last sync of a server.
func (k *Keeper) Bars(guild string) []wording.Bar {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.bars[guild]
}

// noteBars records what prevented a sync of a server, and notifies the organisers of
// changes. It looks up what is missing only if Discord has refused something.
func (k *Keeper) noteBars(ctx context.Context, server stores.Server, running []*tournament.Snapshot, barred bool) {
	var bars []wording.Bar
	if barred {
		me, err := k.Guilds.Standing(ctx, server.Guild)
		if err != nil {
			return // with the next sync
		}
		bars = Lacking(server, me)
	}
	k.mu.Lock()
	news := !slices.Equal(k.bars[server.Guild], bars)
	if k.bars == nil {
		k.bars = map[string][]wording.Bar{}
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
