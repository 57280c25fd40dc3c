package view_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

type discordMessage = discord.Message

// tableOf returns an event with one table of this many players in round 1.
func tableOf(t *testing.T, rs *rules.Ruleset, seats int) *tournament.Snapshot {
	t.Helper()
	s := &tournament.State{
		ID: 77, Settings: tournament.DefaultSettings("Table"), Rules: rs, Phase: tournament.Running, Plan: plan("swiss 3"), Stages: []tournament.Stage{{Kind: stage.Swiss, FirstRound: 1, Rounds: 3}},
		Rounds: []tournament.Round{{Number: 1, Status: tournament.Started, StartedAt: begin, Deadline: begin.Add(time.Hour), Matches: []tournament.Match{{}}}},
	}
	book := &tournament.Book{}
	l := ledger.Match{Table: 1, N: uint8(seats), Seats: [4]int32{-1, -1, -1, -1}}
	for i := range seats {
		book.People = append(book.People, tournament.Person{No: i + 1, User: user(i + 1), Name: hostileNames()[i]})
		s.Players = append(s.Players, tournament.Player{Player: ledger.Player{DroppedAfter: ledger.Active}, Person: i + 1, Status: tournament.Registered, Round: 1})
		l.Seats[i] = int32(i)
	}
	s.Ledger.Rounds = []ledger.Round{{Number: 1, Matches: []ledger.Match{l}}}
	return &tournament.Snapshot{State: s, Book: book}
}

// variant returns Magic's rules with another vocabulary.
func variant(t *testing.T, change func(*rules.Ruleset)) *rules.Ruleset {
	t.Helper()
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	c := *rs
	change(&c)
	return &c
}

// TestEveryFormOfResultCanBeReported: a menu offers what the ruleset lists, a form
// accepts numbers, and the ruleset can parse every offered value from the player's side.
func TestEveryFormOfResultCanBeReported(t *testing.T) {
	for _, c := range []struct {
		name        string
		rs          *rules.Ruleset
		seats       int
		menu, typed bool
	}{
		{"games", variant(t, func(*rules.Ruleset) {}), 2, true, false},
		{"scores", variant(t, func(rs *rules.Ruleset) {
			rs.Vocabulary = rules.Vocabulary{Form: "scores"}
			rs.Seats = rules.Seats{Min: 4, Max: 4, Preferred: 4}
			rs.Tables = &rules.Tables{Start: 30000, Target: 30000, Divisor: 1000, Unit: 100}
		}), 4, false, true},
		{"pods", variant(t, func(rs *rules.Ruleset) {
			rs.Vocabulary = rules.Vocabulary{Form: "places", Swiss: []string{"win", "draw"}}
			rs.Seats = rules.Seats{Min: 3, Max: 4, Preferred: 4}
		}), 4, true, false},
		{"marshalling", variant(t, func(rs *rules.Ruleset) {
			rs.Vocabulary = rules.Vocabulary{Form: "marshalling", Swiss: []string{"ring", "weakest", "tie"}}
		}), 2, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := tableOf(t, c.rs, c.seats)
			e := view.Env{Snap: s, Now: begin.Add(time.Minute)}
			for player := 1; player <= c.seats; player++ {
				m := view.MatchPanel(e, player)
				checkMessage(t, "MatchPanel", s, m)
				checkMessage(t, "OtherResults", s, view.OtherResults(e, 1, 1, player))
				values := offered(e, player)
				if got := len(values) > 0; got != c.menu {
					t.Errorf("player %d: menu %v, want %v:\n%s", player, values, c.menu, draw(m))
				}
				for _, v := range values {
					if _, _, err := c.rs.ParseResult(ledger.Swiss, player-1, c.seats, v); err != nil {
						t.Errorf("player %d is offered %q: %v", player, v, err)
					}
				}
				if got := strings.Contains(draw(m), customid.Verb(customid.ResultOpen{})); got != c.typed {
					t.Errorf("player %d: a form is offered: %v, want %v", player, got, c.typed)
				}
			}
			checkModal(t, "ResultModal", view.ResultModal(e, 1, 1))
			checkModal(t, "RuleModal", view.RuleModal(e, customid.RuleForm{Round: 1, Match: 1}))
			checkRuling(t, s, c.rs, c.seats)
		})
	}
}

