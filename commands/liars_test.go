package commands_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
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
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/door"
	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

var lies = flag.Int("lies", 300, "interactions of TestNoLieBecomesAResult, over all games and formats")

// randomReporters are people in events who report, confirm, dispute and press at random,
// with a record of who was asked what.
type randomReporters struct {
	*testServer
	t   *testing.T
	rng *rand.Rand
	n   int // interactions

	hand   int // of several at once
	events int
	played map[string]bool // combinations of game and format that were begun

	mu     sync.Mutex
	last   map[tournament.ID]commit
	asked  map[tournament.ID]map[int64][]string // users pinged about a report or a claim, by its event
	called map[tournament.ID]int64              // the last event about which people were called
	claims map[tournament.ID]map[tournament.Place]int64
	final  map[string]int // results that became final, by how and by whom

	door    [3]int // events begun, by what their door asks
	keptOut int    // times that a banned person was refused
	gated   int    // times that a person who isn't invited was refused, or an organiser asked about them
	decided int    // times that an organiser let such a person in by a second press
	waysIn  int    // times that a person came in who may not
	lied    int    // results that became final by a lie
}

// sureButton finds the button under a question about what changes for others.
var sureButton = regexp.MustCompile(`\b1:sure:[0-9a-z]+:[0-9]+:[0-9a-z]+:[^ }]*`)

// outside is the id of a person who is banned in the server, uninvited that of one who is on
// no invitation list. Both try to come in all the same.
const outside, uninvited = "901", "902"

// What the door of an event asks: one in three asks both. There the banned person is
// invited, so that the gate does not hide the ban.
const (
	banOnly = iota
	gateOnly
	banAndGate
)

// shut prepares the door of the next event, which has just been opened.
func (e *randomReporters) shut() {
	kind := (e.hand + e.events) % 3
	e.door[kind]++
	if _, err := e.store.Unban(e.t.Context(), e.guild.ID(), outside); err != nil {
		e.t.Fatal(err)
	}
	if kind != gateOnly {
		ban := door.Ban{User: outside, Name: "Outsider", By: e.organiser.ID(), Begin: e.now()}
		if _, err := e.store.Ban(e.t.Context(), e.guild.ID(), ban, fmt.Sprint("ban ", e.events)); err != nil {
			e.t.Fatal(err)
		}
	}
	if kind == banOnly {
		return
	}
	e.slash(e.organiser, "tournament settings", localdiscord.Options{"set": "gate_invited=yes"})
	if kind == banAndGate {
		if err := e.store.Invite(e.t.Context(), e.snapshot().State.ID, []door.Invitation{{User: outside, Name: "outsider"}}); err != nil {
			e.t.Fatal(err)
		}
	}
}

// intrusions says of each person whom a commit lets in why they may not come in by
// themselves: it is judged as of the commit.
func (e *randomReporters) intrusions(before, after *tournament.Snapshot, events []tournament.Envelope) (out []string) {
	list, err := e.store.Bans(e.t.Context(), e.guild.ID())
	if err != nil {
		e.t.Fatal(err)
	}
	for i := range events {
		user := ""
		for _, person := range after.State.Entrants(events[i].Event) { // one: this event is not of crews
			user = after.Book.Person(person).User
		}
		if user == "" || !tournament.Newcomer(events[i].Event) || !after.State.Settings.Gate.Invited || list.Of(user, e.now()) != nil {
			continue
		}
		invited, err := e.store.Invited(e.t.Context(), user, "", after.State.ID)
		if err != nil {
			e.t.Fatal(err)
		}
		switch by := after.Book.Person(events[i].Actor).User; {
		case invited:
		case by == "77" || by == e.organiser.ID():
			e.decided++
		default:
			out = append(out, "a person who isn't invited")
		}
	}
	n, was := after.PlayerByUser(outside), before.PlayerByUser(outside)
	if list.Of(outside, e.now()) != nil && len(after.State.Seated(n)) > 0 && len(before.State.Seated(was)) == 0 {
		out = append(out, "a banned person")
	}
	return out
}

