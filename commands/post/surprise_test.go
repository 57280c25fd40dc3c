package post_test

import (
	"cmp"
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"topcut/commands/post"
	"topcut/commands/posted"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/effect"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

var surpriseEvents = flag.Uint64("surprise-events", 10, "evenings of TestNobodyIsSurprised")

// TestNobodyIsSurprised plays lively evenings. After every seventh step it tries each
// command of an organiser, those of a player and the clocks, and looks for whom it changes
// something: they are pinged by a post of the command, or it is in the channel for all. None
// is pinged twice.
func TestNobodyIsSurprised(t *testing.T) {
	shapes := []struct {
		ruleset  string
		settings func(*tournament.Settings)
	}{
		{"magic", func(s *tournament.Settings) {}},
		{"magic", func(s *tournament.Settings) { s.Threads = true }},
		{"pokemon-2009", func(s *tournament.Settings) { s.Divisions = []string{"Junior", "Masters"} }},
		{"lorcana", func(s *tournament.Settings) { s.AutoAdvance = true }},
		{"chess-casual", func(s *tournament.Settings) {
			s.Stages, s.Fixtures.Opens, s.RoundDays = stage.MustParse("roundrobin"), tournament.AtOnce, 7
		}},
		{"commander-pods", func(s *tournament.Settings) {}},
		{"riichi-helper", func(s *tournament.Settings) { s.Stages = stage.MustParse("schedule 4 > final") }},
		{"magic", func(s *tournament.Settings) { s.Stages = stage.MustParse("double") }},
		{"magic", func(s *tournament.Settings) { s.Stages = stage.MustParse("draft > swiss 3 > single 4") }},
		{"one-piece", func(s *tournament.Settings) { s.Stages = stage.MustParse("groups 4 roundrobin > double 8") }},
	}
	seen, tried, asked, twice, rings := map[string]int{}, 0, 0, 0, 0
	for seed := range *surpriseEvents {
		shape := shapes[seed%uint64(len(shapes))]
		rs, err := rules.Load(shape.ruleset)
		if err != nil {
			t.Fatal(err)
		}
		rung := map[tournament.DueKind]int{}
		s := tournament.DefaultSettings("Friday Night")
		s.Stages, s.TOChannel = s.Stages.WithRounds(4).WithCut(stage.Entry{By: stage.Top, N: 4}), "9"
		shape.settings(&s)
		play(t, seed, rs, s, func(before *tournament.Snapshot, stand map[string]bool, rng *rand.Rand, now time.Time) {
			for _, timer := range tournament.Timers(before.State) {
				if rung[timer.Kind]++; rung[timer.Kind] <= 3 {
					rings += clockRings(before, timer, stand, now, seen)
				}
			}
			n := 1 + rng.IntN(max(1, len(before.State.Players)))
			tries := attempts(before, rng)
			organisers := len(tries)
			for i, c := range append(tries, deeds(before, n, now)...) {
				actor := tournament.Actor{User: "100000000000000000", Name: "Organiser"}
				if i >= organisers {
					actor.User = cmp.Or(before.User(n), "guest")
				} else if n := 1 + rng.IntN(3*len(before.State.Players)+1); n <= len(before.State.Players) { // who plays, too
					actor.User = cmp.Or(before.User(n), actor.User)
				}
				after, events, err := command.Decide(before, command.Request{Actor: actor, Cause: "try", Command: c}, now)
				if err != nil {
					continue
				}
				tried++
				effects := effect.Others(effect.Of(before.State, after.State), before.PlayerByUser(actor.User))
				if effect.Asks(effects) {
					asked++
				}
				pings, posts := heard(before, after, events, stand, now)
				for _, e := range effects {
					user := after.User(e.Player)
					if e.Concern == effect.Quiet || user == "" || agreed(before, actor, e) {
						continue
					}
					if pings[user] > 1 {
						twice++
						t.Logf("seed %d: %T %s pings %d times", seed, c, facts[e.Fact], pings[user])
					}
					if pings[user] == 0 && !(posts && (all(e) || undoesMuch(c, effects) || away(c))) {
						seen[fmt.Sprintf("%T %s", c, facts[e.Fact])]++
					}
				}
			}
		})
	}
	for _, gap := range slices.Sorted(maps.Keys(seen)) {
		t.Errorf("%s changes for others %d times, and they are not told", gap, seen[gap])
	}
	untold := 0
	for _, n := range seen {
		untold += n
	}
	if t.Logf("%d tried and %d deeds of clocks, %d asked about, %d untold, %d told twice", tried, rings, asked, untold, twice); twice > 0 || tried == 0 || asked == 0 || rings == 0 {
		t.Errorf("%d of %d tried are told twice, %d asked about", twice, tried, asked)
	}
}

// clockRings counts a deed of the clock, and notes what it changes for players who are not
// told.
func clockRings(before *tournament.Snapshot, timer tournament.Timer, stand map[string]bool, now time.Time, untold map[string]int) int {
	if now.Before(timer.At) {
		now = timer.At
	}
	after, events, err := command.Decide(before, command.Request{Cause: "try", Command: &command.Fire{Key: timer.Key()}}, now)
	if err != nil {
		return 0
	}
	pings, posts := heard(before, after, events, stand, now)
	for _, e := range effect.Of(before.State, after.State) {
		user, silence := after.User(e.Player), timer.Kind == tournament.DueConfirm
		if n := pings[user]; e.Concern != effect.Quiet && user != "" && (n > 1 || n == 0 && (silence || !posts || !all(e))) {
			untold[fmt.Sprintf("the clock (%s) %s", timer.Kind, facts[e.Fact])]++
		}
	}
	return 1
}

var facts = map[effect.Fact]string{
	effect.Entry: "entry", effect.Seat: "seat", effect.Table: "table", effect.Result: "result", effect.Report: "report", effect.Clock: "clock",
	effect.Rounds: "rounds", effect.Cut: "cut", effect.Place: "place", effect.Window: "window", effect.Announced: "announced", effect.Terms: "terms",
}

// all reports whether an effect is of the whole event, so that a post in the channel tells
// it.
func all(e effect.Effect) bool {
	switch e.Fact {
	case effect.Rounds, effect.Cut, effect.Place, effect.Announced, effect.Clock:
		return true
	case effect.Result: // the standings after the round
		return e.Before == nil
	case effect.Entry:
		return e.After == notice.Word("effect.cancelled")
	case effect.Seat, effect.Table, effect.Report, effect.Window, effect.Terms:
	}
	return false
}

// agreed reports whether an effect is that the actor leaves a match whose result another
// player has reported, or confirms it after a dispute: what they wrote stands.
func agreed(before *tournament.Snapshot, actor tournament.Actor, e effect.Effect) bool {
	m, l := before.State.Match(e.At.Round, e.At.Match)
	n := before.PlayerByUser(actor.User)
	return n > 0 && m != nil && m.Report != nil && l.Seat(int32(n-1)) >= 0 && (e.Fact == effect.Result || m.Disputed) // else it is a report that is replaced
}

// undoesMuch reports whether a command is an undo that concerns so many that its post is for
// all.
func undoesMuch(c command.Command, effects []effect.Effect) bool {
	players := map[int]bool{}
	for _, e := range effects {
		players[e.Player] = true
	}
	_, undo := c.(*command.Undo)
	return undo && len(players) > posted.FewTold
}

// play plays an evening and calls look after every seventh step.
func play(t *testing.T, seed uint64, rs *rules.Ruleset, s tournament.Settings, look func(before *tournament.Snapshot, stand map[string]bool, rng *rand.Rand, now time.Time)) {
	t.Helper()
	secret := sha256.Sum256(fmt.Append(nil, seed))
	snap, rng := tournament.Begin(1, secret[:]), rand.New(rand.NewPCG(seed, 32))
	now := time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)
	gen, stand := histories.New(histories.Lively(14), seed), map[string]bool{}
	step := histories.Step{Actor: tournament.Actor{User: histories.Organiser}, Command: &command.Create{Guild: "1", Channel: "2", Settings: s, Ruleset: rs}}
	for ok, n := true, 0; ok && n < 1000; step, ok = gen.Next(snap) {
		n++
		account(&step)
		now = now.Add(9 * time.Second)
		after, events, err := command.Decide(snap, command.Request{Actor: step.Actor, Cause: fmt.Sprint(seed, ".", n), Command: step.Command}, now)
		if err != nil {
			if n == 1 {
				t.Fatal(err)
			}
			continue
		}
		for _, p := range post.Plan(snap, after, events) {
			stand[p.Key] = true
		}
		if snap = after; n%7 == 0 {
			look(snap, stand, rng, now)
		}
	}
}

