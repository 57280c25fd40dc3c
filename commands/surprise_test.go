package commands_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/effect"
	"topcut/tournament/fixture"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

var surpriseSituations = flag.Int("surprise-situations", 2, "situations of each evening in which TestEveryCommandAsks tries each command")

// unasked are the commands that TestEveryCommandAsks does not try, with the reason.
var unasked = map[string]string{
	"All": "several of the others", "scripted": "the file of an event",
	"Fire": "a clock", "Interrupt": "a clock", "NoteGone": "a clock", "CloseEntry": "the league",
	"Create": "there is no player yet", "OpenRegistration": "harmless", "CloseRegistration": "harmless", "StartCheckIn": "harmless", "SeatDraft": "harmless", "OpenPack": "harmless", "BuildDecks": "harmless",
	"Join": "harmless", "Leave": "the player's own", "CheckInPlayer": "harmless", "SubmitDeck": "told", "SubmitOwnDeck": "the player's own", "Drop": "the player's own", "SitOut": "the player's own", "Mix": "harmless",
	"AdmitPlayer": "the league", "Enlist": "the league", "EnterLeague": "the league", "Expel": "the ban list asks with the events that go on",
	"SetZone": "the player's own", "SetWeek": "the player's own", "ChooseReminders": "the player's own", "BeAway": "the player's own: it takes no time from others, and a post tells them", "TakeCalendar": "the player's own",
	"ProposeTimes": "their own match", "AcceptTime": "their own match", "BePresent": "their own match", "ClaimForfeit": "their own match", "ObjectToClaim": "their own match", "ComeBack": "the player's own",
	"InviteMates": "who is asked answers", "AnswerInvitation": "the player's own", "RemoveMember": "the team keeps its seat", "GiveLineUp": "the team's own", "Substitute": "told", "ChangeBench": "the player's own", "AskBench": "who is asked answers", "AnswerBench": "told",
	"BeginPicks": "their own match", "PickItem": "their own match", "ReportGame": "their own match", "WithdrawGame": "their own match",
	"Answer": "the player's own", "ReportResult": "their own match", "ConfirmReport": "their own match", "DisputeReport": "their own match", "CallJudge": "harmless", "TakeTable": "harmless",
	"SetDuty": "harmless", "RemindMissing": "harmless", "Announce": "harmless", "WriteNote": "harmless", "OpenPage": "harmless", "ClosePage": "harmless", "SetStaff": "told",
	"ClaimSeat": "told", "MoveChannel": "posted",
	"Start": "asks what becomes of the absent", "Publish": "part of PublishAndStart",
}

// trial is a command as it is typed, or chosen as a verdict on a match, and as it is decided.
type trial struct {
	command command.Command
	path    string
	options localdiscord.Options
	verdict *customid.Verdict
	always  bool // it asks whatever it replaces
}

