package localdiscord_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
	"topcut/commands/wire"
)

const everyoneSees = localdiscord.EveryonePermissions

func TestMessagesObeyPermissionsAndTheStateOfTheirChannel(t *testing.T) {
	type setup func(w *testServer) (method, path, body string)
	messages := func(w *testServer) string { return "/channels/" + w.general.ID() + "/messages" }
	const text = `{"content":"x","allowed_mentions":{"parse":[]}}`
	inThread := func(w *testServer, change string) string {
		a := w.call("POST", messages(w)+"/"+w.post("table 1")+"/threads", `{"name":"T1","auto_archive_duration":60}`)
		m := w.call("POST", "/channels/"+a.ID+"/messages", text)
		if b := w.call("PATCH", "/channels/"+a.ID, change); b.status != 200 {
			w.t.Fatalf("thread: %d %s", b.status, b.body)
		}
		return "/channels/" + a.ID + "/messages/" + m.ID
	}
	tests := []struct {
		name   string
		setup  setup
		status int
		code   int
	}{
		{"empty", func(w *testServer) (string, string, string) { return "POST", messages(w), `{"content":" "}` }, 400, 50006},
		{"too long", func(w *testServer) (string, string, string) {
			return "POST", messages(w), fmt.Sprintf(`{"content":%q,"allowed_mentions":{"parse":[]}}`, strings.Repeat("é", 2001))
		}, 400, 50035},
		{"unknown channel", func(w *testServer) (string, string, string) { return "POST", "/channels/1/messages", text }, 404, 10003},
		{"unknown message", func(w *testServer) (string, string, string) { return "PATCH", messages(w) + "/1", text }, 404, 10008},
		{"unknown route", func(w *testServer) (string, string, string) { return "GET", "/nothing/here", "" }, 404, 0},
		{"unseen channel", func(w *testServer) (string, string, string) {
			w.general.Allow(w.guild.Everyone(), 0, wire.ViewChannel)
			return "POST", messages(w), text
		}, 403, 50001},
		{"unwritable channel", func(w *testServer) (string, string, string) {
			w.general.AllowMember(nil, 0, wire.SendMessages)
			return "POST", messages(w), text
		}, 403, 50013},
		{"no embeds", func(w *testServer) (string, string, string) {
			w.general.AllowMember(nil, 0, wire.EmbedLinks)
			return "POST", messages(w), `{"embeds":[{"title":"x"}]}`
		}, 403, 50013},
		{"somebody else's message", func(w *testServer) (string, string, string) {
			m := must(w.ann.Send(w.ctx(), w.general, "mine"))(w.t)
			return "PATCH", messages(w) + "/" + m.ID, text
		}, 403, 50005},
		{"delete what others wrote", func(w *testServer) (string, string, string) {
			w.guild.BotRole().SetPermissions(everyoneSees)
			m := must(w.ann.Send(w.ctx(), w.general, "mine"))(w.t)
			return "DELETE", messages(w) + "/" + m.ID, ""
		}, 403, 50013},
		{"edit in an archived thread", func(w *testServer) (string, string, string) {
			return "PATCH", inThread(w, `{"archived":true}`), text
		}, 400, 50083},
		{"write in an archived thread opens it", func(w *testServer) (string, string, string) {
			path := inThread(w, `{"archived":true}`)
			return "POST", path[:strings.LastIndex(path, "/")], text
		}, 200, 0},
		{"write in a locked thread", func(w *testServer) (string, string, string) {
			path := inThread(w, `{"locked":true}`)
			w.guild.BotRole().SetPermissions(everyoneSees)
			return "POST", path[:strings.LastIndex(path, "/")], text
		}, 400, 160005},
		{"rename an archived thread", func(w *testServer) (string, string, string) {
			path := inThread(w, `{"archived":true}`)
			return "PATCH", strings.Split(path, "/messages")[0], `{"name":"new"}`
		}, 400, 50083},
		{"add to an archived thread", func(w *testServer) (string, string, string) {
			path := inThread(w, `{"archived":true}`)
			return "PUT", strings.Split(path, "/messages")[0] + "/thread-members/" + w.bob.ID(), ""
		}, 400, 50083},
		{"second thread on a message", func(w *testServer) (string, string, string) {
			path := messages(w) + "/" + w.post("x") + "/threads"
			w.call("POST", path, `{"name":"T"}`)
			return "POST", path, `{"name":"T"}`
		}, 400, 160004},
		{"thread without the permission", func(w *testServer) (string, string, string) {
			w.general.AllowMember(nil, 0, wire.CreatePublicThreads)
			return "POST", messages(w) + "/" + w.post("x") + "/threads", `{"name":"T"}`
		}, 403, 50013},
		{"member who left", func(w *testServer) (string, string, string) {
			return "GET", "/guilds/" + w.guild.ID() + "/members/1", ""
		}, 404, 10013},
		{"members without the intent", func(w *testServer) (string, string, string) {
			return "GET", "/guilds/" + w.guild.ID() + "/members?limit=10", ""
		}, 403, 50001},
		{"limit of 101", func(w *testServer) (string, string, string) { return "GET", messages(w) + "?limit=101", "" }, 400, 50035},
		{"attachment that is not there", func(w *testServer) (string, string, string) {
			return "POST", messages(w), `{"embeds":[{"image":{"url":"attachment://x.png"}}]}`
		}, 400, 50035},
		{"old API version", func(w *testServer) (string, string, string) { return "GET", "/api/v8/users/@me", "" }, 400, 50041},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newTestServer(t)
			a := w.call(tt.setup(w))
			if a.status != tt.status || a.Code != tt.code {
				t.Errorf("answer is %d %s; want %d with code %d", a.status, a.body, tt.status, tt.code)
			}
			if got := len(w.Violations()); (got == 1) != (tt.status >= 400) {
				t.Errorf("violations are %v", w.Violations())
			}
			w.ClearViolations()
		})
	}
}

