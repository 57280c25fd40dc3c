package localdiscord_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
	"topcut/commands/wire"
)

// commands for people to try.
const catalogue = `[
 {"name":"report","description":"Report","contexts":[0],"options":[
  {"type":3,"name":"result","description":"Result","required":true,"max_length":5,"autocomplete":true},
  {"type":4,"name":"table","description":"Table","min_value":1,"max_value":9},
  {"type":3,"name":"how","description":"How","choices":[{"name":"Played","value":"p"},{"name":"Bye","value":"b"}]},
  {"type":6,"name":"player","description":"Player"},
  {"type":8,"name":"role","description":"Role"},
  {"type":7,"name":"where","description":"Where","channel_types":[0]},
  {"type":10,"name":"odds","description":"Odds"},
  {"type":5,"name":"public","description":"Public"},
  {"type":11,"name":"file","description":"File"}]},
 {"name":"tournament","description":"T","options":[
  {"type":1,"name":"pair","description":"Pair"},
  {"type":2,"name":"clock","description":"Clock","options":[{"type":1,"name":"extend","description":"Extend","options":[{"type":4,"name":"minutes","description":"Minutes","required":true}]}]}]},
 {"name":"admin","description":"A","default_member_permissions":"32"},
 {"name":"nobody","description":"N","default_member_permissions":"0"},
 {"name":"private","description":"P","contexts":[1]}
]`

func (w *testServer) catalogue() {
	w.t.Helper()
	if a := w.call("PUT", "/applications/"+w.BotID()+"/commands", catalogue); a.status != 200 {
		w.t.Fatalf("register: %d %s", a.status, a.body)
	}
}

func TestPeopleCannotDoWhatTheirClientForbids(t *testing.T) {
	slash := func(command string, options localdiscord.Options) func(*testServer) error {
		return func(w *testServer) error {
			_, err := w.ann.Slash(w.ctx(), w.general, command, options)
			return err
		}
	}
	report := func(name string, value any) func(*testServer) error {
		return slash("report", localdiscord.Options{"result": "2-1", name: value})
	}
	tests := []struct {
		name string
		do   func(*testServer) error
		want string
	}{
		{"unregistered command", slash("nothing", nil), "not registered"},
		{"unknown subcommand", slash("tournament fly", nil), "no subcommand"},
		{"missing subcommand", slash("tournament", nil), "needs a subcommand"},
		{"required option missing", slash("report", nil), "required"},
		{"unknown option", report("colour", "red"), "no option"},
		{"too long", report("result", "123456"), "6 characters"},
		{"empty where required", report("result", ""), "0 characters"},
		{"over the maximum", report("table", 10), "out of bounds"},
		{"under the minimum", report("table", 0), "out of bounds"},
		{"fraction for a whole number", report("table", 1.5), "whole number"},
		{"text for a number", report("table", "five"), "not a number"},
		{"infinite", report("odds", "+Inf"), "not a number"},
		{"not among the choices", report("how", "x"), "not among the choices"},
		{"unknown user", report("player", "Zoe"), "not found"},
		{"unknown role", report("role", "Kings"), "not found"},
		{"channel of the wrong kind", func(w *testServer) error {
			w.guild.AddCategory("archive")
			return report("where", "archive")(w)
		}, "not of a kind"},
		{"neither true nor false", report("public", "maybe"), "neither true nor false"},
		{"no file", report("file", "x"), "file is needed"},
		{"hidden command", slash("admin", nil), "hidden"},
		{"command for nobody", slash("nobody", nil), "hidden"},
		{"command for direct messages", slash("private", nil), "not offered in servers"},
		{"guild command in a direct message", func(w *testServer) error {
			_, err := w.ann.Slash(w.ctx(), w.ann.DM(), "report", localdiscord.Options{"result": "2-1"})
			return err
		}, "not offered in direct messages"},
		{"channel out of sight", func(w *testServer) error {
			w.general.AllowMember(w.ann, 0, wire.ViewChannel)
			return report("table", 1)(w)
		}, "do not see"},
		{"commands switched off", func(w *testServer) error {
			w.general.AllowMember(w.ann, 0, wire.UseApplicationCommands)
			return report("table", 1)(w)
		}, "may not use commands"},
		{"no suggestions", func(w *testServer) error {
			_, err := w.ann.Autocomplete(w.ctx(), w.general, "report", nil, "table")
			return err
		}, "makes no suggestions"},
		{"disabled button", click("Off"), "disabled"},
		{"link", click("Web"), "link"},
		{"no such button", click("Nothing"), "no such component"},
		{"two buttons with one label", click("Twin"), "several"},
		{"somebody else's private message", func(w *testServer) error {
			i := w.slash()
			w.callback(i, `{"type":4,"data":{"content":"x","flags":64,"components":[`+button("Go", "go")+`]}}`)
			m, _ := i.Original()
			_, err := w.bob.Click(w.ctx(), m, "Go")
			return err
		}, "somebody else"},
		{"option not in the menu", choose("c"), "not among the options"},
		{"too many chosen", choose("a", "b", "b"), "2 are needed"},
		{"chosen twice", choose("a", "a"), "twice"},
		{"form field left out", submit(nil), "0 characters"},
		{"form field too long", submit(localdiscord.Fields{"Deck": "123456"}), "6 characters"},
		{"form field unknown", submit(localdiscord.Fields{"Deck": "x", "Colour": "red"}), "no field"},
		{"several lines in one", submit(localdiscord.Fields{"Deck": "a\nb"}), "one line"},
		{"empty message", func(w *testServer) error {
			_, err := w.ann.Send(w.ctx(), w.general, " ")
			return err
		}, "empty"},
		{"message in a read-only channel", func(w *testServer) error {
			w.general.AllowMember(w.ann, 0, wire.SendMessages)
			_, err := w.ann.Send(w.ctx(), w.general, "x")
			return err
		}, "may not write"},
		{"in a timeout", func(w *testServer) error {
			w.ann.SetTimeout(w.guild, time.Minute)
			_, err := w.ann.Send(w.ctx(), w.general, "x")
			return err
		}, "may not write"},
		{"delete what others wrote", func(w *testServer) error {
			m, _ := w.Message(w.post("x"))
			return w.ann.Delete(m)
		}, "not theirs"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newTestServer(t)
			w.deaf()
			w.catalogue()
			err := tt.do(w)
			var refused *localdiscord.ClientError
			if !errors.As(err, &refused) || !strings.Contains(refused.Reason, tt.want) {
				t.Errorf("error is %v, want one with %q", err, tt.want)
			}
			if n := len(w.Refusals()); n != 1 {
				t.Errorf("%d refusals are booked", n)
			}
		})
	}
}