// attempts returns what an organiser may do to others, about a random player and table.
func attempts(snap *tournament.Snapshot, rng *rand.Rand) []command.Command {
	s := snap.State
	n := 1 + rng.IntN(max(1, len(s.Players)))
	two, five, yes := 2, 5, true
	list := []command.Command{
		&command.Remove{Player: n}, &command.Disqualify{Player: n}, &command.Reinstate{Player: n}, &command.Penalise{Player: n, Kind: "warning", Text: "slow"},
		&command.Change{Player: n, Byes: []int{len(s.Rounds) + 2}}, &command.Change{Player: n, Table: &five}, &command.Change{Player: n, Late: &two}, &command.Change{Player: n, Standby: &yes},
		&command.ExtendClock{Minutes: 500}, &command.ExtendClock{Minutes: -20}, &command.ExtendClock{Minutes: 5}, &command.PauseClock{}, &command.ResumeClock{},
		&command.CloseRound{Resolve: tournament.ResolveDraw}, &command.CloseRound{Resolve: tournament.ResolveDoubleLoss},
		&command.PublishAndStart{}, &command.StartCheckIn{}, &command.CloseRegistration{}, &command.MakeCut{Early: true, Size: 2}, &command.MakeCut{}, &command.Finish{Early: true}, &command.Cancel{},
		&command.SubmitDeck{Player: n, Text: "4 Island"}, &command.SetStaff{User: "100000000000000099", Name: "Otto", Staff: true}, &command.MoveChannel{Channel: "8"}, &command.SplitFlights{},
		&command.Start{KeepAll: true}, &command.Start{LeaveOut: true}, &command.Pair{}, &command.Publish{}, &command.StartRound{}, &command.SeatDraft{}, &command.OpenPack{First: true}, &command.OpenPack{}, &command.BuildDecks{},
		&command.OpenRegistration{}, &command.RemindMissing{}, &command.CloseEntry{}, &command.Expel{Player: n, Reason: "banned"}, &command.Join{Name: "Guest", ByOrganiser: true},
		&command.Undo{Batch: tournament.LastBatch(snap.Log)}, &command.Announce{Text: "Lunch"}, &command.PlayOff{}, &command.ShareTitle{},
	}
	for _, change := range []func(*tournament.Settings){
		func(s *tournament.Settings) { s.Stages = s.Stages.WithRounds(6) },
		func(s *tournament.Settings) { s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Top, N: 2}) },
		func(s *tournament.Settings) { s.RoundMinutes = 20 + 5*rng.IntN(8) },
		func(s *tournament.Settings) { s.ConfirmMinutes = 3 },
		func(s *tournament.Settings) { s.Capacity = 30 },
		func(s *tournament.Settings) { s.StartAt = 1_800_000_000 },
	} {
		list = append(list, &command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) {
			change(&s)
			return s, nil
		}})
	}
	if s.Preview == nil && s.Current() != nil && n != 1 {
		list = append(list, &command.Repair{Swap: [2]int{1, n}})
	}
	if len(s.Rounds) == 0 {
		return list
	}
	for _, r := range []int{1 + rng.IntN(len(s.Rounds)), len(s.Rounds)} {
		m := 1 + rng.IntN(len(s.Rounds.At(r).Matches))
		_, l := s.Match(r, m)
		if l.N < 2 {
			continue
		}
		list = append(
			list, &command.Correct{Round: r, Match: m, Kind: ledger.Forfeit}, &command.Correct{Round: r, Match: m, Kind: ledger.DoubleLoss, Replay: true},
			&command.ExtendClock{Table: int(l.Table), Minutes: 5}, &command.ExtendFixture{At: tournament.Place{Round: r, Match: m}, Days: 5},
		)
		for _, o := range s.Rules.Results(s.Rounds.At(r).Stage)[:min(2, len(s.Rules.Results(s.Rounds.At(r).Stage)))] {
			list = append(list, &command.Correct{Round: r, Match: m, Text: o.Value, Replay: true})
		}
	}
	return list
}

