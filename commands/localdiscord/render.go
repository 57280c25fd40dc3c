package localdiscord

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"topcut/commands/wire"
)

// names tells a renderer how people see ids and moments.
type names interface {
	User(id string) string
	Role(id string) string
	Channel(id string) string
	// Now returns the time from which "in 5 minutes" counts, in the time zone to show.
	Now() time.Time
}

// serverNames are the names that members of a guild see. The caller holds the server's
// lock.
type serverNames struct {
	srv   *Server
	guild *guildState
}

func (s *Server) names(g *guildState) names { return serverNames{srv: s, guild: g} }

func (n serverNames) User(id string) string { return n.srv.displayName(n.guild, id) }

func (n serverNames) Role(id string) string {
	if n.guild != nil {
		if r := n.guild.roles[id]; r != nil {
			return strings.TrimPrefix(r.Name, "@")
		}
	}
	return "unknown role"
}

func (n serverNames) Channel(id string) string {
	if ch := n.srv.channels[id]; ch != nil {
		return ch.name
	}
	return "unknown channel"
}

func (n serverNames) Now() time.Time { return n.srv.cfg.ViewClock().In(n.srv.cfg.Zone) }

// Render shows a message as plain text, with the server's names and clock.
func (s *Server) Render(m Message) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var g *guildState
	if ch := s.channels[m.ChannelID]; ch != nil {
		g = ch.guild
	}
	return render(m, s.names(g))
}

// render shows a message as plain text: content, embeds with a bar at their left,
// components, files, reactions. Buttons are [Label], disabled ones (Label); a select is
// [placeholder v a | b | c].
func render(m Message, n names) string {
	var lines []string
	if m.Loading() {
		lines = append(lines, "... is thinking")
	}
	if m.Content != "" {
		lines = append(lines, plain(m.Content, n))
	}
	for _, e := range m.Embeds {
		lines = append(lines, indent(renderEmbed(e, n), "| "))
	}
	if s := renderComponents(m.Components, n); s != "" {
		lines = append(lines, s)
	}
	if m.Flags&wire.FlagComponentsV2 == 0 {
		for _, a := range m.Attachments {
			lines = append(lines, renderFile(a.Name, a.Description))
		}
	}
	var reactions []string
	for _, r := range m.Reactions {
		reactions = append(reactions, r.Emoji.Name+" "+strconv.Itoa(r.Count))
	}
	if len(reactions) > 0 {
		lines = append(lines, strings.Join(reactions, "  "))
	}
	return strings.Join(lines, "\n")
}

func renderEmbed(e Embed, n names) string {
	var lines []string
	add := func(s string) {
		if s != "" {
			lines = append(lines, plain(s, n))
		}
	}
	if e.Author != nil {
		add(e.Author.Name)
	}
	if e.Title != "" {
		add("**" + e.Title + "**")
	}
	add(e.Description)
	var inline []string
	flush := func() {
		if len(inline) > 0 {
			lines = append(lines, strings.Join(inline, "   "))
			inline = nil
		}
	}
	for _, f := range e.Fields {
		if f.Inline && !strings.Contains(f.Value, "\n") {
			inline = append(inline, plain(f.Name+": "+f.Value, n))
			continue
		}
		flush()
		add(f.Name + ":\n" + f.Value)
	}
	flush()
	if e.Image != nil {
		lines = append(lines, "(image)")
	}
	if e.Footer != nil {
		add(e.Footer.Text)
	}
	return strings.Join(lines, "\n")
}

func renderFile(name, description string) string {
	if description != "" {
		return "(file " + name + ": " + description + ")"
	}
	return "(file " + name + ")"
}

func renderComponents(list []Component, n names) string {
	var lines []string
	for _, c := range list {
		if s := renderComponent(c, n); s != "" {
			lines = append(lines, s)
		}
	}
	return strings.Join(lines, "\n")
}

func renderComponent(c Component, n names) string {
	description := ""
	if c.Description != nil {
		description = *c.Description
	}
	switch c.Type {
	case wire.TypeActionRow:
		var parts []string
		for _, inner := range c.Components {
			parts = append(parts, renderComponent(inner, n))
		}
		return strings.Join(parts, " ")
	case wire.TypeButton:
		text := buttonText(c)
		if c.Style == wire.StyleLink {
			text += " -> " + c.URL
		}
		if c.Disabled {
			return "(" + text + ")"
		}
		return "[" + text + "]"
	case wire.TypeStringSelect, wire.TypeUserSelect, wire.TypeRoleSelect, wire.TypeMentionableSelect, wire.TypeChannelSelect:
		return renderSelect(c, n)
	case wire.TypeTextInput:
		return renderInput(c)
	case wire.TypeSection:
		text := renderComponents(c.Components, n)
		if c.Accessory != nil {
			text += "  " + renderComponent(*c.Accessory, n)
		}
		return text
	case wire.TypeTextDisplay:
		return plain(c.Content, n)
	case wire.TypeThumbnail:
		return "(picture: " + description + ")"
	case wire.TypeMediaGallery:
		var parts []string
		for _, item := range c.Items {
			alt := ""
			if item.Description != nil {
				alt = *item.Description
			}
			parts = append(parts, "(picture: "+alt+")")
		}
		return strings.Join(parts, "\n")
	case wire.TypeFile:
		name := "file"
		if c.Name != nil {
			name = *c.Name
		}
		return renderFile(name, "")
	case wire.TypeSeparator:
		if c.Divider != nil && !*c.Divider {
			return ""
		}
		return strings.Repeat("-", 24)
	case wire.TypeContainer:
		return indent(renderComponents(c.Components, n), "| ")
	case wire.TypeLabel:
		text := c.Label
		if description != "" {
			text += " (" + description + ")"
		}
		if c.Component != nil {
			text += ": " + renderComponent(*c.Component, n)
		}
		return text
	case wire.TypeFileUpload:
		return "[choose a file]"
	}
	return ""
}

