package commands_test

import (
	"strings"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/commands/wire"
)

// TestTheOrganiserRoleSeesItsCommands: /setup and /doctor name what Discord hides from the
// organiser role, until an admin has shown it or the role has the permission by itself, and
// name nothing where Discord does not say.
func TestTheOrganiserRoleSeesItsCommands(t *testing.T) {
	h := newTestServer(t)
	ids := map[string]string{}
	for _, c := range h.srv.Commands() {
		ids[c.Name] = c.ID
	}
	h.app.CommandIDs = func() map[string]string { return ids }
	judges := h.guild.AddRole("Judges", 0)
	says := func(when string, hidden, seen []string) {
		t.Helper()
		for _, command := range []string{"setup", "doctor"} {
			got := h.slash(h.organiser, command, nil)
			_, line, told := strings.Cut(got, "don't see ")
			line, _, _ = strings.Cut(line, " in the menu. Server Settings → Integrations → Topcut")
			if !strings.Contains(got, "@Judges") || told != (len(hidden) > 0) {
				t.Errorf("%s, /%s: %s", when, command, got)
			}
			for name, want := range map[bool][]string{true: hidden, false: seen} {
				for _, c := range want {
					if strings.Contains(line, "/"+c) != name {
						t.Errorf("%s, /%s, %s: %s", when, command, c, line)
					}
				}
			}
		}
	}
	h.slash(h.organiser, "setup", localdiscord.Options{"organisers": judges.ID()})
	says("at first", []string{"tournament", "round", "player"}, []string{"setup", "doctor", "join"})
	h.guild.ShowCommands(judges.ID(), "round")
	says("with one shown", []string{"tournament", "player"}, []string{"round"})
	h.srv.Faults().Script("GET", "/commands/permissions", localdiscord.Fault403, 2)
	says("without an answer", nil, nil)
	h.guild.ShowCommands(judges.ID())
	says("with all shown", nil, nil)
	events := h.guild.AddRole("Event team", wire.ManageEvents)
	h.slash(h.organiser, "setup", localdiscord.Options{"organisers": events.ID()})
	if got := h.slash(h.organiser, "doctor", nil); strings.Contains(got, "don't see") || !strings.Contains(got, "@Event team") {
		t.Errorf("a role that has the permission: %s", got)
	}
	h.clean()
}
