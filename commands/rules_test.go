package commands_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// TestAnOptionIsChangedAsOftenAsOneLikes: every option of a ruleset is set to each of its
// values and back with the menus of the panel, of every ruleset with -every-game. Each time
// the rules of the event equal those of an event created with this choice, and at the end
// the published ones. The game itself can be changed back as well.
func TestAnOptionIsChangedAsOftenAsOneLikes(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	frozen := func(rs *rules.Ruleset) []byte {
		data, err := rs.Freeze()
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for _, id := range rules.IDs() {
		rs, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		if _, quoted := documents[id]; len(rs.Options) == 0 || !quoted && !*everyGame {
			continue
		}
		h.channel = h.guild.AddChannel(id)
		h.create(localdiscord.Options{"ruleset": id, "name": id})
		panel := h.answer(h.use(h.organiser, "tournament settings", localdiscord.Options{"set": "rounds=3"}))
		chosen := map[string]string{}
		set := func(o *rules.Option, value string) {
			panel = h.choose(panel, o.Name, value)
			if now, ok := chosen[o.Name]; ok && now != value || !ok && value != o.Default { // a form changes only what was changed in it
				chosen[o.Name] = value
			}
			want, err := rs.With(chosen)
			if err != nil {
				t.Fatal(err)
			}
			if got := frozen(h.snapshot().State.Rules); !bytes.Equal(got, frozen(want)) {
				t.Errorf("%s with %v is not as it is when it is created so:\n%s", id, chosen, h.text(panel))
			}
		}
		options := offered(rs)
		for i := range options {
			o := &options[i]
			for _, c := range o.Choices {
				set(o, c.Value)
			}
		}
		for i := range options {
			set(&options[i], options[i].Default)
		}
		// Another game, and back again.
		for _, other := range []string{"riichi-helper", "commander-pods", id} {
			h.says(load(t, other).Name, "tournament settings", localdiscord.Options{"set": "ruleset=" + other + ", rounds=3"})
		}
		if s := h.snapshot().State; s.Rules.ID != id {
			t.Errorf("the event is one of %s", s.Rules.ID)
		}
	}
	h.clean()
}

func load(t *testing.T, id string) *rules.Ruleset {
	t.Helper()
	rs, err := rules.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// docs/rules/meccg.md#mec-45 to MEC-48: for twelve players, two decks and four rounds the
// card and the post at the start say the round time of the ruleset, and 385 minutes in
// all with 20 to set up and 15 between rounds. The organisers' own round time also
// applies to the cut and is announced.
func TestMEC46_TheLengthOfTheEventIsSaid(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"ruleset": "meccg"})
	h.players(12)
	h.slash(h.organiser, "tournament start", nil)
	started := h.srv.Render(h.posted("Commitment:"))
	for _, want := range []string{"**Round time:** 1 h 20 min", "**Length:** about 6 h 25 min, with 20 min to set up and 15 min between rounds"} {
		if !strings.Contains(started, want) {
			t.Errorf("the statement at the start does not say %q: %s", want, started)
		}
	}
	h.nextRound()
	h.pass(64 * time.Minute)
	h.settle()
	for _, m := range h.srv.Messages(h.channel, h.organiser) {
		if strings.Contains(h.srv.Render(m), "min left") {
			t.Errorf("a reminder after 64 minutes: %s", h.srv.Render(m))
		}
	}
	h.pass(2 * time.Minute)
	h.posted("15 min left")
	h.pass(15 * time.Minute)
	h.posted("second player finishes a turn")
	h.clean()
}

// TestRoundMinutesHoldInEveryKindOfRound: the round time set by the organisers is
// announced and also applies to an elimination round, with the ruleset's reminders and
// its text at the end (docs/rules/magic.md#mtg-39).
func TestRoundMinutesHoldInEveryKindOfRound(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 1, "cut": 2})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "round_minutes=40"})
	h.players(4)
	h.slash(h.organiser, "tournament start", nil)
	if got := h.srv.Render(h.posted("Commitment:")); !strings.Contains(got, "**Round time:** 40 min") || strings.Contains(got, "untimed") {
		t.Errorf("the statement at the start: %s", got)
	}
	h.playRound(always("2-0"))
	h.organise("tournament cut")
	h.nextRound()
	r := h.snapshot().State.Current()
	if r.Stage != ledger.Elimination || r.Deadline.Sub(r.StartedAt) != 40*time.Minute {
		t.Fatalf("the final lasts %s", r.Deadline.Sub(r.StartedAt))
	}
	h.pass(36 * time.Minute)
	h.posted("5 min left")
	h.pass(5 * time.Minute)
	h.posted("the higher life total wins the current game")
	h.clean()
}

