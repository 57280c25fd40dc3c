package localdiscord

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"topcut/commands/wire"
)

// Modal is a form that opened on a person's screen.
type Modal struct {
	wire.Modal
	InteractionID string `json:"interaction_id"`
	UserID        string `json:"user_id"`

	source *interactionState // that opened it
}

// Fields are the entries of a modal by custom_id or label: a string for a text
// input, []string (values or labels) for a select, []File for an upload.
type Fields map[string]any

// Click presses a button of a message, given by custom_id or label. It uses the message
// as it is now.
func (p *Person) Click(ctx context.Context, m Message, target string, when ...Condition) (*Interaction, error) {
	if err := p.wait(ctx, when); err != nil {
		return nil, err
	}
	s := p.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	action := fmt.Sprintf("press [%s]", target)
	st, c, err := p.component(m.ID, target, action)
	if err != nil {
		return nil, err
	}
	switch {
	case c.Type != wire.TypeButton:
		return nil, p.refusal(action, "it is not a button")
	case c.Style == wire.StyleLink || c.CustomID == "":
		return nil, p.refusal(action, "the button only opens a link")
	case c.Disabled:
		return nil, p.refusal(action, "the button is disabled")
	}
	i := &interactionState{kind: wire.InteractionComponent, name: c.CustomID, ch: st.ch, source: st}
	p.act(st.ch, "["+buttonText(c)+"]", "")
	return s.launch(p, i, map[string]any{"id": c.ID, "custom_id": c.CustomID, "component_type": c.Type}), nil
}

// Select chooses in a select menu, given by custom_id or placeholder, or "" if it is the
// only one. Values are those of the options or their labels; for users, roles and
// channels ids, mentions or names.
func (p *Person) Select(ctx context.Context, m Message, target string, values []string, when ...Condition) (*Interaction, error) {
	if err := p.wait(ctx, when); err != nil {
		return nil, err
	}
	s := p.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	action := fmt.Sprintf("choose %s in [%s]", strings.Join(values, ", "), target)
	st, c, err := p.selectMenu(m.ID, target, action)
	if err != nil {
		return nil, err
	}
	if c.Disabled {
		return nil, p.refusal(action, "the menu is disabled")
	}
	res := newResolver(s, st.ch, p)
	chosen, shown, err := res.choose(*c, values)
	if err != nil {
		return nil, p.refusal(action, "%v", err)
	}
	data := map[string]any{"id": c.ID, "custom_id": c.CustomID, "component_type": c.Type, "values": chosen}
	if r := res.wire(); len(r) > 0 {
		data["resolved"] = r
	}
	i := &interactionState{kind: wire.InteractionComponent, name: c.CustomID, ch: st.ch, source: st}
	p.act(st.ch, "["+strings.TrimSpace(c.Placeholder+" v "+strings.Join(shown, ", "))+"]", "")
	return s.launch(p, i, data), nil
}

// visible finds a message that the person can see and whose components they can use.
func (p *Person) visible(messageID, action string) (*messageState, error) {
	s := p.srv
	st := s.messages[messageID]
	switch {
	case st == nil:
		return nil, p.refusal(action, "the message is gone")
	case !s.canSee(st.ch, p.id):
		return nil, p.refusal(action, "they do not see the channel")
	case !st.visibleTo(p.id):
		return nil, p.refusal(action, "the message is for somebody else only")
	case st.Author.ID != s.bot.ID:
		return nil, p.refusal(action, "the message is not the bot's")
	}
	return st, nil
}

func (p *Person) component(messageID, target, action string) (*messageState, Component, error) {
	st, err := p.visible(messageID, action)
	if err != nil {
		return nil, Component{}, err
	}
	c, found := st.find(target)
	if !found {
		return nil, Component{}, p.refusal(action, "there is no such component (or several) on the message")
	}
	return st, c, nil
}

func (p *Person) selectMenu(messageID, target, action string) (*messageState, *Component, error) {
	st, err := p.visible(messageID, action)
	if err != nil {
		return nil, nil, err
	}
	var found []Component
	walk(st.Components, func(c *Component) bool {
		if isSelect(*c) && (target == "" || c.CustomID == target || c.Placeholder == target) {
			found = append(found, *c)
		}
		return true
	})
	if len(found) != 1 {
		return nil, nil, p.refusal(action, "%d menus of the message fit", len(found))
	}
	return st, &found[0], nil
}

// choose checks the values for a select of any kind.
func (r *resolver) choose(c Component, values []string) (chosen, shown []string, err error) {
	least, most := bounds(c)
	if len(values) < least || len(values) > most {
		return nil, nil, fmt.Errorf("%d chosen; %d to %d are needed", len(values), least, most)
	}
	chosen = []string{}
	for _, v := range values {
		id, text := v, v
		switch c.Type {
		case wire.TypeStringSelect:
			i := slices.IndexFunc(c.Options, func(o SelectOption) bool { return o.Value == v })
			if i < 0 {
				i = slices.IndexFunc(c.Options, func(o SelectOption) bool { return o.Label == v })
			}
			if i < 0 {
				return nil, nil, fmt.Errorf("%q is not among the options", v)
			}
			id, text = c.Options[i].Value, c.Options[i].Label
		case wire.TypeUserSelect:
			id, text, err = r.entity(wire.OptionUser, v, nil)
		case wire.TypeRoleSelect:
			id, text, err = r.entity(wire.OptionRole, v, nil)
		case wire.TypeMentionableSelect:
			id, text, err = r.entity(wire.OptionMentionable, v, nil)
		case wire.TypeChannelSelect:
			id, text, err = r.entity(wire.OptionChannel, v, c.ChannelTypes)
		}
		if err != nil {
			return nil, nil, err
		}
		if slices.Contains(chosen, id) {
			return nil, nil, fmt.Errorf("%q is chosen twice", v)
		}
		chosen, shown = append(chosen, id), append(shown, text)
	}
	return chosen, shown, nil
}

