package discord_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
)

// TestMain fails for goroutines that are left when all clients are closed.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is how long a test waits for anything; the port promises to be back
// from every fault of the gateway within it.
const patience = 60 * time.Second

// bot is a small handler: it answers by what it was asked.
type bot struct {
	answer func(ctx context.Context, in *discord.Interaction, r *discord.Responder) error

	mu     sync.Mutex
	events []discord.Event
	errs   []error
	change chan struct{}
}

func (b *bot) Interaction(ctx context.Context, in *discord.Interaction, r *discord.Responder) {
	if err := b.answer(ctx, in, r); err != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.errs = append(b.errs, err)
	}
}

func (b *bot) Event(_ context.Context, e discord.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.events = append(b.events, e)
	close(b.change)
	b.change = make(chan struct{})
}

// wait waits for an event.
func (b *bot) wait(ctx context.Context, want func(discord.Event) bool) error {
	for {
		b.mu.Lock()
		found, change := slices.ContainsFunc(b.events, want), b.change
		b.mu.Unlock()
		if found {
			return nil
		}
		select {
		case <-change:
		case <-ctx.Done():
			return errors.New("the event did not come")
		}
	}
}

func count[E discord.Event](b *bot) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for _, e := range b.events {
		if _, ok := e.(E); ok {
			n++
		}
	}
	return n
}

// stage is a local Discord with one server, one person and the port.
type stage struct {
	t       *testing.T
	ctx     context.Context
	srv     *localdiscord.Server
	guild   *localdiscord.Guild
	channel *localdiscord.Channel
	ann     *localdiscord.Person
	client  *discord.Client
	bot     *bot
	log     *lockedBuffer
	stop    context.CancelFunc
	result  chan error
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// echo answers /echo with its text.
func echo(ctx context.Context, in *discord.Interaction, r *discord.Responder) error {
	return r.Reply(ctx, discord.Message{Content: "echo " + discord.Escape(in.Text("text")), Ephemeral: true})
}

func echoCommand() discord.Command {
	return discord.Command{Name: "echo", Description: "Say it again", Options: []discord.CommandOption{
		{Type: discord.OptionString, Name: "text", Description: "What to say", Required: true, Autocomplete: true},
		{Type: discord.OptionAttachment, Name: "file", Description: "A file"},
	}}
}

// newStage starts everything but Run. At the end of the test it stops it all and
// fails for violations.
func newStage(t *testing.T, cfg localdiscord.Config, answer func(context.Context, *discord.Interaction, *discord.Responder) error) *stage {
	t.Helper()
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 3*patience)
	srv, err := localdiscord.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{t: t, ctx: ctx, srv: srv, log: new(lockedBuffer), result: make(chan error, 1), stop: func() {}}
	s.guild = srv.AddGuild("Club")
	s.channel = s.guild.AddChannel("tournament")
	s.ann = s.guild.AddPerson("Ann")
	s.bot = &bot{answer: answer, change: make(chan struct{})}
	s.client, err = discord.New(discord.Config{
		Token: srv.BotToken(), APIBase: srv.URL(), Drain: 5 * time.Second,
		Logger: slog.New(slog.NewTextHandler(s.log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.stop()
		s.client.Close()
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
		cancel()
		for _, v := range srv.Violations() {
			t.Errorf("violation: %v", v)
		}
		s.bot.mu.Lock()
		for _, err := range s.bot.errs {
			t.Errorf("handler: %v", err)
		}
		s.bot.mu.Unlock()
		if strings.Contains(s.log.String(), srv.BotToken()) {
			t.Error("the log shows the bot's token")
		}
		if t.Failed() {
			t.Log(s.log.String())
		}
	})
	return s
}

// described returns a configuration that checks every request and every event
// against Discord's own descriptions, where they lie beside the project.
func described(t *testing.T) localdiscord.Config {
	t.Helper()
	folder, ok := localdiscord.FindDescriptions(".")
	if !ok {
		t.Log("not checked against Discord's descriptions: they are not at hand")
		return localdiscord.Config{}
	}
	conformance, err := localdiscord.Descriptions(folder)
	if err != nil {
		t.Fatal(err)
	}
	return localdiscord.Config{Conformance: conformance}
}

// run starts Run; stop ends it and checks that it ended well.
func (s *stage) run() {
	ctx, cancel := context.WithCancel(s.ctx)
	go func() { s.result <- s.client.Run(ctx, s.bot) }()
	s.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-s.result; err != nil {
			s.t.Errorf("Run: %v", err)
		}
	})
}

