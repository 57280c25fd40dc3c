package commands_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"topcut/commands"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/stores"
	"topcut/tournament/testrun"
)

// recordedAnswers records all answers to an interaction, including suggestions and forms.
type recordedAnswers struct {
	answers
	deferred, private bool // how the answer was deferred, if it was
}

func (s *recordedAnswers) note(v any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text = append(s.text, fmt.Sprintf("%+v", v))
}

func (s *recordedAnswers) Choices(_ context.Context, c []discord.Choice) error { s.note(c); return nil }

func (s *recordedAnswers) Modal(_ context.Context, m discord.Modal) error { s.note(m); return nil }

func (s *recordedAnswers) Reply(_ context.Context, m discord.Message) error { return s.message(m) }

func (s *recordedAnswers) Update(_ context.Context, m discord.Message) error { return s.message(m) }

func (s *recordedAnswers) EditReply(_ context.Context, m discord.Message) error { return s.message(m) }

func (s *recordedAnswers) FollowUp(_ context.Context, m discord.Message) (string, error) {
	return "1", s.message(m)
}

func (s *recordedAnswers) Defer(_ context.Context, ephemeral bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deferred, s.private = true, ephemeral
	return nil
}

// message records a message in the same form whether it came at once or, on a busy
// machine, after a deferral, which decides who sees it.
func (s *recordedAnswers) message(m discord.Message) error {
	err := m.Check()
	s.mu.Lock()
	if s.deferred {
		m.Ephemeral = s.private
	}
	s.mu.Unlock()
	s.note(m)
	return err
}

// all returns all recorded text.
func (s *recordedAnswers) all() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.text, "\n")
}

// close lets only the bot and these people view a channel, and waits until the bot has
// received that.
func (h *testServer) close(ch *localdiscord.Channel, but ...*localdiscord.Person) {
	h.t.Helper()
	ch.AllowMember(nil, wire.ViewChannel, 0) // otherwise the bot would not receive the next change
	for _, p := range but {
		ch.AllowMember(p, wire.ViewChannel, 0)
	}
	ch.Allow(h.guild.Everyone(), 0, wire.ViewChannel)
	h.until("the bot hears that the channel is closed", func() bool { return !h.heardToView(ch, "999") })
}

// heardToView reports whether the bot knows that a user without roles can view a channel.
func (h *testServer) heardToView(ch *localdiscord.Channel, user string, roles ...string) bool {
	have, known := h.app.Rest.MemberPermissions(h.guild.ID(), ch.ID(), user, roles)
	return known && have.Has(wire.ViewChannel)
}

// typed matches what a refusal quotes from the input, and memory addresses.
var typed = regexp.MustCompile(`event "[^"]*"|0x[0-9a-f]+`)

// probes returns everything that a member in another channel can send about an event: the
// command, with and without its name and number, each of its suggestions, and its buttons
// and forms with forged ids.
func (h *testServer) probes(r *commands.Route, lobby, user, name string, ids []tournament.ID, n *int) []*discord.Interaction {
	var out []*discord.Interaction
	add := func(change func(in *discord.Interaction)) {
		*n++
		in := h.interaction(r, user, wire.SendMessages, *n)
		in.ChannelID, in.Message = lobby, discord.MessageRef{Head: wire.Head{ID: "5", ChannelID: lobby}}
		change(in)
		out = append(out, in)
	}
	option := func(text string, focused bool) discord.Option {
		return discord.Option{Type: wire.OptionString, Text: text, Focused: focused}
	}
	if r.Panel != nil {
		for _, id := range ids {
			for _, kind := range []discord.Kind{discord.KindComponent, discord.KindModal} {
				for number := range 2 {
					add(func(in *discord.Interaction) {
						in.Kind = kind
						in.CustomID = customid.New(id, pressed(r.Panel, func() int { return number }, func() string { return "" }))
					})
				}
			}
		}
		return out
	}
	add(func(*discord.Interaction) {})
	for _, o := range r.Options {
		switch {
		case o.Name == "tournament" || o.Name == "league":
			for _, named := range []string{name, fmt.Sprintf("t%d", ids[0]), fmt.Sprintf("l%d", ids[1])} {
				add(func(in *discord.Interaction) { in.Options[o.Name] = option(named, false) })
			}
		case o.Name == "like" || o.Name == "add":
			add(func(in *discord.Interaction) { in.Options[o.Name] = option(name, false) })
		}
		if o.Autocomplete {
			for _, named := range []string{"", name} {
				add(func(in *discord.Interaction) {
					in.Kind = discord.KindAutocomplete
					in.Options["tournament"] = option(name, false)
					in.Options["league"] = option("Hidden League", false)
					in.Options[o.Name] = option(named, true)
				})
			}
		}
	}
	return out
}

