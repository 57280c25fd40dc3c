package commands_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/command"
)

// withPicks is a game of a file, of matches of so many games; scripts and pools follow.
const withPicks = `id = "picked"
name = "Picked"
game = "Picked"
version = "1"
date = "2026-01-01"
extends = "magic"
options = []
[match]
games = %[1]d
elimination_games = %[1]d
best = [3, 5]
[deck]
min = 0
max = 0
[results]
swiss = [%[2]s]
elimination = [%[2]s]
[bye]
games = [%[3]d, 0, 0]
[forfeit]
games = [%[3]d, 0, 0]
[drop]
games = [%[3]d, 0, 0]
[draws]
allowed = false
intentional = false
id = ""
`

// bookOfPicks is a public rulebook with picks and bans between games.
type bookOfPicks struct {
	name, structure, decks string
	games, players         int
	last                   string // result of the last match
	scripts                string
}

var booksOfPicks = []bookOfPicks{
	{
		name: "fighting game, counter-picks", structure: "double bo3 final bo5", games: 3, players: 4, last: "3-2",
		scripts: `[pool.characters]
items = ["Asuka", "Bryan", "Claudio", "Dragunov"]
[pool.stages]
items = ["Arena", "Dojo", "Harbour"]
[[script]]
pool = "characters"
hidden = true
start = "pick both"
between = "keep winner, pick loser"
clock = "1m"
[[script]]
pool = "stages"
start = "random"
between = "pick loser"
clock = "1m"
`,
	},
	{
		name: "card conquest, one deck banned", structure: "swiss 2 bo5 > single 4 bo5", games: 5, players: 8, last: "3-2", decks: "Mage: Burn; Druid: Ramp; Hunter; Rogue",
		scripts: `[pool.decks]
per_player = 4
distinct = "class"
[[script]]
pool = "decks"
hidden = true
start = "ban both 1 of_other, pick both"
between = "pick both"
barred = "won_here"
clock = "1m"
`,
	},
	{
		name: "platform fighter, striking and counter-picks", structure: "double bo3 winners_final bo5 losers_final bo5 final bo5", games: 3, players: 4, last: "3-2",
		scripts: `[pool.starters]
items = ["Battlefield", "Dreamland", "Harbour", "Lighthouse", "Ruins"]
[pool.all]
items = ["Battlefield", "Castle", "Dreamland", "Harbour", "Lighthouse", "Ruins", "Tower", "Village"]
[[script]]
pool = "starters"
first = "loser_of_coin"
start = "strike A, strike B 2, strike A, left"
clock = "1m"
[[script]]
pool = "all"
between = "ban winner 2, pick loser"
barred = "won_here"
clock = "1m"
`,
	},
}

