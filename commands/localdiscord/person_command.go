package localdiscord

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"topcut/commands/wire"
)

// Options are the options of a slash command by name. Values are strings, integers,
// float64, bool, *[Person], *[Role], *[Channel] or [File]. A string is accepted for any
// type but attachments: a number, "true", an id, a mention or a name.
type Options map[string]any

// Slash runs a slash command, such as "round pair", in a channel. The
// interaction is sent as soon as the conditions hold.
func (p *Person) Slash(ctx context.Context, c *Channel, command string, options Options, when ...Condition) (*Interaction, error) {
	if err := p.wait(ctx, when); err != nil {
		return nil, err
	}
	s := p.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	action := "use /" + strings.TrimPrefix(command, "/")
	use, err := p.commandUse(c, command, action)
	if err != nil {
		return nil, err
	}
	res := newResolver(s, use.ch, p)
	var values []map[string]any
	var shown []string
	for _, o := range use.options {
		v, given := options[o.Name]
		if !given {
			if o.Required {
				return nil, p.refusal(action, "option %q is required", o.Name)
			}
			continue
		}
		value, text, err := res.value(o, v)
		if err != nil {
			return nil, p.refusal(action, "option %q: %v", o.Name, err)
		}
		values = append(values, map[string]any{"name": o.Name, "type": o.Type, "value": value})
		shown = append(shown, text)
	}
	if err := use.unknown(options); err != nil {
		return nil, p.refusal(action, "%v", err)
	}
	i := &interactionState{kind: wire.InteractionCommand, name: use.name(), ch: use.ch}
	data := use.data(values)
	if r := res.wire(); len(r) > 0 {
		data["resolved"] = r
	}
	p.act(use.ch, strings.TrimSpace("/"+use.name()+" "+strings.Join(shown, " ")), "")
	return s.launch(p, i, data), nil
}

// Autocomplete asks for suggestions while the person types in the option named
// focused; options hold what is filled in so far, the focused one included.
func (p *Person) Autocomplete(ctx context.Context, c *Channel, command string, options Options, focused string, when ...Condition) (*Interaction, error) {
	if err := p.wait(ctx, when); err != nil {
		return nil, err
	}
	s := p.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	action := "type in /" + strings.TrimPrefix(command, "/")
	use, err := p.commandUse(c, command, action)
	if err != nil {
		return nil, err
	}
	if err := use.unknown(options); err != nil {
		return nil, p.refusal(action, "%v", err)
	}
	res := newResolver(s, use.ch, p)
	var values []map[string]any
	found := false
	for _, o := range use.options {
		v, given := options[o.Name]
		if o.Name == focused {
			if !o.Autocomplete {
				return nil, p.refusal(action, "option %q makes no suggestions", focused)
			}
			found = true
			typed := ""
			if given {
				typed = fmt.Sprint(v)
			}
			values = append(values, map[string]any{"name": o.Name, "type": o.Type, "value": typed, "focused": true})
			continue
		}
		if given {
			value, _, err := res.value(o, v)
			if err != nil {
				return nil, p.refusal(action, "option %q: %v", o.Name, err)
			}
			values = append(values, map[string]any{"name": o.Name, "type": o.Type, "value": value})
		}
	}
	if !found {
		return nil, p.refusal(action, "there is no option %q", focused)
	}
	i := &interactionState{kind: wire.InteractionAutocomplete, name: use.name(), ch: use.ch}
	return s.launch(p, i, use.data(values)), nil
}

// Suggest calls [Person.Autocomplete] and waits for the suggestions.
func (p *Person) Suggest(ctx context.Context, c *Channel, command string, options Options, focused string, when ...Condition) ([]Choice, error) {
	i, err := p.Autocomplete(ctx, c, command, options, focused, when...)
	if err != nil {
		return nil, err
	}
	a, err := i.Answer(ctx)
	return a.Choices, err
}

// commandUse is a command as a person may use it in a channel.
type commandUse struct {
	ch      *channelState
	command *Command
	path    []string
	options []wire.CommandOption
}