// TestARoundIsClosedAsTheRulesSay: tables still open at the end of a Yu-Gi-Oh round, or
// of One Piece without overtime, are lost by both players by policy; those of Commander
// and Flesh and Blood are drawn. Organisers are told so and press one button. A game
// without such a rule has no button.
func TestARoundIsClosedAsTheRulesSay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ruleset, set, told, button string
		kind                       ledger.Kind
	}{
		{"yugioh", "", "a match that isn't finished in time is a loss for both", "Close by the rules: double losses", ledger.DoubleLoss},
		{"commander-pods", "", "a match that isn't finished in time is a draw", "Close by the rules: draws", ledger.Played},
		{"flesh-and-blood", "", "a match that isn't finished in time is a draw", "Close by the rules: draws", ledger.Played},
		{"one-piece", "option.overtime=no", "a match that isn't finished in time is a loss for both", "Close by the rules: double losses", ledger.DoubleLoss},
		{"one-piece", "option.overtime=yes", "you choose what open matches get", "", ledger.Played},
		{"magic", "", "you choose what open matches get", "", ledger.Played},
	} {
		t.Run(c.ruleset+" "+c.set, func(t *testing.T) {
			h := newTestServer(t)
			h.create(localdiscord.Options{"ruleset": c.ruleset, "rounds": 2, "cut": 0})
			if c.set != "" {
				h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": c.set})
			}
			h.players(8)
			h.begin()
			h.pass(100 * time.Minute)
			h.posted(c.told)
			h.says("Open tables", "round close", nil)
			panel := h.newest(h.channel, h.organiser, "Or close the round with one verdict")
			if c.button == "" {
				if strings.Contains(h.srv.Render(panel), "by the rules") {
					t.Errorf("the panel offers what no rule says: %s", h.srv.Render(panel))
				}
				h.refusedUnchanged("leaves open matches to the organisers", "round close", localdiscord.Options{"rest": "rules"})
				return
			}
			if got := h.press(h.organiser, panel, c.button); !strings.Contains(got, "closed") {
				t.Errorf("the button answers %s", got)
			}
			s := h.snapshot().State
			if s.LastDone() != 1 {
				t.Fatal("the round is open")
			}
			for i := range s.Ledger.Rounds[0].Matches {
				if l := &s.Ledger.Rounds[0].Matches[i]; l.Kind != c.kind || s.Rules.Winner(l) >= 0 {
					t.Errorf("table %d is %+v", l.Table, l)
				}
			}
			h.clean()
		})
	}
}

// TestACorrespondenceRoundIsClosedTableByTable: a week is over and three of eight tables
// have no result. The organisers give each a result with the menus of one panel, and the
// round closes with the last.
func TestACorrespondenceRoundIsClosedTableByTable(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"preset": "correspondence", "rounds": 2, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "threads=no"})
	h.slash(h.organiser, "player bulkadd", localdiscord.Options{"names": strings.Join(guests(16), ",")})
	h.begin()
	for table := 4; table <= 8; table++ {
		h.says("Table", "player report", localdiscord.Options{"table": table, "result": "2-0"})
	}
	h.pass(8 * 24 * time.Hour)
	silent := h.posted("No report")
	i, err := h.organiser.Click(t.Context(), silent, "Close the round")
	if err != nil {
		t.Fatal(err)
	}
	panel := h.answer(i)
	verdicts := []string{"forfeit", "double-loss", "1-2"}
	for n, verdict := range verdicts {
		menu := fmt.Sprintf("Decide table %d", n+1)
		i, err := h.organiser.Select(t.Context(), *panel.Message, menu, []string{verdict})
		if err != nil {
			t.Fatal(err)
		}
		if got := h.text(h.answer(i)); !strings.Contains(got, fmt.Sprintf("Table %d", n+1)) {
			t.Errorf("the verdict answers %s", got)
		}
	}
	s := h.snapshot().State
	if s.Rounds[0].Status != tournament.Done {
		t.Fatal("the round is open")
	}
	want := map[int16]ledger.Kind{1: ledger.Forfeit, 2: ledger.DoubleLoss, 3: ledger.Played, 4: ledger.Played}
	for i := range s.Ledger.Rounds[0].Matches {
		if l := &s.Ledger.Rounds[0].Matches[i]; want[l.Table] != 0 && l.Kind != want[l.Table] {
			t.Errorf("table %d is %s", l.Table, l.Kind)
		}
	}
	h.nextRound()
	h.clean()
}

