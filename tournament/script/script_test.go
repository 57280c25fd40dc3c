package script_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"topcut/tournament/notice"
	"topcut/tournament/script"
	"topcut/tournament/testrun"
)

func list(prefix string, n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf("%s%d", prefix, i+1))
	}
	return out
}

// TestScriptsOfRulebooks plays scripts of public rulebooks. In the transcript A and B choose
// the first item that they may, and A wins the first game, B the second, and so on.
func TestScriptsOfRulebooks(t *testing.T) {
	maps := list("m", 7)
	for _, tc := range []struct {
		name  string
		games int
		parts []script.Part
		want  string
	}{
		{"shooter, best of 1", 1, []script.Part{{Items: maps, Steps: "ban A, ban B, ban A, ban B, ban A, ban B, left"}}, "A-m1 B-m2 A-m3 B-m4 A-m5 B-m6 1=m7"},
		{"shooter, best of 3", 3, []script.Part{{Items: maps, Steps: "ban A, ban B, pick A, pick B, ban A, ban B, left"}}, "A-m1 B-m2 A1=m3 B2=m4 A-m5 B-m6 3=m7"},
		{"RTS, best of 3", 3, []script.Part{{Items: maps, Steps: "ban A, ban B 2, ban A, pick A, pick B, left"}}, "A-m1 B-m2 B-m3 A-m4 A1=m5 B2=m6 3=m7"},
		{"RTS, best of 5", 5, []script.Part{{Items: maps, Steps: "ban B, ban A, pick A, pick B 2, pick A, left"}}, "B-m1 A-m2 A1=m3 B2=m4 B3=m5 A4=m6 5=m7"},
		{"RTS, best of 7", 7, []script.Part{{Items: maps, Steps: "pick A, pick B, pick A, pick B, pick A, pick B, left"}}, "A1=m1 B2=m2 A3=m3 B4=m4 A5=m5 B6=m6 7=m7"},
		{"platform fighter, striking", 1, []script.Part{{Items: list("s", 5), First: script.LoserOfCoin, Steps: "strike A, strike B 2, strike A, left"}}, "B-s1 A-s2 A-s3 B-s4 1=s5"},
		{"fighting game, first game", 1, []script.Part{{Items: list("c", 3), Hidden: true, Steps: "pick both"}, {Items: list("s", 2), Steps: "random"}}, "A1=c1 B1=c1 1=s1"},
		{
			"tactical shooter, sides", 3,
			[]script.Part{{Items: maps, Sides: []string{"attack", "defence"}, Steps: "ban A, ban B, pick A, side B, pick B, side A, ban A, ban B, left, side A"}},
			"A-m1 B-m2 A1=m3 B1:attack B2=m4 A2:attack A-m5 B-m6 3=m7 A3:attack",
		},
		{
			"hero shooter, maps of a mode by the loser of the coin, then hidden bans of heroes", 1,
			[]script.Part{{Items: list("m", 3), First: script.FirstNamed, Steps: "ban A, pick B"}, {Items: list("h", 6), Hidden: true, Steps: "ban both 2, pick both"}},
			"A-m1 B1=m2 A-h1 B-h1 A-h2 B-h2 A1=h3 B1=h3",
		},
		{
			"fighting game, counter-picks", 3,
			[]script.Part{{Items: list("c", 3), Hidden: true, Steps: "pick both", Between: "keep winner, pick loser"}, {Items: list("s", 2), Steps: "random", Between: "pick loser"}},
			"A1=c1 B1=c1 1=s1 A2=c1 B2=c1 B2=s1 B3=c1 A3=c1 A3=s1",
		},
		{
			"platform fighter, striking and counter-picks", 5,
			[]script.Part{
				{Items: list("s", 5), First: script.LoserOfCoin, Steps: "strike A, strike B 2, strike A, left"},
				{Items: list("s", 8), Between: "ban winner 2, pick loser", Barred: script.WonHere},
			},
			"B-s1 A-s2 A-s3 B-s4 1=s5 A-s1 A-s2 B2=s3 B-s1 B-s2 A3=s3 A-s1 A-s2 B4=s4 B-s1 B-s2 A5=s4",
		},
		{
			"card conquest, one deck banned", 5,
			[]script.Part{{PerPlayer: 4, Hidden: true, Steps: "ban both 1 of_other, pick both", Between: "pick both", Barred: script.WonHere}},
			"A-1 B-1 A1=2 B1=2 A2=3 B2=2 A3=3 B3=3 A4=4 B4=3 A5=4 B5=4",
		},
		{
			"line-ups shown together, then in order", 2,
			[]script.Part{{Items: list("h", 4), Hidden: true, Steps: "ban A, pick both 2, reveal"}},
			"A-h1 A1=h2 B1=h2 A2=h2 B2=h2",
		},
		{"medieval RTS, home maps and a drawn decider", 3, []script.Part{{Items: maps, Hidden: true, Steps: "ban both, pick A, pick B, random"}}, "A-m1 B-m1 A1=m2 B2=m3 3=m4"},
	} {
		p, err := script.New(tc.parts, tc.games)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if got := transcript(t, p, func([]string) int { return 0 }); got != tc.want {
			t.Errorf("%s:\n got %s\nwant %s", tc.name, got, tc.want)
		}
	}
}