// deeds returns what a player may do that touches others. That they report is asked about in
// time, see TestSilenceConfirmsOnlyWhatTheOtherSideWasPingedAbout.
func deeds(snap *tournament.Snapshot, n int, now time.Time) []command.Command {
	return []command.Command{
		&command.Drop{Player: n}, &command.Drop{Player: n, Keep: true}, &command.Leave{Player: n}, &command.ConfirmReport{Player: n}, &command.DisputeReport{Player: n},
		&command.CallJudge{Player: n}, &command.SitOut{Player: n, Rounds: []int{len(snap.State.Rounds) + 1}}, &command.BeAway{Player: n, From: now.Add(time.Hour), Until: now.Add(100 * time.Hour)},
		&command.ProposeTimes{Player: n, Times: []time.Time{now.Add(72 * time.Hour)}}, &command.BePresent{Player: n}, &command.ClaimForfeit{Player: n}, &command.ObjectToClaim{Player: n},
	}
}

// away reports whether a command is an absence: its post names those whose window moves, and
// calls only those with whom a time in it was agreed.
func away(c command.Command) bool {
	_, ok := c.(*command.BeAway)
	return ok
}

// heard returns how often each user is pinged by the posts that events cause beside those
// that stand, and whether there is a new post in the event's channel.
func heard(before, after *tournament.Snapshot, events []tournament.Envelope, stand map[string]bool, now time.Time) (pings map[string]int, posts bool) {
	pings = map[string]int{}
	for _, p := range post.Plan(before, after, events) {
		if p.Leaves != "" || stand[p.Key] {
			continue
		}
		row := &tournament.OutboxRow{Log: tournament.Log.Ref(1), Post: p, Said: before.State.Seq}
		m, ok := post.Render(view.Env{Snap: after, Now: now}, row)
		if !ok {
			continue
		}
		posts = posts || p.Channel != after.State.Settings.TOChannel
		for _, user := range m.Mentions.Users {
			pings[user]++
		}
	}
	return pings, posts
}