// guests returns the names of n players without an account.
func guests(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("Guest %d", i+1)
	}
	return out
}

// docs/rules/pokemon.md#pkm-27, PKM-100: with eight Seniors, fifteen or sixteen Masters
// and a cut by attendance, the places of each division are announced before the start, at
// the start and in the answer to it, and do not change when a late player makes a
// division larger.
func TestPKM100_TheCutOfEachDivisionIsAnnounced(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		masters int
		places  string
		players int
	}{
		{15, "Top 2 Senior and Top 2 Masters", 4}, // the sixteenth would have a Top 4 by the table
		{16, "Top 2 Senior and Top 4 Masters", 6},
	} {
		t.Run(c.places, func(t *testing.T) {
			h := newTestServer(t)
			h.create(localdiscord.Options{"ruleset": "pokemon-2009", "rounds": 3})
			h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "divisions=Senior; Masters, cut=auto, late_until=2"})
			add := func(division string, names []string) {
				h.says("in the event", "player bulkadd", localdiscord.Options{"names": strings.Join(names, ","), "division": division})
			}
			add("Senior", guests(24)[:8])
			add("Masters", guests(24)[8:8+c.masters])
			want := "3 rounds + " + c.places
			if got := h.srv.Render(h.posted("**Game:**")); !strings.Contains(got, want) {
				t.Errorf("the card: %s", got)
			}
			h.says("3 rounds, then "+c.places+".", "tournament start", nil)
			if got := h.srv.Render(h.posted("Commitment:")); !strings.Contains(got, want) {
				t.Errorf("the statement at the start: %s", got)
			}
			h.nextRound()
			h.says("in the event", "player add", localdiscord.Options{"name": "Late", "division": "Masters"})
			h.finish("1-0")
			for range 2 {
				h.playRound(always("1-0"))
			}
			h.says(fmt.Sprintf("The cut is made: %d players", c.players), "tournament cut", nil)
			h.clean()
		})
	}
}

// docs/rules/pokemon.md#pkm-32 to PKM-34: a player who joins while round 2 is paired, or
// after it is published and before its clock runs, is told how many losses that costs and
// how they rank, and the table agrees. The organiser may still refuse, with a reason.
func TestPKM32_WhoComesAroundThePublishingIsToldTheLosses(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"ruleset": "pokemon-2009", "rounds": 4, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "late_until=2, clock_apart=yes"})
	h.slash(h.organiser, "player bulkadd", localdiscord.Options{"names": strings.Join(guests(4), ",")})
	h.organise("tournament start", "round pair", "round publish", "round start")
	h.finish("1-0")
	h.slash(h.organiser, "round pair", nil)
	joins := func(name string, losses string) {
		t.Helper()
		h.hasAll(h.slash(h.guild.AddPerson(name), "join", nil), losses, "Late players rank below equal records")
	}
	joins("Paula", "1 missed round counts as a loss")
	h.slash(h.organiser, "round publish", nil)
	joins("Lara", "2 missed rounds count as losses")
	joins("Rufus", "2 missed rounds count as losses")
	h.says("out of the event", "player drop", localdiscord.Options{"player": "p7", "reason": "The hall is full"})
	h.slash(h.organiser, "round start", nil)
	h.finish("1-0")
	table, err := h.snapshot().State.Table(2)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table.Rows {
		if losses := map[int32]int{4: 2, 5: 2}[row.Player]; losses > 0 && (row.Record != [3]int{0, losses, 0} || !row.Late) {
			t.Errorf("%s has the record %v", h.snapshot().Name(int(row.Player)+1), row.Record)
		}
	}
	h.clean()
}

