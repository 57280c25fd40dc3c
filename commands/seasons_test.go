package commands_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/archive"
	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fixture"
	"topcut/tournament/season"
)

var (
	seasonsPlayed = flag.Int("seasons", 0, "how many seasons TestSeasons plays")
	seasonsFrom   = flag.Uint64("seasons.seed", 1, "the seed of the first season of TestSeasons")
	seasonsWhole  = flag.Bool("seasons.whole", false, "TestSeasons plays whole round robins of seven weeks")
)

// habit is how a member plays a season.
type habit int

// The habits.
const (
	eager habit = iota // answers the same day
	slow               // answers after some days
	away               // is away for some days, and says so
	ghost              // joins and is never seen again
)

// seasonMember is a member of the league.
type seasonMember struct {
	*localdiscord.Person
	zone  *time.Location
	named time.Time // when they named their zone, with a proposal or their first days away
	habit habit
	away  []absence
}

// absence is a time away, as a member said it at a time.
type absence struct{ said, from, until time.Time }

// seasonRun is a season of a league with divisions through the real bot.
type seasonRun struct {
	*testServer
	rng       *rand.Rand
	roster    []*seasonMember
	byID      map[string]*seasonMember
	outsiders []*localdiscord.Person
	evenings  *localdiscord.Channel // of the league whose evenings run by themselves
	arranged  tournament.ID         // the league whose players arrange their matches
	weekly    tournament.ID         // the league of the evenings
	presses   int                   // of the organiser
	verdicts  int
	restarts  int
	forfeits  int
	late      *seasonMember        // joins while the season runs
	mends     map[string]int       // the most presses that a correction took, by its kind
	merged    bool                 // the guest of the first evening is a member now
	first     *tournament.Snapshot // the evening the guest played in
}

// TestSeasons plays seasons of a league of three divisions in which players arrange their
// matches, beside a league of weekly evenings with a final: members in four time zones who
// answer at once, late, not at all, or are away; strangers who press Join; summer time;
// stops with posts under way; a late member and substitutes; a guest who turns out to be a
// member; and every correction that an organiser can make, during the season, after its
// end and after the final. At the end
//   - tables and ratings are those of a fold of the logs from nothing,
//   - no match is lost in an absence that was announced, or at night of the player who
//     loses it, in their own zone,
//   - only members have played,
//   - no correction took more than three presses,
//   - the next season has the members and divisions of a plan made from nothing, and one
//     post about them.
func TestSeasons(t *testing.T) {
	if *seasonsPlayed == 0 {
		t.Skip("seasons are played with -seasons")
	}
	for n := range *seasonsPlayed {
		seed := *seasonsFrom + uint64(n)
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) { playSeason(t, seed) })
	}
}

// playSeason plays and checks one season.
func playSeason(t *testing.T, seed uint64) {
	notShort(t)
	h := &seasonRun{testServer: newTestServer(t), rng: rand.New(rand.NewPCG(seed, 28)), byID: map[string]*seasonMember{}, mends: map[string]int{}}
	// Summer time begins on 9 March in New York and on 30 March in Berlin.
	h.stopped.Store(new(time.Date(2031, 2, 28, 9, 0, 0, 0, time.UTC)))
	h.open()
	for day := 1; h.anyOpen() || !h.merged; day++ {
		h.day()
		h.happens(day)
	}
	h.settle()
	h.check()
	h.close("City League")
	h.final()
	h.check()
	h.correct()
	h.reopen()
	h.check()
	h.next()
	for _, v := range h.srv.Violations() {
		// What was done just before a stop and not noted yet is done once more.
		if text := fmt.Sprintf("%+v", v); h.restarts == 0 || !strings.Contains(text, "10008") && !strings.Contains(text, "160004") {
			t.Errorf("violation: %s", text)
		}
	}
	over, _ := h.playing(h.weekly)
	t.Logf("%d evenings, %d forfeits", len(over), h.forfeits)
	t.Logf("organiser: %d commands and presses, %d verdicts; %d restarts", h.presses, h.verdicts, h.restarts)
	t.Logf("presses of corrections: %v", h.mends)
}

// seasonDays is about how many days a small season lasts.
const seasonDays = 24

// orders runs a command of the organiser, and counts it.
func (h *seasonRun) orders(command string, options localdiscord.Options) localdiscord.Answer {
	h.t.Helper()
	h.presses++
	return h.agreed(h.answer(h.use(h.organiser, command, options)))
}