// SubmitModal fills in a modal and sends it. Fields that are left out keep their initial
// value.
func (p *Person) SubmitModal(ctx context.Context, m *Modal, fields Fields, when ...Condition) (*Interaction, error) {
	if err := p.wait(ctx, when); err != nil {
		return nil, err
	}
	s := p.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	action := "submit a form"
	switch {
	case m == nil:
		return nil, p.refusal(action, "there is none")
	case m.UserID != p.id:
		return nil, p.refusal(action, "%q is open on somebody else's screen", m.Title)
	case s.modals[p.id] != m:
		return nil, p.refusal(action, "%q is no longer open", m.Title)
	}
	action = fmt.Sprintf("submit %q", m.Title)
	form := formFill{res: newResolver(s, m.source.ch, p), fields: fields, used: map[string]bool{}}
	components, err := form.list(m.Components, "")
	if err != nil {
		return nil, p.refusal(action, "%v", err)
	}
	for name := range fields {
		if !form.used[name] {
			return nil, p.refusal(action, "there is no field %q", name)
		}
	}
	delete(s.modals, p.id)
	i := &interactionState{kind: wire.InteractionModal, name: m.CustomID, ch: m.source.ch, source: m.source.source, trigger: m.source}
	data := map[string]any{"custom_id": m.CustomID, "components": components}
	if r := form.res.wire(); len(r) > 0 {
		data["resolved"] = r
	}
	p.act(i.ch, "submits "+m.Title, strings.Join(form.shown, "\n"))
	return s.launch(p, i, data), nil
}

// formFill turns the components of a modal into those of its submission.
type formFill struct {
	res    *resolver
	fields Fields
	used   map[string]bool
	shown  []string
}

func (f *formFill) list(components []Component, label string) ([]map[string]any, error) {
	out := []map[string]any{}
	for _, c := range components {
		w, err := f.component(c, label)
		if err != nil {
			return nil, err
		}
		out = append(out, w)
	}
	return out, nil
}

func (f *formFill) component(c Component, label string) (map[string]any, error) {
	w := map[string]any{"type": c.Type, "id": c.ID}
	switch {
	case c.Type == wire.TypeActionRow:
		inner, err := f.list(c.Components, "")
		w["components"] = inner
		return w, err
	case c.Type == wire.TypeLabel && c.Component != nil:
		inner, err := f.component(*c.Component, c.Label)
		w["component"] = inner
		return w, err
	case c.Type == wire.TypeTextDisplay:
		return w, nil
	}
	if c.Label != "" {
		label = c.Label
	}
	w["custom_id"] = c.CustomID
	given, ok := f.fields[c.CustomID]
	f.used[c.CustomID] = true
	if !ok {
		given, ok = f.fields[label]
		f.used[label] = true
	}
	required := c.Required == nil || *c.Required
	switch {
	case c.Type == wire.TypeTextInput:
		text := string(c.Value)
		if ok {
			text = fmt.Sprint(given)
		}
		w["value"] = text
		f.shown = append(f.shown, label+": "+text)
		return w, checkInput(c, label, text, required)
	case isSelect(c):
		values, err := f.values(c, given, ok, label)
		if err != nil {
			return nil, err
		}
		if len(values) == 0 && !required {
			w["values"] = []string{}
			return w, nil
		}
		chosen, shown, err := f.res.choose(c, values)
		w["values"] = chosen
		f.shown = append(f.shown, label+": "+strings.Join(shown, ", "))
		if err != nil {
			err = fmt.Errorf("%s: %w", label, err)
		}
		return w, err
	case c.Type == wire.TypeFileUpload:
		files, _ := given.([]File)
		least, most := bounds(c)
		if !required && len(files) == 0 {
			least = 0
		}
		if len(files) < least || len(files) > most {
			return nil, fmt.Errorf("%s: %d files; %d to %d are needed", label, len(files), least, most)
		}
		ids := []string{}
		for _, file := range files {
			ids = append(ids, f.res.file(file).ID)
			f.shown = append(f.shown, label+": ("+file.Name+")")
		}
		w["values"] = ids
		return w, nil
	}
	return nil, fmt.Errorf("components of type %d are not played here", c.Type)
}

// values returns the values entered for a select: given, or its defaults.
func (f *formFill) values(c Component, given any, ok bool, label string) ([]string, error) {
	if !ok {
		var values []string
		for _, o := range c.Options {
			if o.Default {
				values = append(values, o.Value)
			}
		}
		for _, d := range c.DefaultValues {
			values = append(values, d.ID)
		}
		return values, nil
	}
	switch v := given.(type) {
	case string:
		return []string{v}, nil
	case []string:
		return v, nil
	case []any: // from JSON
		var values []string
		for _, x := range v {
			values = append(values, fmt.Sprint(x))
		}
		return values, nil
	}
	return nil, fmt.Errorf("%s: %v is no list of values", label, given)
}

func checkInput(c Component, label, text string, required bool) error {
	n := utf8.RuneCountInString(text)
	least, most := 0, wire.MaxInput
	if c.MinLength != nil && (required || n > 0) {
		least = *c.MinLength
	}
	if c.MaxLength != nil {
		most = *c.MaxLength
	}
	if required {
		least = max(least, 1)
	}
	if n < least || n > most {
		return fmt.Errorf("%s: %d characters; %d to %d are allowed", label, n, least, most)
	}
	if c.Style == 1 && strings.Contains(text, "\n") {
		return fmt.Errorf("%s: the field has one line only", label)
	}
	return nil
}