// docs/rules/lorcana.md#lor-41: in a cut to the best four, of whom the second has left,
// the line is after the fifth in the text and in the picture, and the players above it
// are those of the bracket. The final is then one of two players, not of the whole field.
func TestTheCutLineFallsWhereTheCutIsMade(t *testing.T) {
	h := drawnTestServer(t)
	h.create(localdiscord.Options{"rounds": 3, "cut": 4})
	h.slash(h.organiser, "player bulkadd", localdiscord.Options{"names": strings.Join(guests(10), ",")})
	h.slash(h.organiser, "tournament start", nil)
	for range 3 {
		h.playRound(byNumber("2-0", "0-2"))
	}
	table, err := h.snapshot().State.Table(-1)
	if err != nil {
		t.Fatal(err)
	}
	h.says("out of the event", "player drop", localdiscord.Options{"player": fmt.Sprintf("p%d", table.Rows[1].Player+1)})
	for _, how := range []string{"with pictures", "as text"} {
		panel := h.answer(h.use(h.organiser, "standings", nil))
		text := h.text(panel)
		if how == "as text" {
			if testing.Short() {
				continue
			}
			text = h.press(h.organiser, *panel.Message, "As text")
		}
		above, below, found := strings.Cut(text, "Top 4")
		fifth, sixth := h.snapshot().Name(int(table.Rows[4].Player)+1), h.snapshot().Name(int(table.Rows[5].Player)+1)
		if !found || !strings.Contains(above, fifth) || !strings.Contains(below, sixth) {
			t.Errorf("%s the line does not lie between %s and %s: %s", how, fifth, sixth, text)
		}
	}
	h.says("The cut is made: 4 players", "tournament cut", nil)
	for _, at := range []int{0, 2, 3, 4} {
		if name := h.snapshot().Name(int(table.Rows[at].Player) + 1); !strings.Contains(h.slash(h.organiser, "bracket", nil), name) {
			t.Errorf("%s is not in the bracket", name)
		}
	}
	h.nextRound()
	h.says("4 players in", "help", nil)
	h.finish("2-0")
	h.nextRound()
	h.says("2 players in", "help", nil)
	h.clean()
}

// docs/rules/riichi.md#rii-41: with ten people and two stand-ins, ten players are counted
// everywhere.
func TestRII41_StandInsAreNotCountedAsPlayers(t *testing.T) {
	h := drawnTestServer(t)
	h.create(localdiscord.Options{"ruleset": "riichi-helper", "rounds": 2})
	h.slash(h.organiser, "player bulkadd", localdiscord.Options{"names": strings.Join(guests(10), ",")})
	h.says("has started with 10 players", "tournament start", nil)
	if got := h.srv.Render(h.posted("Commitment:")); !strings.Contains(got, "**10 players**") {
		t.Errorf("the statement at the start: %s", got)
	}
	h.nextRound()
	h.says("10 players in", "help", nil)
	for table := 1; table <= 3; table++ {
		h.slash(h.organiser, "player report", localdiscord.Options{"table": table, "result": "40000 30000 26000 24000"})
	}
	h.says("out of the event", "player drop", localdiscord.Options{"player": "p1"})
	h.says("9 players in", "help", nil)
	h.says("Hanchan 1: over · 9 players in", "tournament list", nil)
	// What was played counts for those who played it.
	if got := h.srv.Render(h.posted("Commitment:")); !testing.Short() {
		first, second, ok := strings.Cut(got, "Hanchan 2, Table 1")
		left := regexp.MustCompile(regexp.QuoteMeta(h.snapshot().Name(1)) + `\b`)
		if !ok || !left.MatchString(first) || left.MatchString(second) || strings.Contains(first, "Stand-in 3") {
			t.Errorf("the seating after a player left: %s", got)
		}
	}
	h.clean()
}

// TestADisputeAtATableOfFourNamesWhoDisputes: the other players may agree.
func TestADisputeAtATableOfFourNamesWhoDisputes(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"ruleset": "riichi-helper", "rounds": 2})
	h.players(8)
	h.slash(h.organiser, "tournament start", nil)
	h.nextRound()
	_, l := h.snapshot().State.Match(1, 1)
	h.slash(h.person(int(l.Seats[0])+1), "report", localdiscord.Options{"result": "40000 30000 26000 24000"})
	h.disputes(h.person(int(l.Seats[2])+1), "")
	h.settle()
	want := "**" + h.snapshot().Name(int(l.Seats[2])+1) + "** disputes the result"
	if got := h.srv.Render(h.posted("disputes the result")); !strings.Contains(got, want) || strings.Contains(got, "disagree") {
		t.Errorf("the panel, want %q: %s", want, got)
	}
	h.clean()
}

