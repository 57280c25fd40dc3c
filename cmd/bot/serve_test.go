package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"topcut/cmd/bot/internal/conform"
	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
	"topcut/commands/refusal"
	"topcut/commands/wire"
)

// testServer is a local Discord with a server, a channel and an organiser, and a folder
// for the bot.
type testServer struct {
	*localdiscord.Server
	t         *testing.T
	dir       string
	env       map[string]string
	guild     *localdiscord.Guild
	channel   *localdiscord.Channel
	organiser *localdiscord.Person
}

func newTestServer(t *testing.T) *testServer {
	t.Helper()
	return newTestServerOn(t, conform.Server(t, localdiscord.Config{Seed: 1, RateLimits: localdiscord.RateLimits{Off: true}}))
}

func newTestServerOn(t *testing.T, s *localdiscord.Server) *testServer {
	t.Helper()
	h := &testServer{Server: s, t: t, dir: t.TempDir(), guild: s.AddGuild("Club")}
	h.channel, h.organiser = h.guild.AddChannel("events"), h.guild.Owner()
	h.env = map[string]string{"DISCORD_TOKEN": s.BotToken(), "DISCORD_API_BASE": s.URL()}
	write(t, h.config(), fmt.Sprintf("[database]\npath = %q\n[backup]\ndir = %q\n[http]\nlisten = \"127.0.0.1:0\"\n[log]\nlevel = \"debug\"\nformat = \"text\"\n",
		filepath.ToSlash(filepath.Join(h.dir, "topcut.db")), filepath.ToSlash(filepath.Join(h.dir, "backups"))), 0o600)
	return h
}

func (h *testServer) config() string { return filepath.Join(h.dir, "config.toml") }

// bot runs a command line with the configuration of the test server.
func (h *testServer) bot(args ...string) ran {
	h.t.Helper()
	done := runProgram(h.t.Context(), h.env, "", append(args, "--config", h.config())...)
	if strings.Contains(done.stdout+done.stderr, h.BotToken()) {
		h.t.Error("the token is printed")
	}
	return done
}

// running is `topcut serve` in this process.
type running struct {
	h    *testServer
	log  *localtest.Buffer
	stop context.CancelFunc
	code chan int
}

func (h *testServer) serve(flags ...string) *running {
	h.t.Helper()
	ctx, cancel := context.WithCancel(h.t.Context())
	r := &running{h: h, log: &localtest.Buffer{}, stop: cancel, code: make(chan int, 1)}
	p := &program{env: environment(h.env), stdin: strings.NewReader(""), stdout: io.Discard, stderr: r.log, pulse: testPulse}
	go func() { r.code <- p.run(ctx, append([]string{"serve", "--config", h.config()}, flags...)) }()
	h.t.Cleanup(cancel)
	return r
}

// serveApart runs `topcut serve` as a separate process.
func (h *testServer) serveApart() (_ *running, pid int) {
	h.t.Helper()
	r := &running{h: h, log: &localtest.Buffer{}, code: make(chan int, 1)}
	cmd := exec.Command("bot", "serve", "--config", h.config()) // see TestMain
	for name, value := range h.env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	cmd.Stderr = r.log
	if err := cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	go func() {
		_ = cmd.Wait()
		r.code <- cmd.ProcessState.ExitCode()
	}()
	r.stop = func() { _ = cmd.Process.Signal(syscall.SIGTERM) }
	h.t.Cleanup(func() { _ = cmd.Process.Kill() })
	return r, cmd.Process.Pid
}

// patience is how long a test waits for what must happen. It is long enough for a busy
// machine; only a failing test waits that long.
const patience = 2 * time.Minute

// waitLog waits until the log matches and returns the first group.
func (r *running) waitLog(pattern string) string {
	r.h.t.Helper()
	re := regexp.MustCompile(pattern)
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if m := re.FindStringSubmatch(r.log.String()); m != nil {
			return m[len(m)-1]
		}
	}
	r.h.t.Fatalf("the log has no %s:\n%s", pattern, r.log)
	return ""
}

// end stops the bot as a signal would and returns its exit code.
func (r *running) end() int {
	r.stop()
	return r.exit()
}

