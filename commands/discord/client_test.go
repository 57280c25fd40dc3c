package discord_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
	"topcut/commands/wire"
)

func TestRun_everyKindOfAnswer(t *testing.T) {
	form := discord.Modal{CustomID: "form", Title: "Deck", Components: []discord.Component{
		discord.Label{Text: "List", Input: discord.TextInput{CustomID: "list", Paragraph: true}},
		discord.Label{Text: "Division", Input: discord.StringSelect{CustomID: "division", Options: []discord.SelectOption{
			{Label: "Masters", Value: "m"}, {Label: "Seniors", Value: "s"},
		}}},
	}}
	card := func(text string) discord.Message {
		return discord.Message{Components: []discord.Component{discord.Container{Components: []discord.Component{
			discord.TextDisplay{Content: text},
			discord.ActionRow{Components: []discord.Component{
				discord.Button{Style: discord.Primary, Label: "Again", CustomID: "again"},
				discord.Button{Label: "Form", CustomID: "form"},
				discord.Button{Label: "Later", CustomID: "later"},
			}},
			discord.ActionRow{Components: []discord.Component{discord.StringSelect{CustomID: "menu", Options: []discord.SelectOption{
				{Label: "One", Value: "1"}, {Label: "Two", Value: "2"},
			}}}},
		}}}}
	}
	var client *discord.Client
	s := connected(t, described(t), func(ctx context.Context, in *discord.Interaction, r *discord.Responder) error {
		switch {
		case in.Kind == discord.KindAutocomplete:
			name, o, _ := in.Focused()
			if o.Text == "none" {
				return r.Choices(ctx, nil)
			}
			return r.Choices(ctx, []discord.Choice{{Name: name + ": " + o.Text, Value: "v"}})
		case in.Kind == discord.KindCommand && in.Text("text") == "file":
			file, _ := in.Attachment("file")
			data, err := client.FetchAttachment(ctx, file)
			if err != nil {
				return err
			}
			return r.Reply(ctx, discord.Message{Content: string(data)})
		case in.Kind == discord.KindCommand && in.Text("text") == "slow":
			if err := r.Defer(ctx, true); err != nil {
				return err
			}
			if err := r.EditReply(ctx, card("slow")); err != nil {
				return err
			}
			_, err := r.FollowUp(ctx, discord.Message{Content: "more", Ephemeral: true})
			return err
		case in.Kind == discord.KindCommand:
			return r.Reply(ctx, card(in.User.Name+" in "+strings.Join(in.Path, " ")))
		case in.Kind == discord.KindModal:
			return r.Update(ctx, card(fmt.Sprint(in.Field("list"), in.Fields["division"])))
		case in.CustomID == "form":
			return r.Modal(ctx, form)
		case in.CustomID == "later":
			if err := r.DeferUpdate(ctx); err != nil {
				return err
			}
			return r.EditReply(ctx, card("later"))
		}
		return r.Update(ctx, card(in.CustomID+strings.Join(in.Values, "+")))
	})
	client = s.client
	slash := func(o localdiscord.Options) localdiscord.Answer {
		t.Helper()
		in, err := s.ann.Slash(s.ctx, s.channel, "echo", o)
		s.must(err)
		a, err := in.Answer(s.ctx)
		s.must(err)
		return a
	}
	shows := func(m *localdiscord.Message, text string) {
		t.Helper()
		if m == nil || !localtest.Containing(s.srv, text)(*m) {
			t.Errorf("message %+v does not show %q", m, text)
		}
	}
	message := slash(localdiscord.Options{"text": "x"}).Message
	shows(message, "Ann in echo")
	suggested, err := s.ann.Suggest(s.ctx, s.channel, "echo", localdiscord.Options{"text": "ab"}, "text")
	s.must(err)
	if len(suggested) != 1 || suggested[0].Name != "text: ab" {
		t.Errorf("suggestions %v", suggested)
	}
	if suggested, err = s.ann.Suggest(s.ctx, s.channel, "echo", localdiscord.Options{"text": "none"}, "text"); err != nil || len(suggested) != 0 {
		t.Errorf("suggestions %v, %v", suggested, err)
	}
	file := localdiscord.File{Name: "deck.txt", Data: []byte("4 Island")}
	shows(slash(localdiscord.Options{"text": "file", "file": file}).Message, "4 Island")

	in, err := s.ann.Click(s.ctx, *message, "again")
	s.must(err)
	a, err := in.Answer(s.ctx)
	s.must(err)
	shows(a.Message, "again")
	in, err = s.ann.Select(s.ctx, *message, "menu", []string{"2"})
	s.must(err)
	a, err = in.Answer(s.ctx)
	s.must(err)
	shows(a.Message, "menu2")
	in, err = s.ann.Click(s.ctx, *message, "later")
	s.must(err)
	_, err = s.ann.WaitMessage(s.ctx, s.channel, localtest.Containing(s.srv, "later"))
	s.must(err)
	_, err = in.Acked(s.ctx)
	s.must(err)
	in, err = s.ann.Click(s.ctx, *message, "form")
	s.must(err)
	a, err = in.Answer(s.ctx)
	s.must(err)
	in, err = s.ann.SubmitModal(s.ctx, a.Modal, localdiscord.Fields{"list": "60 cards", "division": []string{"s"}})
	s.must(err)
	a, err = in.Answer(s.ctx)
	s.must(err)
	shows(a.Message, "60 cards[s]")

	slow, err := s.ann.Slash(s.ctx, s.channel, "echo", localdiscord.Options{"text": "slow"})
	s.must(err)
	a, err = slow.Next(s.ctx, 1) // the edit, then the follow-up
	s.must(err)
	shows(a.Message, "slow")
	if !a.Message.Private() {
		t.Error("an ephemeral defer became public")
	}
	_, err = s.ann.WaitMessage(s.ctx, s.channel, localtest.Containing(s.srv, "more"))
	s.must(err)
}

