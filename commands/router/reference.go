package router

import (
	"topcut/commands/menu"
	"topcut/commands/setting"
)

// Reference returns docs/commands.md: the commands and the settings.
func (t *Table) Reference() string { return menu.Reference(t.entries) + setting.Reference() }
