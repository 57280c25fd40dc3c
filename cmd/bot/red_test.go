package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
	"topcut/commands/wire"
)

// healthz asks a running bot for its health.
func (r *running) healthz(address string) health {
	r.h.t.Helper()
	_, body := get(r.h.t, "http://"+address+"/healthz")
	var seen health
	if err := json.Unmarshal([]byte(body), &seen); err != nil {
		r.h.t.Fatalf("%v: %s", err, body)
	}
	return seen
}

// says runs a command of the organiser and returns the answer.
func (h *testServer) says(command string, options localdiscord.Options) string {
	h.t.Helper()
	return h.saysTo(h.organiser, command, options)
}

// saysTo runs a command of a person and returns the answer.
func (h *testServer) saysTo(p *localdiscord.Person, command string, options localdiscord.Options) string {
	h.t.Helper()
	in, err := p.Slash(h.t.Context(), h.channel, command, options, localtest.WhenConnected())
	if err != nil {
		h.t.Fatal(err)
	}
	a, err := in.Answer(h.t.Context())
	if err != nil || a.Message == nil {
		h.t.Fatalf("/%s: %v", command, err)
	}
	return h.Render(*a.Message)
}

// TestRegistrationIsTriedUntilItHolds: at the start Discord answers the request for the
// registered commands, or their registration, with rate limits and faults of its own. The
// bot is not ready until it succeeds, says so, and gets there by itself.
func TestRegistrationIsTriedUntilItHolds(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]func(*localdiscord.Faults){
		"rate limits at the question": func(f *localdiscord.Faults) { f.Script("GET", "/commands", localdiscord.FaultHTML429, 2) },
		"faults at the registration":  func(f *localdiscord.Faults) { f.Script("PUT", "/commands", localdiscord.Fault500, 4) },
		"both": func(f *localdiscord.Faults) {
			f.Script("GET", "/commands", localdiscord.Fault502, 4)
			f.Script("PUT", "/commands", localdiscord.FaultUser429, 2)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newTestServer(t)
			h.Faults().Plan(localdiscord.FaultPlan{RetryAfter: 1500 * time.Millisecond})
			script(h.Faults())
			r := h.serve()
			at := r.waitLog(`serving /healthz.*address=(\S+)`)
			if seen := r.healthz(at); seen.Commands == "ok" || len(h.Commands()) > 0 {
				t.Errorf("before anything is registered: %+v", seen)
			}
			r.waitLog("msg=ready")
			if seen := r.healthz(at); seen.Commands != "ok" || seen.Status != "ok" || len(h.Commands()) == 0 {
				t.Errorf("ready, and: %+v, %d commands", seen, len(h.Commands()))
			}
			if log := r.log.String(); strings.Index(log, "msg=ready") < strings.Index(log, "slash commands registered") {
				t.Errorf("ready before it was:\n%s", log)
			}
			if code := r.end(); code != codeOK {
				t.Errorf("exit code %d\n%s", code, r.log)
			}
		})
	}
}

// TestAChannelThatLetsTheBotNotInTurnsHealthAndDoctorRed: posts wait for a channel; both
// report it within a minute, and are healthy again when the bot may write.
func TestAChannelThatLetsTheBotNotInTurnsHealthAndDoctorRed(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	h.Tolerate(50013)
	r := h.serve()
	at := r.waitLog(`serving /healthz.*address=(\S+)`)
	r.waitLog("msg=ready")
	h.says("tournament create", localdiscord.Options{"name": "Friday Night", "ruleset": "magic"})
	h.channel.AllowMember(nil, 0, wire.SendMessages)
	h.says("tournament open", nil)
	waitFor(t, "channel that lets the bot not in", func() bool { return r.healthz(at).Outbox.Barred == 1 })
	if seen := r.healthz(at); seen.Outbox.Waiting == 0 {
		t.Errorf("nothing waits: %+v", seen)
	}
	if text := h.says("doctor", nil); !strings.Contains(text, "Posts for #events wait") {
		t.Errorf("/doctor: %s", text)
	}
	h.channel.AllowMember(nil, 0, 0)
	waitFor(t, "end of that", func() bool { s := r.healthz(at); return s.Outbox.Barred == 0 && s.Outbox.Waiting == 0 })
	if code := r.end(); code != codeOK {
		t.Errorf("exit code %d\n%s", code, r.log)
	}
}

