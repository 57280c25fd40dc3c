package commands_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/discord"
	"topcut/commands/forum"
	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
)

// TestAnEveningInEachTypeOfChannel plays an event in a channel of each type in which one can
// live. All its posts are there; its matches have threads where the type allows it, of the
// type that Discord makes there, and where not, that is said when it is created and when they
// are asked for. /doctor says that all is right. With -discordjs that library, a client by
// others, reads all that is posted, and understands it.
func TestAnEveningInEachTypeOfChannel(t *testing.T) {
	inside := func(kind int) func(h *testServer) *localdiscord.Channel {
		return func(h *testServer) *localdiscord.Channel {
			c, err := h.organiser.OpenThread(h.t.Context(), h.guild.AddChannelOf(kind, "around"), "Friday", "Here we play.")
			if err != nil {
				h.t.Fatal(err)
			}
			return c
		}
	}
	of := func(kind int) func(h *testServer) *localdiscord.Channel {
		return func(h *testServer) *localdiscord.Channel { return h.guild.AddChannelOf(kind, "friday") }
	}
	for name, c := range map[string]struct {
		open    func(h *testServer) *localdiscord.Channel
		threads wire.ChannelType
	}{
		"text":                      {of(wire.ChannelText), wire.ChannelPublicThread},
		"announcement":              {of(wire.ChannelAnnouncement), wire.ChannelAnnouncementThread},
		"voice":                     {of(wire.ChannelVoice), 0},
		"stage":                     {of(wire.ChannelStage), 0},
		"a thread":                  {inside(wire.ChannelText), 0},
		"a thread of announcements": {inside(wire.ChannelAnnouncement), 0},
		"a post of a forum":         {inside(wire.ChannelForum), 0},
	} {
		t.Run(name, func(t *testing.T) {
			judge := func(channel int) {}
			var changes []func(*localdiscord.Config)
			if *watched {
				changes = append(changes, onSockets)
			}
			h := openTestServer(t, nil, false, changes...)
			if *watched {
				judge = watch(t, h.srv).judge
			}
			h.channel = c.open(h)
			around := h.channel.ParentID()
			h.create(localdiscord.Options{"rounds": 2, "cut": 0})
			const none = "Matches get no threads of their own here"
			if got := h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "threads=yes"}); strings.Contains(got, none) != (c.threads == 0) {
				t.Errorf("threads=yes: %s", got)
			}
			h.players(4)
			h.begin()
			h.settle()
			threads := 0
			for _, in := range h.guild.Channels() {
				if in.ParentID() != h.channel.ID() {
					continue
				}
				if threads++; in.Kind() != int(c.threads) {
					t.Errorf("a thread of type %d, want %d", in.Kind(), c.threads)
				}
			}
			if want := map[bool]int{true: 2, false: 0}[c.threads != 0]; threads != want {
				t.Errorf("%d threads of matches, want %d", threads, want)
			}
			a, b := h.pair(1)
			h.slash(a, "report", localdiscord.Options{"result": "2-1"})
			h.pass(2 * time.Minute)
			h.newest(h.channel, b, "2–1")
			h.slash(b, "confirm", nil)
			h.slash(h.organiser, "player report", localdiscord.Options{"table": 2, "result": "2-0"})
			h.settle()
			doctor := h.slash(h.organiser, "doctor", nil)
			if !strings.Contains(doctor, "✅ This channel: I can post in") || strings.Contains(doctor, "❌") || strings.Contains(doctor, none) != (c.threads == 0) {
				t.Errorf("/doctor: %s", doctor)
			}
			h.toTheEnd(5, func(int, *ledger.Match) string { return "2-0" })
			h.settle()
			if parent, ok := h.srv.Channel(around); ok && len(h.srv.Messages(parent, h.organiser)) > 0 {
				t.Error("there are posts around the thread in which the event lives")
			}
			judge(h.channel.Kind())
			h.clean()
		})
	}
}