// BenchmarkEffects measures what an organiser's press costs more in an event of 400.
func BenchmarkEffects(b *testing.B) {
	rs, err := rules.Load("magic")
	if err != nil {
		b.Fatal(err)
	}
	snap := tournament.Begin(1, make([]byte, 32))
	now := time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)
	do := func(c command.Command) *tournament.Snapshot {
		after, _, err := command.Decide(snap, command.Request{Actor: tournament.Actor{User: "1", Name: "Olga"}, Command: c}, now)
		if err != nil {
			b.Fatal(err)
		}
		return after
	}
	snap = do(&command.Create{Guild: "1", Channel: "2", Settings: tournament.DefaultSettings("Big"), Ruleset: rs, Open: true})
	var joins command.All
	for n := range 400 {
		joins = append(joins, &command.Join{Name: fmt.Sprint("Player ", n), ByOrganiser: true})
	}
	for _, c := range []command.Command{joins, &command.Start{KeepAll: true}, &command.Pair{}, &command.PublishAndStart{}} {
		snap = do(c)
	}
	after := do(&command.ExtendClock{Minutes: 500})
	for _, l := range numbered.All(snap.State.Ledger.Rounds.At(1).Matches) {
		after = do(&command.Correct{Round: 1, Table: int(l.Table), Text: "2-0"})
		break
	}
	b.ReportAllocs()
	for b.Loop() {
		if len(effect.Of(snap.State, after.State)) == 0 {
			b.Fatal("no effect")
		}
	}
}
