package router

import (
	"context"

	"topcut/commands/remedy"
	"topcut/commands/wording"
	"topcut/tournament/notice"
)

// wayOut returns the command to suggest to this user after a refusal. It returns "" if
// there is none, or if it is the command that was refused.
func (c *Call) wayOut(code notice.Code) string {
	w := remedy.Ways[code]
	path := w.Player
	if c.Staff && w.Staff != "" {
		path = w.Staff
	}
	if path == remedy.Onward {
		path = ""
		if c.Snap != nil {
			path = remedy.Steps[c.Snap.State.NextStep()]
		}
	}
	if path == c.path() && !remedy.Forms[path] || path == "join" && c.keptOut() {
		return ""
	}
	return path
}

// keptOut reports whether the user is on the ban list of the server.
func (c *Call) keptOut() bool {
	list, err := c.App.Servers.Bans(context.Background(), c.GuildID)
	return err == nil && list.Of(c.User.ID, c.App.Now()) != nil
}

// Next returns the suggestion of a command to add to a text; "" for none.
func (c *Call) Next(path string) string {
	if path == "" || path == remedy.Results || path == c.path() && path != "tournament create" {
		return ""
	}
	return " " + c.Say("way.next", "command", wording.Command(c.Env().Commands, path))
}