// trials returns the commands of organisers about a random player and table.
func trials(snap *tournament.Snapshot, now time.Time, rng *rand.Rand) []trial {
	s := snap.State
	n := 1 + rng.IntN(len(s.Players))
	other := 1 + (n+rng.IntN(len(s.Players)-1))%len(s.Players)
	player, opponent, five := fmt.Sprint("p", n), fmt.Sprint("p", other), 5
	set := func(change func(*tournament.Settings), typed string) trial {
		return trial{command: &command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) { change(&s); return s, nil }}, path: "tournament settings", options: localdiscord.Options{"set": typed}}
	}
	list := []trial{
		{command: &command.Remove{Player: n}, path: "player drop", options: localdiscord.Options{"player": player}},
		{command: &command.Disqualify{Player: n}, path: "player disqualify", options: localdiscord.Options{"player": player}},
		{command: &command.Reinstate{Player: n}, path: "player reinstate", options: localdiscord.Options{"player": player}},
		{command: &command.Penalise{Player: n, Kind: "warning"}, path: "player penalty", options: localdiscord.Options{"player": player, "kind": "warning"}},
		{command: &command.Change{Player: n, Table: &five}, path: "player fixtable", options: localdiscord.Options{"player": player, "number": 5}},
		{command: &command.ExtendClock{Minutes: 500}, path: "round extend", options: localdiscord.Options{"minutes": 500}, always: !s.Arranged()}, // out of bounds, but for a round of days
		{command: &command.ExtendClock{Minutes: -110}, path: "round extend", options: localdiscord.Options{"minutes": -110}, always: !s.Arranged()},
		{command: &command.SplitFlights{Division: 2, Flights: 2}, path: "tournament flights", options: localdiscord.Options{"number": 2, "division": "Masters"}, always: true},
		{command: &command.PauseClock{}, path: "round pause"},
		{command: &command.ResumeClock{}, path: "round resume"},
		{command: &command.CloseRound{Resolve: tournament.ResolveDraw}, path: "round close", options: localdiscord.Options{"rest": "draw"}},
		{command: &command.CloseRound{Resolve: tournament.ResolveDoubleLoss}, path: "round close", options: localdiscord.Options{"rest": "double_loss"}},
		{command: &command.MakeCut{Early: true, Size: 2}, path: "tournament cut", options: localdiscord.Options{"size": 2}},
		{command: &command.Finish{Early: true}, path: "tournament finish"},
		{command: &command.Cancel{}, path: "tournament cancel"},
		{command: &command.Undo{Batch: tournament.LastBatch(snap.Log)}, path: "tournament undo"},
		{command: &command.PlayOff{}, path: "tournament tie playoff"},
		{command: &command.ShareTitle{}, path: "tournament tie share"},
		{command: &command.Pair{}, path: "round pair"},
		{command: &command.PublishAndStart{}, path: "round publish"},
		{command: &command.StartRound{}, path: "round start"},
		{command: &command.Repair{Swap: [2]int{n, other}}, path: "round repair", options: localdiscord.Options{"what": "swap", "player": player, "other": opponent}},
		set(func(s *tournament.Settings) { s.Stages = s.Stages.WithRounds(5) }, "rounds=5"),
		set(func(s *tournament.Settings) { s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Top, N: 2}) }, "cut=2"),
		set(func(s *tournament.Settings) { s.RoundMinutes = 35 }, "round_minutes=35"),
	}
	if r := len(s.Rounds); r > 0 {
		r = 1 + rng.IntN(r)
		table := int(s.Ledger.Rounds.At(r).Matches.At(1 + rng.IntN(len(s.Rounds.At(r).Matches))).Table)
		results := s.Rules.Results(s.Rounds.At(r).Stage)
		result := results[rng.IntN(len(results))].Value
		list = append(list, trial{command: &command.Correct{Round: r, Table: table, Text: result, Replay: true}, path: "player report", options: localdiscord.Options{"round": r, "table": table, "result": result}})
	}
	if waiting := s.ForOrganisers(now); len(waiting) > 0 {
		at := waiting[rng.IntN(len(waiting))]
		press := func(end string, c command.Command) {
			list = append(list, trial{command: c, verdict: &customid.Verdict{Matches: customid.PlaceValue(at), End: end}, always: true})
		}
		press(view.FirstWins, &command.Verdict{At: at, End: fixture.Forfeit, Loser: s.PlayerAt(at, fixture.Second)})
		for _, end := range []fixture.End{fixture.SchedulingDraw, fixture.DoubleForfeit, fixture.Void} {
			press(string(end), &command.Verdict{At: at, End: end})
		}
		press(view.MoreDays, &command.ExtendFixture{At: at, Days: 7})
	}
	return list
}

// stands reports whether one of the effects replaces what stood for another person, by the
// facts of the issue and not by those of package effect: no dispute, which is there to be
// decided, and no clock within its bounds.
func stands(effects []effect.Effect) bool {
	disputed, tables := notice.Word("effect.disputed"), map[tournament.Place]bool{}
	for _, e := range effects {
		switch e.Fact {
		case effect.Entry, effect.Seat, effect.Result, effect.Report, effect.Rounds, effect.Place, effect.Announced, effect.Cut:
			if e.Before != nil && e.Before != disputed && e.After != disputed {
				_, size := e.Before.(notice.Int)
				_, sized := e.After.(notice.Int)
				if e.Fact != effect.Cut || size == sized { // else it is made
					return true
				}
			}
			if e.Fact == effect.Result || e.Fact == effect.Report {
				tables[e.At] = true
			}
		case effect.Table, effect.Clock, effect.Window, effect.Terms:
		}
	}
	return len(tables) > 1
}