// TestAFullDiskTurnsHealthRedAndPasses: the disk is really full.
func TestAFullDiskTurnsHealthRedAndPasses(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	disk := smallDisk(t)
	h.env["TOPCUT_DATABASE_PATH"] = filepath.Join(disk, "topcut.db")
	d := h.serve().onDisk()
	ballast := filepath.Join(disk, "ballast")
	f, err := os.Create(ballast)
	if err != nil {
		t.Fatal(err)
	}
	for err == nil { // to the last byte
		_, err = f.Write(make([]byte, 512))
	}
	_ = f.Close()
	d.takesNothing()
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	d.passes()
}

// TestADiskThatRefusesWritesTurnsHealthRedAndPasses: there is room, but the system
// refuses each write to a file, as with a quota or missing rights.
func TestADiskThatRefusesWritesTurnsHealthRedAndPasses(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("another process's writes are refused on Linux only")
	}
	r, pid := newTestServer(t).serveApart()
	d := r.onDisk()
	if err := writable(pid, false); err != nil {
		t.Fatal(err)
	}
	d.takesNothing()
	if err := writable(pid, true); err != nil {
		t.Fatal(err)
	}
	d.passes()
}

// TestADiskThatTurnsReadOnlyLosesNothing: the kernel finds a fault in the disk under the
// bot and makes it read-only, until the host has unmounted and repaired it. Until then
// people get an error; everything confirmed is there afterwards.
func TestADiskThatTurnsReadOnlyLosesNothing(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	disk, fail, mend := failingDisk(t)
	h.env["TOPCUT_DATABASE_PATH"] = filepath.Join(disk, "topcut.db")
	r, _ := h.serveApart()
	d := r.onDisk()
	if err := fail(); err != nil {
		t.Fatal(err)
	}
	d.takesNothing()
	r.end()
	if done := h.bot("serve"); done.code != codeDatabase || !strings.Contains(done.stderr, "cannot be written to") {
		t.Errorf("started on it: exit code %d, %s", done.code, done.stderr)
	}
	if err := mend(); err != nil {
		t.Fatal(err)
	}
	d.running = h.serve()
	d.at = d.waitLog(`serving /healthz.*address=(\S+)`)
	d.goesOn()
}

// onDisk is a bot whose disk accepts no writes for a while.
type onDisk struct {
	*running
	at       string // address of /healthz
	ann, bob *localdiscord.Person
	posted   []string
}

// onDisk opens an event with Ann while the disk works.
func (r *running) onDisk() *onDisk {
	r.h.t.Helper()
	d := &onDisk{running: r, at: r.waitLog(`serving /healthz.*address=(\S+)`), ann: r.h.guild.AddPerson("Ann"), bob: r.h.guild.AddPerson("Bob")}
	r.waitLog("msg=ready")
	r.h.says("tournament create", localdiscord.Options{"name": "Friday Night", "ruleset": "magic"})
	r.h.says("tournament open", nil)
	d.joins(d.ann)
	waitFor(r.h.t, "quiet channel", func() bool { return d.healthz(d.at).Outbox.Waiting == 0 })
	d.posted = r.h.public()
	return d
}

// public returns the current public messages.
func (h *testServer) public() (out []string) {
	for _, m := range h.Messages(h.channel, nil) {
		if !m.Private() {
			out = append(out, fmt.Sprint(m.ID, m.Edits))
		}
	}
	return out
}

func (d *onDisk) joins(p *localdiscord.Person) {
	d.h.t.Helper()
	if text := d.h.saysTo(p, "join", nil); !strings.Contains(text, "You're in") {
		d.h.t.Errorf("while all is well, /join: %s", text)
	}
}

