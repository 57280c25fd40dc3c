package localdiscord

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"topcut/commands/wire"
	"topcut/commands/wire/check"
)

func channelRoutes() []*route {
	const one = "/channels/{channel}"
	return []*route{
		{method: "GET", pattern: one, rule: ruleOther(), major: "channel", handle: about(inChannel(0), getChannel)},
		{method: "PATCH", pattern: one, rule: ruleChannelPatch(), major: "channel", handle: saying(toEdit, editChannel)},
		{method: "DELETE", pattern: one, rule: ruleOther(), major: "channel", handle: about(inChannelWith(toDelete), deleteChannel)},
		{method: "POST", pattern: one + "/typing", rule: ruleOther(), major: "channel", handle: about(inChannelWith(sendPermission), typing)},
		{method: "PUT", pattern: one + "/permissions/{overwrite}", rule: ruleOther(), major: "channel", handle: saying(inChannel(wire.ManageRoles), putOverwrite)},
	}
}

func getChannel(s *Server, _ *request, ch *channelState) response {
	return ok(s.channelWire(ch))
}

// toDelete returns the permission that the bot needs to delete a channel.
func toDelete(ch *channelState) wire.Permissions {
	switch {
	case ch.thread != nil:
		return wire.ManageThreads
	case ch.guild == nil:
		return 0
	}
	return wire.ManageChannels
}

func deleteChannel(s *Server, _ *request, ch *channelState) response {
	w := s.channelWire(ch)
	s.removeChannel(ch)
	return ok(w)
}

func typing(*Server, *request, *channelState) response { return noContent() }

func putOverwrite(s *Server, r *request, ch *channelState, o wire.Overwrite) response {
	o.ID = r.params["overwrite"]
	if ch.guild == nil || ch.thread != nil {
		return fail(400, wire.CodeWrongChannelType, "Cannot execute action on this channel type")
	}
	if o.Type == wire.OverwriteRole && ch.guild.roles[o.ID] == nil || o.Type == wire.OverwriteMember && ch.guild.members[o.ID] == nil {
		return fail(404, wire.CodeUnknownOverwrite, "Unknown Overwrite")
	}
	if missing := (o.Allow | o.Deny) &^ s.permissions(ch, s.bot.ID); missing != 0 {
		return missingPermissions().because("the bot cannot set the bits %d, which it lacks", missing)
	}
	s.setOverwrite(ch, o)
	return noContent()
}

// editChannel changes a channel or thread. A new name or topic counts in a bucket of two
// in ten minutes.
func editChannel(s *Server, r *request, ch *channelState, body wire.ChannelEdit) response {
	var given map[string]json.RawMessage
	if bad := r.decode(&given); bad != nil {
		return *bad
	}
	renames := body.Name != "" && body.Name != ch.name || body.Topic != nil && *body.Topic != ch.topic
	if bad := s.mayEditChannel(ch, body, renames); bad != nil {
		return *bad
	}
	if len(body.Applied) > 0 {
		if ch.thread == nil || s.channels[ch.parentID] == nil || s.channels[ch.parentID].kind != wire.ChannelForum {
			return invalidBody("applied_tags: the channel is no post in a forum")
		}
		if bad := s.mayTag(s.channels[ch.parentID], body.Applied, ch.thread.tags); bad != nil {
			return *bad
		}
	}
	if renames {
		if use := s.spend(ruleChannelName(), ch.id, true); use.denied {
			s.stats.RateLimited++
			return limited(use.after, "user", 0)
		}
	}
	if body.Name != "" {
		ch.name = body.Name
		if ch.thread == nil {
			ch.name = channelName(body.Name, ch.kind)
		}
	}
	if _, moved := given["parent_id"]; moved && ch.thread == nil {
		ch.parentID = ""
		if body.ParentID != nil {
			if p := s.channels[*body.ParentID]; p == nil || p.kind != wire.ChannelCategory || p.guild != ch.guild {
				return invalidBody("parent_id is not a category of this guild")
			}
			ch.parentID = *body.ParentID
		}
	}
	s.applyChannel(ch, body)
	if ch.thread != nil {
		s.applyThread(ch, body)
		return ok(s.channelWire(ch))
	}
	s.dispatchChannel("CHANNEL_UPDATE", ch)
	ch.changed.fire()
	return ok(s.channelWire(ch))
}

