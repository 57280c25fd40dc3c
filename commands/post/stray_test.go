package post_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"topcut/commands/discord"
	"topcut/commands/gallery"
	"topcut/commands/localdiscord"
	"topcut/commands/post"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/stage"
	"topcut/tournament/testrun"
)

// TestOneStrayAnswerIsNotFinal: from its creation until after its end, the messages and
// edits of an event get one or two stray errors. Each post exists once, with its pictures
// and files, and none is given up.
func TestOneStrayAnswerIsNotFinal(t *testing.T) {
	for _, fault := range []localdiscord.Fault{
		localdiscord.Fault404, localdiscord.Fault403, localdiscord.Fault500, localdiscord.FaultCutBefore, localdiscord.FaultCutAfter,
	} {
		for _, times := range []int{2, 1}[:testrun.UpTo(1, 2)] {
			runInBubble(t, fmt.Sprintf("%s, %d", fault, times), func(t *testing.T) {
				// The fourth tells the players of the results that end the round.
				if got, want := plainEvening(t, fault, times), []int{0, 0, 1, 0, 2, 0}; !slices.Equal(got, want) {
					t.Errorf("the messages have %v files, want %v", got, want)
				}
			})
		}
	}
}

// plainEvening plays an event whose posts meet a fault at each step, and returns the
// number of files of each message in its channel.
func plainEvening(t *testing.T, fault localdiscord.Fault, times int) (files []int) {
	w := newTestServer(t)
	w.srv.Tolerate(50013, 10003, 50001)
	guild := w.srv.AddGuild("Hall")
	channel, office := guild.AddChannel("open"), guild.AddChannel("office")
	strike := func() {
		for _, c := range []*localdiscord.Channel{channel, office} {
			w.srv.Faults().Script("POST", c.ID()+"/messages", fault, times)
			w.srv.Faults().Script("PATCH", c.ID()+"/messages/", fault, times)
		}
	}
	strike()
	e := w.open(guild, channel, office)
	drawn := gallery.New(0)
	w.serve(func(c *post.Config) { c.Draw, c.Settle = drawn.Files, 3*time.Second })
	settled := func() {
		t.Helper()
		w.until("all is posted", func() bool {
			waiting, watched, err := w.store.PostsPending(t.Context())
			return err == nil && waiting+watched == 0 && w.sender.Quiet(t.Context())
		})
		w.srv.Faults().Clear()
	}
	settled()
	join := command.All{&command.ChangeSettings{Edit: singleRound}}
	for i := range 4 {
		join = append(join, &command.Join{User: fmt.Sprint(70 + i), Name: fmt.Sprint("Player ", i)})
	}
	played := command.All{}
	for table := range 2 {
		played = append(played, &command.Correct{Round: 1, Match: table + 1, Text: "2-0"})
	}
	for _, step := range []command.Command{
		join,
		command.All{&command.Start{}, &command.Pair{}, &command.Publish{}, &command.StartRound{}},
		played,
		&command.Finish{}, &command.Announce{Text: "Thank you all."},
	} {
		strike()
		if _, err := e.director.Do(t.Context(), e.id, e.request(step)); err != nil {
			t.Fatalf("%T: %v", step, err)
		}
		w.sender.Wake()
		settled()
	}
	lost, err := w.store.GivenUp(t.Context(), guild.ID())
	if err != nil || len(lost) > 0 {
		t.Errorf("given up: %+v, %v", lost, err)
	}
	panels := slices.DeleteFunc(w.posts(office), func(m localdiscord.Message) bool { return !w.says(m, "Friday Night") })
	if len(panels) != 1 {
		t.Errorf("%d panels stand there", len(panels))
	}
	for _, m := range w.posts(channel) {
		files = append(files, len(m.Attachments))
	}
	return files
}

// singleRound reduces an event to a single round without a cut.
func singleRound(s tournament.Settings) (tournament.Settings, error) {
	s.Stages = s.Stages.WithRounds(1).WithCut(stage.Entry{})
	return s, nil
}

// TestWhatAFinishedEventLostIsTold: the channel of an event is deleted when it ends. Its
// posts are retried for an hour and then given up. This is reported although the event is
// over, and they are posted when an organiser requests it and the channel is back.
func TestWhatAFinishedEventLostIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := newPostedEvent(t, true)
		if _, err := e.director.Do(t.Context(), e.id, e.request(&command.Cancel{})); err != nil {
			t.Fatal(err)
		}
		to := &channels{refuse: "Friday Night", with: &discord.APIError{Status: 404, Code: 10003}}
		began := time.Now()
		e.deliverFor(to, 2*time.Hour, func() bool { return e.row("card").Dead != "" })
		if tried := time.Since(began); tried < time.Hour {
			t.Errorf("given up after %s", tried)
		}
		lost, err := e.store.GivenUp(t.Context(), "1")
		if err != nil || !slices.ContainsFunc(lost, func(o tournament.OutboxRow) bool { return o.Key == "card" }) {
			t.Fatalf("told as given up: %+v, %v", lost, err)
		}
		s := post.NewSender(post.Config{Outbox: e.store, Director: e.director, Channels: to, Now: time.Now})
		if n, err := s.Repost(t.Context(), "1"); err != nil || n == 0 {
			t.Fatalf("%d are posted again, %v", n, err)
		}
		to.with = nil
		e.deliverFor(to, time.Hour, func() bool { return e.row("card").Shown > 0 })
	})
}
