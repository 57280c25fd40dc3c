package main

import (
	"database/sql"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/tournament/notice"
)

// examined runs `doctor` and returns its findings by check; several findings of a check
// are joined.
func (h *testServer) examined(code int) map[string]finding {
	h.t.Helper()
	done := h.bot("doctor", "--json")
	if done.code != code {
		h.t.Errorf("doctor: %+v, want code %d", done, code)
	}
	var found []finding
	if err := json.Unmarshal([]byte(done.stdout), &found); err != nil {
		h.t.Fatalf("%v: %+v", err, done)
	}
	by := map[string]finding{}
	for _, f := range found {
		f.Finding = by[f.Check].Finding + f.Finding
		by[f.Check] = f
	}
	return by
}

func (h *testServer) expect(found map[string]finding, check string, s state, text string) {
	h.t.Helper()
	if f := found[check]; f.State != s || !strings.Contains(f.Finding, text) {
		h.t.Errorf("%s: %q, want %s with %q", check, f, s, text)
	}
}

// TestCommandsOfAnEarlierScopeAreRemoved: with discord.guild set and then unset, and set
// again, every command is registered once after the start, and doctor names the others
// before it.
func TestCommandsOfAnEarlierScopeAreRemoved(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	twice := func() (names []string) {
		seen := map[string]bool{}
		for _, c := range h.Commands() {
			if seen[c.Name] {
				names = append(names, c.Name)
			}
			seen[c.Name] = true
		}
		return names
	}
	for _, step := range []struct{ earlier, now, where string }{
		{h.guild.ID(), "", "in server " + h.guild.ID()},
		{"", h.guild.ID(), "everywhere"},
	} {
		h.env["TOPCUT_DISCORD_GUILD"] = step.earlier
		if done := h.bot("commands", "sync"); done.code != 0 {
			t.Fatalf("%+v", done)
		}
		h.env["TOPCUT_DISCORD_GUILD"] = step.now
		if done := h.bot("commands", "sync"); done.code != 0 {
			t.Fatalf("%+v", done)
		}
		if len(twice()) == 0 {
			t.Fatal("nothing is registered twice")
		}
		h.expect(h.examined(0), "commands", warning, "are registered "+step.where+" too")
		r := h.serve()
		r.waitLog(`msg="slash commands of an earlier discord.guild removed"`)
		if names := twice(); len(names) > 0 || len(h.Commands()) == 0 {
			t.Errorf("%q are registered twice, of %d", names, len(h.Commands()))
		}
		r.end()
		h.expect(h.examined(0), "commands", fine, "are registered as they should be")
	}
}

// TestDoctorFindsWhatIsMissing: on a local Discord, before the first start, while
// the bot runs, and with faults planted.
func TestDoctorFindsWhatIsMissing(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	found := h.examined(0)
	for check, text := range map[string]string{
		"token": h.BotID(), "intents": "none is on", "sessions": "1000 of 1000", "clock": "as Discord's", "servers": "1 server", "commands": "at the next start",
		"database": "does not exist", "folder": "may write", "disk": "free", "backups": "none yet", "rulesets": "hold", "versions": "sqlite v",
	} {
		if check == "versions" && !strings.Contains(found[check].Finding, "sqlite") {
			text = "topcut " // a test binary has no module information
		}
		h.expect(found, check, fine, text)
	}
	if done := h.bot("health"); done.code != 1 || done.stdout != "" {
		t.Errorf("health without a bot: %+v", done)
	}

	r := h.serve()
	address := r.waitLog(`msg="serving /healthz and /metrics" address=(\S+)`)
	r.waitLog(`msg=ready`)
	h.env["TOPCUT_HTTP_LISTEN"] = address
	found = h.examined(0)
	h.expect(found, "bot", fine, "well")
	h.expect(found, "commands", fine, "are registered as they should be")
	h.expect(found, "database", fine, "holds 0 events")
	h.expect(found, "permissions", fine, "only its owner")
	if done := h.bot("health"); done.code != 0 || done.stdout != "ok\n" {
		t.Errorf("health: %+v", done)
	}
	r.end()
	if done := h.bot("health"); done.code != 1 || !strings.Contains(done.stderr, "no bot answers") {
		t.Errorf("health after the end: %+v", done)
	}

	h.guild.Everyone().SetPermissions(wire.ViewChannel | wire.SendMessages)
	h.guild.BotRole().SetPermissions(0)
	if err := os.Chmod(filepath.Join(h.dir, "topcut.db"), 0o644); err != nil {
		t.Fatal(err)
	}
	found = h.examined(0)
	h.expect(found, "servers", warning, "lacks ")
	h.expect(found, "permissions", warning, "chmod 600")
	h.expect(found, "bot", warning, "no bot answers")

	h.env["DISCORD_TOKEN"] = "abc.def.ghi"
	write(t, filepath.Join(h.dir, "topcut.db"), "not a database, but long enough to be looked into by whoever reads it", 0o600)
	found = h.examined(codeLost) // as serve, which opens the database before it asks Discord
	h.expect(found, "token", wrong, "refused")
	h.expect(found, "database", wrong, "topcut restore --as-is")
	h.ClearViolations() // caused by the wrong token itself
}

