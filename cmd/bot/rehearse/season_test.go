package rehearse

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"topcut/cmd/bot/rehearse/browsertest"
	"topcut/cmd/bot/rehearse/web"
	"topcut/commands/localdiscord"
	"topcut/tournament/golden"
)

// TestTranscriptsOfASeason compares what one player and the organiser do and see in a
// whole season, in two languages, with testdata/transcripts. In week 5 it compares what a
// member reads who comes back after two weeks, and what the organiser reads. With
// TOPCUT_SHOTS=DIR it takes screenshots on a phone as the player and on a desktop as the
// organiser, light and dark, and in week 5 on both of what those two read; it runs
// axe-core on each page.
func TestTranscriptsOfASeason(t *testing.T) {
	if !golden.Updating(t) {
		atLength(t)
	}
	for _, language := range []string{"en", "de"} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			r := prepared(t, "--league", "--quiet", "--language", language)
			if err := r.open(t.Context()); err != nil {
				t.Fatal(err)
			}
			v := r.venue
			s := &season{r: r, p: r.play, organiser: r.play.actors[v.organiser.ID()]}
			s.p.crowd = 1
			ctx := t.Context()
			player := v.players[1]
			asked := s.inWeek(t, 5, photographed(t, s, player))
			err := s.p.prepare(ctx)
			for _, part := range []func(context.Context) error{s.begin, s.weeks, s.end, s.check} {
				if err == nil {
					err = part(ctx)
				}
			}
			if err != nil {
				t.Fatal(r.explain(err))
			}
			if o := &s.out; o.Lost+o.Doubled+o.Stale+o.Violations > 0 {
				t.Fatalf("%+v\n%s", *o, r.env.Stdout)
			}
			entries := asked.without(v.srv.Transcript(0))
			for file, text := range asked.texts {
				if i := strings.Index(text, "‹"); i >= 0 {
					t.Errorf("%s has no text for %.40s", language, text[i:])
				}
				golden.File(t, filepath.Join("testdata", "transcripts", "season."+language+"."+file+".txt"), text)
			}
			for who, sees := range map[string]func(e localdiscord.Entry) bool{
				"player": seenBy(player, v.office), "organiser": seenBy(v.organiser, nil),
			} {
				golden.File(t, filepath.Join("testdata", "transcripts", "season."+language+"."+who+".txt"), transcript(entries, sees))
			}
		})
	}
}

// questions are what people asked in a season beside playing it.
type questions struct {
	texts    map[string]string // transcripts by name
	from, to int               // their entries among all
}

// without returns entries without those of the questions.
func (q *questions) without(entries []localdiscord.Entry) []localdiscord.Entry {
	return slices.Concat(entries[:q.from], entries[q.to:])
}

// inWeek lets two people look around when a week opens: a member who has done nothing for
// two weeks, and the organiser, who sees her channel first. Each answer is photographed.
func (s *season) inWeek(t *testing.T, week int, photos album) *questions {
	t.Helper()
	q := &questions{texts: map[string]string{}}
	before := s.look
	s.look = func(what string) {
		if before != nil {
			before(what)
		}
		if what != fmt.Sprintf("week %d opened", week) {
			return
		}
		v := s.p.venue
		q.from = len(v.srv.Transcript(0))
		asks := func(who *actor, commands ...string) string {
			at := len(v.srv.Transcript(0))
			for _, c := range commands {
				command, show, _ := strings.Cut(c, " show:")
				options := localdiscord.Options{}
				if show != "" {
					options["show"] = show
				}
				if _, err := s.slash(t.Context(), who, command, options); err != nil {
					t.Errorf("/%s: %v", c, err)
				}
				photos.answered(who.Person, v.main, fmt.Sprintf("week %d %s", week, strings.ReplaceAll(c, " ", "-")))
			}
			return transcript(v.srv.Transcript(0)[at:], seenBy(who.Person, nil))
		}
		var office strings.Builder
		for _, m := range v.srv.Messages(v.office, v.owner) { // without private answers to her
			office.WriteString(steady(messageText(localdiscord.Entry{Kind: localdiscord.EntryPosted, Channel: "#" + v.office.Name(), Actor: "Topcut", Text: v.srv.Render(m)})))
		}
		photos.answered(v.organiser, v.office, fmt.Sprintf("week %d", week))
		photos.answered(v.players[14], v.main, fmt.Sprintf("week %d", week))
		q.texts["returning"] = asks(s.p.actors[v.players[14].ID()], "help", "status", "match list", "pairings show:fixtures", "league standings", "league info", "league info show:odds")
		q.texts["week5"] = office.String() + asks(s.organiser, "help", "pairings show:fixtures", "round verdict", "league standings", "league info show:odds", "league-admin promote")
		q.to = len(v.srv.Transcript(0))
	}
	return q
}