// transcript plays a plan to its end and writes what is chosen: A-m1 is a ban, A1=m1 the item
// of game 1, A1:x its side.
func transcript(t *testing.T, p *script.Plan, choose func([]string) int) string {
	t.Helper()
	r := script.Begin(p, 0)
	for game := 0; ; game++ {
		for turn := r.Next(); turn != nil; turn = r.Next() {
			by := script.None
			if len(turn.Waits) > 0 {
				by = turn.Waits[0]
			}
			options := r.Options(by)
			next, err := r.Choose(script.Choice{Step: turn.Number, By: by, Item: options[choose(options)]})
			if err != nil {
				t.Fatalf("%s at step %d: %v", p.Parts[turn.Part].Steps, turn.Number, err)
			}
			r = next
		}
		next, decided := r.Report(game % 2)
		if next == nil || decided {
			break
		}
		r = next
	}
	var out []string
	for _, c := range r.Seen() {
		s := p.Steps[c.Step]
		word := []string{"", "A", "B"}[c.By+1]
		switch {
		case s.Game == 0:
			word += "-"
		case s.Verb == script.Side:
			word += fmt.Sprint(s.Game, ":")
		default:
			word += fmt.Sprint(s.Game, "=")
		}
		out = append(out, word+c.Item)
	}
	return strings.Join(out, " ")
}

// A stage on which a player won game 1 is barred for them in the pool of counter-picks too, and
// open to the opponent.
func TestAnItemOfAnotherPoolIsBarredByItsName(t *testing.T) {
	p, err := script.New([]script.Part{{Items: list("m", 3), Steps: "ban A, ban B, left"}, {Items: list("m", 4), Between: "pick loser", Barred: script.WonHere}}, 3)
	if err != nil {
		t.Fatal(err)
	}
	r := script.Begin(p, 0)
	next := func(by int, want, item string) {
		t.Helper()
		if got := strings.Join(r.Options(by), " "); got != want {
			t.Errorf("%d chooses from %s, not %s", by, got, want)
		}
		if r, err = r.Choose(script.Choice{Step: r.Next().Number, By: by, Item: item}); err != nil {
			t.Fatal(err)
		}
	}
	next(0, "m1 m2 m3", "m1")
	next(1, "m2 m3", "m2")
	r, _ = r.Report(0) // on m3
	next(1, "m1 m2 m3 m4", "m1")
	r, _ = r.Report(1)
	next(0, "m1 m2 m4", "m4")
}

