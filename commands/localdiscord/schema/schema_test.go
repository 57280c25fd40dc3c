package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// object spells JSON.
type object = map[string]any

// discordFile returns the path of one of Discord's descriptions or examples, which are
// not part of the repository. The test is skipped where they are absent.
func discordFile(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join("..", "..", "..", "..", "shared", "discord", name)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		t.Skipf("skipped: %s is absent; it is not part of the repository", path)
	}
	return path
}

func openAPI(t testing.TB) *OpenAPI {
	t.Helper()
	o, err := NewOpenAPI(discordFile(t, "openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func gateway(t testing.TB) *Gateway {
	t.Helper()
	g, err := NewGateway(discordFile(t, "gateway.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func encode(t testing.TB, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// expect fails the test unless there is one sentence that contains want, or none for "".
func expect(t *testing.T, got []string, want string) {
	t.Helper()
	if want == "" && len(got) == 0 || want != "" && len(got) == 1 && strings.Contains(got[0], want) {
		return
	}
	t.Errorf("got %q, want one sentence with %q, or none for an empty one", got, want)
}

func TestDescriptionsThatCannotBeLoaded(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.json")
	if err := os.WriteFile(empty, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{empty, empty + ".absent"} {
		if _, err := NewOpenAPI(path); err == nil {
			t.Errorf("NewOpenAPI(%s) must fail", path)
		}
		if _, err := NewGateway(path); err == nil {
			t.Errorf("NewGateway(%s) must fail", path)
		}
	}
}

func TestOpenAPIRequest(t *testing.T) {
	o := openAPI(t)
	const channel = "/api/v9/channels/100000000000000000/messages"
	const commands = "/api/v9/applications/1/commands"
	for _, line := range []struct {
		name, method, path, contentType, body, want string
	}{
		{"message", "POST", channel, jsonType, `{"content":"a"}`, ""},
		{"of version 10 with a host", "POST", "https://discord.com/api/v10/channels/1/messages", jsonType, `{"content":"a"}`, ""},
		{"without a version", "POST", "/channels/1/messages", jsonType + "; charset=utf-8", `{"content":"a"}`, ""},
		{"unknown fields", "PATCH", channel + "/2", jsonType, `{"ID":"","Channel":"","content":"a"}`, ""},
		{"wrong type", "POST", channel, jsonType, `{"content":7}`, "POST /channels/{channel_id}/messages content: got number, want null or string"},
		{"deep in a union", "POST", channel, jsonType, `{"components":[{"type":1,"components":[{"type":2,"style":1,"label":7,"custom_id":"a"}]}]}`, "components[0].components[0].label: got number"},
		{"fits nothing", "POST", channel, jsonType, `{"components":[{"type":99}]}`, "components[0]: fits none of"},
		{"whole number as a string", "POST", commands, jsonType, `{"name":"a","description":"b","default_member_permissions":"32"}`, ""},
		{"words for a whole number", "POST", commands, jsonType, `{"name":"a","description":"b","default_member_permissions":"MANAGE"}`, "default_member_permissions"},
		{"attachment without a name, as discordgo keeps one", "PATCH", channel + "/2", jsonType, `{"attachments":[{"id":"7","filename":""}]}`, "attachments[0].filename: minLength"},
		{"attachment with its name", "PATCH", channel + "/2", jsonType, `{"attachments":[{"id":"7","filename":"a.png"}]}`, ""},
		{"no JSON", "POST", channel, jsonType, `{`, "not JSON"},
		{"no body", "POST", channel, "", ``, "needs a body"},
		{"no body needed", "PUT", "/api/v9/channels/1/messages/2/reactions/%F0%9F%8F%86/@me", "", ``, ""},
		{"another content type", "POST", channel, "text/plain", `a`, "has the content type text/plain"},
		{"no route", "GET", "/api/v9/channels/1/threads/active", "", ``, "is no route of Discord's API"},
		{"no method", "PUT", channel, jsonType, `{}`, "not with this method"},
		{"literal before id", "GET", "/api/v9/users/@me", "", ``, ""},
		{"no id", "GET", "/api/v9/users/someone", "", ``, "path user_id: 'someone' does not match pattern"},
		{"empty id", "POST", "/api/v9/channels//messages", jsonType, `{"content":"a"}`, "path channel_id"},
		{"query", "GET", channel + "?limit=100&before=5&unknown=1", "", ``, ""},
		{"query over its limit", "GET", channel + "?limit=101", "", ``, "query limit: maximum: got 101, want 100"},
		{"query in words", "GET", channel + "?limit=many", "", ``, "query limit"},
		{"query that is true", "POST", "/api/v9/interactions/1/token/callback?with_response=true", jsonType, `{"type":6}`, ""},
		{"callback of no type", "POST", "/api/v9/interactions/1/token/callback", jsonType, `{"type":40}`, "fits none of"},
	} {
		t.Run(line.name, func(t *testing.T) {
			expect(t, o.Request(line.method, line.path, line.contentType, []byte(line.body)), line.want)
		})
	}
}

func TestOpenAPIMultipart(t *testing.T) {
	o := openAPI(t)
	const path = "/api/v9/channels/1/messages"
	png := func() []*discordgo.File {
		return []*discordgo.File{{Name: "a.png", ContentType: "image/png", Reader: strings.NewReader("png")}}
	}
	t.Run("as discordgo writes it", func(t *testing.T) {
		contentType, body, err := discordgo.MultipartBodyWithJSON(&discordgo.MessageSend{Content: "a"}, png())
		if err != nil {
			t.Fatal(err)
		}
		expect(t, o.Request("POST", path, contentType, body), "")
	})
	t.Run("payload_json is checked", func(t *testing.T) {
		contentType, body, err := discordgo.MultipartBodyWithJSON(map[string]any{"content": 7}, png())
		if err != nil {
			t.Fatal(err)
		}
		expect(t, o.Request("POST", path, contentType, body), "content: got number")
	})
	for _, line := range []struct {
		name, path string
		parts      map[string]string
		want       string
	}{
		{"odd part", path, map[string]string{"payload_json": `{"content":"a"}`, "upload": "x"}, "has a part \"upload\" beside payload_json"},
		{"eleventh file", path, map[string]string{"payload_json": `{"content":"a"}`, "files[10]": "x"}, "has a part \"files[10]\""},
		{"payload_json that is none", path, map[string]string{"payload_json": `{`}, "payload_json that is not JSON"},
		{"form without payload_json", path, map[string]string{"content": "a"}, ""},
		{"sticker", "/api/v9/guilds/1/stickers", map[string]string{"name": "cup", "tags": "cup", "file": "x"}, ""},
		{"sticker without a name", "/api/v9/guilds/1/stickers", map[string]string{"tags": "cup", "file": "x"}, "missing property 'name'"},
	} {
		t.Run(line.name, func(t *testing.T) {
			var body bytes.Buffer
			writer := multipart.NewWriter(&body)
			for name, content := range line.parts {
				if err := writer.WriteField(name, content); err != nil {
					t.Fatal(err)
				}
			}
			if err := writer.Close(); err != nil {
				t.Fatal(err)
			}
			expect(t, o.Request("POST", line.path, writer.FormDataContentType(), body.Bytes()), line.want)
		})
	}
	t.Run("cut off", func(t *testing.T) {
		expect(t, o.Request("POST", path, "multipart/form-data; boundary=x", []byte("--x\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n{}")), "cannot be read")
	})
}

func TestOpenAPIResponse(t *testing.T) {
	o := openAPI(t)
	const channel = "/api/v9/channels/1"
	for _, line := range []struct {
		name, method, path string
		status             int
		body, want         string
	}{
		{"gateway", "GET", "/api/v9/gateway", 200, `{"url":"ws://127.0.0.1:1"}`, ""},
		{"whole numbers are not strings in answers", "GET", channel + "/thread-members/2", 200, `{"id":"1","user_id":"2","join_timestamp":"2026-08-01T18:00:00+00:00","flags":"0"}`, "flags: got string, want integer"},
		{"a time that is none", "GET", channel + "/thread-members/2", 200, `{"id":"1","user_id":"2","join_timestamp":"today","flags":0}`, "join_timestamp"},
		{"missing fields", "GET", "/api/v9/users/1", 200, `{"id":"1"}`, "missing properties"},
		{"nothing to say", "DELETE", channel + "/messages/2", 204, ``, ""},
		{"too much to say", "DELETE", channel + "/messages/2", 204, `{}`, "has a body; it must have none"},
		{"a status that is not described", "DELETE", channel + "/messages/2", 201, `{}`, "knows only"},
		{"no access", "GET", channel, 403, `{"code":50001,"message":"Missing Access"}`, ""},
		{"no access, badly said", "GET", channel, 403, `{"message":"Missing Access"}`, "missing property 'code'"},
		{"limited", "GET", channel, 429, `{"code":0,"message":"You are being rate limited.","retry_after":0.5,"global":false}`, ""},
		{"limited, badly said", "GET", channel, 429, `{"code":0,"message":"a","global":false}`, "missing property 'retry_after'"},
		{"a route that does not exist", "GET", "/api/v9/nothing", 404, `{}`, ""},
		{"the server fails", "GET", channel, 502, `<html>`, ""},
		{"no JSON", "GET", channel, 200, `<html>`, "not JSON"},
	} {
		t.Run(line.name, func(t *testing.T) {
			expect(t, o.Response(line.method, line.path, line.status, []byte(line.body)), line.want)
		})
	}
}

func TestOpenAPITakesWhatDiscordgoWrites(t *testing.T) {
	o := openAPI(t)
	least := 1.0
	permissions := int64(discordgo.PermissionManageGuild)
	for _, line := range []struct {
		name, method, path string
		body               any
	}{
		{"commands", "PUT", "/api/v9/applications/1/guilds/2/commands", []*discordgo.ApplicationCommand{{
			Name: "report", Description: "Reports a result", DefaultMemberPermissions: &permissions,
			Contexts: &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild},
			Options: []*discordgo.ApplicationCommandOption{{
				Type: discordgo.ApplicationCommandOptionInteger, Name: "score", Description: "Games won", MinValue: &least, MaxValue: 5,
			}},
		}}},
		{"callback", "POST", "/api/v9/interactions/1/token/callback", &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{
				Content: "a", AllowedMentions: &discordgo.MessageAllowedMentions{},
				Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
					discordgo.Button{Label: "Report", CustomID: "v1:rep:7", Style: discordgo.PrimaryButton},
				}}},
			},
		}},
		{"edit", "PATCH", "/api/v9/channels/1/messages/2", discordgo.NewMessageEdit("1", "2").SetContent("a")},
		{"thread", "POST", "/api/v9/channels/1/threads", &discordgo.ThreadStart{Name: "R2 M5", Type: discordgo.ChannelTypeGuildPublicThread, AutoArchiveDuration: 1440}},
	} {
		t.Run(line.name, func(t *testing.T) {
			expect(t, o.Request(line.method, line.path, jsonType, encode(t, line.body)), "")
		})
	}
}

func TestOpenAPIAndGatewayAreSafeForConcurrentUse(t *testing.T) {
	o, g := openAPI(t), gateway(t)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, path := range []string{"/channels/1/messages", "/channels/1/threads", "/users/@me/channels"} {
				if o.Request(http.MethodPost, path, jsonType, []byte(`[]`)) == nil {
					t.Errorf("a list must not fit POST %s", path)
				}
			}
			if g.Receive([]byte(`{"op":0,"s":1,"t":"MESSAGE_CREATE","d":{}}`)) == nil {
				t.Error("an empty message must not fit")
			}
		})
	}
	group.Wait()
}

