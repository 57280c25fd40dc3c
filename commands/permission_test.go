package commands_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"topcut/commands"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/router"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/stores"
)

// answers replaces Discord for interactions that no client could send: forged panels,
// unknown paths, odd values.
type answers struct {
	mu   sync.Mutex
	text []string
}

func (a *answers) add(m discord.Message) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(m.Components) > 0 {
		a.text = append(a.text, fmt.Sprintf("%+v", m.Components))
		return
	}
	a.text = append(a.text, m.Content)
}

func (a *answers) Reply(_ context.Context, m discord.Message) error { a.add(m); return m.Check() }

func (a *answers) Update(_ context.Context, m discord.Message) error { a.add(m); return m.Check() }

func (a *answers) EditReply(_ context.Context, m discord.Message) error { a.add(m); return m.Check() }
func (a *answers) Defer(context.Context, bool) error                    { return nil }
func (a *answers) DeferUpdate(context.Context) error                    { return nil }
func (a *answers) Modal(_ context.Context, m discord.Modal) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.text = append(a.text, "modal "+m.Title)
	return m.Check()
}
func (a *answers) Choices(context.Context, []discord.Choice) error { return nil }
func (a *answers) Apart()                                          {}

func (a *answers) FollowUp(_ context.Context, m discord.Message) (string, error) {
	a.add(m)
	return "1", m.Check()
}

func (a *answers) last() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.text) == 0 {
		return ""
	}
	return a.text[len(a.text)-1]
}

// pressed returns a panel of the same kind with random parameters.
func pressed(p customid.Panel, number func() int, word func() string) customid.Panel {
	v := reflect.New(reflect.TypeOf(p)).Elem()
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.Bool:
			f.SetBool(number()%2 == 1)
		case reflect.String:
			f.SetString(word())
		default:
			f.SetInt(int64(number()))
		}
	}
	return v.Interface()
}

// interaction returns an interaction for a route as the gateway could deliver it.
func (h *testServer) interaction(r *commands.Route, user string, perms wire.Permissions, n int) *discord.Interaction {
	in := &discord.Interaction{
		ID: fmt.Sprintf("%d", 1_000_000+n), Token: "t", AppID: "1", GuildID: h.guild.ID(), ChannelID: h.channel.ID(),
		User: discord.User{ID: user, Name: "Mallory", Username: "mallory"}, Permissions: perms, Locale: "en-GB",
		Options: map[string]discord.Option{}, Fields: map[string][]string{}, Received: time.Now(),
	}
	if r.Path != "" {
		in.Kind, in.Path = discord.KindCommand, strings.Fields(r.Path)
		return in
	}
	in.Kind, in.CustomID = discord.KindComponent, customid.New(h.snapshot().State.ID, pressed(r.Panel, func() int { return 1 }, func() string { return "" }))
	in.Values = []string{"2-0"}
	in.Message = discord.MessageRef{Head: wire.Head{ID: "5", ChannelID: h.channel.ID()}}
	return in
}

// TestEveryRouteAsksForItsRole: every organisers' route refuses a player and a stranger,
// by command and by forged panel, and writes nothing. Holders of each documented right
// pass the check.
func TestEveryRouteAsksForItsRole(t *testing.T) {
	h := newTestServer(t)
	players := h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	const role = "4242"
	if _, err := h.store.ChangeServer(t.Context(), h.guild.ID(), func(s *stores.Server) { s.OrganiserRole = role }); err != nil {
		t.Fatal(err)
	}
	n := 0
	ask := func(r *commands.Route, user string, perms wire.Permissions, roles ...string) string {
		n++
		in := h.interaction(r, user, perms, n)
		in.Roles = roles
		a := &answers{}
		h.app.Serve(t.Context(), in, a)
		return a.last()
	}
	for _, r := range h.app.Table.Routes() {
		name := r.Name()
		if r.Role != commands.Organiser {
			if got := ask(r, "999", 0); strings.Contains(got, "Only organisers") {
				t.Errorf("%s is for everybody and refuses a stranger: %s", name, got)
			}
			continue
		}
		before := h.snapshot().State.Seq
		for who, user := range map[string]string{"stranger": "999", "player": players[0].ID()} {
			if got := ask(r, user, wire.SendMessages|wire.ManageMessages|wire.ManageRoles); !strings.Contains(got, "Only organisers") {
				t.Errorf("%s does not refuse a %s: %q", name, who, got)
			}
		}
		if after := h.snapshot().State.Seq; after != before {
			t.Errorf("%s was refused and wrote %d events", name, after-before)
		}
	}
	status, _ := find(h.app.Table, "tournament log")
	for who, got := range map[string]string{
		"Manage Server": ask(status, "1", wire.ManageGuild), "Manage Events": ask(status, "2", wire.ManageEvents),
		"Administrator": ask(status, "3", wire.Administrator), "organiser role": ask(status, "4", 0, role),
		"creator": ask(status, h.organiser.ID(), 0),
	} {
		if strings.Contains(got, "Only organisers") {
			t.Errorf("%s is refused: %s", who, got)
		}
	}
}

