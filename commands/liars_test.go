package commands_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"topcut/commands"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/post"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

var lies = flag.Int("lies", 300, "interactions of TestNoLieBecomesAResult, over all games and formats")

// liars are people in events who report, confirm, dispute and press as they like,
// with what was asked of whom.
type liars struct {
	*hall
	t   *testing.T
	rng *rand.Rand
	n   int // interactions

	events int
	played map[string]bool // what was begun: a game in a format

	mu     sync.Mutex
	asked  map[tournament.ID]map[int64][]string // by the report: who was pinged about it
	called map[tournament.ID]int64              // the last event about which people were called
	final  map[tournament.Confirmer]int         // results that became final, by whose word
}

// TestNoLieBecomesAResult: random interactions by people who lie, forge and come
// late, over all games and formats, while clocks are turned: no result is final that
// the other side was not asked about, nothing panics, nobody changes what is not
// theirs, and every answer fits into Discord.
func TestNoLieBecomesAResult(t *testing.T) {
	const hands = 4
	for hand := range hands {
		t.Run(fmt.Sprint(hand), func(t *testing.T) {
			e := &liars{
				t: t, played: map[string]bool{}, rng: rand.New(rand.NewPCG(7, uint64(hand))),
				asked: map[tournament.ID]map[int64][]string{}, called: map[tournament.ID]int64{}, final: map[tournament.Confirmer]int{},
			}
			e.hall = openHall(t, nil, false)
			e.planned = e.check
			kinds := e.kinds()
			e.rng.Shuffle(len(kinds), func(i, k int) { kinds[i], kinds[k] = kinds[k], kinds[i] })
			most := *lies / hands
			each := max(most/len(kinds)+1, 75)
			for i := 0; e.n < most && !t.Failed(); i++ {
				if e.begin(kinds[i%len(kinds)]) {
					for range min(each, most-e.n) {
						e.lie()
					}
				}
			}
			t.Logf("%d interactions in %d events: %d pairs of game and format; results final by the opponent %d, by silence %d, by the second report %d",
				e.n, e.events, len(e.played), e.final[tournament.ByOpponent], e.final[tournament.BySilence], e.final[tournament.ByReport])
			if most > 1000 && e.final[tournament.BySilence] == 0 {
				t.Error("silence made nothing final: the play proves nothing")
			}
		})
	}
}

// chains have every kind of stage that no format is, and a preparation and entries besides.
var chains = []string{
	"pods 3", "schedule 3 > final 4", "tables", "swiss 2 > reseed 4", "swiss 2 > placement 4", "groups 2 roundrobin > single 4",
	"swiss 2 > points 3 swiss 2 > double 2", "swiss 2 > tables 4", "build > swiss 3",
}

// kinds are all games in all formats.
func (e *liars) kinds() (out []localdiscord.Options) {
	for _, id := range rules.IDs() {
		for _, format := range []string{"swiss", "single", "double", "round_robin", "draft"} {
			o := localdiscord.Options{"ruleset": id, "format": format}
			if format == "swiss" {
				o["rounds"] = 3
			}
			out = append(out, o)
		}
		for _, chain := range chains {
			out = append(out, localdiscord.Options{"ruleset": id, "stages": chain})
		}
		out = append(out, localdiscord.Options{"ruleset": id, "preset": "correspondence"})
	}
	return out
}

// begin brings an event into its first round, as far as that game has the format.
func (e *liars) begin(options localdiscord.Options) bool {
	all, err := e.store.ByGuild(e.t.Context(), e.guild.ID())
	if err != nil {
		e.t.Fatal(err)
	}
	for _, f := range all {
		if f.Phase < tournament.Finished { // one at a time, so that every word is about this one
			req := tournament.Request{Actor: tournament.Actor{User: e.olga.ID()}, Cause: fmt.Sprint("cancel ", f.ID), Command: &tournament.Cancel{}}
			if _, err := e.director.Do(e.t.Context(), f.ID, req); err != nil {
				e.t.Fatal(err)
			}
		}
	}
	o := localdiscord.Options{"name": "Friday Night"}
	maps.Copy(o, options)
	if got := e.slash(e.olga, "tournament create", o); !strings.Contains(got, "Friday Night") {
		return false
	}
	e.ahead.Add(int64(time.Hour)) // whoever plays evening after evening has a budget for each
	e.slash(e.olga, "tournament open", nil)
	people := 7
	if options["ruleset"] == "commander-pods" {
		people = 9 // ten fit eliminations at tables of four
	}
	for i := range people {
		p := e.guild.AddPerson(fmt.Sprintf("Player %d", i+1))
		e.slash(p, "join", nil)
	}
	e.slash(e.olga, "player add", localdiscord.Options{"name": "Gus"})
	e.organise("tournament start", "tournament draft seats", "tournament draft start", "tournament draft build", "round pair", "round publish", "round start")
	e.events++
	if len(e.snapshot().State.Rounds) == 0 {
		e.t.Errorf("%v comes to no round", options)
	}
	e.played[fmt.Sprint(options)] = true
	return true
}