// TestNamesAreCleanedOnImport: a file with names that contain tabs and line breaks is
// accepted, and the importer is told which names were changed.
func TestNamesAreCleanedOnImport(t *testing.T) {
	h := newTestServer(t)
	file := `{"version":1,"ruleset":"magic","players":[{"id":"a","name":"Ada\tL."},{"id":"b","name":"Bob"}]}`
	preview := h.attach("event.json", file)
	if got := h.text(preview); !strings.Contains(got, "which is now Ada L.") {
		t.Errorf("the preview does not say what was cleaned: %s", got)
	}
	h.imported(preview, "Import")
	if name := h.snapshot().Name(1); name != "Ada L." {
		t.Errorf("the player is %q", name)
	}
	for other, file := range map[string]string{
		"rounds.csv": "Table,Player 1,Player 2,Result\n1,\"Ada\tL.\",Bob,2-1\n2,Cem,Dan,0-2\n",
		"cobra.json": `{"name":"Club","preliminaryRounds":1,"players":[{"id":1,"name":"Ada\tL.","rank":1},{"id":2,"name":"Bob","rank":2}],"rounds":[]}`,
	} {
		if got := h.text(h.attach(other, file)); !strings.Contains(got, "which is now Ada L.") {
			t.Errorf("%s: the preview does not say what was cleaned: %s", other, got)
		}
	}
}

// TestChessResultsAreWrittenAsPeopleDo: a draw can be written in four ways, and a loss as
// 0-1.
func TestChessResultsAreWrittenAsPeopleDo(t *testing.T) {
	rs := load(t, "chess-casual")
	for _, typed := range []string{"½-½", "½–½", "1/2-1/2", "1/2 - 1/2", "1/2", "draw"} {
		if _, res, err := rs.ParseResult(ledger.Swiss, 0, 2, typed); err != nil || res.V != [4]int32{0, 0, 1, 0} {
			t.Errorf("%q is %v, %v", typed, res, err)
		}
	}
	if _, res, err := rs.ParseResult(ledger.Swiss, 0, 2, "0-1"); err != nil || res.V != [4]int32{0, 1, 0, 0} {
		t.Errorf("0-1 is %v, %v", res, err)
	}
}

// TestChessResultsAreReportedAsPeopleWriteThem: Discord accepts each spelling of a draw,
// and a loss as 0-1, and shows the opponent what it means.
func TestChessResultsAreReportedAsPeopleWriteThem(t *testing.T) {
	h := newTestServer(t)
	spellings := []string{"½-½", "½–½", "1/2-1/2", "1/2 - 1/2", "1/2", "draw", "0-1"}
	h.toRound1(2*len(spellings), localdiscord.Options{"ruleset": "chess-casual", "rounds": 3, "cut": 0})
	for i, typed := range spellings {
		white, black := h.pair(i + 1)
		want, says := [4]int32{0, 0, 1, 0}, "½–½"
		if typed == "0-1" {
			want, says = [4]int32{0, 1, 0, 0}, black.Name()+" 1–0"
		}
		if got := h.slash(white, "report", localdiscord.Options{"result": typed}); !containsFold(got, says) {
			t.Errorf("/report %s answers %s", typed, got)
		}
		h.press(black, h.matchPanel(black), "Confirm")
		now := h.snapshot().State
		if m, l := now.Match(1, now.MatchAt(1, i+1)); !m.Confirmed || l.Result.V != want {
			t.Errorf("%q is %+v, %+v", typed, m, l)
		}
	}
	h.clean()
}

// TestMeleeWithoutAssignedLosses: with the option a late player has no losses and 0
// points for the missed rounds, and is told so; 5-0 and 4-1 are valid results.
func TestMeleeWithoutAssignedLosses(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.create(localdiscord.Options{"ruleset": "magic-melee", "rounds": 3, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "option.late=nothing, option.own_games=as-is"})
	h.slash(h.organiser, "player bulkadd", localdiscord.Options{"names": strings.Join(guests(4), ",")})
	h.begin()
	h.says("1 missed round brings 0 points", "player add", localdiscord.Options{"name": "Late"})
	h.says("5–0", "player report", localdiscord.Options{"table": 1, "result": "5-0"})
	h.says("4–1", "player report", localdiscord.Options{"table": 2, "result": "4-1"})
	table, err := h.snapshot().State.Table(1)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table.Rows {
		if row.Player == 4 && row.Record != [3]int{} {
			t.Errorf("the late player's record is %v", row.Record)
		}
	}
	if got := h.slash(h.organiser, "standings", nil); !strings.Contains(got, " 20.00 ") || !strings.Contains(got, " 0.00 100.00") {
		t.Errorf("the own share of games is not as it is after 0-5 and 1-4: %s", got)
	}
	h.clean()
}

