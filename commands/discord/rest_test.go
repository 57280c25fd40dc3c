package discord_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
	"topcut/commands/refusal"
	"topcut/commands/wire"
)

// picture returns a small PNG.
func picture(t *testing.T) discord.File {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 4, 4))); err != nil {
		t.Fatal(err)
	}
	return discord.File{Name: "table.png", ContentType: "image/png", Description: "The table", Data: b.Bytes()}
}

func TestRest_postsThreadsAndMessages(t *testing.T) {
	s := connected(t, described(t), echo)
	ctx, c := s.ctx, s.client
	post := discord.Message{
		Components: []discord.Component{
			discord.TextDisplay{Content: "Round 1 " + discord.MentionUser(s.ann.ID()) + " " + discord.Escape("@everyone **Bob**")},
			discord.MediaGallery{Items: []discord.Thumbnail{{URL: "attachment://table.png", Description: "The table"}}},
			discord.ActionRow{Components: []discord.Component{discord.Button{Label: "Report", CustomID: "v1:report:1"}}},
		},
		Files:    []discord.File{picture(t)},
		Mentions: discord.Mentions{Users: []string{s.ann.ID()}},
		Nonce:    "key-1",
	}
	id, err := c.Send(ctx, s.channel.ID(), post)
	s.must(err)
	again, err := c.Send(ctx, s.channel.ID(), post)
	s.must(err)
	if id != again {
		t.Errorf("the same nonce was posted twice: %s and %s", id, again)
	}
	if m, _ := s.srv.Message(id); len(m.Pinged.Users) != 1 || m.MentionEveryone {
		t.Errorf("pinged %+v", m.Pinged)
	}
	s.must(c.Edit(ctx, s.channel.ID(), id, discord.Message{Components: []discord.Component{discord.TextDisplay{Content: "withdrawn"}}}))
	found, err := c.Messages(ctx, s.channel.ID(), "")
	s.must(err)
	if len(found) != 1 || found[0].ID != id || !cmp.Equal(found[0].Texts, []string{"withdrawn"}) || len(found[0].CustomIDs) != 0 {
		t.Errorf("found %+v", found)
	}
	if m, _ := s.srv.Message(id); len(m.Attachments) != 0 {
		t.Error("an edit without files kept the picture")
	}

	thread, err := c.StartThread(ctx, s.channel.ID(), discord.ThreadSpec{Name: "R1 T1", MessageID: id})
	s.must(err)
	if same, err := c.StartThread(ctx, s.channel.ID(), discord.ThreadSpec{Name: "R1 T1"}); err != nil || same == thread {
		t.Errorf("a thread without a message: %q, %v", same, err)
	}
	_, err = c.Send(ctx, thread, discord.Message{Content: "your table"})
	s.must(err)
	s.must(c.EditThread(ctx, thread, discord.ThreadChange{Archived: new(true), Locked: new(true)}))
	s.must(s.bot.wait(ctx, func(e discord.Event) bool {
		changed, ok := e.(discord.ThreadChanged)
		return ok && changed.ID == thread && changed.Archived && changed.Locked && changed.ParentID == s.channel.ID()
	}))
	s.must(c.Delete(ctx, s.channel.ID(), id))
}

// TestAThreadIsLookedAtAnewAfterAChangeWithoutAnAnswer: the change may have been made, and
// its event may come late.
func TestAThreadIsLookedAtAnewAfterAChangeWithoutAnAnswer(t *testing.T) {
	s := connected(t, localdiscord.Config{}, echo)
	thread, err := s.client.StartThread(s.ctx, s.channel.ID(), discord.ThreadSpec{Name: "R1 T1"})
	s.must(err)
	s.must(s.client.EditThread(s.ctx, thread, discord.ThreadChange{Archived: new(false)}))
	s.srv.Faults().Delay(1, time.Hour)
	s.srv.Faults().Script("PATCH", "/channels/"+thread, localdiscord.FaultCutAfter, 1)
	if err := s.client.EditThread(s.ctx, thread, discord.ThreadChange{Archived: new(true)}); err == nil {
		t.Fatal("the request had an answer")
	}
	now, err := s.client.Thread(s.ctx, s.guild.ID(), thread)
	s.must(err)
	if !now.Thread.Archived {
		t.Error("the thread seems to be open")
	}
}

func TestRest_refusalsAreTyped(t *testing.T) {
	s := connected(t, localdiscord.Config{}, echo)
	s.srv.Tolerate(10003, 10008, 50001, 50013)
	ctx, c := s.ctx, s.client
	hidden := s.guild.AddChannel("hidden")
	hidden.Allow(s.guild.Everyone(), 0, wire.ViewChannel)
	hidden.Allow(s.guild.BotRole(), 0, wire.ViewChannel)
	if _, err := c.Send(ctx, "1", discord.Message{Content: "x"}); refusal.Of(err) != refusal.NoPlace {
		t.Errorf("no such channel: %v", err)
	}
	if err := c.Edit(ctx, s.channel.ID(), "1", discord.Message{Content: "x"}); refusal.Of(err) != refusal.NoMessage {
		t.Errorf("no such message: %v", err)
	}
	if _, err := c.Send(ctx, hidden.ID(), discord.Message{Content: "x"}); refusal.Of(err) != refusal.Forbidden {
		t.Errorf("hidden channel: %v", err)
	}
}

