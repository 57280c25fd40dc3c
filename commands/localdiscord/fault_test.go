package localdiscord_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
)

func TestScriptedRESTFaults(t *testing.T) {
	tests := []struct {
		fault  localdiscord.Fault
		status int
		header string
		want   string
		body   string
		posts  int // that took effect
	}{
		{localdiscord.FaultUser429, 429, "X-Ratelimit-Scope", "user", `"global":false`, 0},
		{localdiscord.FaultShared429, 429, "X-Ratelimit-Scope", "shared", `"retry_after":0.3`, 0},
		{localdiscord.FaultGlobal429, 429, "X-Ratelimit-Global", "true", `"global":true`, 0},
		{localdiscord.FaultHTML429, 429, "Retry-After", "1", "<html>", 0},
		{localdiscord.Fault500, 500, "Content-Type", "application/json", "500", 0},
		{localdiscord.Fault502, 502, "Content-Type", "text/html", "502", 0},
		{localdiscord.FaultCutBefore, -1, "", "", "EOF", 0},
		{localdiscord.FaultCutAfter, -1, "", "", "EOF", 1},
		{localdiscord.FaultSlow, 200, "Content-Type", "application/json", "late", 1},
		{localdiscord.FaultLate, -1, "", "", "EOF", 1},
		{localdiscord.FaultTwice, 200, "Content-Type", "application/json", "late", 2},
		{localdiscord.Fault401, 401, "Content-Type", "application/json", "401", 0},
		{localdiscord.Fault403, 403, "Content-Type", "application/json", "50013", 0},
		{localdiscord.Fault404, 404, "Content-Type", "application/json", "10003", 0},
		{localdiscord.FaultHTML403, 403, "Content-Type", "text/html", "<html>", 0},
	}
	for _, tt := range tests {
		t.Run(string(tt.fault), func(t *testing.T) {
			w := newTestServer(t)
			w.Faults().Script("POST", "/messages", tt.fault, 1)
			const body = `{"content":"late","allowed_mentions":{"parse":[]}}`
			path := "/channels/" + w.general.ID() + "/messages"
			a := w.call("POST", path, body)
			if a.status != tt.status || a.header.Get(tt.header) != tt.want || !strings.Contains(a.body, tt.body) {
				t.Errorf("answer is %d %v %s", a.status, a.header, a.body)
			}
			for n, ctx := 0, w.ctx(); n < tt.posts; time.Sleep(time.Millisecond) { // what comes late, comes
				if n = len(w.Messages(w.general, nil)); ctx.Err() != nil {
					t.Fatal(n)
				}
			}
			if n := len(w.Messages(w.general, nil)); n != tt.posts {
				t.Errorf("%d messages took effect, want %d", n, tt.posts)
			}
			if a := w.call("POST", path, body); a.status != 200 {
				t.Errorf("the next request fails too: %d", a.status)
			}
			if s := w.Stats(); s.Faults != 1 {
				t.Errorf("stats are %+v", s)
			}
		})
	}
}

// TestARequestThatLandsLateLandsAfterTheNext: two edits take effect out of order.
func TestARequestThatLandsLateLandsAfterTheNext(t *testing.T) {
	w := newTestServer(t)
	w.Faults().Plan(localdiscord.FaultPlan{Latency: 2 * time.Second}) // the next one is made by then
	path := "/channels/" + w.general.ID() + "/messages/" + w.post("x")
	w.Faults().Script("PATCH", "/messages/", localdiscord.FaultLate, 1)
	if a := w.call("PATCH", path, `{"content":"first","allowed_mentions":{"parse":[]}}`); a.status > 0 {
		t.Errorf("the first edit is answered: %d", a.status)
	}
	if a := w.call("PATCH", path, `{"content":"second","allowed_mentions":{"parse":[]}}`); a.status != 200 || !strings.Contains(a.body, "second") {
		t.Errorf("the second edit: %d %s", a.status, a.body)
	}
	for ctx := w.ctx(); !strings.Contains(w.Render(w.Messages(w.general, nil)[0]), "first"); {
		if ctx.Err() != nil {
			t.Fatal("the first edit never lands")
		}
		time.Sleep(time.Millisecond)
	}
}

func TestRefusalsAfterAFaultAreNoViolations(t *testing.T) {
	w := newTestServer(t)
	w.deaf()
	id := w.post("x")
	path := "/channels/" + w.general.ID() + "/messages/" + id
	w.Faults().Script("DELETE", id, localdiscord.FaultCutAfter, 1)
	w.call("DELETE", path, "")
	if a := w.call("DELETE", path, ""); a.Code != 10008 {
		t.Errorf("the second try answers %d %s", a.status, a.body)
	}
	i := w.slash()
	w.Faults().Script("POST", "/callback", localdiscord.FaultCutAfter, 1)
	w.callback(i, hello)
	if a := w.callback(i, hello); a.Code != 40060 {
		t.Errorf("the second answer gets %d %s", a.status, a.body)
	}
}

// TestAThreadArchivedLateIsNoViolation: the request that archives a thread has no answer and
// takes effect after the bot has seen the thread open, before it edits a message there.
func TestAThreadArchivedLateIsNoViolation(t *testing.T) {
	w := newTestServer(t)
	w.Faults().Plan(localdiscord.FaultPlan{Latency: time.Millisecond})
	id := w.post("x")
	w.call("POST", "/channels/"+w.general.ID()+"/messages/"+id+"/threads", `{"name":"T"}`)
	a := w.call("POST", "/channels/"+id+"/messages", `{"content":"first","allowed_mentions":{"parse":[]}}`)
	w.Faults().Script("PATCH", "/channels/"+id, localdiscord.FaultLate, 1)
	w.call("PATCH", "/channels/"+id, `{"archived":true}`)
	edit := "/channels/" + id + "/messages/" + a.ID
	for w.call("PATCH", edit, `{"content":"second","allowed_mentions":{"parse":[]}}`).Code != 50083 {
		if t.Context().Err() != nil {
			t.Fatal("the thread is never archived")
		}
	}
	if v := w.Violations(); len(v) > 0 {
		t.Errorf("violations: %v", v)
	}
}