// TestEveryCommandAsks tries each command of organisers by a press in random situations of
// evenings of several kinds. Where it would replace what stands for others, the answer is a
// question, and nothing is stored. A new command is either tried or listed with its reason.
func TestEveryCommandAsks(t *testing.T) {
	kinds := []localdiscord.Options{
		{"rounds": 3, "cut": 4}, {"ruleset": "commander-pods", "rounds": 3}, {"stages": "double"}, {"ruleset": "pokemon-2009", "rounds": 2, "cut": 2},
	}
	evenings := len(kinds) * max(1, *surpriseSituations/8)
	all := make([]*asking, evenings+2)
	t.Run("evenings", func(t *testing.T) {
		for i := range all {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				all[i] = &asking{rng: rand.New(rand.NewPCG(32, uint64(i))), known: map[string]bool{}, tried: map[string]int{}, asked: map[string]int{}}
				switch i {
				case evenings:
					all[i].testServer = newTestServer(t)
					all[i].arranged()
				case evenings + 1:
					all[i].testServer, _ = divided(t, localdiscord.Options{"rounds": 5, "cut": 8}, map[string]int{"Masters": 64})
					all[i].do(&command.Start{KeepAll: true})
					if all[i].look(); all[i].asked["SplitFlights"] == 0 {
						t.Error("SplitFlights was not tried")
					}
				default:
					all[i].testServer = newTestServer(t)
					all[i].evening(maps.Clone(kinds[i%len(kinds)]))
				}
			})
		}
	})
	seen := all[0]
	for _, a := range all[1:] {
		for kind := range a.tried {
			seen.tried[kind], seen.asked[kind] = seen.tried[kind]+a.tried[kind], seen.asked[kind]+a.asked[kind]
		}
		maps.Copy(seen.known, a.known)
		seen.unasked += a.unasked
	}
	for _, kind := range commandTypes(t) {
		reason := unasked[kind]
		if seen.known[kind] == (reason != "") {
			t.Errorf("%s: tried %v, listed as %q: try each command, or say why not", kind, seen.known[kind], reason)
		}
	}
	total, questions := 0, 0
	for kind, n := range seen.tried {
		t.Logf("%4d tried, %4d asked: %s", n, seen.asked[kind], kind)
		total, questions = total+n, questions+seen.asked[kind]
	}
	if t.Logf("%d tried, %d asked about, %d unasked", total, questions, seen.unasked); questions == 0 || seen.unasked > 0 {
		t.Errorf("%d of %d are asked about, %d are not", questions, total, seen.unasked)
	}
}

// asking counts by kind the commands that were tried and those that asked.
type asking struct {
	*testServer
	rng          *rand.Rand
	known        map[string]bool
	tried, asked map[string]int
	unasked      int
}

// evening plays an event and tries the commands at random moments of it, and after each
// round.
func (a *asking) evening(options localdiscord.Options) {
	a.t.Helper()
	a.create(options)
	a.players(8)
	a.do(&command.Start{KeepAll: true})
	looks := 0
	look := func() {
		if looks++; looks <= min(*surpriseSituations, 8) {
			a.look()
		}
	}
	for looks < min(*surpriseSituations, 8) {
		if !a.may(&command.Pair{}) && !a.may(&command.MakeCut{}) {
			break
		}
		if a.snapshot().State.Preview == nil {
			continue // the cut is made
		}
		a.do(&command.PublishAndStart{})
		s := a.snapshot().State
		r := len(s.Rounds)
		win := s.Rules.Results(s.Rounds.At(r).Stage)[0].Value
		for m := 1; m <= len(s.Rounds.At(r).Matches); m++ {
			switch l := s.Ledger.Rounds.At(r).Matches.At(m); a.rng.IntN(4) {
			case 0:
				if l.N == 2 {
					a.may(&command.ReportResult{Player: int(l.Seats[0]) + 1, Text: win})
				}
			case 1:
				a.may(&command.Correct{Round: r, Match: m, Text: win})
			}
			if a.rng.IntN(5) == 0 {
				look()
			}
		}
		if r == 1 {
			a.may(&command.Remove{Player: 8})
		}
		for m := 1; m <= len(s.Rounds.At(r).Matches); m++ {
			if _, l := a.snapshot().State.Match(r, m); !l.Finished() {
				a.do(&command.Correct{Round: r, Match: m, Text: win})
			}
		}
		look()
	}
}

