package localdiscord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"topcut/commands/wire"
	"topcut/commands/wire/check"
)

// Choice is a fixed choice of an option, or a suggestion of autocomplete.
type Choice = wire.Choice

// Command is a registered application command, as Discord answers it.
type Command struct {
	wire.Command
	ApplicationID            string            `json:"application_id"`
	GuildID                  string            `json:"guild_id,omitempty"`
	Version                  string            `json:"version"`
	DefaultMemberPermissions *wire.Permissions `json:"default_member_permissions"`
	DMPermission             *bool             `json:"dm_permission,omitempty"`
	NSFW                     bool              `json:"nsfw"`
}

// commandSet holds the global commands or those of one guild.
type commandSet struct {
	byID    map[string]*Command
	order   []string
	creates []time.Time // of the last day
}

func newCommandSet(registered ...Command) *commandSet {
	cs := &commandSet{byID: map[string]*Command{}}
	for _, c := range registered {
		cs.byID[c.ID] = &c
		cs.order = append(cs.order, c.ID)
	}
	return cs
}

func (cs *commandSet) find(kind int, name string) *Command {
	for _, id := range cs.order {
		if c := cs.byID[id]; c.Type == kind && c.Name == name {
			return c
		}
	}
	return nil
}

func (cs *commandSet) list() []Command {
	out := make([]Command, 0, len(cs.order))
	for _, id := range cs.order {
		out = append(out, *cs.byID[id])
	}
	return out
}

func (cs *commandSet) remove(id string) {
	delete(cs.byID, id)
	cs.order = slices.DeleteFunc(cs.order, func(x string) bool { return x == id })
}

func commandRoutes() []*route {
	routes := []*route{{
		method: "GET", pattern: "/applications/{application}/guilds/{guild}/commands/permissions", rule: ruleCommands(), major: "guild", handle: listCommandAccess,
	}}
	for _, base := range []string{"/applications/{application}/commands", "/applications/{application}/guilds/{guild}/commands"} {
		one := base + "/{command}"
		for _, r := range []*route{
			{method: "GET", pattern: base, handle: about(amongCommands, listCommands)},
			{method: "PUT", pattern: base, handle: saying(judged(amongCommands, theCommands), putCommands)},
			{method: "POST", pattern: base, handle: saying(judged(amongCommands, theCommand), postCommand)},
			{method: "GET", pattern: one, handle: about(oneCommand, getCommand)},
			{method: "PATCH", pattern: one, handle: about(oneCommand, patchCommand)},
			{method: "DELETE", pattern: one, handle: about(oneCommand, deleteCommand)},
		} {
			r.rule, r.major = ruleCommands(), "guild"
			routes = append(routes, r)
		}
	}
	return routes
}

// Commands returns the registered commands, the global ones first.
func (s *Server) Commands() []Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.commands.list()
	for _, id := range s.guildOrder {
		out = append(out, s.guilds[id].commands.list()...)
	}
	return out
}

// amongCommands finds the set of commands that a request is about.
func amongCommands(s *Server, r *request) (*commandSet, *response) {
	if r.params["application"] != s.bot.ID {
		return nil, new(fail(404, wire.CodeUnknownApplication, "Unknown Application"))
	}
	id, inGuild := r.params["guild"]
	if !inGuild {
		return s.commands, nil
	}
	g := s.guilds[id]
	if g == nil {
		return nil, new(missingAccess().because("the bot is not in guild %s", id))
	}
	return g.commands, nil
}

// heldCommand is a command with its set.
type heldCommand struct {
	*Command
	set *commandSet
}

// oneCommand finds the command that a request is about.
func oneCommand(s *Server, r *request) (heldCommand, *response) {
	set, bad := amongCommands(s, r)
	if bad != nil {
		return heldCommand{}, bad
	}
	c := set.byID[r.params["command"]]
	if c == nil {
		return heldCommand{}, new(fail(404, wire.CodeUnknownCommand, "Unknown application command"))
	}
	return heldCommand{c, set}, nil
}

func listCommands(s *Server, r *request, set *commandSet) response {
	out := []any{}
	for _, c := range set.list() {
		out = append(out, commandWire(c, r.query.Get("with_localizations") == "true"))
	}
	return ok(out)
}

// commandWire removes the localisations from lists, as Discord does unless asked.
func commandWire(c Command, localised bool) Command {
	if !localised {
		c.Names, c.Descriptions = nil, nil
	}
	return c
}

// theCommands returns the violations in the list of commands of a request.
func theCommands(r *request) []string { return judgeCommands(r.raw) }

// theCommand returns the violations in the one command of a request.
func theCommand(r *request) []string { return judgeCommands(asList(r.raw)) }

// fineCommands is the newest list of commands without violations: every bot of a test run
// begins with the same list, the largest body that it sends.
var fineCommands atomic.Pointer[[]byte]

// judgeCommands checks a list of commands that will be added to others.
func judgeCommands(raw []byte) []string {
	if len(raw) == 0 {
		return []string{"the body is empty"}
	}
	if last := fineCommands.Load(); last != nil && bytes.Equal(*last, raw) {
		return nil
	}
	findings := check.Commands(raw)
	if len(findings) == 0 {
		fineCommands.Store(&raw)
	}
	return findings
}

