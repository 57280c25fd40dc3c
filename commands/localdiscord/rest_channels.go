package localdiscord

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"topcut/commands/localdiscord/check"
)

func channelRoutes() []*route {
	const one = "/channels/{channel}"
	return []*route{
		{method: "GET", pattern: one, rule: ruleOther(), major: "channel", handle: getChannel},
		{method: "PATCH", pattern: one, rule: ruleChannelPatch(), major: "channel", handle: editChannel},
		{method: "DELETE", pattern: one, rule: ruleOther(), major: "channel", handle: deleteChannel},
		{method: "POST", pattern: one + "/typing", rule: ruleOther(), major: "channel", handle: typing},
		{method: "PUT", pattern: one + "/permissions/{overwrite}", rule: ruleOther(), major: "channel", handle: putOverwrite},
		{method: "DELETE", pattern: one + "/permissions/{overwrite}", rule: ruleOther(), major: "channel", handle: deleteOverwrite},
	}
}

func getChannel(s *Server, r *request) answer {
	ch, bad := s.place(r, 0)
	if bad != nil {
		return *bad
	}
	return ok(s.channelWire(ch))
}

func deleteChannel(s *Server, r *request) answer {
	need := ManageChannels
	if ch := s.channels[r.params["channel"]]; ch != nil {
		if ch.thread != nil {
			need = ManageThreads
		} else if ch.guild == nil {
			need = 0
		}
	}
	ch, bad := s.place(r, need)
	if bad != nil {
		return *bad
	}
	w := s.channelWire(ch)
	s.removeChannel(ch)
	return ok(w)
}

func typing(s *Server, r *request) answer {
	ch := s.channels[r.params["channel"]]
	if ch == nil {
		return unknownChannel()
	}
	if _, bad := s.place(r, sendPermission(ch)); bad != nil {
		return *bad
	}
	return noContent()
}

func putOverwrite(s *Server, r *request) answer {
	ch, bad := s.place(r, ManageRoles)
	if bad != nil {
		return *bad
	}
	o := overwrite{}
	if bad := r.decode(&o); bad != nil {
		return *bad
	}
	o.ID = r.params["overwrite"]
	if ch.guild == nil || ch.thread != nil {
		return fail(400, codeWrongChannelType, "Cannot execute action on this channel type")
	}
	if o.Type == 0 && ch.guild.roles[o.ID] == nil || o.Type == 1 && ch.guild.members[o.ID] == nil {
		return fail(404, codeUnknownOverwrite, "Unknown Overwrite")
	}
	if missing := (o.Allow | o.Deny) &^ s.permissions(ch, s.bot.ID); missing != 0 {
		return missingPermissions().because("the bot cannot set the bits %d, which it lacks", missing)
	}
	s.setOverwrite(ch, o)
	return noContent()
}

func deleteOverwrite(s *Server, r *request) answer {
	ch, bad := s.place(r, ManageRoles)
	if bad != nil {
		return *bad
	}
	id := r.params["overwrite"]
	if !slices.ContainsFunc(ch.overwrites, func(o overwrite) bool { return o.ID == id }) {
		return fail(404, codeUnknownOverwrite, "Unknown Overwrite")
	}
	ch.overwrites = slices.DeleteFunc(slices.Clone(ch.overwrites), func(o overwrite) bool { return o.ID == id })
	s.dispatchChannel("CHANNEL_UPDATE", ch)
	return noContent()
}

