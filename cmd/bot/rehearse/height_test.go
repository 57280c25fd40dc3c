package rehearse

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"topcut/cmd/bot/rehearse/audit"
	"topcut/cmd/bot/rehearse/browsertest"
	"topcut/cmd/bot/rehearse/web"
	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament/rules"
)

// state is a state of a message at one time, as the rehearsal page has it.
type state struct {
	localdiscord.Message
	When  int64             `json:"when"`
	Names map[string]string `json:"names"`
	text  string
}

// mentioned matches the mention of a user, a role or a channel in a text.
var mentioned = regexp.MustCompile(`<(?:@&?|#)\d+>`)

// everyState follows a server. The returned function returns all states of the bot's
// messages, including deleted ones.
func everyState(srv *localdiscord.Server) func() []state {
	states, last := map[string]state{}, 0
	note := func(e localdiscord.Entry) {
		last = e.Seq
		m, there := srv.Message(e.MessageID)
		if !there || m.Author.ID != srv.BotID() || m.Loading() {
			return
		}
		shown := state{Message: m, When: m.Timestamp.Time().UnixMilli(), Names: map[string]string{}, text: srv.Render(m)}
		var raw bytes.Buffer
		plain := json.NewEncoder(&raw)
		plain.SetEscapeHTML(false)
		_ = plain.Encode(m.Components) // only for searching
		for _, code := range mentioned.FindAllString(m.Content+raw.String(), -1) {
			shown.Names[code] = srv.Render(localdiscord.Message{Posted: wire.Posted{Head: wire.Head{ChannelID: m.ChannelID}, Content: code}})
		}
		states[m.ID+shown.text] = shown
	}
	ctx, stop := context.WithCancel(context.Background())
	var following sync.WaitGroup
	following.Go(func() {
		for e := range srv.Follow(ctx, 0) {
			note(e)
		}
	})
	return func() []state {
		stop()
		following.Wait()
		for _, e := range srv.Transcript(last) {
			note(e)
		}
		return slices.Collect(maps.Values(states))
	}
}

func median(list []float64) float64 { return slices.Sorted(slices.Values(list))[len(list)/2] }

// TestNoPostIsTallerThanAScreenAndAHalf plays an evening of each game, and one in German,
// and measures every state of every post and private answer on a phone: only pairings and
// standings may be taller than one and a half screens.
func TestNoPostIsTallerThanAScreenAndAHalf(t *testing.T) {
	t.Parallel()
	const width, height = 390, 844
	for _, ruleset := range atMost(2, append([]string{"magic", "magic de"}, rules.IDs()...)...) {
		t.Run(ruleset, func(t *testing.T) {
			t.Parallel()
			b := browsertest.New(t, width, height)
			game, language, _ := strings.Cut(ruleset, " ")
			r := prepared(t, evenings(t, game)...)
			r.o.windows = hurried
			if language != "" {
				r.o.set = map[string]string{"language": language}
			}
			if err := r.open(t.Context()); err != nil {
				t.Fatal(err)
			}
			all := everyState(r.venue.srv)
			if err := r.perform(t.Context()); err != nil {
				t.Fatal(r.explain(err))
			}
			messages := all()
			page, err := web.New(web.Config{Server: r.venue.srv, Guild: r.venue.guild})
			if err != nil {
				t.Fatal(err)
			}
			b.Open(browsertest.Serve(t, page)())
			snap, err := r.bot.snapshot(t.Context(), r.play.id)
			if err != nil {
				t.Fatal(err)
			}
			planned, err := audit.Plan(snap)
			if err != nil {
				t.Fatal(err)
			}
			heights := b.Heights(messages)
			t.Logf("%d states of messages, the median %.0f px high", len(heights), median(heights))
			for i, h := range heights {
				m := messages[i]
				p, _ := planned.Find(m.Message)
				if long := p != nil && (p.Kind == "pairings" || p.Kind == "standings"); h > 1.5*height && !long {
					t.Errorf("%.0f px high:\n%s", h, m.text)
				}
			}
		})
	}
}
