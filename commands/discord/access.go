package discord

import "context"

// Access is whether the admins of a server show a command to a role, user or channel, under
// Server Settings → Integrations.
type Access struct {
	ID         string `json:"id"` // of the role, user or channel
	Permission bool   `json:"permission"`
}

// CommandAccess returns what the admins of a server have set for the bot's commands, by the
// ids of the commands.
func (c *Client) CommandAccess(ctx context.Context, guildID string) (map[string][]Access, error) {
	self, err := c.whoami(ctx)
	if err != nil {
		return nil, err
	}
	var set []struct {
		ID          string   `json:"id"`
		Permissions []Access `json:"permissions"`
	}
	if _, err := c.rest.do(ctx, call("GET", "/applications/{application}/guilds/{guild}/commands/permissions", self.appID, guildID).decode(&set)); err != nil {
		return nil, err
	}
	out := make(map[string][]Access, len(set))
	for _, s := range set {
		out[s.ID] = s.Permissions
	}
	return out, nil
}
