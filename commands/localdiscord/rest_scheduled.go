package localdiscord

import (
	"slices"
	"time"

	"topcut/commands/wire"
	"topcut/commands/wire/check"
)

// scheduledState is a scheduled event of a guild, held somewhere outside of
// Discord: the kind that a bot makes. There are no voice channels here.
type scheduledState struct {
	wire.Scheduled
	GuildID     string  `json:"guild_id"`
	Description *string `json:"description"` // null for none
	ChannelID   *string `json:"channel_id"`
	Image       *string `json:"image"`
	EntityID    *string `json:"entity_id"`
	Recurrence  any     `json:"recurrence_rule"`
	Exceptions  []any   `json:"guild_scheduled_event_exceptions"`
}

func scheduledRoutes() []*route {
	const list, one = "/guilds/{guild}/scheduled-events", "/guilds/{guild}/scheduled-events/{scheduled}"
	routes := []*route{
		{method: "GET", pattern: list, handle: about(inGuild(0), listScheduled)},
		{method: "POST", pattern: list, handle: saying(judged(inGuild(wire.CreateEvents), newScheduled), createScheduled)},
		{method: "PATCH", pattern: one, handle: saying(judged(scheduled, changedScheduled), editScheduled)},
	}
	for _, r := range routes {
		r.rule, r.major = ruleOther(), "guild"
	}
	return routes
}

func newScheduled(r *request) []string     { return check.Scheduled(r.raw, true) }
func changedScheduled(r *request) []string { return check.Scheduled(r.raw, false) }

// scheduledBody is the body of POST and PATCH.
type scheduledBody struct {
	wire.Scheduled
	ChannelID *string `json:"channel_id"`
}

// apply changes a scheduled event and returns Discord's objections.
func (b scheduledBody) apply(e *scheduledState, now time.Time) (problems []string) {
	if b.Name != "" {
		e.Name = b.Name
	}
	if b.Description != nil {
		e.Description = b.Description
	}
	if b.Start != nil {
		if e.Start = b.Start; !e.Start.Time().After(now) {
			problems = append(problems, "scheduled_start_time: Cannot schedule event in the past")
		}
	}
	if b.End != nil {
		e.End = b.End
	}
	if b.Metadata != nil {
		e.Metadata = b.Metadata
	}
	if b.Status != 0 {
		if !slices.Contains([][2]int{{wire.ScheduledToCome, wire.ScheduledOn}, {wire.ScheduledOn, wire.ScheduledOver}, {wire.ScheduledToCome, wire.ScheduledOff}}, [2]int{e.Status, b.Status}) {
			problems = append(problems, "status: Invalid status transition")
		}
		e.Status = b.Status
	}
	switch {
	case b.EntityType != 0 && b.EntityType != wire.ScheduledExternal, b.ChannelID != nil:
		problems = append(problems, "entity_type: only events outside of Discord are held here")
	case e.End == nil:
		problems = append(problems, "scheduled_end_time: This field is required")
	case e.Start != nil && !e.End.Time().After(e.Start.Time()):
		problems = append(problems, "scheduled_end_time: Event end time must be after start time")
	}
	return problems
}

// Scheduled is a scheduled event of a guild, in any status.
type Scheduled struct {
	Name   string
	Start  time.Time
	Status int // 1 scheduled, 2 active, 3 completed, 4 cancelled
}

// ScheduledEvents returns the scheduled events of the guild, oldest first, except deleted
// ones.
func (g *Guild) ScheduledEvents() (out []Scheduled) {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range g.state.scheduled {
		out = append(out, Scheduled{e.Name, e.Start.Time(), e.Status})
	}
	return out
}

// Unlist deletes the scheduled events with a name, as a moderator does by hand.
func (g *Guild) Unlist(name string) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.state.scheduled = slices.DeleteFunc(g.state.scheduled, func(e *scheduledState) bool { return e.Name == name })
}

// overtaken excuses a request for a start that the clock has passed since the request
// before it: the bot could not know that.
func (s *Server) overtaken(req *request, start *wire.Timestamp) {
	if start != nil && !start.Time().After(s.cfg.ViewClock()) && start.Time().After(s.viewed) {
		s.taints.add(s.now(), req.method+" "+req.path)
	}
}

func createScheduled(s *Server, req *request, g *guildState, body scheduledBody) response {
	s.overtaken(req, body.Start)
	e := &scheduledState{
		Scheduled: wire.Scheduled{CreatorID: s.bot.ID, Status: wire.ScheduledToCome, Privacy: wire.ScheduledPrivacy, EntityType: wire.ScheduledExternal},
		GuildID:   g.id, Exceptions: []any{},
	}
	body.Status = 0
	if problems := body.apply(e, s.cfg.ViewClock()); len(problems) > 0 {
		return invalidBody(problems...)
	}
	open := 0
	for _, other := range g.scheduled {
		if other.Status <= wire.ScheduledOn {
			open++
		}
	}
	if open >= wire.MaxScheduled {
		return fail(400, wire.CodeTooManyScheduled, "Maximum number of server scheduled events reached (100)")
	}
	e.ID = s.ids.next()
	g.scheduled = append(g.scheduled, e)
	return s.tellScheduled("GUILD_SCHEDULED_EVENT_CREATE", e)
}

// tellScheduled dispatches an event about a scheduled event and answers with it.
func (s *Server) tellScheduled(event string, e *scheduledState) response {
	now := *e
	s.dispatch(event, s.guilds[e.GuildID], IntentScheduledEvents, func(*session) any { return now })
	return ok(now)
}

// scheduled finds the event that a request changes, which takes Manage Events or, for one
// of the bot's own, Create Events.
func scheduled(s *Server, r *request) (*scheduledState, *response) {
	g, bad := inGuild(0)(s, r)
	if bad != nil {
		return nil, bad
	}
	i := slices.IndexFunc(g.scheduled, func(e *scheduledState) bool { return e.ID == r.params["scheduled"] })
	if i < 0 {
		return nil, new(fail(404, wire.CodeUnknownScheduled, "Unknown Guild Scheduled Event"))
	}
	may := g.permissions(s.bot.ID)
	if !may.Has(wire.ManageEvents) && (!may.Has(wire.CreateEvents) || g.scheduled[i].CreatorID != s.bot.ID) {
		return nil, new(missingPermissions())
	}
	return g.scheduled[i], nil
}

func listScheduled(s *Server, _ *request, g *guildState) response {
	out := []scheduledState{}
	for _, e := range g.scheduled {
		if e.Status <= wire.ScheduledOn {
			out = append(out, *e)
		}
	}
	return ok(out)
}

func editScheduled(s *Server, req *request, held *scheduledState, body scheduledBody) response {
	s.overtaken(req, body.Start)
	e := *held
	if e.Status > wire.ScheduledOn {
		return fail(400, wire.CodeScheduledOver, "Cannot update a finished event")
	}
	if problems := body.apply(&e, s.cfg.ViewClock()); len(problems) > 0 {
		return invalidBody(problems...)
	}
	*held = e
	return s.tellScheduled("GUILD_SCHEDULED_EVENT_UPDATE", &e)
}