// commandUse finds a command as the client's menu does: registered, in the right context,
// not hidden by default_member_permissions.
func (p *Person) commandUse(c *Channel, typed, action string) (commandUse, error) {
	s := p.srv
	ch := s.channels[c.state.id]
	if ch == nil || !s.canSee(ch, p.id) {
		return commandUse{}, p.refusal(action, "they do not see the channel")
	}
	have := s.permissions(ch, p.id)
	if !have.Has(wire.UseApplicationCommands) {
		return commandUse{}, p.refusal(action, "they may not use commands in %s", s.channelLabel(ch))
	}
	if ch.guild != nil && !wire.ChannelType(ch.kind).Home().Posts {
		return commandUse{}, p.refusal(action, "%s has no place to type: only what is in it has", s.channelLabel(ch))
	}
	if t := ch.thread; t != nil && t.locked && !have.Has(wire.ManageThreads) {
		return commandUse{}, p.refusal(action, "the thread is locked")
	}
	command, path, err := s.findCommand(ch.guild, typed)
	if err != nil {
		return commandUse{}, p.refusal(action, "%v", err)
	}
	if err := p.offered(ch, command, have, action); err != nil {
		return commandUse{}, err
	}
	options, err := command.leaf(path)
	if err != nil {
		return commandUse{}, p.refusal(action, "%v", err)
	}
	return commandUse{ch: ch, command: command, path: path, options: options}, nil
}

// offered refuses a command that the client does not offer the person in a channel.
func (p *Person) offered(ch *channelState, command *Command, have wire.Permissions, action string) error {
	switch {
	case ch.guild != nil && command.Contexts != nil && !slices.Contains(command.Contexts, 0):
		return p.refusal(action, "the command is not offered in servers")
	case ch.guild == nil && (command.Contexts != nil && !slices.Contains(command.Contexts, 1) || command.DMPermission != nil && !*command.DMPermission):
		return p.refusal(action, "the command is not offered in direct messages")
	case ch.guild != nil && !ch.guild.offers(command, p.id, have):
		return p.refusal(action, "the command is hidden from them: default_member_permissions, or Server Settings → Integrations")
	}
	return nil
}

// OnPerson uses an entry of the menu on a person, by its English name, in a channel.
func (p *Person) OnPerson(ctx context.Context, c *Channel, entry string, target *Person, when ...Condition) (*Interaction, error) {
	return p.on(ctx, c, wire.CommandUser, entry, when, func(use commandUse) (string, string, map[string]any, error) {
		res := newResolver(p.srv, use.ch, p)
		id, shown, err := res.entity(wire.OptionUser, target, nil)
		return id, shown, res.wire(), err
	})
}

// OnMessage uses an entry of the menu on a message, by its English name.
func (p *Person) OnMessage(ctx context.Context, c *Channel, entry string, target Message, when ...Condition) (*Interaction, error) {
	return p.on(ctx, c, wire.CommandMessage, entry, when, func(use commandUse) (string, string, map[string]any, error) {
		m := p.srv.messages[target.ID]
		if m == nil || m.ch != use.ch {
			return "", "", nil, fmt.Errorf("the message is not in the channel")
		}
		return m.ID, "a message", map[string]any{"messages": map[string]any{m.ID: p.srv.messageWire(m)}}, nil
	})
}

// on uses an entry of the menu on what find returns: its id, its name and what Discord
// sends along of it.
func (p *Person) on(ctx context.Context, c *Channel, kind int, entry string, when []Condition, find func(commandUse) (id, shown string, resolved map[string]any, err error)) (*Interaction, error) {
	if err := p.wait(ctx, when); err != nil {
		return nil, err
	}
	s := p.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	action := fmt.Sprintf("use %q", entry)
	ch := s.channels[c.state.id]
	if ch == nil || ch.guild == nil || !s.canSee(ch, p.id) {
		return nil, p.refusal(action, "they do not see the channel")
	}
	have := s.permissions(ch, p.id)
	if !have.Has(wire.UseApplicationCommands) {
		return nil, p.refusal(action, "they may not use commands in %s", s.channelLabel(ch))
	}
	command, err := s.findEntry(ch.guild, kind, entry)
	if err != nil {
		return nil, p.refusal(action, "%v", err)
	}
	if err := p.offered(ch, command, have, action); err != nil {
		return nil, err
	}
	use := commandUse{ch: ch, command: command}
	id, shown, resolved, err := find(use)
	if err != nil {
		return nil, p.refusal(action, "%v", err)
	}
	data := use.data(nil)
	data["target_id"], data["resolved"] = id, resolved
	p.act(ch, entry+" on "+shown, "")
	return s.launch(p, &interactionState{kind: wire.InteractionCommand, name: entry, ch: ch}, data), nil
}