// agreed agrees, with a press that counts, to what an answer says that a command changes
// for others.
func (h *seasonRun) agreed(a localdiscord.Answer) localdiscord.Answer {
	h.t.Helper()
	next := h.assented(h.organiser, a)
	if next.Message != a.Message {
		h.presses++
	}
	return next
}

// ordered presses a button in an answer to the organiser, and counts it.
func (h *seasonRun) ordered(a localdiscord.Answer, label string) localdiscord.Answer {
	h.t.Helper()
	h.presses++
	return h.agreed(h.testServer.presses(h.organiser, a, label))
}

// open creates the league, lets its members join, and starts the divisions.
func (h *seasonRun) open() {
	h.t.Helper()
	chain := "swiss 3"
	if *seasonsWhole {
		chain = "roundrobin"
	}
	h.orders("setup", localdiscord.Options{"to_channel": h.office.ID()})
	got := h.orders("league-admin create", localdiscord.Options{
		"name": "City League", "ruleset": "magic", "divisions": 8, "arranged": string(tournament.ByDate), "stages": chain, "time_zone": "Europe/Berlin",
	})
	if !strings.Contains(h.text(got), "put them into divisions") {
		h.t.Fatalf("/league-admin create: %s", h.text(got))
	}
	zones := []string{"Europe/Berlin", "America/New_York", "Asia/Tokyo", "America/Sao_Paulo"}
	habits := []habit{eager, eager, slow, eager, away, eager, slow, ghost}
	h.arranged = h.league().State.ID
	h.evenings = h.guild.AddChannel("evenings")
	h.presses++
	h.in(h.evenings, h.organiser, "league-admin create", localdiscord.Options{
		"name": "Evenings", "ruleset": "magic", "cron": "0 19 * * 5", "time_zone": "Europe/Berlin", "open_hours": 48, "rounds": 2, "cut": 0, "final": 4,
	})
	h.weekly = h.league().State.ID
	for i := range 3 * 8 {
		h.member(fmt.Sprintf("Member %c", 'A'+i), zones[i%len(zones)], habits[i%8])
	}
	h.outsiders = h.people("Outsider 1", "Outsider 2")
	plan := h.orders("league-admin promote", localdiscord.Options{"league": "City League"})
	h.ordered(plan, "Put them there")
	h.pass(0)
	for _, o := range h.outsiders {
		h.intrude(o)
	}
	events, _ := h.playing(h.arranged)
	for _, e := range events {
		h.orders("tournament settings", localdiscord.Options{"set": "quiet_hours=22:00-08:00", "tournament": e.State.Settings.Name})
	}
	h.pass(24 * time.Hour)
	h.pass(time.Hour)
}

// member adds a person who joins the league.
func (h *seasonRun) member(name, zone string, is habit) *seasonMember {
	h.t.Helper()
	at, err := time.LoadLocation(zone)
	if err != nil {
		h.t.Fatal(err)
	}
	m := &seasonMember{Person: h.guild.AddPerson(name), zone: at, habit: is}
	h.slash(m.Person, "league join", localdiscord.Options{"league": "City League"})
	h.roster, h.byID[m.ID()] = append(h.roster, m), m
	return m
}

// intrude lets a person from outside try to enter the events of the divisions.
func (h *seasonRun) intrude(p *localdiscord.Person) {
	h.t.Helper()
	h.settle()
	for _, m := range h.srv.Messages(h.channel, p) {
		if i, err := p.Click(h.t.Context(), m, "Join"); err == nil {
			h.answer(i)
		}
	}
	events, _ := h.playing(h.arranged)
	for _, e := range events {
		h.slash(p, "join", localdiscord.Options{"tournament": e.State.Settings.Name})
	}
}

// anyOpen reports whether an event of the season is not over.
func (h *seasonRun) anyOpen() bool {
	events, _ := h.playing(h.arranged)
	return slices.ContainsFunc(events, func(e *tournament.Snapshot) bool { return e.State.Phase < tournament.Finished })
}

