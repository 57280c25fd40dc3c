package phrase_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"topcut/commands/phrase"
	catalogues "topcut/commands/text"
)

// magic is a match of best of three against Bob.
var magic = phrase.Table{
	Opponent: []string{"<@22>", "<@!22>", "Bob"},
	Results: []phrase.Result{
		{"2-0", 1}, {"2-1", 1}, {"1-0", 1}, {"0-2", -1}, {"1-2", -1}, {"0-1", -1}, {"1-1", 0}, {"1-1-1", 0}, {"0-0", 0}, {"id", 0},
	},
	Bots: []string{"<@99>", "<@!99>"},
}

// phrasing is what is written, and what it means.
type phrasing struct {
	text string
	want string
}

// generated makes phrasings that mean one result: every way of saying who won with
// every way of saying the score.
func generated() (out []phrasing) {
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
		out = append(out, phrasing{text, want}, phrasing{"<@99> " + text, want})
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
var handwritten = []phrasing{
	{"2-1", "2-1"},
	{"1-2", "1-2"},
	{"0:2", "0-2"},
	{"2/1", "2-1"},
	{"2 1", "2-1"},
	{"2v1", "2-1"},
	{"2対1", "2-1"},
	{"2️⃣–1️⃣", "2-1"},
	{"I won 2️⃣-1️⃣", "2-1"},
	{"\u200f٢-١", "2-1"},
	{"<@99> 1/1/1", "1-1-1"},
	{"1/2", ""},
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

// wording is the ways of saying who won in a language: %s is a score, @ the opponent's
// mention.
type wording struct {
	scores             map[string]string // as written, and what it is from the winner's side
	won, lost, nothing []string
	drawn              []string // with their own score
}

// inLanguages are the phrasings of the languages beside English.
var inLanguages = map[string]wording{
	"German": {
		scores: map[string]string{"2-0": "2-0", "2:1": "2-1", "zwei zu eins": "2-1", "2 zu 0": "2-0"},
		won: []string{
			"ich habe %s gewonnen", "%s gewonnen", "gewonnen %s", "Habe gegen Bob %s gewonnen", "ich habe gegen @ %s gewonnen", "gegen Bob habe ich %s gewonnen", "ich gewinne %s gegen Bob", "Bob hat %s verloren",
			"Bob hat gegen mich %s verloren", "mein Gegner hat %s verloren", "%s für mich", "%s Sieg für mich", "Ich gewann %s", "Er hat %s verloren", "%s gegen Bob gewonnen, gg", "Sieg %s", "Bob verlor %s gegen mich",
			"Wir haben gespielt, ich habe %s gewonnen", "Danke für das Spiel, ich habe %s gewonnen", "ich habe gegen meinen Gegner %s gewonnen", "ich habe Bob %s geschlagen", "Bob wurde von mir %s geschlagen",
		},
		lost: []string{
			"ich habe %s verloren", "verloren %s", "%s verloren", "gegen Bob %s verloren", "Bob hat %s gewonnen", "Bob hat gegen mich %s gewonnen", "mein Gegner hat %s gewonnen", "%s für Bob", "%s Sieg für Bob", "Sie hat %s gewonnen",
			"ich verliere %s gegen @", "Niederlage %s", "@ gewinnt %s", "Bob hat mich %s geschlagen", "ich wurde von Bob %s geschlagen", "Mich hat Bob %s besiegt",
		},
		nothing: []string{"ich habe %s nicht gewonnen", "hoffe, ich gewinne %s", "wenn ich %s gewinne", "habe ich %s gewonnen?", "ich will %s gewinnen", "ich werde %s verlieren", "fast %s gewonnen", "vielleicht %s gewonnen"},
		drawn:   []string{"unentschieden 1-1", "1:1 remis", "wir haben 1-1 unentschieden gespielt"},
	},
	"French": {
		scores: map[string]string{"2-0": "2-0", "2 - 1": "2-1", "2 à 1": "2-1", "deux à zéro": "2-0", "2 a 0": "2-0"},
		won: []string{
			"j'ai gagné %s", "gagné %s", "%s pour moi", "J’ai gagné %s contre Bob", "j'ai gagné %s contre @", "victoire %s", "je gagne %s", "j'ai battu Bob %s", "Bob a perdu %s", "@ a perdu %s", "mon adversaire a perdu %s", "il a perdu %s",
			"contre Bob j'ai gagné %s", "j'ai remporté le match %s, bien joué", "victoire pour moi %s", "merci pour la partie, j'ai gagné %s", "j'ai gagné face à Bob %s", "j'ai vaincu @ %s", "fini, j'ai gagné %s gg",
		},
		lost: []string{
			"j'ai perdu %s", "perdu %s", "%s pour Bob", "j'ai perdu %s contre Bob", "défaite %s", "Bob a gagné %s", "@ gagne %s", "mon adversaire a gagné %s", "elle a gagné %s", "Bob m'a battu %s", "Bob a gagné contre moi %s", "j'ai été battu par Bob %s", "je perds %s",
		},
		nothing: []string{"je n'ai pas gagné %s", "j'espère gagner %s", "si je gagne %s", "est-ce que j'ai gagné %s", "j'ai gagné %s ?", "je veux gagner %s", "j'ai presque gagné %s", "peut-être %s", "personne n'a gagné %s", "je pense que j'ai gagné %s"},
		drawn:   []string{"match nul 1-1", "égalité 1-1", "nous avons fait nul 1-1", "1-1 nul"},
	},
	"Spanish": {
		scores: map[string]string{"2-0": "2-0", "2-1": "2-1", "2 a 1": "2-1", "dos a cero": "2-0"},
		won: []string{
			"gané %s", "he ganado %s", "%s para mí", "Gané %s contra Bob", "gané a Bob %s", "le gané %s", "yo gané %s", "victoria %s", "Bob perdió %s", "@ perdió %s", "mi rival perdió %s", "he ganado contra @ %s", "vencí a Bob %s", "derroté a @ %s",
			"gracias por la partida, gané %s", "gané la partida %s, bien jugado", "mi rival ha perdido %s", "gané por %s",
		},
		lost: []string{
			"perdí %s", "he perdido %s", "%s para Bob", "perdí %s contra Bob", "Bob ganó %s", "@ ganó %s", "mi oponente ganó %s", "me ganó %s", "Bob me ganó %s", "Bob me venció %s", "derrota %s", "ella ganó %s", "perdí con @ %s", "ganó Bob %s", "Bob ha ganado %s",
		},
		nothing: []string{"no gané %s", "espero ganar %s", "si gano %s", "¿gané %s?", "quiero ganar %s", "casi gané %s", "quizás gané %s", "creo que gané %s", "nadie ganó %s"},
		drawn:   []string{"empate 1-1", "empatamos 1-1", "hemos empatado 1-1", "1-1 empate"},
	},
	"Italian": {
		scores: map[string]string{"2-0": "2-0", "2-1": "2-1", "2 a 1": "2-1", "due a zero": "2-0"},
		won: []string{
			"ho vinto %s", "vinto %s", "%s per me", "Ho vinto %s contro Bob", "io ho vinto %s", "vittoria %s", "vinco %s", "ho battuto Bob %s", "Bob ha perso %s", "@ ha perso %s", "il mio avversario ha perso %s", "contro @ ho vinto %s", "ho vinto la partita %s",
			"grazie per la partita, ho vinto %s", "ho vinto per %s", "ho sconfitto Bob %s",
		},
		lost: []string{
			"ho perso %s", "perso %s", "%s per Bob", "ho perso %s contro Bob", "Bob ha vinto %s", "@ vince %s", "l'avversario ha vinto %s", "lei ha vinto %s", "Bob mi ha battuto %s", "sconfitta %s", "perdo %s", "ha vinto Bob %s", "il mio avversario ha vinto %s",
		},
		nothing: []string{"non ho vinto %s", "spero di vincere %s", "se vinco %s", "ho vinto %s?", "voglio vincere %s", "quasi vinto %s", "forse ho vinto %s", "credo di aver vinto %s", "nessuno ha vinto %s"},
		drawn:   []string{"pareggio 1-1", "patta 1-1", "1-1 pareggio", "pari 1-1"},
	},
	"Portuguese": {
		scores: map[string]string{"2-0": "2-0", "2-1": "2-1", "2 a 1": "2-1", "dois a zero": "2-0"},
		won: []string{
			"ganhei %s", "eu ganhei %s", "%s pra mim", "Ganhei de %s contra Bob", "ganhei do Bob %s", "venci %s", "vitória %s", "Bob perdeu %s", "@ perdeu %s", "meu adversário perdeu %s", "venci o Bob %s", "derrotei @ %s", "ganhei a partida %s", "valeu, ganhei %s",
			"ganhei por %s", "no jogo ganhei %s",
		},
		lost: []string{
			"perdi %s", "eu perdi %s", "%s pro Bob", "perdi de %s contra Bob", "perdi pro Bob %s", "Bob ganhou %s", "@ venceu %s", "meu oponente ganhou %s", "ele ganhou %s", "Bob me venceu %s", "Bob ganhou de mim %s", "derrota %s", "ela venceu %s",
		},
		nothing: []string{"não ganhei %s", "nao ganhei %s", "espero ganhar %s", "se eu ganhar %s", "ganhei %s?", "quero ganhar %s", "quase ganhei %s", "talvez ganhei %s", "acho que ganhei %s", "ninguém ganhou %s"},
		drawn:   []string{"empate 1-1", "empatamos 1-1", "1-1 empate", "deu empate 1-1"},
	},
	"Polish": {
		scores: map[string]string{"2-0": "2-0", "2:1": "2-1", "2 do 1": "2-1", "dwa do zero": "2-0"},
		won: []string{
			"wygrałem %s", "wygrałam %s", "%s dla mnie", "Wygrałem %s z Bob", "wygralem %s", "pokonałem @ %s", "zwycięstwo %s", "Bob przegrał %s", "@ przegrała %s", "mój przeciwnik przegrał %s", "z @ wygrałem %s", "ja wygrałam %s", "wygrałem mecz %s, dzięki", "wygrywam %s",
		},
		lost: []string{
			"przegrałem %s", "przegrałam %s", "%s dla Bob", "przegrałem %s z @", "Bob wygrał %s", "@ wygrała %s", "przeciwnik wygrał %s", "Bob pokonał mnie %s", "porażka %s", "ona wygrała %s", "Bob wygrał ze mną %s", "przegrywam %s",
		},
		nothing: []string{"nie wygrałem %s", "mam nadzieję, że wygram %s", "jeśli wygram %s", "wygrałem %s?", "chcę wygrać %s", "prawie wygrałem %s", "może wygrałem %s", "chyba wygrałem %s", "nikt nie wygrał %s"},
		drawn:   []string{"remis 1-1", "zremisowaliśmy 1:1", "1-1 remis", "był remis 1-1"},
	},
	"Japanese": {
		scores: map[string]string{"2-0": "2-0", "2-1": "2-1", "2対1": "2-1", "２－０": "2-0", "二対一": "2-1"},
		won: []string{
			"%sで勝ちました", "%s勝ち", "私が%sで勝ちました", "私の勝ち %s", "%sで私の勝ちです", "Bobに%sで勝ちました", "@に%sで勝った", "@ に%sで勝利しました", "相手に%sで勝ちました", "勝利 %s", "Bobさんが%sで負けました", "試合終了、%sで勝ちました。", "対戦ありがとうございました、%sで勝ちました",
			"こちらの勝ちです %s", "相手が%sで負けました",
		},
		lost: []string{
			"%sで負けました", "%s負け", "私が%sで負けました", "Bobに%sで負けました", "@に%sで負けた", "Bobが%sで勝ちました", "@ の勝ち %s", "Bobさんの勝ちです %s", "相手が%sで勝ちました", "相手の勝ち %s", "敗北 %s",
		},
		nothing: []string{"%sで勝てませんでした", "%sで勝ちたい", "もし%sで勝ったら", "%sで勝ちましたか？", "%sで勝っていない", "たぶん%sで勝ちました", "%sで勝ったと思う"},
		drawn:   []string{"1-1で引き分け", "引き分け 1-1", "1対1の引き分けでした", "１－１引き分けです"},
	},
}

// Each language says it in its own way, and none is read as what it does not say.
func TestNoPhrasingOfAnyLanguageIsReadWrong(t *testing.T) {
	total := 0
	for language, l := range inLanguages {
		said := map[string]string{}
		for score, won := range l.scores {
			a, b, _ := strings.Cut(won, "-")
			for want, patterns := range map[string][]string{won: l.won, b + "-" + a: l.lost, "": l.nothing} {
				for _, p := range patterns {
					said[strings.Replace(strings.Replace(p, "%s", score, 1), "@", "<@22>", 1)] = want
				}
			}
		}
		for _, p := range l.drawn {
			said[p] = "1-1"
		}
		right, meant := 0, 0
		for text, want := range said {
			r := phrase.Read(text, magic)
			if want != "" {
				meant++
			}
			switch {
			case r.Sure && r.Values[0] != want:
				t.Errorf("%s: %q is read as %s, means %q", language, text, r.Values[0], want)
			case r.Sure:
				right++
			case want != "" && !slices.Contains(r.Values, want):
				t.Errorf("%s: %q means %s and is asked back as %v", language, text, want, r.Values)
			case want != "":
				t.Logf("%s: %q is asked back: %v", language, text, r.Values)
			}
		}
		if right < meant*3/4 {
			t.Errorf("%s: only %d of %d are read at once", language, right, meant)
		}
		t.Logf("%s: %d of %d results are read at once, %d sentences say none", language, right, meant, len(said)-meant)
		total += len(said)
	}
	if total < 600 {
		t.Errorf("only %d phrasings", total)
	}
}

// A name written in Japanese is read with what follows it at once, and is not read
// within a longer name.
func TestAJapaneseNameIsReadWithItsParticle(t *testing.T) {
	table := magic
	table.Opponent = []string{"田中"}
	for text, want := range map[string]string{"田中に2-1で勝ちました": "[2-1] true", "田中さんが2-1で勝ちました": "[1-2] true", "田中山が2-1で勝ちました": "[2-1] false"} {
		if r := phrase.Read(text, table); fmt.Sprintf("%v %v", r.Values, r.Sure) != want {
			t.Errorf("%q: %v %v, want %s", text, r.Values, r.Sure, want)
		}
	}
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

// Every result that a text gives as an example of a message is read as it is meant.
func TestEveryExampleOfAMessageIsRead(t *testing.T) {
	catalogue, err := catalogues.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range catalogues.Offered() {
		said := catalogue.In(language).Say("cmd.setup.with_chat_results")
		typed := strings.TrimSpace(said[strings.LastIndex(said, ":")+1:])
		if r := phrase.Read(typed, magic); !r.Sure || r.Values[0] != "2-1" {
			t.Errorf("%s: %q is read as %v, sure %v", language, typed, r.Values, r.Sure)
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