// TestNobodyHearsOfAnEventWhoseChannelTheyCannotView: a member who cannot view the
// channel of an event and a league uses every route from another channel: named, unnamed,
// completed, with forged buttons and forms. No answer contains anything about the event,
// none differs from that for an event that does not exist, and nothing is written;
// neither while it runs nor when it is over.
func TestNobodyHearsOfAnEventWhoseChannelTheyCannotView(t *testing.T) {
	h := openTestServer(t, nil, false)
	lobby := h.guild.AddChannel("lobby")
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Hidden League"})
	h.create(localdiscord.Options{"name": "Hidden Night", "rounds": 1, "cut": 0})
	h.slash(h.organiser, "league-admin events", localdiscord.Options{"add": "Hidden Night"})
	players := h.people("Quentin", "Rosalind")
	for _, p := range players {
		h.slash(p, "join", nil)
	}
	h.begin()
	h.close(h.channel, players...)
	ids := []tournament.ID{h.snapshot().State.ID, h.league().State.ID}
	n := 0
	pry := func(every int, secrets ...string) {
		t.Helper()
		for i, r := range h.app.Table.Routes() {
			if i%every != 0 {
				continue
			}
			before, league := h.snapshot().State.Seq, h.league().State.Seq
			hear := func(name string, ids []tournament.ID) (said []string) {
				for _, in := range h.probes(r, lobby.ID(), "999", name, ids, &n) {
					a := &recordedAnswers{}
					h.app.Serve(t.Context(), in, a)
					said = append(said, typed.ReplaceAllString(a.all(), ""))
				}
				return said
			}
			nothing := hear("No Such Night", []tournament.ID{ids[0] + 9999, ids[1] + 9999})
			for i, said := range hear("Hidden Night", ids) {
				if said != nothing[i] {
					t.Errorf("%s, way %d, answers %s\nand where there is no such event %s", r.Name(), i, said, nothing[i])
				}
				for _, s := range secrets {
					if strings.Contains(said, s) {
						t.Errorf("%s, way %d, tells of %s: %s", r.Name(), i, s, said)
					}
				}
			}
			if h.snapshot().State.Seq != before || h.league().State.Seq != league {
				t.Errorf("%s wrote", r.Name())
			}
		}
	}
	pry(1, "Hidden Night", "Hidden League", "Quentin", "Rosalind")
	running := n
	h.agree()
	h.slash(h.organiser, "tournament finish", nil)
	if s := h.snapshot().State; s.Phase != tournament.Finished {
		t.Fatalf("the event is %s", s.Phase)
	}
	pry(testrun.UpTo(3, 1), "Hidden Night", "Hidden League") // players have ratings by now, which belong to the server
	t.Logf("%d interactions of %d routes while it runs, %d when it is over", running, len(h.app.Table.Routes()), n-running)
}