// playsBook starts the bot with the game of a rulebook, and an event of people up to its first round.
func (h *testServer) playsBook(book bookOfPicks) map[int]*localdiscord.Person {
	h.t.Helper()
	won := book.games/2 + 1
	var results []string
	for lost := range won {
		results = append(results, fmt.Sprintf("\"%d-%d\"", won, lost))
	}
	h.games = fstest.MapFS{"picked.toml": {Data: fmt.Appendf(nil, withPicks+book.scripts, book.games, strings.Join(results, ", "), won)}}
	h.stop()
	if err := h.srv.WaitOffline(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	h.start(false)
	h.create(localdiscord.Options{"ruleset": "picked", "stages": book.structure})
	people := map[int]*localdiscord.Person{}
	for i := range book.players {
		p := h.guild.AddPerson(fmt.Sprintf("Player %d", i+1))
		if book.decks == "" {
			h.slash(p, "join", nil)
		} else {
			h.fills(p, h.answer(h.use(p, "join", nil)), localdiscord.Fields{"deck": book.decks})
		}
		people[i+1] = p
	}
	h.organise("tournament start")
	return people
}

// controls returns the controls of a panel in an answer that are of a kind.
func controls[P customid.Panel](list []localdiscord.Component) (out []P) {
	for _, c := range list {
		if id, ok := customid.Parse(c.CustomID); ok && !c.Disabled {
			if p, is := id.Panel.(P); is {
				out = append(out, p)
			}
		}
		out = append(out, controls[P](c.Components)...)
	}
	return out
}

// pickedGames counts what went on in the matches of an event.
type pickedGames struct{ choices, late, undone, back int }

// picksMatch plays a match by presses: each chooses what is first, winners change from game to
// game, and the first-named player wins. Now and then a step comes too late, is undone by the
// organiser, or a game is taken back.
func (h *testServer) picksMatch(people map[int]*localdiscord.Person, at tournament.Place, e *pickedGames) {
	h.t.Helper()
	look := func(n int) localdiscord.Answer { return h.answer(h.use(people[n], "status", nil)) }
	_, l := h.snapshot().State.Match(at.Round, at.Match)
	first, second := int(l.Seats[0])+1, int(l.Seats[1])+1
	for range 200 {
		s := h.snapshot().State
		m, _ := s.Match(at.Round, at.Match)
		waits, due := s.PickWaits(at), s.GameDue(at)
		switch {
		case m.Report != nil:
			if got := h.slash(people[first], "confirm", nil); !strings.Contains(got, "Confirmed") {
				h.t.Fatalf("/confirm: %s", got)
			}
			return
		case s.MayPick(at):
			a := look(first)
			if begins := controls[customid.VetoBegin](a.Message.Components); len(begins) > 0 {
				h.pressOn(people[first], a, begins[0])
			} else {
				h.pressOn(people[first], a, controls[customid.Veto](a.Message.Components)[0])
			}
		case len(waits) > 0:
			e.choices++
			if e.choices%23 == 0 {
				h.pass(61 * time.Second)
				e.late++
				continue
			}
			a := look(waits[0])
			h.pressOn(people[waits[0]], a, controls[customid.Veto](a.Message.Components)[0])
			if e.choices%17 == 0 {
				h.presses(h.organiser, h.answer(h.use(h.organiser, "tournament undo", nil)), "Undo")
				e.undone++
			}
		case due > 0:
			winner := first
			if due%2 == 0 {
				winner = second
			}
			a := look(second)
			h.pressOn(people[second], a, customid.GameWon{Round: at.Round, Match: at.Match, Game: due, Player: winner})
			if s := h.snapshot().State; due == 2 && e.back < 3 && s.GamesReported(at) == 2 {
				e.back++
				a := look(first)
				h.pressOn(people[first], a, customid.GameBack{Round: at.Round, Match: at.Match, Game: 2})
			}
		default:
			h.t.Fatalf("nothing goes on in round %d, match %d: %s", at.Round, at.Match, h.text(look(first)))
		}
	}
	h.t.Fatalf("round %d, match %d does not end", at.Round, at.Match)
}

// TestRulebooksWithPicksArePlayedToTheChampion: three public rulebooks, as ruleset files, from
// joining to the last place, by presses alone, with steps that come too late, an undo in the
// middle and games that are taken back.
func TestRulebooksWithPicksArePlayedToTheChampion(t *testing.T) {
	notShort(t)
	t.Parallel()
	for _, book := range booksOfPicks {
		t.Run(book.name, func(t *testing.T) {
			h := newTestServer(t)
			people := h.playsBook(book)
			var e pickedGames
			won := ""
			h.playsOn(func(r *tournament.Round) {
				for _, m := range h.snapshot().State.Blocking(r.Number) {
					at := tournament.Place{Round: r.Number, Match: m}
					h.picksMatch(people, at, &e)
					s := h.snapshot().State
					match, l := s.Match(at.Round, at.Match)
					if !match.Confirmed {
						t.Fatalf("round %d, match %d has no result", at.Round, at.Match)
					}
					won = s.RulesOf(m, l).FormatResult(*l, 0)
				}
			})
			h.organise("tournament finish")
			s := h.snapshot().State
			if s.Phase != tournament.Finished || won != book.last || !slices.Contains(s.Places, 1) {
				t.Errorf("the event is %s after %d rounds, and its last match ended %s", s.Phase, len(s.Rounds), won)
			}
			if e.choices < 30 || e.late == 0 || e.undone == 0 || e.back == 0 {
				t.Errorf("%+v went on", e)
			}
			h.settle()
			h.clean()
			t.Logf("%d rounds, %+v", len(s.Rounds), e)
		})
	}
}

// TestAHiddenPickLeaksNowhere: whatever a player chooses unseen, all that the opponent, a
// stranger and an organiser can read is the same to the letter until the other has chosen too.
func TestAHiddenPickLeaksNowhere(t *testing.T) {
	var hidden, shown [2][]string
	t.Run("evenings", func(t *testing.T) {
		for i := range hidden {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				h := openTestServer(t, nil, false)
				h.script = true // the same draws in each evening
				book := booksOfPicks[1]
				book.players, book.structure = 2, "single bo5"
				people := h.playsBook(book)
				h.slash(h.organiser, "tournament page", localdiscord.Options{"show": "link"})
				h.organise("round publish")
				do := func(n, step int, item string) {
					t.Helper()
					s := h.snapshot()
					req := command.Request{Actor: tournament.Actor{User: people[n].ID(), Name: people[n].Name()}, Cause: fmt.Sprint(len(s.Log)), Command: &command.PickItem{Player: n, Step: step, Item: item}}
					if _, err := h.director.Do(t.Context(), s.State.ID, req); err != nil {
						t.Fatal(err)
					}
				}
				do(1, 0, fmt.Sprint(i+1))
				hidden[i] = h.allThatIsRead(people[2])
				do(2, 0, "3")
				h.pass(0)
				shown[i] = h.allThatIsRead(people[2])
				h.clean()
			})
		}
	})
	if len(hidden[0]) != len(hidden[1]) || len(hidden[0]) < 40 {
		t.Fatalf("%d and %d things are read", len(hidden[0]), len(hidden[1]))
	}
	for i, first := range hidden[0] {
		if first != hidden[1][i] {
			t.Errorf("it is read off %s\n---\n%s", first, hidden[1][i])
		}
	}
	if slices.Equal(shown[0], shown[1]) {
		t.Error("the bans are hidden once both have banned, too")
	}
}
