package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
)

// healthz asks a running bot how it is.
func (r *running) healthz(address string) health {
	r.h.t.Helper()
	_, body := get(r.h.t, "http://"+address+"/healthz")
	var seen health
	if err := json.Unmarshal([]byte(body), &seen); err != nil {
		r.h.t.Fatalf("%v: %s", err, body)
	}
	return seen
}

// says uses a command of the organiser and returns what is answered.
func (h *house) says(command string, options localdiscord.Options) string {
	h.t.Helper()
	in, err := h.olga.Slash(h.t.Context(), h.channel, command, options, localdiscord.WhenConnected())
	if err != nil {
		h.t.Fatal(err)
	}
	a, err := in.Answer(h.t.Context())
	if err != nil || a.Message == nil {
		h.t.Fatalf("/%s: %v", command, err)
	}
	return h.Render(*a.Message)
}

// TestRegistrationIsTriedUntilItHolds: at the start Discord answers the question for
// the registered commands, or their registration, with rate limits and faults of its
// own. The bot is not ready until it holds, says so, and gets there by itself.
func TestRegistrationIsTriedUntilItHolds(t *testing.T) {
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
			h := newHouse(t)
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

// TestAChannelThatLetsTheBotNotInTurnsHealthAndDoctorRed: posts wait for it; both say
// so within a minute, and are well again when it may write.
func TestAChannelThatLetsTheBotNotInTurnsHealthAndDoctorRed(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.Tolerate(50013)
	r := h.serve()
	at := r.waitLog(`serving /healthz.*address=(\S+)`)
	r.waitLog("msg=ready")
	h.says("tournament create", localdiscord.Options{"name": "Friday Night", "ruleset": "magic"})
	h.channel.AllowMember(nil, 0, localdiscord.SendMessages)
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

// TestAFullDiskTurnsHealthRedAndPasses: on a disk that is really full, /healthz and
// people are told within a pulse; when there is room again it goes on by itself, and
// nobody's silence counted.
func TestAFullDiskTurnsHealthRedAndPasses(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	disk := smallDisk(t)
	h.env["TOPCUT_DATABASE_PATH"] = filepath.Join(disk, "topcut.db")
	r := h.serve()
	at := r.waitLog(`serving /healthz.*address=(\S+)`)
	r.waitLog("msg=ready")
	h.says("tournament create", localdiscord.Options{"name": "Friday Night", "ruleset": "magic"})
	ballast := filepath.Join(disk, "ballast")
	f, err := os.Create(ballast)
	if err != nil {
		t.Fatal(err)
	}
	for err == nil { // to the last byte
		_, err = f.Write(make([]byte, 512))
	}
	_ = f.Close()
	began := time.Now()
	for r.healthz(at).Database == "ok" && time.Since(began) < time.Minute {
		time.Sleep(200 * time.Millisecond)
	}
	if seen := r.healthz(at); seen.Status != "degraded" || !strings.Contains(seen.Database, "disk") {
		t.Errorf("%v after the disk is full: %+v\n%s", time.Since(began), seen, r.log)
	}
	t.Logf("said after %v", time.Since(began).Round(time.Millisecond))
	if text := h.says("tournament open", nil); text != "Nothing can be saved right now: the bot's disk is full or locked. Nothing was changed. Try again in a few minutes." {
		t.Errorf("an organiser is told: %s", text)
	}
	if text := h.says("doctor", nil); !strings.Contains(text, "My database: ") {
		t.Errorf("/doctor: %s", text)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "room again", func() bool {
		return strings.Contains(h.says("tournament open", nil), "open") && r.healthz(at).Status == "ok"
	})
	if code := r.end(); code != codeOK {
		t.Errorf("exit code %d\n%s", code, r.log)
	}
}

// TestWhatIsDueAtAStopIsPosted: told to stop while Discord is slow, the bot sends what
// it was asked for before it goes.
func TestWhatIsDueAtAStopIsPosted(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	r := h.serve()
	r.waitLog("msg=ready")
	h.says("tournament create", localdiscord.Options{"name": "Friday Night", "ruleset": "magic"})
	h.Faults().Plan(localdiscord.FaultPlan{Latency: time.Second})
	h.Faults().Script("POST", "/channels/", localdiscord.FaultSlow, 2)
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
