package discord

// Responder returns a responder for an interaction that was received elsewhere.
func (c *Client) Responder(in *Interaction) *Responder { return c.responder(in) }