func renderSelect(c Component, n names) string {
	var options []string
	for _, o := range c.Options {
		text := o.Label
		if o.Default {
			text = "*" + text
		}
		options = append(options, text)
	}
	for _, d := range c.DefaultValues {
		name := n.User(d.ID)
		switch d.Type {
		case "role":
			name = n.Role(d.ID)
		case "channel":
			name = "#" + n.Channel(d.ID)
		}
		options = append(options, "*"+name)
	}
	text := strings.TrimSpace(c.Placeholder + " v " + strings.Join(options, " | "))
	if c.Disabled {
		return "(" + text + ")"
	}
	return "[" + text + "]"
}

func renderInput(c Component) string {
	text := string(c.Value)
	if text == "" && c.Placeholder != "" {
		text = "(" + c.Placeholder + ")"
	}
	label := ""
	if c.Label != "" {
		label = c.Label + ": "
	}
	return label + "[" + text + "____]"
}

func renderChoices(list []Choice) string {
	if len(list) == 0 {
		return "no options match your search"
	}
	var names []string
	for _, c := range list {
		names = append(names, c.Name)
	}
	return strings.Join(names, " | ")
}

// renderModal shows a modal as plain text.
func renderModal(m Modal, n names) string {
	return "== " + m.Title + " ==\n" + renderComponents(m.Components, n)
}

// plain replaces the codes that Discord renders: mentions of users, roles, channels and
// commands, custom emojis, timestamps and escapes.
func plain(text string, n names) string {
	var b strings.Builder
	text = strings.ReplaceAll(text, "\u2060", "") // a word joiner is invisible
	for {
		i := strings.IndexByte(text, '<')
		if i < 0 {
			break
		}
		end := strings.IndexByte(text[i:], '>')
		if end < 0 {
			break
		}
		shown, ok := plainCode(text[i+1:i+end], n)
		b.WriteString(text[:i])
		if !ok {
			b.WriteByte('<')
			text = text[i+1:]
			continue
		}
		b.WriteString(shown)
		text = text[i+end+1:]
	}
	b.WriteString(text)
	return unescape(b.String())
}

// unescape removes the backslashes that keep punctuation from being Markdown; code keeps
// its backslashes.
func unescape(text string) string {
	parts := strings.Split(text, "```")
	for i := 0; i < len(parts); i += 2 {
		var b strings.Builder
		for j := 0; j < len(parts[i]); j++ {
			c := parts[i][j]
			if c == '\\' && j+1 < len(parts[i]) && strings.IndexByte("\\`*_{}[]()#+-.!|~>:<@/=&", parts[i][j+1]) >= 0 {
				j++
				c = parts[i][j]
			}
			b.WriteByte(c)
		}
		parts[i] = b.String()
	}
	return strings.Join(parts, "```")
}

func plainCode(code string, n names) (string, bool) {
	switch {
	case strings.HasPrefix(code, "@&") && isID(code[2:]):
		return "@" + n.Role(code[2:]), true
	case strings.HasPrefix(code, "@!") && isID(code[2:]):
		return "@" + n.User(code[2:]), true
	case strings.HasPrefix(code, "@") && isID(code[1:]):
		return "@" + n.User(code[1:]), true
	case strings.HasPrefix(code, "#") && isID(code[1:]):
		return "#" + n.Channel(code[1:]), true
	case strings.HasPrefix(code, "t:"):
		parts := strings.Split(code, ":")
		unix, err := strconv.ParseInt(parts[1], 10, 64)
		if err != nil || len(parts) > 3 {
			return "", false
		}
		style := "f"
		if len(parts) == 3 {
			style = parts[2]
		}
		return formatTime(time.Unix(unix, 0), style, n.Now()), true
	}
	parts := strings.Split(code, ":")
	switch {
	case len(parts) == 2 && strings.HasPrefix(code, "/") && isID(parts[1]):
		return parts[0], true
	case len(parts) == 3 && (parts[0] == "" || parts[0] == "a") && isID(parts[2]):
		return ":" + parts[1] + ":", true
	}
	return "", false
}

// formatTime shows a timestamp in one of Discord's styles.
func formatTime(t time.Time, style string, now time.Time) string {
	t = t.In(now.Location())
	switch style {
	case "t":
		return t.Format("15:04")
	case "T":
		return t.Format("15:04:05")
	case "d":
		return t.Format("02/01/2006")
	case "D":
		return t.Format("2 January 2006")
	case "F":
		return t.Format("Monday, 2 January 2006 15:04")
	case "R":
		return relative(t.Sub(now))
	case "s":
		return t.Format("02/01/2006 15:04")
	case "S":
		return t.Format("02/01/2006 15:04:05")
	}
	return t.Format("2 January 2006 15:04")
}

// relative formats a duration in the largest unit that fits.
func relative(d time.Duration) string {
	size := d.Abs().Round(time.Second)
	unit, name := time.Second, "second"
	for _, u := range []struct {
		size time.Duration
		name string
	}{{365 * 24 * time.Hour, "year"}, {30 * 24 * time.Hour, "month"}, {24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		if size >= u.size {
			unit, name = u.size, u.name
			break
		}
	}
	count := int64((size + unit/2) / unit)
	if count != 1 {
		name += "s"
	}
	if d < 0 {
		return fmt.Sprintf("%d %s ago", count, name)
	}
	return fmt.Sprintf("in %d %s", count, name)
}

func indent(text, with string) string {
	if text == "" {
		return ""
	}
	return with + strings.ReplaceAll(text, "\n", "\n"+with)
}