// What both pick is unseen until the reveal, while bans in between are seen.
func TestChoicesAreUnseenUntilTheReveal(t *testing.T) {
	p, err := script.New([]script.Part{{Items: list("m", 4), Hidden: true, Steps: "pick both 2, ban A, reveal"}}, 2)
	if err != nil {
		t.Fatal(err)
	}
	r := script.Begin(p, 0)
	for i, c := range []script.Choice{{Step: 0, By: 0, Item: "m1"}, {Step: 0, By: 1, Item: "m2"}, {Step: 1, By: 1, Item: "m3"}, {Step: 1, By: 0, Item: "m1"}, {Step: 2, By: 0, Item: "m4"}} {
		if len(r.Seen()) > 0 || !r.Hides(0) {
			t.Errorf("%v is seen before choice %d", r.Seen(), i)
		}
		if r, err = r.Choose(c); err != nil {
			t.Fatal(err)
		}
	}
	if len(r.Seen()) != 5 || r.Hides(0) {
		t.Errorf("%v is seen after the reveal", r.Seen())
	}
}

func TestScriptsAreRefusedByTheirWord(t *testing.T) {
	maps := list("m", 3)
	for _, tc := range []struct {
		steps string
		games int
		code  notice.Code
		word  string
	}{
		{"", 1, "script.empty", ""},
		{"ban A,, left", 1, "script.empty", "ban A,, left"},
		{"veto A", 1, "script.verb", "veto"},
		{"Ban A", 1, "script.verb", "Ban"},
		{"ban C", 1, "script.who", "ban C"},
		{"ban", 1, "script.who", "ban"},
		{"ban A 0", 1, "script.count", "0"},
		{"ban A 10", 1, "script.count", "10"},
		{"ban A twice", 1, "script.count", "twice"},
		{"ban A 1 of_other", 1, "script.more", "of_other"},
		{"left A", 1, "script.more", "A"},
		{"random 2 A", 1, "script.more", "A"},
		{"side A 2", 1, "script.more", "2"},
		{"side A, pick A", 1, "script.side", "side A"},
		{"pick A, side B, side A", 1, "script.side", "side A"},
		{"pick A, side both", 1, "script.side", "side both"},
		{"pick both, side A", 1, "script.side", "side A"},
		{"ban A 2, ban B, pick A", 1, "script.items", "ban B"},
		{"ban both, ban both, pick A", 1, "script.items", "ban both"},
		{"ban A, left", 1, "script.left", "left"},
		{"ban A 2, pick B, left", 2, "script.items", "left"},
		{"pick A, pick B", 1, "script.games", "pick B"},
		{"ban A, pick B", 3, "script.games", "pick B"},
		{"ban A 2", 1, "script.games", "ban A 2"},
	} {
		_, err := script.New([]script.Part{{Items: maps, Sides: []string{"x", "y"}, Steps: tc.steps}}, tc.games)
		if n := notice.Of(err); n.Code != tc.code || fmt.Sprint(n.Arg("word")) != tc.word {
			t.Errorf("%q for %d games: %v, want %s about %q", tc.steps, tc.games, err, tc.code, tc.word)
		}
	}
	for _, tc := range []struct {
		part script.Part
		code notice.Code
		word string
	}{
		{script.Part{Items: []string{"Inferno", "inferno"}, Steps: "random"}, "script.item_twice", "inferno"},
		{script.Part{Items: []string{"a", " b"}, Steps: "random"}, "script.item", " b"},
		{script.Part{Items: list("m", 101), Steps: "random"}, "script.pool_large", "m101"},
		{script.Part{Items: maps, Sides: []string{"one"}, Steps: "random"}, "script.sides", "one"},
		{script.Part{Items: list("m", 100), Steps: strings.Repeat("ban A 9,", 7) + "pick A"}, "script.long", "ban A 9"},
		{script.Part{Items: list("m", 3), Hidden: true, Steps: "ban both, left"}, "script.left", "left"},
		{script.Part{Items: list("m", 3), Steps: "ban A 2, left", Late: script.Pass}, "script.left", "left"},
		{script.Part{Items: list("m", 3), Steps: "random", Barred: script.Played}, "script.barred", "played"},
		{script.Part{Items: list("m", 3), Steps: "pick winner"}, "script.who", "pick winner"},
		{script.Part{Items: list("m", 3), Steps: "pick both, reveal"}, "script.reveal", "reveal"},
		{script.Part{Items: list("m", 3), Hidden: true, Steps: "pick A, reveal"}, "script.reveal", "reveal"},
		{script.Part{Items: list("m", 3), Steps: "keep A, pick B"}, "script.keep", "keep A"},
		{script.Part{PerPlayer: 3, Steps: "pick A"}, "script.own", "pick A"},
		{script.Part{PerPlayer: 3, Steps: "random"}, "script.own", "random"},
		{script.Part{PerPlayer: 2, Steps: "ban both 2 of_other, pick both"}, "script.items", "ban both 2 of_other"},
		{script.Part{Items: list("m", 3), Between: "pick loser"}, "script.games", "pick loser"},
		{script.Part{Items: list("m", 3), Steps: "random", Between: "ban winner"}, "script.between", "ban winner"},
		{script.Part{Items: list("m", 3), Steps: "random", Between: "pick loser, pick winner, pick both"}, "script.between", "pick both"},
		{script.Part{Items: list("m", 3), Steps: "random", Between: "pick loser 2"}, "script.between", "pick loser 2"},
		{script.Part{Items: list("m", 3), Steps: "random", Between: "keep winner, pick loser"}, "script.keep", "keep winner"},
		{script.Part{Items: list("m", 3), Steps: "pick both", Between: "keep winner, pick loser", Barred: script.WonHere}, "script.keep", "keep winner"},
		{script.Part{Items: list("m", 2), Steps: "random", Between: "pick loser", Barred: script.Played}, "script.items", "pick loser"},
		{script.Part{PerPlayer: 3, Steps: "pick both", Between: "pick loser"}, "script.own", "pick loser"},
	} {
		_, err := script.New([]script.Part{tc.part}, map[bool]int{true: 3, false: 1}[tc.part.Between != "" && tc.part.Steps != ""])
		if n := notice.Of(err); n.Code != tc.code || fmt.Sprint(n.Arg("word")) != tc.word {
			t.Errorf("%+v: %v, want %s about %q", tc.part, err, tc.code, tc.word)
		}
	}
}

