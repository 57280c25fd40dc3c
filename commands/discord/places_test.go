package discord

import (
	"encoding/json"
	"testing"

	"topcut/commands/wire"
)

// TestWhoMayViewAChannelFollowsTheGateway: what a member may do in a channel is known
// from the first word of a server on and follows every change of its roles, channels
// and threads; what is gone is not known.
func TestWhoMayViewAChannelFollowsTheGateway(t *testing.T) {
	var p places
	const view = "1024"
	for _, step := range []struct {
		about, kind, raw string
		channel          string
		sees, known      bool
	}{
		{"nothing is told", "GUILD_DELETE", `{"id":"8"}`, "7", false, false},
		{"a role of nowhere", "GUILD_ROLE_CREATE", `{"guild_id":"9","role":{"id":"21","permissions":"0"}}`, "7", false, false},
		{"a server", "GUILD_CREATE", `{"id":"9","owner_id":"2","roles":[{"id":"9","permissions":"` + view + `"},{"id":"21","permissions":"0"}],"channels":[{"id":"7","type":0}],"threads":[{"id":"70","type":11,"parent_id":"7"}]}`, "7", true, true},
		{"a thread is as its channel", "", `{}`, "70", true, true},
		{"the channel is closed", "CHANNEL_UPDATE", `{"id":"7","guild_id":"9","type":0,"permission_overwrites":[{"id":"9","allow":"0","deny":"` + view + `"}]}`, "7", false, true},
		{"so is its thread", "", `{}`, "70", false, true},
		{"and a new one", "THREAD_CREATE", `{"id":"71","guild_id":"9","type":12,"parent_id":"7"}`, "71", false, true},
		{"a role opens it", "CHANNEL_UPDATE", `{"id":"7","guild_id":"9","type":0,"permission_overwrites":[{"id":"9","allow":"0","deny":"` + view + `"},{"id":"21","allow":"` + view + `","deny":"0"}]}`, "71", true, true},
		{"an outage changes nothing", "GUILD_DELETE", `{"id":"9","unavailable":true}`, "7", true, true},
		{"a new channel", "CHANNEL_CREATE", `{"id":"8","guild_id":"9","type":0}`, "8", true, true},
		{"everybody loses the right", "GUILD_ROLE_UPDATE", `{"guild_id":"9","role":{"id":"9","permissions":"0"}}`, "8", false, true},
		{"an administrator sees all", "GUILD_ROLE_UPDATE", `{"guild_id":"9","role":{"id":"21","permissions":"8"}}`, "8", true, true},
		{"the role is gone", "GUILD_ROLE_DELETE", `{"guild_id":"9","role_id":"21"}`, "8", false, true},
		{"the owner sees all", "GUILD_UPDATE", `{"id":"9","owner_id":"1","roles":[{"id":"9","permissions":"0"}]}`, "8", true, true},
		{"the channel is deleted", "CHANNEL_DELETE", `{"id":"7","guild_id":"9","type":0}`, "7", false, false},
		{"and its thread with it", "", `{}`, "71", false, false},
		{"the bot is removed", "GUILD_DELETE", `{"id":"9"}`, "8", false, false},
	} {
		if err := p.take(step.kind, json.RawMessage(step.raw)); err != nil {
			t.Errorf("%s: %v", step.about, err)
		}
		have, known := p.permissions("9", step.channel, "1", []string{"21"})
		if sees := known && have.Has(wire.ViewChannel); sees != step.sees || known != step.known {
			t.Errorf("%s: seen %v, known %v", step.about, sees, known)
		}
	}
	if err := p.take("CHANNEL_UPDATE", json.RawMessage(`{"id":"7","guild_id":"9","permission_overwrites":[{"id":"9","allow":"x"}]}`)); err == nil {
		t.Error("an overwrite that cannot be read is passed over")
	}
}

// TestAThreadIsAsItWasLastChanged: the event of an earlier change may come after the answer
// to a later one.
func TestAThreadIsAsItWasLastChanged(t *testing.T) {
	var p places
	for _, step := range []struct {
		kind, raw string
		archived  bool
	}{
		{"GUILD_CREATE", `{"id":"9","threads":[{"id":"70","type":11,"thread_metadata":{"archive_timestamp":"2026-11-27T10:00:00Z"}}]}`, false},
		{"THREAD_UPDATE", `{"id":"70","guild_id":"9","type":11,"thread_metadata":{"archived":true,"archive_timestamp":"2026-11-27T10:00:02Z"}}`, true},
		{"THREAD_UPDATE", `{"id":"70","guild_id":"9","type":11,"thread_metadata":{"archive_timestamp":"2026-11-27T10:00:01Z"}}`, true},
		{"THREAD_UPDATE", `{"id":"70","guild_id":"9","type":11,"name":"renamed","thread_metadata":{"archived":true,"archive_timestamp":"2026-11-27T10:00:02Z"}}`, true},
		{"THREAD_UPDATE", `{"id":"70","guild_id":"9","type":11,"thread_metadata":{"archive_timestamp":"2026-11-27T10:00:03Z"}}`, false},
	} {
		if err := p.take(step.kind, json.RawMessage(step.raw)); err != nil {
			t.Fatal(err)
		}
		if ch, known := p.channel("9", "70"); !known || ch.Thread.Archived != step.archived {
			t.Errorf("after %s: %+v, known %t", step.raw, ch.Thread, known)
		}
	}
}
