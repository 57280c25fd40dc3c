package phrase_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"topcut/commands/phrase"
)

// magic is a match of best of three against Bob.
var magic = phrase.Table{
	Opponent: []string{"<@22>", "<@!22>", "Bob"},
	Results: []phrase.Result{
		{"2-0", 1}, {"2-1", 1}, {"1-0", 1}, {"0-2", -1}, {"1-2", -1}, {"0-1", -1}, {"1-1", 0}, {"1-1-1", 0}, {"0-0", 0}, {"id", 0},
	},
	Bots: []string{"<@99>", "<@!99>"},
}

// said is what is written, and what it means.
type said struct {
	text string
	want string
}

// generated makes phrasings that mean one result: every way of saying who won with
// every way of saying the score.
func generated() (out []said) {
	wins := []string{
		"I won %s", "i won %s!", "won %s", "%s won", "we played and I won %s", "I win %s", "win %s", "%s win", "I beat @ %s", "i beat bob %s", "beat @ %s", "I won against @ %s",
		"I won %s vs Bob", "I won %s over Bob", "%s for me", "%s to me", "I took it %s", "I defeated Bob %s", "I've won %s", "gg I won %s", "I won our match %s, gg", "%s, I won",
		"@ lost %s", "bob lost to me %s", "He lost %s", "my opponent lost %s", "bob was beaten by me %s", "I have beaten bob %s", "%s victory", "I won the match %s, thanks!", "winner: me, %s",
	}
	losses := []string{
		"I lost %s", "lost %s", "i lost %s to bob", "lost to @ %s", "lost %s against Bob", "@ won %s", "bob won %s", "Bob beat me %s", "@ beat me %s", "he won %s", "my opponent won %s",
		"%s for bob", "%s for @", "I got beaten by bob %s", "was beaten by @ %s", "%s loss", "a %s loss for me", "bob wins %s", "%s win for bob", "she beat me %s", "I lost the match %s :(", "gg, lost %s", "a loss %s",
		"Bob defeated me %s",
	}
	draws := []string{"we drew %s", "draw %s", "%s draw", "%s", "we tied %s", "I drew with bob %s", "it was a %s tie", "drawn %s", "%s, we drew"}
	scores := []string{"2-0", "2-1", "2:0", "2 - 1", "2–1", "two to one", "2 to 0", "two nil", "two-one"}
	as := map[string]string{"2-0": "2-0", "2:0": "2-0", "2 to 0": "2-0", "two nil": "2-0", "2-1": "2-1", "2 - 1": "2-1", "2–1": "2-1", "two to one": "2-1", "two-one": "2-1"}
	turn := func(v string) string { a, b, _ := strings.Cut(v, "-"); return b + "-" + a }
	add := func(pattern, score, want string) {
		text := strings.Replace(strings.Replace(pattern, "%s", score, 1), "@", "<@22>", 1)
		out = append(out, said{text, want}, said{"<@99> " + text, want})
	}
	for _, s := range scores {
		for _, p := range wins {
			if p != "I took it %s" || s == "2-0" || s == "2-1" {
				add(p, s, as[s])
			}
		}
		for _, p := range losses {
			add(p, s, turn(as[s]))
		}
	}
	for _, p := range wins[:12] {
		add(p, "1-2", "2-1") // a winner who writes the other's games first
	}
	for _, p := range draws {
		add(p, "1-1", "1-1")
		add(p, "1-1-1", "1-1-1")
		add(p, "1:1:1", "1-1-1")
	}
	return out
}

