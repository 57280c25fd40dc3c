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

// scores returns a score as people write it, with every dash and between blanks.
func scores(text string) []string {
	var out []string
	for _, between := range []string{"-", ":", "–", "—", "−", "‑", "‒", "：", "－", " - ", " : ", " – ", "\u2060–\u2060"} {
		out = append(out, strings.ReplaceAll(text, "-", between))
	}
	wide := strings.NewReplacer("0", "０", "1", "１", "2", "２", "3", "３", "4", "４", "5", "５", "6", "６")
	return append(out, wide.Replace(text))
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
			for _, text := range scores(o.Value) {
				check(o.Value, text, seats)
			}
		}
		for language, of := range words {
			for key, list := range of {
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