// TestWhoMayKnowOfAnEvent: members who can view its channel may, organisers even after
// the channel is deleted, and all members if a setting says so.
func TestWhoMayKnowOfAnEvent(t *testing.T) {
	h := openTestServer(t, nil, false)
	lobby := h.guild.AddChannel("lobby")
	h.create(localdiscord.Options{"name": "Hidden Night"})
	id, ann := h.snapshot().State.ID, h.guild.AddPerson("Ann")
	n := 0
	ask := func(path, user string, perms wire.Permissions, roles ...string) string {
		n++
		r, _ := find(h.app.Table, path)
		in := h.interaction(r, user, perms, n)
		in.ChannelID, in.Roles = lobby.ID(), roles
		in.Options["tournament"] = discord.Option{Type: wire.OptionString, Text: fmt.Sprintf("t%d", id)}
		a := &recordedAnswers{}
		h.app.Serve(t.Context(), in, a)
		return a.all()
	}
	const role = "4242"
	if _, err := h.store.ChangeServer(t.Context(), h.guild.ID(), func(s *stores.Server) { s.OrganiserRole = role }); err != nil {
		t.Fatal(err)
	}
	knows := func(who string, want bool, user string, perms wire.Permissions, roles ...string) {
		t.Helper()
		if got := ask("log", user, perms, roles...); strings.Contains(got, "There's no event") == want {
			t.Errorf("%s is told %s", who, got)
		}
	}
	knows("a member who can view the channel", true, "999", 0)
	h.close(h.channel, ann)
	knows("a member who cannot", false, "999", 0)
	knows("a member who can alone", true, ann.ID(), 0)
	knows("a holder of the organiser role", true, "999", 0, role)
	knows("Manage Events", true, "999", wire.ManageEvents)
	// A role can view it.
	judge := h.guild.AddRole("Judge", 0)
	h.channel.Allow(judge, wire.ViewChannel, 0)
	h.until("the bot hears of the role", func() bool { return h.heardToView(h.channel, "999", judge.ID()) })
	knows("a holder of that role", true, "999", 0, judge.ID())
	// A setting opens it to the server.
	if got := ask("join", "999", 0); !strings.Contains(got, "There's no event") {
		t.Errorf("/join: %s", got)
	}
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "open_to_server=on"})
	knows("everybody, once it is open to the server", true, "999", 0)
	if got := ask("join", "999", 0); !strings.Contains(got, "You're in: ") {
		t.Errorf("/join: %s", got)
	}
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "open_to_server=off"})
	knows("a player who cannot view it", true, "999", 0)
	if got := ask("leave", "999", 0); strings.Contains(got, "There's no event") {
		t.Errorf("/leave: %s", got)
	}
	knows("somebody who has left", false, "999", 0)
	// Its channel is deleted.
	h.channel.Delete()
	h.until("the bot hears that the channel is gone", func() bool {
		_, known := h.app.Rest.MemberPermissions(h.guild.ID(), h.channel.ID(), "999", nil)
		return !known
	})
	knows("a member, when the channel is gone", false, ann.ID(), 0)
	knows("who created it, when the channel is gone", true, h.organiser.ID(), 0)
}

// TestAPlayerWhoLosesSightOfTheChannelKeepsTheirMatch: players who can no longer view the
// channel still report, press what was shown to them, and confirm. Once they are out of
// the event it is hidden from them too.
func TestAPlayerWhoLosesSightOfTheChannelKeepsTheirMatch(t *testing.T) {
	h := openTestServer(t, nil, false)
	lobby := h.guild.AddChannel("lobby")
	h.create(localdiscord.Options{"name": "Hidden Night", "rounds": 2, "cut": 0})
	players := h.people("Quentin", "Rosalind")
	for _, p := range players {
		h.slash(p, "join", nil)
	}
	h.begin()
	h.close(h.channel)
	id, n := h.snapshot().State.ID, 0
	does := func(user string, change func(in *discord.Interaction)) string {
		n++
		in := h.interaction(&commands.Route{Path: "report"}, user, wire.SendMessages, n)
		in.ChannelID = lobby.ID()
		change(in)
		a := &recordedAnswers{}
		h.app.Serve(t.Context(), in, a)
		return a.all()
	}
	match := func() *tournament.Match { m, _ := h.snapshot().State.Match(1, 1); return m }
	quentin, rosalind := players[0].ID(), players[1].ID()
	does(quentin, func(in *discord.Interaction) {
		in.Options["result"] = discord.Option{Type: wire.OptionString, Text: "2-0"}
	})
	if match().Report == nil {
		t.Fatal("Quentin could not report")
	}
	does(rosalind, func(in *discord.Interaction) {
		in.Kind, in.Path = discord.KindComponent, nil
		in.CustomID = customid.New(id, customid.Confirm{Round: 1, Match: 1, Report: match().LastWord()})
	})
	if !match().Confirmed {
		t.Fatal("Rosalind could not confirm")
	}
	standings := func(in *discord.Interaction) { in.Path = []string{"standings"} }
	if got := does(quentin, standings); !strings.Contains(got, "Rosalind") {
		t.Errorf("a player is told %s", got)
	}
	h.slash(h.organiser, "player drop", localdiscord.Options{"player": "p1"})
	if got := does(quentin, standings); strings.Contains(got, "Rosalind") || strings.Contains(got, "Hidden Night") {
		t.Errorf("somebody who is out is told %s", got)
	}
}

