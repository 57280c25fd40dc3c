package localdiscord_test

import (
	"fmt"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/commands/wire"
)

// TestPermissionsAreComputedInDiscordsOrder asks for the permissions that an
// interaction carries after a series of changes.
func TestPermissionsAreComputedInDiscordsOrder(t *testing.T) {
	const view, send, manage = wire.ViewChannel, wire.SendMessages, wire.ManageMessages
	tests := []struct {
		name   string
		change func(w *testServer, judge *localdiscord.Role)
		want   wire.Permissions
		not    wire.Permissions
	}{
		{"everyone", func(*testServer, *localdiscord.Role) {}, view | send, manage},
		{"role", func(w *testServer, r *localdiscord.Role) { w.ann.Give(r) }, view | send | manage, 0},
		{"role taken", func(w *testServer, r *localdiscord.Role) { w.ann.Give(r); w.ann.Take(r) }, view | send, manage},
		{"everyone denied here", func(w *testServer, _ *localdiscord.Role) { w.general.Allow(w.guild.Everyone(), 0, send) }, view, send},
		{"role beats everyone", func(w *testServer, r *localdiscord.Role) {
			w.ann.Give(r)
			w.general.Allow(w.guild.Everyone(), 0, send)
			w.general.Allow(r, send, 0)
		}, view | send | manage, 0},
		{"member beats role", func(w *testServer, r *localdiscord.Role) {
			w.ann.Give(r)
			w.general.Allow(r, send, 0)
			w.general.AllowMember(w.ann, 0, send)
		}, view | manage, send},
		{"of two roles the one that allows wins", func(w *testServer, r *localdiscord.Role) {
			other := w.guild.AddRole("Muted", 0)
			w.ann.Give(r)
			w.ann.Give(other)
			w.general.Allow(r, send, 0)
			w.general.Allow(other, 0, send)
		}, view | send | manage, 0},
		{"administrator beats all", func(w *testServer, r *localdiscord.Role) {
			r.SetPermissions(wire.Administrator)
			w.ann.Give(r)
			w.general.AllowMember(w.ann, 0, send)
		}, wire.AllPermissions, 0},
		{"writing denied takes files along", func(w *testServer, _ *localdiscord.Role) {
			w.general.AllowMember(w.ann, 0, send)
		}, view, wire.AttachFiles | wire.EmbedLinks},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newTestServer(t)
			judge := w.guild.AddRole("Judge", manage)
			tt.change(w, judge)
			got := w.general.Permissions(w.ann)
			if !got.Has(tt.want) || got&tt.not != 0 {
				t.Errorf("permissions are %b", got)
			}
		})
	}
}

func TestAPrivateThreadIsSeenByItsMembersAndByThoseWhoManageThreads(t *testing.T) {
	w := newTestServer(t)
	a := w.call("POST", "/channels/"+w.general.ID()+"/threads", `{"name":"judges","type":12,"auto_archive_duration":60}`)
	ch, _ := w.Channel(a.ID)
	w.call("PUT", "/channels/"+a.ID+"/thread-members/"+w.ann.ID(), "")
	for _, tt := range []struct {
		who  *localdiscord.Person
		sees bool
	}{{w.ann, true}, {w.bob, false}, {w.guild.Owner(), true}} {
		if got := ch.Permissions(tt.who).Has(wire.ViewChannel); got != tt.sees {
			t.Errorf("%s sees it: %v", tt.who.Name(), got)
		}
	}
}

func TestTheBotTouchesOnlyRolesBelowItsOwn(t *testing.T) {
	w := newTestServer(t)
	role := w.guild.AddRole("Player", 0)
	path := func(id string) string {
		return fmt.Sprintf("/guilds/%s/members/%s/roles/%s", w.guild.ID(), w.ann.ID(), id)
	}
	w.Tolerate(50013)
	if a := w.call("PUT", path(role.ID()), ""); a.Code != 50013 {
		t.Errorf("without MANAGE_ROLES: %d %s", a.status, a.body)
	}
	w.guild.BotRole().SetPermissions(wire.AllPermissions)
	if a := w.call("PUT", path(role.ID()), ""); a.status != 204 {
		t.Errorf("with it: %d %s", a.status, a.body)
	}
	if a := w.call("PUT", path(w.guild.BotRole().ID()), ""); a.Code != 50013 {
		t.Errorf("its own role: %d %s", a.status, a.body)
	}
}
