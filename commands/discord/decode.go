package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"topcut/commands/wire"
)

// discordgo's own decoder is not used for interactions: it does not know modal labels
// (component type 18), and its accessors panic on unknown types.

type rawMember struct {
	wire.Member
	User *wire.User `json:"user"`
}

type rawInteraction struct {
	ID             string           `json:"id"`
	ApplicationID  string           `json:"application_id"`
	Token          string           `json:"token"`
	Type           int              `json:"type"`
	GuildID        string           `json:"guild_id"`
	ChannelID      string           `json:"channel_id"`
	Locale         string           `json:"locale"`
	GuildLocale    string           `json:"guild_locale"`
	AppPermissions wire.Permissions `json:"app_permissions"`
	Channel        wire.Channel     `json:"channel"`
	Member         *rawMember       `json:"member"`
	User           *wire.User       `json:"user"`
	Data           json.RawMessage  `json:"data"`
	Message        MessageRef       `json:"message"`
}

type rawData struct {
	ID         wire.Text        `json:"id"` // of a command; of a component it is a number
	Name       string           `json:"name"`
	TargetID   string           `json:"target_id"`
	Options    []rawOption      `json:"options"`
	CustomID   string           `json:"custom_id"`
	Values     []string         `json:"values"`
	Components []wire.Component `json:"components"`
	Resolved   struct {
		Users       map[string]wire.User  `json:"users"`
		Members     map[string]rawMember  `json:"members"`
		Attachments map[string]Attachment `json:"attachments"`
	} `json:"resolved"`
}

type rawOption struct {
	Name    string      `json:"name"`
	Type    int         `json:"type"`
	Value   wire.Text   `json:"value"`
	Focused bool        `json:"focused"`
	Options []rawOption `json:"options"`
}

// maxDepth is how deeply components and options may nest: Discord sends at most three
// levels.
const maxDepth = 8

// decodeInteraction decodes the data of an INTERACTION_CREATE event. It returns an error
// if the interaction cannot be answered (no id, no token) or attributed to a user, or is
// of an unknown kind; unknown fields and component types are skipped. Its errors never
// quote the payload.
func decodeInteraction(raw []byte, received time.Time) (*Interaction, error) {
	var r rawInteraction
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, fmt.Errorf("interaction is not of the expected form: %w", withoutValue(err))
	}
	in := &Interaction{
		ID: r.ID, Token: Secret(r.Token), AppID: r.ApplicationID, Kind: Kind(r.Type),
		GuildID: r.GuildID, ChannelID: r.ChannelID,
		ChannelType: r.Channel.Type, ParentID: r.Channel.ParentID, Message: r.Message,
		Locale: r.Locale, GuildLocale: r.GuildLocale, AppPermissions: r.AppPermissions, Received: received,
	}
	switch {
	case !wire.IsSnowflake(in.ID) || !wire.IsSnowflake(in.AppID):
		return nil, errors.New("interaction has no valid id or application id")
	case in.Token == "":
		return nil, fmt.Errorf("interaction %s has no token", in.ID)
	case in.Kind < KindCommand || in.Kind > KindModal:
		return nil, fmt.Errorf("interaction %s is of the unknown kind %d", in.ID, r.Type)
	}
	if err := in.decodeUser(r); err != nil {
		return nil, err
	}
	if err := in.decodeData(r.Data); err != nil {
		return nil, fmt.Errorf("interaction %s: %w", in.ID, err)
	}
	return in, nil
}

func (in *Interaction) decodeUser(r rawInteraction) error {
	user := r.User
	if r.Member != nil {
		in.Roles = r.Member.Roles
		if r.Member.Permissions != nil {
			in.Permissions = *r.Member.Permissions
		}
		if r.Member.User != nil {
			user = r.Member.User
		}
	}
	if user == nil || !wire.IsSnowflake(user.ID) {
		return fmt.Errorf("interaction %s names no user", in.ID)
	}
	in.User = seen(*user, r.Member)
	return nil
}