// toEdit finds the channel of a request that edits it.
func toEdit(s *Server, r *request) (*channelState, *response) {
	ch, bad := inChannel(0)(s, r)
	switch {
	case bad != nil:
		return nil, bad
	case ch.thread != nil:
		return ch, s.judge(r, check.Thread(r.raw, false))
	}
	return ch, s.judge(r, check.Channel(r.raw, false))
}

// mayEditChannel checks permissions. An archived thread can only be unarchived; anyone
// who may write in it may do that unless it is locked.
func (s *Server) mayEditChannel(ch *channelState, body wire.ChannelEdit, renames bool) *response {
	have := s.permissions(ch, s.bot.ID)
	if ch.guild == nil {
		return new(fail(400, wire.CodeWrongChannelType, "Cannot execute action on this channel type"))
	}
	if ch.thread == nil {
		if !have.Has(wire.ManageChannels) {
			return new(missingPermissions().because("the bot lacks MANAGE_CHANNELS in #%s", ch.name))
		}
		return nil
	}
	opens := body.Archived != nil && !*body.Archived
	owner := ch.thread.ownerID == s.bot.ID
	switch {
	case have.Has(wire.ManageThreads):
	case body.Locked != nil:
		return new(missingPermissions().because("locking a thread needs MANAGE_THREADS"))
	case ch.thread.locked:
		return new(fail(400, wire.CodeThreadLocked, "Thread is locked"))
	case opens && have.Has(wire.SendMessagesInThreads):
	case !owner:
		return new(missingPermissions().because("the thread is somebody else's and the bot lacks MANAGE_THREADS"))
	}
	onlyState := !renames && body.Name == "" && body.RateLimitPerUser == nil && body.AutoArchiveDuration == nil && body.Invitable == nil
	if s.archived(ch) && !opens && !(onlyState && (body.Archived != nil || body.Locked != nil)) {
		return new(fail(400, wire.CodeThreadArchived, "Thread is archived"))
	}
	if opens && s.archived(ch) && s.activeThreads(ch.guild) >= maxActiveThreads {
		return new(fail(400, wire.CodeTooManyThreads, fmt.Sprintf("Maximum number of active threads reached (%d)", maxActiveThreads)))
	}
	return nil
}

func createChannel(s *Server, _ *request, g *guildState, body wire.ChannelEdit) response {
	if len(g.channelOrder) >= 500 {
		return fail(400, wire.CodeTooManyChannels, "Maximum number of guild channels reached (500)")
	}
	parent := ""
	if body.ParentID != nil {
		parent = *body.ParentID
		if p := s.channels[parent]; p == nil || p.kind != wire.ChannelCategory || p.guild != g {
			return invalidBody("parent_id is not a category of this guild")
		}
	}
	ch := s.addChannel(g, channelName(body.Name, body.Type), body.Type, parent)
	s.applyChannel(ch, body)
	return created(s.channelWire(ch))
}

// channelName returns the name of a text channel as Discord writes it.
func channelName(name string, kind int) string {
	if kind == wire.ChannelText || kind == wire.ChannelAnnouncement {
		return strings.ToLower(strings.ReplaceAll(strings.TrimSpace(name), " ", "-"))
	}
	return strings.TrimSpace(name)
}

func (s *Server) applyChannel(ch *channelState, body wire.ChannelEdit) {
	if body.Topic != nil {
		ch.topic = *body.Topic
	}
	if body.NSFW != nil {
		ch.nsfw = *body.NSFW
	}
	if body.RateLimitPerUser != nil {
		ch.slowmode = *body.RateLimitPerUser
	}
	if body.PermissionOverwrite != nil {
		ch.overwrites = slices.Clone(*body.PermissionOverwrite)
	}
	if body.Position != nil {
		ch.position = *body.Position
	}
}
