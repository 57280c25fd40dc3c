package localdiscord_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// control calls the control API and decodes the answer.
func (w *testServer) control(method, path, body string) (int, map[string]any) {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.ctx(), method, w.URL()+"/control/"+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+w.ControlKey())
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer res.Body.Close()
	var raw json.RawMessage
	if err := json.NewDecoder(res.Body).Decode(&raw); err != nil {
		w.t.Fatal(err)
	}
	out := map[string]any{}
	if json.Unmarshal(raw, &out) != nil {
		out["list"] = string(raw)
	}
	return res.StatusCode, out
}

func TestAnotherProcessCanPlayPeople(t *testing.T) {
	w := newTestServer(t)
	bot := w.bot(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		data := &discordgo.InteractionResponseData{Content: "Recorded", AllowedMentions: silent(), Components: []discordgo.MessageComponent{
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "Undo", CustomID: "undo"}}},
		}}
		if i.Type == discordgo.InteractionMessageComponent {
			data.Content = "Undone"
		}
		if err := reply(s, i, data); err != nil {
			t.Error(err)
		}
	})
	w.register(bot, &discordgo.ApplicationCommand{Name: "report", Description: "Report", Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionString, Name: "result", Description: "Result", Required: true},
	}})
	if status, out := w.control("POST", "people", `{"name":"Zoe"}`); status != 200 || out["id"] == "" {
		t.Fatalf("%d %v", status, out)
	}
	status, out := w.control("POST", "act", `{"person":"Zoe","action":"slash","channel":"#general","command":"report","options":{"result":"2-1"},"connected":true}`)
	message, _ := out["message"].(map[string]any)
	if status != 200 || message["text"] != "Recorded\n[Undo]" {
		t.Fatalf("%d %v", status, out)
	}
	inner, _ := message["message"].(map[string]any)
	status, out = w.control("POST", "act", fmt.Sprintf(`{"person":"Zoe","action":"click","message":%q,"target":"Undo"}`, inner["id"]))
	if status != 200 || !strings.Contains(fmt.Sprint(out["message"]), "Undone") {
		t.Errorf("%d %v", status, out)
	}
	if status, out = w.control("POST", "act", `{"person":"Zoe","action":"slash","channel":"general","command":"fly"}`); status != 409 || out["refused"] != true {
		t.Errorf("%d %v", status, out)
	}
	if status, out = w.control("POST", "act", `{"person":"Zoe","action":"send","channel":"general","text":"hello"}`); status != 200 {
		t.Errorf("%d %v", status, out)
	}
	if _, out = w.control("GET", "messages?channel=general&viewer=Zoe&limit=1", ""); !strings.Contains(fmt.Sprint(out["list"]), `"text":"hello"`) {
		t.Errorf("messages are %v", out)
	}
	if _, out = w.control("GET", "stats", ""); out["interactions"] != 2.0 || out["refusals"] != 1.0 {
		t.Errorf("stats are %v", out)
	}
	if _, out = w.control("GET", "state", ""); !strings.Contains(fmt.Sprint(out["guilds"]), "Zoe") {
		t.Errorf("state is %v", out)
	}
	for _, path := range []string{"commands", "violations", "refusals", "transcript", "modal?person=Zoe"} {
		if status, out := w.control("GET", path, ""); status != 200 {
			t.Errorf("%s: %d %v", path, status, out)
		}
	}
	for path, body := range map[string]string{
		"guilds": `{"name":"Second"}`, "channels": `{"name":"judges"}`, "roles": `{"name":"TO","permissions":"32"}`,
		"change": `{"person":"Zoe","nick":"Z","dms_closed":true,"locale":"de"}`, "faults": `{"percent":0}`,
		"faults/script": `{"method":"POST","path":"/nothing","fault":"500"}`, "faults/clear": ``, "gateway": `{"action":"heartbeat"}`, "tolerate": `{"codes":[10008]}`,
	} {
		if status, out := w.control("POST", path, body); status != 200 {
			t.Errorf("%s: %d %v", path, status, out)
		}
	}
	for _, bad := range []string{`{"person":"Nobody","action":"send"}`, `{"person":"Zoe","action":"fly"}`, `{"unknown":1}`, `{`} {
		if status, _ := w.control("POST", "act", bad); status != 400 {
			t.Errorf("%s: %d", bad, status)
		}
	}
}

func TestTheControlAPINeedsItsKey(t *testing.T) {
	w := newTestServer(t)
	for _, path := range []string{"/control/state", "/control/state?key=wrong", "/control/events"} {
		res, err := http.Get(w.URL() + path)
		if err != nil {
			t.Fatal(err)
		}
		if err := res.Body.Close(); err != nil || res.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %d", path, res.StatusCode)
		}
	}
}

func TestEventsAreStreamed(t *testing.T) {
	w := newTestServer(t)
	res, err := http.Get(w.URL() + "/control/events?after=0&key=" + w.ControlKey())
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	w.post("Round 1")
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		data, isData := bytes.CutPrefix(lines.Bytes(), []byte("data: "))
		if !isData {
			continue
		}
		var e struct{ Kind, Text, Channel string }
		if err := json.Unmarshal(data, &e); err != nil {
			t.Fatal(err)
		}
		if e.Kind != "posted" || e.Text != "Round 1" || e.Channel != "#general" {
			t.Errorf("event is %+v", e)
		}
		return
	}
	t.Errorf("the stream ended: %v", lines.Err())
}