// checkRuling disputes the match and checks what organisers are offered.
func checkRuling(t *testing.T, s *tournament.Snapshot, rs *rules.Ruleset, seats int) {
	t.Helper()
	match := &s.State.Rounds[0].Matches[0]
	match.Disputed, match.Report = true, &tournament.Report{Player: 1, Kind: ledger.IntentionalDraw}
	e := view.Env{Snap: s, Now: begin}
	m := view.TablePanel(e, 1, 1)
	checkMessage(t, "TablePanel", s, m)
	values := menuValues(m, customid.Rule{})
	for _, v := range values {
		if v == view.ForfeitWon || v == view.ForfeitLost || v == view.DoubleLoss {
			continue // not a result of the game but a ruling
		}
		if _, _, err := rs.ParseResult(ledger.Swiss, 0, seats, v); err != nil {
			t.Errorf("organisers are offered %q: %v", v, err)
		}
	}
	if len(values) == 0 && !strings.Contains(draw(m), customid.Verb(customid.RuleOpen{})) {
		t.Errorf("organisers cannot rule:\n%s", draw(m))
	}
}

// menuValues returns the values of the menu of a kind.
func menuValues(m discordMessage, kind customid.Panel) []string {
	var out []string
	var walk func([]discord.Component)
	walk = func(list []discord.Component) {
		for _, c := range list {
			switch c := c.(type) {
			case discord.Container:
				walk(c.Components)
			case discord.ActionRow:
				walk(c.Components)
			case discord.StringSelect:
				if id, ok := customid.Parse(c.CustomID); ok && customid.Like(id.Panel, kind) {
					for _, o := range c.Options {
						out = append(out, o.Value)
					}
				}
			}
		}
	}
	walk(m.Components)
	return out
}

// offered returns the results that a player can press or choose.
func offered(e view.Env, player int) (out []string) {
	var walk func([]discord.Component)
	walk = func(list []discord.Component) {
		for _, c := range list {
			switch c := c.(type) {
			case discord.Container:
				walk(c.Components)
			case discord.ActionRow:
				walk(c.Components)
			case discord.Button:
				if id, ok := customid.Parse(c.CustomID); ok && customid.Like(id.Panel, customid.ResultPress{}) {
					out = append(out, id.Panel.(customid.ResultPress).Result)
				}
			}
		}
	}
	walk(view.MatchPanel(e, player).Components)
	others := menuValues(view.OtherResults(e, 1, 1, player), customid.Result{})
	return append(out, slices.DeleteFunc(others, func(v string) bool { return v == view.NoShow })...)
}

