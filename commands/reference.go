package commands

import (
	"topcut/commands/menu"
	"topcut/commands/setting"
	"topcut/commands/text"
)

// Definitions returns the table of all routes, without an App.
func Definitions() (*Table, error) { return NewTable(routes(), text.Printer{}) }

// Reference returns docs/commands.md: the commands and the settings.
func (t *Table) Reference() string { return menu.Reference(t.entries) + setting.Reference() }

// Summary returns a Markdown table of all commands with a short description.
func (t *Table) Summary() string { return menu.Summary(t.entries) }