// check looks at every commit before it is made.
func (e *liars) check(before, after *tournament.Snapshot, events []tournament.Envelope, posts []tournament.Post) {
	e.mu.Lock()
	defer e.mu.Unlock()
	id := after.State.ID
	if e.asked[id] == nil {
		e.asked[id] = map[int64][]string{}
	}
	for i := range events {
		if c, ok := events[i].Event.(*tournament.ResultConfirmed); ok {
			e.final[c.By]++
			e.confirmed(before, &events[i], c)
		}
	}
	for _, p := range posts {
		if p.Kind != "asked" && p.Kind != "call" || p.Edit || !p.Pings {
			continue
		}
		if m, ok := post.Render(view.Env{Snap: after, Now: e.now()}, &tournament.OutboxRow{Log: tournament.Log.Ref(id), Post: p, Said: e.called[id]}); ok {
			e.pinged(after, p, m.Mentions.Users)
		}
	}
}

// pinged notes who is asked by a post: about the reports that no earlier one asked about.
func (e *liars) pinged(snap *tournament.Snapshot, p tournament.Post, users []string) {
	id, round := snap.State.ID, snap.State.Round(p.Round)
	for i := range round.Matches {
		report := round.Matches[i].Report
		if report == nil || report.Seq <= e.called[id] && p.Kind == "call" || p.Match > 0 && p.Match != i+1 {
			continue
		}
		_, l := snap.State.Match(p.Round, i+1)
		for _, q := range l.Players() {
			if user := snap.User(int(q) + 1); int(q)+1 != report.Player && slices.Contains(users, user) {
				e.asked[id][report.Seq] = append(e.asked[id][report.Seq], user)
			}
		}
	}
	if p.Kind == "call" {
		e.called[id] = p.Seq
	}
}

// confirmed holds a result that becomes final to what was asked before.
func (e *liars) confirmed(before *tournament.Snapshot, env *tournament.Envelope, c *tournament.ResultConfirmed) {
	m, l := before.State.Match(c.Round, c.Match)
	if m == nil || m.Report == nil {
		if c.By == tournament.BySilence {
			e.t.Errorf("entry %d: silence confirms what nobody has reported", env.Seq)
		}
		return // reported in the same breath
	}
	sits := func(n int) bool { return slices.Contains(l.Players(), int32(n-1)) }
	switch c.By {
	case tournament.ByClaim, tournament.ByRule: // nobody here arranges matches
		e.t.Errorf("entry %d: confirmer %d confirms match %d", env.Seq, c.By, c.Match)
	case tournament.BySilence:
		asked := e.asked[before.State.ID][m.Report.Seq]
		if len(asked) == 0 || m.Disputed || m.Report.Reversed {
			e.t.Errorf("entry %d: silence confirms report %d of match %d: %d were pinged about it, disputed %v, turned round %v",
				env.Seq, m.Report.Seq, c.Match, len(asked), m.Disputed, m.Report.Reversed)
		}
		for _, user := range asked {
			if n := before.PlayerByUser(user); n == m.Report.Player || n > 0 && !sits(n) {
				e.t.Errorf("entry %d: player %d was asked about match %d", env.Seq, n, c.Match)
			}
		}
	case tournament.NotConfirmed, tournament.ByReport, tournament.ByOrganiser, tournament.ByConcession:
	case tournament.ByOpponent:
		if m.Disputed && l.N > 2 {
			e.t.Errorf("entry %d: a player settles the dispute at match %d of %d", env.Seq, c.Match, l.N)
		}
		if n := before.State.PlayerOf(env.Actor); !sits(n) || n == m.Report.Player && m.Counter == nil {
			e.t.Errorf("entry %d: player %d confirms match %d, reported by %d", env.Seq, n, c.Match, m.Report.Player)
		}
	}
}

