package commands_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/effect"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

var surpriseSituations = flag.Int("surprise-situations", 4, "situations in which TestEveryCommandAsks tries each command")

// unasked are the commands that TestEveryCommandAsks does not try, with the reason.
var unasked = map[string]string{
	"All": "several of the others", "scripted": "the file of an event",
	"Fire": "a clock", "Interrupt": "a clock", "NoteGone": "a clock", "CloseEntry": "the league",
	"Create": "there is no player yet", "OpenRegistration": "harmless", "CloseRegistration": "harmless", "StartCheckIn": "harmless", "SeatDraft": "harmless", "OpenPack": "harmless", "BuildDecks": "harmless",
	"Join": "harmless", "Leave": "the player's own", "CheckInPlayer": "harmless", "SubmitDeck": "told", "SubmitOwnDeck": "the player's own", "Drop": "the player's own", "SitOut": "the player's own", "Mix": "harmless",
	"AdmitPlayer": "the league", "Enlist": "the league", "EnterLeague": "the league", "Expel": "the ban list asks with the events that go on",
	"SetZone": "the player's own", "ChooseReminders": "the player's own", "BeAway": "the player's own", "TakeCalendar": "the player's own",
	"ProposeTimes": "their own match", "AcceptTime": "their own match", "BePresent": "their own match", "ClaimForfeit": "their own match", "ObjectToClaim": "their own match",
	"ReportResult": "their own match", "ConfirmReport": "their own match", "DisputeReport": "their own match", "CallJudge": "harmless", "TakeTable": "harmless",
	"SetDuty": "harmless", "RemindMissing": "harmless", "Announce": "harmless", "WriteNote": "harmless", "OpenPage": "harmless", "ClosePage": "harmless", "SetStaff": "told",
	"Verdict": "told: it ends a match in which nothing stands", "ExtendFixture": "told: it gives time", "ClaimSeat": "told", "MoveChannel": "posted", "SplitFlights": "posted",
	"Start": "asks what becomes of the absent", "Publish": "part of PublishAndStart",
}

// trial is a command as it is typed and as it is decided.
type trial struct {
	command command.Command
	path    string
	options localdiscord.Options
}

