// Package menu builds the commands that Discord lists behind "/" from flat paths such as
// "round pair", and those in the menus on a person and on a message, with the words of the
// catalogue in every language. It also writes their reference.
package menu

import (
	"fmt"
	"slices"
	"strings"

	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
)

// An Entry is one command as people type it, of up to three words, or an entry of the menu
// on a person or a message.
type Entry struct {
	Path    string
	On      int               // see discord.Command
	Names   map[string]string // of such an entry in other languages; filled in by Describe
	About   string            // in English; filled in by Describe
	Abouts  map[string]string // the same in other languages
	Options []discord.CommandOption
	Shown   wire.Permissions // which a member needs to see it
}

// Describe fills in the descriptions of the command, its options and their choices from
// the catalogue, in a copy of the options. It fails if the catalogue lacks one.
func (e *Entry) Describe(words text.Printer) error {
	find := func(part string) (string, map[string]string, error) {
		for _, path := range []string{e.Path, "any"} {
			key := wording.CommandKey(path, part)
			if said, ok := words.Lookup(key); ok {
				return said, text.Elsewhere(key), nil
			}
		}
		return "", nil, fmt.Errorf("command %q: nothing describes %q", e.Path, part)
	}
	var err error
	if e.About, e.Abouts, err = find("about"); err != nil {
		return err
	}
	if e.On != 0 {
		name, ok := words.Lookup(wording.CommandKey(e.Path, "name"))
		if !ok || name != e.Path {
			return fmt.Errorf("the catalogue calls %q %q: it is found by its English name", e.Path, name)
		}
		e.Names = text.Elsewhere(wording.CommandKey(e.Path, "name"))
	}
	e.Options = slices.Clone(e.Options)
	for i := range e.Options {
		o := &e.Options[i]
		if o.Description, o.Descriptions, err = find("with_" + o.Name); err != nil {
			return err
		}
		o.Choices = slices.Clone(o.Choices)
		for k := range o.Choices {
			if o.Choices[k].Name, o.Choices[k].Names, err = find("with_" + o.Name + "_" + plainKey(fmt.Sprint(o.Choices[k].Value))); err != nil {
				return err
			}
		}
	}
	return nil
}

// plainKey turns the value of a choice into a catalogue key.
func plainKey(value string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToLower(value))
}

// Assemble nests described entries into commands, in the order of their first entries. It
// fails on a command of which one entry is shown to other members than another one.
func Assemble(entries []Entry, words text.Printer) ([]discord.Command, error) {
	var list []discord.Command
	for i := range entries {
		if err := add(&list, &entries[i], words); err != nil {
			return nil, err
		}
	}
	for i := range list {
		if list[i].Description == "" && list[i].On == 0 {
			return nil, fmt.Errorf("command %q has no description", list[i].Name)
		}
	}
	return list, nil
}

// add puts an entry into its command of the list, which it begins if it is the first.
func add(list *[]discord.Command, e *Entry, words text.Printer) error {
	if e.On != 0 {
		*list = append(*list, discord.Command{On: e.On, Name: e.Path, Names: e.Names, Shown: e.Shown})
		return nil
	}
	parts := strings.Fields(e.Path)
	at := slices.IndexFunc(*list, func(c discord.Command) bool { return c.Name == parts[0] })
	if at < 0 {
		key := wording.CommandKey(parts[0], "about")
		about, _ := words.Lookup(key)
		*list = append(*list, discord.Command{Name: parts[0], Description: about, Descriptions: text.Elsewhere(key), Shown: e.Shown})
		at = len(*list) - 1
	}
	c := &(*list)[at]
	if c.Shown != e.Shown {
		return fmt.Errorf("command %q has routes for organisers and for others: Discord shows all of a command or nothing", c.Name)
	}
	sub := discord.CommandOption{Type: wire.OptionSubcommand, Name: parts[len(parts)-1], Description: e.About, Descriptions: e.Abouts, Options: e.Options}
	switch len(parts) {
	case 1:
		c.Description, c.Descriptions, c.Options = e.About, e.Abouts, e.Options
	case 2:
		c.Options = append(c.Options, sub)
	case 3:
		g := slices.IndexFunc(c.Options, func(o discord.CommandOption) bool { return o.Name == parts[1] })
		if g < 0 {
			key := wording.CommandKey(parts[0]+" "+parts[1], "about")
			group, ok := words.Lookup(key)
			if !ok {
				return fmt.Errorf("group %q has no description", parts[1])
			}
			c.Options = append(c.Options, discord.CommandOption{Type: wire.OptionGroup, Name: parts[1], Description: group, Descriptions: text.Elsewhere(key)})
			g = len(c.Options) - 1
		}
		c.Options[g].Options = append(c.Options[g].Options, sub)
	default:
		return fmt.Errorf("command %q is nested too deep", e.Path)
	}
	return nil
}
