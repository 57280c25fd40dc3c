package discord

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"topcut/commands/wire"
)

// InvalidError means that something exceeds one of Discord's documented limits. Nothing
// was sent, and sending it again cannot succeed.
type InvalidError struct {
	Where   string // such as "message.components[0].components[2]"
	Problem string
}

// Error returns the place and the problem.
func (e *InvalidError) Error() string { return e.Where + ": " + e.Problem }

// checker finds the first exceeded limit.
type checker struct {
	err    *InvalidError
	ids    map[string]bool // custom ids seen
	files  map[string]bool // names of the files; nil if any name may exist
	count  int             // components
	text   int             // characters in text displays
	nBytes int             // bytes in text displays
}

func (c *checker) require(ok bool, where, problem string, args ...any) {
	if !ok && c.err == nil {
		c.err = &InvalidError{Where: where, Problem: fmt.Sprintf(problem, args...)}
	}
}

// length requires between low and high characters; blanks alone do not count.
func (c *checker) length(s, where, what string, low, high int) {
	n := utf8.RuneCountInString(s)
	if low > 0 && strings.TrimSpace(s) == "" {
		n = 0
	}
	c.require(n >= low && n <= high, where, "%s has %d characters, allowed are %d to %d", what, n, low, high)
}

func (c *checker) customID(id, where string) {
	c.length(id, where, "custom id", 1, 100)
	c.require(!c.ids[id], where, "custom id %q is used twice", id)
	c.ids[id] = true
}

func (c *checker) result() error {
	if c.err == nil {
		return nil
	}
	return c.err
}

const (
	maxComponents = 40
	maxText       = 4000
	// maxTextBytes is below the size at which Discord answers with an internal error instead
	// of a limit.
	maxTextBytes = 9500
	maxFileBytes = 10 << 20
	maxAllBytes  = 25 << 20
)

// Check returns the first of Discord's limits that the message exceeds, as an
// *InvalidError. Send, Edit and the answers call it themselves.
func (m Message) Check() error {
	c := &checker{ids: make(map[string]bool)}
	const where = "message"
	c.require(m.Content == "" || len(m.Components) == 0, where, "content and components exclude each other")
	c.require(m.Content != "" || len(m.Components) > 0 || len(m.Files) > 0, where, "there is nothing in it")
	c.length(typeset(m.Content), where, "content", 0, 2000)
	c.length(m.Nonce, where, "nonce", 0, 25)
	c.mentions(m.Mentions)
	c.attached(m)
	for i, comp := range m.Components {
		c.component(comp, fmt.Sprintf("%s.components[%d]", where, i), true)
	}
	c.require(c.count <= maxComponents, where, "%d components, allowed are %d", c.count, maxComponents)
	c.require(c.text <= maxText, where, "%d characters of text, allowed are %d", c.text, maxText)
	c.require(c.nBytes <= maxTextBytes, where, "%d bytes of text, allowed are %d", c.nBytes, maxTextBytes)
	return c.result()
}

func (c *checker) mentions(m Mentions) {
	c.require(len(m.Users) <= 100 && len(m.Roles) <= 100, "message.mentions", "more than 100 users or roles")
	for _, id := range append(append([]string{}, m.Users...), m.Roles...) {
		c.require(wire.IsSnowflake(id), "message.mentions", "%q is no id", id)
	}
}

func (c *checker) attached(m Message) {
	if !m.KeepFiles {
		c.files = make(map[string]bool, len(m.Files))
	}
	total := 0
	for i, f := range m.Files {
		where := fmt.Sprintf("message.files[%d]", i)
		c.require(fileName.MatchString(f.Name), where, "file name %q holds other characters than letters, digits, -, _ and .", f.Name)
		c.require(f.ContentType != "", where, "has no content type")
		c.require(!c.files[f.Name], where, "file name %q is used twice", f.Name)
		c.length(f.Description, where, "description", 0, 1024)
		c.require(len(f.Data) > 0 && len(f.Data) <= maxFileBytes, where, "has %d bytes, allowed are 1 to %d", len(f.Data), maxFileBytes)
		total += len(f.Data)
		if c.files != nil {
			c.files[f.Name] = true
		}
	}
	c.require(len(m.Files) <= 10, "message.files", "%d files, allowed are 10", len(m.Files))
	c.require(total <= maxAllBytes, "message.files", "%d bytes together, allowed are %d", total, maxAllBytes)
}