func (r *running) exit() int {
	r.h.t.Helper()
	select {
	case code := <-r.code:
		if strings.Contains(r.log.String(), r.h.BotToken()) {
			r.h.t.Error("the token is in the log")
		}
		return code
	case <-time.After(patience):
		r.h.t.Fatalf("the bot does not end:\n%s", r.log)
		return -1
	}
}

// forget lets Discord forget the session of a bot that has ended, once it knows of the end.
func (h *testServer) forget() {
	h.t.Helper()
	waitFor(h.t, "the end of the session", func() bool { return h.Stats().Sessions == 0 })
	h.Faults().Expire()
}

// waitFor waits until a condition is true.
func waitFor(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Errorf("there is no %s", what)
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

func TestServe(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	r := h.serve()
	r.waitLog(`msg=ready version=\S+ servers=1 took=`)
	r.waitLog(`msg="slash commands registered"`)

	// It answers, posts, and counts its work.
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	in, err := h.organiser.Slash(ctx, h.channel, "tournament create", localdiscord.Options{"name": "Friday Night", "ruleset": "magic"}, localtest.WhenConnected())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := in.Answer(ctx); err != nil {
		t.Fatal(err)
	}
	if in, err = h.organiser.Slash(ctx, h.channel, "tournament open", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Answer(ctx); err != nil {
		t.Fatal(err)
	}
	card, err := h.WaitMessage(ctx, h.channel, func(m localdiscord.Message) bool { return m.Viewer == "" })
	if err != nil {
		t.Fatalf("the card is not posted: %v", err)
	}
	if text := h.Render(card); !strings.Contains(text, "Friday Night") {
		t.Errorf("the card says\n%s", text)
	}
	address := r.waitLog(`msg="serving /healthz and /metrics" address=(\S+)`)
	status, body := get(t, "http://"+address+"/healthz")
	var seen health
	if err := json.Unmarshal([]byte(body), &seen); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	if status != 200 || seen.Status != "ok" || seen.Database != "ok" || !seen.Gateway.Connected {
		t.Errorf("health: %d %s", status, body)
	}
	for _, want := range []string{
		`topcut_interactions_total{outcome="done",route="/tournament create"} 1`,
		`topcut_interaction_seconds_count{route="/tournament open"} 1`,
		`topcut_posts_total{outcome="posted"} 1`, `topcut_gateway_changes_total{change="ready"} 1`,
		"topcut_commits_total 2", "topcut_outbox_waiting 0", "topcut_outbox_dead 0", "topcut_tournaments_running 1",
	} {
		waitFor(t, "/metrics with "+want, func() bool {
			_, figures := get(t, "http://"+address+"/metrics")
			return strings.Contains(figures, want+"\n")
		})
	}

	// A backup can be made while it runs, but a second bot cannot run.
	if done := h.bot("backup"); done.code != 0 {
		t.Errorf("backup beside the bot: %+v", done)
	}
	if done := h.bot("export", "1"); done.code != 0 || !strings.Contains(done.stdout, "Friday Night") {
		t.Errorf("export beside the bot: %+v", done)
	}
	for _, args := range [][]string{{"serve"}, {"restore", filepath.Join(h.dir, "topcut.db")}, {"forget", "1"}} {
		if done := h.bot(args...); done.code != 5 || !strings.Contains(done.stderr, "another topcut is using the database") {
			t.Errorf("%s beside the bot: %+v", args[0], done)
		}
	}
	if done := h.bot("commands", "diff"); done.code != 0 || !strings.Contains(done.stdout, "up to date") {
		t.Errorf("commands diff: %+v", done)
	}
	if code := r.end(); code != 0 {
		t.Errorf("exit code %d after a signal:\n%s", code, r.log)
	}

	// After a restart everything is registered and the event is unchanged.
	r = h.serve()
	r.waitLog("msg=ready")
	if strings.Contains(r.log.String(), "slash commands registered") {
		t.Error("unchanged commands are registered again")
	}
	if in, err = h.organiser.Slash(ctx, h.channel, "join", localdiscord.Options{"name": "Olga"}, localtest.WhenConnected()); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Answer(ctx); err != nil {
		t.Fatal(err)
	}
	if code := r.end(); code != 0 {
		t.Errorf("exit code %d after a signal:\n%s", code, r.log)
	}
}

func TestServeEndsWhenDiscordRefusesForGood(t *testing.T) {
	t.Parallel()
	t.Run("token refused", func(t *testing.T) {
		h := newTestServer(t)
		h.env["DISCORD_TOKEN"] = "abc.def.ghi"
		done := h.bot("serve")
		if done.code != 3 || !strings.Contains(done.stderr, "\ntopcut: the bot's token is refused by Discord") {
			t.Errorf("%+v", done)
		}
		if done := h.bot("commands", "diff"); done.code != 3 {
			t.Errorf("commands diff: %+v", done)
		}
		h.ClearViolations() // caused by the wrong token itself
	})
	for _, code := range []int{4010, 4014} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			h := newTestServer(t)
			h.Faults().RefuseNext(code, refusal.Sure)
			done := h.bot("serve")
			if done.code != 4 || !strings.Contains(done.stderr, fmt.Sprintf("\ntopcut: Discord closed the gateway for good (%d", code)) {
				t.Errorf("%+v", done)
			}
		})
	}
	t.Run("4004", func(t *testing.T) {
		h := newTestServer(t)
		h.Faults().RefuseNext(4004, refusal.Sure)
		if done := h.bot("serve"); done.code != 3 {
			t.Errorf("%+v", done)
		}
	})
}