// connected starts a stage with commands registered and the bot connected.
func connected(t *testing.T, cfg localdiscord.Config, answer func(context.Context, *discord.Interaction, *discord.Responder) error) *stage {
	t.Helper()
	s := newStage(t, cfg, answer)
	if _, err := s.client.BulkOverwrite(s.ctx, s.guild.ID(), []discord.Command{echoCommand()}); err != nil {
		t.Fatal(err)
	}
	s.run()
	s.must(s.srv.WaitConnected(s.ctx))
	return s
}

func (s *stage) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// until waits for something that announces itself in no other way.
func (s *stage) until(done func() bool) {
	s.t.Helper()
	for !done() {
		select {
		case <-time.After(5 * time.Millisecond):
		case <-s.ctx.Done():
			s.t.Fatal("it did not happen")
		}
	}
}

// works fails the test unless the bot answers within the promised time, from
// now on. An interaction that falls into a gap is lost, so it is tried again.
func (s *stage) works() {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	for {
		in, err := s.ann.Slash(ctx, s.channel, "echo", localdiscord.Options{"text": "hello"}, localdiscord.WhenConnected())
		s.must(err)
		a, err := in.Answer(ctx)
		switch {
		case err == nil && a.Message != nil && a.Message.Content == "echo hello":
			return
		case err == nil:
			s.t.Fatalf("answer %+v", a)
		case ctx.Err() != nil:
			s.t.Fatal("the bot did not come back")
		}
	}
}