// TestAThreadArchivedForAKilledProcessIsNoViolation: the process that archives a thread is gone
// when the request takes effect. An edit by the next one is no violation, and is one if the
// process that archived had its answer.
func TestAThreadArchivedForAKilledProcessIsNoViolation(t *testing.T) {
	w := newTestServer(t)
	for _, gone := range []bool{true, false} {
		id := w.post("x")
		w.call("POST", "/channels/"+w.general.ID()+"/messages/"+id+"/threads", `{"name":"T"}`)
		a := w.call("POST", "/channels/"+id+"/messages", `{"content":"first","allowed_mentions":{"parse":[]}}`)
		ctx, cancel := context.WithCancel(t.Context())
		if gone {
			cancel()
		}
		r := httptest.NewRequestWithContext(ctx, "PATCH", "/api/v10/channels/"+id, strings.NewReader(`{"archived":true}`))
		r.Header.Set("Authorization", "Bot "+w.BotToken())
		r.Header.Set("Content-Type", "application/json")
		w.ServeHTTP(httptest.NewRecorder(), r)
		cancel()
		if got := w.call("PATCH", "/channels/"+id+"/messages/"+a.ID, `{"content":"second","allowed_mentions":{"parse":[]}}`).Code; got != 50083 {
			t.Fatalf("the edit is answered %d, want 50083", got)
		}
		if gone != (len(w.Violations()) == 0) {
			t.Errorf("process gone %t: violations %v", gone, w.Violations())
		}
		w.ClearViolations()
	}
}

func TestARandomPlanFailsAboutThatShareOfRequests(t *testing.T) {
	w := newTestServer(t)
	w.Faults().Plan(localdiscord.FaultPlan{Percent: 20, Kinds: []localdiscord.Fault{localdiscord.Fault500}, Path: "/messages"})
	failed := 0
	for range 500 {
		if a := w.call("GET", "/channels/"+w.general.ID()+"/messages", ""); a.status == 500 {
			failed++
		}
		if a := w.call("GET", "/users/@me", ""); a.status != 200 {
			t.Fatalf("a request outside of the plan answers %d", a.status)
		}
	}
	if failed < 60 || failed > 140 { // 100 expected, 4.5 standard deviations
		t.Errorf("%d of 500 failed", failed)
	}
	w.Faults().Clear()
	if a := w.call("GET", "/channels/"+w.general.ID()+"/messages", ""); a.status != 200 {
		t.Errorf("after Clear: %d", a.status)
	}
}

// TestAFormErrorNamesItsField: as Discord does, so that what reads the errors of
// the one reads those of the other.
func TestAFormErrorNamesItsField(t *testing.T) {
	w := newTestServer(t)
	w.Tolerate(50035)
	post := func(body string) string {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.URL()+"/api/v10/channels/"+w.general.ID()+"/messages", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bot "+w.BotToken())
		req.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		data, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	long := strings.Repeat("x", 300)
	got := post(`{"embeds":[{"title":"` + long + `"}],"allowed_mentions":{"parse":[]}}`)
	if want := `"embeds":{"0":{"title":{"_errors":[{"code":"BASE_TYPE_BAD"`; !strings.Contains(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestAPermissionThatFlapsIsThereAgain: a bot that is refused meanwhile has done
// nothing wrong, is notified of both changes, and a thread has what its channel has.
func TestAPermissionThatFlapsIsThereAgain(t *testing.T) {
	w := newTestServer(t)
	w.Faults().Plan(localdiscord.FaultPlan{Flap: 100, FlapFor: 20 * time.Millisecond})
	path := "/channels/" + w.general.ID() + "/messages"
	refused, taken := 0, 0
	for range 40 {
		switch a := w.call("POST", path, `{"content":"x","allowed_mentions":{"parse":[]}}`); {
		case a.status == 200:
			taken++ // only attaching files is missing
		case a.Code == 50001 || a.Code == 50013:
			refused++
		default:
			t.Fatalf("answer is %d %s", a.status, a.body)
		}
		time.Sleep(10 * time.Millisecond)
	}
	w.Faults().Plan(localdiscord.FaultPlan{})
	if refused == 0 || taken == 0 {
		t.Errorf("%d refused, %d taken", refused, taken)
	}
	for w.general.Permissions(nil)&localdiscord.EveryonePermissions != localdiscord.EveryonePermissions {
		if t.Context().Err() != nil {
			t.Fatal("the permissions stay away")
		}
		time.Sleep(time.Millisecond)
	}
	if v := w.Violations(); len(v) > 0 {
		t.Errorf("violations: %v", v)
	}
}

// TestAnAnswerIsNamedEncodedOrPlain: some clients write @original as %40original.
func TestAnAnswerIsNamedEncodedOrPlain(t *testing.T) {
	w := newTestServer(t)
	w.deaf()
	i := w.slash()
	if a := w.callback(i, hello); a.status >= 300 {
		t.Fatalf("callback: %d %s", a.status, a.body)
	}
	for _, name := range []string{"@original", "%40original"} {
		if a := w.call("PATCH", w.hook(i, "/messages/"+name), `{"content":"again","allowed_mentions":{"parse":[]}}`); a.status != 200 {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
}