// TestANumberOutsideTheBoundsOfItsOptionIsRefused: each such number for each option of
// each command is refused with one sentence, because Discord knows only the bounds of the
// last sync.
func TestANumberOutsideTheBoundsOfItsOptionIsRefused(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	h.slash(h.organiser, "league-admin create", localdiscord.Options{"name": "Mondays"})
	n := 0
	for _, r := range h.app.Table.Routes() {
		for _, o := range r.Options {
			if o.Min == nil {
				continue
			}
			for _, value := range []int64{int64(*o.Min) - 1, int64(*o.Max) + 1} {
				n++
				in := h.interaction(r, h.organiser.ID(), wire.ManageGuild, n)
				in.Options[o.Name] = discord.Option{Type: o.Type, Int: value, Text: fmt.Sprint(value)}
				a := &answers{}
				h.app.Serve(t.Context(), in, a)
				if want := fmt.Sprintf("%d isn't between %.0f and %.0f.", value, *o.Min, *o.Max); !strings.Contains(ungrouped(a.last()), want) {
					t.Errorf("/%s %s:%d: %q", r.Path, o.Name, value, a.last())
				}
			}
		}
	}
	if n == 0 {
		t.Error("no command has an option with bounds")
	}
}

func find(t *router.Table, path string) (*commands.Route, bool) {
	for _, r := range t.Routes() {
		if r.Path == path {
			return r, true
		}
	}
	return nil, false
}

// TestARouteWithoutARoleDoesNotStart: NewTable refuses it.
func TestARouteWithoutARoleDoesNotStart(t *testing.T) {
	run := func(context.Context, *router.Call) (commands.Reply, error) { return commands.Reply{}, nil }
	if _, err := router.NewTable([]commands.Route{{Path: "status", Run: run}}, text.Printer{}); err == nil || !strings.Contains(err.Error(), "no role") {
		t.Errorf("got %v", err)
	}
	if _, err := router.NewTable([]commands.Route{{Path: "nowhere", Role: commands.Everyone, Run: run}}, text.Printer{}); err == nil || !strings.Contains(err.Error(), "nothing describes") {
		t.Errorf("a command without a description is registered: %v", err)
	}
}

var fuzzed = flag.Int("fuzzed", 375, "interactions that TestFuzzedInteractions sends into each of its events, with -short a fifth of them")