func TestRest_whoAndWhere(t *testing.T) {
	s := connected(t, localdiscord.Config{}, echo)
	ctx, c := s.ctx, s.client
	me, err := c.Me(ctx)
	s.must(err)
	app, err := c.Application(ctx)
	s.must(err)
	if me.ID != s.srv.BotID() || app.ID == "" {
		t.Errorf("me %+v, application %+v", me, app)
	}
	guild, err := c.Guild(ctx, s.guild.ID())
	s.must(err)
	if guild.Name != "Club" || len(guild.Roles) < 2 {
		t.Errorf("guild %+v", guild)
	}
	roles, err := c.Roles(ctx, s.guild.ID())
	s.must(err)
	if len(roles) != len(guild.Roles) {
		t.Errorf("%d roles", len(roles))
	}
	ch, err := c.Channel(ctx, s.channel.ID())
	s.must(err)
	if ch.Name != "tournament" || ch.Type != wire.ChannelText || ch.GuildID != s.guild.ID() {
		t.Errorf("channel %+v", ch)
	}
	may, err := c.MyPermissions(ctx, s.channel.ID())
	s.must(err)
	if missing := may.Missing(wire.ViewChannel | wire.SendMessages); missing != 0 {
		t.Errorf("missing %v", missing.Names())
	}
	s.channel.Allow(s.guild.BotRole(), 0, wire.AttachFiles)
	s.channel.Allow(s.guild.Everyone(), 0, wire.AttachFiles)
	may, err = c.MyPermissions(ctx, s.channel.ID())
	s.must(err)
	if missing := may.Missing(wire.AttachFiles | wire.SendMessages); missing != wire.AttachFiles {
		t.Errorf("missing %v", missing.Names())
	}
	registered, err := c.Commands(ctx, s.guild.ID())
	s.must(err)
	want, err := discord.CommandsHash([]discord.Command{echoCommand()})
	s.must(err)
	if got, err := discord.CommandsHash(registered); err != nil || got != want {
		t.Errorf("registered commands %+v differ from what was sent (%v)", registered, err)
	}
}

// TestRest_faultsNeitherLoseNorDouble: while every fifth request fails, posts are
// sent and edited until Discord has taken them; each stands there once.
func TestRest_faultsNeitherLoseNorDouble(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		kinds := slices.DeleteFunc(localdiscord.AllFaults(), func(f localdiscord.Fault) bool { return f == localdiscord.FaultHTML429 })
		s := connected(t, localdiscord.Config{Listener: localtest.NewNetwork(true), Seed: 7, RateLimits: localdiscord.RateLimits{Scale: 50}}, echo)
		s.srv.Faults().Plan(localdiscord.FaultPlan{Percent: 20, Kinds: kinds, RetryAfter: 30 * time.Millisecond, Latency: 30 * time.Millisecond})
		const posts = 60
		var wg sync.WaitGroup
		for i := range posts {
			wg.Go(func() {
				text := fmt.Sprintf("post %02d", i)
				var id string
				if err := s.persist(func() (err error) {
					id, err = s.client.Send(s.ctx, s.channel.ID(), discord.Message{Content: text, Nonce: fmt.Sprint("n", i)})
					return err
				}); err != nil {
					t.Errorf("%s: %v", text, err)
					return
				}
				if err := s.persist(func() error {
					return s.client.Edit(s.ctx, s.channel.ID(), id, discord.Message{Content: text + " edited"})
				}); err != nil {
					t.Errorf("edit of %s: %v", text, err)
				}
			})
		}
		wg.Wait()
		s.srv.Faults().Clear()
		got := map[string]int{}
		for _, m := range s.srv.Messages(s.channel, s.ann) {
			got[m.Content]++
		}
		for i := range posts {
			if text := fmt.Sprintf("post %02d edited", i); got[text] != 1 {
				t.Errorf("%q is there %d times", text, got[text])
			}
		}
		if len(got) != posts {
			t.Errorf("%d different messages, want %d", len(got), posts)
		}
	})
}

func TestRest_staysWithinTheLimitsOfDiscord(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s := connected(t, localdiscord.Config{Listener: localtest.NewNetwork(true), RateLimits: localdiscord.RateLimits{Scale: 5}}, echo)
		var wg sync.WaitGroup
		for i := range 30 {
			wg.Go(func() {
				if _, err := s.client.Send(s.ctx, s.channel.ID(), discord.Message{Content: fmt.Sprint(i), Nonce: fmt.Sprint(i)}); err != nil {
					t.Error(err)
				}
			})
		}
		s.works() // while the channel is full
		wg.Wait()
		if n := s.srv.Stats().RateLimited; n > 0 {
			t.Errorf("Discord had to refuse %d requests", n)
		}
	})
}