// arranged lets the weeks of a league pass in which no match is played, and tries the commands
// after each.
func (a *asking) arranged() {
	a.t.Helper()
	a.create(localdiscord.Options{"cut": 0})
	a.slash(a.organiser, "tournament settings", localdiscord.Options{"set": "stages=roundrobin, arranged=by_date"})
	a.players(6)
	a.do(&command.Start{KeepAll: true})
	for range min(*surpriseSituations, 4) {
		a.pass(8 * 24 * time.Hour)
		a.look()
	}
	for _, kind := range []string{"Verdict", "ExtendFixture"} {
		if a.asked[kind] == 0 {
			a.t.Errorf("%s was not tried", kind)
		}
	}
}

// may carries out a command of the organiser, if it is possible now.
func (a *asking) may(c command.Command) bool {
	a.t.Helper()
	_, err := a.director.Do(a.t.Context(), a.snapshot().State.ID, command.Request{Actor: tournament.Actor{User: a.organiser.ID(), Name: "Olga"}, Command: c})
	if err != nil && tournament.ClassOf(err) == "" {
		a.t.Fatalf("%T: %v", c, err)
	}
	return err == nil
}

func (a *asking) do(c command.Command) {
	a.t.Helper()
	if !a.may(c) {
		a.t.Fatalf("%T is refused", c)
	}
}

// early reports whether a command comes before its time.
func (a *asking) early(before *tournament.Snapshot, c command.Command) bool {
	switch cut := c.(type) {
	case *command.MakeCut:
		c = &command.MakeCut{Size: cut.Size}
	case *command.Finish:
		c = &command.Finish{}
	default:
		return false
	}
	_, _, err := command.Decide(before, command.Request{Actor: tournament.Actor{User: a.organiser.ID(), Name: "Olga"}, Command: c}, a.now())
	return tournament.ClassOf(err) == tournament.NeedsForce
}

// look tries each command in the present situation.
func (a *asking) look() {
	a.t.Helper()
	a.settle()
	before := a.snapshot()
	for _, x := range trials(before, a.now(), a.rng) {
		kind := strings.TrimPrefix(fmt.Sprintf("%T", x.command), "*command.")
		a.known[kind] = true
		after, _, err := command.Decide(before, command.Request{Actor: tournament.Actor{User: a.organiser.ID(), Name: "Olga"}, Command: x.command}, a.now())
		if err != nil {
			continue
		}
		a.tried[kind]++
		if !x.always && !stands(effect.Of(before.State, after.State)) && !a.early(before, x.command) {
			continue
		}
		a.asked[kind]++
		answer := a.act(x)
		if !a.asks(answer) || a.snapshot().State.Seq != before.State.Seq {
			a.unasked++
			a.t.Errorf("/%s %v %v is not asked about: %s", x.path, x.options, x.verdict, a.text(answer))
			return // the situation is another one now
		}
	}
}

// act does as the organiser what is tried.
func (a *asking) act(x trial) localdiscord.Answer {
	a.t.Helper()
	if x.verdict == nil {
		return a.answer(a.use(a.organiser, x.path, x.options))
	}
	list := a.answer(a.use(a.organiser, "round verdict", nil))
	chosen, err := a.organiser.Select(a.t.Context(), *list.Message, "Decide or extend matches", []string{x.verdict.Matches})
	if err != nil {
		a.t.Fatal(err)
	}
	return a.presses(a.organiser, a.answer(chosen), customid.New(a.snapshot().State.ID, *x.verdict))
}

// asks reports whether an answer asks before something is done.
func (h *testServer) asks(a localdiscord.Answer) bool {
	if a.Message == nil {
		return false
	}
	for _, part := range a.Message.Components {
		for _, row := range part.Components {
			for _, b := range row.Components {
				if id, ok := customid.Parse(b.CustomID); ok && (customid.Like(id.Panel, customid.Sure{}) || customid.Like(id.Panel, customid.CancelYes{})) {
					return true
				}
			}
		}
	}
	return false
}

// commandTypes returns the names of all commands of package command.
func commandTypes(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob("../tournament/command/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != "decide" {
				continue
			}
			kind := f.Recv.List[0].Type
			if star, ok := kind.(*ast.StarExpr); ok {
				kind = star.X
			}
			if name, ok := kind.(*ast.Ident); ok {
				names = append(names, name.Name)
			}
		}
	}
	if len(names) < 50 {
		t.Fatalf("%d commands", len(names))
	}
	return names
}
