package rules_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"golang.org/x/text/unicode/norm"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// lexicons are the words of outcomes by language, and by the key of the file.
func lexicons(t *testing.T) map[string]map[string][]string {
	t.Helper()
	names, err := filepath.Glob("lexicons/*.toml")
	if err != nil || len(names) < 8 {
		t.Fatal(names, err)
	}
	out := map[string]map[string][]string{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		words := map[string][]string{}
		if err := toml.Unmarshal(data, &words); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out[strings.TrimSuffix(filepath.Base(name), ".toml")] = words
	}
	return out
}

// spelled returns a text as keyboards and programs write it.
func spelled(text string) []string {
	return []string{
		text, strings.ToUpper(text), "  " + text + " ", norm.NFD.String(text),
		strings.ReplaceAll(text, " ", "\u00a0"), // the blank that word processors keep lines together with
	}
}

// signs are what people write between the figures of a score, with words of all languages.
func signs(words map[string]map[string][]string) []string {
	out := []string{
		"-", ":", "–", "—", "−", "‑", "‒", "：", "－", "∶", " - ", " : ", " – ", "\u2060–\u2060", "\u00a0–\u00a0",
		" ", "\u00a0", "/", " / ", "／", "~", "×", " × ", "ー", "〜",
	}
	for _, of := range words {
		for _, word := range of["between"] {
			out = append(out, word, " "+strings.ToUpper(word)+" ")
		}
	}
	return out
}

// scores returns a score as people write it: with each sign, in the figures of each script,
// and with what keyboards and word processors put around it.
func scores(text string, words map[string]map[string][]string) []string {
	var out []string
	for _, between := range signs(words) {
		if said := strings.ReplaceAll(text, "-", between); strings.ReplaceAll(said, " ", "") != "1/2" && said != "1／2" {
			out = append(out, said)
		}
	}
	for _, zero := range []rune{'０', '٠', '۰', '०', '๐', '𝟎'} {
		out = append(out, strings.Map(func(c rune) rune {
			if c >= '0' && c <= '9' {
				return zero + c - '0'
			}
			return c
		}, text))
	}
	var keys strings.Builder
	for _, c := range text {
		if keys.WriteRune(c); c >= '0' && c <= '9' {
			keys.WriteString("\ufe0f\u20e3")
		}
	}
	return append(out, keys.String(), "\u200f"+text+"\u200f", "\u200e"+text, "\u202b"+text+"\u202c", "\ufeff"+text, text+"!", text+".", text+" !!", "  "+text+"\t")
}

// outcome is what a result was read as.
type outcome struct {
	kind   ledger.Kind
	result ledger.Result
	turned bool
	err    string
}

// reading reads a result by the reader of files.
func reading(rs *rules.Ruleset, seats int, text string) outcome {
	kind, result, turned, err := rs.ReadResult(ledger.Swiss, seats, text)
	if err != nil {
		return outcome{err: "refused"}
	}
	return outcome{kind: kind, result: result, turned: turned}
}

// TestEveryResultIsReadInEverySpelling generates the spellings of every result of every
// game, and the words of eight languages: each is read as the word of the vocabulary is,
// by the reader of players (commands, forms, chat) as by that of files, or refused like it.
func TestEveryResultIsReadInEverySpelling(t *testing.T) {
	english := map[string]string{"win": "win", "loss": "loss", "draw": "draw", "id": "id", "double_loss": "double-loss", "bye": "bye", "forfeit": "forfeit", "absent": "absent"}
	words := lexicons(t)
	tried := 0
	for _, id := range rules.IDs() {
		rs, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		seats := max(rs.Seats.Preferred, 2)
		check := func(plain, text string, seats int) {
			t.Helper()
			tried++
			if want, got := reading(rs, seats, plain), reading(rs, seats, text); got != want {
				t.Errorf("%s for %d: %q is read %+v, %q %+v", id, seats, text, got, plain, want)
			}
			if seats < rs.Seats.Min {
				return
			}
			kind, result, err := rs.ParseResult(ledger.Swiss, 0, seats, text)
			wantKind, want, wantErr := rs.ParseResult(ledger.Swiss, 0, seats, plain)
			if kind != wantKind || result != want || (err == nil) != (wantErr == nil) {
				t.Errorf("%s for %d: a player's %q is %v %+v %v, %q %v %+v %v", id, seats, text, kind, result, err, plain, wantKind, want, wantErr)
			}
		}
		for _, o := range rs.Results(ledger.Swiss) {
			if got := reading(rs, seats, o.Value); got.err != "" {
				t.Errorf("%s: its own %q is refused", id, o.Value)
			}
			if !strings.Contains(o.Value, "-") || strings.ContainsAny(o.Value, "abcdefghijklmnopqrstuvwxyz") {
				continue
			}
			for _, text := range scores(o.Value, words) {
				check(o.Value, text, seats)
			}
		}
		for language, of := range words {
			for key, list := range of {
				if key == "between" || key == "beat" {
					continue // TestAScoreIsReadInEverySpelling, TestATableSaysWhoWon
				}
				word, known := english[key]
				if !known {
					t.Fatalf("%s: no test of %s", language, key)
				}
				for _, said := range list {
					for _, text := range spelled(said) {
						check(word, text, seats)
						check(word, text, 1)
					}
				}
			}
		}
	}
	if tried < 10_000 {
		t.Errorf("%d spellings were tried", tried)
	}
}