func (u commandUse) name() string {
	return strings.Join(append([]string{u.command.Name}, u.path...), " ")
}

// unknown reports options the command does not have.
func (u commandUse) unknown(options Options) error {
	for name := range options {
		if !slices.ContainsFunc(u.options, func(o wire.CommandOption) bool { return o.Name == name }) {
			return fmt.Errorf("there is no option %q", name)
		}
	}
	return nil
}

// data returns the data of the interaction: option values inside the subcommands.
func (u commandUse) data(values []map[string]any) map[string]any {
	for i := len(u.path) - 1; i >= 0; i-- {
		kind := wire.OptionSubcommand
		if i < len(u.path)-1 {
			kind = wire.OptionGroup
		}
		level := map[string]any{"name": u.path[i], "type": kind, "options": wire.List(values)}
		values = []map[string]any{level}
	}
	data := map[string]any{"id": u.command.ID, "name": u.command.Name, "type": u.command.Type}
	if len(values) > 0 {
		data["options"] = values
	}
	if u.command.GuildID != "" {
		data["guild_id"] = u.command.GuildID
	}
	return data
}

// resolver turns what people enter into what Discord sends, and collects the
// users, roles, channels and files to send along.
type resolver struct {
	s           *Server
	ch          *channelState
	p           *Person
	users       map[string]User
	members     map[string]*memberWire
	roles       map[string]roleWire
	channels    map[string]channelWire
	attachments map[string]Attachment
}

func newResolver(s *Server, ch *channelState, p *Person) *resolver {
	return &resolver{
		s: s, ch: ch, p: p, users: map[string]User{}, members: map[string]*memberWire{}, roles: map[string]roleWire{},
		channels: map[string]channelWire{}, attachments: map[string]Attachment{},
	}
}

func (r *resolver) wire() map[string]any {
	w := map[string]any{}
	if len(r.users) > 0 {
		w["users"] = r.users
	}
	if len(r.members) > 0 {
		w["members"] = r.members
	}
	if len(r.roles) > 0 {
		w["roles"] = r.roles
	}
	if len(r.channels) > 0 {
		w["channels"] = r.channels
	}
	if len(r.attachments) > 0 {
		w["attachments"] = r.attachments
	}
	return w
}

// value converts the value of one option, as the client does, and also returns its text
// for the transcript.
func (r *resolver) value(o wire.CommandOption, v any) (any, string, error) {
	switch o.Type {
	case wire.OptionString:
		text := strings.ReplaceAll(fmt.Sprint(v), "\n", " ") // a client's field has one line
		return r.text(o, text)
	case wire.OptionInteger, wire.OptionNumber:
		return numberValue(o, v)
	case wire.OptionBoolean:
		b, isBool := v.(bool)
		if !isBool {
			var err error
			if b, err = strconv.ParseBool(fmt.Sprint(v)); err != nil {
				return nil, "", fmt.Errorf("%v is neither true nor false", v)
			}
		}
		return b, o.Name + ":" + strconv.FormatBool(b), nil
	case wire.OptionUser, wire.OptionRole, wire.OptionChannel, wire.OptionMentionable:
		id, text, err := r.entity(o.Type, v, o.ChannelTypes)
		return id, text, err
	case wire.OptionAttachment:
		f, isFile := v.(File)
		if !isFile {
			return nil, "", fmt.Errorf("a file is needed")
		}
		a := r.file(f)
		return a.ID, "(" + a.Name + ")", nil
	}
	return nil, "", fmt.Errorf("options of type %d are not played here", o.Type)
}

func (r *resolver) file(f File) Attachment {
	a := r.s.storeFile(r.ch.id, f)
	r.attachments[a.ID] = a
	return a
}