// day plays a day in steps of some hours and to the time of each agreed match.
func (h *seasonRun) day() {
	h.t.Helper()
	if h.now().After(time.Date(2031, 7, 1, 0, 0, 0, 0, time.UTC)) {
		h.t.Fatal("the season does not end")
	}
	if h.rng.IntN(seasonDays) == 0 {
		h.restart()
	}
	for end := h.now().Add(24 * time.Hour); h.now().Before(end); {
		next := h.now().Add(4 * time.Hour)
		events, _ := h.playing(h.arranged)
		for _, e := range events {
			for _, m := range e.State.EachFixture {
				for _, at := range []time.Time{m.Fixture.Agreed, m.Fixture.Agreed.Add(25 * time.Minute)} {
					if at.After(h.now()) && at.Before(next) {
						next = at
					}
				}
			}
		}
		e := h.live()
		if e != nil && e.State.Phase == tournament.Running {
			next = h.now().Add(12 * time.Minute)
		}
		h.goTo(h.arranged, next)
		for _, m := range h.roster {
			h.turn(m)
			if e = h.live(); e != nil && !m.absent(h.now()) {
				h.play(m, e)
			}
		}
	}
	h.verdict()
}

// goTo lets time pass until a time, and fires each deadline of a league's events when it is
// due.
func (h *testServer) goTo(league tournament.ID, end time.Time) {
	h.t.Helper()
	for h.now().Before(end) {
		next := end
		events, _ := h.playing(league)
		for _, e := range events {
			for _, t := range tournament.Timers(e.State) {
				if t.At.After(h.now()) && t.At.Before(next) {
					next = t.At
				}
			}
		}
		h.pass(next.Sub(h.now()))
	}
}

// in runs a command in a channel and returns the text of the answer.
func (h *seasonRun) in(c *localdiscord.Channel, p *localdiscord.Person, command string, options localdiscord.Options) string {
	h.t.Helper()
	i, err := p.Slash(h.t.Context(), c, command, options)
	if err != nil {
		h.t.Fatalf("/%s: %v", command, err)
	}
	a := h.answer(i)
	if p == h.organiser {
		a = h.agreed(a)
	}
	return h.text(a)
}

// live returns the first evening that is open or running, or nil.
func (h *seasonRun) live() *tournament.Snapshot {
	h.t.Helper()
	events, _ := h.playing(h.weekly)
	for _, e := range slices.Backward(events) { // the newest comes first
		if e.State.Phase < tournament.Finished {
			return e
		}
	}
	return nil
}

// play lets a member do what an evening asks for: join, report, confirm.
func (h *seasonRun) play(m *seasonMember, e *tournament.Snapshot) {
	h.t.Helper()
	n := e.PlayerByUser(m.ID())
	if n == 0 && e.State.Phase == tournament.Open && m.habit == eager {
		h.in(h.evenings, m.Person, "join", nil)
	}
	r := e.State.Current()
	if n == 0 || r == nil || r.Status != tournament.Started {
		return
	}
	match, l := e.State.Match(r.Number, e.State.MatchOf(r.Number, n))
	switch {
	case l != nil && l.N == 2 && match.Report != nil && !match.Confirmed && slices.ContainsFunc(l.Players(), func(p int32) bool { return e.User(int(p)+1) == "" }):
		h.confirms(l)
	case l == nil || l.N < 2 || match.Confirmed:
	case match.Report == nil:
		h.in(h.evenings, m.Person, "report", localdiscord.Options{"result": []string{"2-0", "2-1", "0-2"}[h.rng.IntN(3)]})
	case match.Report.Player != n && h.rng.IntN(3) > 0: // else silence confirms
		h.in(h.evenings, m.Person, "confirm", nil)
	}
}

// restart stops the bot, whatever it is doing, and starts it again on what is stored. The
// sender stops before hours pass in which deadlines come due, so posts wait.
func (h *seasonRun) restart() {
	h.t.Helper()
	h.restarts++
	h.kill()
	h.goTo(h.arranged, h.now().Add(time.Duration(1+h.rng.IntN(8))*time.Hour))
	h.stop()
	h.start(false)
}

// turn lets a member do what it would do now.
func (h *seasonRun) turn(m *seasonMember) {
	h.t.Helper()
	now := h.now().In(m.zone)
	if m.habit == ghost || now.Hour() < 8 || now.Hour() >= 23 || m.absent(h.now()) {
		return
	}
	events, _ := h.playing(h.arranged)
	for _, e := range events {
		n := e.PlayerByUser(m.ID())
		if n == 0 || e.State.Phase != tournament.Running {
			continue
		}
		if m.habit == away && h.rng.IntN(60) == 0 {
			h.leaveTown(m)
			return
		}
		for _, at := range e.State.FixturesOf(n) {
			h.arrange(m, e, n, at)
		}
	}
}

