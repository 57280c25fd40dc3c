package serversync

import (
	"context"
	"errors"
	"strings"

	"topcut/commands/refusal"
	"topcut/tournament"
	"topcut/tournament/season"
	"topcut/tournament/stores"
)

// kindRole is a role assigned to a member; its key is roleKey.
const kindRole = "role"

// Values of a role: Discord has assigned it, or the member had it before. Without a value
// it is unknown whether Discord was asked.
const (
	given  = "given"
	theirs = "theirs"
)

func roleKey(role, user string) string { return role + "/" + user }

// roles returns which members should have which of the bot's roles: the players of
// running events, the winner of the last one, and the best of open seasons.
func (k *Keeper) roles(ctx context.Context, server stores.Server, running []*tournament.Snapshot) (map[string]bool, error) {
	out := map[string]bool{}
	add := func(role, user string) {
		if role != "" && user != "" {
			out[roleKey(role, user)] = true
		}
	}
	for _, snap := range running {
		if snap.State.Phase != tournament.Running {
			continue
		}
		for n := range snap.State.Players {
			if snap.State.Taking(n + 1) {
				for _, user := range snap.Users(n + 1) {
					add(server.ParticipantRole, user)
				}
			}
		}
	}
	top := server.TopRole != "" && server.Top > 0
	if server.ChampionRole == "" && !top {
		return out, nil
	}
	h, err := k.Archive.Of(ctx, server.Guild)
	if err != nil {
		return nil, err
	}
	if server.ChampionRole != "" {
		if all := h.Events; len(all) > 0 {
			for _, p := range all[len(all)-1].Places {
				if p.Place == 1 {
					add(server.ChampionRole, h.Account(p.Member))
				}
			}
		}
	}
	if !top {
		return out, nil
	}
	leagues, err := k.Index.Listed(ctx, season.Log.Name, server.Guild)
	if err != nil {
		return nil, err
	}
	for _, l := range leagues {
		if l.Over {
			continue
		}
		snap, err := k.Seasons.Snapshot(ctx, l.ID)
		if err != nil {
			return nil, err
		}
		if snap.State.Ended || len(snap.State.Events) == 0 {
			continue
		}
		t := snap.State.Tables()[0] // of the highest division
		for i := range t.Rows {
			if t.Rows[i].Place <= server.Top && t.Decided() {
				best := snap.Book.Person(snap.State.PersonOf(t.Rows[i].Member))
				add(server.TopRole, best.User)
				if best.User != "" { // else a team, or a guest
					continue
				}
				for _, user := range h.Team(best.Name) {
					add(server.TopRole, user)
				}
			}
		}
	}
	return out, nil
}

// mostFailures is how many members in a row may fail before the others wait for the next
// sync: Discord, or the way to it, is likely to fail for them too.
const mostFailures = 3

// roleSync is one sync of the roles of a server.
type roleSync struct {
	errs  []error
	inRow int  // failures since the last success
	moved bool // something was assigned or removed
}

// note records how a member's role went.
func (s *roleSync) note(err error) {
	if err == nil {
		s.inRow, s.moved = 0, true
		return
	}
	s.errs = append(s.errs, err)
	s.inRow++
}

// over reports whether the others wait.
func (s *roleSync) over() bool { return s.inRow >= mostFailures }

// keepRoles assigns and removes roles. A member whose request fails holds up no other. It
// does not remove a role that the bot has not assigned. The id of a person whose data is
// blanked is dropped with the role, even if the bot may not remove it.
func (k *Keeper) keepRoles(ctx context.Context, guild string, held []stores.Holding, want map[string]bool) error {
	asked := map[string]bool{}
	var s roleSync
	var gone []stores.Holding
	for _, h := range held {
		if h.Kind != kindRole {
			continue
		}
		if want[h.Key] {
			if asked[h.Key] = true; h.Value != "" {
				delete(want, h.Key)
			}
			continue
		}
		if role, user, _ := strings.Cut(h.Key, "/"); h.Value != theirs {
			if s.over() && !k.forgotten(ctx, user) {
				continue
			}
			err := k.settled(ctx, guild, h.Key, k.Guilds.TakeRole(ctx, guild, user, role))
			if err != nil && !(barred(err) && k.forgotten(ctx, user)) {
				s.note(err)
				continue
			}
		}
		s.note(nil)
		gone = append(gone, h)
	}
	if err := k.drop(ctx, gone...); err != nil {
		return errors.Join(append(s.errs, err)...)
	}
	for key := range want {
		if s.over() {
			break
		}
		s.note(k.assign(ctx, guild, key, asked[key]))
	}
	if s.moved {
		k.restart(guild)
	}
	return errors.Join(s.errs...)
}

// assign assigns a role; asked says that it was requested before.
func (k *Keeper) assign(ctx context.Context, guild, key string, asked bool) error {
	h := stores.Holding{Guild: guild, Kind: kindRole, Key: key}
	role, user, _ := strings.Cut(key, "/")
	if !asked {
		has, err := k.Guilds.HasRole(ctx, guild, user, role)
		if err != nil && !absent(err) {
			return err
		}
		if has {
			h.Value = theirs
		}
		if err := k.Holdings.Hold(ctx, h); err != nil || has {
			return err
		}
	}
	if err := k.settled(ctx, guild, key, k.Guilds.GiveRole(ctx, guild, user, role)); err != nil {
		return err
	}
	h.Value = given // also for a member who has left the server: the role cannot be assigned again
	return k.Holdings.Hold(ctx, h)
}

// settled returns the error of a request for a role, or nil if nothing is left to do: the
// member has left the server, which Discord confirms, or the role no longer exists.
func (k *Keeper) settled(ctx context.Context, guild, key string, err error) error {
	switch k.judge(guild, key, err, refusal.Role) {
	case refusal.Absent:
		return nil
	case refusal.Ask:
		role, user, _ := strings.Cut(key, "/")
		if _, again := k.Guilds.HasRole(ctx, guild, user, role); absent(again) {
			return nil
		}
	default:
	}
	return err
}

// absent reports whether Discord says that a user is not in a server.
func absent(err error) bool {
	return refusal.Judge(err, refusal.Case{Kind: refusal.Member}) == refusal.Absent
}

// forgotten reports whether a user is in no event and no league.
func (k *Keeper) forgotten(ctx context.Context, user string) bool {
	events, err := k.Index.ByUser(ctx, "", user)
	if err != nil || len(events) > 0 {
		return false
	}
	leagues, err := k.Index.Known(ctx, season.Log.Name, user)
	return err == nil && len(leagues) == 0
}