// seen returns a user as others see it in the server of the membership.
func seen(u wire.User, m *rawMember) User {
	out := User{ID: u.ID, Name: u.DisplayName(), Username: u.Username, Bot: u.Bot}
	if m != nil && m.Nick != nil && *m.Nick != "" {
		out.Name = *m.Nick
	}
	if m != nil {
		out.Roles = m.Roles
	}
	return out
}

func (in *Interaction) decodeData(raw json.RawMessage) error {
	if len(raw) == 0 {
		return errors.New("has no data")
	}
	var d rawData
	if err := json.Unmarshal(raw, &d); err != nil {
		return fmt.Errorf("data is not of the expected form: %w", withoutValue(err))
	}
	for id, u := range d.Resolved.Users {
		if in.Users == nil {
			in.Users = make(map[string]User, len(d.Resolved.Users))
		}
		var member *rawMember
		if m, ok := d.Resolved.Members[id]; ok {
			member = &m
		}
		in.Users[id] = seen(u, member)
	}
	in.Attachments = d.Resolved.Attachments
	switch in.Kind {
	case KindCommand, KindAutocomplete:
		if d.Name == "" {
			return errors.New("command has no name")
		}
		in.CommandID, in.TargetID = string(d.ID), d.TargetID
		in.Path = []string{d.Name}
		in.Options = make(map[string]Option)
		return in.decodeOptions(d.Options, 0)
	case KindComponent, KindModal:
		if d.CustomID == "" {
			return errors.New("has no custom_id")
		}
		in.CustomID, in.Values = d.CustomID, d.Values
		if in.Kind == KindModal {
			in.Fields = make(map[string][]string)
			return in.decodeFields(d.Components, 0)
		}
	}
	return nil
}

func (in *Interaction) decodeOptions(options []rawOption, depth int) error {
	if depth > 2 {
		return errors.New("options are nested deeper than group and subcommand")
	}
	for _, o := range options {
		if o.Name == "" {
			return errors.New("an option has no name")
		}
		if o.Type == wire.OptionSubcommand || o.Type == wire.OptionGroup {
			if len(options) != 1 {
				return errors.New("a subcommand stands beside other options")
			}
			in.Path = append(in.Path, o.Name)
			return in.decodeOptions(o.Options, depth+1)
		}
		value, err := o.value()
		if err != nil {
			return fmt.Errorf("option %q: %w", o.Name, err)
		}
		if _, twice := in.Options[o.Name]; twice {
			return fmt.Errorf("option %q is given twice", o.Name)
		}
		in.Options[o.Name] = value
	}
	return nil
}

func (o rawOption) value() (Option, error) {
	out := Option{Type: o.Type, Focused: o.Focused}
	text := string(o.Value)
	out.Text = text
	var err error
	switch o.Type {
	case wire.OptionInteger:
		out.Int, err = strconv.ParseInt(text, 10, 64)
	case wire.OptionNumber:
		out.Float, err = strconv.ParseFloat(text, 64)
	case wire.OptionBoolean:
		out.Bool, err = strconv.ParseBool(text)
	default: // the text is the value
	}
	// While a number is being typed, an incomplete one is not an error.
	if err != nil && !o.Focused {
		return out, fmt.Errorf("value does not fit type %d", o.Type)
	}
	return out, nil
}

func (in *Interaction) decodeFields(components []wire.Component, depth int) error {
	if depth > maxDepth {
		return errors.New("modal components are nested too deep")
	}
	for _, c := range components {
		if c.CustomID != "" {
			values := c.Values
			if values == nil {
				values = []string{string(c.Value)}
			}
			in.Fields[c.CustomID] = values
		}
		if c.Component != nil {
			if err := in.decodeFields([]wire.Component{*c.Component}, depth+1); err != nil {
				return err
			}
		}
		if err := in.decodeFields(c.Components, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// withoutValue removes the quoted input from a JSON error: it may be part of a token or
// of a user's text.
func withoutValue(err error) error {
	var typ *json.UnmarshalTypeError
	if errors.As(err, &typ) {
		return fmt.Errorf("field %q has the wrong type", typ.Field)
	}
	return errors.New("invalid JSON")
}