// absent reports whether the member has said to be away at a time.
func (m *seasonMember) absent(at time.Time) bool {
	return slices.ContainsFunc(m.away, func(a absence) bool { return !at.Before(a.from) && at.Before(a.until) })
}

// leaveTown announces some days away.
func (h *seasonRun) leaveTown(m *seasonMember) {
	h.t.Helper()
	from := h.now().In(m.zone).AddDate(0, 0, h.rng.IntN(3)).Truncate(time.Hour).Add(time.Hour)
	until := from.AddDate(0, 0, 2+h.rng.IntN(4))
	const layout = "2006-01-02 15:04"
	answer := h.answer(h.use(m.Person, "match away", localdiscord.Options{"from": from.Format(layout) + " UTC" + from.Format("-07:00"), "to": until.Format(layout) + " UTC" + until.Format("-07:00")}))
	if answer.Modal != nil { // no zone is named yet
		i, err := m.SubmitModal(h.t.Context(), answer.Modal, localdiscord.Fields{"Your time zone": m.zone.String()})
		if err != nil {
			h.t.Fatal(err)
		}
		answer = h.answer(i)
		if m.named.IsZero() {
			m.named = h.now()
		}
	}
	got := h.text(answer)
	if strings.Contains(got, "opponents know") {
		m.away = append(m.away, absence{h.now(), from, until})
	} else {
		h.t.Errorf("/match away: %s", got)
	}
}

// arrange does a member's next step for a match.
func (h *seasonRun) arrange(m *seasonMember, e *tournament.Snapshot, n int, at tournament.Place) {
	h.t.Helper()
	match, l := e.State.Match(at.Round, at.Match)
	f, side, now := match.Fixture, e.State.SideOf(at, n), h.now()
	other := h.opponent(e, l.Players(), n)
	options := localdiscord.Options{"opponent": other.Name()}
	if m.habit == slow && h.rng.IntN(6) > 0 && f.Agreed.IsZero() {
		return
	}
	mine, theirs := !f.Here[side].IsZero(), !f.Here[side.Other()].IsZero()
	switch step := f.Step(now); {
	case match.Report != nil && match.Report.Player != n:
		h.acts(m, e, &command.ConfirmReport{Player: n, Round: at.Round, Match: at.Match})
	case match.Report != nil:
	case step == fixture.Claimed && f.Claim.By != side:
		_, _ = h.offered(m.Person, options, customid.Object{})
	case !f.Agreed.IsZero() && !now.Before(f.Agreed) && !mine:
		_, _ = h.offered(m.Person, options, customid.Present{})
	case mine && theirs:
		h.acts(m, e, &command.ReportResult{Player: n, Round: at.Round, Match: at.Match, Text: []string{"2-0", "2-1", "0-2", "1-2", "1-1"}[h.rng.IntN(5)]})
	case mine && now.Sub(f.Agreed) >= 20*time.Minute, f.Agreed.IsZero() && f.Open != nil && f.Open.By == side && now.Sub(f.Open.At) >= 48*time.Hour:
		_, _ = h.offered(m.Person, options, customid.Claim{})
	case step == fixture.Proposed && f.Open.By != side:
		h.inMatch(m.Person, options, customid.TimeAccept{})
	case step == fixture.Published:
		h.propose(m, other, f)
	}
}

// acts runs a command of a member directly: without a menu, a member with several open
// matches cannot say by text which one.
func (h *seasonRun) acts(m *seasonMember, e *tournament.Snapshot, c command.Command) {
	h.t.Helper()
	if _, err := h.director.Do(h.t.Context(), e.State.ID, command.Request{Actor: tournament.Actor{User: m.ID()}, Command: c}); err != nil {
		h.t.Errorf("%s: %T: %v", m.Name(), c, err)
	}
}

// propose proposes an evening of the member's own zone.
func (h *seasonRun) propose(m, other *seasonMember, f *fixture.Fixture) {
	h.t.Helper()
	here := h.now().In(m.zone)
	at := time.Date(here.Year(), here.Month(), here.Day()+1+h.rng.IntN(3), 19, 30, 0, 0, m.zone)
	if m.absent(at) || !at.Before(f.PlayBy) {
		return
	}
	i := h.use(m.Person, "match propose", localdiscord.Options{"when": at.Format("2006-01-02 15:04"), "time_zone": m.zone.String(), "opponent": other.Name()})
	if m.named.IsZero() {
		m.named = h.now()
	}
	if a := h.answer(i); strings.Contains(h.text(a), "at night") || strings.Contains(h.text(a), "away") {
		h.anyway(m, a)
	}
}

