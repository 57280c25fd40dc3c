package discord

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/commands/wire"
)

// answering returns a message that answers an interaction.
func answering(m MessageRef, interaction string) MessageRef {
	m.Answers.ID = interaction
	return m
}

// recorded returns the recorded payloads of the shared material, by file name.
func recorded(tb testing.TB) map[string][]byte {
	tb.Helper()
	files, err := filepath.Glob("../../../shared/discord/payloads/real/*.json")
	if err != nil {
		tb.Fatal(err)
	}
	out := make(map[string][]byte)
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		out[filepath.Base(file)] = raw
	}
	return out
}

func TestDecodeInteraction_recordedPayloads(t *testing.T) {
	payloads := recorded(t)
	if len(payloads) == 0 {
		t.Skip("no recorded payloads beside the project")
	}
	received := time.Unix(1, 0)
	tests := []struct {
		file string
		want Interaction
	}{
		{
			file: "button_2026-09_ephemeral_message_ziglib.json",
			want: Interaction{
				ID: "1547773208676016278", AppID: "1291499059097374721", Kind: KindComponent,
				GuildID: "1098316516774129684", ChannelID: "1281291889538105477", ParentID: "1291226772259471422",
				User:        User{ID: "310615264288964610", Name: "User 3", Username: "user4", Roles: []string{"1289376155790479471"}},
				Permissions: 18014398509481983, Roles: []string{"1289376155790479471"}, AppPermissions: 8886045607586513,
				Locale: "pt-BR", GuildLocale: "pt-BR", CustomID: "settings_btn:general",
				Message: answering(MessageRef{Head: wire.Head{ID: "1547767276164489218", ChannelID: "1281291889538105477", Flags: 64}}, "1547767268283392041"),
			},
		},
		{
			file: "modal_submit_label_select_2025-08_nyxx.json",
			want: Interaction{
				ID: "1406938166581133474", AppID: "1033681843708510238", Kind: KindModal,
				GuildID: "1317206872763404478", ChannelID: "1317207700261834803", ParentID: "1317206872763404479",
				User:        User{ID: "506759329068613643", Name: "User 1", Username: "user2", Roles: []string{"1336784655155986432"}},
				Permissions: 2222085186637376, Roles: []string{"1336784655155986432"}, AppPermissions: 2222085186637376,
				Locale: "en-GB", GuildLocale: "en-US", CustomID: "fooo",
				Fields: map[string][]string{"foo": {"two"}, "fppp": {"Fooooo"}},
			},
		},
		{
			file: "slash_dm_userinstall_2025-09_fischl.json",
			want: Interaction{
				ID: "1418573293438505022", AppID: "1360871728770846733", Kind: KindCommand,
				ChannelID: "1374993866163355690", ChannelType: wire.ChannelDM,
				User:           User{ID: "1034315047838687264", Name: "User 4", Username: "user6"},
				AppPermissions: 562949953601536, Locale: "en-US", CommandID: "1409514738479665317", Path: []string{"echo"},
				Options: map[string]Option{"text": {Type: wire.OptionString, Text: "hi"}},
			},
		},
		{
			file: "slash_guild_userinstall_2025-09_fischl.json",
			want: Interaction{
				ID: "1418572602737299559", AppID: "1360871728770846733", Kind: KindCommand,
				GuildID: "1345046958481346613", ChannelID: "1345046959593095214", ParentID: "1345046959593095213",
				User:        User{ID: "1034315047838687264", Name: "Nick", Username: "user6", Roles: []string{"1345046958481346619"}},
				Permissions: 9007199254740991, Roles: []string{"1345046958481346619"}, AppPermissions: 562949953863680,
				Locale: "en-US", GuildLocale: "en-US", CommandID: "1409514738479665317", Path: []string{"echo"},
				Options: map[string]Option{"text": {Type: wire.OptionString, Text: "hi"}},
			},
		},
		{
			file: "slash_int_option_2025-03_dsharpplus.json",
			want: Interaction{
				ID: "1354214732164235476", AppID: "1255985704232554496", Kind: KindCommand,
				GuildID: "1070516376046944286", ChannelID: "1076966571907481661",
				User:        User{ID: "336733686529654798", Name: "User 5", Username: "user1", Roles: []string{"1070520199775780894", "1070518892243464255"}},
				Permissions: 2251799813685247, Roles: []string{"1070520199775780894", "1070518892243464255"}, AppPermissions: 2222085723512400,
				Locale: "en-US", GuildLocale: "en-US", CommandID: "1354205866907140146", Path: []string{"enum"},
				Options: map[string]Option{"day": {Type: wire.OptionInteger, Text: "1", Int: 1}},
			},
		},
		{
			file: "slash_user_option_resolved_2023-08_nyxx.json",
			want: Interaction{
				ID: "1145002345244135444", AppID: "1033681843708510238", Kind: KindCommand,
				GuildID: "1033681997136146462", ChannelID: "1038831656682930227", ParentID: "1038831638836162580",
				User:        User{ID: "506759329068613643", Name: "User 1", Username: "user2", Roles: []string{"1034762811726901269"}},
				Permissions: 562949953421311, Roles: []string{"1034762811726901269"}, AppPermissions: 562949953421311,
				Locale: "en-GB", GuildLocale: "en-US", CommandID: "1144994260677050489", Path: []string{"nick"},
				Options: map[string]Option{
					"target":   {Type: wire.OptionUser, Text: "1033681843708510238"},
					"new-nick": {Type: wire.OptionString, Text: "erfhi"},
				},
				Users: map[string]User{"1033681843708510238": {ID: "1033681843708510238", Name: "user3", Username: "user3", Roles: []string{"1123231366734168107"}, Bot: true}},
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			got, err := decodeInteraction(payloads[tt.file], received)
			if err != nil {
				t.Fatal(err)
			}
			tt.want.Token, tt.want.Received = "aW50ZXJhY3Rpb246REDACTED", received
			if diff := cmp.Diff(&tt.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// payload returns an interaction of a type with the given data.
func payload(kind int, data string) []byte {
	return []byte(`{"id":"11","application_id":"22","token":"tok-secret","type":` + string(rune('0'+kind)) +
		`,"guild_id":"33","channel_id":"44","channel":{"type":11,"parent_id":"55"},` +
		`"member":{"nick":"Nick","permissions":"8","roles":["9"],"user":{"id":"66","username":"u","global_name":"G"}},` +
		`"data":` + data + `}`)
}

func TestDecodeInteraction_commands(t *testing.T) {
	tests := []struct {
		name string
		kind int
		data string
		path []string
		want map[string]Option
	}{
		{
			"subcommand in a group", 2,
			`{"name":"tournament","options":[{"type":2,"name":"clock","options":[{"type":1,"name":"extend","options":[
			  {"type":4,"name":"minutes","value":5},{"type":5,"name":"public","value":true},{"type":10,"name":"rate","value":1.5}]}]}]}`,
			[]string{"tournament", "clock", "extend"},
			map[string]Option{
				"minutes": {Type: wire.OptionInteger, Text: "5", Int: 5},
				"public":  {Type: wire.OptionBoolean, Text: "true", Bool: true},
				"rate":    {Type: wire.OptionNumber, Text: "1.5", Float: 1.5},
			},
		},
		{
			"half a number while typing", 4,
			`{"name":"to","options":[{"type":4,"name":"table","value":"1x","focused":true}]}`,
			[]string{"to"},
			map[string]Option{"table": {Type: wire.OptionInteger, Text: "1x", Focused: true}},
		},
		{
			"no options", 2, `{"name":"status","options":null}`, []string{"status"}, map[string]Option{},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := decodeInteraction(payload(tt.kind, tt.data), time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.path, got.Path); diff != "" {
				t.Errorf("path: -want +got\n%s", diff)
			}
			if diff := cmp.Diff(tt.want, got.Options); diff != "" {
				t.Errorf("options: -want +got\n%s", diff)
			}
			if got.ParentID != "55" || !got.ChannelType.Thread() {
				t.Errorf("channel: %+v", got)
			}
		})
	}
}

func TestDecodeInteraction_modalInputs(t *testing.T) {
	got, err := decodeInteraction(payload(5, `{"custom_id":"m","components":[
	  {"type":18,"component":{"type":19,"custom_id":"deck","values":["77"]}},
	  {"type":18,"component":{"type":23,"custom_id":"agree","value":true}},
	  {"type":18,"component":{"type":99,"custom_id":"new","value":null}},
	  {"type":1,"components":[{"type":4,"custom_id":"text","value":"hello"}]}],
	  "resolved":{"attachments":{"77":{"id":"77","filename":"d.txt","size":3,"url":"https://cdn.discordapp.com/d.txt","content_type":"text/plain"}}}}`), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{"deck": {"77"}, "agree": {"true"}, "new": {""}, "text": {"hello"}}
	if diff := cmp.Diff(want, got.Fields); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	file, ok := got.Attachment("deck")
	if want := (Attachment{ID: "77", Name: "d.txt", Size: 3, URL: "https://cdn.discordapp.com/d.txt", ContentType: "text/plain"}); !ok || file != want {
		t.Errorf("attachment %+v, want %+v", file, want)
	}
	if got.Field("text") != "hello" || got.Field("missing") != "" {
		t.Error("Field does not return the first value")
	}
}

func TestDecodeInteraction_refuses(t *testing.T) {
	deep := strings.Repeat(`{"type":1,"components":[`, 20) + strings.Repeat(`]}`, 20)
	tests := []struct {
		name, raw, want string
	}{
		{"no JSON", `tok-secret`, "invalid JSON"},
		{"wrong types", `{"id":11,"token":"tok-secret"}`, `"id"`},
		{"no id", `{"token":"tok-secret","type":2}`, "no valid id"},
		{"an id that would change a path", `{"id":"../x","application_id":"1","token":"t","type":2}`, "no valid id"},
		{"no token", `{"id":"1","application_id":"2","type":2}`, "no token"},
		{"ping", `{"id":"1","application_id":"2","token":"t","type":1}`, "unknown kind 1"},
		{"nobody", `{"id":"1","application_id":"2","token":"t","type":2,"data":{}}`, "names no user"},
		{"no data", string(payload(2, `null`)), "no name"},
		{"half a number", string(payload(2, `{"name":"a","options":[{"type":4,"name":"n","value":"1x"}]}`)), "does not fit"},
		{"an object as value", string(payload(2, `{"name":"a","options":[{"type":3,"name":"n","value":{}}]}`)), "not of the expected form"},
		{"an option twice", string(payload(2, `{"name":"a","options":[{"type":3,"name":"n","value":""},{"type":3,"name":"n","value":""}]}`)), "twice"},
		{"subcommand beside a value", string(payload(2, `{"name":"a","options":[{"type":1,"name":"n"},{"type":3,"name":"m","value":""}]}`)), "beside"},
		{"nested too deep", string(payload(5, `{"custom_id":"m","components":[`+deep+`]}`)), "too deep"},
		{"button without id", string(payload(3, `{}`)), "no custom_id"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in, err := decodeInteraction([]byte(tt.raw), time.Time{})
			if err == nil {
				t.Fatalf("accepted as %+v", in)
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %q does not say %q", err, tt.want)
			}
			if strings.Contains(err.Error(), "tok-secret") {
				t.Errorf("error %q shows the token", err)
			}
		})
	}
}

// FuzzDecodeInteraction checks the decoder's promises for any bytes: no panic, and what
// it accepts can be answered and belongs to a user.
func FuzzDecodeInteraction(f *testing.F) {
	for _, raw := range recorded(f) {
		f.Add(raw)
	}
	f.Add(payload(2, `{"name":"a","options":[{"type":2,"name":"b","options":[{"type":1,"name":"c","options":[{"type":3,"name":"d","value":"e"}]}]}]}`))
	f.Add(payload(3, `{"custom_id":"x","values":["1","2"],"component_type":3}`))
	f.Add(payload(4, `{"name":"a","options":[{"type":10,"name":"b","value":"1.","focused":true}]}`))
	f.Add(payload(5, `{"custom_id":"x","components":[{"type":18,"component":{"custom_id":"y","values":[]}}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		in, err := decodeInteraction(raw, time.Unix(0, 0))
		if err != nil {
			if in != nil {
				t.Fatal("both an interaction and an error")
			}
			return
		}
		if !wire.IsSnowflake(in.ID) || !wire.IsSnowflake(in.AppID) || !wire.IsSnowflake(in.User.ID) || in.Token == "" {
			t.Fatalf("accepted without id, token or user: %+v", in)
		}
		switch in.Kind {
		case KindCommand, KindAutocomplete:
			if len(in.Path) < 1 || len(in.Path) > 3 || in.Path[0] == "" || in.Options == nil {
				t.Fatalf("command with path %q", in.Path)
			}
		case KindComponent, KindModal:
			if in.CustomID == "" || (in.Kind == KindModal) != (in.Fields != nil) {
				t.Fatalf("component or modal without id or fields: %+v", in)
			}
		default:
			t.Fatalf("accepted kind %v", in.Kind)
		}
		if _, err := json.Marshal(in.Options); err != nil {
			t.Fatal(err)
		}
	})
}

// TestDecodeSaid_onlyMembersSayAnything: a bot, a webhook and a private message are not heard,
// whatever they mention.
func TestDecodeSaid_onlyMembersSayAnything(t *testing.T) {
	c := &Client{}
	c.self.Store(&identity{botID: "9"})
	said := func(rest string) Event {
		t.Helper()
		e, err := c.decodeSaid([]byte(`{"id":"1","channel_id":"5","content":"<@9> I won 2-1","mentions":[{"id":"9"}],` + rest + `}`))
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	if e, ok := said(`"guild_id":"3","author":{"id":"66"},"member":{}`).(Mentioned); !ok || e.User.ID != "66" {
		t.Errorf("a member is heard as %+v", e)
	}
	for name, rest := range map[string]string{
		"a bot":             `"guild_id":"3","author":{"id":"66","bot":true},"member":{}`,
		"a webhook":         `"guild_id":"3","author":{"id":"66"},"webhook_id":"66"`,
		"a private message": `"author":{"id":"66"}`,
	} {
		if e := said(rest); e != nil {
			t.Errorf("%s is heard: %+v", name, e)
		}
	}
}