func TestRun_everyKindOfAnswer(t *testing.T) {
	form := discord.Modal{CustomID: "form", Title: "Deck", Components: []discord.Component{
		discord.Label{Text: "List", Input: discord.TextInput{CustomID: "list", Paragraph: true}},
		discord.Label{Text: "Division", Input: discord.StringSelect{CustomID: "division", Options: []discord.SelectOption{
			{Label: "Masters", Value: "m"}, {Label: "Seniors", Value: "s"},
		}}},
		discord.Label{Text: "File", Input: discord.FileUpload{CustomID: "file", Min: new(0), Optional: true}},
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
			return r.Update(ctx, card(fmt.Sprint(in.Field("list"), in.Fields["division"], len(in.Fields["file"]))))
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
		if m == nil || !localdiscord.Containing(text)(*m) {
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
	_, err = s.ann.WaitMessage(s.ctx, s.channel, localdiscord.Containing("later"))
	s.must(err)
	_, err = in.Acked(s.ctx)
	s.must(err)
	in, err = s.ann.Click(s.ctx, *message, "form")
	s.must(err)
	a, err = in.Answer(s.ctx)
	s.must(err)
	in, err = s.ann.SubmitModal(s.ctx, a.Modal, localdiscord.Fields{"list": "60 cards", "division": []string{"s"}, "file": []localdiscord.File{file}})
	s.must(err)
	a, err = in.Answer(s.ctx)
	s.must(err)
	shows(a.Message, "60 cards[s] 1")

	slow, err := s.ann.Slash(s.ctx, s.channel, "echo", localdiscord.Options{"text": "slow"})
	s.must(err)
	a, err = slow.Next(s.ctx, 1) // the edit, then the follow-up
	s.must(err)
	shows(a.Message, "slow")
	if !a.Message.Private() {
		t.Error("an ephemeral defer became public")
	}
	_, err = s.ann.WaitMessage(s.ctx, s.channel, localdiscord.Containing("more"))
	s.must(err)
}

// picture is a small PNG.
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
	found, err := c.RecentMessages(ctx, s.channel.ID(), 100)
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
	s.must(c.AddThreadMember(ctx, thread, s.ann.ID()))
	s.must(c.EditThread(ctx, thread, discord.ThreadChange{Archived: new(true), Locked: new(true)}))
	s.must(s.bot.wait(ctx, func(e discord.Event) bool {
		changed, ok := e.(discord.ThreadChanged)
		return ok && changed.ID == thread && changed.Archived && changed.Locked && changed.ParentID == s.channel.ID()
	}))
	dm, err := c.OpenDM(ctx, s.ann.ID())
	s.must(err)
	_, err = c.Send(ctx, dm, discord.Message{Content: "your match is up"})
	s.must(err)
	s.must(c.Delete(ctx, s.channel.ID(), id))
}

func TestRest_refusalsAreTyped(t *testing.T) {
	s := connected(t, localdiscord.Config{}, echo)
	s.srv.Tolerate(10003, 10008, 50001, 50013)
	ctx, c := s.ctx, s.client
	hidden := s.guild.AddChannel("hidden")
	hidden.Allow(s.guild.Everyone(), 0, localdiscord.Permissions(discord.ViewChannel))
	hidden.Allow(s.guild.BotRole(), 0, localdiscord.Permissions(discord.ViewChannel))
	if _, err := c.Send(ctx, "1", discord.Message{Content: "x"}); !discord.IsGone(err) {
		t.Errorf("no such channel: %v", err)
	}
	if err := c.Edit(ctx, s.channel.ID(), "1", discord.Message{Content: "x"}); !discord.IsGone(err) {
		t.Errorf("no such message: %v", err)
	}
	if _, err := c.Send(ctx, hidden.ID(), discord.Message{Content: "x"}); !discord.IsForbidden(err) {
		t.Errorf("hidden channel: %v", err)
	}
	s.ann.CloseDMs(true)
	dm, err := c.OpenDM(ctx, s.ann.ID())
	if err == nil {
		_, err = c.Send(ctx, dm, discord.Message{Content: "x"})
	}
	if !discord.IsClosedDM(err) {
		t.Errorf("closed direct messages: %v", err)
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
	if ch.Name != "tournament" || ch.Type != discord.ChannelText || ch.GuildID != s.guild.ID() {
		t.Errorf("channel %+v", ch)
	}
	may, err := c.MyPermissions(ctx, s.channel.ID())
	s.must(err)
	if missing := may.Missing(discord.ViewChannel | discord.SendMessages); missing != 0 {
		t.Errorf("missing %v", missing.Names())
	}
	s.channel.Allow(s.guild.BotRole(), 0, localdiscord.Permissions(discord.AttachFiles))
	s.channel.Allow(s.guild.Everyone(), 0, localdiscord.Permissions(discord.AttachFiles))
	may, err = c.MyPermissions(ctx, s.channel.ID())
	s.must(err)
	if missing := may.Missing(discord.AttachFiles | discord.SendMessages); missing != discord.AttachFiles {
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

func TestRun_comesBackFromEveryGatewayFault(t *testing.T) {
	tests := []struct {
		name   string
		beat   time.Duration // of the heart; 0 for Discord's
		fault  func(s *stage)
		resume bool // the session goes on, so that nothing is lost
	}{
		{"connection cut", 0, func(s *stage) { s.srv.Faults().Drop() }, true},
		{"asked to reconnect", 0, func(s *stage) { s.srv.Faults().Reconnect() }, true},
		{"closed with 4000", 0, func(s *stage) { s.srv.Faults().Close(4000) }, true},
		{"closed with 1001", 0, func(s *stage) { s.srv.Faults().Close(1001) }, false},
		{"session timed out", 0, func(s *stage) { s.srv.Faults().Close(4009) }, false},
		{"invalid session", 0, func(s *stage) { s.srv.Faults().InvalidSession(false) }, false},
		{"invalid session, twice", 0, func(s *stage) {
			s.srv.Faults().FirstPacket(9, 1)
			s.srv.Faults().InvalidSession(false)
		}, false},
		{"asked to reconnect as the first packet of the resume", 0, func(s *stage) {
			s.srv.Faults().FirstPacket(7, 1)
			s.srv.Faults().Drop()
		}, true},
		{"asked to reconnect as the first packet, many times", 0, func(s *stage) {
			s.srv.Faults().FirstPacket(7, 6)
			s.srv.Faults().Drop()
		}, false},
		{"invalid session as the first packet of the resume", 0, func(s *stage) {
			s.srv.Faults().FirstPacket(9, 1)
			s.srv.Faults().Drop()
		}, false},
		{"session forgotten", 0, func(s *stage) {
			s.srv.Faults().Drop()
			s.until(func() bool { return s.srv.Stats().Sessions == 0 })
			s.srv.Faults().Expire()
		}, false},
		{"refused twice with a code that passes", 0, func(s *stage) {
			s.srv.Faults().RefuseNext(4000, 2)
			s.srv.Faults().Drop()
		}, false},
		{"the gateway's address is out of reach", 0, func(s *stage) {
			s.srv.Faults().Script("GET", "/gateway", localdiscord.Fault502, 2)
			s.srv.Faults().InvalidSession(false)
		}, false},
		{"heartbeats are not acknowledged", time.Second, func(s *stage) {
			s.srv.Faults().HoldAcks(true)
			s.must(s.bot.wait(s.ctx, func(e discord.Event) bool { _, ok := e.(discord.Disconnected); return ok }))
			s.srv.Faults().HoldAcks(false)
		}, true},
		{"asked for a heartbeat", 0, func(s *stage) { s.srv.Faults().RequestHeartbeat() }, false},
		{"storm of events", 0, func(s *stage) { s.srv.Faults().Storm(3000) }, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := connected(t, localdiscord.Config{HeartbeatInterval: tt.beat}, echo)
			s.works()
			tt.fault(s)
			s.works()
			if stats := s.srv.Stats(); tt.resume && (stats.Identifies != 1 || stats.Resumes == 0) {
				t.Errorf("%d sessions, %d resumed: the session was given up", stats.Identifies, stats.Resumes)
			}
			s.until(func() bool { return s.client.Status().Connected })
		})
	}
}

func TestRun_endsForGood(t *testing.T) {
	fatal := func(code int) func(error) bool {
		return func(err error) bool {
			var closed *discord.FatalCloseError
			return errors.As(err, &closed) && closed.Code == code
		}
	}
	refused := func(err error) bool { return errors.Is(err, discord.ErrTokenRefused) }
	tests := []struct {
		code int
		want func(error) bool
	}{
		{4004, refused},
		{4010, fatal(4010)},
		{4011, fatal(4011)},
		{4012, fatal(4012)},
		{4013, fatal(4013)},
		{4014, fatal(4014)},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint("at the start, ", tt.code), func(t *testing.T) {
			s := newStage(t, localdiscord.Config{}, echo)
			s.srv.Faults().RefuseNext(tt.code, 100)
			if err := s.client.Run(s.ctx, s.bot); !tt.want(err) {
				t.Errorf("error %v", err)
			}
			if n := s.srv.Stats().Connections; n != 1 {
				t.Errorf("%d connections", n)
			}
		})
		t.Run(fmt.Sprint("later, ", tt.code), func(t *testing.T) {
			s := newStage(t, localdiscord.Config{}, echo)
			done := make(chan error, 1)
			go func() { done <- s.client.Run(s.ctx, s.bot) }()
			s.must(s.srv.WaitConnected(s.ctx))
			s.must(s.bot.wait(s.ctx, func(e discord.Event) bool { _, ok := e.(discord.GuildAvailable); return ok }))
			s.srv.Faults().Close(tt.code)
			if err := <-done; !tt.want(err) {
				t.Errorf("error %v", err)
			}
		})
	}
	t.Run("a wrong token", func(t *testing.T) {
		s := newStage(t, localdiscord.Config{}, echo)
		wrong, err := discord.New(discord.Config{Token: "wrong", APIBase: s.srv.URL()})
		s.must(err)
		defer wrong.Close()
		if err := wrong.Run(s.ctx, s.bot); !refused(err) {
			t.Errorf("error %v", err)
		}
		if _, err := wrong.Me(s.ctx); !refused(err) {
			t.Errorf("REST: %v", err)
		}
		s.srv.ClearViolations()
	})
}

func TestRun_waitsForADiscordThatIsNotThereYet(t *testing.T) {
	s := newStage(t, localdiscord.Config{}, echo)
	s.srv.Faults().Script("GET", "/gateway", localdiscord.FaultCutBefore, 2)
	s.run()
	s.must(s.srv.WaitConnected(s.ctx))
}

func TestRun_containsPanics(t *testing.T) {
	s := connected(t, localdiscord.Config{}, func(ctx context.Context, in *discord.Interaction, r *discord.Responder) error {
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
	s := connected(t, localdiscord.Config{}, func(ctx context.Context, in *discord.Interaction, r *discord.Responder) error {
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
		return ok && g.ID == s.guild.ID() && g.Name == "Club" && g.Known && g.Permissions.Has(discord.SendMessages)
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
	s := connected(t, localdiscord.Config{}, func(ctx context.Context, in *discord.Interaction, r *discord.Responder) error {
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

func TestRest_faultsNeitherLoseNorDouble(t *testing.T) {
	kinds := slices.DeleteFunc(localdiscord.AllFaults(), func(f localdiscord.Fault) bool { return f == localdiscord.FaultHTML429 })
	s := connected(t, localdiscord.Config{Seed: 7, RateLimits: localdiscord.RateLimits{Scale: 50}}, echo)
	s.srv.Faults().Plan(localdiscord.FaultPlan{Percent: 20, Kinds: kinds, RetryAfter: 30 * time.Millisecond, Latency: 30 * time.Millisecond})
	const posts = 60
	var wg sync.WaitGroup
	for i := range posts {
		wg.Go(func() {
			text := fmt.Sprintf("post %02d", i)
			id, err := s.client.Send(s.ctx, s.channel.ID(), discord.Message{Content: text, Nonce: fmt.Sprint("n", i)})
			if err != nil {
				t.Errorf("%s: %v", text, err)
				return
			}
			if err := s.client.Edit(s.ctx, s.channel.ID(), id, discord.Message{Content: text + " edited"}); err != nil {
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
}

// TestRun_answersThroughFaults has people ask while 7 % of all requests fail in
// every way there is, and posts fill the channel.
func TestRun_answersThroughFaults(t *testing.T) {
	s := connected(t, localdiscord.Config{Seed: 3, RateLimits: localdiscord.RateLimits{Scale: 20}}, echo)
	s.srv.Faults().Plan(localdiscord.FaultPlan{Percent: 7})
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			for {
				_, err := s.client.Send(s.ctx, s.channel.ID(), discord.Message{Content: fmt.Sprint(i), Nonce: fmt.Sprint(i)})
				after, limited := discord.RetryAfter(err)
				if !limited {
					if err != nil {
						t.Error(err)
					}
					return
				}
				time.Sleep(after)
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

func TestRest_staysWithinTheLimitsOfDiscord(t *testing.T) {
	s := connected(t, localdiscord.Config{RateLimits: localdiscord.RateLimits{Scale: 10}}, echo)
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
}