// takesNothing checks that /healthz is red within a pulse, that every request to save
// something is answered with one sentence and has no effect, that stored data can be
// read, and that the log has one line a minute.
func (d *onDisk) takesNothing() {
	h, t := d.h, d.h.t
	t.Helper()
	began := time.Now()
	for d.healthz(d.at).Database == "ok" && time.Since(began) < patience {
		time.Sleep(200 * time.Millisecond)
	}
	if seen := d.healthz(d.at); seen.Status != "degraded" || !strings.Contains(seen.Database, "disk") {
		t.Errorf("%v after the disk takes nothing: %+v\n%s", time.Since(began), seen, d.log)
	}
	t.Logf("said after %v: %s", time.Since(began).Round(time.Millisecond), d.healthz(d.at).Database)
	const told = "Nothing can be saved right now: the bot's disk is full or locked. Nothing was changed. Try again in a few minutes."
	for range 3 {
		for who, text := range map[string]string{
			"somebody who joins": h.saysTo(d.bob, "join", nil), "somebody who leaves": h.saysTo(d.ann, "leave", nil),
			"an organiser": h.says("player add", localdiscord.Options{"name": "Gus"}),
		} {
			if text != told {
				t.Errorf("%s is told: %s", who, text)
			}
		}
	}
	if text := h.saysTo(d.ann, "status", nil); !strings.Contains(text, "registered") {
		t.Errorf("what is there cannot be read: %s", text)
	}
	if text := h.says("doctor", nil); !strings.Contains(text, "My database: ") {
		t.Errorf("/doctor: %s", text)
	}
	if now := h.public(); !slices.Equal(now, d.posted) {
		t.Errorf("posted of what was not done: %v, before %v", now, d.posted)
	}
	said := regexp.MustCompile(`(?m)^.*level=(WARN|ERROR).*$`).FindAllString(d.log.String(), -1)
	if most := 1 + int(time.Since(began)/time.Minute); len(said) == 0 || len(said) > most || !strings.Contains(said[0], "disk: write refused") {
		t.Errorf("after %v the log says\n%s", time.Since(began), strings.Join(said, "\n"))
	}
}

// passes checks that the bot continues by itself when the disk accepts writes again.
func (d *onDisk) passes() {
	d.h.t.Helper()
	for began := time.Now(); !strings.Contains(d.log.String(), "disk: writable") && time.Since(began) < patience; {
		time.Sleep(200 * time.Millisecond)
	}
	d.goesOn()
}

// goesOn checks that nothing is lost, that nothing refused was done, and that everything
// works.
func (d *onDisk) goesOn() {
	d.h.t.Helper()
	waitFor(d.h.t, "green health", func() bool { return d.healthz(d.at).Status == "ok" })
	if text := d.h.says("tournament list", localdiscord.Options{"players": true}); !strings.Contains(text, "Ann") || strings.Contains(text, "Bob") || strings.Contains(text, "Gus") {
		d.h.t.Errorf("in the event are: %s", text)
	}
	d.joins(d.bob)
	if code := d.end(); code != codeOK {
		d.h.t.Errorf("exit code %d\n%s", code, d.log)
	}
}

// TestWhatIsDueAtAStopIsPosted: a bot that is stopped while Discord is slow sends its due
// posts first. The one under way takes longer than what is waited for once no interaction
// is taken any more, so that only waiting before that sends the next one.
func TestWhatIsDueAtAStopIsPosted(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	r := h.serve()
	r.waitLog("msg=ready")
	h.says("tournament create", localdiscord.Options{"name": "Friday Night", "ruleset": "magic"})
	h.Faults().Plan(localdiscord.FaultPlan{Latency: flushStop - flushLast/2})
	h.Faults().Script("POST", "/channels/", localdiscord.FaultSlow, 1)
	h.says("tournament open", nil)
	h.says("tournament announce", localdiscord.Options{"text": "The hall opens at six."})
	if code := r.end(); code != codeOK {
		t.Errorf("exit code %d\n%s", code, r.log)
	}
	said := ""
	for _, m := range h.Messages(h.channel, nil) {
		said += h.Render(m)
	}
	if !strings.Contains(said, "The hall opens at six.") {
		t.Errorf("in the channel stands\n%s", said)
	}
}