// handwritten are texts by hand: one result, several to ask for ("?"), or none ("").
var handwritten = []said{
	{"2-1", "2-1"},
	{"1-2", "1-2"},
	{"0:2", "0-2"},
	{"<@99> 2-0 gg wp 👍", "2-0"},
	{"id", "id"},
	{"ID", "id"},
	{"we ID", "id"},
	{"intentional draw", "id"},
	{"we agreed to an intentional draw", "id"},
	{"I won", "?"},
	{"won", "?"},
	{"bob won", "?"},
	{"we drew", "?"},
	{"draw", "?"},
	{"I beat <@22>", "?"},
	{"lost", "?"},
	{"won 1-1", "?"},
	{"draw 2-1", "?"},
	{"7-3", ""},
	{"I won 7-3", ""},
	{"I won 2-1 and lost 0-2", "?"},
	{"2-0 or 2-1", "?"},
	{"I won 2-1 but bob won 2-0", "?"},
	{"I won game 1 and lost game 2", "?"},
	{"2-1 against the best deck in the room", "?"},
	{"actually it was 2-1", "?"},
	{"2-1 in round 1", "?"},
	{"I beat the odds 2-0", "?"},
	{"did I win 2-1?", ""},
	{"2-0?", ""},
	{"I didn't win 2-1", ""},
	{"I will win 2-0", ""},
	{"I hope I won 2-0", ""},
	{"if I win 2-0 am I in", ""},
	{"not 2-1", ""},
	{"I think we drew", ""},
	{"I beat <@33> 2-0", ""},
	{"<@33> beat <@22> 2-0", ""},
	{"hello", ""},
	{"", ""},
	{"<@99>", ""},
	{"gg", ""},
	{"when is round 2", ""},
	{"judge please", ""},
	{"standings", ""},
	{"what are my odds", ""},
	{"can we draw", ""},
	{"let's draw", ""},
	{"lets id", ""},
	{"do you want to id", ""},
	{"I should have won 2-0", ""},
	{"bob would have won 2-1", ""},
	{"nobody won", ""},
	{"I almost won 2-1", ""},
	{"I was beaten 2-1", "?"},
	{"beaten 2-1", "?"},
	{"bob 2-1", "?"},
	{"2-1 bob", "?"},
	{"I am up 2-1", "?"},
	{"I'm leading 1-0", "?"},
	{"currently 1-1", "?"},
	{"so far 1-0", "?"},
	{"I won 2-1, I won 2-1", "2-1"},
	{"we won 2-1", "2-1"},
	{"I did not lose 2-1", ""},
	{"no one won, 1-1-1", ""},
	{"offered a draw", ""},
	{"my friend won 2-0", "?"},
	{"Bobby won 2-0", "?"},
	{"bobcat beat me 2-0", "?"},
	{"I won 2-1 (Bob agrees)", "?"},
	{"I\nwon\n2-1", "2-1"},
	{"> I won 2-1", ""},
	{"`2-1`", ""},
	{"the score is 2-1", "2-1"},
	{"final score 2-1 for me", "2-1"},
	{"final score 2-1 for bob", "1-2"},
	{"I lost 2-1 for sure", "?"},
	{"2-1 2-1", "2-1"},
	{"12-1", ""},
	{"2-1-0", "2-1"},
	{"http://example.com/2-1", "?"},
	{"at 20:00", ""},
	{"2024-11-02", ""},
	{"10-12", ""},
	{"see you at 8:30", ""},
}

// A thousand phrasings are read right or asked back; none is written wrong.
func TestNoPhrasingIsReadWrong(t *testing.T) {
	all := append(generated(), handwritten...)
	if len(all) < 1000 {
		t.Errorf("only %d phrasings", len(all))
	}
	right, asked, wrong, silent := 0, 0, 0, 0
	for _, s := range all {
		r := phrase.Read(s.text, magic)
		switch {
		case r.Sure && r.Values[0] != s.want:
			wrong++
			t.Errorf("%q is read as %s, means %q", s.text, r.Values[0], s.want)
		case r.Sure:
			right++
		case s.want == "?" || s.want == "":
			if s.want == "" && len(r.Values) > 0 && strings.ContainsAny(s.text, "?") {
				t.Errorf("%q is a question and is asked back: %v", s.text, r.Values)
			}
			asked++
		case slices.Contains(r.Values, s.want):
			asked++
			t.Logf("%q (%s) is asked back: %v", s.text, s.want, r.Values)
		default:
			silent++
			t.Errorf("%q means %s and is read as %v", s.text, s.want, r.Values)
		}
	}
	t.Logf("%d phrasings: %d right, %d asked back or left alone, %d wrong, %d lost", len(all), right, asked, wrong, silent)
	if right < 900 {
		t.Errorf("only %d of %d are read at once", right, len(all))
	}
}