// panel posts a message with components of all kinds.
func panel(w *testServer) localdiscord.Message {
	a := w.call("POST", "/channels/"+w.general.ID()+"/messages", `{"content":"panel","allowed_mentions":{"parse":[]},"components":[
	 {"type":1,"components":[{"type":2,"style":1,"label":"Off","custom_id":"off","disabled":true},{"type":2,"style":5,"label":"Web","url":"https://example.org"},
	  {"type":2,"style":1,"label":"Twin","custom_id":"t1"},{"type":2,"style":1,"label":"Twin","custom_id":"t2"}]},
	 {"type":1,"components":[{"type":3,"custom_id":"pick","placeholder":"Pick","max_values":2,"options":[{"label":"Alpha","value":"a"},{"label":"Beta","value":"b"}]}]}]}`)
	m, _ := w.Message(a.ID)
	return m
}

func click(target string) func(*testServer) error {
	return func(w *testServer) error {
		_, err := w.ann.Click(w.ctx(), panel(w), target)
		return err
	}
}

func choose(values ...string) func(*testServer) error {
	return func(w *testServer) error {
		_, err := w.ann.Select(w.ctx(), panel(w), "pick", values)
		return err
	}
}

func submit(fields localdiscord.Fields) func(*testServer) error {
	return func(w *testServer) error {
		i := w.slash()
		w.callback(i, `{"type":9,"data":{"title":"Deck","custom_id":"deck","components":[{"type":18,"label":"Deck","component":{"type":4,"custom_id":"list","style":1,"max_length":5}}]}}`)
		a, err := i.Answer(w.ctx())
		if err != nil {
			return err
		}
		_, err = w.ann.SubmitModal(w.ctx(), a.Modal, fields)
		return err
	}
}

