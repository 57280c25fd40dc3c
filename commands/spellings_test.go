package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/transfer"
)

// TestEveryPlaceReadsAResultAlike enters one result in the spellings of people, of other
// programs and of eight languages: in /report, in a message to the bot, as an organiser in
// /player report, and in a table that is imported.
func TestEveryPlaceReadsAResultAlike(t *testing.T) {
	won, drew := [4]int32{1, 0, 0, 0}, [4]int32{0, 0, 1, 0}
	spellings := []struct {
		text string
		want [4]int32
	}{
		{"1-0", won},
		{"1:0", won},
		{"1–0", won},
		{"1−0", won},
		{"1 - 0", won},
		{"½-½", drew},
		{"1/2-1/2", drew},
		{"½–½", drew},
		{"draw", drew},
		{"Unentschieden", drew},
		{"empate", drew},
		{"nulle", drew},
		{"patta", drew},
		{"remis", drew},
		{"引き分け", drew},
	}
	h := openTestServer(t, nil, false)
	h.slash(h.organiser, "setup", localdiscord.Options{"chat_results": true})
	h.toRound1(2*len(spellings), localdiscord.Options{"ruleset": "chess-casual", "rounds": 3, "cut": 0})
	h.settle()
	bot := "<@" + h.srv.BotID() + ">"
	reported := func(table int) (*tournament.Match, ledger.Result) {
		s := h.snapshot().State
		m, l := s.Match(len(s.Rounds), s.MatchAt(len(s.Rounds), table))
		if m.Report != nil && !m.Confirmed {
			return m, m.Report.Result
		}
		return m, l.Result
	}
	for round, place := range []string{"/report", "/player report", "chat"} {
		for i, s := range spellings {
			table, text := i+1, s.text
			switch place {
			case "/report":
				h.slash(h.at(table, 0), "report", localdiscord.Options{"result": text})
			case "/player report":
				h.slash(h.organiser, "player report", localdiscord.Options{"table": table, "result": text})
			case "chat":
				if s.want == won {
					text = "I won " + text // a bare score is asked about, since Black may mean the other one
				}
				if _, err := h.at(table, 0).Send(t.Context(), h.channel, bot+" "+text); err != nil {
					t.Fatal(err)
				}
				h.until(place+" "+text, func() bool {
					m, _ := reported(table)
					return m.Report != nil || m.Confirmed
				})
			}
			if _, got := reported(table); got.V != s.want {
				t.Errorf("%s %q is %v, want %v", place, text, got.V, s.want)
			}
		}
		for table := 1; table <= len(spellings); table++ {
			if m, _ := reported(table); !m.Confirmed {
				h.slash(h.at(table, 1), "confirm", nil)
			}
		}
		if round < 2 {
			h.nextRound()
			h.settle()
		}
	}
	h.clean()
	var table strings.Builder
	table.WriteString("White;Black;Result\n")
	for i, s := range spellings {
		fmt.Fprintf(&table, "w%d;b%d;%s\n", i, i, s.text)
	}
	in, err := transfer.Read([]byte(table.String()), transfer.Options{Ruleset: "chess-casual"})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range spellings {
		if got := in.Events[0].Tournament.Ledger.Rounds[0].Matches[i].Result.V; got != s.want {
			t.Errorf("a table's %q is %v, want %v", s.text, got, s.want)
		}
	}
}

// TestScoresOfATableOfFourAreReadAlike enters the scores of mahjong tables in /report and
// in the form with a field for each seat, with what people put between thousands.
func TestScoresOfATableOfFourAreReadAlike(t *testing.T) {
	h := openTestServer(t, nil, false)
	spellings := []string{"45000", "45,000", "45.000", "45'000", "４５０００", "45 000"}
	h.toRound1(8*len(spellings), localdiscord.Options{"ruleset": "riichi-ema", "rounds": 2, "cut": 0})
	h.settle()
	want := [4]int32{45000, 27500, 27500, 20000}
	for i, spelling := range spellings {
		seats := []string{spelling}
		for _, n := range []string{"27", "27", "20"} {
			seats = append(seats, strings.NewReplacer("45", n, "４５", n, "000", map[string]string{"27": "500", "20": "000"}[n], "０００", map[string]string{"27": "500", "20": "000"}[n]).Replace(spelling))
		}
		h.slash(h.at(2*i+1, 0), "report", localdiscord.Options{"result": strings.Join(seats, " / ")})
		p := h.at(2*i+2, 0)
		click, err := p.Click(t.Context(), h.newest(h.channel, p, "[Report]"), "Report")
		if err != nil {
			t.Fatal(err)
		}
		form := h.answer(click).Modal
		if form == nil {
			t.Fatal("no form")
		}
		fields := localdiscord.Fields{}
		for seat, score := range seats {
			fields[customid.FieldSeat(seat)] = score
		}
		sent, err := p.SubmitModal(t.Context(), form, fields)
		if err != nil {
			t.Fatal(err)
		}
		h.answer(sent)
		for place, table := range map[string]int{"/report": 2*i + 1, "the form": 2*i + 2} {
			s := h.snapshot().State
			m, _ := s.Match(1, s.MatchAt(1, table))
			if m.Report == nil || m.Report.Result.V != want {
				t.Errorf("%s with %q: %+v", place, strings.Join(seats, " / "), m.Report)
			}
		}
	}
	h.clean()
}