// TestAnEventGetsAPostInAForum: with the tag that the forum demands, and it is played there;
// of the tags that are named like its stages it has that of each in turn.
// What Discord or the bot would refuse leaves neither a post nor an event.
func TestAnEventGetsAPostInAForum(t *testing.T) {
	h := newTestServer(t)
	forum := h.guild.AddForum("events", true, wire.Tag{Name: "Trades"}, wire.Tag{Name: "Tournaments"},
		wire.Tag{Name: "🟢 Open"}, wire.Tag{Name: "Running"}, wire.Tag{Name: "finished"})
	posts := func(in *localdiscord.Channel) (list []*localdiscord.Channel) {
		for _, c := range h.guild.Channels() {
			if c.ParentID() == in.ID() {
				list = append(list, c)
			}
		}
		return list
	}
	shut := h.guild.AddForum("shut", false)
	shut.AllowMember(nil, 0, wire.SendMessages)
	for want, options := range map[string]localdiscord.Options{
		"there is none I may set":    {"forum": h.guild.AddForum("without", true)},
		"I lack permissions in shut": {"forum": shut},
		"can't be filled":            {"forum": forum, "capacity": 4, "cut": 8},
	} {
		options["name"] = "Refused"
		got := h.slash(h.organiser, "tournament create", options)
		if !strings.Contains(got, want) || h.events() > 0 || len(posts(forum))+len(posts(shut)) > 0 {
			t.Errorf("%v: %d events, %s\nwant %q", options, h.events(), got, want)
		}
	}
	lobby := h.channel
	got := h.slash(h.organiser, "tournament create", localdiscord.Options{"name": "Friday Night", "ruleset": "magic", "rounds": 2, "cut": 0, "forum": forum})
	made := posts(forum)
	if len(made) != 1 || made[0].Name() != "Friday Night" || !slices.Equal(made[0].Tags(), []string{"Tournaments"}) || !strings.Contains(got, "The event has its post: ") {
		t.Fatalf("%d posts: %s", len(made), got)
	}
	if at := h.snapshot().State.Channel; at != made[0].ID() {
		t.Fatalf("the event lives in %s", at)
	}
	h.channel = made[0]
	tagged := func(stage string) {
		t.Helper()
		h.until("the post has the tag "+stage, func() bool { return slices.Equal(made[0].Tags(), []string{"Tournaments", stage}) })
	}
	h.slash(h.organiser, "tournament open", nil)
	tagged("🟢 Open")
	h.players(4)
	h.begin()
	tagged("Running")
	h.toTheEnd(5, func(int, *ledger.Match) string { return "2-0" })
	tagged("finished")
	h.settle()
	if doctor := h.slash(h.organiser, "doctor", nil); strings.Contains(doctor, "❌") {
		t.Errorf("/doctor: %s", doctor)
	}
	if first := h.srv.Messages(made[0], h.organiser)[0]; first.ID != made[0].ID() || !strings.Contains(h.srv.Render(first), "Friday") {
		t.Errorf("the post begins with %s", h.srv.Render(first))
	}
	if n := len(h.srv.Messages(lobby, h.guild.AddPerson("Onlooker"))); n > 0 {
		t.Errorf("%d messages are where the command was used", n)
	}
	h.clean()
}

// TestAPostWithoutItsEventIsDeletedAfterAKill: the bot was killed between the request that
// opened a post in a forum and the event that was to live there. The next start deletes it,
// and no post in which there is an event or a message of a member.
func TestAPostWithoutItsEventIsDeletedAfterAKill(t *testing.T) {
	h := newTestServer(t)
	in := h.guild.AddForum("events", false)
	h.slash(h.organiser, "tournament create", localdiscord.Options{"name": "Friday Night", "ruleset": "magic", "forum": in})
	dead := &forum.Posts{Rest: h.app.Rest}
	open := func(name string) *localdiscord.Channel {
		id, err := dead.Open(t.Context(), text.Printer{}, &discord.Interaction{GuildID: h.guild.ID(), User: discord.User{ID: h.organiser.ID()}}, in.ID(), name)
		if err != nil {
			t.Fatal(err)
		}
		at, _ := h.srv.Channel(id)
		return at
	}
	orphan, answered := open("Orphan"), open("Answered")
	if _, err := h.organiser.Send(t.Context(), answered, "What is this?"); err != nil {
		t.Fatal(err)
	}
	h.stop()
	h.start(true)
	h.until("the post without an event is gone", func() bool { _, there := h.srv.Channel(orphan.ID()); return !there })
	for _, id := range []string{answered.ID(), h.snapshot().State.Channel} {
		if _, there := h.srv.Channel(id); !there {
			t.Errorf("the post %s is gone", id)
		}
	}
	h.clean()
}

