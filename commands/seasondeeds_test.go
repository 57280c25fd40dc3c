package commands_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"topcut/commands/archive"
	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/season"
)

// mostPresses is how many commands and presses a correction may take.
const mostPresses = 3

// mend runs a correction of the organiser and counts its presses.
func (h *seasonRun) mend(kind string, correct func()) {
	h.t.Helper()
	before := h.presses
	correct()
	h.pass(0)
	h.settle()
	n := h.presses - before
	if h.mends[kind] = max(h.mends[kind], n); n > mostPresses {
		h.t.Errorf("%s takes %d presses", kind, n)
	}
}

// asked runs a command of the organiser and presses the button of its question, and
// returns the text of the answer to the press.
func (h *seasonRun) asked(command string, options localdiscord.Options, label string) string {
	h.t.Helper()
	return h.text(h.ordered(h.orders(command, options), label))
}

// reads fails the test unless a text contains want.
func (h *seasonRun) reads(got, want string) {
	h.t.Helper()
	if !strings.Contains(got, want) {
		h.t.Errorf("%q is not in %s", want, got)
	}
}

// again returns an event as it is now.
func (h *seasonRun) again(e *tournament.Snapshot) *tournament.Snapshot {
	h.t.Helper()
	now, err := h.director.Snapshot(h.t.Context(), e.State.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	return now
}

// leagueNow returns a league as it is now.
func (h *seasonRun) leagueNow(id tournament.ID) *season.Snapshot {
	h.t.Helper()
	now, err := h.seasons.Snapshot(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	return now
}

// happens lets happen what a day of the season brings, beside its matches.
func (h *seasonRun) happens(day int) {
	h.t.Helper()
	switch day {
	case 3:
		h.joinsLate()
	case 6:
		h.mistakes()
	case 9:
		h.replaced()
	}
	switch e := h.live(); {
	case h.first == nil && e != nil && e.State.Phase == tournament.Open:
		h.presses++
		h.reads(h.in(h.evenings, h.organiser, "player add", localdiscord.Options{"name": "Guest"}), "Guest")
		h.first = e
	case h.first != nil && !h.merged && (e == nil || e.State.ID != h.first.State.ID):
		h.merge()
	}
}

// confirms lets the organiser confirm a result that was reported against the guest, who
// cannot.
func (h *seasonRun) confirms(l *ledger.Match) {
	h.t.Helper()
	h.presses++
	h.in(h.evenings, h.organiser, "player report", localdiscord.Options{"table": int(l.Table), "result": "2-0"})
}

// joinsLate lets a person join the league in its first week. The plan puts them into the
// event of a division or, in a round robin, on its waiting list, for the next seat.
func (h *seasonRun) joinsLate() {
	h.t.Helper()
	h.late = h.member("Late Member", "America/New_York", eager)
	got := h.asked("league-admin promote", localdiscord.Options{"league": "City League"}, "Put them there")
	if !strings.Contains(got, "waitlist") && !strings.Contains(got, "enters late") {
		h.t.Errorf("placing a late member says %s", got)
	}
}

// mistakes corrects a result of the running round, takes a player out by mistake and puts
// them back, and takes the last deed back.
func (h *seasonRun) mistakes() {
	h.t.Helper()
	events, _ := h.playing(h.arranged)
	for _, e := range events {
		played := func(m tournament.Match) bool { return m.Confirmed && m.Report != nil }
		if i := slices.IndexFunc(e.State.Rounds[0].Matches, played); i >= 0 {
			h.mend("a result of a running event", func() { h.turns(e, tournament.Place{Round: 1, Match: i + 1}) })
		}
	}
	e := events[h.rng.IntN(len(events))]
	field := e.State.Field()
	n := field[h.rng.IntN(len(field))]
	event := localdiscord.Options{"tournament": e.State.Settings.Name, "player": e.Name(n)}
	h.reads(h.text(h.orders("player drop", event)), e.Name(n))
	h.pass(0)
	h.mend("a drop", func() {
		taken := func(p tournament.Player) bool { return p.SeatOf == n }
		if slices.ContainsFunc(h.again(e).State.Players, taken) { // by a member who waited: the drop itself is taken back
			h.asked("tournament undo", localdiscord.Options{"tournament": e.State.Settings.Name}, "Undo")
		} else {
			h.orders("player reinstate", event)
		}
	})
	if now := h.again(e); !now.State.Taking(n) {
		h.t.Errorf("%s is taken out and not put back", e.Name(n))
	}
}

// turns gives a match of an event the opposite result.
func (h *seasonRun) turns(e *tournament.Snapshot, at tournament.Place) {
	h.t.Helper()
	_, l := e.State.Match(at.Round, at.Match)
	result := "0-2"
	if l.Result.V[1] > l.Result.V[0] {
		result = "2-0"
	}
	a := h.orders("player report", localdiscord.Options{"tournament": fmt.Sprint("t", e.State.ID), "round": at.Round, "table": int(l.Table), "result": result})
	if strings.Contains(h.text(a), "[Change the result]") { // it moves more than this result
		a = h.ordered(a, "Change the result")
	}
	// Who won a forfeit has the first seat, whatever side the pairing gave them.
	if _, now := h.again(e).State.Match(at.Round, at.Match); now.Result == l.Result && now.Seats == l.Seats {
		h.t.Errorf("the result of %v stays: %s", at, h.text(a))
	}
}

// replaced takes a ghost out of the league: whoever waits for a seat in that division takes
// it over. A member who was taken out by mistake comes back.
func (h *seasonRun) replaced() {
	h.t.Helper()
	league := h.leagueNow(h.arranged)
	d := league.State.DivisionOf(league.PlayerByUser(h.late.ID()))
	for _, m := range h.roster {
		if n := league.PlayerByUser(m.ID()); m.habit != ghost || league.State.DivisionOf(n) != d {
			continue
		}
		h.reads(h.asked("league-admin remove", localdiscord.Options{"league": "City League", "player": m.Name()}, "Take out"), "no longer in City League")
		h.pass(0)
		events, _ := h.playing(h.arranged)
		for _, e := range events {
			if e.State.Entry.Division == d && !e.State.Taking(e.PlayerByUser(h.late.ID())) {
				h.t.Errorf("%s waits in division %d though %s has left", h.late.Name(), d, m.Name())
			}
		}
		return
	}
	h.t.Errorf("division %d has no ghost", d)
}

// merge joins the guest's history to a member who did not play that evening, takes it back
// and does it once more.
func (h *seasonRun) merge() {
	h.t.Helper()
	h.merged = true
	played := h.again(h.first)
	i := slices.IndexFunc(h.roster, func(m *seasonMember) bool { return played.PlayerByUser(m.ID()) == 0 })
	guest := localdiscord.Options{"guest": "Guest", "user": h.roster[i].ID()}
	h.mend("a merge", func() {
		done := h.ordered(h.orders("member merge", guest), "They're one person")
		h.reads(h.text(h.ordered(done, "Take it back")), "Taken back")
	})
	h.reads(h.asked("member merge", guest, "They're one person"), h.roster[i].Name())
	h.check()
}

// close closes the season of a league.
func (h *seasonRun) close(league string) {
	h.t.Helper()
	h.pass(time.Hour)
	h.reads(h.asked("league-admin close", localdiscord.Options{"league": league}, "Close the season"), "is closed")
}

// final plays the final of the evenings.
func (h *seasonRun) final() {
	h.t.Helper()
	for h.live() != nil {
		h.day()
	}
	h.close("Evenings")
	h.settle()
	end := h.newest(h.evenings, h.organiser, "the season is over")
	h.presses++
	h.reads(h.press(h.organiser, end, "Create the final"), "players, seeded by the table")
	final := h.live()
	if final == nil {
		h.t.Fatal("there is no final")
	}
	for _, o := range h.outsiders {
		h.in(h.evenings, o, "join", localdiscord.Options{"tournament": final.State.Settings.Name})
	}
	for deadline := h.now().AddDate(0, 0, 3); final.State.Phase != tournament.Finished; {
		if h.now().After(deadline) {
			h.t.Fatalf("the final is %s", final.State.Phase)
		}
		for _, c := range []string{"tournament start", "round pair", "round publish", "tournament finish"} {
			h.presses++
			h.in(h.evenings, h.organiser, c, localdiscord.Options{"tournament": final.State.Settings.Name})
		}
		h.pass(12 * time.Minute)
		final = h.again(final)
		for _, m := range h.roster {
			h.play(m, final)
		}
	}
	h.pass(0)
	h.settle()
	h.champion()
}

// champion returns the champion of the evenings, whom the post of the end names.
func (h *seasonRun) champion() string {
	h.t.Helper()
	league := h.leagueNow(h.weekly)
	if len(league.State.Champions()) != 1 {
		h.t.Fatalf("the final has %d champions", len(league.State.Champions()))
	}
	name := league.Name(league.State.Champions()[0])
	h.reads(h.srv.Render(h.newest(h.evenings, h.organiser, "the season is over")), "Champion: **"+name+"**")
	return name
}

// correct corrects a result of the first week of each league, in events that are over and
// seasons that are closed, and one of the final. No event is open afterwards.
func (h *seasonRun) correct() {
	h.t.Helper()
	for _, id := range []tournament.ID{h.arranged, h.weekly} {
		events, _ := h.playing(id) // the newest comes first
		over := slices.DeleteFunc(events, func(e *tournament.Snapshot) bool {
			return e.State.Phase != tournament.Finished || len(e.State.Rounds) == 0
		})
		if len(over) == 0 {
			h.t.Fatal("no event was played")
		}
		h.corrects("a result of week 1", over[len(over)-1], 1)
		if id == h.weekly {
			was := h.champion()
			h.corrects("a result of the final", over[0], len(over[0].State.Rounds))
			if now := h.champion(); now == was {
				h.t.Errorf("%s is the champion after the final is corrected", now)
			}
		}
	}
}

// corrects corrects a result of a round of an event that is over.
func (h *seasonRun) corrects(kind string, e *tournament.Snapshot, round int) {
	h.t.Helper()
	h.mend(kind, func() { h.turns(e, tournament.Place{Round: round, Match: 1}) })
	if s := h.again(e).State; s.Phase != tournament.Finished || !s.EndedAt.Equal(e.State.EndedAt) || s.Seq == e.State.Seq {
		h.t.Errorf("after the correction %s is %s, over at %s, before %s", s.Settings.Name, s.Phase, s.EndedAt, e.State.EndedAt)
	}
}

// reopen takes the closing of each season back and closes it anew. Its end stays one post.
func (h *seasonRun) reopen() {
	h.t.Helper()
	for name, c := range map[string]*localdiscord.Channel{"City League": h.channel, "Evenings": h.evenings} {
		h.mend("a closing", func() {
			h.reads(h.asked("league-admin close", localdiscord.Options{"league": name}, "Open the season again"), "open again")
		})
		h.close(name)
		h.settle()
		ends := 0
		for _, m := range h.srv.Messages(c, h.organiser) {
			if shown := h.srv.Render(m); strings.Contains(shown, name) && strings.Contains(shown, "the season is over") {
				ends++
			}
		}
		if ends != 1 {
			h.t.Errorf("the end of %s is posted %d times", name, ends)
		}
	}
}

// next lets the members say who plays the next season, ghosts excepted, and begins it. Its
// divisions are those of a plan from a fold of the closed season and from ratings computed
// from nothing, they are in one post, and their events have the same players.
func (h *seasonRun) next() {
	h.t.Helper()
	h.orders("league-admin next", localdiscord.Options{"league": "City League"})
	h.settle()
	for i, m := range h.roster {
		post := h.newest(h.channel, m.Person, "Who plays City League 2?")
		switch {
		case m.habit == ghost:
		case i%9 == 5:
			h.reads(h.press(m.Person, post, "Not this time"), "City League 2")
		default:
			h.reads(h.press(m.Person, post, "I'm in"), "City League 2")
		}
	}
	h.mend("a place in the next season", func() { h.moved(h.roster[0]) })
	closed := h.leagueNow(h.arranged)
	folded, err := season.Fold(h.arranged, closed.Log)
	if err != nil {
		h.t.Fatal(err)
	}
	plan, err := folded.Plan(closed.Book, h.ratingsFromNothing(closed))
	if err != nil {
		h.t.Fatal(err)
	}
	if err := plan.Check(); err != nil {
		h.t.Fatal(err)
	}
	h.reads(h.asked("league-admin promote", localdiscord.Options{"league": "City League"}, "Begin City League 2"), "City League 2 has begun")
	begun := h.league()
	if begun.State.Previous != h.arranged {
		h.t.Fatalf("%s follows season %d", begun.State.Settings.Name, begun.State.Previous)
	}
	h.restart()
	h.pass(0)
	h.settle()
	events, playing := h.playing(begun.State.ID)
	planned := 0
	for d, list := range plan.Divisions {
		planned += len(list)
		for _, p := range list {
			user := closed.User(p.Member)
			if got := begun.State.DivisionOf(begun.PlayerByUser(user)); got != d+1 {
				h.t.Errorf("%s is in division %d of the next season, planned for %d (%s)", closed.Name(p.Member), got, d+1, p.Why)
			}
			if !slices.ContainsFunc(events, func(e *tournament.Snapshot) bool {
				return e.State.Entry.Division == d+1 && e.PlayerByUser(user) > 0
			}) {
				h.t.Errorf("%s is not in the event of division %d", closed.Name(p.Member), d+1)
			}
		}
	}
	if len(events) != len(plan.Divisions) || playing != planned {
		h.t.Errorf("%d events with %d players, planned are %d with %d", len(events), playing, len(plan.Divisions), planned)
	}
	for _, m := range h.roster {
		if n := begun.PlayerByUser(m.ID()); m.habit == ghost && begun.State.DivisionOf(n) > 0 {
			h.t.Errorf("%s never answered and plays the next season", m.Name())
		}
	}
	posts := 0
	for _, m := range h.srv.Messages(h.channel, h.organiser) {
		if strings.Contains(h.srv.Render(m), "City League 2: divisions") {
			posts++
		}
	}
	if posts != 1 {
		h.t.Errorf("the divisions of the next season are posted %d times", posts)
	}
	h.t.Logf("the next season: %d divisions, %d players", len(plan.Divisions), planned)
}

// moved puts a member into another division of the next season, and takes that back.
func (h *seasonRun) moved(m *seasonMember) {
	h.t.Helper()
	league := h.leagueNow(h.arranged)
	n := league.PlayerByUser(m.ID())
	to := league.State.DivisionOf(n)%league.State.Count() + 1
	where := localdiscord.Options{"league": "City League", "player": m.Name(), "division": to, "reason": "A mistake"}
	h.reads(h.text(h.orders("league-admin promote", where)), "by the organisers: A mistake")
	where["division"] = 0
	if got := h.text(h.orders("league-admin promote", where)); strings.Contains(got, "A mistake") {
		h.t.Errorf("%s is not moved back: %s", m.Name(), got)
	}
}

// ratingsFromNothing returns the ratings of members that a plan takes, computed from what
// is stored.
func (h *seasonRun) ratingsFromNothing(league *season.Snapshot) map[int]int {
	h.t.Helper()
	anew, err := (&archive.Archive{Records: h.store, Rulesets: h.rulesets}).Of(h.t.Context(), h.guild.ID())
	if err != nil {
		h.t.Fatal(err)
	}
	out := map[int]int{}
	all, ok := anew.Ratings("magic")
	for m := range league.State.Members {
		n := anew.User(league.User(m + 1))
		if !ok || n == 0 || league.State.Members[m].Into > 0 {
			continue
		}
		if x := &all.Now[n-1]; x.Matches > 0 && x.Deviation < all.Formula.Provisional() {
			out[m+1] = int(math.Round(x.Value))
		}
	}
	return out
}