func TestRun_containsPanics(t *testing.T) {
	s := connected(t, still(), func(ctx context.Context, in *discord.Interaction, r *discord.Responder) error {
		err := echo(ctx, in, r)
		if in.Text("text") == "boom" {
			panic("boom")
		}
		return err
	})
	in, err := s.ann.Slash(s.ctx, s.channel, "echo", localdiscord.Options{"text": "boom"})
	s.must(err)
	_, err = in.Answer(s.ctx)
	s.must(err)
	s.works()
	s.stop()
	if !strings.Contains(s.log.String(), "a handler panicked") {
		t.Error("the panic is not in the log")
	}
}

func TestRun_passesDuplicatesOn(t *testing.T) {
	var mu sync.Mutex
	seen := map[string]int{}
	second := make(chan struct{})
	s := connected(t, still(), func(ctx context.Context, in *discord.Interaction, r *discord.Responder) error {
		mu.Lock()
		defer mu.Unlock()
		seen[in.ID]++
		err := echo(ctx, in, r)
		if seen[in.ID] == 2 {
			defer close(second)
			if !errors.Is(err, discord.ErrAlreadyAnswered) {
				return fmt.Errorf("a duplicate was answered: %w", err)
			}
			return nil
		}
		return err
	})
	in, err := s.ann.Slash(s.ctx, s.channel, "echo", localdiscord.Options{"text": "x"})
	s.must(err)
	_, err = in.Answer(s.ctx)
	s.must(err)
	in.Redeliver()
	select {
	case <-second:
	case <-s.ctx.Done():
		t.Fatal("the duplicate was not passed on")
	}
}

func TestRun_lifecycleEvents(t *testing.T) {
	s := connected(t, localdiscord.Config{}, echo)
	is := func(want discord.Event) func(discord.Event) bool {
		return func(e discord.Event) bool { return cmp.Equal(e, want) }
	}
	s.must(s.bot.wait(s.ctx, func(e discord.Event) bool {
		ready, ok := e.(discord.Ready)
		return ok && ready.BotID == s.srv.BotID() && slices.Equal(ready.Guilds, []string{s.guild.ID()})
	}))
	s.must(s.bot.wait(s.ctx, func(e discord.Event) bool {
		g, ok := e.(discord.GuildAvailable)
		return ok && g.ID == s.guild.ID() && g.Name == "Club" && g.Known && g.Permissions.Has(wire.SendMessages)
	}))
	s.srv.Faults().Outage(s.guild, true)
	s.must(s.bot.wait(s.ctx, is(discord.GuildGone{ID: s.guild.ID(), Unavailable: true})))
	before := count[discord.GuildAvailable](s.bot)
	s.srv.Faults().Outage(s.guild, false)
	s.must(s.bot.wait(s.ctx, func(discord.Event) bool { return true }))
	other := s.guild.AddChannel("other")
	other.Delete()
	s.must(s.bot.wait(s.ctx, is(discord.ChannelGone{ID: other.ID(), GuildID: s.guild.ID()})))
	if after := count[discord.GuildAvailable](s.bot); after != before+1 {
		t.Errorf("%d notes of the server's return", after-before)
	}
}

func TestRun_letsHandlersFinish(t *testing.T) {
	started, finish := make(chan struct{}), make(chan struct{})
	s := connected(t, still(), func(ctx context.Context, in *discord.Interaction, r *discord.Responder) error {
		if err := r.Defer(ctx, true); err != nil {
			return err
		}
		close(started)
		<-finish
		return r.EditReply(ctx, discord.Message{Content: "done after all"})
	})
	in, err := s.ann.Slash(s.ctx, s.channel, "echo", localdiscord.Options{"text": "x"})
	s.must(err)
	<-started
	stopped := make(chan struct{})
	go func() {
		s.stop()
		close(stopped)
	}()
	close(finish)
	a, err := in.Answer(s.ctx)
	s.must(err)
	if a.Message == nil || a.Message.Content != "done after all" {
		t.Errorf("answer %+v", a)
	}
	<-stopped
}

// TestRun_answersThroughFaults has people ask while 7 % of all requests fail in
// every way there is, and posts fill the channel.
func TestRun_answersThroughFaults(t *testing.T) {
	cfg := still()
	cfg.Seed = 3
	s := connected(t, cfg, echo)
	s.srv.Faults().Plan(localdiscord.FaultPlan{Percent: 7})
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			if err := s.persist(func() error {
				_, err := s.client.Send(s.ctx, s.channel.ID(), discord.Message{Content: fmt.Sprint(i), Nonce: fmt.Sprint(i)})
				return err
			}); err != nil {
				t.Error(err)
			}
		})
	}
	for i := range 100 {
		in, err := s.ann.Slash(s.ctx, s.channel, "echo", localdiscord.Options{"text": fmt.Sprint(i)})
		s.must(err)
		wg.Go(func() {
			if _, err := in.Answer(s.ctx); err != nil {
				t.Error(err)
			}
		})
		time.Sleep(10 * time.Millisecond)
	}
	wg.Wait()
	s.srv.Faults().Clear()
}