// TestAnEventInAForumItselfIsNamed: an earlier version moved an event from a post to the
// forum around it, where nothing can be posted. /doctor says so everywhere on the server,
// and the event can be moved out.
func TestAnEventInAForumItselfIsNamed(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"name": "Alpha"})
	h.settle()
	h.srv.Tolerate(wire.CodeWrongChannelType)
	for kind, why := range map[int]string{
		wire.ChannelForum: "Open a post there", wire.ChannelMedia: "media channel", wire.ChannelCategory: "Choose a channel in it",
	} {
		dead := h.guild.AddChannelOf(kind, "dead")
		h.direct(&command.MoveChannel{Channel: dead.ID()})
		lobby := h.guild.AddChannel("lobby")
		h.channel = lobby
		if got := h.slash(h.organiser, "doctor", nil); !strings.Contains(got, "❌ Alpha: no event can live in") || !strings.Contains(got, why) {
			t.Errorf("/doctor: %s", got)
		}
		h.slash(h.organiser, "tournament move", localdiscord.Options{"tournament": "alpha"})
		h.settle()
		if got := h.slash(h.organiser, "doctor", nil); strings.Contains(got, "Alpha") {
			t.Errorf("/doctor after the move: %s", got)
		}
		h.newest(lobby, h.organiser, "Alpha")
	}
	h.clean()
}

// TestAnEventInAThreadThatFellAsleepGoesOn: Discord archives a thread after some days without
// messages, and refuses edits in it.
func TestAnEventInAThreadThatFellAsleepGoesOn(t *testing.T) {
	clock := localtest.NewManualClock(opening)
	h := openTestServer(t, nil, false, func(c *localdiscord.Config) { c.Clock = clock })
	h.srv.Tolerate(wire.CodeThreadArchived)
	var err error
	if h.channel, err = h.organiser.OpenThread(t.Context(), h.channel, "Friday", "Here we play."); err != nil {
		t.Fatal(err)
	}
	h.create(nil)
	h.settle()
	p := h.guild.AddPerson("Petra")
	clock.Advance(8 * 24 * time.Hour)
	if !h.channel.Archived() {
		t.Fatal("the thread is not archived: the test shows nothing")
	}
	name := h.snapshot().State.Settings.Name
	id := h.snapshot().State.ID
	if _, err := h.director.Do(t.Context(), id, command.Request{Cause: "join", Actor: tournament.Actor{User: p.ID(), Name: p.Name()}, Command: &command.Join{User: p.ID(), Name: p.Name()}}); err != nil {
		t.Fatal(err)
	}
	h.settle()
	if !slices.ContainsFunc(h.srv.Messages(h.channel, p), h.saying("1 player")) {
		t.Errorf("the card of %s does not show the player", name)
	}
	h.clean()
}

// TestACommandDeliveredTwiceLeavesOnePost: the second delivery of /tournament create opens a
// post in the forum before it is known as one, and takes it back.
func TestACommandDeliveredTwiceLeavesOnePost(t *testing.T) {
	h := openTestServer(t, nil, false, func(c *localdiscord.Config) { c.Record = 1000 })
	in := h.guild.AddForum("events", false)
	i := h.use(h.organiser, "tournament create", localdiscord.Options{"name": "Friday Night", "ruleset": "magic", "forum": in})
	h.answer(i)
	i.Redeliver()
	h.until("the second post is deleted", func() bool {
		return slices.ContainsFunc(h.srv.Recording(), func(x localdiscord.Exchange) bool { return x.Method == "DELETE" })
	})
	posts := 0
	for _, c := range h.guild.Channels() {
		if c.ParentID() == in.ID() {
			posts++
		}
	}
	if posts != 1 || h.events() != 1 {
		t.Errorf("%d posts for %d events", posts, h.events())
	}
	h.clean()
}