func putCommands(s *Server, r *request, set *commandSet, specs []Command) response {
	var created []Command
	for _, c := range specs {
		if set.find(max(c.Type, 1), c.Name) == nil {
			created = append(created, c)
		}
	}
	if bad := s.mayCreate(set, len(created)); bad != nil {
		return *bad
	}
	keep := map[string]bool{}
	var order []string
	for _, c := range specs {
		id := s.register(set, r.params["guild"], c)
		keep[id] = true
		order = append(order, id)
	}
	for _, id := range slices.Clone(set.order) {
		if !keep[id] {
			set.remove(id)
		}
	}
	set.order = order
	s.connected.fire()
	out := []Command{}
	for _, c := range set.list() {
		out = append(out, commandWire(c, true))
	}
	return ok(out)
}

// mayCreate applies the limit of 200 created commands a day.
func (s *Server) mayCreate(set *commandSet, n int) *response {
	now := s.now()
	set.creates = slices.DeleteFunc(set.creates, func(t time.Time) bool { return now.Sub(t) > 24*time.Hour })
	if len(set.creates)+n > wire.MaxCommandCreates && !s.cfg.RateLimits.Off {
		return new(fail(400, wire.CodeCommandCreates, "Max number of daily application command creates has been reached (200)"))
	}
	for range n {
		set.creates = append(set.creates, now)
	}
	return nil
}

// register adds a command, or replaces the one of the same type and name. Its
// version changes only if its content does.
func (s *Server) register(set *commandSet, guildID string, c Command) string {
	c.ApplicationID, c.GuildID = s.bot.ID, guildID
	c.Type, c.Options = max(c.Type, 1), wire.List(c.Options)
	if c.IntegrationTypes == nil {
		c.IntegrationTypes = []int{0}
	}
	old := set.find(c.Type, c.Name)
	if old != nil {
		c.ID, c.Version = old.ID, old.Version
		if sameJSON(*old, c) {
			return old.ID
		}
	} else {
		c.ID = s.ids.next()
		set.order = append(set.order, c.ID)
	}
	c.Version = s.ids.next()
	set.byID[c.ID] = &c
	return c.ID
}

func sameJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

func postCommand(s *Server, r *request, set *commandSet, c Command) response {
	old := set.find(max(c.Type, 1), c.Name)
	if old == nil {
		if c.Type <= wire.CommandChat && len(set.order) >= wire.MaxChatCommands {
			return fail(400, wire.CodeTooManyCommands, "Maximum number of application commands reached (100)")
		}
		if bad := s.mayCreate(set, 1); bad != nil {
			return *bad
		}
	}
	id := s.register(set, r.params["guild"], c)
	s.connected.fire()
	if old == nil {
		return created(*set.byID[id])
	}
	return ok(*set.byID[id])
}

func asList(raw []byte) []byte {
	if len(raw) == 0 {
		return nil
	}
	return []byte("[" + string(raw) + "]")
}

func getCommand(_ *Server, _ *request, held heldCommand) response { return ok(*held.Command) }

func patchCommand(s *Server, r *request, old heldCommand) response {
	c := *old.Command
	c.Options = nil
	if bad := r.decode(&c); bad != nil {
		return *bad
	}
	if c.Options == nil && !strings.Contains(string(r.raw), `"options"`) {
		c.Options = old.Options
	}
	c.ID, c.Type, c.Options = old.ID, old.Type, wire.List(c.Options)
	raw, err := json.Marshal(c)
	if err != nil {
		return invalidBody(err.Error())
	}
	if bad := s.judge(r, judgeCommands(asList(raw))); bad != nil {
		return *bad
	}
	c.Version = s.ids.next()
	old.set.byID[c.ID] = &c
	s.connected.fire()
	return ok(c)
}

func deleteCommand(_ *Server, _ *request, held heldCommand) response {
	held.set.remove(held.ID)
	return noContent()
}

// findEntry finds an entry of the menu on a person or a message by its name.
func (s *Server) findEntry(g *guildState, kind int, name string) (*Command, error) {
	for _, set := range []*commandSet{g.commands, s.commands} {
		if c := set.find(kind, name); c != nil {
			return c, nil
		}
	}
	return nil, fmt.Errorf("%q is not registered", name)
}

// findCommand finds a command as a person typed it, "round pair" or "/report", among the
// commands of a guild (nil for a DM). It returns the command and the path of subcommand
// names below it.
func (s *Server) findCommand(g *guildState, typed string) (*Command, []string, error) {
	words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(typed), "/"))
	if len(words) == 0 {
		return nil, nil, fmt.Errorf("no command given")
	}
	var c *Command
	if g != nil {
		c = g.commands.find(1, words[0])
	}
	if c == nil {
		c = s.commands.find(1, words[0])
	}
	if c == nil {
		return nil, nil, fmt.Errorf("/%s is not registered", words[0])
	}
	if _, err := c.leaf(words[1:]); err != nil {
		return nil, nil, err
	}
	return c, words[1:], nil
}

// leaf returns the options of the subcommand at a path.
func (c *Command) leaf(path []string) ([]wire.CommandOption, error) {
	options, name := c.Options, c.Name
	for _, word := range path {
		i := slices.IndexFunc(options, func(o wire.CommandOption) bool {
			return o.Name == word && (o.Type == wire.OptionSubcommand || o.Type == wire.OptionGroup)
		})
		if i < 0 {
			return nil, fmt.Errorf("/%s has no subcommand %q", name, word)
		}
		options, name = options[i].Options, name+" "+word
	}
	for _, o := range options {
		if o.Type == wire.OptionSubcommand || o.Type == wire.OptionGroup {
			return nil, fmt.Errorf("/%s needs a subcommand, such as %q", name, o.Name)
		}
	}
	return options, nil
}