// trials returns the commands of organisers about a random player and table.
func trials(snap *tournament.Snapshot, rng *rand.Rand) []trial {
	s := snap.State
	n := 1 + rng.IntN(len(s.Players))
	other := 1 + (n+rng.IntN(len(s.Players)-1))%len(s.Players)
	player, opponent, five := fmt.Sprint("p", n), fmt.Sprint("p", other), 5
	set := func(change func(*tournament.Settings), typed string) trial {
		return trial{&command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) { change(&s); return s, nil }}, "tournament settings", localdiscord.Options{"set": typed}}
	}
	list := []trial{
		{&command.Remove{Player: n}, "player drop", localdiscord.Options{"player": player}},
		{&command.Disqualify{Player: n}, "player disqualify", localdiscord.Options{"player": player}},
		{&command.Reinstate{Player: n}, "player reinstate", localdiscord.Options{"player": player}},
		{&command.Penalise{Player: n, Kind: "warning"}, "player penalty", localdiscord.Options{"player": player, "kind": "warning"}},
		{&command.Change{Player: n, Table: &five}, "player fixtable", localdiscord.Options{"player": player, "number": 5}},
		{&command.ExtendClock{Minutes: 500}, "round extend", localdiscord.Options{"minutes": 500}},
		{&command.ExtendClock{Minutes: -110}, "round extend", localdiscord.Options{"minutes": -110}},
		{&command.PauseClock{}, "round pause", nil}, {&command.ResumeClock{}, "round resume", nil},
		{&command.CloseRound{Resolve: tournament.ResolveDraw}, "round close", localdiscord.Options{"rest": "draw"}},
		{&command.CloseRound{Resolve: tournament.ResolveDoubleLoss}, "round close", localdiscord.Options{"rest": "double_loss"}},
		{&command.MakeCut{Early: true, Size: 2}, "tournament cut", localdiscord.Options{"size": 2}},
		{&command.Finish{Early: true}, "tournament finish", localdiscord.Options{"early": true}},
		{&command.Cancel{}, "tournament cancel", nil},
		{&command.Undo{Batch: tournament.LastBatch(snap.Log)}, "tournament undo", nil},
		{&command.PlayOff{}, "tournament tie playoff", nil}, {&command.ShareTitle{}, "tournament tie share", nil},
		{&command.Pair{}, "round pair", nil}, {&command.PublishAndStart{}, "round publish", nil}, {&command.StartRound{}, "round start", nil},
		{&command.Repair{Swap: [2]int{n, other}}, "round repair", localdiscord.Options{"what": "swap", "player": player, "other": opponent}},
		set(func(s *tournament.Settings) { s.Stages = s.Stages.WithRounds(5) }, "rounds=5"),
		set(func(s *tournament.Settings) { s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Top, N: 2}) }, "cut=2"),
		set(func(s *tournament.Settings) { s.RoundMinutes = 35 }, "round_minutes=35"),
	}
	if r := len(s.Rounds); r > 0 {
		r = 1 + rng.IntN(r)
		table := int(s.Ledger.Rounds.At(r).Matches.At(1 + rng.IntN(len(s.Rounds.At(r).Matches))).Table)
		list = append(list, trial{&command.Correct{Round: r, Table: table, Text: "1-2", Replay: true}, "player report", localdiscord.Options{"round": r, "table": table, "result": "1-2"}})
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

// TestEveryCommandAsks tries each command of organisers by a press in random situations of an
// evening. Where it would replace what stands for others, the answer is a question, and
// nothing is stored. A new command is either tried or listed with its reason.
func TestEveryCommandAsks(t *testing.T) {
	h := newTestServer(t)
	rng := rand.New(rand.NewPCG(32, 4))
	known := map[string]bool{}
	tried, asked := map[string]int{}, map[string]int{}
	look := func() {
		h.settle()
		before := h.snapshot()
		for _, x := range trials(before, rng) {
			kind := strings.TrimPrefix(fmt.Sprintf("%T", x.command), "*command.")
			known[kind] = true
			after, _, err := command.Decide(before, command.Request{Actor: tournament.Actor{User: h.organiser.ID(), Name: "Olga"}, Command: x.command}, h.now())
			if err != nil {
				continue
			}
			if tried[kind]++; kind != "ExtendClock" && !stands(effect.Of(before.State, after.State)) { // those of trials are out of bounds
				continue
			}
			asked[kind]++
			a := h.answer(h.use(h.organiser, x.path, x.options))
			if !h.asks(a) || h.snapshot().State.Seq != before.State.Seq {
				t.Fatalf("/%s %v is not asked about: %s", x.path, x.options, h.text(a))
			}
		}
	}
	do := func(c command.Command) {
		t.Helper()
		if _, err := h.director.Do(t.Context(), h.snapshot().State.ID, command.Request{Actor: tournament.Actor{User: h.organiser.ID(), Name: "Olga"}, Command: c}); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
	}
	h.create(localdiscord.Options{"rounds": 3, "cut": 4})
	h.players(8)
	do(&command.Start{KeepAll: true})
	looks := 0
	for r := 1; r <= 3 && looks < *surpriseSituations; r++ {
		do(&command.Pair{})
		do(&command.PublishAndStart{})
		for m := 1; m <= 4; m++ {
			a := int(h.snapshot().State.Ledger.Rounds.At(r).Matches.At(m).Seats[0]) + 1
			switch rng.IntN(4) {
			case 0:
				do(&command.ReportResult{Player: a, Text: "2-0"})
			case 1:
				do(&command.Correct{Round: r, Match: m, Text: "2-1"})
			}
			if rng.IntN(5) == 0 && looks < *surpriseSituations {
				looks++
				look()
			}
		}
		do(&command.CloseRound{Resolve: tournament.ResolveDraw})
		if looks++; looks <= *surpriseSituations {
			look()
		}
	}
	for _, kind := range commandTypes(t) {
		reason := unasked[kind]
		if known[kind] == (reason != "") {
			t.Errorf("%s: tried %v, listed as %q: try each command, or say why not", kind, known[kind], reason)
		}
	}
	total, questions := 0, 0
	for kind, n := range tried {
		t.Logf("%4d tried, %4d asked: %s", n, asked[kind], kind)
		total, questions = total+n, questions+asked[kind]
	}
	if t.Logf("%d tried, %d asked about, 0 unasked", total, questions); questions == 0 {
		t.Error("no command is asked about")
	}
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
	packages, err := parser.ParseDir(token.NewFileSet(), "../tournament/command", func(f fs.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range packages["command"].Files {
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