// TestFuzzedInteractions: whatever the gateway delivers, nothing panics, every answer
// fits Discord's limits, and a user without rights changes only their own part.
func TestFuzzedInteractions(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]func(*testServer) []*localdiscord.Person{
		"Swiss": func(h *testServer) []*localdiscord.Person {
			return h.toRound1(6, localdiscord.Options{"rounds": 3, "cut": 2})
		},
		"draft": func(h *testServer) []*localdiscord.Person {
			h.create(localdiscord.Options{"format": "draft"})
			players := h.players(7)
			h.slash(h.organiser, "tournament start", nil)
			return players
		},
		"tie": func(h *testServer) []*localdiscord.Person {
			players := h.toRound1(4, localdiscord.Options{"ruleset": "meccg", "rounds": 1, "cut": 0})
			for _, table := range []int{1, 2} {
				h.slash(h.organiser, "player report", localdiscord.Options{"table": table, "result": "tie"})
			}
			return players
		},
		"divisions": func(h *testServer) []*localdiscord.Person {
			h.create(localdiscord.Options{"ruleset": "pokemon-2009", "rounds": 1, "cut": 2})
			players := h.players(6)
			h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "divisions=Junior; Masters"})
			for n := range 3 {
				h.slash(h.organiser, "player division", localdiscord.Options{"player": fmt.Sprintf("p%d", n+1), "division": "Masters"})
			}
			h.slash(h.organiser, "tournament start", nil)
			h.playRound(always("1-0"))
			h.slash(h.organiser, "tournament cut", nil)
			return players
		},
	} {
		t.Run(name, func(t *testing.T) { fuzz(t, begin) })
	}
}

// fuzz sends interactions of every route to an event, and to a new one when the event has
// ended.
func fuzz(t *testing.T, begin func(*testServer) []*localdiscord.Person) {
	h := drawnTestServer(t)
	players := begin(h)
	rng := rand.New(rand.NewPCG(1, 2))
	routes := h.app.Table.Routes()
	most := *fuzzed
	if testing.Short() {
		most /= 5
	}
	for n := range most {
		if h.snapshot().State.Phase >= tournament.Finished { // the event has ended: continue with a new one
			players = begin(h)
		}
		r := routes[rng.IntN(len(routes))]
		user, perms := fmt.Sprint(rng.IntN(5)), wire.Permissions(0)
		switch rng.IntN(3) {
		case 0:
			user = players[rng.IntN(len(players))].ID()
		case 1:
			perms = wire.ManageEvents
		}
		in := h.anything(r, user, perms, 10_000+n, rng)
		before := h.snapshot()
		a := &checked{t: t, route: r.Name()}
		h.app.Serve(t.Context(), in, a)
		if strings.Contains(a.last(), "Something broke") {
			t.Errorf("%s %v %q: %s", r.Name(), in.Options, in.CustomID, a.last())
		}
		after := h.snapshot()
		if after.State.ID == before.State.ID && perms == 0 && after.State.Seq > before.State.Seq {
			h.ownPart(r, user, after, after.Log[before.State.Seq:])
		}
		if t.Failed() {
			return
		}
	}
}

// oddities are unusual inputs.
var oddities = []string{
	"", "2-1", "p1", "p999", "0-0-3", "id", "-1", "99999999999999999999", "Player 1", "<@1>", "@everyone", "x=y", "rounds=5, cut=8",
	"\u202e", "🦊🦊🦊", strings.Repeat("界", 400), "'; DROP TABLE events; --", "{}", "draw", "swap", "magic", "t1", "\x00", "0 19 * * 5",
}

// anything returns an interaction of a route with random content.
func (h *testServer) anything(r *commands.Route, user string, perms wire.Permissions, n int, rng *rand.Rand) *discord.Interaction {
	pick := func() string { return oddities[rng.IntN(len(oddities))] }
	in := h.interaction(r, user, perms, n)
	for _, o := range r.Options {
		if rng.IntN(3) > 0 {
			v := discord.Option{Type: o.Type, Text: pick(), Int: rng.Int64N(200) - 50, Bool: rng.IntN(2) == 0}
			if rng.IntN(10) == 0 {
				v.Int = int64(rng.Uint64())
			}
			in.Options[o.Name] = v
		}
	}
	if r.Panel == nil {
		if rng.IntN(6) == 0 {
			in.Kind = discord.KindAutocomplete
			for name, o := range in.Options {
				o.Focused = true
				in.Options[name] = o
				break
			}
		}
		return in
	}
	in.CustomID = customid.New(h.snapshot().State.ID, pressed(r.Panel, func() int { return rng.IntN(6) }, func() string {
		return []string{"out", "all", "draw", "double_loss", "2-0", "elo", "line", "0-0-0"}[rng.IntN(8)]
	}))
	switch rng.IntN(12) {
	case 0:
		in.CustomID = pick()
	case 1:
		in.CustomID = "1:" + r.Name() + ":zzzzzzzzzzzzzz"
	case 2:
		in.CustomID = "1:" + r.Name() + ":" + fmt.Sprint(rng.IntN(5))
	}
	in.Values = []string{pick()}
	if rng.IntN(5) == 0 {
		in.Values = nil
	}
	if rng.IntN(2) == 0 {
		in.Kind = discord.KindModal
		for _, f := range []string{"name", "division", "tag", "deck", "reason", "result", "rounds", "prizes"} {
			in.Fields[f] = []string{pick()}
		}
	}
	return in
}