// TestEveryAcceptedScriptPlaysToItsEnd: random scripts, pools and numbers of games. An
// accepted one gives each game an item before it is played, whichever player chooses what and
// wins which game; a refused one names a word of it.
func TestEveryAcceptedScriptPlaysToItsEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 3))
	n, played, reported, own, passed := testrun.UpTo(3000, 100_000), 0, 0, 0, 0
	for range n {
		games := 1 + 2*rng.IntN(4)
		var parts []script.Part
		for range 1 + min(rng.IntN(3), rng.IntN(3)) {
			parts = append(parts, randomPart(rng, games))
		}
		p, err := script.New(parts, games)
		if err != nil {
			word := fmt.Sprint(notice.Of(err).Arg("word"))
			if !slices.ContainsFunc(parts, func(p script.Part) bool {
				return strings.Contains(p.Steps, word) || strings.Contains(p.Between, word) || p.Barred == word || slices.Contains(p.Sides, word)
			}) {
				t.Fatalf("%+v for %d games: %v names no word of it", parts, games, err)
			}
			continue
		}
		played++
		if p.Reported {
			reported++
		}
		for _, part := range parts {
			if part.PerPlayer > 0 {
				own++
			}
			if part.Late == script.Pass {
				passed++
			}
		}
		playAtRandom(t, rng, p)
	}
	t.Logf("%d of %d scripts are accepted, %d with steps between games, %d with own items, %d where a step passes", played, n, reported, own, passed)
	if played < n/20 || played > n*19/20 || reported < n/50 || own < n/100 || passed < n/100 {
		t.Error("too few of a kind are accepted, or too many")
	}
}