func TestGatewayReceive(t *testing.T) {
	g := gateway(t)
	for _, line := range []struct{ name, body, want string }{
		{"hello", `{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":41250}}`, ""},
		{"hello without an interval", `{"t":null,"s":null,"op":10,"d":{}}`, "d: missing property 'heartbeat_interval'"},
		{"ack", `{"t":null,"s":null,"op":11,"d":null}`, ""},
		{"ack without data", `{"op":11}`, ""},
		{"ack with data", `{"op":11,"d":{}}`, "d must be null"},
		{"reconnect", `{"op":7,"d":null}`, ""},
		{"invalid session", `{"op":9,"d":false}`, ""},
		{"invalid session without a word", `{"op":9,"d":null}`, "d: got null"},
		{"heartbeat asked for", `{"op":1,"d":null}`, ""},
		{"a sequence number on an ack", `{"op":11,"s":4}`, "s is 4"},
		{"a name on an ack", `{"op":11,"t":"READY"}`, "t is \"READY\""},
		{"identify", `{"op":2,"d":{}}`, "op is 2, which the server never sends"},
		{"no opcode", `{"d":{}}`, "op is missing"},
		{"no JSON", `{`, "is not a gateway payload"},
		{"resumed", `{"op":0,"s":9,"t":"RESUMED","d":{"_trace":[]}}`, ""},
		{"event without a sequence number", `{"op":0,"t":"RESUMED","d":{}}`, "s is missing"},
		{"event without a name", `{"op":0,"s":9,"d":{}}`, "t is missing"},
		{"event that does not exist", `{"op":0,"s":9,"t":"CUP_WON","d":{}}`, "t is \"CUP_WON\""},
		{"deleted message", `{"op":0,"s":9,"t":"MESSAGE_DELETE","d":{"id":"1","channel_id":"2"}}`, ""},
		{"deleted message without a channel", `{"op":0,"s":9,"t":"MESSAGE_DELETE","d":{"id":"1"}}`, "MESSAGE_DELETE d: missing property 'channel_id'"},
		{"guild gone for now", `{"op":0,"s":9,"t":"GUILD_DELETE","d":{"id":"1","unavailable":true}}`, ""},
		{"guild without an id", `{"op":0,"s":9,"t":"GUILD_DELETE","d":{}}`, "GUILD_DELETE d: missing property 'id'"},
		{"thread gone", `{"op":0,"s":9,"t":"THREAD_DELETE","d":{"id":"1","guild_id":"2","parent_id":"3","type":11}}`, ""},
		{"thread of a wrong type gone", `{"op":0,"s":9,"t":"THREAD_DELETE","d":{"id":"1","guild_id":"2","parent_id":"3","type":0}}`, "THREAD_DELETE d.type"},
	} {
		t.Run(line.name, func(t *testing.T) { expect(t, g.Receive([]byte(line.body)), line.want) })
	}
}