// German has the verb at the end and names who is played against before it.
func TestNoGermanPhrasingIsReadWrong(t *testing.T) {
	said := map[string]string{}
	for _, score := range []string{"2-0", "2:1", "zwei zu eins", "2 zu 0"} {
		won := map[string]string{"2-0": "2-0", "2:1": "2-1", "zwei zu eins": "2-1", "2 zu 0": "2-0"}[score]
		a, b, _ := strings.Cut(won, "-")
		for _, p := range []string{
			"ich habe %s gewonnen", "%s gewonnen", "gewonnen %s", "Habe gegen Bob %s gewonnen", "ich habe gegen <@22> %s gewonnen", "gegen Bob habe ich %s gewonnen", "ich gewinne %s gegen Bob", "Bob hat %s verloren",
			"Bob hat gegen mich %s verloren", "mein Gegner hat %s verloren", "%s für mich", "%s Sieg für mich", "Ich gewann %s", "Er hat %s verloren", "%s gegen Bob gewonnen, gg", "Sieg %s", "Bob verlor %s gegen mich",
			"Wir haben gespielt, ich habe %s gewonnen", "Danke für das Spiel, ich habe %s gewonnen", "ich habe gegen meinen Gegner %s gewonnen", "ich habe Bob %s geschlagen", "Bob wurde von mir %s geschlagen",
		} {
			said[fmt.Sprintf(p, score)] = won
		}
		for _, p := range []string{
			"ich habe %s verloren", "verloren %s", "%s verloren", "gegen Bob %s verloren", "Bob hat %s gewonnen", "Bob hat gegen mich %s gewonnen", "mein Gegner hat %s gewonnen", "%s für Bob", "%s Sieg für Bob", "Sie hat %s gewonnen",
			"ich verliere %s gegen <@22>", "Niederlage %s", "<@22> gewinnt %s", "Bob hat mich %s geschlagen", "ich wurde von Bob %s geschlagen", "Mich hat Bob %s besiegt",
		} {
			said[fmt.Sprintf(p, score)] = b + "-" + a
		}
		for _, p := range []string{"ich habe %s nicht gewonnen", "hoffe, ich gewinne %s", "wenn ich %s gewinne", "habe ich %s gewonnen?", "ich will %s gewinnen", "ich werde %s verlieren", "fast %s gewonnen", "vielleicht %s gewonnen"} {
			said[fmt.Sprintf(p, score)] = ""
		}
	}
	said["unentschieden 1-1"], said["1:1 remis"], said["wir haben 1-1 unentschieden gespielt"] = "1-1", "1-1", "1-1"
	right := 0
	for text, want := range said {
		r := phrase.Read(text, magic)
		switch {
		case r.Sure && r.Values[0] != want:
			t.Errorf("%q is read as %s, means %q", text, r.Values[0], want)
		case r.Sure:
			right++
		case want != "" && len(r.Values) > 0 && !slices.Contains(r.Values, want):
			t.Errorf("%q means %s and is asked back as %v", text, want, r.Values)
		}
	}
	if right < 100 {
		t.Errorf("only %d of %d are read at once", right, len(said))
	}
	t.Logf("%d of %d are read at once", right, len(said))
}

// In chess White stands first: a bare score of Black's could be either.
func TestABareScoreOfBlackIsAsked(t *testing.T) {
	chess := phrase.Table{Opponent: []string{"<@22>"}, Results: []phrase.Result{{"1-0", 1}, {"0-1", -1}, {"0-0-1", 0}}, Turned: true}
	for text, want := range map[string]string{"1-0": "[0-1 1-0] false", "I won 1-0": "[1-0] true", "½-½": "[0-0-1] true", "we drew": "[0-0-1] true", "<@22> won": "[0-1] true", "0-1 won": "[1-0] true"} {
		if r := phrase.Read(text, chess); fmt.Sprintf("%v %v", r.Values, r.Sure) != want {
			t.Errorf("%q: %v %v, want %s", text, r.Values, r.Sure, want)
		}
	}
}

// Nothing that anybody writes is read as a result that is none of the game.
func FuzzRead(f *testing.F) {
	for _, s := range handwritten {
		f.Add(s.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, v := range phrase.Read(text, magic).Values {
			if v != "" && !slices.ContainsFunc(magic.Results, func(r phrase.Result) bool { return r.Value == v }) {
				t.Errorf("%q: %s", text, v)
			}
		}
	})
}