// TestAMentionTellsNoOtherChannelOfAHiddenEvent: answers to a mention are public.
func TestAMentionTellsNoOtherChannelOfAHiddenEvent(t *testing.T) {
	h := openTestServer(t, nil, false)
	lobby := h.guild.AddChannel("lobby")
	h.slash(h.organiser, "setup", localdiscord.Options{"chat_results": true})
	h.create(localdiscord.Options{"name": "Hidden Night", "rounds": 1, "cut": 0})
	players := h.people("Quentin", "Rosalind")
	for _, p := range players {
		h.slash(p, "join", nil)
	}
	h.begin()
	h.close(h.channel, players...)
	h.settle()
	n := 0
	say := func(where, user string) (reported bool) {
		n++
		commands.AnswerMention(t.Context(), h.app, discord.Mentioned{
			ID: fmt.Sprint(5_000_000_000_000_000_000 + n), GuildID: h.guild.ID(), ChannelID: where, User: discord.User{ID: user}, Text: "I won 2-0",
		})
		m, _ := h.snapshot().State.Match(1, 1)
		return m.Report != nil
	}
	if say(lobby.ID(), players[0].ID()) || say(lobby.ID(), "999") || say(h.channel.ID(), "999") {
		t.Error("it was heard")
	}
	if all := h.srv.Messages(lobby, h.organiser); len(all) != 0 {
		t.Errorf("the lobby reads %s", h.srv.Render(all[0]))
	}
	if !say(h.channel.ID(), players[0].ID()) {
		t.Error("in the event's own channel it is not heard")
	}
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "open_to_server=on"})
	say(lobby.ID(), players[1].ID())
	if all := h.srv.Messages(lobby, h.organiser); len(all) == 0 {
		t.Error("an event that is open to the server is not heard of in the lobby")
	}
}

// TestAPublicAnswerNeedsTheRightToWriteThere: public:true gives a private answer to a
// person who may not write in the channel or, in a thread, may not write in threads.
func TestAPublicAnswerNeedsTheRightToWriteThere(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.toRound1(2, localdiscord.Options{"rounds": 1, "cut": 0})
	const refused = "You can't write in this channel"
	n := 0
	for _, r := range h.app.Table.Routes() {
		if !r.Public {
			continue
		}
		for _, at := range []struct {
			where wire.ChannelType
			perms wire.Permissions
			may   bool
		}{
			{wire.ChannelText, wire.ViewChannel | wire.SendMessagesInThreads, false},
			{wire.ChannelPublicThread, wire.ViewChannel | wire.SendMessages, false},
			{wire.ChannelText, wire.ViewChannel | wire.SendMessages, true},
			{wire.ChannelPublicThread, wire.ViewChannel | wire.SendMessagesInThreads, true},
		} {
			n++
			in := h.interaction(r, "999", at.perms, n)
			in.ChannelType, in.ParentID = at.where, h.channel.ID()
			in.Options["public"] = discord.Option{Type: wire.OptionBoolean, Bool: true}
			a := &recordedAnswers{}
			h.app.Serve(t.Context(), in, a)
			got := a.all()
			if strings.Contains(got, refused) == at.may {
				t.Errorf("/%s in a channel of type %d with %v: %s", r.Name(), at.where, at.perms.Names(), got)
			}
			if !at.may && (!strings.Contains(got, "Ephemeral:true") || strings.Contains(got, "Player 1")) {
				t.Errorf("/%s is refused in public or answered after all: %s", r.Name(), got)
			}
		}
	}
	h.settle() // posts may still be on their way
	h.channel.Allow(h.guild.Everyone(), 0, wire.SendMessages)
	h.wantAnswer(h.guild.AddPerson("Mute"), refused, "standings", localdiscord.Options{"public": true})
	h.clean()
}