// checked fails the test if an answer does not fit into Discord.
type checked struct {
	answers
	t     *testing.T
	route string
}

func (c *checked) Reply(ctx context.Context, m discord.Message) error {
	return c.note(c.answers.Reply(ctx, m))
}

func (c *checked) Update(ctx context.Context, m discord.Message) error {
	return c.note(c.answers.Update(ctx, m))
}

func (c *checked) EditReply(ctx context.Context, m discord.Message) error {
	return c.note(c.answers.EditReply(ctx, m))
}

func (c *checked) Modal(ctx context.Context, m discord.Modal) error {
	return c.note(c.answers.Modal(ctx, m))
}

func (c *checked) note(err error) error {
	if err != nil {
		c.t.Errorf("%s: %v", c.route, err)
	}
	return err
}

// ownPart fails the test unless the events are what the person may do for themselves.
func (h *testServer) ownPart(r *commands.Route, user string, after *tournament.Snapshot, events []tournament.Envelope) {
	own := after.Book.ByUser(user)
	for i := range events {
		e := &events[i]
		if _, over := e.Event.(*tournament.RoundClosed); over && after.State.Settings.AutoAdvance {
			return // a consequence of other events
		}
		if e.Actor != own {
			h.t.Errorf("%s by %s wrote an event of person %d", r.Name(), user, e.Actor)
		}
		switch e.Event.(type) {
		case *tournament.PlayerRegistered, *tournament.PlayerLeft, *tournament.PlayerPromoted, *tournament.PlayerCheckedIn,
			*tournament.DeckSubmitted, *tournament.PlayerDropped, *tournament.ResultReported, *tournament.ResultConfirmed,
			*tournament.ResultDisputed, *tournament.JudgeCalled, *tournament.RoundClosed, *tournament.RoundRepaired,
			*tournament.StandInSeated, *tournament.CutLocked, // these follow from a drop or a result
			*tournament.TimesProposed, *tournament.TimeAgreed, *tournament.PlayerPresent, *tournament.ForfeitClaimed,
			*tournament.ClaimObjected, *tournament.PlayerAway, *tournament.PlayerSitsOut, *tournament.ZoneSet, *tournament.HoursSet, *tournament.SeatTaken:
		case *tournament.ResultCorrected:
			if e.Event.(*tournament.ResultCorrected).By != tournament.ByConcession {
				h.t.Errorf("%s by %s corrected a result", r.Name(), user)
			}
		case *tournament.RemindersChosen:
			if n := e.Event.(*tournament.RemindersChosen).Player; n != after.PlayerByUser(user) {
				h.t.Errorf("%s by %s chose the reminders of player %d", r.Name(), user, n)
			}
		case *tournament.ClaimWithdrawn: // by the player who is missed
			if n := e.Event.(*tournament.ClaimWithdrawn).Player; n != after.PlayerByUser(user) {
				h.t.Errorf("%s by %s withdrew the claim that player %d isn't there", r.Name(), user, n)
			}
		case *tournament.FixtureVoided: // of a player who drops, by the withdrawal rule
			ev := e.Event.(*tournament.FixtureVoided)
			if _, l := after.State.Match(ev.Round, ev.Match); l == nil || l.Seat(int32(after.PlayerByUser(user)-1)) < 0 {
				h.t.Errorf("%s by %s voided match %d of round %d, which is not theirs", r.Name(), user, ev.Match, ev.Round)
			}
		default:
			if !after.State.IsStaff(own) {
				h.t.Errorf("%s by %s wrote %s without the right to", r.Name(), user, e.Kind)
			}
		}
	}
}