// docs/rules/pokemon.md#pkm-01, PKM-50, docs/rules/meccg.md#mec-04: what a document wants
// announced before round 1 is announced for defaults too: that there is no match for
// third place, and the type of game.
func TestPKM50_WhatADocumentWantsSaidIsSaidAtTheStart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ruleset, set, says string
		cut                int
	}{
		{"pokemon-2009", "prizes=A booster for the Top 4", "**Third place:** not played off", 4},
		{"pokemon-2009", "third_place=yes", "**Third place:** played by the semi-final losers", 4},
		{"pokemon-2009", "prizes=A booster for the Top 4", "**Prizes:** A booster for the Top 4", 4},
		{"meccg", "prizes=A map for everybody", "**Type of game:** Two decks, 1 hour 20", 0},
		{"meccg", "option.game_type=sealed", "**Type of game:** Sealed, 50 minutes, 45 minutes to build", 0},
		{"chess-casual", "prizes=A clock", "**Rounds without play in Buchholz and Sonneborn-Berger:** As FIDE C.07 of 2026 has it", 0},
		{"chess-casual", "option.unplayed=virtual", "**Rounds without play in Buchholz and Sonneborn-Berger:** Virtual opponent, as before 2023", 0},
	} {
		t.Run(c.ruleset+" "+c.set, func(t *testing.T) {
			h := newTestServer(t)
			h.create(localdiscord.Options{"ruleset": c.ruleset, "rounds": 4, "cut": c.cut})
			h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": c.set})
			h.slash(h.organiser, "player bulkadd", localdiscord.Options{"names": strings.Join(guests(16), ",")})
			h.slash(h.organiser, "tournament start", nil)
			got := h.srv.Render(h.posted("Commitment:"))
			if !strings.Contains(got, c.says) {
				t.Errorf("the statement at the start: %s", got)
			}
			if c.cut == 0 && strings.Contains(got, "Third place") {
				t.Errorf("no cut, and yet: %s", got)
			}
			h.clean()
		})
	}
}

// TestTheReadingOfTheTiebreakersIsSaid: the help and the rules of a chess event name the
// year of its tiebreak rules, not that of another choice.
func TestTheReadingOfTheTiebreakersIsSaid(t *testing.T) {
	years := map[string]string{"2026": "tie-breaks of 2026", "2024": "tie-breaks of 2024", "virtual": "tie-breaks as before 2023"}
	h := openTestServer(t, nil, false)
	h.create(localdiscord.Options{"ruleset": "chess-casual", "name": "Club"})
	for chosen := range years {
		h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "option.unplayed=" + chosen})
		help := h.answer(h.use(h.organiser, "help", nil))
		rules := h.press(h.organiser, *help.Message, "All rules of this game")
		for at, year := range years {
			for where, says := range map[string]string{"the help": h.text(help), "the rules": rules} {
				if strings.Contains(says, year) != (at == chosen) {
					t.Errorf("with %s %s says %q: %s", chosen, where, year, says)
				}
			}
		}
	}
	h.clean()
}

// The answer to a Middle-earth deck follows the format of the event, not the document's
// rules for other formats (docs/rules/meccg.md#mec-64 to MEC-70).
func TestADeckIsAnsweredByTheFormatOfTheEvent(t *testing.T) {
	t.Parallel()
	all := load(t, "meccg").Texts
	for set, subject := range map[string]string{
		"":                                 "decks",
		"option.deck_format=single":        "single_alignment",
		"option.deck_format=fallen-wizard": "single_alignment",
		"option.deck_format=challenge":     "challenge",
		"option.game_type=sealed":          "sealed_decks",
		"option.game_type=scenario":        "scenarios",
	} {
		t.Run(set, func(t *testing.T) {
			h := openTestServer(t, nil, false)
			h.create(localdiscord.Options{"ruleset": "meccg", "name": "Council"})
			h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": strings.Trim("decks=optional, "+set, ", ")})
			ada := h.players(4)[0]
			if strings.Contains(set, "sealed") { // there are no cards before
				h.slash(h.organiser, "tournament start", nil)
				h.says("Deck building has started", "tournament draft build", nil)
			}
			says := plain(h.slash(ada, "deck submit", localdiscord.Options{"deck": "fifty cards"}))
			for _, other := range []string{"decks", "single_alignment", "challenge", "sealed_decks", "scenarios"} {
				if got := strings.Contains(says, plain(all[other])); got != (other == subject) {
					t.Errorf("the answer has the text on %s: %v\n%s", other, got, says)
				}
			}
		})
	}
}
