package discord

import (
	"log/slog"
	"testing"
)

// FuzzDispatch: whatever a gateway event holds, it is passed on or dropped; nothing
// panics.
func FuzzDispatch(f *testing.F) {
	kinds := []string{
		"INTERACTION_CREATE", "READY", "RESUMED", "GUILD_CREATE", "GUILD_DELETE", "CHANNEL_DELETE", "THREAD_DELETE", "CHANNEL_UPDATE",
		"GUILD_ROLE_UPDATE", "GUILD_MEMBER_UPDATE", "THREAD_UPDATE", "MESSAGE_CREATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK",
	}
	for i := range kinds {
		for _, raw := range []string{"null", "{}", `{"id":"1","guild_id":"2","roles":[{"id":"1","permissions":"8"}],"thread_metadata":null}`, `[]`, `{"user":{"id":"1"}}`} {
			f.Add(i, []byte(raw))
		}
	}
	f.Fuzz(func(t *testing.T, kind int, raw []byte) {
		panicked := false
		c, err := New(Config{
			Token: "Bot.token.x", APIBase: "http://127.0.0.1:1", Logger: slog.New(slog.DiscardHandler),
			Hooks: Hooks{Panicked: func() { panicked = true }},
		})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.dispatch(kinds[uint(kind)%uint(len(kinds))], raw)
		if panicked {
			t.Errorf("%s panics: %q", kinds[uint(kind)%uint(len(kinds))], raw)
		}
	})
}