func TestServeWithManualRegistration(t *testing.T) {
	h := newTestServer(t)
	write(t, h.config(), fmt.Sprintf("[discord]\nregister = \"manual\"\n[log]\nformat = \"text\"\n[database]\npath = %q\n[backup]\ndir = %q\n",
		filepath.ToSlash(filepath.Join(h.dir, "topcut.db")), filepath.ToSlash(filepath.Join(h.dir, "backups"))), 0o600)
	r := h.serve()
	r.waitLog("msg=ready")
	if n := len(h.Commands()); n != 0 {
		t.Errorf("%d commands are registered", n)
	}
	r.waitLog("the registered slash commands are out of date")
	if code := r.end(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestCommandsSyncDiffClear(t *testing.T) {
	h := newTestServer(t)
	for _, step := range []struct {
		args   []string
		code   int
		stdout string
	}{
		{[]string{"commands", "diff"}, 1, "+ /tournament\n"},
		{[]string{"commands", "sync"}, 0, "commands are registered everywhere.\n"},
		{[]string{"commands", "diff"}, 0, "What is registered is up to date.\n"},
		{[]string{"commands", "diff", "--guild", h.guild.ID()}, 1, "+ /tournament\n"},
		{[]string{"commands", "clear"}, 0, "0 commands are registered everywhere.\n"},
		{[]string{"commands", "diff"}, 1, "+ /join\n"},
	} {
		done := h.bot(step.args...)
		if done.code != step.code || !strings.Contains(done.stdout, step.stdout) {
			t.Errorf("%v: %+v", step.args, done)
		}
	}
	done := h.bot("invite")
	if want := "client_id=" + h.BotID(); done.code != 0 || !strings.Contains(done.stdout, want) {
		t.Errorf("invite: %+v", done)
	}
	plain := done.stdout
	done = h.bot("invite", "--roles", "--events")
	if want := fmt.Sprint("permissions=", uint64(invited|pins|wire.ManageRoles|wire.CreateEvents)); !strings.Contains(done.stdout, want) || strings.Contains(plain, want) {
		t.Errorf("invite --roles --events: %+v", done)
	}
}

func TestServeBacksUpByItself(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	write(t, h.config(), fmt.Sprintf("[database]\npath = %q\n[backup]\ndir = %q\ncron = \"@every 1s\"\n[log]\nformat = \"text\"\n",
		filepath.ToSlash(filepath.Join(h.dir, "topcut.db")), filepath.ToSlash(filepath.Join(h.dir, "backups"))), 0o600)
	r := h.serve()
	file := r.waitLog(`msg="backup made" file=(\S+)`)
	if code := r.end(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if done := h.bot("restore", file, "--database", filepath.Join(h.dir, "restored.db")); done.code != 0 {
		t.Errorf("restore: %+v", done)
	}
}