// TestAPodIsReadSeatBySeatInEveryLanguage writes what each seat of a pod of three or four
// had, in the words of each language and with every sign between them.
func TestAPodIsReadSeatBySeatInEveryLanguage(t *testing.T) {
	rs, err := rules.Load("commander-pods")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for language, of := range lexicons(t) {
		for seats := 3; seats <= 4; seats++ {
			for winner := range seats {
				for i := range max(len(of["win"]), len(of["loss"])) {
					win, loss := of["win"][i%len(of["win"])], of["loss"][i%len(of["loss"])]
					fields := make([]string, seats)
					for seat := range fields {
						fields[seat] = loss
					}
					fields[winner] = win
					for _, between := range []string{" / ", "/", "; ", " | ", ", ", " "} {
						if between == " " && strings.ContainsAny(win+loss, " ") {
							continue
						}
						tried++
						text := strings.Join(fields, between)
						want := reading(rs, seats, fmt.Sprintf("seat %d", winner+1))
						if got := reading(rs, seats, text); len(text) <= 64 && got != want {
							t.Errorf("%s: %q is %+v, want %+v", language, text, got, want)
						}
					}
				}
			}
			for _, draw := range of["draw"] {
				if strings.ContainsAny(draw, "/ -,") {
					continue // a result of its own
				}
				tried++
				text := strings.Repeat(draw+" / ", seats-1) + draw
				if got, want := reading(rs, seats, text), reading(rs, seats, "draw"); got != want {
					t.Errorf("%s: %q is %+v, want %+v", language, text, got, want)
				}
			}
		}
	}
	if tried < 1000 {
		t.Errorf("%d results were tried", tried)
	}
}

// TestATextOfTwoMeaningsIsNoResult: half a point is also one game against two, where such a
// result exists; letters that mean a win in one language and a draw or a loss in another are
// none; nor is what is no score at all.
func TestATextOfTwoMeaningsIsNoResult(t *testing.T) {
	for _, c := range []struct{ ruleset, text, want string }{
		{"magic", "1/2", "typed.half"},
		{"magic", "1 / 2", "typed.half"},
		{"lorcana", "1/2", "typed.half"},
		{"chess-casual", "1/2", "draw"},
		{"chess-casual", "1 / 2", "draw"},
		{"chess-casual", "½", "draw"},
		{"chess-casual", "½ to ½", "draw"},
		{"chess-casual", "1/2 1/2", "draw"},
		{"chess-casual", "0,5 : 0,5", "draw"},
		{"chess-casual", "1", "1-0"},
		{"chess-casual", "0", "0-1"},
		{"chess-casual", "0,5", "draw"},
		{"magic", "1", "typed.unknown"},
		{"chess-casual", "D", "draw"}, // of wins, draws and losses in English; V, E and D of Portuguese, Spanish and French are not read
		{"chess-casual", "T", "draw"},
		{"chess-casual", "V", "typed.unknown"},
		{"chess-casual", "E", "typed.unknown"},
		{"chess-casual", "N", "typed.unknown"},
		{"chess-casual", "P", "typed.unknown"},
		{"chess-casual", "S", "typed.unknown"},
		{"chess-casual", "G", "typed.unknown"},
		{"magic", "1/2/0", "1-2"},
		{"magic", "2/1/0", "2-1"},
		{"magic", "½", "typed.unknown"}, // which of its draws?
		{"magic", "D", "typed.unknown"},
		{"magic", "2,1", "typed.unknown"}, // a decimal
		{"magic", "2.1", "typed.unknown"},
		{"magic", "21", "typed.unknown"},
		{"magic", "2", "typed.unknown"},
		{"magic", "2 of 3", "typed.unknown"},
		{"magic", "2-Jan", "typed.unknown"},
		{"magic", "2/1/2026", "typed.unknown"},
		{"magic", "2024-01-02", "typed.unknown"},
		{"magic", "2--1", "typed.unknown"},
		{"magic", "2-1/0", "typed.unknown"},
	} {
		rs, err := rules.Load(c.ruleset)
		if err != nil {
			t.Fatal(err)
		}
		got := reading(rs, 2, c.text)
		_, _, _, err = rs.ReadResult(ledger.Swiss, 2, c.text)
		switch strings.HasPrefix(c.want, "typed.") {
		case true:
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %q is %+v, %v; want %s", c.ruleset, c.text, got, err, c.want)
			}
		default:
			if want := reading(rs, 2, c.want); want.err != "" || got != want {
				t.Errorf("%s: %q is %+v, %v; want %+v", c.ruleset, c.text, got, err, want)
			}
		}
	}
}