// TestDoctorTellsAWrongClock: Discord's clock is the reference.
func TestDoctorTellsAWrongClock(t *testing.T) {
	for off, want := range map[time.Duration]struct {
		state state
		text  string
	}{
		2 * time.Second:   {fine, "as Discord's"},
		-4 * time.Second:  {fine, "as Discord's"},
		30 * time.Second:  {warning, "30s behind Discord"},
		-30 * time.Second: {warning, "30s ahead of Discord"},
		-time.Hour:        {wrong, "1h0m0s ahead of Discord"},
	} {
		e := &examination{}
		e.clock(off)
		if f := e.found[0]; f.State != want.state || !strings.Contains(f.Finding, want.text) {
			t.Errorf("%s: %+v", off, f)
		}
	}
}

// TestDoctorKnowsTheAddressesOfTheRunningBot: those that it holds are no finding, with
// http.public alone too; those of another program or bot are.
func TestDoctorKnowsTheAddressesOfTheRunningBot(t *testing.T) {
	t.Parallel()
	h, fill := wrongServer(t)
	h.env["TOPCUT_HTTP_LISTEN"], h.env["TOPCUT_HTTP_PUBLIC"], h.env["TOPCUT_HTTP_PUBLIC_URL"] = "", "0", "https://x.example"
	r := h.serve()
	address := r.waitLog(`msg="serving the pages of events" address=(\S+)`)
	r.waitLog(`msg=ready`)
	h.env["TOPCUT_HTTP_PUBLIC"] = address
	if f, ok := h.examined(0)["http.public"]; ok {
		t.Errorf("beside the running bot: %+v", f)
	}
	h.env["TOPCUT_DATABASE_PATH"] = filepath.Join(t.TempDir(), "topcut.db")
	h.expect(h.examined(codeFailed), "http.public", wrong, "in use") // a bot of another database
	delete(h.env, "TOPCUT_DATABASE_PATH")
	h.env["TOPCUT_HTTP_PUBLIC"] = fill.Replace("127.0.0.1:PORT")
	h.expect(h.examined(codeFailed), "http.public", wrong, "in use")
	r.end()
	h.env["TOPCUT_HTTP_PUBLIC"] = address
	if f, ok := h.examined(0)["http.public"]; ok {
		t.Errorf("after the end of the bot: %+v", f)
	}
}

// TestDoctorGivesUpASilentDiscord: one that takes the connection and answers nothing.
func TestDoctorGivesUpASilentDiscord(t *testing.T) {
	t.Parallel()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	h := newTestServer(t)
	h.env["DISCORD_API_BASE"] = "http://" + l.Addr().String()
	h.expect(h.examined(codeFailed), "token", wrong, "Discord has not answered within 5s")
}

// TestAReadOnlyDatabaseIsRefusedByBoth: and taken by both when it can be written again.
func TestAReadOnlyDatabaseIsRefusedByBoth(t *testing.T) {
	disk := smallDisk(t)
	h := newTestServer(t)
	h.env["TOPCUT_DATABASE_PATH"] = filepath.Join(disk, "topcut.db")
	r := h.serve()
	r.waitLog(`msg=ready`)
	r.end()
	readOnly(t, disk)
	h.expect(h.examined(codeDatabase), "database", wrong, "cannot be written to")
	if done := h.bot("serve"); done.code != codeDatabase || !strings.Contains(done.stderr, "cannot be written to") {
		t.Errorf("serve: %+v", done)
	}
}

// TestASchemaToMigrateIsTold: doctor warns of it, and refuses what keeps serve from the
// copy that it makes first; then serve brings it up to date.
func TestASchemaToMigrateIsTold(t *testing.T) {
	h := newTestServer(t)
	path := filepath.Join(h.dir, "topcut.db")
	schema, err := os.ReadFile(filepath.Join("..", "..", "db", "testdata", "version1.sql"))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := raw.ExecContext(t.Context(), string(schema)); err != nil {
		t.Fatal(err)
	}
	raw.Close()
	h.expect(h.examined(0), "database", warning, "the next start copies it and brings it up to date")

	disk := smallDisk(t)
	readOnly(t, disk)
	h.env["TOPCUT_BACKUP_DIR"] = disk
	h.expect(h.examined(codeDatabase), "backup folder", wrong, "may not write")
	if done := h.bot("serve"); done.code != codeDatabase || !strings.Contains(done.stderr, "copy the database before changing its schema") {
		t.Errorf("serve: %+v", done)
	}
	delete(h.env, "TOPCUT_BACKUP_DIR")
	r := h.serve()
	r.waitLog(`msg=ready`)
	r.end()
	h.expect(h.examined(0), "database", fine, "holds 1 event")
}

// A missed backup, and a bot that is in no server, are warnings.
func TestDoctorWarnsOfMissedBackups(t *testing.T) {
	dir := t.TempDir()
	e := &examination{cfg: config{Backup: backupConfig{Dir: dir, Cron: "30 4 * * *"}}, now: time.Now()}
	write(t, filepath.Join(dir, backupName(e.now)), "", 0o600)
	e.backups()
	e.now = e.now.Add(72 * time.Hour)
	e.backups()
	e.servers(discord.Account{})
	if e.found[0].State != fine || e.found[1].State != warning || e.found[2].State != warning {
		t.Errorf("%+v", e.found)
	}
}

// TestEveryPermissionTheBotWantsHasAName: /doctor and the organisers' panel use Discord's
// names for missing permissions.
func TestEveryPermissionTheBotWantsHasAName(t *testing.T) {
	for _, name := range (invited | wire.ManageRoles | wire.CreateEvents).Names() {
		if key := notice.Code("permission." + strings.ToLower(strings.ReplaceAll(name, " ", "_"))); !text.Known(key) {
			t.Errorf("%s has no text", key)
		}
	}
}