// lie is one interaction, or some time that passes.
func (e *liars) lie() {
	e.n++
	s := e.snapshot().State
	if s.Phase >= tournament.Finished {
		e.begin(localdiscord.Options{"rounds": 3})
		return
	}
	if e.n%50 == 0 {
		e.ahead.Add(int64(20 * time.Minute)) // nobody runs out of what a member may do
	}
	var in *discord.Interaction
	perms := discord.Permissions(0)
	switch deed := e.rng.IntN(100); {
	case deed < 45:
		in = e.word(s)
	case deed < 55:
		perms = discord.ManageEvents
		in = e.step(perms)
	case deed < 65:
		e.pass([]time.Duration{30 * time.Second, 3 * time.Minute, 11 * time.Minute, time.Hour, -5 * time.Minute}[e.rng.IntN(5)])
		return
	default:
		user := e.user(s)
		if e.rng.IntN(4) == 0 {
			user, perms = "77", discord.ManageEvents
		}
		routes := e.app.Table.Routes()
		in = e.anything(routes[e.rng.IntN(len(routes))], user, perms, 5_000_000+e.n, e.rng)
		if in.Path != nil && (strings.Join(in.Path, " ") == "tournament create" || in.Path[0] == "league") {
			return // events in which nobody lies
		}
	}
	if in == nil {
		return
	}
	before := e.snapshot()
	name := strings.Join(in.Path, " ") + in.CustomID
	a := &checked{t: e.t, route: name}
	e.app.Serve(e.t.Context(), in, a)
	if strings.Contains(a.last(), "Something broke") || strings.Contains(a.last(), "too long to show") {
		e.t.Errorf("%s %v: %s", name, in.Options, a.last())
	}
	after := e.snapshot()
	if after.State.ID == before.State.ID && perms == 0 && after.State.Seq > before.State.Seq {
		e.ownPart(&commands.Route{Path: name}, in.User.ID, after, after.Log[before.State.Seq:])
	}
}

// user is somebody who plays, mostly.
func (e *liars) user(s *tournament.State) string {
	if n := len(s.Players); n > 0 && e.rng.IntN(12) > 0 {
		if user := e.snapshot().User(e.rng.IntN(n) + 1); user != "" {
			return user
		}
	}
	return fmt.Sprint(900 + e.rng.IntN(3)) // a stranger
}

// word is what somebody says about a match: mostly their own, mostly as it is now.
func (e *liars) word(s *tournament.State) *discord.Interaction {
	user := e.user(s)
	if r := s.Current(); r != nil && e.rng.IntN(5) > 0 { // at one of the tables that are not done
		_, l := s.Match(r.Number, e.rng.IntN(len(r.Matches))+1)
		if u := e.snapshot().User(int(l.Seats[e.rng.IntN(int(l.N))]) + 1); u != "" {
			user = u
		}
	}
	n, r := e.snapshot().PlayerByUser(user), len(s.Rounds)
	m := s.MatchOf(r, n)
	if m == 0 || e.rng.IntN(8) == 0 {
		r, m = e.rng.IntN(len(s.Rounds)+2), e.rng.IntN(5)
	}
	match, l := s.Match(r, m)
	seq, part := int64(e.rng.IntN(60)), ledger.Swiss
	if match != nil {
		part = match.Part
		if e.rng.IntN(3) > 0 {
			seq = match.LastWord()
		}
	}
	result := []string{"41200 32500 27300 19000", "win", "draw", "seat 2", "29-15", "2-0", "1-2", "id"}[e.rng.IntN(8)]
	if options := s.Rules.Results(part); len(options) > 0 && l != nil && l.N == 2 && e.rng.IntN(8) > 0 {
		result = options[e.rng.IntN(len(options))].Value
	}
	in := e.interaction(&commands.Route{Path: "report"}, user, 0, 5_000_000+e.n)
	say := func(p customid.Panel, kind discord.Kind) *discord.Interaction {
		in.Kind, in.Path, in.CustomID = kind, nil, customid.New(s.ID, p)
		return in
	}
	text := func(path, option, value string) *discord.Interaction {
		in.Path = strings.Fields(path)
		in.Options[option] = discord.Option{Type: discord.OptionString, Text: value}
		return in
	}
	switch e.rng.IntN(9) {
	case 0, 1:
		in.Fields["result"] = []string{result}
		return say(customid.ResultForm{Round: r, Match: m}, discord.KindModal)
	case 2:
		return text("report", "result", result)
	case 3, 4:
		return say(customid.Confirm{Round: r, Match: m, Report: seq}, discord.KindComponent)
	case 5:
		return text("confirm", "tournament", fmt.Sprintf("t%d", s.ID))
	case 6:
		in.Fields["reason"] = []string{"no"}
		return say(customid.DisputeForm{Round: r, Match: m, Report: seq}, discord.KindModal)
	case 7:
		return text("judge", "reason", "help")
	}
	return say(customid.Report{}, discord.KindComponent)
}

// step is what an organiser does next, or in the wrong order.
func (e *liars) step(perms discord.Permissions) *discord.Interaction {
	steps := []string{
		"round pair", "round publish", "round start", "round pair", "round publish", "round start", "round close", "tournament cut",
		"tournament draft build", "tournament undo", "round close",
	}
	path := steps[e.rng.IntN(len(steps))]
	r, ok := find(e.app.Table, path)
	if !ok {
		e.t.Fatalf("there is no /%s", path)
	}
	return e.interaction(r, e.olga.ID(), perms, 5_000_000+e.n)
}