var fileName = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,200}$`)

// component checks a component of a message and what is in it.
func (c *checker) component(comp Component, where string, top bool) {
	c.count++
	switch comp := comp.(type) {
	case Container:
		c.require(top, where, "a container cannot be inside another")
		c.require(len(comp.Components) > 0, where, "the container is empty")
		c.require(comp.Accent == nil || *comp.Accent >= 0 && *comp.Accent <= 0xffffff, where, "the accent is no colour")
		for i, inner := range comp.Components {
			c.component(inner, fmt.Sprintf("%s.components[%d]", where, i), false)
		}
	case TextDisplay:
		c.textDisplay(comp, where)
	case section:
		c.require(len(comp.Texts) >= 1 && len(comp.Texts) <= 3, where, "%d texts, allowed are 1 to 3", len(comp.Texts))
		for _, t := range comp.Texts {
			c.count++
			c.textDisplay(t, where)
		}
		c.count++
		switch a := comp.Accessory.(type) {
		case Button:
			c.button(a, where+".accessory")
		case Thumbnail:
			c.media(a, where+".accessory")
		default:
			c.require(false, where, "the accessory is neither button nor thumbnail")
		}
	case MediaGallery:
		c.require(len(comp.Items) >= 1 && len(comp.Items) <= 10, where, "%d pictures, allowed are 1 to 10", len(comp.Items))
		for _, item := range comp.Items {
			c.media(item, where)
		}
	case FileRef:
		c.require(strings.HasPrefix(comp.URL, wire.AttachmentScheme), where, "a file is not of this message")
		c.reference(comp.URL, where)
	case Separator:
	case ActionRow:
		c.row(comp, where)
	default:
		c.require(false, where, "%T cannot stand here", comp)
	}
}

func (c *checker) textDisplay(t TextDisplay, where string) {
	c.require(t.Content != "", where, "the text is empty")
	shown := typeset(t.Content)
	c.text += utf8.RuneCountInString(shown)
	c.nBytes += len(shown) + 12
}

func (c *checker) media(t Thumbnail, where string) {
	c.length(t.Description, where, "description", 0, 1024)
	c.reference(t.URL, where)
}

// reference checks that an attachment:// address names one of the message's files.
func (c *checker) reference(url, where string) {
	name, own := strings.CutPrefix(url, wire.AttachmentScheme)
	c.require(own || strings.HasPrefix(url, "https://"), where, "the address is neither https nor a file of the message")
	c.require(!own || c.files == nil || c.files[name], where, "the message has no file %q", name)
}

func (c *checker) row(row ActionRow, where string) {
	c.require(len(row.Components) >= 1 && len(row.Components) <= 5, where, "%d components in a row, allowed are 1 to 5", len(row.Components))
	for i, comp := range row.Components {
		c.count++
		at := fmt.Sprintf("%s.components[%d]", where, i)
		switch comp := comp.(type) {
		case Button:
			c.button(comp, at)
			continue
		case StringSelect:
			c.stringSelect(comp, at)
			c.require(!bool(comp.Optional), at, "only selects in modals are optional")
		case EntitySelect:
			c.entitySelect(comp, at)
			c.require(!bool(comp.Optional), at, "only selects in modals are optional")
		default:
			c.require(false, at, "%T cannot stand in a row", comp)
		}
		c.require(len(row.Components) == 1, where, "a select stands beside something else")
	}
}

func (c *checker) button(b Button, where string) {
	c.length(b.Label, where, "label", 0, 80)
	c.require(b.Label != "" || b.Emoji != "", where, "the button has neither label nor emoji")
	if b.URL != "" || b.Style == Link {
		c.length(b.URL, where, "address", 1, 512)
		c.require(b.CustomID == "", where, "a link button has a custom id")
		c.require(b.Style == Link || b.Style == 0, where, "a button with an address is not a link button")
		return
	}
	c.customID(b.CustomID, where)
}

func (c *checker) stringSelect(s StringSelect, where string) {
	c.customID(s.CustomID, where)
	c.length(s.Placeholder, where, "placeholder", 0, 150)
	c.require(len(s.Options) >= 1 && len(s.Options) <= 25, where, "%d options, allowed are 1 to 25", len(s.Options))
	c.span(s.Min, s.Max, 25, where)
	c.require(max(s.Max, 1) <= len(s.Options), where, "more choices than options")
	seen := make(map[string]bool)
	for i, o := range s.Options {
		at := fmt.Sprintf("%s.options[%d]", where, i)
		c.length(o.Label, at, "label", 1, 100)
		c.length(o.Value, at, "value", 1, 100)
		c.length(o.Description, at, "description", 0, 100)
		c.require(!seen[o.Value], at, "value %q is used twice", o.Value)
		seen[o.Value] = true
	}
}

func (c *checker) entitySelect(s EntitySelect, where string) {
	c.customID(s.CustomID, where)
	c.require(s.Kind >= Users && s.Kind <= Channels, where, "unknown kind %d", s.Kind)
	c.length(s.Placeholder, where, "placeholder", 0, 150)
	c.span(s.Min, s.Max, 25, where)
	c.require(len(s.Defaults) <= max(s.Max, 1), where, "more defaults than choices")
}

// span checks how many values may be chosen; nil and 0 mean 1.
func (c *checker) span(low *int, high, limit int, where string) {
	high = max(high, 1)
	c.require(high <= limit, where, "%d choices, allowed are %d", high, limit)
	c.require(low == nil || *low >= 0 && *low <= high, where, "the least number of choices is not between 0 and %d", high)
}

// Check returns the first of Discord's limits that the modal exceeds, as an
// *InvalidError.
func (m Modal) Check() error {
	c := &checker{ids: make(map[string]bool)}
	c.length(m.CustomID, "modal", "custom id", 1, 100)
	c.length(m.Title, "modal", "title", 1, 45)
	c.require(len(m.Components) >= 1 && len(m.Components) <= 5, "modal", "%d lines, allowed are 1 to 5", len(m.Components))
	for i, comp := range m.Components {
		where := fmt.Sprintf("modal.components[%d]", i)
		switch comp := comp.(type) {
		case TextDisplay:
			c.textDisplay(comp, where)
		case Label:
			c.length(comp.Text, where, "label", 1, 45)
			c.length(comp.Description, where, "description", 0, 100)
			c.input(comp.Input, where)
		default:
			c.require(false, where, "%T cannot stand in a modal", comp)
		}
	}
	return c.result()
}

func (c *checker) input(comp Component, where string) {
	switch in := comp.(type) {
	case TextInput:
		c.customID(in.CustomID, where)
		c.length(in.Placeholder, where, "placeholder", 0, 100)
		high := in.Max
		if high == 0 {
			high = 4000
		}
		c.require(in.Min >= 0 && in.Min <= high && high <= 4000, where, "lengths %d to %d are not within 0 to 4000", in.Min, high)
		c.length(in.Value, where, "value", 0, high)
	case StringSelect:
		c.stringSelect(in, where)
		c.require(!in.Disabled, where, "selects in modals cannot be disabled")
	case EntitySelect:
		c.entitySelect(in, where)
		c.require(!in.Disabled, where, "selects in modals cannot be disabled")
	default:
		c.require(false, where, "%T is no input", comp)
	}
}

// commandName is compiled on first use, because it takes longer than most of the
// program's start.
var commandName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)
})

// check returns the first of Discord's limits that the command exceeds, as an
// *InvalidError.
func (cmd Command) check() error {
	c := &checker{}
	where := "command " + cmd.Name
	c.named(cmd.Name, cmd.Description, where)
	c.options(cmd.Options, where, 0)
	size := utf8.RuneCountInString(cmd.Name+cmd.Description) + optionsSize(cmd.Options)
	c.require(size <= 8000, where, "names, descriptions and values have %d characters together, allowed are 8000", size)
	return c.result()
}

func (c *checker) named(name, description, where string) {
	c.require(commandName().MatchString(name), where, "the name is not 1 to 32 letters, digits, - and _")
	c.require(!strings.ContainsFunc(name, unicode.IsUpper), where, "the name is not in lower case")
	c.length(description, where, "description", 1, 100)
}

func (c *checker) options(options []CommandOption, where string, depth int) {
	c.require(len(options) <= 25, where, "%d options, allowed are 25", len(options))
	seen := make(map[string]bool)
	optional, nested := false, 0
	for _, o := range options {
		at := where + " " + o.Name
		c.named(o.Name, o.Description, at)
		c.require(!seen[o.Name], at, "the option is there twice")
		seen[o.Name] = true
		switch o.Type {
		case wire.OptionGroup:
			nested++
			c.require(depth == 0, at, "a group stands too deep")
			c.require(len(o.Options) > 0, at, "the group is empty")
			for _, sub := range o.Options {
				c.require(sub.Type == wire.OptionSubcommand, at, "a group holds something else than subcommands")
			}
			c.options(o.Options, at, depth+1)
			continue
		case wire.OptionSubcommand:
			nested++
			c.require(depth <= 1, at, "a subcommand stands too deep")
			c.options(o.Options, at, 2)
			continue
		default: // a value
		}
		c.require(!o.Required || !optional, at, "a required option follows an optional one")
		optional = optional || !o.Required
		c.choices(o, at)
	}
	c.require(nested == 0 || nested == len(options), where, "subcommands stand beside values")
}

func (c *checker) choices(o CommandOption, where string) {
	c.require(o.Type >= wire.OptionString && o.Type <= wire.OptionAttachment, where, "unknown type %d", o.Type)
	c.require(len(o.Choices) <= 25, where, "%d choices, allowed are 25", len(o.Choices))
	c.require(!o.Autocomplete || len(o.Choices) == 0, where, "fixed choices and autocomplete exclude each other")
	for _, ch := range o.Choices {
		c.length(ch.Name, where, "choice", 1, 100)
		if s, ok := ch.Value.(string); ok {
			c.length(s, where, "value of a choice", 1, 100)
		}
	}
}

// optionsSize counts names, descriptions and values as Discord does for its limit of
// 8000.
func optionsSize(options []CommandOption) int {
	n := 0
	for _, o := range options {
		n += utf8.RuneCountInString(o.Name + o.Description)
		for _, ch := range o.Choices {
			n += utf8.RuneCountInString(ch.Name + fmt.Sprint(ch.Value))
		}
		n += optionsSize(o.Options)
	}
	return n
}
