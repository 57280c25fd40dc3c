package localdiscord_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

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
	}
	for _, tt := range tests {
		t.Run(string(tt.fault), func(t *testing.T) {
			w := newWorld(t)
			w.Faults().Script("POST", "/messages", tt.fault, 1)
			const body = `{"content":"late","allowed_mentions":{"parse":[]}}`
			path := "/channels/" + w.general.ID() + "/messages"
			a := w.call("POST", path, body)
			if a.status != tt.status || a.header.Get(tt.header) != tt.want || !strings.Contains(a.body, tt.body) {
				t.Errorf("answer is %d %v %s", a.status, a.header, a.body)
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

func TestRefusalsAfterAFaultAreNoViolations(t *testing.T) {
	w := newWorld(t)
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

func TestARandomPlanFailsAboutThatShareOfRequests(t *testing.T) {
	w := newWorld(t)
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
	w := newWorld(t)
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