func TestAWrongTokenIsRefused(t *testing.T) {
	w := newTestServer(t)
	r, err := http.NewRequestWithContext(w.ctx(), "GET", w.URL()+"/api/v10/users/@me", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot wrong")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := res.Body.Close(); err != nil || res.StatusCode != 401 {
		t.Errorf("status is %d", res.StatusCode)
	}
	w.wantViolation(0, "401")
}

func TestOnlyMeantPeopleArePinged(t *testing.T) {
	w := newTestServer(t)
	judges := w.guild.AddRole("Judges", 0)
	text := w.ann.Mention() + " " + w.bob.Mention() + " <@&" + judges.ID() + "> @everyone"
	none := localdiscord.Pinged{}
	tests := []struct {
		name, allowed string
		setup         func(w *testServer)
		want          localdiscord.Pinged
	}{
		{name: "nobody", allowed: `{"parse":[]}`, want: none},
		{name: "one", allowed: `{"parse":[],"users":["` + w.ann.ID() + `"]}`, want: localdiscord.Pinged{Users: []string{w.ann.ID()}}},
		{name: "users", allowed: `{"parse":["users"]}`, want: localdiscord.Pinged{Users: []string{w.ann.ID(), w.bob.ID()}}},
		{name: "role that may not be mentioned", allowed: `{"parse":["roles"]}`, want: none},
		{
			name: "role", allowed: `{"parse":["roles"]}`, want: localdiscord.Pinged{Roles: []string{judges.ID()}},
			setup: func(*testServer) { judges.SetMentionable(true) },
		},
		{
			name: "who cannot see the channel", allowed: `{"parse":["users"]}`, want: localdiscord.Pinged{Users: []string{w.bob.ID()}},
			setup: func(w *testServer) { w.general.AllowMember(w.ann, 0, wire.ViewChannel) },
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.setup != nil {
				tt.setup(w)
			}
			a := w.call("POST", "/channels/"+w.general.ID()+"/messages", fmt.Sprintf(`{"content":%q,"allowed_mentions":%s}`, text, tt.allowed))
			m, _ := w.Message(a.ID)
			if diff := cmp.Diff(tt.want, m.Pinged); diff != "" {
				t.Errorf("pinged (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAnEnforcedNoncePostsOnceForFiveMinutes(t *testing.T) {
	clock := localtest.NewManualClock(start())
	w := newTestServer(t, manual(clock))
	post := func() string {
		return w.call("POST", "/channels/"+w.general.ID()+"/messages", `{"content":"x","nonce":"row-1","enforce_nonce":true,"allowed_mentions":{"parse":[]}}`).ID
	}
	first := post()
	if again := post(); again != first || first == "" {
		t.Errorf("posted twice: %s and %s", first, again)
	}
	clock.Advance(6 * time.Minute)
	if later := post(); later == first {
		t.Error("the nonce held for more than five minutes")
	}
	if s := w.Stats(); s.Posts != 2 || s.Deduplicated != 1 {
		t.Errorf("stats are %+v", s)
	}
}

func TestFilesOfAnEditDependOnTheAPIVersion(t *testing.T) {
	tests := []struct {
		name, version, payload string
		want                   []string
		house                  bool
	}{
		{"v9 keeps the old", "v9", `{}`, []string{"good1.png", "good2.png"}, true},
		{"v10 drops the old", "v10", `{}`, []string{"good2.png"}, true},
		{"v9 obeys the list", "v9", `{"attachments":[{"id":"0","filename":"good2.png","description":"new"}]}`, []string{"good2.png"}, false},
		{"v10 obeys the list", "v10", `{"attachments":[{"id":"OLD","filename":"good1.png"},{"id":"0","filename":"good2.png","description":"new"}]}`, []string{"good1.png", "good2.png"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newTestServer(t)
			path := "/channels/" + w.general.ID() + "/messages"
			a := w.upload("POST", path, `{"attachments":[{"id":"0","filename":"good1.png","description":"old"}]}`, "good1.png")
			if a.status != 200 {
				t.Fatalf("post: %d %s", a.status, a.body)
			}
			m, _ := w.Message(a.ID)
			payload := strings.Replace(tt.payload, "OLD", m.Attachments[0].ID, 1)
			b := w.upload("PATCH", "/api/"+tt.version+path+"/"+a.ID, payload, "good2.png")
			if b.status != 200 {
				t.Fatalf("edit: %d %s", b.status, b.body)
			}
			m, _ = w.Message(a.ID)
			var got []string
			for _, f := range m.Attachments {
				got = append(got, f.Name)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if got := len(w.Violations()) > 0; got != tt.house {
				t.Errorf("violations are %v", w.Violations())
			}
			w.ClearViolations()
		})
	}
}

func TestAPictureMustDecodeAndIsServed(t *testing.T) {
	w := newTestServer(t)
	path := "/channels/" + w.general.ID() + "/messages"
	a := w.upload("POST", path, `{"attachments":[{"id":"0","filename":"bad.png","description":"standings"}]}`, "bad.png")
	if a.status != 200 {
		t.Errorf("Discord itself takes a broken picture: %d %s", a.status, a.body)
	}
	w.wantViolation(0, "not a PNG that can be decoded")

	a = w.upload("POST", path, `{"attachments":[{"id":"0","filename":"good.png","description":"standings"}],"embeds":[{"image":{"url":"attachment://good.png"}}]}`, "good.png")
	m, _ := w.Message(a.ID)
	if len(m.Attachments) != 1 || *m.Attachments[0].Width != 4 || m.Embeds[0].Image.URL != m.Attachments[0].URL {
		t.Fatalf("message is %+v", m)
	}
	res, err := http.Get(m.Attachments[0].URL)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != 200 || res.Header.Get("Content-Type") != "image/png" {
		t.Errorf("file is answered with %d %s", res.StatusCode, res.Header.Get("Content-Type"))
	}
}

func TestMessagesAreListedNewestFirstBeforeAndAfter(t *testing.T) {
	w := newTestServer(t)
	var ids []string
	for i := range 5 {
		ids = append(ids, w.post(fmt.Sprint("m", i)))
	}
	for query, want := range map[string][]string{
		"?limit=2":                  {ids[4], ids[3]},
		"?limit=2&before=" + ids[3]: {ids[2], ids[1]},
		"?limit=2&after=" + ids[1]:  {ids[3], ids[2]},
		"?limit=3&around=" + ids[2]: {ids[3], ids[2], ids[1]},
	} {
		a := w.call("GET", "/channels/"+w.general.ID()+"/messages"+query, "")
		var list []struct {
			ID string `json:"id"`
		}
		if err := json.Unmarshal([]byte(a.body), &list); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range list {
			got = append(got, m.ID)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
}

func TestContentOfOthersIsHiddenWithoutTheIntent(t *testing.T) {
	w := newTestServer(t)
	m := must(w.ann.Send(w.ctx(), w.general, "secret"))(t)
	if a := w.call("GET", "/channels/"+w.general.ID()+"/messages/"+m.ID, ""); strings.Contains(a.body, "secret") {
		t.Errorf("the bot reads %s", a.body)
	}
	m = must(w.ann.Send(w.ctx(), w.general, "<@"+w.BotID()+"> help"))(t)
	if a := w.call("GET", "/channels/"+w.general.ID()+"/messages/"+m.ID, ""); !strings.Contains(a.body, "help") {
		t.Errorf("the bot is mentioned and reads %s", a.body)
	}
}

func TestDirectMessagesReachOnlyThoseWhoLetThem(t *testing.T) {
	w := newTestServer(t)
	dm := w.call("POST", "/users/@me/channels", `{"recipient_id":"`+w.ann.ID()+`"}`)
	const text = `{"content":"hi","allowed_mentions":{"parse":[]}}`
	if a := w.call("POST", "/channels/"+dm.ID+"/messages", text); a.status != 200 {
		t.Errorf("answer is %d %s", a.status, a.body)
	}
	w.ann.CloseDMs(true)
	if a := w.call("POST", "/channels/"+dm.ID+"/messages", text); a.status != 403 || a.Code != 50007 {
		t.Errorf("answer is %d %s", a.status, a.body)
	}
	if got := w.Messages(w.ann.DM(), w.ann); len(got) != 1 {
		t.Errorf("Ann has %d messages", len(got))
	}
}

func TestAPublicThreadGathersWhoeverIsMentioned(t *testing.T) {
	w := newTestServer(t)
	thread := w.call("POST", "/channels/"+w.general.ID()+"/messages/"+w.post("R1")+"/threads", `{"name":"R1 M1","auto_archive_duration":1440}`)
	w.call("POST", "/channels/"+thread.ID+"/messages", fmt.Sprintf(`{"content":%q,"allowed_mentions":{"users":[%q]}}`, w.ann.Mention()+w.bob.Mention(), w.ann.ID()))
	ch, _ := w.Channel(thread.ID)
	if diff := cmp.Diff([]string{w.BotID(), w.ann.ID()}, ch.ThreadMembers()); diff != "" {
		t.Errorf("members (-want +got):\n%s", diff)
	}
}

func TestAThreadArchivesItselfWhenNobodyWrites(t *testing.T) {
	clock := localtest.NewManualClock(start())
	w := newTestServer(t, manual(clock))
	thread := w.call("POST", "/channels/"+w.general.ID()+"/messages/"+w.post("R1")+"/threads", `{"name":"R1 M1","auto_archive_duration":60}`)
	ch, _ := w.Channel(thread.ID)
	clock.Advance(59 * time.Minute)
	if ch.Archived() {
		t.Error("archived too early")
	}
	clock.Advance(2 * time.Minute)
	if !ch.Archived() {
		t.Error("not archived after an hour")
	}
}

func TestToleratedCodesAreNoViolations(t *testing.T) {
	w := newTestServer(t)
	w.Tolerate(10008)
	if a := w.call("GET", "/channels/"+w.general.ID()+"/messages/1", ""); a.Code != 10008 {
		t.Errorf("answer is %d %s", a.status, a.body)
	}
	if s := w.Stats(); s.Rejected != 1 {
		t.Errorf("stats are %+v", s)
	}
}

func TestWhatPeopleDeletedIsNotTheBotsFault(t *testing.T) {
	w := newTestServer(t)
	id := w.post("x")
	m, _ := w.Message(id)
	if err := w.guild.Owner().Delete(m); err != nil {
		t.Fatal(err)
	}
	if a := w.call("PATCH", "/channels/"+w.general.ID()+"/messages/"+id, `{"content":"y","allowed_mentions":{"parse":[]}}`); a.Code != 10008 {
		t.Errorf("answer is %d %s", a.status, a.body)
	}
}