// seenBy returns a filter for what who does, for their private answers, and for the posts
// in their channels and in the threads of their own matches. Of the edits it passes only
// those that name them: others are noticed only by scrolling.
func seenBy(who *localdiscord.Person, hidden *localdiscord.Channel) func(e localdiscord.Entry) bool {
	return func(e localdiscord.Entry) bool {
		switch {
		case e.Kind == localdiscord.EntryAction:
			return e.Actor == who.Name()
		case e.To != "":
			return e.To == who.Name()
		case e.Kind == localdiscord.EntryEdited && !strings.Contains(e.Text, who.Name()) && (hidden != nil || !strings.HasPrefix(e.Channel, "#organisers")):
			return false
		case strings.HasPrefix(e.Channel, "#"):
			return hidden == nil || e.Channel != "#"+hidden.Name()
		}
		return strings.Contains(e.Channel, who.Name())
	}
}

// album is the screens on which a season is photographed: the page of the rehearsal on a
// desktop and on a phone. It has none unless photos are wanted.
type album []*photographer

// photographer is one of the screens and whom it follows through the season.
type photographer struct {
	*browsertest.Browser
	t        *testing.T
	follows  *localdiscord.Person
	actsAs   *localdiscord.Person
	channels []*localdiscord.Channel
}

// photographed opens the page on a desktop as the organiser and on a phone as a player,
// and takes a screenshot of both after every change.
func photographed(t *testing.T, s *season, player *localdiscord.Person) (screens album) {
	t.Helper()
	if os.Getenv("TOPCUT_SHOTS") == "" {
		return nil
	}
	v := s.r.venue
	cast := []web.Member{{Person: v.organiser, Part: web.Organiser, Roles: []*localdiscord.Role{v.role}}}
	for _, p := range v.players {
		cast = append(cast, web.Member{Person: p, Part: web.Player})
	}
	for _, c := range []*photographer{{follows: v.organiser, channels: []*localdiscord.Channel{v.office, v.main}}, {follows: player, channels: []*localdiscord.Channel{v.main}}} {
		page, err := web.New(web.Config{Server: v.srv, Guild: v.guild, Cast: cast, Clock: s.p.clock.now, When: s.p.clock.when}) // a key works once
		if err != nil {
			t.Fatal(err)
		}
		c.t = t
		c.Browser = browsertest.New(t, map[bool]int64{true: 390, false: 1280}[c.follows == player], 844)
		c.Open(browsertest.Serve(t, page)())
		screens = append(screens, c)
	}
	s.look = func(what string) {
		for _, c := range screens {
			for _, channel := range c.channels {
				c.shoot(c.follows, channel, what, "light", "dark")
			}
		}
	}
	return screens
}

// answered takes a screenshot on both screens of what a person reads in a channel.
func (a album) answered(who *localdiscord.Person, channel *localdiscord.Channel, what string) {
	for _, c := range a {
		c.t.Helper()
		c.shoot(who, channel, what, "light")
	}
}

// shoot takes a screenshot of a channel as a person sees it, in some colour schemes, and
// runs axe-core on the page.
func (c *photographer) shoot(who *localdiscord.Person, channel *localdiscord.Channel, what string, schemes ...string) {
	c.t.Helper()
	if c.actsAs != who {
		c.actsAs = who
		c.ActAs("a", who.Name())
	}
	c.GoTo("a", channel.Name())
	c.Pause(1)
	for _, scheme := range schemes {
		c.Media(scheme)
		c.Shot(what + " " + who.Name() + " " + channel.Name() + " " + scheme)
	}
	c.Accessible(what)
}