// ways are all ways in which a result can become final, and all steps of an arranged
// match.
var ways = []string{
	"the opponent's yes", "the opponent's own report", "silence", "a report against a guest", "a concession", "an organiser",
	"a claim in silence", "a rule", "a proposal", "an agreed time", "presence", "a claim", "an objection", "absence",
	"a claim at a table", "a claim at a table in silence", "a table that plays without one",
}

// TestNoLieBecomesAResult: people who lie, forge and come late send random interactions
// in all games and formats while time passes. No result becomes final unless the opponent
// was asked, nothing panics, people change only what is theirs, and every answer fits
// into Discord.
func TestNoLieBecomesAResult(t *testing.T) {
	t.Parallel()
	const hands = 4
	var all [hands]*randomReporters
	t.Run("hands", func(t *testing.T) {
		for hand := range hands {
			t.Run(fmt.Sprint(hand), func(t *testing.T) { all[hand] = reportRandomly(t, hand, *lies/hands) })
		}
	})
	final, keptOut, gated, decided, waysIn, lied, doors := map[string]int{}, 0, 0, 0, 0, 0, [3]int{}
	for _, e := range all {
		keptOut, gated, decided = keptOut+e.keptOut, gated+e.gated, decided+e.decided
		waysIn, lied = waysIn+e.waysIn, lied+e.lied
		for kind, n := range e.door {
			doors[kind] += n
		}
		for way, n := range e.final {
			final[way] += n
		}
	}
	t.Logf("final by, and gone through: %v", final)
	t.Logf("%d events with a ban, %d with a gate, %d with both: banned people were refused %d times, people who aren't invited %d times; ways in: %d; results by a lie: %d; organisers let %d in whom the gate does not", doors[banOnly], doors[gateOnly], doors[banAndGate], keptOut, gated, waysIn, lied, decided)
	if *lies >= 2000 && !t.Failed() && (keptOut == 0 || gated == 0) {
		t.Errorf("banned people tried to come in %d times, people who aren't invited %d times", keptOut, gated)
	}
	for _, way := range ways {
		often := way == "silence" || way == "a claim in silence" || way == "a report against a guest" || strings.HasPrefix(way, "the opponent")
		if (*lies >= 20_000 || often && *lies >= 5000) && final[way] == 0 && !t.Failed() {
			t.Errorf("there never was %s: the play proves nothing of it", way)
		}
	}
}

// reportRandomly sends a number of interactions of people who lie in one test server.
func reportRandomly(t *testing.T, hand, most int) *randomReporters {
	t.Helper()
	e := &randomReporters{
		t: t, hand: hand, played: map[string]bool{}, rng: rand.New(rand.NewPCG(7, uint64(hand))),
		last: map[tournament.ID]commit{}, asked: map[tournament.ID]map[int64][]string{}, called: map[tournament.ID]int64{}, claims: map[tournament.ID]map[tournament.Place]int64{}, final: map[string]int{},
	}
	e.testServer = openTestServer(t, nil, false)
	e.planned = e.check
	kinds, weeks := e.kinds(), e.weeks()
	e.rng.Shuffle(len(kinds), func(i, k int) { kinds[i], kinds[k] = kinds[k], kinds[i] })
	e.rng.Shuffle(len(weeks), func(i, k int) { weeks[i], weeks[k] = weeks[k], weeks[i] })
	each := max(most/len(kinds)+1, 75)
	for i := 0; e.n < most && !t.Failed(); i++ {
		kind, n := kinds[i%len(kinds)], each
		if i%3 == 2 { // leagues need more interactions than an evening
			kind, n = weeks[i/3%len(weeks)], 2*each
		}
		if e.begin(kind) {
			for range min(n, most-e.n) {
				e.act()
			}
		}
	}
	t.Logf("%d interactions in %d events: %d pairs of game and format", e.n, e.events, len(e.played))
	return e
}