// TestWhatOccursOftenIsOnePress: the frequent results of a game have buttons, the most
// frequent first; all others are behind another one.
func TestWhatOccursOftenIsOnePress(t *testing.T) {
	for id, want := range map[string]string{
		"magic": "I won 2–0 | I won 2–1 | I lost 0–2 | I lost 1–2 | Other…", "pokemon": "I won 2–0 | I won 2–1 | I lost 0–2 | I lost 1–2 | Other…",
		"one-piece": "I won | I lost | Double loss", "chess-casual": "I won | I lost | ½–½",
		"netrunner":      "I won 6–0 | I lost 0–6 | 3–3 draw | Other…",
		"commander-pods": "I won | Draw | Player won | Player won | Player won", "meccg": "Enter the result | Other…", "riichi-wrc": "Enter the result",
	} {
		rs, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		s := tableOf(t, rs, max(2, rs.Seats.Preferred))
		for i := range s.Book.People {
			s.Book.People[i].Name = "Player"
		}
		var labels []string
		for _, m := range regexp.MustCompile(`\[([^\]]+)\] 1:(?:won|other|resultopen):`).FindAllStringSubmatch(draw(view.MatchPanel(view.Env{Snap: s, Now: begin.Add(time.Minute)}, 1)), -1) {
			labels = append(labels, m[1])
		}
		if got := strings.Join(labels, " | "); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}

// TestLoserOfAPodCanNameTheWinner: every seat of the table is offered once.
func TestLoserOfAPodCanNameTheWinner(t *testing.T) {
	rs := variant(t, func(rs *rules.Ruleset) {
		rs.Vocabulary = rules.Vocabulary{Form: "places", Swiss: []string{"win", "draw"}}
		rs.Seats = rules.Seats{Min: 3, Max: 4, Preferred: 4}
	})
	e := view.Env{Snap: tableOf(t, rs, 4), Now: begin}
	got := offered(e, 2)
	if want := []string{"win", "draw", "seat 1", "seat 3", "seat 4"}; !slices.Equal(got, want) {
		t.Errorf("the player in seat 2 is offered %v, want %v", got, want)
	}
}

// TestEveryRulesetCanBeShown: rules, help, settings and standings of every ruleset of the
// library can be rendered.
func TestEveryRulesetCanBeShown(t *testing.T) {
	for _, id := range rules.IDs() {
		rs, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		s := tableOf(t, rs, max(2, rs.Seats.Preferred))
		e := view.Env{Snap: s, Now: begin.Add(2 * time.Hour)}
		for _, v := range everything(e, []int{1, 2}, []int{1}) {
			checkMessage(t, id+": "+v.name, s, v.m)
		}
		for name, m := range everyModal(e, []int{1}, []int{1}) {
			checkModal(t, id+": "+name, m)
		}
	}
}

// TestWarningsNameTheirPlayers: "#12" in a warning is player 12, even if one number is
// the prefix of another.
func TestWarningsNameTheirPlayers(t *testing.T) {
	rs := variant(t, func(*rules.Ruleset) {})
	s := tableOf(t, rs, 2)
	for i := range 12 {
		s.Book.People = append(s.Book.People[:min(len(s.Book.People), i)], tournament.Person{No: i + 1, Name: fmt.Sprintf("Name%c", 'A'+i)})
		if i >= len(s.State.Players) {
			s.State.Players = append(s.State.Players, tournament.Player{Player: ledger.Player{DroppedAfter: ledger.Active}, Person: i + 1, Status: tournament.Registered})
		}
	}
	s.State.Preview = &tournament.Round{Number: 2, Warnings: []notice.Notice{
		notice.New("warning.rematch", "players", notice.Players([]int{1, 12}), "reason", notice.New("reason.no_pairing")),
		notice.New("warning.second_bye", "players", notice.Players([]int{2}), "reason", notice.New("reason.byes")),
	}}
	text := draw(view.Preview(view.Env{Snap: s, Now: begin}, 0, 0))
	for _, want := range []string{"NameA and NameL: rematch (no pairing avoids it)", "NameB: second bye"} {
		if !strings.Contains(text, want) {
			t.Errorf("the preview lacks %q:\n%s", want, text)
		}
	}
}

// TestAnotherGameIsOfferedBesideAnyNumber: the form of a new event has room for the choice
// however many games a server has, and keeps the chosen one.
func TestAnotherGameIsOfferedBesideAnyNumber(t *testing.T) {
	for _, n := range []int{1, 24, 25, 70} {
		c := view.Creation{Ruleset: fmt.Sprint("own-", n-1)}
		for i := range n {
			c.Games = append(c.Games, view.Game{ID: fmt.Sprint("own-", i), Name: fmt.Sprint("Game ", i)})
		}
		for _, part := range view.CreateModal(view.Env{}, c).Components {
			label, ok := part.(discord.Label)
			if !ok {
				continue
			}
			menu, ok := label.Input.(discord.StringSelect)
			if !ok || menu.CustomID != view.FieldGame {
				continue
			}
			last := menu.Options[len(menu.Options)-1]
			if last.Value != view.AnotherGame || len(menu.Options) != min(n+1, 25) || !menu.Options[0].Default && n > 1 {
				t.Errorf("of %d games %d are offered, the first %+v, the last %+v", n, len(menu.Options)-1, menu.Options[0], last)
			}
		}
	}
}