func randomPart(rng *rand.Rand, games int) script.Part {
	p := script.Part{
		Items: list("i", 1+rng.IntN(10)), Hidden: rng.IntN(2) == 0, First: []string{"", script.Coin, script.LoserOfCoin, script.FirstNamed}[rng.IntN(4)],
		Late: []string{"", script.Draw, script.Pass}[rng.IntN(3)],
	}
	if rng.IntN(2) == 0 {
		p.Sides = list("side", 1+rng.IntN(2))
	}
	switch rng.IntN(4) {
	case 0: // as a league would write it
		return likeALeague(rng, games, p)
	case 1: // with steps between games
		return counterPicks(rng, games, p)
	}
	p.Steps = randomSteps(rng, games, []string{"A", "B", "A", "B", "both", "C"})
	if rng.IntN(3) == 0 {
		p.Between = randomSteps(rng, 1, []string{"winner", "loser", "A", "B", "both", "C"})
		p.Barred = randomBar(rng)
	}
	if rng.IntN(4) == 0 {
		p.Items, p.PerPlayer = nil, 2+rng.IntN(4)
	}
	return p
}

func randomBar(rng *rand.Rand) string {
	return []string{"", script.NotBarred, script.Played, script.WonHere, script.LostHere}[rng.IntN(5)]
}

func likeALeague(rng *rand.Rand, games int, p script.Part) script.Part {
	steps := strings.Split(strings.Repeat("pick A,pick B,", games)[:7*games-1], ",")
	for range rng.IntN(4) {
		steps = slices.Insert(steps, rng.IntN(len(steps)+1), []string{"ban A", "ban B", "ban both", "strike B 2"}[rng.IntN(4)])
	}
	steps[len(steps)-1] = []string{"pick B", "left", "random", "pick both"}[rng.IntN(4)]
	p.Items, p.Steps = list("i", games+rng.IntN(6)), strings.Join(steps, ", ")
	return p
}

func counterPicks(rng *rand.Rand, games int, p script.Part) script.Part {
	p.Items, p.Barred = list("i", games/2+rng.IntN(8)), randomBar(rng)
	p.Steps = []string{"", "random", "pick both", "ban A, ban B, pick A", "pick both, reveal", "ban both, random", "pick A, pick B"}[rng.IntN(7)]
	p.Between = []string{"pick loser", "ban winner 2, pick loser", "keep winner, pick loser", "keep loser, pick winner", "pick winner, pick loser", "pick both", "random", "ban winner, ban loser, left", "ban both, pick A, side B"}[rng.IntN(9)]
	if rng.IntN(3) == 0 {
		p.Items, p.PerPlayer = nil, games/2+1+rng.IntN(3)
		p.Steps, p.Between = []string{"pick both", "ban both 1 of_other, pick both", "ban A, pick both"}[rng.IntN(3)], []string{"pick both", "keep winner, pick loser", "ban loser of_other, pick both"}[rng.IntN(3)]
	}
	return p
}

func randomSteps(rng *rand.Rand, games int, who []string) string {
	var steps []string
	for range 1 + rng.IntN(2*games+2) {
		verb := []string{"ban", "strike", "pick", "pick", "pick", "side", "left", "random", "reveal", "keep", "veto"}[min(rng.IntN(11), rng.IntN(14))]
		word := verb
		if verb != "left" && verb != "random" && verb != "reveal" {
			word += " " + who[min(rng.IntN(len(who)), rng.IntN(len(who)+2))]
		}
		if rng.IntN(5) == 0 && verb != "left" {
			word += fmt.Sprint(" ", 1+rng.IntN(3))
		}
		if rng.IntN(12) == 0 {
			word += " of_other"
		}
		steps = append(steps, word)
	}
	return strings.Join(steps, ", ")
}