// anyway presses the button that proposes a time nevertheless, if there is one.
func (h *seasonRun) anyway(m *seasonMember, a localdiscord.Answer) {
	if i, err := m.Click(h.t.Context(), *a.Message, "Propose anyway"); err == nil {
		h.answer(i)
	}
}

// opponent returns the member that player n meets.
func (h *seasonRun) opponent(e *tournament.Snapshot, players []int32, n int) *seasonMember {
	h.t.Helper()
	for _, p := range players {
		if int(p)+1 != n {
			m := h.byID[e.User(int(p)+1)]
			if m == nil {
				h.t.Fatalf("%s plays and is no member", e.Name(int(p)+1))
			}
			return m
		}
	}
	h.t.Fatal("a match without an opponent")
	return nil
}

// verdict lets the organiser decide what waits.
func (h *seasonRun) verdict() {
	h.t.Helper()
	events, _ := h.playing(h.arranged)
	for _, e := range events {
		for _, at := range e.State.ForOrganisers(h.now()) {
			h.verdicts++
			h.presses += 2
			if _, err := h.director.Do(h.t.Context(), e.State.ID, command.Request{
				Actor: tournament.Actor{User: h.organiser.ID()}, Command: &command.Verdict{At: at, End: fixture.SchedulingDraw},
			}); err != nil {
				h.t.Fatal(err)
			}
		}
	}
}

// check compares what is shown with a fold of the logs from nothing, and looks for matches
// that should not have been lost.
func (h *seasonRun) check() {
	h.t.Helper()
	h.rated()
	for _, id := range []tournament.ID{h.arranged, h.weekly} {
		league := h.leagueNow(id)
		folded, err := season.Fold(id, league.Log)
		if err != nil {
			h.t.Fatal(err)
		}
		if moves := season.Compare(folded.Table(), league.State.Table()); len(moves) > 0 {
			h.t.Errorf("the table of the log is another one: %+v", moves)
		}
		events, _ := h.playing(id)
		for _, e := range events {
			h.fair(e)
			for _, o := range h.outsiders {
				if e.PlayerByUser(o.ID()) > 0 {
					h.t.Errorf("%s plays in %s", o.Name(), e.State.Settings.Name)
				}
			}
		}
	}
}

// rated compares the ratings that the bot shows with those computed from what is stored.
func (h *seasonRun) rated() {
	h.t.Helper()
	anew, err := (&archive.Archive{Records: h.store, Rulesets: h.rulesets}).Of(h.t.Context(), h.guild.ID())
	if err != nil {
		h.t.Fatal(err)
	}
	shown, ok := h.history().Ratings("magic")
	want, _ := anew.Ratings("magic")
	if !ok || !slices.Equal(shown.Now, want.Now) {
		h.t.Errorf("ratings are %+v, from nothing %+v", shown.Now, want.Now)
	}
}

// fair checks the forfeits of an event.
func (h *seasonRun) fair(e *tournament.Snapshot) {
	h.t.Helper()
	claims := map[tournament.Place]time.Time{}
	for i := range e.Log {
		switch ev := e.Log[i].Event.(type) {
		case *tournament.ForfeitClaimed:
			claims[ev.Place] = e.Log[i].Time
		case *tournament.ResultCorrected:
			at := ev.Place
			m, l := e.State.Match(at.Round, at.Match)
			claimed := claims[at]
			if ev.By != tournament.ByClaim || m.Fixture == nil || m.Fixture.End != fixture.Forfeit {
				continue
			}
			h.forfeits++
			loser := h.byID[e.User(int(l.Seats[1])+1)]
			zone := loser.zone
			if loser.named.IsZero() || loser.named.After(e.Log[i].Time) { // who never said where they live
				zone = e.State.Settings.Location()
			}
			if hour := e.Log[i].Time.In(zone).Hour(); hour >= 22 || hour < 8 {
				h.t.Errorf("%s lost match %v at %s, at night", loser.Name(), at, e.Log[i].Time.In(zone))
			}
			for _, a := range loser.away {
				if a.said.Before(claimed) && a.from.Before(e.Log[i].Time) && a.until.After(claimed) {
					h.t.Errorf("%s lost match %v at %s by a claim of %s, away from %s until %s as said %s", loser.Name(), at, e.Log[i].Time, claimed, a.from, a.until, a.said)
				}
			}
		}
	}
}