func TestAnInteractionIsCompleteInDiscordsShape(t *testing.T) {
	w := newTestServer(t)
	c := w.deaf()
	w.catalogue()
	w.ann.SetLocale("ja")
	judges := w.guild.AddRole("Judges", wire.ManageEvents)
	c.event("GUILD_ROLE_CREATE")
	w.ann.Give(judges)
	must(w.ann.Slash(w.ctx(), w.general, "report", localdiscord.Options{
		"result": "2-1", "table": 3, "how": "Played", "player": w.bob, "role": judges, "where": w.general,
		"file": localdiscord.File{Name: "deck.txt", Data: []byte("60 Island")}, "public": true, "odds": 0.5,
	}))(t)
	got := string(c.event("INTERACTION_CREATE").Data)
	for _, want := range []string{
		`"type":2`, `"version":1`, `"locale":"ja"`, `"guild_locale":"en-US"`, `"context":0`, `"app_permissions":"`, `"attachment_size_limit":10485760`,
		`"authorizing_integration_owners":{"0":"` + w.guild.ID() + `"}`, `"entitlements":[]`, `"name":"result","type":3,"value":"2-1"`,
		`"name":"table","type":4,"value":3`, `"name":"how","type":3,"value":"p"`, `"name":"public","type":5,"value":true`, `"name":"odds","type":10,"value":0.5`,
		`"users":{"` + w.bob.ID() + `"`, `"members":{"` + w.bob.ID() + `"`, `"roles":{"` + judges.ID() + `"`, `"channels":{"` + w.general.ID() + `"`,
		`"filename":"deck.txt"`, `"roles":["` + judges.ID() + `"]`, `"joined_at":`, `"permissions":"`, `"channel":{`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the interaction lacks %s: %s", want, got)
		}
	}
	must(w.ann.Slash(w.ctx(), w.general, "tournament clock extend", localdiscord.Options{"minutes": "5"}))(t)
	got = string(c.event("INTERACTION_CREATE").Data)
	if want := `"options":[{"name":"clock","options":[{"name":"extend","options":[{"name":"minutes","type":4,"value":5}],"type":1}],"type":2}]`; !strings.Contains(got, want) {
		t.Errorf("the interaction lacks %s: %s", want, got)
	}
	must(w.ann.Autocomplete(w.ctx(), w.general, "report", localdiscord.Options{"result": "2-"}, "result"))(t)
	got = string(c.event("INTERACTION_CREATE").Data)
	if want := `{"focused":true,"name":"result","type":3,"value":"2-"}`; !strings.Contains(got, want) || !strings.Contains(got, `"type":4`) {
		t.Errorf("the interaction lacks %s: %s", want, got)
	}
	must(w.ann.Slash(w.ctx(), w.ann.DM(), "private", nil))(t)
	got = string(c.event("INTERACTION_CREATE").Data)
	if strings.Contains(got, `"member"`) || strings.Contains(got, `"guild_id"`) || !strings.Contains(got, `"context":1`) || !strings.Contains(got, `"user":{`) {
		t.Errorf("in a DM the interaction is %s", got)
	}
}

func TestActionsCanWaitForTheBot(t *testing.T) {
	w := newTestServer(t)
	w.catalogue()
	done := make(chan error, 1)
	go func() {
		_, err := w.ann.Slash(w.ctx(), w.general, "tournament pair", nil, localtest.WhenConnected())
		done <- err
	}()
	c := w.deaf()
	c.event("INTERACTION_CREATE")
	if err := <-done; err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(w.ctx())
	cancel()
	if _, err := w.ann.Slash(ctx, w.general, "tournament pair", nil, localtest.WhenConnected()); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

func TestWaitingForAMessage(t *testing.T) {
	w := newTestServer(t)
	go func() {
		for i := range 20 {
			w.call("POST", "/channels/"+w.general.ID()+"/messages", fmt.Sprintf(`{"content":"Round %d","allowed_mentions":{"parse":[]}}`, i))
		}
	}()
	m := must(w.ann.WaitMessage(w.ctx(), w.general, localtest.Containing(w.Server, "Round 19")))(t)
	if m.Author.ID != w.BotID() {
		t.Errorf("the message is %+v", m)
	}
	ctx, cancel := context.WithTimeout(w.ctx(), 10*time.Millisecond)
	defer cancel()
	if _, err := w.WaitMessage(ctx, w.general, localtest.Containing(w.Server, "Round 99")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error is %v", err)
	}
}