// playAtRandom plays a plan to the end of its match, and takes games back on the way.
func playAtRandom(t *testing.T, rng *rand.Rand, p *script.Plan) {
	t.Helper()
	r := script.Begin(p, rng.IntN(2))
	for back := 0; ; {
		r = chooseAtRandom(t, rng, p, r)
		covered := p.Games
		if p.Reported {
			covered = len(r.Won()) + 1
		}
		hasItems(t, p, r, covered)
		if due := r.Due(); !p.Reported && due != 0 || p.Reported && due != len(r.Won())+1 {
			t.Fatalf("%+v: game %d is due after %d", p.Parts, due, len(r.Won()))
		}
		if back < 3 && len(r.Won()) > 0 && rng.IntN(6) == 0 {
			back++
			if r = r.Withdraw(); r.Due() != len(r.Won())+1 {
				t.Fatalf("%+v: game %d is due after one was taken back", p.Parts, r.Due())
			}
			if slices.ContainsFunc(r.Seen(), func(c script.Choice) bool { return p.Steps[c.Step].Before() > r.Due() }) {
				t.Fatalf("%+v: what was chosen after a game that was taken back stands", p.Parts)
			}
			continue
		}
		next, decided := r.Report(rng.IntN(2))
		if p.Reported == (next == nil) {
			t.Fatalf("%+v: a game is not reported", p.Parts)
		}
		if next == nil || decided {
			return
		}
		r = next
	}
}

// chooseAtRandom takes the steps until a game is played or nothing is left to choose.
func chooseAtRandom(t *testing.T, rng *rand.Rand, p *script.Plan, r *script.Run) *script.Run {
	t.Helper()
	for turn := r.Next(); turn != nil; turn = r.Next() {
		c := script.Choice{Step: turn.Number, By: script.None}
		if len(turn.Waits) > 0 {
			c.By = turn.Waits[rng.IntN(len(turn.Waits))]
		}
		options := r.Options(c.By)
		if len(options) == 0 {
			t.Fatalf("%+v for %d games: nothing to choose in step %d", p.Parts, p.Games, turn.Number)
		}
		c.Item = options[rng.IntN(len(options))]
		for _, wrong := range []script.Choice{{Step: c.Step + 1, By: c.By, Item: c.Item}, {Step: c.Step, By: 2, Item: c.Item}, {Step: c.Step, By: c.By, Item: "none"}} {
			if _, err := r.Choose(wrong); err == nil {
				t.Fatalf("%+v is taken in step %d of %+v", wrong, turn.Number, p.Parts)
			}
		}
		if r.Passes(turn) && rng.IntN(3) == 0 {
			c.Item, c.Passed = "", true
		}
		next, err := r.Choose(c)
		if err != nil {
			t.Fatalf("%+v: %+v: %v", p.Parts, c, err)
		}
		if next.Hides(turn.Number) && slices.ContainsFunc(next.Seen(), func(c script.Choice) bool { return c.Step == turn.Number }) {
			t.Fatalf("%+v: what is hidden is seen", p.Parts)
		}
		r = next
	}
	return r
}

// hasItems holds that each of the first games has an item that is seen, or one for each player.
func hasItems(t *testing.T, p *script.Plan, r *script.Run, games int) {
	t.Helper()
	has := make([]int, p.Games+1)
	for _, c := range r.Seen() {
		if s := p.Steps[c.Step]; s.Game > 0 && s.Verb != script.Side {
			if has[s.Game]++; c.Item == "" {
				t.Fatalf("%+v: game %d has an empty item", p.Parts, s.Game)
			}
		}
	}
	if i := slices.Index(has[1:games+1], 0); i >= 0 {
		t.Fatalf("%+v: game %d of %d has no item", p.Parts, i+1, p.Games)
	}
}