func TestGatewaySend(t *testing.T) {
	g := gateway(t)
	identify := encode(t, map[string]any{"op": 2, "d": discordgo.Identify{
		Token: "Bot x", Compress: true, LargeThreshold: 250, Intents: discordgo.IntentsGuilds,
		Properties: discordgo.IdentifyProperties{OS: "linux", Browser: "discordgo"},
	}})
	for _, line := range []struct{ name, body, want string }{
		{"discordgo's identify", string(identify), ""},
		{"identify without intents", `{"op":2,"d":{"token":"a","properties":{"os":"a","browser":"b","device":"c"}}}`, "d: missing property 'intents'"},
		{"a presence that is one", `{"op":2,"d":{"token":"a","intents":1,"presence":{"status":"asleep","since":null,"activities":[],"afk":false},"properties":{"os":"a","browser":"b","device":"c"}}}`, "d.presence.status"},
		{"first heartbeat", `{"op":1,"d":null}`, ""},
		{"heartbeat", `{"op":1,"d":251}`, ""},
		{"heartbeat in words", `{"op":1,"d":"251"}`, "d: got string"},
		{"resume", `{"op":6,"d":{"token":"a","session_id":"b","seq":7}}`, ""},
		{"resume without a session", `{"op":6,"d":{"token":"a","seq":7}}`, "missing property 'session_id'"},
		{"members by ids, as discordgo asks", `{"op":8,"d":{"guild_id":["1"],"user_ids":["2"],"limit":0,"presences":false}}`, ""},
		{"members by nothing", `{"op":8,"d":{"guild_id":"1","limit":0}}`, "d: "},
		{"hello", `{"op":10,"d":{"heartbeat_interval":1}}`, "op is 10, which a client never sends"},
		{"4096 bytes", `{"op":1,"d":251` + strings.Repeat(" ", 4096-16) + `}`, ""},
		{"4097 bytes", `{"op":1,"d":251` + strings.Repeat(" ", 4097-16) + `}`, "has 4097 bytes"},
	} {
		t.Run(line.name, func(t *testing.T) { expect(t, g.Send([]byte(line.body)), line.want) })
	}
}

func BenchmarkNewOpenAPI(b *testing.B) {
	path := discordFile(b, "openapi.json")
	for b.Loop() {
		if _, err := NewOpenAPI(path); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNewGateway(b *testing.B) {
	path := discordFile(b, "gateway.schema.json")
	for b.Loop() {
		if _, err := NewGateway(path); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpenAPIRequest(b *testing.B) {
	o := openAPI(b)
	var buttons, options []object
	for i := range 25 {
		options = append(options, object{"label": "Round", "value": strconv.Itoa(i)})
	}
	for i := range 5 {
		buttons = append(buttons, object{"type": 2, "style": 1, "label": "Report", "custom_id": strconv.Itoa(i)})
	}
	body := encode(b, object{"content": "Round 2", "allowed_mentions": object{"parse": []string{}}, "components": []object{
		{"type": 1, "components": buttons},
		{"type": 1, "components": []object{{"type": 3, "custom_id": "s", "options": options}}},
	}})
	for b.Loop() {
		if got := o.Request("POST", "/api/v9/channels/1/messages", jsonType, body); got != nil {
			b.Fatal(got)
		}
	}
}