// weeks returns arranged leagues of all two-player games.
func (e *randomReporters) weeks() (out []localdiscord.Options) {
	for _, id := range rules.IDs() {
		for _, set := range []string{
			"stages=roundrobin, arranged=by_date, unplayed=draw, guest_final=yes", "stages=swiss 3, arranged=by_date, unplayed=void, objection_hours=6",
			"stages=roundrobin, arranged=at_once, unplayed=draw", "stages=swiss 2 > single 4, arranged=by_date",
		} {
			out = append(out, localdiscord.Options{"ruleset": id, "set": set})
		}
	}
	return out
}

// chains cover the kinds of stages that are not formats, a preparation, and the kinds of
// entries.
var chains = []string{
	"pods 3", "schedule 3 > final 4", "tables", "swiss 2 > reseed 4", "swiss 2 > placement 4", "groups 2 roundrobin > single 4",
	"swiss 2 > points 3 swiss 2 > double 2", "swiss 2 > tables 4", "build > swiss 3",
}

// kinds returns all games in all formats.
func (e *randomReporters) kinds() (out []localdiscord.Options) {
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

// begin starts the first round of an event, if the game has the format.
func (e *randomReporters) begin(options localdiscord.Options) bool {
	all, err := e.store.ByGuild(e.t.Context(), e.guild.ID())
	if err != nil {
		e.t.Fatal(err)
	}
	for _, f := range all {
		if f.Phase < tournament.Finished { // one at a time, so that every interaction is about this one
			req := command.Request{Actor: tournament.Actor{User: e.organiser.ID()}, Cause: fmt.Sprint("cancel ", f.ID, " before ", e.events, " ", e.n), Command: &command.Cancel{}}
			if _, err := e.director.Do(e.t.Context(), f.ID, req); err != nil {
				e.t.Fatal(err)
			}
		}
	}
	o := localdiscord.Options{"name": "Friday Night"}
	maps.Copy(o, options)
	delete(o, "set")
	if got := e.slash(e.organiser, "tournament create", o); !strings.Contains(got, "Friday Night") {
		return false
	}
	set, weeks := options["set"]
	if !weeks && e.rng.IntN(3) == 0 {
		set = "guest_final=yes"
	}
	if set != nil {
		e.slash(e.organiser, "tournament settings", localdiscord.Options{"set": set})
	}
	if weeks && !e.snapshot().State.Arranged() {
		return false // not possible in this game
	}
	e.ahead.Add(int64(time.Hour)) // each evening starts with full allowances
	e.slash(e.organiser, "tournament open", nil)
	people := 7
	if options["ruleset"] == "commander-pods" {
		people = 9 // ten would not fit eliminations at tables of four
	}
	for i := range people {
		p := e.guild.AddPerson(fmt.Sprintf("Player %d", i+1))
		e.slash(p, "join", nil)
	}
	e.slash(e.organiser, "player add", localdiscord.Options{"name": "Gus"})
	e.shut()
	e.organise("tournament start", "tournament draft seats", "tournament draft start", "tournament draft build", "round pair", "round publish", "round start")
	e.events++
	if len(e.snapshot().State.Rounds) == 0 {
		e.t.Errorf("%v comes to no round", options)
	}
	e.played[fmt.Sprint(options)] = true
	return true
}

// check checks a commit when the next one shows that it was stored: what is asked about first
// is planned too.
func (e *randomReporters) check(before, after *tournament.Snapshot, events []tournament.Envelope, posts []tournament.Post) {
	e.mu.Lock()
	defer e.mu.Unlock()
	id, now := after.State.ID, e.now()
	if last := e.last[id]; last.check != nil && before.State.Seq > last.before {
		last.check()
	}
	in := e.intrusions(before, after, events)
	e.last[id] = commit{before.State.Seq, func() { e.stored(before, after, events, posts, now, in) }}
}

// commit is the newest one planned of an event, and its check.
type commit struct {
	before int64 // the last entry before it
	check  func()
}

// stored is check for a commit that was stored at a time and lets people in.
func (e *randomReporters) stored(before, after *tournament.Snapshot, events []tournament.Envelope, posts []tournament.Post, now time.Time, in []string) {
	id := after.State.ID
	for _, who := range in {
		e.waysIn++
		e.t.Errorf("entry %d lets %s in: %s", after.State.Seq, who, after.Log[len(after.Log)-1].Kind)
	}
	if e.asked[id] == nil {
		e.asked[id] = map[int64][]string{}
	}
	for i := range events {
		switch ev := events[i].Event.(type) {
		case *tournament.ResultConfirmed:
			e.count(ev.By, i > 0 && events[i-1].Actor == events[i].Actor && isReport(events[i-1].Event))
			e.confirmed(before, &events[i], ev)
		case *tournament.ResultCorrected:
			e.count(ev.By, false)
			e.ruled(before, after, &events[i], ev)
		case *tournament.PlayerAbsent:
			e.final["a table that plays without one"]++
			e.graceOver(before, &events[i], ev.Place, ev.Player)
		case *tournament.ForfeitClaimed:
			if m, _ := before.State.Match(ev.Round, ev.Match); m != nil && m.Fixture == nil {
				e.arranged(before, &events[i], "a claim at a table", ev.Round, ev.Match, ev.Player)
				continue
			}
			if e.claims[id] == nil {
				e.claims[id] = map[tournament.Place]int64{}
			}
			e.claims[id][ev.Place] = events[i].Seq
			e.arranged(before, &events[i], "a claim", ev.Round, ev.Match, ev.Player)
		case *tournament.TimesProposed:
			e.arranged(before, &events[i], "a proposal", ev.Round, ev.Match, ev.Player)
		case *tournament.TimeAgreed:
			e.arranged(before, &events[i], "an agreed time", ev.Round, ev.Match, ev.Player)
		case *tournament.PlayerPresent:
			e.arranged(before, &events[i], "presence", ev.Round, ev.Match, ev.Player)
		case *tournament.ClaimObjected:
			e.arranged(before, &events[i], "an objection", ev.Round, ev.Match, ev.Player)
		case *tournament.PlayerAway:
			e.final["absence"]++
		}
	}
	for _, p := range posts {
		if p.Kind == "fixture" && p.Pings && e.claims[id][tournament.Place{Round: p.Round, Match: p.Match}] == p.Seq {
			if m, ok := post.Render(view.Env{Snap: after, Now: now}, &tournament.OutboxRow{Log: tournament.Log.Ref(id), Post: p, Said: p.Seq - 1}); ok {
				e.asked[id][p.Seq] = m.Mentions.Users
			}
		}
		if p.Kind != "asked" && p.Kind != "call" || !p.Pings {
			continue
		}
		if m, ok := post.Render(view.Env{Snap: after, Now: now}, &tournament.OutboxRow{Log: tournament.Log.Ref(id), Post: p, Said: e.called[id]}); ok {
			e.missed(after, p, m.Mentions.Users)
			e.pinged(after, p, m.Mentions.Users)
		}
	}
}

func isReport(ev tournament.Event) bool { _, ok := ev.(*tournament.ResultReported); return ok }

// count counts how a result became final.
func (e *randomReporters) count(by tournament.Confirmer, reported bool) {
	way := map[tournament.Confirmer]string{
		tournament.ByOpponent: "the opponent's yes", tournament.BySilence: "silence", tournament.ByReport: "a report against a guest",
		tournament.ByConcession: "a concession", tournament.ByOrganiser: "an organiser", tournament.ByClaim: "a claim in silence", tournament.ByRule: "a rule",
	}[by]
	if by == tournament.ByOpponent && reported {
		way = "the opponent's own report"
	}
	e.final[way]++
}

// arranged checks that a player's action for an arranged match is about their own match.
func (e *randomReporters) arranged(before *tournament.Snapshot, env *tournament.Envelope, what string, round, match, player int) {
	e.final[what]++
	_, l := before.State.Match(round, match)
	if n := before.State.PlayerOf(env.Actor); n != player || l == nil || l.Seat(int32(player-1)) < 0 {
		e.t.Errorf("entry %d: %s of player %d by player %d in match %d of round %d", env.Seq, what, player, n, match, round)
	}
}

// lie records a result that became final by a lie.
func (e *randomReporters) lie(format string, args ...any) {
	e.lied++
	e.t.Errorf(format, args...)
}

// ruled checks the reason for a result that was not reported.
func (e *randomReporters) ruled(before, after *tournament.Snapshot, env *tournament.Envelope, c *tournament.ResultCorrected) {
	s := before.State
	at := tournament.Place{Round: c.Round, Match: c.Match}
	m, l := s.Match(c.Round, c.Match)
	switch c.By {
	case tournament.ByClaim:
		if m.Fixture == nil {
			e.lostAtATable(before, after, env, c)
			return
		}
		f := m.Fixture
		if f == nil || f.Claim == nil || f.Claim.Objected || !s.Settings.Fixtures.Silence || m.Report != nil || env.Actor != 0 {
			e.lie("entry %d: a claim settles match %d of round %d: %+v", env.Seq, c.Match, c.Round, f)
			return
		}
		asked := e.asked[s.ID][e.claims[s.ID][at]]
		loser := s.PlayerAt(at, f.Claim.By.Other())
		if user := before.User(loser); user == "" || !slices.Contains(asked, user) {
			e.lie("entry %d: player %d loses by a claim about which %v were pinged, not %q", env.Seq, loser, asked, user)
		}
		if waited := env.Time.Sub(f.Claim.At); waited < 6*time.Hour {
			e.lie("entry %d: a claim is settled after %s", env.Seq, waited)
		}
	case tournament.ByRule:
		if f := m.Fixture; f == nil || f.Actions != [2]fixture.Actions{} || c.Kind == ledger.Forfeit {
			e.lie("entry %d: a rule ends match %d of round %d: %+v", env.Seq, c.Match, c.Round, f)
		}
	case tournament.ByConcession:
		if n := s.PlayerOf(env.Actor); l.Seat(int32(n-1)) < 0 && env.Actor != after.Book.ByUser(e.organiser.ID()) && env.Actor != after.Book.ByUser("77") {
			e.lie("entry %d: player %d concedes match %d of round %d", env.Seq, n, c.Match, c.Round)
		}
	case tournament.NotConfirmed, tournament.ByOpponent, tournament.BySilence, tournament.ByOrganiser, tournament.ByReport:
	}
}

// pinged records the users asked by a post: about the reports that no earlier post asked
// about, or since an undo that asks anew.
func (e *randomReporters) pinged(snap *tournament.Snapshot, p tournament.Post, users []string) {
	id, round := snap.State.ID, snap.State.Round(p.Round)
	for i := range round.Matches {
		report := round.Matches[i].Report
		if report == nil || report.Asked <= e.called[id] && p.Kind == "call" || p.Match > 0 && p.Match != i+1 {
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

// confirmed checks that the opponent was asked before a report became final.
func (e *randomReporters) confirmed(before *tournament.Snapshot, env *tournament.Envelope, c *tournament.ResultConfirmed) {
	m, l := before.State.Match(c.Round, c.Match)
	if m == nil || m.Report == nil {
		if c.By == tournament.BySilence {
			e.lie("entry %d: silence confirms what nobody has reported", env.Seq)
		}
		return // reported in the same commit
	}
	sits := func(n int) bool { return slices.Contains(l.Players(), int32(n-1)) }
	switch c.By {
	case tournament.ByClaim, tournament.ByRule: // neither needs a report
		e.lie("entry %d: confirmer %d confirms match %d", env.Seq, c.By, c.Match)
	case tournament.BySilence:
		asked := e.asked[before.State.ID][m.Report.Seq]
		if len(asked) == 0 || m.Disputed || m.Report.Reversed {
			e.lie("entry %d: silence confirms report %d of match %d: %d were pinged about it, disputed %v, turned round %v",
				env.Seq, m.Report.Seq, c.Match, len(asked), m.Disputed, m.Report.Reversed)
		}
		for _, user := range asked {
			if n := before.PlayerByUser(user); n == m.Report.Player || n > 0 && !sits(n) {
				e.lie("entry %d: player %d was asked about match %d", env.Seq, n, c.Match)
			}
		}
	case tournament.ByReport: // allowed if no other player can respond and the settings say so
		for _, p := range l.Players() {
			if n := int(p) + 1; n != m.Report.Player && before.User(n) != "" || !before.State.Settings.GuestFinal {
				e.lie("entry %d: the report of player %d alone makes match %d final, and player %d has an account", env.Seq, m.Report.Player, c.Match, n)
			}
		}
	case tournament.NotConfirmed, tournament.ByOrganiser, tournament.ByConcession:
	case tournament.ByOpponent:
		if m.Disputed && l.N > 2 {
			e.lie("entry %d: a player settles the dispute at match %d of %d", env.Seq, c.Match, l.N)
		}
		if n := before.State.PlayerOf(env.Actor); !sits(n) || n == m.Report.Player && m.Counter == nil {
			e.lie("entry %d: player %d confirms match %d, reported by %d", env.Seq, n, c.Match, m.Report.Player)
		}
	}
}

// act sends one interaction, or lets some time pass.
func (e *randomReporters) act() {
	e.n++
	s := e.snapshot().State
	if s.Phase >= tournament.Finished {
		e.begin(localdiscord.Options{"rounds": 3})
		return
	}
	if e.n%50 == 0 {
		e.ahead.Add(int64(20 * time.Minute)) // long enough to refill every allowance
	}
	var in *discord.Interaction
	perms := wire.Permissions(0)
	switch deed := e.rng.IntN(100); {
	case deed < 30 && s.Arranged():
		in = e.arrangement(s)
	case deed < 12:
		in = e.absence(s)
	case deed < 45:
		in = e.word(s)
	case deed < 48 && s.Arranged():
		perms = wire.ManageEvents
		in = e.verdict(s, perms)
	case deed < 55:
		perms = wire.ManageEvents
		in = e.step(perms)
	case deed < 58:
		in, perms = e.intruder(s)
	case deed < 65 && s.Arranged():
		e.pass(e.days(s))
		return
	case deed < 65:
		e.pass([]time.Duration{30 * time.Second, 3 * time.Minute, 11 * time.Minute, time.Hour, -5 * time.Minute}[e.rng.IntN(5)])
		return
	default:
		user := e.user(s)
		if e.rng.IntN(4) == 0 {
			user, perms = "77", wire.ManageEvents
		}
		routes := e.app.Table.Routes()
		in = e.anything(routes[e.rng.IntN(len(routes))], user, perms, 5_000_000+e.n, e.rng)
		if in.Path != nil && (strings.Join(in.Path, " ") == "tournament create" || in.Path[0] == "league") {
			return // events without players
		}
	}
	if in == nil {
		return
	}
	before := e.snapshot()
	name := strings.Join(in.Path, " ") + in.CustomID
	a := &checked{t: e.t, route: name}
	e.app.Serve(e.t.Context(), in, a)
	said := a.last()
	if asks := sureButton.FindString(said); asks != "" {
		yes := e.interaction(&commands.Route{Path: name}, in.User.ID, perms, 6_000_000+e.n)
		yes.Kind, yes.Path, yes.CustomID = discord.KindComponent, nil, asks
		e.app.Serve(e.t.Context(), yes, a)
	}
	if strings.Contains(a.last(), "Something broke") || strings.Contains(a.last(), "too long to show") {
		e.t.Errorf("%s %v: %s", name, in.Options, a.last())
	}
	switch {
	case strings.Contains(a.last(), "banned from the events"):
		e.keptOut++
	case strings.Contains(said, "put you on the list"), strings.Contains(said, "The event isn't open to"):
		e.gated++
	}
	after := e.snapshot()
	if after.State.ID == before.State.ID && perms == 0 && after.State.Seq > before.State.Seq {
		e.ownPart(&commands.Route{Path: name}, in.User.ID, after, after.Log[before.State.Seq:])
	}
}

// user returns the id of a user, mostly of a player.
func (e *randomReporters) user(s *tournament.State) string {
	if n := len(s.Players); n > 0 && e.rng.IntN(12) > 0 {
		if user := e.snapshot().User(e.rng.IntN(n) + 1); user != "" {
			return user
		}
	}
	return fmt.Sprint(900 + e.rng.IntN(3)) // a user who is not in the event
}

// word returns an interaction about the result of a match, mostly the user's own and
// current one.
func (e *randomReporters) word(s *tournament.State) *discord.Interaction {
	user := e.user(s)
	if r := s.Current(); r != nil && e.rng.IntN(5) > 0 { // at a table without a result
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
		in.Options[option] = discord.Option{Type: wire.OptionString, Text: value}
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

// intruder returns an interaction by which a banned person, or one who isn't invited, would
// come in, their own or that of an organiser who lets them in.
func (e *randomReporters) intruder(s *tournament.State) (*discord.Interaction, wire.Permissions) {
	who := outside
	if s.Settings.Gate.Invited && e.rng.IntN(2) == 0 {
		who = uninvited
	}
	in := e.interaction(&commands.Route{Path: "join"}, who, 0, 5_000_000+e.n)
	switch e.rng.IntN(6) {
	case 0:
		in.Path = []string{"join"}
	case 1:
		in.Kind, in.Path, in.CustomID = discord.KindComponent, nil, customid.New(s.ID, customid.Join{})
	case 2:
		in.Kind, in.Path, in.CustomID = discord.KindModal, nil, customid.New(s.ID, customid.JoinForm{})
		in.Fields["name"] = []string{"Someone else"}
	default:
		const perms = wire.ManageEvents
		in = e.interaction(&commands.Route{Path: "player add"}, "77", perms, 5_000_000+e.n)
		in.Path = []string{"player", "add"}
		in.Options["member"] = discord.Option{Type: wire.OptionUser, Text: who}
		if names := []string{"Outsider", "Gus", "Player 2"}; e.rng.IntN(2) == 0 {
			in.Options["name"] = discord.Option{Type: wire.OptionString, Text: names[e.rng.IntN(len(names))]}
		}
		return in, perms
	}
	return in, 0
}

// step returns an organiser's next step, or one out of order.
func (e *randomReporters) step(perms wire.Permissions) *discord.Interaction {
	steps := []string{
		"round pair", "round publish", "round start", "round pair", "round publish", "round start", "round close", "tournament cut",
		"tournament draft build", "tournament undo", "round close",
	}
	path := steps[e.rng.IntN(len(steps))]
	r, ok := find(e.app.Table, path)
	if !ok {
		e.t.Fatalf("there is no /%s", path)
	}
	return e.interaction(r, e.organiser.ID(), perms, 5_000_000+e.n)
}

// days returns some hours or days of a league, or the time until about an agreed match.
func (e *randomReporters) days(s *tournament.State) time.Duration {
	if e.rng.IntN(2) == 0 {
		for _, m := range s.EachFixture {
			if until := m.Fixture.Agreed.Sub(e.now()); until > 0 {
				return until + []time.Duration{-10 * time.Minute, time.Minute, 25 * time.Minute}[e.rng.IntN(3)]
			}
		}
	}
	return []time.Duration{20 * time.Minute, 3 * time.Hour, 13 * time.Hour, 25 * time.Hour, 49 * time.Hour, 8 * 24 * time.Hour, -5 * time.Minute}[e.rng.IntN(7)]
}

// arrangement returns an interaction about the time of a match, mostly the user's own and
// mostly possible now.
func (e *randomReporters) arrangement(s *tournament.State) *discord.Interaction {
	var open []tournament.Place
	for at := range s.EachFixture {
		open = append(open, at)
	}
	if len(open) == 0 {
		return nil
	}
	at := open[e.rng.IntN(len(open))]
	claimed := slices.IndexFunc(open, func(at tournament.Place) bool { m, _ := s.Match(at.Round, at.Match); return m.Fixture.Claim != nil })
	if claimed >= 0 && e.rng.IntN(2) == 0 {
		at = open[claimed]
	}
	m, l := s.Match(at.Round, at.Match)
	n := int(l.Seats[e.rng.IntN(2)]) + 1
	f, deed := m.Fixture, e.rng.IntN(10)
	switch { // prefer possible actions
	case e.rng.IntN(3) == 0:
	case e.rng.IntN(40) == 0:
		deed = 8
	case f.Claim != nil:
		n, deed = s.PlayerAt(at, f.Claim.By.Other()), 7
	case !f.Agreed.IsZero() && f.Agreed.Before(e.now().Add(15*time.Minute)):
		deed = 4 + e.rng.IntN(3)
	case f.Open != nil && e.rng.IntN(2) == 0:
		n, deed = s.PlayerAt(at, f.Open.By.Other()), 2
	case f.Open != nil:
		n, deed = s.PlayerAt(at, f.Open.By), 5
	default:
		deed = 0
	}
	user := e.snapshot().User(n)
	if user == "" || e.rng.IntN(10) == 0 {
		user = e.user(s)
	}
	if e.rng.IntN(12) == 0 {
		at = tournament.Place{Round: e.rng.IntN(len(s.Rounds) + 2), Match: e.rng.IntN(5)}
	}
	in := e.interaction(&commands.Route{Path: "match list"}, user, 0, 5_000_000+e.n)
	press := func(p customid.Panel) *discord.Interaction {
		in.Kind, in.Path, in.CustomID = discord.KindComponent, nil, customid.New(s.ID, p)
		return in
	}
	when := e.now().Add(time.Duration(1+e.rng.IntN(80)) * time.Hour).UTC().Truncate(time.Hour)
	switch deed {
	case 0:
		return press(customid.TimePropose{Round: at.Round, Match: at.Match, At: when.Unix()})
	case 1:
		in.Path = []string{"match", "propose"}
		in.Options["when"] = discord.Option{Type: wire.OptionString, Text: when.Format("2006-01-02 15:04")}
		in.Options["time_zone"] = discord.Option{Type: wire.OptionString, Text: "UTC"}
		return in
	case 2, 3:
		if f.Open != nil && len(f.Open.Times) > 0 && e.rng.IntN(6) > 0 {
			when = f.Open.Times[e.rng.IntN(len(f.Open.Times))]
		}
		return press(customid.TimeAccept{Round: at.Round, Match: at.Match, At: when.Unix()})
	case 4:
		return press(customid.Present{Round: at.Round, Match: at.Match})
	case 5, 6:
		return press(customid.Claim{Round: at.Round, Match: at.Match})
	case 7:
		if e.rng.IntN(2) == 0 {
			in.Kind, in.Path, in.CustomID = discord.KindModal, nil, customid.New(s.ID, customid.ObjectForm{Round: at.Round, Match: at.Match})
			in.Fields[view.FieldReason] = []string{"I was there"}
			return in
		}
		return nil
	case 8:
		in.Path = []string{"match", "away"}
		for name, day := range map[string]time.Time{"from": when, "to": when.AddDate(0, 0, 2)} {
			in.Options[name] = discord.Option{Type: wire.OptionString, Text: day.Format("2006-01-02 15:04")}
		}
		return in
	}
	in.Kind, in.Path, in.CustomID = discord.KindModal, nil, customid.New(s.ID, customid.ResultForm{Round: at.Round, Match: at.Match})
	in.Fields["result"] = []string{[]string{"2-0", "0-2", "win", "draw", "1-0"}[e.rng.IntN(5)]}
	return in
}

// verdict returns an organiser's verdict on a match that waits for one.
func (e *randomReporters) verdict(s *tournament.State, perms wire.Permissions) *discord.Interaction {
	in := e.interaction(&commands.Route{Path: "round verdict"}, e.organiser.ID(), perms, 5_000_000+e.n)
	if waiting := s.ForOrganisers(e.now()); len(waiting) > 0 {
		at := waiting[e.rng.IntN(len(waiting))]
		in.Kind, in.Path = discord.KindComponent, nil
		in.CustomID = customid.New(s.ID, customid.Verdict{Matches: fmt.Sprintf("%d.%d", at.Round, at.Match), End: []string{view.FirstWins, view.SecondWins, view.MoreDays, string(fixture.DoubleForfeit), string(fixture.SchedulingDraw), string(fixture.Void)}[e.rng.IntN(6)]})
	}
	return in
}