func (r *resolver) text(o wire.CommandOption, text string) (any, string, error) {
	if len(o.Choices) > 0 {
		for _, c := range o.Choices {
			if c.Name == text || fmt.Sprint(c.Value) == text {
				return c.Value, c.Name, nil
			}
		}
		return nil, "", fmt.Errorf("%q is not among the choices", text)
	}
	n := utf8.RuneCountInString(text)
	least, most := 0, wire.MaxStringLength
	if o.MinLength != nil {
		least = *o.MinLength
	}
	if o.MaxLength != nil {
		most = *o.MaxLength
	}
	if o.Required {
		least = max(least, 1)
	}
	if n < least || n > most {
		return nil, "", fmt.Errorf("has %d characters; %d to %d are allowed", n, least, most)
	}
	return text, text, nil
}

func numberValue(o wire.CommandOption, v any) (any, string, error) {
	for _, c := range o.Choices {
		if fmt.Sprint(c.Value) == fmt.Sprint(v) || c.Name == fmt.Sprint(v) {
			return c.Value, c.Name, nil
		}
	}
	n, err := strconv.ParseFloat(fmt.Sprint(v), 64)
	switch {
	case err != nil || math.IsNaN(n) || math.IsInf(n, 0):
		return nil, "", fmt.Errorf("%v is not a number", v)
	case len(o.Choices) > 0:
		return nil, "", fmt.Errorf("%v is not among the choices", v)
	case o.Min != nil && n < *o.Min, o.Max != nil && n > *o.Max:
		return nil, "", fmt.Errorf("%v is out of bounds", v)
	case o.Type == wire.OptionInteger && (n != math.Trunc(n) || math.Abs(n) > 1<<53):
		return nil, "", fmt.Errorf("%v is not a whole number", v)
	case o.Type == wire.OptionInteger:
		return int64(n), strconv.FormatInt(int64(n), 10), nil
	}
	return n, strconv.FormatFloat(n, 'g', -1, 64), nil
}

// entity finds a user, role or channel by handle, id, mention or name, and adds it to the
// resolved data.
func (r *resolver) entity(kind int, v any, channelTypes []wire.ChannelType) (string, string, error) {
	var key string
	switch x := v.(type) {
	case *Person:
		key = x.id
	case *Role:
		key = x.id
	case *Channel:
		key = x.state.id
	case string:
		key = strings.TrimSuffix(strings.TrimLeft(strings.TrimPrefix(x, "<"), "@!&#"), ">")
	default:
		return "", "", fmt.Errorf("%v is no user, role or channel", v)
	}
	g := r.ch.guild
	if kind == wire.OptionUser || kind == wire.OptionMentionable {
		if u := r.user(key); u != nil {
			r.users[u.ID] = u.User
			if g != nil && g.members[u.ID] != nil {
				m := r.s.memberWire(g.members[u.ID], false)
				m.Permissions = new(r.s.permissions(r.ch, u.ID))
				r.members[u.ID] = m
			}
			return u.ID, "@" + r.s.displayName(g, u.ID), nil
		}
	}
	if g != nil && (kind == wire.OptionRole || kind == wire.OptionMentionable) {
		for _, role := range g.sortedRoles() {
			if role.ID == key || role.Name == key || strings.TrimPrefix(role.Name, "@") == key {
				r.roles[role.ID] = role
				return role.ID, "@" + strings.TrimPrefix(role.Name, "@"), nil
			}
		}
	}
	if g != nil && kind == wire.OptionChannel {
		for _, ch := range r.s.channels {
			if ch.guild == g && (ch.id == key || ch.name == key) && r.s.canSee(ch, r.p.id) {
				if len(channelTypes) > 0 && !slices.Contains(channelTypes, wire.ChannelType(ch.kind)) {
					return "", "", fmt.Errorf("#%s is not of a kind that is offered", ch.name)
				}
				w := r.s.channelWire(ch)
				w.Overwrites = nil
				w.Permissions = new(r.s.permissions(ch, r.p.id))
				r.channels[ch.id] = w
				return ch.id, "#" + ch.name, nil
			}
		}
	}
	return "", "", fmt.Errorf("%q is not found", key)
}

// user finds a member of the guild, or a user by id, as the client's picker does.
func (r *resolver) user(key string) *userState {
	if u := r.s.users[key]; u != nil {
		return u
	}
	g := r.ch.guild
	if g == nil {
		return nil
	}
	for _, id := range g.memberOrder {
		if u := r.s.users[id]; r.s.displayName(g, id) == key || u.Username == key {
			return u
		}
	}
	return nil
}