// editChannel changes a channel or thread. A new name or topic comes out of a
// bucket of two in ten minutes.
func editChannel(s *Server, r *request) answer {
	ch, bad := s.place(r, 0)
	if bad != nil {
		return *bad
	}
	if a, fine := s.judgeChannel(r, ch); !fine {
		return a
	}
	var given map[string]json.RawMessage
	if bad := r.decode(&given); bad != nil {
		return *bad
	}
	var body channelBody
	if bad := r.decode(&body); bad != nil {
		return *bad
	}
	renames := body.Name != "" && body.Name != ch.name || body.Topic != nil && *body.Topic != ch.topic
	if bad := s.mayEditChannel(ch, body, renames); bad != nil {
		return *bad
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
			if p := s.channels[*body.ParentID]; p == nil || p.kind != Category || p.guild != ch.guild {
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

func (s *Server) judgeChannel(r *request, ch *channelState) (answer, bool) {
	if ch.thread != nil {
		return s.judge(r, check.Thread(r.raw, false))
	}
	return s.judge(r, check.Channel(r.raw, false))
}

// mayEditChannel applies permissions. Of an archived thread nothing changes
// but by opening it; an unlocked one anybody who writes in it may open.
func (s *Server) mayEditChannel(ch *channelState, body channelBody, renames bool) *answer {
	have := s.permissions(ch, s.bot.ID)
	if ch.guild == nil {
		return pointer(fail(400, codeWrongChannelType, "Cannot execute action on this channel type"))
	}
	if ch.thread == nil {
		if !have.Has(ManageChannels) {
			return pointer(missingPermissions().because("the bot lacks MANAGE_CHANNELS in #%s", ch.name))
		}
		return nil
	}
	opens := body.Archived != nil && !*body.Archived
	owner := ch.thread.ownerID == s.bot.ID
	switch {
	case have.Has(ManageThreads):
	case body.Locked != nil:
		return pointer(missingPermissions().because("locking a thread needs MANAGE_THREADS"))
	case ch.thread.locked:
		return pointer(fail(400, codeThreadLocked, "Thread is locked"))
	case opens && have.Has(SendMessagesInThreads):
	case !owner:
		return pointer(missingPermissions().because("the thread is somebody else's and the bot lacks MANAGE_THREADS"))
	}
	onlyState := !renames && body.Name == "" && body.RateLimitPerUser == nil && body.AutoArchiveDuration == nil && body.Invitable == nil
	if s.archived(ch) && !opens && !(onlyState && (body.Archived != nil || body.Locked != nil)) {
		return pointer(fail(400, codeThreadArchived, "Thread is archived"))
	}
	if opens && s.archived(ch) && s.activeThreads(ch.guild) >= maxActiveThreads {
		return pointer(fail(400, codeTooManyThreads, fmt.Sprintf("Maximum number of active threads reached (%d)", maxActiveThreads)))
	}
	return nil
}

// channelBody is what POST and PATCH of channels and threads take.
type channelBody struct {
	Name                string       `json:"name"`
	Type                int          `json:"type"`
	Topic               *string      `json:"topic"`
	ParentID            *string      `json:"parent_id"`
	NSFW                *bool        `json:"nsfw"`
	RateLimitPerUser    *int         `json:"rate_limit_per_user"`
	PermissionOverwrite *[]overwrite `json:"permission_overwrites"`
	Archived            *bool        `json:"archived"`
	Locked              *bool        `json:"locked"`
	Invitable           *bool        `json:"invitable"`
	AutoArchiveDuration *int         `json:"auto_archive_duration"`
	Position            *int         `json:"position"`
}

func createChannel(s *Server, r *request) answer {
	g, bad := s.guildOf(r, ManageChannels)
	if bad != nil {
		return *bad
	}
	if a, fine := s.judge(r, check.Channel(r.raw, true)); !fine {
		return a
	}
	var body channelBody
	if bad := r.decode(&body); bad != nil {
		return *bad
	}
	if len(g.channelOrder) >= 500 {
		return fail(400, codeTooManyChannels, "Maximum number of guild channels reached (500)")
	}
	parent := ""
	if body.ParentID != nil {
		parent = *body.ParentID
		if p := s.channels[parent]; p == nil || p.kind != Category || p.guild != g {
			return invalidBody("parent_id is not a category of this guild")
		}
	}
	ch := s.addChannel(g, channelName(body.Name, body.Type), body.Type, parent)
	s.applyChannel(ch, body)
	return created(s.channelWire(ch))
}

// channelName is how Discord writes the name of a text channel.
func channelName(name string, kind int) string {
	if kind == TextChannel || kind == AnnouncementChannel {
		return strings.ToLower(strings.ReplaceAll(strings.TrimSpace(name), " ", "-"))
	}
	return strings.TrimSpace(name)
}

func (s *Server) applyChannel(ch *channelState, body channelBody) {
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
